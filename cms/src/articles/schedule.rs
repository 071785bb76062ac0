//! Articles that become public at their time: by themselves, once, whichever replica sees it first.
//!
//! An article is shown by a mark in its row and not by the time of day, so that its becoming public is a change like
//! any other, with an entry in the change log: nothing that is kept can show or hide it a moment longer than the rest.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;

use super::{service, write};
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::jobs::changes;
use crate::with_pool;

/// How often is looked at the least: another replica may have got a date that comes sooner. A fault waits as long.
const PULSE: Duration = Duration::from_millis(500);

const NEXT: &str = "select min(publication_date) from article where is_active and not is_public and deleted_at is null";

/// Shows articles as their time comes, until the database is closed. One in every process.
pub async fn run(app: App) {
    while !app.db.is_closed() {
        // A panic must not end this: stories would stay away with nobody noticing.
        let turned = AssertUnwindSafe(turn(&app)).catch_unwind().await;
        let wait = turned.unwrap_or(Err(StoreError::WriterStopped)).unwrap_or_else(|error| {
            tracing::error!(error = %crate::common::error_chain::display(&error), "scheduled articles could not be looked for");
            PULSE
        });
        tokio::time::sleep(wait).await;
    }
}

/// Shows what is due; answers how long to wait.
async fn turn(app: &App) -> Result<Duration, StoreError> {
    let next: Option<Timestamp> = with_pool!(&app.db, |engine| sqlx::query_scalar(NEXT).fetch_one(engine))?;
    let Some(next) = next else { return Ok(PULSE) };
    let ms = next.0 - app.clock.now().0;
    if ms > 0 {
        return Ok(PULSE.min(Duration::from_millis(ms as u64)));
    }
    show_due(app).await?;
    Ok(Duration::ZERO)
}

/// Shows every article whose time has come; answers which were not shown before.
pub async fn show_due(app: &App) -> Result<Vec<ArticleId>, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            let shown = write::show_due(tx, now).await?;
            if shown.is_empty() {
                return Ok((shown, Vec::new()));
            }
            let tags = service::tags(&shown);
            let seq = changes::append(tx, tags.clone(), now).await?;
            for id in &shown {
                write::note_change(tx, *id, seq).await?;
            }
            Ok((shown, tags))
        })
    })
    .await
}
