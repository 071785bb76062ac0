//! The corpus that ships with Karst: its training half is the initial training data, and its test half measures the
//! quality of the classifier.

use std::sync::LazyLock;

use serde::Deserialize;

use super::bayes::Counts;
use super::score::{Label, Submission, TextFeatures, score_with_counts};

/// A labeled text.
#[derive(Clone, Debug, Deserialize)]
pub struct LabeledText {
    /// The text.
    pub text: String,
    /// Its label.
    pub label: Label,
    /// Its language: `en` or `vi`.
    pub lang: String,
}

/// The counts of the training half of the corpus.
pub static CORPUS_COUNTS: LazyLock<Counts> = LazyLock::new(|| {
    let texts = parse(include_str!("../../corpus/train.jsonl")).expect("the training half is part of the program");
    count_words(&texts)
});

/// Parses texts, one JSON object per line.
pub fn parse(lines: &str) -> Result<Vec<LabeledText>, serde_json::Error> {
    lines.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}

/// Counts the words of these texts.
pub fn count_words<'a>(texts: impl IntoIterator<Item = &'a LabeledText>) -> Counts {
    let mut counts = Counts::default();
    for text in texts {
        let count = text.label.count(1);
        counts.texts = counts.texts + count;
        for name in TextFeatures::parse(&text.text).words {
            let word = counts.words.entry(name).or_default();
            *word = *word + count;
        }
    }
    counts
}

/// The confusion matrix of the classifier for labeled texts; spam is the positive class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConfusionMatrix {
    /// True positives: spam classified as spam.
    pub true_positives: usize,
    /// False negatives: spam classified as ham.
    pub false_negatives: usize,
    /// False positives: ham classified as spam.
    pub false_positives: usize,
    /// True negatives: ham classified as ham.
    pub true_negatives: usize,
}

impl ConfusionMatrix {
    /// Classifies these texts by their words alone with `counts`.
    pub fn evaluate<'a>(texts: impl IntoIterator<Item = &'a LabeledText>, counts: &Counts) -> Self {
        let mut matrix = Self::default();
        for text in texts {
            matrix.add(text, counts);
        }
        matrix
    }

    fn add(&mut self, text: &LabeledText, counts: &Counts) {
        let is_spam = score_with_counts(&Submission { text: &text.text, ..Submission::default() }, counts).is_spam();
        *match (text.label, is_spam) {
            (Label::Spam, true) => &mut self.true_positives,
            (Label::Spam, false) => &mut self.false_negatives,
            (Label::Ham, true) => &mut self.false_positives,
            (Label::Ham, false) => &mut self.true_negatives,
        } += 1;
    }

    /// The precision: the share of spam in the texts classified as spam, 0 to 1.
    pub fn precision(&self) -> f64 {
        share(self.true_positives, self.false_positives)
    }

    /// The recall: the share of the spam that was classified as spam, 0 to 1.
    pub fn recall(&self) -> f64 {
        share(self.true_positives, self.false_negatives)
    }
}

fn share(part: usize, rest: usize) -> f64 {
    if part + rest == 0 { 0.0 } else { part as f64 / (part + rest) as f64 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::spam::words::fingerprint;

    fn training() -> Vec<LabeledText> {
        parse(include_str!("../../corpus/train.jsonl")).expect("lines of JSON")
    }

    // R216
    #[test]
    fn training_corpus_is_large_balanced_and_without_duplicates() {
        let texts = training();
        for (label, lang) in [(Label::Spam, "en"), (Label::Spam, "vi"), (Label::Ham, "en"), (Label::Ham, "vi")] {
            let count = texts.iter().filter(|text| text.label == label && text.lang == lang).count();
            assert!(count >= 60, "{label:?} {lang}: {count}");
        }
        let mut seen = HashSet::new();
        for text in &texts {
            assert!(text.text.chars().count() <= 1000 && seen.insert(fingerprint(&text.text)), "{}", text.text);
        }
    }

    // R216
    #[test]
    fn classifier_trained_on_nine_tenths_classifies_the_last_tenth() {
        const TENTHS: usize = 10;
        let texts = training();
        let mut total = ConfusionMatrix::default();
        for tenth in 0..TENTHS {
            let is_held_out = |at: &usize| at % TENTHS == tenth;
            let counts = count_words(texts.iter().enumerate().filter(|(at, _)| !is_held_out(at)).map(|(_, text)| text));
            for (_, text) in texts.iter().enumerate().filter(|(at, _)| is_held_out(at)) {
                let before = total;
                total.add(text, &counts);
                if (before.false_negatives, before.false_positives) != (total.false_negatives, total.false_positives) {
                    let score = score_with_counts(&Submission { text: &text.text, ..Submission::default() }, &counts);
                    println!("{:?} {}: {}\n    {:?}", text.label, score.percent, text.text, score.reasons);
                }
            }
        }
        println!("{total:?}: precision {:.3}, recall {:.3}", total.precision(), total.recall());
        assert!(total.precision() >= 0.95 && total.recall() >= 0.85, "{total:?}");
    }
}
