//! Sign-in, sign-up and sessions of the built-in identity provider, and the sign-in configuration.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::cookie;
use super::dto::{JsonWebKeySet, SessionResponse, SignInConfigResponse};
use super::requests::{SignInRequest, SignUpRequest};
use super::second_factor::no_store_json;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, NewAccount, SessionId};
use crate::auth::domain::builtin::provider::{IssuedAccessToken, SignInAttempt};
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session::{self, ActiveSession};
use crate::auth::domain::{accounts, email};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::{Client, RequireBuiltinProvider, SameOrigin, SessionAccount, bearer_token};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::http::sign_in_problem::email_in_use_problem;
use crate::jobs::outbox::{self, EmailKind};

/// Sign in with email address and password.
///
/// The refresh token is set as an HttpOnly cookie. The response is the same for an unknown address, a wrong password
/// and a deactivated account. An account with a second factor also requires `code`. If only the code is missing or
/// wrong, the `type` of the problem is `/problems/second-factor-required`.
#[utoipa::path(
    post, path = "/api/auth/sign-in", tag = "Identity", security(()),
    request_body = SignInRequest,
    responses(
        (status = 200, body = SessionResponse, description = "The user is signed in.",
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only."))),
        (status = 401, description = "The email address or the password is wrong, or a code is required."),
        (status = 403, description = "The request comes from another site."),
        (status = 429, description = "Too many failed attempts."),
    ),
)]
pub async fn sign_in(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    _origin: SameOrigin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SignInRequest>,
) -> Result<Response, Problem> {
    let SignInRequest { email, password, code } = &form.0;
    let (code, client_address, user_agent) = (code.as_deref(), client.address, client.user_agent.as_str());
    let attempt = SignInAttempt { email, password, code, client_address, user_agent };
    let session = app.auth.builtin.sign_in(&app.db, attempt, audit, app.clock.now()).await?;
    Ok(sign_in_response(&app, StatusCode::OK, &session))
}

/// Renew the session.
///
/// Exchanges the refresh cookie for an access token and a new refresh cookie. A used cookie is accepted for 30 seconds
/// more, because two tabs may send it at once. If the new cookie is never used, the old one is accepted for 24 hours,
/// because the response may have been lost. A later use of the old cookie ends the session.
#[utoipa::path(
    post, path = "/api/auth/refresh", tag = "Identity", security(()),
    params(("karst_refresh" = Option<String>, Cookie, description = "The refresh token of the sign-in.")),
    responses(
        (status = 200, body = SessionResponse, description = "The session was renewed.",
            headers(("set-cookie" = Option<String>, description = "`karst_refresh`: the next refresh token."))),
        (status = 401, description = "There is no session, or it has ended."),
        (status = 403, description = "The request comes from another site."),
    ),
)]
pub async fn refresh_session(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    _origin: SameOrigin,
    audit: AuditContext,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Some(refresh) = cookie::refresh_token(&headers) else { return Err(Problem::unauthorized()) };
    match app.auth.builtin.refresh(&app.db, refresh, audit, app.clock.now()).await? {
        Some(session) => Ok(sign_in_response(&app, StatusCode::OK, &session)),
        // An invalid cookie is deleted.
        None => Ok(delete_refresh_cookie(&app, Problem::unauthorized())),
    }
}

/// Sign out.
///
/// Ends the sessions of the access token and of the refresh cookie, whichever are sent; their tokens are refused from
/// the next request on. A session that has already ended is not an error. The response is 401 if this guide did not
/// issue the access token and no refresh cookie is sent.
#[utoipa::path(
    post, path = "/api/auth/sign-out", tag = "Identity", security((), ("bearer" = [])),
    params(("karst_refresh" = Option<String>, Cookie, description = "The refresh token of the sign-in.")),
    responses(
        (status = 204, description = "The session has ended.",
            headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`."))),
        (status = 401, description = "This guide did not issue the access token, and no refresh cookie was sent."),
        (status = 403, description = "The request comes from another site."),
    ),
)]
pub async fn sign_out(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    _origin: SameOrigin,
    audit: AuditContext,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (token, refresh) = (bearer_token(&headers), cookie::refresh_token(&headers));
    let session = match token {
        Ok(Some(token)) => app.auth.builtin.session_and_account_ids_ignoring_expiry(token),
        _ => None,
    };
    let is_token_absent_or_valid = matches!(token, Ok(None)) || session.is_some();
    if !is_token_absent_or_valid && refresh.is_none() {
        return Err(Problem::unauthorized());
    }
    app.auth.builtin.sign_out(&app.db, (session, refresh), audit).await?;
    Ok(delete_refresh_cookie(&app, StatusCode::NO_CONTENT))
}

/// Create an account.
///
/// The new account is signed in and receives an email to verify its address. Its display name is the first and the last
/// name, separated by a space. If the address is already in use, the response is 422. Every request counts toward the
/// rate limit.
#[utoipa::path(
    post, path = "/api/auth/sign-up", tag = "Identity", security(()),
    request_body = SignUpRequest,
    responses(
        (status = 201, body = SessionResponse, description = "The account was created and is signed in.",
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only."))),
        (status = 403, description = "The request comes from another site."),
        (status = 429, description = "Too many attempts."),
    ),
)]
pub async fn sign_up(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    _origin: SameOrigin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SignUpRequest>,
) -> Result<Response, Problem> {
    let session = create_account_and_session(&app, &client, audit, form.0).await?;
    Ok(sign_in_response(&app, StatusCode::CREATED, &session))
}

/// Creates the account and its first session, and queues the verification email, in one write. Errors: 422 for `email`
/// if an account has the address; 429 if the rate limit of sign-ups is exceeded.
pub async fn create_account_and_session(
    app: &App,
    client: &Client,
    audit: AuditContext,
    form: SignUpRequest,
) -> Result<IssuedAccessToken, Problem> {
    let now = app.clock.now();
    let limiter = &app.auth.builtin.sign_up_limiter;
    limiter.count_attempt(&app.db, RateLimitKey::Email(&form.email), client.address, now).await?;
    let hash = app.auth.builtin.password_workers.hash(&form.password).await?;
    let new_account = NewAccount {
        email: email::normalize(&form.email),
        first_name: form.first_name.trim().to_owned(),
        last_name: form.last_name.trim().to_owned(),
        is_active: true,
        password_hash: Some(hash),
        ..NewAccount::default()
    };
    let (policy, user_agent) = (app.auth.builtin.policy().clone(), client.user_agent.clone());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let email = new_account.email.clone();
            let id = accounts::add(tx, new_account, now).await.map_err(map_email_conflict)?;
            outbox::add(tx, (EmailKind::Verify, &email, Some(&id)), now).await?;
            let session = policy.record_sign_in_and_start_session(tx, &id, &user_agent, now).await?;
            audit.with_actor(&session.account).log_created(tx, &session.account).await?;
            Ok::<_, WriteError>(session)
        })
    });
    let session = work.await?;
    app.outbox.notify();
    Ok(app.auth.builtin.issue_access_token(session, now)?)
}

/// Maps an address that another account has to 422 for `email`.
pub fn map_email_conflict(error: StoreError) -> WriteError {
    match error {
        StoreError::UniqueViolation => email_in_use_problem().into(),
        other => other.into(),
    }
}

/// List the caller's sessions.
///
/// The most recently used session comes first.
#[utoipa::path(
    get, path = "/api/auth/sessions", tag = "Identity",
    responses((status = 200, body = Vec<ActiveSession>)),
)]
pub async fn list_sessions(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    caller: SessionAccount,
    _: NoQuery,
) -> Result<Json<Vec<ActiveSession>>, Problem> {
    Ok(Json(session::all(&app.db, &caller.account.id, caller.session.as_ref(), app.clock.now()).await?))
}

/// End a session.
///
/// Its tokens are refused from the next request on. The session of the request can be ended too.
#[utoipa::path(
    delete, path = "/api/auth/sessions/{id}", tag = "Identity",
    params(("id" = String, Path, description = "The id of the session.")), responses((status = 204)),
)]
pub async fn revoke_session(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    caller: SessionAccount,
    audit: AuditContext,
    Path(id): Path<String>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    end_session_by_id(&app, audit, caller.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a session of this account. 404 if the account has no such session.
pub async fn end_session_by_id(app: &App, audit: AuditContext, account: Account, id: String) -> Result<(), Problem> {
    let session_not_found = || Problem::not_found("This session does not exist");
    if id.contains('\0') {
        return Err(session_not_found());
    }
    let id = SessionId(id);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !session::end(tx, &account.id, &id).await? {
                return Err(WriteError::from(session_not_found()));
            }
            Ok(audit.log_action_on(tx, &account).await?)
        })
    });
    Ok(work.await?)
}

/// End all sessions.
///
/// All sessions of the account end, including that of the request. If Firebase manages the accounts, tokens of earlier
/// sign-ins are refused.
#[utoipa::path(
    post, path = "/api/auth/sign-out-everywhere", tag = "Identity",
    responses(
        (status = 204, description = "All sessions have ended.",
            headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`."))),
    ),
)]
pub async fn sign_out_everywhere(
    State(app): State<App>,
    _origin: SameOrigin,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<Response, Problem> {
    let (account, now) = (caller.account, app.clock.now());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            session::end_all(tx, &account.id).await?;
            accounts::invalidate_firebase_tokens(tx, &account.id, now).await?;
            audit.log_action_on(tx, &account).await
        })
    });
    work.await?;
    Ok(delete_refresh_cookie(&app, StatusCode::NO_CONTENT))
}

/// Get the public keys of access tokens (JWKS).
///
/// The keys are EdDSA keys. A service that verifies access tokens itself reads them here and selects one by `kid`.
#[utoipa::path(
    get, path = "/api/auth/jwks", tag = "Identity", security(()),
    responses((status = 200, body = JsonWebKeySet, description = "All current keys, newest first.")),
)]
pub async fn get_keys(State(app): State<App>, _: NoQuery) -> Result<Json<JsonWebKeySet>, Problem> {
    Ok(Json(JsonWebKeySet { keys: app.auth.builtin.public_keys().iter().map(Into::into).collect() }))
}

/// Get the configuration of sign-in.
///
/// Read it before showing a form: `provider` is the identity provider that manages the accounts, and the other fields
/// list the ways to sign in.
#[utoipa::path(
    get, path = "/api/firebase-config", tag = "Identity", security(()),
    responses(
        (status = 200, body = SignInConfigResponse, description = "The identity provider, the ways to sign in, and the rule of passwords."),
    ),
)]
pub async fn get_sign_in_config(State(app): State<App>, _: NoQuery) -> Result<Json<SignInConfigResponse>, Problem> {
    let has_mail = app.outbox.has_mail_server();
    Ok(Json(match &app.auth.firebase {
        None => SignInConfigResponse::builtin(&app.auth.federated, has_mail),
        Some(firebase) => SignInConfigResponse::firebase(&firebase.config, has_mail),
    }))
}

/// The response to a sign-in or a refresh: the access token, and the cookie with the refresh token. The cookie is
/// absent if the client already has the refresh token.
pub fn sign_in_response(app: &App, status: StatusCode, session: &IssuedAccessToken) -> Response {
    let mut response = (status, no_store_json(SessionResponse::from(session))).into_response();
    if let Some(token) = &session.refresh_token {
        response.headers_mut().append(header::SET_COOKIE, cookie::refresh_cookie_header(Some(token), &app.public_url));
    }
    response
}

/// Adds headers to `response` that delete the refresh cookie and forbid storing the response.
pub fn delete_refresh_cookie(app: &App, response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().append(header::SET_COOKIE, cookie::refresh_cookie_header(None, &app.public_url));
    response
}
