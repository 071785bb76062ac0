//! The query parameters of a list of accounts.

use serde::Deserialize;

use crate::auth::domain::model::Role;
use crate::common::id::AccountId;
use crate::http::input::pagination::{self, PageParams};
use crate::http::input::query_string::{Query, choice};
use crate::http::problem::Problem;

/// The maximum number of accounts of one page.
pub const MAX_LIMIT: i64 = 1000;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 100;

/// The values of the parameter `sort`.
const SORTS: &str = "name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id";

/// The order of a list.
pub type Sort = pagination::Sort<Column>;
/// The end of a page, from which the next one continues.
pub type Cursor = pagination::Cursor<AccountId>;

/// Which accounts a list contains, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the name or the email address.
    pub words: Vec<String>,
    /// Accounts with this role.
    pub role: Option<Role>,
    /// The order.
    pub sort: Sort,
    /// The maximum number of accounts.
    pub limit: i64,
    /// The end of the previous page.
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
    /// Whether its values are text.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Id | Self::Name | Self::Email)
    }
}

/// The filters, which the list and the export share. [`Query::finish`] reports errors.
pub fn filters(query: &mut Query) -> ListQuery {
    let words = query.words(MAX_WORD_CHARS);
    let role = query.parse("role", "role must be viewer, business_owner or admin", choice);
    let sort = Sort { column: Column::CreatedAt, is_descending: true };
    ListQuery { words, role, sort, limit: MAX_LIMIT, after: None, offset: 0 }
}

/// Parses the parameters of a list. 400 names every parameter that is unknown or invalid.
pub fn parse(mut query: Query) -> Result<ListQuery, Problem> {
    let mut list = filters(&mut query);
    let sentence = format!("sort must be one of {SORTS}");
    list.sort = query.parse("sort", &sentence, Sort::parse).unwrap_or(list.sort);
    let (page, sort) = (PageParams::take(&mut query, MAX_LIMIT), list.sort);
    (list.limit, list.offset) = (page.limit, page.offset);
    list.after = page.take_cursor(&mut query, |value| Cursor::read(value, sort.column.is_text()));
    query.finish()?;
    Ok(list)
}
