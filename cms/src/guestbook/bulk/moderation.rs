//! Many entries or comments judged in one write, each by the rules of a single verdict; and exactly that undone.

use axum::http::StatusCode;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::form::BulkVerdictForm;
use crate::audit_log::bulk;
use crate::audit_log::model::{AuditContext, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, BulkId, CommentId, EntryId};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::guestbook::model::{Comment, DecisionError, Entry, Status};
use crate::guestbook::{comments, moderation, write};
use crate::http::app::App;
use crate::http::bulk::{BulkUndoView, BulkView, LeftAlone, in_order, nothing_to_undo, quoted, unknown};
use crate::http::patch::WriteError;
use crate::http::problem::Problem;
use crate::jobs::changes::Tag;

/// Who does it, under which name in the record of verdicts, and where from.
type By<'a> = (&'a AccountId, &'static str, &'a AuditContext);

/// How something stands: what a verdict changes, and its undoing puts back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    status: Status,
    moderated_at: Option<Timestamp>,
    /// Of entries alone, like the next.
    previous_status: Option<Status>,
    updated_at: Option<Timestamp>,
}

/// What undoing needs of an entry or a comment.
#[derive(Debug, Serialize, Deserialize)]
struct Was {
    id: i64,
    name: String,
    /// As the verdict left it: with another one somebody else has been there.
    mark: i64,
    standing: Standing,
}

/// What moderators judge.
pub trait Moderated: Subject + Clone + Send + Sync + Sized + 'static {
    /// What people call it.
    const WHAT: &'static str;

    /// The one of this id, held until the commit.
    fn held(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>>;
    /// Something that is another after each change.
    fn mark(&self) -> i64;
    /// How it stands.
    fn standing(&self) -> Standing;
    /// The same, standing as it stood.
    fn standing_again(&self, standing: Standing) -> Self;
    /// The same with a verdict on it.
    fn decided(&self, verdict: Status, now: Timestamp) -> Result<Self, DecisionError>;
    /// Writes that down, with all that follows from it. Answers what it touched.
    fn apply<'a>(
        tx: &'a mut Tx,
        by: By<'a>,
        states: (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Tag>, StoreError>>;
}

impl Moderated for Entry {
    const WHAT: &'static str = "entry";

    fn held(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(write::locked(tx, EntryId(id)))
    }

    fn mark(&self) -> i64 {
        self.version
    }

    fn standing(&self) -> Standing {
        Standing {
            status: self.status,
            moderated_at: self.moderated_at,
            previous_status: self.previous_status,
            updated_at: Some(self.updated_at),
        }
    }

    fn standing_again(&self, was: Standing) -> Self {
        Self {
            status: was.status,
            moderated_at: was.moderated_at,
            previous_status: was.previous_status,
            updated_at: was.updated_at.unwrap_or(self.updated_at),
            ..self.clone()
        }
    }

    fn decided(&self, verdict: Status, now: Timestamp) -> Result<Self, DecisionError> {
        moderation::decided(self, verdict, now)
    }

    fn apply<'a>(
        tx: &'a mut Tx,
        by: By<'a>,
        (before, after): (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Tag>, StoreError>> {
        Box::pin(moderation::apply(tx, by, (before, after), now))
    }
}

impl Moderated for Comment {
    const WHAT: &'static str = "comment";

    fn held(tx: &mut Tx, id: i64) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(write::locked_comment(tx, CommentId(id)))
    }

    /// Nothing but a verdict changes a comment.
    fn mark(&self) -> i64 {
        self.moderated_at.map_or(0, |at| at.0)
    }

    fn standing(&self) -> Standing {
        Standing { status: self.status, moderated_at: self.moderated_at, previous_status: None, updated_at: None }
    }

    fn standing_again(&self, was: Standing) -> Self {
        Self { status: was.status, moderated_at: was.moderated_at, ..self.clone() }
    }

    fn decided(&self, verdict: Status, now: Timestamp) -> Result<Self, DecisionError> {
        comments::decided(self, verdict, now)
    }

    fn apply<'a>(
        tx: &'a mut Tx,
        by: By<'a>,
        (before, after): (&'a Self, Self),
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Tag>, StoreError>> {
        Box::pin(async move { comments::apply(tx, by, (before, &after), now).await })
    }
}

/// Settles all of them, or none. 422 naming the ids that are none's, 409 naming what is settled already.
pub async fn moderate<T: Moderated>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    form: BulkVerdictForm,
) -> Result<BulkView, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_exclusive(tx, Lock::Moderation).await?;
            let states = judged_all::<T>(tx, form, now).await?;
            let was = states.iter().map(|(id, before, after)| Was {
                id: *id,
                name: before.name(),
                mark: after.mark(),
                standing: before.standing(),
            });
            let undo = bulk::keep(tx, T::KIND, was.collect(), now).await?;
            let (mut ids, mut tags) = (Vec::new(), Vec::new());
            for (id, before, after) in states {
                tags.extend(T::apply(tx, (&admin, "moderate", &audit), (&before, after), now).await?);
                ids.push(id);
            }
            let tags = published(tx, tags, now).await?;
            Ok::<_, WriteError>((BulkView::of(ids, Some(undo), now), tags))
        })
    });
    let view = work.await?;
    app.outbox.notify();
    Ok(view)
}

/// Takes these verdicts back: each stands again as it stood. What somebody has changed or deleted since is left alone.
/// 409 when it is too late, or not the first time.
pub async fn undo<T: Moderated>(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    id: BulkId,
) -> Result<BulkUndoView, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_exclusive(tx, Lock::Moderation).await?;
            let kept: Vec<Was> = bulk::take(tx, (T::KIND, id), now).await?.ok_or_else(nothing_to_undo)?;
            let (mut view, mut tags) = (BulkUndoView::default(), Vec::new());
            for was in kept {
                match T::held(tx, was.id).await {
                    Ok(before) if before.mark() == was.mark => {
                        let after = before.standing_again(was.standing);
                        tags.extend(T::apply(tx, (&admin, "undo", &audit), (&before, after), now).await?);
                        view.restored_ids.push(was.id);
                    }
                    Ok(_) | Err(StoreError::NotFound) => {
                        view.left_alone.push(LeftAlone { id: was.id, name: was.name });
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

/// All of them as they are and with the verdict on them.
async fn judged_all<T: Moderated>(
    tx: &mut Tx,
    form: BulkVerdictForm,
    now: Timestamp,
) -> Result<Vec<(i64, T, T)>, WriteError> {
    let (mut states, mut missing, mut settled) = (Vec::new(), Vec::new(), Vec::new());
    for id in in_order(form.ids) {
        let before = match T::held(tx, id).await {
            Ok(before) => before,
            Err(StoreError::NotFound) => {
                missing.push(id);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        match before.decided(form.status, now) {
            Ok(after) => states.push((id, before, after)),
            Err(DecisionError::Settled) => settled.push(before.name()),
            Err(error) => return Err(moderation::refused(error)),
        }
    }
    if !missing.is_empty() {
        return Err(unknown(T::WHAT, &missing).into());
    }
    if !settled.is_empty() {
        let names = quoted(settled.iter().map(String::as_str));
        return Err(Problem::new(StatusCode::CONFLICT, format!("{}: {names}", DecisionError::Settled)).into());
    }
    Ok(states)
}

/// Puts what all of them touched into the change log, once.
async fn published(tx: &mut Tx, mut tags: Vec<Tag>, now: Timestamp) -> Result<Vec<Tag>, StoreError> {
    tags.sort();
    tags.dedup();
    write::publish(tx, &tags, now).await?;
    Ok(tags)
}
