//! Who writes: read within the write that keeps their text, together with what came before it.

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

/// A text that came within so many seconds is a copy: a week.
const LATELY_S: i64 = 7 * 24 * 3600;
/// Two people do not write the same text of so many characters by chance.
const NO_CHANCE: usize = 60;

/// An author, with what came before their text.
#[derive(Debug, sqlx::FromRow)]
pub struct Past {
    /// Who writes it.
    #[sqlx(flatten)]
    pub author: Account,
    /// How many of their entries are approved.
    pub approved: i64,
    /// How often this very text was left within a week.
    pub copies: i64,
    /// What moderators taught of its words, as `spam::store` has it.
    pub taught: String,
    /// Which of the texts that were asked for.
    at: i64,
}

/// A text whose past is asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Who says that they write it.
    pub claim: &'a Claim,
    /// The text.
    pub read: &'a Read,
    /// When it came.
    pub now: Timestamp,
}

/// Holds the author's account until the commit: what one account posts is counted one after the other. 401 where the
/// claim counts no more.
pub async fn hold(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<(), WriteError> {
    if accounts::hold(tx, claim, now).await? { Ok(()) } else { Err(Problem::unauthorized().into()) }
}

/// The past of a text, of which the author's account is held. 401 where the claim counts no more.
pub async fn past(tx: &mut Tx, asked: Asked<'_>) -> Result<Past, WriteError> {
    pasts(tx, &[asked]).await?.pop().flatten().ok_or_else(|| Problem::unauthorized().into())
}

/// The same of several texts; nothing of one whose claim counts no more.
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
    let mut query =
        QueryBuilder::new("with asked (at, account, session, now, since, text_key, is_long, words) as (values ");
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
        D::list(&mut query, &taught::asked(&read.weighing.words));
    }
    query.push(concat!(
        ")) select asked.at, ",
        accounts::columns!(),
        ", (select count(*) from guestbook_entry where author_id = account.id and status = 'approved') as approved, "
    ));
    for (between, table) in [("(", "guestbook_entry"), (") + (", "guestbook_comment")] {
        // Of others only what is spam, or too long for chance: many people write "Great cave!".
        query.push(format!(
            "{between}select count(*) from {table} where deleted_at is null and text_key = asked.text_key
            and created_at > asked.since and (asked.is_long = 1 or status = 'spam' or author_id = account.id)"
        ));
    }
    query.push(") as copies, ");
    taught::push_taught(&mut query, |query| {
        query.push("asked.words");
    });
    query.push(concat!(
        " as taught from asked cross join account where ",
        accounts::counts!("asked.account", "asked.session", "asked.now"),
        // All are read before the first is handed over.
        " order by asked.at"
    ));
    query
}
