//! Finds the inline scripts of an HTML page like a browser's parser.
//!
//! It follows the tokenizer of the HTML standard as far as scripts need it: comments, attributes, elements whose text
//! is no markup, and the three states inside a script. Possible differences to a browser are harmless: a found script
//! that never runs, or a missed one, which is then blocked.

use std::borrow::Cow;

/// Elements whose content is text up to their end tag (including `noscript` when scripting is enabled).
const TEXT_ONLY: [&str; 8] = ["style", "textarea", "title", "noscript", "iframe", "xmp", "noembed", "noframes"];

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

/// The text of every inline script that a browser would run, in order.
pub fn inline(html: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = after_comment(comment);
        } else if rest[1..].starts_with(['!', '?']) || (rest.starts_with("</") && !is_end_tag(rest)) {
            // A doctype, or a "bogus comment".
            rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
        } else if let Some((tag, after)) = Tag::read(rest) {
            rest = after;
            if tag.name.eq_ignore_ascii_case("script") {
                // A script without an end tag does not run.
                let Some((text, after)) = script_text(rest) else { break };
                if tag.runs_inline() {
                    found.push(normalised(text));
                }
                rest = after;
            } else if let Some(name) = TEXT_ONLY.iter().find(|name| tag.name.eq_ignore_ascii_case(name)) {
                rest = end_tag(rest, name).map_or("", |end| &rest[end..]);
            } else if tag.name.eq_ignore_ascii_case("plaintext") {
                rest = "";
            }
        } else {
            rest = &rest[1..];
        }
    }
    found
}

fn is_end_tag(text: &str) -> bool {
    text.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic)
}

/// The text after a comment whose `<!--` was read.
fn after_comment(text: &str) -> &str {
    for at_once in [">", "->"] {
        if let Some(after) = text.strip_prefix(at_once) {
            return after;
        }
    }
    let ends = [("-->", 3), ("--!>", 4)];
    let end = ends.iter().filter_map(|(end, length)| text.find(end).map(|at| at + length)).min();
    end.map_or("", |end| &text[end..])
}

struct Tag<'t> {
    name: &'t str,
    has_source: bool,
    kind: Option<&'t str>,
}

impl<'t> Tag<'t> {
    /// Reads a start or end tag. Returns it and the following text, or `None` if this is no tag.
    fn read(text: &'t str) -> Option<(Self, &'t str)> {
        let is_end = text.starts_with("</");
        let name_at = if is_end { 2 } else { 1 };
        if !text.as_bytes().get(name_at)?.is_ascii_alphabetic() {
            return None;
        }
        let name_end = text[name_at..].find(ends_name).map_or(text.len(), |at| name_at + at);
        let name = if is_end { "/" } else { &text[name_at..name_end] };
        let mut tag = Self { name, has_source: false, kind: None };
        let mut rest = &text[name_end..];
        loop {
            rest = rest.trim_start_matches(|sign: char| is_space(sign) || sign == '/');
            if rest.is_empty() {
                return Some((tag, ""));
            }
            if let Some(after) = rest.strip_prefix('>') {
                return Some((tag, after));
            }
            let (name, value, after) = attribute(rest);
            // The first of several attributes with the same name applies.
            if name.eq_ignore_ascii_case("src") {
                tag.has_source = true;
            } else if name.eq_ignore_ascii_case("type") && tag.kind.is_none() {
                tag.kind = Some(value);
            }
            rest = after;
        }
    }

    fn runs_inline(&self) -> bool {
        let kind = self.kind.unwrap_or_default().trim();
        !self.has_source && RUNS.iter().any(|runs| kind.eq_ignore_ascii_case(runs))
    }
}

/// The name and value of the attribute that begins here, and the following text.
fn attribute(text: &str) -> (&str, &str, &str) {
    // According to the standard, `=` ends a name but may begin one.
    let first = text.chars().next().map_or(0, char::len_utf8);
    let name_end = text[first..].find(|sign| ends_name(sign) || sign == '=').map_or(text.len(), |at| first + at);
    let (name, after) = text.split_at(name_end);
    let Some(value) = after.trim_start_matches(is_space).strip_prefix('=') else {
        return (name, "", after);
    };
    let value = value.trim_start_matches(is_space);
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            return match quoted.find(quote) {
                Some(end) => (name, &quoted[..end], &quoted[end + 1..]),
                None => (name, quoted, ""),
            };
        }
    }
    let end = value.find(|sign| is_space(sign) || sign == '>').unwrap_or(value.len());
    (name, &value[..end], &value[end..])
}

fn is_space(sign: char) -> bool {
    matches!(sign, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn ends_name(sign: char) -> bool {
    is_space(sign) || matches!(sign, '/' | '>')
}

/// The text of a script, and the following text beginning with the end tag. `None` if there is no end tag.
///
/// Inside `<!-- … -->`, a second `<script>` hides the first `</script>` (the "double escaped" state).
fn script_text(text: &str) -> Option<(&str, &str)> {
    enum State {
        Plain,
        Escaped,
        DoubleEscaped,
    }
    let mut state = State::Plain;
    let mut at = 0;
    while let Some(step) = text[at..].find(['<', '-']) {
        at += step;
        let here = &text[at..];
        match state {
            State::Plain if here.starts_with("<!--") => {
                // Its two dashes may be part of `-->`.
                (state, at) = (State::Escaped, at + 2);
                continue;
            }
            State::Escaped | State::DoubleEscaped if here.starts_with("-->") => state = State::Plain,
            State::Plain | State::Escaped if is_tag(here, "</script") => return Some((&text[..at], here)),
            State::Escaped if is_tag(here, "<script") => state = State::DoubleEscaped,
            State::DoubleEscaped if is_tag(here, "</script") => state = State::Escaped,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The position of the end tag of `name`.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let tag = format!("</{name}");
    text.match_indices("</").map(|(at, _)| at).find(|at| is_tag(&text[*at..], &tag))
}

/// Whether the text begins with this tag (ignoring case), followed by a character that ends a tag name.
fn is_tag(text: &str, tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
        && text[tag.len()..].starts_with(ends_name)
}

/// The text as the parser normalizes it: line breaks are line feeds, and NUL is a replacement character.
fn normalised(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\0']) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
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
    }

    #[test]
    fn attributes_may_look_like_tags() {
        assert_eq!(inline(r#"<a title="<script>no</script>"><script>yes</script>"#), ["yes"]);
        assert_eq!(inline("<a title='>'><b =\"<script>\">x</b><script>yes</script>"), ["yes"]);
        assert_eq!(inline(r#"<script data-x="src" data-src=1>yes</script>"#), ["yes"]);
        assert_eq!(inline("<script a=b/src=c>yes</script>"), ["yes"], "the slash belongs to an unquoted value");
        assert_eq!(inline("<script a/src=c>no</script>"), [""; 0]);
        assert_eq!(inline("<script src>no</script>"), [""; 0]);
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
