//! The cookies: the refresh token, the secret of a federated sign-in in progress, and the access token of the account
//! page.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::auth::domain::builtin::session::SESSION_IDLE_TIMEOUT_S;
use crate::auth::domain::federated::{flow, providers};
use crate::auth::domain::secret::Secret;

/// Name, path and `SameSite` of the cookie with the refresh token. The path is that of the calls that use the token.
const REFRESH_COOKIE: (&str, &str, SameSite) = ("karst_refresh", "/api/auth", SameSite::Lax);

/// The cookie with the secret of a federated sign-in in progress. With `Lax`, browsers send it when the provider
/// redirects back.
pub const FEDERATED_SIGN_IN_COOKIE: (&str, &str, SameSite) =
    ("karst_federated", providers::FEDERATED_PATH, SameSite::Lax);

/// The cookie of `/login/account`, the account page without JavaScript. Browsers do not send it when a link or a form
/// of another site leads there.
const ACCOUNT_PAGE_COOKIE: (&str, &str, SameSite) = ("karst_account", "/login/account", SameSite::Strict);
/// The lifetime of a sign-in on `/login/account`, in seconds.
pub const ACCOUNT_PAGE_COOKIE_LIFETIME_S: i64 = 15 * 60;

/// The access token in the cookie of `/login/account`; `None` if the request does not have this cookie.
pub fn account_page_access_token(headers: &HeaderMap) -> Option<String> {
    Some(CookieJar::from_headers(headers).get(ACCOUNT_PAGE_COOKIE.0)?.value().to_owned())
}

/// The refresh token in the cookie of a request; `None` if the cookie is missing or has another format.
pub fn refresh_token(headers: &HeaderMap) -> Option<Secret> {
    Secret::parse(CookieJar::from_headers(headers).get(REFRESH_COOKIE.0)?.value())
}

/// The `Set-Cookie` that stores the access token of the account page, or deletes it for `None`.
pub fn account_page_cookie_header(token: Option<&str>, public_url: &str) -> HeaderValue {
    set_cookie_header(ACCOUNT_PAGE_COOKIE, token, ACCOUNT_PAGE_COOKIE_LIFETIME_S, public_url)
}

/// The `Set-Cookie` that stores the refresh token, or deletes it for `None`.
pub fn refresh_cookie_header(token: Option<&Secret>, public_url: &str) -> HeaderValue {
    set_cookie_header(REFRESH_COOKIE, token.map(Secret::reveal), SESSION_IDLE_TIMEOUT_S, public_url)
}

/// The `Set-Cookie` that stores the secret of a federated sign-in, or deletes it for `None`.
pub fn federated_sign_in_cookie_header(secret: Option<&Secret>, public_url: &str) -> HeaderValue {
    set_cookie_header(FEDERATED_SIGN_IN_COOKIE, secret.map(Secret::reveal), flow::FLOW_LIFETIME_S, public_url)
}

/// Builds the `Set-Cookie` header of a cookie; without a value, it deletes the cookie. Scripts cannot read the cookie,
/// and browsers do not send it with `POST` requests from other sites. If `public_url` is an https URL, browsers send
/// the cookie only over TLS.
fn set_cookie_header(
    (name, path, same_site): (&str, &str, SameSite),
    value: Option<&str>,
    lifetime_s: i64,
    public_url: &str,
) -> HeaderValue {
    let cookie = Cookie::build((name, value.unwrap_or_default()))
        .path(path)
        .http_only(true)
        .same_site(same_site)
        .secure(public_url.starts_with("https:"))
        .max_age(time::Duration::seconds(if value.is_some() { lifetime_s } else { 0 }))
        .build();
    // Name, value and path are ASCII without semicolons, so the conversion cannot fail. An empty header would set no
    // cookie.
    HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookie_headers_have_path_lifetime_and_secure_for_https() {
        let token = Secret::generate();
        let header_value = refresh_cookie_header(Some(&token), "https://guide.example");
        let expected = format!(
            "karst_refresh={}; HttpOnly; SameSite=Lax; Secure; Path=/api/auth; Max-Age=2592000",
            token.reveal()
        );
        assert_eq!(header_value, expected);
        assert!(
            !refresh_cookie_header(Some(&token), "http://localhost:8080").to_str().expect("ASCII").contains("Secure")
        );
        assert_eq!(
            federated_sign_in_cookie_header(Some(&token), "https://guide.example"),
            format!(
                "karst_federated={}; HttpOnly; SameSite=Lax; Secure; Path=/api/auth/federated; Max-Age=600",
                token.reveal()
            )
        );
        assert_eq!(
            refresh_cookie_header(None, "http://localhost:8080"),
            "karst_refresh=; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=0"
        );
    }
}
