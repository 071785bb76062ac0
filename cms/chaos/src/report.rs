//! Renders the results as docs/resilience.md: Markdown that is readable in a terminal too.

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::Duration;

use cms::common::clock::Clock;

use crate::kill_tests::KillTestResult;
use crate::load_clients::EntryComparison;
use crate::outages::OutageResult;
use crate::scenarios::ScenarioResult;

/// The heading of the part of the page that people write by hand. A new run keeps this part.
const NOTES_HEADING: &str = "## Notes";

/// The results of one run.
#[derive(Debug, Default)]
pub struct Results {
    /// The versions of `cms`, PostgreSQL and nginx.
    pub versions: String,
    /// The scenarios with two replicas under load.
    pub scenarios: Vec<ScenarioResult>,
    /// The stored writes of all scenarios, compared with the acknowledged ones.
    pub entry_comparison: EntryComparison,
    /// The results of the kill tests, one for each engine.
    pub kill_tests: Vec<KillTestResult>,
    pub outages: Vec<OutageResult>,
    /// The tests that this machine could not run, each with the reason.
    pub skipped: Vec<String>,
}

impl Results {
    /// Whether every expectation is met.
    pub fn has_passed(&self) -> bool {
        self.scenarios.iter().all(|scenario| scenario.is_met)
            && self.entry_comparison.is_correct()
            && self.kill_tests.iter().all(KillTestResult::has_passed)
            && self.outages.iter().all(OutageResult::has_passed)
    }
}

/// Renders the page without its notes.
pub fn render(results: &Results) -> String {
    let now = Clock::default().now().to_string();
    let mut text = format!(
        "# Resilience\n\nWritten by `make chaos` on {}, commit {}.\nMachine: {}; load average {} at the end.\nVersions: {}.\n\n\
         Two replicas of `cms`, each with its renderer, run behind nginx with the [documented configuration](deploy/nginx.conf). \
         They share one\nPostgreSQL, which gets a standby for the last scenario, and one S3-compatible store (moto). All of it \
         runs on one machine.\nSix clients read pages, the API and an image, and four write guestbook entries, all the time. \
         After each scenario a place is\nedited, and its page is polled at both replicas and through nginx. A killed server is \
         restarted after two seconds, as systemd\ndoes.\n\n\
         ## Two replicas under load\n\n\
         | scenario | expected | failed reads | failed writes | longest time without a write | ready after | change visible after | |\n\
         |---|---|---:|---:|---:|---:|---:|---|\n",
        &now[..10],
        git_commit(),
        describe_machine(),
        load_average(),
        results.versions
    );
    for scenario in &results.scenarios {
        let (failed_and_all_reads, failed_and_all_writes) =
            (scenario.load_stats.failed_and_all_reads, scenario.load_stats.failed_and_all_writes);
        let _ = writeln!(
            text,
            "| {} | {} | {} of {} | {} of {} | {} | {} | {} | {} |",
            scenario.name,
            scenario.expectation,
            failed_and_all_reads.0,
            failed_and_all_reads.1,
            failed_and_all_writes.0,
            failed_and_all_writes.1,
            format_seconds(scenario.load_stats.longest_write_gap),
            format_seconds(scenario.ready_after),
            format_seconds(scenario.fresh_after),
            met_or_missed(scenario.is_met)
        );
    }
    let _ = writeln!(
        text,
        "\nA change must be visible everywhere within 2 s. The longest time without a write is the longest time in which none \
         of the four\nwriters got an acknowledgment.\n\n{}",
        entry_comparison_summary(&results.entry_comparison)
    );
    for scenario in results.scenarios.iter().filter(|scenario| !scenario.load_stats.errors.is_empty()) {
        let mut errors: Vec<String> =
            scenario.load_stats.errors.iter().map(|(error, count)| format!("{count} times {error}")).collect();
        errors.sort();
        let _ = writeln!(text, "- {}: {}", scenario.name, errors.join(", "));
    }
    text += "\n## Killed with `kill -9` at random moments\n\nEight clients write entries, four places are edited, and alerts are \
             published, changed and\nended all the time. The server is restarted at once and killed again, sometimes in the middle of an \
             import of new places.\nAfterwards the newest revision of each place must be its state, the change feed must have its last \
             change, and the places of an\nimport must all be stored, or none.\n\n\
             | database | kills | failed writes | acknowledged | lost | duplicated | acknowledged edits | lost | revisions that \
             differ | missing in the feed | |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n";
    for test in &results.kill_tests {
        let KillTestResult { engine, rounds, failed_and_all_writes: (failed, all), entry_comparison, edits, .. } = test;
        let EntryComparison { acknowledged, lost, duplicated, .. } = entry_comparison;
        let _ = writeln!(
            text,
            "| {engine} | {rounds} | {failed} of {all} | {acknowledged} | {lost} | {duplicated} | {} | {} | {} | {} | {} |",
            edits.acknowledged_versions,
            edits.lost_edit_count,
            edits.revision_mismatch_count,
            edits.missing_in_feed_count,
            met_or_missed(test.has_passed())
        );
    }
    text += "\n| database | acknowledged alerts | lost | imports | applying at the last look | applied | reverted | partial | |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---|\n";
    for test in &results.kill_tests {
        let KillTestResult { engine, edits, imports, .. } = test;
        let _ = writeln!(
            text,
            "| {engine} | {} | {} | {} | {} | {} | {} | {} | {} |",
            edits.acknowledged_alerts,
            edits.lost_alert_count,
            imports.begun_count,
            imports.interrupted_count,
            imports.applied_count,
            imports.reverted_count,
            imports.partial_count(),
            met_or_missed(test.has_passed())
        );
    }
    text += "\n## Outages\n\nA refusal has the status below, `Retry-After` and a message for people.\n\n\
             | outage | observed | recovered after | |\n|---|---|---:|---|\n";
    for outage in &results.outages {
        let observations: Vec<&str> = outage.observations.iter().map(|(description, _)| description.as_str()).collect();
        let (name, recovered_after, result) =
            (outage.name, format_seconds(outage.recovered_after), met_or_missed(outage.has_passed()));
        let _ = writeln!(text, "| {name} | {} | {recovered_after} | {result} |", observations.join("; "));
    }
    for skipped in &results.skipped {
        let _ = writeln!(text, "\nSkipped: {skipped}.");
    }
    text
}

/// Writes the page to `path`, and appends the notes of the existing file.
pub fn write_and_keep_notes(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    let old = fs::read_to_string(path).unwrap_or_default();
    let notes = old.find(NOTES_HEADING).map(|at| format!("\n{}", &old[at..])).unwrap_or_default();
    Ok(fs::write(path, format!("{text}{notes}"))?)
}

fn entry_comparison_summary(entry_comparison: &EntryComparison) -> String {
    let EntryComparison { acknowledged, lost, duplicated, unknown } = entry_comparison;
    format!(
        "Of {acknowledged} acknowledged writes, {lost} are lost and {duplicated} are stored twice. {unknown} stored entries \
         were never sent: {}.\n",
        met_or_missed(entry_comparison.is_correct())
    )
}

fn met_or_missed(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

fn format_seconds(duration: Duration) -> String {
    format!("{:.2} s", duration.as_secs_f64())
}

/// The current commit, with a note if tracked files have changes; `unknown` outside of git.
fn git_commit() -> String {
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]).filter(|commit| !commit.is_empty()) else {
        return "unknown".to_owned();
    };
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| changes.is_empty());
    if is_clean { commit } else { format!("{commit} with changes") }
}

fn describe_machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map_or("", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!("{cores} cores ({})", model.trim())
}

fn load_average() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().next().unwrap_or_default().to_owned()
}
