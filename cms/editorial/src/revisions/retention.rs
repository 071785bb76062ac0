//! Deletes revisions that are too old or too many.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::App;
use crate::{execute, with_pool};

/// The interval between two deletions of old revisions.
const INTERVAL: Duration = Duration::from_secs(3600);
/// The maximum number of rows that [`DELETE_OLD`] deletes in one write, so that other writes run in between.
const BATCH_SIZE: i64 = 200;
const DAY_S: i64 = 24 * 3600;

// The age of a revision counts from the next save of the record. A value that was right for years and was damaged today
// can therefore still be restored. The newest revision of a record always stays, and so do pinned ones.
const DELETE_OLD: &str = "
delete from revision where (kind, record_id, number) in (
    select kind, record_id, number from revision
    where created_at < $1 and not is_pinned and exists (
        select 1 from revision newer where newer.kind = revision.kind and newer.record_id = revision.record_id
            and newer.number > revision.number and newer.created_at < $1)
    order by created_at limit $2)";

const SELECT_RECORDS_WITH_SURPLUS: &str = "
select kind, record_id from revision where not is_pinned group by kind, record_id having count(*) > $1";

const DELETE_SURPLUS: &str = "
delete from revision where kind = $1 and record_id = $2 and not is_pinned and number < (
    select number from revision where kind = $1 and record_id = $2 and not is_pinned
    order by number desc limit 1 offset $3)";

// The revisions of a deleted category stay for ten minutes. During this time, the category is in `deleted_record` and
// can be restored.
const DELETE_REVISIONS_OF_DELETED_CATEGORIES: &str = "
delete from revision where kind = 'category'
    and not exists (select 1 from category where cast(category.id as text) = record_id)
    and not exists (select 1 from deleted_record where kind = 'category' and cast(id as text) = record_id)";

/// The limits for stored revisions. Zero stands for no limit.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// The maximum age in days.
    pub days: i64,
    /// The maximum number for each record.
    pub count: i64,
}

/// Deletes revisions that are too old or too many. Returns the time until the next run.
pub async fn run_retention(app: App, retention: Retention) -> Result<Duration, StoreError> {
    let deleted = apply_retention(&app.db, retention, app.clock.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "deleted old revisions");
    }
    Ok(INTERVAL)
}

/// Deletes revisions that are too old or too many, in small writes. Also deletes the revisions of categories that were
/// deleted and can no longer be restored. Returns the number of deleted revisions.
pub async fn apply_retention(db: &Db, Retention { days, count }: Retention, now: Timestamp) -> Result<u64, StoreError> {
    let mut deleted_count = 0;
    if days > 0 {
        let cutoff = now.plus_seconds(-days * DAY_S);
        deleted_count += delete_in_batches(db, move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff).bind(BATCH_SIZE))?) })
        })
        .await?;
    }
    if count > 0 {
        deleted_count += delete_surplus(db, count).await?;
    }
    let category_deletion = delete_in_batches(db, |tx| {
        Box::pin(async { Ok(execute!(tx, sqlx::query(DELETE_REVISIONS_OF_DELETED_CATEGORIES))?) })
    });
    Ok(deleted_count + category_deletion.await?)
}

/// Repeats a deletion, each time in its own write, until it deletes nothing. Returns the number of deleted rows.
async fn delete_in_batches<F>(db: &Db, delete: F) -> Result<u64, StoreError>
where
    F: for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<u64, StoreError>> + Clone + Send + 'static,
{
    let mut deleted_count = 0;
    loop {
        match db.write(delete.clone()).await? {
            0 => return Ok(deleted_count),
            rows => deleted_count += rows,
        }
    }
}

/// Deletes the oldest unpinned revisions beyond `count` of each record, in one write per record. Returns their number.
async fn delete_surplus(db: &Db, count: i64) -> Result<u64, StoreError> {
    let records: Vec<(AuditRecordKind, String)> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_RECORDS_WITH_SURPLUS).bind(count).fetch_all(engine))?;
    let mut deleted_count = 0;
    for (kind, id) in records {
        let deletion = db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_SURPLUS).bind(kind).bind(id).bind(count - 1))?) })
        });
        deleted_count += deletion.await?;
    }
    Ok(deleted_count)
}
