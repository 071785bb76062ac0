//! Where somebody arrives who comes back from another provider: the page tells the one that opened its window how it
//! went, and closes. In a window that nobody opened, or without scripts, it leads on.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minijinja::context;
use sha2::{Digest, Sha256};

use crate::http::app::App;
use crate::identity::federated::failure::Failure;
use crate::signin::pages::{encoded, page_under};

/// The page's name.
pub const NAME: &str = "arrived.html";

/// Its one script. What it tells stands beside it in the page, so that it is the same for everybody.
pub const SCRIPT: &str = include_str!("arrived.js");

/// As on the other pages, and the one script, by its hash.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    let policy = format!("script-src 'sha256-{hash}'; {}", crate::signin::pages::POLICY);
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(crate::signin::pages::POLICY))
});

/// Signed in: on to `return_to`.
pub async fn signed_in(app: &App, return_to: &str) -> Response {
    shown(app, StatusCode::OK, return_to, None).await
}

/// Not signed in: back to signing in, which then leads on to `return_to`.
pub async fn failed(app: &App, status: StatusCode, return_to: &str, failure: Failure) -> Response {
    let onward = format!("/login?failed={}&return={}", failure.code(), encoded(return_to));
    shown(app, status, &onward, Some(failure)).await
}

async fn shown(app: &App, status: StatusCode, onward: &str, failure: Option<Failure>) -> Response {
    let error = failure.map(|failure| failure.to_string()).unwrap_or_default();
    let code = failure.map(Failure::code).unwrap_or_default();
    let words = context! { onward, code, error, script => SCRIPT };
    let mut response = page_under(app, status, NAME, words, POLICY.clone()).await;
    // With the opener's own policy here, coming from a provider that has none would cut the window off from it, and a
    // window that is cut off may not close itself.
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    response.headers_mut().insert(opener, HeaderValue::from_static("unsafe-none"));
    response
}
