//! The budgets that these figures are held to (decisions, section 8), and which of them are met.

use std::time::Duration;

use crate::cases::{ARTICLE, CATEGORY, ENTRY, HOME, IN_CATEGORY, LIST_25, LIST_200, NAME, PAGE, PLACE, SEARCH, WORDS};
use crate::results::{Figures, Row, State};

/// A budget with what was measured.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What is asked for.
    pub budget: String,
    /// What was measured.
    pub figure: String,
    /// Whether it is met.
    pub is_met: bool,
}

/// The least share of the minimal server's rate for kept answers.
const HOT_SHARE: f64 = 0.5;
/// The least rate of answers that are made, per CPU-second, in a guide of so many places.
const COLD_RATE: f64 = 2_000.0;
const COLD_AT: usize = 20_000;
/// The size from which cost may grow, and how far, in times.
const GROWTH_FROM: usize = 2_000;
const GROWTH: f64 = 2.0;
/// The least rate of writes, per CPU-second.
const WRITE_RATE: f64 = 4_000.0;
const START: Duration = Duration::from_millis(150);
const IDLE_MB: f64 = 50.0;
/// From an acknowledged write to its public page.
const FRESH: Duration = Duration::from_secs(2);
/// How much longer a read may take while a hundred people a second sign in, in times.
const FLOODED: f64 = 3.0;

/// Every budget of which something was measured.
pub fn verdicts(figures: &Figures) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let rows =
        |case: &str, state| figures.rows.iter().filter(move |row| row.case == case && row.state == state).collect();
    for case in [PLACE, LIST_25, LIST_200, ARTICLE, CATEGORY, SEARCH, NAME, PAGE, HOME] {
        let rows: Vec<&Row> = rows(case, State::Hot);
        let Some(worst) = rows.iter().filter_map(|row| row.ratio()).min_by(f64::total_cmp) else { continue };
        verdicts.push(Verdict {
            budget: format!("{case}, hot: at least {HOT_SHARE} of a minimal server"),
            figure: format!("{worst:.2}"),
            is_met: worst >= HOT_SHARE,
        });
    }
    for case in [LIST_25, CATEGORY, SEARCH, WORDS, IN_CATEGORY, NAME] {
        let rows: Vec<&Row> = rows(case, State::Cold);
        let Some(row) = rows.iter().find(|row| row.places == COLD_AT) else { continue };
        let rate = row.cms.per_cpu_second;
        verdicts.push(Verdict {
            budget: format!("{case}, cold: at least {COLD_RATE} per CPU-second at 20,000 places"),
            figure: format!("{rate:.0}"),
            is_met: rate >= COLD_RATE,
        });
    }
    for case in [PLACE, LIST_25, CATEGORY, SEARCH, WORDS, IN_CATEGORY, NAME] {
        let rows: Vec<&Row> = rows(case, State::Cold);
        let (Some(small), Some(large)) = (rows.iter().find(|row| row.places == GROWTH_FROM), largest(&rows)) else {
            continue;
        };
        if large.places <= GROWTH_FROM {
            continue;
        }
        let growth = small.cms.per_cpu_second / large.cms.per_cpu_second;
        verdicts.push(Verdict {
            budget: format!("{case}, cold: 200,000 places cost at most {GROWTH} times 2,000"),
            figure: format!("{growth:.2} times at {}", large.places),
            is_met: growth <= GROWTH,
        });
    }
    let writes: Vec<&Row> = rows(ENTRY, State::Write);
    if let Some(slowest) =
        writes.iter().min_by(|one, other| one.cms.per_cpu_second.total_cmp(&other.cms.per_cpu_second))
    {
        let rate = slowest.cms.per_cpu_second;
        verdicts.push(Verdict {
            budget: format!("{ENTRY}, 16 writers at a time, durable: at least {WRITE_RATE} per CPU-second"),
            figure: format!("{rate:.0} at {} places, the slowest", slowest.places),
            is_met: rate >= WRITE_RATE,
        });
    }
    if let Some(worst) = figures.fresh.iter().max_by_key(|fresh| fresh.worst) {
        verdicts.push(Verdict {
            budget: format!("a write on its public page within {} s, of all seven kinds of change", FRESH.as_secs()),
            figure: crate::report::of_fresh(&figures.fresh),
            is_met: worst.worst <= FRESH,
        });
    }
    if let Some(slowest) = figures.starts.iter().max_by_key(|start| start.wall) {
        verdicts.push(Verdict {
            budget: format!("first API answer within {} ms of starting", START.as_millis()),
            figure: format!("{} ms ({} ms of CPU)", slowest.wall.as_millis(), slowest.cpu.as_millis()),
            is_met: slowest.wall <= START,
        });
    }
    if let Some(idle) = figures.starts.iter().map(|start| start.idle_mib).max_by(f64::total_cmp) {
        verdicts.push(Verdict {
            budget: format!("idle memory under {IDLE_MB} MB"),
            figure: format!("{:.1} MB", megabytes(idle)),
            is_met: megabytes(idle) < IDLE_MB,
        });
    }
    if let Some(flood) = &figures.flood {
        verdicts.push(Verdict {
            budget: format!(
                "a hot read's p99 while 100 people a second sign in: at most {FLOODED} times the quiet one"
            ),
            figure: crate::report::of_flood(flood),
            is_met: flood.flooded.as_secs_f64() <= FLOODED * flood.quiet.as_secs_f64(),
        });
    }
    verdicts
}

/// Mebibytes as megabytes.
pub fn megabytes(mib: f64) -> f64 {
    mib * 1.048_576
}

fn largest<'a>(rows: &[&'a Row]) -> Option<&'a Row> {
    rows.iter().max_by_key(|row| row.places).copied()
}
