//! Full text, which the engines do differently. SQLite has two indexes of FTS5: words, for what begins one, and trigrams,
//! for pieces anywhere in the folded text. PostgreSQL's trigrams, in a GIN index, serve both.

use sqlx::types::Json;
use sqlx::{Postgres, QueryBuilder, Sqlite};

use super::batching_connection::BatchingConnection;
use super::engine::{Db, Tx};
use super::error::StoreError;
use crate::common::id::PlaceId;

/// The fewest letters that the index knows.
pub const MIN_TRIGRAM_LEN: usize = 3;

/// Where in a text a word of a search may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// It begins a word of the text: found at a tenth of the cost.
    Prefix,
    /// Anywhere, inside a word too.
    Substring,
}

/// What one engine needs said in its own way, and the values that every statement binds.
pub trait Dialect: sqlx::Database {
    /// Adds a condition: the place's text contains `word` (folded, as [`crate::common::text::fold`] makes it).
    fn push_match(query: &mut QueryBuilder<Self>, word: &str);
    /// [`Dialect::push_match`] without the index, to be asked of each place in turn.
    fn push_like(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    /// Adds a statement that reads the `id`s of all places, hidden ones too, that have a word; one that may stand
    /// [`MatchMode::Substring`] has at least [`MIN_TRIGRAM_LEN`] letters.
    fn push_matching_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode);
    /// Adds a statement of these numbers, one a row: bound as one value, so that each of its uses has the same text.
    fn numbers(query: &mut QueryBuilder<Self>, values: &[i64]);
    /// The same of texts.
    fn texts(query: &mut QueryBuilder<Self>, values: &[&str]) {
        query.push("select value from ").push(Self::LIST_TO_ROWS).push("(");
        Self::list(query, values);
        query.push(")");
    }
    /// Binds a whole number.
    fn number(query: &mut QueryBuilder<Self>, value: i64);
    /// Binds a number.
    fn real(query: &mut QueryBuilder<Self>, value: f64);
    /// Binds text.
    fn text(query: &mut QueryBuilder<Self>, value: String);
    /// Binds text, or that there is none.
    fn maybe_text(query: &mut QueryBuilder<Self>, value: Option<String>);
    /// Binds texts as a list, for [`Dialect::LIST_TO_ROWS`].
    fn list(query: &mut QueryBuilder<Self>, values: &[&str]);
    /// The function that makes a list rows again, with the column `value`.
    const LIST_TO_ROWS: &'static str;
}

macro_rules! binds {
    () => {
        fn number(query: &mut QueryBuilder<Self>, value: i64) {
            query.push_bind(value);
        }
        fn real(query: &mut QueryBuilder<Self>, value: f64) {
            query.push_bind(value);
        }
        fn text(query: &mut QueryBuilder<Self>, value: String) {
            query.push_bind(value);
        }
        fn maybe_text(query: &mut QueryBuilder<Self>, value: Option<String>) {
            query.push_bind(value);
        }
        fn list(query: &mut QueryBuilder<Self>, values: &[&str]) {
            query.push_bind(Json(values));
        }
    };
}

impl Dialect for Sqlite {
    const LIST_TO_ROWS: &'static str = "json_each";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        // A word of one or two letters has no trigram. It is in many rows, so that looking at rows finds enough soon.
        if word.chars().count() < MIN_TRIGRAM_LEN {
            return push_like(query, word);
        }
        query.push("place.id in (");
        Self::push_matching_ids(query, word, MatchMode::Substring);
        query.push(")");
    }
    fn push_matching_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode) {
        let index = index_table(mode);
        query.push(format!("select rowid as id from {index} where {index} match "));
        query.push_bind(fts_term(word, mode));
    }
    fn numbers(query: &mut QueryBuilder<Self>, values: &[i64]) {
        query.push("select value from json_each(").push_bind(Json(values)).push(")");
    }
    binds!();
}

impl Dialect for Postgres {
    const LIST_TO_ROWS: &'static str = "jsonb_array_elements_text";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    fn push_matching_ids(query: &mut QueryBuilder<Self>, word: &str, mode: MatchMode) {
        query.push("select id from place where ");
        match mode {
            MatchMode::Prefix => drop(query.push("place.search ~ ").push_bind(prefix_regex(word))),
            MatchMode::Substring => push_like(query, word),
        }
    }
    fn numbers(query: &mut QueryBuilder<Self>, values: &[i64]) {
        query.push("select unnest(").push_bind(values).push("::bigint[])");
    }
    binds!();
}

/// SQLite's index for it.
fn index_table(mode: MatchMode) -> &'static str {
    match mode {
        MatchMode::Prefix => "place_words",
        MatchMode::Substring => "place_search",
    }
}

/// A word in the language of FTS5.
fn fts_term(word: &str, mode: MatchMode) -> String {
    let quoted = format!("\"{}\"", word.replace('"', "\"\""));
    if mode == MatchMode::Prefix { quoted + "*" } else { quoted }
}

/// A word in PostgreSQL's regular expressions, at the beginning of one. Its own sign for that (`\m`) takes "_" for a letter.
fn prefix_regex(word: &str) -> String {
    let mut pattern = String::from("(^|[^[:alnum:]])");
    for character in word.chars() {
        if !character.is_alphanumeric() {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

fn push_like<D: Dialect>(query: &mut QueryBuilder<D>, word: &str) {
    query.push("place.search like ");
    D::text(query, contains(word));
    query.push(" escape '!'");
}

/// The `like` pattern (with `escape '!'`) for text that contains `piece`, whatever signs stand in it.
pub fn contains(piece: &str) -> String {
    let mut pattern = String::from("%");
    for character in piece.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Puts a place's folded text into the indexes, instead of a former one. On PostgreSQL the index reads the row itself.
pub async fn index_place(tx: &mut Tx, id: PlaceId, search: &str) -> Result<(), sqlx::Error> {
    remove_place(tx, id).await?;
    if let Tx::Sqlite(connection) = tx {
        let insert = "insert into place_search (rowid, search) values ($1, $2);
            insert into place_words (rowid, search) values ($1, $2)";
        sqlx::query(insert).bind(id).bind(search).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Takes a place out of the indexes.
pub async fn remove_place(tx: &mut Tx, id: PlaceId) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        let delete = "delete from place_search where rowid = $1; delete from place_words where rowid = $1";
        sqlx::query(delete).bind(id).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Makes the indexes anew from all places, which were put into the database beside it.
pub(super) async fn rebuild_indexes(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        for mode in [MatchMode::Substring, MatchMode::Prefix] {
            rebuild_index(connection, mode).await?;
        }
    }
    Ok(())
}

/// Makes the indexes that know nothing of the places that are there: a migration has made them.
pub async fn build_missing_indexes(db: &Db) -> Result<(), StoreError> {
    let Db::Sqlite { pool, .. } = db else { return Ok(()) };
    for mode in [MatchMode::Substring, MatchMode::Prefix] {
        let index = index_table(mode);
        let lacks = format!("select exists (select 1 from place) and not exists (select 1 from {index})");
        if !sqlx::query_scalar(sqlx::AssertSqlSafe(lacks)).fetch_one(pool).await? {
            continue;
        }
        tracing::info!(index, "indexing for the search");
        db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move {
                if let Tx::Sqlite(connection) = tx {
                    rebuild_index(connection, mode).await?;
                }
                Ok(())
            })
        })
        .await?;
    }
    Ok(())
}

async fn rebuild_index(connection: &mut BatchingConnection, mode: MatchMode) -> Result<(), sqlx::Error> {
    let index = index_table(mode);
    let rebuild =
        format!("delete from {index}; insert into {index} (rowid, search) select id, search from place order by id");
    sqlx::query(sqlx::AssertSqlSafe(rebuild)).execute(connection).await?;
    Ok(())
}
