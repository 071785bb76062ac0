//! The query parameters of a list of accounts.

use crate::common::id::AccountId;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::{cursor, list_params, pagination};
use crate::identity::model::Role;

/// The maximum number of accounts of one page.
pub const MAX_LIMIT: i64 = 1000;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 100;

/// The end of a page, from which the next one continues.
pub type Cursor = cursor::Cursor<AccountId>;

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

/// An order of accounts; equal ones are ordered by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The column to sort by.
    pub column: Column,
    /// Largest first.
    pub is_descending: bool,
}

/// A column to sort accounts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Sort {
    /// The names that [`Sort::parse`] accepts.
    pub const NAMES: &str =
        "name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id";

    fn parse(name: &str) -> Option<Self> {
        let (is_descending, name) = name.strip_prefix('-').map_or((false, name), |rest| (true, rest));
        let column = match name {
            "id" => Column::Id,
            "name" => Column::Name,
            "email" => Column::Email,
            "role" => Column::Role,
            "createdAt" => Column::CreatedAt,
            "updatedAt" => Column::UpdatedAt,
            _ => return None,
        };
        Some(Self { column, is_descending })
    }
}

/// The filters, which the list and the export share. [`Query::finish`] reports errors.
pub fn filters(query: &mut Query) -> ListQuery {
    let words = list_params::words(query, MAX_WORD_CHARS);
    let role = query.parse("role", "role must be viewer, business_owner or admin", |value| match value {
        "viewer" => Some(Role::Viewer),
        "business_owner" => Some(Role::BusinessOwner),
        "admin" => Some(Role::Admin),
        _ => None,
    });
    let sort = Sort { column: Column::CreatedAt, is_descending: true };
    ListQuery { words, role, sort, limit: MAX_LIMIT, after: None, offset: 0 }
}

/// Parses the parameters of a list. 400 names every parameter that is unknown or invalid.
pub fn parse(mut query: Query) -> Result<ListQuery, Problem> {
    let mut list = filters(&mut query);
    let sentence = format!("sort must be one of {}", Sort::NAMES);
    list.sort = query.parse("sort", &sentence, Sort::parse).unwrap_or(list.sort);
    list.limit = query.int("limit", 1..=MAX_LIMIT).unwrap_or(MAX_LIMIT);
    list.offset = query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0);
    let sort = list.sort;
    list.after = query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
        Cursor::read(value, sort.column.is_text())
    });
    if list.after.is_some() && list.offset > 0 {
        query.add_error("offset", "offset does not go with cursor");
    }
    query.finish()?;
    Ok(list)
}
