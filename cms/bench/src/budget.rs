//! The budgets of R446, and which of them the measured figures meet.

use std::time::Duration;

use crate::cases::{
    ARTICLE, CATEGORY_LIST, CREATE_ENTRY, HOME_PAGE, LIST_25, LIST_200, NAME_SEARCH, PLACE, PLACE_HISTORY, PLACE_PAGE,
    TWO_WORD_SEARCH, WORD_AND_CATEGORY_SEARCH, WORD_SEARCH,
};
use crate::results::{CacheUse, ResultRow, Results};
use crate::{alerts, imports};

/// A budget, the measured figure, and whether the figure meets the budget.
#[derive(Clone, Debug)]
pub struct BudgetResult {
    /// The budget in words.
    pub budget: String,
    pub measurement: String,
    pub is_met: bool,
}

/// The minimum rate of cached responses, as a share of the rate of the baseline server.
const MIN_SHARE_OF_BASELINE: f64 = 0.5;
/// The minimum number of uncached responses per CPU-second, with [`COLD_READ_PLACE_COUNT`] places in the database.
const MIN_COLD_READS_PER_CPU_SECOND: f64 = 2_000.0;
const COLD_READ_PLACE_COUNT: usize = 20_000;
/// The number of places in the database with which the largest database is compared. A request on the largest database
/// may cost at most [`MAX_COST_GROWTH`] times as much as a request on this one.
const SMALLER_DATABASE_PLACE_COUNT: usize = 2_000;
const MAX_COST_GROWTH: f64 = 2.0;
/// The minimum number of guestbook entries that are written per CPU-second.
const MIN_ENTRIES_PER_CPU_SECOND: f64 = 4_000.0;
/// The maximum p99 latency of the history of a place, in a database with 100,000 revisions.
const MAX_HISTORY_P99: Duration = Duration::from_millis(200);
const MAX_START_TIME: Duration = Duration::from_millis(150);
const MAX_IDLE_MEMORY_MB: f64 = 50.0;
/// The maximum time from the acknowledgment of a write until its public page shows the change.
const MAX_FRESHNESS_TIME: Duration = Duration::from_secs(2);
/// The maximum time in which an import of [`imports::CHECKED_ROW_COUNT`] rows is checked.
const MAX_IMPORT_CHECK_TIME: Duration = Duration::from_secs(10);
/// The maximum memory that the server needs for this check, in addition to its memory before.
const MAX_IMPORT_CHECK_MEMORY_MB: f64 = 200.0;
/// The maximum time in which an import of [`imports::APPLIED_ROW_COUNT`] rows is applied.
const MAX_IMPORT_APPLY_TIME: Duration = Duration::from_secs(20);
/// The maximum time of a write that is no part of the import, while the rows are applied.
const MAX_WRITE_TIME_DURING_IMPORT: Duration = Duration::from_secs(2);
/// The maximum time until another process shows an alert about 2,000 places, and until it stops showing an ended alert.
const MAX_ALERT_DELAY: Duration = Duration::from_secs(2);
/// The maximum p99 latency of a read while 100 people per second sign in, relative to the latency without sign-ins.
const MAX_FLOOD_SLOWDOWN: f64 = 3.0;

/// Compares each measured figure with its budget. Budgets that were not measured are left out.
pub fn check_server_budgets(results: &Results) -> Vec<BudgetResult> {
    let mut checks = Vec::new();
    let rows =
        |case: &str, state| results.rows.iter().filter(move |row| row.case == case && row.state == state).collect();
    for case in [PLACE, LIST_25, LIST_200, ARTICLE, CATEGORY_LIST, WORD_SEARCH, NAME_SEARCH, PLACE_PAGE, HOME_PAGE] {
        let rows: Vec<&ResultRow> = rows(case, CacheUse::Hot);
        let Some(lowest_ratio) = rows.iter().filter_map(|row| row.share_of_baseline()).min_by(f64::total_cmp) else {
            continue;
        };
        checks.push(BudgetResult {
            budget: format!("{case}, hot: at least {MIN_SHARE_OF_BASELINE} of the baseline server"),
            measurement: format!("{lowest_ratio:.2}"),
            is_met: lowest_ratio >= MIN_SHARE_OF_BASELINE,
        });
    }
    for case in [LIST_25, CATEGORY_LIST, WORD_SEARCH, TWO_WORD_SEARCH, WORD_AND_CATEGORY_SEARCH, NAME_SEARCH] {
        let rows: Vec<&ResultRow> = rows(case, CacheUse::Cold);
        let Some(row) = rows.iter().find(|row| row.places == COLD_READ_PLACE_COUNT) else { continue };
        let rate = row.cms.responses_per_cpu_second;
        checks.push(BudgetResult {
            budget: format!("{case}, cold: at least {MIN_COLD_READS_PER_CPU_SECOND} per CPU-second at 20,000 places"),
            measurement: format!("{rate:.0}"),
            is_met: rate >= MIN_COLD_READS_PER_CPU_SECOND,
        });
    }
    for case in [PLACE, LIST_25, CATEGORY_LIST, WORD_SEARCH, TWO_WORD_SEARCH, WORD_AND_CATEGORY_SEARCH, NAME_SEARCH] {
        let rows: Vec<&ResultRow> = rows(case, CacheUse::Cold);
        let (Some(small), Some(large)) =
            (rows.iter().find(|row| row.places == SMALLER_DATABASE_PLACE_COUNT), row_with_most_places(&rows))
        else {
            continue;
        };
        if large.places <= SMALLER_DATABASE_PLACE_COUNT {
            continue;
        }
        let growth = small.cms.responses_per_cpu_second / large.cms.responses_per_cpu_second;
        checks.push(BudgetResult {
            budget: format!("{case}, cold: 200,000 places cost at most {MAX_COST_GROWTH} times as much as 2,000"),
            measurement: format!("{growth:.2} times at {}", large.places),
            is_met: growth <= MAX_COST_GROWTH,
        });
    }
    let writes: Vec<&ResultRow> = rows(CREATE_ENTRY, CacheUse::Write);
    if let Some(slowest) = writes
        .iter()
        .min_by(|one, other| one.cms.responses_per_cpu_second.total_cmp(&other.cms.responses_per_cpu_second))
    {
        let rate = slowest.cms.responses_per_cpu_second;
        checks.push(BudgetResult {
            budget: format!(
                "{CREATE_ENTRY}, 16 concurrent writers, durable: at least {MIN_ENTRIES_PER_CPU_SECOND} per CPU-second"
            ),
            measurement: format!("{rate:.0} at {} places, the slowest", slowest.places),
            is_met: rate >= MIN_ENTRIES_PER_CPU_SECOND,
        });
    }
    let history: Vec<&ResultRow> = rows(PLACE_HISTORY, CacheUse::Cold);
    if let Some(row) = row_with_most_places(&history) {
        checks.push(BudgetResult {
            budget: format!("{PLACE_HISTORY} among 100,000 revisions: p99 within {} ms", MAX_HISTORY_P99.as_millis()),
            measurement: format!("{:.1} ms", row.cms.p99.as_secs_f64() * 1000.0),
            is_met: row.cms.p99 <= MAX_HISTORY_P99,
        });
    }
    if let Some(slowest) = results.freshness.iter().max_by_key(|fresh| fresh.longest_time) {
        checks.push(BudgetResult {
            budget: format!(
                "a write is on its public page within {} s, for all seven kinds of change",
                MAX_FRESHNESS_TIME.as_secs()
            ),
            measurement: crate::report::describe_freshness(&results.freshness),
            is_met: slowest.longest_time <= MAX_FRESHNESS_TIME,
        });
    }
    checks.extend(check_import_and_alert_budgets(results));
    if let Some(slowest) = results.starts.iter().max_by_key(|start| start.wall_time) {
        checks.push(BudgetResult {
            budget: format!("first API response within {} ms after the start", MAX_START_TIME.as_millis()),
            measurement: format!("{} ms ({} ms of CPU)", slowest.wall_time.as_millis(), slowest.cpu_time.as_millis()),
            is_met: slowest.wall_time <= MAX_START_TIME,
        });
    }
    if let Some(idle) = results.starts.iter().map(|start| start.idle_memory_mib).max_by(f64::total_cmp) {
        checks.push(BudgetResult {
            budget: format!("idle memory under {MAX_IDLE_MEMORY_MB} MB"),
            measurement: format!("{:.1} MB", megabytes(idle)),
            is_met: megabytes(idle) < MAX_IDLE_MEMORY_MB,
        });
    }
    if let Some(flood) = &results.sign_in_flood {
        checks.push(BudgetResult {
            budget: format!(
                "p99 of a hot read while 100 people per second sign in: at most {MAX_FLOOD_SLOWDOWN} times that without"
            ),
            measurement: crate::report::describe_flood(flood),
            is_met: flood.p99_during_flood.as_secs_f64() <= MAX_FLOOD_SLOWDOWN * flood.p99_without_flood.as_secs_f64(),
        });
    }
    checks
}

/// Checks the budgets of imports and alerts.
fn check_import_and_alert_budgets(results: &Results) -> Vec<BudgetResult> {
    let time_result = |what: String, time: Duration, budget: Duration| BudgetResult {
        budget: format!("{what} within {} s", budget.as_secs()),
        measurement: format!("{:.2} s", time.as_secs_f64()),
        is_met: time <= budget,
    };
    let mut checks = Vec::new();
    if let Some(times) = &results.imports {
        let (checked_rows, applied_rows) = (imports::CHECKED_ROW_COUNT, imports::APPLIED_ROW_COUNT);
        checks.push(time_result(
            format!("an import of {checked_rows} rows is checked"),
            times.check_time,
            MAX_IMPORT_CHECK_TIME,
        ));
        checks.push(BudgetResult {
            budget: format!("memory for that above the base: at most {MAX_IMPORT_CHECK_MEMORY_MB} MB"),
            measurement: format!("{:.0} MB", megabytes(times.check_memory_mib)),
            is_met: megabytes(times.check_memory_mib) <= MAX_IMPORT_CHECK_MEMORY_MB,
        });
        checks.push(time_result(
            format!("an import of {applied_rows} rows is applied"),
            times.apply_time,
            MAX_IMPORT_APPLY_TIME,
        ));
        let what = "every other write meanwhile is acknowledged".to_owned();
        checks.push(time_result(what, times.longest_write_time, MAX_WRITE_TIME_DURING_IMPORT));
    }
    if let Some(times) = &results.alerts {
        let places = alerts::PLACE_COUNT;
        let what = format!("an alert about {places} places is public at another process, and gone when it is ended,");
        checks.push(time_result(what, times.longest_time(), MAX_ALERT_DELAY));
    }
    checks
}

/// Converts mebibytes to megabytes.
pub fn megabytes(mib: f64) -> f64 {
    mib * 1.048_576
}

fn row_with_most_places<'a>(rows: &[&'a ResultRow]) -> Option<&'a ResultRow> {
    rows.iter().max_by_key(|row| row.places).copied()
}
