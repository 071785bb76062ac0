//! Maps sign-in errors to problems.

use axum::http::StatusCode;

use crate::auth::domain::builtin::password::PasswordError;
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RetryAfter};
use crate::http::input::update::WriteError;
use crate::http::problem::{FieldError, Problem};

/// The problem type if the password is correct and a code of the second factor is required.
pub const SECOND_FACTOR_REQUIRED: &str = "/problems/second-factor-required";

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        let message = error.to_string();
        match error {
            SignInError::InvalidCredentials => Self::new(StatusCode::UNAUTHORIZED, message),
            SignInError::MissingCode | SignInError::InvalidCode => {
                Self::new(StatusCode::UNAUTHORIZED, message).with_type(SECOND_FACTOR_REQUIRED)
            }
            SignInError::TooMany(seconds) => Self::too_many(message, seconds),
            SignInError::Password(cause) => cause.into(),
            SignInError::Signing(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "failed to complete a sign-in");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
            }
            SignInError::Store(cause) => cause.into(),
        }
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        let message = error.to_string();
        match error {
            PasswordError::TooShort | PasswordError::TooLong => {
                Self::invalid(vec![FieldError::new("password", message)])
            }
            PasswordError::Busy => Self { wait_s: Some(2), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, message) },
            PasswordError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, message),
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

/// Maps a wrong password or code in a form of a signed-in caller to 422 for `field`. A 401 would ask the caller to sign
/// in.
pub fn as_field_error(field: &'static str, message: &'static str, error: SignInError) -> Problem {
    match error {
        SignInError::InvalidCredentials | SignInError::MissingCode | SignInError::InvalidCode => {
            Problem::invalid(vec![FieldError::new(field, message)])
        }
        other => other.into(),
    }
}

/// 422: the link of the email is expired, used or unknown.
pub fn invalid_link() -> Problem {
    Problem::invalid(vec![FieldError::new(
        "token",
        "This link has expired or was already used. Please request a new one.",
    )])
}

/// 422: the address has an account.
pub fn email_in_use() -> Problem {
    Problem::invalid(vec![FieldError::new("email", "This email is already in use")])
}

/// 503: the outbox is full.
pub fn outbox_is_full() -> WriteError {
    let message = "Too many emails are waiting to be sent. Please try again later.";
    Problem { wait_s: Some(60), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, message) }.into()
}
