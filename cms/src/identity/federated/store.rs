//! The table of identities elsewhere.

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::identity::federated::model::{Linked, Vouched, Voucher};
use crate::{execute, with_pool, with_tx};

const OWNER: &str = "select account_id from federated_identity where issuer = $1 and subject = $2";

const ADD: &str = "
insert into federated_identity (issuer, subject, provider, account_id, email, created_at)
values ($1, $2, $3, $4, $5, $6)";

const TELL: &str = "
update federated_identity set email = $3 where issuer = $1 and subject = $2 and email is distinct from $3";

const ALL: &str = "
select provider, subject, email, created_at from federated_identity where account_id = $1
order by created_at, issuer, subject";

const REMOVE: &str = "delete from federated_identity where account_id = $1 and provider = $2";

const REMOVE_ALL: &str = "delete from federated_identity where account_id = $1";

/// Whose account this identity signs in to.
pub async fn owner(tx: &mut Tx, vouched: &Vouched) -> Result<Option<AccountId>, StoreError> {
    let Vouched { issuer, subject, .. } = vouched;
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(OWNER).bind(issuer).bind(subject).fetch_optional(engine))?)
}

/// Makes the identity sign in to this account. Fails as [`StoreError::UniqueViolation`] when it signs in to one
/// already.
pub async fn add(tx: &mut Tx, vouched: &Vouched, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let Vouched { issuer, subject, provider, email, .. } = vouched;
    execute!(tx, sqlx::query(ADD).bind(issuer).bind(subject).bind(provider).bind(account).bind(email).bind(now))?;
    Ok(())
}

/// Keeps the address that the provider tells now.
pub async fn tell(tx: &mut Tx, vouched: &Vouched) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(TELL).bind(&vouched.issuer).bind(&vouched.subject).bind(&vouched.email))?;
    Ok(())
}

/// The identities that sign in to this account, oldest first.
pub async fn all(db: &Db, account: &AccountId) -> Result<Vec<Linked>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ALL).bind(account).fetch_all(engine))?)
}

/// The same inside a write.
pub async fn all_within(tx: &mut Tx, account: &AccountId) -> Result<Vec<Linked>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(ALL).bind(account).fetch_all(engine))?)
}

/// Takes the identities of this provider from the account.
pub async fn remove(tx: &mut Tx, account: &AccountId, provider: Voucher) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE).bind(account).bind(provider))?;
    Ok(())
}

/// Takes every identity from the account.
pub async fn remove_all(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE_ALL).bind(account))?;
    Ok(())
}
