//! Sessions: one per sign-in, continued by a refresh token that is replaced at every use.
//!
//! A refresh exchanges the refresh token for its successor. If a client presents a token that was already exchanged,
//! two parties may have the token. The server does not know which of them is the thief, so it ends the session for both
//! (RFC 9700, section 4.14). Two legitimate cases look the same and are tolerated:
//!
//! - The client did not receive the response to a refresh. For [`REFRESH_RETRY_WINDOW_S`] after the exchange, a refresh
//!   with the old token returns *the same* successor, unless the successor was exchanged too. A thief with the old
//!   token therefore gets no token that the client does not have. Two parties remain undetected if they take turns to
//!   exchange each new token.
//! - Two tabs of one browser refresh at once. For [`USED_REFRESH_TOKEN_GRACE_PERIOD_S`] after the exchange, the old
//!   token is accepted even if its successor was exchanged. The response then has an access token and no refresh token,
//!   because the browser already has the newer cookie.

use serde::Serialize;
use utoipa::ToSchema;

use crate::account_columns;
use crate::auth::domain::accounts::{self, Account, SessionId};
use crate::auth::domain::secret::Secret;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_pool, with_tx};

/// The time after which an unused session ends: 30 days, in seconds.
pub const SESSION_IDLE_TIMEOUT_S: i64 = 30 * 24 * 3600;
/// How long after its exchange a token is accepted if its successor was exchanged too, in seconds.
const USED_REFRESH_TOKEN_GRACE_PERIOD_S: i64 = 30;
/// How long after its exchange a token is accepted if its successor was not exchanged yet, in seconds.
const REFRESH_RETRY_WINDOW_S: i64 = 24 * 3600;
/// The maximum number of sessions per account. A further sign-in ends the session that was renewed least recently.
const MAX_SESSIONS_PER_ACCOUNT: i64 = 100;

// The update changes nothing, but locks the account's row until the commit. If a concurrent password change commits
// first, no row matches. If it commits later, it ends the new session.
const LOCK_IF_PASSWORD_UNCHANGED: &str = "
update account set version = version where id = $1 and is_active and password_hash = $2";

const START: &str = "
insert into session (id, account_id, refresh_token_hash, device, created_at, used_at, expires_at)
values ($1, $2, $3, $4, $5, $5, $6)";

const DELETE_LEAST_RECENTLY_RENEWED: &str = "
delete from session where account_id = $1 and id not in (
    select id from session where account_id = $1 order by used_at desc, id desc limit $2)";

const DELETE_EXPIRED: &str = "delete from session where account_id = $1 and expires_at <= $2";

const RENEW: &str = "
update session set refresh_token_hash = $2, used_at = $3, expires_at = $4
where refresh_token_hash = $1 and expires_at > $3 and account_id in (select id from account where is_active)
returning id, account_id";

const INSERT_USED_TOKEN: &str =
    "insert into used_refresh_token (refresh_token_hash, session_id, used_at) values ($1, $2, $3)";

const DELETE_OLD_USED_TOKENS: &str = "delete from used_refresh_token where session_id = $1 and used_at <= $2";

const SELECT_USED_TOKEN: &str = "
select session.id, session.account_id, session.refresh_token_hash, spent.used_at
from used_refresh_token spent join session on session.id = spent.session_id
where spent.refresh_token_hash = $1 and session.expires_at > $2";

const END_BY_REFRESH_TOKEN: &str = "
delete from session
where refresh_token_hash = $1 or id in (select session_id from used_refresh_token where refresh_token_hash = $1)
returning account_id";

const END_ALL: &str = "delete from session where account_id = $1";

const END: &str = "delete from session where id = $1 and account_id = $2";

const SELECT_SESSIONS: &str = "
select id, device, created_at, used_at from session where account_id = $1 and expires_at > $2
order by used_at desc, id desc";

const SELECT_STARTED_AT: &str = "select created_at from session where id = $1";

const SELECT_ACCOUNT_BY_TOKEN: &str = concat!(
    "select ",
    account_columns!(),
    " from session join account on account.id = session.account_id
where session.refresh_token_hash = $1 and session.expires_at > $2 and account.is_active"
);

/// A session that was started or renewed. [`super::provider::BuiltinProvider::issue_access_token`] issues its access
/// token after the commit.
#[derive(Debug)]
pub struct StartedOrRenewedSession {
    /// The account.
    pub account: Account,
    /// The session.
    pub session: SessionId,
    /// The refresh token, or `None` if another tab already has it.
    pub refresh_token: Option<Secret>,
}

/// The outcome of exchanging a refresh token.
#[derive(Debug)]
pub enum RefreshOutcome {
    /// The token was accepted, and the session continues.
    Renewed(StartedOrRenewedSession),
    /// The token is unknown, its session has ended, or its account is not active.
    Refused,
    /// The token had already been exchanged and is no longer tolerated, so the session of this account was ended.
    Reused(AccountId),
}

/// A session: a sign-in on one device.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionItem)]
pub struct ActiveSession {
    /// The id of the session.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub id: SessionId,
    /// The time of the sign-in.
    pub created_at: Timestamp,
    /// The time at which the session was last renewed.
    pub used_at: Timestamp,
    /// The browser and the operating system, from the `User-Agent` header; blank without it.
    #[schema(example = "Firefox on Linux")]
    pub device: String,
    /// Whether this is the session of the request.
    #[sqlx(skip)]
    pub is_current: bool,
}

/// Locks the account until the commit and returns whether it is active and `hash` is still its password hash.
pub async fn lock_if_password_unchanged(tx: &mut Tx, account: &AccountId, hash: &str) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query(LOCK_IF_PASSWORD_UNCHANGED).bind(account).bind(hash))? == 1)
}

/// Starts a session and returns its first refresh token. The caller must have authenticated the account. `user_agent`
/// is the `User-Agent` header.
pub async fn start(
    tx: &mut Tx,
    account: &AccountId,
    user_agent: &str,
    now: Timestamp,
) -> Result<(SessionId, Secret), StoreError> {
    execute!(tx, sqlx::query(DELETE_EXPIRED).bind(account).bind(now))?;
    execute!(tx, sqlx::query(DELETE_LEAST_RECENTLY_RENEWED).bind(account).bind(MAX_SESSIONS_PER_ACCOUNT - 1))?;
    let (id, refresh_token) = (SessionId::generate(), Secret::generate());
    execute!(
        tx,
        sqlx::query(START)
            .bind(&id)
            .bind(account)
            .bind(refresh_token.hash())
            .bind(device_name(user_agent))
            .bind(now)
            .bind(now.plus_seconds(SESSION_IDLE_TIMEOUT_S))
    )?;
    Ok((id, refresh_token))
}

/// Exchanges `old` for `successor`, which must be the same in every call with this `old`. A rejection is an outcome and
/// not an error: the transaction must not be rolled back, because it may have ended a session.
pub async fn exchange_refresh_token(
    tx: &mut Tx,
    old: &Secret,
    successor: Secret,
    now: Timestamp,
) -> Result<RefreshOutcome, StoreError> {
    let (old, new) = (old.hash(), successor.hash());
    let renewed_ids: Option<(SessionId, AccountId)> = with_tx!(tx, |engine| sqlx::query_as(RENEW)
        .bind(&old)
        .bind(&new)
        .bind(now)
        .bind(now.plus_seconds(SESSION_IDLE_TIMEOUT_S))
        .fetch_optional(engine))?;
    if let Some((session, account)) = renewed_ids {
        execute!(
            tx,
            sqlx::query(DELETE_OLD_USED_TOKENS).bind(&session).bind(now.plus_seconds(-SESSION_IDLE_TIMEOUT_S))
        )?;
        execute!(tx, sqlx::query(INSERT_USED_TOKEN).bind(&old).bind(&session).bind(now))?;
        return refresh_outcome(tx, (session, account), Some(successor)).await;
    }
    let used_token: Option<(SessionId, AccountId, String, Timestamp)> =
        with_tx!(tx, |engine| sqlx::query_as(SELECT_USED_TOKEN).bind(&old).bind(now).fetch_optional(engine))?;
    let Some((session, account, current_hash, used_at)) = used_token else { return Ok(RefreshOutcome::Refused) };
    let is_successor_unused = current_hash == new;
    let period_s = if is_successor_unused { REFRESH_RETRY_WINDOW_S } else { USED_REFRESH_TOKEN_GRACE_PERIOD_S };
    if now > used_at.plus_seconds(period_s) {
        end(tx, &account, &session).await?;
        return Ok(RefreshOutcome::Reused(account));
    }
    refresh_outcome(tx, (session, account), is_successor_unused.then_some(successor)).await
}

/// The outcome for an accepted token: [`RefreshOutcome::Refused`] if the account is not active, otherwise
/// [`RefreshOutcome::Renewed`].
async fn refresh_outcome(
    tx: &mut Tx,
    (session, account): (SessionId, AccountId),
    refresh_token: Option<Secret>,
) -> Result<RefreshOutcome, StoreError> {
    let account = accounts::by_id(tx, &account).await?.filter(|account| account.is_active);
    Ok(match account {
        Some(account) => RefreshOutcome::Renewed(StartedOrRenewedSession { account, session, refresh_token }),
        None => RefreshOutcome::Refused,
    })
}

/// Ends the session of this refresh token, even if the token was already exchanged. Returns the account of the session,
/// or `None` if there is no such session.
pub async fn end_by_refresh_token(tx: &mut Tx, token: &Secret) -> Result<Option<AccountId>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(END_BY_REFRESH_TOKEN).bind(token.hash()).fetch_optional(engine))?)
}

/// Ends every session of this account.
pub async fn end_all(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(END_ALL).bind(account))?;
    Ok(())
}

/// Ends one session of this account: its access tokens become invalid. Returns whether the session existed.
pub async fn end(tx: &mut Tx, account: &AccountId, id: &SessionId) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query(END).bind(id).bind(account))? == 1)
}

/// The sessions of this account that have not expired, the last renewed one first. `current` is the session of the
/// request.
pub async fn all(
    db: &Db,
    account: &AccountId,
    current: Option<&SessionId>,
    now: Timestamp,
) -> Result<Vec<ActiveSession>, StoreError> {
    let mut sessions: Vec<ActiveSession> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_SESSIONS).bind(account).bind(now).fetch_all(engine))?;
    for session in &mut sessions {
        session.is_current = current == Some(&session.id);
    }
    Ok(sessions)
}

/// The account of this refresh token. `None` if the token is invalid or was exchanged, if its session has ended, or if
/// the account is not active. The function does not exchange the token, so that other tabs are not affected.
pub async fn account_of_refresh_token(db: &Db, token: &Secret, now: Timestamp) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ACCOUNT_BY_TOKEN)
        .bind(token.hash())
        .bind(now)
        .fetch_optional(engine))?)
}

/// The time of the sign-in that started this session. `None` if there is no session with this id.
pub async fn started_at(db: &Db, id: &SessionId) -> Result<Option<Timestamp>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_STARTED_AT).bind(id).fetch_optional(engine))?)
}

/// The maximum length of the name of an unknown device, in characters.
const MAX_UNKNOWN_DEVICE_NAME_CHARS: usize = 40;

/// Parts of a `User-Agent` header, with the browser that they indicate. The order matters: the headers of Edge and
/// Opera also contain the name of Chrome, and that of Chrome contains the name of Safari.
const BROWSERS: [(&[&str], &str); 7] = [
    (&["Edg/", "EdgA/", "EdgiOS/", "Edge/"], "Edge"),
    (&["OPR/", "Opera"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "Chromium/", "CriOS/"], "Chrome"),
    (&["Safari/"], "Safari"),
    (&["curl/"], "curl"),
];

/// Parts of a `User-Agent` header, with the system that they indicate. The order matters: the headers of Android also
/// contain `Linux`, and those of iPhones and iPads contain `Mac OS X`.
const OPERATING_SYSTEMS: [(&[&str], &str); 7] = [
    (&["iPhone", "iPod"], "iPhone"),
    (&["iPad"], "iPad"),
    (&["Android"], "Android"),
    (&["Windows"], "Windows"),
    (&["Mac OS X", "Macintosh"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux"], "Linux"),
];

/// The name of the device from a `User-Agent` header, such as `Firefox on Linux`. If only the browser or only the
/// system is known, the name is that one. If neither is known, the name is the beginning of the header, which may be
/// empty.
fn device_name(user_agent: &str) -> String {
    let find = |list: &[(&[&str], &'static str)]| {
        list.iter().find(|(parts, _)| parts.iter().any(|part| user_agent.contains(part))).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&OPERATING_SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => {
            let plain = user_agent.chars().filter(|c| !c.is_control());
            plain.take(MAX_UNKNOWN_DEVICE_NAME_CHARS).collect::<String>().trim().to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_name_has_browser_and_system_or_beginning_of_header() {
        for (user_agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.5.0", "curl"),
            (
                "something that nobody has heard of,\u{1b} and that talks a lot",
                "something that nobody has heard of, and",
            ),
            ("  ", ""),
        ] {
            assert_eq!(device_name(user_agent), expected, "{user_agent}");
        }
    }
}
