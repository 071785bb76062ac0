//! The account table.

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::identity::model::{Account, Claim, Role, display_name};
use crate::{execute, with_pool, with_tx};

/// Every column of [`Account`], for `select … from account`.
macro_rules! columns {
    () => {
        "account.id, account.version, account.email, account.first_name, account.last_name, account.photo_url,
        account.role, account.is_active, account.is_email_verified, account.password_hash is not null as has_password,
        exists (
            select 1 from second_factor factor where factor.account_id = account.id and factor.confirmed_at is not null
        ) as has_second_factor, account.created_at, account.updated_at"
    };
}
pub(crate) use columns;

const BY_ID: &str = concat!("select ", columns!(), " from account where id = $1");

// Changes nothing; takes the row.
const HOLD: &str = "update account set version = version where id = $1";

const BY_EMAIL: &str = concat!("select ", columns!(), " from account where email = $1");

const BY_IDENTITY: &str = concat!(
    "select ",
    columns!(),
    ", account.tokens_valid_since
from federated_identity identity join account on account.id = identity.account_id
where identity.issuer = $1 and identity.subject = $2"
);

const END_TOKENS: &str = "update account set tokens_valid_since = $2 where id = $1";

const CREDENTIALS: &str = concat!("select ", columns!(), ", account.password_hash from account where email = $1");

const PASSWORD_HASH: &str = "select password_hash from account where id = $1";

const ADD: &str = "
insert into account (id, email, first_name, last_name, role, is_active, is_email_verified, password_hash, search,
                     created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)";

const CHANGE: &str = "
update account set version = version + 1, email = $2, first_name = $3, last_name = $4, photo_url = $5, role = $6,
                   is_active = $7, is_email_verified = $8, search = $9, updated_at = $10
where id = $1";

const SET_PASSWORD: &str = "
update account set password_hash = $2, version = version + 1, updated_at = $3 where id = $1";

// Who was invited and never came has neither.
const ADMINS: &str = "
select count(*) from account
where role = 'admin' and is_active and (
    password_hash is not null or exists (
        select 1 from federated_identity identity where identity.account_id = account.id))";

const ANY: &str = "select exists (select 1 from account)";

const UNSEARCHABLE: &str = "select id, email, first_name, last_name from account where search = '' limit 500";

const MAKE_SEARCHABLE: &str = "update account set search = $2 where id = $1";

const ARRIVE: &str = "
update account set activated_at = $2, role = case when $3 then 'admin' else role end,
                   version = version + case when $3 then 1 else 0 end
where id = $1 and is_email_verified and activated_at is null";

/// An account that does not exist yet.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// As [`crate::identity::email::normal`] makes it.
    pub email: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether they may sign in.
    pub is_active: bool,
    /// Whether somebody vouches that the mailbox is this person's.
    pub is_email_verified: bool,
    /// A PHC string; without one nobody signs in by password.
    pub password_hash: Option<String>,
}

/// An account with what proves it.
#[derive(Clone, sqlx::FromRow)]
pub struct Credentials {
    /// Whose they are.
    #[sqlx(flatten)]
    pub account: Account,
    /// A PHC string, if the account has a password.
    pub password_hash: Option<String>,
}

/// An account with what its tokens are measured by, where another provider makes them.
#[derive(Clone, sqlx::FromRow)]
pub struct Bearing {
    /// Whose they are.
    #[sqlx(flatten)]
    pub account: Account,
    /// Tokens of sign-ins before this moment count no more.
    pub tokens_valid_since: Option<Timestamp>,
}

/// The account with this id, active or not.
pub async fn by_id(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(BY_ID).bind(id).fetch_optional(engine))?)
}

/// The same, held until the commit: what is read here can be changed and put back without undoing what somebody else
/// did meanwhile, such as taking a role away.
pub async fn locked(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>, StoreError> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query(HOLD).bind(id).execute(&mut **transaction).await?;
    }
    by_id(tx, id).await
}

/// What is true of the row of `account` as long as a claim counts: whose it is, its session, and the present time.
macro_rules! counts {
    ($account:literal, $session:literal, $now:literal) => {
        concat!(
            "account.is_active and account.id = ",
            $account,
            " and (",
            $session,
            " is null or exists (select 1 from session where account_id = account.id and id = ",
            $session,
            " and expires_at > ",
            $now,
            "))"
        )
    };
}
pub(crate) use counts;

// The same, as long as a claim to it counts.
const HOLD_CLAIMED: &str = concat!("update account set version = version where ", counts!("$1", "$2", "$3"));

/// Holds the account of a claim until the commit; answers whether the claim counts. SQLite has one writer, so there is
/// nothing to hold: whether it counts is looked at with what is read next.
pub async fn hold(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<bool, StoreError> {
    let Tx::Postgres(transaction) = tx else { return Ok(true) };
    let hold = sqlx::query(HOLD_CLAIMED).bind(&claim.account).bind(&claim.session).bind(now);
    Ok(hold.execute(&mut **transaction).await?.rows_affected() > 0)
}

/// The account with this id outside of a write.
pub async fn one(db: &Db, id: &AccountId) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(BY_ID).bind(id).fetch_optional(engine))?)
}

/// The account with this address (in its normal form), active or not.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(BY_EMAIL).bind(email).fetch_optional(engine))?)
}

/// The same inside a write.
pub async fn by_email_within(tx: &mut Tx, email: &str) -> Result<Option<Account>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(BY_EMAIL).bind(email).fetch_optional(engine))?)
}

/// The account with this address and its password's hash, for signing in.
pub async fn credentials(db: &Db, email: &str) -> Result<Option<Credentials>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(CREDENTIALS).bind(email).fetch_optional(engine))?)
}

/// The hash of the account's password; nothing where there is no account or no password.
pub async fn password_hash(db: &Db, id: &AccountId) -> Result<Option<String>, StoreError> {
    let found: Option<Option<String>> =
        with_pool!(db, |engine| sqlx::query_scalar(PASSWORD_HASH).bind(id).fetch_optional(engine))?;
    Ok(found.flatten())
}

/// The account that an identity elsewhere signs in to, active or not.
pub async fn by_identity(db: &Db, issuer: &str, subject: &str) -> Result<Option<Bearing>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(BY_IDENTITY).bind(issuer).bind(subject).fetch_optional(engine))?)
}

/// Refuses the tokens that another provider made for sign-ins before `now`.
pub async fn end_tokens(tx: &mut Tx, id: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(END_TOKENS).bind(id).bind(now))?;
    Ok(())
}

/// Makes an account. Fails as [`StoreError::UniqueViolation`] when the address has one.
pub async fn add(tx: &mut Tx, new: NewAccount, now: Timestamp) -> Result<AccountId, StoreError> {
    let id = AccountId::fresh();
    execute!(
        tx,
        sqlx::query(ADD)
            .bind(&id)
            .bind(&new.email)
            .bind(&new.first_name)
            .bind(&new.last_name)
            .bind(new.role)
            .bind(new.is_active)
            .bind(new.is_email_verified)
            .bind(&new.password_hash)
            .bind(search_text(&new.first_name, &new.last_name, &new.email))
            .bind(now)
    )?;
    Ok(id)
}

/// Updates the changeable fields of the account. The caller must hold [`Lock::Admins`] to change a role or to deactivate.
/// [`StoreError::UniqueViolation`] if another account has the email address.
pub async fn change(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<(), StoreError> {
    let Account { id, email, first_name, last_name, photo_url, role, is_active, is_email_verified, .. } = account;
    found(execute!(
        tx,
        sqlx::query(CHANGE)
            .bind(id)
            .bind(email)
            .bind(first_name)
            .bind(last_name)
            .bind(photo_url)
            .bind(role)
            .bind(is_active)
            .bind(is_email_verified)
            .bind(search_text(first_name, last_name, email))
            .bind(now)
    )?)
}

/// Gives the account another password, or none. Whoever calls this also ends its sessions, in the same transaction.
pub async fn set_password(tx: &mut Tx, id: &AccountId, hash: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
    found(execute!(tx, sqlx::query(SET_PASSWORD).bind(id).bind(hash).bind(now))?)
}

/// Deletes the account with its sessions, links and second factor. Its places lose their owner. Whoever calls this
/// holds [`Lock::Admins`].
pub async fn remove(tx: &mut Tx, id: &AccountId) -> Result<(), StoreError> {
    found(execute!(tx, sqlx::query("delete from account where id = $1").bind(id))?)
}

/// Makes this the only transaction that decides who the admins are.
pub async fn hold_admins(tx: &mut Tx) -> Result<(), StoreError> {
    Ok(locks::lock_exclusive(tx, Lock::Admins).await?)
}

/// How many administrators there are who can sign in: active ones with a password or with an account elsewhere.
pub async fn admins(tx: &mut Tx) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(ADMINS).fetch_one(engine))?)
}

/// Notes the first sign-in with a verified e-mail; `becomes_admin` counts at that moment and never again.
pub async fn arrive(tx: &mut Tx, id: &AccountId, becomes_admin: bool, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(ARRIVE).bind(id).bind(now).bind(becomes_admin))?;
    Ok(())
}

/// Whether there is any account at all.
pub async fn has_any(db: &Db) -> Result<bool, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(ANY).fetch_one(engine))?)
}

/// Gives accounts from before there was a search their search text: SQL cannot fold as [`text::search_form`] does.
pub async fn make_searchable(db: &Db) -> Result<(), StoreError> {
    loop {
        let waiting: Vec<(AccountId, String, String, String)> =
            with_pool!(db, |engine| sqlx::query_as(UNSEARCHABLE).fetch_all(engine))?;
        if waiting.is_empty() {
            return Ok(());
        }
        db.write(move |tx| {
            Box::pin(async move {
                for (id, email, first, last) in waiting {
                    execute!(tx, sqlx::query(MAKE_SEARCHABLE).bind(id).bind(search_text(&first, &last, &email)))?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await?;
    }
}

/// What an account is found and ordered by name with: the name, then the email address, in their [`text::search_form`].
pub fn search_text(first: &str, last: &str, email: &str) -> String {
    text::search_form(&format!("{} {email}", display_name(first, last)))
}

fn found(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}
