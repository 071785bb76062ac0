//! Submitted texts and their spam scores.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text with a higher score is filed as spam (R430).
pub const SPAM_THRESHOLD: i64 = 70;
/// The maximum points that ham words subtract from a score.
pub const MAX_HAM_POINTS: i64 = 40;
/// The points of a reason that makes a text spam, whatever its words are.
pub const DECISIVE: i64 = SPAM_THRESHOLD + MAX_HAM_POINTS + 1;

/// A submitted text and the circumstances of the submission.
#[derive(Clone, Copy, Debug, Default)]
pub struct Submission<'a> {
    /// The text, in NFC.
    pub text: &'a str,
    /// The name of the author.
    pub name: &'a str,
    /// The location, in words or as a link to a map.
    pub location: Option<&'a str>,
    /// Whether the honeypot field was filled in.
    pub honeypot: bool,
    /// How long the form was open, as the browser reports it.
    pub elapsed_ms: Option<i64>,
    /// The age of the author's account; `None` without an account.
    pub account_age_s: Option<i64>,
    /// The number of the author's approved texts.
    pub approved_before: i64,
    /// The number of recent texts with the same [`super::words::fingerprint`] by all authors.
    pub same_text_before: i64,
}

/// The spam score of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// 0 to 100.
    pub percent: i64,
    /// The reasons for and against spam, the largest first.
    pub reasons: Vec<Reason>,
}

impl Score {
    /// The sum of the reasons, within 0 to 100.
    pub fn new(mut reasons: Vec<Reason>) -> Self {
        reasons.retain(|reason| reason.points != 0);
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.points.abs()));
        let percent = reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100);
        Self { percent, reasons }
    }

    /// Whether the text is filed as spam.
    pub fn is_spam(&self) -> bool {
        self.percent > SPAM_THRESHOLD
    }
}

/// A reason of a spam score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpamReason)]
pub struct Reason {
    /// The code of the reason.
    #[schema(value_type = String, example = "links")]
    pub code: Cow<'static, str>,
    /// A sentence for the moderator.
    #[schema(example = "It holds 3 links.")]
    pub text: String,
    /// The points that the reason adds to the score; negative if it speaks against spam.
    #[schema(example = 35)]
    pub points: i64,
}

impl Reason {
    /// A reason that adds `points`.
    pub fn new(code: &'static str, points: i64, text: impl Into<String>) -> Self {
        Self { code: code.into(), text: text.into(), points }
    }
}

/// The label of a text for the classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Label {
    /// Spam.
    Spam,
    /// Not spam, whether it was published or not.
    #[serde(rename = "honest")]
    Ham,
}
