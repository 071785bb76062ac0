//! Soft-deleted rows: the time in `deleted_at` hides them until they are restored or purged.

use sqlx::AssertSqlSafe;

use super::engine::{Db, StoreError, Tx};
use crate::common::clock::Timestamp;
use crate::{execute, with_pool};

/// The maximum number of ids that [`ids_to_purge`] returns.
const MAX_IDS: i64 = 1000;

/// A table whose soft-deleted rows also have a status that hides them from older servers running at the same time. The
/// former status is in `status_before_deletion`.
pub struct TableWithStatus {
    /// The name of the table.
    pub name: &'static str,
    /// The status of soft-deleted rows.
    pub status_while_deleted: &'static str,
    /// Whether the table has a version column, which each change increments.
    pub has_version: bool,
}

impl TableWithStatus {
    /// Soft-deletes the rows that match `condition` and are not soft-deleted yet. In `condition`, `$1` is `id`. Returns
    /// the number of changed rows.
    pub async fn soft_delete(&self, tx: &mut Tx, condition: &str, id: i64, now: Timestamp) -> Result<u64, StoreError> {
        let changes =
            format!("status_before_deletion = status, status = '{}', deleted_at = $2", self.status_while_deleted);
        self.update(tx, (&changes, &format!("{condition} and deleted_at is null")), id, now).await
    }

    /// Restores the rows that match `condition`, in which `$1` is `id` and `$2` is `time`. `condition` must match only
    /// soft-deleted rows. Returns the number of changed rows.
    pub async fn restore(&self, tx: &mut Tx, condition: &str, id: i64, time: Timestamp) -> Result<u64, StoreError> {
        let changes = "status = status_before_deletion, status_before_deletion = null, deleted_at = null";
        self.update(tx, (changes, condition), id, time).await
    }

    async fn update(&self, tx: &mut Tx, sql: (&str, &str), id: i64, time: Timestamp) -> Result<u64, StoreError> {
        let (changes, condition) = sql;
        let version = if self.has_version { "version = version + 1, " } else { "" };
        let update = format!("update {} set {version}{changes} where {condition}", self.name);
        Ok(execute!(tx, sqlx::query(AssertSqlSafe(update)).bind(id).bind(time))?)
    }
}

/// The ids of at most 1000 rows that were soft-deleted before `cutoff`, in the order of their deletion.
pub async fn ids_to_purge<Id: From<i64>>(db: &Db, table: &str, cutoff: Timestamp) -> Result<Vec<Id>, StoreError> {
    let select = format!("select id from {table} where deleted_at < $1 order by deleted_at, id limit {MAX_IDS}");
    let ids: Vec<i64> = with_pool!(db, |pool| sqlx::query_scalar(AssertSqlSafe(select)).bind(cutoff).fetch_all(pool))?;
    Ok(ids.into_iter().map(Id::from).collect())
}

/// Deletes the rows that were soft-deleted before `cutoff`. Returns their number.
pub async fn purge(db: &Db, table: &str, cutoff: Timestamp) -> Result<u64, StoreError> {
    let purge = format!("delete from {table} where deleted_at < $1");
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(AssertSqlSafe(purge)).bind(cutoff))?) })).await
}
