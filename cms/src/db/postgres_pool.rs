//! Connections to a PostgreSQL server, and the knowledge that it is away: whoever asks while it restarts waits for it, and
//! once it has been away for longer everybody is told so at once, until it is back.

use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, PgConnection, Postgres, Row, SqlStr};
use tokio::sync::watch;

use super::postgres_transaction::PostgresTransaction;

/// Connections of one process at the most.
const MAX_CONNECTIONS: u32 = 16;
/// Connections past a pooler that stands before the server: one listens, and one migrates before that.
const MAX_DIRECT_CONNECTIONS: u32 = 2;
/// How long somebody waits for one of them, and so for a server that has just gone.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// Who has waited for so long for an answer begins to look for the server.
const PROBE_AFTER: Duration = Duration::from_millis(500);
/// A server that is gone for so long is away: a restart is shorter.
const OPEN_AFTER: Duration = Duration::from_secs(2);
/// One that lets a look wait is away after so long: it may be busy, and its connections may answer.
const OPEN_AFTER_TIMEOUTS: Duration = Duration::from_secs(10);
/// From one look for it to the next, and how long one may take.
const PROBE_INTERVAL: Duration = Duration::from_millis(100);
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// The connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PostgresPool {
    pool: PgPool,
    /// Connections that no pooler stands before, where one stands before `pool`. Then `pool` has no session of its own:
    /// after each transaction the pooler hands the server's session to another client.
    direct: Option<PgPool>,
    breaker: Arc<Breaker>,
}

#[derive(Debug, Default)]
struct Breaker {
    /// Nobody need try.
    is_open: watch::Sender<bool>,
    /// Somebody looks for it.
    is_probing: AtomicBool,
    /// How many statements it has answered.
    successes: AtomicU64,
}

/// Why addresses cannot be used together, or alone.
#[derive(Debug, thiserror::Error)]
enum AddressError {
    #[error(
        "DATABASE_URL leads through a connection pooler that shares sessions between clients, such as PgBouncer in \
         transaction mode: set DATABASE_DIRECT_URL to the address of the database itself"
    )]
    Shared,
    #[error(
        "DATABASE_DIRECT_URL leads through a connection pooler that shares sessions between clients: it must be the \
         address of the database itself"
    )]
    DirectIsShared,
    #[error("DATABASE_DIRECT_URL leads to another database than DATABASE_URL")]
    Different,
    #[error("DATABASE_DIRECT_URL: {0}")]
    Direct(Error),
}

impl From<AddressError> for Error {
    fn from(error: AddressError) -> Self {
        Self::Configuration(error.into())
    }
}

impl PostgresPool {
    /// Connects. `direct` is the server's own address where `options` lead to a pooler that shares its sessions.
    /// Fails when the server does not answer, or not as these addresses have it.
    pub async fn open(options: PgConnectOptions, direct: Option<PgConnectOptions>) -> Result<Self, Error> {
        let (pool, direct) = match direct {
            Some(direct) => {
                let direct = connect(direct, MAX_DIRECT_CONNECTIONS).await.map_err(AddressError::Direct)?;
                (connect(options.statement_cache_capacity(0), MAX_CONNECTIONS).await?, Some(direct))
            }
            None => (connect(options, MAX_CONNECTIONS).await?, None),
        };
        let server = Self { pool, direct, breaker: Arc::default() };
        server.check_addresses().await?;
        Ok(server)
    }

    async fn check_addresses(&self) -> Result<(), Error> {
        match (shares_sessions(self.sessions()).await?, &self.direct) {
            (false, None) => Ok(()),
            (true, None) => Err(AddressError::Shared.into()),
            (true, Some(_)) => Err(AddressError::DirectIsShared.into()),
            (false, Some(direct)) => {
                // Each database has advisory locks of its own.
                let lock = rand::random::<i64>();
                let mut held = direct.begin().await?;
                sqlx::query("select pg_advisory_xact_lock($1)").bind(lock).execute(&mut *held).await?;
                let is_free = sqlx::query_scalar("select pg_try_advisory_xact_lock($1)").bind(lock).fetch_one(self);
                if is_free.await? { Err(AddressError::Different.into()) } else { held.commit().await }
            }
        }
    }

    /// The connections themselves, for what is no single statement and needs no session.
    pub fn connections(&self) -> &PgPool {
        &self.pool
    }

    /// Connections that have a session of their own: what is set, locked or listened to in it stays until it ends.
    pub fn sessions(&self) -> &PgPool {
        self.direct.as_ref().unwrap_or(&self.pool)
    }

    /// Closes all connections, each when it is given back.
    pub async fn close(&self) {
        let direct = async {
            if let Some(direct) = &self.direct {
                direct.close().await;
            }
        };
        tokio::join!(self.pool.close(), direct);
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<PostgresTransaction, Error> {
        self.begin_with("begin").await
    }

    /// Begins a transaction with this statement.
    pub async fn begin_with(&self, statement: &'static str) -> Result<PostgresTransaction, Error> {
        // In a box: whatever writes would carry its size, on SQLite too.
        self.call(self.begin_inner(statement)).boxed().await
    }

    async fn begin_inner(&self, statement: &'static str) -> Result<PostgresTransaction, Error> {
        Ok(PostgresTransaction::new(self.pool.begin_with(statement).await?, self.direct.is_some()))
    }

    /// All that one statement answers, in a transaction of its own. sqlx prepares a statement in one round trip and runs it in
    /// the next; outside of a transaction the pooler would hand the session to another client in between.
    async fn in_transaction<'q, E>(&self, query: E) -> Result<Vec<Either<PgQueryResult, PgRow>>, Error>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let mut transaction = self.begin_inner("begin").await?;
        let answers = transaction.fetch_many(query).try_collect().await?;
        transaction.commit().await?;
        Ok(answers)
    }

    /// What is answered, unless the server is away. It may have gone without a word: who waits begins to look for it, and waits
    /// until it is known to be away.
    async fn call<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let unreachable =
            || Error::Io(std::io::Error::new(ErrorKind::NotConnected, "the database server is unreachable"));
        if self.is_open() {
            return Err(unreachable());
        }
        let (begun, mut work) = (Instant::now(), pin!(work));
        let result = match tokio::time::timeout(PROBE_AFTER, &mut work).await {
            Ok(result) => result,
            Err(_) => {
                self.start_probe(begun);
                let mut breaker = self.breaker.is_open.subscribe();
                tokio::select! {
                    biased;
                    result = work => result,
                    _ = breaker.wait_for(|is_open| *is_open) => return Err(unreachable()),
                }
            }
        };
        if result.is_ok() {
            self.breaker.successes.fetch_add(1, Ordering::Relaxed);
        }
        result.inspect_err(|error| self.record_error(error))
    }

    fn is_open(&self) -> bool {
        *self.breaker.is_open.borrow()
    }

    /// Begins to look for the server where a fault says that it may have gone.
    fn record_error(&self, error: &Error) {
        if is_connection_error(error) {
            self.start_probe(Instant::now());
        }
    }

    /// Begins to look for the server, which may have gone at that moment.
    pub(super) fn start_probe(&self, failing_since: Instant) {
        if !self.breaker.is_probing.swap(true, Ordering::Relaxed) {
            tokio::spawn(self.clone().probe_until_reachable(failing_since));
        }
    }

    /// Looks for the server until it answers or nobody wants it any more. A pool that is merely used up is seen to
    /// answer at the first look.
    async fn probe_until_reachable(self, mut failing_since: Instant) {
        let options = self.pool.connect_options();
        let mut successes = self.breaker.successes.load(Ordering::Relaxed);
        while !self.pool.is_closed() {
            let limit = match tokio::time::timeout(PROBE_TIMEOUT, probe(&options)).await {
                Ok(Ok(())) => {
                    // Many may be waiting for connections that are used up: one look in a while is enough.
                    if !self.is_open() {
                        tokio::time::sleep(PROBE_AFTER).await;
                    }
                    break;
                }
                // It is there, and refuses us for another reason.
                Ok(Err(error)) if !is_connection_error(&error) => break,
                Ok(Err(_)) => OPEN_AFTER,
                Err(_) => OPEN_AFTER_TIMEOUTS,
            };
            // One that lets nobody in and goes on answering those who are in is there.
            let now = self.breaker.successes.load(Ordering::Relaxed);
            if now != successes {
                (successes, failing_since) = (now, Instant::now());
            }
            if failing_since.elapsed() > limit && !self.breaker.is_open.send_replace(true) {
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

async fn connect(options: PgConnectOptions, most: u32) -> Result<PgPool, Error> {
    let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE_TIMEOUT);
    let opened = pool.connect_with(options.clone()).await;
    if let Err(Error::PoolTimedOut) = opened {
        // All that a pool says is that it has waited. One more try says for what.
        let last = tokio::time::timeout(PROBE_TIMEOUT, PgConnection::connect_with(&options)).await;
        if let Ok(Err(why)) = last {
            return Err(why);
        }
    }
    opened
}

/// Connects and has one statement answered: a pooler lets clients in also while the server behind it is away.
async fn probe(options: &PgConnectOptions) -> Result<(), Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    backend_pid(&mut connection).await?;
    let _ = connection.close().await;
    Ok(())
}

/// The server's process that answers this connection. Not prepared: it may be another one each time.
async fn backend_pid(connection: &mut PgConnection) -> Result<i32, Error> {
    connection.fetch_one("select pg_backend_pid()").await?.try_get(0)
}

/// Whether two connections that are open at the same time are answered by the same process of the server. Then a pooler stands
/// before it that hands sessions out for one transaction at a time.
async fn shares_sessions(pool: &PgPool) -> Result<bool, Error> {
    let (mut one, mut other) = (pool.acquire().await?, pool.acquire().await?);
    // Another client of the pooler may take that process in between, so it is asked for again.
    for _ in 0..3 {
        if backend_pid(&mut one).await? == backend_pid(&mut other).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether this is what is heard of a server that is gone, going or coming. Class 57P: it is being shut down or started.
/// Class 08: a pooler has lost it, or cannot reach it.
fn is_connection_error(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::PoolTimedOut => true,
        Error::Database(cause) => cause.code().is_some_and(|code| code.starts_with("57P0") || code.starts_with("08")),
        _ => false,
    }
}

/// One statement on any of the connections.
impl<'p> Executor<'p> for &'p PostgresPool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let answers = async move { self.call(self.in_transaction(query)).await };
            return answers.map_ok(|answers| stream::iter(answers).map(Ok)).try_flatten_stream().boxed();
        }
        let mut rows = self.pool.fetch_many(query);
        let begun = async move {
            let first = self.call(rows.try_next()).await?;
            Ok(stream::iter(first.map(Ok)).chain(rows.inspect_err(|error| self.record_error(error))))
        };
        begun.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let answers = async move { self.call(self.in_transaction(query)).await };
            return answers.map_ok(|answers| answers.into_iter().find_map(Either::right)).boxed();
        }
        self.call(self.pool.fetch_optional(query)).boxed()
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
