//! The training data from moderators in the database.

use std::collections::HashMap;

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

/// Words with the numbers of spam and ham texts that contain them.
pub type TrainingData = Json<Vec<(String, i64, i64)>>;

/// The training data for these words.
pub async fn training_data(db: &Db, words: &[String]) -> Result<TrainingData, StoreError> {
    Ok(with_pool!(db, |pool, D| select::<D>(words).build_query_scalar().fetch_one(pool))?)
}

/// The words of the rows for a text with these words.
pub fn row_words(words: &[String]) -> Vec<&str> {
    [ALL_TEXTS].into_iter().chain(words.iter().map(String::as_str)).collect()
}

/// Appends the column for [`training_data`] to a statement, for the words listed by [`row_words`].
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
    pub fn get(&self, word: &str) -> Count {
        CORPUS_COUNTS.get(word) + self.training_data.get(word).copied().unwrap_or_default()
    }
}

/// Adds a text with these distinct words to the counts, or removes it. The words are sorted, so that two moderators lock
/// the rows in the same order. A count never becomes negative: the removed text may have been added by an older version
/// with other tokens.
pub async fn add(tx: &mut Tx, words: &[String], step: Count) -> Result<(), StoreError> {
    match tx {
        Tx::Sqlite(connection) => {
            upsert::<sqlx::Sqlite>(words, step).build().execute(&mut **connection).await.map(drop)
        }
        Tx::Postgres(transaction) => {
            upsert::<sqlx::Postgres>(words, step).build().execute(&mut **transaction).await.map(drop)
        }
    }?;
    Ok(())
}

fn select<D: Dialect>(words: &[String]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select ");
    push_training_data(&mut query, |query| D::list(query, &row_words(words)));
    query
}

fn upsert<D: Dialect>(words: &[String], Count { spam, ham }: Count) -> QueryBuilder<D> {
    let (added_spam, added_ham) = (spam.max(0), ham.max(0));
    let mut query = QueryBuilder::new("insert into spam_word (word, spam, ham) ");
    query.push(format!("select value, {added_spam}, {added_ham} from {}(", D::LIST_TO_ROWS));
    D::list(&mut query, &row_words(words));
    // Without `where`, SQLite reads `on` as part of the join.
    query.push(format!(
        ") as asked_word where true on conflict (word) do update set
        spam = case when spam_word.spam + {spam} > 0 then spam_word.spam + {spam} else 0 end,
        ham = case when spam_word.ham + {ham} > 0 then spam_word.ham + {ham} else 0 end"
    ));
    query
}
