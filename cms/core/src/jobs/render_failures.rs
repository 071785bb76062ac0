//! The pages that the renderer of this process failed to render. A metric counts them, staff see a list of them, and
//! `liveSince` depends on them.
//!
//! The failures are only in memory, because each process has its own renderer and renders all pages after a restart.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::common::clock::Timestamp;

/// The maximum number of stored failures (a few MB). While this many are stored, every page counts as failing.
const MAX_FAILURES: usize = 20_000;
/// The maximum number of pages that [`RenderFailures::list`] and [`RenderFailures::least_recently_tried`] return.
const MAX_LISTED_PAGES: usize = 200;
const MAX_REASON_CHARS: usize = 300;

/// Why and when a page failed to render.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderFailure {
    /// The reason of the last failure, as plain text.
    pub reason: String,
    /// The time of the first failure since the last success.
    pub since: Timestamp,
    /// The time of the last failure.
    pub tried_at: Timestamp,
}

/// The failing pages by their percent-decoded paths. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RenderFailures(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    failures: Mutex<BTreeMap<String, RenderFailure>>,
    recovery: Notify,
}

impl RenderFailures {
    /// Records a failure of the page at `path`.
    pub fn record(&self, path: &str, reason: &str, now: Timestamp) {
        let mut failures = self.0.failures.lock();
        let reason: String = reason.chars().take(MAX_REASON_CHARS).collect();
        if let Some(failure) = failures.get_mut(path) {
            (failure.reason, failure.tried_at) = (reason, now);
        } else if failures.len() < MAX_FAILURES {
            failures.insert(path.to_owned(), RenderFailure { reason, since: now, tried_at: now });
        }
    }

    /// Removes the page at `path`, which was rendered or is no longer public.
    pub fn clear_failure(&self, path: &str) {
        if self.0.failures.lock().remove(path).is_some() {
            self.0.recovery.notify_one();
        }
    }

    /// The first failing pages by path, at most [`MAX_LISTED_PAGES`].
    pub fn list(&self) -> Vec<(String, RenderFailure)> {
        let failures = self.0.failures.lock();
        failures.iter().take(MAX_LISTED_PAGES).map(|(path, failure)| (path.clone(), failure.clone())).collect()
    }

    /// The paths of the failing pages whose last failure is the oldest, at most [`MAX_LISTED_PAGES`].
    pub fn least_recently_tried(&self) -> Vec<String> {
        let failures = self.0.failures.lock();
        let mut paths_by_last_try: Vec<_> = failures.iter().map(|(path, failure)| (failure.tried_at, path)).collect();
        paths_by_last_try.sort();
        paths_by_last_try.into_iter().take(MAX_LISTED_PAGES).map(|(_, path)| path.clone()).collect()
    }

    /// The number of failing pages.
    pub fn count(&self) -> usize {
        self.0.failures.lock().len()
    }

    /// Whether the page at `path` fails, or may fail because the maximum number of failures is stored.
    pub fn may_contain(&self, path: &str) -> bool {
        let failures = self.0.failures.lock();
        failures.len() >= MAX_FAILURES || failures.contains_key(path)
    }

    /// Waits until [`RenderFailures::clear_failure`] removes a page. Returns at once if it removed one since the last
    /// call.
    pub async fn wait_for_recovery(&self) {
        self.0.recovery.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn render_failures_above_the_maximum_are_dropped_and_all_pages_count_as_failing() {
        let failures = RenderFailures::default();
        for number in 0..MAX_FAILURES + 100 {
            failures.record(&format!("/places/{number}"), &"é".repeat(1000), Timestamp(1));
        }
        assert_eq!((failures.count(), failures.list().len()), (MAX_FAILURES, MAX_LISTED_PAGES));
        assert!(failures.may_contain(&format!("/places/{}", MAX_FAILURES + 99)));
        failures.clear_failure("/places/0");
        assert!(!failures.may_contain("/places/0"));
        assert!(failures.list().iter().all(|(_, failure)| failure.reason.chars().count() == MAX_REASON_CHARS));
    }

    #[test]
    fn least_recently_tried_returns_the_oldest_failures_first() {
        let failures = RenderFailures::default();
        for number in 0..250 {
            failures.record(&format!("/places/{number:03}"), "broken", Timestamp(number));
        }
        let paths = failures.least_recently_tried();
        assert_eq!((paths.len(), paths[0].as_str(), paths[199].as_str()), (200, "/places/000", "/places/199"));
        for path in &paths {
            failures.record(path, "broken", Timestamp(1000));
        }
        assert_eq!(
            failures.least_recently_tried()[..50],
            (200..250).map(|number| format!("/places/{number}")).collect::<Vec<_>>()
        );
    }

    #[test]
    fn repeated_render_failure_keeps_its_first_time_and_last_reason() {
        let failures = RenderFailures::default();
        failures.record("/explore", "first", Timestamp(1));
        failures.record("/explore", "second", Timestamp(2));
        let expected = RenderFailure { reason: "second".to_owned(), since: Timestamp(1), tried_at: Timestamp(2) };
        assert_eq!(failures.list(), [("/explore".to_owned(), expected)]);
        failures.clear_failure("/explore");
        assert_eq!(failures.count(), 0);
    }
}
