//! The page to which an identity provider redirects. It sends the result to the page that opened its window, and closes
//! the window. Without an opener or without JavaScript, it redirects.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minijinja::context;
use sha2::{Digest, Sha256};

use super::layout::{CSP, page_with_csp, percent_encode_query_value};
use crate::auth::domain::federated::failure::FederatedSignInFailure;
use crate::http::app::App;

pub(super) const TEMPLATE: &str = "callback.html";

/// The only script of the page. Its text is constant, so that the content security policy can allow its hash. The
/// result of the sign-in is therefore in `data` attributes.
pub(super) const SCRIPT: &str = include_str!("callback.js");

/// The content security policy of the other pages, extended by the hash of the script.
static CSP_WITH_SCRIPT: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    let policy = format!("script-src 'sha256-{hash}'; {CSP}");
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(CSP))
});

/// The page after a successful sign-in. It continues to `return_to`.
pub async fn success_page(app: &App, return_to: &str) -> Response {
    show(app, StatusCode::OK, return_to, None).await
}

/// The page after a failed sign-in. It continues to the sign-in page, with `return_to` and the code of the failure in
/// the query string.
pub async fn failure_page(app: &App, status: StatusCode, return_to: &str, failure: FederatedSignInFailure) -> Response {
    let target = format!("/login?failed={}&return={}", failure.code(), percent_encode_query_value(return_to));
    show(app, status, &target, Some(failure)).await
}

async fn show(app: &App, status: StatusCode, target: &str, failure: Option<FederatedSignInFailure>) -> Response {
    let code = failure.map(FederatedSignInFailure::code).unwrap_or_default();
    let failure = failure.map(FederatedSignInFailure::message_key);
    let values = context! { target, code, failure, script => SCRIPT };
    let mut response = page_with_csp(app, status, TEMPLATE, values, CSP_WITH_SCRIPT.clone()).await;
    // The other pages send `same-origin-allow-popups`. If the provider sends no such header, that value would make the
    // browser separate this window from its opener. A separated window cannot close itself.
    let opener_policy = HeaderName::from_static("cross-origin-opener-policy");
    response.headers_mut().insert(opener_policy, HeaderValue::from_static("unsafe-none"));
    response
}
