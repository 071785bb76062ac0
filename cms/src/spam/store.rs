//! What moderators have taught, in the database.

use std::collections::{BTreeSet, HashMap};

use sqlx::QueryBuilder;

use super::bayes::Count;
use super::corpus::SEEDS;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;

/// The word that stands in every text: its row counts them.
const EVERY_TEXT: &str = "";
/// So many words go into one statement.
const AT_ONCE: usize = 500;

/// What parts the words of one text, and the parts of each. No word has a control character.
const ROW: char = '\u{1e}';
const FIELD: char = '\u{1f}';

/// What was taught of these words: see [`Known`].
pub async fn taught(db: &Db, words: &[String]) -> Result<String, StoreError> {
    Ok(match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(words).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(words).build_query_scalar().fetch_one(pool).await?,
    })
}

/// What is to be asked for to know these words: a list without the same word twice.
pub fn asked(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).chain([EVERY_TEXT]).collect()
}

/// Adds the column that [`taught`] reads to a statement: of the words that [`asked`] lists.
pub fn push_taught<D: Dialect>(query: &mut QueryBuilder<D>, push_asked: impl FnOnce(&mut QueryBuilder<D>)) {
    query.push(format!("coalesce((select string_agg(spam || '{FIELD}' || honest || '{FIELD}' || word, '{ROW}') from "));
    query.push(D::LIST_TO_ROWS).push("(");
    push_asked(query);
    // SQLite looks up each word that is asked for, in that order, where "in" would sort them into a table of their own.
    query.push(") asked_word cross join spam_word where spam_word.word = asked_word.value), '')");
}

/// What ships with Karst, and what was [`taught`] here.
pub struct Known<'a> {
    /// The texts.
    pub texts: Count,
    taught: HashMap<&'a str, Count>,
}

impl<'a> Known<'a> {
    /// Reads what was taught.
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

    /// What was counted of a word.
    pub fn of(&self, word: &str) -> Count {
        SEEDS.of(word) + self.taught.get(word).copied().unwrap_or_default()
    }
}

/// Counts a text with these words. Taken back, a count never falls below nothing: what is taken back may have been
/// learned by an older version, which read it otherwise.
pub async fn add(tx: &mut Tx, mut words: BTreeSet<String>, step: Count) -> Result<(), StoreError> {
    words.insert(EVERY_TEXT.to_owned());
    // In one order, so that two moderators never wait for each other's words.
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
    let mut query = QueryBuilder::new("insert into spam_word (word, spam, honest) values ");
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
    query.push(" else 0 end, honest = case when spam_word.honest + ");
    D::number(&mut query, step.honest);
    query.push(" > 0 then spam_word.honest + ");
    D::number(&mut query, step.honest);
    query.push(" else 0 end");
    query
}
