//! Reads and writes imports and remembered mappings.

use sqlx::types::Json;

use super::dto::{CategoryValue, Import, ImportState, RowCounts};
use super::fields::Mapping;
use super::file::ParsedFile;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ImportId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// How long an import is kept, in seconds: 30 days.
pub const RETENTION_S: i64 = 30 * 24 * 3600;
/// How long a mapping is remembered after it was last set, in seconds: two years.
const MAPPING_RETENTION_S: i64 = 2 * 365 * 24 * 3600;
/// The maximum number of imports that the database stores at a time.
pub const MAX_IMPORTS: i64 = 100;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
select import_job.id, import_job.version, import_job.name, format, encoding, separator, state, row_count, done_count,
    total_count, columns, mapping, counts, category_values, problem, publishes, left_alone_count,
    import_job.account_id, acting_account_id,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name, import_job.created_at,
    import_job.updated_at, applied_at
from import_job left join account on account.id = import_job.account_id ",
            $rest
        )
    };
}

const SELECT_PAGE: &str = select!("order by import_job.id desc limit $1 offset $2");
const SELECT_ONE: &str = select!("where import_job.id = $1");
const SELECT_ONE_LOCKED: &str = select!("where import_job.id = $1 for update of import_job");

/// The imports, the newest first.
pub async fn list(db: &Db, page: PageParams) -> Result<Page<Import>, StoreError> {
    let items: Vec<Import> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_PAGE).bind(page.limit).bind(page.offset).fetch_all(engine))?;
    Ok(page.page(items, count(db).await?))
}

/// The import with this id.
pub async fn find(db: &Db, id: ImportId) -> Result<Option<Import>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// Reads an import, and locks its row until the end of the transaction. Errors: not found if it does not exist.
pub async fn get_for_update(tx: &mut Tx, id: ImportId) -> Result<Import, StoreError> {
    // SQLite has a single writer and no row locks.
    let select = if matches!(tx, Tx::Postgres(_)) { SELECT_ONE_LOCKED } else { SELECT_ONE };
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// The number of imports.
pub async fn count(db: &Db) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar("select count(*) from import_job").fetch_one(engine))?)
}

/// Stores a new import without its rows. `count` is the number of rows, which the caller stores afterwards. Returns the
/// id.
pub async fn add(
    tx: &mut Tx,
    (name, file, header_key): (&str, &ParsedFile, &str),
    (mapping, count): (&Mapping, i64),
    (account, now): (&AccountId, Timestamp),
) -> Result<ImportId, StoreError> {
    let counts = RowCounts { pending: count, ..RowCounts::default() };
    Ok(insert_row!(tx, "insert into import_job", file { format, encoding }, {
        name: name,
        separator: file.separator.map(String::from),
        header_key: header_key,
        state: ImportState::Loading,
        row_count: count,
        total_count: count,
        columns: Json(&file.columns),
        mapping: Json(mapping),
        counts: Json(counts),
        category_values: Json(Vec::<CategoryValue>::new()),
        account_id: account,
        created_at: now,
        updated_at: now,
    })?)
}

/// Stores the fields of an import that can change, increments its version, and ends its lease.
pub async fn update_and_end_lease(tx: &mut Tx, import: &Import, now: Timestamp) -> Result<(), StoreError> {
    update_row!(tx, "update import_job set version = version + 1, claimed_until = null", import.id, import {
        state, done_count, total_count, mapping, counts, category_values, problem, publishes, acting_account_id,
        left_alone_count, applied_at,
    }, { updated_at: now })?;
    Ok(())
}

/// Deletes an import with its rows.
pub async fn delete(tx: &mut Tx, id: ImportId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from import_job where id = $1").bind(id))?;
    Ok(())
}

/// Deletes imports that are older than 30 days, unless they are being applied or undone. Also deletes incomplete
/// uploads that began more than an hour ago, and mappings that were last set more than two years ago. Returns the
/// number of deleted imports.
pub async fn delete_old(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let (cutoff, upload_cutoff) = (now.plus_seconds(-RETENTION_S), now.plus_seconds(-3600));
    db.write(move |tx| {
        Box::pin(async move {
            let delete_mappings = "delete from import_mapping where used_at < $1";
            execute!(tx, sqlx::query(delete_mappings).bind(now.plus_seconds(-MAPPING_RETENTION_S)))?;
            let delete_imports = "delete from import_job where state not in ('applying', 'reverting', 'undoing')
                and (created_at < $1 or (state = 'loading' and created_at < $2))";
            Ok(execute!(tx, sqlx::query(delete_imports).bind(cutoff).bind(upload_cutoff))?)
        })
    })
    .await
}

/// The ids of at most 10 imports with work to do that no replica has leased, the oldest first.
pub async fn list_due(db: &Db, now: Timestamp) -> Result<Vec<ImportId>, StoreError> {
    let select = "select id from import_job where state in ('checking', 'applying', 'reverting', 'undoing')
        and (claimed_until is null or claimed_until <= $1) order by id limit 10";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(now).fetch_all(engine))?)
}

/// Leases an import with work to do, so that only one replica works on it. Returns whether it was leased. If the
/// process dies, the lease ends at `until`.
pub async fn lease_import(db: &Db, id: ImportId, now: Timestamp, until: Timestamp) -> Result<bool, StoreError> {
    let update = "update import_job set claimed_until = $3 where id = $1
        and state in ('checking', 'applying', 'reverting', 'undoing')
        and (claimed_until is null or claimed_until <= $2)";
    db.write(move |tx| {
        Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(id).bind(now).bind(until))? > 0) })
    })
    .await
}

/// Extends the lease that ends at `ends_at` to `until`, and stores the number of rows handled so far. Returns
/// `false` if the lease was lost because another replica works on the import.
pub async fn extend_lease(
    tx: &mut Tx,
    id: ImportId,
    (ends_at, until): (Timestamp, Timestamp),
    processed_count: i64,
) -> Result<bool, StoreError> {
    let update = "update import_job set claimed_until = $3, done_count = $4 where id = $1 and claimed_until = $2";
    Ok(execute!(tx, sqlx::query(update).bind(id).bind(ends_at).bind(until).bind(processed_count))? > 0)
}

/// Whether the import is leased until this time.
pub async fn is_leased_until(tx: &mut Tx, id: ImportId, until: Timestamp) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from import_job where id = $1 and claimed_until = $2)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).bind(until).fetch_one(engine))?)
}

/// Adds `count` to the number of places that the undo of an import has left alone.
pub async fn increase_left_alone_count(tx: &mut Tx, id: ImportId, count: i64) -> Result<(), StoreError> {
    let update = "update import_job set left_alone_count = left_alone_count + $2 where id = $1";
    execute!(tx, sqlx::query(update).bind(id).bind(count))?;
    Ok(())
}

/// The key under which the mapping for the columns of an import is remembered ([`super::fields::header_key`]).
pub async fn header_key(tx: &mut Tx, id: ImportId) -> Result<String, StoreError> {
    let select = "select header_key from import_job where id = $1";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).fetch_one(engine))?)
}

/// The remembered mapping for a header key. `None` if there is none.
pub async fn remembered_mapping(db: &Db, header_key: &str) -> Result<Option<Mapping>, StoreError> {
    let select = "select mapping from import_mapping where header_key = $1";
    let found = with_pool!(db, |engine| sqlx::query_scalar(select).bind(header_key).fetch_optional(engine))?;
    Ok(found.map(|Json(mapping)| mapping))
}

/// Remembers the mapping for a header key. Replaces the mapping that was remembered for the key.
pub async fn remember_mapping(tx: &mut Tx, key: &str, mapping: &Mapping, now: Timestamp) -> Result<(), StoreError> {
    let put = "insert into import_mapping (header_key, mapping, used_at) values ($1, $2, $3)
        on conflict (header_key) do update set mapping = excluded.mapping, used_at = excluded.used_at";
    execute!(tx, sqlx::query(put).bind(key).bind(Json(mapping)).bind(now))?;
    Ok(())
}
