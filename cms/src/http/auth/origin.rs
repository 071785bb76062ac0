//! Checks that a request comes from a page of this server. Browsers also send cookies with requests of foreign pages,
//! so every call that a cookie authenticates, or that sets one, requires [`SameOrigin`] (R323). `SameSite=Lax` is
//! defense in depth.

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, Uri, header, request::Parts};

use crate::http::app::App;
use crate::http::problem::Problem;

/// The request was made by a page of this server, or not by a browser.
#[derive(Clone, Copy, Debug)]
pub struct SameOrigin;

impl FromRequestParts<App> for SameOrigin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if is_same_origin(&parts.headers, &app.public_url) {
            Ok(Self)
        } else {
            Err(Problem::forbidden("This was sent from another site, and is not done for that reason"))
        }
    }
}

/// Browsers send `Sec-Fetch-Site` on trustworthy connections, and `Origin` with every POST. A client that sends neither
/// is not a browser and has no cookies of other sites.
fn is_same_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site")) {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    // `null` (a sandboxed frame, a file) has no host and is not one of our pages.
    let Some(sender) = origin.parse::<Uri>().ok().filter(|uri| uri.scheme().is_some()) else { return false };
    let is_public = public_url
        .parse::<Uri>()
        .is_ok_and(|public| (public.scheme(), public.authority()) == (sender.scheme(), sender.authority()));
    // The site was opened under another name than the public one: on a laptop, in a local network. The cookie belongs
    // to that name too.
    is_public || text(header::HOST).is_some_and(|host| sender.authority().is_some_and(|name| name.as_str() == host))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn is_accepted(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers =
            pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_same_origin(&headers.collect(), "https://guide.example")
    }

    // R323
    #[test]
    fn request_of_a_foreign_page_is_refused() {
        for site in ["cross-site", "same-site", "something-new"] {
            assert!(!is_accepted(&[("sec-fetch-site", site), ("host", "guide.example")]), "{site}");
            assert!(!is_accepted(&[("sec-fetch-site", site), ("origin", "https://guide.example")]), "{site}");
        }
        for origin in [
            "https://evil.example",
            "https://guide.example.evil.example",
            "https://sub.guide.example",
            "https://guide.example:8443",
            "http://guide.example",
            "null",
            "",
            "guide.example",
        ] {
            assert!(!is_accepted(&[("origin", origin)]), "{origin}");
            assert!(!is_accepted(&[("origin", origin), ("host", "127.0.0.1:8080")]), "{origin}");
        }
    }

    #[test]
    fn request_of_an_own_page_or_a_program_is_accepted() {
        assert!(is_accepted(&[("sec-fetch-site", "same-origin")]));
        assert!(is_accepted(&[("sec-fetch-site", "none")]));
        assert!(is_accepted(&[("origin", "https://guide.example"), ("host", "10.0.0.7:8080")]));
        assert!(is_accepted(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(is_accepted(&[("host", "guide.example")]));
    }
}
