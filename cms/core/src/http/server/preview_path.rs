//! The paths of previews, `/preview/{ticket}` and `/api/preview/{ticket}`. A client with the ticket sees the draft, so
//! tickets are not logged. Caches and search engines must not store previews. Browsers send no `Referer` from a
//! preview, so other sites do not learn the ticket.

use std::borrow::Cow;

use axum::http::{HeaderName, HeaderValue, header};
use percent_encoding::percent_decode_str;

/// The headers of every response under these paths.
pub const PREVIEW_RESPONSE_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow")),
];

/// The path for logs. An ellipsis replaces everything after the segment `preview`, even if the segment is
/// percent-encoded.
pub fn loggable_path(path: &str) -> Cow<'_, str> {
    let mut end = 0;
    for segment in path.split_inclusive('/') {
        end += segment.len();
        let name = percent_decode_str(segment.trim_end_matches('/')).decode_utf8_lossy();
        if segment.ends_with('/') && name.eq_ignore_ascii_case("preview") {
            return Cow::Owned(format!("{}…", &path[..end]));
        }
    }
    Cow::Borrowed(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R469
    #[test]
    fn loggable_path_has_no_ticket() {
        for (path, expected) in [
            ("/preview/secret", "/preview/…"),
            ("/api/preview/secret", "/api/preview/…"),
            ("/%70review/secret/more", "/%70review/…"),
            ("//Preview/secret", "//Preview/…"),
            ("/preview", "/preview"),
            ("/api/articles/7/previews/3", "/api/articles/7/previews/3"),
            ("/places/a-preview/x", "/places/a-preview/x"),
        ] {
            assert_eq!(loggable_path(path), expected, "{path}");
        }
    }
}
