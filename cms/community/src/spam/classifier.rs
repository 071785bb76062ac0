//! A naive Bayes classifier. It computes the probability that a text is spam from how often its words occur in spam and
//! in ham.
//!
//! The spam probability of a word is computed as by Robinson: the observed probability is moved toward 0.5. The fewer
//! texts contain the word, the further the probability is moved. The probabilities are combined by Fisher's method,
//! once for spam and once for ham. A text with evidence for both, or for neither, gets a result in the middle. Source:
//! G. Robinson, "A Statistical Approach to the Spam Problem", Linux Journal 107 (2003).
//!
//! The training data are the corpus file `train.jsonl`, which is part of the program, and the decisions of moderators
//! in the database. The other files of the corpus measure the quality of the classifier.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use sqlx::types::Json;
use sqlx::{Postgres, QueryBuilder, Sqlite};

use super::score::{SpamLabel, Submission, TextFeatures, score_with_counts};
use super::words::Token;
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::with_pool;

/// The weight of the prior probability of a word, as a number of texts.
const PRIOR_WEIGHT: f64 = 0.5;
/// The prior spam probability of every word. It is the result for a word that occurs in no training text.
const PRIOR_PROBABILITY: f64 = 0.5;
/// Tokens whose spam probability is closer to 0.5 than this are ignored.
const MIN_SIGNIFICANCE: f64 = 0.12;
/// The maximum number of tokens that are used, the most significant first. Otherwise, the many words of a long text
/// could outweigh one spam sentence in it.
const MAX_SIGNIFICANT_TOKENS: usize = 60;

/// The number of spam texts and of ham texts, for example of those that contain a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// The number of spam texts.
    pub spam: i64,
    /// The number of ham texts.
    pub ham: i64,
}

impl std::ops::Add for LabelCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { spam: self.spam + other.spam, ham: self.ham + other.ham }
    }
}

/// The numbers of spam and ham texts in the training data: of all texts, and of the texts with each word.
#[derive(Clone, Debug, Default)]
pub struct WordCounts {
    /// The numbers of all spam texts and of all ham texts.
    pub text_counts: LabelCounts,
    /// For each word, the numbers of the spam texts and of the ham texts that contain it.
    pub counts_by_word: HashMap<String, LabelCounts>,
}

impl WordCounts {
    /// The counts of a word, 0 if no text contains it.
    pub fn get(&self, word: &str) -> LabelCounts {
        self.counts_by_word.get(word).copied().unwrap_or_default()
    }
}

/// The spam probability of a text, and the evidence for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Classification {
    /// The spam probability, 0 to 1; 0.5 if there is no evidence.
    pub probability: f64,
    /// The tokens from which the probability was computed, the most significant first.
    pub significant_tokens: Vec<SignificantToken>,
}

/// A token and its spam probability.
#[derive(Clone, Debug, PartialEq)]
pub struct SignificantToken {
    /// The name of the token.
    pub name: String,
    /// The spam probability of a text that contains the token.
    pub probability: f64,
    /// The number of words that the token stands for; 1 if it stands for the whole text.
    pub word_count: usize,
}

/// The spam probability of a text with a certain word, 0 to 1. `word_counts` has the counts of the texts with the
/// word, and `text_counts` has those of all texts.
pub fn spam_probability_of_word(word_counts: LabelCounts, text_counts: LabelCounts) -> f64 {
    let share = |count: i64, total: i64| if total > 0 { count.max(0) as f64 / total as f64 } else { 0.0 };
    let (spam, ham) = (share(word_counts.spam, text_counts.spam), share(word_counts.ham, text_counts.ham));
    let text_count = (word_counts.spam.max(0) + word_counts.ham.max(0)) as f64;
    let observed = if spam + ham > 0.0 { spam / (spam + ham) } else { PRIOR_PROBABILITY };
    (PRIOR_WEIGHT * PRIOR_PROBABILITY + text_count * observed) / (PRIOR_WEIGHT + text_count)
}

/// Classifies a text by its tokens. `text_counts` has the counts of all training texts, and `counts_of` returns the
/// counts of the training texts with a token.
///
/// A pair of words and its single words are not independent, so only the most significant one of overlapping tokens is
/// used.
pub fn classify(tokens: &[Token], text_counts: LabelCounts, counts_of: impl Fn(&str) -> LabelCounts) -> Classification {
    let mut significant: Vec<(&Token, f64)> = tokens
        .iter()
        .map(|token| (token, spam_probability_of_word(counts_of(&token.name), text_counts)))
        .filter(|(_, probability)| (probability - 0.5).abs() >= MIN_SIGNIFICANCE)
        .collect();
    // Of equally significant tokens, the longer one comes first, because a pair of words is better evidence than a
    // word. The comparison of names makes the order deterministic.
    significant.sort_by(|(a, x), (b, y)| {
        let by_significance = (y - 0.5).abs().total_cmp(&(x - 0.5).abs());
        by_significance.then(b.word_range.len().cmp(&a.word_range.len())).then(a.name.cmp(&b.name))
    });
    let word_total = tokens.iter().map(|token| token.word_range.end).max().unwrap_or_default();
    let (mut used_words, mut seen) = (vec![false; word_total], HashSet::new());
    let mut significant_tokens = Vec::new();
    for (token, probability) in significant {
        let words = &mut used_words[token.word_range.clone()];
        if words.contains(&true) {
            continue;
        }
        words.fill(true);
        // A repeated token counts once.
        if seen.insert(token.name.as_str()) && significant_tokens.len() < MAX_SIGNIFICANT_TOKENS {
            significant_tokens.push(SignificantToken {
                name: token.name.clone(),
                probability,
                word_count: token.word_range.len().max(1),
            });
        }
    }
    let probabilities: Vec<f64> = significant_tokens.iter().map(|item| item.probability).collect();
    Classification { probability: combine_probabilities(&probabilities), significant_tokens }
}

/// Combines the spam probabilities of tokens by Fisher's method. The result is near 0 for ham and near 1 for spam. It
/// is about 0.5 without evidence, or with equal evidence for both.
pub fn combine_probabilities(probabilities: &[f64]) -> f64 {
    let chance = |log: fn(f64) -> f64| -> f64 {
        let sum: f64 = probabilities.iter().map(|probability| log(*probability)).sum();
        chi_square_tail(-2.0 * sum, probabilities.len())
    };
    let (chance_ham, chance_spam) = (chance(|p| (1.0 - p).ln()), chance(f64::ln));
    (1.0 + chance_spam - chance_ham) / 2.0
}

/// The probability of a value above `x` in a chi-square distribution with two times `half_degrees` degrees of freedom.
/// The terms are added as logarithms, because they would underflow otherwise.
fn chi_square_tail(x: f64, half_degrees: usize) -> f64 {
    let half = x / 2.0;
    let (mut term, mut sum) = (-half, -half);
    if half_degrees == 0 || half <= 0.0 {
        return 1.0;
    }
    for at in 1..half_degrees {
        term += (half / at as f64).ln();
        let (large, small) = if term > sum { (term, sum) } else { (sum, term) };
        sum = large + (small - large).exp().ln_1p();
    }
    sum.exp().min(1.0)
}

/// A labeled text.
#[derive(Clone, Debug, Deserialize)]
pub struct LabeledText {
    /// The text.
    pub text: String,
    /// Its label.
    pub label: SpamLabel,
    /// Its language: `en` or `vi`.
    pub lang: String,
}

/// The counts of the texts in `cms/corpus/train.jsonl`.
pub static CORPUS_COUNTS: LazyLock<WordCounts> = LazyLock::new(|| {
    let texts = parse_corpus(include_str!("../../../corpus/train.jsonl"));
    count_words(&texts.expect("the training half is part of the program"))
});

/// Parses texts, one JSON object per line.
pub fn parse_corpus(lines: &str) -> Result<Vec<LabeledText>, serde_json::Error> {
    lines.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}

/// Counts these texts, and the texts that contain each word, by label.
pub fn count_words<'a>(texts: impl IntoIterator<Item = &'a LabeledText>) -> WordCounts {
    let mut counts = WordCounts::default();
    for text in texts {
        let count = text.label.to_counts(1);
        counts.text_counts = counts.text_counts + count;
        for name in TextFeatures::parse(&text.text).token_names {
            let word_counts = counts.counts_by_word.entry(name).or_default();
            *word_counts = *word_counts + count;
        }
    }
    counts
}

/// The confusion matrix of the spam score for labeled texts; spam is the positive class.
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
    /// Scores these texts with `counts` as the training data and without an author or other facts about the submission.
    pub fn evaluate<'a>(texts: impl IntoIterator<Item = &'a LabeledText>, counts: &WordCounts) -> Self {
        let mut matrix = Self::default();
        for text in texts {
            matrix.add(text, counts);
        }
        matrix
    }

    fn add(&mut self, text: &LabeledText, counts: &WordCounts) {
        let is_spam = score_with_counts(&Submission { text: &text.text, ..Submission::default() }, counts).is_spam();
        *match (text.label, is_spam) {
            (SpamLabel::Spam, true) => &mut self.true_positives,
            (SpamLabel::Spam, false) => &mut self.false_negatives,
            (SpamLabel::Ham, true) => &mut self.false_positives,
            (SpamLabel::Ham, false) => &mut self.true_negatives,
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

/// A pseudo word that is counted in every text. Its row in the table `spam_word` therefore counts all texts.
const ALL_TEXTS_WORD: &str = "";

/// Words of a text. Each has the numbers of spam and ham texts that contain it, by the decisions of moderators.
pub type ModeratedWordCounts = Json<Vec<(String, i64, i64)>>;

/// Reads how often moderators decided that texts with these words are spam or ham.
pub async fn moderated_word_counts(db: &Db, words: &[String]) -> Result<ModeratedWordCounts, StoreError> {
    Ok(with_pool!(db, |pool, D| select_moderated_word_counts::<D>(words).build_query_scalar().fetch_one(pool))?)
}

/// The keys in the table `spam_word` for a text with these words: the words, and the pseudo word that counts all texts.
pub fn spam_word_keys(words: &[String]) -> Vec<&str> {
    [ALL_TEXTS_WORD].into_iter().chain(words.iter().map(String::as_str)).collect()
}

/// Appends a column of type [`ModeratedWordCounts`] to a statement. `push_words` appends the words from
/// [`spam_word_keys`].
pub fn push_moderated_word_counts<D: Dialect>(
    query: &mut QueryBuilder<D>,
    push_words: impl FnOnce(&mut QueryBuilder<D>),
) {
    let counts = D::json_array_aggregate_of_rows("word, spam, ham");
    query.push(format!("(select {counts} from {}(", D::LIST_TO_ROWS_FUNCTION));
    push_words(query);
    // With `cross join`, SQLite looks up each word in the table. With `in`, it would first sort the words into a
    // temporary table.
    query.push(") asked_word cross join spam_word where spam_word.word = asked_word.value)");
}

/// The sums of the counts in [`CORPUS_COUNTS`] and those from the decisions of moderators.
pub struct TrainingCounts<'a> {
    /// The numbers of all spam texts and of all ham texts.
    pub text_counts: LabelCounts,
    moderated_counts: HashMap<&'a str, LabelCounts>,
}

impl<'a> TrainingCounts<'a> {
    /// Adds `moderated`, the counts from the decisions of moderators, to the counts of the corpus.
    pub fn new(moderated: &'a ModeratedWordCounts) -> Self {
        let counts = moderated.iter().map(|(word, spam, ham)| (word.as_str(), LabelCounts { spam: *spam, ham: *ham }));
        let moderated_counts: HashMap<&str, LabelCounts> = counts.collect();
        Self {
            text_counts: CORPUS_COUNTS.text_counts + moderated_counts.get(ALL_TEXTS_WORD).copied().unwrap_or_default(),
            moderated_counts,
        }
    }

    /// The counts of a word. The word must be one of those for which the counts of the moderators were read.
    pub fn get(&self, word: &str) -> LabelCounts {
        CORPUS_COUNTS.get(word) + self.moderated_counts.get(word).copied().unwrap_or_default()
    }
}

/// Adds a text with these distinct words to the counts, or removes it if `step` has negative counts. The words must be
/// sorted, so that concurrent writes lock the rows in the same order. A count never becomes negative, even if an older
/// version of the program added the text with other tokens.
pub async fn update_spam_word_counts(tx: &mut Tx, words: &[String], step: LabelCounts) -> Result<(), StoreError> {
    match tx {
        Tx::Sqlite(tx) => upsert::<Sqlite>(words, step).build().execute(&mut **tx).await.map(drop)?,
        Tx::Postgres(tx) => upsert::<Postgres>(words, step).build().execute(&mut **tx).await.map(drop)?,
    }
    Ok(())
}

fn select_moderated_word_counts<D: Dialect>(words: &[String]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select ");
    push_moderated_word_counts(&mut query, |query| D::push_text_list(query, &spam_word_keys(words)));
    query
}

fn upsert<D: Dialect>(words: &[String], LabelCounts { spam, ham }: LabelCounts) -> QueryBuilder<D> {
    let (added_spam, added_ham) = (spam.max(0), ham.max(0));
    let mut query = QueryBuilder::new("insert into spam_word (word, spam, ham) ");
    query.push(format!("select value, {added_spam}, {added_ham} from {}(", D::LIST_TO_ROWS_FUNCTION));
    D::push_text_list(&mut query, &spam_word_keys(words));
    // Without `where`, SQLite parses `on conflict` as the condition of a join.
    query.push(format!(
        ") as asked_word where true on conflict (word) do update set
        spam = case when spam_word.spam + {spam} > 0 then spam_word.spam + {spam} else 0 end,
        ham = case when spam_word.ham + {ham} > 0 then spam_word.ham + {ham} else 0 end"
    ));
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spam::words::fingerprint;

    const TEXT_COUNTS: LabelCounts = LabelCounts { spam: 100, ham: 100 };

    #[test]
    fn spam_probability_of_word_grows_with_its_spam_count() {
        let probability_of = |spam, ham| spam_probability_of_word(LabelCounts { spam, ham }, TEXT_COUNTS);
        assert_eq!(probability_of(0, 0), 0.5);
        assert!(
            probability_of(1, 0) < probability_of(5, 0)
                && probability_of(5, 0) < probability_of(50, 0)
                && probability_of(50, 0) < 1.0
        );
        assert!((probability_of(10, 10) - 0.5).abs() < 1e-9);
        assert!((probability_of(7, 0) + probability_of(0, 7) - 1.0).abs() < 1e-9);
        // A word in 10 of 1000 spam texts and 1 of 100 ham texts is neutral, because the shares are equal.
        assert!(
            (spam_probability_of_word(LabelCounts { spam: 10, ham: 1 }, LabelCounts { spam: 1000, ham: 100 }) - 0.5)
                .abs()
                < 1e-9
        );
        assert_eq!(spam_probability_of_word(LabelCounts { spam: -3, ham: 0 }, LabelCounts::default()), 0.5);
    }

    #[test]
    fn chi_square_tail_equals_published_tables() {
        // Each row has a value, its degrees of freedom and the probability of a greater value.
        for (x, degrees, chance) in [(5.991, 2, 0.05), (9.488, 4, 0.05), (18.307, 10, 0.05), (23.209, 10, 0.01)] {
            assert!((chi_square_tail(x, degrees / 2) - chance).abs() < 1e-4, "{x} {degrees}");
        }
        assert_eq!(chi_square_tail(1e6, 50), 0.0);
        assert_eq!(chi_square_tail(0.0, 3), 1.0);
    }

    #[test]
    fn evidence_combines_to_neutral_only_if_missing_or_contradicting() {
        assert_eq!(combine_probabilities(&[]), 0.5);
        assert!(
            (combine_probabilities(&[0.99; 20].iter().chain(&[0.01; 20]).copied().collect::<Vec<_>>()) - 0.5).abs()
                < 0.01
        );
        assert!(combine_probabilities(&[0.95; 4]) > 0.98);
        assert!(combine_probabilities(&[0.05; 4]) < 0.02);
        assert!(
            (combine_probabilities(&[0.8]) - 0.8).abs() < 1e-9,
            "the combination of one probability is that probability"
        );
    }

    #[test]
    fn pair_replaces_its_words_and_repeated_tokens_count_once() {
        let tokens = crate::spam::words::TokenizedText::parse("vay tiền vay tiền").tokens();
        let classification = classify(&tokens, TEXT_COUNTS, |word| match word {
            "vay tien" => LabelCounts { spam: 50, ham: 0 },
            "vay" | "tien" => LabelCounts { spam: 20, ham: 1 },
            _ => LabelCounts::default(),
        });
        let names: Vec<&str> = classification.significant_tokens.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["vay tien"]);
    }

    fn training_texts() -> Vec<LabeledText> {
        parse_corpus(include_str!("../../../corpus/train.jsonl")).expect("lines of JSON")
    }

    // R216
    #[test]
    fn training_corpus_has_at_least_60_short_texts_per_label_and_language_and_no_duplicates() {
        let texts = training_texts();
        for (label, lang) in
            [(SpamLabel::Spam, "en"), (SpamLabel::Spam, "vi"), (SpamLabel::Ham, "en"), (SpamLabel::Ham, "vi")]
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
    fn spam_score_trained_on_nine_tenths_has_high_precision_and_recall_on_the_held_out_tenth() {
        const PART_COUNT: usize = 10;
        let texts = training_texts();
        let mut total = ConfusionMatrix::default();
        for tenth in 0..PART_COUNT {
            let is_held_out = |at: &usize| at % PART_COUNT == tenth;
            let counts = count_words(texts.iter().enumerate().filter(|(at, _)| !is_held_out(at)).map(|(_, text)| text));
            for (_, text) in texts.iter().enumerate().filter(|(at, _)| is_held_out(at)) {
                let before = total;
                total.add(text, &counts);
                if (before.false_negatives, before.false_positives) != (total.false_negatives, total.false_positives) {
                    let score = score_with_counts(&Submission { text: &text.text, ..Submission::default() }, &counts);
                    println!("{:?} {}: {}\n    {:?}", text.label, score.total_points, text.text, score.reasons);
                }
            }
        }
        println!("{total:?}: precision {:.3}, recall {:.3}", total.precision(), total.recall());
        assert!(total.precision() >= 0.95 && total.recall() >= 0.85, "{total:?}");
    }
}
