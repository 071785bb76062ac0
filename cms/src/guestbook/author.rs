//! Who writes: read within the write that keeps their text, together with what came before it.

use sqlx::QueryBuilder;

use super::weigh::Read;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::identity::model::{Account, Claim};
use crate::identity::store as accounts;
use crate::kernel::clock::Moment;
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
}

/// Holds the author's account until the commit: what one account posts is counted one after the other. 401 where the
/// claim counts no more.
pub async fn hold(tx: &mut Tx, claim: &Claim, now: Moment) -> Result<(), Refusal> {
    if accounts::hold(tx, claim, now).await? { Ok(()) } else { Err(Problem::unauthorized().into()) }
}

/// The past of a text, of which the author's account is held. 401 where the claim counts no more.
pub async fn past(tx: &mut Tx, claim: &Claim, text: &Read, now: Moment) -> Result<Past, Refusal> {
    let past: Result<Option<Past>, sqlx::Error> = match tx {
        Tx::Sqlite(connection) => {
            select::<sqlx::Sqlite>(claim, text, now).build_query_as().fetch_optional(&mut **connection).await
        }
        Tx::Postgres(transaction) => {
            select::<sqlx::Postgres>(claim, text, now).build_query_as().fetch_optional(&mut **transaction).await
        }
    };
    past.map_err(StoreError::from)?.ok_or_else(|| Problem::unauthorized().into())
}

fn select<D: Dialect>(claim: &Claim, text: &Read, now: Moment) -> QueryBuilder<D> {
    let since = now.plus_seconds(-LATELY_S);
    let mut query = QueryBuilder::new(concat!(
        "select ",
        accounts::columns!(),
        ", (select count(*) from guestbook_entry where author_id = account.id and status = 'approved') as approved, "
    ));
    for (between, table) in [("(", "guestbook_entry"), (") + (", "guestbook_comment")] {
        query.push(format!("{between}select count(*) from {table} where deleted_at is null and text_key = "));
        D::text(&mut query, text.key.clone());
        query.push(" and created_at > ");
        D::number(&mut query, since.0);
        // Of others only what is spam, or too long for chance: many people write "Great cave!".
        if text.arrived.message.chars().count() < NO_CHANCE {
            query.push(" and (status = 'spam' or author_id = account.id)");
        }
    }
    query.push(") as copies, ");
    taught::push_taught(&mut query, &text.weighing.words);
    query.push(" as taught from account where ");
    accounts::push_counts(&mut query, claim, now);
    query
}
