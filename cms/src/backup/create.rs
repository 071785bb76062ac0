//! Creates a backup; a server may run meanwhile. All rows are read in one transaction, so that they are consistent. The
//! image files follow; their contents never change. Only one row or file and the buffered rows of the current entry are
//! in memory at a time.
//!
//! The form of the rows does not depend on the engine. Each row is a JSON array of its values; the value of a JSON
//! column is text.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use serde_json::Value;
use sqlx::{Connection, Row};
use tempfile::TempPath;

use super::archive::ArchiveWriter;
use super::catalog::{self, ColumnType, Table, quote_identifier};
use super::manifest::{ArchiveEntryTracker, BACKUP_FORMAT, MANIFEST_NAME, Manifest, TableSummary};
use crate::common::clock::Timestamp;
use crate::common::version::VERSION;
use crate::db::engine::{Db, Tx, folder_of};
use crate::db::migrations;
use crate::integrations::blob_store::{BlobStore, FileName};
use crate::media::store;
use crate::with_tx;

/// The maximum size of an entry with several rows, in bytes. A larger row is an entry of its own.
const MAX_ROWS_ENTRY_BYTES: usize = 4 << 20;

/// Writes a backup to `out`. Returns `out`, so that the caller can flush it or rename its file, and the manifest.
pub async fn write_backup<W: Write + Send + 'static>(
    db: &Db,
    files: &BlobStore,
    out: W,
    now: Timestamp,
) -> anyhow::Result<(W, Manifest)> {
    let (mut writer, mut tracker) = (ArchiveWriter::new(out), ArchiveEntryTracker::default());
    let mut tx = begin_snapshot_transaction(db).await?;
    let schema = schema_version(&mut tx).await?;
    let (mut tables, mut has_images) = (Vec::new(), false);
    let (guide_tables, left_out) = guide_and_other_tables(&mut tx, schema).await?;
    for table in guide_tables {
        let last_id = last_generated_id(&mut tx, &table).await?;
        let mut lines = row_lines(&mut tx, &table);
        let mut chunk: Vec<u8> = Vec::new();
        while let Some(line) = lines.try_next().await.with_context(|| format!("{} cannot be read", table.name))? {
            if !chunk.is_empty() && chunk.len() + line.len() > MAX_ROWS_ENTRY_BYTES {
                let name = tracker.add_rows(&table.name, &chunk);
                writer = writer.add(name, std::mem::take(&mut chunk).into()).await?;
            }
            chunk.extend(line.as_bytes());
            chunk.push(b'\n');
        }
        drop(lines);
        if !chunk.is_empty() {
            writer = writer.add(tracker.add_rows(&table.name, &chunk), chunk.into()).await?;
        }
        has_images |= table.name == "image";
        let (rows, sha256) = tracker.row_count_and_sha256(&table.name);
        tables.push(TableSummary { columns: table.column_names(), name: table.name, rows, last_id, sha256 });
    }
    let names = if has_images { store::all_file_names_within(&mut tx).await? } else { Vec::new() };
    drop(tx);
    // The manifest lists files that are missing, because they were deleted after the snapshot or lost before it.
    let mut missing = Vec::new();
    for name in names {
        let file_name = FileName::new(&name).with_context(|| format!("{name} is not the name of an image file"))?;
        match files.read(&file_name).await? {
            Some(bytes) => writer = writer.add(tracker.add_file(&file_name, &bytes), bytes).await?,
            None => missing.push(name),
        }
    }
    let (software, media) = (format!("cms {VERSION}"), tracker.media_summary(missing));
    let manifest = Manifest { format: BACKUP_FORMAT, software, schema, created_at: now, tables, left_out, media };
    let writer = writer.add(MANIFEST_NAME.to_owned(), manifest.to_json()?.into()).await?;
    Ok((writer.finish()?, manifest))
}

/// Moves a complete temporary file to its destination. The file then survives a power failure. Fails if the destination
/// exists, unless `replace` is true.
pub fn persist(file: TempPath, to: &Path, replace: bool) -> anyhow::Result<()> {
    File::open(&file)?.sync_all()?;
    let renamed = if replace { file.persist(to) } else { file.persist_noclobber(to) };
    renamed.with_context(|| format!("{} cannot be created", to.display()))?;
    Ok(File::open(folder_of(to))?.sync_all()?)
}

/// Converts a row of `$table` to a line of JSON. `$row` is a `Result`; its error is returned.
macro_rules! row_as_json_line {
    ($row:expr, $table:expr) => {{
        let row = $row?;
        let value = |(at, column): (usize, &catalog::Column)| {
            Ok(match column.column_type {
                ColumnType::Text | ColumnType::Json => Value::from(row.try_get::<Option<String>, _>(at)?),
                ColumnType::Integer => Value::from(row.try_get::<Option<i64>, _>(at)?),
                ColumnType::Real => Value::from(row.try_get::<Option<f64>, _>(at)?),
                ColumnType::Boolean => Value::from(row.try_get::<Option<bool>, _>(at)?),
            })
        };
        let values: Result<Vec<Value>, sqlx::Error> = $table.columns.iter().enumerate().map(value).collect();
        Ok(Value::from(values?).to_string())
    }};
}

/// Begins a transaction that sees what is committed now. It blocks no other transaction.
async fn begin_snapshot_transaction(db: &Db) -> Result<Tx, sqlx::Error> {
    let mut tx = match db {
        Db::Sqlite { pool, .. } => {
            let mut connection = sqlx::SqliteConnection::connect_with(pool.options()).await?;
            sqlx::query("begin").execute(&mut connection).await?;
            Tx::Sqlite(Box::new(connection.into()))
        }
        Db::Postgres { pool } => {
            Tx::Postgres(Box::new(pool.begin_with("begin isolation level repeatable read read only").await?))
        }
    };
    // The first read fixes the state that the transaction sees.
    catalog::table_names(&mut tx).await?;
    Ok(tx)
}

/// The version of the newest migration that has run. Fails if none has run.
async fn schema_version(tx: &mut Tx) -> anyhow::Result<i64> {
    let no_guide = "there is no guide in this database";
    ensure!(catalog::table_names(tx).await?.iter().any(|name| name == catalog::MIGRATIONS_TABLE), no_guide);
    let select_version = "select max(version) from _sqlx_migrations where success";
    let found: Option<i64> = with_tx!(tx, |engine| sqlx::query_scalar(select_version).fetch_one(engine))?;
    found.context(no_guide)
}

/// Returns the tables of the guide, each after the tables that it references. Also returns the names of the other
/// tables in the database. Fails if a table or column is missing or a table of the guide has additional columns,
/// because the backup could not be restored.
async fn guide_and_other_tables(tx: &mut Tx, version: i64) -> anyhow::Result<(Vec<Table>, Vec<String>)> {
    if !migrations::is_known(version) {
        // A newer or a much older version of the program created this schema. Which tables belong to the guide is
        // unknown, so all are backed up.
        return Ok((catalog::describe_data_tables(tx).await?, Vec::new()));
    }
    let expected = expected_tables(version).await?;
    let is_own = |name: &String| expected.iter().any(|table| table.name == *name);
    let (own_names, mut other_names): (Vec<String>, Vec<String>) =
        catalog::table_names(tx).await?.into_iter().partition(is_own);
    other_names.retain(|name| name != catalog::MIGRATIONS_TABLE);
    let tables = catalog::describe_tables(tx, own_names).await?;
    for table in &expected {
        let name = &table.name;
        let found = tables.iter().find(|found| found.name == *name);
        let found = found.with_context(|| format!("the table {name} is missing"))?;
        let (columns, required) = (found.column_names().join(", "), table.column_names().join(", "));
        ensure!(columns == required, "the table {name} has the columns {columns}, and should have {required}");
    }
    Ok((tables, other_names))
}

/// The last id that the database generated for this table, even if its row was deleted. 0 without an identity
/// column.
async fn last_generated_id(tx: &mut Tx, table: &Table) -> Result<i64, sqlx::Error> {
    let Some(column) = &table.identity_column else { return Ok(0) };
    match tx {
        Tx::Sqlite(connection) => {
            let select = "select coalesce(max(seq), 0) from sqlite_sequence where name = $1";
            sqlx::query_scalar(select).bind(&table.name).fetch_one(&mut **connection).await
        }
        Tx::Postgres(transaction) => {
            let select =
                "select coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident($1), $2)::regclass), 0)";
            sqlx::query_scalar(select).bind(&table.name).bind(column).fetch_one(&mut **transaction).await
        }
    }
}

/// Streams the rows of a table, each as a line of JSON without the line break.
fn row_lines<'a>(tx: &'a mut Tx, table: &'a Table) -> BoxStream<'a, Result<String, sqlx::Error>> {
    let columns: Vec<String> = table.columns.iter().map(select_expression).collect();
    // The first column of each table is the first column of its primary key, so ordering by it needs no sort. The order
    // is the same each time, and replies come after the rows that they reply to.
    let sql = format!("select {} from {} order by 1", columns.join(", "), quote_identifier(&table.name));
    let query = sqlx::AssertSqlSafe(sql);
    match tx {
        Tx::Sqlite(tx) => sqlx::query(query).fetch(&mut **tx).map(|row| row_as_json_line!(row, table)).boxed(),
        Tx::Postgres(tx) => sqlx::query(query).fetch(&mut **tx).map(|row| row_as_json_line!(row, table)).boxed(),
    }
}

fn select_expression(column: &catalog::Column) -> String {
    let name = quote_identifier(&column.name);
    if column.column_type == ColumnType::Json { format!("{name}::text") } else { name }
}

/// The tables that the migrations up to `version` create.
async fn expected_tables(version: i64) -> anyhow::Result<Vec<Table>> {
    let mut tx = Tx::Sqlite(Box::new(sqlx::SqliteConnection::connect("sqlite::memory:").await?.into()));
    migrations::run_up_to(&mut tx, version).await?;
    catalog::describe_data_tables(&mut tx).await
}
