//! Lists and counts of accounts.

use sqlx::QueryBuilder;

use super::dto::UserCounts;
use super::query::{Column, Cursor, ListQuery, Sort};
use crate::common::page::Page;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::{Dialect, contains};
use crate::http::cursor::Key;
use crate::identity::model::{Account, Role};
use crate::identity::store::{columns, search_text};
use crate::with_pool;

const COUNTS: &str = "select role, count(*) from account group by role";

/// The requested page of accounts, and their total number.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Account>, StoreError> {
    let mut items: Vec<Account> = match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(list).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(list).build_query_as().fetch_all(pool).await?,
    };
    let total: i64 = match db {
        Db::Sqlite { pool, .. } => count::<sqlx::Sqlite>(list).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => count::<sqlx::Postgres>(list).build_query_scalar().fetch_one(pool).await?,
    };
    let has_more = items.len() as i64 > list.limit;
    items.truncate(list.limit as usize);
    Ok(Page { items, total, has_more })
}

/// The number of accounts of each role.
pub async fn counts(db: &Db) -> Result<UserCounts, StoreError> {
    let rows: Vec<(Role, i64)> = with_pool!(db, |engine| sqlx::query_as(COUNTS).fetch_all(engine))?;
    let of = |role: Role| rows.iter().find(|(row_role, _)| *row_role == role).map_or(0, |(_, count)| *count);
    let (admins, business_owners, viewers) = (of(Role::Admin), of(Role::BusinessOwner), of(Role::Viewer));
    Ok(UserCounts { total: admins + business_owners + viewers, admins, business_owners, viewers })
}

/// Selects one row more than the limit, to see whether more follow.
fn select<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!("select ", columns!(), " from account where true"));
    push_filters(&mut query, list);
    push_cursor(&mut query, list);
    push_order(&mut query, list.sort);
    query.push(" limit ");
    D::number(&mut query, list.limit + 1);
    query.push(" offset ");
    D::number(&mut query, list.offset);
    query
}

fn count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from account where true");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    for word in &list.words {
        query.push(" and account.search like ");
        D::text(query, contains(word));
        query.push(" escape '!'");
    }
    if let Some(role) = list.role {
        query.push(match role {
            Role::Viewer => " and account.role = 'viewer'",
            Role::BusinessOwner => " and account.role = 'business_owner'",
            Role::Admin => " and account.role = 'admin'",
        });
    }
}

/// The cursor of the page after `last`.
pub fn cursor_after(last: &Account, sort: Sort) -> Cursor {
    let key = match sort.column {
        Column::Id => Key::Text(last.id.0.clone()),
        Column::Name => Key::Text(search_text(&last.first_name, &last.last_name, &last.email)),
        Column::Email => Key::Text(last.email.clone()),
        Column::Role => Key::Number(last.role as i64),
        Column::CreatedAt => Key::Number(last.created_at.0),
        Column::UpdatedAt => Key::Number(last.updated_at.0),
    };
    Cursor { key, id: last.id.clone() }
}

fn push_cursor<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    let Some(Cursor { key, id }) = &list.after else { return };
    query.push(" and (").push(column(list.sort.column)).push(", account.id) ");
    query.push(if list.sort.is_descending { "< (" } else { "> (" });
    match key {
        Key::Number(number) => D::number(query, *number),
        Key::Text(text) => D::text(query, text.clone()),
    }
    query.push(", ");
    D::text(query, id.0.clone());
    query.push(")");
}

fn column(column: Column) -> &'static str {
    match column {
        Column::Id => "account.id",
        // The search text begins with the folded name, so that "Động" is sorted next to "Dong" on both engines.
        Column::Name => "account.search",
        Column::Email => "account.email",
        // The order of `Role`.
        Column::Role => "case account.role when 'admin' then 2 when 'business_owner' then 1 else 0 end",
        Column::CreatedAt => "account.created_at",
        Column::UpdatedAt => "account.updated_at",
    }
}

fn push_order<D: Dialect>(query: &mut QueryBuilder<D>, sort: Sort) {
    let direction = if sort.is_descending { " desc" } else { "" };
    query.push(" order by ").push(column(sort.column)).push(direction).push(", account.id").push(direction);
}
