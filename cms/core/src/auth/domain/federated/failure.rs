//! Why a federated sign-in failed: messages for users, and codes for the page that started the sign-in.

use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RetryAfter};
use crate::db::engine::StoreError;

/// Why a federated sign-in failed. Most codes are those of Firebase's JavaScript library, which clients know (R33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.code())]
pub enum FederatedSignInFailure {
    /// The user canceled the sign-in at the provider.
    Canceled,
    /// The OAuth state is unknown, expired or used, or another browser started the sign-in.
    InvalidState,
    /// The provider is unavailable.
    ProviderUnavailable,
    /// The response of the provider is invalid, or the provider returned an error.
    InvalidCredential,
    /// The account is deactivated.
    Deactivated,
    /// An account already has the email address, and the provider has not verified the address.
    EmailInUse,
    /// The provider returned no email address.
    NoEmail,
    /// The account requires a code of its second factor, which this way of signing in does not ask for.
    SecondFactorRequired,
    /// A rate limit is exceeded.
    RateLimited,
    /// An internal error.
    Internal,
}

impl FederatedSignInFailure {
    const ALL: [Self; 10] = [
        Self::Canceled,
        Self::InvalidState,
        Self::ProviderUnavailable,
        Self::InvalidCredential,
        Self::Deactivated,
        Self::EmailInUse,
        Self::NoEmail,
        Self::SecondFactorRequired,
        Self::RateLimited,
        Self::Internal,
    ];

    /// The code for the page that started the sign-in.
    pub fn code(self) -> &'static str {
        self.code_and_message_key().0
    }

    /// The key of the message for the user.
    pub fn message_key(self) -> &'static str {
        self.code_and_message_key().1
    }

    fn code_and_message_key(self) -> (&'static str, &'static str) {
        match self {
            Self::Canceled => ("user-cancelled", "pages.failures.cancelled"),
            Self::InvalidState => ("invalid-state", "pages.failures.invalid_state"),
            Self::ProviderUnavailable => ("network-request-failed", "pages.failures.provider_unavailable"),
            Self::InvalidCredential => ("invalid-credential", "pages.failures.invalid_credential"),
            Self::Deactivated => ("user-disabled", "pages.failures.deactivated"),
            Self::EmailInUse => ("account-exists-with-different-credential", "pages.failures.email_in_use"),
            Self::NoEmail => ("missing-email", "pages.failures.no_email"),
            Self::SecondFactorRequired => ("multi-factor-auth-required", "pages.failures.second_factor"),
            Self::RateLimited => ("too-many-requests", "pages.failures.too_many"),
            Self::Internal => ("internal-error", "pages.failures.internal"),
        }
    }

    /// The failure with this code. `None` for an unknown code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.code() == code)
    }
}

/// A [`FederatedSignInFailure`], or an error with more information: the seconds for `Retry-After`, or the database
/// error.
#[derive(Debug, thiserror::Error)]
pub enum FederatedSignInError {
    /// A failure without more information.
    #[error(transparent)]
    Failed(#[from] FederatedSignInFailure),
    /// A rate limit is exceeded.
    #[error(transparent)]
    RateLimited(#[from] RetryAfter),
    /// The database failed, or a concurrent sign-in stored the same identity first ([`StoreError::UniqueViolation`]).
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl FederatedSignInError {
    /// The failure to report to the user.
    pub fn failure(&self) -> FederatedSignInFailure {
        match self {
            Self::Failed(failure) => *failure,
            Self::RateLimited(_) => FederatedSignInFailure::RateLimited,
            Self::Store(_) => FederatedSignInFailure::Internal,
        }
    }
}

impl From<RateLimitError> for FederatedSignInError {
    fn from(error: RateLimitError) -> Self {
        match error {
            RateLimitError::RetryAfter(wait) => Self::RateLimited(wait),
            RateLimitError::Store(cause) => Self::Store(cause),
        }
    }
}

impl From<SignInError> for FederatedSignInError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Store(cause) => Self::Store(cause),
            SignInError::MissingCode | SignInError::InvalidCode => FederatedSignInFailure::SecondFactorRequired.into(),
            SignInError::RateLimited(seconds) => Self::RateLimited(RetryAfter(seconds)),
            SignInError::InvalidCredentials => FederatedSignInFailure::InvalidCredential.into(),
            SignInError::Password(_) | SignInError::Signing(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "failed to complete a sign-in");
                FederatedSignInFailure::Internal.into()
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
        for failure in FederatedSignInFailure::ALL {
            assert_eq!(FederatedSignInFailure::from_code(failure.code()), Some(failure));
        }
        assert_eq!(FederatedSignInFailure::from_code("popup-blocked"), None, "only the browser reports this");
    }
}
