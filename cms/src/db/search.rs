//! Full text, which the engines do differently: trigrams in FTS5 on SQLite, in a GIN index on PostgreSQL.
//! Both find a piece of a word anywhere in the folded text.

use sqlx::{Postgres, QueryBuilder, Sqlite};

use super::engine::Tx;

/// What one engine needs said in its own way, and the values that every statement binds.
pub trait Dialect: sqlx::Database {
    /// Adds a condition: the place's text contains `word` (folded, as [`crate::kernel::text::fold`] makes it).
    fn push_match(query: &mut QueryBuilder<Self>, word: &str);
    /// Binds a whole number.
    fn number(query: &mut QueryBuilder<Self>, value: i64);
    /// Binds a number.
    fn real(query: &mut QueryBuilder<Self>, value: f64);
    /// Binds text.
    fn text(query: &mut QueryBuilder<Self>, value: String);
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
    };
}

impl Dialect for Sqlite {
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        // A word of one or two letters has no trigram. It is in many rows, so that looking at rows finds enough soon.
        if word.chars().count() < 3 {
            return push_like(query, word);
        }
        query.push("place.id in (select rowid from place_search where place_search match ");
        query.push_bind(format!("\"{}\"", word.replace('"', "\"\""))).push(")");
    }
    binds!();
}

impl Dialect for Postgres {
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    binds!();
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

/// Puts a place's folded text into the index. On PostgreSQL the index reads the row itself.
pub async fn index_place(tx: &mut Tx, id: i64, search: &str) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        unindex(connection, id).await?;
        sqlx::query("insert into place_search (rowid, search) values ($1, $2)")
            .bind(id)
            .bind(search)
            .execute(&mut **connection)
            .await?;
    }
    Ok(())
}

async fn unindex(connection: &mut sqlx::SqliteConnection, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("delete from place_search where rowid = $1").bind(id).execute(connection).await?;
    Ok(())
}
