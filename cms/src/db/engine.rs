//! One database, two engines: an enum of two pools and the macros that write each query once.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

#[doc(hidden)]
pub use tracing;

use super::batching_connection::BatchingConnection;
use super::error::StoreError;
use super::postgres_pool::PostgresPool;
use super::postgres_transaction::PostgresTransaction;
use super::sqlite_read_pool::ReadPool;
use super::write::Writer;

/// A connection to one of the two engines. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// The embedded default: readers in a pool, one writer.
    Sqlite {
        /// Read-only connections.
        pool: ReadPool,
        /// The one writer.
        writer: Writer,
    },
    /// For several machines.
    Postgres {
        /// All connections.
        pool: PostgresPool,
    },
}

/// One write transaction of either engine; only [`Db::write`] makes it.
#[derive(Debug)]
pub enum Tx {
    /// The writer's own connection, inside a savepoint.
    Sqlite(Box<BatchingConnection>),
    /// A transaction of its own.
    Postgres(Box<PostgresTransaction>),
}

/// Runs one body on whichever engine is behind `$db`, for reading.
#[macro_export]
macro_rules! with_pool {
    ($db:expr, |$engine:ident| $body:expr) => {
        match $db {
            $crate::db::engine::Db::Sqlite { pool: $engine, .. } => $crate::traced!("query", $body).await,
            $crate::db::engine::Db::Postgres { pool: $engine } => $crate::traced!("query", $body).await,
        }
    };
}

/// A future with a span of its own in the trace of what it is part of; it names the line that it stands in. What is part
/// of nothing, like a look whether there is something to do, has none.
#[macro_export]
macro_rules! traced {
    ($name:literal, $body:expr) => {{
        use $crate::db::engine::tracing;
        let is_part = !tracing::Span::current().is_none();
        let span = if is_part { tracing::debug_span!($name) } else { tracing::Span::none() };
        tracing::Instrument::instrument($body, span)
    }};
}

/// Runs one body inside a write transaction.
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

/// Executes a statement inside a write transaction; answers how many rows it changed.
#[macro_export]
macro_rules! execute {
    ($tx:expr, $query:expr) => {
        match $tx {
            $crate::db::engine::Tx::Sqlite(connection) => {
                $query.execute(&mut **connection).await.map(|done| done.rows_affected())
            }
            $crate::db::engine::Tx::Postgres(transaction) => {
                $query.execute(&mut **transaction).await.map(|done| done.rows_affected())
            }
        }
    };
}

impl Db {
    /// Opens `url` (`sqlite:path` or `postgres://…`), creating an SQLite file that is not there yet.
    /// The schema is not touched: see [`super::migrations::run`].
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        if is_postgres_url(url) {
            return Ok(Self::Postgres { pool: PostgresPool::open(postgres_options(url)?, None).await? });
        }
        let options = sqlite_options(url)?;
        // The writer comes first: it creates the file and switches it to WAL, which a read-only connection cannot.
        let writer = Writer::start(sqlx::SqliteConnection::connect_with(&options).await?);
        let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2).clamp(4, 16);
        let pool = ReadPool::open(options.read_only(true).create_if_missing(false), readers).await?;
        Ok(Self::Sqlite { pool, writer })
    }

    /// Opens a PostgreSQL database through a pooler that shares the server's sessions between clients (`url`). What needs
    /// a session of its own uses `direct`: migrations and [`super::change_notifications`].
    pub async fn open_through_pooler(url: &str, direct: &str) -> Result<Self, StoreError> {
        let pool = PostgresPool::open(postgres_options(url)?, Some(postgres_options(direct)?)).await?;
        Ok(Self::Postgres { pool })
    }

    /// Asks the database for an answer, for `/readyz`.
    pub async fn ping(&self) -> Result<(), StoreError> {
        with_pool!(self, |engine| sqlx::query_scalar::<_, i32>("select 1").fetch_one(engine))?;
        Ok(())
    }

    /// Finishes what is being written and closes every connection.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { pool, writer } => {
                // The writer goes last: whoever closes last moves the WAL into the file, and readers may not.
                pool.close().await;
                writer.stop().await;
            }
            Self::Postgres { pool } => pool.close().await,
        }
    }

    /// Whether somebody has begun to close it: then work in the background ends.
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { pool, .. } => pool.is_closed(),
            Self::Postgres { pool } => pool.connections().is_closed(),
        }
    }
}

/// Whether a database's address is that of a PostgreSQL server.
pub fn is_postgres_url(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

fn postgres_options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?
        .application_name("karst")
        // PgBouncer refuses this parameter, and since PostgreSQL 12 the default is as exact as what sqlx would ask for.
        .extra_float_digits(None)
        .log_statements(tracing::log::LevelFilter::Trace);
    Ok(options)
}

pub(super) fn sqlite_options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged write survives a power failure (R442).
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .statement_cache_capacity(300)
        .pragma("temp_store", "memory")
        // What is deleted is overwritten in pages that are written anyway.
        .pragma("secure_delete", "fast")
        // 16 MiB of the log: what is written again and again is moved into the file once.
        .pragma("wal_autocheckpoint", "4000")
        .log_statements(tracing::log::LevelFilter::Trace);
    if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
        // Password hashes and signing keys lie in it: a folder that we make is its owner's alone.
        use std::os::unix::fs::DirBuilderExt;
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|cause| {
            let said = format!("the folder {} cannot be made: {cause}", folder.display());
            StoreError::Database(sqlx::Error::Io(std::io::Error::new(cause.kind(), said)))
        })?;
    }
    Ok(options)
}
