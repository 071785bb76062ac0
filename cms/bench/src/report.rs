//! Renders the results as docs/performance.md: Markdown that is readable in a terminal too.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use cms::common::clock::Clock;
use tokio::process::Command;

use crate::alerts::{self, AlertTimes};
use crate::budget::BudgetResult;
use crate::cases::REQUESTS_PER_MIX;
use crate::freshness::Freshness;
use crate::guestbook_writes::GuestbookWriteResults;
use crate::imports::{self, ImportMeasurements};
use crate::results::{CacheUse, FirstSearchCost, ResultRow, Results};
use crate::sign_in_flood::FloodResult;
use crate::{budget, nginx, process};

/// The part of the page from this line on is edited by hand. A new run keeps it.
const NOTES_HEADING: &str = "## Notes";

/// Date, commit, machine and versions, as sentences.
pub async fn environment() -> Vec<String> {
    let rustc = output_of("rustc", &["--version"]).await;
    let commit = output_of("git", &["rev-parse", "--short", "HEAD"]).await;
    let nginx = nginx::version().await.map_or("no nginx".to_owned(), |version| format!("nginx {version}"));
    let day = Clock::default().now().to_string();
    vec![
        format!("Measured on {} by `make bench`, commit {commit}.", &day[..10]),
        format!("Machine: {}; load average {} at the beginning.", process::describe_machine(), process::load_average()),
        format!("Versions: cms {}, {rustc}, {nginx}, SQLite.", env!("CARGO_PKG_VERSION")),
    ]
}

async fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().await.ok();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// Renders docs/performance.md without its notes.
pub fn render(results: &Results) -> anyhow::Result<String> {
    let mut text = String::from("# Performance\n\n");
    text += &results.environment.join("\n");
    text += "\n16 connections; each sends the next request when its response has arrived. The main figure is **requests per \
             CPU-second** of the\nserver process; rates per second and latencies depend on the other load of the machine.\n";
    text += "\n## Budgets\n\n";
    let mut budgets = budget::check_server_budgets(results);
    if let Some(imaging) = &results.imaging {
        budgets.extend(imaging.check_budgets()?);
    }
    text += &budget_table(&budgets);
    if let Some(audit) = &results.audit {
        let date_and_commit = audit.date_and_commit.replace("Measured", "In a browser, measured");
        let _ = write!(text, "\n{date_and_commit} [The audit](audit.md) has more.\n\n{}", budget_table(&audit.budgets));
    }
    text += "\n## Results\n\nHot: from the response cache, compressed as browsers accept it. Cold: without the cache, uncompressed; \
             `br`: compressed for each\nrequest. Hot cases are compared with a baseline, a minimal hyper server that sends the \
             same bytes, and with nginx, which sends\nthe same body from a file. Their rates are per CPU-second too.\n\n";
    text += "| places | case | state | bytes | per second | **per CPU-s** | p50 ms | p99 ms | peak MiB | baseline | share | nginx |\n";
    text += "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for row in &results.rows {
        text += &table_row(row);
    }
    text += &cost_by_size_section(results);
    if !results.first_searches.is_empty() {
        text += "\n## The first search for a word\n\nThe places with a word stay in memory after the first search for it. \
                 These are searches for new words, one after\nthe other, and the same searches again: microseconds of CPU per \
                 search, each on its own connection.\n\n| places | words | first | again |\n|---:|---:|---:|---:|\n";
    }
    for FirstSearchCost { places, search_count, cpu_time, repeated_cpu_time } in &results.first_searches {
        let _ = writeln!(
            text,
            "| {places} | {search_count} | {} | {} |",
            cpu_time.as_micros(),
            repeated_cpu_time.as_micros()
        );
    }
    text +=
        "\n## Start\n\nFrom the start of the process to its first API response, on an existing database; medians.\n\n";
    text += "| places | wall ms | CPU ms | idle MiB |\n|---:|---:|---:|---:|\n";
    for start in &results.starts {
        let (wall_time, cpu_time) = (start.wall_time.as_millis(), start.cpu_time.as_millis());
        let _ = writeln!(text, "| {} | {wall_time} | {cpu_time} | {:.1} |", start.places, start.idle_memory_mib);
    }
    if let Some((places, idle_memory)) = results.idle_memory {
        let _ = writeln!(
            text,
            "\nAfter every page of a site with {places} places was rendered, the server uses {:.0} MiB and its renderer {:.0}. \
             [Memory](memory.md) has both\nwhile the settings change again and again.",
            idle_memory.cms_mib, idle_memory.renderer_mib
        );
    }
    if let Some(entries) = &results.guestbook_writes {
        let _ = writeln!(text, "\n## Many writers of guestbook entries\n\n{}.", describe_guestbook_writes(entries));
    }
    let imports = results.imports.as_ref().map(describe_imports);
    let paragraphs: Vec<String> = imports.into_iter().chain(results.alerts.as_ref().map(describe_alerts)).collect();
    if !paragraphs.is_empty() {
        let _ = writeln!(text, "\n## Imports and alerts\n\n{}", paragraphs.join("\n\n"));
    }
    if let Some(imaging) = &results.imaging {
        let _ = writeln!(text, "\n## Images\n\n{}", imaging.text());
    }
    for skipped in &results.skipped {
        let _ = writeln!(text, "\nSkipped: {skipped}.");
    }
    Ok(text)
}

/// Renders a Markdown table of the budgets, with the measurements and whether each budget is met.
pub fn budget_table(budgets: &[BudgetResult]) -> String {
    let mut text = "| budget | measured | |\n|---|---|---|\n".to_owned();
    for BudgetResult { budget, measurement, is_met } in budgets {
        let mark = if *is_met { "met" } else { "**missed**" };
        let _ = writeln!(text, "| {budget} | {measurement} | {mark} |");
    }
    text
}

/// Writes `text` to the file `path`. The notes of the existing file, if it has any, follow the text.
pub fn write_and_keep_notes(path: &Path, text: &str) -> anyhow::Result<()> {
    let old_text = std::fs::read_to_string(path).unwrap_or_default();
    let notes = old_text.find(NOTES_HEADING).map(|start| format!("\n{}", &old_text[start..])).unwrap_or_default();
    std::fs::write(path, format!("{text}{notes}"))?;
    Ok(())
}

/// Formats a row as one line of text, which is printed during the run.
pub fn progress_line(row: &ResultRow) -> String {
    let share = row.share_of_baseline().map(|ratio| format!("  share {ratio:.2}")).unwrap_or_default();
    let (case, state) = (row.case, row.state.label());
    format!(
        "{:>6} places  {case:<16} {state:<9} {:>8.0} per CPU-second{share}",
        row.places, row.cms.responses_per_cpu_second
    )
}

pub fn describe_flood(flood: &FloodResult) -> String {
    let statuses: Vec<String> =
        flood.sign_in_count_by_status.iter().map(|(status, count)| format!("{count} times {status}")).collect();
    let (quiet, flooded) = (format_millis(flood.p99_without_flood), format_millis(flood.p99_during_flood));
    format!("p99 {flooded} ms, quiet {quiet} ms; sign-ins: {}", statuses.join(", "))
}

/// Formats the longest time of each kind of change.
pub fn describe_freshness(results: &[Freshness]) -> String {
    let kinds: Vec<String> = results
        .iter()
        .map(|result| format!("{} {:.0} ms", result.change_kind, result.longest_time.as_millis()))
        .collect();
    kinds.join(", ")
}

pub fn describe_guestbook_writes(entries: &GuestbookWriteResults) -> String {
    let GuestbookWriteResults {
        entry_count,
        entries_per_second,
        entries_per_cpu_second,
        p99_without_writes,
        p99_during_writes,
        acknowledged_before_kill,
    } = *entries;
    format!(
        "16 writers add {entry_count} entries: {entries_per_second:.0} per second, {entries_per_cpu_second:.0} per CPU-second including concurrent \
         reads. The p99 of a read is {} ms, and {} ms without writers. Every acknowledged entry is stored once, and no other. \
         After {acknowledged_before_kill} more acknowledged entries the server is killed with `kill -9`: all of them are stored, once",
        format_millis(p99_during_writes),
        format_millis(p99_without_writes)
    )
}

pub fn describe_imports(times: &ImportMeasurements) -> String {
    let ImportMeasurements { check_time, check_memory_mib, apply_time, longest_write_time } = *times;
    format!(
        "A file with {} rows is uploaded and compared with {} places in {:.1} s, with {:.0} MB above the memory before. {} rows \
         are applied in {:.1} s; the longest of the changes of another place meanwhile takes {:.0} ms.",
        imports::CHECKED_ROW_COUNT,
        imports::PLACE_COUNT,
        check_time.as_secs_f64(),
        budget::megabytes(check_memory_mib),
        imports::APPLIED_ROW_COUNT,
        apply_time.as_secs_f64(),
        longest_write_time.as_secs_f64() * 1000.0
    )
}

pub fn describe_alerts(times: &AlertTimes) -> String {
    let ms = |time: Duration| format!("{} ms", time.as_millis());
    format!(
        "An alert about {} places is in the responses of another process on the same database after {}, and in its change feed \
         after {}; one that is ended is gone after {}. That process looks for changes once a second.",
        alerts::PLACE_COUNT,
        ms(times.until_shown),
        ms(times.until_in_feed),
        ms(times.until_gone)
    )
}

fn table_row(row: &ResultRow) -> String {
    let rate = |sample: Option<crate::results::LoadMeasurement>| {
        sample.map(|sample| format!("{:.0}", sample.responses_per_cpu_second)).unwrap_or_default()
    };
    let share = row.share_of_baseline().map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
    let cms = row.cms;
    format!(
        "| {} | {} | {} | {} | {:.0} | **{:.0}** | {} | {} | {:.0} | {} | {share} | {} |\n",
        row.places,
        row.case,
        row.state.label(),
        Some(row.body_bytes)
            .filter(|body_bytes| *body_bytes > 0)
            .map(|body_bytes| body_bytes.to_string())
            .unwrap_or_default(),
        cms.responses_per_second,
        cms.responses_per_cpu_second,
        format_millis(cms.p50),
        format_millis(cms.p99),
        cms.peak_memory_mib,
        rate(row.baseline),
        rate(row.nginx)
    )
}

/// Renders the section with the CPU time per response, by case and size of the database. Cached reads are left out,
/// except those in the mixed case.
fn cost_by_size_section(results: &Results) -> String {
    let uncached: Vec<&ResultRow> = results
        .rows
        .iter()
        .filter(|row| matches!(row.state, CacheUse::Cold | CacheUse::Write | CacheUse::Mixed))
        .collect();
    let mut sizes: Vec<usize> = uncached.iter().map(|row| row.places).collect();
    sizes.dedup();
    let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else { return String::new() };
    let mut text = format!(
        "\n## Cost with size\n\nMicroseconds of CPU per response without the response cache. Only \"reads and writes\" uses the \
         cache: of {REQUESTS_PER_MIX} requests\none changes a place, one adds a guestbook entry, and the others read places, \
         lists, searches and articles.\n\n| case |"
    );
    for size in &sizes {
        let _ = write!(text, " {size} places |");
    }
    let _ = write!(text, " growth |\n|---|{}---:|\n", "---:|".repeat(sizes.len()));
    let mut cases: Vec<&str> = Vec::new();
    for row in &uncached {
        if !cases.contains(&row.case) {
            cases.push(row.case);
        }
    }
    for case in cases {
        let cost = |size: usize| {
            let row = uncached.iter().find(|row| row.case == case && row.places == size);
            row.map(|row| 1e6 / row.cms.responses_per_cpu_second)
        };
        let _ = write!(text, "| {case} |");
        for size in &sizes {
            let _ = write!(text, " {} |", cost(*size).map(|cost| format!("{cost:.0}")).unwrap_or_default());
        }
        let growth = cost(*first).zip(cost(*last)).map(|(first, last)| format!("{:.2}", last / first));
        let _ = writeln!(text, " {} |", growth.unwrap_or_default());
    }
    text
}

fn format_millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
