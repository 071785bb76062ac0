//! Computes the spam score of a text by rules and the classifier, and trains the classifier.

use std::collections::BTreeSet;

use super::bayes::{self, Count, Counts, Opinion};
use super::model::{FILED_ABOVE, Judgement, MAX_HAM_WORDS, Reason, Score, Submission};
use super::words::{Reading, Token};
use super::{rules, store};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;

/// Above this probability the words alone classify a text as spam. In a ten-fold cross-validation with the training
/// half, about 3 % of the texts classified as spam at 0.84 are ham, and about 7 % at 0.76.
const SURE: f64 = 0.84;
/// The maximum points of spam words. Ham words subtract less ([`MAX_HAM_WORDS`]), so that they do not outweigh every
/// other reason.
const SPAM_WORDS: f64 = 95.0;
/// The points of a filled-in honeypot field. Autofill of a browser can fill it in too, so it is never sufficient alone.
const HONEYPOT: i64 = 60;
/// Fewer words than this make a text suspicious but are not sufficient for spam.
const PROOF: usize = 3;
/// The number of words named in the reason.
const NAMED: usize = 6;

/// A parsed text to be scored.
pub struct Weighing {
    reading: Reading,
    tokens: Vec<Token>,
    /// Its distinct tokens for the classifier.
    pub words: Vec<String>,
}

impl Weighing {
    /// Parses a text.
    pub fn of(text: &str) -> Self {
        let reading = Reading::of(text);
        let tokens = reading.tokens();
        Self { words: names(&tokens).into_iter().collect(), tokens, reading }
    }

    /// The score with its reasons, with the training data from [`store::taught`].
    pub fn score(&self, submission: &Submission<'_>, taught: &str) -> Score {
        let known = store::Known::read(taught);
        score_read(submission, (&self.reading, &self.tokens), (known.texts, |word: &str| known.of(word)))
    }
}

/// The score of a text with its reasons, with the training data in the database.
pub async fn weigh(db: &Db, submission: &Submission<'_>) -> Result<Score, StoreError> {
    let weighing = Weighing::of(submission.text);
    Ok(weighing.score(submission, &store::taught(db, &weighing.words).await?))
}

/// The score of a text with these counts.
pub fn score(submission: &Submission<'_>, counts: &Counts) -> Score {
    let reading = Reading::of(submission.text);
    score_read(submission, (&reading, &reading.tokens()), (counts.texts, |word: &str| counts.of(word)))
}

fn score_read(
    submission: &Submission<'_>,
    (reading, tokens): (&Reading, &[Token]),
    (texts, counted): (Count, impl Fn(&str) -> Count),
) -> Score {
    let mut reasons = rules::reasons(submission, reading);
    if submission.honeypot {
        reasons.push(Reason::new("honeypot", HONEYPOT, "A field was filled in that people do not see."));
    }
    reasons.extend(told(&bayes::opinion(tokens, texts, counted)));
    Score::of(reasons)
}

/// The reason of the classifier.
fn told(opinion: &Opinion) -> Option<Reason> {
    let mut points = points(opinion.likelihood);
    let is_spam = points > 0;
    let side = opinion.because.iter().filter(|witness| (witness.likelihood > 0.5) == is_spam);
    if side.clone().map(|witness| witness.words).sum::<usize>() < PROOF {
        points = points.min(FILED_ABOVE);
    }
    let words: Vec<&str> =
        side.map(|witness| witness.name.as_str()).filter(|word| !word.contains(':')).take(NAMED).collect();
    let whose = if is_spam { "spam" } else { "honest texts" };
    let sentence = match words.as_slice() {
        [] => format!("It is made like {whose}."),
        words => format!("Its words are those of {whose}: {}.", words.join(", ")),
    };
    (points != 0).then(|| Reason::new("words", points, sentence))
}

/// The points of a probability: linear from 0 in the middle to the spam threshold at [`SURE`], and on to the maximum.
fn points(likelihood: f64) -> i64 {
    let (sure, filed) = (SURE - 0.5, FILED_ABOVE as f64);
    let beyond = likelihood - 0.5;
    let points = if beyond <= 0.0 {
        beyond / 0.5 * MAX_HAM_WORDS as f64
    } else if beyond <= sure {
        beyond / sure * filed
    } else {
        filed + (beyond - sure) / (0.5 - sure) * (SPAM_WORDS - filed)
    };
    points.round() as i64
}

/// The distinct tokens for the classifier.
pub fn names(tokens: &[Token]) -> BTreeSet<String> {
    tokens.iter().map(|token| token.name.clone()).collect()
}

/// Adds a text with the label from a moderator to the training data.
pub async fn learn(tx: &mut Tx, text: &str, judgement: Judgement) -> Result<(), StoreError> {
    store::add(tx, names(&Reading::of(text).tokens()), one(judgement, 1)).await
}

/// Removes a text from the training data.
pub async fn unlearn(tx: &mut Tx, text: &str, judgement: Judgement) -> Result<(), StoreError> {
    store::add(tx, names(&Reading::of(text).tokens()), one(judgement, -1)).await
}

fn one(judgement: Judgement, step: i64) -> Count {
    match judgement {
        Judgement::Spam => Count { spam: step, honest: 0 },
        Judgement::Honest => Count { spam: 0, honest: step },
    }
}

#[cfg(test)]
mod tests {
    use super::super::bayes::Witness;
    use super::*;

    #[test]
    fn words_are_worth_more_the_surer_they_are_and_nothing_in_the_middle() {
        assert_eq!([0.0, 0.5, SURE, 1.0].map(points), [-40, 0, FILED_ABOVE, 95]);
        assert!(points(0.6) > 0 && points(0.6) < points(0.7) && points(0.9) < points(1.0));
    }

    // R216
    #[test]
    fn classifier_reason_of_one_word_stays_below_the_spam_threshold() {
        let said = |words: &[&str]| {
            let witness = |name: &&str| Witness { name: (*name).to_owned(), likelihood: 0.99, words: 1 };
            let because = words.iter().map(witness).collect();
            told(&Opinion { likelihood: 0.99, because }).map_or(0, |reason| reason.points)
        };
        assert_eq!(said(&["casino", "bonus"]), FILED_ABOVE);
        assert!(said(&["casino", "bonus", "slots"]) > FILED_ABOVE);
    }

    #[test]
    fn score_of_decisive_reason_is_spam_whatever_the_words_are() {
        let honest = Count { spam: 0, honest: 100 };
        let words = ["cave", "cave cave"].map(|word| (word.to_owned(), honest)).into();
        let counts = Counts { texts: Count { spam: 100, honest: 100 }, words };
        let score = score(&Submission { text: "cave cave cave cave cave cave", ..Submission::default() }, &counts);
        assert!(score.is_spam() && score.reasons.iter().any(|reason| reason.points < 0), "{score:?}");
    }

    // R216
    #[test]
    fn spam_score_is_the_sum_of_reasons_that_are_sentences() {
        let counts = Counts::default();
        let text = "Visit https://a.example and https://b.example, call 0912 345 678";
        let score = score(&Submission { text, elapsed_ms: Some(400), ..Submission::default() }, &counts);
        assert_eq!(score.percent, score.reasons.iter().map(|reason| reason.points).sum::<i64>().clamp(0, 100));
        assert!(score.reasons.windows(2).all(|two| two[0].points.abs() >= two[1].points.abs()));
        for reason in &score.reasons {
            let first = reason.text.chars().next().is_some_and(char::is_uppercase);
            assert!(first && reason.text.ends_with('.'), "{}", reason.text);
        }
        let trapped = super::score(&Submission { honeypot: true, ..Submission::default() }, &counts);
        assert!(trapped.percent == HONEYPOT && !trapped.is_spam(), "a browser's autofill alone files nothing");
        let hasty = Submission { honeypot: true, elapsed_ms: Some(400), ..Submission::default() };
        assert!(super::score(&hasty, &counts).is_spam());
    }
}
