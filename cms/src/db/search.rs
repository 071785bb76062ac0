//! Full text, which the engines do differently: trigrams in FTS5 on SQLite, in a GIN index on PostgreSQL.
//! Both find a piece of a word anywhere in the folded text.

use sqlx::{Postgres, QueryBuilder, Sqlite};

use super::engine::Tx;

/// The fewest letters that the index knows.
pub const SHORTEST: usize = 3;

/// SQLite's index hands out rows by row id, so the row id says where a place stands among all: hidden ones last, then
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
    /// Adds a condition: the place's text contains `word` (folded, as [`crate::kernel::text::fold`] makes it).
    fn push_match(query: &mut QueryBuilder<Self>, word: &str);
    /// [`Dialect::push_match`] without the index, to be asked of each place in turn.
    fn push_like(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    /// Adds what follows `from`: the places whose text contains, of each of the words, one of its forms. Every form has
    /// at least [`SHORTEST`] letters. `is_bare`: only shown ones, and no column of theirs is needed.
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], is_bare: bool);
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
    const HIT: &'static str = "place_search.rowid & 1099511627775";
    const HITS_ORDER: &'static str = " order by place_search.rowid";
    const GATHER_IDS: &'static str = "group_concat(id)";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        // A word of one or two letters has no trigram. It is in many rows, so that looking at rows finds enough soon.
        if word.chars().count() < SHORTEST {
            return push_like(query, word);
        }
        query.push(format!("place.id in (select rowid & {ID} from place_search where place_search match "));
        query.push_bind(quoted(word)).push(")");
    }
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], is_bare: bool) {
        let either = |forms: &Vec<String>| {
            format!("({})", forms.iter().map(|form| quoted(form)).collect::<Vec<_>>().join(" OR "))
        };
        let all = words.iter().map(either).collect::<Vec<_>>().join(" AND ");
        query.push("place_search");
        if !is_bare {
            // A cross join keeps its order: the index decides, not whatever else narrows the list.
            query.push(format!(" cross join place on place.id = place_search.rowid & {ID}"));
        }
        query.push(" where place_search match ").push_bind(all);
        if is_bare {
            query.push(format!(" and place_search.rowid < {HIDDEN}"));
        }
    }
    binds!();
}

impl Dialect for Postgres {
    const HIT: &'static str = "place.id";
    const HITS_ORDER: &'static str = " order by place.rank desc, place.id";
    const GATHER_IDS: &'static str = "string_agg(id::text, ',')";
    fn push_match(query: &mut QueryBuilder<Self>, word: &str) {
        push_like(query, word);
    }
    fn push_hits(query: &mut QueryBuilder<Self>, words: &[Vec<String>], is_bare: bool) {
        query.push("place where ").push(if is_bare { "place.is_shown = true" } else { "true" });
        for forms in words {
            for (at, form) in forms.iter().enumerate() {
                query.push(if at == 0 { " and (" } else { " or " });
                push_like(query, form);
            }
            query.push(")");
        }
    }
    binds!();
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"\""))
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

/// Puts a place's folded text into the index at its [`position`], instead of at the former one. On PostgreSQL the index
/// reads the row itself.
pub async fn index_place(tx: &mut Tx, former: Option<i64>, position: i64, search: &str) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        if let Some(former) = former {
            let delete = sqlx::query("delete from place_search where rowid = $1").bind(former);
            delete.execute(&mut **connection).await?;
        }
        let insert =
            sqlx::query("insert into place_search (rowid, search) values ($1, $2)").bind(position).bind(search);
        insert.execute(&mut **connection).await?;
    }
    Ok(())
}

/// Makes the index anew from all places, which were put into the database beside it.
pub(super) async fn index_all(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        let fill = format!(
            "insert into place_search (rowid, search)
            select (not is_shown) * {HIDDEN} + ({TOP} - min(max(rank, 0), {TOP})) * {RANK} + id as position, search
            from place order by position"
        );
        sqlx::query("delete from place_search").execute(&mut **connection).await?;
        sqlx::query(sqlx::AssertSqlSafe(fill)).execute(&mut **connection).await?;
    }
    Ok(())
}
