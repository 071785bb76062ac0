//! The exchange of an authorization code, shared by OpenID Connect providers and Facebook, and its errors.

use futures_util::future::BoxFuture;
use oauth2::basic::BasicErrorResponse;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse, RequestTokenError};

use super::failure::Failure;
use crate::integrations::http_client::{HttpClient, HttpClientError};

/// Why a call to a provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The provider is unavailable.
    #[error("the provider is unavailable")]
    Unavailable(#[from] HttpClientError),
    /// The response is invalid. The reason contains no secret.
    #[error("invalid response: {0}")]
    Invalid(String),
}

impl ProviderError {
    /// Logs the error and returns what the user may learn of it.
    pub fn into_failure(self, provider: &'static str) -> Failure {
        tracing::warn!(provider, error = %crate::common::error_chain::display(&self), "federated sign-in failed");
        match self {
            Self::Unavailable(_) => Failure::ProviderUnavailable,
            Self::Invalid(_) => Failure::InvalidCredential,
        }
    }
}

/// The HTTP client of the `oauth2` library.
pub struct OAuthHttpClient<'a>(pub &'a HttpClient);

impl<'c> AsyncHttpClient<'c> for OAuthHttpClient<'_> {
    type Error = HttpClientError;
    type Future = BoxFuture<'c, Result<HttpResponse, HttpClientError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let response = self.0.send(request).await?;
            // A 5xx means that the provider is unavailable; the library would try to parse its body.
            if response.status().is_server_error() {
                Err(HttpClientError::Status(response.status()))
            } else {
                Ok(response)
            }
        })
    }
}

/// Maps a failed code exchange. It keeps only the error code of the response, because the rest may repeat secrets of
/// the request.
pub fn exchange_error(error: RequestTokenError<HttpClientError, BasicErrorResponse>) -> ProviderError {
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
