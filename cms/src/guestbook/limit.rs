//! How much one account may post within an hour. Kept in the database: it holds on every replica, and whatever else a
//! request says of itself, it names the account (threat D11).

use crate::db::engine::Tx;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;
use crate::{changed, within};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// What an account may post that is younger than a day and of which nothing was approved yet.
const NEWCOMERS: i64 = 3;

const FORGET: &str = "delete from guestbook_posting where account_id = $1 and made_at <= $2";

const ADD: &str = "insert into guestbook_posting (account_id, made_at) values ($1, $2)";

// Whether this is a newcomer; and the postings that must be over before there is room for another, for one and for others.
const STANDING: &str = "
select created_at > $2 and not exists (select 1 from guestbook_entry where author_id = $1 and status = 'approved'),
    (select made_at from guestbook_posting where account_id = $1 order by made_at desc limit 1 offset $3),
    (select made_at from guestbook_posting where account_id = $1 order by made_at desc limit 1 offset $4)
from account where id = $1";

/// Counts one posting of this account, which the caller holds. 429 saying when to come back when there were
/// `per_hour` already (0: no limit), 401 where there is no such account any more.
pub async fn take(tx: &mut Tx, account: &AccountId, per_hour: i64, now: Moment) -> Result<(), Refusal> {
    if per_hour == 0 {
        return Ok(());
    }
    changed!(tx, sqlx::query(FORGET).bind(account).bind(now.plus_seconds(-HOUR_S)))?;
    let standing: Option<(bool, Option<Moment>, Option<Moment>)> = within!(tx, |engine| sqlx::query_as(STANDING)
        .bind(account)
        .bind(now.plus_seconds(-DAY_S))
        .bind(per_hour.min(NEWCOMERS) - 1)
        .bind(per_hour - 1)
        .fetch_optional(engine))?;
    let (is_newcomer, newcomer_full, full) = standing.ok_or_else(Problem::unauthorized)?;
    let full = if is_newcomer { newcomer_full } else { full };
    if let Some(oldest) = full {
        let wait_s = (oldest.plus_seconds(HOUR_S).0 - now.0 + 999) / 1000;
        return Err(Problem::too_many("You have posted a lot. Please try again later.", wait_s).into());
    }
    changed!(tx, sqlx::query(ADD).bind(account).bind(now))?;
    Ok(())
}
