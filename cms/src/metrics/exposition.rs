//! Writes metrics in the OpenMetrics text format for Prometheus.

use std::fmt::Error;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

use crate::common::counters::HistogramSnapshot;

/// The content type of [`MetricsText::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The labels of a sample. Values come from fixed lists of the program, never from a request.
pub type Labels = Vec<(&'static str, String)>;

/// A single label.
pub fn label(name: &'static str, value: impl Into<String>) -> Labels {
    vec![(name, value.into())]
}

/// The metrics, empty at first.
#[derive(Debug, Default)]
pub struct MetricsText(Vec<Metric>);

#[derive(Debug)]
struct Metric {
    name: &'static str,
    help: &'static str,
    samples: Samples,
}

#[derive(Debug)]
enum Samples {
    Counts(Vec<(Labels, u64)>),
    Gauges(Vec<(Labels, f64)>),
    Histograms(Vec<(Labels, HistogramSnapshot)>),
}

impl MetricsText {
    /// Adds a counter. `_total` is appended to its name.
    pub fn counts(&mut self, name: &'static str, help: &'static str, samples: impl IntoIterator<Item = (Labels, u64)>) {
        self.add(name, help, Samples::Counts(samples.into_iter().collect()));
    }

    /// Adds a gauge with labels.
    pub fn gauges(&mut self, name: &'static str, help: &'static str, samples: impl IntoIterator<Item = (Labels, f64)>) {
        self.add(name, help, Samples::Gauges(samples.into_iter().collect()));
    }

    /// Adds a gauge without labels, if its value is known.
    pub fn gauge(&mut self, name: &'static str, help: &'static str, value: impl Into<Option<f64>>) {
        self.gauges(name, help, value.into().map(|value| (Labels::new(), value)));
    }

    /// Adds a histogram of durations in seconds.
    pub fn durations(
        &mut self,
        name: &'static str,
        help: &'static str,
        samples: impl IntoIterator<Item = (Labels, HistogramSnapshot)>,
    ) {
        self.add(name, help, Samples::Histograms(samples.into_iter().collect()));
    }

    fn add(&mut self, name: &'static str, help: &'static str, samples: Samples) {
        self.0.push(Metric { name, help, samples });
    }

    /// The metrics as text.
    pub fn text(self) -> Result<String, Error> {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(self));
        let mut text = String::new();
        text::encode(&mut text, &registry)?;
        Ok(text)
    }
}

impl Collector for MetricsText {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), Error> {
        for Metric { name, help, samples } in &self.0 {
            // The encoder appends a full stop.
            let help = help.trim_end_matches('.');
            match samples {
                Samples::Counts(samples) => {
                    let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
                    each(&mut metric, samples, |encoder, count| {
                        encoder.encode_counter::<NoLabelSet, _, u64>(count, None)
                    })?;
                }
                Samples::Gauges(samples) => {
                    let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
                    each(&mut metric, samples, |encoder, value| encoder.encode_gauge(value))?;
                }
                Samples::Histograms(samples) => {
                    let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Histogram)?;
                    each(&mut metric, samples, |encoder, histogram| {
                        encoder.encode_histogram::<NoLabelSet>(
                            histogram.sum_s,
                            histogram.count,
                            &histogram.buckets,
                            None,
                        )
                    })?;
                }
            }
        }
        Ok(())
    }
}

fn each<T>(
    metric: &mut MetricEncoder,
    samples: &[(Labels, T)],
    write: impl Fn(&mut MetricEncoder, &T) -> Result<(), Error>,
) -> Result<(), Error> {
    samples.iter().try_for_each(|(labels, value)| match labels.is_empty() {
        true => write(metric, value),
        false => write(&mut metric.encode_family(labels)?, value),
    })
}
