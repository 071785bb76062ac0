//! The proposals of owners: changes to their places that an admin must accept. All open changes by one owner to one
//! place are one proposal.

use futures_util::future::BoxFuture;

use super::dto::{Origin, Proposal, State};
use super::{decisions, service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::engine::{StoreError, Tx};
use crate::http::app::OwnerProposal;
use crate::jobs::outbox::{self, AboutRecord, EmailKind};
use crate::places;

/// The merge key of an owner's proposals, the same for all places. An owner has at most one open proposal for a place.
fn merge_key(account: &AccountId) -> String {
    format!("owner:{account}")
}

/// Creates a proposal with the values of an owner's change. If the owner already has an open proposal for the place,
/// that proposal is withdrawn. Its values of fields that the change does not set are copied to the new proposal. So a
/// decision never applies to values that the admin has not seen.
///
/// Errors: [`StoreError::NotFound`] if the place does not exist or is in the trash.
pub fn propose(tx: &mut Tx, change: OwnerProposal, now: Timestamp) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let OwnerProposal { audit, account, place, version, base, proposed } = change;
        let withdrawn = withdraw_open_proposal(tx, &audit, (place, &account), now).await?;
        let (mut base_values, mut changes) =
            withdrawn.map(|withdrawn| (withdrawn.base_values.0, withdrawn.changes.0)).unwrap_or_default();
        base_values.extend(base);
        changes.extend(proposed);
        let place = places::store::lock_by_id(tx, place).await?.ok_or(StoreError::NotFound)?;
        let merge_key = merge_key(&account);
        let proposal = Proposal::new(Origin::Owner, &place, (version, base_values), changes, now);
        let proposal = Proposal { account_id: Some(account), ..proposal };
        service::create(tx, &audit, proposal, &merge_key).await.map(drop)
    })
}

/// Withdraws the open proposal of an owner for the place. Returns the proposal as it was before the withdrawal. `None`
/// if the owner has no open proposal for the place.
pub async fn withdraw_open_proposal(
    tx: &mut Tx,
    audit: &AuditContext,
    (place, account): (PlaceId, &AccountId),
    now: Timestamp,
) -> Result<Option<Proposal>, StoreError> {
    let Some(id) = store::open_proposal(tx, place, &merge_key(account)).await? else { return Ok(None) };
    let before = store::get_for_update(tx, id).await?;
    // Another request may have decided the proposal before it was locked.
    if before.state != State::Open {
        return Ok(None);
    }
    let after = decisions::with_decision(&before, State::Withdrawn, (account, None), now);
    store::update_decision(tx, &after).await?;
    audit.log_updated(tx, &before, &after).await?;
    Ok(Some(before))
}

/// Queues the email about an owner's proposal that was accepted or declined. Does nothing for other proposals, and if
/// the owner's account is deleted or inactive.
pub async fn queue_decision_email(tx: &mut Tx, proposal: &Proposal, now: Timestamp) -> Result<(), StoreError> {
    let kind = match (proposal.origin, proposal.state) {
        (Origin::Owner, State::Accepted) => EmailKind::OwnerChangeAccepted,
        (Origin::Owner, State::Declined) => EmailKind::OwnerChangeDeclined,
        _ => return Ok(()),
    };
    let Some(id) = &proposal.account_id else { return Ok(()) };
    let Some(owner) = accounts::by_id(tx, id).await?.filter(|owner| owner.is_active) else { return Ok(()) };
    if !outbox::add_about(tx, (kind, &owner.email, AboutRecord::ProposalDecision(proposal.id)), now).await? {
        tracing::warn!(proposal = %proposal.id, "outbox is full: the email about a decision was not queued");
    }
    Ok(())
}
