//! Firebase Authentication, which can replace the built-in provider. Firebase manages passwords and sessions, and this
//! server manages roles. The account of a token is loaded for each request.
//! Source: Firebase, "Verify ID tokens", section "Verify ID tokens using a third-party JWT library".

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

use super::accounts::{self, Account};
use super::builtin::provider::SignInPolicy;
use super::federated::model::{FederatedIdentity, FederatedProvider, IdentityProvider, ProviderClaims};
use super::token::{TokenError, verify_signature};
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, StoreError};
use crate::integrations::document_cache::DocumentCache;
use crate::integrations::http_client::{HttpClient, HttpClientError};

/// The URL of the public keys of Firebase, which are the same for all projects.
pub const KEYS_URL: &str = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/// The only accepted algorithm. The header of a token cannot choose another.
const ALGORITHM: Algorithm = Algorithm::RS256;
/// How far Google's clock may be ahead of ours, in seconds. It does not apply to the expiry.
const MAX_CLOCK_SKEW_S: i64 = 60;
/// The maximum length of a token, in bytes. Projects may add up to a kilobyte of custom claims.
const MAX_TOKEN_BYTES: usize = 8192;
/// The maximum length of a uid, in characters.
const MAX_SUBJECT_LEN: usize = 128;

/// The configuration of the Firebase project.
#[derive(Clone, Debug)]
pub struct FirebaseConfig {
    /// The project id.
    pub project: String,
    /// The key for browsers. It is not secret.
    pub api_key: String,
    /// The domain for federated sign-in in browsers.
    pub auth_domain: String,
    /// The app id.
    pub app_id: Option<String>,
    /// The address of the Firebase emulator, which replaces Google in development. If it is set, tokens are accepted
    /// without a signature.
    pub emulator: Option<String>,
    /// The federated providers that pages offer.
    pub federated: Vec<FederatedProvider>,
    /// The URL of the public keys: [`KEYS_URL`], except in tests.
    pub keys_url: String,
}

/// Verifies the tokens of a Firebase project.
pub struct Firebase {
    /// The configuration.
    pub config: FirebaseConfig,
    policy: Arc<SignInPolicy>,
    keys: DocumentCache<FirebaseKeys>,
}

/// A caller with a valid Firebase token.
#[derive(Clone, Debug)]
pub struct FirebaseCaller {
    /// The identity in the token.
    pub identity: FederatedIdentity,
    /// The account, active or not. `None` if no account is linked with the identity, as before the first sync.
    pub account: Option<Account>,
    /// The time of the sign-in.
    pub signed_in_at: Timestamp,
}

/// Why the server could not determine whether a token is valid.
#[derive(Debug, thiserror::Error)]
pub enum FirebaseError {
    /// The public keys could not be loaded.
    #[error("failed to load the public keys of Firebase")]
    Keys(#[from] HttpClientError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The public keys by key id.
struct FirebaseKeys(HashMap<String, DecodingKey>);

/// The claims of a token. Times are in seconds since 1970.
#[derive(Clone, Debug, Deserialize)]
struct FirebaseClaims {
    iss: String,
    aud: String,
    exp: i64,
    iat: i64,
    /// The time of the sign-in. A refreshed token has the same time.
    auth_time: i64,
    /// The uid.
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
    /// The full name.
    name: Option<String>,
    /// The URL of a portrait.
    picture: Option<String>,
    #[serde(default)]
    firebase: SignInMethod,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct SignInMethod {
    sign_in_second_factor: Option<String>,
}

impl Firebase {
    /// Creates the verifier of the project's tokens. The function sends no request.
    pub fn new(config: FirebaseConfig, policy: Arc<SignInPolicy>, http: &HttpClient) -> Self {
        Self { config, policy, keys: DocumentCache::new(http.clone(), FirebaseKeys::parse) }
    }

    /// The caller with this token. `None` if the token is invalid, expired or revoked.
    pub async fn verify(&self, db: &Db, token: &str, now: Timestamp) -> Result<Option<FirebaseCaller>, FirebaseError> {
        let Some(claims) = self.claims(token, now).await? else { return Ok(None) };
        let issuer = issuer(&self.config.project);
        let linked = accounts::by_identity(db, &issuer, &claims.sub).await?;
        // `auth_time` is in whole seconds: a sign-in in the same second as the revocation counts as revoked.
        let is_revoked = |valid_since: Timestamp| claims.auth_time <= valid_since.unix_seconds();
        if linked.as_ref().and_then(|linked| linked.tokens_valid_since).is_some_and(is_revoked) {
            return Ok(None);
        }
        // The token states whether the sign-in used a second factor.
        let has_second_factor = claims.firebase.sign_in_second_factor.is_some();
        let account =
            linked.map(|linked| self.policy.with_second_factor_requirement(has_second_factor, linked.account));
        let signed_in_at = Timestamp(claims.auth_time.saturating_mul(1000));
        let FirebaseClaims { sub, email, email_verified: is_email_verified, name, picture, .. } = claims;
        let claims = ProviderClaims { email, is_email_verified, name, picture, ..ProviderClaims::default() };
        let identity = FederatedIdentity::new(IdentityProvider::Firebase, &issuer, &sub, claims);
        Ok(Some(FirebaseCaller { identity, account, signed_in_at }))
    }

    async fn claims(&self, token: &str, now: Timestamp) -> Result<Option<FirebaseClaims>, HttpClientError> {
        let FirebaseConfig { project, keys_url, emulator, .. } = &self.config;
        if emulator.is_some() {
            return Ok(verify_emulator_token(token, project, now).ok());
        }
        // Malformed tokens cause no request to Google.
        if jsonwebtoken::decode_header(token).is_err() {
            return Ok(None);
        }
        let keys = self.keys.get(keys_url, now).await?;
        match verify_token(token, project, &keys, now) {
            Err(TokenError::UnknownKey) => {
                let keys = self.keys.refetch(keys_url, &keys, now).await?;
                Ok(verify_token(token, project, &keys, now).ok())
            }
            verified => Ok(verified.ok()),
        }
    }
}

impl FirebaseKeys {
    /// Parses a key set (JWKS). Malformed keys and keys for other algorithms are ignored. `None` if the text has no
    /// list of keys.
    fn parse(text: &[u8]) -> Option<Self> {
        let set: Value = serde_json::from_slice(text).ok()?;
        let key = |key: &Value| {
            let member = |name: &str| key.get(name).and_then(Value::as_str);
            if member("kty") != Some("RSA") || member("alg").is_some_and(|alg| alg != "RS256") {
                return None;
            }
            let decoding_key = DecodingKey::from_rsa_components(member("n")?, member("e")?).ok()?;
            Some((member("kid")?.to_owned(), decoding_key))
        };
        Some(Self(set.get("keys")?.as_array()?.iter().filter_map(key).collect()))
    }
}

/// The claims of a token of this project that is signed with one of `keys` and valid now. Errors:
/// [`TokenError::UnknownKey`] if the token names another key, otherwise [`TokenError::Invalid`].
fn verify_token(token: &str, project: &str, keys: &FirebaseKeys, now: Timestamp) -> Result<FirebaseClaims, TokenError> {
    if token.len() > MAX_TOKEN_BYTES {
        return Err(TokenError::Invalid);
    }
    let claims: FirebaseClaims = verify_signature(token, ALGORITHM, &keys.0)?;
    if are_valid(&claims, project, now) { Ok(claims) } else { Err(TokenError::Invalid) }
}

/// The claims of an unsigned token of the emulator, for this project and valid now. For development only. Errors:
/// [`TokenError::Invalid`].
fn verify_emulator_token(token: &str, project: &str, now: Timestamp) -> Result<FirebaseClaims, TokenError> {
    let parse = || {
        let mut parts = token.split('.');
        let (header, claims) = (parts.next()?, parts.next()?);
        let (Some(""), None) = (parts.next(), parts.next()) else { return None };
        let decode_part = |part: &str| BASE64_URL_SAFE_NO_PAD.decode(part).ok();
        let header: Value = serde_json::from_slice(&decode_part(header)?).ok()?;
        if header.get("alg")? != "none" || header.get("crit").is_some() {
            return None;
        }
        serde_json::from_slice::<FirebaseClaims>(&decode_part(claims)?).ok()
    };
    let claims = if token.len() > MAX_TOKEN_BYTES { None } else { parse() };
    claims.filter(|claims| are_valid(claims, project, now)).ok_or(TokenError::Invalid)
}

fn issuer(project: &str) -> String {
    format!("https://securetoken.google.com/{project}")
}

fn are_valid(claims: &FirebaseClaims, project: &str, now: Timestamp) -> bool {
    let latest_allowed_s = now.plus_seconds(MAX_CLOCK_SKEW_S).unix_seconds();
    let FirebaseClaims { iss, aud, exp, iat, auth_time, sub, .. } = claims;
    *iss == issuer(project)
        && aud == project
        && now.unix_seconds() < *exp
        && *iat <= latest_allowed_s
        && *auth_time <= latest_allowed_s
        && !sub.is_empty()
        && sub.chars().count() <= MAX_SUBJECT_LEN
        && !sub.contains('\0')
}
