//! Firebase Authentication instead of the built-in provider: Firebase manages passwords and sessions, this server
//! manages roles. The account of a token is loaded on each call.

use std::sync::Arc;

use super::token::{self, Claims, Keys, TokenError};
use crate::auth::domain::builtin::provider::Policy;
use crate::auth::domain::federated::model::{ExternalIdentity, Federated, IdentityProvider, ProviderClaims};
use crate::auth::domain::model::{Account, SecondFactor};
use crate::auth::domain::store;
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::integrations::cached_document::CachedDocument;
use crate::integrations::http_client::{HttpClient, HttpClientError};

/// The URL of the public keys of all projects.
pub const KEYS_URL: &str = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

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
    /// The address of the emulator that replaces Google.
    pub emulator: Option<String>,
    /// The federated providers that pages offer.
    pub federated: Vec<Federated>,
    /// The URL of the public keys: [`KEYS_URL`], except in tests.
    pub keys_url: String,
}

/// See the module.
pub struct Firebase {
    /// The configuration.
    pub config: FirebaseConfig,
    policy: Arc<Policy>,
    keys: CachedDocument<Keys>,
}

/// The holder of a valid token.
#[derive(Clone, Debug)]
pub struct FirebaseCaller {
    /// The identity that Firebase confirms.
    pub identity: ExternalIdentity,
    /// The account, active or not; `None` before the first sync.
    pub account: Option<Account>,
}

/// Why a token could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum FirebaseError {
    /// The public keys could not be loaded.
    #[error("failed to load the public keys of Firebase")]
    Keys(#[from] HttpClientError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Firebase {
    /// The provider of this project. No request is sent yet.
    pub fn new(config: FirebaseConfig, policy: Arc<Policy>, web: &HttpClient) -> Self {
        Self { config, policy, keys: CachedDocument::new(web.clone(), Keys::parse) }
    }

    /// The holder of the token; `None` if it is invalid, expired or revoked.
    pub async fn verify(&self, db: &Db, token: &str, now: Timestamp) -> Result<Option<FirebaseCaller>, FirebaseError> {
        let Some(claims) = self.claims(token, now).await? else { return Ok(None) };
        let issuer = token::issuer(&self.config.project);
        let linked = store::by_identity(db, &issuer, &claims.sub).await?;
        // `auth_time` has seconds only: a sign-in in the second of the revocation counts as earlier.
        let is_revoked = |since: Timestamp| claims.auth_time <= since.seconds();
        if linked.as_ref().and_then(|linked| linked.tokens_valid_since).is_some_and(is_revoked) {
            return Ok(None);
        }
        let account = linked.map(|linked| self.with_second_factor_duty(linked.account, &claims));
        let Claims { sub, email, email_verified: is_email_verified, name, picture, .. } = claims;
        let claims = ProviderClaims { email, is_email_verified, name, picture, ..ProviderClaims::default() };
        let identity = ExternalIdentity::new(IdentityProvider::Firebase, &issuer, &sub, claims);
        Ok(Some(FirebaseCaller { identity, account }))
    }

    async fn claims(&self, text: &str, now: Timestamp) -> Result<Option<Claims>, HttpClientError> {
        let FirebaseConfig { project, keys_url, emulator, .. } = &self.config;
        if emulator.is_some() {
            return Ok(token::emulated(text, project, now).ok());
        }
        // Malformed tokens cause no request to Google.
        if jsonwebtoken::decode_header(text).is_err() {
            return Ok(None);
        }
        let keys = self.keys.get(keys_url, now).await?;
        match token::verified(text, project, &keys, now) {
            Err(TokenError::UnknownKey) => {
                let keys = self.keys.refetch(keys_url, &keys, now).await?;
                Ok(token::verified(text, project, &keys, now).ok())
            }
            verified => Ok(verified.ok()),
        }
    }

    /// Sets whether the account must still use a second factor: the token states whether the sign-in used one.
    fn with_second_factor_duty(&self, mut account: Account, claims: &Claims) -> Account {
        let has_second_factor = claims.firebase.sign_in_second_factor.is_some();
        account.owes_second_factor =
            self.policy.second_factor == SecondFactor::Required && account.is_staff() && !has_second_factor;
        account
    }
}
