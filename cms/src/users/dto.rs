//! The responses about accounts for admins.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::domain::model::{Account, Role};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;

/// An account, as admins see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserResponse {
    /// The permanent id of the account.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub id: AccountId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The email address, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The given name; may be empty.
    #[schema(example = "Linh")]
    pub first_name: String,
    /// The family name; may be empty.
    #[schema(example = "Tran")]
    pub last_name: String,
    /// The role of the account.
    pub role: Role,
    /// Whether the account is active. A deactivated account is signed out with its next request.
    pub is_active: bool,
    /// Whether the user has confirmed the email address.
    pub is_email_verified: bool,
    /// Whether the account has a password. A user without one has not accepted the invitation, or signs in with another
    /// identity provider.
    pub has_password: bool,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

impl From<Account> for UserResponse {
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

/// The number of accounts of each role.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserCounts {
    /// All accounts, including deactivated ones.
    #[schema(example = 12)]
    pub total: i64,
    /// The number of admins.
    #[schema(example = 1)]
    pub admins: i64,
    /// The number of business owners.
    #[schema(example = 3)]
    pub business_owners: i64,
    /// The number of viewers.
    #[schema(example = 8)]
    pub viewers: i64,
}
