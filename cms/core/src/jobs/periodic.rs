//! Runs the background tasks of a process.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::task::AbortHandle;
use tracing::Instrument;

use crate::common::error_chain;

/// The background tasks of this process. Cheap to clone.
#[derive(Clone, Default)]
pub struct PeriodicTasks(Arc<Mutex<BTreeMap<&'static str, Task>>>);

struct Task {
    handle: AbortHandle,
    last_success: SystemTime,
}

impl PeriodicTasks {
    /// Runs `job` with a clone of `state` at once, and again after the duration that the last run returned, until
    /// [`PeriodicTasks::stop`]. A run that fails or panics is logged and repeated after `retry_after`.
    pub fn spawn<S, F, E>(
        &self,
        name: &'static str,
        retry_after: Duration,
        state: &S,
        mut job: impl FnMut(S) -> F + Send + 'static,
    ) where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<Duration, E>> + Send,
        E: std::error::Error + Send + 'static,
    {
        let (tasks, state) = (self.clone(), state.clone());
        let repeat = async move {
            loop {
                let run = AssertUnwindSafe(async { job(state.clone()).await }).catch_unwind().await;
                let error = match run {
                    Ok(Ok(wait)) => {
                        if let Some(task) = tasks.0.lock().get_mut(name) {
                            task.last_success = SystemTime::now();
                        }
                        tokio::time::sleep(wait).await;
                        continue;
                    }
                    Ok(Err(error)) => error_chain::display(&error).to_string(),
                    // The panic hook has already printed the panic message.
                    Err(_) => "panicked".to_owned(),
                };
                tracing::error!(task = name, %error, "background task failed");
                tokio::time::sleep(retry_after).await;
            }
        };
        let handle = tokio::spawn(repeat.instrument(tracing::info_span!("task", name))).abort_handle();
        // Until its first success, the start of a task counts as its last success.
        self.0.lock().insert(name, Task { handle, last_success: SystemTime::now() });
    }

    /// Aborts all tasks. If a task is aborted during a write, the write is committed completely or not at all.
    pub fn stop(&self) {
        for task in self.0.lock().values() {
            task.handle.abort();
        }
    }

    /// The names of the tasks, each with the time of its last success, or of its start before the first success.
    pub fn last_successes(&self) -> Vec<(&'static str, SystemTime)> {
        self.0.lock().iter().map(|(name, task)| (*name, task.last_success)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn task_that_fails_or_panics_runs_again() {
        let tasks = PeriodicTasks::default();
        let (sender, mut runs) = tokio::sync::mpsc::unbounded_channel();
        let mut count = 0;
        tasks.spawn("test", Duration::from_millis(1), &sender, move |sender| {
            count += 1;
            let run = count;
            async move {
                sender.send(run).expect("a receiver");
                assert!(run != 2, "the second run panics");
                if run == 1 { Err(std::fmt::Error) } else { Ok(Duration::from_millis(1)) }
            }
        });
        drop(sender);
        let start_time = tasks.last_successes()[0].1;
        for expected in 1..=4 {
            assert_eq!(runs.recv().await, Some(expected));
        }
        let (name, last_success) = tasks.last_successes()[0];
        assert!(name == "test" && last_success > start_time);
        tasks.stop();
        while runs.recv().await.is_some() {}
    }
}
