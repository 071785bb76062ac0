//! Lists of accounts: their query parameters, statements and CSV export.

use serde::Deserialize;
use sqlx::QueryBuilder;

use super::dto::UserCounts;
use crate::auth::domain::accounts::{Account, Role, search_text};
use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::common::id::AccountId;
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError};
use crate::http::input::pagination::{self, ColumnValue, Page, PageParams};
use crate::http::input::query_string::{Query, parse_variant};
use crate::http::problem::{Code, Problem};
use crate::with_pool;

/// The maximum number of accounts of one page.
pub const MAX_LIMIT: i64 = 1000;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 100;

/// The header line of the export (R159).
const CSV_HEADER: [&str; 7] = ["ID", "Email", "First Name", "Last Name", "Role", "Active", "Created At"];

const COUNT_BY_ROLE: &str = "select role, count(*) from account group by role";

const SORT_VALUES: &str =
    "name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id";

/// The order of a list.
pub type Sort = pagination::Sort<Column>;
/// The position at the end of a page, from which the next page continues.
pub type Cursor = pagination::Cursor<AccountId>;

/// Which accounts a list contains, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the name or the email address.
    pub words: Vec<String>,
    /// Only accounts with this role.
    pub role: Option<Role>,
    /// The order.
    pub sort: Sort,
    /// The maximum number of accounts.
    pub limit: i64,
    /// The cursor at the end of the previous page.
    pub after: Option<Cursor>,
    /// The number of accounts to skip.
    pub offset: i64,
}

/// A column to sort accounts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the columns of the table")]
pub enum Column {
    Id,
    Name,
    Email,
    Role,
    CreatedAt,
    UpdatedAt,
}

impl Column {
    /// Whether the values of the column are text.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Id | Self::Name | Self::Email)
    }
}

/// Parses the filters that the list and the export share. [`Query::finish`] reports invalid filters. The order, limit
/// and offset of the result are the defaults.
pub fn parse_filters(query: &mut Query) -> ListQuery {
    let words = query.words(MAX_WORD_CHARS);
    let role = query.parse(
        "role",
        Code::Enum.with("options", "viewer, business_owner, admin"),
        "role must be viewer, business_owner or admin",
        parse_variant,
    );
    let sort = Sort { column: Column::CreatedAt, is_descending: true };
    ListQuery { words, role, sort, limit: MAX_LIMIT, after: None, offset: 0 }
}

/// Parses the parameters of a list. Errors: 400 that names every unknown or invalid parameter.
pub fn parse(mut query: Query) -> Result<ListQuery, Problem> {
    let mut list = parse_filters(&mut query);
    list.sort = query.choice("sort", SORT_VALUES, Sort::parse).unwrap_or(list.sort);
    let (page, sort) = (PageParams::take(&mut query, MAX_LIMIT), list.sort);
    (list.limit, list.offset) = (page.limit, page.offset);
    list.after = page.take_cursor(&mut query, |value| Cursor::decode(value, sort.column.is_text()));
    query.finish()?;
    Ok(list)
}

/// The requested page of accounts, and their total number.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Account>, StoreError> {
    let items: Vec<Account> = with_pool!(db, |pool, D| select::<D>(list).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(Page::new(items, total, list.limit))
}

/// The number of accounts of each role, and of all roles.
pub async fn count_by_role(db: &Db) -> Result<UserCounts, StoreError> {
    let rows: Vec<(Role, i64)> = with_pool!(db, |engine| sqlx::query_as(COUNT_BY_ROLE).fetch_all(engine))?;
    let count_of = |role: Role| rows.iter().find(|(row_role, _)| *row_role == role).map_or(0, |(_, count)| *count);
    let [admins, business_owners, viewers] = [Role::Admin, Role::BusinessOwner, Role::Viewer].map(count_of);
    Ok(UserCounts { total: admins + business_owners + viewers, admins, business_owners, viewers })
}

/// Selects one row more than the limit, to learn whether there is a next page.
fn select<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!("select ", crate::account_columns!(), " from account where true"));
    push_filters(&mut query, list);
    let columns = (sort_expression(list.sort.column), "account.id");
    list.sort.push_cursor_condition_and_order_by(&mut query, columns, list.after.as_ref(), |query, id| {
        D::push_text(query, id.0.clone())
    });
    D::push_limit_and_offset(&mut query, list.limit + 1, list.offset);
    query
}

fn count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from account where true");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    D::push_contains_all(query, "account.search", &list.words);
    if let Some(role) = list.role {
        query.push(format!(" and account.role = '{}'", role_name(role)));
    }
}

/// The cursor of the page that follows the account `last`.
pub fn cursor_after(last: &Account, sort: Sort) -> Cursor {
    let key = match sort.column {
        Column::Id => ColumnValue::Text(last.id.0.clone()),
        Column::Name => ColumnValue::Text(search_text(&last.first_name, &last.last_name, &last.email)),
        Column::Email => ColumnValue::Text(last.email.clone()),
        Column::Role => ColumnValue::Number(last.role as i64),
        Column::CreatedAt => ColumnValue::Number(last.created_at.0),
        Column::UpdatedAt => ColumnValue::Number(last.updated_at.0),
    };
    Cursor { key, id: last.id.clone() }
}

fn sort_expression(column: Column) -> &'static str {
    match column {
        Column::Id => "account.id",
        // The search text begins with the folded name. With this order, "Động" is next to "Dong" on both engines.
        Column::Name => "account.search",
        Column::Email => "account.email",
        // Numbers the roles in the order of the variants of [`Role`].
        Column::Role => "case account.role when 'admin' then 2 when 'business_owner' then 1 else 0 end",
        Column::CreatedAt => "account.created_at",
        Column::UpdatedAt => "account.updated_at",
    }
}

/// The name of the role in the database and in JSON.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Viewer => "viewer",
        Role::BusinessOwner => "business_owner",
        Role::Admin => "admin",
    }
}

/// All accounts that match the filters of `query`, as CSV (RFC 4180), and their number.
pub async fn export_csv(db: &Db, mut query: ListQuery) -> Result<(String, i64), StoreError> {
    let mut csv = CsvWriter::with_header(&CSV_HEADER);
    let mut count = 0;
    loop {
        let page = list(db, &query).await?;
        for account in &page.items {
            csv.write_row(cells(account).map(CsvCell::from));
            count += 1;
        }
        // Continues with a cursor: an offset would repeat or skip accounts if others are added or deleted meanwhile.
        query.after = page.items.last().map(|last| cursor_after(last, query.sort));
        if !page.has_more {
            break;
        }
    }
    Ok((csv.into_text(), count))
}

fn cells(account: &Account) -> [String; 7] {
    [
        account.id.0.clone(),
        account.email.clone(),
        account.first_name.clone(),
        account.last_name.clone(),
        role_name(account.role).to_owned(),
        if account.is_active { "Yes" } else { "No" }.to_owned(),
        account.created_at.to_string(),
    ]
}
