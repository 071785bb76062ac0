//! The response types of the sign-in and account calls.

use serde::Serialize;
use utoipa::ToSchema;

use super::api_tokens::ApiTokenItem;
use crate::auth::domain::accounts::{Account, Role};
use crate::auth::domain::builtin::password::MIN_PASSWORD_LEN;
use crate::auth::domain::builtin::provider::IssuedAccessToken;
use crate::auth::domain::builtin::session::ActiveSession;
use crate::auth::domain::federated::model::{FederatedProvider, LinkedIdentity};
use crate::auth::domain::federated::providers::FederatedProviderClients;
use crate::auth::domain::firebase::FirebaseConfig;
use crate::auth::domain::token::PublicKey;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId, CommentId, EnquiryId, EntryId, PlaceId};

/// A session with its access token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionResponse {
    /// The access token, to be sent as `Authorization: Bearer`. A JWT that can be verified with the keys of
    /// `/api/auth/jwks`.
    #[schema(example = "eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJrYXJzdCJ9.c2lnbmF0dXJl")]
    pub token: String,
    /// The time at which the token expires, an hour after it was issued.
    pub expires_at: Timestamp,
    /// The account that signed in.
    pub user: AccountResponse,
}

impl From<&IssuedAccessToken> for SessionResponse {
    fn from(session: &IssuedAccessToken) -> Self {
        let IssuedAccessToken { token, expires_at, account, .. } = session;
        Self { token: token.clone(), expires_at: *expires_at, user: account.into() }
    }
}

/// An account, as its user sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountResponse {
    /// The permanent id of the account.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub uid: AccountId,
    /// The email address, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The first and the last name, separated by a space.
    #[schema(example = "Linh Tran")]
    pub display_name: String,
    /// The URL of an image; null for none.
    #[serde(rename = "photoURL")]
    #[schema(required)]
    pub photo_url: Option<String>,
    /// The role of the account.
    pub role: Role,
    /// Whether the account is active. A deactivated account is signed out with its next request.
    pub is_active: bool,
    /// The given name; may be empty.
    #[schema(example = "Linh")]
    pub first_name: String,
    /// The family name; may be empty.
    #[schema(example = "Tran")]
    pub last_name: String,
}

impl From<&Account> for AccountResponse {
    fn from(account: &Account) -> Self {
        Self {
            uid: account.id.clone(),
            email: account.email.clone(),
            display_name: account.display_name(),
            photo_url: account.photo_url.clone(),
            role: account.role,
            is_active: account.is_active,
            first_name: account.first_name.clone(),
            last_name: account.last_name.clone(),
        }
    }
}

/// The caller's account with its means of signing in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileResponse {
    /// The account.
    #[serde(flatten)]
    pub account: AccountResponse,
    /// Whether the user has confirmed the email address.
    pub is_email_verified: bool,
    /// Whether the account has a password.
    pub has_password: bool,
    /// Whether sign-in requires a code after the password.
    pub has_second_factor: bool,
    /// Whether the guide requires a second factor that the account does not have. Until it is set up, the account has
    /// the permissions of a viewer.
    pub lacks_required_second_factor: bool,
    /// Whether the account gets the monthly emails in which owners confirm the facts of their places.
    #[schema(example = true)]
    pub owner_reminders: bool,
    /// The identity providers that are linked to the account.
    pub federated: Vec<FederatedProvider>,
    /// The time of creation.
    pub created_at: Timestamp,
}

impl ProfileResponse {
    /// The account with its federated identities.
    pub fn new(account: &Account, links: &[LinkedIdentity]) -> Self {
        let mut federated: Vec<FederatedProvider> =
            links.iter().filter_map(|link| link.provider.federated_provider()).collect();
        // A provider with several identities of the account is listed once.
        federated.sort_by_key(|provider| provider.as_str());
        federated.dedup();
        Self {
            account: AccountResponse::from(account),
            is_email_verified: account.is_email_verified,
            has_password: account.has_password,
            has_second_factor: account.has_second_factor,
            lacks_required_second_factor: account.lacks_required_second_factor,
            owner_reminders: account.owner_reminders,
            federated,
            created_at: account.created_at,
        }
    }
}

/// The data of an account. It does not contain photos, moderation notes, spam scores, hashes or secrets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportResponse {
    /// The time of the export.
    pub exported_at: Timestamp,
    /// The account.
    pub account: ProfileResponse,
    /// The time of the account's last change.
    pub updated_at: Timestamp,
    /// The linked federated identities.
    pub federated: Vec<LinkedIdentity>,
    /// The active sessions.
    pub sessions: Vec<ActiveSession>,
    /// The API tokens, without their secrets.
    pub api_tokens: Vec<ApiTokenItem>,
    /// The places that the account owns, without those in the trash.
    pub businesses: Vec<ExportedPlace>,
    /// The guestbook entries of the account, without those that a moderator deleted.
    pub entries: Vec<ExportedEntry>,
    /// The comments of the account, without those that a moderator deleted.
    pub comments: Vec<ExportedComment>,
    /// The places that the account likes, without those that are not public.
    pub likes: Vec<ExportedLike>,
    /// The inquiries that the account sent, as long as they are stored. If the email address of the account is
    /// verified, this includes inquiries with that address that another account sent or that were sent without signing
    /// in.
    pub enquiries: Vec<ExportedEnquiry>,
    /// The claims to places by the account, as long as they are stored.
    pub claims: Vec<ExportedClaim>,
    /// The emails to the account or its address: those that are waiting, and those of the last 30 days.
    pub emails: Vec<ExportedEmail>,
    /// The actions of the account, as long as the audit log stores them.
    pub actions: Vec<ExportedAction>,
}

/// An inquiry to a place that was sent by the account or with its email address.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEnquiry {
    /// The id of the inquiry.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The name of the place when the inquiry was sent.
    #[schema(example = "Lantern Lodge")]
    pub business_name: String,
    /// The name of the sender.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// The email address for the reply.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The first day of the stay, as `YYYY-MM-DD`; null if not given.
    #[schema(required, example = "2027-03-14")]
    pub arrival: Option<String>,
    /// The last day of the stay, as `YYYY-MM-DD`; null if not given.
    #[schema(required, example = "2027-03-16")]
    pub departure: Option<String>,
    /// The number of people; null if not given.
    #[schema(required, example = 4)]
    pub people: Option<i64>,
    /// The text of the inquiry.
    #[schema(example = "Is there a room for the four of us?")]
    pub message: String,
    /// The time at which the inquiry was sent.
    pub created_at: Timestamp,
}

/// A claim to a place by the account.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedClaim {
    /// The id of the claim.
    #[schema(example = 7)]
    pub id: ClaimId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub business_name: String,
    /// How the claim is proved: `email`, `website` or `call`.
    #[schema(example = "email")]
    pub method: String,
    /// The state of the claim, as in `listOwnClaims`.
    #[schema(example = "approved")]
    pub state: String,
    /// The time at which the claim was made.
    pub created_at: Timestamp,
}

/// A place that the account owns.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ExportedPlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The slug of the place.
    #[schema(example = "lantern-cave")]
    pub slug: String,
}

/// A guestbook entry of the account.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    /// The id of the entry.
    #[schema(example = 12)]
    pub id: EntryId,
    /// The text of the entry.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// The nationality of the author, as entered; null if not given.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// The name of the location; null if not given.
    #[schema(required)]
    pub location: Option<String>,
    /// The latitude in degrees; null if not given.
    #[schema(required)]
    pub latitude: Option<f64>,
    /// The longitude in degrees; null if not given.
    #[schema(required)]
    pub longitude: Option<f64>,
    /// The rating from 1 to 5 stars; null if not given.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The id of the place that the entry is about; null if it is about none.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// The status: `pending`, `approved` or `rejected`.
    #[schema(example = "approved")]
    pub status: String,
    /// The time of creation.
    pub created_at: Timestamp,
}

/// A comment of the account.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedComment {
    /// The id of the comment.
    #[schema(example = 3)]
    pub id: CommentId,
    /// The id of the guestbook entry.
    #[schema(example = 12)]
    pub entry_id: EntryId,
    /// The text of the comment.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// The status: `pending`, `approved` or `rejected`.
    #[schema(example = "approved")]
    pub status: String,
    /// The time of creation.
    pub created_at: Timestamp,
}

/// A place that the account likes.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLike {
    /// The id of the place.
    #[schema(example = 7)]
    pub business_id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The time at which the place was liked.
    pub created_at: Timestamp,
}

/// An email to the account or its address, sent or waiting to be sent.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEmail {
    /// The kind of the email, such as `verify`, `reset`, `invite` or `entry_approved`.
    #[schema(example = "verify")]
    pub kind: String,
    /// The email address of the recipient.
    #[schema(example = "linh@example.org")]
    pub recipient: String,
    /// The time at which the email was queued.
    pub created_at: Timestamp,
}

/// An action of the account in the audit log.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedAction {
    /// The `operationId` of the call.
    #[schema(example = "signIn")]
    pub action: String,
    /// The client address.
    #[schema(example = "203.0.113.7")]
    pub address: String,
    /// The time of the action.
    pub created_at: Timestamp,
}

/// Recovery codes that replace the one-time code of a lost phone. They are returned only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesResponse {
    /// Ten codes; each can be used once.
    #[schema(example = json!(["abcd-efgh-jkmn-pqrs"]))]
    pub recovery_codes: Vec<String>,
}

/// The configuration of sign-in.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInConfigResponse {
    /// The identity provider that manages the accounts.
    pub provider: AccountProvider,
    /// The identity providers that users can sign in with, in the order in which to offer them.
    pub federated: Vec<FederatedProvider>,
    /// The display name of the `openid` provider; null if it is not configured.
    #[schema(required, example = "Province ID")]
    pub openid_name: Option<String>,
    /// The minimum length of a password, in characters.
    #[schema(example = 6)]
    pub password_min_length: usize,
    /// Whether a mail server is configured, so that emails such as verifications and password resets are sent.
    pub mail: bool,
    /// The API key of the Firebase project, which is not a secret. The Firebase fields are present only if Firebase
    /// manages the accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AIzaSyExample")]
    pub api_key: Option<String>,
    /// The domain at Firebase on which browsers sign in with other identity providers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "karst-guide.firebaseapp.com")]
    pub auth_domain: Option<String>,
    /// The id of the Firebase project.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "karst-guide")]
    pub project_id: Option<String>,
    /// The id of the app in the Firebase project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_id: Option<String>,
    /// The address of the Firebase emulator, in development.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "127.0.0.1:9099")]
    pub emulator_host: Option<String>,
}

impl SignInConfigResponse {
    /// The configuration with the built-in provider.
    pub fn builtin(providers: &FederatedProviderClients, mail: bool) -> Self {
        Self {
            provider: AccountProvider::Builtin,
            federated: providers.configured_providers(),
            openid_name: providers.openid_name().map(str::to_owned),
            password_min_length: MIN_PASSWORD_LEN,
            mail,
            ..Self::default()
        }
    }

    /// The configuration with Firebase.
    pub fn firebase(config: &FirebaseConfig, mail: bool) -> Self {
        let FirebaseConfig { project, api_key, auth_domain, app_id, emulator, federated, .. } = config.clone();
        Self {
            provider: AccountProvider::Firebase,
            federated,
            openid_name: None,
            password_min_length: MIN_PASSWORD_LEN,
            mail,
            api_key: Some(api_key),
            auth_domain: Some(auth_domain),
            project_id: Some(project),
            app_id,
            emulator_host: emulator,
        }
    }
}

/// The identity provider that manages the accounts: the guide itself or Firebase Authentication.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountProvider {
    /// The guide itself.
    #[default]
    Builtin,
    /// Firebase Authentication.
    Firebase,
}

/// A JSON Web Key Set (RFC 7517).
#[derive(Debug, Serialize, ToSchema)]
pub struct JsonWebKeySet {
    /// The keys, newest first.
    pub keys: Vec<JsonWebKey>,
}

/// A public key (RFC 7517, RFC 8037).
#[derive(Debug, Serialize, ToSchema)]
pub struct JsonWebKey {
    /// The key type.
    #[schema(example = "OKP")]
    pub kty: &'static str,
    /// The curve of the key.
    #[schema(example = "Ed25519")]
    pub crv: &'static str,
    /// The public key, base64url.
    #[schema(example = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")]
    pub x: String,
    /// The key id, as in the header of access tokens.
    #[schema(example = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")]
    pub kid: String,
    /// The use of the key: signatures.
    #[serde(rename = "use")]
    #[schema(example = "sig")]
    pub usage: &'static str,
    /// The only algorithm of the key.
    #[schema(example = "EdDSA")]
    pub alg: &'static str,
}

impl From<&PublicKey> for JsonWebKey {
    fn from(key: &PublicKey) -> Self {
        Self { kty: "OKP", crv: "Ed25519", x: key.x.clone(), kid: key.kid.clone(), usage: "sig", alg: "EdDSA" }
    }
}
