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

use super::transaction::ServerTransaction;

/// Connections of one process at the most.
const CONNECTIONS: u32 = 16;
/// Connections past a pooler that stands before the server: one listens, and one migrates before that.
const SESSIONS: u32 = 2;
/// How long somebody waits for one of them, and so for a server that has just gone.
const WAIT: Duration = Duration::from_secs(3);
/// Who has waited for so long for an answer begins to look for the server.
const SOON: Duration = Duration::from_millis(500);
/// A server that is gone for so long is away: a restart is shorter.
const RESTART: Duration = Duration::from_secs(2);
/// One that lets a look wait is away after so long: it may be busy, and its connections may answer.
const BUSY: Duration = Duration::from_secs(10);
/// From one look for it to the next, and how long one may take.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const LOOK_PATIENCE: Duration = Duration::from_secs(1);

/// The connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Server {
    pool: PgPool,
    /// Connections that no pooler stands before, where one stands before `pool`. Then `pool` has no session of its own:
    /// after each transaction the pooler hands the server's session to another client.
    direct: Option<PgPool>,
    absence: Arc<Absence>,
}

#[derive(Debug, Default)]
struct Absence {
    /// Nobody need try.
    is_away: watch::Sender<bool>,
    /// Somebody looks for it.
    is_sought: AtomicBool,
    /// How many statements it has answered.
    answers: AtomicU64,
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

impl Server {
    /// Connects. `direct` is the server's own address where `options` lead to a pooler that shares its sessions.
    /// Fails when the server does not answer, or not as these addresses have it.
    pub async fn open(options: PgConnectOptions, direct: Option<PgConnectOptions>) -> Result<Self, Error> {
        let (pool, direct) = match direct {
            Some(direct) => {
                let direct = connected(direct, SESSIONS).await.map_err(AddressError::Direct)?;
                (connected(options.statement_cache_capacity(0), CONNECTIONS).await?, Some(direct))
            }
            None => (connected(options, CONNECTIONS).await?, None),
        };
        let server = Self { pool, direct, absence: Arc::default() };
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
    pub async fn begin(&self) -> Result<ServerTransaction, Error> {
        self.begin_with("begin").await
    }

    /// Begins a transaction with this statement.
    pub async fn begin_with(&self, statement: &'static str) -> Result<ServerTransaction, Error> {
        // In a box: whatever writes would carry its size, on SQLite too.
        self.unless_away(self.begun(statement)).boxed().await
    }

    async fn begun(&self, statement: &'static str) -> Result<ServerTransaction, Error> {
        Ok(ServerTransaction::new(self.pool.begin_with(statement).await?, self.direct.is_some()))
    }

    /// All that one statement answers, in a transaction of its own. sqlx prepares a statement in one round trip and runs it in
    /// the next; outside of a transaction the pooler would hand the session to another client in between.
    async fn in_transaction<'q, E>(&self, query: E) -> Result<Vec<Either<PgQueryResult, PgRow>>, Error>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let mut transaction = self.begun("begin").await?;
        let answers = transaction.fetch_many(query).try_collect().await?;
        transaction.commit().await?;
        Ok(answers)
    }

    /// What is answered, unless the server is away. It may have gone without a word: who waits begins to look for it, and waits
    /// until it is known to be away.
    async fn unless_away<T>(&self, asked: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let away = || Error::Io(std::io::Error::new(ErrorKind::NotConnected, "the database server is away"));
        if self.is_away() {
            return Err(away());
        }
        let (begun, mut asked) = (Instant::now(), pin!(asked));
        let answered = match tokio::time::timeout(SOON, &mut asked).await {
            Ok(answered) => answered,
            Err(_) => {
                self.look(begun);
                let mut absence = self.absence.is_away.subscribe();
                tokio::select! {
                    biased;
                    answered = asked => answered,
                    _ = absence.wait_for(|is_away| *is_away) => return Err(away()),
                }
            }
        };
        if answered.is_ok() {
            self.absence.answers.fetch_add(1, Ordering::Relaxed);
        }
        answered.inspect_err(|error| self.note(error))
    }

    fn is_away(&self) -> bool {
        *self.absence.is_away.borrow()
    }

    /// Begins to look for the server where a fault says that it may have gone.
    fn note(&self, error: &Error) {
        if is_of_absence(error) {
            self.look(Instant::now());
        }
    }

    /// Begins to look for the server, which may have gone at that moment.
    pub(super) fn look(&self, gone: Instant) {
        if !self.absence.is_sought.swap(true, Ordering::Relaxed) {
            tokio::spawn(self.clone().seek(gone));
        }
    }

    /// Looks for the server until it answers or nobody wants it any more. A pool that is merely used up is seen to
    /// answer at the first look.
    async fn seek(self, mut gone: Instant) {
        let options = self.pool.connect_options();
        let mut answers = self.absence.answers.load(Ordering::Relaxed);
        while !self.pool.is_closed() {
            let patience = match tokio::time::timeout(LOOK_PATIENCE, asked(&options)).await {
                Ok(Ok(())) => {
                    // Many may be waiting for connections that are used up: one look in a while is enough.
                    if !self.is_away() {
                        tokio::time::sleep(SOON).await;
                    }
                    break;
                }
                // It is there, and refuses us for another reason.
                Ok(Err(error)) if !is_of_absence(&error) => break,
                Ok(Err(_)) => RESTART,
                Err(_) => BUSY,
            };
            // One that lets nobody in and goes on answering those who are in is there.
            let heard = self.absence.answers.load(Ordering::Relaxed);
            if heard != answers {
                (answers, gone) = (heard, Instant::now());
            }
            if gone.elapsed() > patience && !self.absence.is_away.send_replace(true) {
                tracing::error!("the database server is away");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        if self.absence.is_away.send_replace(false) {
            tracing::info!("the database server is back");
        }
        self.absence.is_sought.store(false, Ordering::Relaxed);
    }
}

async fn connected(options: PgConnectOptions, most: u32) -> Result<PgPool, Error> {
    let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(WAIT);
    let opened = pool.connect_with(options.clone()).await;
    if let Err(Error::PoolTimedOut) = opened {
        // All that a pool says is that it has waited. One more try says for what.
        let last = tokio::time::timeout(LOOK_PATIENCE, PgConnection::connect_with(&options)).await;
        if let Ok(Err(why)) = last {
            return Err(why);
        }
    }
    opened
}

/// Connects and has one statement answered: a pooler lets clients in also while the server behind it is away.
async fn asked(options: &PgConnectOptions) -> Result<(), Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    backend(&mut connection).await?;
    let _ = connection.close().await;
    Ok(())
}

/// The server's process that answers this connection. Not prepared: it may be another one each time.
async fn backend(connection: &mut PgConnection) -> Result<i32, Error> {
    connection.fetch_one("select pg_backend_pid()").await?.try_get(0)
}

/// Whether two connections that are open at the same time are answered by the same process of the server. Then a pooler stands
/// before it that hands sessions out for one transaction at a time.
async fn shares_sessions(pool: &PgPool) -> Result<bool, Error> {
    let (mut one, mut other) = (pool.acquire().await?, pool.acquire().await?);
    // Another client of the pooler may take that process in between, so it is asked for again.
    for _ in 0..3 {
        if backend(&mut one).await? == backend(&mut other).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether this is what is heard of a server that is gone, going or coming. Class 57P: it is being shut down or started.
/// Class 08: a pooler has lost it, or cannot reach it.
fn is_of_absence(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::PoolTimedOut => true,
        Error::Database(cause) => cause.code().is_some_and(|code| code.starts_with("57P0") || code.starts_with("08")),
        _ => false,
    }
}

/// One statement on any of the connections.
impl<'p> Executor<'p> for &'p Server {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let answers = async move { self.unless_away(self.in_transaction(query)).await };
            return answers.map_ok(|answers| stream::iter(answers).map(Ok)).try_flatten_stream().boxed();
        }
        let mut rows = self.pool.fetch_many(query);
        let begun = async move {
            let first = self.unless_away(rows.try_next()).await?;
            Ok(stream::iter(first.map(Ok)).chain(rows.inspect_err(|error| self.note(error))))
        };
        begun.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.direct.is_some() {
            let answers = async move { self.unless_away(self.in_transaction(query)).await };
            return answers.map_ok(|answers| answers.into_iter().find_map(Either::right)).boxed();
        }
        self.unless_away(self.pool.fetch_optional(query)).boxed()
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
