//! How much a new text looks like spam, with what the guide knows of its author.

use super::author::Past;
use crate::common::clock::Timestamp;
use crate::spam::model::{Score, Submission};
use crate::spam::score::TextFeatures;
use crate::spam::words::fingerprint;

/// A text as it came in, and what came with it.
pub struct Arrived {
    /// What was written.
    pub message: String,
    /// Where it was, if that was said.
    pub location: Option<String>,
    /// What a machine put into the field that people do not see.
    pub leave_blank: Option<String>,
    /// For how long the form was open.
    pub elapsed_ms: Option<i64>,
}

/// Such a text, read: see [`Arrived::read`].
pub struct Read {
    /// As it came.
    pub arrived: Arrived,
    /// What it is made of.
    pub features: TextFeatures,
    /// By what copies of it are found.
    pub key: String,
}

impl Arrived {
    /// Takes it apart, which is most of the work, before anybody else has to wait for it.
    pub fn read(self) -> Read {
        Read { features: TextFeatures::parse(&self.message), key: fingerprint(&self.message), arrived: self }
    }
}

impl Read {
    /// Weighs it with its past, read within the write that keeps it: a copy that is sent at the same moment is seen to be
    /// one.
    pub fn score(&self, past: &Past, now: Timestamp) -> Score {
        let Self { arrived: Arrived { message, location, leave_blank, elapsed_ms }, features, .. } = self;
        let submission = Submission {
            text: message,
            name: &past.author.display_name(),
            location: location.as_deref(),
            honeypot: leave_blank.as_ref().is_some_and(|leave_blank| !leave_blank.trim().is_empty()),
            elapsed_ms: *elapsed_ms,
            account_age_s: Some((now.0 - past.author.created_at.0) / 1000),
            approved_before: past.approved,
            same_text_before: past.copies,
        };
        features.score(&submission, &past.taught)
    }
}
