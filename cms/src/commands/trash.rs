//! Emptying the trash of every room, now and then.

use std::fmt::Display;
use std::time::Duration;

use crate::common::error_chain;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::{articles, audit_log, contact, enquiries, guestbook, media, places};

/// How often is looked whether something lies there too long.
const EVERY: Duration = Duration::from_secs(600);
/// The most of each room that is removed at a time.
const AT_ONCE: i64 = 1000;

/// Looks every ten minutes, until the process ends.
pub async fn empty_now_and_then(app: App) {
    loop {
        match empty(&app).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "what was deleted long enough ago is gone for good"),
            Err(error) => tracing::warn!(error = %error_chain::display(&error), "the trash could not be emptied"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes what lies in the trash for longer than it is kept, and what else was deleted and nobody can bring back
/// any more; answers how much that was.
pub async fn empty(app: &App) -> Result<u64, StoreError> {
    let now = app.clock.now();
    let mut removed = guestbook::soft_delete::forget(&app.db, now).await?
        + contact::service::forget_deleted(app).await?
        + audit_log::removed::forget(&app.db, now).await?
        + enquiries::store::delete_old(&app.db, now.plus_seconds(-enquiries::model::RETENTION_S)).await?;
    for picture in media::soft_delete::overdue(&app.db, now).await? {
        removed += counted(picture, media::soft_delete::forget(app, picture).await);
    }
    if let Some(then) = app.purge_cutoff() {
        // Each in a transaction of its own, so that other writes come in between.
        for place in places::write::in_trash_before(&app.db, then, AT_ONCE).await? {
            removed += counted(place, places::trash::remove(app, place, then).await);
        }
        for article in articles::write::in_trash_before(&app.db, then, AT_ONCE).await? {
            removed += counted(article, articles::trash::remove(app, article, then).await);
        }
    }
    Ok(removed)
}

/// One that cannot be removed does not stand in the others' way.
fn counted(id: impl Display, outcome: Result<bool, StoreError>) -> u64 {
    outcome.map(u64::from).unwrap_or_else(|error| {
        tracing::warn!(%id, error = %error_chain::display(&error), "this could not be removed from the trash");
        0
    })
}
