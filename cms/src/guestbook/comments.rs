//! Adds comments to entries, and moderates them.

use axum::http::StatusCode;
use sqlx::types::Json;

use super::author::Asked;
use super::form::{ModerationForm, NewComment};
use super::model::{Comment, DecisionError, Status};
use super::weigh::Arrived;
use super::write::ModerationEvent;
use super::{author, limit, moderation, pages, soft_delete, write};
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::patch::{WriteError, missing};
use crate::http::problem::{FieldError, Problem};
use crate::identity::model::Claim;
use crate::jobs::changes::Tag;
use crate::spam::model::Score;

/// Adds a comment to an approved entry. Most are public at once. A suspicious one is pending, which its author is told.
///
/// 401 if the author's token is no longer valid, 404 if the entry is not visible, 409 if it is pending, 422 for
/// `parentCommentId` if that does not exist or is a reply, 429 if the author has posted too much.
pub async fn add(
    app: &App,
    claim: Claim,
    audit: AuditContext,
    (entry, new): (EntryId, NewComment),
) -> Result<Comment, Problem> {
    let (now, per_hour) = (app.clock.now(), app.posts_per_hour);
    let message = new.comment.clone();
    let arrived = Arrived { message, location: None, leave_blank: new.leave_blank, elapsed_ms: new.elapsed_ms };
    let read = arrived.read();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            author::hold(tx, &claim, now).await?;
            limit::take(tx, &claim, per_hour, now).await?;
            let past = author::past(tx, Asked { claim: &claim, read: &read, now }).await?;
            let entry = write::locked(tx, entry).await.map_err(|error| missing(error, "entry"))?;
            if !entry.is_public() {
                return Err(not_open(entry.status.told(entry.is_own(Some(&claim.account)))));
            }
            if let Some(parent) = new.parent_comment_id {
                must_take_answers(tx, parent, entry.id).await?;
            }
            let Score { percent, reasons } = read.score(&past, now);
            let author = past.author;
            let audit = audit.by(&author);
            let comment = Comment {
                id: CommentId(0),
                entry_id: entry.id,
                entry_message: entry.message,
                entry_status: entry.status,
                entry_place_id: entry.place_id,
                parent_id: new.parent_comment_id,
                author_name: author.display_name(),
                author_id: Some(author.id),
                author_email: None,
                message: new.comment.trim().to_owned(),
                status: Status::of_new_comment(percent),
                spam_score: percent,
                spam_reasons: Json(reasons),
                notes: None,
                moderated_at: None,
                created_at: now,
            };
            let id = write::add_comment(tx, &comment).await?;
            let comment = Comment { id, ..comment };
            audit.log_created(tx, &comment).await?;
            let tags = tags(&comment, comment.status);
            write::publish(tx, &tags, now).await?;
            Ok::<_, WriteError>((comment, tags))
        })
    });
    Ok(work.await?)
}

/// Moderates a comment. 404, or 409 if it was already moderated.
pub async fn judge(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, verdict): (CommentId, ModerationForm),
) -> Result<Comment, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Moderation).await?;
            let before = write::locked_comment(tx, id).await.map_err(|error| missing(error, "comment"))?;
            let mut after = decided(&before, verdict.status, now).map_err(moderation::refused)?;
            verdict.notes.into_field(&mut after.notes);
            let tags = apply(tx, (&admin, "moderate", &audit), (&before, &after), now).await?;
            write::publish(tx, &tags, now).await?;
            Ok::<_, WriteError>((after, tags))
        })
    });
    Ok(work.await?)
}

/// The comment after a decision.
pub fn decided(before: &Comment, verdict: Status, now: Timestamp) -> Result<Comment, DecisionError> {
    Ok(Comment { status: before.status.moderated(verdict)?, moderated_at: Some(now), ..before.clone() })
}

/// Stores a decision or its undo with all consequences. Returns the tags for the change log.
pub async fn apply(
    tx: &mut Tx,
    (moderator, verb, audit): (&AccountId, &'static str, &AuditContext),
    (before, after): (&Comment, &Comment),
    now: Timestamp,
) -> Result<Vec<Tag>, StoreError> {
    retrain(tx, before, after).await?;
    write::settle_comment(tx, after).await?;
    let event = ModerationEvent {
        entry_id: after.entry_id,
        comment_id: Some(after.id),
        moderator,
        verb,
        was: before.status,
        became: after.status,
        notes: after.notes.as_deref(),
        at: now,
    };
    write::log_moderation(tx, event).await?;
    audit.log_updated(tx, before, after).await?;
    let shown = if before.status == Status::Approved { before } else { after };
    Ok(tags(shown, shown.status))
}

/// Deletes a comment with its replies. [`restore`] is possible for ten minutes. 404.
pub async fn remove(app: &App, audit: AuditContext, id: CommentId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Moderation).await?;
            let comment = write::locked_comment(tx, id).await.map_err(|error| missing(error, "comment"))?;
            soft_delete::put_comment(tx, id, now).await?;
            audit.log_deleted(tx, &comment).await?;
            let tags = tags(&comment, comment.status);
            write::publish(tx, &tags, now).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// Restores a comment deleted within the last ten minutes, with its replies. 404.
pub async fn restore(app: &App, audit: AuditContext, id: CommentId) -> Result<Comment, Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Moderation).await?;
            let comment =
                soft_delete::take_comment(tx, id, now).await.map_err(|error| missing(error, "deleted comment"))?;
            audit.log_created(tx, &comment).await?;
            let tags = tags(&comment, comment.status);
            write::publish(tx, &tags, now).await?;
            Ok::<_, WriteError>((comment, tags))
        })
    });
    Ok(work.await?)
}

/// Updates the training data of the spam classifier after a decision.
async fn retrain(tx: &mut Tx, before: &Comment, after: &Comment) -> Result<(), StoreError> {
    let labels = [before, after].map(|comment| moderation::training_label(comment.status, comment.moderated_at));
    moderation::retrain(tx, labels, [&before.message, &after.message]).await
}

/// The tags of the public pages with a comment of this status.
fn tags(comment: &Comment, status: Status) -> Vec<Tag> {
    let is_public = status == Status::Approved && comment.entry_status == Status::Approved;
    if is_public { pages::about(comment.entry_place_id) } else { Vec::new() }
}

fn not_open(told: Option<Status>) -> WriteError {
    let waits = "Comments open when this entry has been approved";
    match told {
        Some(_) => Problem::new(StatusCode::CONFLICT, waits).into(),
        None => Problem::not_found("There is no such entry").into(),
    }
}

/// Replies have one level: 422 unless `parent` is a public comment of this entry and not a reply.
async fn must_take_answers(tx: &mut Tx, parent: CommentId, entry: EntryId) -> Result<(), WriteError> {
    let refused = |sentence| Problem::invalid(vec![FieldError::new("parentCommentId", sentence)]).into();
    let parent = write::locked_comment(tx, parent).await;
    match parent {
        Ok(parent) if parent.entry_id == entry && parent.status == Status::Approved => match parent.parent_id {
            None => Ok(()),
            Some(_) => Err(refused("An answer cannot be answered")),
        },
        Ok(_) | Err(StoreError::NotFound) => Err(refused("There is no such comment")),
        Err(error) => Err(error.into()),
    }
}
