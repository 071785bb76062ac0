//! What was seen, as a page: Markdown that reads well in a terminal too.

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::Duration;

use cms::kernel::clock::Clock;

use crate::kill_tests::Kills;
use crate::load_clients::StoredWrites;
use crate::outages::Outage;
use crate::scenarios::Event;

/// What stands behind this line in the written page is by hand and stays.
const BY_HAND: &str = "## Notes";

/// Everything that one run saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Versions of what it ran on.
    pub versions: String,
    /// Two replicas under load.
    pub events: Vec<Event>,
    /// And what was stored then.
    pub kept: StoredWrites,
    /// Servers killed again and again.
    pub kills: Vec<Kills>,
    /// What went away.
    pub outages: Vec<Outage>,
    /// What could not be done here, and why.
    pub left_out: Vec<String>,
}

impl Seen {
    /// Whether all was as asked.
    pub fn is_met(&self) -> bool {
        self.events.iter().all(|event| event.is_met)
            && self.kept.is_correct()
            && self.kills.iter().all(|kills| kills.kept.is_correct())
            && self.outages.iter().all(|outage| outage.seen.iter().all(|(_, is_correct)| *is_correct))
    }
}

/// The page, but for what stands in it by hand.
pub fn text(seen: &Seen) -> String {
    let day = Clock::default().now().to_string();
    let mut text = format!(
        "# Resilience\n\nWritten by `make chaos` on {}, commit {}.\nMachine: {}; load average {} at the end.\nVersions: {}.\n\n\
         Two replicas of `cms`, each with its renderer, behind nginx with [its file](deploy/nginx.conf), on one PostgreSQL, \
         which a standby follows in the end, and one S3-compatible store (moto), all on this machine.\nSix readers of pages, API and a picture, and four writers \
         of guestbook entries go on all the time; each edit of a place is looked for on its page, at both\nreplicas and \
         through nginx. A killed server is started again after two seconds, as systemd does.\n\n\
         ## Two replicas under load\n\n\
         | event | asked | failed reads | failed writes | longest without a write | ready again | a change is on its pages after | |\n\
         |---|---|---:|---:|---:|---:|---:|---|\n",
        &day[..10],
        commit(),
        machine(),
        load_average(),
        seen.versions
    );
    for event in &seen.events {
        let (reads, writes) = (event.noticed.reads, event.noticed.writes);
        let _ = writeln!(
            text,
            "| {} | {} | {} of {} | {} of {} | {} | {} | {} | {} |",
            event.name,
            event.asked,
            reads.0,
            reads.1,
            writes.0,
            writes.1,
            seconds(event.noticed.longest_write_gap),
            seconds(event.back),
            seconds(event.fresh),
            mark(event.is_met)
        );
    }
    let _ = writeln!(
        text,
        "\nA change is to be on its pages within 2 s, everywhere. Without a write: the longest time in which none of the four \
         writers was told that theirs is kept.\n\n{}",
        of_kept(&seen.kept)
    );
    for event in seen.events.iter().filter(|event| !event.noticed.errors.is_empty()) {
        let mut errors: Vec<String> =
            event.noticed.errors.iter().map(|(error, count)| format!("{count} times {error}")).collect();
        errors.sort();
        let _ = writeln!(text, "- {}: {}", event.name, errors.join(", "));
    }
    text += "\n## Killed with -9 at random moments\n\nEight writers; the server is started at once and killed again.\n\n\
             | database | kills | failed writes | acknowledged | lost | duplicated | |\n|---|---:|---:|---:|---:|---:|---|\n";
    for Kills { engine, rounds, writes, kept } in &seen.kills {
        let StoredWrites { acknowledged, lost, duplicated, .. } = *kept;
        let (failed, all) = *writes;
        let verdict = mark(kept.is_correct());
        let _ = writeln!(
            text,
            "| {engine} | {rounds} | {failed} of {all} | {acknowledged} | {lost} | {duplicated} | {verdict} |"
        );
    }
    text += "\n## Away for a while\n\nRefused means: this status, `Retry-After`, and a sentence for people.\n\n\
             | away | seen meanwhile | back after | |\n|---|---|---:|---|\n";
    for outage in &seen.outages {
        let seen: Vec<&str> = outage.seen.iter().map(|(what, _)| what.as_str()).collect();
        let is_met = outage.seen.iter().all(|(_, is_correct)| *is_correct);
        let (name, back, verdict) = (outage.name, seconds(outage.back), mark(is_met));
        let _ = writeln!(text, "| {name} | {} | {back} | {verdict} |", seen.join("; "));
    }
    for left_out in &seen.left_out {
        let _ = writeln!(text, "\nLeft out: {left_out}.");
    }
    text
}

/// Writes the page; what stands behind "Notes" in the old one stays.
pub fn write(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    let old = fs::read_to_string(path).unwrap_or_default();
    let notes = old.find(BY_HAND).map(|at| format!("\n{}", &old[at..])).unwrap_or_default();
    Ok(fs::write(path, format!("{text}{notes}"))?)
}

fn of_kept(kept: &StoredWrites) -> String {
    let StoredWrites { acknowledged, lost, duplicated, unknown } = kept;
    format!(
        "Of {acknowledged} acknowledged writes {lost} are lost and {duplicated} are there duplicated; {unknown} entries were sent by \
         nobody: {}.\n",
        mark(kept.is_correct())
    )
}

fn mark(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// The commit that this is built from, as git tells it.
fn commit() -> String {
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

fn machine() -> String {
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
