//! The configured identity providers: the start of a federated sign-in, and the evaluation of its callback.

use std::net::IpAddr;

use serde::Deserialize;

use super::facebook::{self, Facebook};
use super::failure::{FederatedSignInError, FederatedSignInFailure};
use super::flow::{self, ProviderError, SignInFlow};
use super::model::{FederatedIdentity, FederatedProvider};
use super::openid::{self, OpenIdClient};
use crate::auth::domain::builtin::rate_limit::{FEDERATED_SIGN_IN_QUOTAS, RateLimitKey, RateLimiter};
use crate::auth::domain::secret::Secret;
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::integrations::http_client::HttpClient;

/// The prefix of the callback paths, and the path of the cookie of a sign-in in progress.
pub const FEDERATED_PATH: &str = "/api/auth/federated";

/// The configuration of the providers.
#[derive(Clone, Default)]
pub struct FederatedProviderClientsConfig {
    /// Google.
    pub google: Option<openid::OpenIdConfig>,
    /// Facebook.
    pub facebook: Option<facebook::FacebookConfig>,
    /// Any other OpenID Connect provider.
    pub openid: Option<openid::OpenIdConfig>,
    /// The display name of the provider `openid`.
    pub openid_name: Option<String>,
}

/// The clients of the configured providers.
pub struct FederatedProviderClients {
    google: Option<OpenIdClient>,
    facebook: Option<Facebook>,
    openid: Option<OpenIdClient>,
    openid_name: Option<String>,
    public_url: String,
    authorization_limiter: RateLimiter,
}

enum ProviderClient<'a> {
    OpenIdClient(&'a OpenIdClient),
    Facebook(&'a Facebook),
}

/// What the redirect to a provider consists of.
#[derive(Debug)]
pub struct AuthorizationRequest {
    /// The provider's authorization URL.
    pub url: String,
    /// The secret for the browser's cookie.
    pub browser_secret: Secret,
}

/// The query string of a callback. Unknown parameters are ignored, because providers add some.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CallbackParams {
    /// The OAuth state, which identifies the sign-in.
    pub state: String,
    /// The authorization code.
    pub code: Option<String>,
    /// The OAuth error code. If it is present, the authorization code is ignored.
    pub error: Option<String>,
    /// The issuer that the callback names (RFC 9207).
    pub iss: Option<String>,
}

impl FederatedProviderClients {
    /// The kind of attempt, and the number of sign-ins that the rate limit rejected before the redirect.
    pub fn rejected_attempt_count(&self) -> (&'static str, u64) {
        self.authorization_limiter.rejected_attempt_count()
    }

    /// Creates the clients of the configured providers. The function sends no request.
    pub fn new(config: FederatedProviderClientsConfig, public_url: &str, http: &HttpClient) -> Self {
        let FederatedProviderClientsConfig { google, facebook, openid, openid_name } = config;
        Self {
            google: google.map(|config| OpenIdClient::new(config, http.clone())),
            facebook: facebook.map(|config| Facebook::new(config, http.clone())),
            openid: openid.map(|config| OpenIdClient::new(config, http.clone())),
            openid_name,
            public_url: public_url.to_owned(),
            authorization_limiter: RateLimiter::new(FEDERATED_SIGN_IN_QUOTAS),
        }
    }

    /// The configured providers, in the order in which pages offer them.
    pub fn configured_providers(&self) -> Vec<FederatedProvider> {
        FederatedProvider::ALL.into_iter().filter(|provider| self.has(*provider)).collect()
    }

    /// The display name of the OpenID Connect provider other than Google, if configured.
    pub fn openid_name(&self) -> Option<&str> {
        self.openid_name.as_deref()
    }

    /// The display name of a provider.
    pub fn display_name(&self, provider: FederatedProvider) -> &str {
        match provider {
            FederatedProvider::Google => "Google",
            FederatedProvider::Facebook => "Facebook",
            FederatedProvider::Openid => self.openid_name().unwrap_or("Single sign-on"),
        }
    }

    /// Whether the provider is configured.
    pub fn has(&self, provider: FederatedProvider) -> bool {
        self.client(provider).is_some()
    }

    fn client(&self, provider: FederatedProvider) -> Option<ProviderClient<'_>> {
        match provider {
            FederatedProvider::Google => self.google.as_ref().map(ProviderClient::OpenIdClient),
            FederatedProvider::Facebook => self.facebook.as_ref().map(ProviderClient::Facebook),
            FederatedProvider::Openid => self.openid.as_ref().map(ProviderClient::OpenIdClient),
        }
    }

    /// The callback URL. Its origin is the configured one, not the host of the request (R313).
    fn callback_url(&self, provider: FederatedProvider) -> String {
        format!("{}{FEDERATED_PATH}/{}/callback", self.public_url, provider.as_str())
    }

    /// Starts a sign-in and counts it for the client address. After the sign-in, the browser continues to the path
    /// `return_to`. Errors: [`FederatedSignInFailure::ProviderUnavailable`] if the provider is not configured or does
    /// not respond; [`FederatedSignInError::RateLimited`].
    pub async fn start_authorization(
        &self,
        db: &Db,
        provider: FederatedProvider,
        (return_to, client_address): (&str, IpAddr),
        now: Timestamp,
    ) -> Result<AuthorizationRequest, FederatedSignInError> {
        let Some(client) = self.client(provider) else {
            return Err(FederatedSignInFailure::ProviderUnavailable.into());
        };
        self.authorization_limiter.count_attempt(db, RateLimitKey::ClientAddressOnly, client_address, now).await?;
        let failure = |error: ProviderError| error.into_failure(provider.as_str());
        let (callback_url, return_to) = (self.callback_url(provider), return_to.to_owned());
        let begin = || db.write(move |tx| Box::pin(async move { flow::begin(tx, provider, &return_to, now).await }));
        let (secrets, url) = match client {
            ProviderClient::OpenIdClient(openid) => {
                // Load the metadata first: if the provider is unavailable, nothing is stored.
                let metadata = openid.metadata(now).await.map_err(failure)?;
                let secrets = begin().await?;
                let url = openid.authorization_url(&metadata, &secrets, &callback_url).map_err(failure)?;
                (secrets, url)
            }
            ProviderClient::Facebook(facebook) => {
                let secrets = begin().await?;
                let url = facebook.authorization_url(&secrets, &callback_url).map_err(failure)?;
                (secrets, url)
            }
        };
        Ok(AuthorizationRequest { url, browser_secret: secrets.browser_secret })
    }

    /// Redeems the sign-in of a callback, by its state and the secret of the browser's cookie. Errors:
    /// [`FederatedSignInFailure::InvalidState`] if no sign-in in progress matches both and the provider.
    pub async fn redeem(
        &self,
        db: &Db,
        provider: FederatedProvider,
        (state, browser_secret): (&str, &str),
        now: Timestamp,
    ) -> Result<SignInFlow, FederatedSignInError> {
        let (state, browser_secret) = (state.to_owned(), browser_secret.to_owned());
        let work = db
            .write(move |tx| Box::pin(async move { flow::redeem(tx, (&state, &browser_secret), provider, now).await }));
        work.await?.ok_or_else(|| FederatedSignInFailure::InvalidState.into())
    }

    /// Exchanges the authorization code of a callback, and returns the identity that the provider confirms. Errors that
    /// the provider reports become a [`FederatedSignInFailure`].
    pub async fn authenticate(
        &self,
        provider: FederatedProvider,
        params: &CallbackParams,
        flow: &SignInFlow,
        now: Timestamp,
    ) -> Result<FederatedIdentity, FederatedSignInFailure> {
        let code = match (params.error.as_deref(), params.code.as_deref().filter(|code| !code.is_empty())) {
            (None, Some(code)) => code,
            (Some("access_denied"), _) => return Err(FederatedSignInFailure::Canceled),
            (Some("temporarily_unavailable" | "server_error"), _) => {
                return Err(FederatedSignInFailure::ProviderUnavailable);
            }
            (error, _) => {
                let error_code: String =
                    error.unwrap_or_default().chars().filter(char::is_ascii_graphic).take(60).collect();
                tracing::warn!(provider = provider.as_str(), error_code, "identity provider returned no code");
                return Err(FederatedSignInFailure::InvalidCredential);
            }
        };
        let callback_url = self.callback_url(provider);
        let identity = match self.client(provider) {
            Some(ProviderClient::OpenIdClient(openid)) => {
                openid.authenticate((code, params.iss.as_deref()), flow, &callback_url, now).await
            }
            Some(ProviderClient::Facebook(facebook)) => facebook.authenticate(code, flow, &callback_url).await,
            None => return Err(FederatedSignInFailure::ProviderUnavailable),
        };
        identity.map_err(|error| error.into_failure(provider.as_str()))
    }
}
