//! How much one account may post within an hour. Kept in the database: it holds on every replica, and whatever else a
//! request says of itself, it names the account (threat D11).

use sqlx::QueryBuilder;

use crate::changed;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::identity::model::Claim;
use crate::identity::store as accounts;
use crate::kernel::clock::Moment;

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// What an account may post that is younger than a day and of which nothing was approved yet.
const NEWCOMERS: i64 = 3;

const FORGET: &str = "delete from guestbook_posting where account_id = $1 and made_at <= $2";

const ADD: &str = "insert into guestbook_posting (account_id, made_at) values ($1, $2)";

/// Counts one posting of an account that is held. 429 saying when to come back when there were `per_hour` already (0: no
/// limit), 401 where the claim counts no more.
pub async fn take(tx: &mut Tx, claim: &Claim, per_hour: i64, now: Moment) -> Result<(), Refusal> {
    if per_hour == 0 {
        return Ok(());
    }
    changed!(tx, sqlx::query(FORGET).bind(&claim.account).bind(now.plus_seconds(-HOUR_S)))?;
    let standing: Result<Option<Standing>, sqlx::Error> = match tx {
        Tx::Sqlite(connection) => {
            standing::<sqlx::Sqlite>(claim, per_hour, now).build_query_as().fetch_optional(&mut **connection).await
        }
        Tx::Postgres(transaction) => {
            standing::<sqlx::Postgres>(claim, per_hour, now).build_query_as().fetch_optional(&mut **transaction).await
        }
    };
    let standing = standing.map_err(StoreError::from)?.ok_or_else(Problem::unauthorized)?;
    if let Some(oldest) = if standing.is_newcomer { standing.newcomer_until } else { standing.until } {
        let wait_s = (oldest.plus_seconds(HOUR_S).0 - now.0 + 999) / 1000;
        return Err(Problem::too_many("You have posted a lot. Please try again later.", wait_s).into());
    }
    changed!(tx, sqlx::query(ADD).bind(&claim.account).bind(now))?;
    Ok(())
}

/// How an account stands with its postings.
#[derive(sqlx::FromRow)]
struct Standing {
    is_newcomer: bool,
    /// The posting that must be over before there is room for another, if this is a newcomer.
    newcomer_until: Option<Moment>,
    /// And if it is not.
    until: Option<Moment>,
}

fn standing<D: Dialect>(claim: &Claim, per_hour: i64, now: Moment) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select account.created_at > ");
    D::number(&mut query, now.plus_seconds(-DAY_S).0);
    query.push(" and not exists (select 1 from guestbook_entry where author_id = account.id and status = 'approved')");
    query.push(" as is_newcomer");
    for (name, most) in [("newcomer_until", per_hour.min(NEWCOMERS)), ("until", per_hour)] {
        query.push(", (select made_at from guestbook_posting where account_id = account.id order by made_at desc");
        query.push(" limit 1 offset ");
        D::number(&mut query, most - 1);
        query.push(format!(") as {name}"));
    }
    query.push(" from account where ");
    accounts::push_counts(&mut query, claim, now);
    query
}
