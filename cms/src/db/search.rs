//! Full text, which the engines do differently. SQLite has two indexes of FTS5: words, for what begins one, and trigrams,
//! for pieces anywhere in the folded text. PostgreSQL's trigrams, in a GIN index, serve both.

use sqlx::{Postgres, QueryBuilder, Sqlite, SqliteConnection};

use super::engine::{Db, Tx};
use super::error::StoreError;

/// The fewest letters that the index knows.
pub const SHORTEST: usize = 3;

/// Where in a text a word of a search may stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// It begins a word of the text: found at a tenth of the cost.
    Beginnings,
    /// Anywhere, inside a word too.
    #[default]
    Anywhere,
}

/// SQLite's indexes hand out rows by row id, so the row id says where a place stands among all: hidden ones last, then
/// by rank, then by id. These are its parts.
const HIDDEN: i64 = 1 << 60;
const RANK: i64 = 1 << 40;
const ID: i64 = RANK - 1;
/// Above every rank.
const TOP: i64 = 1 << 19;

/// Where a place stands in the index.
pub fn position(id: i64, is_shown: bool, rank: i64) -> i64 {
    i64::from(!is_shown) * HIDDEN + (TOP - rank.clamp(0, TOP)) * RANK + id
}

/// What one engine needs said in its own way, and the values that every statement binds.
pub trait Dialect: sqlx::Database {
    /// The id of a place among [`Dialect::push_hits`].
    const HIT: &'static str;
    /// Orders those: the best place first. Where the index is in that order, a limit ends the search.
    const HITS_ORDER: &'static str;
    /// Makes one text of the ids of a subquery: a row of its own would cost more than finding it.
    const GATHER_IDS: &'static str;
    /// The function that makes one text of many, given what is to stand between them.
    const GATHER: &'static str;
    /// Adds a condition: the place's text contains `word` (folded, as [`crate::kernel::text::fold`] makes it).
    fn push_match(query: &mut QueryBuilder<Self>, word: &str, matching: Matching);
    /// [`Dialect::push_match`] without the index, to be asked of each place in turn.
    fn push_like(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    /// Adds what follows `from`: the places whose text contains, of each of the words, one of its forms. Every form has
    /// at least [`SHORTEST`] letters. `is_bare`: only shown ones, and no column of theirs is needed.
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], matching: Matching, is_bare: bool);
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
    const HIT: &'static str = "found.rowid & 1099511627775";
    const HITS_ORDER: &'static str = " order by found.rowid";
    const GATHER_IDS: &'static str = "group_concat(id)";
    const GATHER: &'static str = "group_concat";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str, matching: Matching) {
        // A word of one or two letters has no trigram. It is in many rows, so that looking at rows finds enough soon.
        if word.chars().count() < SHORTEST {
            return push_like(query, word);
        }
        let index = index(matching);
        query.push(format!("place.id in (select rowid & {ID} from {index} where {index} match "));
        query.push_bind(term(word, matching)).push(")");
    }
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], matching: Matching, is_bare: bool) {
        let either = |forms: &Vec<String>| {
            format!("({})", forms.iter().map(|form| term(form, matching)).collect::<Vec<_>>().join(" OR "))
        };
        let all = words.iter().map(either).collect::<Vec<_>>().join(" AND ");
        let index = index(matching);
        query.push(format!("{index} as found"));
        if !is_bare {
            // A cross join keeps its order: the index decides, not whatever else narrows the list.
            query.push(format!(" cross join place on place.id = found.rowid & {ID}"));
        }
        query.push(format!(" where {index} match ")).push_bind(all);
        if is_bare {
            query.push(format!(" and found.rowid < {HIDDEN}"));
        }
    }
    binds!();
}

impl Dialect for Postgres {
    const HIT: &'static str = "place.id";
    const HITS_ORDER: &'static str = " order by place.rank desc, place.id";
    const GATHER_IDS: &'static str = "string_agg(id::text, ',')";
    const GATHER: &'static str = "string_agg";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str, matching: Matching) {
        match matching {
            Matching::Beginnings if word.chars().count() >= SHORTEST => {
                query.push("place.search ~ ").push_bind(beginning(word));
            }
            Matching::Beginnings | Matching::Anywhere => push_like(query, word),
        }
    }
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], matching: Matching, is_bare: bool) {
        query.push("place where ").push(if is_bare { "place.is_shown = true" } else { "true" });
        for forms in words {
            for (at, form) in forms.iter().enumerate() {
                query.push(if at == 0 { " and (" } else { " or " });
                Self::push_match(query, form, matching);
            }
            query.push(")");
        }
    }
    binds!();
}

/// SQLite's index for it.
fn index(matching: Matching) -> &'static str {
    match matching {
        Matching::Beginnings => "place_words",
        Matching::Anywhere => "place_search",
    }
}

/// A word in the language of FTS5.
fn term(word: &str, matching: Matching) -> String {
    let quoted = format!("\"{}\"", word.replace('"', "\"\""));
    if matching == Matching::Beginnings { quoted + "*" } else { quoted }
}

/// A word in PostgreSQL's regular expressions, at the beginning of one.
fn beginning(word: &str) -> String {
    let mut pattern = String::from("\\m");
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

/// Puts a place's folded text into the indexes at its [`position`], instead of at the former one. On PostgreSQL the index
/// reads the row itself.
pub async fn index_place(tx: &mut Tx, former: Option<i64>, position: i64, search: &str) -> Result<(), sqlx::Error> {
    if let Some(former) = former {
        forget_place(tx, former).await?;
    }
    if let Tx::Sqlite(connection) = tx {
        let insert = "insert into place_search (rowid, search) values ($1, $2);
            insert into place_words (rowid, search) values ($1, $2)";
        sqlx::query(insert).bind(position).bind(search).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Takes a place out of the indexes at its [`position`].
pub async fn forget_place(tx: &mut Tx, position: i64) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        let delete = "delete from place_search where rowid = $1; delete from place_words where rowid = $1";
        sqlx::query(delete).bind(position).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Makes the indexes anew from all places, which were put into the database beside it.
pub(super) async fn index_all(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        for matching in [Matching::Anywhere, Matching::Beginnings] {
            fill(connection, matching).await?;
        }
    }
    Ok(())
}

/// Makes the index of words, where there are places from before there was one.
pub async fn add_words(db: &Db) -> Result<(), StoreError> {
    let Db::Sqlite { pool, .. } = db else { return Ok(()) };
    let lacks = "select exists (select 1 from place) and not exists (select 1 from place_words)";
    if !sqlx::query_scalar(lacks).fetch_one(pool).await? {
        return Ok(());
    }
    tracing::info!("indexing words for the search");
    db.write(|tx| {
        Box::pin(async move {
            if let Tx::Sqlite(connection) = tx {
                fill(connection, Matching::Beginnings).await?;
            }
            Ok(())
        })
    })
    .await
}

async fn fill(connection: &mut SqliteConnection, matching: Matching) -> Result<(), sqlx::Error> {
    let index = index(matching);
    let fill = format!(
        "delete from {index}; insert into {index} (rowid, search)
        select (not is_shown) * {HIDDEN} + ({TOP} - min(max(rank, 0), {TOP})) * {RANK} + id as position, search
        from place order by position"
    );
    sqlx::query(sqlx::AssertSqlSafe(fill)).execute(connection).await?;
    Ok(())
}
