//! Adding, changing and deleting accounts. One admin always remains.

use axum::http::StatusCode;

use super::dto::UserView;
use super::form::UserChanges;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::patch::{WriteError, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::identity::builtin::session;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::model::{Account, Role};
use crate::identity::store::{self, NewAccount};
use crate::identity::{account_takeover, email};
use crate::jobs::outbox::{self, Kind};

/// Adds an account and invites its person: until they choose a password with the letter's link, or come with a provider's
/// word for the address, nobody can sign in. Where Firebase keeps the accounts there is no letter.
///
/// 422 naming `email` when it has an account.
pub async fn add(app: &App, audit: AuditContext, sent: UserChanges) -> Result<Account, Problem> {
    let (now, is_kept_here) = (app.clock.now(), app.firebase.is_none());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let new = NewAccount {
                email: email::normal(&sent.email.unwrap_or_default()),
                first_name: sent.first_name.unwrap_or_default().trim().to_owned(),
                last_name: sent.last_name.unwrap_or_default().trim().to_owned(),
                role: sent.role.unwrap_or_default(),
                is_active: sent.is_active.unwrap_or(true),
                is_email_verified: false,
                password_hash: None,
            };
            let id = store::add(tx, new, now).await.map_err(taken)?;
            let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            if is_kept_here {
                invite(tx, &account, now).await?;
            }
            audit.log_created(tx, &account).await?;
            Ok::<_, WriteError>(account)
        })
    });
    let account = work.await?;
    app.outbox.notify();
    Ok(account)
}

/// Changes an account; it counts from the person's next request on.
///
/// 404; 412 with the present record when `versions` do not name it; 422 naming fields that the database contradicts;
/// 409 when no admin who can sign in would remain.
pub async fn change(
    app: &App,
    audit: AuditContext,
    (id, versions): (AccountId, Option<Vec<i64>>),
    Update { changes: sent, broken, .. }: Update<UserChanges>,
) -> Result<Account, Problem> {
    let (now, is_kept_here) = (app.clock.now(), app.firebase.is_none());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            store::lock_admins(tx).await?;
            let before = store::locked(tx, &id).await?.ok_or_else(missing)?;
            if sent.id.as_ref().is_some_and(|sent| *sent != id.0) {
                let error = FieldError::new("id", "The id must be the one in the address");
                return Err(WriteError::from(Problem::invalid(vec![error])));
            }
            let outdated = || Problem::outdated(UserView::from(before.clone()));
            let after = broken.allow(&UserView::from(before.clone()), Ok(settled(&before, sent)));
            let after = unless_outdated(versions.as_deref(), before.version, (&before, after), outdated)?;
            let Some(mut after) = after else {
                audit.log_touched(tx, &before).await?;
                return Ok(before);
            };
            if after.email != before.email {
                // Nobody has shown yet that the other mailbox is theirs.
                after.is_email_verified = false;
            }
            store::change(tx, &after, now).await.map_err(taken)?;
            let account = follow(tx, &before, &after, now).await?;
            if is_kept_here {
                tell(tx, &before, &account, now).await?;
            }
            an_admin_remains(tx, &before).await?;
            let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            audit.log_updated(tx, &before, &account).await?;
            Ok(account)
        })
    });
    let account = work.await?;
    app.outbox.notify();
    Ok(account)
}

/// Deletes an account, as [`App::remove_account`] does. 409 when no admin who can sign in would remain.
pub async fn remove(app: &App, audit: AuditContext, id: AccountId) -> Result<(), Problem> {
    let remover = app.clone();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            // What it owns, liked and wrote is taken in no one order: nobody changes many of those meanwhile.
            locks::lock_shared(tx, Lock::Places).await?;
            locks::lock_shared(tx, Lock::Moderation).await?;
            store::lock_admins(tx).await?;
            let before = store::locked(tx, &id).await?.ok_or_else(missing)?;
            audit.log_deleted(tx, &before).await?;
            let tags = remover.remove_account(tx, &id).await?;
            an_admin_remains(tx, &before).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

fn settled(before: &Account, sent: UserChanges) -> Account {
    let mut account = before.clone();
    if let Some(email) = sent.email {
        account.email = email::normal(&email);
    }
    if let Some(name) = sent.first_name {
        account.first_name = name.trim().to_owned();
    }
    if let Some(name) = sent.last_name {
        account.last_name = name.trim().to_owned();
    }
    account.role = sent.role.unwrap_or(account.role);
    account.is_active = sent.is_active.unwrap_or(account.is_active);
    account
}

/// What a change brings with it. Answers the account as it is then.
async fn follow(tx: &mut Tx, was: &Account, is: &Account, now: Timestamp) -> Result<Account, WriteError> {
    if !was.is_active && is.is_active {
        // What was cut off stays cut off: whoever comes back signs in again.
        session::end_all(tx, &is.id).await?;
        store::invalidate_tokens(tx, &is.id, now).await?;
    }
    if is.email != was.email {
        ticket::forget(tx, &is.id, Purpose::Password).await?;
        ticket::forget(tx, &is.id, Purpose::Verify).await?;
    }
    if is_raised(was, is) && !is.is_email_verified {
        // The address was never confirmed, so the person who chose the password may not own it. The role is for the
        // reader of the mailbox: the password is removed (R308).
        account_takeover::revoke_credentials(tx, &is.id, now).await?;
        return Ok(Account { has_password: false, ..is.clone() });
    }
    Ok(is.clone())
}

/// The letters that a change is a reason for.
async fn tell(tx: &mut Tx, was: &Account, is: &Account, now: Timestamp) -> Result<(), WriteError> {
    let is_taken_over = is_raised(was, is) && !is.is_email_verified;
    match (is.is_active, is.has_password) {
        // An invitation that waited for this, went to another address, or stands in for a password that was taken.
        (true, false) if is_taken_over || !was.is_active || is.email != was.email => invite(tx, is, now).await,
        (true, true) if is.email != was.email => {
            outbox::add(tx, (Kind::Verify, &is.email, Some(&is.id)), now).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn is_raised(was: &Account, is: &Account) -> bool {
    is.role > was.role && is.role > Role::Viewer
}

/// A letter with a link to choose a password, for those who have none and may come in.
async fn invite(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<(), WriteError> {
    if account.is_active && !account.has_password {
        outbox::add(tx, (Kind::Invite, &account.email, Some(&account.id)), now).await?;
    }
    Ok(())
}

/// 409 when this transaction has taken the last admin away who can sign in.
async fn an_admin_remains(tx: &mut Tx, before: &Account) -> Result<(), WriteError> {
    let was_one = before.is_active && before.role == Role::Admin;
    if was_one && store::count_admins(tx).await? == 0 {
        let sentence = "This is the last admin who can sign in: make somebody else one first.";
        return Err(Problem::new(StatusCode::CONFLICT, sentence).into());
    }
    Ok(())
}

fn taken(error: StoreError) -> WriteError {
    match error {
        StoreError::UniqueViolation => {
            Problem::invalid(vec![FieldError::new("email", "This email is already in use")]).into()
        }
        other => other.into(),
    }
}

/// 404 in words.
pub fn missing() -> WriteError {
    Problem::not_found("There is no such user").into()
}
