//! Emptying the trash of every room, now and then.

use std::time::Duration;

use crate::db::error::StoreError;
use crate::http::app::App;
use crate::{articles, places};

/// How often is looked whether something lies there too long.
const EVERY: Duration = Duration::from_secs(3600);
const DAY_S: i64 = 24 * 3600;

/// Looks every hour, until the process ends. Returns at once where the trash keeps for ever.
pub async fn empty_now_and_then(app: App) {
    if app.trash_days == 0 {
        return;
    }
    loop {
        match empty(&app).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, days = app.trash_days, "the trash was emptied of what is older"),
            Err(error) => {
                tracing::warn!(error = %crate::kernel::causes::of(&error), "the trash could not be emptied")
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes what lies in the trash for longer than it is kept; answers how many that was.
pub async fn empty(app: &App) -> Result<u64, StoreError> {
    let then = app.clock.now().plus_seconds(-app.trash_days * DAY_S);
    Ok(places::trash::empty(app, then).await? + articles::trash::empty(app, then).await?)
}
