//! Moderates many entries or comments in one write, each by the rules of a single decision, and undoes that.

use axum::http::StatusCode;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::audit::bulk_change;
use crate::audit::model::{AuditContext, Subject};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, BulkId, CommentId, EntryId};
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::guestbook::form::BulkModerationRequest;
use crate::guestbook::model::{Comment, DecisionError, Entry, Status};
use crate::guestbook::moderation::{comments, entries};
use crate::guestbook::write;
use crate::http::app::App;
use crate::http::input::bulk::{
    BulkResponse, BulkUndoResponse, SkippedRecord, in_order, nothing_to_undo, quoted, unknown,
};
use crate::http::input::patch::WriteError;
use crate::http::problem::Problem;
use crate::jobs::change_log;

/// The admin, the action in the moderation log, and the audit context.
type ModeratedBy<'a> = (&'a AccountId, &'static str, &'a AuditContext);

/// The fields that a decision changes and an undo restores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModerationState {
    status: Status,
    moderated_at: Option<Timestamp>,
    /// `None` for comments, like the next field.
    previous_status: Option<Status>,
    updated_at: Option<Timestamp>,
}

/// The data needed to undo a decision on an entry or a comment.
#[derive(Debug, Serialize, Deserialize)]
struct Before {
    id: i64,
    name: String,
    /// The version after the decision. If it differs, the record was changed since.
    mark: i64,
    standing: ModerationState,
}

/// A record that can be moderated.
pub trait Moderated: Subject + Clone + Send + Sync + Sized + 'static {
    /// Its name in messages.
    const LABEL: &'static str;

    /// Locks the record with this id until the commit.
    fn locked(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>>;
    /// A value that differs after each change.
    fn version(&self) -> i64;
    /// Its moderation fields.
    fn moderation_state(&self) -> ModerationState;
    /// The record with former moderation fields.
    fn with_moderation_state(&self, state: ModerationState) -> Self;
    /// The record after a decision.
    fn decided(&self, decision: Status, now: Timestamp) -> Result<Self, DecisionError>;
    /// Stores it with all consequences. Returns the tags for the change log.
    fn apply<'a>(
        tx: &'a mut Tx,
        by: ModeratedBy<'a>,
        states: (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<CacheTag>, StoreError>>;
}

impl Moderated for Entry {
    const LABEL: &'static str = "entry";

    fn locked(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(write::locked(tx, EntryId(id)))
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn moderation_state(&self) -> ModerationState {
        ModerationState {
            status: self.status,
            moderated_at: self.moderated_at,
            previous_status: self.previous_status,
            updated_at: Some(self.updated_at),
        }
    }

    fn with_moderation_state(&self, was: ModerationState) -> Self {
        Self {
            status: was.status,
            moderated_at: was.moderated_at,
            previous_status: was.previous_status,
            updated_at: was.updated_at.unwrap_or(self.updated_at),
            ..self.clone()
        }
    }

    fn decided(&self, decision: Status, now: Timestamp) -> Result<Self, DecisionError> {
        entries::decided(self, decision, now)
    }

    fn apply<'a>(
        tx: &'a mut Tx,
        by: ModeratedBy<'a>,
        (before, after): (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<CacheTag>, StoreError>> {
        Box::pin(entries::apply(tx, by, (before, after), now))
    }
}

impl Moderated for Comment {
    const LABEL: &'static str = "comment";

    fn locked(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(write::locked_comment(tx, CommentId(id)))
    }

    /// Only decisions change comments.
    fn version(&self) -> i64 {
        self.moderated_at.map_or(0, |at| at.0)
    }

    fn moderation_state(&self) -> ModerationState {
        ModerationState {
            status: self.status,
            moderated_at: self.moderated_at,
            previous_status: None,
            updated_at: None,
        }
    }

    fn with_moderation_state(&self, was: ModerationState) -> Self {
        Self { status: was.status, moderated_at: was.moderated_at, ..self.clone() }
    }

    fn decided(&self, decision: Status, now: Timestamp) -> Result<Self, DecisionError> {
        comments::decided(self, decision, now)
    }

    fn apply<'a>(
        tx: &'a mut Tx,
        by: ModeratedBy<'a>,
        (before, after): (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<CacheTag>, StoreError>> {
        Box::pin(async move { comments::apply(tx, by, (before, &after), now).await })
    }
}

/// Moderates all records, or none. 422 with unknown ids, 409 with already moderated records.
pub async fn moderate<T: Moderated>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    form: BulkModerationRequest,
) -> Result<BulkResponse, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(Lock::Moderation).await?;
            let states = decide_all::<T>(tx, form, now).await?;
            let was = states.iter().map(|(id, before, after)| Before {
                id: *id,
                name: before.describe().name,
                mark: after.version(),
                standing: before.moderation_state(),
            });
            let undo = bulk_change::keep(tx, T::KIND, was.collect(), now).await?;
            let (mut ids, mut tags) = (Vec::new(), Vec::new());
            for (id, before, after) in states {
                tags.extend(T::apply(tx, (&admin, "moderate", &audit), (&before, after), now).await?);
                ids.push(id);
            }
            let tags = published(tx, tags, now).await?;
            Ok::<_, WriteError>((BulkResponse::of(ids, Some(undo), now), tags))
        })
    });
    let view = work.await?;
    app.outbox.notify();
    Ok(view)
}

/// Undoes these decisions and restores the former moderation fields. Records changed or deleted since are skipped. 409
/// if it is too late or already undone.
pub async fn undo<T: Moderated>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    id: BulkId,
) -> Result<BulkUndoResponse, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(Lock::Moderation).await?;
            let undo_data: Vec<Before> =
                bulk_change::take(tx, (T::KIND, id), now).await?.ok_or_else(nothing_to_undo)?;
            let (mut view, mut tags) = (BulkUndoResponse::default(), Vec::new());
            for was in undo_data {
                match T::locked(tx, was.id).await {
                    Ok(before) if before.version() == was.mark => {
                        let after = before.with_moderation_state(was.standing);
                        tags.extend(T::apply(tx, (&admin, "undo", &audit), (&before, after), now).await?);
                        view.restored_ids.push(was.id);
                    }
                    Ok(_) | Err(StoreError::NotFound) => {
                        view.left_alone.push(SkippedRecord { id: was.id, name: was.name });
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            if view.restored_ids.is_empty() {
                audit.log_action(tx).await?;
            }
            let tags = published(tx, tags, now).await?;
            Ok::<_, WriteError>((view, tags))
        })
    });
    Ok(work.await?)
}

/// All records before and after the decision.
async fn decide_all<T: Moderated>(
    tx: &mut Tx,
    form: BulkModerationRequest,
    now: Timestamp,
) -> Result<Vec<(i64, T, T)>, WriteError> {
    let (mut states, mut missing, mut settled) = (Vec::new(), Vec::new(), Vec::new());
    for id in in_order(form.ids) {
        let before = match T::locked(tx, id).await {
            Ok(before) => before,
            Err(StoreError::NotFound) => {
                missing.push(id);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        match before.decided(form.status, now) {
            Ok(after) => states.push((id, before, after)),
            Err(DecisionError::Settled) => settled.push(before.describe().name),
            Err(error) => return Err(entries::decision_problem(error)),
        }
    }
    if !missing.is_empty() {
        return Err(unknown(T::LABEL, &missing).into());
    }
    if !settled.is_empty() {
        let names = quoted(settled.iter().map(String::as_str));
        return Err(Problem::new(StatusCode::CONFLICT, format!("{}: {names}", DecisionError::Settled)).into());
    }
    Ok(states)
}

/// Appends the tags of all records to the change log, once.
async fn published(tx: &mut Tx, mut tags: Vec<CacheTag>, now: Timestamp) -> Result<Vec<CacheTag>, StoreError> {
    tags.sort();
    tags.dedup();
    change_log::append_tags(tx, tags, now).await
}
