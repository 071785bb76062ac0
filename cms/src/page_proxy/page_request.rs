//! What is asked of the renderer: the few words of a request that it hears, and the key of their answer.
//!
//! Whatever is not in the key is not forwarded, so that nothing a caller sends can change what the next caller gets.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};

use crate::http::conditional::encoding;

static RSC: HeaderName = HeaderName::from_static("rsc");
static NEXT_URL: HeaderName = HeaderName::from_static("next-url");
static PREFETCH: HeaderName = HeaderName::from_static("next-router-prefetch");
static SEGMENT: HeaderName = HeaderName::from_static("next-router-segment-prefetch");

/// What stands in `Next-Url` whenever a caller sent one.
///
/// Next turns an intercepted route into a rewrite with a condition on this header: for `(.)places/[slug]` in a slot at
/// the root it is `/.*` (`next/dist/lib/generate-interception-routes-rewrites.js`), which every path fulfils, and the
/// header has no other effect on what is rendered. So one value stands for all. It is `/explore` because a slot that
/// a later page hangs below Explore (`/explore(?:/.*)?`) would be opened by it too.
const NEXT_URL_FOR_ALL: HeaderValue = HeaderValue::from_static("/explore");

/// Longest path that can be a page's, in bytes.
const LONGEST_PATH: usize = 512;
/// Longest name of a segment.
const LONGEST_SEGMENT: usize = 256;

/// Which form of a page is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The document, or a file.
    Document,
    /// What the router in the browser needs to show the page without loading a document.
    Payload,
    /// A part of that, fetched ahead.
    Segment(String),
}

/// One question to the renderer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The path as it is forwarded: percent-encoded in one way only.
    pub path: String,
    /// The form.
    pub form: Form,
    /// Whether the page opens over another one.
    pub is_over_another: bool,
}

impl Ask {
    /// The document at `path`, which is plain text.
    pub fn document(path: &str) -> Self {
        Self { path: encode(path), form: Form::Document, is_over_another: false }
    }

    /// What a request asks for; nothing when its path can be nobody's.
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Option<Self> {
        let path = canonical(uri.path())?.into_owned();
        if headers.get(&RSC).is_none_or(|value| value != "1") {
            return Some(Self { path, form: Form::Document, is_over_another: false });
        }
        let form = match headers.get(&SEGMENT) {
            None => Form::Payload,
            Some(name) => Form::Segment(segment(name)?),
        };
        Some(Self { path, form, is_over_another: headers.contains_key(&NEXT_URL) })
    }

    /// The path as plain text.
    pub fn plain_path(&self) -> String {
        decode(&self.path).unwrap_or_else(|| self.path.clone())
    }

    /// The headers that the renderer gets: these and no others.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if self.form == Form::Document {
            return headers;
        }
        headers.insert(RSC.clone(), HeaderValue::from_static("1"));
        if let Form::Segment(name) = &self.form
            && let Ok(name) = HeaderValue::from_str(name)
        {
            headers.insert(SEGMENT.clone(), name);
            // Next looks at the segment's name only beside this one; it says nothing that the name does not.
            headers.insert(PREFETCH.clone(), HeaderValue::from_static("1"));
        }
        if self.is_over_another {
            headers.insert(NEXT_URL.clone(), NEXT_URL_FOR_ALL);
        }
        headers
    }

    /// The key of this question's answer, compressed as `encoding` says.
    pub fn key(&self, encoding: &str) -> String {
        let (form, segment) = match &self.form {
            Form::Document => ("d", ""),
            Form::Payload => ("p", ""),
            Form::Segment(name) => ("s", name.as_str()),
        };
        let over = if self.is_over_another { "o" } else { "" };
        let mut key = String::with_capacity(self.path.len() + segment.len() + 20);
        for part in ["page ", encoding, " ", form, over, " ", segment, " ", &self.path] {
            key.push_str(part);
        }
        key
    }
}

/// The key under which the answer to a request is kept, for [`crate::http::service::PageKey`].
pub fn key(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    Some(Ask::of(uri, headers)?.key(encoding(headers)))
}

/// The key of the page at `path` that says that there is none.
pub fn not_found_key(path: &str, headers: &HeaderMap) -> String {
    format!("page {} not found {path}", encoding(headers))
}

/// A path in its one spelling: unreserved characters plain, everything else percent-encoded in capitals.
///
/// `None` for a path that no page can have (R315): with an encoded slash, a backslash, a control character, a second
/// layer of encoding, an empty, a dotted or a bracketed segment. A slash at the end stays and leads to a redirect.
pub fn canonical(path: &str) -> Option<Cow<'_, str>> {
    if path.len() > LONGEST_PATH || !path.starts_with('/') {
        return None;
    }
    if path.bytes().all(is_plain) {
        return is_walkable(path).then_some(Cow::Borrowed(path));
    }
    let plain = decode(path)?;
    is_walkable(&plain).then(|| Cow::Owned(encode(&plain)))
}

/// Whether every segment of a plain path can be a page's.
///
/// Round brackets and `@` begin the names of Next's inner routes. They could be asked for by themselves
/// (`/(.)places/x`): a second address of a page, which no change would touch.
fn is_walkable(path: &str) -> bool {
    let inner = path.strip_suffix('/').unwrap_or(path);
    inner.split('/').skip(1).all(|segment| !matches!(segment, "" | "." | "..") && !segment.starts_with(['(', '@']))
}

/// Percent-decodes a path; nothing when what comes out cannot stand in a path.
fn decode(path: &str) -> Option<String> {
    let mut plain = Vec::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            plain.push(byte);
            continue;
        }
        let (high, low) = (bytes.next()?, bytes.next()?);
        let value = u8::try_from(char::from(high).to_digit(16)? * 16 + char::from(low).to_digit(16)?).ok()?;
        // A decoded percent sign would be decoded once more by whoever comes next.
        if matches!(value, b'/' | b'\\' | b'%') {
            return None;
        }
        plain.push(value);
    }
    let plain = String::from_utf8(plain).ok()?;
    let is_bad = plain.chars().any(|character| character.is_control() || character == '\\');
    (!is_bad).then_some(plain)
}

/// Percent-encodes a path that is plain text.
pub fn encode(plain: &str) -> String {
    let mut path = String::with_capacity(plain.len());
    for byte in plain.bytes() {
        if is_plain(byte) {
            path.push(char::from(byte));
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
    }
    path
}

/// Bytes that stand for themselves in a path (RFC 3986, `pchar` without the percent sign, and the slash).
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte)
}

/// A segment's name, if it can be one: `/_tree`, `/places/$d$slug/__PAGE__`.
fn segment(name: &HeaderValue) -> Option<String> {
    let name = name.to_str().ok()?;
    let is_good = name.starts_with('/')
        && name.len() <= LONGEST_SEGMENT
        && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\' && byte != b'%');
    is_good.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(target: &str, headers: &[(&str, &str)]) -> Option<Ask> {
        let headers = headers
            .iter()
            .map(|(name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
                (name, HeaderValue::from_str(value).expect("a value"))
            })
            .collect();
        Ask::of(&target.parse().expect("an address"), &headers)
    }

    #[test]
    fn the_renderer_hears_nothing_that_is_not_in_the_key() {
        let plain = ask("/explore", &[]);
        let noisy = ask(
            "/explore?category=cave&_rsc=abc",
            &[
                ("cookie", "session=1"),
                ("authorization", "Bearer x"),
                ("user-agent", "Googlebot"),
                ("host", "evil.example"),
                ("x-forwarded-host", "evil.example"),
                ("x-middleware-subrequest", "src/middleware"),
                ("x-nextjs-data", "1"),
                ("x-invoke-path", "/admin"),
                ("next-action", "1"),
                ("accept", "text/x-component"),
                ("next-router-state-tree", "[]"),
                ("next-router-prefetch", "1"),
                ("next-url", "/"),
                ("next-router-segment-prefetch", "/_tree"),
            ],
        );
        assert_eq!(plain, noisy);
        assert!(noisy.expect("a page's path").headers().is_empty());
    }

    #[test]
    fn a_payload_is_asked_for_in_four_forms() {
        let names = |ask: Option<Ask>| {
            let headers = ask.expect("a page's path").headers();
            let mut names: Vec<_> = headers.keys().map(ToString::to_string).collect();
            names.sort();
            names.join(" ")
        };
        let rsc = ("rsc", "1");
        let (over, segment) = (("next-url", "/saved"), ("next-router-segment-prefetch", "/_tree"));
        assert_eq!(names(ask("/places/x", &[rsc, ("next-router-state-tree", "[]")])), "rsc");
        assert_eq!(names(ask("/places/x", &[rsc, over])), "next-url rsc");
        assert_eq!(names(ask("/places/x", &[rsc, segment])), "next-router-prefetch next-router-segment-prefetch rsc");
        let keys: std::collections::HashSet<_> =
            [vec![], vec![rsc], vec![rsc, over], vec![rsc, segment], vec![rsc, over, segment]]
                .iter()
                .map(|headers| ask("/places/x", headers).expect("a page's path").key("br"))
                .collect();
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn every_caller_sends_the_same_next_url() {
        let sent = |url| ask("/places/x", &[("rsc", "1"), ("next-url", url)]).expect("a page's path").headers();
        assert_eq!(sent("/"), sent("//evil.example/<script>"));
        assert_eq!(sent("/")["next-url"], "/explore");
    }

    #[test]
    fn a_path_has_one_spelling() {
        let spelt = |path| canonical(path).map(Cow::into_owned);
        assert_eq!(spelt("/places/%70hong-nha").as_deref(), Some("/places/phong-nha"));
        assert_eq!(spelt("/places/h%c3%a0").as_deref(), Some("/places/h%C3%A0"));
        assert_eq!(spelt("/").as_deref(), Some("/"));
        assert_eq!(spelt("/explore/").as_deref(), Some("/explore/"));
        assert_eq!(ask("/h%C3%A0", &[]).map(|ask| ask.plain_path()).as_deref(), Some("/hà"));
    }

    #[test]
    fn paths_that_climb_or_hide_something_are_nobodys() {
        for path in [
            "/..%2f..%2fetc/passwd",
            "/a/../b",
            "/a/%2e%2e/b",
            "/a/%2E./b",
            "/./a",
            "/a%2Fb",
            "/a%5cb",
            "/a%255cb",
            "/a%00b",
            "/a%0d%0ab",
            "//evil.example",
            "/a//b",
            "/a%",
            "/a%f",
            "/a%ff",
            "/(.)places/x",
            "/%28.%29places/x",
            "/@modal/places/x",
            "*",
        ] {
            assert_eq!(canonical(path), None, "{path}");
        }
        assert_eq!(canonical(&format!("/{}", "a".repeat(600))), None);
    }

    #[test]
    fn a_segments_name_is_short_and_visible() {
        let asked = |name| ask("/", &[("rsc", "1"), ("next-router-segment-prefetch", name)]).is_some();
        assert!(asked("/_tree") && asked("/@modal/(.)places/$d$slug/__PAGE__"));
        assert!(!asked("_tree") && !asked("/a b") && !asked(&format!("/{}", "a".repeat(300))));
    }
}
