//! Reads the question of a list of accounts from its query.

use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::model::Role;
use crate::kernel::text;

/// The most accounts of one answer, and how far an offset may go.
pub const MOST: i64 = 1000;
const FURTHEST: i64 = 10_000;
/// The most words of a search.
const WORDS: usize = 8;

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

impl Sort {
    /// The names that [`Sort::read`] knows.
    pub const NAMES: &str =
        "name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id";

    fn read(name: &str) -> Option<Self> {
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

/// Which accounts: what lists and the file have in common. Faults wait for [`Query::done`].
pub fn filters(query: &mut Query) -> Find {
    let words: Vec<String> = text::fold(&query.take("q").unwrap_or_default())
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    if words.len() > WORDS || words.iter().any(|word| word.chars().count() > 100) {
        query.fault("q", &format!("q must be at most {WORDS} words of at most 100 characters"));
    }
    let role = query.parse("role", "role must be viewer, business_owner or admin", |value| match value {
        "viewer" => Some(Role::Viewer),
        "business_owner" => Some(Role::BusinessOwner),
        "admin" => Some(Role::Admin),
        _ => None,
    });
    Find { words, role, sort: Sort { column: Column::CreatedAt, is_descending: true }, limit: MOST, offset: 0 }
}

/// Reads the question of a list. 400 names every parameter that is unknown or cannot be read.
pub fn read(mut query: Query) -> Result<Find, Problem> {
    let mut find = filters(&mut query);
    let sentence = format!("sort must be one of {}", Sort::NAMES);
    find.sort = query.parse("sort", &sentence, Sort::read).unwrap_or(find.sort);
    find.limit = query.whole("limit", 1..=MOST).unwrap_or(MOST);
    find.offset = query.whole("offset", 0..=FURTHEST).unwrap_or(0);
    query.done()?;
    Ok(find)
}
