//! Empties the trash of all domain modules periodically.

use std::fmt::Display;
use std::time::Duration;

use crate::common::clock::UNDO_WINDOW_SECS;
use crate::common::error_chain;
use crate::db::error::StoreError;
use crate::db::soft_delete;
use crate::http::app::App;
use crate::{articles, audit, contact, enquiries, guestbook, media, places};

/// The interval of the task.
const INTERVAL: Duration = Duration::from_secs(600);

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
    let undo_cutoff = now.plus_seconds(-UNDO_WINDOW_SECS);
    let mut removed = guestbook::deletion::purge(&app.db, undo_cutoff).await?
        + soft_delete::purge(&app.db, contact::store::TABLE.name, undo_cutoff).await?
        + soft_delete::purge(&app.db, audit::undo::DELETED_RECORDS, undo_cutoff).await?
        + enquiries::store::delete_old(&app.db, now.plus_seconds(-enquiries::dto::RETENTION_S)).await?;
    for image in soft_delete::overdue(&app.db, media::write::TABLE, undo_cutoff).await? {
        removed += count_purged(image, media::write::purge(app, image, undo_cutoff).await);
    }
    if let Some(cutoff) = app.purge_cutoff() {
        // One transaction per record, so that other writes can run in between.
        for place in soft_delete::overdue(&app.db, "place", cutoff).await? {
            removed += count_purged(place, places::service::purge_from_trash(app, place, cutoff).await);
        }
        for article in soft_delete::overdue(&app.db, "article", cutoff).await? {
            removed += count_purged(article, articles::service::purge_from_trash(app, article, cutoff).await);
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
