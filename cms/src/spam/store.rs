//! The training data from moderators in the database.

use std::collections::{BTreeSet, HashMap};

use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::bayes::Count;
use super::corpus::CORPUS_COUNTS;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::with_pool;

/// A pseudo word that occurs in every text: its row counts all texts.
const ALL_TEXTS: &str = "";
/// The maximum number of words per statement.
const WORDS_PER_STATEMENT: usize = 500;

/// Words with the numbers of spam and ham texts that contain them.
pub type TrainingData = Json<Vec<(String, i64, i64)>>;

/// The training data for these words.
pub async fn training_data(db: &Db, words: &[String]) -> Result<TrainingData, StoreError> {
    Ok(with_pool!(db, |pool, D| select::<D>(words).build_query_scalar().fetch_one(pool))?)
}

/// The distinct words to look up.
pub fn lookup_words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).chain([ALL_TEXTS]).collect()
}

/// Appends the column for [`training_data`] to a statement, for the words listed by [`lookup_words`].
pub fn push_training_data<D: Dialect>(query: &mut QueryBuilder<D>, push_words: impl FnOnce(&mut QueryBuilder<D>)) {
    query.push(format!("(select {} from {}(", D::json_rows("word, spam, ham"), D::LIST_TO_ROWS));
    push_words(query);
    // SQLite looks up the words in this order, whereas `in` would first sort them into a temporary table.
    query.push(") asked_word cross join spam_word where spam_word.word = asked_word.value)");
}

/// The counts of the corpus that ships with Karst plus those of the training data from moderators.
pub struct TrainingCounts<'a> {
    /// The counts of all texts.
    pub texts: Count,
    training_data: HashMap<&'a str, Count>,
}

impl<'a> TrainingCounts<'a> {
    /// Adds the training data to the corpus.
    pub fn new(training_data: &'a TrainingData) -> Self {
        let counts = training_data.iter().map(|(word, spam, ham)| (word.as_str(), Count { spam: *spam, ham: *ham }));
        let training_data: HashMap<&str, Count> = counts.collect();
        Self { texts: CORPUS_COUNTS.texts + training_data.get(ALL_TEXTS).copied().unwrap_or_default(), training_data }
    }

    /// The counts of a word.
    pub fn of(&self, word: &str) -> Count {
        CORPUS_COUNTS.of(word) + self.training_data.get(word).copied().unwrap_or_default()
    }
}

/// Adds a text with these words to the counts, or removes it. A count never becomes negative: the removed text may have
/// been added by an older version with other tokens.
pub async fn add(tx: &mut Tx, mut words: BTreeSet<String>, step: Count) -> Result<(), StoreError> {
    words.insert(ALL_TEXTS.to_owned());
    // In a fixed order, to avoid deadlocks between two moderators.
    let words: Vec<String> = words.into_iter().collect();
    for part in words.chunks(WORDS_PER_STATEMENT) {
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
    push_training_data(&mut query, |query| D::list(query, &lookup_words(words)));
    query
}

fn upsert<D: Dialect>(words: &[String], step: Count) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("insert into spam_word (word, spam, ham) values ");
    for (at, word) in words.iter().enumerate() {
        query.push(if at == 0 { "(" } else { ", (" });
        D::text(&mut query, word.clone());
        for count in [step.spam, step.ham] {
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
    D::number(&mut query, step.ham);
    query.push(" > 0 then spam_word.ham + ");
    D::number(&mut query, step.ham);
    query.push(" else 0 end");
    query
}
