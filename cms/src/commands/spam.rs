//! `cms spam`: measures the classifier with labeled texts.

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use crate::spam::classifier::{self, CORPUS_COUNTS, ConfusionMatrix};
use crate::spam::score::SPAM_THRESHOLD;

/// Measures the spam classifier.
#[derive(Subcommand, Clone, Debug)]
pub enum SpamCommand {
    /// Classify labeled texts by their words with the training data that ships with Karst, and print how many results
    /// are right.
    Measure {
        /// One JSON object per line: `{"text": …, "label": "spam" or "honest", "lang": …}`.
        #[arg(default_value = "cms/corpus/test.jsonl")]
        file: PathBuf,
    },
}

/// Runs a subcommand of `cms spam`.
pub fn run(SpamCommand::Measure { file }: SpamCommand) -> anyhow::Result<()> {
    let name = file.display();
    let lines = std::fs::read_to_string(&file).with_context(|| format!("{name} cannot be read"))?;
    let texts = classifier::parse_corpus(&lines).with_context(|| format!("{name} is not JSON Lines"))?;
    println!("{name}: {} texts; spam is what scores more than {SPAM_THRESHOLD}", texts.len());
    println!("{:<6}{:>7}{:>8}{:>9}{:>8}{:>11}{:>8}", "", "found", "missed", "wronged", "passed", "precision", "recall");
    let mut langs: Vec<&str> = texts.iter().map(|text| text.lang.as_str()).collect();
    langs.sort_unstable();
    langs.dedup();
    for lang in langs {
        print_row(lang, &ConfusionMatrix::evaluate(texts.iter().filter(|text| text.lang == lang), &CORPUS_COUNTS));
    }
    print_row("all", &ConfusionMatrix::evaluate(&texts, &CORPUS_COUNTS));
    Ok(())
}

fn print_row(label: &str, matrix: &ConfusionMatrix) {
    let ConfusionMatrix { true_positives: found, false_negatives: missed, .. } = matrix;
    let ConfusionMatrix { false_positives: wronged, true_negatives: passed, .. } = matrix;
    let (precision, recall) = (matrix.precision(), matrix.recall());
    println!("{label:<6}{found:>7}{missed:>8}{wronged:>9}{passed:>8}{precision:>11.3}{recall:>8.3}");
}
