//! Purges places from the trash.

use super::write;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;

/// The table of places.
pub const TABLE: &str = "place";

/// Purges a place that was moved to the trash before `cutoff`. Returns `false` if it is no longer there: another
/// replica has purged it, or it was restored. No page shows it, so none is invalidated.
pub async fn purge(app: &App, id: PlaceId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            // Exclusive, against deadlocks: the deletion changes likes and entries, which other writes lock before the
            // place.
            locks::lock_exclusive(tx, Lock::Places).await?;
            let place = match write::lock_in_trash(tx, id).await {
                Ok(place) if place.deleted_at.is_some_and(|at| at < cutoff) => place,
                Ok(_) | Err(StoreError::NotFound) => return Ok(false),
                Err(error) => return Err(error),
            };
            write::purge(tx, &place).await?;
            // The audit event of its deletion has its fields.
            AuditContext::system("trash emptied", now).log_touched(tx, &place).await?;
            Ok(true)
        })
    });
    work.await
}
