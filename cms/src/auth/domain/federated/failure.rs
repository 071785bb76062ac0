//! Why a federated sign-in failed: messages for users, and codes for the page that started it.

use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RetryAfter};
use crate::db::engine::StoreError;

/// Why a federated sign-in failed. Most codes are those of Firebase's library, which clients know (R33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The user cancelled at the provider.
    #[error("The sign-in was cancelled.")]
    Cancelled,
    /// The state is unknown, expired or used, or another browser started the sign-in.
    #[error("This sign-in is over, or was begun in another window. Please try again.")]
    InvalidState,
    /// The provider is unavailable.
    #[error("The provider cannot be reached right now. Please try again, or sign in another way.")]
    ProviderUnavailable,
    /// The response of the provider is invalid.
    #[error("The provider's answer could not be verified. Please try again.")]
    InvalidCredential,
    /// The account is deactivated.
    #[error("This account has been deactivated.")]
    Deactivated,
    /// An account has the address, and the provider did not verify it.
    #[error("An account with this email exists already. Please sign in the way you did before.")]
    EmailInUse,
    /// The provider returned no email address.
    #[error("The provider did not tell your email address, which this guide needs.")]
    NoEmail,
    /// The account requires a code of its second factor, which this way of signing in does not ask for.
    #[error("This account asks for a code from an authenticator app. Please sign in with your email and password.")]
    SecondFactor,
    /// A rate limit is exceeded.
    #[error("Too many attempts. Please wait a few minutes and try again.")]
    TooMany,
    /// An internal error.
    #[error("Something went wrong on our side. Please try again.")]
    Internal,
}

impl Failure {
    const ALL: [Self; 10] = [
        Self::Cancelled,
        Self::InvalidState,
        Self::ProviderUnavailable,
        Self::InvalidCredential,
        Self::Deactivated,
        Self::EmailInUse,
        Self::NoEmail,
        Self::SecondFactor,
        Self::TooMany,
        Self::Internal,
    ];

    /// The code for the page.
    pub fn code(self) -> &'static str {
        match self {
            Self::Cancelled => "user-cancelled",
            Self::InvalidState => "invalid-state",
            Self::ProviderUnavailable => "network-request-failed",
            Self::InvalidCredential => "invalid-credential",
            Self::Deactivated => "user-disabled",
            Self::EmailInUse => "account-exists-with-different-credential",
            Self::NoEmail => "missing-email",
            Self::SecondFactor => "multi-factor-auth-required",
            Self::TooMany => "too-many-requests",
            Self::Internal => "internal-error",
        }
    }

    /// The failure with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.code() == code)
    }
}

/// A failure, or an error that needs a header or a log entry.
#[derive(Debug, thiserror::Error)]
pub enum FederatedError {
    /// A failure to report as it is.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// A rate limit is exceeded.
    #[error(transparent)]
    TooMany(#[from] RetryAfter),
    /// The database failed, or a concurrent sign-in stored the same identity first ([`StoreError::UniqueViolation`]).
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl FederatedError {
    /// The failure to report to the user.
    pub fn failure(&self) -> Failure {
        match self {
            Self::Failed(failure) => *failure,
            Self::TooMany(_) => Failure::TooMany,
            Self::Store(_) => Failure::Internal,
        }
    }
}

impl From<RateLimitError> for FederatedError {
    fn from(error: RateLimitError) -> Self {
        match error {
            RateLimitError::RetryAfter(wait) => Self::TooMany(wait),
            RateLimitError::Store(cause) => Self::Store(cause),
        }
    }
}

impl From<SignInError> for FederatedError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Store(cause) => Self::Store(cause),
            SignInError::MissingCode | SignInError::InvalidCode => Failure::SecondFactor.into(),
            SignInError::TooMany(seconds) => Self::TooMany(RetryAfter(seconds)),
            SignInError::InvalidCredentials => Failure::InvalidCredential.into(),
            SignInError::Password(_) | SignInError::Signing(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "failed to complete a sign-in");
                Failure::Internal.into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R33
    #[test]
    fn every_sign_in_failure_has_its_own_code() {
        for failure in Failure::ALL {
            assert_eq!(Failure::from_code(failure.code()), Some(failure));
        }
        assert_eq!(Failure::from_code("popup-blocked"), None, "only the browser reports this");
    }
}
