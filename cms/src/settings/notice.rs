//! Removes the notice from all pages when its last day is over.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};

use super::dto::{Notice, Settings};
use super::form::INVALID_LAST_DAY;
use super::store;
use crate::audit::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::problem::FieldError;

/// The interval between two checks of the last day.
const CHECK_INTERVAL: Duration = Duration::from_secs(20);

/// The error of a changed notice, if any.
pub fn validate(before: &Settings, after: &Settings, now: Timestamp) -> Option<FieldError> {
    let until = &after.notice.until;
    if before.notice == after.notice || until.is_empty() {
        return None;
    }
    if until.parse::<NaiveDate>().is_err() {
        return Some(FieldError::new("notice.until", INVALID_LAST_DAY));
    }
    is_expired(after, now)
        .then(|| FieldError::new("notice.until", "This day is over already: choose today or a later one"))
}

/// Whether the last day of the notice is over in the region's time zone.
fn is_expired(settings: &Settings, now: Timestamp) -> bool {
    let zone: chrono_tz::Tz = settings.time_zone.parse().unwrap_or_default();
    let today = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default().with_timezone(&zone).date_naive();
    settings.notice.until.parse::<NaiveDate>().is_ok_and(|until| until < today)
}

/// Removes the notice if it is expired. Returns the time until the next check.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    remove_if_expired(&app).await?;
    Ok(CHECK_INTERVAL)
}

/// Removes the notice if its last day is over. This is a change of the settings like any other, in the change log and
/// the audit log. Returns whether the notice was removed.
pub async fn remove_if_expired(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    if !is_expired(&store::current(&app.db).await?.settings, now) {
        return Ok(false);
    }
    app.publish(move |tx| {
        Box::pin(async move {
            // Another replica may have removed the notice, or an editor may have changed it.
            let before = store::locked(tx).await?.settings;
            if !is_expired(&before, now) {
                return Ok((false, Vec::new()));
            }
            let after = Settings { notice: Notice::default(), ..before.clone() };
            AuditContext::system("notice over", now).log_updated(tx, &before, &after).await?;
            Ok((true, store::put(tx, after, now).await?))
        })
    })
    .await
}
