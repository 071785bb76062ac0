//! A new database that is filled from a backup at the schema version of the backup and then migrated to the latest
//! version. It appears completely or not at all: the SQLite file is written under a temporary name and renamed,
//! PostgreSQL uses one transaction.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;
use sqlx::Connection;

use super::catalog::{self, Column, ColumnType, Table, quoted};
use crate::db::engine::{Db, Tx, is_postgres_url, sqlite_options};
use crate::db::{migrations, search};
use crate::{execute, with_tx};

/// The maximum number of values that one statement binds. Engines allow some thousands.
const MAX_BOUND_VALUES: usize = 8_000;
/// The suffixes of files that SQLite writes beside a database file.
const SQLITE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A database that is being filled.
#[derive(Debug)]
pub struct RestoreTarget {
    /// For queries on the rows that were inserted so far.
    pub tx: Tx,
    destination: Destination,
}

/// The place of the finished database.
#[derive(Debug)]
enum Destination {
    /// This file; until [`RestoreTarget::finish`] it is in the temporary folder.
    File(PathBuf, tempfile::TempDir),
    Postgres,
}

impl RestoreTarget {
    /// Opens a new database at `url` and migrates it to the version `schema`. Fails if a database with tables exists
    /// there; the error names them.
    pub async fn begin(url: &str, schema: i64) -> anyhow::Result<Self> {
        let (mut tx, destination) = match is_postgres_url(url) {
            true => (new_postgres_database(url).await?, Destination::Postgres),
            false => new_sibling_file(sqlite_options(url)?.get_filename()).await?,
        };
        migrations::run_in_transaction(&mut tx, schema).await?;
        if let Tx::Sqlite(connection) = &mut tx {
            sqlx::query("begin immediate").execute(&mut **connection).await?;
        }
        let mut target = Self { tx, destination };
        for table in target.tables().await?.iter().rev() {
            // Migrations insert rows into some tables; the backup contains these rows too.
            let clear = format!("delete from {}", quoted(&table.name));
            execute!(&mut target.tx, sqlx::query(sqlx::AssertSqlSafe(clear)))?;
        }
        Ok(target)
    }

    /// The tables, in the order in which they must be filled.
    pub async fn tables(&mut self) -> anyhow::Result<Vec<Table>> {
        catalog::guide_tables(&mut self.tx).await
    }

    /// Inserts rows from lines in the format of [`super::snapshot::Snapshot::lines`]. Returns the number of rows.
    pub async fn insert_lines(&mut self, table: &Table, lines: &[u8]) -> anyhow::Result<u64> {
        let rows_per_statement = (MAX_BOUND_VALUES / table.columns.len().max(1)).max(1);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut added = 0;
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            rows.push(row(table, line)?);
            added += 1;
            if rows.len() == rows_per_statement {
                self.insert(table, std::mem::take(&mut rows)).await?;
            }
        }
        if !rows.is_empty() {
            self.insert(table, rows).await?;
        }
        Ok(added)
    }

    async fn insert(&mut self, table: &Table, rows: Vec<Vec<Value>>) -> anyhow::Result<()> {
        let sql = sqlx::AssertSqlSafe(insert_statement(table, rows.len()));
        let values = rows.into_iter().flat_map(|row| table.columns.iter().zip(row));
        // Bound values need a type, also null.
        macro_rules! bound {
            () => {{
                let mut query = sqlx::query(sql);
                for (column, value) in values {
                    query = match column.column_type {
                        ColumnType::Integer => query.bind(value.as_i64()),
                        ColumnType::Real => query.bind(value.as_f64()),
                        ColumnType::Boolean => query.bind(value.as_bool()),
                        ColumnType::Text | ColumnType::Json => query.bind(match value {
                            Value::String(text) => Some(text),
                            _ => None,
                        }),
                    };
                }
                query
            }};
        }
        match &mut self.tx {
            Tx::Sqlite(connection) => bound!().execute(&mut **connection).await.map(|_| ()),
            Tx::Postgres(transaction) => bound!().execute(&mut **transaction).await.map(|_| ()),
        }
        .with_context(|| format!("rows of {} break the database's rules", table.name))
    }

    /// Continues the identity column of a table after `last`, so that no id is used twice.
    pub async fn continue_identity(&mut self, table: &Table, last: i64) -> anyhow::Result<()> {
        let Some(column) = &table.identity_column else { return Ok(()) };
        let highest = format!("select coalesce(max({}), 0) from {}", quoted(column), quoted(&table.name));
        let highest: i64 =
            with_tx!(&mut self.tx, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(highest)).fetch_one(engine))?;
        let last = last.max(highest);
        if last == 0 {
            return Ok(());
        }
        match &mut self.tx {
            Tx::Sqlite(connection) => {
                let (delete, insert) = (
                    "delete from sqlite_sequence where name = $1",
                    "insert into sqlite_sequence (name, seq) values ($1, $2)",
                );
                sqlx::query(delete).bind(&table.name).execute(&mut **connection).await?;
                sqlx::query(insert).bind(&table.name).bind(last).execute(&mut **connection).await?;
            }
            Tx::Postgres(transaction) => {
                let insert = "select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3)";
                sqlx::query(insert).bind(&table.name).bind(column).bind(last).execute(&mut **transaction).await?;
            }
        }
        Ok(())
    }

    /// After all rows are inserted: migrates the schema to the latest version and builds derived data.
    pub async fn migrate_to_latest(&mut self) -> anyhow::Result<()> {
        self.commit_file().await?;
        migrations::run_in_transaction(&mut self.tx, migrations::latest_version())
            .await
            .context("failed to migrate the schema to the latest version")?;
        Ok(search::rebuild_indexes(&mut self.tx).await?)
    }

    async fn commit_file(&mut self) -> Result<(), sqlx::Error> {
        if let Tx::Sqlite(connection) = &mut self.tx {
            sqlx::query("commit").execute(&mut **connection).await?;
        }
        Ok(())
    }

    /// Moves the database to its destination. After this it is durable, also after a power failure.
    pub async fn finish(self) -> anyhow::Result<()> {
        match (self.tx, self.destination) {
            (Tx::Postgres(transaction), _) => Ok(transaction.commit().await?),
            (Tx::Sqlite(connection), Destination::File(file, temp_dir)) => {
                // Closing moves the WAL into the file.
                connection.close().await?;
                let made = temp_dir.path().join(TEMP_NAME);
                std::fs::File::open(&made)?.sync_all()?;
                let renamed = tempfile::TempPath::try_from_path(made)?.persist_noclobber(&file);
                renamed.with_context(|| format!("{} cannot be made", file.display()))?;
                Ok(std::fs::File::open(folder_of(&file))?.sync_all()?)
            }
            (Tx::Sqlite(_), Destination::Postgres) => bail!("a server's database is no file"),
        }
    }
}

/// The name of the SQLite file until it is complete.
const TEMP_NAME: &str = "karst.db";

async fn new_sibling_file(file: &Path) -> anyhow::Result<(Tx, Destination)> {
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    let siblings = SQLITE_SUFFIXES.iter().map(|end| PathBuf::from(format!("{}{end}", file.display())));
    if let Some(found) = [file.to_owned()].into_iter().chain(siblings).find(|path| is_there(path)) {
        bail!("{} is there already: a backup is restored into a new place", found.display());
    }
    let folder = folder_of(file);
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    let temp_dir = tempfile::Builder::new().prefix(".restoring-").tempdir_in(&folder)?;
    let options = sqlite_options(&format!("sqlite:{TEMP_NAME}"))?.filename(temp_dir.path().join(TEMP_NAME));
    let connection = sqlx::SqliteConnection::connect_with(&options).await?;
    Ok((Tx::Sqlite(Box::new(connection.into())), Destination::File(file.to_owned(), temp_dir)))
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

async fn new_postgres_database(url: &str) -> anyhow::Result<Tx> {
    let Db::Postgres { pool } = Db::open(url).await? else { bail!("{url} names no database") };
    let mut tx = Tx::Postgres(Box::new(pool.begin().await?));
    let mut found = catalog::table_names(&mut tx).await?;
    // Tables of the guide tell the operator more, so the table of migrations is named last.
    found.sort_by_key(|name| name == catalog::MIGRATIONS_TABLE);
    if !found.is_empty() {
        let (some, more) =
            (found.iter().take(5).cloned().collect::<Vec<_>>().join(", "), found.len().saturating_sub(5));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        bail!("the database holds tables already ({some}{more}): a backup is restored into a new, empty one");
    }
    Ok(tx)
}

/// Parses the values of one line and checks that each is null or of the type of its column.
fn row(table: &Table, line: &[u8]) -> anyhow::Result<Vec<Value>> {
    let values: Vec<Value> =
        serde_json::from_slice(line).with_context(|| format!("a row of {} is not a JSON array", table.name))?;
    let (found, expected) = (values.len(), table.columns.len());
    anyhow::ensure!(found == expected, "a row of {} has {found} values, and the table {expected} columns", table.name);
    for (Column { name, column_type }, value) in table.columns.iter().zip(&values) {
        let fits = match column_type {
            ColumnType::Text | ColumnType::Json => value.is_string(),
            ColumnType::Integer => value.is_i64(),
            ColumnType::Real => value.is_number(),
            ColumnType::Boolean => value.is_boolean(),
        };
        anyhow::ensure!(fits || value.is_null(), "a row of {} has a value of another type in {name}", table.name);
    }
    Ok(values)
}

fn insert_statement(table: &Table, rows: usize) -> String {
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
    let value = |(at, column): (usize, &Column), before: usize| {
        format!("${}{}", before + at + 1, if column.column_type == ColumnType::Json { "::jsonb" } else { "" })
    };
    let one = |row: usize| {
        let before = row * columns.len();
        let values: Vec<String> = table.columns.iter().enumerate().map(|each| value(each, before)).collect();
        format!("({})", values.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(one).collect();
    format!("insert into {} ({}) values {}", quoted(&table.name), columns.join(", "), rows.join(", "))
}
