//! What signing in sends and answers.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::rule::Rule;
use crate::identity::builtin::password;
use crate::identity::builtin::provider::Session;
use crate::identity::email;
use crate::identity::model::{Account, Role};
use crate::identity::token::PublicKey;
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;

/// E-mail and password.
#[derive(Deserialize)]
pub struct SignInForm {
    /// As typed.
    pub email: String,
    /// As typed.
    pub password: String,
}

impl PartialSchema for SignInForm {
    fn schema() -> RefOr<Schema> {
        Rule::record(
            "E-mail and password.",
            vec![
                (
                    "email",
                    Rule::text("The account's e-mail address, in any case.")
                        .filled("Email is required")
                        .at_most(email::LONGEST as f64, "Email must be at most 254 characters")
                        .like(email::PATTERN, "Please enter a valid email address")
                        .such_as("linh@example.org"),
                ),
                (
                    "password",
                    Rule::text("The account's password.")
                        .filled("Password is required")
                        .at_most(password::LONGEST_BYTES as f64, "Password must be at most 1024 characters")
                        .such_as("seven-lanterns"),
                ),
            ],
        )
        .such_as(json!({ "email": "linh@example.org", "password": "seven-lanterns" }))
        .schema()
    }
}

impl ToSchema for SignInForm {
    fn name() -> Cow<'static, str> {
        "SignInForm".into()
    }
}

/// Somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The access token, to be sent as `Authorization: Bearer`. A JWT that the keys under `/api/auth/jwks` verify.
    #[schema(example = "eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJrYXJzdCJ9.c2lnbmF0dXJl")]
    pub token: String,
    /// When the token ends: an hour after it was made.
    pub expires_at: Moment,
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

/// How one signs in to this guide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigView {
    /// Who keeps the accounts.
    pub provider: Provider,
    /// Other accounts that one may sign in with.
    pub federated: Vec<Federated>,
    /// The shortest password, in characters.
    #[schema(example = 6)]
    pub password_min_length: usize,
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

/// Somebody else's accounts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Federated {
    /// Google.
    Google,
    /// Facebook.
    Facebook,
}

/// The public keys (RFC 7517).
#[derive(Debug, Serialize, ToSchema)]
pub struct KeysView {
    /// Newest first.
    pub keys: Vec<KeyView>,
}

/// One public key (RFC 7517, RFC 8037).
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyView {
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

impl From<&PublicKey> for KeyView {
    fn from(key: &PublicKey) -> Self {
        Self { kty: "OKP", crv: "Ed25519", x: key.x.clone(), kid: key.kid.clone(), usage: "sig", alg: "EdDSA" }
    }
}
