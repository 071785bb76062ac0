//! Reads and writes the rows of imports, and the links from places to objects of data sets. A statement that writes
//! many rows gets them as one JSON array.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use sqlx::types::Json;

use super::dto::{ImportRow, RowCounts};
use super::file::{ParsedRow, RowFault};
use super::row::{CandidatePlace, CheckedRow, DuplicateDecision, FieldChange, RowAction};
use crate::common::clock::Timestamp;
use crate::common::id::{ImportId, PlaceId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, with_pool, with_tx};

const INSERT: &str = "
insert into import_row (job_id, number, cells, fault)
select $1, cast(sent.value ->> 0 as bigint), sent.value -> 1, nullif(sent.value -> 2, 'null') from sent";
const UPDATE_CHECK_RESULTS: &str = "
update import_row set action = sent.value ->> 1, name = sent.value ->> 2,
    place_id = cast(sent.value ->> 3 as bigint), place_version = cast(sent.value ->> 4 as bigint),
    changes = sent.value -> 5, reasons = sent.value -> 6, candidates = sent.value -> 7
from sent where import_row.job_id = $1 and import_row.number = cast(sent.value ->> 0 as bigint)";
const UPDATE_DECISIONS: &str = "
update import_row set decision = sent.value ->> 1, decided_place_id = cast(sent.value ->> 2 as bigint)
from sent where import_row.job_id = $1 and import_row.number = cast(sent.value ->> 0 as bigint)";

/// Runs a statement for the import `$1` that reads the items of the JSON array `$2` as `sent.value`. The array is
/// materialized. Otherwise SQLite parses it again for each row of the import: an update of 500 of 50,000 rows took over
/// a minute.
async fn execute_with_sent_rows(tx: &mut Tx, statement: &str, id: ImportId, rows: String) -> Result<(), StoreError> {
    let items = match tx {
        Tx::Sqlite(_) => "json_each($2)",
        Tx::Postgres(_) => "jsonb_array_elements(cast($2 as jsonb)) as item (value)",
    };
    let statement = format!("with sent as materialized (select value from {items}) {statement}");
    execute!(tx, sqlx::query(sqlx::AssertSqlSafe(statement)).bind(id).bind(rows))?;
    Ok(())
}

/// Stores rows of a new import.
pub async fn add(tx: &mut Tx, id: ImportId, rows: &[ParsedRow]) -> Result<(), StoreError> {
    // `row.cells` is a JSON array already, so it becomes a part of the text without parsing.
    let rows = rows.iter().map(|row| {
        let fault = serde_json::to_string(&row.fault).unwrap_or_else(|_| "null".to_owned());
        format!("[{},{},{fault}]", row.number, row.cells)
    });
    let rows = format!("[{}]", rows.collect::<Vec<_>>().join(","));
    execute_with_sent_rows(tx, INSERT, id, rows).await
}

/// Stores the results of the check.
pub async fn set_check_results(tx: &mut Tx, id: ImportId, rows: &[CheckedRow]) -> Result<(), StoreError> {
    let rows = rows.iter().map(|row| {
        let (place, version) = row.place.unzip();
        json!([row.number, row.action, row.name, place, version, row.changes, row.reasons, row.candidates])
    });
    execute_with_sent_rows(tx, UPDATE_CHECK_RESULTS, id, rows.collect::<Value>().to_string()).await
}

/// Stores decisions. Each consists of the number of the row, the decision and the place.
pub async fn set_decisions(
    tx: &mut Tx,
    id: ImportId,
    decisions: &[(i64, DuplicateDecision, Option<PlaceId>)],
) -> Result<(), StoreError> {
    execute_with_sent_rows(tx, UPDATE_DECISIONS, id, json!(decisions).to_string()).await
}

/// A row to check.
#[derive(Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct RowToCheck {
    pub number: i64,
    pub cells: Json<Vec<String>>,
    pub fault: Option<Json<RowFault>>,
    pub action: RowAction,
    pub candidates: Json<Vec<CandidatePlace>>,
    pub decision: Option<DuplicateDecision>,
    pub decided_place_id: Option<PlaceId>,
}

const SELECT_TO_CHECK: &str =
    "select number, cells, fault, action, candidates, decision, decided_place_id from import_row";

/// The rows of an import whose numbers are higher than `number`, in ascending order, at most `limit`.
pub async fn list_after(db: &Db, id: ImportId, number: i64, limit: i64) -> Result<Vec<RowToCheck>, StoreError> {
    let select = format!("{SELECT_TO_CHECK} where job_id = $1 and number > $2 order by number limit $3");
    Ok(with_pool!(db, |engine| sqlx::query_as(sqlx::AssertSqlSafe(select.clone()))
        .bind(id)
        .bind(number)
        .bind(limit)
        .fetch_all(engine))?)
}

/// The rows of an import with these numbers, in ascending order. Numbers without a row are ignored.
pub async fn by_numbers(db: &Db, id: ImportId, numbers: &[i64]) -> Result<Vec<RowToCheck>, StoreError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let select = format!("{SELECT_TO_CHECK} where job_id = $1 and number in ({}) order by number", numbers.join(", "));
    Ok(with_pool!(db, |engine| sqlx::query_as(sqlx::AssertSqlSafe(select.clone()))
        .persistent(false)
        .bind(id)
        .fetch_all(engine))?)
}

/// The places of the rows with the action `change` or `same`, each with the number of its row. The rows in
/// `excluded` are left out.
pub async fn row_numbers_by_place(db: &Db, id: ImportId, excluded: &[i64]) -> Result<HashMap<i64, i64>, StoreError> {
    let select = "select place_id, number from import_row
        where job_id = $1 and place_id is not null and action in ('change', 'same')";
    let place_rows: Vec<(i64, i64)> = with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?;
    let excluded: HashSet<i64> = excluded.iter().copied().collect();
    Ok(place_rows.into_iter().filter(|(_, number)| !excluded.contains(number)).collect())
}

/// The numbers of the rows that wait for a decision, with their best candidate, at most `limit`.
pub async fn undecided_rows(db: &Db, id: ImportId, limit: i64) -> Result<Vec<(i64, Option<PlaceId>)>, StoreError> {
    let select = "select number, cast(candidates -> 0 ->> 'placeId' as bigint) from import_row
        where job_id = $1 and action = 'duplicate' order by number limit $2";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).bind(limit).fetch_all(engine))?)
}

/// How many rows of an import have each action.
pub async fn counts_by_action(tx: &mut Tx, id: ImportId) -> Result<RowCounts, StoreError> {
    let select = "select action, count(*) from import_row where job_id = $1 group by action";
    let counts: Vec<(RowAction, i64)> = with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?;
    Ok(RowCounts::new(counts))
}

/// A page of rows in the order of the file. With `action`, only rows with this action; with `only_with_reasons`, only
/// rows that have a warning or a reason for the refusal.
pub async fn list_rows(
    db: &Db,
    id: ImportId,
    (action, only_with_reasons): (Option<RowAction>, bool),
    page: PageParams,
) -> Result<Page<ImportRow>, StoreError> {
    const FROM_MATCHING_ROWS: &str = "from import_row where job_id = $1 and ($2 is null or action = $2)
        and (not $3 or cast(reasons as text) <> '[]')";
    let rows = format!(
        "select number, action, name, place_id, changes, reasons, candidates, decision {FROM_MATCHING_ROWS} order by number limit $4 offset $5"
    );
    let items: Vec<ImportRow> = with_pool!(db, |engine| sqlx::query_as(sqlx::AssertSqlSafe(rows.clone()))
        .bind(id)
        .bind(action)
        .bind(only_with_reasons)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let count = format!("select count(*) {FROM_MATCHING_ROWS}");
    let total: i64 = with_pool!(db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count.clone()))
        .bind(id)
        .bind(action)
        .bind(only_with_reasons)
        .fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// A row to apply.
#[derive(Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct ApplicableRow {
    pub number: i64,
    pub action: RowAction,
    pub place_id: Option<PlaceId>,
    pub place_version: Option<i64>,
    pub changes: Json<Vec<FieldChange>>,
}

/// The next rows to apply, in the order of the file, at most `limit`.
pub async fn rows_to_apply(db: &Db, id: ImportId, limit: i64) -> Result<Vec<ApplicableRow>, StoreError> {
    let select = "select number, action, place_id, place_version, changes from import_row
        where job_id = $1 and action in ('create', 'change') and applied_version is null order by number limit $2";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).bind(limit).fetch_all(engine))?)
}

/// Marks a row as applied. Stores its place, and the version of the place after the row was applied.
pub async fn set_applied(
    tx: &mut Tx,
    (id, number): (ImportId, i64),
    (place, version): (PlaceId, i64),
) -> Result<(), StoreError> {
    let update = "update import_row set place_id = $3, applied_version = $4 where job_id = $1 and number = $2";
    execute!(tx, sqlx::query(update).bind(id).bind(number).bind(place).bind(version))?;
    Ok(())
}

/// A row to undo.
#[derive(Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct AppliedRow {
    pub number: i64,
    pub action: RowAction,
    pub place_id: PlaceId,
    pub place_version: Option<i64>,
    pub applied_version: i64,
}

/// The applied rows that are not undone yet, in the reverse order of the file, at most `limit`.
pub async fn applied_rows(db: &Db, id: ImportId, limit: i64) -> Result<Vec<AppliedRow>, StoreError> {
    let select = "select number, action, place_id, place_version, applied_version from import_row
        where job_id = $1 and applied_version is not null order by number desc limit $2";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).bind(limit).fetch_all(engine))?)
}

/// Marks a row as no longer applied, after it was undone or its place was left alone. `is_place_deleted` states whether
/// the undo has deleted the place.
pub async fn clear_applied(
    tx: &mut Tx,
    (id, number): (ImportId, i64),
    is_place_deleted: bool,
) -> Result<(), StoreError> {
    let update = "update import_row set applied_version = null,
        place_id = case when $3 then null else place_id end where job_id = $1 and number = $2";
    execute!(tx, sqlx::query(update).bind(id).bind(number).bind(is_place_deleted))?;
    Ok(())
}

/// The objects of a data set that are linked to places.
#[derive(Debug, Default)]
pub struct LinkedObjects {
    by_object: HashMap<String, PlaceId>,
    by_place: HashMap<i64, String>,
}

impl LinkedObjects {
    /// The place that comes from this object.
    pub fn place_of(&self, object: &str) -> Option<PlaceId> {
        self.by_object.get(object).copied()
    }

    /// The object that this place comes from.
    pub fn object_of(&self, place: PlaceId) -> Option<&str> {
        self.by_place.get(&place.0).map(String::as_str)
    }
}

/// Reads the objects of the data set `source` that are linked to places. Without `source`, the result is empty.
pub async fn linked_objects(db: &Db, source: Option<&str>) -> Result<LinkedObjects, StoreError> {
    let select = "select foreign_id, place_id from place_source_ref where source = $1 and foreign_id is not null";
    let rows: Vec<(String, PlaceId)> = with_pool!(db, |engine| sqlx::query_as(select).bind(source).fetch_all(engine))?;
    let by_place = rows.iter().map(|(object, place)| (place.0, object.clone())).collect();
    Ok(LinkedObjects { by_object: rows.into_iter().collect(), by_place })
}

/// A link from a place to a data set and, if the id is known, to an object in the data set.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct DataSetLink {
    pub source: String,
    pub foreign_id: Option<String>,
    pub license: Option<String>,
}

/// Stores a link from a place to a data set. Without an object id, an existing link of the place to the data set stays.
/// A link with an object id replaces that link, and the link of another place to the same object.
pub async fn put_data_set_link(
    tx: &mut Tx,
    (place, id): (PlaceId, ImportId),
    data_set_link: &DataSetLink,
    now: Timestamp,
) -> Result<(), StoreError> {
    let DataSetLink { source, foreign_id, license } = data_set_link;
    if foreign_id.is_some() {
        let delete_replaced = "delete from place_source_ref where source = $1 and (foreign_id = $2 or place_id = $3)";
        execute!(tx, sqlx::query(delete_replaced).bind(source).bind(foreign_id).bind(place))?;
    }
    let put = "insert into place_source_ref (place_id, source, foreign_id, license, import_id, imported_at)
        values ($1, $2, $3, $4, $5, $6) on conflict (place_id, source) do nothing";
    execute!(tx, sqlx::query(put).bind(place).bind(source).bind(foreign_id).bind(license).bind(id).bind(now))?;
    Ok(())
}

/// Deletes the links to data sets that an import has stored for a place.
pub async fn remove_data_set_links(tx: &mut Tx, place: PlaceId, id: ImportId) -> Result<(), StoreError> {
    let remove = "delete from place_source_ref where place_id = $1 and import_id = $2";
    execute!(tx, sqlx::query(remove).bind(place).bind(id))?;
    Ok(())
}
