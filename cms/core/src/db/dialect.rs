//! SQL that differs by engine, such as that of the full-text search of places. SQLite has two FTS5 indexes: one of
//! words, for prefixes, and one of trigrams, for substrings of the folded text. On PostgreSQL one GIN index of trigrams
//! serves both.

use sqlx::types::Json;
use sqlx::{Postgres, QueryBuilder, Sqlite};

/// The length of the shortest word that the trigram index finds, in characters.
pub const MIN_TRIGRAM_WORD_LEN: usize = 3;

/// Where in the text a word of a search may match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// At the beginning of a word. Takes a tenth of the time of a substring match.
    Prefix,
    /// Anywhere, also inside a word.
    Substring,
}

/// SQL that differs by engine, and functions that bind values for either engine.
pub trait Dialect: sqlx::Database {
    /// Appends the condition that the column `place.search` contains `word`. The caller passes `word` as the result of
    /// [`crate::common::text::fold`].
    fn push_place_match(query: &mut QueryBuilder<Self>, word: &str);
    /// Like [`Dialect::push_place_match`], but never with the FTS5 index. For queries that scan the places for another
    /// reason.
    fn push_place_like(query: &mut QueryBuilder<Self>, word: &str) {
        push_contains(query, "place.search", word);
    }
    /// Appends ` and` with a condition for each word: `column` must contain the word.
    fn push_contains_all(query: &mut QueryBuilder<Self>, column: &str, words: &[String]) {
        for word in words {
            query.push(" and ");
            push_contains(query, column, word);
        }
    }
    /// Appends limit and offset.
    fn push_limit_and_offset(query: &mut QueryBuilder<Self>, limit: i64, offset: i64) {
        query.push(" limit ");
        Self::push_number(query, limit);
        query.push(" offset ");
        Self::push_number(query, offset);
    }
    /// Appends a statement that selects the `id`s of all places that match a word, including hidden places. For
    /// [`MatchMode::Substring`] the word must have at least [`MIN_TRIGRAM_WORD_LEN`] characters.
    fn push_matching_place_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode);
    /// Appends a statement that selects these numbers, one per row. They are bound as one value, so that the SQL text
    /// does not depend on their count.
    fn push_number_rows(query: &mut QueryBuilder<Self>, values: &[i64]);
    /// Like [`Dialect::push_number_rows`], for texts.
    fn push_text_rows(query: &mut QueryBuilder<Self>, values: &[&str]) {
        query.push("select value from ").push(Self::LIST_TO_ROWS_FUNCTION).push("(");
        Self::push_text_list(query, values);
        query.push(")");
    }
    /// Binds an integer.
    fn push_number(query: &mut QueryBuilder<Self>, value: i64);
    /// Binds a floating-point number.
    fn push_real(query: &mut QueryBuilder<Self>, value: f64);
    /// Binds text or null.
    fn push_text(query: &mut QueryBuilder<Self>, value: impl Into<Option<String>>);
    /// Binds texts as a list, for [`Dialect::LIST_TO_ROWS_FUNCTION`].
    fn push_text_list(query: &mut QueryBuilder<Self>, values: &[&str]);
    /// The SQL function that expands a list into rows with the column `value`.
    const LIST_TO_ROWS_FUNCTION: &'static str;
    /// The SQL function that makes a JSON array of its arguments.
    const JSON_ARRAY_FUNCTION: &'static str;
    /// SQL that aggregates the rows into one JSON array. It contains the value of `expression` for each row, in the
    /// order of the rows. One array is selected instead of many rows, because transferring a row costs as much as
    /// reading several rows.
    fn json_array_aggregate(expression: &str) -> String;
    /// Like [`Dialect::json_array_aggregate`], with an array of several expressions per row.
    fn json_array_aggregate_of_rows(expressions: &str) -> String {
        Self::json_array_aggregate(&format!("{}({expressions})", Self::JSON_ARRAY_FUNCTION))
    }
}

macro_rules! bind_methods {
    () => {
        fn push_number(query: &mut QueryBuilder<Self>, value: i64) {
            query.push_bind(value);
        }
        fn push_real(query: &mut QueryBuilder<Self>, value: f64) {
            query.push_bind(value);
        }
        fn push_text(query: &mut QueryBuilder<Self>, value: impl Into<Option<String>>) {
            query.push_bind::<Option<String>>(value.into());
        }
        fn push_text_list(query: &mut QueryBuilder<Self>, values: &[&str]) {
            query.push_bind(Json(values));
        }
    };
}

impl Dialect for Sqlite {
    const LIST_TO_ROWS_FUNCTION: &'static str = "json_each";
    const JSON_ARRAY_FUNCTION: &'static str = "json_array";
    fn json_array_aggregate(expression: &str) -> String {
        format!("json_group_array({expression})")
    }
    fn push_place_match(query: &mut QueryBuilder<Self>, word: &str) {
        // A word of one or two characters has no trigram. Many rows contain a word this short, so a scan soon finds
        // enough of them.
        if word.chars().count() < MIN_TRIGRAM_WORD_LEN {
            return Self::push_place_like(query, word);
        }
        query.push("place.id in (");
        Self::push_matching_place_ids(query, word, MatchMode::Substring);
        query.push(")");
    }
    fn push_matching_place_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode) {
        let (index, suffix) = match mode {
            MatchMode::Prefix => ("place_fts_prefix", "*"),
            MatchMode::Substring => ("place_fts_trigram", ""),
        };
        query.push(format!("select rowid as id from {index} where {index} match "));
        query.push_bind(format!("\"{}\"{suffix}", word.replace('"', "\"\"")));
    }
    fn push_number_rows(query: &mut QueryBuilder<Self>, values: &[i64]) {
        query.push("select value from json_each(").push_bind(Json(values)).push(")");
    }
    bind_methods!();
}

impl Dialect for Postgres {
    const LIST_TO_ROWS_FUNCTION: &'static str = "jsonb_array_elements_text";
    const JSON_ARRAY_FUNCTION: &'static str = "json_build_array";
    fn json_array_aggregate(expression: &str) -> String {
        // Without rows, `json_agg` is null.
        format!("coalesce(json_agg({expression}), '[]')")
    }
    fn push_place_match(query: &mut QueryBuilder<Self>, word: &str) {
        Self::push_place_like(query, word);
    }
    fn push_matching_place_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode) {
        query.push("select id from place where ");
        match mode {
            MatchMode::Prefix => drop(query.push("place.search ~ ").push_bind(prefix_regex(word))),
            MatchMode::Substring => Self::push_place_like(query, word),
        }
    }
    fn push_number_rows(query: &mut QueryBuilder<Self>, values: &[i64]) {
        query.push("select unnest(").push_bind(values).push("::bigint[])");
    }
    bind_methods!();
}

/// A regular expression for PostgreSQL that matches `word` at the beginning of a word. `\m` is not used, because it
/// counts "_" as a letter.
fn prefix_regex(word: &str) -> String {
    format!("(^|[^[:alnum:]]){}", escaped(word, '\\', |character| !character.is_alphanumeric()))
}

/// The text with `escape` before each special character.
fn escaped(text: &str, escape: char, is_special: impl Fn(char) -> bool) -> String {
    let prefix = |character| is_special(character).then_some(escape);
    text.chars().flat_map(|character| prefix(character).into_iter().chain([character])).collect()
}

fn push_contains<D: Dialect>(query: &mut QueryBuilder<D>, column: &str, word: &str) {
    query.push(column).push(" like ");
    D::push_text(query, like_pattern(word));
    query.push(" escape '!'");
}

/// The `like` pattern (with `escape '!'`) for text that contains `piece`. Wildcards in `piece` are escaped.
pub fn like_pattern(piece: &str) -> String {
    format!("%{}%", escaped(piece, '!', |character| matches!(character, '%' | '_' | '!')))
}
