//! All writes go through `Db::write(closure)`.
//!
//! SQLite has one writer task (group commit). It takes the waiting closures as a batch, runs each in a savepoint,
//! commits once and only then acknowledges all of them: sixteen writes share one disk flush, and none is acknowledged
//! before it. On PostgreSQL each closure runs in an ordinary transaction.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::time::Instant;

use futures_util::{FutureExt, future::BoxFuture};
use prometheus_client::metrics::histogram::Histogram;
use serde_json::Value;
use sqlx::SqliteConnection;
use sqlx::types::Json;
use tokio::sync::{mpsc, oneshot};

use super::batching_connection::BatchingConnection;
use super::engine::{Db, Tx};
use super::error::StoreError;
use crate::common::metrics::duration_histogram;
use crate::traced;

/// The durations of writes, from the call to the durable commit or the failure. A static, as a process has one
/// database.
pub static WRITE_DURATIONS: LazyLock<Histogram> = LazyLock::new(duration_histogram);

/// The maximum number of jobs in one commit.
const MAX_BATCH: usize = 64;
/// The capacity of the queue. If it is full, callers wait until there is space.
const QUEUE_CAPACITY: usize = 1024;

/// A queued write: run in the transaction, acknowledged after the commit.
pub(super) trait Job: Any + Send {
    /// Runs the job. Returns whether its savepoint is kept.
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;
    /// Sends the result to the caller.
    fn acknowledge(self: Box<Self>, outcome: BatchOutcome);
    /// Merges another job into this one. Returns it if it cannot be merged.
    fn merge(&mut self, other: Box<dyn Job>) -> Option<Box<dyn Job>> {
        Some(other)
    }
    /// Splits a failed job into the jobs that were merged into it, to be tried one by one. Empty if nothing was merged.
    fn split(&mut self) -> Vec<Box<dyn Job>> {
        Vec::new()
    }
}

/// The outcome of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchOutcome {
    Committed,
    /// The disk is full; the batch was rolled back.
    DiskFull,
    Failed,
}

impl BatchOutcome {
    /// The result for the caller of a job that returned `outcome` in this batch.
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
        // The caller may have been cancelled; a committed write stays committed.
        let _ = self.reply.send(outcome.result(self.outcome));
    }
}

/// Turns a panic into an error, so that a panic in one closure does not end the writer and all other writes.
pub(super) async fn catch_panic<T, E: From<StoreError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(StoreError::WriterStopped.into()))
}

enum Message {
    Job(Box<dyn Job>),
    Stop(oneshot::Sender<()>),
}

/// The handle of the writer task. Cheap to clone.
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
    /// Starts the writer task with its own connection.
    pub fn start(connection: SqliteConnection) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(write_batches(connection, waiting));
        Self { queue }
    }

    /// The number of queued jobs.
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Queues a job and waits for its result.
    pub(super) async fn run<T, E>(&self, job: Box<dyn Job>, result: oneshot::Receiver<Result<T, E>>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        self.queue.send(Message::Job(job)).await.map_err(|_| StoreError::WriterStopped)?;
        result.await.unwrap_or_else(|_| Err(StoreError::WriterStopped.into()))
    }

    /// Waits until all queued jobs are committed, then stops the writer.
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
        // A full disk may end the transaction during a job. Then the error is about the missing savepoint.
        let disk_was_full = tx.sqlite_connection().is_some_and(BatchingConnection::reset);
        let outcome = match ended {
            Ok(()) => BatchOutcome::Committed,
            Err(error) => {
                tracing::error!(%error, jobs = batch.len(), "failed to commit a batch of writes");
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

/// Merges a job into an earlier one of the batch, or appends it.
fn add(batch: &mut Vec<Box<dyn Job>>, job: Box<dyn Job>) {
    let unmerged = batch.iter_mut().try_fold(job, |job, earlier| earlier.merge(job));
    batch.extend(unmerged);
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
            // After a rollback the savepoint can be used again.
            statement(tx, "rollback to job").await?;
            let parts = job.split();
            batch.splice(at..at, parts);
        }
    }
    let Some(connection) = tx.sqlite_connection() else { return Ok(()) };
    // The commit releases the last savepoint.
    connection.set_prefix("");
    connection.flush_deferred("commit").await
}

async fn statement(tx: &mut Tx, sql: &'static str) -> Result<(), sqlx::Error> {
    crate::execute!(tx, sqlx::query(sql)).map(|_| ())
}

/// The statements that insert rows of one kind from `$1`, a JSON array of rows. SQLite inserts the rows of all jobs of
/// a batch directly before the commit.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a statement for each engine")]
pub struct DeferredInsert {
    pub on_sqlite: &'static str,
    pub on_postgres: &'static str,
}

impl Tx {
    /// The connection, if the engine is SQLite.
    fn sqlite_connection(&mut self) -> Option<&mut BatchingConnection> {
        if let Self::Sqlite(connection) = self { Some(connection) } else { None }
    }

    /// Inserts a row before the commit. Nothing may read it before, and the insert must not be able to fail: see
    /// [`DeferredInsert`].
    pub async fn defer_insert(&mut self, insert: &DeferredInsert, row: Value) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => connection.defer_insert(insert.on_sqlite, row),
            Self::Postgres(transaction) => {
                sqlx::query(insert.on_postgres).bind(Json([row])).execute(&mut **transaction).await?;
            }
        }
        Ok(())
    }

    /// Inserts the deferred rows now. Required before such rows are read or changed.
    pub async fn flush_deferred(&mut self) -> Result<(), StoreError> {
        match self.sqlite_connection() {
            Some(connection) => Ok(connection.flush_deferred("").await?),
            None => Ok(()),
        }
    }
}

impl Db {
    /// Runs `work` in a write transaction and returns after its commit is durable.
    ///
    /// If `work` fails, it is rolled back. The closure must await only SQL, because on SQLite all other writes wait for
    /// it.
    ///
    /// Errors: the error of `work`, or a [`StoreError`] of the engine.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let begun = Instant::now();
        let outcome = traced!("write", self.write_inner(work)).await;
        WRITE_DURATIONS.observe(begun.elapsed().as_secs_f64());
        outcome
    }

    async fn write_inner<T, E, F>(&self, work: F) -> Result<T, E>
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
