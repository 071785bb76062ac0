//! What is weighed and what comes of it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text with a higher score is filed as spam (R430).
pub const FILED_ABOVE: i64 = 70;
/// What ham words take from a score at most.
pub const MAX_HAM_WORDS: i64 = 40;
/// What a reason adds that files a text whatever its words are.
pub const DECISIVE: i64 = FILED_ABOVE + MAX_HAM_WORDS + 1;

/// A text, and what its receiver knows about how it came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Submission<'a> {
    /// What was written, in NFC.
    pub text: &'a str,
    /// Who says so.
    pub name: &'a str,
    /// Where it happened, in words or as a link to a map.
    pub location: Option<&'a str>,
    /// Whether the field was filled in that people do not see.
    pub honeypot: bool,
    /// For how long the form was open, as the browser says.
    pub elapsed_ms: Option<i64>,
    /// How old the writer's account is; nothing for strangers.
    pub account_age_s: Option<i64>,
    /// How many texts of the same writer were approved before.
    pub approved_before: i64,
    /// How many texts with the same [`super::words::fingerprint`] came lately, whoever wrote them.
    pub same_text_before: i64,
}

/// How likely a text is spam, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// 0 to 100.
    pub percent: i64,
    /// What spoke for and against it, the weightiest first.
    pub reasons: Vec<Reason>,
}

impl Score {
    /// The sum of the reasons, within 0 to 100.
    pub fn of(mut reasons: Vec<Reason>) -> Self {
        reasons.retain(|reason| reason.points != 0);
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.points.abs()));
        let percent = reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100);
        Self { percent, reasons }
    }

    /// Whether the text is filed as spam.
    pub fn is_spam(&self) -> bool {
        self.percent > FILED_ABOVE
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

/// What a moderator has decided about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Judgement {
    /// It is spam.
    Spam,
    /// It is not, whether it was published or not.
    Honest,
}
