//! The connections to SQLite: the read pool, and the connection of the writer.
//!
//! sqlx runs each SQLite connection on a thread of its own, and each message to that thread costs two context switches.
//!
//! The read pool has read-only connections, each used for one statement and its complete result. The pool of sqlx pings
//! every connection that is returned to it, which costs as much as a read. [`ReadPool`] does not ping them.
//!
//! The connection of the writer sends several statements at once: it prefixes the next statement with others and defers
//! inserts until the commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt, future, stream};
use parking_lot::Mutex;
use serde_json::Value;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{
    Sqlite, SqliteArguments, SqliteConnectOptions, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo,
};
use sqlx::types::Json;
use sqlx::{
    AssertSqlSafe, Connection, Describe, Either, Error, Execute, Executor, SqlSafeStr, SqlStr, SqliteConnection,
};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::engine::is_disk_full;

/// The maximum time that a query waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was unused for this long is closed when another one is returned.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// The pool of read-only connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ReadPool(Arc<PoolInner>);

#[derive(Debug)]
struct PoolInner {
    options: SqliteConnectOptions,
    max_connections: usize,
    /// Unused connections, each with the time when it was returned. The connection that was returned last is used
    /// first, because its thread may still be awake.
    idle: Mutex<Vec<(SqliteConnection, Instant)>>,
    /// One permit per connection that may be in use.
    permits: Arc<Semaphore>,
    is_closed: AtomicBool,
}

impl ReadPool {
    /// Creates a pool of at most `max_connections` connections and opens the first one. Fails if the file cannot be
    /// read.
    pub async fn open(options: SqliteConnectOptions, max_connections: usize) -> Result<Self, Error> {
        let first = SqliteConnection::connect_with(&options).await?;
        let (idle, permits) = (Mutex::new(vec![(first, Instant::now())]), Arc::new(Semaphore::new(max_connections)));
        Ok(Self(Arc::new(PoolInner { options, max_connections, idle, permits, is_closed: AtomicBool::new(false) })))
    }

    /// The options of the connections.
    pub fn options(&self) -> &SqliteConnectOptions {
        &self.0.options
    }

    /// The number of open connections, the number of idle connections, and the maximum number of connections.
    pub fn connection_counts(&self) -> (usize, usize, usize) {
        let (idle, max_connections) = (self.0.idle.lock().len(), self.0.max_connections);
        (idle + max_connections.saturating_sub(self.0.permits.available_permits()), idle, max_connections)
    }

    /// Waits until no connection is in use, then closes all connections. Queries that begin after this call fail with
    /// `PoolClosed`.
    pub async fn close(&self) {
        let PoolInner { permits, is_closed, max_connections, .. } = &*self.0;
        is_closed.store(true, Ordering::Release);
        let all_permits = permits.acquire_many(*max_connections as u32).await;
        let idle = std::mem::take(&mut *self.0.idle.lock());
        for (connection, _) in idle {
            let _ = connection.close().await;
        }
        drop(all_permits);
    }

    /// Whether [`ReadPool::close`] has been called.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Acquire)
    }
}

impl PoolInner {
    async fn acquire(self: Arc<Self>) -> Result<PooledConnection, Error> {
        self.ensure_open()?;
        let permit = match self.permits.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let permit = tokio::time::timeout(ACQUIRE_TIMEOUT, self.permits.clone().acquire_owned()).await;
                permit.map_err(|_| Error::PoolTimedOut)?.map_err(|_| Error::PoolClosed)?
            }
        };
        // The pool may have been closed while this call waited for the permit.
        self.ensure_open()?;
        let idle = self.idle.lock().pop();
        let connection = match idle {
            Some((connection, _)) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        Ok(PooledConnection { pool: self, connection_and_permit: Some((connection, permit)), has_query_ended: false })
    }

    fn ensure_open(&self) -> Result<(), Error> {
        if self.is_closed.load(Ordering::Acquire) { Err(Error::PoolClosed) } else { Ok(()) }
    }

    fn put_back(&self, connection: SqliteConnection) {
        let (mut idle, now) = (self.idle.lock(), Instant::now());
        idle.push((connection, now));
        if idle.first().is_some_and(|(_, since)| now.duration_since(*since) > IDLE_TIMEOUT) {
            idle.remove(0);
        }
    }
}

/// A connection in use. It is returned to the pool after its query.
struct PooledConnection {
    pool: Arc<PoolInner>,
    connection_and_permit: Option<(SqliteConnection, OwnedSemaphorePermit)>,
    has_query_ended: bool,
}

impl PooledConnection {
    fn get_mut(&mut self) -> Result<&mut SqliteConnection, Error> {
        self.connection_and_permit.as_mut().map(|(connection, _)| connection).ok_or(Error::PoolClosed)
    }

    /// Returns the connection to the pool, unless `result` shows that its thread has ended. Returns `result`.
    fn release<T>(mut self, result: Result<T, Error>) -> Result<T, Error> {
        if matches!(result, Err(Error::WorkerCrashed)) {
            self.connection_and_permit = None;
        }
        self.has_query_ended = true;
        result
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some((mut connection, permit)) = self.connection_and_permit.take() else { return };
        let pool = self.pool.clone();
        if self.has_query_ended {
            pool.put_back(connection);
            drop(permit);
        } else if let Ok(runtime) = Handle::try_current() {
            // The query was canceled, but the thread of the connection still runs it. The ping ends after the query
            // has ended, and the connection is then returned to the pool.
            runtime.spawn(async move {
                if connection.ping().await.is_ok() {
                    pool.put_back(connection);
                }
                drop(permit);
            });
        }
    }
}

/// Runs a query on a connection of the pool.
macro_rules! with_connection {
    ($pool:expr, |$connection:ident| $query:expr) => {{
        let pool = $pool.0.clone();
        async move {
            let mut pooled = pool.acquire().await?;
            let $connection = pooled.get_mut()?;
            let result = $query.await;
            pooled.release(result)
        }
        .boxed()
    }};
}

/// Runs one statement on any connection of the pool.
impl<'p> Executor<'p> for &'p ReadPool {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let results = with_connection!(self, |connection| connection.fetch_many(query).try_collect::<Vec<_>>());
        results.map_ok(|results| stream::iter(results.into_iter().map(Ok))).try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        with_connection!(self, |connection| connection.fetch_optional(query))
    }

    fn prepare_with<'e>(self, sql: SqlStr, types: &'e [SqliteTypeInfo]) -> BoxFuture<'e, Result<SqliteStatement, Error>>
    where
        'p: 'e,
    {
        with_connection!(self, |connection| connection.prepare_with(sql, types))
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Sqlite>, Error>>
    where
        'p: 'e,
    {
        with_connection!(self, |connection| connection.describe(sql))
    }
}

/// The statement that inserts a row, and the row. The parameter `$1` of the statement is a JSON array of rows.
type DeferredRow = (&'static str, Value);

/// The SQLite connection of a [`Tx`](super::engine::Tx): that of the writer, of a backup or of a restore. The writer
/// runs jobs in batches: see [`super::write`].
#[derive(Debug)]
pub struct BatchingConnection {
    connection: SqliteConnection,
    /// Statements to run before the next one, each with its semicolon.
    prefix: &'static str,
    /// Rows to insert before the commit.
    deferred_rows: Vec<DeferredRow>,
    /// The number of deferred rows of earlier jobs of the batch.
    deferred_count_of_earlier_jobs: usize,
    /// Rows of earlier jobs that were inserted within the savepoint of the current job.
    flushed_rows_of_earlier_jobs: Vec<DeferredRow>,
    /// Whether a statement of this batch failed because the disk was full.
    disk_was_full: bool,
}

impl From<SqliteConnection> for BatchingConnection {
    fn from(connection: SqliteConnection) -> Self {
        Self {
            connection,
            prefix: "",
            deferred_rows: Vec::new(),
            deferred_count_of_earlier_jobs: 0,
            flushed_rows_of_earlier_jobs: Vec::new(),
            disk_was_full: false,
        }
    }
}

impl BatchingConnection {
    /// Sets the statements that run directly before the next one, in place of an earlier prefix. Each ends with a
    /// semicolon and has no bound values. If one of them fails, the next statement fails.
    pub fn set_prefix(&mut self, statements: &'static str) {
        self.prefix = statements;
    }

    /// Discards the prefix and all deferred rows at the end of a batch. Returns whether a statement of the batch failed
    /// because the disk was full.
    pub fn reset_and_take_disk_was_full(&mut self) -> bool {
        (self.prefix, self.deferred_count_of_earlier_jobs) = ("", 0);
        self.deferred_rows.clear();
        self.flushed_rows_of_earlier_jobs.clear();
        std::mem::take(&mut self.disk_was_full)
    }

    /// Marks the beginning of the next job of the batch.
    pub fn begin_job(&mut self) {
        self.deferred_count_of_earlier_jobs = self.deferred_rows.len();
        self.flushed_rows_of_earlier_jobs.clear();
    }

    /// Drops the deferred rows of the current job, which has failed. Rows of earlier jobs that were inserted within its
    /// savepoint are deferred again.
    pub fn discard_job(&mut self) {
        self.deferred_rows.truncate(self.deferred_count_of_earlier_jobs);
        let flushed_rows = std::mem::take(&mut self.flushed_rows_of_earlier_jobs);
        self.deferred_rows.splice(..0, flushed_rows);
    }

    /// Inserts a row directly before the commit, so no statement of the batch may read it. The insert must not be able
    /// to fail, because the whole batch would fail with it.
    pub fn defer_insert(&mut self, statement: &'static str, row: Value) {
        self.deferred_rows.push((statement, row));
    }

    /// Inserts the deferred rows now, and then runs the statement `final_statement` unless it is empty.
    pub async fn flush_deferred(&mut self, final_statement: &'static str) -> Result<(), Error> {
        let mut deferred = std::mem::take(&mut self.deferred_rows);
        self.flushed_rows_of_earlier_jobs.extend_from_slice(&deferred[..self.deferred_count_of_earlier_jobs]);
        self.deferred_count_of_earlier_jobs = 0;
        while let Some(&(statement, _)) = deferred.first() {
            let count = deferred.iter().take_while(|(other, _)| *other == statement).count();
            let rows: Vec<Value> = deferred.drain(..count).map(|(_, row)| row).collect();
            let suffix = if deferred.is_empty() { final_statement } else { "" };
            sqlx::query(AssertSqlSafe(format!("{statement}; {suffix}"))).bind(Json(rows)).execute(&mut *self).await?;
            if deferred.is_empty() {
                return Ok(());
            }
        }
        if final_statement.is_empty() { Ok(()) } else { sqlx::query(final_statement).execute(self).await.map(drop) }
    }

    /// The underlying connection, for operations that are not a single statement.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<(), Error> {
        self.connection.close().await
    }
}

struct PrefixedStatement {
    sql: SqlStr,
    arguments: Result<Option<SqliteArguments>, BoxDynError>,
    is_persistent: bool,
}

impl Execute<'_, Sqlite> for PrefixedStatement {
    fn sql(self) -> SqlStr {
        self.sql
    }

    fn statement(&self) -> Option<&SqliteStatement> {
        None
    }

    fn take_arguments(&mut self) -> Result<Option<SqliteArguments>, BoxDynError> {
        std::mem::replace(&mut self.arguments, Ok(None))
    }

    fn persistent(&self) -> bool {
        self.is_persistent
    }
}

impl BatchingConnection {
    /// The statement with its prefix, and the number of statements in the prefix.
    fn with_prefix<'q, E>(&mut self, mut query: E) -> (PrefixedStatement, usize)
    where
        E: Execute<'q, Sqlite>,
    {
        let (is_persistent, arguments, mut sql) = (query.persistent(), query.take_arguments(), query.sql());
        // A statement whose values cannot be bound does not run. Its prefix is kept for the next statement.
        let prefix = if arguments.is_ok() { std::mem::take(&mut self.prefix) } else { "" };
        if !prefix.is_empty() {
            sql = AssertSqlSafe(format!("{prefix} {}", sql.as_str())).into_sql_str();
        }
        (PrefixedStatement { sql, arguments, is_persistent }, prefix.matches(';').count())
    }
}

/// Runs one statement, after its prefix.
impl<'c> Executor<'c> for &'c mut BatchingConnection {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, mut results_to_skip) = self.with_prefix(query);
        let BatchingConnection { connection, disk_was_full, .. } = self;
        let results = connection.fetch_many(query).inspect_err(|error| *disk_was_full |= is_disk_full(error));
        // Each statement of the prefix yields one result. They precede the results of the query and are skipped.
        let belongs_to_query = move |result: &Result<_, Error>| {
            let belongs_to_query = results_to_skip == 0 || result.is_err();
            results_to_skip = results_to_skip.saturating_sub(1);
            future::ready(belongs_to_query)
        };
        results.filter(belongs_to_query).boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, _) = self.with_prefix(query);
        let BatchingConnection { connection, disk_was_full, .. } = self;
        let row = connection.fetch_optional(query);
        row.map(|row| row.inspect_err(|error| *disk_was_full |= is_disk_full(error))).boxed()
    }

    fn prepare_with<'e>(self, sql: SqlStr, types: &'e [SqliteTypeInfo]) -> BoxFuture<'e, Result<SqliteStatement, Error>>
    where
        'c: 'e,
    {
        self.connection.prepare_with(sql, types)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Sqlite>, Error>>
    where
        'c: 'e,
    {
        self.connection.describe(sql)
    }
}
