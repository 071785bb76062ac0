//! Finds or creates the account for a federated identity.
//!
//! The identity (issuer and subject) decides first, then an address that the provider has verified. An unverified
//! address decides nothing, because anybody can claim it (R308).

use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::identity::account_takeover;
use crate::identity::federated::model::Vouched;
use crate::identity::federated::store as links;
use crate::identity::model::{Account, Role};
use crate::identity::store::{self, NewAccount};

/// Somebody has come to their account. A deactivated one was left as it is: the caller turns them away.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// As it is now.
    pub account: Account,
    /// As it was; nothing where it is new.
    pub before: Option<Account>,
    /// Whether the account is new and its address unverified: a letter may help.
    pub wants_letter: bool,
}

/// Why somebody has no account to come to.
#[derive(Debug, thiserror::Error)]
pub enum ArrivalError {
    /// The provider tells no address, and an account has one.
    #[error("the provider told no e-mail address")]
    NoEmail,
    /// The address has an account, and the provider has not verified that it is theirs.
    #[error("the address is in use and not verified")]
    EmailInUse,
    /// The database failed, or a concurrent sign-in stored the same identity first ([`StoreError::UniqueViolation`]).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds, links or makes the account, and fills in what it lacks.
pub async fn arrive(tx: &mut Tx, vouched: &Vouched, now: Timestamp) -> Result<Arrival, ArrivalError> {
    if let Some(id) = links::owner(tx, vouched).await? {
        let account = store::locked(tx, &id).await?.ok_or(StoreError::NotFound)?;
        return if account.is_active { come_back(tx, vouched, account, now).await } else { Ok(turned_away(account)) };
    }
    let email = vouched.email.as_deref().ok_or(ArrivalError::NoEmail)?;
    let known = store::by_email_within(tx, email).await?;
    let id = match &known {
        Some(_) if !vouched.is_email_verified => return Err(ArrivalError::EmailInUse),
        Some(known) => {
            let account = store::locked(tx, &known.id).await?.ok_or(StoreError::NotFound)?;
            if !account.is_active {
                return Ok(turned_away(account));
            }
            if !account.is_email_verified {
                // Made by somebody who never showed that the mailbox is theirs, or by an admin for this very person.
                account_takeover::revoke_credentials(tx, &account.id, now).await?;
            }
            account.id
        }
        None => store::add(tx, nobody_yet(email), now).await?,
    };
    links::add(tx, vouched, &id, now).await?;
    let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
    let account = completed(tx, vouched, account, now).await?;
    Ok(Arrival { wants_letter: !account.is_email_verified, account, before: known })
}

/// Somebody who was here before.
async fn come_back(tx: &mut Tx, vouched: &Vouched, account: Account, now: Timestamp) -> Result<Arrival, ArrivalError> {
    links::tell(tx, vouched).await?;
    let before = Some(account.clone());
    Ok(Arrival { account: completed(tx, vouched, account, now).await?, before, wants_letter: false })
}

/// The account with what the provider knows beyond it: that its address is verified, names, a picture.
async fn completed(tx: &mut Tx, vouched: &Vouched, account: Account, now: Timestamp) -> Result<Account, StoreError> {
    let is_email_verified = account.is_email_verified || vouched.verified_email() == Some(&account.email);
    let known = Account { is_email_verified, ..account.clone() };
    let known = vouched.filling(&known).unwrap_or(known);
    if known == account {
        return Ok(account);
    }
    store::change(tx, &known, now).await?;
    store::by_id(tx, &account.id).await?.ok_or(StoreError::NotFound)
}

fn nobody_yet(email: &str) -> NewAccount {
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

fn turned_away(account: Account) -> Arrival {
    Arrival { before: Some(account.clone()), account, wants_letter: false }
}
