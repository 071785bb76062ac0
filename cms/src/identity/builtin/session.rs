//! Sessions: one for each sign-in, carried on by a refresh token that changes at every use.
//!
//! A refresh token that was exchanged and comes back means that two parties hold it. The server cannot tell which one is
//! the thief, so the session ends for both (RFC 9700, section 4.14). Two legitimate cases look the same:
//!
//! - The response of a refresh is lost. While the successor was never used, the old token gets *the same* successor again
//!   for [`RETRY_S`]. A thief with the old token gains nothing: the next refresh of the other party ends the session.
//! - Two tabs of one browser refresh at once. For [`GRACE_S`] after the exchange the old token gets an access token even
//!   if the successor is in use, and no refresh token: the browser has the newer cookie already.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::identity::model::{Account, SessionId};
use crate::identity::store::{self, columns};
use crate::{execute, with_pool, with_tx};

/// A session ends when it is not used for so long: 30 days, in seconds.
pub const LIFETIME_S: i64 = 30 * 24 * 3600;
/// How long an exchanged token is accepted while its successor is in use, in seconds.
const GRACE_S: i64 = 30;
/// How long an exchanged token is accepted while its successor was never used, in seconds.
const RETRY_S: i64 = 24 * 3600;
/// So many sessions an account has at the most; the one unused for longest makes room.
const MOST: i64 = 100;
/// Of what a browser says of itself, so many characters are kept.
const LONGEST_DEVICE: usize = 120;

// Takes the account's row until the commit, so that a password change is either seen here or sees the new session.
// Nothing is changed by it.
const CLAIM: &str = "
update account set version = version where id = $1 and is_active and password_hash = $2";

const START: &str = "
insert into session (id, account_id, refresh_hash, device, created_at, used_at, expires_at)
values ($1, $2, $3, $4, $5, $5, $6)";

const MAKE_ROOM: &str = "
delete from session where account_id = $1 and id not in (
    select id from session where account_id = $1 order by used_at desc, id desc limit $2)";

const FORGET_OVER: &str = "delete from session where account_id = $1 and expires_at <= $2";

const RENEW: &str = "
update session set refresh_hash = $2, used_at = $3, expires_at = $4
where refresh_hash = $1 and expires_at > $3 and account_id in (select id from account where is_active)
returning id, account_id";

const SPEND: &str = "insert into spent_refresh (refresh_hash, session_id, spent_at) values ($1, $2, $3)";

const FORGET_SPENT: &str = "delete from spent_refresh where session_id = $1 and spent_at <= $2";

const SPENT: &str = "
select session.id, session.account_id, session.refresh_hash, spent.spent_at
from spent_refresh spent join session on session.id = spent.session_id
where spent.refresh_hash = $1 and session.expires_at > $2";

const END: &str = "delete from session where id = $1";

const END_OF_TOKEN: &str = "
delete from session
where refresh_hash = $1 or id in (select session_id from spent_refresh where refresh_hash = $1)
returning account_id";

const END_ALL: &str = "delete from session where account_id = $1";

const END_OWN: &str = "delete from session where id = $1 and account_id = $2";

const ALL: &str = "
select id, device, created_at, used_at from session where account_id = $1 and expires_at > $2
order by used_at desc, id desc";

const BEGAN: &str = "select created_at from session where id = $1";

const CARRIED: &str = concat!(
    "select ",
    columns!(),
    " from session join account on account.id = session.account_id
where session.refresh_hash = $1 and session.expires_at > $2 and account.is_active"
);

const HOLDER: &str = concat!(
    "select ",
    columns!(),
    " from session join account on account.id = session.account_id
where session.id = $1 and session.account_id = $2 and session.expires_at > $3"
);

/// A secret that carries a session on: 32 bytes, base64url. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(String);

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RefreshToken(…)")
    }
}

impl RefreshToken {
    /// The first token of a session.
    pub fn fresh() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
    }

    /// What a client sent, if it has the shape of a token.
    pub fn read(text: &str) -> Option<Self> {
        let is_token = BASE64_URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
        is_token.then(|| Self(text.to_owned()))
    }

    /// A token that [`super::issue::Signer::successor`] made.
    pub(super) fn made(text: String) -> Self {
        Self(text)
    }

    /// The token itself, for its cookie. Never for a log.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&self.0))
    }
}

/// What came of a refresh.
#[derive(Debug)]
pub enum Exchange {
    /// The session goes on.
    Renewed {
        /// Whose it is.
        account: Account,
        /// Which it is.
        session: SessionId,
        /// The token to keep from now on; nothing when another tab has it already.
        refresh: Option<RefreshToken>,
    },
    /// Not a token of a living session and an active account.
    Refused,
    /// An exchanged token came back: its session has been ended.
    Reused(AccountId),
}

#[derive(sqlx::FromRow)]
struct Row {
    id: SessionId,
    account_id: AccountId,
}

#[derive(sqlx::FromRow)]
struct SpentRow {
    id: SessionId,
    account_id: AccountId,
    refresh_hash: String,
    spent_at: Timestamp,
}

/// One sign-in, as its owner sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Living {
    /// Which it is.
    pub id: SessionId,
    /// What the browser said of itself; may be empty.
    pub device: String,
    /// When somebody signed in.
    pub created_at: Timestamp,
    /// When it was last carried on.
    pub used_at: Timestamp,
}

/// Makes sure that the account is active and that `hash` is still its password, until the commit. Answers whether it is.
pub async fn claim(tx: &mut Tx, account: &AccountId, hash: &str) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query(CLAIM).bind(account).bind(hash))? == 1)
}

/// Starts a session of an account that was just proven to be there and theirs. `device` is the browser's user agent.
pub async fn start(
    tx: &mut Tx,
    account: &AccountId,
    device: &str,
    now: Timestamp,
) -> Result<(SessionId, RefreshToken), StoreError> {
    execute!(tx, sqlx::query(FORGET_OVER).bind(account).bind(now))?;
    execute!(tx, sqlx::query(MAKE_ROOM).bind(account).bind(MOST - 1))?;
    let (id, refresh) = (SessionId::fresh(), RefreshToken::fresh());
    let device: String = device.chars().filter(|sign| !sign.is_control()).take(LONGEST_DEVICE).collect();
    execute!(
        tx,
        sqlx::query(START)
            .bind(&id)
            .bind(account)
            .bind(refresh.hash())
            .bind(device)
            .bind(now)
            .bind(now.plus_seconds(LIFETIME_S))
    )?;
    Ok((id, refresh))
}

/// Exchanges `old` for `successor`. A failure to do so is an answer and no error: the transaction must not be undone,
/// because it may have ended a session.
pub async fn exchange(
    tx: &mut Tx,
    old: &RefreshToken,
    successor: RefreshToken,
    now: Timestamp,
) -> Result<Exchange, StoreError> {
    let (old, new) = (old.hash(), successor.hash());
    let renewed: Option<Row> = with_tx!(tx, |engine| sqlx::query_as(RENEW)
        .bind(&old)
        .bind(&new)
        .bind(now)
        .bind(now.plus_seconds(LIFETIME_S))
        .fetch_optional(engine))?;
    if let Some(row) = renewed {
        execute!(tx, sqlx::query(FORGET_SPENT).bind(&row.id).bind(now.plus_seconds(-LIFETIME_S)))?;
        execute!(tx, sqlx::query(SPEND).bind(&old).bind(&row.id).bind(now))?;
        return carried_on(tx, row, Some(successor)).await;
    }
    let spent: Option<SpentRow> =
        with_tx!(tx, |engine| sqlx::query_as(SPENT).bind(&old).bind(now).fetch_optional(engine))?;
    let Some(spent) = spent else { return Ok(Exchange::Refused) };
    let is_unused = spent.refresh_hash == new;
    let accepted_s = if is_unused { RETRY_S } else { GRACE_S };
    if now > spent.spent_at.plus_seconds(accepted_s) {
        end(tx, &spent.id).await?;
        return Ok(Exchange::Reused(spent.account_id));
    }
    carried_on(tx, Row { id: spent.id, account_id: spent.account_id }, is_unused.then_some(successor)).await
}

async fn carried_on(tx: &mut Tx, row: Row, refresh: Option<RefreshToken>) -> Result<Exchange, StoreError> {
    let account = store::by_id(tx, &row.account_id).await?.filter(|account| account.is_active);
    Ok(match account {
        Some(account) => Exchange::Renewed { account, session: row.id, refresh },
        None => Exchange::Refused,
    })
}

/// Ends a session; its access tokens end with it.
pub async fn end(tx: &mut Tx, id: &SessionId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(END).bind(id))?;
    Ok(())
}

/// Ends the session that this token carries, or once carried. Answers whose it was, if it was there.
pub async fn end_of(tx: &mut Tx, refresh: &RefreshToken) -> Result<Option<AccountId>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(END_OF_TOKEN).bind(refresh.hash()).fetch_optional(engine))?)
}

/// Ends every session of this account.
pub async fn end_all(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(END_ALL).bind(account))?;
    Ok(())
}

/// Ends one session of this account. Answers whether it was there.
pub async fn end_own(tx: &mut Tx, account: &AccountId, id: &SessionId) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query(END_OWN).bind(id).bind(account))? == 1)
}

/// The living sessions of this account, the one used last first.
pub async fn all(db: &Db, account: &AccountId, now: Timestamp) -> Result<Vec<Living>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ALL).bind(account).bind(now).fetch_all(engine))?)
}

/// The active account whose living session this token carries at present. It is not exchanged: who only asks changes
/// nothing for the other tabs.
pub async fn carried_by(db: &Db, refresh: &RefreshToken, now: Timestamp) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(CARRIED).bind(refresh.hash()).bind(now).fetch_optional(engine))?)
}

/// When somebody signed in to this session.
pub async fn began(db: &Db, id: &SessionId) -> Result<Option<Timestamp>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(BEGAN).bind(id).fetch_optional(engine))?)
}

/// Whose living session this is, active or not.
pub async fn holder(
    db: &Db,
    session: &SessionId,
    account: &AccountId,
    now: Timestamp,
) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(HOLDER).bind(session).bind(account).bind(now).fetch_optional(engine))?)
}
