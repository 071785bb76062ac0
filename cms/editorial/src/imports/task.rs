//! The background task of imports. The state of an import decides whether the task checks its rows, applies them or
//! undoes them. A replica leases an import first, so that only one replica works on it at a time. If the process of the
//! replica dies, the lease ends after some seconds, and another replica continues.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::types::Json;

use super::check::{IdentifiedRow, ImportChecker};
use super::dto::{Import, ImportFailure, ImportState};
use super::row::CheckedRow;
use super::row_store::RowToCheck;
use super::{apply, job_store, row_store, service};
use crate::common::clock::Timestamp;
use crate::common::error_chain;
use crate::common::id::ImportId;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::problem::{Code, Problem};
use crate::media;
use crate::places;

/// The number of rows that are checked at a time.
pub const BATCH_SIZE: i64 = 500;
/// The interval between two searches for imports with work to do.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long a lease lasts without progress, in seconds.
const LEASE_LIFETIME_S: i64 = 30;

/// Why a step of an import failed.
#[derive(Debug)]
pub enum StepError {
    /// The database failed. The step is repeated.
    Store(StoreError),
    /// The code panicked, and would do so again: the step is not repeated.
    Panicked,
    /// Another replica works on the import.
    LeaseLost,
}

impl From<StoreError> for StepError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl StepError {
    /// The problem for a caller who waits for the step.
    pub fn problem(self) -> Problem {
        match self {
            Self::Store(error) => error.into(),
            Self::Panicked | Self::LeaseLost => Problem::internal(),
        }
    }
}

/// The lease of this process on an import.
#[derive(Clone, Copy, Debug)]
pub struct ImportLease {
    /// The import.
    pub id: ImportId,
    ends_at: Timestamp,
}

impl ImportLease {
    /// A lease on the same import, with the end that extending this one at `now` results in. Stores nothing.
    pub fn extended(self, now: Timestamp) -> Self {
        Self { ends_at: now.plus_seconds(LEASE_LIFETIME_S), ..self }
    }

    /// Replaces this lease by `next` within a write. `done` is the number of rows that the step has processed, which is
    /// stored too. Errors: [`StepError::LeaseLost`] if this process no longer has the lease.
    pub async fn extend(self, tx: &mut Tx, next: Self, done: i64) -> Result<(), StepError> {
        let is_own = job_store::extend_lease(tx, self.id, (self.ends_at, next.ends_at), done).await?;
        if is_own { Ok(()) } else { Err(StepError::LeaseLost) }
    }
}

/// Processes the imports that have work to do. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    process_due_imports(&app).await?;
    Ok(POLL_INTERVAL)
}

/// Processes imports until none has work to do.
pub async fn process_due_imports(app: &App) -> Result<(), StoreError> {
    loop {
        let mut has_worked = false;
        for id in job_store::list_due(&app.db, app.clock.now()).await? {
            has_worked |= run_next_step(app, id).await?;
        }
        if !has_worked {
            return Ok(());
        }
    }
}

/// Leases an import and does its next step. Returns `false` if another replica has the lease, or if the import has no
/// work to do or does not exist.
async fn run_next_step(app: &App, id: ImportId) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let lease = ImportLease { id, ends_at: now.plus_seconds(LEASE_LIFETIME_S) };
    if !job_store::lease_import(&app.db, id, now, lease.ends_at).await? {
        return Ok(false);
    }
    let Some(import) = job_store::find(&app.db, id).await? else { return Ok(false) };
    let outcome = match import.state {
        ImportState::Checking => check_all_rows(app, import, lease).await,
        ImportState::Applying => apply::apply(app, import, lease).await,
        ImportState::Reverting | ImportState::Undoing => apply::undo(app, import, lease).await,
        ImportState::Loading | ImportState::Ready | ImportState::Applied | ImportState::Undone => Ok(()),
    };
    match outcome {
        Ok(()) | Err(StepError::LeaseLost | StepError::Panicked) => {}
        Err(StepError::Store(error)) => {
            tracing::warn!(import = %id, error = %error_chain::display(&error), "a step of an import failed; it is repeated");
            return Err(error);
        }
    }
    Ok(true)
}

/// Changes an import at the end of a step, and ends the lease. Errors: [`StepError::LeaseLost`], without a change, if
/// this process has lost the lease, for example while the process was suspended.
pub async fn end_step(
    app: &App,
    lease: ImportLease,
    change: impl FnOnce(Import) -> Import + Send + 'static,
) -> Result<(), StepError> {
    let (id, now) = (lease.id, app.clock.now());
    let work = app.db.write::<_, StepError, _>(move |tx| {
        Box::pin(async move {
            let import = job_store::get_for_update(tx, id).await?;
            if !job_store::is_leased_until(tx, id, lease.ends_at).await? {
                return Err(StepError::LeaseLost);
            }
            let counts = Json(row_store::counts_by_action(tx, id).await?);
            Ok(job_store::update_and_end_lease(tx, &change(Import { counts, ..import }), now).await?)
        })
    });
    work.await
}

fn with_panic_problem(import: Import) -> Import {
    let (row, code) = (None, Code::InternalError.name());
    let message = "Something went wrong on our side".to_owned();
    Import { state: ImportState::Ready, problem: Some(Json(ImportFailure { row, code, message })), ..import }
}

async fn check_all_rows(app: &App, import: Import, mut lease: ImportLease) -> Result<(), StepError> {
    let id = import.id;
    let mut checker = service::load_checker(app, &import).await?;
    let (mut last_number, mut done) = (i64::MIN, 0);
    loop {
        let rows = row_store::list_after(&app.db, id, last_number, BATCH_SIZE).await?;
        let Some(end) = rows.last() else { break };
        last_number = end.number;
        let (returned_checker, checked) = match check_rows(app, checker, rows).await {
            Err(StepError::Panicked) => return end_step(app, lease, with_panic_problem).await,
            found => found?,
        };
        checker = returned_checker;
        done += checked.len() as i64;
        let next = lease.extended(app.clock.now());
        let work = app.db.write::<_, StepError, _>(move |tx| {
            Box::pin(async move {
                lease.extend(tx, next, done).await?;
                Ok(row_store::set_check_results(tx, id, &checked).await?)
            })
        });
        work.await?;
        lease = next;
    }
    let values = Json(checker.category_values());
    let finish = move |import: Import| Import { state: ImportState::Ready, category_values: values, ..import };
    end_step(app, lease, finish).await
}

/// Checks rows on threads for blocking work. Returns the checker for the next rows, and the results.
pub async fn check_rows(
    app: &App,
    mut checker: ImportChecker,
    rows: Vec<RowToCheck>,
) -> Result<(ImportChecker, Vec<CheckedRow>), StepError> {
    let identify = move || {
        let identified: Vec<IdentifiedRow> = rows.into_iter().map(|row| checker.identify(row)).collect();
        (checker, identified)
    };
    let (mut checker, identified) = tokio::task::spawn_blocking(identify).await.map_err(|_| StepError::Panicked)?;
    let ids: Vec<i64> = identified.iter().filter_map(|row| row.target).map(|id| id.0).collect();
    let places = if ids.is_empty() { Vec::new() } else { places::store::by_ids(&app.db, ids).await? };
    let places: HashMap<i64, _> = places.into_iter().map(|place| (place.id.0, place)).collect();
    let keys: Vec<String> = identified.iter().flat_map(IdentifiedRow::image_keys).collect();
    let images = media::store::find_by_keys(&app.db, &keys).await?;
    let check = move || {
        let checked = identified.into_iter().map(|row| checker.check(row, &places, &images)).collect();
        (checker, checked)
    };
    tokio::task::spawn_blocking(check).await.map_err(|_| StepError::Panicked)
}
