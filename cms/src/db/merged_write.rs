//! Writes of one kind that are made together: a crowd that writes into the guestbook pays for a few statements, not for a
//! few each. SQLite's one writer joins those that wait for it. PostgreSQL has many writers, and each writes its own.

use std::any::Any;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::engine::{Db, Tx};
use super::error::StoreError;
use super::write::{BatchOutcome, Job, WRITE_DURATIONS, catch_panic};
use crate::traced;

/// How one ended.
pub type WriteResult<I> = Result<<I as Mergeable>::Output, <I as Mergeable>::Error>;

/// What can be written with others of its kind.
pub trait Mergeable: Sized + Send + Sync + 'static {
    /// What its caller hears.
    type Output: Send + 'static;
    /// Why it was turned down.
    type Error: From<StoreError> + Send + 'static;

    /// Whether neither changes what the other is judged by: two that are not apart are written one after the other.
    fn is_independent_of(&self, other: &Self) -> bool;

    /// Writes them, as [`Db::write`] has it, and answers of each in turn how it ended. One that is turned down has changed
    /// nothing. Where all of it fails nothing is kept, and each is tried by itself.
    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<WriteResult<Self>>, Self::Error>>;
}

/// Some that are written together, each with its way to answer.
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
            // The caller may have gone; what is committed stays committed.
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
    /// Writes one, with others of its kind that wait at the same time, and answers after the commit is durable.
    pub async fn write_merged<I: Mergeable>(&self, one: I) -> WriteResult<I> {
        let Self::Sqlite { writer, .. } = self else {
            return self.write(move |tx| write_alone(tx, one).boxed()).await;
        };
        let (reply, result) = oneshot::channel();
        let began = std::time::Instant::now();
        let outcome = traced!("write", writer.run(Box::new(MergedJob::new(one, reply)), result)).await;
        WRITE_DURATIONS.observe(began.elapsed());
        outcome
    }
}

async fn write_alone<I: Mergeable>(tx: &mut Tx, one: I) -> WriteResult<I> {
    let outcome = I::write(tx, &[one]).await?.pop();
    outcome.unwrap_or_else(|| Err(StoreError::WriterStopped.into()))
}
