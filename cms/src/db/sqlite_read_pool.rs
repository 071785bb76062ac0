//! The read pool of SQLite: read-only connections, each used for one statement and its complete result.
//!
//! sqlx runs each SQLite connection on a thread of its own, and each message to that thread costs two context switches.
//! The pool of sqlx pings every connection that is returned to it, which costs as much as a read. This pool does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use parking_lot::Mutex;
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, SqlStr, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum time that a query waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was unused for this long is closed when another one is returned.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// The pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ReadPool {
    pool: Arc<PoolInner>,
}

#[derive(Debug)]
struct PoolInner {
    options: SqliteConnectOptions,
    max_connections: usize,
    /// Unused connections with the time of their return. The last one is used first: its thread may still be awake.
    idle: Mutex<Vec<(SqliteConnection, Instant)>>,
    /// One permit per connection that may be in use.
    permits: Arc<Semaphore>,
    is_closed: AtomicBool,
}

impl ReadPool {
    /// Opens the first of at most `max_connections` connections. Fails if the file cannot be read.
    pub async fn open(options: SqliteConnectOptions, max_connections: usize) -> Result<Self, Error> {
        let first = SqliteConnection::connect_with(&options).await?;
        let (idle, permits) = (Mutex::new(vec![(first, Instant::now())]), Arc::new(Semaphore::new(max_connections)));
        Ok(Self {
            pool: Arc::new(PoolInner { options, max_connections, idle, permits, is_closed: AtomicBool::new(false) }),
        })
    }

    /// The options of the connections.
    pub fn options(&self) -> &SqliteConnectOptions {
        &self.pool.options
    }

    /// The number of open connections, of those that are idle, and the maximum.
    pub fn count(&self) -> (usize, usize, usize) {
        let (idle, max_connections) = (self.pool.idle.lock().len(), self.pool.max_connections);
        (idle + max_connections.saturating_sub(self.pool.permits.available_permits()), idle, max_connections)
    }

    /// Waits for the connections in use and closes all. Later queries fail with `PoolClosed`.
    pub async fn close(&self) {
        let PoolInner { permits, is_closed, max_connections, .. } = &*self.pool;
        is_closed.store(true, Ordering::Release);
        let all = permits.acquire_many(*max_connections as u32).await;
        let idle = std::mem::take(&mut *self.pool.idle.lock());
        for (connection, _) in idle {
            let _ = connection.close().await;
        }
        drop(all);
    }

    /// Whether [`ReadPool::close`] has been called.
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed.load(Ordering::Acquire)
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
        // The pool may have been closed in the meantime.
        self.ensure_open()?;
        let idle = self.idle.lock().pop();
        let connection = match idle {
            Some((connection, _)) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        Ok(PooledConnection { pool: self, parts: Some((connection, permit)), is_finished: false })
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

/// A connection in use; it is returned to the pool after its query.
struct PooledConnection {
    pool: Arc<PoolInner>,
    parts: Option<(SqliteConnection, OwnedSemaphorePermit)>,
    is_finished: bool,
}

impl PooledConnection {
    fn get_mut(&mut self) -> Result<&mut SqliteConnection, Error> {
        self.parts.as_mut().map(|(connection, _)| connection).ok_or(Error::PoolClosed)
    }

    /// Returns the connection to the pool. A connection whose thread has ended is dropped.
    fn release<T>(mut self, result: Result<T, Error>) -> Result<T, Error> {
        if matches!(result, Err(Error::WorkerCrashed)) {
            self.parts = None;
        }
        self.is_finished = true;
        result
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some((mut connection, permit)) = self.parts.take() else { return };
        let pool = self.pool.clone();
        if self.is_finished {
            pool.put_back(connection);
            drop(permit);
        } else if let Ok(runtime) = Handle::try_current() {
            // The query was cancelled but its thread is still running it. The ping waits for that before the connection
            // is returned to the pool.
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
        let pool = $pool.pool.clone();
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
        let all = with_connection!(self, |connection| connection.fetch_many(query).try_collect::<Vec<_>>());
        all.map_ok(|all| stream::iter(all.into_iter().map(Ok))).try_flatten_stream().boxed()
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
