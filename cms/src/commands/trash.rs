//! Emptying the trash of every room, now and then.

use std::time::Duration;

use crate::db::error::StoreError;
use crate::http::app::App;
use crate::{articles, contact, guestbook, places};

/// How often is looked whether something lies there too long.
const EVERY: Duration = Duration::from_secs(600);
const DAY_S: i64 = 24 * 3600;

/// Looks every ten minutes, until the process ends.
pub async fn empty_now_and_then(app: App) {
    loop {
        match empty(&app).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "what was deleted long enough ago is gone for good"),
            Err(error) => {
                tracing::warn!(error = %crate::kernel::causes::of(&error), "the trash could not be emptied")
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes what lies in the trash for longer than it is kept, and what a moderator has deleted and nobody can bring back
/// any more; answers how much that was.
pub async fn empty(app: &App) -> Result<u64, StoreError> {
    let now = app.clock.now();
    let mut removed = guestbook::aside::forget(&app.db, now).await? + contact::keep::forget_deleted(app).await?;
    if app.trash_days > 0 {
        let then = now.plus_seconds(-app.trash_days * DAY_S);
        removed += places::trash::empty(app, then).await? + articles::trash::empty(app, then).await?;
    }
    Ok(removed)
}
