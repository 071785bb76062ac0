//! What moderators have taught, in the database.

use std::collections::{BTreeSet, HashMap};

use sqlx::QueryBuilder;

use super::bayes::{Count, Counts};
use super::corpus::SEEDS;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;

/// The word that stands in every text: its row counts them.
const EVERY_TEXT: &str = "";
/// So many words go into one statement.
const AT_ONCE: usize = 500;

/// What is known of these words: what ships with Karst, and what was taught here.
pub async fn counts(db: &Db, mut words: Vec<String>) -> Result<Counts, StoreError> {
    words.push(EVERY_TEXT.to_owned());
    let mut taught: HashMap<String, Count> = HashMap::new();
    for part in words.chunks(AT_ONCE) {
        let rows: Vec<(String, i64, i64)> = match db {
            Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(part).build_query_as().fetch_all(pool).await?,
            Db::Postgres { pool } => select::<sqlx::Postgres>(part).build_query_as().fetch_all(pool).await?,
        };
        taught.extend(rows.into_iter().map(|(word, spam, honest)| (word, Count { spam, honest })));
    }
    let texts = SEEDS.texts + taught.remove(EVERY_TEXT).unwrap_or_default();
    let known = |word: String| {
        let count = SEEDS.of(&word) + taught.get(&word).copied().unwrap_or_default();
        (count != Count::default()).then_some((word, count))
    };
    Ok(Counts { texts, words: words.into_iter().filter_map(known).collect() })
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
    let mut query = QueryBuilder::new("select word, spam, honest from spam_word where word in (");
    for (at, word) in words.iter().enumerate() {
        query.push(if at == 0 { "" } else { ", " });
        D::text(&mut query, word.clone());
    }
    query.push(")");
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
