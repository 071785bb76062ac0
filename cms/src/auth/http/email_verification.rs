//! Verifies the email address of an account.

use axum::extract::State;
use axum::http::StatusCode;

use super::errors::{as_field_error, invalid_link};
use super::forms::VerificationRequest;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, Purpose};
use crate::auth::domain::model::Account;
use crate::auth::domain::store;
use crate::http::app::App;
use crate::http::auth::caller::{OptionalAccount, RequireLocalIdentity, SessionAccount};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{FieldError, Problem};
use crate::http::server::client::Client;
use crate::jobs::outbox::{self, Kind};

/// The lifetime of a link to verify an address, in seconds: three days.
pub const LINK_S: i64 = 3 * 24 * 3600;

/// Send an email to verify the caller's address.
///
/// If the address is already verified, nothing is sent.
#[utoipa::path(
    post, path = "/api/auth/verification", operation_id = "requestVerification", tag = "Identity",
    security(("bearer" = [])),
    responses(
        (status = 202, description = "The email was queued, unless the address is already verified."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_verification(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let (now, account) = (app.clock.now(), caller.account);
    if !account.is_email_verified {
        app.identity.emails.count(&app.db, RateLimitKey::Email(&account.email), client.address, now).await?;
    }
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let is_queued = account.is_email_verified
                || outbox::add(tx, (Kind::Verify, &account.email, Some(&account.id)), now).await?;
            match is_queued {
                true => Ok(audit.log_touched(tx, &account).await?),
                false => Err(outbox_is_full()),
            }
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(StatusCode::ACCEPTED)
}

/// 503: the outbox is full.
pub fn outbox_is_full() -> WriteError {
    let message = "Too many emails are waiting to be sent. Please try again later.";
    Problem { wait_s: Some(60), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, message) }.into()
}

/// Confirm an email address with the link of an email.
///
/// The link proves that the caller reads the mailbox. A caller who is not signed in to the account must also send its
/// `password`. Otherwise the owner of the mailbox could confirm an account that someone else created.
#[utoipa::path(
    post, path = "/api/auth/verification/confirm", operation_id = "confirmVerification", tag = "Identity",
    request_body = VerificationRequest,
    responses(
        (status = 204, description = "The email address is verified."),
        (status = 429, description = "Too many wrong guesses."),
    ),
    security((), ("bearer" = [])),
)]
pub async fn confirm_verification(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    client: Client,
    caller: OptionalAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<VerificationRequest>,
) -> Result<StatusCode, Problem> {
    confirm(&app, &caller, (&client, audit), form.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Uses up the link and verifies the address. 422 for `token` if the link is invalid; 422 for `password` if the caller
/// is not signed in to the account and the password is missing or wrong, or the account has none.
pub async fn confirm(
    app: &App,
    caller: &OptionalAccount,
    (client, audit): (&Client, AuditContext),
    form: VerificationRequest,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let VerificationRequest { token, password } = form;
    let account = ticket::holder(&app.db, &token, Purpose::Verify, now).await?.ok_or_else(invalid_link)?;
    // The reader of the mailbox may not have chosen the password: anybody can sign up with any address. Without this
    // check the owner of the mailbox would confirm a foreign account by following the link (R308).
    let wrong_password = |error| as_field_error("password", "The password is incorrect", error);
    let hash = if caller.0.as_ref().is_some_and(|caller| caller.id == account.id) {
        None
    } else if !account.has_password {
        let message = "This account has no password. Please sign in to it first, then follow the link again.";
        return Err(Problem::invalid(vec![FieldError::new("password", message)]));
    } else if let Some(password) = password.filter(|password| !password.is_empty()) {
        let hash = app.identity.verify_password(&app.db, &account, (&password, client.address), now).await;
        Some(hash.map_err(wrong_password)?)
    } else {
        return Err(Problem::invalid(vec![FieldError::new("password", "Password is required")]));
    };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let Some(redeemed) = ticket::redeem(tx, &token, Purpose::Verify, now).await? else {
                return Err(WriteError::from(invalid_link()));
            };
            let before = redeemed.account;
            let account = Account { is_email_verified: true, ..before.clone() };
            if let Some(hash) = hash
                && !session::lock_if_password_unchanged(tx, &account.id, &hash).await?
            {
                return Err(wrong_password(SignInError::InvalidCredentials).into());
            }
            store::change(tx, &account, now).await?;
            audit.by(&account).log_updated(tx, &before, &account).await?;
            Ok(ticket::forget(tx, &account.id, Purpose::Verify).await?)
        })
    });
    Ok(work.await?)
}
