//! Loads the author of a new text and the author's history, within the transaction that stores the text.

use sqlx::QueryBuilder;

use super::weigh::Read;
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::patch::WriteError;
use crate::http::problem::Problem;
use crate::identity::model::{Account, Claim};
use crate::identity::store as accounts;
use crate::spam::store as taught;

/// The time within which an identical text counts as a copy, in seconds: a week.
const LATELY_S: i64 = 7 * 24 * 3600;
/// From this length on, in characters, identical texts of different authors are not a coincidence.
const NO_CHANCE: usize = 60;

/// An author with the history.
#[derive(Debug, sqlx::FromRow)]
pub struct Past {
    /// The account.
    #[sqlx(flatten)]
    pub author: Account,
    /// The number of approved entries.
    pub approved: i64,
    /// The number of copies of the text within a week.
    pub copies: i64,
    /// The training data for its words, as in `spam::store`.
    pub taught: String,
    /// The index of the text.
    at: i64,
}

/// A text to look up.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The claimed author.
    pub claim: &'a Claim,
    /// The text.
    pub read: &'a Read,
    /// The time of submission.
    pub now: Timestamp,
}

/// Locks the author's account until the commit, so that posts of one account are counted sequentially. 401 if the token
/// is no longer valid.
pub async fn hold(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<(), WriteError> {
    if accounts::hold(tx, claim, now).await? { Ok(()) } else { Err(Problem::unauthorized().into()) }
}

/// The history of a text whose author is locked. 401 if the token is no longer valid.
pub async fn past(tx: &mut Tx, asked: Asked<'_>) -> Result<Past, WriteError> {
    pasts(tx, &[asked]).await?.pop().flatten().ok_or_else(|| Problem::unauthorized().into())
}

/// The history of several texts, without those whose token is no longer valid.
pub async fn pasts(tx: &mut Tx, asked: &[Asked<'_>]) -> Result<Vec<Option<Past>>, StoreError> {
    let found: Vec<Past> = match tx {
        Tx::Sqlite(connection) => select::<sqlx::Sqlite>(asked).build_query_as().fetch_all(&mut **connection).await?,
        Tx::Postgres(transaction) => {
            select::<sqlx::Postgres>(asked).build_query_as().fetch_all(&mut **transaction).await?
        }
    };
    let mut pasts: Vec<Option<Past>> = asked.iter().map(|_| None).collect();
    for past in found {
        if let Some(place) = usize::try_from(past.at).ok().and_then(|at| pasts.get_mut(at)) {
            *place = Some(past);
        }
    }
    Ok(pasts)
}

fn select<D: Dialect>(asked: &[Asked<'_>]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "with asked (at, account, session, now, since, text_fingerprint, is_long, words) as (values ",
    );
    for (at, Asked { claim, read, now }) in asked.iter().enumerate() {
        query.push(if at == 0 { "(" } else { "), (" });
        D::number(&mut query, i64::try_from(at).unwrap_or(i64::MAX));
        query.push(", ");
        D::text(&mut query, claim.account.0.clone());
        query.push(", ");
        D::maybe_text(&mut query, claim.session.as_ref().map(|session| session.0.clone()));
        for number in [now.0, now.plus_seconds(-LATELY_S).0] {
            query.push(", ");
            D::number(&mut query, number);
        }
        query.push(", ");
        D::text(&mut query, read.key.clone());
        query.push(", ");
        D::number(&mut query, i64::from(read.arrived.message.chars().count() >= NO_CHANCE));
        query.push(", ");
        D::list(&mut query, &taught::lookup_words(&read.features.words));
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
    taught::push_training_data(&mut query, |query| {
        query.push("asked.words");
    });
    query.push(concat!(
        " as taught from asked cross join account where ",
        accounts::counts!("asked.account", "asked.session", "asked.now"),
        // All rows are read before the first is returned.
        " order by asked.at"
    ));
    query
}
