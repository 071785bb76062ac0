//! Creates accounts.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::dto::SessionResponse;
use super::errors::email_in_use;
use super::forms::SignUpRequest;
use super::routes::signed_in;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::Session;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::email;
use crate::auth::domain::model::Role;
use crate::auth::domain::store::{self, NewAccount};
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::auth::caller::RequireLocalIdentity;
use crate::http::auth::origin::SameOrigin;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::http::server::client::Client;
use crate::jobs::outbox::{self, Kind};

/// Create an account.
///
/// The new account is signed in and receives an email to verify its address. Its display name is the first and the last
/// name, separated by a space. If the address is already in use, the response is 422. Every request counts for the rate
/// limit.
#[utoipa::path(
    post, path = "/api/auth/sign-up", operation_id = "signUp", tag = "Identity",
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
    _local: RequireLocalIdentity,
    client: Client,
    _origin: SameOrigin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SignUpRequest>,
) -> Result<Response, Problem> {
    let session = create_account(&app, &client, audit, form.0).await?;
    Ok(signed_in(&app, StatusCode::CREATED, &session))
}

/// Creates the account and its first session, and queues the verification email, in one write. 422 for `email` if the
/// address has an account.
pub async fn create_account(
    app: &App,
    client: &Client,
    audit: AuditContext,
    form: SignUpRequest,
) -> Result<Session, Problem> {
    let now = app.clock.now();
    app.identity.sign_ups.count(&app.db, RateLimitKey::Email(&form.email), client.address, now).await?;
    let hash = app.identity.passwords.hash(&form.password).await?;
    let new = NewAccount {
        email: email::normal(&form.email),
        first_name: form.first_name.trim().to_owned(),
        last_name: form.last_name.trim().to_owned(),
        role: Role::Viewer,
        is_active: true,
        is_email_verified: false,
        password_hash: Some(hash),
    };
    let (policy, device) = (app.identity.policy().clone(), client.agent.clone());
    let started = app.db.write(move |tx| {
        Box::pin(async move {
            let email = new.email.clone();
            let id = match store::add(tx, new, now).await {
                Err(StoreError::UniqueViolation) => return Err(WriteError::from(email_in_use())),
                result => result?,
            };
            outbox::add(tx, (Kind::Verify, &email, Some(&id)), now).await?;
            let started = policy.start(tx, &id, &device, now).await?;
            audit.by(&started.account).log_created(tx, &started.account).await?;
            Ok(started)
        })
    });
    let started = started.await?;
    app.outbox.notify();
    Ok(app.identity.issue_session(started, now)?)
}
