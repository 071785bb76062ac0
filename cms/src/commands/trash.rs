//! Empties the trash of all domain modules periodically.

use std::fmt::Display;
use std::time::Duration;

use crate::common::error_chain;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::{articles, audit_log, contact, enquiries, guestbook, media, places};

/// The interval of the task.
const INTERVAL: Duration = Duration::from_secs(600);
/// The maximum number of records per module and run.
const BATCH_SIZE: i64 = 1000;

/// Empties the trash. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let removed = empty(&app).await?;
    if removed > 0 {
        tracing::info!(removed, "purged the trash");
    }
    Ok(INTERVAL)
}

/// Purges records whose retention in the trash is over, and other deleted records that can no longer be restored.
/// Returns their number.
pub async fn empty(app: &App) -> Result<u64, StoreError> {
    let now = app.clock.now();
    let mut removed = guestbook::soft_delete::purge(&app.db, now).await?
        + contact::service::purge_deleted(app).await?
        + audit_log::removed::forget(&app.db, now).await?
        + enquiries::store::delete_old(&app.db, now.plus_seconds(-enquiries::model::RETENTION_S)).await?;
    for image in media::soft_delete::overdue(&app.db, now).await? {
        removed += count_purged(image, media::soft_delete::purge(app, image).await);
    }
    if let Some(cutoff) = app.purge_cutoff() {
        // One transaction per record, so that other writes can run in between.
        for place in places::write::expired_trash(&app.db, cutoff, BATCH_SIZE).await? {
            removed += count_purged(place, places::trash::purge(app, place, cutoff).await);
        }
        for article in articles::write::in_trash_before(&app.db, cutoff, BATCH_SIZE).await? {
            removed += count_purged(article, articles::trash::purge(app, article, cutoff).await);
        }
    }
    Ok(removed)
}

/// A record that cannot be purged does not stop the others.
fn count_purged(id: impl Display, outcome: Result<bool, StoreError>) -> u64 {
    outcome.map(u64::from).unwrap_or_else(|error| {
        tracing::warn!(%id, error = %error_chain::display(&error), "failed to purge a record from the trash");
        0
    })
}
