//! Finds the inline scripts of an HTML page like a browser's parser.
//!
//! Only the tokenizer of the parser is used. Possible differences to a browser, as in SVG, are harmless: a found script
//! that never runs, or a missed one, which is then blocked.

use std::cell::RefCell;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// `type` attributes of inline scripts that a browser runs or applies. All others are data.
const RUNS: [&str; 8] = [
    "",
    "module",
    "importmap",
    "speculationrules",
    "text/javascript",
    "application/javascript",
    "text/ecmascript",
    "application/ecmascript",
];

/// The text of every inline script that a browser would run, in order, with normalized line breaks.
pub fn inline(html: &str) -> Vec<String> {
    let queue = BufferQueue::default();
    queue.push_back(html.into());
    let tokenizer = Tokenizer::new(InlineScripts::default(), TokenizerOpts::default());
    // `feed` stops early only if the sink returns `TokenSinkResult::Script`, which this one never does.
    let _ = tokenizer.feed(&queue);
    tokenizer.sink.found.into_inner()
}

#[derive(Default)]
struct InlineScripts {
    found: RefCell<Vec<String>>,
    /// The text of the inline script whose end tag was not found yet. A script without an end tag does not run.
    open: RefCell<Option<String>>,
}

impl TokenSink for InlineScripts {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.start(&tag),
            // The tokenizer finds no tag in a script except its end tag.
            Token::TagToken(_) => self.found.borrow_mut().extend(self.open.take()),
            Token::CharacterTokens(text) => {
                if let Some(script) = self.open.borrow_mut().as_mut() {
                    script.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl InlineScripts {
    /// Returns how the content of the element is tokenized (`noscript` as if scripting is enabled).
    fn start(&self, tag: &Tag) -> TokenSinkResult<()> {
        match &*tag.name {
            "script" => {
                *self.open.borrow_mut() = runs_inline(tag).then(String::new);
                TokenSinkResult::RawData(RawKind::ScriptData)
            }
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "style" | "noscript" | "iframe" | "xmp" | "noembed" | "noframes" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}

fn runs_inline(script: &Tag) -> bool {
    let has_source = script.attrs.iter().any(|attribute| &*attribute.name.local == "src");
    let kind = script.attrs.iter().find(|attribute| &*attribute.name.local == "type");
    let kind = kind.map_or("", |attribute| attribute.value.trim());
    !has_source && RUNS.iter().any(|runs| kind.eq_ignore_ascii_case(runs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_found_and_linked_ones_are_not() {
        let html = r#"<!doctype html><script>a()</script><script src="/x.js" async=""></script><SCRIPT
            defer>b < c && d</SCRIPT ><script SRC=/y.js>no</script><script type=module>e()</script>"#;
        assert_eq!(inline(html), ["a()", "b < c && d", "e()"]);
    }

    #[test]
    fn data_blocks_are_no_scripts() {
        let html = r#"<script type="application/ld+json">{"a":"\u003c/script>"}</script>
            <script type='application/json'>1</script><script type="text/template">x</script><script type=" ">y</script>
            <script type="Text/JavaScript">z</script>"#;
        assert_eq!(inline(html), ["y", "z"]);
        assert_eq!(inline(r#"<script type="text&#47;javascript">yes</script>"#), ["yes"]);
        assert_eq!(inline("<script type=module type=text/template>yes</script>"), ["yes"], "the first type applies");
        assert_eq!(inline("<script type=text/template type=module>no</script>"), [""; 0]);
    }

    #[test]
    fn attributes_may_look_like_tags() {
        assert_eq!(inline(r#"<a title="<script>no</script>"><script>yes</script>"#), ["yes"]);
        assert_eq!(inline("<a title='>'><b =\"<script>\">x</b><script>yes</script>"), ["yes"]);
        assert_eq!(inline(r#"<script data-x="src" data-src=1>yes</script>"#), ["yes"]);
        assert_eq!(inline("<script a=b/src=c>yes</script>"), ["yes"], "the slash belongs to an unquoted value");
        assert_eq!(inline("<script a/src=c>no</script>"), [""; 0]);
        assert_eq!(inline("<script src>no</script>"), [""; 0]);
        assert_eq!(inline(r#"<script data-x="</script><script>no">yes</script>"#), ["yes"]);
        assert_eq!(inline("<scripty>no</scripty><script\u{c}>yes</script/>"), ["yes"]);
    }

    #[test]
    fn comments_and_text_elements_hold_no_scripts() {
        for html in [
            "<!-- <script>no</script> -->",
            "<!--><p>--><!-- <script>no</script> --!>",
            "<!---><!-- <script>no</script>",
            "<style><script>no</script></style>",
            "<TEXTAREA><script>no</script></textarea >",
            "<title><script>no</script></title>",
            "<noscript><script>no</script></noscript>",
            "<plaintext><script>no</script>",
            "< script>no</script>",
            "<script>no",
            "<script>no</scripty>",
            "<script>no</script",
            "&lt;script>no</script>",
            "<!doctype html \"<script>no</script>\"",
        ] {
            assert_eq!(inline(html), [""; 0], "{html}");
        }
        assert_eq!(inline("<!--><script>yes</script>-->"), ["yes"]);
        assert_eq!(inline("<!x <script>yes</script>"), [""; 0], "the bogus comment ends at the first >");
        assert_eq!(inline("</ x><?y?></><script>yes</script>"), ["yes"]);
        assert_eq!(inline("<style></styles></style><script>yes</script>"), ["yes"]);
    }

    #[test]
    fn a_script_ends_where_the_browser_thinks_it_ends() {
        assert_eq!(inline("<script>a='<'+'/script>'</script>b</script>"), ["a='<'+'/script>'"]);
        assert_eq!(inline("<script>a = '</script>';</script>"), ["a = '"]);
        assert_eq!(
            inline("<script><!-- <script> </script> --></script><script>b</script>"),
            ["<!-- <script> </script> -->", "b"]
        );
        assert_eq!(inline("<script><!-- a </script><script>b</script>"), ["<!-- a ", "b"]);
        assert_eq!(inline("<script><!--><script></script>"), ["<!--><script>"]);
        assert_eq!(inline("<script><!-- <script </script> x </script>"), ["<!-- <script </script> x "]);
        assert_eq!(inline("<script></script><script> </script>"), ["", " "]);
    }

    #[test]
    fn line_ends_and_nul_are_what_the_parser_makes_of_them() {
        assert_eq!(inline("<script>a\r\nb\rc\0</script>"), ["a\nb\nc\u{fffd}"]);
        assert_eq!(inline("<script>'Động Phong Nha – hang \u{2028}'</script>"), ["'Động Phong Nha – hang \u{2028}'"]);
    }

    proptest::proptest! {
        #[test]
        fn nothing_makes_it_panic_or_loop(html in "(<!--|-->|--!>|<script|</script|<|>|/|=|\"|'| |src|type|style|é|a){0,40}") {
            let _ = inline(&html);
        }
    }
}
