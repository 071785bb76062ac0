//! The training data from moderators in the database.

use std::collections::{BTreeSet, HashMap};

use sqlx::QueryBuilder;

use super::bayes::Count;
use super::corpus::SEEDS;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;

/// A pseudo word that occurs in every text: its row counts all texts.
const EVERY_TEXT: &str = "";
/// The maximum number of words per statement.
const AT_ONCE: usize = 500;

/// The separators of words and of their parts. Words contain no control characters.
const ROW: char = '\u{1e}';
const FIELD: char = '\u{1f}';

/// The training data for these words, see [`Known`].
pub async fn taught(db: &Db, words: &[String]) -> Result<String, StoreError> {
    Ok(match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(words).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(words).build_query_scalar().fetch_one(pool).await?,
    })
}

/// The distinct words to look up.
pub fn asked(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).chain([EVERY_TEXT]).collect()
}

/// Appends the column for [`taught`] to a statement, for the words listed by [`asked`].
pub fn push_taught<D: Dialect>(query: &mut QueryBuilder<D>, push_asked: impl FnOnce(&mut QueryBuilder<D>)) {
    query.push(format!("coalesce((select string_agg(spam || '{FIELD}' || honest || '{FIELD}' || word, '{ROW}') from "));
    query.push(D::LIST_TO_ROWS).push("(");
    push_asked(query);
    // SQLite looks up the words in this order, whereas `in` would first sort them into a temporary table.
    query.push(") asked_word cross join spam_word where spam_word.word = asked_word.value), '')");
}

/// The counts of the corpus that ships with Karst, plus those [`taught`] by moderators.
pub struct Known<'a> {
    /// The counts of all texts.
    pub texts: Count,
    taught: HashMap<&'a str, Count>,
}

impl<'a> Known<'a> {
    /// Parses the training data.
    pub fn read(taught: &'a str) -> Self {
        let read = |row: &'a str| {
            let mut fields = row.splitn(3, FIELD);
            let mut count = || fields.next()?.parse().ok();
            let count = Count { spam: count()?, honest: count()? };
            Some((fields.next()?, count))
        };
        let taught: HashMap<&str, Count> = taught.split(ROW).filter_map(read).collect();
        Self { texts: SEEDS.texts + taught.get(EVERY_TEXT).copied().unwrap_or_default(), taught }
    }

    /// The counts of a word.
    pub fn of(&self, word: &str) -> Count {
        SEEDS.of(word) + self.taught.get(word).copied().unwrap_or_default()
    }
}

/// Adds a text with these words to the counts, or removes it. A count never becomes negative: the removed text may have
/// been added by an older version with other tokens.
pub async fn add(tx: &mut Tx, mut words: BTreeSet<String>, step: Count) -> Result<(), StoreError> {
    words.insert(EVERY_TEXT.to_owned());
    // In a fixed order, to avoid deadlocks between two moderators.
    let words: Vec<String> = words.into_iter().collect();
    for part in words.chunks(AT_ONCE) {
        match tx {
            Tx::Sqlite(connection) => {
                upsert::<sqlx::Sqlite>(part, step).build().execute(&mut **connection).await.map(drop)
            }
            Tx::Postgres(transaction) => {
                upsert::<sqlx::Postgres>(part, step).build().execute(&mut **transaction).await.map(drop)
            }
        }?;
    }
    Ok(())
}

fn select<D: Dialect>(words: &[String]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select ");
    push_taught(&mut query, |query| D::list(query, &asked(words)));
    query
}

fn upsert<D: Dialect>(words: &[String], step: Count) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("insert into spam_word (word, spam, ham) values ");
    for (at, word) in words.iter().enumerate() {
        query.push(if at == 0 { "(" } else { ", (" });
        D::text(&mut query, word.clone());
        for count in [step.spam, step.honest] {
            query.push(", ");
            D::number(&mut query, count.max(0));
        }
        query.push(")");
    }
    query.push(" on conflict (word) do update set spam = case when spam_word.spam + ");
    D::number(&mut query, step.spam);
    query.push(" > 0 then spam_word.spam + ");
    D::number(&mut query, step.spam);
    query.push(" else 0 end, ham = case when spam_word.ham + ");
    D::number(&mut query, step.honest);
    query.push(" > 0 then spam_word.ham + ");
    D::number(&mut query, step.honest);
    query.push(" else 0 end");
    query
}
