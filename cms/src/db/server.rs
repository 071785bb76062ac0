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
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, PgConnection, Postgres, SqlStr, Transaction};

/// Connections of one process at the most.
const CONNECTIONS: u32 = 16;
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
    absence: Arc<Absence>,
}

#[derive(Debug, Default)]
struct Absence {
    /// Nobody need try.
    is_away: AtomicBool,
    /// Somebody looks for it.
    is_sought: AtomicBool,
    /// How many statements it has answered.
    answers: AtomicU64,
}

impl Server {
    /// Connects; fails when the server does not answer.
    pub async fn open(options: PgConnectOptions) -> Result<Self, Error> {
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(WAIT);
        let opened = pool.connect_with(options.clone()).await;
        if let Err(Error::PoolTimedOut) = opened {
            // All that a pool says is that it has waited. One more try says for what.
            let last = tokio::time::timeout(LOOK_PATIENCE, PgConnection::connect_with(&options)).await;
            if let Ok(Err(why)) = last {
                return Err(why);
            }
        }
        Ok(Self { pool: opened?, absence: Arc::default() })
    }

    /// The connections themselves, for what is no single statement.
    pub fn connections(&self) -> &PgPool {
        &self.pool
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<Transaction<'static, Postgres>, Error> {
        // In a box: whatever writes would carry its size, on SQLite too.
        self.unless_away(self.pool.begin()).boxed().await
    }

    /// What is answered, unless the server is away. It may have gone without a word: who waits begins to look for it.
    async fn unless_away<T>(&self, asked: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        if self.absence.is_away.load(Ordering::Relaxed) {
            return Err(Error::Io(std::io::Error::new(ErrorKind::NotConnected, "the database server is away")));
        }
        let (begun, mut asked) = (Instant::now(), pin!(asked));
        let answered = match tokio::time::timeout(SOON, &mut asked).await {
            Ok(answered) => answered,
            Err(_) => {
                self.look(begun);
                asked.await
            }
        };
        if answered.is_ok() {
            self.absence.answers.fetch_add(1, Ordering::Relaxed);
        }
        answered.inspect_err(|error| self.note(error))
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
            let patience = match tokio::time::timeout(LOOK_PATIENCE, PgConnection::connect_with(&options)).await {
                Ok(Ok(connection)) => {
                    let _ = connection.close().await;
                    // Many may be waiting for connections that are used up: one look in a while is enough.
                    if !self.absence.is_away.load(Ordering::Relaxed) {
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
            if gone.elapsed() > patience && !self.absence.is_away.swap(true, Ordering::Relaxed) {
                tracing::error!("the database server is away");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        if self.absence.is_away.swap(false, Ordering::Relaxed) {
            tracing::info!("the database server is back");
        }
        self.absence.is_sought.store(false, Ordering::Relaxed);
    }
}

/// Whether this is what is heard of a server that is gone, going or coming. Class 57P: it is being shut down or started.
fn is_of_absence(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::PoolTimedOut => true,
        Error::Database(cause) => cause.code().is_some_and(|code| code.starts_with("57P0")),
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
