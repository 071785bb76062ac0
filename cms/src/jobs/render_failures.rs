//! Pages that this process's renderer cannot render: what a metric counts, staff list, and `liveSince` waits for.
//!
//! In memory: each process has a renderer of its own, and after a restart every page is rendered anyway.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::common::clock::Timestamp;

/// The most pages that are remembered (a few MB). While there are as many, every page counts as failing.
const MAX_FAILURES: usize = 20_000;
/// The most pages that [`RenderFailures::list`] and [`RenderFailures::oldest`] return.
const MAX_LISTED: usize = 200;
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

#[derive(Debug)]
struct Failure {
    failure: RenderFailure,
    tried_at: Timestamp,
}

/// The failing pages by their paths, plain text. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RenderFailures(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    failures: Mutex<BTreeMap<String, Failure>>,
    recovered: Notify,
}

impl RenderFailures {
    /// Notes that the page at `path` could not be rendered at `now`.
    pub fn record(&self, path: &str, reason: &str, now: Timestamp) {
        let mut failures = self.failures();
        let reason: String = reason.chars().take(MAX_REASON_CHARS).collect();
        let is_full = failures.len() >= MAX_FAILURES;
        match failures.get_mut(path) {
            Some(known) => {
                known.failure.reason = reason;
                known.tried_at = now;
            }
            None if !is_full => {
                let failure = RenderFailure { reason, since: now };
                failures.insert(path.to_owned(), Failure { failure, tried_at: now });
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

    /// The first failing pages in the order of their paths, at most 200.
    pub fn list(&self) -> Vec<(String, RenderFailure)> {
        let failures = self.failures();
        failures.iter().take(MAX_LISTED).map(|(path, known)| (path.clone(), known.failure.clone())).collect()
    }

    /// The paths of the failing pages whose last try is longest ago, at most 200.
    pub fn oldest(&self) -> Vec<String> {
        let failures = self.failures();
        let mut oldest: Vec<_> = failures.iter().map(|(path, known)| (known.tried_at, path)).collect();
        oldest.sort();
        oldest.into_iter().take(MAX_LISTED).map(|(_, path)| path.clone()).collect()
    }

    /// How many pages fail.
    pub fn count(&self) -> usize {
        self.failures().len()
    }

    /// Whether the page at `path` fails, or so many do that this one may be among those that were not noted.
    pub fn contains(&self, path: &str) -> bool {
        let failures = self.failures();
        failures.len() >= MAX_FAILURES || failures.contains_key(path)
    }

    /// Waits until a page was cleared.
    pub async fn recovered(&self) {
        self.0.recovered.notified().await;
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<String, Failure>> {
        self.0.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn render_failures_over_the_maximum_are_not_kept_but_their_pages_count_as_failing() {
        let failures = RenderFailures::default();
        for number in 0..MAX_FAILURES + 100 {
            failures.record(&format!("/places/{number}"), &"é".repeat(1000), Timestamp(1));
        }
        assert_eq!((failures.count(), failures.list().len()), (MAX_FAILURES, MAX_LISTED));
        assert!(failures.contains(&format!("/places/{}", MAX_FAILURES + 99)));
        failures.clear("/places/0");
        assert!(!failures.contains("/places/0"));
        assert!(failures.list().iter().all(|(_, failure)| failure.reason.chars().count() == MAX_REASON_CHARS));
    }

    #[test]
    fn render_failures_are_retried_in_turns() {
        let failures = RenderFailures::default();
        for number in 0..250 {
            failures.record(&format!("/places/{number:03}"), "broken", Timestamp(number));
        }
        let first = failures.oldest();
        assert_eq!((first.len(), first[0].as_str(), first[199].as_str()), (200, "/places/000", "/places/199"));
        for path in &first {
            failures.record(path, "broken", Timestamp(1000));
        }
        assert_eq!(failures.oldest()[..50], (200..250).map(|number| format!("/places/{number}")).collect::<Vec<_>>());
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
