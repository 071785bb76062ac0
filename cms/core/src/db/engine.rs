//! The connection to SQLite or PostgreSQL, the macros that run one query on either engine, and the errors of queries.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::postgres_pool::{PostgresPool, PostgresTransaction};
use super::sqlite::{BatchingConnection, ReadPool};
use super::write::Writer;

#[doc(hidden)]
pub use tracing;

/// A database of one of the two engines. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// SQLite, the embedded default: a pool of readers and one writer.
    Sqlite {
        /// Read-only connections.
        pool: ReadPool,
        /// The one writer.
        writer: Writer,
    },
    /// PostgreSQL, for several replicas.
    Postgres {
        /// All connections of this process.
        pool: PostgresPool,
    },
}

/// Statistics of the connections and files of a database. Reading them needs no query.
#[derive(Clone, Copy, Debug, Default)]
pub struct DbStats {
    /// Open connections: of the read pool on SQLite, of the whole pool on PostgreSQL.
    pub connections: u32,
    /// Open connections that are not in use.
    pub idle_connections: usize,
    /// The size limit of the pool.
    pub max_connections: u32,
    /// Writes that wait for the writer. `None` on PostgreSQL.
    pub queued_writes: Option<usize>,
    /// The size of the SQLite file. `None` on PostgreSQL.
    pub file_bytes: Option<u64>,
    /// The size of the write-ahead log. `None` on PostgreSQL.
    pub wal_bytes: Option<u64>,
}

/// A write transaction of either engine. Only [`Db::write`] creates one.
#[derive(Debug)]
pub enum Tx {
    /// The connection of the writer, inside a savepoint.
    Sqlite(Box<BatchingConnection>),
    /// A transaction on a connection of the pool.
    Postgres(Box<PostgresTransaction>),
}

/// An advisory lock for a rule that spans several rows, such as "one admin must remain". A transaction that may break a
/// rule takes its lock first and holds it until the commit. SQLite has one writer and needs no locks. The value of each
/// variant is the key of its advisory lock on PostgreSQL and must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum AdvisoryLock {
    /// The change log: held from the insert until the commit, so that the log is in the order of commits.
    ChangeLog = 0x6b61_7273,
    /// The set of active admins.
    Admins = 0x6b61_7273_0001,
    /// The versions of the settings and the standing pages.
    Settings = 0x6b61_7273_0002,
    /// Places: a change of one place takes the lock shared. A bulk change takes it exclusively, because it locks rows
    /// that places have in common (categories, counters) in no fixed order.
    Places = 0x6b61_7273_0003,
    /// Moderation decisions and the training of the classifier. A decision takes the lock shared, a bulk decision takes
    /// it exclusively.
    Moderation = 0x6b61_7273_0004,
    /// The slugs and aliases of categories: they are in two tables, and no name may be in both.
    CategorySlugs = 0x6b61_7273_0005,
}

impl Tx {
    /// Acquires `lock` after all other transactions have released it. Later statements see the changes that these
    /// transactions committed. Does nothing on SQLite.
    pub async fn lock_exclusive(&mut self, lock: AdvisoryLock) -> Result<(), sqlx::Error> {
        self.lock("select pg_advisory_xact_lock($1)", lock).await
    }

    /// Acquires `lock` in shared mode, as soon as no other transaction has it exclusively. Several transactions can
    /// share it. Must be called before the transaction locks any row. Does nothing on SQLite.
    pub async fn lock_shared(&mut self, lock: AdvisoryLock) -> Result<(), sqlx::Error> {
        self.lock("select pg_advisory_xact_lock_shared($1)", lock).await
    }

    async fn lock(&mut self, statement: &'static str, lock: AdvisoryLock) -> Result<(), sqlx::Error> {
        if let Self::Postgres(transaction) = self {
            sqlx::query(statement).bind(lock as i64).execute(&mut **transaction).await?;
        }
        Ok(())
    }
}

/// Runs a read query on the engine of `$db`. `$engine` is bound to the pool. `$dialect` is the sqlx type of the engine,
/// for statements that are built with [`crate::db::dialect::Dialect`].
#[macro_export]
macro_rules! with_pool {
    ($db:expr, |$engine:ident, $dialect:ident| $body:expr) => {
        match $db {
            $crate::db::engine::Db::Sqlite { pool: $engine, .. } => {
                type $dialect = ::sqlx::Sqlite;
                $body.await
            }
            $crate::db::engine::Db::Postgres { pool: $engine } => {
                type $dialect = ::sqlx::Postgres;
                $body.await
            }
        }
    };
    ($db:expr, |$engine:ident| $body:expr) => {
        match $db {
            $crate::db::engine::Db::Sqlite { pool: $engine, .. } => $crate::traced!("query", $body).await,
            $crate::db::engine::Db::Postgres { pool: $engine } => $crate::traced!("query", $body).await,
        }
    };
}

/// Wraps a future so that it runs in a child span of the current span. The span has the source line of the call.
/// Without a current span, as in background tasks that query at intervals, no span is created.
#[macro_export]
macro_rules! traced {
    ($name:literal, $body:expr) => {{
        use $crate::db::engine::tracing;
        let has_parent = !tracing::Span::current().is_none();
        let span = if has_parent { tracing::debug_span!($name) } else { tracing::Span::none() };
        tracing::Instrument::instrument($body, span)
    }};
}

/// Runs a query in a write transaction. `$engine` is bound to the connection of the transaction.
#[macro_export]
macro_rules! with_tx {
    ($tx:expr, |$engine:ident| $body:expr) => {
        match $tx {
            $crate::db::engine::Tx::Sqlite(connection) => {
                let $engine = &mut **connection;
                $body.await
            }
            $crate::db::engine::Tx::Postgres(transaction) => {
                let $engine = &mut **transaction;
                $body.await
            }
        }
    };
}

/// Executes a statement in a write transaction. Returns the number of changed rows.
#[macro_export]
macro_rules! execute {
    ($tx:expr, $query:expr) => {
        $crate::with_tx!($tx, |engine| async { $query.execute(engine).await.map(|result| result.rows_affected()) })
    };
}

/// Inserts a row and returns its id. `$insert` is the start of the statement, such as `insert into place`. The first
/// braces list the columns that are named like fields of `$row`. The second braces list columns with other values.
#[macro_export]
macro_rules! insert_row {
    ($tx:expr, $insert:literal, $row:ident { $($field:ident),+ $(,)? }, { $($column:ident: $value:expr),+ $(,)? }) => {{
        let columns = [$(stringify!($field),)+ $(stringify!($column),)+];
        let insert = $crate::db::engine::insert_statement($insert, &columns);
        $crate::with_tx!($tx, |engine| sqlx::query_scalar(insert)
            $(.bind(&$row.$field))+
            $(.bind($value))+
            .fetch_one(engine))
    }};
}

/// Updates the row with this id and returns the number of changed rows. The columns are listed as in `insert_row!`.
#[macro_export]
macro_rules! update_row {
    ($tx:expr, $update:literal, $id:expr, $row:ident { $($field:ident),+ $(,)? }, { $($column:ident: $value:expr),+ $(,)? }) => {{
        let columns = [$(stringify!($field),)+ $(stringify!($column),)+];
        let update = $crate::db::engine::update_statement($update, &columns);
        $crate::execute!($tx, sqlx::query(update)$(.bind(&$row.$field))+$(.bind($value))+.bind($id))
    }};
}

/// Completes `insert`, such as `insert into place`, with a parameter for each column. The statement returns the id.
#[doc(hidden)]
pub fn insert_statement(insert: &str, columns: &[&str]) -> AssertSqlSafe<String> {
    let values: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    AssertSqlSafe(format!("{insert} ({}) values ({}) returning id", columns.join(", "), values.join(", ")))
}

/// Completes `update`, such as `update place set version = version + 1`, with a parameter for each column and a last
/// parameter for the id. `update` must already set a column, because the added assignments begin with a comma.
#[doc(hidden)]
pub fn update_statement(update: &str, columns: &[&str]) -> AssertSqlSafe<String> {
    let set = columns.iter().zip(1..).map(|(column, number)| format!(", {column} = ${number}"));
    AssertSqlSafe(format!("{update}{} where id = ${}", set.collect::<String>(), columns.len() + 1))
}

impl Db {
    /// Opens `url` (`sqlite:path` or `postgres://…`). Creates the SQLite file if it does not exist. Does not change the
    /// schema: see [`super::migrations::run`].
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        if is_postgres_url(url) {
            return Ok(Self::Postgres { pool: PostgresPool::open(postgres_options(url)?, None).await? });
        }
        let options = prepare_sqlite_options(url)?;
        // The writer is opened first: it creates the file and enables WAL, which a read-only connection cannot do.
        let writer = Writer::start(sqlx::SqliteConnection::connect_with(&options).await?);
        let reader_count = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2).clamp(4, 16);
        let pool = ReadPool::open(options.read_only(true).create_if_missing(false), reader_count).await?;
        Ok(Self::Sqlite { pool, writer })
    }

    /// Opens a PostgreSQL database through a connection pooler at `url`, which shares sessions between clients.
    /// Migrations and the listener of the change log need a session of their own. They connect to the database at
    /// `direct_url`.
    pub async fn open_through_pooler(url: &str, direct_url: &str) -> Result<Self, StoreError> {
        let pool = PostgresPool::open(postgres_options(url)?, Some(postgres_options(direct_url)?)).await?;
        Ok(Self::Postgres { pool })
    }

    /// Checks that the database responds, for `/readyz`.
    pub async fn ping(&self) -> Result<(), StoreError> {
        with_pool!(self, |engine| sqlx::query_scalar::<_, i32>("select 1").fetch_one(engine))?;
        Ok(())
    }

    /// Completes pending writes and closes all connections.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { pool, writer } => {
                // The writer is closed last: the last connection moves the WAL into the file, and a read-only one
                // cannot.
                pool.close().await;
                writer.stop().await;
            }
            Self::Postgres { pool } => pool.close().await,
        }
    }

    /// Whether [`Db::close`] has been called. Background tasks end when this returns `true`.
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { pool, .. } => pool.is_closed(),
            Self::Postgres { pool } => pool.underlying_pool().is_closed(),
        }
    }

    /// The current statistics.
    pub fn stats(&self) -> DbStats {
        match self {
            Self::Sqlite { pool, writer } => {
                let file = pool.options().get_filename();
                let (connections, idle_connections, max_connections) = pool.connection_counts();
                let mut wal = file.as_os_str().to_owned();
                wal.push("-wal");
                DbStats {
                    connections: connections as u32,
                    idle_connections,
                    max_connections: max_connections as u32,
                    queued_writes: Some(writer.queued_job_count()),
                    file_bytes: file_size_bytes(file),
                    // SQLite deletes the write-ahead log when the last connection is closed. A missing file counts as
                    // 0 bytes.
                    wal_bytes: Some(file_size_bytes(Path::new(&wal)).unwrap_or(0)),
                }
            }
            Self::Postgres { pool } => DbStats {
                connections: pool.underlying_pool().size(),
                idle_connections: pool.underlying_pool().num_idle(),
                max_connections: pool.underlying_pool().options().get_max_connections(),
                ..DbStats::default()
            },
        }
    }

    /// The absolute path of the folder of the SQLite file. `None` on PostgreSQL.
    pub fn sqlite_folder(&self) -> Option<PathBuf> {
        let Self::Sqlite { pool, .. } = self else { return None };
        std::path::absolute(folder_of(pool.options().get_filename())).ok()
    }
}

fn file_size_bytes(file: &Path) -> Option<u64> {
    std::fs::metadata(file).ok().map(|file| file.len())
}

/// Whether the URL is that of a PostgreSQL database.
pub fn is_postgres_url(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

fn postgres_options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(PgConnectOptions::from_str(url)?
        .application_name("karst")
        // PgBouncer rejects this parameter. Since PostgreSQL 12 the default is as precise as the value that sqlx sets.
        .extra_float_digits(None)
        .log_statements(tracing::log::LevelFilter::Trace))
}

/// The options of a connection to the SQLite database at the URL. Creates the folder of the file if it does not exist.
///
/// Errors: the URL is invalid, or the folder cannot be created.
pub fn prepare_sqlite_options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged write survives a power failure (R442).
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .statement_cache_capacity(300)
        .pragma("temp_store", "memory")
        // Deleted data is overwritten in pages that are written anyway.
        .pragma("secure_delete", "fast")
        // The WAL is moved into the file when it has 16 MiB. A page that was written repeatedly is then moved once.
        .pragma("wal_autocheckpoint", "4000")
        .log_statements(tracing::log::LevelFilter::Trace);
    let folder = folder_of(options.get_filename());
    // The database contains password hashes and signing keys, so only the owner of a new folder may access it.
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|cause| {
        let message = format!("failed to create the folder {}: {cause}", folder.display());
        StoreError::Database(sqlx::Error::Io(std::io::Error::new(cause.kind(), message)))
    })?;
    Ok(options)
}

/// The folder of a file, which is `.` for a name without a folder.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Why a query or a write failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No row matches.
    #[error("the row does not exist")]
    NotFound,
    /// A unique value is already in use.
    #[error("a unique value is already in use")]
    UniqueViolation,
    /// A row references a missing row, or other rows still reference the deleted one.
    #[error("a referenced row does not exist")]
    ForeignKeyViolation,
    /// The disk is full. The write was rolled back.
    #[error("the disk of the database is full")]
    DiskFull,
    /// The engine failed. The cause is logged and never sent to clients.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    /// The writer stopped before it acknowledged the write.
    #[error("the database writer has stopped")]
    Aborted,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::UniqueViolation,
            sqlx::Error::Database(cause) if cause.is_foreign_key_violation() => Self::ForeignKeyViolation,
            _ if is_disk_full(&error) => Self::DiskFull,
            _ => Self::Database(error),
        }
    }
}

/// Whether the error code is that of a full disk: 13 on SQLite, 53100 on PostgreSQL.
pub(super) fn is_disk_full(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(cause) = error else { return false };
    cause.code().is_some_and(|code| ["13", "53100"].contains(&&*code))
}
