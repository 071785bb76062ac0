//! The spam score of a new text, from its content and its author's history.

use super::author::AuthorHistory;
use crate::common::clock::Timestamp;
use crate::spam::model::{Score, Submission};
use crate::spam::score::TextFeatures;
use crate::spam::words::fingerprint;

/// A text as submitted.
pub struct SubmittedText {
    /// The message.
    pub message: String,
    /// The location, if given.
    pub location: Option<String>,
    /// The honeypot field, which people do not see.
    pub leave_blank: Option<String>,
    /// How long the form was open, in milliseconds.
    pub elapsed_ms: Option<i64>,
}

/// An analyzed text.
pub struct AnalyzedText {
    /// The text as submitted.
    pub submitted: SubmittedText,
    /// Its features for the spam score.
    pub features: TextFeatures,
    /// The fingerprint by which copies are found.
    pub key: String,
}

impl SubmittedText {
    /// Analyzes the text. This is most of the work and happens before the transaction, in which other writes would
    /// wait.
    pub fn analyze(self) -> AnalyzedText {
        AnalyzedText { features: TextFeatures::parse(&self.message), key: fingerprint(&self.message), submitted: self }
    }
}

impl AnalyzedText {
    /// Scores the text. The history must be loaded in the transaction that stores the text, so that copies submitted at
    /// the same time are found.
    pub fn score(&self, history: &AuthorHistory, now: Timestamp) -> Score {
        let Self { submitted: SubmittedText { message, location, leave_blank, elapsed_ms }, features, .. } = self;
        let submission = Submission {
            text: message,
            name: &history.author.display_name(),
            location: location.as_deref(),
            honeypot: leave_blank.as_ref().is_some_and(|leave_blank| !leave_blank.trim().is_empty()),
            elapsed_ms: *elapsed_ms,
            account_age_s: Some((now.0 - history.author.created_at.0) / 1000),
            approved_before: history.approved,
            same_text_before: history.copies,
        };
        features.score(&submission, &history.training_data)
    }
}
