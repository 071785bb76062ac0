//! Queues the owner reminders that are due.

use std::time::Duration;

use super::store;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::jobs::outbox::{self, EmailKind};
use crate::settings;

const INTERVAL: Duration = Duration::from_secs(1800);
/// The interval while more reminders are due than one run queues.
const BUSY_INTERVAL: Duration = Duration::from_secs(60);
/// The maximum number of reminders that one run queues, so that other emails can be sent in between.
const BATCH_SIZE: i64 = 100;
const DAY_S: i64 = 24 * 3600;

/// Deletes old reminders, and queues those that are due if there is a mail server. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    store::delete_old(&app.db, app.clock.now()).await?;
    // Without a mail server, the emails would stay in the outbox.
    if !app.outbox.has_mail_server() {
        return Ok(INTERVAL);
    }
    let due_count = queue_due_reminders(&app).await?;
    Ok(if due_count < BATCH_SIZE as usize { INTERVAL } else { BUSY_INTERVAL })
}

/// Queues a reminder for each owner who is due for one, unless the settings turn reminders off. Returns the number of
/// these owners, at most [`BATCH_SIZE`]. It includes owners for whom nothing was queued.
pub async fn queue_due_reminders(app: &App) -> Result<usize, StoreError> {
    let now = app.clock.now();
    if !settings::store::current(&app.db).await?.settings.owner_reminders.0 {
        return Ok(0);
    }
    let due = store::due_accounts(&app.db, now, BATCH_SIZE).await?;
    let count = due.len();
    if count == 0 {
        return Ok(0);
    }
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            for (id, email) in due {
                // Queues no reminder if one was queued for this owner within a day, for example by another replica. If
                // the outbox is full, a later run tries again.
                let since = now.plus_seconds(-DAY_S);
                outbox::add_unless_recent(tx, (EmailKind::OwnerReminder, &email, &id), since, now).await?;
            }
            Ok(())
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(count)
}
