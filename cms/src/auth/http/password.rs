//! Changes and resets passwords.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::dto::SessionResponse;
use super::email_verification::outbox_is_full;
use super::errors::{as_field_error, invalid_link};
use super::forms::{NewPasswordRequest, PasswordChangeRequest, PasswordResetRequest};
use super::routes::signed_in;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::{Session, SignInError};
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, Purpose, Redeemed};
use crate::auth::domain::federated::store as links;
use crate::auth::domain::model::Account;
use crate::auth::domain::{account_takeover, email, store};
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::auth::caller::{RequireLocalIdentity, SessionAccount};
use crate::http::auth::origin::SameOrigin;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::http::server::client::Client;
use crate::jobs::outbox::{self, Kind};

/// Change the caller's password.
///
/// All sessions of the account end, its password links become invalid, and the response starts a new session.
#[utoipa::path(
    put, path = "/api/auth/password", operation_id = "changePassword", tag = "Identity", security(("bearer" = [])),
    request_body = PasswordChangeRequest,
    responses(
        (status = 200, body = SessionResponse, description = "The password was changed. The returned session is the only one.",
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only."))),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn change_password(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    (client, audit): (Client, AuditContext),
    _origin: SameOrigin,
    caller: SessionAccount,
    _: NoQuery,
    form: ValidatedJson<PasswordChangeRequest>,
) -> Result<Response, Problem> {
    let session = change(&app, (&client, audit), caller.account, form.0).await?;
    Ok(signed_in(&app, StatusCode::OK, &session))
}

/// Changes the password, ends all sessions of the account and starts a new one. 422 if the current password is wrong.
pub async fn change(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: Account,
    form: PasswordChangeRequest,
) -> Result<Session, Problem> {
    let (now, agent) = (app.clock.now(), client.agent.clone());
    let wrong_password = |error| as_field_error("currentPassword", "The current password is incorrect", error);
    let PasswordChangeRequest { current_password, new_password } = form;
    let hash = app.identity.verify_password(&app.db, &account, (&current_password, client.address), now).await;
    let hash = hash.map_err(wrong_password)?;
    let new_hash = app.identity.passwords.hash(&new_password).await?;
    let policy = app.identity.policy().clone();
    let started = app.db.write(move |tx| {
        Box::pin(async move {
            if !session::lock_if_password_unchanged(tx, &account.id, &hash).await? {
                return Err(WriteError::from(wrong_password(SignInError::InvalidCredentials)));
            }
            store::set_password(tx, &account.id, Some(&new_hash), now).await?;
            session::end_all(tx, &account.id).await?;
            ticket::forget(tx, &account.id, Purpose::Password).await?;
            audit.log_touched(tx, &account).await?;
            Ok(policy.start(tx, &account.id, &agent, now).await?)
        })
    });
    Ok(app.identity.issue_session(started.await?, now)?)
}

/// Send an email with a link to reset the password.
///
/// The response does not depend on whether the address has an account.
#[utoipa::path(
    post, path = "/api/auth/password-reset", operation_id = "requestPasswordReset", tag = "Identity",
    request_body = PasswordResetRequest,
    responses(
        (status = 202, description = "If an active account has this address, an email to it was queued."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_password_reset(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    client: Client,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<PasswordResetRequest>,
) -> Result<StatusCode, Problem> {
    request_reset(&app, (&client, audit), &form.0.email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Puts the email into the outbox if an account has the address. Known and unknown addresses cost the same write and
/// get the same response (R312); an unknown address takes no room in the outbox. The audit log does not record an
/// unknown address, because people sometimes type a password into the field.
pub async fn request_reset(app: &App, (client, audit): (&Client, AuditContext), typed: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    app.identity.emails.count(&app.db, RateLimitKey::Email(typed), client.address, now).await?;
    let email = email::normal(typed);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = store::by_email_within(tx, &email).await?.filter(|account| account.is_active);
            let id = account.as_ref().map(|account| &account.id);
            if !outbox::add_constant_time(tx, (Kind::Reset, &email, id), now).await? {
                return Err(outbox_is_full());
            }
            match &account {
                Some(account) => audit.log_touched(tx, account).await?,
                None => audit.log_action(tx).await?,
            }
            Ok(())
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(())
}

/// Set a new password with the link of an email or of an admin.
///
/// The link can be used once. All sessions of the account end, and its other password links become invalid. A link that
/// was emailed also verifies the address. If the address was not verified before, this removes the second factor and
/// unlinks all identity providers. A link of an admin does not verify the address. If the address is not verified, it
/// unlinks all identity providers, and the second factor stays.
#[utoipa::path(
    post, path = "/api/auth/password-reset/confirm", operation_id = "confirmPasswordReset", tag = "Identity",
    request_body = NewPasswordRequest,
    responses((status = 204, description = "The password was set; sign in with it.")),
)]
pub async fn confirm_password_reset(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<NewPasswordRequest>,
) -> Result<StatusCode, Problem> {
    let NewPasswordRequest { token, password } = form.0;
    reset(&app, audit, (token, &password)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets the password. 422 for `token` if the link is invalid.
pub async fn reset(app: &App, audit: AuditContext, (token, password): (String, &str)) -> Result<(), Problem> {
    let now = app.clock.now();
    // Check the link before hashing: hashing is expensive, and requests with invented links would delay sign-ins.
    if ticket::holder(&app.db, &token, Purpose::Password, now).await?.is_none() {
        return Err(invalid_link());
    }
    let new_hash = app.identity.passwords.hash(password).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let Some(Redeemed { account: before, is_emailed }) =
                ticket::redeem(tx, &token, Purpose::Password, now).await?
            else {
                return Err(WriteError::from(invalid_link()));
            };
            let id = before.id.clone();
            if !before.is_email_verified && is_emailed {
                // The creator of the account never verified the address. The caller has, so the account becomes the
                // caller's.
                account_takeover::revoke_credentials(tx, &id, now).await?;
                store::change(tx, &Account { is_email_verified: true, ..before.clone() }, now).await?;
            } else if !before.is_email_verified {
                // A link from an admin does not verify the address. The second factor, which only staff have, stays:
                // otherwise an admin could bypass another admin's.
                links::remove_all(tx, &id).await?;
            }
            store::set_password(tx, &id, Some(&new_hash), now).await?;
            session::end_all(tx, &id).await?;
            ticket::forget(tx, &id, Purpose::Verify).await?;
            ticket::forget(tx, &id, Purpose::Password).await?;
            let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            Ok(audit.by(&account).log_updated(tx, &before, &account).await?)
        })
    });
    Ok(work.await?)
}
