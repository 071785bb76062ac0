//! The `Content-Security-Policy` of responses. For pages of the site it contains the hashes of their inline scripts.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use axum::http::HeaderValue;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use sha2::{Digest, Sha256};

use crate::auth::domain::firebase::FirebaseConfig;

/// The policy of files that a browser can open as a page of their own, such as SVG images. No script may run.
pub const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; img-src data:");

/// The policy of the fallback pages, which the site proxy sends when it has no page of the renderer.
pub const FALLBACK_PAGE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

/// The origins from which pages may load scripts, data and frames, in addition to their own. In each field, a space
/// precedes each origin.
#[derive(Clone, Debug, Default)]
pub struct ContentSecurityPolicy {
    script: String,
    connect: String,
    frame: String,
}

impl ContentSecurityPolicy {
    /// Allows the origins of the map. If Firebase is the identity provider, also allows the origins that its
    /// documentation lists, and the origin of the emulator if one is configured.
    pub fn new(map_origins: &BTreeSet<String>, firebase: Option<&FirebaseConfig>) -> Self {
        let connect: String = map_origins.iter().map(|origin| format!(" {origin}")).collect();
        let Some(config) = firebase else { return Self { connect, ..Self::default() } };
        let emulator = config.emulator.as_ref().map(|host| format!(" http://{host}")).unwrap_or_default();
        let google = "https://identitytoolkit.googleapis.com https://securetoken.googleapis.com";
        Self {
            script: " https://apis.google.com".into(),
            connect: format!("{connect} {google}{emulator}"),
            frame: format!(" https://{}{emulator}", config.auth_domain),
        }
    }

    /// The value of the header for the console, which has no inline scripts. Images of places may come from any host.
    pub fn for_console(&self) -> HeaderValue {
        let Self { script, connect, frame } = self;
        let policy = format!(
            "default-src 'none'; script-src 'self'{script}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob: http: https:; font-src 'self'; connect-src 'self'{connect}; \
             frame-src 'self'{frame}; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'"
        );
        HeaderValue::from_str(&policy).unwrap_or(FALLBACK_PAGE_POLICY)
    }

    /// The value of the header for this page. Images may come from any host, because editors link to images of other
    /// sites (R132).
    pub fn for_page(&self, html: &str) -> HeaderValue {
        let analytics_origins = if has_analytics(html) { ANALYTICS_ORIGINS } else { [""; 2] };
        self.with_script_hashes(html, analytics_origins, "'none'")
    }

    /// The value of the header for a preview: as for a page, but without analytics. The console may show the preview in
    /// a frame (R469).
    pub fn for_preview(&self, html: &str) -> HeaderValue {
        self.with_script_hashes(html, [""; 2], "'self'")
    }

    fn with_script_hashes(&self, html: &str, analytics_origins: [&str; 2], frame_ancestors: &str) -> HeaderValue {
        let mut scripts = String::from("'self'");
        let mut added_hashes = HashSet::new();
        for script in inline_scripts(html) {
            let hash = BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()));
            if added_hashes.insert(hash.clone()) {
                scripts.push_str(&format!(" 'sha256-{hash}'"));
            }
        }
        let Self { script, connect, frame } = self;
        let [analytics_script, analytics_calls] = analytics_origins;
        let policy = format!(
            "default-src 'self'; script-src {scripts}{script}{analytics_script}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob: http: https:; worker-src 'self' blob:; \
             connect-src 'self'{connect}{analytics_calls}; \
             frame-src 'self'{frame}; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors {frame_ancestors}"
        );
        // Base64 and validated origins are always a valid header value.
        HeaderValue::from_str(&policy).unwrap_or(FALLBACK_PAGE_POLICY)
    }
}

/// The origins that the documentation of the analytics service lists: for scripts, and for connections. A space
/// precedes each origin.
const ANALYTICS_ORIGINS: [&str; 2] = [
    " https://*.googletagmanager.com",
    " https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
];

/// Whether the `html` tag of the page has the measurement id of the analytics service. The site adds the id if the
/// settings contain one. It loads the script only with the traveler's consent.
fn has_analytics(html: &str) -> bool {
    let html_tag = html.trim_start().strip_prefix("<!DOCTYPE html>").unwrap_or_default().split('>').next();
    html_tag.is_some_and(|tag| tag.starts_with("<html ") && tag.contains(" data-analytics=\""))
}

/// `type` attributes of inline scripts that a browser runs or applies. Inline scripts of other types are data.
const EXECUTED_TYPES: [&str; 8] = [
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
///
/// This function uses only the tokenizer of an HTML parser. Differences from a browser, as in SVG, are harmless: the
/// policy allows a script that never runs, or a script is missed and the browser blocks it.
fn inline_scripts(html: &str) -> Vec<String> {
    let queue = BufferQueue::default();
    queue.push_back(html.into());
    let tokenizer = Tokenizer::new(InlineScriptCollector::default(), TokenizerOpts::default());
    // `feed` stops early only if the sink returns `TokenSinkResult::Script`, which this one never does.
    let _ = tokenizer.feed(&queue);
    tokenizer.sink.closed_scripts.into_inner()
}

#[derive(Default)]
struct InlineScriptCollector {
    closed_scripts: RefCell<Vec<String>>,
    /// The text of the inline script whose end tag was not found yet. A script without an end tag does not run.
    open_script: RefCell<Option<String>>,
}

impl TokenSink for InlineScriptCollector {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.start_element(&tag),
            // The tokenizer finds no tag in a script except its end tag. For the end tags of other elements,
            // `open_script` is `None`.
            Token::TagToken(_) => self.closed_scripts.borrow_mut().extend(self.open_script.take()),
            Token::CharacterTokens(text) => {
                if let Some(script) = self.open_script.borrow_mut().as_mut() {
                    script.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl InlineScriptCollector {
    /// Opens a script if the element is an inline script. Returns how the content of the element is tokenized.
    /// `noscript` is tokenized as in a browser that runs scripts.
    fn start_element(&self, tag: &Tag) -> TokenSinkResult<()> {
        match &*tag.name {
            "script" => {
                *self.open_script.borrow_mut() = runs_inline(tag).then(String::new);
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
    !has_source && EXECUTED_TYPES.iter().any(|executed| kind.eq_ignore_ascii_case(executed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_inline_script_has_its_hash_once() {
        let policy = ContentSecurityPolicy::default()
            .for_page("<script>alert(1)</script><script src=/a.js></script><script>alert(1)</script>");
        let policy = policy.to_str().expect("ASCII");
        // The hash is the output of `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`.
        assert!(
            policy.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"),
            "{policy}"
        );
        assert!(!policy.split("style-src").next().expect("a start").contains("unsafe"));
    }

    #[test]
    fn map_origins_are_allowed_for_connections_only() {
        let origins = ["https://fonts.example".to_owned(), "https://tiles.example:8443".to_owned()].into();
        let policy = ContentSecurityPolicy::new(&origins, None).for_page("");
        let policy = policy.to_str().expect("ASCII");
        assert!(policy.contains("connect-src 'self' https://fonts.example https://tiles.example:8443;"), "{policy}");
        assert_eq!(
            policy.replace(" https://fonts.example https://tiles.example:8443", ""),
            ContentSecurityPolicy::default().for_page("")
        );
    }

    #[test]
    fn firebase_origins_are_allowed_only_if_firebase_is_configured() {
        let firebase_config = FirebaseConfig {
            project: "karst-guide".into(),
            api_key: "key".into(),
            auth_domain: "karst-guide.firebaseapp.com".into(),
            app_id: None,
            emulator: Some("127.0.0.1:9099".into()),
            federated: Vec::new(),
            keys_url: String::new(),
        };
        let policy = ContentSecurityPolicy::new(&BTreeSet::new(), Some(&firebase_config)).for_page("");
        let policy = policy.to_str().expect("ASCII");
        assert!(policy.contains("script-src 'self' https://apis.google.com;"), "{policy}");
        assert!(policy.contains("frame-src 'self' https://karst-guide.firebaseapp.com http://127.0.0.1:9099;"));
        assert!(policy.contains("https://securetoken.googleapis.com http://127.0.0.1:9099;"));
        let console = ContentSecurityPolicy::new(&BTreeSet::new(), Some(&firebase_config)).for_console();
        let console = console.to_str().expect("ASCII");
        assert!(console.contains("script-src 'self' https://apis.google.com;"), "{console}");
        assert!(console.contains("https://securetoken.googleapis.com http://127.0.0.1:9099;"), "{console}");
        for policy_without_firebase in
            [ContentSecurityPolicy::default().for_page(""), ContentSecurityPolicy::default().for_console()]
        {
            assert!(!policy_without_firebase.to_str().expect("ASCII").contains("google"));
        }
    }

    // R237
    #[test]
    fn policy_of_a_page_with_an_analytics_id_allows_the_analytics_service() {
        let policy_of =
            |html: &str| ContentSecurityPolicy::default().for_page(html).to_str().expect("ASCII").to_owned();
        let policy = policy_of("<!DOCTYPE html><html lang=\"en\" data-analytics=\"G-4711\"><head>");
        assert!(policy.contains("script-src 'self' https://*.googletagmanager.com;"), "{policy}");
        assert!(policy.contains(" https://*.analytics.google.com https://*.googletagmanager.com;"), "{policy}");
        for page in [
            "<!DOCTYPE html><html lang=\"en\"><head>",
            "<!DOCTYPE html><html lang=\"en\"><p data-analytics=\"G-4711\">",
            "<p data-analytics=\"G-4711\">",
        ] {
            assert_eq!(policy_of(page), policy_of(""), "{page}");
        }
    }

    // R469
    #[test]
    fn preview_may_be_in_a_frame_of_its_own_origin_and_loads_no_analytics() {
        let html = "<!DOCTYPE html><html lang=\"en\" data-analytics=\"G-4711\"><script>a()</script>";
        let policy = ContentSecurityPolicy::default();
        let [page, preview] = [policy.for_page(html), policy.for_preview(html)];
        let [page, preview] = [&page, &preview].map(|header| header.to_str().expect("ASCII"));
        assert!(page.ends_with("frame-ancestors 'none'") && page.contains("google"));
        assert!(preview.ends_with("frame-ancestors 'self'") && !preview.contains("google"), "{preview}");
        assert!(preview.contains("script-src 'self' 'sha256-"), "{preview}");
    }

    #[test]
    fn policy_with_map_origins_allows_connections_to_them() {
        let origins = ["https://fonts.example".to_owned(), "https://tiles.example:8443".to_owned()].into();
        let policy = ContentSecurityPolicy::new(&origins, None).for_page("");
        let expected = "connect-src 'self' https://fonts.example https://tiles.example:8443;";
        assert!(policy.to_str().expect("ASCII").contains(expected));
    }

    #[test]
    fn inline_scripts_exclude_linked_ones() {
        let html = r#"<!doctype html><script>a()</script><script src="/x.js" async=""></script><SCRIPT
            defer>b < c && d</SCRIPT ><script SRC=/y.js>no</script><script type=module>e()</script>"#;
        assert_eq!(inline_scripts(html), ["a()", "b < c && d", "e()"]);
    }

    #[test]
    fn data_blocks_are_no_scripts() {
        let html = r#"<script type="application/ld+json">{"a":"\u003c/script>"}</script>
            <script type='application/json'>1</script><script type="text/template">x</script><script type=" ">y</script>
            <script type="Text/JavaScript">z</script>"#;
        assert_eq!(inline_scripts(html), ["y", "z"]);
        assert_eq!(inline_scripts(r#"<script type="text&#47;javascript">yes</script>"#), ["yes"]);
        assert_eq!(
            inline_scripts("<script type=module type=text/template>yes</script>"),
            ["yes"],
            "the first type applies"
        );
        assert_eq!(inline_scripts("<script type=text/template type=module>no</script>"), [""; 0]);
    }

    #[test]
    fn attributes_that_look_like_tags_are_ignored() {
        assert_eq!(inline_scripts(r#"<a title="<script>no</script>"><script>yes</script>"#), ["yes"]);
        assert_eq!(inline_scripts("<a title='>'><b =\"<script>\">x</b><script>yes</script>"), ["yes"]);
        assert_eq!(inline_scripts(r#"<script data-x="src" data-src=1>yes</script>"#), ["yes"]);
        assert_eq!(inline_scripts("<script a=b/src=c>yes</script>"), ["yes"], "the slash belongs to an unquoted value");
        assert_eq!(inline_scripts("<script a/src=c>no</script>"), [""; 0]);
        assert_eq!(inline_scripts("<script src>no</script>"), [""; 0]);
        assert_eq!(inline_scripts(r#"<script data-x="</script><script>no">yes</script>"#), ["yes"]);
        assert_eq!(inline_scripts("<scripty>no</scripty><script\u{c}>yes</script/>"), ["yes"]);
    }

    #[test]
    fn scripts_in_comments_and_text_elements_are_ignored() {
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
            assert_eq!(inline_scripts(html), [""; 0], "{html}");
        }
        assert_eq!(inline_scripts("<!--><script>yes</script>-->"), ["yes"]);
        assert_eq!(inline_scripts("<!x <script>yes</script>"), [""; 0], "the bogus comment ends at the first >");
        assert_eq!(inline_scripts("</ x><?y?></><script>yes</script>"), ["yes"]);
        assert_eq!(inline_scripts("<style></styles></style><script>yes</script>"), ["yes"]);
    }

    #[test]
    fn script_ends_where_a_browser_ends_it() {
        assert_eq!(inline_scripts("<script>a='<'+'/script>'</script>b</script>"), ["a='<'+'/script>'"]);
        assert_eq!(inline_scripts("<script>a = '</script>';</script>"), ["a = '"]);
        assert_eq!(
            inline_scripts("<script><!-- <script> </script> --></script><script>b</script>"),
            ["<!-- <script> </script> -->", "b"]
        );
        assert_eq!(inline_scripts("<script><!-- a </script><script>b</script>"), ["<!-- a ", "b"]);
        assert_eq!(inline_scripts("<script><!--><script></script>"), ["<!--><script>"]);
        assert_eq!(inline_scripts("<script><!-- <script </script> x </script>"), ["<!-- <script </script> x "]);
        assert_eq!(inline_scripts("<script></script><script> </script>"), ["", " "]);
    }

    #[test]
    fn line_ends_and_nul_are_normalized_as_by_a_browser() {
        assert_eq!(inline_scripts("<script>a\r\nb\rc\0</script>"), ["a\nb\nc\u{fffd}"]);
        assert_eq!(
            inline_scripts("<script>'Động Phong Nha – hang \u{2028}'</script>"),
            ["'Động Phong Nha – hang \u{2028}'"]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_html_is_tokenized_without_a_panic_or_loop(html in "(<!--|-->|--!>|<script|</script|<|>|/|=|\"|'| |src|type|style|é|a){0,40}") {
            let _ = inline_scripts(&html);
        }
    }
}
