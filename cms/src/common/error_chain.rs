//! An error with all that led to it, in one line. A log of JSON would leave the causes out by itself.

use std::error::Error;
use std::fmt;

/// The error and its causes, to be displayed: "the database failed: no such table". What an error has said of its cause
/// is not said again.
pub fn display<'e>(error: &'e (dyn Error + 'static)) -> impl fmt::Display + 'e {
    ErrorChain(error)
}

struct ErrorChain<'e>(&'e (dyn Error + 'static));

impl fmt::Display for ErrorChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut message = self.0.to_string();
        let mut next = self.0.source();
        while let Some(cause) = next {
            let cause_message = cause.to_string();
            if !message.contains(&cause_message) {
                message.push_str(": ");
                message.push_str(&cause_message);
            }
            next = cause.source();
        }
        f.write_str(&message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the letter has to wait")]
    struct Outer(#[source] fmt::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("no letter today: {0}")]
    struct Chatty(#[source] Outer);

    #[test]
    fn every_cause_is_said_once() {
        let waits = format!("the letter has to wait: {}", fmt::Error);
        assert_eq!(display(&Outer(fmt::Error)).to_string(), waits);
        assert_eq!(display(&Chatty(Outer(fmt::Error))).to_string(), format!("no letter today: {waits}"));
    }
}
