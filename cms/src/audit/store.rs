//! SQL of the audit log: reading it, and deleting old events.

use sqlx::QueryBuilder;

use super::dto::AuditItem;
use super::query::{Cursor, Find};
use crate::common::clock::Timestamp;
use crate::common::page::Page;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::execute;
use crate::http::cursor::Key;

/// The maximum total: counting the whole log would read all of it.
const COUNTED: i64 = 10_000;

const DELETE: &str = "
delete from audit_event where id in (select id from audit_event where created_at < $1 order by created_at, id limit $2)";

/// The rows that match `find`, newest first, and their total, up to 10,000.
pub async fn list(db: &Db, find: &Find) -> Result<Page<AuditItem>, StoreError> {
    let mut items: Vec<AuditItem> = match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(find).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(find).build_query_as().fetch_all(pool).await?,
    };
    let total: i64 = match db {
        Db::Sqlite { pool, .. } => count::<sqlx::Sqlite>(find).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => count::<sqlx::Postgres>(find).build_query_scalar().fetch_one(pool).await?,
    };
    let has_more = items.len() as i64 > find.limit;
    items.truncate(find.limit as usize);
    Ok(Page { items, total, has_more })
}

/// The cursor after the row `last`.
pub fn cursor_after(last: &AuditItem) -> Cursor {
    Cursor { key: Key::Number(last.created_at.0), id: last.id }
}

/// Deletes the oldest rows before `moment`, at most `most`. Returns their number.
pub async fn forget(db: &Db, moment: Timestamp, most: i64) -> Result<u64, StoreError> {
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE).bind(moment).bind(most))?) })).await
}

/// One row more than the limit, to know whether another page follows.
fn select<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select id, created_at, account_id, account_name, account_email, action, kind, subject_id, subject_name, before, after,
        address, request_id from audit_event where true",
    );
    push_filters(&mut query, find);
    if let Some(Cursor { key: Key::Number(created_at), id }) = &find.after {
        query.push(" and (created_at, id) < (");
        D::number(&mut query, *created_at);
        query.push(", ");
        D::number(&mut query, id.0);
        query.push(")");
    }
    query.push(" order by created_at desc, id desc limit ");
    D::number(&mut query, find.limit + 1);
    query.push(" offset ");
    D::number(&mut query, find.offset);
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
