//! The links between federated identities and accounts. A sign-in finds or creates the account of its identity.
//!
//! An account is found by the identity (issuer and subject), or else by an address that the provider has verified. An
//! unverified address never leads to an existing account, because anyone can enter it at a provider (R308).

use super::failure::{FederatedSignInError, FederatedSignInFailure};
use super::model::{FederatedIdentity, IdentityProvider, LinkedIdentity};
use crate::auth::domain::accounts::{self, Account, NewAccount};
use crate::auth::domain::api_token::store as api_tokens;
use crate::auth::domain::builtin::ticket::{self, TicketPurpose};
use crate::auth::domain::builtin::{second_factor, session};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_pool, with_tx};

const SELECT_ACCOUNT: &str = "select account_id from federated_identity where issuer = $1 and subject = $2";

const INSERT: &str = "
insert into federated_identity (issuer, subject, provider, account_id, email, created_at)
values ($1, $2, $3, $4, $5, $6)";

const UPDATE_EMAIL: &str = "
update federated_identity set email = $3 where issuer = $1 and subject = $2 and email is distinct from $3";

const SELECT_IDENTITIES: &str = "
select provider, subject, email, created_at from federated_identity where account_id = $1
order by created_at, issuer, subject";

const REMOVE: &str = "delete from federated_identity where account_id = $1 and provider = $2";

const REMOVE_ALL: &str = "delete from federated_identity where account_id = $1";

/// The account of a federated identity. The account may be deactivated: then it is unchanged, and the caller must
/// reject the sign-in.
#[derive(Clone, Debug)]
pub struct LinkOutcome {
    /// The account after the call.
    pub account: Account,
    /// The account before the call; `None` for a new account.
    pub before: Option<Account>,
    /// Whether to send a verification email: the identity was just linked and the address is unverified.
    pub needs_verification_email: bool,
}

/// Finds, links or creates the account of `identity`, and adds missing names and a missing portrait. Linking an account
/// with an unverified address revokes its credentials.
///
/// Errors: [`FederatedSignInFailure::NoEmail`] if a new identity has no address; [`FederatedSignInFailure::EmailInUse`]
/// if its address has an account and the provider has not verified it; [`StoreError::UniqueViolation`] if a concurrent
/// sign-in stored the same identity first.
pub async fn find_or_create_linked_account(
    tx: &mut Tx,
    identity: &FederatedIdentity,
    now: Timestamp,
) -> Result<LinkOutcome, FederatedSignInError> {
    if let Some(id) = linked_account_id(tx, identity).await? {
        let before = accounts::get_for_update(tx, &id).await?.ok_or(StoreError::NotFound)?;
        if !before.is_active {
            return Ok(unchanged_outcome(before));
        }
        let FederatedIdentity { issuer, subject, email, .. } = identity;
        execute!(tx, sqlx::query(UPDATE_EMAIL).bind(issuer).bind(subject).bind(email)).map_err(StoreError::from)?;
        let account = update_account(tx, identity, before.clone(), now).await?;
        return Ok(LinkOutcome { account, before: Some(before), needs_verification_email: false });
    }
    let email = identity.email.as_deref().ok_or(FederatedSignInFailure::NoEmail)?;
    let existing_account = accounts::by_email_within(tx, email).await?;
    let id = match &existing_account {
        Some(_) if !identity.is_email_verified => return Err(FederatedSignInFailure::EmailInUse.into()),
        Some(existing_account) => {
            let account = accounts::get_for_update(tx, &existing_account.id).await?.ok_or(StoreError::NotFound)?;
            if !account.is_active {
                return Ok(unchanged_outcome(account));
            }
            if !account.is_email_verified {
                // Another person may have created the account, because its address was never verified. An account that
                // an admin created for the user also loses its credentials, because the server cannot distinguish the
                // two cases.
                revoke_credentials(tx, &account.id, now).await?;
            }
            account.id
        }
        None => {
            let new_account = NewAccount { email: email.to_owned(), is_active: true, ..NewAccount::default() };
            accounts::add(tx, new_account, now).await?
        }
    };
    add(tx, identity, &id, now).await?;
    let account = accounts::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
    let account = update_account(tx, identity, account, now).await?;
    Ok(LinkOutcome { needs_verification_email: !account.is_email_verified, account, before: existing_account })
}

/// Marks the address as verified if the provider has verified it, and adds missing names and a missing portrait.
/// Returns the account after the change.
async fn update_account(
    tx: &mut Tx,
    identity: &FederatedIdentity,
    account: Account,
    now: Timestamp,
) -> Result<Account, StoreError> {
    let is_email_verified = account.is_email_verified || identity.verified_email() == Some(&account.email);
    let after = Account { is_email_verified, ..account.clone() };
    let after = identity.with_missing_names_and_photo(&after).unwrap_or(after);
    if after == account {
        return Ok(account);
    }
    accounts::store_changes(tx, &after, now).await?;
    accounts::by_id(tx, &account.id).await?.ok_or(StoreError::NotFound)
}

fn unchanged_outcome(account: Account) -> LinkOutcome {
    LinkOutcome { before: Some(account.clone()), account, needs_verification_email: false }
}

/// The id of the account that the identity is linked with.
async fn linked_account_id(tx: &mut Tx, identity: &FederatedIdentity) -> Result<Option<AccountId>, StoreError> {
    let FederatedIdentity { issuer, subject, .. } = identity;
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(SELECT_ACCOUNT).bind(issuer).bind(subject).fetch_optional(engine))?)
}

/// Links the identity with an account. Errors: [`StoreError::UniqueViolation`] if the identity is already linked.
async fn add(tx: &mut Tx, identity: &FederatedIdentity, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let FederatedIdentity { issuer, subject, provider, email, .. } = identity;
    execute!(tx, sqlx::query(INSERT).bind(issuer).bind(subject).bind(provider).bind(account).bind(email).bind(now))?;
    Ok(())
}

/// The identities that are linked with this account, in the order in which they were linked.
pub async fn all(db: &Db, account: &AccountId) -> Result<Vec<LinkedIdentity>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_IDENTITIES).bind(account).fetch_all(engine))?)
}

/// Like [`all`], for callers that have begun a transaction.
pub async fn all_within(tx: &mut Tx, account: &AccountId) -> Result<Vec<LinkedIdentity>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_IDENTITIES).bind(account).fetch_all(engine))?)
}

/// Unlinks the identities of this provider from the account.
pub async fn remove(tx: &mut Tx, account: &AccountId, provider: IdentityProvider) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE).bind(account).bind(provider))?;
    Ok(())
}

/// Unlinks all identities from the account.
pub async fn remove_all(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE_ALL).bind(account))?;
    Ok(())
}

/// Removes all credentials of an account whose address was not verified, when the owner of the address first proves
/// ownership. Otherwise someone who registered the account with another person's address could still sign in (R308).
/// The credentials are the password, second factor, sessions, API tokens, federated identities, and the tickets to
/// verify the address or to set a password.
pub async fn revoke_credentials(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    accounts::set_password(tx, account, None, now).await?;
    second_factor::remove(tx, account).await?;
    session::end_all(tx, account).await?;
    api_tokens::revoke_all(tx, account, now).await?;
    ticket::invalidate(tx, account, TicketPurpose::Verify).await?;
    ticket::invalidate(tx, account, TicketPurpose::Password).await?;
    remove_all(tx, account).await
}
