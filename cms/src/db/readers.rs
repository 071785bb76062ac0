//! SQLite's readers: read-only connections, each lent for one statement and its whole answer.
//!
//! A connection is a thread of its own, and each word with it puts two threads to sleep and wakes them. sqlx's own pool has
//! such a word with each connection that comes back, to see whether it is well: for a file that costs as much as reading.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, SqlStr, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long somebody waits for a connection.
const WAIT: Duration = Duration::from_secs(5);
/// One that nobody has used for so long is closed when another comes back.
const UNUSED: Duration = Duration::from_secs(600);

/// The readers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Readers {
    desk: Arc<Desk>,
}

#[derive(Debug)]
struct Desk {
    options: SqliteConnectOptions,
    most: usize,
    /// Those that nobody uses, and since when. The one that came back last goes first: its thread may still be awake.
    idle: Mutex<Vec<(SqliteConnection, Instant)>>,
    /// As many as may read at once.
    places: Arc<Semaphore>,
    is_closed: AtomicBool,
}

impl Readers {
    /// Opens the first of at most `most` connections. Fails where the file cannot be read.
    pub async fn open(options: SqliteConnectOptions, most: usize) -> Result<Self, Error> {
        let first = SqliteConnection::connect_with(&options).await?;
        let (idle, places) = (Mutex::new(vec![(first, Instant::now())]), Arc::new(Semaphore::new(most)));
        Ok(Self { desk: Arc::new(Desk { options, most, idle, places, is_closed: AtomicBool::new(false) }) })
    }

    /// How each of them was opened.
    pub fn options(&self) -> &SqliteConnectOptions {
        &self.desk.options
    }

    /// How many are open, how many of those nobody uses, and how many there may be.
    pub fn count(&self) -> (usize, usize, usize) {
        let (idle, most) = (self.desk.idle().len(), self.desk.most);
        (idle + most.saturating_sub(self.desk.places.available_permits()), idle, most)
    }

    /// Waits for those that are lent and closes all of them. Whoever asks for one from now on is told so.
    pub async fn close(&self) {
        let Desk { places, is_closed, most, .. } = &*self.desk;
        is_closed.store(true, Ordering::Release);
        let all = places.acquire_many(*most as u32).await;
        let idle = std::mem::take(&mut *self.desk.idle());
        for (connection, _) in idle {
            let _ = connection.close().await;
        }
        drop(all);
    }

    /// Whether somebody has begun to close them.
    pub fn is_closed(&self) -> bool {
        self.desk.is_closed.load(Ordering::Acquire)
    }
}

impl Desk {
    fn idle(&self) -> MutexGuard<'_, Vec<(SqliteConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn lend(self: Arc<Self>) -> Result<Lent, Error> {
        self.must_be_open()?;
        let place = match self.places.clone().try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                let place = tokio::time::timeout(WAIT, self.places.clone().acquire_owned()).await;
                place.map_err(|_| Error::PoolTimedOut)?.map_err(|_| Error::PoolClosed)?
            }
        };
        // Somebody may have begun to close them meanwhile.
        self.must_be_open()?;
        let idle = self.idle().pop();
        let connection = match idle {
            Some((connection, _)) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        Ok(Lent { desk: self, lent: Some((connection, place)), is_answered: false })
    }

    fn must_be_open(&self) -> Result<(), Error> {
        if self.is_closed.load(Ordering::Acquire) { Err(Error::PoolClosed) } else { Ok(()) }
    }

    fn take_back(&self, connection: SqliteConnection) {
        let (mut idle, now) = (self.idle(), Instant::now());
        idle.push((connection, now));
        if idle.first().is_some_and(|(_, since)| now.duration_since(*since) > UNUSED) {
            idle.remove(0);
        }
    }
}

/// A connection in somebody's hands; it goes back when they have their answer.
struct Lent {
    desk: Arc<Desk>,
    lent: Option<(SqliteConnection, OwnedSemaphorePermit)>,
    is_answered: bool,
}

impl Lent {
    fn connection(&mut self) -> Result<&mut SqliteConnection, Error> {
        self.lent.as_mut().map(|(connection, _)| connection).ok_or(Error::PoolClosed)
    }

    /// Gives it back. One whose thread has ended is let go.
    fn answered<T>(mut self, answer: Result<T, Error>) -> Result<T, Error> {
        if matches!(answer, Err(Error::WorkerCrashed)) {
            self.lent = None;
        }
        self.is_answered = true;
        answer
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some((mut connection, place)) = self.lent.take() else { return };
        let desk = self.desk.clone();
        if self.is_answered {
            desk.take_back(connection);
            drop(place);
        } else if let Ok(runtime) = Handle::try_current() {
            // Whoever asked has gone before the answer; its thread is still at it, and nobody is to wait behind that.
            runtime.spawn(async move {
                if connection.ping().await.is_ok() {
                    desk.take_back(connection);
                }
                drop(place);
            });
        }
    }
}

/// Asks a connection that is lent for as long as that takes.
macro_rules! ask {
    ($readers:expr, |$connection:ident| $question:expr) => {{
        let desk = $readers.desk.clone();
        async move {
            let mut lent = desk.lend().await?;
            let $connection = lent.connection()?;
            let answer = $question.await;
            lent.answered(answer)
        }
        .boxed()
    }};
}

/// One statement on any of the connections.
impl<'p> Executor<'p> for &'p Readers {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let all = ask!(self, |connection| connection.fetch_many(query).try_collect::<Vec<_>>());
        all.map_ok(|all| stream::iter(all.into_iter().map(Ok))).try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        ask!(self, |connection| connection.fetch_optional(query))
    }

    fn prepare_with<'e>(self, sql: SqlStr, types: &'e [SqliteTypeInfo]) -> BoxFuture<'e, Result<SqliteStatement, Error>>
    where
        'p: 'e,
    {
        ask!(self, |connection| connection.prepare_with(sql, types))
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Sqlite>, Error>>
    where
        'p: 'e,
    {
        ask!(self, |connection| connection.describe(sql))
    }
}
