//! Decisions on proposals. Accepting a proposal changes its place, unless it is a confirmation. Declining a proposal
//! changes no place. A decision can be undone for ten minutes, unless it accepted a confirmation.

use serde_json::Value;

use super::dto::{MIN_CONFIRMATIONS, Origin, Proposal, ProposalResponse, ReportKind, State};
use super::requests::{AcceptProposalRequest, DeclineProposalRequest};
use super::{facts, owners, reports, service, store};
use crate::audit::log::{AuditContext, AuditRecordKind as AuditKind, Fields};
use crate::auth::domain::accounts::Account;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ProposalId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, IfMatch, Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, AboutRecord, EmailKind};
use crate::places;
use crate::places::dto::PlaceResponse;
use crate::places::model::Place;
use crate::places::requests::PlaceChanges;
use crate::places::service::PreparedChange;
use crate::revisions::store::{self as revisions, RecordKey};

/// Accepts a proposal: the place gets the values of the proposal, or those of the request if it has any. The values are
/// checked by the rules for an update of the place.
///
/// Errors: 404; 409 if the proposal was already decided; 409 for a confirmation with too few sources, or whose facts
/// have changed since they were confirmed; 412 with the place if `If-Match` does not contain its version. A change of
/// the place can also cause all errors of an update.
pub async fn accept(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ProposalId,
    (request, if_match): (AcceptProposalRequest, IfMatch),
) -> Result<ProposalResponse, Problem> {
    let (now, caller) = (app.clock.now(), caller.clone());
    let proposal = service::stored_proposal(app, id).await?;
    let fields = match proposal.report_kind {
        // A confirmation changes no field.
        Some(ReportKind::StillRight) => Fields::new(),
        _ => request.fields.unwrap_or(proposal.changes.0),
    };
    let changes_contact = fields.contains_key("email") || fields.contains_key("website");
    let condition = IfMatch(if_match.0.clone());
    let change = match fields.is_empty() {
        true => None,
        false => {
            let update: Update<PlaceChanges> = Update::read(app, Value::Object(fields), if_match)?;
            Some(PreparedChange::new(app, update, now).await)
        }
    };
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            // Locks the place before the proposal, in the same order as for a new report, so that the two cannot
            // deadlock.
            tx.lock_shared(AdvisoryLock::Places).await?;
            let place = places::store::lock_by_id(tx, proposal.place_id).await?.ok_or(StoreError::NotFound)?;
            let before = lock_open_proposal(tx, id).await?;
            let (version, tags) = match change {
                Some(change) => change_place(tx, (&caller, &audit), (&place, change), now).await?,
                None if !condition.allows(place.version) => {
                    return Err(Problem::precondition_failed(PlaceResponse::for_admin(place)).into());
                }
                None => (None, record_confirmation(tx, &before, &place, now).await?),
            };
            let after = with_decision(&before, State::Accepted, (&caller.id, request.note), now);
            let after = Proposal { place_version: version, ..after };
            store_decision_and_queue_emails(tx, &audit, (&before, &after), now).await?;
            if changes_contact {
                store::mark_contact_changed(tx, id).await?;
            }
            Ok(((), tags))
        })
    });
    work.await?;
    app.outbox.notify();
    service::get(app, id).await
}

/// Changes the place. Returns its new version if it was changed, and the cache tags.
async fn change_place(
    tx: &mut Tx,
    (caller, audit): (&Account, &AuditContext),
    (place, change): (&Place, PreparedChange),
    now: Timestamp,
) -> Result<(Option<i64>, Vec<CacheTag>), WriteError> {
    let mode = (ChangeMode::Save, now);
    let (changed_place, tags) = places::service::change_within(tx, caller, audit, (place.id, change), mode).await?;
    places::service::log_change(tx, &[place.id], &tags, now).await?;
    Ok(((changed_place.version != place.version).then_some(changed_place.version), tags))
}

/// Records an accepted confirmation. Returns the cache tags. Does nothing for other proposals. Errors: 409 if the
/// confirmation has too few sources, or if the facts have changed since they were confirmed.
async fn record_confirmation(
    tx: &mut Tx,
    proposal: &Proposal,
    place: &Place,
    now: Timestamp,
) -> Result<Vec<CacheTag>, WriteError> {
    let (Some(ReportKind::StillRight), Some(group)) = (proposal.report_kind, proposal.fact_group) else {
        return Ok(Vec::new());
    };
    if proposal.source_count < MIN_CONFIRMATIONS {
        let code = Code::TooFewReports.with("minimum", MIN_CONFIRMATIONS);
        let sentence = "Fewer than three accounts or networks have confirmed this";
        return Err(Problem::conflict(code, sentence).into());
    }
    let field_names = facts::shown_field_names(Some(group), &proposal.changes);
    if facts::pick_fields(&facts::place_fields(place), &field_names) != *proposal.base_values {
        return Err(reports::facts_changed().into());
    }
    let tags = places::verification::record_traveler_check(tx, place.id, group, proposal.source_count, now).await?;
    places::service::log_change(tx, &[place.id], &tags, now).await?;
    Ok(tags)
}

/// Declines a proposal. Errors: 404; 409 if it was already decided.
pub async fn decline(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ProposalId,
    request: DeclineProposalRequest,
) -> Result<ProposalResponse, Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = lock_open_proposal(tx, id).await?;
            let after = with_decision(&before, State::Declined, (&caller, request.note), now);
            store_decision_and_queue_emails(tx, &audit, (&before, &after), now).await
        })
    });
    work.await?;
    app.outbox.notify();
    service::get(app, id).await
}

/// Withdraws a proposal of the caller. Errors: 404 if the caller did not propose it as an owner; 409 if it was already
/// decided.
pub async fn withdraw(app: &App, caller: &Account, audit: AuditContext, id: ProposalId) -> Result<(), Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = lock_open_proposal(tx, id).await?;
            if before.origin != Origin::Owner || before.account_id.as_ref() != Some(&caller) {
                return Err(service::proposal_not_found().into());
            }
            let after = with_decision(&before, State::Withdrawn, (&caller, None), now);
            store_decision_and_queue_emails(tx, &audit, (&before, &after), now).await
        })
    });
    Ok(work.await?)
}

/// Undoes a decision within ten minutes: the proposal is open again, its emails are not sent, and the place has its
/// former values.
///
/// Errors: 404; 409 if there is nothing to undo or the decision is more than ten minutes old; 412 if the place has
/// changed since the decision.
pub async fn undo(app: &App, admin: Account, audit: AuditContext, id: ProposalId) -> Result<ProposalResponse, Problem> {
    let now = app.clock.now();
    let proposal = service::stored_proposal(app, id).await?;
    let change = match proposal.place_version {
        Some(version) => Some(prepare_undo(app, &proposal, version).await?),
        None => None,
    };
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let place = places::store::lock_by_id(tx, proposal.place_id).await?.ok_or(StoreError::NotFound)?;
            let before = store::get_for_update(tx, id).await?;
            ensure_undoable(&before, now)?;
            let tags = match change {
                Some(change) if before.place_version == proposal.place_version => {
                    change_place(tx, (&admin, &audit), (&place, change), now).await?.1
                }
                None if before.place_version.is_none() => Vec::new(),
                // The decision has changed since `proposal` was read.
                _ => return Err(undo_expired().into()),
            };
            store::reopen(tx, id, now).await?;
            outbox::delete_waiting_about_proposal_decision(tx, id).await?;
            let after = store::get_for_update(tx, id).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok(((), tags))
        })
    });
    work.await?;
    service::get(app, id).await
}

/// The change that restores the values that the place had before `version`. Errors: 409 if they are no longer known.
async fn prepare_undo(app: &App, proposal: &Proposal, version: i64) -> Result<PreparedChange, Problem> {
    let key = RecordKey::new(AuditKind::Place, proposal.place_id);
    let replaced_state = revisions::replaced_state(&app.db, &key, version).await?.ok_or_else(undo_expired)?;
    PreparedChange::for_undo(app, &replaced_state, replaced_state.fields(), version).await
}

fn undo_expired() -> Problem {
    Problem::conflict(Code::UndoExpired, "This was already undone, or it is more than ten minutes old")
}

fn ensure_undoable(proposal: &Proposal, now: Timestamp) -> Result<(), Problem> {
    match proposal.undo_deadline() {
        Some(until) if until >= now => Ok(()),
        Some(_) => Err(undo_expired()),
        None => Err(Problem::conflict(Code::NothingToUndo, "There is no decision to undo")),
    }
}

/// The proposal, locked until the commit. Errors: 404; 409 if it is not open.
async fn lock_open_proposal(tx: &mut Tx, id: ProposalId) -> Result<Proposal, WriteError> {
    let proposal = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "report"))?;
    match proposal.state {
        State::Open => Ok(proposal),
        _ => Err(Problem::conflict(Code::AlreadyDecided, "This was already decided").into()),
    }
}

/// The proposal after a decision of `account`. If `note` is `None`, the proposal keeps its note.
pub fn with_decision(
    before: &Proposal,
    state: State,
    (account, note): (&AccountId, Option<String>),
    now: Timestamp,
) -> Proposal {
    Proposal {
        state,
        note: note.or_else(|| before.note.clone()),
        decided_by: Some(account.clone()),
        decided_at: Some(now),
        updated_at: now,
        ..before.clone()
    }
}

/// Stores a decision, logs it, and queues the emails about it. The recipients are the addresses in the reports, unless
/// the report is spam, or the owner who made the proposal.
async fn store_decision_and_queue_emails(
    tx: &mut Tx,
    audit: &AuditContext,
    (before, after): (&Proposal, &Proposal),
    now: Timestamp,
) -> Result<(), WriteError> {
    store::update_decision(tx, after).await?;
    if after.origin == Origin::Report && !after.is_spam {
        let kind = if after.state == State::Accepted { EmailKind::ReportAccepted } else { EmailKind::ReportDeclined };
        for email in store::reporter_emails(tx, after.id).await? {
            if !outbox::add_about(tx, (kind, &email, AboutRecord::ProposalDecision(after.id)), now).await? {
                tracing::warn!(proposal = %after.id, "outbox is full: the email about a decision was not queued");
                break;
            }
        }
    }
    owners::queue_decision_email(tx, after, now).await?;
    Ok(audit.log_updated(tx, before, after).await?)
}
