//! The responses about accounts for admins.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::identity::model::{Account, Role};

/// An account, as admins see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserView {
    /// The permanent id.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub id: AccountId,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 1)]
    pub version: i64,
    /// The e-mail address, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// Given name; may be empty.
    #[schema(example = "Linh")]
    pub first_name: String,
    /// Family name; may be empty.
    #[schema(example = "Tran")]
    pub last_name: String,
    /// What the person may do.
    pub role: Role,
    /// A deactivated account is signed out at its next request.
    pub is_active: bool,
    /// Whether it is known that the mailbox is this person's.
    pub is_email_verified: bool,
    /// Whether a password signs in; an account without one waits for its invitation, or signs in with another provider.
    pub has_password: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl From<Account> for UserView {
    fn from(account: Account) -> Self {
        let Account { id, version, email, first_name, last_name, role, is_active, is_email_verified, .. } = account;
        let (has_password, created_at, updated_at) = (account.has_password, account.created_at, account.updated_at);
        Self {
            id,
            version,
            email,
            first_name,
            last_name,
            role,
            is_active,
            is_email_verified,
            has_password,
            created_at,
            updated_at,
        }
    }
}

/// How many accounts there are, of each role.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserCounts {
    /// All accounts, deactivated ones too.
    #[schema(example = 12)]
    pub total: i64,
    /// Admins.
    #[schema(example = 1)]
    pub admins: i64,
    /// Business owners.
    #[schema(example = 3)]
    pub business_owners: i64,
    /// Everybody else.
    #[schema(example = 8)]
    pub viewers: i64,
}
