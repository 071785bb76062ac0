//! What the two kinds of providers share: exchanging a code, and what can go wrong there.

use futures_util::future::BoxFuture;
use oauth2::basic::BasicErrorResponse;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse, RequestTokenError};

use super::failure::Failure;
use crate::integrations::http_client::{HttpClient, HttpClientError};

/// Why a provider's word was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It did not answer.
    #[error("the provider did not answer")]
    Away(#[from] HttpClientError),
    /// What it said does not hold; the reason names no secret.
    #[error("the provider's word was not taken: {0}")]
    NotRight(String),
}

impl Fault {
    /// What is told of it. The log hears all.
    pub fn told(self, provider: &'static str) -> Failure {
        tracing::warn!(provider, error = %crate::common::error_chain::display(&self), "a federated sign-in failed");
        match self {
            Self::Away(_) => Failure::Away,
            Self::NotRight(_) => Failure::NotRight,
        }
    }
}

/// The way out as the library takes it.
pub struct OAuthHttpClient<'a>(pub &'a HttpClient);

impl<'c> AsyncHttpClient<'c> for OAuthHttpClient<'_> {
    type Error = HttpClientError;
    type Future = BoxFuture<'c, Result<HttpResponse, HttpClientError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let response = self.0.send(request).await?;
            // A provider that fails is away: the library would look for its reasons.
            if response.status().is_server_error() {
                Err(HttpClientError::Status(response.status()))
            } else {
                Ok(response)
            }
        })
    }
}

/// A code that was not exchanged. Of what the provider wrote the error's name alone is kept: the rest may repeat what
/// was sent.
pub fn refused(error: RequestTokenError<HttpClientError, BasicErrorResponse>) -> Fault {
    match error {
        RequestTokenError::Request(cause) => Fault::Away(cause),
        RequestTokenError::ServerResponse(response) => {
            let name: String = response.error().as_ref().chars().filter(char::is_ascii_graphic).take(60).collect();
            Fault::NotRight(format!("the token endpoint said {name}"))
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            Fault::NotRight("the token endpoint's answer makes no sense".into())
        }
    }
}
