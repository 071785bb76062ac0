//! Finds or creates the account for a federated identity.
//!
//! The identity (issuer and subject) decides first, then an address that the provider has verified. An unverified
//! address decides nothing, because anybody can claim it (R308).

use super::model::ExternalIdentity;
use super::store as links;
use crate::auth::domain::account_takeover;
use crate::auth::domain::model::{Account, Role};
use crate::auth::domain::store::{self, NewAccount};
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;

/// The account of a federated identity. A deactivated account is unchanged, and the caller must reject the sign-in.
#[derive(Clone, Debug)]
pub struct LinkOutcome {
    /// The account now.
    pub account: Account,
    /// The account before; `None` if it is new.
    pub before: Option<Account>,
    /// Whether to send a verification email: the identity was just linked and the address is unverified.
    pub needs_verification: bool,
}

/// Why an identity has no account.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The provider returned no address, which every account needs.
    #[error("the provider returned no email address")]
    NoEmail,
    /// An account has the address, and the provider has not verified it.
    #[error("the address is in use and not verified")]
    EmailInUse,
    /// The database failed, or a concurrent sign-in stored the same identity first ([`StoreError::UniqueViolation`]).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds, links or creates the account, and adds missing names and a missing portrait.
pub async fn link_or_create(
    tx: &mut Tx,
    identity: &ExternalIdentity,
    now: Timestamp,
) -> Result<LinkOutcome, LinkError> {
    if let Some(id) = links::account_of(tx, identity).await? {
        let account = store::locked(tx, &id).await?.ok_or(StoreError::NotFound)?;
        return if account.is_active { sign_in(tx, identity, account, now).await } else { Ok(unchanged(account)) };
    }
    let email = identity.email.as_deref().ok_or(LinkError::NoEmail)?;
    let existing = store::by_email_within(tx, email).await?;
    let id = match &existing {
        Some(_) if !identity.is_email_verified => return Err(LinkError::EmailInUse),
        Some(existing) => {
            let account = store::locked(tx, &existing.id).await?.ok_or(StoreError::NotFound)?;
            if !account.is_active {
                return Ok(unchanged(account));
            }
            if !account.is_email_verified {
                // The creator never verified the address. An admin may also have created the account for this person.
                account_takeover::revoke_credentials(tx, &account.id, now).await?;
            }
            account.id
        }
        None => store::add(tx, new_account(email), now).await?,
    };
    links::add(tx, identity, &id, now).await?;
    let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
    let account = completed(tx, identity, account, now).await?;
    Ok(LinkOutcome { needs_verification: !account.is_email_verified, account, before: existing })
}

/// Signs in to an account that is already linked.
async fn sign_in(
    tx: &mut Tx,
    identity: &ExternalIdentity,
    account: Account,
    now: Timestamp,
) -> Result<LinkOutcome, LinkError> {
    links::update_email(tx, identity).await?;
    let before = Some(account.clone());
    Ok(LinkOutcome { account: completed(tx, identity, account, now).await?, before, needs_verification: false })
}

/// Adds what the provider knows: the verification of the address, missing names and a missing portrait.
async fn completed(
    tx: &mut Tx,
    identity: &ExternalIdentity,
    account: Account,
    now: Timestamp,
) -> Result<Account, StoreError> {
    let is_email_verified = account.is_email_verified || identity.verified_email() == Some(&account.email);
    let after = Account { is_email_verified, ..account.clone() };
    let after = identity.complete(&after).unwrap_or(after);
    if after == account {
        return Ok(account);
    }
    store::change(tx, &after, now).await?;
    store::by_id(tx, &account.id).await?.ok_or(StoreError::NotFound)
}

fn new_account(email: &str) -> NewAccount {
    NewAccount {
        email: email.to_owned(),
        first_name: String::new(),
        last_name: String::new(),
        role: Role::Viewer,
        is_active: true,
        is_email_verified: false,
        password_hash: None,
    }
}

fn unchanged(account: Account) -> LinkOutcome {
    LinkOutcome { before: Some(account.clone()), account, needs_verification: false }
}
