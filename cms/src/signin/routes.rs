//! The calls of the built-in identity provider under `/api/auth`, and the sign-in configuration.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::cookie;
use super::dto::{ConfigView, PublicKeys, SessionView};
use super::forms::SignInForm;
use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::caller::{RequireLocalIdentity, bearer};
use crate::http::client::Client;
use crate::http::origin::SameOrigin;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::validation::ValidatedJson;
use crate::identity::builtin::provider::{Session, SignInAttempt};

/// Sign in by e-mail and password.
///
/// The refresh token comes in an HttpOnly cookie. An unknown address, a wrong password and a deactivated account are
/// answered alike. An account with a second factor wants a `code` too: without one, or with a wrong one, the problem's
/// `type` is `/problems/second-factor-required`, which is said only when the password was right.
#[utoipa::path(
    post, path = "/api/auth/sign-in", operation_id = "signIn", tag = "Identity",
    request_body = SignInForm,
    responses(
        (status = 200, body = SessionView, description = "Signed in.",
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only."))),
        (status = 401, body = Problem, content_type = "application/problem+json",
            description = "E-mail or password is not right, or a code is asked for."),
        (status = 403, body = Problem, content_type = "application/problem+json",
            description = "The page of another site sent this."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many failed attempts.",
            headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn sign_in(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    client: Client,
    _origin: SameOrigin,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<SignInForm>,
) -> Result<Response, Problem> {
    query.finish()?;
    let SignInForm { email, password, code } = &form.0;
    let (code, from, device) = (code.as_deref(), client.address, client.agent.as_str());
    let attempt = SignInAttempt { email, password, code, from, device };
    let session = app.identity.sign_in(&app.db, attempt, audit, app.clock.now()).await?;
    Ok(signed_in(&app, StatusCode::OK, &session))
}

/// Carry the session on.
///
/// Exchanges the refresh cookie for an access token and the next cookie. A cookie that was exchanged before ends its
/// session, unless that was within the last 30 seconds (two tabs, a lost answer).
#[utoipa::path(
    post, path = "/api/auth/refresh", operation_id = "refreshSession", tag = "Identity",
    params(("karst_refresh" = Option<String>, Cookie, description = "The refresh token, as signing in set it.")),
    responses(
        (status = 200, body = SessionView, description = "Still signed in.",
            headers(("set-cookie" = Option<String>, description = "`karst_refresh`: the next refresh token."))),
        (status = 401, body = Problem, content_type = "application/problem+json",
            description = "Nobody is signed in, or not any more."),
        (status = 403, body = Problem, content_type = "application/problem+json",
            description = "The page of another site sent this."),
    ),
)]
pub async fn refresh_session(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    _origin: SameOrigin,
    audit: AuditContext,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.finish()?;
    let Some(refresh) = cookie::refresh_token(&headers) else { return Err(Problem::unauthorized()) };
    match app.identity.refresh(&app.db, refresh, audit, app.clock.now()).await? {
        Some(session) => Ok(signed_in(&app, StatusCode::OK, &session)),
        // An invalid cookie is deleted.
        None => Ok(without_cookie(&app, Problem::unauthorized())),
    }
}

/// Sign out.
///
/// Ends the session of the access token and of the refresh cookie, whichever is sent: every token of it is refused from
/// the next request on. A session that has ended already is no error, a token that was never ours is.
#[utoipa::path(
    post, path = "/api/auth/sign-out", operation_id = "signOut", tag = "Identity",
    params(("karst_refresh" = Option<String>, Cookie, description = "The refresh token, as signing in set it.")),
    responses(
        (status = 204, description = "Signed out.",
            headers(("set-cookie" = String, description = "Takes `karst_refresh` back."))),
        (status = 401, body = Problem, content_type = "application/problem+json",
            description = "The token is not one of this guide."),
        (status = 403, body = Problem, content_type = "application/problem+json",
            description = "The page of another site sent this."),
    ),
    security((), ("bearer" = [])),
)]
pub async fn sign_out(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    _origin: SameOrigin,
    audit: AuditContext,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.finish()?;
    let (token, refresh) = (bearer(&headers), cookie::refresh_token(&headers));
    let session = token.as_ref().ok().copied().flatten().and_then(|token| app.identity.session_of(token));
    let is_token_valid = matches!(token, Ok(None)) || session.is_some();
    if !is_token_valid && refresh.is_none() {
        return Err(Problem::unauthorized());
    }
    app.identity.sign_out(&app.db, (session, refresh), audit).await?;
    Ok(without_cookie(&app, StatusCode::NO_CONTENT))
}

/// The keys that access tokens can be verified with (JWKS).
///
/// They are EdDSA keys. A service beside the guide that checks tokens by itself reads them from here and picks by `kid`.
#[utoipa::path(
    get, path = "/api/auth/jwks", operation_id = "getKeys", tag = "Identity",
    responses((status = 200, body = PublicKeys, description = "All keys in use, newest first.")),
)]
pub async fn get_keys(State(app): State<App>, query: Query) -> Result<Json<PublicKeys>, Problem> {
    query.finish()?;
    Ok(Json(PublicKeys { keys: app.identity.public_keys().iter().map(Into::into).collect() }))
}

/// How one signs in to this guide.
///
/// Read it before showing a form: `provider` says who keeps the accounts, the rest which ways in there are.
#[utoipa::path(
    get, path = "/api/firebase-config", operation_id = "getSignInConfig", tag = "Identity",
    responses((status = 200, body = ConfigView, description = "Who keeps the accounts, and what a password needs.")),
)]
pub async fn get_sign_in_config(State(app): State<App>, query: Query) -> Result<Json<ConfigView>, Problem> {
    query.finish()?;
    let mail = app.outbox.has_server();
    Ok(Json(match &app.firebase {
        None => ConfigView::builtin(&app.federated, mail),
        Some(firebase) => ConfigView::firebase(&firebase.config, mail),
    }))
}

/// The response to a sign-in: the access token, and the cookie with the refresh token.
pub fn signed_in(app: &App, status: StatusCode, session: &Session) -> Response {
    let mut response = (status, Json(SessionView::from(session))).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(refresh) = &session.refresh {
        response.headers_mut().append(header::SET_COOKIE, cookie::set_refresh(refresh, &app.public_url));
    }
    response
}

/// The response with a header that deletes the refresh cookie.
pub fn without_cookie(app: &App, response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().append(header::SET_COOKIE, cookie::clear_refresh(&app.public_url));
    response
}
