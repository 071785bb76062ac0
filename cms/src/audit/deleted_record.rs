//! Deleted records that cannot stay in their table, because their names are free again at once: stored for ten minutes.

use serde::{Serialize, de::DeserializeOwned};
use sqlx::types::Json;

use super::model::Kind;
use crate::common::clock::{Timestamp, UNDO_WINDOW_SECS};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::{execute, with_tx};

/// The table of these records.
pub const TABLE: &str = "deleted_record";

/// Stores a record that was just deleted.
pub async fn keep<T>(tx: &mut Tx, (kind, id): (Kind, i64), record: &T, now: Timestamp) -> Result<(), StoreError>
where
    T: Serialize + Sync,
{
    let add = "insert into deleted_record (kind, id, content, deleted_at) values ($1, $2, $3, $4)";
    execute!(tx, sqlx::query(add).bind(kind).bind(id).bind(Json(record)).bind(now))?;
    Ok(())
}

/// Takes a record, once. Errors: [`StoreError::NotFound`] if it does not exist or has expired.
pub async fn take<T>(tx: &mut Tx, (kind, id): (Kind, i64), now: Timestamp) -> Result<T, StoreError>
where
    T: DeserializeOwned + Send + Unpin + 'static,
{
    let take = "delete from deleted_record where kind = $1 and id = $2 and deleted_at >= $3 returning content";
    let since = now.plus_seconds(-UNDO_WINDOW_SECS);
    let Json(record): Json<T> =
        with_tx!(tx, |engine| sqlx::query_scalar(take).bind(kind).bind(id).bind(since).fetch_one(engine))?;
    Ok(record)
}
