//! The account table.

use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::identity::model::{Account, Role};
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;
use crate::{changed, on, within};

const BY_ID: &str = "
select id, email, first_name, last_name, photo_url, role, is_active, created_at, updated_at
from account where id = $1";

const BY_EMAIL: &str = "
select id, email, first_name, last_name, photo_url, role, is_active, created_at, updated_at
from account where email = $1";

const CREDENTIALS: &str = "
select id, email, first_name, last_name, photo_url, role, is_active, created_at, updated_at, password_hash
from account where email = $1";

const ADD: &str = "
insert into account (id, email, first_name, last_name, role, is_email_verified, password_hash, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $8)";

const SET_PASSWORD: &str = "
update account set password_hash = $2, version = version + 1, updated_at = $3 where id = $1";

const SET_ROLE: &str = "update account set role = $2, version = version + 1, updated_at = $3 where id = $1";

const ADMINS: &str = "select count(*) from account where role = 'admin' and is_active";

const ANY: &str = "select exists (select 1 from account)";

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

/// The account with this id, active or not.
pub async fn by_id(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>, StoreError> {
    Ok(within!(tx, |engine| sqlx::query_as(BY_ID).bind(id).fetch_optional(engine))?)
}

/// The account with this address (in its normal form), active or not.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>, StoreError> {
    Ok(on!(db, |engine| sqlx::query_as(BY_EMAIL).bind(email).fetch_optional(engine))?)
}

/// The same with its password's hash, for signing in.
pub async fn credentials(db: &Db, email: &str) -> Result<Option<Credentials>, StoreError> {
    Ok(on!(db, |engine| sqlx::query_as(CREDENTIALS).bind(email).fetch_optional(engine))?)
}

/// Makes an account. Fails as [`StoreError::Taken`] when the address has one.
pub async fn add(tx: &mut Tx, new: NewAccount, now: Moment) -> Result<AccountId, StoreError> {
    let id = AccountId::fresh();
    changed!(
        tx,
        sqlx::query(ADD)
            .bind(&id)
            .bind(&new.email)
            .bind(&new.first_name)
            .bind(&new.last_name)
            .bind(new.role)
            .bind(new.is_email_verified)
            .bind(&new.password_hash)
            .bind(now)
    )?;
    Ok(id)
}

/// Gives the account another password. Whoever calls this also ends its sessions, in the same transaction.
pub async fn set_password(tx: &mut Tx, id: &AccountId, hash: &str, now: Moment) -> Result<(), StoreError> {
    one(changed!(tx, sqlx::query(SET_PASSWORD).bind(id).bind(hash).bind(now))?)
}

/// Gives the account another role; it counts from the person's next request on.
pub async fn set_role(tx: &mut Tx, id: &AccountId, role: Role, now: Moment) -> Result<(), StoreError> {
    one(changed!(tx, sqlx::query(SET_ROLE).bind(id).bind(role).bind(now))?)
}

/// How many active administrators there are.
pub async fn admins(tx: &mut Tx) -> Result<i64, StoreError> {
    Ok(within!(tx, |engine| sqlx::query_scalar(ADMINS).fetch_one(engine))?)
}

/// Whether there is any account at all.
pub async fn has_any(db: &Db) -> Result<bool, StoreError> {
    Ok(on!(db, |engine| sqlx::query_scalar(ANY).fetch_one(engine))?)
}

fn one(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::Missing) } else { Ok(()) }
}
