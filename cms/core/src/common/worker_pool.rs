//! Runs CPU-bound tasks on a few threads with low priority.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use parking_lot::Mutex;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

/// The nice value of the workers. A request that competes with a worker for a core gets about nine tenths of the
/// core's time.
const NICENESS: i32 = 10;

type Task = Box<dyn FnOnce() + Send>;

/// Why a task has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkerPoolError {
    /// The queue is full.
    #[error("too many other tasks are waiting")]
    Busy,
    /// The task panicked.
    #[error("the task could not be finished")]
    Panicked,
}

/// A pool of threads with a bounded queue. Cheap to clone; the threads end when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    queue: SyncSender<Task>,
    waiting_task_count: Gauge,
}

/// Half of the cores of this machine, at least one.
pub fn half_cpu_count() -> usize {
    (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

impl WorkerPool {
    /// Starts `worker_count` threads named `name`. The queue holds at most `max_waiting_tasks` tasks.
    pub fn new(name: &str, worker_count: usize, max_waiting_tasks: usize) -> Self {
        let (queue, tasks) = sync_channel(max_waiting_tasks);
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..worker_count {
            let tasks = tasks.clone();
            let spawn_result = std::thread::Builder::new().name(name.into()).spawn(move || worker_loop(&tasks));
            if let Err(error) = spawn_result {
                tracing::error!(%error, name, "failed to start a worker thread");
            }
        }
        Self { queue, waiting_task_count: Gauge::default() }
    }

    /// The number of tasks that wait for a worker.
    pub fn waiting_task_count(&self) -> i64 {
        self.waiting_task_count.get()
    }

    /// Queues `task` and returns its result. The task is skipped if the returned future was dropped before a worker
    /// took it.
    ///
    /// Errors: [`WorkerPoolError::Busy`] if the queue is full or no worker could be started.
    /// [`WorkerPoolError::Panicked`] if the task panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkerPoolError> {
        let (reply, result) = oneshot::channel();
        let waiting_task_count = self.waiting_task_count.clone();
        let task = Box::new(move || {
            waiting_task_count.dec();
            if !reply.is_closed() {
                let _ = reply.send(task());
            }
        });
        self.waiting_task_count.inc();
        if self.queue.try_send(task).is_err() {
            self.waiting_task_count.dec();
            return Err(WorkerPoolError::Busy);
        }
        result.await.map_err(|_| WorkerPoolError::Panicked)
    }
}

/// Runs tasks until the queue is closed. A worker has a thread of its own, because the low priority applies to the
/// whole thread.
fn worker_loop(queue: &Mutex<Receiver<Task>>) {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "failed to lower the priority of a worker thread");
    }
    loop {
        let next = queue.lock().recv();
        let Ok(task) = next else { return };
        // A panic is reported to the caller through the dropped channel; the worker continues.
        let _ = catch_unwind(AssertUnwindSafe(task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panic_of_a_task_is_reported_and_the_worker_continues() {
        let pool = WorkerPool::new("test", 1, 4);
        assert_eq!(pool.run(|| -> i32 { panic!("on purpose") }).await, Err(WorkerPoolError::Panicked));
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn task_is_rejected_if_the_queue_is_full() {
        let pool = WorkerPool::new("test", 1, 1);
        let (release_sender, release_receiver) = sync_channel::<()>(0);
        let (begin_sender, begin_receiver) = oneshot::channel();
        let running_task = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    let _ = begin_sender.send(());
                    let _ = release_receiver.recv();
                })
                .await
            }
        });
        begin_receiver.await.expect("a worker");
        let (waiting, rejected) = (pool.run(|| 1), pool.run(|| 2));
        tokio::pin!(waiting);
        assert!(futures_util::poll!(&mut waiting).is_pending());
        assert_eq!(rejected.await, Err(WorkerPoolError::Busy));
        assert_eq!(pool.waiting_task_count(), 1);
        drop(release_sender);
        assert_eq!(waiting.await, Ok(1));
        assert_eq!(running_task.await.expect("no panic"), Ok(()));
        assert_eq!(pool.waiting_task_count(), 0);
    }
}
