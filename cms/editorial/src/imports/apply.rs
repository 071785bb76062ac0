//! Applies an import, and undoes it. The values of a row must follow the rules for a change by an editor. Rows are
//! written in chunks that take a fraction of a second, so that other writes hardly wait. If a row fails, the rows
//! before it are undone. An undo that has begun continues even if the account loses its permissions.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use sqlx::types::Json;

use super::dto::{Import, ImportFailure, ImportState};
use super::fields::FOREIGN_ID;
use super::job_store;
use super::row::{FieldChange, RowAction};
use super::row_store::{self, ApplicableRow, AppliedRow, DataSetLink};
use super::service::with_check_restarted;
use super::task::{ImportLease, StepError, end_step};
use crate::audit::log::{Actor, AuditContext};
use crate::auth::domain::accounts::{self, Account, Permission};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{ImportId, PlaceId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, FieldPatch, IfMatch, Update, WriteError};
use crate::http::problem::{Code, Problem};
use crate::places::model::Place;
use crate::places::opening_hours::schedule::{self, Opening};
use crate::places::requests::PlaceChanges;
use crate::places::service::PreparedChange;
use crate::places::{bulk, import_undo, service};
use crate::records;

/// The number of rows that are prepared at a time.
const BATCH_SIZE: i64 = 200;
/// After this time, a write processes no further row, so that other writes can run.
const MAX_WRITE_TIME: Duration = Duration::from_millis(250);

/// A row that is ready to be written.
struct PreparedRow {
    number: i64,
    place: Option<(PlaceId, i64)>,
    write: PreparedWrite,
    data_set_link: Option<DataSetLink>,
}

enum PreparedWrite {
    Create(Box<PlaceChanges>, Result<FieldPatch<Opening>, String>),
    Change(Box<PreparedChange>),
    /// The place already has the values; only the link to the object in the data set is stored.
    Link,
}

/// Why a chunk was rolled back.
enum ChunkError {
    /// A row failed: the number of the row, and the problem.
    Row(i64, Box<Problem>),
    Step(StepError),
}

impl From<StoreError> for ChunkError {
    fn from(error: StoreError) -> Self {
        Self::Step(error.into())
    }
}

impl From<StepError> for ChunkError {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl ChunkError {
    /// The error for a failed write of the row `number`. A missing place and a violated constraint are errors of the
    /// row. Another database error is not: the step of the import is repeated.
    fn from_row_error(number: i64, error: WriteError) -> Self {
        match error {
            WriteError::Problem(problem) => Self::Row(number, problem),
            WriteError::Store(StoreError::NotFound) => {
                Self::Row(number, Box::new(Problem::not_found("This place does not exist")))
            }
            WriteError::Store(error @ (StoreError::UniqueViolation | StoreError::ForeignKeyViolation)) => {
                Self::Row(number, Box::new(error.into()))
            }
            WriteError::Store(error) => error.into(),
        }
    }
}

/// Applies the rows that create or change a place. If a row fails, the rows before it are undone in the next step.
pub async fn apply(app: &App, import: Import, mut lease: ImportLease) -> Result<(), StepError> {
    let id = import.id;
    let mut done_count = import.done_count;
    loop {
        let rows = row_store::rows_to_apply(&app.db, id, BATCH_SIZE).await?;
        if rows.is_empty() {
            let applied_at = Some(app.clock.now());
            let finish = move |import| Import { state: ImportState::Applied, applied_at, ..import };
            return end_step(app, lease, finish).await;
        }
        let Some(account) = authorized_acting_account(app, &import).await? else {
            let problem = Problem::forbidden(Code::Forbidden, "The account may no longer change places");
            return begin_revert(app, lease, None, problem).await;
        };
        let mut prepared = VecDeque::new();
        for row in rows {
            let number = row.number;
            match prepare_row(app, &import, row).await {
                Ok(row) => prepared.push_back(row),
                Err(problem) => return begin_revert(app, lease, Some(number), problem).await,
            }
        }
        while !prepared.is_empty() {
            match apply_chunk(app, &import, &account, (lease, done_count, prepared)).await {
                Ok((next, count, rest)) => (lease, done_count, prepared) = (next, count, rest),
                Err(ChunkError::Row(number, problem)) => return begin_revert(app, lease, Some(number), *problem).await,
                Err(ChunkError::Step(error)) => return Err(error),
            }
        }
    }
}

/// The account that applies the import, with its current permissions. `None` if the account is not active or may not
/// administer places.
async fn authorized_acting_account(app: &App, import: &Import) -> Result<Option<Account>, StoreError> {
    let Some(id) = &import.acting_account_id else { return Ok(None) };
    let account = records::active_account_by_id(app, id).await?;
    Ok(account.filter(|account| account.may(Permission::AdministerPlaces)))
}

/// Ends the step. Stores the problem of the import, and begins to undo the rows that are already applied.
async fn begin_revert(app: &App, lease: ImportLease, row: Option<i64>, problem: Problem) -> Result<(), StepError> {
    let Problem { detail, code, .. } = problem;
    let problem = ImportFailure { row, code: code.name(), message: detail.into() };
    let revert = move |import: Import| {
        let total_count = import.done_count;
        Import { state: ImportState::Reverting, problem: Some(Json(problem)), done_count: 0, total_count, ..import }
    };
    end_step(app, lease, revert).await
}

/// Validates the values of a row by the rules of the call that creates or changes a place. Also computes the opening
/// hours.
async fn prepare_row(app: &App, import: &Import, row: ApplicableRow) -> Result<PreparedRow, Problem> {
    let (mut body, mut foreign_id) = (Map::new(), None);
    for FieldChange { field, after, .. } in row.changes.0 {
        if field == FOREIGN_ID {
            foreign_id = after.as_str().map(str::to_owned);
        } else {
            body.insert(field, after);
        }
    }
    let now = app.clock.now();
    let place = row.place_id.zip(row.place_version);
    let write = match (row.action, place) {
        (RowAction::Create, _) => {
            let changes: PlaceChanges = app.schemas.read_as("PlaceRequest", Value::Object(body))?;
            let opening = schedule::compute_schedule_patch(&changes.operating_hours, now).await;
            PreparedWrite::Create(Box::new(changes), opening)
        }
        (_, Some((_, version))) if !body.is_empty() => {
            let update = Update::read(app, Value::Object(body), IfMatch(Some(vec![version])))?;
            PreparedWrite::Change(Box::new(PreparedChange::new(app, update, now).await))
        }
        _ => PreparedWrite::Link,
    };
    let license = import.mapping.license.clone();
    let data_set_link = import.mapping.source.clone().map(|source| DataSetLink { source, foreign_id, license });
    Ok(PreparedRow { number: row.number, place, write, data_set_link })
}

type ApplyProgress = (ImportLease, i64, VecDeque<PreparedRow>);

/// Writes rows in one transaction until [`MAX_WRITE_TIME`] has passed. Returns the extended lease, the number of rows
/// applied so far, and the rows that are left.
async fn apply_chunk(
    app: &App,
    import: &Import,
    account: &Account,
    (lease, mut done_count, mut rows): ApplyProgress,
) -> Result<ApplyProgress, ChunkError> {
    let (id, publishes, account, now) = (import.id, import.publishes, account.clone(), app.clock.now());
    let audit = AuditContext::system("applyImport", now).with_actor(Actor::from(&account));
    let next = lease.extended(now);
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await.map_err(StoreError::from)?;
            let (started_at, mut tags, mut ids) = (Instant::now(), BTreeSet::new(), Vec::new());
            while ids.is_empty() || started_at.elapsed() < MAX_WRITE_TIME {
                let Some(row) = rows.pop_front() else { break };
                let number = row.number;
                let written = apply_row(tx, &account, &audit, (id, row), (publishes, now)).await;
                let (place, affected_tags) = written.map_err(|error| ChunkError::from_row_error(number, error))?;
                ids.push(place);
                tags.extend(affected_tags);
                done_count += 1;
            }
            lease.extend(tx, next, done_count).await?;
            let tags: Vec<CacheTag> = tags.into_iter().collect();
            service::log_change(tx, &ids, &tags, now).await?;
            Ok(((next, done_count, rows), tags))
        })
    })
    .await
}

/// Writes a row. Returns its place, and the cache tags that the change invalidates.
async fn apply_row(
    tx: &mut Tx,
    account: &Account,
    audit: &AuditContext,
    (id, row): (ImportId, PreparedRow),
    (publishes, now): (bool, Timestamp),
) -> Result<(PlaceId, Vec<CacheTag>), WriteError> {
    let PreparedRow { number, place, write, data_set_link } = row;
    let (place, version, tags) = match (write, place) {
        (PreparedWrite::Create(changes, opening), _) => {
            let blank = Place { is_active: publishes, ..Place::blank(now) };
            let (place, tags) = service::add_within(tx, account, audit, blank, (*changes, opening)).await?;
            (place.id, place.version, tags)
        }
        (PreparedWrite::Change(change), Some((place, _))) => {
            let mode = (ChangeMode::Import, now);
            let (place, tags) = service::change_within(tx, account, audit, (place, *change), mode).await?;
            (place.id, place.version, tags)
        }
        (_, Some((place, version))) => (place, version, Vec::new()),
        (_, None) => return Err(StoreError::NotFound.into()),
    };
    if let Some(data_set_link) = data_set_link {
        row_store::put_data_set_link(tx, (place, id), &data_set_link, now).await?;
    }
    row_store::set_applied(tx, (id, number), (place, version)).await?;
    Ok((place, tags))
}

/// Undoes the applied rows: changed places get their former values, and created places are deleted. A place that has
/// changed since its row was applied is left alone. So is a created place with a draft, a like or a guestbook entry.
pub async fn undo(app: &App, import: Import, mut lease: ImportLease) -> Result<(), StepError> {
    let (id, state) = (import.id, import.state);
    let actor = match &import.acting_account_id {
        Some(account) => accounts::find(&app.db, account).await?.as_ref().map(Actor::from),
        None => None,
    };
    let mut done_count = import.done_count;
    loop {
        let mut rows: VecDeque<AppliedRow> = row_store::applied_rows(&app.db, id, BATCH_SIZE).await?.into();
        if rows.is_empty() {
            let finish = move |import: Import| match state {
                // The undo has changed the versions of places, so the rows are checked again.
                ImportState::Reverting => with_check_restarted(import),
                _ => Import { state: ImportState::Undone, ..import },
            };
            return end_step(app, lease, finish).await;
        }
        while !rows.is_empty() {
            (lease, done_count, rows) = undo_chunk(app, (id, state), actor.clone(), (lease, done_count, rows)).await?;
        }
    }
}

type UndoProgress = (ImportLease, i64, VecDeque<AppliedRow>);

/// Undoes rows in one transaction until [`MAX_WRITE_TIME`] has passed, with the permissions of the system account.
/// Returns the extended lease, the number of rows undone so far, and the rows that are left.
async fn undo_chunk(
    app: &App,
    (id, state): (ImportId, ImportState),
    actor: Option<Actor>,
    (lease, mut done_count, mut rows): UndoProgress,
) -> Result<UndoProgress, StepError> {
    let (app_in_write, now) = (app.clone(), app.clock.now());
    let account = Account::system(now);
    let audit = AuditContext { actor, ..AuditContext::system("undoImport", now) };
    let next = lease.extended(now);
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await.map_err(StoreError::from)?;
            let (started_at, mut tags, mut changed_ids) = (Instant::now(), BTreeSet::new(), Vec::new());
            let (mut count, mut left_alone_count) = (0, 0);
            while count == 0 || started_at.elapsed() < MAX_WRITE_TIME {
                let Some(row) = rows.pop_front() else { break };
                match undo_row(tx, (&app_in_write, &account, &audit), (id, &row), now).await? {
                    Some(affected_tags) => {
                        tags.extend(affected_tags);
                        changed_ids.extend((row.action == RowAction::Change).then_some(row.place_id));
                    }
                    None => left_alone_count += 1,
                }
                count += 1;
            }
            done_count += count;
            lease.extend(tx, next, done_count).await?;
            if left_alone_count > 0 && state == ImportState::Undoing {
                job_store::increase_left_alone_count(tx, id, left_alone_count).await?;
            }
            let tags: Vec<CacheTag> = tags.into_iter().collect();
            service::log_change(tx, &changed_ids, &tags, now).await?;
            Ok(((next, done_count, rows), tags))
        })
    })
    .await
}

/// Undoes a row. Returns the cache tags that the undo invalidates. `None` if the place of the row is left alone.
async fn undo_row(
    tx: &mut Tx,
    (app, account, audit): (&App, &Account, &AuditContext),
    (id, row): (ImportId, &AppliedRow),
    now: Timestamp,
) -> Result<Option<Vec<CacheTag>>, StoreError> {
    let (place, version) = (row.place_id, row.applied_version);
    let invalidated_tags = match row.action {
        RowAction::Create => import_undo::delete_untouched_place(tx, audit, (place, version), now).await?,
        _ if row.place_version == Some(version) => Some(Vec::new()),
        _ => bulk::undo_place_change_within(tx, app, account, audit, (place, version)).await?,
    };
    if invalidated_tags.is_some() && row.action == RowAction::Change {
        row_store::remove_data_set_links(tx, place, id).await?;
    }
    let is_place_deleted = invalidated_tags.is_some() && row.action == RowAction::Create;
    row_store::clear_applied(tx, (id, row.number), is_place_deleted).await?;
    Ok(invalidated_tags)
}
