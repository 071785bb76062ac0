//! Creates imports, changes their mappings and decisions, and starts to apply or undo them. The work itself is done in
//! the background ([`super::task`]).

use std::collections::{HashMap, HashSet};

use sqlx::types::Json;

use super::check::ImportChecker;
use super::dto::{Import, ImportState, UNDO_PERIOD_S};
use super::fields::{self, Mapping};
use super::file::{self, ParsedFile, ParsedRow};
use super::requests::{ImportApplyRequest, ImportDecisionsRequest};
use super::row::{DuplicateDecision, RowAction};
use super::row_reader::{CategoryFinder, RowReader};
use super::row_store::RowToCheck;
use super::upload::UploadedFile;
use super::{job_store, row_store, task};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::categories::{self, store::Category};
use crate::common::id::{AccountId, ImportId, PlaceId};
use crate::common::phone::DEFAULT_COUNTRY;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::{IfMatch, WriteError, map_missing_to_404};
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::matching::PlaceMatcher;
use crate::settings;

/// The maximum number of rows that one import applies, and to which one request applies the decision `remaining`.
pub const MAX_APPLIED_ROWS: i64 = 5_000;
/// The approximate number of bytes of rows that are stored in one write, so that other writes hardly wait.
const CHUNK_BYTES: usize = 1 << 20;

/// An import. Errors: 404 if it does not exist.
pub async fn get(app: &App, id: ImportId) -> Result<Import, Problem> {
    let import = job_store::find(&app.db, id).await?.ok_or_else(import_not_found)?;
    Ok(import.with_undo_deadline(app.clock.now()))
}

fn import_not_found() -> Problem {
    Problem::not_found("This import does not exist")
}

/// Stores the rows of a file, with the mapping that is remembered for its columns or that their names suggest. The rows
/// are then checked in the background. Errors: 409 if there are too many imports; 422 if the file cannot be read.
pub async fn create(app: &App, caller: &Account, audit: AuditContext, upload: UploadedFile) -> Result<Import, Problem> {
    if job_store::count(&app.db).await? >= job_store::MAX_IMPORTS {
        let code = Code::TooManyImports.with("limit", job_store::MAX_IMPORTS);
        return Err(Problem::conflict(code, "There are 100 imports: delete one first"));
    }
    let UploadedFile { name, bytes, permit } = upload;
    let parsed = tokio::task::spawn_blocking(move || file::parse(bytes)).await;
    let mut file: ParsedFile = parsed.map_err(|_| Problem::internal())??;
    let header_key = fields::header_key(file.format, &file.columns);
    let suggested = || fields::suggest_mapping(file.format, &file.columns, &name);
    let mapping = job_store::remembered_mapping(&app.db, &header_key).await?.unwrap_or_else(suggested);
    let rows = std::mem::take(&mut file.rows);
    let (account, now, count) = (caller.id.clone(), app.clock.now(), rows.len() as i64);
    let add = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let new = (name.as_str(), &file, header_key.as_str());
            let id = job_store::add(tx, new, (&mapping, count), (&account, now)).await?;
            let import = job_store::get_for_update(tx, id).await?;
            audit.log_created(tx, &import).await?;
            Ok(id)
        })
    });
    let id = add.await?;
    for chunk in chunks(rows) {
        app.db.write(move |tx| Box::pin(async move { row_store::add(tx, id, &chunk).await })).await?;
    }
    let begin = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let import = job_store::get_for_update(tx, id).await?;
            Ok(job_store::update_and_end_lease(tx, &Import { state: ImportState::Checking, ..import }, now).await?)
        })
    });
    begin.await?;
    drop(permit);
    get(app, id).await
}

/// The rows in chunks of about [`CHUNK_BYTES`].
fn chunks(rows: Vec<ParsedRow>) -> Vec<Vec<ParsedRow>> {
    let (mut chunks, mut bytes) = (vec![Vec::new()], 0);
    for row in rows {
        if bytes > CHUNK_BYTES {
            chunks.push(Vec::new());
            bytes = 0;
        }
        bytes += row.cells.len();
        if let Some(chunk) = chunks.last_mut() {
            chunk.push(row);
        }
    }
    chunks
}

/// Loads the current data with which the rows of an import are compared.
pub async fn load_checker(app: &App, import: &Import) -> Result<ImportChecker, StoreError> {
    let country = match settings::store::current(&app.db).await {
        Ok(stored) => stored.settings.country.0,
        Err(StoreError::NotFound) => DEFAULT_COUNTRY.to_owned(),
        Err(error) => return Err(error),
    };
    let mapping = &import.mapping.0;
    let row_reader = RowReader::new(import.format, &import.columns, mapping, country);
    let categories = CategoryFinder::new(&categories::store::all(&app.db).await?, mapping);
    let places = PlaceMatcher::load(&app.db).await?;
    let refs = row_store::linked_objects(&app.db, mapping.source.as_deref()).await?;
    Ok(ImportChecker::new(row_reader, categories, (places, refs), (app.schemas.clone(), app.clock.now())))
}

/// Locks an import for a change. Errors: 404; 409 if it is not in `state`; 412 if `If-Match` does not contain its
/// version.
async fn get_for_update(
    tx: &mut Tx,
    id: ImportId,
    state: ImportState,
    if_match: &IfMatch,
) -> Result<Import, WriteError> {
    let import = job_store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "import"))?;
    require_state(&import, state)?;
    if if_match.allows(import.version) { Ok(import) } else { Err(Problem::precondition_failed(import).into()) }
}

fn require_state(import: &Import, state: ImportState) -> Result<(), Problem> {
    if import.state == state {
        return Ok(());
    }
    Err(match (import.state, state) {
        (ImportState::Applied | ImportState::Undone, ImportState::Ready) => {
            Problem::conflict(Code::ImportApplied, "This import was already applied")
        }
        (ImportState::Ready | ImportState::Undone, ImportState::Applied) => {
            Problem::conflict(Code::UndoExpired, "This import is not applied, or was already undone")
        }
        _ => Problem::conflict(Code::ImportBusy, "This import is being processed: wait until it is done"),
    })
}

/// Replaces the mapping, and remembers it for files with the same columns. All rows are then checked again in the
/// background. Errors: those of [`get_for_update`]; 422 if the mapping has an unknown column or category, or maps a
/// column twice.
pub async fn set_mapping(
    app: &App,
    audit: AuditContext,
    id: ImportId,
    (mapping, if_match): (Mapping, IfMatch),
) -> Result<Import, Problem> {
    let categories = categories::store::all(&app.db).await?;
    let now = app.clock.now();
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = get_for_update(tx, id, ImportState::Ready, &if_match).await?;
            let errors = mapping_errors(&before, &mapping, &categories);
            if !errors.is_empty() {
                return Err(Problem::invalid(errors).into());
            }
            let key = job_store::header_key(tx, id).await?;
            job_store::remember_mapping(tx, &key, &mapping, now).await?;
            let after = Import { mapping: Json(mapping), problem: None, ..with_check_restarted(before.clone()) };
            job_store::update_and_end_lease(tx, &after, now).await?;
            Ok(audit.log_updated(tx, &before, &after).await?)
        })
    });
    work.await?;
    get(app, id).await
}

/// The import in the state `checking`, with its progress reset, for a check of all its rows.
pub fn with_check_restarted(import: Import) -> Import {
    Import { state: ImportState::Checking, done_count: 0, total_count: import.row_count, ..import }
}

fn mapping_errors(import: &Import, mapping: &Mapping, categories: &[Category]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut seen_columns = HashSet::new();
    for (at, one) in mapping.columns.iter().enumerate() {
        let field = format!("columns.{at}.column");
        if !import.columns.iter().any(|column| column.name == one.column) {
            errors.push(FieldError::new(Code::ColumnUnknown, field, "The file has no such column"));
        } else if !seen_columns.insert(&one.column) {
            errors.push(FieldError::new(Code::ColumnUnknown, field, "Map each column once"));
        }
    }
    let category_fields = mapping.categories.iter().enumerate();
    let category_fields = category_fields.map(|(at, one)| (format!("categories.{at}.categoryId"), one.category_id));
    let default = mapping.default_category_id.map(|id| ("defaultCategoryId".to_owned(), id));
    let known_ids: HashSet<i64> = categories.iter().map(|category| category.id.0).collect();
    for (field, _) in category_fields.chain(default).filter(|(_, id)| !known_ids.contains(&id.0)) {
        errors.push(FieldError::new(Code::CategoryUnknown, field, "This category does not exist"));
    }
    errors
}

/// A decision about a row: the number of the row, the decision and the place.
type DecisionToStore = (i64, DuplicateDecision, Option<PlaceId>);

/// Stores decisions about rows, and checks these rows again. Errors: those of [`get_for_update`]; 422 for a row that
/// neither waits for a decision nor has one, or for a place that is not a candidate of the row.
pub async fn decide(
    app: &App,
    audit: AuditContext,
    id: ImportId,
    (form, if_match): (ImportDecisionsRequest, IfMatch),
) -> Result<Import, Problem> {
    let import = job_store::find(&app.db, id).await?.ok_or_else(import_not_found)?;
    require_state(&import, ImportState::Ready)?;
    if !if_match.allows(import.version) {
        return Err(Problem::precondition_failed(import));
    }
    let (decided, rows) = decided_rows(app, id, form).await?;
    let numbers: Vec<i64> = rows.iter().map(|row| row.number).collect();
    let mut checker = load_checker(app, &import).await?;
    checker.seen_targets.places = row_store::row_numbers_by_place(&app.db, id, &numbers).await?;
    let mut checked = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let batch: Vec<RowToCheck> = rows.by_ref().take(task::BATCH_SIZE as usize).collect();
        let (returned_checker, done) = task::check_rows(app, checker, batch).await.map_err(task::StepError::problem)?;
        checker = returned_checker;
        checked.extend(done);
    }
    let (now, version) = (app.clock.now(), import.version);
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = get_for_update(tx, id, ImportState::Ready, &IfMatch(Some(vec![version]))).await?;
            row_store::set_decisions(tx, id, &decided).await?;
            row_store::set_check_results(tx, id, &checked).await?;
            let counts = Json(row_store::counts_by_action(tx, id).await?);
            job_store::update_and_end_lease(tx, &Import { counts, ..before.clone() }, now).await?;
            Ok(audit.log_action_on(tx, &before).await?)
        })
    });
    work.await?;
    get(app, id).await
}

/// The decisions of a request, and the rows to which they apply. Errors: 422 as in [`decide`].
async fn decided_rows(
    app: &App,
    id: ImportId,
    form: ImportDecisionsRequest,
) -> Result<(Vec<DecisionToStore>, Vec<RowToCheck>), Problem> {
    let ImportDecisionsRequest { decisions, remaining } = form;
    let mut decided: Vec<DecisionToStore> = decisions.iter().map(|one| (one.row, one.decision, one.place_id)).collect();
    let named_rows: HashSet<i64> = decided.iter().map(|(row, ..)| *row).collect();
    if let Some(decision) = remaining {
        let others = row_store::undecided_rows(&app.db, id, MAX_APPLIED_ROWS).await?.into_iter();
        let others = others.filter(|(number, _)| !named_rows.contains(number));
        let is_link = decision == DuplicateDecision::Link;
        decided.extend(others.map(|(number, best)| (number, decision, best.filter(|_| is_link))));
    }
    let numbers: Vec<i64> = decided.iter().map(|(row, ..)| *row).collect();
    let mut rows = row_store::by_numbers(&app.db, id, &numbers).await?;
    let positions: HashMap<i64, usize> = rows.iter().enumerate().map(|(at, row)| (row.number, at)).collect();
    let mut errors = Vec::new();
    for (at, (number, decision, place)) in decided.iter().enumerate() {
        let row = positions.get(number).map(|at| &mut rows[*at]);
        let Some(row) = row.filter(|row| row.action == RowAction::Duplicate || row.decision.is_some()) else {
            let sentence = "This row does not exist, or is not waiting for a decision";
            errors.push(FieldError::new(Code::RowUnknown, format!("decisions.{at}.row"), sentence));
            continue;
        };
        let is_candidate = row.candidates.iter().any(|candidate| Some(candidate.place_id) == *place);
        if *decision == DuplicateDecision::Link && !is_candidate {
            let sentence = "Choose one of the places that may be the same";
            errors.push(FieldError::new(Code::PlaceUnknown, format!("decisions.{at}.placeId"), sentence));
        }
        (row.decision, row.decided_place_id) = (Some(*decision), *place);
    }
    if errors.is_empty() { Ok((decided, rows)) } else { Err(Problem::invalid(errors)) }
}

/// Begins to apply an import. Errors: those of [`get_for_update`]; 409 if some rows were not checked, if rows wait for
/// a decision, if more than [`MAX_APPLIED_ROWS`] rows would be applied, or if none would be.
pub async fn begin_apply(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ImportId,
    (form, if_match): (ImportApplyRequest, IfMatch),
) -> Result<Import, Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = get_for_update(tx, id, ImportState::Ready, &if_match).await?;
            require_applicable(&before)?;
            let begun = with_step_begun(before.clone(), ImportState::Applying, caller);
            let after = Import { publishes: form.publishes, problem: None, ..begun };
            job_store::update_and_end_lease(tx, &after, now).await?;
            Ok(audit.log_updated(tx, &before, &after).await?)
        })
    });
    work.await?;
    get(app, id).await
}

/// The import at the beginning of a step that `caller` has requested, for all rows that create or change a place.
fn with_step_begun(import: Import, state: ImportState, caller: AccountId) -> Import {
    let total_count = import.counts.create + import.counts.change;
    Import { state, done_count: 0, total_count, acting_account_id: Some(caller), ..import }
}

fn require_applicable(import: &Import) -> Result<(), Problem> {
    let counts = &import.counts;
    if counts.pending > 0 {
        return Err(Problem::conflict(Code::ImportBusy, "The check of this import failed: set its mapping again"));
    }
    if counts.duplicate > 0 {
        let code = Code::ImportUndecided.with("count", counts.duplicate);
        let sentence = "Some rows may be about existing places: decide on them first";
        return Err(Problem::conflict(code, sentence));
    }
    match counts.create + counts.change {
        0 => Err(Problem::conflict(Code::ImportEmpty, "This import changes nothing")),
        count if count > MAX_APPLIED_ROWS => {
            let sentence = "At most 5,000 rows can be applied at once: split the file";
            Err(Problem::conflict(Code::ImportTooLarge.with("limit", MAX_APPLIED_ROWS), sentence))
        }
        _ => Ok(()),
    }
}

/// Begins to undo an import. Errors: those of [`get_for_update`]; 409 if the import was applied more than a day ago.
pub async fn begin_undo(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, if_match): (ImportId, IfMatch),
) -> Result<Import, Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = get_for_update(tx, id, ImportState::Applied, &if_match).await?;
            if before.applied_at.is_none_or(|at| at.plus_seconds(UNDO_PERIOD_S) <= now) {
                return Err(Problem::conflict(Code::UndoExpired, "This import is more than a day old").into());
            }
            let after = with_step_begun(before.clone(), ImportState::Undoing, caller);
            job_store::update_and_end_lease(tx, &after, now).await?;
            Ok(audit.log_updated(tx, &before, &after).await?)
        })
    });
    work.await?;
    get(app, id).await
}

/// Deletes an import with its rows. The places stay as they are. Errors: 404; 409 while places are being changed; 412.
pub async fn delete(app: &App, audit: AuditContext, (id, if_match): (ImportId, IfMatch)) -> Result<(), Problem> {
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let import =
                job_store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "import"))?;
            if matches!(import.state, ImportState::Applying | ImportState::Reverting | ImportState::Undoing) {
                require_state(&import, ImportState::Ready)?;
            }
            if !if_match.allows(import.version) {
                return Err(Problem::precondition_failed(import).into());
            }
            job_store::delete(tx, id).await?;
            Ok(audit.log_deleted(tx, &import).await?)
        })
    });
    Ok(work.await?)
}
