//! Who may do what: roles, accounts and the table of rights as one match. Everything not named here is denied.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::audit_log::model::{Actor, Kind, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;

/// The role of an account, which determines its permissions. The lowest rank comes first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Role {
    /// Everybody who is signed in.
    #[default]
    Viewer,
    /// Keeps places of their own.
    BusinessOwner,
    /// Keeps everything.
    Admin,
}

/// One sign-in on one device, until it is signed out. Access tokens name it and end with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct SessionId(pub String);

impl SessionId {
    /// A new id.
    pub fn fresh() -> Self {
        Self(uuid::Uuid::now_v7().simple().to_string())
    }
}

/// An account as the rest of the program sees it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Account {
    /// The permanent id, also what clients call `uid`.
    pub id: AccountId,
    /// Grows by one with each change.
    pub version: i64,
    /// Lower case.
    pub email: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// Address of a picture.
    pub photo_url: Option<String>,
    /// What the person may do.
    pub role: Role,
    /// A deactivated account is signed out at its next request.
    pub is_active: bool,
    /// Whether it is known that the mailbox is this person's.
    pub is_email_verified: bool,
    /// Whether a password signs in.
    pub has_password: bool,
    /// Whether a code is asked for after the password.
    pub has_second_factor: bool,
    /// Whether this guide wants a second factor of this person and there is none: until there is, they may no more than
    /// a viewer. Not stored: it follows from the guide's setting.
    #[sqlx(skip)]
    pub owes_second_factor: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Whom a request speaks for, by a token whose signature is good. Whether it still counts is to be looked up within the
/// write that is asked for: see `counts!` in `store.rs`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whose token it is.
    pub account: AccountId,
    /// The session that the token ends with; nothing where Firebase keeps the accounts, which has been asked.
    pub session: Option<SessionId>,
}

/// Something a person may want to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act<'a> {
    /// Enter the console and read its counts.
    EnterDesk,
    /// Add a place.
    CreatePlace,
    /// Change the place of this owner.
    EditPlace(Option<&'a AccountId>),
    /// See the place of this owner although it is not public.
    SeeHiddenPlace(Option<&'a AccountId>),
    /// Set what only the guide itself decides: active, verified, premium, recommended, owner, rating, review count.
    VouchForPlace,
    /// Move a place to the trash, see what is there, and take it out again.
    DeletePlace,
    /// See articles that are not public; create, edit or delete articles.
    ManageArticles,
    /// Create, edit or delete categories.
    ManageCategories,
    /// List, add, change or delete accounts.
    ManageUsers,
    /// Change the region's settings and what is written on its standing pages.
    ManageSettings,
    /// Read who did what.
    ReadAudit,
    /// Add a picture to the library.
    AddPicture,
    /// Change, replace or remove a picture of the library that this account sent.
    KeepPicture(Option<&'a AccountId>),
}

impl Account {
    /// Whether this person's rank is at least `role`.
    pub fn has_role(&self, role: Role) -> bool {
        let rank = if self.owes_second_factor { Role::Viewer } else { self.role };
        self.is_active && rank >= role
    }

    /// Whether this person works for the guide: second factors are for them.
    pub fn is_staff(&self) -> bool {
        self.role >= Role::BusinessOwner
    }

    /// Whether the policy allows `act` (R162, R163, R164, R205).
    pub fn may(&self, act: Act<'_>) -> bool {
        match act {
            Act::EnterDesk | Act::CreatePlace | Act::AddPicture => self.has_role(Role::BusinessOwner),
            Act::EditPlace(owner) | Act::SeeHiddenPlace(owner) | Act::KeepPicture(owner) => {
                self.has_role(Role::Admin) || (self.has_role(Role::BusinessOwner) && owner == Some(&self.id))
            }
            Act::VouchForPlace
            | Act::DeletePlace
            | Act::ManageArticles
            | Act::ManageCategories
            | Act::ManageUsers
            | Act::ManageSettings
            | Act::ReadAudit => self.has_role(Role::Admin),
        }
    }

    /// First and last name with a space, trimmed.
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

    fn id(&self) -> Option<String> {
        Some(self.id.0.clone())
    }

    fn name(&self) -> String {
        Some(self.display_name()).filter(|name| !name.is_empty()).unwrap_or_else(|| self.email.clone())
    }

    fn fields(&self) -> Value {
        json!({
            "email": self.email, "firstName": self.first_name, "lastName": self.last_name, "photoURL": self.photo_url,
            "role": self.role, "isActive": self.is_active, "isEmailVerified": self.is_email_verified,
            "hasPassword": self.has_password, "hasSecondFactor": self.has_second_factor,
        })
    }
}

/// First and last name with a space, trimmed.
pub fn display_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// Whether this guide asks its staff for a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondFactor {
    /// Nobody can have one; those that exist are not asked for.
    Off,
    /// Who has one is asked for it.
    #[default]
    Optional,
    /// Staff without one can do nothing but set one up.
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
        let acts = [
            (Act::EnterDesk, [false, true, true]),
            (Act::CreatePlace, [false, true, true]),
            (Act::EditPlace(Some(&mine)), [false, true, true]),
            (Act::EditPlace(Some(&theirs)), [false, false, true]),
            (Act::EditPlace(None), [false, false, true]),
            (Act::SeeHiddenPlace(Some(&mine)), [false, true, true]),
            (Act::SeeHiddenPlace(Some(&theirs)), [false, false, true]),
            (Act::VouchForPlace, [false, false, true]),
            (Act::DeletePlace, [false, false, true]),
            (Act::ManageArticles, [false, false, true]),
            (Act::ManageCategories, [false, false, true]),
            (Act::ManageUsers, [false, false, true]),
            (Act::ManageSettings, [false, false, true]),
            (Act::ReadAudit, [false, false, true]),
            (Act::AddPicture, [false, true, true]),
            (Act::KeepPicture(Some(&mine)), [false, true, true]),
            (Act::KeepPicture(Some(&theirs)), [false, false, true]),
        ];
        for (act, expected) in acts {
            for (role, may) in [Role::Viewer, Role::BusinessOwner, Role::Admin].into_iter().zip(expected) {
                assert_eq!(account(role).may(act), may, "{role:?} {act:?}");
            }
        }
    }

    #[test]
    fn who_owes_a_second_factor_may_no_more_than_a_viewer() {
        let mut admin = account(Role::Admin);
        admin.owes_second_factor = true;
        assert!(admin.has_role(Role::Viewer) && !admin.may(Act::EnterDesk) && !admin.may(Act::ManageUsers));
        assert!(!admin.may(Act::EditPlace(Some(&AccountId("me".into())))));
    }

    #[test]
    fn a_deactivated_account_may_do_nothing() {
        let mut gone = account(Role::Admin);
        gone.is_active = false;
        assert!(!gone.may(Act::EnterDesk) && !gone.may(Act::DeletePlace));
    }
}
