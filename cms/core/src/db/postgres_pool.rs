//! The PostgreSQL pool with a circuit breaker, and its transactions. While the server restarts, queries wait for it.
//! After a longer outage the breaker opens and queries fail at once, until a probe reaches the server again.

use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, join_all};
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::error::BoxDynError;
use sqlx::postgres::{
    PgArguments, PgConnectOptions, PgPool, PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo,
};
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, PgConnection, Postgres, Row, SqlStr, Transaction};
use tokio::sync::watch;

/// The maximum number of connections of one process.
const MAX_CONNECTIONS: u32 = 16;
/// Connections to the direct address: one listens for notifications, and one runs migrations at the start.
const MAX_DIRECT_CONNECTIONS: u32 = 2;
/// The maximum time that a query waits for a connection, and thus for a server that has just stopped.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// A query that has no result after this time starts the probe task. Also the pause after a successful probe.
const PROBE_DELAY: Duration = Duration::from_millis(500);
/// The breaker opens if connections were refused for this long. A restart of the server takes less time.
const MAX_REFUSAL_DURATION: Duration = Duration::from_secs(2);
/// The breaker opens if probes timed out for this long. The time is longer than for refusals, because a busy server may
/// still serve open connections.
const MAX_TIMEOUT_DURATION: Duration = Duration::from_secs(10);
/// The pause between two probes. [`PROBE_TIMEOUT`] limits the time of each probe.
const PROBE_INTERVAL: Duration = Duration::from_millis(100);
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// The pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PostgresPool {
    pool: PgPool,
    /// Connections to the direct address, if `pool` goes through a connection pooler. The connections of `pool` then
    /// have no session of their own: after each transaction, the pooler gives the session to another client.
    direct: Option<PgPool>,
    breaker: Arc<CircuitBreaker>,
}

/// The circuit breaker. It is closed while the server is reachable.
#[derive(Debug, Default)]
struct CircuitBreaker {
    /// Whether the breaker is open. If so, queries fail at once.
    is_open: watch::Sender<bool>,
    is_probing: AtomicBool,
    /// The number of statements that succeeded.
    successes: AtomicU64,
}

impl PostgresPool {
    /// Connects. `direct` is the direct address if `options` lead to a pooler that shares sessions.
    ///
    /// Fails if the server is unreachable, if `options` lead to such a pooler without `direct`, or if `direct` leads to
    /// a pooler or to another database.
    pub async fn open(options: PgConnectOptions, direct: Option<PgConnectOptions>) -> Result<Self, Error> {
        let (pool, direct) = match direct {
            Some(direct) => {
                let configuration_error = |error| Error::Configuration(format!("DATABASE_DIRECT_URL: {error}").into());
                let direct = connect(direct, MAX_DIRECT_CONNECTIONS).await.map_err(configuration_error)?;
                (connect(options.statement_cache_capacity(0), MAX_CONNECTIONS).await?, Some(direct))
            }
            None => (connect(options, MAX_CONNECTIONS).await?, None),
        };
        let new_pool = Self { pool, direct, breaker: Arc::default() };
        new_pool.check_addresses().await?;
        Ok(new_pool)
    }

    async fn check_addresses(&self) -> Result<(), Error> {
        let error = match (shares_sessions(self.session_pool()).await?, &self.direct) {
            (false, None) => return Ok(()),
            (true, None) => {
                "DATABASE_URL leads through a connection pooler that shares sessions between clients, such as PgBouncer \
                 in transaction mode: set DATABASE_DIRECT_URL to the address of the database itself"
            }
            (true, Some(_)) => {
                "DATABASE_DIRECT_URL leads through a connection pooler that shares sessions between clients: it must be \
                 the address of the database itself"
            }
            (false, Some(direct)) => {
                // Each database has its own advisory locks. If the lock that `direct` holds is free in `pool`, they are
                // connected to different databases.
                let lock = rand::random::<i64>();
                let mut transaction = direct.begin().await?;
                sqlx::query("select pg_advisory_xact_lock($1)").bind(lock).execute(&mut *transaction).await?;
                let try_lock = "select pg_try_advisory_xact_lock($1)";
                let is_free: bool = sqlx::query_scalar(try_lock).bind(lock).fetch_one(self).await?;
                if !is_free {
                    return transaction.commit().await;
                }
                "DATABASE_DIRECT_URL leads to another database than DATABASE_URL"
            }
        };
        Err(Error::Configuration(error.into()))
    }

    /// The underlying pool without the circuit breaker. For operations that are not a single statement and need no
    /// session of their own.
    pub fn underlying_pool(&self) -> &PgPool {
        &self.pool
    }

    /// Connections with a session of their own: settings, locks and listeners last until the connection ends.
    pub fn session_pool(&self) -> &PgPool {
        self.direct.as_ref().unwrap_or(&self.pool)
    }

    /// Closes the pool. Waits until all connections have been returned and closed.
    pub async fn close(&self) {
        join_all(std::iter::once(&self.pool).chain(&self.direct).map(PgPool::close)).await;
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<PostgresTransaction, Error> {
        self.begin_with("begin").await
    }

    /// Begins a transaction by executing `statement`, which may set an isolation level.
    pub async fn begin_with(&self, statement: &'static str) -> Result<PostgresTransaction, Error> {
        // The future is boxed. Otherwise every future of a write would be as large as this one, even on SQLite.
        self.run_with_breaker(self.begin_without_breaker(statement)).boxed().await
    }

    async fn begin_without_breaker(&self, statement: &'static str) -> Result<PostgresTransaction, Error> {
        let transaction = self.pool.begin_with(statement).await?;
        Ok(PostgresTransaction { transaction, is_session_shared: self.direct.is_some() })
    }

    /// Runs one statement in a transaction and returns its complete result. sqlx prepares a statement in one round trip
    /// and executes it in the next. Without a transaction, the pooler could give the session to another client between
    /// the two.
    async fn fetch_in_transaction<'q, E>(&self, query: E) -> Result<Vec<Either<PgQueryResult, PgRow>>, Error>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let mut transaction = self.begin_without_breaker("begin").await?;
        let rows = transaction.fetch_many(query).try_collect().await?;
        transaction.commit().await?;
        Ok(rows)
    }

    /// Runs `work`, or fails at once if the breaker is open. The server may have disappeared without closing its
    /// connections. Work that takes longer than [`PROBE_DELAY`] therefore starts the probe, and fails when the breaker
    /// opens.
    async fn run_with_breaker<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let unreachable = || Error::Io(io::Error::new(ErrorKind::NotConnected, "the database server is unreachable"));
        if self.is_breaker_open() {
            return Err(unreachable());
        }
        let (started, mut work) = (Instant::now(), pin!(work));
        let result = match tokio::time::timeout(PROBE_DELAY, &mut work).await {
            Ok(result) => result,
            Err(_) => {
                self.start_probe(started);
                let mut breaker_state = self.breaker.is_open.subscribe();
                tokio::select! {
                    biased;
                    result = work => result,
                    _ = breaker_state.wait_for(|is_open| *is_open) => return Err(unreachable()),
                }
            }
        };
        if result.is_ok() {
            self.breaker.successes.fetch_add(1, Ordering::Relaxed);
        }
        result.inspect_err(|error| self.start_probe_on_connection_error(error))
    }

    fn is_breaker_open(&self) -> bool {
        *self.breaker.is_open.borrow()
    }

    /// Starts the probe if the error suggests that the server is unreachable.
    fn start_probe_on_connection_error(&self, error: &Error) {
        if is_connection_error(error) {
            self.start_probe(Instant::now());
        }
    }

    /// Starts the probe task, unless it is already running. The server may have been unreachable since `failing_since`.
    pub fn start_probe(&self, failing_since: Instant) {
        if !self.breaker.is_probing.swap(true, Ordering::Relaxed) {
            tokio::spawn(self.clone().probe_until_reachable(failing_since));
        }
    }

    /// Probes the server until it responds or the pool is closed; opens and closes the breaker. Each probe opens a new
    /// connection. It therefore succeeds if only the pool is exhausted.
    async fn probe_until_reachable(self, mut failing_since: Instant) {
        let options = self.pool.connect_options();
        let mut successes = self.breaker.successes.load(Ordering::Relaxed);
        while !self.pool.is_closed() {
            let max_duration = match tokio::time::timeout(PROBE_TIMEOUT, probe(&options)).await {
                Ok(Ok(())) => {
                    // While the pool is exhausted, many queries try to start the probe. The pause limits how often it
                    // runs.
                    if !self.is_breaker_open() {
                        tokio::time::sleep(PROBE_DELAY).await;
                    }
                    break;
                }
                // The server is reachable and rejects the connection, for example because of a changed password.
                Ok(Err(error)) if !is_connection_error(&error) => break,
                Ok(Err(_)) => MAX_REFUSAL_DURATION,
                Err(_) => MAX_TIMEOUT_DURATION,
            };
            // A server that accepts no new connection but still serves open ones is reachable.
            let current_successes = self.breaker.successes.load(Ordering::Relaxed);
            if current_successes != successes {
                (successes, failing_since) = (current_successes, Instant::now());
            }
            if failing_since.elapsed() > max_duration && !self.breaker.is_open.send_replace(true) {
                tracing::error!("the database server is unreachable");
            }
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
        if self.breaker.is_open.send_replace(false) {
            tracing::info!("the database server is reachable again");
        }
        self.breaker.is_probing.store(false, Ordering::Relaxed);
    }
}

async fn connect(options: PgConnectOptions, max_connections: u32) -> Result<PgPool, Error> {
    let pool = PgPoolOptions::new().max_connections(max_connections).acquire_timeout(ACQUIRE_TIMEOUT);
    let connect_result = pool.connect_with(options.clone()).await;
    // The pool only reports a timeout. One more attempt gives the cause.
    if let Err(Error::PoolTimedOut) = connect_result
        && let Ok(Err(cause)) = tokio::time::timeout(PROBE_TIMEOUT, PgConnection::connect_with(&options)).await
    {
        return Err(cause);
    }
    connect_result
}

/// Connects and runs one statement: a connection pooler accepts clients even while the server behind it is unreachable.
async fn probe(options: &PgConnectOptions) -> Result<(), Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    backend_pid(&mut connection).await?;
    let _ = connection.close().await;
    Ok(())
}

/// The id of the server process behind this connection. The statement is not prepared, because a pooler may execute it
/// in another process than the one that prepared it.
async fn backend_pid(connection: &mut PgConnection) -> Result<i32, Error> {
    connection.fetch_one("select pg_backend_pid()").await?.try_get(0)
}

/// Whether two open connections are served by the same server process. Then the address is that of a pooler that
/// assigns sessions per transaction.
async fn shares_sessions(pool: &PgPool) -> Result<bool, Error> {
    let (mut one, mut other) = (pool.acquire().await?, pool.acquire().await?);
    // Another client of the pooler may use the server process in between, so the check is repeated.
    for _ in 0..3 {
        if backend_pid(&mut one).await? == backend_pid(&mut other).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the error means that the server is unreachable, stopping or starting. Codes that begin with 57P0 mean that
/// the server is shutting down or starting. Class 08 means that a pooler has lost the connection to the server or
/// cannot reach it.
fn is_connection_error(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::PoolTimedOut => true,
        Error::Database(cause) => cause.code().is_some_and(|code| code.starts_with("57P0") || code.starts_with("08")),
        _ => false,
    }
}

/// Runs one statement on any connection of the pool.
impl<'p> Executor<'p> for &'p PostgresPool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let rows = async move { self.run_with_breaker(self.fetch_in_transaction(query)).await };
            return rows.map_ok(|rows| stream::iter(rows).map(Ok)).try_flatten_stream().boxed();
        }
        let mut rows = self.pool.fetch_many(query);
        let row_stream = async move {
            let first = self.run_with_breaker(rows.try_next()).await?;
            Ok(stream::iter(first.map(Ok)).chain(rows.inspect_err(|error| self.start_probe_on_connection_error(error))))
        };
        row_stream.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let rows = async move { self.run_with_breaker(self.fetch_in_transaction(query)).await };
            return rows.map_ok(|rows| rows.into_iter().find_map(Either::right)).boxed();
        }
        self.run_with_breaker(self.pool.fetch_optional(query)).boxed()
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'p: 'e,
    {
        self.pool.describe(sql)
    }
}

/// A transaction. Its prepared statements have names only if they may stay in the session.
#[derive(Debug)]
pub struct PostgresTransaction {
    transaction: Transaction<'static, Postgres>,
    /// Whether a pooler gives the session to another client after the commit. A named prepared statement would then
    /// outlive the transaction. Another client that uses the same name would fail or run a foreign statement.
    is_session_shared: bool,
}

impl PostgresTransaction {
    /// The underlying connection, for operations that are not a single statement. Must not be used while a pooler
    /// shares the session: statements that run on it directly have names.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.transaction
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<(), Error> {
        self.transaction.commit().await
    }
}

/// A query whose prepared statement is named only if it may stay in the session.
struct PreparedQuery<E> {
    query: E,
    may_be_named: bool,
}

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for PreparedQuery<E> {
    fn sql(self) -> SqlStr {
        self.query.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.query.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.query.take_arguments()
    }

    fn persistent(&self) -> bool {
        self.may_be_named && self.query.persistent()
    }
}

/// Runs one statement in the transaction.
impl<'c> Executor<'c> for &'c mut PostgresTransaction {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = PreparedQuery { query, may_be_named: !self.is_session_shared };
        self.transaction.fetch_many(query)
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = PreparedQuery { query, may_be_named: !self.is_session_shared };
        self.transaction.fetch_optional(query)
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'c: 'e,
    {
        self.transaction.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'c: 'e,
    {
        self.transaction.describe(sql)
    }
}
