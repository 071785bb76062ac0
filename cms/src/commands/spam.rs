//! `cms spam`: how well spam is told from honest texts.

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use crate::spam::corpus::{self, Confusion, SEEDS};
use crate::spam::model::FILED_ABOVE;

/// Subcommands of `cms spam`.
#[derive(Subcommand, Clone, Debug)]
pub enum Verb {
    /// Classify labeled texts by their words alone, with only the corpus that ships with Karst. Prints the counts, the
    /// precision and the recall.
    Measure {
        /// File with one JSON object per line: `{"text": …, "label": "spam" or "honest", "lang": …}`.
        #[arg(default_value = "cms/corpus/test.jsonl")]
        file: PathBuf,
    },
}

/// Runs one command.
pub fn run(Verb::Measure { file }: Verb) -> anyhow::Result<()> {
    let name = file.display();
    let lines = std::fs::read_to_string(&file).with_context(|| format!("{name} cannot be read"))?;
    let texts = corpus::read(&lines).with_context(|| format!("{name} is not lines of JSON"))?;
    println!("{name}: {} texts; spam is what scores more than {FILED_ABOVE}", texts.len());
    println!("{:<6}{:>7}{:>8}{:>9}{:>8}{:>11}{:>8}", "", "found", "missed", "wronged", "passed", "precision", "recall");
    let mut langs: Vec<&str> = texts.iter().map(|text| text.lang.as_str()).collect();
    langs.sort_unstable();
    langs.dedup();
    for lang in langs {
        print(lang, &Confusion::of(texts.iter().filter(|text| text.lang == lang), &SEEDS));
    }
    print("all", &Confusion::of(&texts, &SEEDS));
    Ok(())
}

fn print(what: &str, confusion: &Confusion) {
    let Confusion { found, missed, wronged, passed } = confusion;
    let (precision, recall) = (confusion.precision(), confusion.recall());
    println!("{what:<6}{found:>7}{missed:>8}{wronged:>9}{passed:>8}{precision:>11.3}{recall:>8.3}");
}
