//! The requests and responses about accounts, with the rules of the requests.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::auth::domain::accounts::{Account, Role};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::http::input::account_field_rules;
use crate::http::input::rule::{Rule, rule_schemas};

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
    /// The time of the latest invitation. Null if there was none, and once the user has chosen a password or signed in.
    #[schema(required)]
    pub invited_at: Option<Timestamp>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

impl From<Account> for UserResponse {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            version: account.version,
            email: account.email,
            first_name: account.first_name,
            last_name: account.last_name,
            role: account.role,
            is_active: account.is_active,
            is_email_verified: account.is_email_verified,
            has_password: account.has_password,
            invited_at: account.invited_at,
            created_at: account.created_at,
            updated_at: account.updated_at,
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

/// A single-use link to set a password. Treat it as a secret: it works for anyone who has it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLinkResponse {
    /// The kind of the link.
    pub kind: PasswordLinkKind,
    /// The link. It can be used once, and only this response contains it.
    #[schema(example = "https://guide.example/login/reset?token=uX2m0fJ1rKc5nP8sWq3vYz6aBd9eGh4iLo7tQx1CyEM")]
    pub link: String,
    /// The time at which the link expires.
    pub expires_at: Timestamp,
}

/// The kind of a password link: `invitation` for an account without a password (seven days), `reset` for others (30
/// minutes).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PasswordLinkKind {
    /// The account has no password yet: the link is valid for seven days.
    Invitation,
    /// The account has a password: the link is valid for 30 minutes.
    Reset,
}

/// Changes to an account. Fields that are absent stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "see the rules")]
pub struct UserChanges {
    pub id: Option<String>,
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub role: Option<Role>,
    pub is_active: Option<bool>,
}

/// Names the schema of the request that creates an account. The body is parsed as [`UserChanges`].
pub struct UserRequest;

fn rules() -> Rule {
    const ROLES: &[&str] = &["viewer", "business_owner", "admin"];
    Rule::closed_object(
        "An account.",
        vec![
            ("id", Rule::text("The id in the URL, if it is sent.")),
            ("email", account_field_rules::email("Valid email is required", "Valid email is required")),
            ("firstName", account_field_rules::first_name()),
            ("lastName", account_field_rules::last_name()),
            (
                "role",
                Rule::text("The role of the account.")
                    .one_of(ROLES, "Role must be viewer, business_owner or admin")
                    .default("viewer"),
            ),
            ("isActive", Rule::boolean("Whether the account is active and can sign in.").default(true)),
            ("version", Rule::computed("Ignored.")),
            ("isEmailVerified", Rule::computed("Ignored.")),
            ("hasPassword", Rule::computed("Ignored.")),
            ("invitedAt", Rule::computed("Ignored.")),
            ("createdAt", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
        ],
    )
    .example(json!({ "email": "linh@example.org", "firstName": "Linh", "lastName": "Tran", "role": "viewer" }))
}

rule_schemas! { UserRequest => rules(), UserChanges => rules().all_optional() }
