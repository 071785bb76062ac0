//! How a sign-in that did not happen is answered.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::problem::Problem;
use crate::identity::builtin::password::PasswordError;
use crate::identity::builtin::provider::SignInError;

/// A problem, and how many seconds to wait where waiting helps.
#[derive(Debug)]
pub struct Refusal {
    /// What to say.
    pub problem: Box<Problem>,
    /// `Retry-After`.
    pub wait_s: Option<i64>,
}

impl From<SignInError> for Refusal {
    fn from(error: SignInError) -> Self {
        let sentence = error.to_string();
        let (status, wait_s) = match error {
            SignInError::NotRight => (StatusCode::UNAUTHORIZED, None),
            SignInError::TooMany(seconds) => (StatusCode::TOO_MANY_REQUESTS, Some(seconds)),
            SignInError::Password(PasswordError::Busy) => (StatusCode::SERVICE_UNAVAILABLE, Some(2)),
            SignInError::Password(_) | SignInError::Unsigned(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a sign-in failed on our side");
                (StatusCode::INTERNAL_SERVER_ERROR, None)
            }
            SignInError::Store(cause) => return Self::from(Problem::from(cause)),
        };
        Self { problem: Box::new(Problem::new(status, sentence)), wait_s }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self { problem: Box::new(problem), wait_s: None }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.problem.into_response();
        if let Some(seconds) = self.wait_s {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
