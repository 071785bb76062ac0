//! The response types of the sign-in and account calls.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EnquiryId, EntryId, PlaceId};
use crate::identity::builtin::factor::Enrollment;
use crate::identity::builtin::password::MIN_LEN;
use crate::identity::builtin::provider::Session;
use crate::identity::builtin::session::ActiveSession;
use crate::identity::federated::model::{Federated, LinkedIdentity};
use crate::identity::federated::providers::Providers;
use crate::identity::firebase::provider::FirebaseConfig;
use crate::identity::model::{Account, Role, SessionId};
use crate::identity::token::PublicKey;

/// Somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The access token, to be sent as `Authorization: Bearer`. A JWT that the keys under `/api/auth/jwks` verify.
    #[schema(example = "eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJrYXJzdCJ9.c2lnbmF0dXJl")]
    pub token: String,
    /// When the token ends: an hour after it was made.
    pub expires_at: Timestamp,
    /// Whose it is.
    pub user: AccountView,
}

impl From<&Session> for SessionView {
    fn from(session: &Session) -> Self {
        Self { token: session.token.clone(), expires_at: session.expires_at, user: AccountView::from(&session.account) }
    }
}

/// An account, as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountView {
    /// The permanent id.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub uid: AccountId,
    /// The e-mail address, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// First and last name.
    #[schema(example = "Linh Tran")]
    pub display_name: String,
    /// Address of a picture.
    #[serde(rename = "photoURL")]
    #[schema(required)]
    pub photo_url: Option<String>,
    /// What the person may do.
    pub role: Role,
    /// A deactivated account is signed out at its next request.
    pub is_active: bool,
    /// Given name; may be empty.
    #[schema(example = "Linh")]
    pub first_name: String,
    /// Family name; may be empty.
    #[schema(example = "Tran")]
    pub last_name: String,
}

impl From<&Account> for AccountView {
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

/// One's own account with what one can do about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileView {
    /// The account.
    #[serde(flatten)]
    pub account: AccountView,
    /// Whether it is known that the mailbox is this person's.
    pub is_email_verified: bool,
    /// Whether a password signs in.
    pub has_password: bool,
    /// Whether a code is asked for after the password.
    pub has_second_factor: bool,
    /// Whether this guide wants a second factor of this person, who has none: until then they may no more than a viewer.
    pub owes_second_factor: bool,
    /// Other accounts that sign in to this one.
    pub federated: Vec<Federated>,
    /// When it was made.
    pub created_at: Timestamp,
}

impl ProfileView {
    /// The account with its federated identities.
    pub fn new(account: &Account, links: &[LinkedIdentity]) -> Self {
        let mut federated: Vec<Federated> = links.iter().filter_map(|link| link.provider.federated()).collect();
        // Two identities of one provider are listed once.
        federated.sort_by_key(|provider| provider.word());
        federated.dedup();
        Self {
            account: AccountView::from(account),
            is_email_verified: account.is_email_verified,
            has_password: account.has_password,
            has_second_factor: account.has_second_factor,
            owes_second_factor: account.owes_second_factor,
            federated,
            created_at: account.created_at,
        }
    }
}

/// A sign-in on one device.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionItem {
    /// Its id.
    #[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub id: SessionId,
    /// When somebody signed in.
    pub created_at: Timestamp,
    /// When it was last carried on.
    pub used_at: Timestamp,
    /// Browser and system, from what the browser said of itself; empty if it said nothing.
    #[schema(example = "Firefox on Linux")]
    pub device: String,
    /// Whether it is the one that asks.
    pub is_current: bool,
}

impl SessionItem {
    /// A session; `current` is the session of the caller.
    pub fn new(session: ActiveSession, current: Option<&SessionId>) -> Self {
        let ActiveSession { id, device, created_at, used_at } = session;
        Self { is_current: current == Some(&id), id, created_at, used_at, device }
    }
}

/// An account's data, without photos, moderators' notes, spam scores, hashes and secrets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportView {
    /// When this was written.
    pub exported_at: Timestamp,
    /// The account.
    pub account: ProfileView,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Accounts that others keep and that sign in to it.
    pub federated: Vec<ExportedIdentity>,
    /// Where it is signed in.
    pub sessions: Vec<SessionItem>,
    /// The places that belong to it.
    pub businesses: Vec<ExportedPlace>,
    /// What it wrote into the guestbook.
    pub entries: Vec<ExportedEntry>,
    /// And under the entries of others.
    pub comments: Vec<ExportedComment>,
    /// The places that it has saved.
    pub likes: Vec<ExportedLike>,
    /// What it asked places, as long as that is kept.
    pub enquiries: Vec<ExportedEnquiry>,
    /// Letters of the last 30 days: what they were about and when.
    pub letters: Vec<ExportedEmail>,
    /// What it did, as long as the audit log keeps it.
    pub deeds: Vec<ExportedAction>,
}

/// An account that somebody else keeps.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedIdentity {
    /// Who keeps it: `google`, `facebook`, `openid`, `firebase`.
    #[schema(example = "google")]
    pub provider: &'static str,
    /// What it is called there.
    #[schema(example = "110169484474386276334")]
    pub subject: String,
    /// Its address, as it was told last.
    #[schema(required, example = "linh@example.org")]
    pub email: Option<String>,
    /// When it first signed in here.
    pub created_at: Timestamp,
}

impl From<LinkedIdentity> for ExportedIdentity {
    fn from(LinkedIdentity { provider, subject, email, created_at }: LinkedIdentity) -> Self {
        Self { provider: provider.word(), subject, email, created_at }
    }
}

/// An enquiry that somebody sent to a place.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEnquiry {
    /// Its id.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// What the place was called.
    #[schema(example = "Lantern Lodge")]
    pub business_name: String,
    /// The name that was given.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// The address for the reply.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The first day, YYYY-MM-DD.
    #[schema(required, example = "2027-03-14")]
    pub arrival: Option<String>,
    /// The last day, YYYY-MM-DD.
    #[schema(required, example = "2027-03-16")]
    pub departure: Option<String>,
    /// How many people.
    #[schema(required, example = 4)]
    pub people: Option<i64>,
    /// What was asked.
    #[schema(example = "Is there a room for the four of us?")]
    pub message: String,
    /// When.
    pub created_at: Timestamp,
}

/// A place that belongs to somebody.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ExportedPlace {
    /// Its id.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Its name in addresses.
    #[schema(example = "lantern-cave")]
    pub slug: String,
}

/// What somebody wrote into the guestbook.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    /// Its id.
    #[schema(example = 12)]
    pub id: EntryId,
    /// What they wrote.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// Where they said they are from.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// Where it was.
    #[schema(required)]
    pub location: Option<String>,
    /// Degrees north.
    #[schema(required)]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[schema(required)]
    pub longitude: Option<f64>,
    /// Stars from 1 to 5.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The place that it is about.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// `pending`, `approved` or `rejected`.
    #[schema(example = "approved")]
    pub status: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// What somebody wrote under an entry.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedComment {
    /// Its id.
    #[schema(example = 3)]
    pub id: CommentId,
    /// The entry that it stands under.
    #[schema(example = 12)]
    pub entry_id: EntryId,
    /// What they wrote.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// `pending`, `approved` or `rejected`.
    #[schema(example = "approved")]
    pub status: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// A place that somebody has saved.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLike {
    /// The place.
    #[schema(example = 7)]
    pub business_id: PlaceId,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Since when.
    pub created_at: Timestamp,
}

/// A letter that somebody was sent.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEmail {
    /// What it was about: `verify`, `reset`, `invite`.
    #[schema(example = "verify")]
    pub kind: String,
    /// The address it went to.
    #[schema(example = "linh@example.org")]
    pub recipient: String,
    /// When there was a reason for it.
    pub made_at: Timestamp,
}

/// Something that the account did.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ExportedAction {
    /// The `operationId` of this document.
    #[schema(example = "signIn")]
    pub action: String,
    /// The address of the network that it came from.
    #[schema(example = "203.0.113.7")]
    pub address: String,
    /// When.
    pub made_at: Timestamp,
}

/// What an authenticator app needs.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorView {
    /// Base32, to be typed.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// The same to be shown as a QR code.
    #[schema(example = "otpauth://totp/Guide:linh%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guide")]
    pub uri: String,
}

impl From<Enrollment> for SecondFactorView {
    fn from(Enrollment { secret, uri }: Enrollment) -> Self {
        Self { secret, uri }
    }
}

/// Codes for the day on which the phone is lost. They are shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesView {
    /// Ten, each good once.
    #[schema(example = json!(["abcd-efgh-jkmn-pqrs"]))]
    pub recovery_codes: Vec<String>,
}

/// How one signs in to this guide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigView {
    /// Who keeps the accounts.
    pub provider: Provider,
    /// Other accounts that one may sign in with, in the order in which they are offered.
    pub federated: Vec<Federated>,
    /// What people call the provider behind `openid`, where the guide was told.
    #[schema(required, example = "Province ID")]
    pub openid_name: Option<String>,
    /// The shortest password, in characters.
    #[schema(example = 6)]
    pub password_min_length: usize,
    /// Whether letters (verification, forgotten passwords) reach their people: a mail server is set.
    pub mail: bool,
    /// Where Firebase keeps the accounts: names the project to Google. Like the others of Firebase it is no secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AIzaSyExample")]
    pub api_key: Option<String>,
    /// Where browsers sign in with others' accounts, at Firebase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "karst-guide.firebaseapp.com")]
    pub auth_domain: Option<String>,
    /// Firebase's project.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "karst-guide")]
    pub project_id: Option<String>,
    /// The app within the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_id: Option<String>,
    /// Where Firebase's emulator listens, in development.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "127.0.0.1:9099")]
    pub emulator_host: Option<String>,
}

impl ConfigView {
    /// The configuration with the built-in provider.
    pub fn builtin(providers: &Providers, mail: bool) -> Self {
        Self {
            provider: Provider::Builtin,
            federated: providers.offered(),
            openid_name: providers.openid_name().map(str::to_owned),
            password_min_length: MIN_LEN,
            mail,
            api_key: None,
            auth_domain: None,
            project_id: None,
            app_id: None,
            emulator_host: None,
        }
    }

    /// The configuration with Firebase.
    pub fn firebase(config: &FirebaseConfig, mail: bool) -> Self {
        let FirebaseConfig { project, api_key, auth_domain, app_id, emulator, federated, .. } = config.clone();
        Self {
            provider: Provider::Firebase,
            federated,
            openid_name: None,
            password_min_length: MIN_LEN,
            mail,
            api_key: Some(api_key),
            auth_domain: Some(auth_domain),
            project_id: Some(project),
            app_id,
            emulator_host: emulator,
        }
    }
}

/// Who keeps the accounts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The guide itself.
    Builtin,
    /// Firebase Authentication.
    Firebase,
}

/// The public keys (RFC 7517).
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicKeys {
    /// Newest first.
    pub keys: Vec<PublicKeyView>,
}

/// One public key (RFC 7517, RFC 8037).
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicKeyView {
    /// The kind of key.
    #[schema(example = "OKP")]
    pub kty: &'static str,
    /// The curve.
    #[schema(example = "Ed25519")]
    pub crv: &'static str,
    /// The public point, base64url.
    #[schema(example = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")]
    pub x: String,
    /// The name that tokens call it by.
    #[schema(example = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")]
    pub kid: String,
    /// What it is for.
    #[serde(rename = "use")]
    #[schema(example = "sig")]
    pub usage: &'static str,
    /// The one algorithm it signs with.
    #[schema(example = "EdDSA")]
    pub alg: &'static str,
}

impl From<&PublicKey> for PublicKeyView {
    fn from(key: &PublicKey) -> Self {
        Self { kty: "OKP", crv: "Ed25519", x: key.x.clone(), kid: key.kid.clone(), usage: "sig", alg: "EdDSA" }
    }
}
