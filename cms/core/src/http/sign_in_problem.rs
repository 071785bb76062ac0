//! Maps sign-in errors to problems.

use std::num::NonZeroU32;

use axum::http::StatusCode;

use crate::auth::domain::builtin::password::{MAX_PASSWORD_BYTES, MIN_PASSWORD_LEN, PasswordError};
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RetryAfter};
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};

/// The problem type if the password is correct, and the code of the second factor is missing or incorrect.
pub const SECOND_FACTOR_REQUIRED_TYPE: &str = "/problems/second-factor-required";

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        let message = error.to_string();
        let unauthorized = |code: Code| Self::new(StatusCode::UNAUTHORIZED, code, message.as_str());
        let second_factor_problem = |code| unauthorized(code).with_type(SECOND_FACTOR_REQUIRED_TYPE);
        match error {
            SignInError::InvalidCredentials => unauthorized(Code::InvalidCredentials),
            SignInError::MissingCode => second_factor_problem(Code::SecondFactorRequired),
            SignInError::InvalidCode => second_factor_problem(Code::SecondFactorInvalid),
            SignInError::RateLimited(seconds) => Self::too_many_requests(Code::RateLimited, message, seconds),
            SignInError::Password(cause) => cause.into(),
            SignInError::Signing(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "failed to complete a sign-in");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalError, message)
            }
            SignInError::Store(cause) => cause.into(),
        }
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        let message = error.to_string();
        let invalid = |code: Code, limit| Self::invalid_field(code.with("limit", limit), "password", message.as_str());
        match error {
            PasswordError::TooShort => invalid(Code::PasswordTooShort, MIN_PASSWORD_LEN),
            PasswordError::TooLong => invalid(Code::PasswordTooLong, MAX_PASSWORD_BYTES),
            PasswordError::Busy => Self { retry_after_s: NonZeroU32::new(2), ..Self::unavailable(message) },
            PasswordError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalError, message),
        }
    }
}

impl From<RateLimitError> for Problem {
    fn from(error: RateLimitError) -> Self {
        match error {
            RateLimitError::RetryAfter(RetryAfter(seconds)) => {
                let sentence = "Too many attempts. Please wait a few minutes and try again.";
                Self::too_many_requests(Code::RateLimited, sentence, seconds)
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

/// Maps a wrong password or code in a form of a signed-in caller to 422 for `field`. A 401 would make clients ask the
/// caller to sign in. Other errors become the same problems as in a sign-in.
pub fn sign_in_error_as_invalid_field(code: Code, field: &str, message: &str, error: SignInError) -> Problem {
    match error {
        SignInError::InvalidCredentials | SignInError::MissingCode | SignInError::InvalidCode => {
            Problem::invalid_field(code, field, message)
        }
        other => other.into(),
    }
}

/// 422: the link of the email has expired, was used or is unknown.
pub fn invalid_email_link_problem() -> Problem {
    let sentence = "This link has expired or was already used. Please request a new one.";
    Problem::invalid_field(Code::LinkInvalid, "token", sentence)
}

/// 422: an account with this email address exists.
pub fn email_in_use_problem() -> Problem {
    Problem::invalid_field(Code::EmailInUse, "email", "This email is already in use")
}
