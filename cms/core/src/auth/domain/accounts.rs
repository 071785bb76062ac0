//! Accounts: roles, the policy and the database queries. One `match` ([`Account::may`]) decides on every permission.
//!
//! The file has more than 400 lines, because the queries and the policy belong together: every request loads its
//! account and then asks the policy.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{Actor, AuditDescription, AuditRecordKind, AuditSubject};
use crate::auth::domain::api_token::scope::ApiTokenScope;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ApiTokenId, CategoryId};
use crate::common::text;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The role of an account, which determines its permissions. The lowest rank comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Role {
    /// Has the permissions of every signed-in account.
    #[default]
    Viewer,
    /// Creates places and edits its own places.
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
    /// The version of the record, which `If-Match` compares.
    pub version: i64,
    /// The address, normalized by [`crate::auth::domain::email::normalize`].
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
    /// Whether a second factor is set up. A sign-in with the password then requires a code, unless the sign-in policy
    /// ignores second factors.
    pub has_second_factor: bool,
    /// Whether the sign-in policy requires a second factor that the account does not have. The account has the
    /// permissions of a viewer until it sets one up. Not stored: the value depends on the configuration.
    #[sqlx(skip)]
    pub lacks_required_second_factor: bool,
    /// The API token with which the account acts; `None` if it acts without an API token. Not stored.
    #[sqlx(skip)]
    pub token: Option<Arc<ApiTokenAccess>>,
    /// Whether the account gets the monthly emails about the facts of its places.
    pub owner_reminders: bool,
    /// The time of the latest invitation. `None` if the account was never invited, or has accepted the invitation.
    pub invited_at: Option<Timestamp>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// The API token with which an account acts: its scopes, and its limits, which apply to places only.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ApiTokenAccess {
    /// The id of the token.
    #[sqlx(rename = "token_id")]
    pub id: ApiTokenId,
    /// The name that the account gave the token.
    pub name: String,
    /// The scopes of the token.
    #[sqlx(json)]
    pub scopes: Vec<ApiTokenScope>,
    /// Whether the token reaches only places that the account owns.
    pub own_places_only: bool,
    /// The categories of the places that the token reaches; `None` for all.
    pub category_ids: Option<Json<Vec<CategoryId>>>,
}

/// The account and the session of a token with a valid signature. The account may be inactive, and the session may have
/// ended. A write must check both in its own transaction: see `is_valid_subject!`.
#[derive(Clone, Debug)]
pub struct SignedTokenSubject {
    /// The account of the token.
    pub account: AccountId,
    /// The session of the token; `None` if only the account must be checked, for example because the token is from
    /// Firebase.
    pub session: Option<SessionId>,
}

/// An action that the policy allows or denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission<'a> {
    /// Enter the console and read its counts.
    AccessConsole,
    /// Add a place.
    CreatePlace,
    /// Change a place with this owner; `None` if the place has no owner.
    EditPlace(Option<&'a AccountId>),
    /// Read a place with this owner even if it is not public; `None` if the place has no owner.
    SeeHiddenPlace(Option<&'a AccountId>),
    /// Set the fields of a place that only admins may set, change places of any owner without a review, and change many
    /// places at once.
    AdministerPlaces,
    /// Move a place to the trash, list the trash, and restore a place.
    DeleteAndRestorePlaces,
    /// Read articles that are not public; create, change or delete articles.
    ManageArticles,
    /// Create, change or delete categories.
    ManageCategories,
    /// List, add, change or delete accounts.
    ManageUsers,
    /// Change the settings and the standing pages.
    ManageSettingsAndPages,
    /// Create, change and end alerts.
    ManageAlerts,
    /// Read, create, change, publish and undo releases.
    ManageReleases,
    /// Read the audit log.
    ReadAuditLog,
    /// Add an image to the library.
    AddImage,
    /// Change, replace or remove an image of the library. The value is the account that uploaded the image; `None` if
    /// the uploader is unknown.
    ManageImage(Option<&'a AccountId>),
}

impl Account {
    /// An account with the permissions of an admin, which is in no table. With it, the server continues work that an
    /// authorized account began, such as undoing an import.
    pub fn system(now: Timestamp) -> Self {
        Self {
            id: AccountId(String::new()),
            version: 0,
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            photo_url: None,
            role: Role::Admin,
            is_active: true,
            is_email_verified: true,
            has_password: false,
            has_second_factor: false,
            lacks_required_second_factor: false,
            owner_reminders: false,
            token: None,
            invited_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether the account is active and has at least this role. An account that lacks a required second factor counts
    /// as a viewer.
    pub fn has_role(&self, role: Role) -> bool {
        let effective_role = if self.lacks_required_second_factor { Role::Viewer } else { self.role };
        self.is_active && effective_role >= role
    }

    /// Whether the account is a business owner or an admin. Only staff can have a second factor.
    pub fn is_staff(&self) -> bool {
        self.role >= Role::BusinessOwner
    }

    /// Whether the policy allows `permission` (R162, R163, R164, R205).
    pub fn may(&self, permission: Permission<'_>) -> bool {
        match permission {
            Permission::AccessConsole | Permission::CreatePlace | Permission::AddImage => {
                self.has_role(Role::BusinessOwner)
            }
            Permission::EditPlace(owner) | Permission::SeeHiddenPlace(owner) if self.is_limited_to_own_places() => {
                self.has_role(Role::BusinessOwner) && owner == Some(&self.id)
            }
            Permission::EditPlace(owner) | Permission::SeeHiddenPlace(owner) | Permission::ManageImage(owner) => {
                self.has_role(Role::Admin) || (self.has_role(Role::BusinessOwner) && owner == Some(&self.id))
            }
            Permission::AdministerPlaces
            | Permission::DeleteAndRestorePlaces
            | Permission::ManageAlerts
            | Permission::ManageArticles
            | Permission::ManageCategories => self.has_role(Role::Admin),
            // An API token never has these permissions, whatever its scopes.
            Permission::ManageUsers
            | Permission::ManageSettingsAndPages
            | Permission::ManageReleases
            | Permission::ReadAuditLog => self.has_role(Role::Admin) && self.token.is_none(),
        }
    }

    /// Whether the account acts with an API token that reaches only the account's own places.
    pub fn is_limited_to_own_places(&self) -> bool {
        self.token.as_ref().is_some_and(|token| token.own_places_only)
    }

    /// The categories of the places that the API token reaches. `None` if the account acts without an API token, or the
    /// token reaches all categories.
    pub fn api_token_categories(&self) -> Option<&[CategoryId]> {
        self.token.as_ref().and_then(|token| Some(token.category_ids.as_ref()?.as_slice()))
    }

    /// First and last name, separated by a space and trimmed.
    pub fn display_name(&self) -> String {
        display_name(&self.first_name, &self.last_name)
    }
}

impl From<&Account> for Actor {
    fn from(account: &Account) -> Self {
        let token = account.token.as_ref().map(|token| (token.id, token.name.clone()));
        Self { id: account.id.clone(), name: account.display_name(), email: account.email.clone(), token }
    }
}

impl AuditSubject for Account {
    const KIND: AuditRecordKind = AuditRecordKind::User;

    fn describe(&self) -> AuditDescription {
        let name = Some(self.display_name()).filter(|name| !name.is_empty()).unwrap_or_else(|| self.email.clone());
        let fields = json!({
            "email": self.email, "firstName": self.first_name, "lastName": self.last_name, "photoURL": self.photo_url,
            "role": self.role, "isActive": self.is_active, "isEmailVerified": self.is_email_verified,
            "hasPassword": self.has_password, "hasSecondFactor": self.has_second_factor,
            "ownerReminders": self.owner_reminders,
        });
        AuditDescription::new(&self.id, name, fields)
    }
}

/// First and last name, separated by a space and trimmed.
pub fn display_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// Whether staff can or must have a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondFactorRequirement {
    /// Second factors cannot be set up, and existing ones are ignored.
    Off,
    /// Second factors are voluntary. An account that has one must use it.
    #[default]
    Optional,
    /// Staff without a second factor have the permissions of a viewer until they set one up.
    Required,
}

/// The columns of [`Account`](crate::auth::domain::accounts::Account), for `select … from account`.
#[macro_export]
macro_rules! account_columns {
    () => {
        "account.id, account.version, account.email, account.first_name, account.last_name, account.photo_url,
        account.role, account.is_active, account.is_email_verified, account.password_hash is not null as has_password,
        exists (
            select 1 from second_factor factor where factor.account_id = account.id and factor.confirmed_at is not null
        ) as has_second_factor, account.owner_reminders, account.invited_at, account.created_at, account.updated_at"
    };
}

const SELECT_BY_ID: &str = concat!("select ", account_columns!(), " from account where id = $1");

// The update changes nothing: it locks the row until the commit.
const LOCK_ACCOUNT: &str = "update account set version = version where id = $1";

const SELECT_BY_EMAIL: &str = concat!("select ", account_columns!(), " from account where email = $1");

const SELECT_BY_IDENTITY: &str = concat!(
    "select ",
    account_columns!(),
    ", account.tokens_valid_since
from federated_identity identity join account on account.id = identity.account_id
where identity.issuer = $1 and identity.subject = $2"
);

const SELECT_BY_SESSION: &str = concat!(
    "select ",
    account_columns!(),
    " from session join account on account.id = session.account_id
where session.id = $1 and session.account_id = $2 and session.expires_at > $3"
);

const INVALIDATE_FIREBASE_TOKENS: &str = "update account set tokens_valid_since = $2 where id = $1";

const SELECT_CREDENTIALS: &str =
    concat!("select ", account_columns!(), ", account.password_hash from account where email = $1");

const SELECT_PASSWORD_HASH: &str = "select password_hash from account where id = $1";

const SET_PASSWORD: &str = "
update account set password_hash = $2, invited_at = null, version = version + 1, updated_at = $3 where id = $1";

// A user with a federated identity can sign in and has therefore accepted the invitation.
const SET_INVITED: &str = "
update account set invited_at = $2 where id = $1 and not exists (
    select 1 from federated_identity identity where identity.account_id = $1)";

// Counts only admins who can sign in: invited users who have not accepted have neither a password nor an identity.
const COUNT_ADMINS_WHO_CAN_SIGN_IN: &str = "
select count(*) from account
where role = 'admin' and is_active and (
    password_hash is not null or exists (
        select 1 from federated_identity identity where identity.account_id = account.id))";

const SELECT_ANY_ACCOUNT_EXISTS: &str = "select exists (select 1 from account)";

const SELECT_ACCOUNTS_WITHOUT_SEARCH_TEXT: &str =
    "select id, email, first_name, last_name from account where search = '' limit 500";

const SET_SEARCH_TEXT: &str = "update account set search = $2 where id = $1";

const RECORD_FIRST_SIGN_IN: &str = "
update account set activated_at = $2, role = case when $3 then 'admin' else role end,
                   version = version + case when $3 then 1 else 0 end
where id = $1 and is_email_verified and activated_at is null";

/// The values of an account to create.
#[derive(Clone, Debug, Default)]
pub struct NewAccount {
    /// Normalized by [`crate::auth::domain::email::normalize`].
    pub email: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// The role.
    pub role: Role,
    /// Whether the account may sign in.
    pub is_active: bool,
    /// Whether the address counts as verified.
    pub is_email_verified: bool,
    /// A PHC string; `None` for an account without a password.
    pub password_hash: Option<String>,
}

/// An account with its password hash.
#[derive(Clone, sqlx::FromRow)]
pub struct Credentials {
    /// The account.
    #[sqlx(flatten)]
    pub account: Account,
    /// A PHC string, if the account has a password.
    pub password_hash: Option<String>,
}

/// An account, with the time up to which its Firebase tokens are invalid.
#[derive(Clone, sqlx::FromRow)]
pub struct AccountWithFirebaseTokenCutoff {
    /// The account.
    #[sqlx(flatten)]
    pub account: Account,
    /// Firebase tokens of sign-ins up to this time are invalid. `None` if the account's tokens were never invalidated.
    pub tokens_valid_since: Option<Timestamp>,
}

/// The account with this id, active or not.
pub async fn by_id(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_BY_ID).bind(id).fetch_optional(engine))?)
}

/// Reads the account and locks it until the commit, so that writing it back cannot revert a concurrent change such as a
/// removed role.
pub async fn get_for_update(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>, StoreError> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query(LOCK_ACCOUNT).bind(id).execute(&mut **transaction).await?;
    }
    by_id(tx, id).await
}

/// The SQL condition on the table `account` for a valid `SignedTokenSubject`: the account is active, and the session is
/// null or has not ended. The arguments are SQL expressions: the id of the account, the id of the session, the current
/// time.
#[macro_export]
macro_rules! is_valid_subject {
    ($account:literal, $session:literal, $now:literal) => {
        concat!(
            "account.is_active and account.id = ",
            $account,
            " and (",
            $session,
            " is null or exists (select 1 from session where account_id = account.id and id = ",
            $session,
            " and expires_at > ",
            $now,
            "))"
        )
    };
}

const LOCK_SUBJECT_ACCOUNT: &str =
    concat!("update account set version = version where ", is_valid_subject!("$1", "$2", "$3"));

/// Locks the account of a token until the commit. Returns whether the account is active and the session has not ended.
/// On SQLite, which has one writer, the function checks nothing and returns `true`. A caller that needs the check there
/// repeats it in its next query.
pub async fn lock_subject_account(
    tx: &mut Tx,
    subject: &SignedTokenSubject,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let Tx::Postgres(transaction) = tx else { return Ok(true) };
    let lock = sqlx::query(LOCK_SUBJECT_ACCOUNT).bind(&subject.account).bind(&subject.session).bind(now);
    Ok(lock.execute(&mut **transaction).await?.rows_affected() > 0)
}

/// The account with this id, outside a transaction.
pub async fn find(db: &Db, id: &AccountId) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_ID).bind(id).fetch_optional(engine))?)
}

/// The account with this normalized address, active or not.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_EMAIL).bind(email).fetch_optional(engine))?)
}

/// The account with this normalized address, active or not, read within a transaction.
pub async fn by_email_within(tx: &mut Tx, email: &str) -> Result<Option<Account>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_BY_EMAIL).bind(email).fetch_optional(engine))?)
}

/// The account with this normalized address, active or not, and its password hash.
pub async fn credentials(db: &Db, email: &str) -> Result<Option<Credentials>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_CREDENTIALS).bind(email).fetch_optional(engine))?)
}

/// The password hash of this account. `None` if the account does not exist or has no password.
pub async fn password_hash(db: &Db, id: &AccountId) -> Result<Option<String>, StoreError> {
    let hash: Option<Option<String>> =
        with_pool!(db, |engine| sqlx::query_scalar(SELECT_PASSWORD_HASH).bind(id).fetch_optional(engine))?;
    Ok(hash.flatten())
}

/// The account of a federated identity, active or not.
pub async fn by_identity(
    db: &Db,
    issuer: &str,
    subject: &str,
) -> Result<Option<AccountWithFirebaseTokenCutoff>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_IDENTITY).bind(issuer).bind(subject).fetch_optional(engine))?)
}

/// The account of this session, active or not. `None` if the session has ended or belongs to another account.
pub async fn by_session(
    db: &Db,
    session: &SessionId,
    account: &AccountId,
    now: Timestamp,
) -> Result<Option<Account>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_SESSION)
        .bind(session)
        .bind(account)
        .bind(now)
        .fetch_optional(engine))?)
}

/// Invalidates the account's Firebase tokens of sign-ins up to `now`.
pub async fn invalidate_firebase_tokens(tx: &mut Tx, id: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(INVALIDATE_FIREBASE_TOKENS).bind(id).bind(now))?;
    Ok(())
}

/// Inserts an account. Errors: [`StoreError::UniqueViolation`] if another account has the email address.
pub async fn add(tx: &mut Tx, new: NewAccount, now: Timestamp) -> Result<AccountId, StoreError> {
    let search = search_text(&new.first_name, &new.last_name, &new.email);
    Ok(insert_row!(tx, "insert into account", new {
        email, first_name, last_name, role, is_active, is_email_verified, password_hash,
    }, { id: AccountId::generate(), search: search, created_at: now, updated_at: now })?)
}

/// Stores the changeable fields of `account` and increments its version. To change a role or to deactivate an account,
/// the caller must hold [`AdvisoryLock::Admins`].
///
/// Errors: [`StoreError::UniqueViolation`] if another account has the email address, [`StoreError::NotFound`] if the
/// account does not exist.
pub async fn store_changes(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<(), StoreError> {
    let search = search_text(&account.first_name, &account.last_name, &account.email);
    ensure_found(update_row!(tx, "update account set version = version + 1", &account.id, account {
        email, first_name, last_name, photo_url, role, is_active, is_email_verified, owner_reminders,
    }, { search: search, updated_at: now })?)
}

/// Records that the account was invited now, unless it has a federated identity. The version is not incremented: an
/// admin who has the account open in the console can still save it.
pub async fn set_invited(tx: &mut Tx, id: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(SET_INVITED).bind(id).bind(now))?;
    Ok(())
}

/// Sets the password, or removes it if `hash` is `None`. Marks an invitation as accepted. The caller must also end the
/// sessions in the same transaction. Errors: [`StoreError::NotFound`] if the account does not exist.
pub async fn set_password(tx: &mut Tx, id: &AccountId, hash: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
    ensure_found(execute!(tx, sqlx::query(SET_PASSWORD).bind(id).bind(hash).bind(now))?)
}

/// Deletes the account with its sessions, federated identities and second factor. Its places lose their owner. The
/// caller must hold [`AdvisoryLock::Admins`]. Errors: [`StoreError::NotFound`] if the account does not exist.
pub async fn remove(tx: &mut Tx, id: &AccountId) -> Result<(), StoreError> {
    ensure_found(execute!(tx, sqlx::query("delete from account where id = $1").bind(id))?)
}

/// Takes [`AdvisoryLock::Admins`] until the commit. Meanwhile, no other write can change which accounts are admins.
pub async fn lock_admins(tx: &mut Tx) -> Result<(), StoreError> {
    Ok(tx.lock_exclusive(AdvisoryLock::Admins).await?)
}

/// The number of admins who can sign in: active ones with a password or a federated identity.
pub async fn count_admins_who_can_sign_in(tx: &mut Tx) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(COUNT_ADMINS_WHO_CAN_SIGN_IN).fetch_one(engine))?)
}

/// Records the first sign-in of an account with a verified address, and makes the account an admin if `becomes_admin`.
/// Has no effect if the address is not verified or an earlier sign-in was recorded.
pub async fn record_first_sign_in(
    tx: &mut Tx,
    id: &AccountId,
    becomes_admin: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(RECORD_FIRST_SIGN_IN).bind(id).bind(now).bind(becomes_admin))?;
    Ok(())
}

/// Whether any account exists.
pub async fn has_any_account(db: &Db) -> Result<bool, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_ANY_ACCOUNT_EXISTS).fetch_one(engine))?)
}

/// Fills the column `search` of accounts that were created before the column existed. A migration in SQL cannot compute
/// [`text::search_form`].
pub async fn add_missing_search_texts(db: &Db) -> Result<(), StoreError> {
    loop {
        let accounts: Vec<(AccountId, String, String, String)> =
            with_pool!(db, |engine| sqlx::query_as(SELECT_ACCOUNTS_WITHOUT_SEARCH_TEXT).fetch_all(engine))?;
        if accounts.is_empty() {
            return Ok(());
        }
        db.write(move |tx| {
            Box::pin(async move {
                for (id, email, first, last) in accounts {
                    execute!(tx, sqlx::query(SET_SEARCH_TEXT).bind(id).bind(search_text(&first, &last, &email)))?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await?;
    }
}

/// The text by which accounts are searched and ordered: the [`text::search_form`] of name and email address.
pub fn search_text(first: &str, last: &str, email: &str) -> String {
    text::search_form(&format!("{} {email}", display_name(first, last)))
}

fn ensure_found(row_count: u64) -> Result<(), StoreError> {
    if row_count == 0 { Err(StoreError::NotFound) } else { Ok(()) }
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
            lacks_required_second_factor: false,
            token: None,
            owner_reminders: true,
            invited_at: None,
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
    fn policy_gives_each_role_its_permissions() {
        let (mine, theirs) = (AccountId("me".into()), AccountId("you".into()));
        let permissions = [
            (Permission::AccessConsole, [false, true, true]),
            (Permission::CreatePlace, [false, true, true]),
            (Permission::EditPlace(Some(&mine)), [false, true, true]),
            (Permission::EditPlace(Some(&theirs)), [false, false, true]),
            (Permission::EditPlace(None), [false, false, true]),
            (Permission::SeeHiddenPlace(Some(&mine)), [false, true, true]),
            (Permission::SeeHiddenPlace(Some(&theirs)), [false, false, true]),
            (Permission::AdministerPlaces, [false, false, true]),
            (Permission::DeleteAndRestorePlaces, [false, false, true]),
            (Permission::ManageArticles, [false, false, true]),
            (Permission::ManageCategories, [false, false, true]),
            (Permission::ManageUsers, [false, false, true]),
            (Permission::ManageSettingsAndPages, [false, false, true]),
            (Permission::ManageReleases, [false, false, true]),
            (Permission::ReadAuditLog, [false, false, true]),
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
        admin.lacks_required_second_factor = true;
        assert!(
            admin.has_role(Role::Viewer)
                && !admin.may(Permission::AccessConsole)
                && !admin.may(Permission::ManageUsers)
        );
        assert!(!admin.may(Permission::EditPlace(Some(&AccountId("me".into())))));
    }

    // R476
    #[test]
    fn api_token_of_an_admin_has_no_user_settings_or_audit_permissions_and_keeps_its_place_limit() {
        let mut admin = account(Role::Admin);
        let token = ApiTokenAccess {
            id: ApiTokenId(1),
            name: "Import".into(),
            scopes: vec![ApiTokenScope::Read],
            own_places_only: true,
            category_ids: None,
        };
        admin.token = Some(Arc::new(token));
        for refused in [Permission::ManageUsers, Permission::ManageSettingsAndPages, Permission::ReadAuditLog] {
            assert!(!admin.may(refused), "{refused:?}");
        }
        let (mine, theirs) = (AccountId("me".into()), AccountId("you".into()));
        assert!(admin.may(Permission::EditPlace(Some(&mine))) && admin.may(Permission::ManageArticles));
        assert!(!admin.may(Permission::EditPlace(Some(&theirs))) && !admin.may(Permission::SeeHiddenPlace(None)));
    }

    #[test]
    fn deactivated_account_has_no_permissions() {
        let mut deactivated = account(Role::Admin);
        deactivated.is_active = false;
        assert!(!deactivated.may(Permission::AccessConsole) && !deactivated.may(Permission::DeleteAndRestorePlaces));
    }
}
