//! Adds, changes and deletes accounts. At least one admin who can sign in always remains.

use super::dto::{PasswordLinkKind, PasswordLinkResponse, UserChanges, UserResponse};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, NewAccount, Role};
use crate::auth::domain::api_token::store as api_tokens;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, INVITATION_LIFETIME_S, RESET_LINK_LIFETIME_S, TicketPurpose};
use crate::auth::domain::federated::link;
use crate::auth::domain::{accounts, email};
use crate::auth::http::routes::map_email_conflict;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::update::{Update, WriteError};
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, EmailKind};

/// Adds an account and, if it is active, sends an invitation. Nobody can sign in to the account before a password is
/// chosen with the link in the email, or an identity provider has verified the address. If Firebase manages the
/// accounts, no email is sent.
///
/// Errors: 422 for `email` if an account has this address.
pub async fn add(app: &App, audit: AuditContext, sent: UserChanges) -> Result<Account, Problem> {
    let (now, uses_builtin_provider) = (app.clock.now(), app.auth.firebase.is_none());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let new = NewAccount {
                email: email::normalize(&sent.email.unwrap_or_default()),
                first_name: sent.first_name.unwrap_or_default().trim().to_owned(),
                last_name: sent.last_name.unwrap_or_default().trim().to_owned(),
                role: sent.role.unwrap_or_default(),
                is_active: sent.is_active.unwrap_or(true),
                is_email_verified: false,
                password_hash: None,
            };
            let id = accounts::add(tx, new, now).await.map_err(map_email_conflict)?;
            let mut account = accounts::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            if uses_builtin_provider && queue_invitation(tx, &account, now).await? {
                account.invited_at = Some(now);
            }
            audit.log_created(tx, &account).await?;
            Ok::<_, WriteError>(account)
        })
    });
    let account = work.await?;
    app.outbox.notify();
    Ok(account)
}

/// Changes an account. The change takes effect at the account's next request.
///
/// Errors: 404 if there is no such account; 412 with the current record if `If-Match` does not contain its version; 422
/// if a new value breaks a rule, the ids in URL and body differ, or another account has the email address; 409 if no
/// admin who can sign in would remain.
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: AccountId,
    Update { changes: sent, broken_rules, if_match, .. }: Update<UserChanges>,
) -> Result<Account, Problem> {
    let (now, uses_builtin_provider) = (app.clock.now(), app.auth.firebase.is_none());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            accounts::lock_admins(tx).await?;
            let before = accounts::get_for_update(tx, &id).await?.ok_or_else(user_not_found)?;
            if sent.id.as_ref().is_some_and(|sent| *sent != id.0) {
                return Err(WriteError::from(Problem::id_mismatch()));
            }
            let current = UserResponse::from(before.clone());
            let after = broken_rules.reject_new_violations(&current, Ok(apply_changes(&before, sent)));
            let Some(mut after) =
                if_match.check_precondition(tx, &audit, before.version, (&before, after), &current).await?
            else {
                return Ok(before);
            };
            if after.email != before.email {
                // Nobody has proved yet that they own the new address.
                after.is_email_verified = false;
            }
            accounts::store_changes(tx, &after, now).await.map_err(map_email_conflict)?;
            let account = revoke_invalid_credentials(tx, &before, &after, now).await?;
            if uses_builtin_provider {
                queue_email(tx, &before, &account, now).await?;
            }
            ensure_admin_remains(tx, &before).await?;
            let account = accounts::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            audit.log_updated(tx, &before, &account).await?;
            Ok(account)
        })
    });
    let account = work.await?;
    app.outbox.notify();
    Ok(account)
}

/// Deletes an account with [`App::remove_account`]. Errors: 404 if there is no such account; 409 if no admin who can
/// sign in would remain.
pub async fn remove(app: &App, audit: AuditContext, id: AccountId) -> Result<(), Problem> {
    let app_in_write = app.clone();
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            // The deletion locks the account's places, likes and texts in no fixed order. The shared locks exclude bulk
            // changes, which could otherwise deadlock with the deletion.
            tx.lock_shared(AdvisoryLock::Places).await?;
            tx.lock_shared(AdvisoryLock::Moderation).await?;
            accounts::lock_admins(tx).await?;
            let before = accounts::get_for_update(tx, &id).await?.ok_or_else(user_not_found)?;
            audit.log_deleted(tx, &before).await?;
            let tags = app_in_write.remove_account(tx, &id).await?;
            ensure_admin_remains(tx, &before).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// Creates a password link for an admin to hand over, for example if no mail server is configured or an email was lost.
///
/// Errors: 404 if there is no such account; 409 for the caller's own account or an inactive one; 429 if too many links
/// were requested.
pub async fn create_password_link(
    app: &App,
    (client, audit): (&Client, AuditContext),
    caller: &Account,
    id: AccountId,
) -> Result<PasswordLinkResponse, Problem> {
    let now = app.clock.now();
    if caller.id == id {
        // Refused, because someone with a stolen session could set a new password with the link.
        let sentence = "This is your own account: change your password on your account page.";
        return Err(Problem::conflict(Code::OwnAccount, sentence));
    }
    // The rate limit counts links by account and not by mailbox. Any caller can request emails to the mailbox, and
    // these requests must not use up the quota of links.
    app.auth.builtin.email_limiter.count_attempt(&app.db, RateLimitKey::Account(&id), client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = lock_active_account(tx, &id).await?;
            let (kind, lifetime_s) = match account.has_password {
                true => (PasswordLinkKind::Reset, RESET_LINK_LIFETIME_S),
                false => (PasswordLinkKind::Invitation, INVITATION_LIFETIME_S),
            };
            let token = ticket::issue_for_password_link(tx, &account, lifetime_s, now).await?;
            if !account.has_password {
                accounts::set_invited(tx, &id, now).await?;
            }
            audit.log_action_on(tx, &account).await?;
            Ok::<_, WriteError>((kind, token, now.plus_seconds(lifetime_s)))
        })
    });
    let (kind, token, expires_at) = work.await?;
    let link = format!("{}/login/reset?token={}", app.public_url, token.reveal());
    Ok(PasswordLinkResponse { kind, link, expires_at })
}

/// Sends an invitation to an account without a password. Its earlier password links become invalid.
///
/// Errors: 404 if there is no such account; 409 if the account is inactive or has a password; 429 if too many links
/// were requested; 503 if the outbox is full.
pub async fn invite(app: &App, (client, audit): (&Client, AuditContext), id: AccountId) -> Result<(), Problem> {
    let now = app.clock.now();
    app.auth.builtin.email_limiter.count_attempt(&app.db, RateLimitKey::Account(&id), client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = lock_active_account(tx, &id).await?;
            if account.has_password {
                let sentence = "This user already has a password: send a link to reset it instead.";
                return Err(Problem::conflict(Code::PasswordExists, sentence).into());
            }
            ticket::invalidate(tx, &id, TicketPurpose::Password).await?;
            if !queue_invitation(tx, &account, now).await? {
                return Err(Problem::outbox_full().into());
            }
            Ok::<_, WriteError>(audit.log_action_on(tx, &account).await?)
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(())
}

/// The account, locked until the commit. Errors: 404 if there is none; 409 if it is inactive.
async fn lock_active_account(tx: &mut Tx, id: &AccountId) -> Result<Account, WriteError> {
    let account = accounts::get_for_update(tx, id).await?.ok_or_else(user_not_found)?;
    if !account.is_active {
        return Err(Problem::conflict(Code::AccountInactive, "This account is not active: activate it first.").into());
    }
    Ok(account)
}

fn apply_changes(before: &Account, sent: UserChanges) -> Account {
    let before = before.clone();
    Account {
        email: sent.email.map_or(before.email, |email| email::normalize(&email)),
        first_name: sent.first_name.map_or(before.first_name, |name| name.trim().to_owned()),
        last_name: sent.last_name.map_or(before.last_name, |name| name.trim().to_owned()),
        role: sent.role.unwrap_or(before.role),
        is_active: sent.is_active.unwrap_or(before.is_active),
        ..before
    }
}

/// Revokes the sessions, API tokens, tickets and credentials that the change makes invalid. Returns the changed
/// account.
async fn revoke_invalid_credentials(
    tx: &mut Tx,
    before: &Account,
    after: &Account,
    now: Timestamp,
) -> Result<Account, WriteError> {
    if !before.is_active && after.is_active {
        // Sessions from before the deactivation must not become valid again.
        session::end_all(tx, &after.id).await?;
        accounts::invalidate_firebase_tokens(tx, &after.id, now).await?;
    }
    if after.role != before.role || !after.is_active {
        api_tokens::revoke_all(tx, &after.id, now).await?;
    }
    if after.email != before.email {
        ticket::invalidate(tx, &after.id, TicketPurpose::Password).await?;
        ticket::invalidate(tx, &after.id, TicketPurpose::Verify).await?;
    }
    if is_promotion(before, after) && !after.is_email_verified {
        // The address was never verified, so the password may have been chosen by someone who does not own the address.
        // The role is meant for the owner of the mailbox: all credentials are removed (R308).
        link::revoke_credentials(tx, &after.id, now).await?;
        return Ok(Account { has_password: false, ..after.clone() });
    }
    Ok(after.clone())
}

/// Queues the email that a change requires: an invitation, or a link to verify the new address. Queues none if the
/// outbox is full, which is not an error.
async fn queue_email(tx: &mut Tx, before: &Account, after: &Account, now: Timestamp) -> Result<(), StoreError> {
    let has_lost_credentials = is_promotion(before, after) && !after.is_email_verified;
    match (after.is_active, after.has_password) {
        // Invites an account without a password if it was inactive, has a new address, or has lost its credentials.
        (true, false) if has_lost_credentials || !before.is_active || after.email != before.email => {
            queue_invitation(tx, after, now).await?;
        }
        (true, true) if after.email != before.email => {
            outbox::add(tx, (EmailKind::Verify, &after.email, Some(&after.id)), now).await?;
        }
        _ => {}
    }
    Ok(())
}

fn is_promotion(before: &Account, after: &Account) -> bool {
    after.role > before.role && after.role > Role::Viewer
}

/// Queues an invitation of an active account without a password. Returns `false` for others, or if the outbox is full.
async fn queue_invitation(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<bool, StoreError> {
    let is_queued = account.is_active
        && !account.has_password
        && outbox::add(tx, (EmailKind::Invite, &account.email, Some(&account.id)), now).await?;
    if is_queued {
        accounts::set_invited(tx, &account.id, now).await?;
    }
    Ok(is_queued)
}

/// Errors: 409 if `before` was an active admin, and no admin who can sign in remains in the transaction.
async fn ensure_admin_remains(tx: &mut Tx, before: &Account) -> Result<(), WriteError> {
    let was_admin = before.is_active && before.role == Role::Admin;
    if was_admin && accounts::count_admins_who_can_sign_in(tx).await? == 0 {
        let sentence = "This is the last admin who can sign in: make another user an admin first.";
        return Err(Problem::conflict(Code::LastAdmin, sentence).into());
    }
    Ok(())
}

/// The account with this id. Errors: 404 if there is none.
pub async fn find(app: &App, id: &AccountId) -> Result<Account, Problem> {
    accounts::find(&app.db, id).await?.ok_or_else(user_not_found)
}

/// The id in a path. Errors: 404 for a text that cannot be an id. Such a text is not sent to PostgreSQL, which refuses
/// a NUL character.
pub fn parse_id(id: String) -> Result<AccountId, Problem> {
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_id { Ok(AccountId(id)) } else { Err(user_not_found()) }
}

/// 404: there is no such account.
pub fn user_not_found() -> Problem {
    Problem::not_found("This user does not exist")
}
