//! Why somebody did not come in through another provider: in words for people, in codes for the page that asked.

use crate::db::error::StoreError;
use crate::identity::builtin::provider::SignInError;
use crate::identity::builtin::rate_limit::{RateLimitError, RetryAfter};
use crate::identity::federated::arrive::ArrivalError;

/// Why a federated sign-in failed. Most codes are those of Firebase's library, which clients know (R33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// They said no at the provider.
    #[error("The sign-in was cancelled.")]
    Cancelled,
    /// Nobody began this here, or it is over, or was used.
    #[error("This sign-in is over, or was begun in another window. Please try again.")]
    InvalidState,
    /// The provider is away.
    #[error("The provider cannot be reached right now. Please try again, or sign in another way.")]
    Away,
    /// What the provider said does not hold.
    #[error("The provider's answer could not be verified. Please try again.")]
    NotRight,
    /// The account is deactivated.
    #[error("This account has been deactivated.")]
    Deactivated,
    /// An account has the address, and the provider did not verify it.
    #[error("An account with this email exists already. Please sign in the way you did before.")]
    EmailInUse,
    /// The provider told no address.
    #[error("The provider did not tell your email address, which this guide needs.")]
    NoEmail,
    /// The account asks for a code, and a provider's word is none.
    #[error("This account asks for a code from an authenticator app. Please sign in with your email and password.")]
    SecondFactor,
    /// Too often.
    #[error("Too many attempts. Please wait a few minutes and try again.")]
    TooMany,
    /// A fault of ours.
    #[error("Something went wrong on our side. Please try again.")]
    Ours,
}

impl Failure {
    const ALL: [Self; 10] = [
        Self::Cancelled,
        Self::InvalidState,
        Self::Away,
        Self::NotRight,
        Self::Deactivated,
        Self::EmailInUse,
        Self::NoEmail,
        Self::SecondFactor,
        Self::TooMany,
        Self::Ours,
    ];

    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Cancelled => "user-cancelled",
            Self::InvalidState => "invalid-state",
            Self::Away => "network-request-failed",
            Self::NotRight => "invalid-credential",
            Self::Deactivated => "user-disabled",
            Self::EmailInUse => "account-exists-with-different-credential",
            Self::NoEmail => "missing-email",
            Self::SecondFactor => "multi-factor-auth-required",
            Self::TooMany => "too-many-requests",
            Self::Ours => "internal-error",
        }
    }

    /// The failure with this code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }
}

/// The same with what the log and the answer's headers need.
#[derive(Debug, thiserror::Error)]
pub enum FederatedError {
    /// To be told as it is.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// To be tried again after so many seconds.
    #[error(transparent)]
    TooMany(#[from] RetryAfter),
    /// The database failed, or a concurrent sign-in stored the same identity first ([`StoreError::UniqueViolation`]).
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl FederatedError {
    /// What is told.
    pub fn failure(&self) -> Failure {
        match self {
            Self::Failed(failure) => *failure,
            Self::TooMany(_) => Failure::TooMany,
            Self::Store(_) => Failure::Ours,
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

impl From<ArrivalError> for FederatedError {
    fn from(error: ArrivalError) -> Self {
        match error {
            ArrivalError::NoEmail => Failure::NoEmail.into(),
            ArrivalError::EmailInUse => Failure::EmailInUse.into(),
            ArrivalError::Store(cause) => Self::Store(cause),
        }
    }
}

impl From<SignInError> for FederatedError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Store(cause) => Self::Store(cause),
            SignInError::CodeMissing | SignInError::CodeNotRight => Failure::SecondFactor.into(),
            SignInError::TooMany(seconds) => Self::TooMany(RetryAfter(seconds)),
            SignInError::NotRight => Failure::NotRight.into(),
            SignInError::Password(_) | SignInError::Unsigned(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "a sign-in failed on our side");
                Failure::Ours.into()
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
            assert_eq!(Failure::of(failure.code()), Some(failure));
        }
        assert_eq!(Failure::of("popup-blocked"), None, "that is the browser's to say");
    }
}
