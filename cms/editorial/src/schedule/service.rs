//! Unpublishes places and articles at their `unpublishAt`.

use std::time::Duration;

use super::store;
use crate::audit::log::AuditRecordKind;
use crate::common::id::{ArticleId, PlaceId};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::revisions::store::RecordKey;
use crate::{articles, places};

/// The interval between two checks for records whose time has come.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The maximum number of records that are unpublished in one check.
const BATCH_SIZE: i64 = 20;

/// Unpublishes the records whose time has come. Returns the time until the next check, which is zero after a full
/// batch.
pub async fn unpublish_records(app: App) -> Result<Duration, StoreError> {
    let unpublished_keys = unpublish_due(&app).await?;
    Ok(if unpublished_keys.len() < BATCH_SIZE as usize { POLL_INTERVAL } else { Duration::ZERO })
}

/// Unpublishes the records whose time has come, each in its own write. Returns the records that this process has
/// unpublished. Errors: the first error of the database, after all records were tried.
pub async fn unpublish_due(app: &App) -> Result<Vec<RecordKey>, StoreError> {
    let (mut unpublished_keys, mut failure) = (Vec::new(), None);
    for (kind, id) in store::list_due(&app.db, app.clock.now(), BATCH_SIZE).await? {
        let outcome = match kind {
            AuditRecordKind::Place => places::service::unpublish_if_due(app, PlaceId(id)).await,
            _ => articles::service::unpublish_if_due(app, ArticleId(id)).await,
        };
        match outcome {
            Ok(true) => unpublished_keys.push(RecordKey::new(kind, id)),
            Ok(false) => {}
            Err(WriteError::Store(error)) => failure = failure.or(Some(error)),
            Err(WriteError::Problem(problem)) => tracing::error!(?kind, id, ?problem, "failed to unpublish a record"),
        }
    }
    failure.map_or(Ok(unpublished_keys), Err)
}
