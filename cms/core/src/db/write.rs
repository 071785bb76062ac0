//! All writes go through `Db::write(closure)`.
//!
//! SQLite has one writer task (group commit). It takes the waiting closures as a batch, runs each in a savepoint,
//! commits once and only then acknowledges all of them. Sixteen concurrent writes, for example, share one disk flush,
//! and none is acknowledged before the flush. On PostgreSQL each closure runs in an ordinary transaction.
//!
//! The writer of SQLite also merges waiting writes of one kind, so that many concurrent guestbook entries share a few
//! statements.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::time::Instant;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use prometheus_client::metrics::histogram::Histogram;
use serde_json::Value;
use sqlx::SqliteConnection;
use sqlx::types::Json;
use tokio::sync::{mpsc, oneshot};

use super::engine::{Db, StoreError, Tx};
use super::sqlite::BatchingConnection;
use crate::common::metrics::duration_histogram;
use crate::traced;

/// The durations of writes, from the call to the durable commit or the failure. A static, because a process has one
/// database.
pub static WRITE_DURATIONS: LazyLock<Histogram> = LazyLock::new(duration_histogram);

/// The maximum number of writes in one commit.
const MAX_BATCH_JOBS: usize = 64;
/// The capacity of the queue. If it is full, callers wait until there is space.
const QUEUE_CAPACITY: usize = 1024;

/// A queued write. The writer runs it in a transaction and acknowledges it after the commit.
trait Job: Any + Send {
    /// Runs the job. Returns whether its changes are kept; otherwise they are rolled back.
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;
    /// Sends the result to the caller. If the caller has been canceled, a committed write stays committed.
    fn send_job_result(self: Box<Self>, outcome: BatchOutcome);
    /// Merges another job into this one. Returns the other job if it cannot be merged.
    fn merge(&mut self, other: Box<dyn Job>) -> Option<Box<dyn Job>> {
        Some(other)
    }
    /// Splits a failed job into the jobs that were merged into it, so that the writer tries each alone. Empty if
    /// nothing was merged, or if each merged write already has its own result.
    fn split(&mut self) -> Vec<Box<dyn Job>> {
        Vec::new()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BatchOutcome {
    Committed,
    /// The disk is full; the batch was rolled back.
    DiskFull,
    Failed,
}

impl BatchOutcome {
    /// The result for the caller of a job. `outcome` is the result of the job itself; `None` if the job did not run.
    fn result_for_caller<T, E: From<StoreError>>(self, outcome: Option<Result<T, E>>) -> Result<T, E> {
        match (outcome, self) {
            (Some(Ok(value)), Self::Committed) => Ok(value),
            (Some(Err(error)), _) => Err(error),
            (_, Self::DiskFull) => Err(StoreError::DiskFull.into()),
            _ => Err(StoreError::Aborted.into()),
        }
    }
}

struct ClosureJob<F, T, E> {
    work: Option<F>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Job for ClosureJob<F, T, E>
where
    F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let outcome = catch_panic(async { work(tx).await }).await;
            let is_ok = outcome.is_ok();
            self.outcome = Some(outcome);
            is_ok
        })
    }

    fn send_job_result(self: Box<Self>, outcome: BatchOutcome) {
        let _ = self.reply.send(outcome.result_for_caller(self.outcome));
    }
}

/// The result of one of the merged writes.
pub type MergedWriteResult<I> = Result<<I as Mergeable>::Output, <I as Mergeable>::Error>;

/// A write that can be merged with others of its kind.
pub trait Mergeable: Sized + Send + Sync + 'static {
    /// The result for the caller.
    type Output: Send + 'static;
    /// Why the write was rejected.
    type Error: From<StoreError> + Send + 'static;

    /// Whether neither write changes what the checks of the other one read. Dependent writes run one after the other.
    fn is_independent_of(&self, other: &Self) -> bool;

    /// Runs the writes in the transaction and returns one result for each, in order. A rejected write has changed
    /// nothing. If this function itself fails, all writes are rolled back and each one is tried alone.
    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<MergedWriteResult<Self>>, Self::Error>>;
}

struct MergedJob<I: Mergeable> {
    all: Vec<I>,
    replies: Vec<oneshot::Sender<MergedWriteResult<I>>>,
    outcomes: Vec<MergedWriteResult<I>>,
}

impl<I: Mergeable> MergedJob<I> {
    fn new(one: I, reply: oneshot::Sender<MergedWriteResult<I>>) -> Self {
        Self { all: vec![one], replies: vec![reply], outcomes: Vec::new() }
    }
}

impl<I: Mergeable> Job for MergedJob<I> {
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        async move {
            match catch_panic(I::write(tx, &self.all)).await {
                Ok(outcomes) => self.outcomes = outcomes,
                Err(error) if self.all.len() == 1 => self.outcomes = vec![Err(error)],
                Err(_) => {}
            }
            self.outcomes.iter().any(Result::is_ok)
        }
        .boxed()
    }

    fn send_job_result(self: Box<Self>, outcome: BatchOutcome) {
        let mut outcomes = self.outcomes.into_iter();
        for reply in self.replies {
            let _ = reply.send(outcome.result_for_caller(outcomes.next()));
        }
    }

    fn merge(&mut self, other: Box<dyn Job>) -> Option<Box<dyn Job>> {
        let is_independent =
            |other: &Self| other.all.iter().all(|new| self.all.iter().all(|one| one.is_independent_of(new)));
        if !(&*other as &dyn Any).downcast_ref().is_some_and(is_independent) {
            return Some(other);
        }
        if let Ok(other) = (other as Box<dyn Any>).downcast::<Self>() {
            self.all.extend(other.all);
            self.replies.extend(other.replies);
        }
        None
    }

    fn split(&mut self) -> Vec<Box<dyn Job>> {
        if !self.outcomes.is_empty() {
            return Vec::new();
        }
        let parts = self.all.drain(..).zip(self.replies.drain(..));
        parts.map(|(one, reply)| Box::new(Self::new(one, reply)) as Box<dyn Job>).collect()
    }
}

/// Runs `work`. Returns [`StoreError::Aborted`] if it panics, so that the panic does not stop the writer and fail
/// all other writes.
async fn catch_panic<T, E: From<StoreError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(StoreError::Aborted.into()))
}

enum WriterMessage {
    Job(Box<dyn Job>),
    Stop(oneshot::Sender<()>),
}

/// The handle of the writer task. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<WriterMessage>,
}

impl Writer {
    /// Starts the writer task, which owns `connection`.
    pub fn start(connection: SqliteConnection) -> Self {
        let (queue, queue_receiver) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(write_batches(connection, queue_receiver));
        Self { queue }
    }

    /// The number of queued jobs.
    pub fn queued_job_count(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Queues the job that `job` creates with the channel for its result, and waits for the result.
    async fn enqueue_and_wait<T, E, J>(&self, job: impl FnOnce(oneshot::Sender<Result<T, E>>) -> J) -> Result<T, E>
    where
        E: From<StoreError>,
        J: Job,
    {
        let (reply, result) = oneshot::channel();
        self.queue.send(WriterMessage::Job(Box::new(job(reply)))).await.map_err(|_| StoreError::Aborted)?;
        result.await.unwrap_or_else(|_| Err(StoreError::Aborted.into()))
    }

    /// Waits until all queued jobs have been committed or have failed, then stops the writer.
    pub async fn stop(&self) {
        let (stopped_sender, stopped_receiver) = oneshot::channel();
        if self.queue.send(WriterMessage::Stop(stopped_sender)).await.is_ok() {
            let _ = stopped_receiver.await;
        }
    }
}

async fn write_batches(connection: SqliteConnection, mut queue_receiver: mpsc::Receiver<WriterMessage>) {
    let mut tx = Tx::Sqlite(Box::new(connection.into()));
    let (mut stop, mut messages) = (None, Vec::new());
    while stop.is_none() && queue_receiver.recv_many(&mut messages, MAX_BATCH_JOBS).await > 0 {
        let mut batch: Vec<Box<dyn Job>> = Vec::new();
        for message in messages.drain(..) {
            match message {
                WriterMessage::Job(job) => {
                    // Merges the job into an earlier one of the batch, or appends it.
                    let unmerged = batch.iter_mut().try_fold(job, |job, earlier| earlier.merge(job));
                    batch.extend(unmerged);
                }
                WriterMessage::Stop(stopped_sender) => stop = Some(stopped_sender),
            }
        }
        let batch_result = run_batch(&mut tx, &mut batch).await;
        // A full disk may end the transaction during a job. The batch then fails with an error about the missing
        // savepoint. The connection therefore records whether the disk was full.
        let disk_was_full = tx.sqlite_connection().is_some_and(BatchingConnection::reset_and_take_disk_was_full);
        let outcome = match batch_result {
            Ok(()) => BatchOutcome::Committed,
            Err(error) => {
                tracing::error!(%error, jobs = batch.len(), "failed to commit a batch of writes");
                let _ = execute_statement(&mut tx, "rollback").await;
                if disk_was_full { BatchOutcome::DiskFull } else { BatchOutcome::Failed }
            }
        };
        for job in batch {
            job.send_job_result(outcome);
        }
    }
    if let Tx::Sqlite(connection) = tx {
        let _ = connection.close().await;
    }
    if let Some(stopped_sender) = stop {
        let _ = stopped_sender.send(());
    }
}

async fn run_batch(tx: &mut Tx, batch: &mut Vec<Box<dyn Job>>) -> Result<(), sqlx::Error> {
    if batch.is_empty() {
        return Ok(());
    }
    execute_statement(tx, "begin immediate; savepoint job").await?;
    let mut job_index = 0;
    while let Some(job) = batch.get_mut(job_index) {
        job_index += 1;
        if let Some(connection) = tx.sqlite_connection() {
            connection.begin_job();
        }
        let is_ok = job.run(tx).await;
        let Some(connection) = tx.sqlite_connection() else { continue };
        if is_ok {
            connection.set_prefix("release job; savepoint job;");
        } else {
            connection.discard_job();
            // The savepoint still exists after the rollback, and the next job uses it again.
            execute_statement(tx, "rollback to job").await?;
            let parts = job.split();
            batch.splice(job_index..job_index, parts);
        }
    }
    let Some(connection) = tx.sqlite_connection() else { return Ok(()) };
    // The commit releases the last savepoint, so the prefix is not needed.
    connection.set_prefix("");
    connection.flush_deferred("commit").await
}

async fn execute_statement(tx: &mut Tx, sql: &'static str) -> Result<(), sqlx::Error> {
    crate::execute!(tx, sqlx::query(sql)).map(|_| ())
}

/// The statements that insert rows of one kind from `$1`, a JSON array of rows. On SQLite, the writer inserts the rows
/// of all jobs of a batch directly before the commit. On PostgreSQL, each row is inserted at once.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a statement for each engine")]
pub struct DeferredInsert {
    pub sqlite_statement: &'static str,
    pub postgres_statement: &'static str,
}

impl Tx {
    /// The connection, if the engine is SQLite.
    fn sqlite_connection(&mut self) -> Option<&mut BatchingConnection> {
        if let Self::Sqlite(connection) = self { Some(connection) } else { None }
    }

    /// Inserts a row: at once on PostgreSQL, directly before the commit on SQLite. No statement may read the row before
    /// [`Tx::flush_deferred`]. The insert must not be able to fail, because the whole batch would fail with it.
    pub async fn defer_insert(&mut self, insert: &DeferredInsert, row: Value) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => connection.defer_insert(insert.sqlite_statement, row),
            Self::Postgres(transaction) => {
                sqlx::query(insert.postgres_statement).bind(Json([row])).execute(&mut **transaction).await?;
            }
        }
        Ok(())
    }

    /// Inserts the deferred rows now. Must be called before a statement reads or changes these rows. Does nothing on
    /// PostgreSQL.
    pub async fn flush_deferred(&mut self) -> Result<(), StoreError> {
        let Some(connection) = self.sqlite_connection() else { return Ok(()) };
        Ok(connection.flush_deferred("").await?)
    }
}

impl Db {
    /// Runs `work` in a write transaction and returns after its commit is durable.
    ///
    /// If `work` fails, its changes are rolled back. `work` must await only SQL, because on SQLite all other writes
    /// wait until it has ended.
    ///
    /// Errors: the error of `work`, or a [`StoreError`] of the engine.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        measure_write(async {
            match self {
                Self::Sqlite { writer, .. } => {
                    let job = |reply| ClosureJob { work: Some(work), outcome: None, reply };
                    writer.enqueue_and_wait::<T, E, _>(job).await
                }
                Self::Postgres { pool } => {
                    let mut tx = Tx::Postgres(Box::new(pool.begin().await.map_err(StoreError::from)?));
                    let outcome = work(&mut tx).await?;
                    if let Tx::Postgres(transaction) = tx {
                        transaction.commit().await.map_err(StoreError::from)?;
                    }
                    Ok::<T, E>(outcome)
                }
            }
        })
        .await
    }

    /// Runs a write, merged with others of its kind that wait at the same time. Returns after the commit is durable. On
    /// PostgreSQL each write runs in its own transaction.
    pub async fn write_merged<I: Mergeable>(&self, one: I) -> MergedWriteResult<I> {
        match self {
            Self::Sqlite { writer, .. } => {
                measure_write(writer.enqueue_and_wait(|reply| MergedJob::new(one, reply))).await
            }
            Self::Postgres { .. } => self.write(move |tx| write_alone(tx, one).boxed()).await,
        }
    }
}

async fn write_alone<I: Mergeable>(tx: &mut Tx, one: I) -> MergedWriteResult<I> {
    let outcome = I::write(tx, &[one]).await?.pop();
    outcome.unwrap_or_else(|| Err(StoreError::Aborted.into()))
}

/// Runs a write in a span and measures its duration.
async fn measure_write<T>(write: impl Future<Output = T>) -> T {
    let started = Instant::now();
    let outcome = traced!("write", write).await;
    WRITE_DURATIONS.observe(started.elapsed().as_secs_f64());
    outcome
}
