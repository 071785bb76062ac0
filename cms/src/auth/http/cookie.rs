//! The cookies: the refresh token, the secret of a federated sign-in in progress, and the token of the account page.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::auth::domain::builtin::session::{RefreshToken, SESSION_LIFETIME_S};
use crate::auth::domain::federated::{flow, providers};

const REFRESH_NAME: &str = "karst_refresh";
/// The path of the calls that use the refresh token.
const REFRESH_PATH: &str = "/api/auth";

/// The cookie with the secret of a federated sign-in in progress.
pub const FLOW: &str = "karst_federated";

/// The name and the path of the cookie of the account page without JavaScript.
const ACCOUNT: (&str, &str) = ("karst_account", "/login/account");
/// The lifetime of a sign-in on the account page without JavaScript, in seconds.
pub const ACCOUNT_S: i64 = 15 * 60;

/// The access token of the account page without JavaScript.
pub fn account_token(headers: &HeaderMap) -> Option<String> {
    Some(CookieJar::from_headers(headers).get(ACCOUNT.0)?.value().to_owned())
}

/// The `Set-Cookie` that stores this token, or deletes it for `None`. Links and forms of other sites do not send it.
pub fn set_account(token: Option<&str>, public_url: &str) -> HeaderValue {
    let seconds = if token.is_some() { ACCOUNT_S } else { 0 };
    header_for(ACCOUNT, token.unwrap_or_default(), (seconds, SameSite::Strict), public_url)
}

/// The refresh token of a request.
pub fn refresh_token(headers: &HeaderMap) -> Option<RefreshToken> {
    RefreshToken::parse(CookieJar::from_headers(headers).get(REFRESH_NAME)?.value())
}

/// The `Set-Cookie` that stores the refresh token. Scripts cannot read it, forms of other sites do not send it, and
/// with an https origin it is sent over TLS only.
pub fn set_refresh(token: &RefreshToken, public_url: &str) -> HeaderValue {
    header((REFRESH_NAME, REFRESH_PATH), token.reveal(), SESSION_LIFETIME_S, public_url)
}

/// The `Set-Cookie` that deletes the refresh token.
pub fn clear_refresh(public_url: &str) -> HeaderValue {
    header((REFRESH_NAME, REFRESH_PATH), "", 0, public_url)
}

/// The `Set-Cookie` that stores the secret of a federated sign-in. With `Lax`, browsers send it when the provider
/// redirects back.
pub fn set_flow(secret: &str, public_url: &str) -> HeaderValue {
    header((FLOW, providers::PATH), secret, flow::FLOW_LIFETIME_S, public_url)
}

/// The `Set-Cookie` that deletes the secret of a federated sign-in.
pub fn clear_flow(public_url: &str) -> HeaderValue {
    header((FLOW, providers::PATH), "", 0, public_url)
}

fn header(name_and_path: (&str, &str), value: &str, seconds: i64, public_url: &str) -> HeaderValue {
    header_for(name_and_path, value, (seconds, SameSite::Lax), public_url)
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
    // Name, value and path are ASCII without semicolons, so this cannot fail. An empty header sets nothing.
    HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_restricted_to_their_paths() {
        let token = RefreshToken::fresh();
        let set = set_refresh(&token, "https://guide.example");
        let expected = format!(
            "karst_refresh={}; HttpOnly; SameSite=Lax; Secure; Path=/api/auth; Max-Age=2592000",
            token.reveal()
        );
        assert_eq!(set, expected);
        assert!(!set_refresh(&token, "http://localhost:8080").to_str().expect("ASCII").contains("Secure"));
        assert_eq!(
            set_flow("s", "https://guide.example"),
            "karst_federated=s; HttpOnly; SameSite=Lax; Secure; Path=/api/auth/federated; Max-Age=600"
        );
        assert_eq!(
            clear_refresh("http://localhost:8080"),
            "karst_refresh=; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=0"
        );
    }
}
