//! Merges waiting writes of one kind, so that many concurrent guestbook entries share a few statements. The writer of
//! SQLite merges the jobs in its queue. On PostgreSQL each write runs in its own transaction.

use std::any::Any;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::engine::{Db, Tx};
use super::error::StoreError;
use super::write::{BatchOutcome, Job, WRITE_DURATIONS, catch_panic};
use crate::traced;

/// The result of one of the merged writes.
pub type WriteResult<I> = Result<<I as Mergeable>::Output, <I as Mergeable>::Error>;

/// A write that can be merged with others of its kind.
pub trait Mergeable: Sized + Send + Sync + 'static {
    /// The result for the caller.
    type Output: Send + 'static;
    /// Why the write was rejected.
    type Error: From<StoreError> + Send + 'static;

    /// Whether neither write affects the checks of the other. Dependent writes run one after the other.
    fn is_independent_of(&self, other: &Self) -> bool;

    /// Runs the writes in the transaction and returns one result for each, in order. A rejected write has changed
    /// nothing. If the whole call fails, it is rolled back and each write is tried alone.
    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<WriteResult<Self>>, Self::Error>>;
}

/// Merged writes with the channels for their results.
struct MergedJob<I: Mergeable> {
    all: Vec<I>,
    replies: Vec<oneshot::Sender<WriteResult<I>>>,
    outcomes: Vec<WriteResult<I>>,
}

impl<I: Mergeable> MergedJob<I> {
    fn new(one: I, reply: oneshot::Sender<WriteResult<I>>) -> Self {
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

    fn acknowledge(self: Box<Self>, outcome: BatchOutcome) {
        let mut outcomes = self.outcomes.into_iter();
        for reply in self.replies {
            // The caller may have been cancelled; a committed write stays committed.
            let _ = reply.send(outcome.result(outcomes.next()));
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

impl Db {
    /// Runs a write, merged with others of its kind that wait at the same time. Returns after the commit is durable.
    pub async fn write_merged<I: Mergeable>(&self, one: I) -> WriteResult<I> {
        let Self::Sqlite { writer, .. } = self else {
            return self.write(move |tx| write_alone(tx, one).boxed()).await;
        };
        let (reply, result) = oneshot::channel();
        let began = std::time::Instant::now();
        let outcome = traced!("write", writer.run(Box::new(MergedJob::new(one, reply)), result)).await;
        WRITE_DURATIONS.observe(began.elapsed().as_secs_f64());
        outcome
    }
}

async fn write_alone<I: Mergeable>(tx: &mut Tx, one: I) -> WriteResult<I> {
    let outcome = I::write(tx, &[one]).await?.pop();
    outcome.unwrap_or_else(|| Err(StoreError::WriterStopped.into()))
}
