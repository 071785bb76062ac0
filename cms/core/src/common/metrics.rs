//! Counters and histograms that several modules use.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds of the buckets of [`duration_histogram`], in seconds. A cached response takes less than the first
/// bound. An email or an image takes longer than most of the bounds.
const BUCKET_BOUNDS_S: [f64; 14] =
    [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counters that differ in the value of one label.
pub type LabeledCounters = Family<[(&'static str, &'static str); 1], Counter>;

/// Creates a counter for each of these values of the label. Each counter begins at zero. If its first increase created
/// the counter, Prometheus would not see this increase.
pub fn labeled_counters(label: &'static str, values: &[&'static str]) -> LabeledCounters {
    let counters = LabeledCounters::default();
    for value in values {
        counters.get_or_create_owned(&[(label, *value)]);
    }
    counters
}

/// An empty histogram of durations in seconds.
pub fn duration_histogram() -> Histogram {
    Histogram::new(BUCKET_BOUNDS_S)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use prometheus_client::encoding::text;
    use prometheus_client::registry::Registry;

    use super::*;

    #[test]
    fn duration_is_counted_in_the_first_bucket_whose_bound_it_does_not_exceed() {
        let durations = duration_histogram();
        for us in [0, 100, 101, 10_000_000, 60_000_000] {
            durations.observe(Duration::from_micros(us).as_secs_f64());
        }
        let (mut registry, mut text) = (Registry::default(), String::new());
        registry.register("took", "Times", durations);
        text::encode(&mut text, &registry).expect("a text");
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("a line");
            line.trim().parse().expect("a number")
        };
        assert!(value("took_count") == 5.0 && (value("took_sum") - 70.000_201).abs() < 1e-9, "{text}");
        let cumulative = [("0.0001", 2.0), ("0.0005", 3.0), ("5.0", 3.0), ("10.0", 4.0), ("+Inf", 5.0)];
        for (bound, count) in cumulative {
            assert_eq!(value(&format!("took_bucket{{le=\"{bound}\"}}")), count, "{bound}");
        }
    }

    #[test]
    fn labeled_counters_are_zero_at_first() {
        let counters = labeled_counters("reason", &["one", "two"]);
        counters.get_or_create(&[("reason", "two")]).inc();
        let count = |value| counters.get(&[("reason", value)]).map(|counter| counter.get());
        assert_eq!(["one", "two", "three"].map(count), [Some(0), Some(1), None]);
    }
}
