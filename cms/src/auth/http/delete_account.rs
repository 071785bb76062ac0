//! Deletes the own account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::email_verification::outbox_is_full;
use super::errors::as_field_error;
use super::forms::AccountDeletionRequest;
use super::routes::without_cookie;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, Purpose};
use crate::auth::domain::email;
use crate::auth::domain::model::Account;
use crate::auth::domain::store;
use crate::db::engine::Lock;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::auth::caller::SessionAccount;
use crate::http::auth::origin::SameOrigin;
use crate::http::input::patch::WriteError;
use crate::http::input::query_string::NoQuery;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{FieldError, Problem};
use crate::http::server::client::Client;
use crate::jobs::outbox::{self, Kind};

/// The lifetime of a deletion code, in seconds.
pub const DELETION_CODE_S: i64 = 30 * 60;

/// Delete the caller's account.
///
/// Requires the password. An account without a password sends the code of `requestDeletionCode` instead. An account
/// with neither a password nor an email address needs no confirmation. Deletes the account's sessions, likes and
/// enquiries, and its guestbook entries and comments that are not public. Public ones remain under an abbreviated name,
/// and its places remain without an owner. An email confirms the deletion.
#[utoipa::path(
    delete, path = "/api/auth/account", operation_id = "deleteAccount", tag = "Identity", security(("bearer" = [])),
    request_body = AccountDeletionRequest,
    responses(
        (status = 204, description = "The account was deleted.",
            headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`."))),
        (status = 409, description = "The account is the last admin who can sign in."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn delete_account(
    State(app): State<App>,
    client: Client,
    _origin: SameOrigin,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<AccountDeletionRequest>,
) -> Result<Response, Problem> {
    delete(&app, (&client, audit), caller.account, form.0).await?;
    Ok(without_cookie(&app, StatusCode::NO_CONTENT))
}

/// Send a code to delete an account without a password.
///
/// The code can be used once, within 30 minutes. The response is 409 if the account has a password, which
/// `deleteAccount` then requires.
#[utoipa::path(
    post, path = "/api/auth/account/deletion-code", operation_id = "requestDeletionCode", tag = "Identity",
    security(("bearer" = [])),
    responses(
        (status = 202, description = "The email was queued."),
        (status = 409, description = "The account has a password."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_deletion_code(
    State(app): State<App>,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let (now, account) = (app.clock.now(), caller.account);
    if account.has_password {
        return Err(Problem::new(StatusCode::CONFLICT, "This account has a password: confirm with that instead"));
    }
    app.identity.emails.count(&app.db, RateLimitKey::Email(&account.email), client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !outbox::add(tx, (Kind::DeletionCode, &account.email, Some(&account.id)), now).await? {
                return Err(outbox_is_full());
            }
            Ok(audit.log_touched(tx, &account).await?)
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(StatusCode::ACCEPTED)
}

/// The proof of ownership. The write checks it again within its transaction.
enum Proof {
    /// The hash of the verified password.
    Password(String),
    /// A code as typed.
    Code(String),
    /// The session alone: the account has neither a password nor an address for a code.
    Session,
}

/// Deletes the account if the form proves that it is the caller's. 422 for a wrong password or code, 409 for the last
/// admin.
pub async fn delete(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: Account,
    form: AccountDeletionRequest,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let required = |field, message| Err(Problem::invalid(vec![FieldError::new(field, message)]));
    let non_blank = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let proof = match (account.has_password, non_blank(form.current_password), non_blank(form.code)) {
        (true, None, _) => return required("currentPassword", "Password is required"),
        (true, Some(password), _) => {
            let hash = app.identity.verify_password(&app.db, &account, (&password, client.address), now).await;
            Proof::Password(hash.map_err(wrong_password)?)
        }
        (false, _, _) if !email::is_plausible(&account.email) => Proof::Session,
        (false, _, None) => return required("code", "Code is required"),
        (false, _, Some(code)) => Proof::Code(code),
    };
    let attempt = match &proof {
        Proof::Code(_) => Some(app.identity.begin_code_attempt(&app.db, &account, client.address, now).await?),
        _ => None,
    };
    let cloned_app = app.clone();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            // The deletion locks the account's places, likes and entries in no fixed order. The shared locks exclude
            // bulk changes, with which that could deadlock.
            tx.lock_shared(Lock::Places).await?;
            tx.lock_shared(Lock::Moderation).await?;
            store::lock_admins(tx).await?;
            match proof {
                Proof::Password(hash) => {
                    if !session::lock_if_password_unchanged(tx, &account.id, &hash).await? {
                        return Err(WriteError::from(wrong_password(SignInError::InvalidCredentials)));
                    }
                }
                Proof::Code(code) => {
                    let token = ticket::code_token(&account.id, &code);
                    if ticket::redeem(tx, token.reveal(), Purpose::Deletion, now).await?.is_none() {
                        return Err(WriteError::from(wrong_code()));
                    }
                }
                Proof::Session => {}
            }
            let admins_before = store::count_admins(tx).await?;
            // The lock orders concurrent posts and likes of the account: they are removed with it, or are rejected
            // afterwards.
            let account = store::locked(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            audit.log_deleted(tx, &account).await?;
            let tags = cloned_app.remove_account(tx, &account.id).await?;
            if admins_before > 0 && store::count_admins(tx).await? == 0 {
                let message = "You are the last admin: make another user an admin first.";
                return Err(Problem::new(StatusCode::CONFLICT, message).into());
            }
            if email::is_plausible(&account.email) {
                // If the outbox is full, the account is deleted without a confirmation.
                outbox::add(tx, (Kind::AccountDeleted, &account.email, None), now).await?;
            }
            Ok(((), tags))
        })
    });
    let result: Result<(), Problem> = work.await.map_err(Problem::from);
    if let Some(attempt) = attempt {
        let is_wrong = result.as_ref().is_err_and(|problem| problem.status == StatusCode::UNPROCESSABLE_ENTITY);
        app.identity.finish_attempt(attempt, is_wrong.then_some(&SignInError::InvalidCode)).await;
    }
    result?;
    app.outbox.notify();
    Ok(())
}

fn wrong_password(error: SignInError) -> Problem {
    as_field_error("currentPassword", "The password is incorrect", error)
}

fn wrong_code() -> Problem {
    Problem::invalid(vec![FieldError::new("code", "The code is wrong or too old")])
}
