//! Firebase Authentication in the place of the built-in provider: it keeps passwords and sessions, this guide keeps
//! roles. Who a token speaks for is looked up on each call.

use std::sync::Arc;

use super::token::{self, Claims, Fault, Keys};
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::builtin::provider::Policy;
use crate::identity::federated::model::{Federated, Said, Vouched, Voucher};
use crate::identity::model::{Account, SecondFactor};
use crate::identity::store;
use crate::integrations::cached_document::CachedDocument;
use crate::integrations::http_client::{HttpClient, HttpClientError};

/// Where Google publishes the keys of all projects.
pub const KEYS_URL: &str = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/// What the guide was told of its project.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The project.
    pub project: String,
    /// For browsers, no secret.
    pub api_key: String,
    /// Where browsers sign in with others' accounts.
    pub auth_domain: String,
    /// The app within the project.
    pub app_id: Option<String>,
    /// Where an emulator listens, instead of Google.
    pub emulator: Option<String>,
    /// Whose accounts browsers may sign in with there, beside e-mail and password.
    pub federated: Vec<Federated>,
    /// Where the keys are: [`KEYS_URL`], except in tests.
    pub keys_url: String,
}

/// See the module.
pub struct Firebase {
    /// What the guide was told.
    pub setting: Setting,
    policy: Arc<Policy>,
    keys: CachedDocument<Keys>,
}

/// Whom a token speaks for.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// By Firebase's word.
    pub vouched: Vouched,
    /// The account here, active or not; nothing before the first sync.
    pub account: Option<Account>,
}

/// Why nobody knows whom a token speaks for.
#[derive(Debug, thiserror::Error)]
pub enum SpeakError {
    /// Google's keys cannot be had.
    #[error("the keys of Firebase cannot be read")]
    Keys(#[from] HttpClientError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Firebase {
    /// The provider of this project. Nobody is asked anything yet.
    pub fn of(setting: Setting, policy: Arc<Policy>, web: &HttpClient) -> Self {
        Self { setting, policy, keys: CachedDocument::new(web.clone(), Keys::read) }
    }

    /// Whom `token` speaks for; nothing when it does not count (any more).
    pub async fn spoken(&self, db: &Db, token: &str, now: Timestamp) -> Result<Option<Spoken>, SpeakError> {
        let Some(claims) = self.claims(token, now).await? else { return Ok(None) };
        let issuer = token::issuer(&self.setting.project);
        let found = store::by_identity(db, &issuer, &claims.sub).await?;
        // A sign-in of the very second in which somebody signed out everywhere is taken for one before it.
        let is_over = |since: Timestamp| claims.auth_time <= since.seconds();
        if found.as_ref().and_then(|found| found.tokens_valid_since).is_some_and(is_over) {
            return Ok(None);
        }
        let account = found.map(|found| self.judged(found.account, &claims));
        let Claims { sub, email, email_verified: is_email_verified, name, picture, .. } = claims;
        let said = Said { email, is_email_verified, name, picture, ..Said::default() };
        Ok(Some(Spoken { vouched: Vouched::of(Voucher::Firebase, &issuer, &sub, said), account }))
    }

    async fn claims(&self, text: &str, now: Timestamp) -> Result<Option<Claims>, HttpClientError> {
        let Setting { project, keys_url, emulator, .. } = &self.setting;
        if emulator.is_some() {
            return Ok(token::emulated(text, project, now).ok());
        }
        // What is no token at all is no reason to ask Google.
        if jsonwebtoken::decode_header(text).is_err() {
            return Ok(None);
        }
        let keys = self.keys.get(keys_url, now).await?;
        match token::verified(text, project, &keys, now) {
            Err(Fault::UnknownKey) => {
                let keys = self.keys.refetch(keys_url, &keys, now).await?;
                Ok(token::verified(text, project, &keys, now).ok())
            }
            verified => Ok(verified.ok()),
        }
    }

    /// The account with what it owes this guide: Firebase says whether it asked for a second factor.
    fn judged(&self, mut account: Account, claims: &Claims) -> Account {
        let was_asked = claims.firebase.sign_in_second_factor.is_some();
        account.owes_second_factor =
            self.policy.second_factor == SecondFactor::Required && account.is_staff() && !was_asked;
        account
    }
}
