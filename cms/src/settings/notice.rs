//! The notice on every page: until which day it stands there, and that it goes by itself when that day is over.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};

use super::dto::{Notice, Region};
use super::form::LAST_DAY;
use super::store;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::problem::FieldError;

/// How often is looked whether its last day is over.
const PULSE: Duration = Duration::from_secs(20);

/// What is wrong with the notice that a change brings, if something is.
pub fn objection(before: &Region, after: &Region, now: Timestamp) -> Option<FieldError> {
    let until = &after.notice.until;
    if before.notice == after.notice || until.is_empty() {
        return None;
    }
    if until.parse::<NaiveDate>().is_err() {
        return Some(FieldError::new("notice.until", LAST_DAY));
    }
    is_over(after, now)
        .then(|| FieldError::new("notice.until", "This day is over already: choose today or a later one"))
}

/// Whether the notice's last day has ended where the region is.
fn is_over(region: &Region, now: Timestamp) -> bool {
    let zone: chrono_tz::Tz = region.time_zone.parse().unwrap_or_default();
    let today = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default().with_timezone(&zone).date_naive();
    region.notice.until.parse::<NaiveDate>().is_ok_and(|until| until < today)
}

/// Takes the notice away when its time comes, until the database is closed. One in every process.
pub async fn run(app: App) {
    while !app.db.is_closed() {
        if let Err(error) = take_away_if_over(&app).await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "the notice could not be looked at");
        }
        tokio::time::sleep(PULSE).await;
    }
}

/// Takes the notice away if its last day is over: a change of the settings like any other, in the log and in the audit.
/// Answers whether it did.
pub async fn take_away_if_over(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    if !is_over(&store::current(&app.db).await?.region, now) {
        return Ok(false);
    }
    app.publish(move |tx| {
        Box::pin(async move {
            // Another replica may have been faster, or somebody may have written another one.
            let before = store::held(tx).await?.region;
            if !is_over(&before, now) {
                return Ok((false, Vec::new()));
            }
            let after = Region { notice: Notice::default(), ..before.clone() };
            AuditContext::system("notice over", now).log_updated(tx, &before, &after).await?;
            Ok((true, store::put(tx, after, now).await?))
        })
    })
    .await
}
