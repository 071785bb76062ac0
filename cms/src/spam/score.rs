//! Computes the spam score of a text by rules and the classifier, and trains the classifier.

use std::collections::BTreeSet;

use super::bayes::{self, Classification, Count, Counts};
use super::model::{Label, MAX_HAM_POINTS, Reason, SPAM_THRESHOLD, Score, Submission};
use super::words::{Token, TokenizedText};
use super::{rules, store};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;

/// Above this probability the words alone classify a text as spam. In a ten-fold cross-validation with the training
/// half, about 3 % of the texts classified as spam at 0.84 are ham, and about 7 % at 0.76.
const SPAM_PROBABILITY: f64 = 0.84;
/// The maximum points of spam words. Ham words subtract less ([`MAX_HAM_POINTS`]), so that they do not outweigh every
/// other reason.
const MAX_SPAM_POINTS: f64 = 95.0;
/// The points of a filled-in honeypot field. Autofill of a browser can fill it in too, so it is never sufficient alone.
const HONEYPOT_POINTS: i64 = 60;
/// Fewer words than this make a text suspicious but are not sufficient for spam.
const MIN_EVIDENCE_WORDS: usize = 3;
/// The number of words named in the reason.
const MAX_NAMED_WORDS: usize = 6;

/// A parsed text, ready to be scored.
pub struct TextFeatures {
    tokenized: TokenizedText,
    tokens: Vec<Token>,
    /// Its distinct tokens for the classifier.
    pub words: Vec<String>,
}

impl TextFeatures {
    /// Parses a text.
    pub fn parse(text: &str) -> Self {
        let tokenized = TokenizedText::parse(text);
        let tokens = tokenized.tokens();
        Self { words: token_names(&tokens).into_iter().collect(), tokens, tokenized }
    }

    /// The score with its reasons, with the training data from [`store::training_data`].
    pub fn score(&self, submission: &Submission<'_>, training_data: &store::TrainingData) -> Score {
        let counts = store::TrainingCounts::new(training_data);
        score_tokens(submission, (&self.tokenized, &self.tokens), (counts.texts, |word: &str| counts.of(word)))
    }
}

/// The score of a text with its reasons, with the training data in the database.
pub async fn score(db: &Db, submission: &Submission<'_>) -> Result<Score, StoreError> {
    let features = TextFeatures::parse(submission.text);
    Ok(features.score(submission, &store::training_data(db, &features.words).await?))
}

/// The score of a text with these counts.
pub fn score_with_counts(submission: &Submission<'_>, counts: &Counts) -> Score {
    let tokenized = TokenizedText::parse(submission.text);
    score_tokens(submission, (&tokenized, &tokenized.tokens()), (counts.texts, |word: &str| counts.of(word)))
}

fn score_tokens(
    submission: &Submission<'_>,
    (tokenized, tokens): (&TokenizedText, &[Token]),
    (texts, count_of): (Count, impl Fn(&str) -> Count),
) -> Score {
    let mut reasons = rules::reasons(submission, tokenized);
    if submission.honeypot {
        reasons.push(Reason::new("honeypot", HONEYPOT_POINTS, "A field was filled in that people do not see."));
    }
    reasons.extend(classifier_reason(&bayes::classify(tokens, texts, count_of)));
    Score::new(reasons)
}

/// The reason of the classifier.
fn classifier_reason(classification: &Classification) -> Option<Reason> {
    let mut points = points(classification.probability);
    let is_spam = points > 0;
    let side = classification.evidence.iter().filter(|item| (item.probability > 0.5) == is_spam);
    if side.clone().map(|item| item.words).sum::<usize>() < MIN_EVIDENCE_WORDS {
        points = points.min(SPAM_THRESHOLD);
    }
    let words: Vec<&str> =
        side.map(|item| item.name.as_str()).filter(|word| !word.contains(':')).take(MAX_NAMED_WORDS).collect();
    let whose = if is_spam { "spam" } else { "honest texts" };
    let sentence = match words.as_slice() {
        [] => format!("It is made like {whose}."),
        words => format!("Its words are those of {whose}: {}.", words.join(", ")),
    };
    (points != 0).then(|| Reason::new("words", points, sentence))
}

/// The points of a probability: linear from 0 in the middle to the spam threshold at [`SPAM_PROBABILITY`], and on to
/// the maximum.
fn points(probability: f64) -> i64 {
    let (spam_distance, threshold) = (SPAM_PROBABILITY - 0.5, SPAM_THRESHOLD as f64);
    let beyond = probability - 0.5;
    let points = if beyond <= 0.0 {
        beyond / 0.5 * MAX_HAM_POINTS as f64
    } else if beyond <= spam_distance {
        beyond / spam_distance * threshold
    } else {
        threshold + (beyond - spam_distance) / (0.5 - spam_distance) * (MAX_SPAM_POINTS - threshold)
    };
    points.round() as i64
}

/// The distinct tokens for the classifier.
pub fn token_names(tokens: &[Token]) -> BTreeSet<String> {
    tokens.iter().map(|token| token.name.clone()).collect()
}

/// Adds a text with the label from a moderator to the training data.
pub async fn train(tx: &mut Tx, text: &str, label: Label) -> Result<(), StoreError> {
    store::add(tx, token_names(&TokenizedText::parse(text).tokens()), label_count(label, 1)).await
}

/// Removes a text from the training data.
pub async fn untrain(tx: &mut Tx, text: &str, label: Label) -> Result<(), StoreError> {
    store::add(tx, token_names(&TokenizedText::parse(text).tokens()), label_count(label, -1)).await
}

fn label_count(label: Label, step: i64) -> Count {
    match label {
        Label::Spam => Count { spam: step, ham: 0 },
        Label::Ham => Count { spam: 0, ham: step },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spam::bayes::Evidence;

    #[test]
    fn points_grow_with_probability_and_are_zero_in_the_middle() {
        assert_eq!([0.0, 0.5, SPAM_PROBABILITY, 1.0].map(points), [-40, 0, SPAM_THRESHOLD, 95]);
        assert!(points(0.6) > 0 && points(0.6) < points(0.7) && points(0.9) < points(1.0));
    }

    // R216
    #[test]
    fn classifier_reason_of_one_word_stays_below_the_spam_threshold() {
        let points_of = |words: &[&str]| {
            let item = |name: &&str| Evidence { name: (*name).to_owned(), probability: 0.99, words: 1 };
            let evidence = words.iter().map(item).collect();
            classifier_reason(&Classification { probability: 0.99, evidence }).map_or(0, |reason| reason.points)
        };
        assert_eq!(points_of(&["casino", "bonus"]), SPAM_THRESHOLD);
        assert!(points_of(&["casino", "bonus", "slots"]) > SPAM_THRESHOLD);
    }

    #[test]
    fn score_of_decisive_reason_is_spam_whatever_the_words_are() {
        let ham = Count { spam: 0, ham: 100 };
        let words = ["cave", "cave cave"].map(|word| (word.to_owned(), ham)).into();
        let counts = Counts { texts: Count { spam: 100, ham: 100 }, words };
        let score =
            score_with_counts(&Submission { text: "cave cave cave cave cave cave", ..Submission::default() }, &counts);
        assert!(score.is_spam() && score.reasons.iter().any(|reason| reason.points < 0), "{score:?}");
    }

    // R216
    #[test]
    fn spam_score_is_the_sum_of_reasons_that_are_sentences() {
        let counts = Counts::default();
        let text = "Visit https://a.example and https://b.example, call 0912 345 678";
        let score = score_with_counts(&Submission { text, elapsed_ms: Some(400), ..Submission::default() }, &counts);
        assert_eq!(score.percent, score.reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100));
        assert!(score.reasons.windows(2).all(|two| two[0].points.abs() >= two[1].points.abs()));
        for reason in &score.reasons {
            let first = reason.text.chars().next().is_some_and(char::is_uppercase);
            assert!(first && reason.text.ends_with('.'), "{}", reason.text);
        }
        let trapped = score_with_counts(&Submission { honeypot: true, ..Submission::default() }, &counts);
        assert!(trapped.percent == HONEYPOT_POINTS && !trapped.is_spam(), "a browser's autofill alone files nothing");
        let hasty = Submission { honeypot: true, elapsed_ms: Some(400), ..Submission::default() };
        assert!(score_with_counts(&hasty, &counts).is_spam());
    }
}
