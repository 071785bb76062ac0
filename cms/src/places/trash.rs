//! Emptying the trash: what lies there too long is removed for good, by itself.

use super::{keep, write};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::jobs::changes;
use crate::kernel::clock::Moment;
use crate::kernel::id::PlaceId;
use crate::record::model::Trace;

/// How many are looked up at a time.
const AT_ONCE: i64 = 100;

/// Removes the places that were moved to the trash before `then`, each in a transaction of its own, so that other writes
/// come in between; answers how many there were.
pub async fn empty(app: &App, then: Moment) -> Result<u64, StoreError> {
    let mut removed = 0;
    loop {
        let old = write::in_trash_before(&app.db, then, AT_ONCE).await?;
        if old.is_empty() {
            return Ok(removed);
        }
        for id in old {
            removed += u64::from(remove(app, id, then).await?);
        }
    }
}

/// Removes a place that still lies there; answers whether it did. Another replica, or somebody who wanted it back, may have
/// been faster.
async fn remove(app: &App, id: PlaceId, then: Moment) -> Result<bool, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            locks::share(tx, Lock::Places).await?;
            let place = match write::locked_in_trash(tx, id).await {
                Ok(place) if place.deleted_at.is_some_and(|at| at < then) => place,
                Ok(_) | Err(StoreError::Missing) => return Ok((false, Vec::new())),
                Err(error) => return Err(error),
            };
            let tags = keep::tags(tx, id).await?;
            write::remove(tx, &place).await?;
            // What it said was noted when it was deleted.
            Trace::of_itself("trash emptied", now).touched(tx, &place).await?;
            changes::append(tx, tags.clone(), now).await?;
            Ok((true, tags))
        })
    })
    .await
}
