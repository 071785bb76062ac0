//! Counters and histograms that neither lock nor allocate.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the buckets of [`Histogram`]. A cached response takes less than the first bound, an email or an
/// image more than most of them.
const BUCKET_BOUNDS_US: [u64; 14] = [
    100, 500, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
];

/// A fixed set of named counters.
#[derive(Debug)]
pub struct CounterSet<const N: usize> {
    names: [&'static str; N],
    counts: [AtomicU64; N],
}

impl<const N: usize> CounterSet<N> {
    /// Counters with these names, all zero.
    pub const fn new(names: [&'static str; N]) -> Self {
        Self { names, counts: [const { AtomicU64::new(0) }; N] }
    }

    /// Increments the counter at `index` of the names. An unknown index is ignored.
    pub fn increment(&self, index: usize) {
        if let Some(count) = self.counts.get(index) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The names with their counts.
    pub fn snapshot(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.names.into_iter().zip(self.counts.iter().map(|count| count.load(Ordering::Relaxed)))
    }
}

/// A histogram of durations.
#[derive(Debug)]
pub struct Histogram {
    buckets: [AtomicU64; BUCKET_BOUNDS_US.len() + 1],
    sum_us: AtomicU64,
}

/// The values of a [`Histogram`] at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramSnapshot {
    /// The sum of all durations, in seconds.
    pub sum_s: f64,
    /// The number of durations.
    pub count: u64,
    /// Upper bounds in seconds with the number of durations in each bucket, not cumulative. The last bound is infinite.
    pub buckets: Vec<(f64, u64)>,
}

impl Histogram {
    /// An empty histogram.
    pub const fn new() -> Self {
        Self { buckets: [const { AtomicU64::new(0) }; BUCKET_BOUNDS_US.len() + 1], sum_us: AtomicU64::new(0) }
    }

    /// Adds a duration.
    pub fn observe(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BUCKET_BOUNDS_US.partition_point(|bound| *bound < us);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add(us, Ordering::Relaxed);
    }

    /// The current values.
    pub fn snapshot(&self) -> HistogramSnapshot {
        let bounds = BUCKET_BOUNDS_US.iter().map(|us| *us as f64 / 1e6).chain([f64::INFINITY]);
        let counts = self.buckets.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<_> = bounds.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        HistogramSnapshot { sum_s: self.sum_us.load(Ordering::Relaxed) as f64 / 1e6, count, buckets }
    }
}

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_is_counted_in_the_first_bucket_whose_bound_it_does_not_exceed() {
        let durations = Histogram::new();
        for us in [0, 100, 101, 10_000_000, 60_000_000] {
            durations.observe(Duration::from_micros(us));
        }
        let times = durations.snapshot();
        assert_eq!((times.count, times.sum_s), (5, 70.000_201));
        let filled: Vec<_> = times.buckets.into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(filled, [(0.0001, 2), (0.0005, 1), (10.0, 1), (f64::INFINITY, 1)]);
    }

    #[test]
    fn increment_ignores_an_unknown_index() {
        let counters = CounterSet::new(["one", "two"]);
        counters.increment(1);
        counters.increment(2);
        assert_eq!(counters.snapshot().collect::<Vec<_>>(), [("one", 0), ("two", 1)]);
    }
}
