//! Deletes old audit events.

use std::time::Duration;

use super::store;
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;

/// The interval between two runs.
const INTERVAL: Duration = Duration::from_secs(3600);
/// The number of rows per write, so that other writes run in between.
const BATCH_SIZE: i64 = 500;
const DAY_S: i64 = 24 * 3600;

/// Deletes the events that are older than `days` days. Returns the time until the next run.
pub async fn run(app: App, days: i64) -> Result<Duration, StoreError> {
    let events = delete_old(&app.db, days, app.clock.now()).await?;
    if events > 0 {
        tracing::info!(events, days, "deleted old audit events");
    }
    Ok(INTERVAL)
}

/// Deletes events older than `days` days. Returns their number.
pub async fn delete_old(db: &Db, days: i64, now: Timestamp) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let rows = store::forget(db, now.plus_seconds(-days * DAY_S), BATCH_SIZE).await?;
        deleted += rows;
        if rows < BATCH_SIZE as u64 {
            return Ok(deleted);
        }
    }
}
