//! Reads the audit log and deletes old events.

use std::time::Duration;

use sqlx::QueryBuilder;

use super::dto::AuditItem;
use super::query::{Cursor, Find};
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::app::App;
use crate::http::input::pagination::{Key, Page, Sort};
use crate::{execute, with_pool};

/// The maximum total: counting the whole log would read all of it.
const COUNTED: i64 = 10_000;
/// The interval between two runs.
const INTERVAL: Duration = Duration::from_secs(3600);
/// The number of rows per write, so that other writes run in between.
const BATCH_SIZE: i64 = 500;
const DAY_S: i64 = 24 * 3600;

const DELETE_OLD: &str = "
delete from audit_event where id in (select id from audit_event where created_at < $1 order by created_at, id limit $2)";

/// The rows that match `find`, newest first, and their total, up to 10,000.
pub async fn list(db: &Db, find: &Find) -> Result<Page<AuditItem>, StoreError> {
    let items: Vec<AuditItem> = with_pool!(db, |pool, D| select::<D>(find).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(find).build_query_scalar().fetch_one(pool))?;
    Ok(Page::new(items, total, find.limit))
}

/// The cursor after the row `last`.
pub fn cursor_after(last: &AuditItem) -> Cursor {
    Cursor { key: Key::Number(last.created_at.0), id: last.id }
}

/// Deletes the events that are older than `days` days. Returns the time until the next run.
pub async fn run_retention(app: App, days: i64) -> Result<Duration, StoreError> {
    let events = delete_old(&app.db, days, app.clock.now()).await?;
    if events > 0 {
        tracing::info!(events, days, "deleted old audit events");
    }
    Ok(INTERVAL)
}

/// Deletes events older than `days` days. Returns their number.
pub async fn delete_old(db: &Db, days: i64, now: Timestamp) -> Result<u64, StoreError> {
    let (cutoff, mut deleted) = (now.plus_seconds(-days * DAY_S), 0);
    loop {
        let delete = db.write(move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff).bind(BATCH_SIZE))?) })
        });
        let batch: Result<u64, StoreError> = delete.await;
        let rows = batch?;
        deleted += rows;
        if rows < BATCH_SIZE as u64 {
            return Ok(deleted);
        }
    }
}

/// One row more than the limit, to know whether another page follows.
fn select<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select id, created_at, account_id, account_name, account_email, action, kind, subject_id, subject_name, before, after,
        address, request_id from audit_event where true",
    );
    push_filters(&mut query, find);
    let newest_first = Sort { column: (), is_descending: true };
    newest_first.push(&mut query, ("created_at", "id"), find.after.as_ref(), |query, id| D::number(query, id.0));
    D::push_page(&mut query, find.limit + 1, find.offset);
    query
}

fn count<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from (select 1 as one from audit_event where true");
    push_filters(&mut query, find);
    query.push(" limit ");
    D::number(&mut query, COUNTED);
    query.push(") counted");
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, find: &Find) {
    let Find { account, action, kind, subject, from, to, .. } = find;
    let kind = kind.map(|kind| kind.word().to_owned());
    for (column, value) in [("account_id", account), ("action", action), ("kind", &kind), ("subject_id", subject)] {
        if let Some(value) = value {
            query.push(" and ").push(column).push(" = ");
            D::text(query, value.clone());
        }
    }
    for (condition, moment) in [(" and created_at >= ", from), (" and created_at < ", to)] {
        if let Some(moment) = moment {
            query.push(condition);
            D::number(query, moment.0);
        }
    }
}
