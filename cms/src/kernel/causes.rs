//! An error with all that led to it, in one line. A log of JSON would leave the causes out by itself.

use std::error::Error;
use std::fmt;

/// The error and its causes, to be displayed: "the database failed: no such table".
pub fn of<'e>(error: &'e (dyn Error + 'static)) -> impl fmt::Display + 'e {
    Causes(error)
}

struct Causes<'e>(&'e (dyn Error + 'static));

impl fmt::Display for Causes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut next = self.0.source();
        while let Some(cause) = next {
            write!(f, ": {cause}")?;
            next = cause.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the letter has to wait")]
    struct Outer(#[source] fmt::Error);

    #[test]
    fn every_cause_is_said_once() {
        let said = of(&Outer(fmt::Error)).to_string();
        assert_eq!(said, format!("the letter has to wait: {}", fmt::Error));
    }
}
