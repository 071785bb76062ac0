//! Requests and redeems the links that verify the email address of an account or set its password.

use axum::extract::State;
use axum::http::StatusCode;

use super::account::{verify_password_field, wrong_password};
use super::requests::{NewPasswordRequest, PasswordResetRequest, VerificationRequest};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::auth::domain::api_token::store as api_tokens;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, RedeemedTicket, TicketPurpose};
use crate::auth::domain::federated::link as links;
use crate::auth::domain::{accounts, email};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::{Client, OptionalAccount, RequireBuiltinProvider, SessionAccount};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::http::sign_in_problem::invalid_email_link_problem;
use crate::jobs::outbox::{self, EmailKind};

/// The lifetime of a link to verify an address, in seconds: three days.
pub const VERIFICATION_LINK_LIFETIME_S: i64 = 3 * 24 * 3600;

/// Send an email to verify the caller's address.
///
/// If the address is already verified, nothing is sent.
#[utoipa::path(
    post, path = "/api/auth/verification", tag = "Identity",
    responses(
        (status = 202, description = "The email was queued, unless the address is already verified."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_verification(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let (now, account) = (app.clock.now(), caller.account);
    if !account.is_email_verified {
        let limiter = &app.auth.builtin.email_limiter;
        limiter.count_attempt(&app.db, RateLimitKey::Email(&account.email), client.address, now).await?;
    }
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let is_queued = account.is_email_verified
                || outbox::add(tx, (EmailKind::Verify, &account.email, Some(&account.id)), now).await?;
            match is_queued {
                true => Ok(audit.log_action_on(tx, &account).await?),
                false => Err(WriteError::from(Problem::outbox_full())),
            }
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(StatusCode::ACCEPTED)
}

/// Confirm an email address with the link from an email.
///
/// The link proves that the caller reads the mailbox. A caller who is not signed in to the account must also send its
/// `password`. Otherwise the owner of the mailbox could confirm an account that someone else created.
#[utoipa::path(
    post, path = "/api/auth/verification/confirm", tag = "Identity", security((), ("bearer" = [])),
    request_body = VerificationRequest,
    responses(
        (status = 204, description = "The email address is verified."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn confirm_verification(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    caller: OptionalAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<VerificationRequest>,
) -> Result<StatusCode, Problem> {
    verify_email_address(&app, &caller, (&client, audit), form.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Redeems the link of `form.token` and verifies the email address of its account. A caller who is not signed in to the
/// account must also send its password.
///
/// Errors: 422 for `token` if the link is invalid. 422 for `password` if a required password is missing or wrong, or if
/// the account has none. 429 after too many wrong passwords.
pub async fn verify_email_address(
    app: &App,
    caller: &OptionalAccount,
    (client, audit): (&Client, AuditContext),
    form: VerificationRequest,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let VerificationRequest { token, password } = form;
    let account = ticket::account_of_ticket(&app.db, &token, TicketPurpose::Verify, now).await?;
    let account = account.ok_or_else(invalid_email_link_problem)?;
    // Anyone can sign up with any address, so the owner of the mailbox may not have created the account. Without this
    // check, following the link would verify an account whose password another person knows (R308).
    let hash = if caller.0.as_ref().is_some_and(|caller| caller.id == account.id) {
        None
    } else if !account.has_password {
        let message = "This account has no password. Please sign in to it first, then follow the link again.";
        return Err(Problem::invalid_field(Code::AccountHasNoPassword, "password", message));
    } else {
        let password = password.filter(|password| !password.is_empty());
        Some(verify_password_field(app, client, &account, ("password", password)).await?)
    };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let redeemed = ticket::redeem(tx, &token, TicketPurpose::Verify, now).await?;
            let before = redeemed.ok_or_else(invalid_email_link_problem)?.account;
            let account = Account { is_email_verified: true, ..before.clone() };
            if let Some(hash) = hash
                && !session::lock_if_password_unchanged(tx, &account.id, &hash).await?
            {
                return Err(WriteError::from(wrong_password("password")));
            }
            accounts::store_changes(tx, &account, now).await?;
            audit.with_actor(&account).log_updated(tx, &before, &account).await?;
            Ok(ticket::invalidate(tx, &account.id, TicketPurpose::Verify).await?)
        })
    });
    Ok(work.await?)
}

/// Send an email with a link to reset the password.
///
/// The response does not depend on whether the address has an account.
#[utoipa::path(
    post, path = "/api/auth/password-reset", tag = "Identity", security(()),
    request_body = PasswordResetRequest,
    responses(
        (status = 202, description = "If an active account has this address, an email to it was queued."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_password_reset(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<PasswordResetRequest>,
) -> Result<StatusCode, Problem> {
    queue_password_reset_email(&app, (&client, audit), &form.0.email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Queues the email with the reset link if an active account has the address `typed_email`. A request for an unknown
/// address runs the same write and gets the same response (R312), but leaves no email in the outbox. The audit log does
/// not record an unknown address, because people sometimes type a password into the field.
///
/// Errors: 429 if the rate limit of emails is exceeded; 503 if the outbox is full.
pub async fn queue_password_reset_email(
    app: &App,
    (client, audit): (&Client, AuditContext),
    typed_email: &str,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let limiter = &app.auth.builtin.email_limiter;
    limiter.count_attempt(&app.db, RateLimitKey::Email(typed_email), client.address, now).await?;
    let email = email::normalize(typed_email);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = accounts::by_email_within(tx, &email).await?.filter(|account| account.is_active);
            let id = account.as_ref().map(|account| &account.id);
            if !outbox::add_without_revealing_account(tx, (EmailKind::Reset, &email, id), now).await? {
                return Err(WriteError::from(Problem::outbox_full()));
            }
            match &account {
                Some(account) => audit.log_action_on(tx, account).await?,
                None => audit.log_action(tx).await?,
            }
            Ok(())
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(())
}

/// Set a new password with a link from an email or from an admin.
///
/// The link can be used once. All sessions of the account end, its API tokens are revoked, and its other links become
/// invalid. A link that was emailed also verifies the address. If the address was not verified before, such a link
/// removes the second factor and unlinks all identity providers. A link from an admin does not verify the address. If
/// the address is not verified, such a link unlinks all identity providers, but the second factor stays.
#[utoipa::path(
    post, path = "/api/auth/password-reset/confirm", tag = "Identity", security(()),
    request_body = NewPasswordRequest,
    responses((status = 204, description = "The password was set; sign in with it.")),
)]
pub async fn confirm_password_reset(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<NewPasswordRequest>,
) -> Result<StatusCode, Problem> {
    let NewPasswordRequest { token, password } = form.0;
    reset_password(&app, audit, (token, &password)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets the password of the account to which the link of `token` belongs. [`confirm_password_reset`] describes the
/// other effects. Errors: 422 for `token` if the link is invalid.
pub async fn reset_password(app: &App, audit: AuditContext, (token, password): (String, &str)) -> Result<(), Problem> {
    let now = app.clock.now();
    // The link is checked before the password is hashed. Hashing is expensive, so requests with invented links could
    // otherwise delay sign-ins.
    if ticket::account_of_ticket(&app.db, &token, TicketPurpose::Password, now).await?.is_none() {
        return Err(invalid_email_link_problem());
    }
    let new_hash = app.auth.builtin.password_workers.hash(password).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let redeemed = ticket::redeem(tx, &token, TicketPurpose::Password, now).await?;
            let RedeemedTicket { account: before, is_emailed } = redeemed.ok_or_else(invalid_email_link_problem)?;
            let id = before.id.clone();
            if !before.is_email_verified && is_emailed {
                // The creator of the account never verified the address. The caller has just proved that they read
                // its mailbox. The account therefore becomes the caller's, and its earlier credentials are revoked.
                links::revoke_credentials(tx, &id, now).await?;
                accounts::store_changes(tx, &Account { is_email_verified: true, ..before.clone() }, now).await?;
            } else if !before.is_email_verified {
                // A link from an admin does not verify the address. The second factor, which only staff have, stays:
                // otherwise an admin could remove the second factor of another admin.
                links::remove_all(tx, &id).await?;
            }
            accounts::set_password(tx, &id, Some(&new_hash), now).await?;
            session::end_all(tx, &id).await?;
            api_tokens::revoke_all(tx, &id, now).await?;
            ticket::invalidate(tx, &id, TicketPurpose::Verify).await?;
            ticket::invalidate(tx, &id, TicketPurpose::Password).await?;
            let account = accounts::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            Ok::<_, WriteError>(audit.with_actor(&account).log_updated(tx, &before, &account).await?)
        })
    });
    Ok(work.await?)
}
