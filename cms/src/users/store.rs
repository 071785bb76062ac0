//! Lists and counts of accounts.

use sqlx::QueryBuilder;

use super::dto::UserCounts;
use super::query::{Column, Cursor, ListQuery, Sort};
use crate::auth::domain::model::{Account, Role};
use crate::auth::domain::store::{columns, search_text};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::input::pagination::{Key, Page};
use crate::with_pool;

const COUNTS: &str = "select role, count(*) from account group by role";

/// The requested page of accounts, and their total number.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Account>, StoreError> {
    let items: Vec<Account> = with_pool!(db, |pool, D| select::<D>(list).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(Page::new(items, total, list.limit))
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
    let columns = (column(list.sort.column), "account.id");
    list.sort.push(&mut query, columns, list.after.as_ref(), |query, id| D::text(query, id.0.clone()));
    D::push_page(&mut query, list.limit + 1, list.offset);
    query
}

fn count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from account where true");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    D::push_words(query, "account.search", &list.words);
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
