//! The field `unpublishAt` of places and articles: the time at which they stop being public.

use serde::Deserialize;

use super::rule::Rule;
use super::update::Patch;
use crate::common::clock::Timestamp;
use crate::http::problem::{Code, FieldError};

/// The name of the field.
pub const FIELD: &str = "unpublishAt";
const INVALID: &str = "Unpublish at must be a time like 2027-02-05T01:00:00Z";

/// A time in a request; `None` if the text is not a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct SentTime(Option<Timestamp>);

impl SentTime {
    /// The time. `None` if the text is not one.
    pub fn time(self) -> Option<Timestamp> {
        self.0
    }
}

impl From<String> for SentTime {
    fn from(text: String) -> Self {
        Self(Timestamp::parse(&text))
    }
}

/// The rule of the field.
pub fn rule(description: &'static str) -> Rule {
    // No example: a client that copies it would unpublish the record at that time.
    Rule::text(description).nullable().max(40.0, INVALID)
}

/// Whether a request would change the stored time.
pub fn is_change(sent: &Patch<SentTime>, stored: Option<Timestamp>) -> bool {
    match sent {
        Patch::Absent => false,
        Patch::Null => stored.is_some(),
        Patch::Value(SentTime(at)) => at.is_none() || *at != stored,
    }
}

/// The stored time after a request. Errors: the text is not a time, or a changed time is not in the future.
pub fn apply(
    sent: &Patch<SentTime>,
    stored: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Timestamp>, FieldError> {
    match sent {
        Patch::Absent => Ok(stored),
        Patch::Null => Ok(None),
        Patch::Value(SentTime(None)) => Err(FieldError::new(Code::DateInvalid, FIELD, INVALID)),
        Patch::Value(SentTime(at)) if *at == stored || *at > Some(now) => Ok(*at),
        Patch::Value(_) => Err(FieldError::new(Code::DateInPast, FIELD, "Unpublish at must be in the future")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_time_must_be_in_the_future_and_stored_time_may_be_sent_back() {
        let (now, stored) = (Timestamp(2000), Some(Timestamp(1000)));
        let sent = |at: i64| Patch::Value(SentTime(Some(Timestamp(at))));
        assert_eq!(apply(&Patch::Absent, stored, now).ok(), Some(stored));
        assert_eq!(apply(&Patch::Null, stored, now).ok(), Some(None));
        assert_eq!(apply(&sent(1000), stored, now).ok(), Some(stored));
        assert_eq!(apply(&sent(2001), stored, now).ok(), Some(Some(Timestamp(2001))));
        for refused in [sent(2000), sent(1), Patch::Value("tomorrow".to_owned().into())] {
            assert_eq!(apply(&refused, stored, now).map_err(|error| error.field), Err(FIELD.into()), "{refused:?}");
            assert!(is_change(&refused, stored));
        }
        assert!(
            !is_change(&Patch::Absent, stored) && !is_change(&sent(1000), stored) && is_change(&Patch::Null, stored)
        );
    }
}
