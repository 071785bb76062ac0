//! The figures as a page: Markdown that reads well in a terminal too.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use cms::kernel::clock::Clock;
use tokio::process::Command;

use crate::budget::Verdict;
use crate::cases::ROUND;
use crate::freshness::Fresh;
use crate::guestbook_writes::Entries;
use crate::results::{Figures, FirstSearch, Row, State};
use crate::sign_in_flood::Flood;
use crate::{budget, nginx, process};

/// What stands behind this line in the written page is by hand and stays.
const BY_HAND: &str = "## Notes";

/// When, where and with what.
pub async fn setting() -> Vec<String> {
    let rustc = told_by("rustc", &["--version"]).await;
    let commit = told_by("git", &["rev-parse", "--short", "HEAD"]).await;
    let nginx = nginx::version().await.map_or("no nginx".to_owned(), |version| format!("nginx {version}"));
    let day = Clock::default().now().to_string();
    vec![
        format!("Measured on {} by `make bench`, commit {commit}.", &day[..10]),
        format!("Machine: {}; load average {} at the beginning.", process::machine(), process::load_average()),
        format!("Versions: cms {}, {rustc}, {nginx}, SQLite.", env!("CARGO_PKG_VERSION")),
    ]
}

async fn told_by(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output().await.ok();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// The page, but for what stands in it by hand.
pub fn text(figures: &Figures) -> anyhow::Result<String> {
    let mut text = String::from("# Performance\n\n");
    text += &figures.setting.join("\n");
    text += "\n16 connections, each asking again when it was answered. What counts is **requests per CPU-second** of the \
             server process;\nrates per second and times depend on what else the machine was doing.\n";
    text += "\n## Budgets\n\n";
    let mut verdicts = budget::verdicts(figures);
    if let Some(pictures) = &figures.pictures {
        verdicts.extend(pictures.verdicts()?);
    }
    text += &table(&verdicts);
    if let Some(audit) = &figures.audit {
        let setting = audit.setting.replace("Measured", "In a browser, measured");
        let _ = write!(text, "\n{setting} [Its page](audit.md) has more.\n\n{}", table(&audit.verdicts));
    }
    text += "\n## Figures\n\nHot: kept answers, compressed as browsers ask. Cold: nothing kept, plain; `br`: compressed \
             each time. Beside hot answers the same\nbytes from a minimal hyper server, and the same body as a file from \
             nginx. Rates without another word are per CPU-second.\n\n";
    text += "| places | case | state | bytes | per second | **per CPU-s** | p50 ms | p99 ms | peak MiB | minimal | share | nginx |\n";
    text += "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for row in &figures.rows {
        text += &line(row);
    }
    text += &growth(figures);
    if !figures.first_searches.is_empty() {
        text += "\n## The first search for a word\n\nWhich places have a word is kept in memory once somebody has looked for \
                 it. Words that nobody looked for before, one\nafter the other, and then the same again; microseconds of \
                 CPU for one, over one connection each.\n\n| places | words | first | again |\n|---:|---:|---:|---:|\n";
    }
    for FirstSearch { places, count, cpu, again } in &figures.first_searches {
        let _ = writeln!(text, "| {places} | {count} | {} | {} |", cpu.as_micros(), again.as_micros());
    }
    text += "\n## Start\n\nFrom starting the process to its first API answer, on an existing database; medians.\n\n";
    text += "| places | wall ms | CPU ms | idle MiB |\n|---:|---:|---:|---:|\n";
    for start in &figures.starts {
        let (wall, cpu) = (start.wall.as_millis(), start.cpu.as_millis());
        let _ = writeln!(text, "| {} | {wall} | {cpu} | {:.1} |", start.places, start.idle_mib);
    }
    if let Some((places, idle)) = figures.idle {
        let _ = writeln!(
            text,
            "\nWith the site of {places} places, every page rendered once: the server holds {:.0} MiB and its renderer {:.0}. \
             [Memory](memory.md) has both\nwhile the settings change again and again.",
            idle.cms, idle.renderer
        );
    }
    if let Some(entries) = &figures.entries {
        let _ = writeln!(text, "\n## A crowd at the guestbook\n\n{}.", of_entries(entries));
    }
    if let Some(pictures) = &figures.pictures {
        let _ = writeln!(text, "\n## Pictures\n\n{}", pictures.text());
    }
    for left_out in &figures.left_out {
        let _ = writeln!(text, "\nLeft out: {left_out}.");
    }
    Ok(text)
}

/// Budgets and what was measured, as a table.
pub fn table(verdicts: &[Verdict]) -> String {
    let mut text = "| budget | measured | |\n|---|---|---|\n".to_owned();
    for Verdict { budget, figure, is_met } in verdicts {
        let mark = if *is_met { "met" } else { "**missed**" };
        let _ = writeln!(text, "| {budget} | {figure} | {mark} |");
    }
    text
}

/// Writes the page; what stands behind "Notes" in the old one stays.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let old = std::fs::read_to_string(path).unwrap_or_default();
    let notes = old.find(BY_HAND).map(|at| format!("\n{}", &old[at..])).unwrap_or_default();
    std::fs::write(path, format!("{text}{notes}"))?;
    Ok(())
}

/// One row, while the run goes on.
pub fn said(row: &Row) -> String {
    let share = row.ratio().map(|ratio| format!("  share {ratio:.2}")).unwrap_or_default();
    let (case, state) = (row.case, row.state.word());
    format!("{:>6} places  {case:<16} {state:<9} {:>8.0} per CPU-second{share}", row.places, row.cms.per_cpu_second)
}

/// Reads in a flood, in a sentence.
pub fn of_flood(flood: &Flood) -> String {
    let answers: Vec<String> = flood.sign_ins.iter().map(|(status, count)| format!("{count} times {status}")).collect();
    let (quiet, flooded) = (millis(flood.quiet), millis(flood.flooded));
    format!("p99 {flooded} ms, quiet {quiet} ms; sign-ins answered {}", answers.join(", "))
}

/// How soon each kind of change was on its page at the worst.
pub fn of_fresh(fresh: &[Fresh]) -> String {
    let kinds: Vec<String> = fresh.iter().map(|one| format!("{} {:.0} ms", one.kind, one.worst.as_millis())).collect();
    kinds.join(", ")
}

/// A crowd at the guestbook, in sentences.
pub fn of_entries(entries: &Entries) -> String {
    let Entries { written, per_second, per_cpu_second, quiet, busy, before_kill } = *entries;
    format!(
        "{written} entries by 16 writers at a time: {per_second:.0} per second, {per_cpu_second:.0} per CPU-second, reads \
         beside them included; p99 of a read {} ms, quiet {} ms. Every one answered 201 is there once, and nothing else. \
         Killed with -9 after {before_kill} more were acknowledged: all are there, once",
        millis(busy),
        millis(quiet)
    )
}

fn line(row: &Row) -> String {
    let rate = |sample: Option<crate::results::Sample>| {
        sample.map(|sample| format!("{:.0}", sample.per_cpu_second)).unwrap_or_default()
    };
    let share = row.ratio().map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
    let cms = row.cms;
    format!(
        "| {} | {} | {} | {} | {:.0} | **{:.0}** | {} | {} | {:.0} | {} | {share} | {} |\n",
        row.places,
        row.case,
        row.state.word(),
        Some(row.bytes).filter(|bytes| *bytes > 0).map(|bytes| bytes.to_string()).unwrap_or_default(),
        cms.per_second,
        cms.per_cpu_second,
        millis(cms.p50),
        millis(cms.p99),
        cms.peak_mib,
        rate(row.ceiling),
        rate(row.nginx)
    )
}

/// How the cost of making an answer grows with the guide.
fn growth(figures: &Figures) -> String {
    let made: Vec<&Row> =
        figures.rows.iter().filter(|row| matches!(row.state, State::Cold | State::Write | State::Mixed)).collect();
    let mut sizes: Vec<usize> = made.iter().map(|row| row.places).collect();
    sizes.dedup();
    let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else { return String::new() };
    let mut text = format!(
        "\n## Cost with size\n\nMicroseconds of CPU for one answer; nothing kept, but for reads and writes together: there of {ROUND} \
         requests, each\nof which asks or writes as soon as the one before was answered, one changes a place, one is an \
         entry in the guestbook,\nand the others read places, lists, searches and stories.\n\n| case |"
    );
    for size in &sizes {
        let _ = write!(text, " {size} places |");
    }
    let _ = write!(text, " growth |\n|---|{}---:|\n", "---:|".repeat(sizes.len()));
    let mut cases: Vec<&str> = Vec::new();
    for row in &made {
        if !cases.contains(&row.case) {
            cases.push(row.case);
        }
    }
    for case in cases {
        let cost = |size: usize| {
            let row = made.iter().find(|row| row.case == case && row.places == size);
            row.map(|row| 1e6 / row.cms.per_cpu_second)
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

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
