//! Formats an error and its causes in one line. The JSON log format would print only the outermost error.

use std::error::Error;
use std::{fmt, iter};

/// Displays the error and its causes, as in "the database failed: no such table". A cause whose text is already part of
/// the message is skipped.
pub fn display<'e>(error: &'e (dyn Error + 'static)) -> impl fmt::Display + 'e {
    fmt::from_fn(|f| {
        let mut message = error.to_string();
        for cause in iter::successors(error.source(), |&cause| cause.source()) {
            let cause = cause.to_string();
            if !message.contains(&cause) {
                message.push_str(": ");
                message.push_str(&cause);
            }
        }
        f.write_str(&message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the email has to wait")]
    struct OuterError(#[source] fmt::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("no email today: {0}")]
    struct SourceRepeatingError(#[source] OuterError);

    #[test]
    fn error_chain_names_every_cause_once() {
        let outer_message = format!("the email has to wait: {}", fmt::Error);
        assert_eq!(display(&OuterError(fmt::Error)).to_string(), outer_message);
        assert_eq!(
            display(&SourceRepeatingError(OuterError(fmt::Error))).to_string(),
            format!("no email today: {outer_message}")
        );
    }
}
