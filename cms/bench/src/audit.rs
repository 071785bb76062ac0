//! Reads the budgets of the site's pages and their results from docs/audit.md, so that one report has all budgets.
//! `make audit` measures these budgets, because the measurements need a browser.

use std::path::Path;

use anyhow::Context;

use crate::budget::BudgetResult;

const AUDIT_PATH: &str = "docs/audit.md";
/// The texts with which the budgets of R446 begin. This module skips the other budgets in docs/audit.md.
const BUDGET_PREFIXES: [&str; 6] = [
    "JavaScript of a first visit to Home",
    "the map library",
    "Lighthouse",
    "axe on",
    "the same on the console's screens",
    "frame times of the map",
];

/// The results of the last audit.
#[derive(Clone, Debug)]
pub struct SiteAudit {
    /// The sentence with the date and the commit of the audit.
    pub date_and_commit: String,
    /// The budgets of R446.
    pub budgets: Vec<BudgetResult>,
}

/// Reads docs/audit.md; `None` if the file does not exist. Errors: the file has no line with the date of the audit.
pub fn read() -> anyhow::Result<Option<SiteAudit>> {
    if !Path::new(AUDIT_PATH).exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(AUDIT_PATH)?;
    let date_and_commit = text.lines().find(|line| line.starts_with("Measured on")).context("the audit has no date")?;
    Ok(Some(SiteAudit {
        date_and_commit: date_and_commit.to_owned(),
        budgets: text.lines().filter_map(parse_row).collect(),
    }))
}

/// Parses a line of docs/audit.md; `None` if the line is not a table row with a budget of R446.
fn parse_row(line: &str) -> Option<BudgetResult> {
    let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
    let (budget, measurement, mark) = (cells.next()?, cells.next()?, cells.next()?);
    BUDGET_PREFIXES.iter().any(|name| budget.starts_with(name)).then(|| BudgetResult {
        budget: budget.to_owned(),
        measurement: measurement.to_owned(),
        is_met: mark == "met",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R446
    #[test]
    fn budgets_of_the_audit_page_are_parsed_and_a_missed_one_is_not_met() {
        let page = include_str!("../../../docs/audit.md");
        let found: Vec<BudgetResult> = page.lines().filter_map(parse_row).collect();
        for name in BUDGET_PREFIXES.iter().filter(|name| !name.contains("axe") && !name.contains("console")) {
            assert!(found.iter().any(|result| result.budget.starts_with(name)), "{name} is not in docs/audit.md");
        }
        let missed = parse_row("| Lighthouse performance of /: 95 | 90 (89, 90, 91) | **missed** |").expect("a row");
        assert!(!missed.is_met && missed.measurement == "90 (89, 90, 91)");
    }
}
