//! Federated sign-in: the redirect to an identity provider, and its callback.

use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde_json::json;

use super::{cookie, return_path};
use crate::audit::log::{AuditContext, AuditDescription, AuditRecordKind as AuditKind, AuditSubject};
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::builtin::provider::IssuedAccessToken;
use crate::auth::domain::builtin::rate_limit::RetryAfter;
use crate::auth::domain::builtin::session::StartedOrRenewedSession;
use crate::auth::domain::federated::failure::{FederatedSignInError, FederatedSignInFailure};
use crate::auth::domain::federated::link as links;
use crate::auth::domain::federated::model::{FederatedIdentity, FederatedProvider};
use crate::auth::domain::federated::providers::{AuthorizationRequest, CallbackParams};
use crate::auth::pages::callback;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::{Client, RequireBuiltinProvider, SameOrigin, SessionAccount};
use crate::http::input::query_string::{NoQuery, Query};
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, EmailKind};

/// Start a sign-in with an identity provider.
///
/// Open this URL in a new window, or link to it. The response redirects to the provider, which redirects back to this
/// guide, which then continues to `returnTo`. A short-lived cookie binds the sign-in to this browser.
#[utoipa::path(
    get, path = "/api/auth/federated/{provider}/start", tag = "Identity", security(()),
    params(
        ("provider" = FederatedProvider, Path, description = "A provider that `/api/firebase-config` lists in `federated`."),
        ("returnTo" = Option<String>, Query, description = "The path of this guide to continue to, such as `/explore?category=cave`. By default, staff continue to the console, others to the home page."),
    ),
    responses(
        (status = 303, description = "Redirect to the provider.", headers(
            ("location" = String, description = "The URL of the provider's sign-in page."),
            ("set-cookie" = String, description = "`karst_federated`: binds the sign-in to this browser."))),
        (status = 403, description = "The request comes from another site."),
        (status = 429, description = "Too many attempts. The body is a page for people.", content_type = "text/html",
            body = String, headers(("retry-after" = i64, description = "The number of seconds to wait."))),
        (status = 503, description = "The provider is unavailable. The body is a page for people.",
            content_type = "text/html", body = String),
    ),
)]
pub async fn start_federated_sign_in(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    _origin: SameOrigin,
    client: Client,
    Path(provider): Path<String>,
    mut query: Query,
) -> Result<Response, Problem> {
    let requested_path = query.take("returnTo").unwrap_or_default();
    query.finish()?;
    let provider = configured_provider(&app, &provider)?;
    let return_to = return_path::validate(&requested_path);
    match app.auth.federated.start_authorization(&app.db, provider, (return_to, client.address), app.clock.now()).await
    {
        Ok(request) => Ok(redirect_to_provider(&app, &request)),
        Err(error) => Ok(failure_page(&app, return_to, &error).await),
    }
}

/// Complete a sign-in with an identity provider.
///
/// The provider redirects to this URL. The response is a page that reports the result to the window that opened it, and
/// closes. The result is `{ok: true}` or `{ok: false, code}` in the BroadcastChannel `karst-sign-in`. Without such a
/// window the page continues to `returnTo`. After a sign-in, the browser has the refresh cookie. An account with a
/// second factor cannot sign in with this call; it requires the password.
#[utoipa::path(
    get, path = "/api/auth/federated/{provider}/callback", tag = "Identity", security(()),
    params(
        ("provider" = FederatedProvider, Path, description = "The identity provider."),
        ("state" = Option<String>, Query, description = "The `state` of the sign-in."),
        ("code" = Option<String>, Query, description = "The authorization code, which the server exchanges for the identity."),
        ("error" = Option<String>, Query, description = "The error code of the provider, if there is no authorization code."),
        ("iss" = Option<String>, Query, description = "The issuer identifier of the provider (RFC 9207)."),
        ("karst_federated" = Option<String>, Cookie, description = "The cookie that `startFederatedSignIn` set."),
    ),
    responses(
        (status = 200, description = "The user is signed in.", content_type = "text/html", body = String,
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only.")),
            example = json!("<!DOCTYPE html><title>Signed in</title>…")),
        (status = 403, description = "The sign-in failed. The body is a page with the reason.", content_type = "text/html", body = String),
        (status = 503, description = "The provider is unavailable. The body is a page for people.",
            content_type = "text/html", body = String),
    ),
)]
pub async fn complete_federated_sign_in(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    audit: AuditContext,
    Path(provider): Path<String>,
    headers: HeaderMap,
    query: Result<UrlQuery<CallbackParams>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let provider = configured_provider(&app, &provider)?;
    // A malformed query string counts as blank: it identifies no sign-in, so the response is the failure page.
    let UrlQuery(params) = query.unwrap_or_default();
    let jar = CookieJar::from_headers(&headers);
    let browser_secret = jar.get(cookie::FEDERATED_SIGN_IN_COOKIE.0).map(|cookie| cookie.value()).unwrap_or_default();
    let now = app.clock.now();
    let flow = match app.auth.federated.redeem(&app.db, provider, (&params.state, browser_secret), now).await {
        Ok(flow) => flow,
        Err(error) => return Ok(failure_page(&app, return_path::NO_RETURN_PATH, &error).await),
    };
    // The return path was checked when the sign-in started. It is checked again here, where the redirect happens
    // (R314).
    let return_to = return_path::validate(&flow.return_to);
    let result = match app.auth.federated.authenticate(provider, &params, &flow, now).await {
        Ok(identity) => sign_in(&app, &client, &audit, identity).await,
        Err(failure) => Err(failure.into()),
    };
    let mut response = match &result {
        Ok(session) => {
            let mut response = callback::success_page(&app, return_path::resolve(return_to, &session.account)).await;
            if let Some(token) = &session.refresh_token {
                let cookie = cookie::refresh_cookie_header(Some(token), &app.public_url);
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(error) => failure_page(&app, return_to, error).await,
    };
    response.headers_mut().append(header::SET_COOKIE, cookie::federated_sign_in_cookie_header(None, &app.public_url));
    Ok(response)
}

/// Unlink an identity provider from the caller's account.
///
/// The response is 409 if the account has no other way to sign in.
#[utoipa::path(
    delete, path = "/api/auth/federated/{provider}", tag = "Identity",
    params(("provider" = FederatedProvider, Path, description = "A provider that the account lists in `federated`.")),
    responses(
        (status = 204, description = "The provider was unlinked."),
        (status = 409, description = "It is the only way to sign in, or Firebase manages the accounts of this guide."),
    ),
)]
pub async fn unlink_federated(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    caller: SessionAccount,
    audit: AuditContext,
    Path(provider): Path<String>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let provider_not_linked = || Problem::not_found("This account does not have this sign-in method");
    let provider = FederatedProvider::parse(&provider).ok_or_else(provider_not_linked)?;
    let offered_providers = app.auth.federated.configured_providers();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = accounts::get_for_update(tx, &caller.account.id).await?.ok_or(StoreError::NotFound)?;
            let identities = links::all_within(tx, &account.id).await?;
            let before: Vec<FederatedProvider> =
                identities.iter().filter_map(|link| link.provider.federated_provider()).collect();
            if !before.contains(&provider) {
                return Err(WriteError::from(provider_not_linked()));
            }
            let is_alternative = |other: &FederatedProvider| *other != provider && offered_providers.contains(other);
            if !account.has_password && !before.iter().any(is_alternative) {
                let message = "This is your only way to sign in. Choose a password first, using \"Forgot password?\".";
                return Err(Problem::conflict(Code::OnlySignInMethod, message).into());
            }
            links::remove(tx, &account.id, provider.into()).await?;
            let after = before.iter().copied().filter(|other| *other != provider).collect();
            let linked_providers = |federated| LinkedProviders { account: &account, federated };
            Ok(audit.log_updated(tx, &linked_providers(before), &linked_providers(after)).await?)
        })
    });
    work.await?;
    Ok(StatusCode::NO_CONTENT)
}

struct LinkedProviders<'a> {
    account: &'a Account,
    federated: Vec<FederatedProvider>,
}

impl AuditSubject for LinkedProviders<'_> {
    const KIND: AuditKind = AuditKind::User;

    fn describe(&self) -> AuditDescription {
        AuditDescription { fields: json!({ "federated": self.federated }), ..self.account.describe() }
    }
}

/// The provider with this name in a URL. Errors: 404 if the name is unknown or the provider is not configured.
fn configured_provider(app: &App, provider_name: &str) -> Result<FederatedProvider, Problem> {
    let provider = FederatedProvider::parse(provider_name).filter(|provider| app.auth.federated.has(*provider));
    provider.ok_or_else(|| Problem::not_found("This guide does not offer this way to sign in"))
}

fn redirect_to_provider(app: &App, request: &AuthorizationRequest) -> Response {
    let mut headers = HeaderMap::new();
    // A serialized URL is always a valid header value, so the fallback is never used.
    let location = HeaderValue::from_str(&request.url).unwrap_or(HeaderValue::from_static("/login"));
    headers.insert(header::LOCATION, location);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The provider must not learn the page from which the sign-in started.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let cookie = cookie::federated_sign_in_cookie_header(Some(&request.browser_secret), &app.public_url);
    headers.append(header::SET_COOKIE, cookie);
    (StatusCode::SEE_OTHER, headers).into_response()
}

async fn failure_page(app: &App, return_to: &str, error: &FederatedSignInError) -> Response {
    let failure = error.failure();
    let status = match failure {
        FederatedSignInFailure::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        FederatedSignInFailure::ProviderUnavailable | FederatedSignInFailure::Internal => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        _ => StatusCode::FORBIDDEN,
    };
    if let FederatedSignInError::Store(cause) = error {
        tracing::error!(error = %crate::common::error_chain::display(cause), "failed to complete a federated sign-in");
    }
    let mut response = callback::failure_page(app, status, return_to, failure).await;
    let wait_s = match error {
        FederatedSignInError::RateLimited(RetryAfter(seconds)) => *seconds,
        _ => 5,
    };
    if status != StatusCode::FORBIDDEN {
        response.headers_mut().insert(header::RETRY_AFTER, wait_s.into());
    }
    response
}

/// Finds or creates the account of `identity` and starts a session, in one write.
async fn sign_in(
    app: &App,
    client: &Client,
    audit: &AuditContext,
    identity: FederatedIdentity,
) -> Result<IssuedAccessToken, FederatedSignInError> {
    let started_session = match link_account_and_start_session(app, client, audit, &identity).await {
        // A concurrent request stored the same identity: the second try finds it.
        Err(FederatedSignInError::Store(StoreError::UniqueViolation)) => {
            link_account_and_start_session(app, client, audit, &identity).await
        }
        result => result,
    };
    let session = app.auth.builtin.issue_access_token(started_session?, app.clock.now())?;
    app.outbox.notify();
    Ok(session)
}

async fn link_account_and_start_session(
    app: &App,
    client: &Client,
    audit: &AuditContext,
    identity: &FederatedIdentity,
) -> Result<StartedOrRenewedSession, FederatedSignInError> {
    let (now, policy) = (app.clock.now(), app.auth.builtin.policy().clone());
    let (identity, user_agent, audit) = (identity.clone(), client.user_agent.clone(), audit.clone());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let outcome = links::find_or_create_linked_account(tx, &identity, now).await?;
            let id = &outcome.account.id;
            if !outcome.account.is_active {
                return Err(FederatedSignInFailure::Deactivated.into());
            }
            // A federated sign-in has no form for the code of the second factor. An account with a second factor must
            // therefore sign in with its password.
            policy.require_second_factor_code(tx, id, None, now).await?;
            if outcome.needs_verification_email {
                outbox::add(tx, (EmailKind::Verify, &outcome.account.email, Some(id)), now).await?;
            }
            let session = policy.record_sign_in_and_start_session(tx, id, &user_agent, now).await?;
            audit.with_actor(&session.account).log_upserted(tx, outcome.before.as_ref(), &session.account).await?;
            Ok(session)
        })
    });
    work.await
}
