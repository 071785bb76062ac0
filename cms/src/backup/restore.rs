//! Restores a backup into a new database. The backup is read twice: first to check that it is complete, before anything
//! is changed, and then to fill the new database. A restore that fails deletes the image files that it has stored, and
//! leaves no new database.
//!
//! The new database has the schema version of the backup until all rows are inserted, and is then migrated to the
//! latest version. The SQLite file is written under a temporary name and renamed; PostgreSQL uses one transaction.

use std::collections::BTreeSet;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use serde_json::Value;
use sqlx::{Connection, QueryBuilder};
use tempfile::{TempDir, TempPath};

use super::archive;
use super::catalog::{self, Column, ColumnType, Table, quote_identifier};
use super::create::persist;
use super::manifest::{ArchiveEntryKind, ArchiveEntryTracker, Manifest};
use crate::changes::store as change_feed;
use crate::db::engine::{Db, StoreError, Tx, folder_of, is_postgres_url, prepare_sqlite_options};
use crate::db::migrations;
use crate::integrations::blob_store::{BlobStore, FileName};
use crate::media::store;
use crate::places::search::fuzzy;
use crate::{execute, with_tx};

const INTERRUPTED_MESSAGE: &str = "it was interrupted";
/// The maximum number of values that one statement binds. Both engines allow more.
const MAX_BOUND_VALUES: usize = 8_000;
/// The suffixes of files that SQLite writes beside a database file.
const SQLITE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The name of the SQLite file until it is complete.
const TEMP_NAME: &str = "karst.db";

/// Reads the whole backup and returns its manifest. Fails if the entries do not match the manifest, or if this version
/// of cms cannot restore its schema version.
pub async fn verify_backup(backup: &Path) -> anyhow::Result<Manifest> {
    let (mut tracker, mut entries) = (ArchiveEntryTracker::default(), archive::read(backup));
    while let Some(entry) = entries.recv().await {
        tracker.add_entry(&entry?)?;
    }
    let manifest = tracker.finish()?;
    let (schema, latest) = (manifest.schema, migrations::latest_version());
    ensure!(
        schema <= latest,
        "it was created by a newer version of cms: its schema is at step {schema}, this version knows {latest}"
    );
    ensure!(!migrations::is_unsupported(schema), migrations::UNSUPPORTED_SCHEMA_MESSAGE);
    ensure!(migrations::is_known(schema), "there is no version {schema} of the schema");
    Ok(manifest)
}

/// The required state of the blob store. A running server deletes all files that none of its images references. So two
/// installations must never share a blob store, for example an installation and a restored backup of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaPolicy {
    /// The blob store must be empty.
    RequireEmpty,
    /// The blob store may contain files of a former installation or of a killed restore.
    AllowExisting,
}

/// Restores the backup into the new database at `url` and the blob store `files`, unless `stop` completes first. If the
/// restore is stopped or fails before its last step, it deletes every new file and leaves no new database. The last
/// step commits the transaction of PostgreSQL, or moves the SQLite file to its destination.
pub async fn restore(
    backup: &Path,
    url: &str,
    (files, media_policy): (&BlobStore, MediaPolicy),
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Manifest> {
    let mut stored_files = Vec::new();
    let result = restore_without_cleanup(backup, url, (files, media_policy, &mut stored_files), pin!(stop)).await;
    let Err(error) = result else { return result };
    let mut undeleted = Vec::new();
    for name in &stored_files {
        if files.delete(name).await.is_err() {
            undeleted.push(name.as_str());
        }
    }
    let Some(first) = undeleted.first() else { return Err(error) };
    Err(error.context(format!("{} of its image files were left behind, such as {first}", undeleted.len())))
}

/// Fills the database and the blob store. Adds the names of new files to `stored_files`, so that the caller can delete
/// them after an error.
async fn restore_without_cleanup(
    backup: &Path,
    url: &str,
    (files, media_policy, stored_files): (&BlobStore, MediaPolicy, &mut Vec<FileName>),
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> anyhow::Result<Manifest> {
    let manifest = tokio::select! {
        manifest = verify_backup(backup) => manifest?,
        () = &mut stop => bail!(INTERRUPTED_MESSAGE),
    };
    let mut target = TargetDatabase::begin(url, manifest.schema).await?;
    let tables = catalog::describe_data_tables(&mut target.tx).await?;
    check_tables(&tables, &manifest)?;
    if media_policy == MediaPolicy::RequireEmpty {
        check_blob_store_is_empty(files).await?;
    }
    // The names of files that images reference and that are not stored yet. `None` until all rows are inserted.
    let mut remaining_files: Option<BTreeSet<String>> = None;
    let (mut tracker, mut entries) = (ArchiveEntryTracker::default(), archive::read(backup));
    loop {
        // Stops only between two entries, because nothing would delete a partially written file.
        let entry = tokio::select! {
            biased;
            () = &mut stop => bail!(INTERRUPTED_MESSAGE),
            entry = entries.recv() => entry,
        };
        let Some(entry) = entry.transpose()? else { break };
        let kind = tracker.add_entry(&entry)?;
        if let ArchiveEntryKind::Rows(name) = &kind {
            let table = tables.iter().find(|table| table.name == *name);
            target.insert_lines(table.with_context(|| format!("there is no table {name}"))?, &entry.bytes).await?;
            continue;
        }
        if remaining_files.is_none() {
            for (table, rows) in tables.iter().zip(&manifest.tables) {
                target.continue_identity(table, rows.last_id).await?;
            }
            target.migrate_to_latest().await?;
            change_feed::begin_feed_epoch(&mut target.tx).await?;
            disable_webhooks(&mut target.tx).await?;
            remaining_files = Some(store::all_file_names_within(&mut target.tx).await?.into_iter().collect());
        }
        if let (ArchiveEntryKind::File(name), Some(remaining_files)) = (kind, &mut remaining_files) {
            ensure!(remaining_files.remove(name.as_str()), "media/{} belongs to no image", name.as_str());
            store_file(files, name, entry.bytes, stored_files).await?;
        }
    }
    ensure!(tracker.finish()? == manifest, "the backup has changed while it was read");
    let missing: BTreeSet<String> = manifest.media.missing.iter().cloned().collect();
    if let Some(missing_file) = remaining_files.unwrap_or_default().difference(&missing).next() {
        bail!("the image file {missing_file} is not in it");
    }
    // From here on, the database may exist even after an error, so the stored image files are not deleted.
    stored_files.clear();
    target.finish().await.context("the guide, or only its images, may exist already: check before you try again")?;
    Ok(manifest)
}

/// Disables all webhooks: a copy of a guide must not send to the receivers of the original.
async fn disable_webhooks(tx: &mut Tx) -> Result<(), StoreError> {
    let update = "update webhook set is_active = false, disabled_reason = 'restored' where is_active";
    execute!(tx, sqlx::query(update))?;
    Ok(())
}

/// Fails unless the backup has exactly the tables and columns of its schema version.
fn check_tables(tables: &[Table], manifest: &Manifest) -> anyhow::Result<()> {
    let expected: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let found: Vec<&str> = manifest.tables.iter().map(|table| table.name.as_str()).collect();
    let are_equal = expected == found;
    ensure!(are_equal, "its tables are {}, and those of its schema {}", found.join(", "), expected.join(", "));
    for (table, rows) in tables.iter().zip(&manifest.tables) {
        let name = &table.name;
        ensure!(table.column_names() == rows.columns, "the columns of its table {name} do not match its schema");
    }
    Ok(())
}

async fn check_blob_store_is_empty(files: &BlobStore) -> anyhow::Result<()> {
    let names = files.names().await?;
    let Some(first) = names.first() else { return Ok(()) };
    bail!(
        "the image storage already contains {}, which a guide may need: use another MEDIA_URL or data folder, or add \
         --overwrite-media if that guide no longer exists",
        first.as_str()
    )
}

/// Stores a file and adds its name to `stored`. Keeps an existing file with the same content, without adding its name.
/// Fails if an existing file has other content.
async fn store_file(files: &BlobStore, name: FileName, bytes: Bytes, stored: &mut Vec<FileName>) -> anyhow::Result<()> {
    match files.read(&name).await? {
        Some(existing) if existing == bytes => Ok(()),
        Some(_) => bail!("the image storage contains a different file {}", name.as_str()),
        None => {
            stored.push(name.clone());
            Ok(files.put(&name, bytes).await?)
        }
    }
}

/// A database that is being filled.
struct TargetDatabase {
    tx: Tx,
    /// The final path of the SQLite file, and the temporary folder that contains the file until
    /// [`TargetDatabase::finish`]. `None` on PostgreSQL.
    destination: Option<(PathBuf, TempDir)>,
}

impl TargetDatabase {
    /// Creates a new database at `url` and migrates it to the version `schema`; its tables have no rows. Fails if a
    /// SQLite file or a PostgreSQL database with tables exists there. The error names the file or the tables.
    async fn begin(url: &str, schema: i64) -> anyhow::Result<Self> {
        let (mut tx, destination) = match is_postgres_url(url) {
            true => (open_empty_postgres_database(url).await?, None),
            false => new_sqlite_database(prepare_sqlite_options(url)?.get_filename()).await?,
        };
        migrations::run_up_to(&mut tx, schema).await?;
        if let Tx::Sqlite(connection) = &mut tx {
            sqlx::query("begin immediate").execute(&mut **connection).await?;
        }
        for table in catalog::describe_data_tables(&mut tx).await?.iter().rev() {
            // Rows that migrations inserted are deleted, because the backup contains them too.
            let clear = format!("delete from {}", quote_identifier(&table.name));
            execute!(&mut tx, sqlx::query(sqlx::AssertSqlSafe(clear)))?;
        }
        Ok(Self { tx, destination })
    }

    /// Inserts rows from lines in the format of a backup.
    async fn insert_lines(&mut self, table: &Table, lines: &[u8]) -> anyhow::Result<()> {
        let columns: Vec<String> = table.columns.iter().map(|column| quote_identifier(&column.name)).collect();
        let insert = format!("insert into {} ({}) ", quote_identifier(&table.name), columns.join(", "));
        let lines: Vec<&[u8]> = lines.split_inclusive(|byte| *byte == b'\n').collect();
        for lines in lines.chunks((MAX_BOUND_VALUES / columns.len().max(1)).max(1)) {
            let rows = lines.iter().map(|line| parse_row(table, line)).collect::<anyhow::Result<Vec<_>>>()?;
            // Builds the query for either engine. Each bound value needs a type, even null.
            macro_rules! query {
                () => {{
                    let mut query = QueryBuilder::new(insert.as_str());
                    query.push_values(&rows, |mut values, row| {
                        for (column, value) in table.columns.iter().zip(row) {
                            match column.column_type {
                                ColumnType::Integer => values.push_bind(value.as_i64()),
                                ColumnType::Real => values.push_bind(value.as_f64()),
                                ColumnType::Boolean => values.push_bind(value.as_bool()),
                                ColumnType::Text => values.push_bind(value.as_str()),
                                ColumnType::Json => values.push_bind(value.as_str()).push_unseparated("::jsonb"),
                            };
                        }
                    });
                    query
                }};
            }
            let inserted = execute!(&mut self.tx, query!().build());
            inserted.with_context(|| format!("rows of {} break the database's rules", table.name))?;
        }
        Ok(())
    }

    /// Continues the identity column of a table after `last`, so that no id is used twice.
    async fn continue_identity(&mut self, table: &Table, last: i64) -> anyhow::Result<()> {
        let Some(column) = &table.identity_column else { return Ok(()) };
        let (quoted_column, quoted_table) = (quote_identifier(column), quote_identifier(&table.name));
        let select = sqlx::AssertSqlSafe(format!("select coalesce(max({quoted_column}), 0) from {quoted_table}"));
        let highest: i64 = with_tx!(&mut self.tx, |engine| sqlx::query_scalar(select).fetch_one(engine))?;
        let last = last.max(highest);
        if last == 0 {
            return Ok(());
        }
        match &mut self.tx {
            Tx::Sqlite(connection) => {
                let delete = "delete from sqlite_sequence where name = $1";
                let insert = "insert into sqlite_sequence (name, seq) values ($1, $2)";
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

    /// Migrates the schema to the latest version and rebuilds the text indexes. All rows must be inserted before. On
    /// SQLite, commits the inserted rows.
    async fn migrate_to_latest(&mut self) -> anyhow::Result<()> {
        if let Tx::Sqlite(connection) = &mut self.tx {
            sqlx::query("commit").execute(&mut **connection).await?;
        }
        migrations::run_up_to(&mut self.tx, migrations::latest_version())
            .await
            .context("failed to migrate the schema to the latest version")?;
        Ok(fuzzy::rebuild_text_indexes(&mut self.tx).await?)
    }

    /// Commits the transaction of PostgreSQL, or moves the SQLite file to its destination. The database then survives a
    /// power failure.
    async fn finish(self) -> anyhow::Result<()> {
        match (self.tx, self.destination) {
            (Tx::Postgres(transaction), _) => Ok(transaction.commit().await?),
            (Tx::Sqlite(connection), Some((file, temp_dir))) => {
                // Closing the connection moves the WAL into the database file.
                connection.close().await?;
                persist(TempPath::try_from_path(temp_dir.path().join(TEMP_NAME))?, &file, false)
            }
            (Tx::Sqlite(_), None) => bail!("a server's database is not a file"),
        }
    }
}

async fn new_sqlite_database(file: &Path) -> anyhow::Result<(Tx, Option<(PathBuf, TempDir)>)> {
    let siblings = SQLITE_SUFFIXES.iter().map(|end| PathBuf::from(format!("{}{end}", file.display())));
    if let Some(found) = [file.to_owned()].into_iter().chain(siblings).find(|path| path.symlink_metadata().is_ok()) {
        bail!("{} already exists: restore the backup to a new location", found.display());
    }
    let folder = folder_of(file);
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let temp_dir = tempfile::Builder::new().prefix(".restoring-").tempdir_in(folder)?;
    let options = prepare_sqlite_options(&format!("sqlite:{TEMP_NAME}"))?.filename(temp_dir.path().join(TEMP_NAME));
    let connection = sqlx::SqliteConnection::connect_with(&options).await?;
    Ok((Tx::Sqlite(Box::new(connection.into())), Some((file.to_owned(), temp_dir))))
}

async fn open_empty_postgres_database(url: &str) -> anyhow::Result<Tx> {
    let Db::Postgres { pool } = Db::open(url).await? else { bail!("{url} does not name a database") };
    let mut tx = Tx::Postgres(Box::new(pool.begin().await?));
    let mut found = catalog::table_names(&mut tx).await?;
    // The names of the guide's tables help the operator more, so the migrations table is named last.
    found.sort_by_key(|name| name == catalog::MIGRATIONS_TABLE);
    if !found.is_empty() {
        let (first, rest) = found.split_at(found.len().min(5));
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let names = first.join(", ");
        bail!("the database already contains tables ({names}{more}): restore the backup into a new, empty database");
    }
    Ok(tx)
}

/// Parses the values of one line and checks that each is null or of the type of its column.
fn parse_row(table: &Table, line: &[u8]) -> anyhow::Result<Vec<Value>> {
    let Table { name: table_name, columns, .. } = table;
    let values: Vec<Value> =
        serde_json::from_slice(line).with_context(|| format!("a row of {table_name} is not a JSON array"))?;
    let (found, expected) = (values.len(), columns.len());
    ensure!(found == expected, "a row of {table_name} has {found} values, and the table {expected} columns");
    for (Column { name, column_type }, value) in columns.iter().zip(&values) {
        let fits = match column_type {
            ColumnType::Text | ColumnType::Json => value.is_string(),
            ColumnType::Integer => value.is_i64(),
            ColumnType::Real => value.is_number(),
            ColumnType::Boolean => value.is_boolean(),
        };
        ensure!(fits || value.is_null(), "a row of {table_name} has a value of another type in {name}");
    }
    Ok(values)
}
