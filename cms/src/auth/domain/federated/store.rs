//! Stores and reads federated identities.

use super::model::{ExternalIdentity, IdentityProvider, LinkedIdentity};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::{execute, with_pool, with_tx};

const SELECT_ACCOUNT: &str = "select account_id from federated_identity where issuer = $1 and subject = $2";

const INSERT: &str = "
insert into federated_identity (issuer, subject, provider, account_id, email, created_at)
values ($1, $2, $3, $4, $5, $6)";

const UPDATE_EMAIL: &str = "
update federated_identity set email = $3 where issuer = $1 and subject = $2 and email is distinct from $3";

const ALL: &str = "
select provider, subject, email, created_at from federated_identity where account_id = $1
order by created_at, issuer, subject";

const REMOVE: &str = "delete from federated_identity where account_id = $1 and provider = $2";

const REMOVE_ALL: &str = "delete from federated_identity where account_id = $1";

/// The account that the identity is linked with.
pub async fn account_of(tx: &mut Tx, identity: &ExternalIdentity) -> Result<Option<AccountId>, StoreError> {
    let ExternalIdentity { issuer, subject, .. } = identity;
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(SELECT_ACCOUNT).bind(issuer).bind(subject).fetch_optional(engine))?)
}

/// Links the identity with an account. [`StoreError::UniqueViolation`] if it is already linked.
pub async fn add(
    tx: &mut Tx,
    identity: &ExternalIdentity,
    account: &AccountId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let ExternalIdentity { issuer, subject, provider, email, .. } = identity;
    execute!(tx, sqlx::query(INSERT).bind(issuer).bind(subject).bind(provider).bind(account).bind(email).bind(now))?;
    Ok(())
}

/// Stores the current address from the provider.
pub async fn update_email(tx: &mut Tx, identity: &ExternalIdentity) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(UPDATE_EMAIL).bind(&identity.issuer).bind(&identity.subject).bind(&identity.email))?;
    Ok(())
}

/// The identities of this account, oldest first.
pub async fn all(db: &Db, account: &AccountId) -> Result<Vec<LinkedIdentity>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ALL).bind(account).fetch_all(engine))?)
}

/// The identities of this account, within a transaction.
pub async fn all_within(tx: &mut Tx, account: &AccountId) -> Result<Vec<LinkedIdentity>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(ALL).bind(account).fetch_all(engine))?)
}

/// Unlinks the identities of this provider.
pub async fn remove(tx: &mut Tx, account: &AccountId, provider: IdentityProvider) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE).bind(account).bind(provider))?;
    Ok(())
}

/// Unlinks all identities.
pub async fn remove_all(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE_ALL).bind(account))?;
    Ok(())
}
