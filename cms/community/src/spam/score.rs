//! Computes the spam score of a text by rules and the classifier, and trains the classifier.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::classifier::{self, Classification, LabelCounts, WordCounts};
use super::rules;
use super::words::{Token, TokenizedText};
use crate::db::engine::{Db, StoreError, Tx};

/// A text with a higher score is filed as spam (R430).
pub const SPAM_THRESHOLD: i64 = 70;
/// The maximum points that ham words subtract from a score.
pub const MAX_HAM_POINTS: i64 = 40;
/// The points of a reason that makes a text spam, whatever its words are.
pub const DECISIVE_POINTS: i64 = SPAM_THRESHOLD + MAX_HAM_POINTS + 1;
/// If the spam probability of the words is above this, they alone classify a text as spam. In a ten-fold
/// cross-validation with `cms/corpus/train.jsonl`, about 3 % of the texts classified as spam at 0.84 are ham, and about
/// 7 % at 0.76.
const SPAM_PROBABILITY_THRESHOLD: f64 = 0.84;
/// The maximum points of spam words. Ham words subtract less ([`MAX_HAM_POINTS`]), so that they do not outweigh every
/// other reason.
const MAX_SPAM_POINTS: f64 = 95.0;
/// The points of a filled-in honeypot field. Autofill of a browser can fill it in too, so it is never sufficient alone.
const HONEYPOT_POINTS: i64 = 60;
/// Evidence of fewer words than this adds at most [`SPAM_THRESHOLD`] points, which is not sufficient for spam.
const MIN_SIGNIFICANT_WORDS: usize = 3;
/// The maximum number of words named in the reason of the classifier.
const MAX_NAMED_WORDS: usize = 6;

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
    pub is_honeypot_filled: bool,
    /// How long the form was open in milliseconds, as the browser reports it; `None` if it reports no time.
    pub elapsed_ms: Option<i64>,
    /// The age of the author's account, in seconds; `None` without an account.
    pub account_age_s: Option<i64>,
    /// The number of the author's approved texts.
    pub approved_text_count: i64,
    /// The number of recent texts with the same [`super::words::fingerprint`] by all authors.
    pub same_text_count: i64,
}

impl<'a> Submission<'a> {
    /// A text that was submitted with a form. `leave_blank` is the content of the honeypot field.
    pub fn new((text, name): (&'a str, &'a str), leave_blank: Option<&str>, elapsed_ms: Option<i64>) -> Self {
        let is_honeypot_filled = leave_blank.is_some_and(|text| !text.trim().is_empty());
        Self { text, name, is_honeypot_filled, elapsed_ms, ..Self::default() }
    }
}

/// The spam score of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpamScore {
    /// The score, 0 to 100.
    pub total_points: i64,
    /// The reasons for and against spam, the largest first.
    pub reasons: Vec<Reason>,
}

impl SpamScore {
    /// The score with these reasons: the sum of their points, limited to 0 to 100.
    pub fn new(mut reasons: Vec<Reason>) -> Self {
        reasons.retain(|reason| reason.points != 0);
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.points.abs()));
        let total_points = reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100);
        Self { total_points, reasons }
    }

    /// Whether the text is filed as spam.
    pub fn is_spam(&self) -> bool {
        self.total_points > SPAM_THRESHOLD
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
    #[schema(example = "Contains 3 links.")]
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
pub enum SpamLabel {
    /// Spam.
    Spam,
    /// Not spam, whether it was published or not.
    #[serde(rename = "honest")]
    Ham,
}

impl SpamLabel {
    /// Returns counts with `text_count` for this label and 0 for the other label.
    pub fn to_counts(self, text_count: i64) -> LabelCounts {
        match self {
            Self::Spam => LabelCounts { spam: text_count, ham: 0 },
            Self::Ham => LabelCounts { spam: 0, ham: text_count },
        }
    }
}

/// A parsed text, ready to be scored.
pub struct TextFeatures {
    tokenized: TokenizedText,
    tokens: Vec<Token>,
    /// The distinct names of its tokens, sorted.
    pub token_names: Vec<String>,
}

impl TextFeatures {
    /// Parses a text.
    pub fn parse(text: &str) -> Self {
        let tokenized = TokenizedText::parse(text);
        let tokens = tokenized.tokens();
        let token_names: BTreeSet<String> = tokens.iter().map(|token| token.name.clone()).collect();
        Self { tokenized, tokens, token_names: token_names.into_iter().collect() }
    }

    /// Computes the score with its reasons. `training_data` must have been read for the tokens of this text.
    pub fn score(&self, submission: &Submission<'_>, training_data: &classifier::ModeratedWordCounts) -> SpamScore {
        let counts = classifier::TrainingCounts::new(training_data);
        self.compute_score(submission, counts.text_counts, |word| counts.get(word))
    }

    fn compute_score(
        &self,
        submission: &Submission<'_>,
        text_counts: LabelCounts,
        counts_of: impl Fn(&str) -> LabelCounts,
    ) -> SpamScore {
        let mut reasons = rules::reasons(submission, &self.tokenized);
        if submission.is_honeypot_filled {
            reasons.push(Reason::new("honeypot", HONEYPOT_POINTS, "A field hidden from people was filled in."));
        }
        reasons.extend(classifier_reason(&classifier::classify(&self.tokens, text_counts, counts_of)));
        SpamScore::new(reasons)
    }
}

/// Computes the score of a text with its reasons. The training data are the corpus and the decisions in the database.
pub async fn score(db: &Db, submission: &Submission<'_>) -> Result<SpamScore, StoreError> {
    let features = TextFeatures::parse(submission.text);
    Ok(features.score(submission, &classifier::moderated_word_counts(db, &features.token_names).await?))
}

/// Computes the score of a text with its reasons, with `counts` as the training data.
pub fn score_with_counts(submission: &Submission<'_>, counts: &WordCounts) -> SpamScore {
    TextFeatures::parse(submission.text).compute_score(submission, counts.text_counts, |word| counts.get(word))
}

/// The reason that the classifier adds to a score. `None` if the reason would have no points.
fn classifier_reason(classification: &Classification) -> Option<Reason> {
    let mut points = points(classification.probability);
    let is_spam = points > 0;
    let matching_evidence = classification.significant_tokens.iter().filter(|item| (item.probability > 0.5) == is_spam);
    if matching_evidence.clone().map(|item| item.word_count).sum::<usize>() < MIN_SIGNIFICANT_WORDS {
        points = points.min(SPAM_THRESHOLD);
    }
    let words = matching_evidence.map(|item| item.name.as_str()).filter(|word| !word.contains(':'));
    let words: Vec<&str> = words.take(MAX_NAMED_WORDS).collect();
    let label = if is_spam { "spam" } else { "genuine posts" };
    let sentence = match words.as_slice() {
        [] => format!("Style typical of {label}."),
        words => format!("Wording typical of {label}: {}.", words.join(", ")),
    };
    (points != 0).then(|| Reason::new("words", points, sentence))
}

/// The points of a spam probability. From 0.5 to [`SPAM_PROBABILITY_THRESHOLD`] they grow linearly from 0 to
/// [`SPAM_THRESHOLD`]. Above it they grow linearly to [`MAX_SPAM_POINTS`]. Below 0.5 they fall linearly to minus
/// [`MAX_HAM_POINTS`].
fn points(probability: f64) -> i64 {
    let (spam_distance, threshold) = (SPAM_PROBABILITY_THRESHOLD - 0.5, SPAM_THRESHOLD as f64);
    let distance = probability - 0.5;
    let points = if distance <= 0.0 {
        distance / 0.5 * MAX_HAM_POINTS as f64
    } else if distance <= spam_distance {
        distance / spam_distance * threshold
    } else {
        threshold + (distance - spam_distance) / (0.5 - spam_distance) * (MAX_SPAM_POINTS - threshold)
    };
    points.round() as i64
}

/// A text and its label from a moderator. The label is `None` if the text is not in the training data.
pub type TrainingText<'a> = (&'a str, Option<SpamLabel>);

/// Replaces a text in the training data after a change of the text or its label. Adds the text if only `before` has no
/// label, and removes it if only `after` has none.
pub async fn replace_training_text(
    tx: &mut Tx,
    before: TrainingText<'_>,
    after: TrainingText<'_>,
) -> Result<(), StoreError> {
    if before == after {
        return Ok(());
    }
    for ((text, label), text_count) in [(before, -1), (after, 1)] {
        if let Some(label) = label {
            let words = TextFeatures::parse(text).token_names;
            classifier::update_spam_word_counts(tx, &words, label.to_counts(text_count)).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spam::classifier::SignificantToken;

    #[test]
    fn points_grow_with_probability_and_are_zero_in_the_middle() {
        assert_eq!([0.0, 0.5, SPAM_PROBABILITY_THRESHOLD, 1.0].map(points), [-40, 0, SPAM_THRESHOLD, 95]);
        assert!(points(0.6) > 0 && points(0.6) < points(0.7) && points(0.9) < points(1.0));
    }

    // R216
    #[test]
    fn classifier_reason_of_two_words_does_not_exceed_the_spam_threshold() {
        let points_of = |words: &[&str]| {
            let item = |name: &&str| SignificantToken { name: (*name).to_owned(), probability: 0.99, word_count: 1 };
            let significant_tokens = words.iter().map(item).collect();
            classifier_reason(&Classification { probability: 0.99, significant_tokens })
                .map_or(0, |reason| reason.points)
        };
        assert_eq!(points_of(&["casino", "bonus"]), SPAM_THRESHOLD);
        assert!(points_of(&["casino", "bonus", "slots"]) > SPAM_THRESHOLD);
    }

    #[test]
    fn decisive_reason_makes_any_text_spam() {
        let ham = LabelCounts { spam: 0, ham: 100 };
        let counts_by_word = ["cave", "cave cave"].map(|word| (word.to_owned(), ham)).into();
        let counts = WordCounts { text_counts: LabelCounts { spam: 100, ham: 100 }, counts_by_word };
        let score =
            score_with_counts(&Submission { text: "cave cave cave cave cave cave", ..Submission::default() }, &counts);
        assert!(score.is_spam() && score.reasons.iter().any(|reason| reason.points < 0), "{score:?}");
    }

    // R216
    #[test]
    fn spam_score_is_the_sum_of_the_points_of_its_reasons() {
        let counts = WordCounts::default();
        let text = "Visit https://a.example and https://b.example, call 0912 345 678";
        let score = score_with_counts(&Submission { text, elapsed_ms: Some(400), ..Submission::default() }, &counts);
        assert_eq!(score.total_points, score.reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100));
        assert!(score.reasons.windows(2).all(|two| two[0].points.abs() >= two[1].points.abs()));
        for reason in &score.reasons {
            let first = reason.text.chars().next().is_some_and(char::is_uppercase);
            assert!(first && reason.text.ends_with('.'), "{}", reason.text);
        }
        let honeypot_only =
            score_with_counts(&Submission { is_honeypot_filled: true, ..Submission::default() }, &counts);
        assert!(
            honeypot_only.total_points == HONEYPOT_POINTS && !honeypot_only.is_spam(),
            "a browser's autofill alone files nothing"
        );
        let honeypot_and_fast = Submission { is_honeypot_filled: true, elapsed_ms: Some(400), ..Submission::default() };
        assert!(score_with_counts(&honeypot_and_fast, &counts).is_spam());
    }
}
