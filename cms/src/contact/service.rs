//! Changes, deletes and restores messages, and trains the classifier with the decisions of the team.

use super::dto::MessageResponse;
use super::form::MessageChanges;
use super::model::Message;
use super::store;
use crate::audit::model::AuditContext;
use crate::common::clock::UNDO_WINDOW_SECS;
use crate::common::id::MessageId;
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::input::patch::{WriteError, missing};
use crate::http::input::update::Update;
use crate::http::problem::{FieldError, Problem};
use crate::jobs::outbox;
use crate::spam;

/// Longer than a deleted message can be restored.
const DAY_S: i64 = 24 * 3600;

/// Changes a message. 404; 412 with the current one if `If-Match` does not contain its version.
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: MessageId,
    Update { changes: sent, broken, if_match, .. }: Update<MessageChanges>,
) -> Result<Message, WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let before = store::locked(tx, id).await?;
            if sent.id.is_some_and(|sent| sent != id) {
                let error = FieldError::new("id", "The id must be the one in the address");
                return Err(Problem::invalid(vec![error]).into());
            }
            let status = sent.status.unwrap_or(before.status);
            let mut after = before.clone().with_status(status, now);
            sent.note.into_field(&mut after.note);
            after.updated_at = now;
            let current = MessageResponse::from(before.clone());
            let after = broken.allow(&current, Ok(after));
            let Some(mut after) = if_match.check(tx, &audit, before.version, (&before, after), &current).await? else {
                return Ok(before);
            };
            if status != before.status {
                after = trained(tx, after).await?;
            }
            store::change(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok(store::locked(tx, id).await?)
        })
    });
    work.await
}

/// Trains the classifier with the new status instead of the previous one.
async fn trained(tx: &mut Tx, message: Message) -> Result<Message, WriteError> {
    let label = message.status.training_label();
    if label == message.training_label {
        return Ok(message);
    }
    let text = message.text();
    tx.lock_shared(Lock::Moderation).await?;
    if let Some(before) = message.training_label {
        spam::untrain(tx, &text, before).await?;
    }
    if let Some(now) = label {
        spam::train(tx, &text, now).await?;
    }
    Ok(Message { training_label: label, ..message })
}

/// Soft-deletes a message; [`restore`] works for ten minutes. The classifier keeps what it learned from it.
pub async fn remove(app: &App, audit: AuditContext, id: MessageId) -> Result<(), WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let message = store::locked(tx, id).await?;
            store::TABLE.delete(tx, "id = $1", id.0, now).await?;
            // The emails are sent if the message is restored, and deleted with it otherwise.
            outbox::postpone(tx, id, now.plus_seconds(DAY_S)).await?;
            Ok(audit.log_deleted(tx, &message).await?)
        })
    });
    work.await
}

/// Restores a message that was deleted within the last ten minutes. 404 otherwise.
pub async fn restore(app: &App, audit: AuditContext, id: MessageId) -> Result<Message, WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let since = now.plus_seconds(-UNDO_WINDOW_SECS);
            if store::TABLE.restore(tx, "id = $1 and deleted_at >= $2", id.0, since).await? == 0 {
                return Err(missing(StoreError::NotFound, "deleted message"));
            }
            outbox::resume(tx, id, now).await?;
            let message = store::locked(tx, id).await?;
            audit.log_created(tx, &message).await?;
            Ok(message)
        })
    });
    work.await
}
