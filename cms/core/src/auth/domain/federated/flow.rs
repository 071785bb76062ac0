//! Federated sign-ins in progress, from the redirect to a provider until its callback. They are stored in the database,
//! because the callback may reach another replica. Only the browser that started a sign-in can redeem it, once and
//! within ten minutes. The module also has the errors of the exchange that follows.

use futures_util::future::BoxFuture;
use oauth2::basic::BasicErrorResponse;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse, RequestTokenError};

use super::failure::FederatedSignInFailure;
use super::model::{FederatedProvider, IdentityProvider};
use crate::auth::domain::secret::{self, Secret};
use crate::common::clock::Timestamp;
use crate::db::engine::{StoreError, Tx};
use crate::integrations::http_client::{HttpClient, HttpClientError};
use crate::{execute, with_tx};

/// The time from the start of a sign-in after which its callback is refused, in seconds.
pub const FLOW_LIFETIME_S: i64 = 600;
/// The maximum number of sign-ins in progress. Above it, the oldest are deleted.
const MAX_FLOWS_IN_PROGRESS: i64 = 10_000;

const START: &str = "
insert into sign_in_flow (state_hash, browser_hash, provider, nonce, pkce_verifier, return_to, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)";

const DELETE_EXPIRED_AND_OLDEST: &str = "
delete from sign_in_flow
where expires_at <= $1
   or expires_at <= (select expires_at from sign_in_flow order by expires_at desc limit 1 offset $2)";

const REDEEM: &str = "
delete from sign_in_flow where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > $4
returning nonce, pkce_verifier, return_to";

/// The secrets of a new sign-in.
#[derive(Clone, Debug)]
pub struct SignInFlowSecrets {
    /// The OAuth state, which the provider returns in the callback URL.
    pub state: Secret,
    /// The value of a cookie. The browser sends it back with the callback.
    pub browser_secret: Secret,
    /// The nonce, which an OpenID Connect provider returns in the ID token.
    pub nonce: Secret,
    /// The PKCE verifier. Its hash is sent at the start, and the verifier itself is sent with the authorization code.
    pub pkce_verifier: Secret,
}

/// A sign-in in progress that the callback has redeemed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SignInFlow {
    /// The nonce that the ID token must contain.
    pub nonce: Secret,
    /// The PKCE verifier.
    pub pkce_verifier: Secret,
    /// The path to return to.
    pub return_to: String,
}

/// Stores a new sign-in and returns its secrets. Deletes expired sign-ins, and the oldest ones above
/// [`MAX_FLOWS_IN_PROGRESS`].
pub async fn begin(
    tx: &mut Tx,
    provider: FederatedProvider,
    return_to: &str,
    now: Timestamp,
) -> Result<SignInFlowSecrets, StoreError> {
    let [state, browser_secret, nonce, pkce_verifier] = std::array::from_fn(|_| Secret::generate());
    execute!(tx, sqlx::query(DELETE_EXPIRED_AND_OLDEST).bind(now).bind(MAX_FLOWS_IN_PROGRESS - 1))?;
    execute!(
        tx,
        sqlx::query(START)
            .bind(state.hash())
            .bind(browser_secret.hash())
            .bind(IdentityProvider::from(provider))
            .bind(nonce.reveal())
            .bind(pkce_verifier.reveal())
            .bind(return_to)
            .bind(now.plus_seconds(FLOW_LIFETIME_S))
    )?;
    Ok(SignInFlowSecrets { state, browser_secret, nonce, pkce_verifier })
}

/// Redeems the sign-in with this state. `None` if the state is unknown, or the sign-in has expired, was already
/// redeemed, or was started by another browser or with another provider.
pub async fn redeem(
    tx: &mut Tx,
    (state, browser_secret): (&str, &str),
    provider: FederatedProvider,
    now: Timestamp,
) -> Result<Option<SignInFlow>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(REDEEM)
        .bind(secret::hash(state))
        .bind(secret::hash(browser_secret))
        .bind(IdentityProvider::from(provider))
        .bind(now)
        .fetch_optional(engine))?)
}

/// Why a call to a provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The provider is unavailable.
    #[error("the provider is unavailable")]
    Unavailable(#[from] HttpClientError),
    /// The response or a URL of the provider is invalid. The reason contains no secret.
    #[error("invalid response: {0}")]
    Invalid(String),
}

impl ProviderError {
    /// Logs the error and returns the failure to report to the user, which has no details.
    pub fn into_failure(self, provider: &'static str) -> FederatedSignInFailure {
        tracing::warn!(provider, error = %crate::common::error_chain::display(&self), "federated sign-in failed");
        match self {
            Self::Unavailable(_) => FederatedSignInFailure::ProviderUnavailable,
            Self::Invalid(_) => FederatedSignInFailure::InvalidCredential,
        }
    }
}

/// An adapter with which the `oauth2` library sends its requests through our [`HttpClient`].
pub struct OAuthHttpClient<'a>(pub &'a HttpClient);

impl<'c> AsyncHttpClient<'c> for OAuthHttpClient<'_> {
    type Error = HttpClientError;
    type Future = BoxFuture<'c, Result<HttpResponse, HttpClientError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let response = self.0.send(request).await?;
            // A 5xx means that the provider is unavailable. The library would try to parse the body of the response.
            if response.status().is_server_error() {
                Err(HttpClientError::Status(response.status()))
            } else {
                Ok(response)
            }
        })
    }
}

/// Maps a failed code exchange to a [`ProviderError`]. Only the error code of the response is used, because the rest
/// may repeat secrets of the request.
pub fn code_exchange_error(error: RequestTokenError<HttpClientError, BasicErrorResponse>) -> ProviderError {
    match error {
        RequestTokenError::Request(cause) => ProviderError::Unavailable(cause),
        RequestTokenError::ServerResponse(response) => {
            let name: String = response.error().as_ref().chars().filter(char::is_ascii_graphic).take(60).collect();
            ProviderError::Invalid(format!("the token endpoint returned the error {name}"))
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            ProviderError::Invalid("the response of the token endpoint is malformed".into())
        }
    }
}
