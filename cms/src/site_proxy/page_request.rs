//! Requests to the renderer and their cache keys.
//!
//! Only the parts of a request that are in its cache key are forwarded to the renderer. Otherwise a client could
//! influence cached responses to other clients (cache poisoning).

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::http::cache::preferred_encoding;

static RSC: HeaderName = HeaderName::from_static("rsc");
static NEXT_URL: HeaderName = HeaderName::from_static("next-url");
static PREFETCH: HeaderName = HeaderName::from_static("next-router-prefetch");
static SEGMENT_PREFETCH: HeaderName = HeaderName::from_static("next-router-segment-prefetch");

/// The value of `Next-Url` that is sent to the renderer instead of the value of the client.
///
/// Next turns an intercepted route into a rewrite with a condition on this header
/// (`next/dist/lib/generate-interception-routes-rewrites.js`). For `(.)places/[slug]` in a slot at the root, the
/// condition is `/.*`, which matches every path. The header has no other effect on the rendering, so one value is
/// sufficient. `/explore` would also match the condition of a slot below Explore, if one is added (`/explore(?:/.*)?`).
const NEXT_URL_FOR_ALL: HeaderValue = HeaderValue::from_static("/explore");

/// The beginning of the paths of the built files of the site. Their names contain a hash of their content, so they
/// never change.
const BUILT_FILES_PREFIX: &str = "/_next/static/";

const MAX_PATH_BYTES: usize = 512;
/// The maximum length of the name of a prefetched segment, in bytes.
const MAX_SEGMENT_BYTES: usize = 256;

/// The control characters, and a part of the symbols, of [`ENCODED_CHARACTERS`].
const ENCODED_SYMBOLS: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'?');
/// The characters that are encoded in a path: all except the slash and `pchar` (RFC 3986). A literal percent sign is
/// encoded too.
const ENCODED_CHARACTERS: &AsciiSet =
    &ENCODED_SYMBOLS.add(b'[').add(b'\\').add(b']').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// The requested form of a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PageRepresentation {
    /// The HTML document, or a file.
    Document,
    /// The payload with which Next's client router shows the page without loading a document.
    Payload,
    /// A prefetched segment of the payload.
    Segment(String),
}

/// A request to the renderer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageRequest {
    /// The path in its canonical percent-encoding.
    pub path: String,
    /// The requested form of the page.
    pub representation: PageRepresentation,
    /// Whether the page opens as an overlay over another page (an intercepted route).
    pub is_intercepted: bool,
}

impl PageRequest {
    /// A request for the document at `path`, which is percent-decoded.
    pub fn document(path: &str) -> Self {
        Self { path: encode(path), representation: PageRepresentation::Document, is_intercepted: false }
    }

    /// The request to the renderer for a client's request. `None` if no page can have the path, or if the name of the
    /// prefetched segment is invalid.
    pub fn parse(uri: &Uri, headers: &HeaderMap) -> Option<Self> {
        let path = canonical_path(uri.path())?;
        if headers.get(&RSC).is_none_or(|value| value != "1") {
            return Some(Self { path, representation: PageRepresentation::Document, is_intercepted: false });
        }
        let representation = match headers.get(&SEGMENT_PREFETCH) {
            None => PageRepresentation::Payload,
            Some(name) => PageRepresentation::Segment(parse_segment_name(name)?),
        };
        Some(Self { path, representation, is_intercepted: headers.contains_key(&NEXT_URL) })
    }

    /// The percent-decoded path.
    pub fn decoded_path(&self) -> String {
        decode(&self.path).unwrap_or_else(|| self.path.clone())
    }

    /// The headers that select the representation of the page at the renderer.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if self.representation == PageRepresentation::Document {
            return headers;
        }
        headers.insert(RSC.clone(), HeaderValue::from_static("1"));
        if let PageRepresentation::Segment(name) = &self.representation
            && let Ok(name) = HeaderValue::from_str(name)
        {
            headers.insert(SEGMENT_PREFETCH.clone(), name);
            // Next reads the segment name only if this header is set too. Its value is always the same, so it is not in
            // the cache key.
            headers.insert(PREFETCH.clone(), HeaderValue::from_static("1"));
        }
        if self.is_intercepted {
            headers.insert(NEXT_URL.clone(), NEXT_URL_FOR_ALL);
        }
        headers
    }

    /// The cache key of the response with this content encoding.
    pub fn cache_key(&self, encoding: &str) -> String {
        let (representation, segment) = match &self.representation {
            PageRepresentation::Document => ("d", ""),
            PageRepresentation::Payload => ("p", ""),
            PageRepresentation::Segment(name) => ("s", name.as_str()),
        };
        let intercepted_flag = if self.is_intercepted { "o" } else { "" };
        ["page ", encoding, " ", representation, intercepted_flag, " ", segment, " ", &self.path].concat()
    }
}

/// The cache key of the response to a client's request, for [`crate::http::server::service::PageCacheKeyFn`]. `None` if
/// [`PageRequest::parse`] returns `None`.
pub fn cache_key(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    Some(PageRequest::parse(uri, headers)?.cache_key(preferred_encoding(headers)))
}

/// Whether the path is that of a built file.
pub fn is_built_file(path: &str) -> bool {
    path.starts_with(BUILT_FILES_PREFIX)
}

/// The cache key of the "not found" page at `path`.
pub fn not_found_cache_key(path: &str, headers: &HeaderMap) -> String {
    format!("page {} not found {path}", preferred_encoding(headers))
}

/// The canonical form of a path: only characters that RFC 3986 does not allow in a path are percent-encoded, with
/// capital hexadecimal digits.
///
/// Returns `None` for a path that no page can have (R315). Such a path is too long, is not UTF-8 when it is decoded, or
/// does not begin with a slash. Or it has an encoded slash, a backslash, a control character or double encoding. Or one
/// of its segments is empty, `.` or `..`, or begins with `(` or `@`. A trailing slash is kept and leads to a redirect.
pub fn canonical_path(path: &str) -> Option<String> {
    if path.len() > MAX_PATH_BYTES || !path.starts_with('/') {
        return None;
    }
    decode(path).filter(|plain| is_page_path(plain)).map(|plain| encode(&plain))
}

/// Whether a page can have this percent-decoded path.
///
/// Names of Next's internal routes begin with `(` or `@`. If clients could request such routes (`/(.)places/x`), a page
/// would have a second address, whose cached response no change invalidates.
fn is_page_path(path: &str) -> bool {
    let inner = path.strip_suffix('/').unwrap_or(path);
    inner.split('/').skip(1).all(|segment| !matches!(segment, "" | "." | "..") && !segment.starts_with(['(', '@']))
}

/// Percent-decodes a path. Returns `None` if the result is not UTF-8, has a forbidden character or has further slashes.
fn decode(path: &str) -> Option<String> {
    let plain = percent_decode_str(path).decode_utf8().ok()?;
    // A percent sign in the result is an invalid escape, or it comes from `%25` and a later layer could decode it
    // again.
    let has_forbidden_character = plain.chars().any(|c| c.is_control() || matches!(c, '\\' | '%'));
    let has_encoded_slash = plain.matches('/').count() != path.matches('/').count();
    (!has_forbidden_character && !has_encoded_slash).then(|| plain.into_owned())
}

/// Percent-encodes a decoded path.
pub fn encode(plain: &str) -> String {
    utf8_percent_encode(plain, ENCODED_CHARACTERS).to_string()
}

/// Returns the segment name if it is valid, such as `/_tree` or `/places/$d$slug/__PAGE__`.
fn parse_segment_name(name: &HeaderValue) -> Option<String> {
    let name = name.to_str().ok()?;
    let is_valid = name.starts_with('/')
        && name.len() <= MAX_SEGMENT_BYTES
        && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\' && byte != b'%');
    is_valid.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_request(target: &str, headers: &[(&str, &str)]) -> Option<PageRequest> {
        let headers = headers
            .iter()
            .map(|(name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
                (name, HeaderValue::from_str(value).expect("a value"))
            })
            .collect();
        PageRequest::parse(&target.parse().expect("an address"), &headers)
    }

    #[test]
    fn document_request_ignores_the_query_and_all_headers() {
        let request_without_headers = parse_request("/explore", &[]);
        let request_with_headers = parse_request(
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
        assert_eq!(request_without_headers, request_with_headers);
        assert!(request_with_headers.expect("a page's path").headers().is_empty());
    }

    #[test]
    fn each_representation_has_its_own_headers_and_cache_key() {
        let names = |page_request: Option<PageRequest>| {
            let headers = page_request.expect("a page's path").headers();
            let mut names: Vec<_> = headers.keys().map(ToString::to_string).collect();
            names.sort();
            names.join(" ")
        };
        let rsc = ("rsc", "1");
        let (next_url, segment) = (("next-url", "/saved"), ("next-router-segment-prefetch", "/_tree"));
        assert_eq!(names(parse_request("/places/x", &[rsc, ("next-router-state-tree", "[]")])), "rsc");
        assert_eq!(names(parse_request("/places/x", &[rsc, next_url])), "next-url rsc");
        assert_eq!(
            names(parse_request("/places/x", &[rsc, segment])),
            "next-router-prefetch next-router-segment-prefetch rsc"
        );
        let keys: std::collections::HashSet<_> =
            [vec![], vec![rsc], vec![rsc, next_url], vec![rsc, segment], vec![rsc, next_url, segment]]
                .iter()
                .map(|headers| parse_request("/places/x", headers).expect("a page's path").cache_key("br"))
                .collect();
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn next_url_is_replaced_by_one_value() {
        let renderer_headers =
            |url| parse_request("/places/x", &[("rsc", "1"), ("next-url", url)]).expect("a page's path").headers();
        assert_eq!(renderer_headers("/"), renderer_headers("//evil.example/<script>"));
        assert_eq!(renderer_headers("/")["next-url"], "/explore");
    }

    #[test]
    fn path_has_one_canonical_form() {
        assert_eq!(canonical_path("/places/%70hong-nha").as_deref(), Some("/places/phong-nha"));
        assert_eq!(canonical_path("/places/h%c3%a0").as_deref(), Some("/places/h%C3%A0"));
        assert_eq!(canonical_path("/").as_deref(), Some("/"));
        assert_eq!(canonical_path("/explore/").as_deref(), Some("/explore/"));
        assert_eq!(
            parse_request("/h%C3%A0", &[]).map(|page_request| page_request.decoded_path()).as_deref(),
            Some("/hà")
        );
    }

    #[test]
    fn path_characters_of_rfc_3986_are_not_encoded_and_all_others_are() {
        let unencoded_characters: String =
            ('\0'..='\u{ff}').filter(|character| encode(&character.to_string()).len() == 1).collect();
        let letters: String = ('A'..='Z').chain(['_']).chain('a'..='z').collect();
        assert_eq!(unencoded_characters, format!("!$&'()*+,-./0123456789:;=@{letters}~"));
        assert_eq!(encode("/h à?"), "/h%20%C3%A0%3F");
    }

    #[test]
    fn ambiguous_paths_and_paths_with_traversal_are_rejected() {
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
            "/a%+1",
            "/a%%41",
            "/a%ff",
            "/(.)places/x",
            "/%28.%29places/x",
            "/@modal/places/x",
            "*",
        ] {
            assert_eq!(canonical_path(path), None, "{path}");
        }
        assert_eq!(canonical_path(&format!("/{}", "a".repeat(600))), None);
    }

    #[test]
    fn invalid_segment_name_is_rejected() {
        let is_accepted = |name| parse_request("/", &[("rsc", "1"), ("next-router-segment-prefetch", name)]).is_some();
        assert!(is_accepted("/_tree") && is_accepted("/@modal/(.)places/$d$slug/__PAGE__"));
        assert!(!is_accepted("_tree") && !is_accepted("/a b") && !is_accepted(&format!("/{}", "a".repeat(300))));
    }
}
