//! Moderation of entries and comments: decisions on one record, bulk decisions and their undo, deletions and restores.

use serde::{Deserialize, Serialize};

use crate::audit::log::{AuditContext, AuditSubject};
use crate::audit::undo::{store_bulk_undo_data, take_bulk_undo_data};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, BulkChangeId, CommentId, EntryId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::guestbook::model::{DecisionError, Status};
use crate::guestbook::requests::{BulkModerationRequest, ModerationRequest};
use crate::guestbook::store;
use crate::http::app::App;
use crate::http::input::bulk::{
    BulkResponse, BulkUndoResponse, LeftAloneRecord, shortened_name_list, sorted_ids, undo_expired_problem,
    unknown_ids_problem,
};
use crate::http::input::update::{WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;
use crate::spam::score::TrainingText;

/// The fields that a decision changes and an undo restores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields of entries and comments")]
pub struct ModerationState {
    pub status: Status,
    pub moderated_at: Option<Timestamp>,
    /// `None` for comments, which do not store it.
    pub previous_status: Option<Status>,
    /// `None` for comments, which do not store it.
    pub updated_at: Option<Timestamp>,
}

/// The data needed to undo a decision on an entry or a comment.
#[derive(Debug, Serialize, Deserialize)]
struct UndoState {
    id: i64,
    name: String,
    /// The version after the decision. If it differs, the record has changed since then.
    #[serde(rename = "mark")]
    version_after: i64,
    /// The moderation fields before the decision.
    #[serde(rename = "standing")]
    before: ModerationState,
}

/// A record that can be moderated.
pub trait ModeratedRecord: AuditSubject + Clone + Send + Sync + Sized + 'static {
    /// The name of a record of this type in error messages.
    const RECORD_NAME: &'static str;

    /// Locks a record until the commit. Fails with [`StoreError::NotFound`] if it does not exist or is soft-deleted.
    fn get_for_update(tx: &mut Tx, id: i64) -> impl Future<Output = Result<Self, StoreError>> + Send;
    /// The id of the entry, and the id of the comment if the record is a comment.
    fn ids(&self) -> (EntryId, Option<CommentId>);
    /// A number that each change of the record replaces by another one.
    fn version(&self) -> i64;
    /// The text for the training data of the spam classifier, with the label that follows from the decision, if any.
    fn training_text(&self) -> TrainingText<'_>;
    /// A mutable reference to the moderation note of the record.
    fn notes_mut(&mut self) -> &mut Option<String>;
    /// The moderation fields of the record.
    fn state(&self) -> ModerationState;
    /// A copy of the record with these moderation fields.
    fn with_state(&self, state: ModerationState) -> Self;
    /// Stores a decision or its undo, updates the training data of the spam classifier and queues the email to the
    /// author of an entry. The caller, [`store_and_log_decision`], writes to the moderation log and the audit log.
    fn store_decision(
        tx: &mut Tx,
        before: &Self,
        after: &mut Self,
        now: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Soft-deletes an entry with its comments, or a comment with its replies.
    fn soft_delete(&self, tx: &mut Tx, now: Timestamp) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Restores a record. Fails with [`StoreError::NotFound`] if it was not soft-deleted within the last ten minutes.
    fn restore(tx: &mut Tx, id: i64, now: Timestamp) -> impl Future<Output = Result<Self, StoreError>> + Send;
    /// The cache tags that a change of the record invalidates. `None` stands for a record that does not exist.
    fn cache_tags(before: Option<&Self>, after: Option<&Self>) -> Vec<CacheTag>;

    /// A copy with the moderation fields that follow from `decision`. Fails as [`Status::after_decision`] does.
    fn with_decision(&self, decision: Status, now: Timestamp) -> Result<Self, DecisionError> {
        let status = self.state().status;
        Ok(self.with_state(ModerationState {
            status: status.after_decision(decision)?,
            moderated_at: Some(now),
            previous_status: Some(status),
            updated_at: Some(now),
        }))
    }
}

/// Stores a decision on a record and returns the record. 404 if it does not exist, 409 if it is already approved or
/// rejected.
pub async fn moderate<T: ModeratedRecord>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, decision): (i64, ModerationRequest),
) -> Result<T, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before: T = get_for_update(tx, id).await?;
            let mut after = before.with_decision(decision.status, now).map_err(decision_problem)?;
            decision.notes.apply_to(after.notes_mut());
            let tags = store_and_log_decision(tx, (&admin, "moderate", &audit), (&before, &mut after), now).await?;
            Ok::<_, WriteError>((after, change_log::append_unless_empty(tx, tags, now).await?))
        })
    });
    let record = work.await?;
    app.outbox.notify();
    Ok(record)
}

/// Soft-deletes an entry with its comments, or a comment with its replies. For ten minutes, [`restore`] can restore the
/// record. 404 if the record does not exist.
pub async fn soft_delete_record<T: ModeratedRecord>(app: &App, audit: AuditContext, id: i64) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let record: T = get_for_update(tx, id).await?;
            record.soft_delete(tx, now).await?;
            audit.log_deleted(tx, &record).await?;
            let tags = change_log::append_unless_empty(tx, T::cache_tags(Some(&record), None), now).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// Restores a record with the comments or replies that were deleted together with it. 404 if the record was not deleted
/// within the last ten minutes.
pub async fn restore<T: ModeratedRecord>(app: &App, audit: AuditContext, id: i64) -> Result<T, Problem> {
    let now = app.clock.now();
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Moderation).await?;
            let restored = T::restore(tx, id, now).await;
            let record = restored.map_err(|error| map_missing_to_404(error, &format!("deleted {}", T::RECORD_NAME)))?;
            audit.log_created(tx, &record).await?;
            let tags = change_log::append_unless_empty(tx, T::cache_tags(None, Some(&record)), now).await?;
            Ok::<_, WriteError>((record, tags))
        })
    });
    Ok(work.await?)
}

/// Applies one decision to all records of the request, or to none. 422 if an id is unknown, 409 if a record is already
/// approved or rejected.
pub async fn moderate_in_bulk<T: ModeratedRecord>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    form: BulkModerationRequest,
) -> Result<BulkResponse, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Moderation).await?;
            let states = compute_bulk_decision::<T>(tx, form, now).await?;
            let undo_states = states.iter().map(|(id, before, after)| UndoState {
                id: *id,
                name: before.describe().name,
                version_after: after.version(),
                before: before.state(),
            });
            let undo_id = store_bulk_undo_data(tx, T::KIND, undo_states.collect(), now).await?;
            let (mut ids, mut tags) = (Vec::new(), Vec::new());
            for (id, before, mut after) in states {
                let stored = store_and_log_decision(tx, (&admin, "moderate", &audit), (&before, &mut after), now);
                tags.extend(stored.await?);
                ids.push(id);
            }
            let tags = append_distinct(tx, tags, now).await?;
            Ok::<_, WriteError>((BulkResponse::new(ids, Some(undo_id), now), tags))
        })
    });
    let response = work.await?;
    app.outbox.notify();
    Ok(response)
}

/// Undoes a bulk decision: restores the former moderation fields of its records. Records that were changed or deleted
/// after the bulk decision are skipped. 409 if the bulk decision was already undone or is more than ten minutes old.
pub async fn undo_bulk_decision<T: ModeratedRecord>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    id: BulkChangeId,
) -> Result<BulkUndoResponse, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Moderation).await?;
            let undo_data: Vec<UndoState> =
                take_bulk_undo_data(tx, (T::KIND, id), now).await?.ok_or_else(undo_expired_problem)?;
            let (mut response, mut tags) = (BulkUndoResponse::default(), Vec::new());
            for state in undo_data {
                match T::get_for_update(tx, state.id).await {
                    Ok(before) if before.version() == state.version_after => {
                        let mut after = before.with_state(state.before);
                        let stored = store_and_log_decision(tx, (&admin, "undo", &audit), (&before, &mut after), now);
                        tags.extend(stored.await?);
                        response.restored_ids.push(state.id);
                    }
                    Ok(_) | Err(StoreError::NotFound) => {
                        response.left_alone.push(LeftAloneRecord { id: state.id, name: state.name });
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            if response.restored_ids.is_empty() {
                audit.log_action(tx).await?;
            }
            Ok::<_, WriteError>((response, append_distinct(tx, tags, now).await?))
        })
    });
    Ok(work.await?)
}

/// Returns a record and locks it until the commit, for a decision about a single record. Bulk decisions wait until the
/// commit. Errors: 404 if the record does not exist.
pub async fn get_for_update<T: ModeratedRecord>(tx: &mut Tx, id: i64) -> Result<T, WriteError> {
    tx.lock_shared(AdvisoryLock::Moderation).await?;
    T::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, T::RECORD_NAME))
}

/// Stores a decision or its undo, and adds it to the moderation log, as `moderate` or `undo`, and to the audit log.
/// Returns the cache tags that the caller must append to the change log.
pub async fn store_and_log_decision<T: ModeratedRecord>(
    tx: &mut Tx,
    (moderator, action, audit): (&AccountId, &str, &AuditContext),
    (before, after): (&T, &mut T),
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    T::store_decision(tx, before, after, now).await?;
    let (ids, statuses) = (after.ids(), [before.state().status, after.state().status]);
    store::log_moderation(tx, (moderator, action), ids, (statuses, after.notes_mut().as_deref()), now).await?;
    let after: &T = after;
    audit.log_updated(tx, before, after).await?;
    Ok(T::cache_tags(Some(before), Some(after)))
}

/// Locks the records of the request. Returns each with its id, its state before the decision and its state after it;
/// stores nothing. Errors: 422 and 409 as for [`moderate_in_bulk`].
async fn compute_bulk_decision<T: ModeratedRecord>(
    tx: &mut Tx,
    form: BulkModerationRequest,
    now: Timestamp,
) -> Result<Vec<(i64, T, T)>, WriteError> {
    let (mut states, mut missing_ids, mut decided_names) = (Vec::new(), Vec::new(), Vec::new());
    for id in sorted_ids(form.ids) {
        let before = match T::get_for_update(tx, id).await {
            Ok(before) => before,
            Err(StoreError::NotFound) => {
                missing_ids.push(id);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        match before.with_decision(form.status, now) {
            Ok(after) => states.push((id, before, after)),
            Err(DecisionError::AlreadyDecided) => decided_names.push(before.describe().name),
            Err(error) => return Err(decision_problem(error)),
        }
    }
    if !missing_ids.is_empty() {
        return Err(unknown_ids_problem(&missing_ids).into());
    }
    if !decided_names.is_empty() {
        let names = shortened_name_list(decided_names.iter().map(String::as_str));
        let sentence = format!("{}: {names}", DecisionError::AlreadyDecided);
        return Err(Problem::conflict(Code::AlreadyDecided.with("names", names), sentence).into());
    }
    Ok(states)
}

/// Appends the tags of all records to the change log, each tag once.
async fn append_distinct(tx: &mut Tx, mut tags: Vec<CacheTag>, now: Timestamp) -> Result<Vec<CacheTag>, StoreError> {
    tags.sort();
    tags.dedup();
    change_log::append_unless_empty(tx, tags, now).await
}

fn decision_problem(error: DecisionError) -> WriteError {
    let sentence = error.to_string();
    match error {
        DecisionError::AlreadyDecided => Problem::conflict(Code::AlreadyDecided, sentence).into(),
        DecisionError::NotADecision => Problem::invalid_field(Code::DecisionInvalid, "status", sentence).into(),
    }
}
