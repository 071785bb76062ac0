//! Tickets: what a link in a letter proves. Each is good once, for a while, for one purpose and for the address that it
//! was sent to. Only its hash is kept. An admin can make a link to choose a password as well and hand it over; it proves
//! nothing about the mailbox.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::identity::model::Account;
use crate::identity::store::{self, columns};
use crate::{execute, with_pool, with_tx};

const ADD: &str = "
insert into ticket (token_hash, account_id, purpose, email, created_at, expires_at, is_mailed)
values ($1, $2, $3, $4, $5, $6, $7)";

const FORGET_OVER: &str = "delete from ticket where account_id = $1 and expires_at <= $2";

const FORGET: &str = "delete from ticket where account_id = $1 and purpose = $2";

const HOLDER: &str = concat!(
    "select ",
    columns!(),
    " from ticket join account on account.id = ticket.account_id
where ticket.token_hash = $1 and ticket.purpose = $2 and ticket.expires_at > $3 and ticket.email = account.email
and account.is_active"
);

const USE: &str = "
delete from ticket where token_hash = $1 and purpose = $2 and expires_at > $3 returning is_mailed";

/// How long a link to choose a password is good after it was forgotten, in seconds.
pub const RESET_LINK_S: i64 = 30 * 60;
/// How long an invitation's is, in seconds: a week.
pub const INVITE_LINK_S: i64 = 7 * 24 * 3600;

/// What a ticket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Purpose {
    /// To show that a mailbox is one's own.
    Verify,
    /// To choose a password, having none or having forgotten it.
    Password,
    /// To delete an account that has no password.
    Deletion,
}

/// The secret of a link. Never for a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// The token itself, for its letter.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Makes a ticket that is good for `lifetime_s` seconds, for `account` and its present address. Those sent before stay
/// good: people open the first letter they find.
pub async fn issue(
    tx: &mut Tx,
    account: &Account,
    purpose: Purpose,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<Token, StoreError> {
    let token = new_token();
    add(tx, account, (&token, purpose, lifetime_s), true, now).await?;
    Ok(token)
}

/// Makes a ticket to choose a password for an admin to hand over. It replaces every other one of the account: an admin who
/// makes another link may have sent the first to the wrong person.
pub async fn issue_handed(
    tx: &mut Tx,
    account: &Account,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<Token, StoreError> {
    forget(tx, &account.id, Purpose::Password).await?;
    let token = new_token();
    add(tx, account, (&token, Purpose::Password, lifetime_s), false, now).await?;
    Ok(token)
}

/// The same as a code of eight digits, to be typed by whoever is signed in to the account. Guesses at it must be counted.
pub async fn issue_code(
    tx: &mut Tx,
    account: &Account,
    purpose: Purpose,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<String, StoreError> {
    let code = format!("{:08}", rand::random_range(0..100_000_000));
    add(tx, account, (&of_code(&account.id, &code), purpose, lifetime_s), true, now).await?;
    Ok(code)
}

/// The token of a code: two accounts may have the same one.
pub fn of_code(account: &AccountId, code: &str) -> Token {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    Token(format!("{}/{digits}", account.0))
}

async fn add(
    tx: &mut Tx,
    account: &Account,
    (token, purpose, lifetime_s): (&Token, Purpose, i64),
    is_mailed: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(FORGET_OVER).bind(&account.id).bind(now))?;
    execute!(
        tx,
        sqlx::query(ADD)
            .bind(hash(&token.0))
            .bind(&account.id)
            .bind(purpose)
            .bind(&account.email)
            .bind(now)
            .bind(now.plus_seconds(lifetime_s))
            .bind(is_mailed)
    )?;
    Ok(())
}

/// Whose a ticket is, if it is good now, the account is active and still has the address it was sent to. To be asked
/// before anything costly; [`redeem`] alone decides.
pub async fn holder(db: &Db, token: &str, purpose: Purpose, now: Timestamp) -> Result<Option<Account>, StoreError> {
    let found = with_pool!(db, |engine| sqlx::query_as(HOLDER)
        .bind(hash(token))
        .bind(purpose)
        .bind(now)
        .fetch_optional(engine));
    Ok(found?)
}

/// A ticket that was used up.
pub struct Redeemed {
    /// Whose it was.
    pub account: Account,
    /// Whether it came by mail: then the mailbox is this person's.
    pub is_mailed: bool,
}

/// Uses a ticket up. `None` unless the conditions of [`holder`] hold.
pub async fn redeem(
    tx: &mut Tx,
    token: &str,
    purpose: Purpose,
    now: Timestamp,
) -> Result<Option<Redeemed>, StoreError> {
    let found: Option<Account> =
        with_tx!(tx, |engine| sqlx::query_as(HOLDER).bind(hash(token)).bind(purpose).bind(now).fetch_optional(engine))?;
    let Some(Account { id, email, .. }) = found else { return Ok(None) };
    // The account first, then its tickets, as everybody who writes both: in the other order two would wait for each other.
    let account = store::locked(tx, &id).await?;
    let used: Option<bool> = with_tx!(tx, |engine| sqlx::query_scalar(USE)
        .bind(hash(token))
        .bind(purpose)
        .bind(now)
        .fetch_optional(engine))?;
    let account = account.filter(|account| account.is_active && account.email == email);
    Ok(account.zip(used).map(|(account, is_mailed)| Redeemed { account, is_mailed }))
}

/// Takes back every ticket of this account for this purpose.
pub async fn forget(tx: &mut Tx, account: &AccountId, purpose: Purpose) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(FORGET).bind(account).bind(purpose))?;
    Ok(())
}

fn new_token() -> Token {
    Token(BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
}

fn hash(token: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(token))
}
