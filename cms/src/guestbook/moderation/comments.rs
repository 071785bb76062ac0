//! Adds comments to entries, and moderates them.

use axum::http::StatusCode;
use sqlx::types::Json;

use super::entries;
use crate::audit::model::AuditContext;
use crate::auth::domain::model::Claim;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::guestbook::form::{ModerationRequest, NewComment};
use crate::guestbook::model::{Comment, DecisionError, Status};
use crate::guestbook::submit::author::HistoryQuery;
use crate::guestbook::submit::spam_check::SubmittedText;
use crate::guestbook::submit::{author, limit};
use crate::guestbook::write::ModerationEvent;
use crate::guestbook::{pages, soft_delete, write};
use crate::http::app::App;
use crate::http::input::patch::{WriteError, missing};
use crate::http::problem::{FieldError, Problem};
use crate::jobs::change_log;
use crate::spam::model::Score;

/// Adds a comment to an approved entry. Most are public at once. A suspicious one is pending, which its author sees.
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
    let submitted = SubmittedText { message, location: None, leave_blank: new.leave_blank, elapsed_ms: new.elapsed_ms };
    let text = submitted.analyze();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            author::lock(tx, &claim, now).await?;
            limit::check_and_count(tx, &claim, per_hour, now).await?;
            let history = author::history(tx, HistoryQuery { claim: &claim, text: &text, now }).await?;
            let entry = write::locked(tx, entry).await.map_err(|error| missing(error, "entry"))?;
            if !entry.is_public() {
                return Err(comments_closed(entry.status.visible_to(entry.is_own(Some(&claim.account)))));
            }
            if let Some(parent) = new.parent_comment_id {
                check_parent(tx, parent, entry.id).await?;
            }
            let Score { percent, reasons } = text.score(&history, now);
            let author = history.author;
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
            let tags = change_log::append_tags(tx, tags(&comment), now).await?;
            Ok::<_, WriteError>((comment, tags))
        })
    });
    Ok(work.await?)
}

/// Moderates a comment. 404, or 409 if it was already moderated.
pub async fn moderate(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, decision): (CommentId, ModerationRequest),
) -> Result<Comment, Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Moderation).await?;
            let before = write::locked_comment(tx, id).await.map_err(|error| missing(error, "comment"))?;
            let mut after = decided(&before, decision.status, now).map_err(entries::decision_problem)?;
            decision.notes.into_field(&mut after.notes);
            let tags = apply(tx, (&admin, "moderate", &audit), (&before, &after), now).await?;
            Ok::<_, WriteError>((after, change_log::append_tags(tx, tags, now).await?))
        })
    });
    Ok(work.await?)
}

/// The comment after a decision.
pub fn decided(before: &Comment, decision: Status, now: Timestamp) -> Result<Comment, DecisionError> {
    Ok(Comment { status: before.status.moderated(decision)?, moderated_at: Some(now), ..before.clone() })
}

/// Stores a decision or its undo with all consequences. Returns the tags for the change log.
pub async fn apply(
    tx: &mut Tx,
    (moderator, verb, audit): (&AccountId, &'static str, &AuditContext),
    (before, after): (&Comment, &Comment),
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    retrain(tx, before, after).await?;
    write::store_comment_decision(tx, after).await?;
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
    Ok(tags(shown))
}

/// Deletes a comment with its replies. [`restore`] is possible for ten minutes. 404.
pub async fn remove(app: &App, audit: AuditContext, id: CommentId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Moderation).await?;
            let comment = write::locked_comment(tx, id).await.map_err(|error| missing(error, "comment"))?;
            soft_delete::delete_comment(tx, id, now).await?;
            audit.log_deleted(tx, &comment).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, tags(&comment), now).await?))
        })
    });
    Ok(work.await?)
}

/// Restores a comment deleted within the last ten minutes, with its replies. 404.
pub async fn restore(app: &App, audit: AuditContext, id: CommentId) -> Result<Comment, Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Moderation).await?;
            let comment =
                soft_delete::restore_comment(tx, id, now).await.map_err(|error| missing(error, "deleted comment"))?;
            audit.log_created(tx, &comment).await?;
            let tags = change_log::append_tags(tx, tags(&comment), now).await?;
            Ok::<_, WriteError>((comment, tags))
        })
    });
    Ok(work.await?)
}

/// Updates the training data of the spam classifier after a decision.
async fn retrain(tx: &mut Tx, before: &Comment, after: &Comment) -> Result<(), StoreError> {
    let labels = [before, after].map(|comment| entries::training_label(comment.status, comment.moderated_at));
    entries::retrain(tx, labels, [&before.message, &after.message]).await
}

/// The tags of the public pages with this comment.
fn tags(comment: &Comment) -> Vec<CacheTag> {
    let is_public = comment.status == Status::Approved && comment.entry_status == Status::Approved;
    if is_public { pages::about(comment.entry_place_id) } else { Vec::new() }
}

/// 409 if the caller sees the entry as pending, otherwise 404.
fn comments_closed(visible_status: Option<Status>) -> WriteError {
    let message = "Comments open when this entry has been approved";
    match visible_status {
        Some(_) => Problem::new(StatusCode::CONFLICT, message).into(),
        None => Problem::not_found("There is no such entry").into(),
    }
}

/// Replies have one level: 422 unless `parent` is a public comment of this entry and not a reply.
async fn check_parent(tx: &mut Tx, parent: CommentId, entry: EntryId) -> Result<(), WriteError> {
    let invalid = |message| Problem::invalid(vec![FieldError::new("parentCommentId", message)]).into();
    let parent = write::locked_comment(tx, parent).await;
    match parent {
        Ok(parent) if parent.entry_id == entry && parent.status == Status::Approved => match parent.parent_id {
            None => Ok(()),
            Some(_) => Err(invalid("An answer cannot be answered")),
        },
        Ok(_) | Err(StoreError::NotFound) => Err(invalid("There is no such comment")),
        Err(error) => Err(error.into()),
    }
}
