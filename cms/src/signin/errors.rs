//! How a sign-in that did not happen is answered.

use axum::http::StatusCode;

use crate::http::patch::WriteError;
use crate::http::problem::{FieldError, Problem};
use crate::identity::builtin::password::PasswordError;
use crate::identity::builtin::provider::SignInError;
use crate::identity::builtin::rate_limit::{RateLimitError, RetryAfter};

/// What a problem is called whose cure is a code: the password was right.
pub const SECOND_FACTOR_REQUIRED: &str = "/problems/second-factor-required";

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        let sentence = error.to_string();
        match error {
            SignInError::NotRight => Self::new(StatusCode::UNAUTHORIZED, sentence),
            SignInError::CodeMissing | SignInError::CodeNotRight => {
                Self::new(StatusCode::UNAUTHORIZED, sentence).named(SECOND_FACTOR_REQUIRED)
            }
            SignInError::TooMany(seconds) => Self::too_many(sentence, seconds),
            SignInError::Password(cause) => cause.into(),
            SignInError::Unsigned(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "a sign-in failed on our side");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
            }
            SignInError::Store(cause) => cause.into(),
        }
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        let sentence = error.to_string();
        match error {
            PasswordError::TooShort | PasswordError::TooLong => {
                Self::invalid(vec![FieldError::new("password", sentence)])
            }
            PasswordError::Busy => Self { wait_s: Some(2), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence) },
            PasswordError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence),
        }
    }
}

impl From<RateLimitError> for Problem {
    fn from(error: RateLimitError) -> Self {
        match error {
            RateLimitError::RetryAfter(RetryAfter(seconds)) => {
                Self::too_many("Too many attempts. Please wait a few minutes and try again.", seconds)
            }
            RateLimitError::Store(cause) => cause.into(),
        }
    }
}

impl From<SignInError> for WriteError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Store(cause) => Self::Store(cause),
            other => Problem::from(other).into(),
        }
    }
}

/// A refused proof that stands in a field of a form: one who is signed in is told which field, not to sign in.
pub fn beside(field: &'static str, sentence: &'static str, error: SignInError) -> Problem {
    match error {
        SignInError::NotRight | SignInError::CodeMissing | SignInError::CodeNotRight => {
            Problem::invalid(vec![FieldError::new(field, sentence)])
        }
        other => other.into(),
    }
}

/// 422: the link of the email is too old, was used, or never was.
pub fn link_is_over() -> Problem {
    Problem::invalid(vec![FieldError::new(
        "token",
        "This link was used already, or it is too old. Please ask for a new one.",
    )])
}

/// 422: the address has an account.
pub fn email_in_use() -> Problem {
    Problem::invalid(vec![FieldError::new("email", "This email is already in use")])
}
