//! Who writes: read within the write that keeps their text, together with what came before it.

use sqlx::QueryBuilder;

use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::identity::model::{Claim, display_name};
use crate::identity::store as accounts;
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;
use crate::record::model::Who;
use crate::spam::store as taught;
use crate::spam::weigh::Weighing;
use crate::spam::words::fingerprint;

/// A text that came within so many seconds is a copy: a week.
const LATELY_S: i64 = 7 * 24 * 3600;
/// Two people do not write the same text of so many characters by chance.
const NO_CHANCE: usize = 60;

/// Somebody who may write.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "as an account has them")]
pub struct Author {
    pub id: AccountId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub created_at: Moment,
}

impl Author {
    /// First and last name with a space, trimmed.
    pub fn display_name(&self) -> String {
        display_name(&self.first_name, &self.last_name)
    }
}

impl From<&Author> for Who {
    fn from(author: &Author) -> Self {
        Self { id: author.id.clone(), name: author.display_name(), email: author.email.clone() }
    }
}

/// An author, with what came before their text.
#[derive(Debug, sqlx::FromRow)]
pub struct Past {
    /// Who writes it.
    #[sqlx(flatten)]
    pub author: Author,
    /// How many of their entries are approved.
    pub approved: i64,
    /// How often this very text was left within a week.
    pub copies: i64,
    /// What moderators taught of its words, as `spam::store` has it.
    pub taught: String,
}

/// The past of a text. 401 where the claim counts no more. What one account posts is counted one after the other: on
/// PostgreSQL the account is held until the commit, SQLite has one writer.
pub async fn past(tx: &mut Tx, claim: &Claim, text: (&str, &Weighing), now: Moment) -> Result<Past, Refusal> {
    accounts::hold(tx, &claim.account).await?;
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

fn select<D: Dialect>(claim: &Claim, (message, weighing): (&str, &Weighing), now: Moment) -> QueryBuilder<D> {
    let (key, since) = (fingerprint(message), now.plus_seconds(-LATELY_S));
    let mut query = QueryBuilder::new(
        "select account.id, account.email, account.first_name, account.last_name, account.created_at,
        (select count(*) from guestbook_entry where author_id = account.id and status = 'approved') as approved, ",
    );
    for (between, table) in [("(", "guestbook_entry"), (") + (", "guestbook_comment")] {
        query.push(format!("{between}select count(*) from {table} where deleted_at is null and text_key = "));
        D::text(&mut query, key.clone());
        query.push(" and created_at > ");
        D::number(&mut query, since.0);
        // Of others only what is spam, or too long for chance: many people write "Great cave!".
        if message.chars().count() < NO_CHANCE {
            query.push(" and (status = 'spam' or author_id = account.id)");
        }
    }
    query.push(") as copies, ");
    taught::push_taught(&mut query, &weighing.words());
    query.push(" as taught from account where ");
    accounts::push_counts(&mut query, claim, now);
    query
}
