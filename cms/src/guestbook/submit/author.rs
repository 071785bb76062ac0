//! Loads the author of a new text and the author's history, within the transaction that stores the text.

use sqlx::QueryBuilder;

use super::spam_check::AnalyzedText;
use crate::auth::domain::model::{Account, Claim};
use crate::auth::domain::store as accounts;
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::input::patch::WriteError;
use crate::http::problem::Problem;
use crate::spam::store as spam_store;

/// The time within which an identical text counts as a copy, in seconds: a week.
const COPY_WINDOW_S: i64 = 7 * 24 * 3600;
/// From this length on, in characters, identical texts of different authors are not a coincidence.
const MIN_COPY_LEN: usize = 60;

/// An author with the history.
#[derive(Debug, sqlx::FromRow)]
pub struct AuthorHistory {
    /// The account.
    #[sqlx(flatten)]
    pub author: Account,
    /// The number of approved entries.
    pub approved: i64,
    /// The number of copies of the text within a week.
    pub copies: i64,
    /// The training data for its words.
    pub training_data: spam_store::TrainingData,
    /// The index of the text.
    at: i64,
}

/// A text to look up.
#[derive(Clone, Copy)]
pub struct HistoryQuery<'a> {
    /// The claimed author.
    pub claim: &'a Claim,
    /// The text.
    pub text: &'a AnalyzedText,
    /// The time of submission.
    pub now: Timestamp,
}

/// Locks the author's account until the commit, so that posts of one account are counted sequentially. 401 if the token
/// is no longer valid.
pub async fn lock(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<(), WriteError> {
    if accounts::lock_claimed(tx, claim, now).await? { Ok(()) } else { Err(Problem::unauthorized().into()) }
}

/// The history of a text whose author is locked. 401 if the token is no longer valid.
pub async fn history(tx: &mut Tx, query: HistoryQuery<'_>) -> Result<AuthorHistory, WriteError> {
    histories(tx, &[query]).await?.pop().flatten().ok_or_else(|| Problem::unauthorized().into())
}

/// The histories of several texts in their order; `None` if the token is no longer valid.
pub async fn histories(tx: &mut Tx, queries: &[HistoryQuery<'_>]) -> Result<Vec<Option<AuthorHistory>>, StoreError> {
    let rows: Vec<AuthorHistory> = match tx {
        Tx::Sqlite(connection) => select::<sqlx::Sqlite>(queries).build_query_as().fetch_all(&mut **connection).await?,
        Tx::Postgres(transaction) => {
            select::<sqlx::Postgres>(queries).build_query_as().fetch_all(&mut **transaction).await?
        }
    };
    let mut histories: Vec<Option<AuthorHistory>> = queries.iter().map(|_| None).collect();
    for history in rows {
        if let Some(slot) = usize::try_from(history.at).ok().and_then(|at| histories.get_mut(at)) {
            *slot = Some(history);
        }
    }
    Ok(histories)
}

fn select<D: Dialect>(queries: &[HistoryQuery<'_>]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "with asked (at, account, session, now, since, text_fingerprint, is_long, words) as (values ",
    );
    for (at, HistoryQuery { claim, text, now }) in queries.iter().enumerate() {
        query.push(if at == 0 { "(" } else { "), (" });
        D::number(&mut query, i64::try_from(at).unwrap_or(i64::MAX));
        query.push(", ");
        D::text(&mut query, claim.account.0.clone());
        query.push(", ");
        D::text(&mut query, claim.session.as_ref().map(|session| session.0.clone()));
        for number in [now.0, now.plus_seconds(-COPY_WINDOW_S).0] {
            query.push(", ");
            D::number(&mut query, number);
        }
        query.push(", ");
        D::text(&mut query, text.key.clone());
        query.push(", ");
        D::number(&mut query, i64::from(text.submitted.message.chars().count() >= MIN_COPY_LEN));
        query.push(", ");
        D::list(&mut query, &spam_store::lookup_words(&text.features.words));
    }
    query.push(concat!(
        ")) select asked.at, ",
        accounts::columns!(),
        ", (select count(*) from guestbook_entry where author_id = account.id and status = 'approved') as approved, "
    ));
    for (between, table) in [("(", "guestbook_entry"), (") + (", "guestbook_comment")] {
        // Copies by other authors count only if they are spam or long: many people write "Great cave!".
        query.push(format!(
            "{between}select count(*) from {table} where deleted_at is null and text_fingerprint = asked.text_fingerprint
            and created_at > asked.since and (asked.is_long = 1 or status = 'spam' or author_id = account.id)"
        ));
    }
    query.push(") as copies, ");
    spam_store::push_training_data(&mut query, |query| {
        query.push("asked.words");
    });
    query.push(concat!(
        " as training_data from asked cross join account where ",
        accounts::is_valid_claim!("asked.account", "asked.session", "asked.now"),
        // All rows are read before the first is returned.
        " order by asked.at"
    ));
    query
}
