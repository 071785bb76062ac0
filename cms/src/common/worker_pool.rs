//! Work that takes a core for a while, by a few workers that step back for everybody else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

/// The workers' nice value: with it a read that needs the core gets nine tenths of it.
const NICENESS: i32 = 10;

type Task = Box<dyn FnOnce() + Send>;

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// Too many others are waiting.
    #[error("too many others are waiting")]
    Busy,
    /// It panicked.
    #[error("it could not be finished")]
    Panicked,
}

/// A few threads of their own, and a queue before them that ends. Cheap to clone; the workers end with the last clone.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    queue: SyncSender<Task>,
    waiting: Arc<AtomicUsize>,
}

/// One worker for every second core of this machine.
pub fn half_cpu_count() -> usize {
    (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

impl WorkerPool {
    /// So many workers, with room for so many tasks that wait.
    pub fn new(name: &str, workers: usize, waiting: usize) -> Self {
        let (queue, tasks) = sync_channel(waiting);
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..workers {
            let tasks = tasks.clone();
            let started = std::thread::Builder::new().name(name.into()).spawn(move || worker_loop(&tasks));
            if let Err(error) = started {
                tracing::error!(%error, name, "a worker could not be started");
            }
        }
        Self { queue, waiting: Arc::default() }
    }

    /// How many tasks wait for a worker.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs `task` when a worker has time. A caller who has gone away meanwhile costs nothing.
    pub async fn run<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> Result<T, PoolError> {
        let (reply, answer) = oneshot::channel();
        let waiting = self.waiting.clone();
        let task = Box::new(move || {
            waiting.fetch_sub(1, Ordering::Relaxed);
            if !reply.is_closed() {
                let _ = reply.send(task());
            }
        });
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if self.queue.try_send(task).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(PoolError::Busy);
        }
        answer.await.map_err(|_| PoolError::Panicked)
    }
}

/// Threads of their own, so that their low priority is nobody else's.
fn worker_loop(queue: &Mutex<Receiver<Task>>) {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "the workers run at the usual priority");
    }
    loop {
        let next = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
        let Ok(task) = next else { return };
        // Whoever waits for a task that panicked is told that it failed; the worker goes on.
        let _ = catch_unwind(AssertUnwindSafe(task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_told_and_the_worker_goes_on() {
        let pool = WorkerPool::new("test", 1, 4);
        assert_eq!(pool.run(|| -> i32 { panic!("on purpose") }).await, Err(PoolError::Panicked));
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn more_than_there_is_room_for_are_sent_away() {
        let pool = WorkerPool::new("test", 1, 1);
        let (go, wait) = sync_channel::<()>(0);
        let (begun, has_begun) = oneshot::channel();
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    let _ = begun.send(());
                    let _ = wait.recv();
                })
                .await
            }
        });
        has_begun.await.expect("a worker");
        let (waiting, sent_away) = (pool.run(|| 1), pool.run(|| 2));
        tokio::pin!(waiting);
        assert!(futures_util::poll!(&mut waiting).is_pending());
        assert_eq!(sent_away.await, Err(PoolError::Busy));
        assert_eq!(pool.waiting(), 1);
        drop(go);
        assert_eq!(waiting.await, Ok(1));
        assert_eq!(busy.await.expect("no panic"), Ok(()));
        assert_eq!(pool.waiting(), 0);
    }
}
