//! Reads the question of a list of articles from its query.

use super::dto::ArticleView;
use crate::common::id::ArticleId;
use crate::common::text;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::{cursor, list_params, pagination};

/// The most articles of one answer, and how many a list gives that does not say.
pub const MOST: i64 = 100;
/// The longest word of a search.
const LONGEST: usize = 60;

/// Where a page ended.
pub type Cursor = cursor::Cursor<ArticleId>;

/// A list's question.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each is described in the list call's parameters")]
pub struct Find {
    pub scope: Scope,
    /// Folded; each must be in the title, the author or the summary.
    pub words: Vec<String>,
    /// Folded.
    pub tag: Option<String>,
    pub featured: Option<bool>,
    pub ids: Option<Vec<i64>>,
    pub sort: Sort,
    pub limit: i64,
    pub after: Option<Cursor>,
    pub offset: i64,
}

/// Which articles there are to look among.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Public ones.
    #[default]
    Shown,
    /// Everything outside the trash.
    All,
    /// The trash.
    Trash,
}

/// An order of articles; the id decides between equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub column: Column,
    /// Largest first.
    pub is_descending: bool,
}

/// What articles can be ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as on the wire")]
pub enum Column {
    Id,
    PublicationDate,
    Title,
    UpdatedAt,
}

impl Default for Sort {
    fn default() -> Self {
        Self { column: Column::PublicationDate, is_descending: true }
    }
}

impl Sort {
    /// The names that [`Sort::parse`] knows.
    pub const NAMES: &str = "publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id";

    /// Reads one of [`Sort::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        let (is_descending, name) = name.strip_prefix('-').map_or((false, name), |rest| (true, rest));
        let column = match name {
            "id" => Column::Id,
            "publicationDate" => Column::PublicationDate,
            "title" => Column::Title,
            "updatedAt" => Column::UpdatedAt,
            _ => return None,
        };
        Some(Self { column, is_descending })
    }
}

/// Reads the query, and the fields that are wanted. 400 names every parameter that is unknown or cannot be read.
pub fn parse(mut query: Query) -> Result<(Find, Option<Vec<String>>), Problem> {
    let sentence = format!("sort must be one of {}", Sort::NAMES);
    let sort = query.parse("sort", &sentence, Sort::parse).unwrap_or_default();
    let after = query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
        Cursor::read(value, sort.column == Column::Title)
    });
    let find = Find {
        scope: if query.bool("showAll").unwrap_or(false) { Scope::All } else { Scope::Shown },
        words: list_params::words(&mut query, LONGEST),
        tag: query.take("tag").map(|tag| text::fold(&tag)),
        featured: query.bool("featured"),
        ids: list_params::ids(&mut query),
        sort,
        limit: query.int("limit", 1..=MOST).unwrap_or(MOST),
        after,
        offset: query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0),
    };
    if find.after.is_some() && find.offset > 0 {
        query.add_error("offset", "offset does not go with cursor");
    }
    let fields = list_params::fields(&mut query, ArticleView::field_names);
    query.finish()?;
    Ok((find, fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_orders_are_read() {
        for name in Sort::NAMES.split(", ") {
            assert!(Sort::parse(name).is_some(), "{name}");
        }
        for name in ["is_public", "--id", "title;drop table article", "", "TITLE", "author"] {
            assert_eq!(Sort::parse(name), None, "{name}");
        }
    }
}
