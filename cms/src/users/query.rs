//! Reads the question of a list of accounts from its query.

use crate::common::id::AccountId;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::{cursor, list_params, pagination};
use crate::identity::model::Role;

/// The most accounts of one answer.
pub const MOST: i64 = 1000;
/// The longest word of a search.
const LONGEST: usize = 100;

/// Where a page ended.
pub type Cursor = cursor::Cursor<AccountId>;

/// Which accounts, in which order, how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// Folded words; each must be in the name or the address.
    pub words: Vec<String>,
    /// People of this role alone.
    pub role: Option<Role>,
    /// By what.
    pub sort: Sort,
    /// How many at the most.
    pub limit: i64,
    /// Where the page before ended.
    pub after: Option<Cursor>,
    /// How many to leave out first.
    pub offset: i64,
}

/// An order of accounts; the id decides between equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub column: Column,
    /// Largest first.
    pub is_descending: bool,
}

/// What accounts can be ordered by.
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
    /// The names that [`Sort::parse`] knows.
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

/// Which accounts: what lists and the file have in common. Faults wait for [`Query::finish`].
pub fn filters(query: &mut Query) -> Find {
    let words = list_params::words(query, LONGEST);
    let role = query.parse("role", "role must be viewer, business_owner or admin", |value| match value {
        "viewer" => Some(Role::Viewer),
        "business_owner" => Some(Role::BusinessOwner),
        "admin" => Some(Role::Admin),
        _ => None,
    });
    let sort = Sort { column: Column::CreatedAt, is_descending: true };
    Find { words, role, sort, limit: MOST, after: None, offset: 0 }
}

/// Reads the question of a list. 400 names every parameter that is unknown or cannot be read.
pub fn parse(mut query: Query) -> Result<Find, Problem> {
    let mut find = filters(&mut query);
    let sentence = format!("sort must be one of {}", Sort::NAMES);
    find.sort = query.parse("sort", &sentence, Sort::parse).unwrap_or(find.sort);
    find.limit = query.int("limit", 1..=MOST).unwrap_or(MOST);
    find.offset = query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0);
    let sort = find.sort;
    find.after = query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
        Cursor::read(value, sort.column.is_text())
    });
    if find.after.is_some() && find.offset > 0 {
        query.add_error("offset", "offset does not go with cursor");
    }
    query.finish()?;
    Ok(find)
}
