//! Invalidates the response cache after writes of other replicas, if the server runs without the site proxy, whose
//! change follower does this otherwise.

use std::time::Duration;

use crate::common::id::ChangeSeq;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::jobs::change_log::{self, ChangeListener};

/// Follows the change log and invalidates the tags of each change, until the database is closed.
pub async fn run(app: App) {
    let mut listener = ChangeListener::listen(&app.db).await;
    let mut applied = None;
    while !app.db.is_closed() {
        if let Err(error) = catch_up(&app, &mut applied).await {
            tracing::error!(error = %crate::common::error_chain::display(&error), "failed to read the change log");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        app.change_notifier.wait(&mut listener).await;
    }
}

async fn catch_up(app: &App, applied: &mut Option<ChangeSeq>) -> Result<(), StoreError> {
    let Some(seq) = applied else {
        let newest = change_log::newest(&app.db).await?;
        // Responses cached before this may be older than the entry from which the log is followed.
        app.cache.invalidate_all();
        app.applied_seq.set(newest);
        *applied = Some(newest);
        return Ok(());
    };
    loop {
        let batch = change_log::after(&app.db, *seq).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        *seq = last.seq;
        for change in batch {
            app.cache.invalidate_tags(&change.tags);
        }
        app.applied_seq.set(*seq);
    }
}
