//! Where a message stands, as the team says; what that teaches about spam.

use super::dto::MessageView;
use super::form::MessageChanges;
use super::model::Message;
use super::store;
use crate::audit_log::model::AuditContext;
use crate::common::clock::UNDO_WINDOW_SECS;
use crate::common::id::MessageId;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::patch::{WriteError, missing, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::jobs::outbox;
use crate::spam::weigh;

/// More than a removed message is kept.
const DAY_S: i64 = 24 * 3600;

/// Changes a message. 404; 412 with the present one when `versions` do not name it.
pub async fn change(
    app: &App,
    audit: AuditContext,
    (id, versions): (MessageId, Option<Vec<i64>>),
    Update { changes: sent, broken, .. }: Update<MessageChanges>,
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
            let mut after = before.clone().moved(status, now);
            sent.note.into_field(&mut after.note);
            after.updated_at = now;
            let outdated = || Problem::outdated(MessageView::from(before.clone()));
            let after = broken.allow(&MessageView::from(before.clone()), Ok(after));
            let after = unless_outdated(versions.as_deref(), before.version, (&before, after), outdated)?;
            let Some(mut after) = after else {
                audit.log_touched(tx, &before).await?;
                return Ok(before);
            };
            if status != before.status {
                after = taught(tx, after).await?;
            }
            store::change(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok(store::locked(tx, id).await?)
        })
    });
    work.await
}

/// Teaches the classifier what the team has decided, in place of what it decided before.
async fn taught(tx: &mut Tx, message: Message) -> Result<Message, WriteError> {
    let lesson = message.status.lesson();
    if lesson == message.taught {
        return Ok(message);
    }
    let text = message.text();
    locks::lock_shared(tx, Lock::Moderation).await?;
    if let Some(before) = message.taught {
        weigh::unlearn(tx, &text, before).await?;
    }
    if let Some(now) = lesson {
        weigh::learn(tx, &text, now).await?;
    }
    Ok(Message { taught: lesson, ..message })
}

/// Removes a message; for ten minutes [`restore`] brings it back. What it taught stays: the words were spam, or honest,
/// all the same.
pub async fn remove(app: &App, audit: AuditContext, id: MessageId) -> Result<(), WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let message = store::locked(tx, id).await?;
            store::put_aside(tx, id, now).await?;
            // They leave when it comes back, and otherwise go with it.
            outbox::postpone(tx, id, now.plus_seconds(DAY_S)).await?;
            Ok(audit.log_deleted(tx, &message).await?)
        })
    });
    work.await
}

/// Brings back a message that was removed within ten minutes. 404.
pub async fn restore(app: &App, audit: AuditContext, id: MessageId) -> Result<Message, WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let back = store::take_back(tx, id, now.plus_seconds(-UNDO_WINDOW_SECS)).await;
            back.map_err(|error| missing(error, "deleted message"))?;
            outbox::resume(tx, id, now).await?;
            let message = store::locked(tx, id).await?;
            audit.log_created(tx, &message).await?;
            Ok(message)
        })
    });
    work.await
}

/// Forgets for good what nobody can bring back any more; answers how many messages that were.
pub async fn forget_deleted(app: &App) -> Result<u64, StoreError> {
    store::forget_deleted(&app.db, app.clock.now().plus_seconds(-UNDO_WINDOW_SECS)).await
}
