//! Tickets: the secrets of emailed links and codes. A ticket has one purpose, and can be used once and for a limited
//! time. It is invalid if the account no longer has the address for which the ticket was issued. Only the hash of a
//! ticket is stored.
//!
//! An admin can also create a link to set a password and pass it on without an email. The ticket of that link does not
//! verify the address.

use crate::account_columns;
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::secret::{self, Secret};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_pool, with_tx};

const ADD: &str = "
insert into ticket (token_hash, account_id, purpose, email, created_at, expires_at, is_emailed)
values ($1, $2, $3, $4, $5, $6, $7)";

const DELETE_EXPIRED: &str = "delete from ticket where account_id = $1 and expires_at <= $2";

const DELETE: &str = "delete from ticket where account_id = $1 and purpose = $2";

const SELECT_ACCOUNT_OF_TICKET: &str = concat!(
    "select ",
    account_columns!(),
    " from ticket join account on account.id = ticket.account_id
where ticket.token_hash = $1 and ticket.purpose = $2 and ticket.expires_at > $3 and ticket.email = account.email
and account.is_active"
);

const REDEEM: &str = "
delete from ticket where token_hash = $1 and purpose = $2 and expires_at > $3 returning is_emailed";

/// The lifetime of a link to reset a password, in seconds.
pub const RESET_LINK_LIFETIME_S: i64 = 30 * 60;
/// The lifetime of an invitation, in seconds: a week.
pub const INVITATION_LIFETIME_S: i64 = 7 * 24 * 3600;

/// The purpose of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum TicketPurpose {
    /// To verify the address.
    Verify,
    /// To set a password.
    Password,
    /// To delete an account that has no password.
    Deletion,
}

/// Creates a ticket for a link that is emailed to the current address of `account`. The ticket is valid for
/// `lifetime_s` seconds. Earlier tickets remain valid, because people may open an earlier email.
pub async fn issue_for_emailed_link(
    tx: &mut Tx,
    account: &Account,
    purpose: TicketPurpose,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<Secret, StoreError> {
    let token = Secret::generate();
    add(tx, account, (&token, purpose, lifetime_s), true, now).await?;
    Ok(token)
}

/// Creates a ticket to set a password, for a link that an admin passes on. It is valid for `lifetime_s` seconds. All
/// other password tickets of the account become invalid, because the admin may have sent an earlier link to the wrong
/// person.
pub async fn issue_for_password_link(
    tx: &mut Tx,
    account: &Account,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<Secret, StoreError> {
    invalidate(tx, &account.id, TicketPurpose::Password).await?;
    let token = Secret::generate();
    add(tx, account, (&token, TicketPurpose::Password, lifetime_s), false, now).await?;
    Ok(token)
}

/// Creates an emailed ticket in the form of a code of eight digits, which the signed-in user types. The code is valid
/// for `lifetime_s` seconds. The caller must limit the rate of guesses.
pub async fn issue_code(
    tx: &mut Tx,
    account: &Account,
    purpose: TicketPurpose,
    lifetime_s: i64,
    now: Timestamp,
) -> Result<String, StoreError> {
    let code = format!("{:08}", rand::random_range(0..100_000_000));
    add(tx, account, (&code_secret(&account.id, &code), purpose, lifetime_s), true, now).await?;
    Ok(code)
}

/// The ticket secret for a code as typed, of which only the digits count. The secret contains the account id, because
/// two accounts may have the same code.
pub fn code_secret(account: &AccountId, code: &str) -> Secret {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    Secret(format!("{}/{digits}", account.0))
}

async fn add(
    tx: &mut Tx,
    account: &Account,
    (token, purpose, lifetime_s): (&Secret, TicketPurpose, i64),
    is_emailed: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(DELETE_EXPIRED).bind(&account.id).bind(now))?;
    execute!(
        tx,
        sqlx::query(ADD)
            .bind(token.hash())
            .bind(&account.id)
            .bind(purpose)
            .bind(&account.email)
            .bind(now)
            .bind(now.plus_seconds(lifetime_s))
            .bind(is_emailed)
    )?;
    Ok(())
}

/// The account of a ticket, if the ticket is valid, and the account is active and still has the address of the ticket.
/// Handlers call this function before expensive work. Only [`redeem`] guarantees that a ticket is used once.
pub async fn account_of_ticket(
    db: &Db,
    token: &str,
    purpose: TicketPurpose,
    now: Timestamp,
) -> Result<Option<Account>, StoreError> {
    let account = with_pool!(db, |engine| sqlx::query_as(SELECT_ACCOUNT_OF_TICKET)
        .bind(secret::hash(token))
        .bind(purpose)
        .bind(now)
        .fetch_optional(engine));
    Ok(account?)
}

/// A redeemed ticket.
pub struct RedeemedTicket {
    /// The account.
    pub account: Account,
    /// Whether the ticket was emailed. The use of an emailed ticket verifies the address.
    pub is_emailed: bool,
}

/// Redeems a ticket: it is deleted and cannot be used again. Returns `None` in the same cases as [`account_of_ticket`].
pub async fn redeem(
    tx: &mut Tx,
    token: &str,
    purpose: TicketPurpose,
    now: Timestamp,
) -> Result<Option<RedeemedTicket>, StoreError> {
    let account: Option<Account> = with_tx!(tx, |engine| sqlx::query_as(SELECT_ACCOUNT_OF_TICKET)
        .bind(secret::hash(token))
        .bind(purpose)
        .bind(now)
        .fetch_optional(engine))?;
    let Some(Account { id, email, .. }) = account else { return Ok(None) };
    // Every write of an account and its tickets locks the account first and then the tickets, to avoid deadlocks.
    let account = accounts::get_for_update(tx, &id).await?;
    let ticket_is_emailed: Option<bool> = with_tx!(tx, |engine| sqlx::query_scalar(REDEEM)
        .bind(secret::hash(token))
        .bind(purpose)
        .bind(now)
        .fetch_optional(engine))?;
    let account = account.filter(|account| account.is_active && account.email == email);
    Ok(account.zip(ticket_is_emailed).map(|(account, is_emailed)| RedeemedTicket { account, is_emailed }))
}

/// Invalidates all tickets of this account for this purpose.
pub async fn invalidate(tx: &mut Tx, account: &AccountId, purpose: TicketPurpose) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(DELETE).bind(account).bind(purpose))?;
    Ok(())
}
