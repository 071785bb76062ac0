//! The one door for writing: `Db::write(closure)`.
//!
//! SQLite has one writer. It takes waiting closures together, runs each in a savepoint of its own, commits once and
//! only then acknowledges them all: sixteen writers pay for one disk flush, and none hears "done" before it.
//! PostgreSQL gets an ordinary transaction.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use futures_util::{FutureExt, future::BoxFuture};
use serde_json::Value;
use sqlx::SqliteConnection;
use sqlx::types::Json;
use tokio::sync::{mpsc, oneshot};

use super::batching_connection::BatchingConnection;
use super::engine::{Db, Tx};
use super::error::StoreError;
use crate::common::counters::Histogram;
use crate::traced;

/// How long writes took, from asking for one to its durable commit or its failure. One process has one database.
pub static WRITE_DURATIONS: Histogram = Histogram::new();

/// How many closures share one commit at the most.
const MAX_BATCH: usize = 64;
/// How many closures may wait; more make their callers wait before they are queued.
const QUEUE_CAPACITY: usize = 1024;

/// One closure with its way to answer, in two steps: run now, acknowledge after the commit.
pub(super) trait Job: Any + Send {
    /// Runs the closure; answers whether its savepoint is to be kept.
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;
    /// Tells the caller how it ended.
    fn acknowledge(self: Box<Self>, outcome: BatchOutcome);
    /// Takes in another that can be run with it; gives it back where it cannot.
    fn merge(&mut self, other: Box<dyn Job>) -> Option<Box<dyn Job>> {
        Some(other)
    }
    /// What it consists of, to be tried one by one; nothing where that is itself.
    fn split(&mut self) -> Vec<Box<dyn Job>> {
        Vec::new()
    }
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchOutcome {
    Committed,
    /// The disk is full; nothing of it is kept.
    DiskFull,
    Failed,
}

impl BatchOutcome {
    /// What a caller hears of a closure with this outcome.
    pub(super) fn result<T, E: From<StoreError>>(self, outcome: Option<Result<T, E>>) -> Result<T, E> {
        match (outcome, self) {
            (Some(Ok(value)), Self::Committed) => Ok(value),
            (Some(Err(error)), _) => Err(error),
            (_, Self::DiskFull) => Err(StoreError::DiskFull.into()),
            _ => Err(StoreError::WriterStopped.into()),
        }
    }
}

struct Closure<F, T, E> {
    work: Option<F>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Job for Closure<F, T, E>
where
    F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let outcome = catch_panic(async { work(tx).await }).await;
            let keep = outcome.is_ok();
            self.outcome = Some(outcome);
            keep
        })
    }

    fn acknowledge(self: Box<Self>, outcome: BatchOutcome) {
        // The caller may have gone; what is committed stays committed.
        let _ = self.reply.send(outcome.result(self.outcome));
    }
}

/// A panic in one closure must not take the writer, and with it every other write, down.
pub(super) async fn catch_panic<T, E: From<StoreError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(StoreError::WriterStopped.into()))
}

enum Message {
    Job(Box<dyn Job>),
    Stop(oneshot::Sender<()>),
}

/// The way to SQLite's one writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Message>,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Message")
    }
}

impl Writer {
    /// Starts the writer on a connection that it alone uses.
    pub fn start(connection: SqliteConnection) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(write_batches(connection, waiting));
        Self { queue }
    }

    /// How many closures wait for it.
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Has a job run, and waits for what `answer` says of it.
    pub(super) async fn run<T, E>(&self, job: Box<dyn Job>, result: oneshot::Receiver<Result<T, E>>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        self.queue.send(Message::Job(job)).await.map_err(|_| StoreError::WriterStopped)?;
        result.await.unwrap_or_else(|_| Err(StoreError::WriterStopped.into()))
    }

    /// Waits until everything queued so far is committed, then ends the writer.
    pub async fn stop(&self) {
        let (done, ended) = oneshot::channel();
        if self.queue.send(Message::Stop(done)).await.is_ok() {
            let _ = ended.await;
        }
    }
}

async fn write_batches(connection: SqliteConnection, mut waiting: mpsc::Receiver<Message>) {
    let mut tx = Tx::Sqlite(Box::new(connection.into()));
    let mut stop = None;
    while stop.is_none() {
        let Some(first) = waiting.recv().await else { break };
        let (mut batch, mut taken) = (Vec::new(), 0);
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                Message::Job(job) => add(&mut batch, job),
                Message::Stop(done) => {
                    stop = Some(done);
                    break;
                }
            }
            taken += 1;
            next = if taken < MAX_BATCH { waiting.try_recv().ok() } else { None };
        }
        let ended = run_batch(&mut tx, &mut batch).await;
        // A full disk may end the transaction in the middle of a job: then it is the savepoint that is missed.
        let disk_was_full = tx.sqlite_connection().is_some_and(BatchingConnection::reset);
        let outcome = match ended {
            Ok(()) => BatchOutcome::Committed,
            Err(error) => {
                tracing::error!(%error, jobs = batch.len(), "a batch of writes was lost before its commit");
                let _ = statement(&mut tx, "rollback").await;
                if disk_was_full { BatchOutcome::DiskFull } else { BatchOutcome::Failed }
            }
        };
        for job in batch {
            job.acknowledge(outcome);
        }
    }
    if let Tx::Sqlite(connection) = tx {
        let _ = connection.close().await;
    }
    if let Some(done) = stop {
        let _ = done.send(());
    }
}

/// Puts a job with those that it can be run with, or behind all.
fn add(batch: &mut Vec<Box<dyn Job>>, job: Box<dyn Job>) {
    let alone = batch.iter_mut().try_fold(job, |job, earlier| earlier.merge(job));
    batch.extend(alone);
}

async fn run_batch(tx: &mut Tx, batch: &mut Vec<Box<dyn Job>>) -> Result<(), sqlx::Error> {
    if batch.is_empty() {
        return Ok(());
    }
    statement(tx, "begin immediate; savepoint job").await?;
    let mut at = 0;
    while let Some(job) = batch.get_mut(at) {
        at += 1;
        if let Some(connection) = tx.sqlite_connection() {
            connection.begin_job();
        }
        let is_ok = job.run(tx).await;
        let Some(connection) = tx.sqlite_connection() else { continue };
        if is_ok {
            connection.set_prefix("release job; savepoint job;");
        } else {
            connection.discard_job();
            // Rolled back, a savepoint is as good as new.
            statement(tx, "rollback to job").await?;
            let parts = job.split();
            batch.splice(at..at, parts);
        }
    }
    let Some(connection) = tx.sqlite_connection() else { return Ok(()) };
    // The last is released by the commit.
    connection.set_prefix("");
    connection.flush_deferred("commit").await
}

async fn statement(tx: &mut Tx, sql: &'static str) -> Result<(), sqlx::Error> {
    crate::execute!(tx, sqlx::query(sql)).map(|_| ())
}

/// How rows of one kind are added from `$1`, a JSON array of them. SQLite adds those of many writes together, just before
/// their commit.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a statement for each engine")]
pub struct DeferredInsert {
    pub on_sqlite: &'static str,
    pub on_postgres: &'static str,
}

impl Tx {
    /// SQLite's connection.
    fn sqlite_connection(&mut self) -> Option<&mut BatchingConnection> {
        if let Self::Sqlite(connection) = self { Some(connection) } else { None }
    }

    /// Adds a row that nobody reads before the commit, and that cannot fail: see [`DeferredInsert`].
    pub async fn defer_insert(&mut self, insert: &DeferredInsert, row: Value) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => connection.defer_insert(insert.on_sqlite, row),
            Self::Postgres(transaction) => {
                sqlx::query(insert.on_postgres).bind(Json([row])).execute(&mut **transaction).await?;
            }
        }
        Ok(())
    }

    /// Adds the rows now that are to be added in the end: for whoever reads or changes such rows.
    pub async fn flush_deferred(&mut self) -> Result<(), StoreError> {
        match self.sqlite_connection() {
            Some(connection) => Ok(connection.flush_deferred("").await?),
            None => Ok(()),
        }
    }
}

impl Db {
    /// Runs `work` in a write transaction and answers after its commit is durable.
    ///
    /// When `work` fails nothing of it is kept. Inside the closure only SQL is awaited: on SQLite everybody else's
    /// writes wait for it. Fails as `work` does, or with [`StoreError`] when the engine does.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let begun = Instant::now();
        let outcome = traced!("write", self.written(work)).await;
        WRITE_DURATIONS.observe(begun.elapsed());
        outcome
    }

    async fn written<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite { writer, .. } => {
                let (reply, result) = oneshot::channel();
                writer.run(Box::new(Closure { work: Some(work), outcome: None, reply }), result).await
            }
            Self::Postgres { pool } => {
                let mut tx = Tx::Postgres(Box::new(pool.begin().await.map_err(StoreError::from)?));
                let outcome = work(&mut tx).await?;
                if let Tx::Postgres(transaction) = tx {
                    transaction.commit().await.map_err(StoreError::from)?;
                }
                Ok(outcome)
            }
        }
    }
}
