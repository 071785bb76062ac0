//! Approves, declines and revokes claims. An approval makes an account the owner of a place. A revocation removes this
//! owner; a former owner does not get the place back.

use super::dto::{Claim, ClaimResponse, Method, State};
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{self, Account, Role};
use crate::auth::domain::api_token::store as api_tokens;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::{WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, AboutRecord, EmailKind};
use crate::places;
use crate::places::model::Place;
use crate::places::ownership::set_owner;
use crate::proposals::owners;

/// The minimum interval between two emails to an admin about waiting claims, in seconds.
const MIN_ADMIN_EMAIL_INTERVAL_S: i64 = 3600;

/// The admin who decided, and their note. The admin is `None` if a proof decided.
pub type DeciderAndNote = (Option<AccountId>, Option<String>);

/// Approves a claim that is proved or waits for a call: its account becomes the owner of the place. A former owner
/// loses the place.
///
/// Errors: 404 if the claim does not exist; 409 if it is neither proved nor waits for a call, or if its account is
/// inactive or has no verified address.
pub async fn approve(
    app: &App,
    audit: AuditContext,
    id: ClaimId,
    by: DeciderAndNote,
) -> Result<ClaimResponse, Problem> {
    let now = app.clock.now();
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = lock_claim_and_place(tx, id).await?;
            let waits_for_call = before.state == State::Open && before.method == Method::Call;
            if before.state != State::Proved && !waits_for_call {
                return Err(service::claim_closed().into());
            }
            grant_ownership(tx, &audit, (&before, &place), by, now).await
        })
    });
    notify_outbox_and_respond(app, work.await?)
}

/// Declines a pending claim. Errors: 404 if the claim does not exist; 409 if it is not pending.
pub async fn decline(
    app: &App,
    audit: AuditContext,
    id: ClaimId,
    by: DeciderAndNote,
) -> Result<ClaimResponse, Problem> {
    let now = app.clock.now();
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            accounts::lock_admins(tx).await?;
            let before = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "claim"))?;
            if !before.state.is_pending() {
                return Err(service::claim_closed().into());
            }
            let after = with_decision(&before, State::Declined, by, now);
            store::update(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            notify_account(tx, EmailKind::ClaimDeclined, &after, now).await?;
            Ok(after)
        })
    });
    notify_outbox_and_respond(app, work.await?)
}

/// Revokes an approved claim: the place has no owner again, unless another account owns it by now. An account that
/// became a business owner by a claim and owns no other place is a viewer again.
///
/// Errors: 404 if the claim does not exist; 409 if it is not approved.
pub async fn revoke(app: &App, audit: AuditContext, id: ClaimId, by: DeciderAndNote) -> Result<ClaimResponse, Problem> {
    let now = app.clock.now();
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = lock_claim_and_place(tx, id).await?;
            if before.state != State::Approved {
                return Err(service::claim_closed().into());
            }
            let after = with_decision(&before, State::Revoked, by, now);
            store::update(tx, &after).await?;
            let tags = match place.owner_id.as_ref() == Some(&after.account_id) {
                true => set_owner(tx, &audit, &place, None, now).await?,
                false => Vec::new(),
            };
            revoke_owner_rights(tx, &audit, (&place, &after.account_id), now).await?;
            notify_account(tx, EmailKind::ClaimRevoked, &after, now).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok((after, tags))
        })
    });
    notify_outbox_and_respond(app, work.await?)
}

fn notify_outbox_and_respond(app: &App, claim: Claim) -> Result<ClaimResponse, Problem> {
    app.outbox.notify();
    Ok(ClaimResponse::for_admin(claim))
}

/// Locks the claim `id`, its account and its place until the commit. Also takes [`AdvisoryLock::Places`], shared with
/// other writes, and [`AdvisoryLock::Admins`]. Returns the claim and the place. Errors: 404 if the claim, the account
/// or the place does not exist.
async fn lock_claim_and_place(tx: &mut Tx, id: ClaimId) -> Result<(Claim, Place), WriteError> {
    tx.lock_shared(AdvisoryLock::Places).await?;
    // Accounts are locked before places, as in the deletion of an account, to avoid deadlocks.
    accounts::lock_admins(tx).await?;
    let claim = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "claim"))?;
    accounts::get_for_update(tx, &claim.account_id).await?.ok_or_else(service::claim_not_found)?;
    let place = places::store::lock_by_id(tx, claim.place_id).await?.ok_or_else(service::claim_not_found)?;
    Ok((claim, place))
}

fn with_decision(before: &Claim, state: State, (admin, note): DeciderAndNote, now: Timestamp) -> Claim {
    let note = note.or_else(|| before.note.clone());
    Claim { state, note, decided_by: admin, decided_at: Some(now), updated_at: now, ..before.clone() }
}

/// Approves the claim `before`: its account becomes the owner of `place`, and at least a business owner. A previous
/// owner loses their rights. The accounts, the admins and the published address of the place are notified by email.
/// Returns the approved claim and the cache tags to invalidate.
///
/// The caller must hold the locks of [`lock_claim_and_place`].
///
/// Errors: 409 if the account is inactive or its address is not verified; 503 if no admin decided and the outbox is
/// full.
pub async fn grant_ownership(
    tx: &mut Tx,
    audit: &AuditContext,
    (before, place): (&Claim, &Place),
    by: DeciderAndNote,
    now: Timestamp,
) -> Result<(Claim, Vec<CacheTag>), WriteError> {
    let account = accounts::by_id(tx, &before.account_id).await?;
    let account = account.filter(|account| account.is_active && account.is_email_verified).ok_or_else(|| {
        Problem::conflict(Code::AccountInactive, "This account is not active, or its email address is not verified")
    })?;
    let raised_role = account.role < Role::BusinessOwner;
    if raised_role {
        set_role(tx, audit, &account, Role::BusinessOwner, now).await?;
    }
    let previous_owner = place.owner_id.clone().filter(|owner| *owner != account.id);
    let tags = set_owner(tx, audit, place, Some(&account.id), now).await?;
    let after = Claim { raised_role, ..with_decision(before, State::Approved, by, now) };
    store::update(tx, &after).await?;
    if let Some(previous_owner) = previous_owner {
        if let Some(owner) = accounts::by_id(tx, &previous_owner).await?.filter(|owner| owner.is_active) {
            queue_email(tx, (EmailKind::ClaimRevoked, &owner.email, Some(&owner.id)), &after, now).await?;
        }
        revoke_owner_rights(tx, audit, (place, &previous_owner), now).await?;
    }
    let admins = store::list_admins_with_verified_email(tx).await?.into_iter().map(|(id, email)| (Some(id), email));
    let place_email = after.email.clone().map(|email| (None, email));
    for (id, email) in admins.chain(place_email).filter(|(_, email)| *email != account.email) {
        let email = (EmailKind::ClaimOwner, email.as_str(), AboutRecord::Claim(after.id, id.as_ref()));
        let is_queued = outbox::add_about(tx, email, now).await?;
        // If no admin decided, a proof alone changed the owner. The admins and the place must then be notified, or else
        // the approval fails.
        if !is_queued && after.decided_by.is_none() {
            return Err(Problem::outbox_full().into());
        }
    }
    notify_account(tx, EmailKind::ClaimApproved, &after, now).await?;
    audit.log_updated(tx, before, &after).await?;
    Ok((after, tags))
}

/// Revokes the rights of the account `id` as the owner of `place`. Withdraws its open proposal for the place, and
/// revokes its approved claims to the place. An account that owns no other place and became a business owner by a claim
/// becomes a viewer, and its API tokens are revoked.
async fn revoke_owner_rights(
    tx: &mut Tx,
    audit: &AuditContext,
    (place, id): (&Place, &AccountId),
    now: Timestamp,
) -> Result<(), WriteError> {
    owners::withdraw_open_proposal(tx, audit, (place.id, id), now).await?;
    for before in store::approved_claims(tx, place.id, id).await? {
        service::end(tx, audit, &before, State::Revoked, now).await?;
    }
    let Some(account) = accounts::get_for_update(tx, id).await? else { return Ok(()) };
    let has_role_by_claim = account.role == Role::BusinessOwner && store::has_claim_that_raised_role(tx, id).await?;
    if has_role_by_claim && !store::owns_any_place(tx, id).await? {
        set_role(tx, audit, &account, Role::Viewer, now).await?;
        api_tokens::revoke_all(tx, id, now).await?;
    }
    Ok(())
}

/// Changes the role of an account. The caller must hold [`AdvisoryLock::Admins`].
async fn set_role(
    tx: &mut Tx,
    audit: &AuditContext,
    before: &Account,
    role: Role,
    now: Timestamp,
) -> Result<(), StoreError> {
    let after = Account { role, ..before.clone() };
    accounts::store_changes(tx, &after, now).await?;
    audit.log_updated(tx, before, &after).await
}

/// Queues an email about a waiting claim to each active admin with a verified address. An admin gets at most one such
/// email per hour. If the outbox is full, the function only logs a warning.
pub async fn notify_admins(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<(), StoreError> {
    for (id, email) in store::list_admins_with_verified_email(tx).await? {
        let since = now.plus_seconds(-MIN_ADMIN_EMAIL_INTERVAL_S);
        if !outbox::add_unless_recent(tx, (EmailKind::ClaimToDecide, &email, &id), since, now).await? {
            tracing::warn!(claim = %claim.id, "outbox is full: the email about a claim was not queued");
        }
    }
    Ok(())
}

async fn notify_account(tx: &mut Tx, kind: EmailKind, claim: &Claim, now: Timestamp) -> Result<(), StoreError> {
    queue_email(tx, (kind, &claim.account_email, Some(&claim.account_id)), claim, now).await
}

async fn queue_email(
    tx: &mut Tx,
    (kind, recipient, account): (EmailKind, &str, Option<&AccountId>),
    claim: &Claim,
    now: Timestamp,
) -> Result<(), StoreError> {
    if !outbox::add_about(tx, (kind, recipient, AboutRecord::Claim(claim.id, account)), now).await? {
        tracing::warn!(claim = %claim.id, "outbox is full: an email about a claim was not queued");
    }
    Ok(())
}
