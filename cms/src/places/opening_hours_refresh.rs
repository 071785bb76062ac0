//! Opening hours that are worked out anew, and badges that expire, so that kept answers and static pages never outlive
//! what they say.
//!
//! What is kept in a place's row reaches a little more than a year ahead. Every four weeks it is worked out again and
//! the pages that show it are made anew, by the change log like after any other change: whichever replica sees first
//! that the time has come does it, and the others find nothing to do.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;

use super::{checks, opening, service, write};
use crate::common::id::PlaceId;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::patch::Patch;
use crate::jobs::changes::{self, Tag};
use crate::with_pool;

/// How often is looked whether any are due. They have a year to spare.
const PULSE: Duration = Duration::from_secs(600);
/// How many are taken at a time, so that other writes come in between.
const AT_ONCE: i64 = 50;

// In the order of its index: by id, all places would be read to find that none is due.
const DUE: &str = "select id, operating_hours from place
    where opening_due <= $1 and operating_hours is not null order by opening_due, id limit $2";

/// Keeps opening hours and badges fresh until the database is closed. One in every process.
pub async fn run(app: App) {
    while !app.db.is_closed() {
        // A panic must not end this: a year later nobody would know what is open.
        let turned = AssertUnwindSafe(turn(&app)).catch_unwind().await;
        match turned.unwrap_or(Err(StoreError::WriterStopped)) {
            Ok(true) => {}
            Ok(false) => tokio::time::sleep(PULSE).await,
            Err(error) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "opening hours and badges could not be renewed");
                tokio::time::sleep(PULSE).await;
            }
        }
    }
}

/// Renews some of each; returns whether more may be due.
async fn turn(app: &App) -> Result<bool, StoreError> {
    let expired = checks::expire_due(app).await?.len() as i64;
    if expired > 0 {
        tracing::info!(expired, "badges expired: these places are to be verified again");
    }
    let renewed = renew_due(app).await?.len() as i64;
    Ok(renewed == AT_ONCE || expired == AT_ONCE)
}

/// Works out anew what is due, some at a time; answers whose.
pub async fn renew_due(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let due: Vec<(PlaceId, String)> =
        with_pool!(&app.db, |engine| sqlx::query_as(DUE).bind(now).bind(AT_ONCE).fetch_all(engine))?;
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let mut worked_out = Vec::new();
    for (id, hours) in due {
        let opening = match opening::read_aside(&Patch::Value(hours.clone()), now).await {
            Ok(Patch::Value(opening)) => Some(opening),
            _ => None, // from before they were checked, or a newer library reads less
        };
        if opening.is_none() {
            tracing::warn!(place = id.0, "its opening hours cannot be read; they stay without effect");
        }
        worked_out.push((id, hours, opening));
    }
    app.publish(move |tx| {
        Box::pin(async move {
            let (mut renewed, mut touched) = (Vec::new(), BTreeSet::new());
            for (id, hours, opening) in worked_out {
                if write::renew_opening(tx, (id, &hours), opening.as_ref(), now).await? {
                    touched.extend(service::tags(tx, id).await?);
                    renewed.push(id);
                }
            }
            let tags: Vec<Tag> = touched.into_iter().collect();
            if !tags.is_empty() {
                changes::append(tx, tags.clone(), now).await?;
            }
            Ok((renewed, tags))
        })
    })
    .await
}
