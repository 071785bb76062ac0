//! The cookie that holds the refresh token, and the one that ties a sign-in under way to its browser.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::identity::builtin::session::{LIFETIME_S, RefreshToken};
use crate::identity::federated::{flow, providers};

/// Its name.
const NAME: &str = "karst_refresh";
/// Where it is sent: to the calls that use it, and to nothing else.
const PATH: &str = "/api/auth";

/// The name of the other: while somebody is at another provider.
pub const FLOW: &str = "karst_federated";

/// The name of the cookie of the account page without scripts, and where it is sent.
const ACCOUNT: (&str, &str) = ("karst_account", "/login/account");
/// How long somebody stays on the account page without scripts, in seconds.
pub const ACCOUNT_S: i64 = 15 * 60;

/// The access token of the account page without scripts.
pub fn account_token(headers: &HeaderMap) -> Option<String> {
    Some(CookieJar::from_headers(headers).get(ACCOUNT.0)?.value().to_owned())
}

/// The `Set-Cookie` that keeps that token; `None` forgets it. No other site's link or form brings it along.
pub fn keeping_account(token: Option<&str>, public_url: &str) -> HeaderValue {
    let seconds = if token.is_some() { ACCOUNT_S } else { 0 };
    header_for(ACCOUNT, token.unwrap_or_default(), (seconds, SameSite::Strict), public_url)
}

/// The refresh token among a request's cookies.
pub fn held(headers: &HeaderMap) -> Option<RefreshToken> {
    RefreshToken::read(CookieJar::from_headers(headers).get(NAME)?.value())
}

/// The `Set-Cookie` that keeps `token`. Scripts never see it; other sites' forms do not send it; over TLS it stays on TLS.
pub fn keeping(token: &RefreshToken, public_url: &str) -> HeaderValue {
    header((NAME, PATH), token.reveal(), LIFETIME_S, public_url)
}

/// The `Set-Cookie` that forgets it.
pub fn forgetting(public_url: &str) -> HeaderValue {
    header((NAME, PATH), "", 0, public_url)
}

/// The `Set-Cookie` that keeps a browser's secret until it comes back. `Lax` lets it come along when a provider sends
/// somebody here.
pub fn keeping_flow(secret: &str, public_url: &str) -> HeaderValue {
    header((FLOW, providers::PATH), secret, flow::LIFETIME_S, public_url)
}

/// The `Set-Cookie` that forgets it.
pub fn forgetting_flow(public_url: &str) -> HeaderValue {
    header((FLOW, providers::PATH), "", 0, public_url)
}

fn header(named: (&str, &str), value: &str, seconds: i64, public_url: &str) -> HeaderValue {
    header_for(named, value, (seconds, SameSite::Lax), public_url)
}

fn header_for(
    (name, path): (&str, &str),
    value: &str,
    (seconds, same_site): (i64, SameSite),
    public_url: &str,
) -> HeaderValue {
    let cookie = Cookie::build((name, value))
        .path(path)
        .http_only(true)
        .same_site(same_site)
        .secure(public_url.starts_with("https:"))
        .max_age(time::Duration::seconds(seconds))
        .build();
    // Name, value and path are ASCII without semicolons, so this cannot fail; an empty header would set nothing.
    HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_for_our_own_calls_only() {
        let token = RefreshToken::fresh();
        let set = keeping(&token, "https://guide.example");
        let expected = format!(
            "karst_refresh={}; HttpOnly; SameSite=Lax; Secure; Path=/api/auth; Max-Age=2592000",
            token.reveal()
        );
        assert_eq!(set, expected);
        assert!(!keeping(&token, "http://localhost:8080").to_str().expect("ASCII").contains("Secure"));
        assert_eq!(
            keeping_flow("s", "https://guide.example"),
            "karst_federated=s; HttpOnly; SameSite=Lax; Secure; Path=/api/auth/federated; Max-Age=600"
        );
        assert_eq!(
            forgetting("http://localhost:8080"),
            "karst_refresh=; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=0"
        );
    }
}
