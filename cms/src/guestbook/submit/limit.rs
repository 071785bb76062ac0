//! The rate limit for posts of one account within an hour. The database counts, so the limit holds on every replica.
//! The account is the only key: nothing else in a request changes the count (R311).

use crate::auth::domain::model::Claim;
use crate::auth::domain::store as accounts;
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::http::input::update::WriteError;
use crate::http::problem::Problem;
use crate::{execute, with_tx};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// The limit for an account that is younger than a day and has no approved entry.
const NEWCOMER_LIMIT: i64 = 3;

const DELETE_OLD: &str = "delete from guestbook_post_log where account_id = $1 and created_at <= $2";

const ADD: &str = "insert into guestbook_post_log (account_id, created_at) values ($1, $2)";

const SELECT_POSTS: &str = concat!(
    "select account.created_at > $4
        and not exists (select 1 from guestbook_entry where author_id = account.id and status = 'approved') as is_newcomer,
    (select created_at from guestbook_post_log where account_id = account.id order by created_at desc
        limit 1 offset $5) as newcomer_until,
    (select created_at from guestbook_post_log where account_id = account.id order by created_at desc limit 1 offset $6) as until
from account where ",
    accounts::is_valid_claim!("$1", "$2", "$3")
);

/// Counts a post of a locked account. 429 with the time to wait if there were already `per_hour` posts (0: no limit),
/// 401 if the token is no longer valid.
pub async fn check_and_count(tx: &mut Tx, claim: &Claim, per_hour: i64, now: Timestamp) -> Result<(), WriteError> {
    check(tx, claim, per_hour, now).await?;
    Ok(count(tx, claim, per_hour, now).await?)
}

/// Like [`check_and_count`], but does not count the post. It deletes only counts older than an hour.
pub async fn check(tx: &mut Tx, claim: &Claim, per_hour: i64, now: Timestamp) -> Result<(), WriteError> {
    if per_hour == 0 {
        return Ok(());
    }
    execute!(tx, sqlx::query(DELETE_OLD).bind(&claim.account).bind(now.plus_seconds(-HOUR_S)))?;
    let posts: Option<RecentPosts> = with_tx!(tx, |engine| sqlx::query_as(SELECT_POSTS)
        .bind(&claim.account)
        .bind(&claim.session)
        .bind(now)
        .bind(now.plus_seconds(-DAY_S))
        .bind(per_hour.min(NEWCOMER_LIMIT) - 1)
        .bind(per_hour - 1)
        .fetch_optional(engine))?;
    let posts = posts.ok_or_else(Problem::unauthorized)?;
    if let Some(oldest) = if posts.is_newcomer { posts.newcomer_until } else { posts.until } {
        let wait_s = (oldest.plus_seconds(HOUR_S).0 - now.0 + 999) / 1000;
        return Err(Problem::too_many("You have posted a lot. Please try again later.", wait_s).into());
    }
    Ok(())
}

/// Counts a post after [`check`].
pub async fn count(tx: &mut Tx, claim: &Claim, per_hour: i64, now: Timestamp) -> Result<(), StoreError> {
    if per_hour > 0 {
        execute!(tx, sqlx::query(ADD).bind(&claim.account).bind(now))?;
    }
    Ok(())
}

/// The posts of an account within the window.
#[derive(sqlx::FromRow)]
struct RecentPosts {
    is_newcomer: bool,
    /// The post that must leave the window before another is allowed, if this is a new account.
    newcomer_until: Option<Timestamp>,
    /// The same for other accounts.
    until: Option<Timestamp>,
}
