//! Deleting one's own account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::email_verification::outbox_is_full;
use super::errors::beside;
use super::forms::DeletionForm;
use super::routes::forgotten;
use crate::audit_log::model::AuditContext;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::caller::SessionAccount;
use crate::http::client::Client;
use crate::http::origin::SameOrigin;
use crate::http::patch::WriteError;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;
use crate::http::validation::ValidatedJson;
use crate::identity::builtin::provider::SignInError;
use crate::identity::builtin::rate_limit::RateLimitKey;
use crate::identity::builtin::session;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::email;
use crate::identity::model::Account;
use crate::identity::store;
use crate::jobs::outbox::{self, Kind};

/// How long a code to delete an account is good, in seconds.
pub const DELETION_CODE_S: i64 = 30 * 60;

/// Delete the caller's account.
///
/// Requires the password. An account without a password sends the code of `requestDeletionCode` instead. Deletes the
/// account's sessions, likes and enquiries, and its guestbook entries and comments that are not public. Public ones
/// remain under an abbreviated name, and its places remain without an owner. An email confirms the deletion.
#[utoipa::path(
    delete, path = "/api/auth/account", operation_id = "deleteAccount", tag = "Identity", security(("bearer" = [])),
    request_body = DeletionForm,
    responses(
        (status = 204, description = "The account was deleted.",
            headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`."))),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "The account is the last admin."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many wrong guesses.", headers(("retry-after" = i64, description = "The number of seconds to wait."))),
    ),
)]
pub async fn delete_account(
    State(app): State<App>,
    client: Client,
    _ours: SameOrigin,
    caller: SessionAccount,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<DeletionForm>,
) -> Result<Response, Problem> {
    query.finish()?;
    delete(&app, (&client, audit), caller.account, form.0).await?;
    Ok(forgotten(&app, StatusCode::NO_CONTENT))
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
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "The account has a password."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many emails were requested.", headers(("retry-after" = i64, description = "The number of seconds to wait."))),
    ),
)]
pub async fn request_deletion_code(
    State(app): State<App>,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
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

/// What was proved before the write, which asks again whether it still counts.
enum Proof {
    /// The password's hash.
    Password(String),
    /// A code as typed.
    Code(String),
    /// There is neither a password nor an address to send a code to: the session is all there is.
    Session,
}

/// Deletes an account whose holder has proved that they are.
pub async fn delete(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: Account,
    form: DeletionForm,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let required = |field, sentence| Err(Problem::invalid(vec![FieldError::new(field, sentence)]));
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let proof = match (account.has_password, given(form.current_password), given(form.code)) {
        (true, None, _) => return required("currentPassword", "Password is required"),
        (true, Some(password), _) => {
            let proven = app.identity.prove(&app.db, &account, (&password, client.address), now).await;
            Proof::Password(proven.map_err(wrong_password)?)
        }
        (false, _, _) if !email::is_plausible(&account.email) => Proof::Session,
        (false, _, None) => return required("code", "Code is required"),
        (false, _, Some(code)) => Proof::Code(code),
    };
    let attempt = match &proof {
        Proof::Code(_) => Some(app.identity.guess(&app.db, &account, client.address, now).await?),
        _ => None,
    };
    let leaver = app.clone();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            // What it owns, liked and wrote is taken in no one order: nobody changes many of those meanwhile.
            locks::lock_shared(tx, Lock::Places).await?;
            locks::lock_shared(tx, Lock::Moderation).await?;
            store::hold_admins(tx).await?;
            match proof {
                Proof::Password(hash) => {
                    if !session::claim(tx, &account.id, &hash).await? {
                        return Err(WriteError::from(wrong_password(SignInError::NotRight)));
                    }
                }
                Proof::Code(code) => {
                    let token = ticket::of_code(&account.id, &code);
                    if ticket::redeem(tx, token.reveal(), Purpose::Deletion, now).await?.is_none() {
                        return Err(WriteError::from(wrong_code()));
                    }
                }
                Proof::Session => {}
            }
            let had = store::admins(tx).await?;
            // Held: what it posts and likes at this moment is either there already, or refused.
            let account = store::locked(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            audit.log_deleted(tx, &account).await?;
            let tags = leaver.remove_account(tx, &account.id).await?;
            if had > 0 && store::admins(tx).await? == 0 {
                let sentence = "You are the last admin: make somebody else one first.";
                return Err(Problem::new(StatusCode::CONFLICT, sentence).into());
            }
            if email::is_plausible(&account.email) {
                // Without room there is no confirmation: the deletion is what counts.
                outbox::add(tx, (Kind::AccountDeleted, &account.email, None), now).await?;
            }
            Ok(((), tags))
        })
    });
    let deleted: Result<(), Problem> = work.await.map_err(Problem::from);
    if let Some(attempt) = attempt {
        let is_wrong = deleted.as_ref().is_err_and(|problem| problem.status == StatusCode::UNPROCESSABLE_ENTITY);
        app.identity.settle(attempt, is_wrong.then_some(&SignInError::CodeNotRight)).await;
    }
    deleted?;
    app.outbox.notify();
    Ok(())
}

fn wrong_password(error: SignInError) -> Problem {
    beside("currentPassword", "The password is not right", error)
}

fn wrong_code() -> Problem {
    Problem::invalid(vec![FieldError::new("code", "The code is wrong or too old")])
}
