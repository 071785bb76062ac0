//! A naive Bayes classifier: the probability that a text is spam, by how often its words occur in spam.
//!
//! Each word has a probability after Robinson: the observed one, pulled towards neutral the more the fewer texts were
//! counted. The probabilities are combined after Fisher, once for spam and once for ham. A text with evidence for both,
//! or for neither, gets a result in the middle. Source: G. Robinson, "A Statistical Approach to the Spam Problem",
//! Linux Journal 107 (2003).

use std::collections::{HashMap, HashSet};

use super::words::Token;

/// The weight of the prior of a word, in texts.
const PRIOR_WEIGHT: f64 = 0.5;
/// The prior probability of an unknown word.
const PRIOR: f64 = 0.5;
/// Words closer to 0.5 than this are ignored.
const MIN_SIGNIFICANCE: f64 = 0.12;
/// The number of the most significant words that are used, so that a long text cannot outweigh a spam sentence.
const MAX_EVIDENCE: usize = 60;

/// The number of texts of each class that contain something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of spam texts.
    pub spam: i64,
    /// The number of ham texts.
    pub ham: i64,
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { spam: self.spam + other.spam, ham: self.ham + other.ham }
    }
}

/// The training counts: of all texts, and of the texts with each word.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The counts of all texts.
    pub texts: Count,
    /// The counts of each word.
    pub words: HashMap<String, Count>,
}

impl Counts {
    /// The counts of a word.
    pub fn get(&self, word: &str) -> Count {
        self.words.get(word).copied().unwrap_or_default()
    }
}

/// The result for the words of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Classification {
    /// The spam probability, 0 to 1; 0.5 if nothing is known.
    pub probability: f64,
    /// The evidence, the most significant first.
    pub evidence: Vec<Evidence>,
}

/// A token and its spam probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The token.
    pub name: String,
    /// The spam probability of a text that contains it.
    pub probability: f64,
    /// The number of words that it stands for.
    pub words: usize,
}

/// The spam probability of a text with this word, 0 to 1.
pub fn probability(word: Count, texts: Count) -> f64 {
    let share = |count: i64, of: i64| if of > 0 { count.max(0) as f64 / of as f64 } else { 0.0 };
    let (spam, ham) = (share(word.spam, texts.spam), share(word.ham, texts.ham));
    let seen = (word.spam.max(0) + word.ham.max(0)) as f64;
    let observed = if spam + ham > 0.0 { spam / (spam + ham) } else { PRIOR };
    (PRIOR_WEIGHT * PRIOR + seen * observed) / (PRIOR_WEIGHT + seen)
}

/// Classifies the tokens of a text by the counts of all texts and, from `count_of`, of each token.
///
/// A pair of words and its words are not independent, so only the most significant of them is used for its words.
pub fn classify(tokens: &[Token], texts: Count, count_of: impl Fn(&str) -> Count) -> Classification {
    let mut significant: Vec<(&Token, f64)> = tokens
        .iter()
        .map(|token| (token, probability(count_of(&token.name), texts)))
        .filter(|(_, probability)| (probability - 0.5).abs() >= MIN_SIGNIFICANCE)
        .collect();
    // Longer tokens first if equally significant: a pair says more than a word. The name makes the order deterministic.
    significant.sort_by(|(a, x), (b, y)| {
        let distance = (y - 0.5).abs().total_cmp(&(x - 0.5).abs());
        distance.then(b.at.len().cmp(&a.at.len())).then(a.name.cmp(&b.name))
    });
    let words = tokens.iter().map(|token| token.at.end).max().unwrap_or_default();
    let (mut is_used, mut seen) = (vec![false; words], HashSet::new());
    let mut evidence = Vec::new();
    for (token, probability) in significant {
        let words = &mut is_used[token.at.clone()];
        if words.contains(&true) {
            continue;
        }
        words.fill(true);
        // Repeated words count once.
        if seen.insert(token.name.as_str()) && evidence.len() < MAX_EVIDENCE {
            evidence.push(Evidence { name: token.name.clone(), probability, words: token.at.len().max(1) });
        }
    }
    let probabilities: Vec<f64> = evidence.iter().map(|item| item.probability).collect();
    Classification { probability: combine(&probabilities), evidence }
}

/// Fisher's combination, 0 to 1.
pub fn combine(probabilities: &[f64]) -> f64 {
    let chance = |log: fn(f64) -> f64| -> f64 {
        let sum: f64 = probabilities.iter().map(|probability| log(*probability)).sum();
        chance_above(-2.0 * sum, probabilities.len())
    };
    let (chance_ham, chance_spam) = (chance(|p| (1.0 - p).ln()), chance(f64::ln));
    (1.0 + chance_spam - chance_ham) / 2.0
}

/// The probability of a value above `x` in a chi-square distribution with `2 * pairs` degrees of freedom.
/// Calculated with logarithms, because the terms underflow otherwise.
fn chance_above(x: f64, pairs: usize) -> f64 {
    let half = x / 2.0;
    let (mut term, mut sum) = (-half, -half);
    if pairs == 0 || half <= 0.0 {
        return 1.0;
    }
    for at in 1..pairs {
        term += (half / at as f64).ln();
        let (large, small) = if term > sum { (term, sum) } else { (sum, term) };
        sum = large + (small - large).exp().ln_1p();
    }
    sum.exp().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: Count = Count { spam: 100, ham: 100 };

    #[test]
    fn probability_of_word_grows_with_its_counts() {
        let of = |spam, ham| probability(Count { spam, ham }, TEXTS);
        assert_eq!(of(0, 0), 0.5);
        assert!(of(1, 0) < of(5, 0) && of(5, 0) < of(50, 0) && of(50, 0) < 1.0);
        assert!((of(10, 10) - 0.5).abs() < 1e-9);
        assert!((of(7, 0) + of(0, 7) - 1.0).abs() < 1e-9);
        // Relative frequencies, because one class may have more texts.
        assert!((probability(Count { spam: 10, ham: 1 }, Count { spam: 1000, ham: 100 }) - 0.5).abs() < 1e-9);
        assert_eq!(probability(Count { spam: -3, ham: 0 }, Count::default()), 0.5);
    }

    #[test]
    fn chance_above_equals_chi_square_tables() {
        // Percentiles of the chi-square distribution.
        for (x, degrees, chance) in [(5.991, 2, 0.05), (9.488, 4, 0.05), (18.307, 10, 0.05), (23.209, 10, 0.01)] {
            assert!((chance_above(x, degrees / 2) - chance).abs() < 1e-4, "{x} {degrees}");
        }
        assert_eq!(chance_above(1e6, 50), 0.0);
        assert_eq!(chance_above(0.0, 3), 1.0);
    }

    #[test]
    fn combined_evidence_for_both_or_neither_is_neutral() {
        assert_eq!(combine(&[]), 0.5);
        assert!((combine(&[0.99; 20].iter().chain(&[0.01; 20]).copied().collect::<Vec<_>>()) - 0.5).abs() < 0.01);
        assert!(combine(&[0.95; 4]) > 0.98);
        assert!(combine(&[0.05; 4]) < 0.02);
        assert!((combine(&[0.8]) - 0.8).abs() < 1e-9, "the combination of one probability is that probability");
    }

    #[test]
    fn pair_replaces_its_words_and_repeated_tokens_count_once() {
        let tokens = crate::spam::words::TokenizedText::parse("vay tiền vay tiền").tokens();
        let classification = classify(&tokens, TEXTS, |word| match word {
            "vay tien" => Count { spam: 50, ham: 0 },
            "vay" | "tien" => Count { spam: 20, ham: 1 },
            _ => Count::default(),
        });
        let names: Vec<&str> = classification.evidence.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["vay tien"]);
    }
}
