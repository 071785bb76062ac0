//! Parses the query string of article lists.

use serde::Deserialize;

use super::dto::Article;
use crate::common::id::ArticleId;
use crate::common::text;
use crate::http::input::pagination::{self, PageParams};
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The maximum and the default `limit`.
pub const MAX_LIMIT: i64 = 100;
/// The maximum length of a search word, in characters.
const MAX_WORD_CHARS: usize = 60;

const SORT_VALUES: &str = "publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id";

/// The order of a list.
pub type Sort = pagination::Sort<Column>;
/// The position after the last article of a page.
pub type Cursor = pagination::Cursor<ArticleId>;

/// The parameters of a list.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "described by the parameters of `listArticles`")]
pub struct ListQuery {
    pub subset: ArticleSubset,
    /// Words in their search form. Each must occur in the title, the author or the summary.
    pub words: Vec<String>,
    /// The folded topic that the articles must have.
    pub tag: Option<String>,
    pub featured: Option<bool>,
    pub ids: Option<Vec<i64>>,
    pub sort: Sort,
    pub limit: i64,
    pub after: Option<Cursor>,
    pub offset: i64,
}

/// The articles that a list selects from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArticleSubset {
    /// Public articles.
    #[default]
    Public,
    /// All articles outside the trash.
    OutsideTrash,
    /// The articles in the trash.
    Trash,
}

/// A column that can order a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as in the API")]
pub enum Column {
    Id,
    #[default]
    PublicationDate,
    Title,
    UpdatedAt,
}

/// Returns the parameters and the selected `fields`, `None` for all fields. Errors: 400 with every unknown or invalid
/// parameter.
pub fn parse(mut query: Query) -> Result<(ListQuery, Option<Vec<String>>), Problem> {
    let sort = query.choice("sort", SORT_VALUES, Sort::parse).unwrap_or_default();
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let after = page.take_cursor(&mut query, |value| Cursor::decode(value, sort.column == Column::Title));
    let show_all = query.bool("showAll").unwrap_or(false);
    let list = ListQuery {
        subset: if show_all { ArticleSubset::OutsideTrash } else { ArticleSubset::Public },
        words: query.words(MAX_WORD_CHARS),
        tag: query.take("tag").map(|tag| text::fold(&tag)),
        featured: query.bool("featured"),
        ids: query.ids(),
        sort,
        limit: page.limit,
        after,
        offset: page.offset,
    };
    let fields = query.fields(Article::field_names);
    query.finish()?;
    Ok((list, fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_documented_sort_values_are_accepted() {
        for name in SORT_VALUES.split(", ") {
            assert!(Sort::parse(name).is_some(), "{name}");
        }
        for name in ["is_public", "--id", "title;drop table article", "", "TITLE", "author"] {
            assert_eq!(Sort::parse(name), None, "{name}");
        }
    }
}
