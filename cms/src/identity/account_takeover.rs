//! Ends the access of a person who made an account with a foreign address (R308).

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::builtin::{factor, session};
use crate::identity::federated::store as links;
use crate::identity::store;

/// Takes from an account whose address was never verified everything by which whoever made it could come back: password,
/// second factor, sessions, links in letters, identities elsewhere. For the moment in which its owner turns up.
pub async fn revoke_credentials(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    store::set_password(tx, account, None, now).await?;
    factor::remove(tx, account).await?;
    session::end_all(tx, account).await?;
    ticket::forget(tx, account, Purpose::Verify).await?;
    ticket::forget(tx, account, Purpose::Password).await?;
    links::remove_all(tx, account).await
}
