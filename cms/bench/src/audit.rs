//! The budgets of pages, which want a browser: `make audit` measures them, and its page is read here, so that one report
//! speaks of all budgets.

use std::path::Path;

use anyhow::Context;

use crate::budget::Verdict;

/// Where `make audit` writes.
const PAGE: &str = "docs/audit.md";
/// How the budgets begin that the decisions name (section 8); the audit has others of its own.
const NAMED: [&str; 6] = [
    "JavaScript of a first visit to Home",
    "the map library",
    "Lighthouse",
    "axe on",
    "the same on the console's screens",
    "frame times of the map",
];

/// What the last audit said.
#[derive(Clone, Debug)]
pub struct Audit {
    /// When, and of which commit, in its own sentence.
    pub setting: String,
    /// The decisions' budgets.
    pub verdicts: Vec<Verdict>,
}

/// Reads its page. None when there was no audit yet.
pub fn read() -> anyhow::Result<Option<Audit>> {
    if !Path::new(PAGE).exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(PAGE)?;
    let setting = text.lines().find(|line| line.starts_with("Measured on")).context("an audit without its day")?;
    Ok(Some(Audit { setting: setting.to_owned(), verdicts: text.lines().filter_map(verdict).collect() }))
}

/// A line of its table.
fn verdict(line: &str) -> Option<Verdict> {
    let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
    let (budget, figure, mark) = (cells.next()?, cells.next()?, cells.next()?);
    NAMED.iter().any(|name| budget.starts_with(name)).then(|| Verdict {
        budget: budget.to_owned(),
        figure: figure.to_owned(),
        is_met: mark == "met",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R446
    #[test]
    fn audit_page_has_every_budget_and_reports_a_missed_one() {
        let page = include_str!("../../../docs/audit.md");
        let found: Vec<Verdict> = page.lines().filter_map(verdict).collect();
        for name in NAMED.iter().filter(|name| !name.contains("axe") && !name.contains("console")) {
            assert!(found.iter().any(|one| one.budget.starts_with(name)), "{name} is not in docs/audit.md");
        }
        let missed = verdict("| Lighthouse performance of /: 95 | 90 (89, 90, 91) | **missed** |").expect("a verdict");
        assert!(!missed.is_met && missed.figure == "90 (89, 90, 91)");
    }
}
