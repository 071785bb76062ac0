//! Accounts, roles and the policy: one match decides about all permissions. Everything else is denied.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::model::{Actor, Description, Kind, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;

/// The role of an account, which determines its permissions. The lowest rank comes first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Role {
    /// Has the permissions of every signed-in account.
    #[default]
    Viewer,
    /// Creates places and changes the own ones.
    BusinessOwner,
    /// Has all permissions.
    Admin,
}

/// The id of a session. Access tokens contain it and are invalid once the session ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct SessionId(pub String);

impl SessionId {
    /// A new id.
    pub fn generate() -> Self {
        Self(uuid::Uuid::now_v7().simple().to_string())
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Account {
    /// The permanent id; `uid` in the API.
    pub id: AccountId,
    /// Increases by one with each change.
    pub version: i64,
    /// Lower case.
    pub email: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// The URL of a portrait.
    pub photo_url: Option<String>,
    /// The role.
    pub role: Role,
    /// A deactivated account is signed out at its next request.
    pub is_active: bool,
    /// Whether the account has proved access to the mailbox.
    pub is_email_verified: bool,
    /// Whether the account can sign in with a password.
    pub has_password: bool,
    /// Whether a sign-in requires a code after the password.
    pub has_second_factor: bool,
    /// Whether the policy requires a second factor that the account does not have. Until then it has the permissions of
    /// a viewer. Not stored: it follows from the configuration.
    #[sqlx(skip)]
    pub owes_second_factor: bool,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// The account and the session of a token with a valid signature. The write must check in its own transaction whether
/// the token was revoked: see `is_valid_claim!` in `store.rs`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The account of the token.
    pub account: AccountId,
    /// The session of the token; `None` for Firebase, whose token was already checked for revocation.
    pub session: Option<SessionId>,
}

/// One thing that the policy allows or denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission<'a> {
    /// Enter the console and read its counts.
    AccessConsole,
    /// Add a place.
    CreatePlace,
    /// Change the place of this owner.
    EditPlace(Option<&'a AccountId>),
    /// Read the place of this owner even if it is not public.
    SeeHiddenPlace(Option<&'a AccountId>),
    /// Set the fields of a place that only admins decide: active, verified, premium, recommended, owner, rating, review
    /// count.
    ManagePlaceFlags,
    /// Move a place to the trash, list the trash, and restore a place.
    DeletePlace,
    /// Read articles that are not public; create, change or delete articles.
    ManageArticles,
    /// Create, change or delete categories.
    ManageCategories,
    /// List, add, change or delete accounts.
    ManageUsers,
    /// Change the settings and the standing pages.
    ManageSettings,
    /// Read the audit log.
    ReadAudit,
    /// Add an image to the library.
    AddImage,
    /// Change, replace or remove an image of the library that this account uploaded.
    ManageImage(Option<&'a AccountId>),
}

impl Account {
    /// Whether the account is active and has at least this role.
    pub fn has_role(&self, role: Role) -> bool {
        let rank = if self.owes_second_factor { Role::Viewer } else { self.role };
        self.is_active && rank >= role
    }

    /// Whether the account belongs to the staff, who may have second factors.
    pub fn is_staff(&self) -> bool {
        self.role >= Role::BusinessOwner
    }

    /// Whether the policy allows `permission` (R162, R163, R164, R205).
    pub fn may(&self, permission: Permission<'_>) -> bool {
        match permission {
            Permission::AccessConsole | Permission::CreatePlace | Permission::AddImage => {
                self.has_role(Role::BusinessOwner)
            }
            Permission::EditPlace(owner) | Permission::SeeHiddenPlace(owner) | Permission::ManageImage(owner) => {
                self.has_role(Role::Admin) || (self.has_role(Role::BusinessOwner) && owner == Some(&self.id))
            }
            Permission::ManagePlaceFlags
            | Permission::DeletePlace
            | Permission::ManageArticles
            | Permission::ManageCategories
            | Permission::ManageUsers
            | Permission::ManageSettings
            | Permission::ReadAudit => self.has_role(Role::Admin),
        }
    }

    /// First and last name, separated by a space and trimmed.
    pub fn display_name(&self) -> String {
        display_name(&self.first_name, &self.last_name)
    }
}

impl From<&Account> for Actor {
    fn from(account: &Account) -> Self {
        Self { id: account.id.clone(), name: account.display_name(), email: account.email.clone() }
    }
}

impl Subject for Account {
    const KIND: Kind = Kind::User;

    fn describe(&self) -> Description {
        let name = Some(self.display_name()).filter(|name| !name.is_empty()).unwrap_or_else(|| self.email.clone());
        let fields = json!({
            "email": self.email, "firstName": self.first_name, "lastName": self.last_name, "photoURL": self.photo_url,
            "role": self.role, "isActive": self.is_active, "isEmailVerified": self.is_email_verified,
            "hasPassword": self.has_password, "hasSecondFactor": self.has_second_factor,
        });
        Description::new(&self.id, name, fields)
    }
}

/// First and last name, separated by a space and trimmed.
pub fn display_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// Whether staff use second factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondFactor {
    /// Second factors cannot be set up, and existing ones are ignored.
    Off,
    /// Accounts that have one must use it.
    #[default]
    Optional,
    /// Staff without one have the permissions of a viewer until they set one up.
    Required,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(role: Role) -> Account {
        Account {
            id: AccountId("me".into()),
            version: 1,
            email: "me@example.org".into(),
            first_name: "Linh".into(),
            last_name: "Tran".into(),
            photo_url: None,
            role,
            is_active: true,
            is_email_verified: true,
            has_password: true,
            has_second_factor: false,
            owes_second_factor: false,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
        }
    }

    // R161
    #[test]
    fn roles_are_ranked_and_viewer_is_the_default() {
        assert_eq!(Role::default(), Role::Viewer);
        assert!(Role::Viewer < Role::BusinessOwner && Role::BusinessOwner < Role::Admin);
        assert!(account(Role::Admin).has_role(Role::BusinessOwner));
        assert!(!account(Role::BusinessOwner).has_role(Role::Admin));
    }

    // R162, R163, R164
    #[test]
    fn policy_allows_each_role_what_the_table_lists() {
        let (mine, theirs) = (AccountId("me".into()), AccountId("you".into()));
        let permissions = [
            (Permission::AccessConsole, [false, true, true]),
            (Permission::CreatePlace, [false, true, true]),
            (Permission::EditPlace(Some(&mine)), [false, true, true]),
            (Permission::EditPlace(Some(&theirs)), [false, false, true]),
            (Permission::EditPlace(None), [false, false, true]),
            (Permission::SeeHiddenPlace(Some(&mine)), [false, true, true]),
            (Permission::SeeHiddenPlace(Some(&theirs)), [false, false, true]),
            (Permission::ManagePlaceFlags, [false, false, true]),
            (Permission::DeletePlace, [false, false, true]),
            (Permission::ManageArticles, [false, false, true]),
            (Permission::ManageCategories, [false, false, true]),
            (Permission::ManageUsers, [false, false, true]),
            (Permission::ManageSettings, [false, false, true]),
            (Permission::ReadAudit, [false, false, true]),
            (Permission::AddImage, [false, true, true]),
            (Permission::ManageImage(Some(&mine)), [false, true, true]),
            (Permission::ManageImage(Some(&theirs)), [false, false, true]),
        ];
        for (permission, expected) in permissions {
            for (role, may) in [Role::Viewer, Role::BusinessOwner, Role::Admin].into_iter().zip(expected) {
                assert_eq!(account(role).may(permission), may, "{role:?} {permission:?}");
            }
        }
    }

    #[test]
    fn account_that_lacks_a_required_second_factor_has_viewer_permissions() {
        let mut admin = account(Role::Admin);
        admin.owes_second_factor = true;
        assert!(
            admin.has_role(Role::Viewer)
                && !admin.may(Permission::AccessConsole)
                && !admin.may(Permission::ManageUsers)
        );
        assert!(!admin.may(Permission::EditPlace(Some(&AccountId("me".into())))));
    }

    #[test]
    fn deactivated_account_has_no_permissions() {
        let mut deactivated = account(Role::Admin);
        deactivated.is_active = false;
        assert!(!deactivated.may(Permission::AccessConsole) && !deactivated.may(Permission::DeletePlace));
    }
}
