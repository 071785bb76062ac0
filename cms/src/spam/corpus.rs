//! The corpus that ships with Karst: its training half is the initial training data, and its test half measures the
//! quality of the classifier.

use std::sync::LazyLock;

use serde::Deserialize;

use super::bayes::{Count, Counts};
use super::model::{Judgement, Submission};
use super::weigh::{names, score};
use super::words::Reading;

/// A labeled text.
#[derive(Clone, Debug, Deserialize)]
pub struct Judged {
    /// The text.
    pub text: String,
    /// Its label.
    pub label: Judgement,
    /// Its language: `en` or `vi`.
    pub lang: String,
}

/// The counts of the training half of the corpus.
pub static SEEDS: LazyLock<Counts> = LazyLock::new(|| {
    let texts = read(include_str!("../../corpus/train.jsonl")).expect("the training half is part of the program");
    counted(&texts)
});

/// Parses texts, one JSON object per line.
pub fn read(lines: &str) -> Result<Vec<Judged>, serde_json::Error> {
    lines.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}

/// Counts the words of these texts.
pub fn counted<'a>(texts: impl IntoIterator<Item = &'a Judged>) -> Counts {
    let mut counts = Counts::default();
    for judged in texts {
        let one = match judged.label {
            Judgement::Spam => Count { spam: 1, honest: 0 },
            Judgement::Honest => Count { spam: 0, honest: 1 },
        };
        counts.texts = counts.texts + one;
        for name in names(&Reading::of(&judged.text).tokens()) {
            let word = counts.words.entry(name).or_default();
            *word = *word + one;
        }
    }
    counts
}

/// The results of the classifier for labeled texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// True positives: spam classified as spam.
    pub found: usize,
    /// False negatives: spam classified as ham.
    pub missed: usize,
    /// False positives: ham classified as spam.
    pub wronged: usize,
    /// True negatives: ham classified as ham.
    pub passed: usize,
}

impl Confusion {
    /// Classifies these texts by their words alone with `counts`.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a Judged>, counts: &Counts) -> Self {
        let mut confusion = Self::default();
        for judged in texts {
            let is_spam = score(&Submission { text: &judged.text, ..Submission::default() }, counts).is_spam();
            *match (judged.label, is_spam) {
                (Judgement::Spam, true) => &mut confusion.found,
                (Judgement::Spam, false) => &mut confusion.missed,
                (Judgement::Honest, true) => &mut confusion.wronged,
                (Judgement::Honest, false) => &mut confusion.passed,
            } += 1;
        }
        confusion
    }

    /// The precision: the share of spam in the texts classified as spam, 0 to 1.
    pub fn precision(&self) -> f64 {
        share(self.found, self.wronged)
    }

    /// The recall: the share of the spam that was classified as spam, 0 to 1.
    pub fn recall(&self) -> f64 {
        share(self.found, self.missed)
    }
}

impl std::ops::Add for Confusion {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            found: self.found + other.found,
            missed: self.missed + other.missed,
            wronged: self.wronged + other.wronged,
            passed: self.passed + other.passed,
        }
    }
}

fn share(of: usize, beside: usize) -> f64 {
    if of + beside == 0 { 0.0 } else { of as f64 / (of + beside) as f64 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::words::fingerprint;
    use super::*;

    fn training() -> Vec<Judged> {
        read(include_str!("../../corpus/train.jsonl")).expect("lines of JSON")
    }

    // R216
    #[test]
    fn training_corpus_is_large_balanced_and_without_duplicates() {
        let texts = training();
        for (label, lang) in
            [(Judgement::Spam, "en"), (Judgement::Spam, "vi"), (Judgement::Honest, "en"), (Judgement::Honest, "vi")]
        {
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
        let mut whole = Confusion::default();
        for tenth in 0..TENTHS {
            let is_held_back = |at: &usize| at % TENTHS == tenth;
            let counts = counted(texts.iter().enumerate().filter(|(at, _)| !is_held_back(at)).map(|(_, text)| text));
            for (_, text) in texts.iter().enumerate().filter(|(at, _)| is_held_back(at)) {
                let one = Confusion::of([text], &counts);
                if one.missed + one.wronged > 0 {
                    let score = score(&Submission { text: &text.text, ..Submission::default() }, &counts);
                    println!("{:?} {}: {}\n    {:?}", text.label, score.percent, text.text, score.reasons);
                }
                whole = whole + one;
            }
        }
        println!("{whole:?}: precision {:.3}, recall {:.3}", whole.precision(), whole.recall());
        assert!(whole.precision() >= 0.95 && whole.recall() >= 0.85, "{whole:?}");
    }
}
