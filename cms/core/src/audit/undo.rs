//! The data with which bulk changes and deletions are undone. It is valid for ten minutes and can be used once.

use serde::{Serialize, de::DeserializeOwned};
use sqlx::types::Json;

use super::log::AuditRecordKind;
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::BulkChangeId;
use crate::db::engine::{StoreError, Tx};
use crate::{execute, with_tx};

/// The table of deleted records that can be restored. If a deleted record stayed in the table of its kind, no other
/// record could use its unique name.
pub const DELETED_RECORD_TABLE: &str = "deleted_record";

/// Stores `items`, the data for undoing a bulk change, and deletes the expired data of all bulk changes. Returns the id
/// for [`take_bulk_undo_data`].
pub async fn store_bulk_undo_data<T: Serialize + Send + Sync>(
    tx: &mut Tx,
    kind: AuditRecordKind,
    items: Vec<T>,
    now: Timestamp,
) -> Result<BulkChangeId, StoreError> {
    let delete_expired = "delete from bulk_change where created_at < $1";
    execute!(tx, sqlx::query(delete_expired).bind(now.plus_seconds(-UNDO_WINDOW_S)))?;
    let add = "insert into bulk_change (kind, items, created_at) values ($1, $2, $3) returning id";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(add).bind(kind).bind(Json(items)).bind(now).fetch_one(engine))?)
}

/// Reads the data for undoing the bulk change with this id, and deletes it. `None` if the data never existed, was
/// already used, or has expired.
pub async fn take_bulk_undo_data<T: DeserializeOwned + Send + Unpin + 'static>(
    tx: &mut Tx,
    (kind, id): (AuditRecordKind, BulkChangeId),
    now: Timestamp,
) -> Result<Option<Vec<T>>, StoreError> {
    let take = "delete from bulk_change where id = $1 and kind = $2 and created_at >= $3 returning items";
    let undo_cutoff = now.plus_seconds(-UNDO_WINDOW_S);
    let taken: Option<Json<Vec<T>>> =
        with_tx!(tx, |engine| sqlx::query_scalar(take).bind(id).bind(kind).bind(undo_cutoff).fetch_optional(engine))?;
    Ok(taken.map(|Json(items)| items))
}

/// Stores a deleted record, for [`take_deleted_record`]. The same transaction deletes the record from its own table.
pub async fn store_deleted_record<T: Serialize + Sync>(
    tx: &mut Tx,
    (kind, id): (AuditRecordKind, i64),
    record: &T,
    now: Timestamp,
) -> Result<(), StoreError> {
    let add = "insert into deleted_record (kind, id, content, deleted_at) values ($1, $2, $3, $4)";
    execute!(tx, sqlx::query(add).bind(kind).bind(id).bind(Json(record)).bind(now))?;
    Ok(())
}

/// Reads a record that [`store_deleted_record`] stored, and deletes it. Errors: [`StoreError::NotFound`] if it does not
/// exist or has expired.
pub async fn take_deleted_record<T: DeserializeOwned + Send + Unpin + 'static>(
    tx: &mut Tx,
    (kind, id): (AuditRecordKind, i64),
    now: Timestamp,
) -> Result<T, StoreError> {
    let take = "delete from deleted_record where kind = $1 and id = $2 and deleted_at >= $3 returning content";
    let undo_cutoff = now.plus_seconds(-UNDO_WINDOW_S);
    let Json(record): Json<T> =
        with_tx!(tx, |engine| sqlx::query_scalar(take).bind(kind).bind(id).bind(undo_cutoff).fetch_one(engine))?;
    Ok(record)
}
