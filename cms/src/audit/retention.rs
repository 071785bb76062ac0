//! Deletes old audit events.

use std::time::Duration;

use super::store;
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;

/// The interval between two runs.
const EVERY: Duration = Duration::from_secs(3600);
/// The number of rows per write, so that other writes run in between.
const AT_ONCE: i64 = 500;
const DAY_S: i64 = 24 * 3600;

/// Runs every hour until the process ends. Returns at once if `days` is 0, which keeps events for ever.
pub async fn run(app: App, days: i64) {
    if days == 0 {
        return;
    }
    loop {
        match sweep(&app.db, days, app.clock.now()).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, days, "the audit log has forgotten what is older"),
            Err(error) => {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "the audit log could not be swept")
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Deletes events older than `days` days. Returns their number.
pub async fn sweep(db: &Db, days: i64, now: Timestamp) -> Result<u64, StoreError> {
    let mut swept = 0;
    loop {
        let rows = store::forget(db, now.plus_seconds(-days * DAY_S), AT_ONCE).await?;
        swept += rows;
        if rows < AT_ONCE as u64 {
            return Ok(swept);
        }
    }
}
