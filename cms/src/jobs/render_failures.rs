//! Pages that this process's renderer cannot render: what a metric counts, staff list, and `liveSince` waits for.
//!
//! In memory: each process has a renderer of its own, and after a restart every page is rendered anyway.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::common::clock::Timestamp;

/// The most pages that are remembered. With more the renderer is broken, not a page.
const MAX_FAILURES: usize = 200;
/// The most characters of a reason.
const MAX_REASON_CHARS: usize = 300;

/// Why a page cannot be rendered, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderFailure {
    /// The reason of the last try, plain text.
    pub reason: String,
    /// When it failed first since it last rendered.
    pub since: Timestamp,
}

/// The failing pages by their paths, plain text. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RenderFailures(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    failures: Mutex<BTreeMap<String, RenderFailure>>,
    recovered: Notify,
}

impl RenderFailures {
    /// Notes that the page at `path` could not be rendered at `now`.
    pub fn record(&self, path: &str, reason: &str, now: Timestamp) {
        let mut failures = self.failures();
        let reason: String = reason.chars().take(MAX_REASON_CHARS).collect();
        let is_full = failures.len() >= MAX_FAILURES;
        match failures.get_mut(path) {
            Some(failure) => failure.reason = reason,
            None if !is_full => {
                failures.insert(path.to_owned(), RenderFailure { reason, since: now });
            }
            None => {}
        }
    }

    /// Notes that the page at `path` renders, or is no longer public.
    pub fn clear(&self, path: &str) {
        if self.failures().remove(path).is_some() {
            self.0.recovered.notify_one();
        }
    }

    /// The failing pages, in the order of their paths.
    pub fn list(&self) -> Vec<(String, RenderFailure)> {
        self.failures().iter().map(|(path, failure)| (path.clone(), failure.clone())).collect()
    }

    /// How many pages fail.
    pub fn count(&self) -> usize {
        self.failures().len()
    }

    /// Whether the page at `path` fails.
    pub fn contains(&self, path: &str) -> bool {
        self.failures().contains_key(path)
    }

    /// Waits until a page was cleared.
    pub async fn recovered(&self) {
        self.0.recovered.notified().await;
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<String, RenderFailure>> {
        self.0.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn render_failures_over_the_maximum_are_dropped_and_reasons_cut() {
        let failures = RenderFailures::default();
        for number in 0..1000 {
            failures.record(&format!("/places/{number}"), &"é".repeat(1000), Timestamp(1));
        }
        assert_eq!(failures.count(), MAX_FAILURES);
        assert!(failures.list().iter().all(|(_, failure)| failure.reason.chars().count() == MAX_REASON_CHARS));
    }

    #[test]
    fn render_failure_repeated_keeps_its_first_time_and_last_reason() {
        let failures = RenderFailures::default();
        failures.record("/explore", "first", Timestamp(1));
        failures.record("/explore", "second", Timestamp(2));
        let kept = RenderFailure { reason: "second".to_owned(), since: Timestamp(1) };
        assert_eq!(failures.list(), [("/explore".to_owned(), kept)]);
        failures.clear("/explore");
        assert_eq!(failures.count(), 0);
    }
}
