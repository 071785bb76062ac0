//! How much one account may post within an hour. Kept in the database: it holds on every replica, and whatever else a
//! request says of itself, it names the account (threat D11).

use super::author::Author;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::kernel::clock::Moment;
use crate::{changed, within};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// What an account may post that is younger than a day and of which nothing was approved yet.
const NEWCOMERS: i64 = 3;

const FORGET: &str = "delete from guestbook_posting where account_id = $1 and made_at <= $2";

// The posting that must be over before there is room for another.
const FULL: &str = "
select made_at from guestbook_posting where account_id = $1 order by made_at desc limit 1 offset $2";

const ADD: &str = "insert into guestbook_posting (account_id, made_at) values ($1, $2)";

const IS_KNOWN: &str = "select exists (select 1 from guestbook_entry where author_id = $1 and status = 'approved')";

/// Counts one posting of this author, whose account the caller holds. 429 saying when to come back when there were
/// `per_hour` already (0: no limit).
pub async fn take(tx: &mut Tx, author: &Author, per_hour: i64, now: Moment) -> Result<(), Refusal> {
    if per_hour == 0 {
        return Ok(());
    }
    let most = if is_newcomer(tx, author, now).await? { per_hour.min(NEWCOMERS) } else { per_hour };
    changed!(tx, sqlx::query(FORGET).bind(&author.id).bind(now.plus_seconds(-HOUR_S)))?;
    let full: Option<Moment> =
        within!(tx, |engine| sqlx::query_scalar(FULL).bind(&author.id).bind(most - 1).fetch_optional(engine))?;
    if let Some(oldest) = full {
        let wait_s = (oldest.plus_seconds(HOUR_S).0 - now.0 + 999) / 1000;
        return Err(Problem::too_many("You have posted a lot. Please try again later.", wait_s).into());
    }
    changed!(tx, sqlx::query(ADD).bind(&author.id).bind(now))?;
    Ok(())
}

async fn is_newcomer(tx: &mut Tx, author: &Author, now: Moment) -> Result<bool, StoreError> {
    if author.created_at.plus_seconds(DAY_S) <= now {
        return Ok(false);
    }
    let is_known: bool = within!(tx, |engine| sqlx::query_scalar(IS_KNOWN).bind(&author.id).fetch_one(engine))?;
    Ok(!is_known)
}
