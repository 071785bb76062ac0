//! Defends against accounts that were registered with another person's address (R308).

use super::builtin::ticket::{self, Purpose};
use super::builtin::{second_factor, session};
use super::federated::store as links;
use super::store;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::Tx;
use crate::db::error::StoreError;

/// Removes all credentials of an account with an unverified address when the owner of the address appears: password,
/// second factor, sessions, mailed links and federated identities. Otherwise its creator could still sign in.
pub async fn revoke_credentials(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    store::set_password(tx, account, None, now).await?;
    second_factor::remove(tx, account).await?;
    session::end_all(tx, account).await?;
    ticket::forget(tx, account, Purpose::Verify).await?;
    ticket::forget(tx, account, Purpose::Password).await?;
    links::remove_all(tx, account).await
}
