//! Gauges whose values are read when the metrics are requested.

use std::fmt::Error;

use prometheus_client::encoding::{EncodeMetric, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

/// The labels of a sample. Values come from fixed lists of the program, never from a request.
pub type Labels = Vec<(&'static str, String)>;

/// A single label.
pub fn label(name: &'static str, value: impl Into<String>) -> Labels {
    vec![(name, value.into())]
}

/// The samples of a gauge at one time. Unlike a family of gauges, it has a help text even without a sample.
#[derive(Debug)]
struct Samples(Vec<(Labels, f64)>);

impl EncodeMetric for Samples {
    fn encode(&self, mut encoder: MetricEncoder) -> Result<(), Error> {
        self.0.iter().try_for_each(|(labels, value)| match labels.is_empty() {
            true => encoder.encode_gauge(value),
            false => encoder.encode_family(labels)?.encode_gauge(value),
        })
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Gauge
    }
}

/// Registers a gauge with labels.
pub fn gauges(
    registry: &mut Registry,
    name: &'static str,
    help: &'static str,
    samples: impl IntoIterator<Item = (Labels, f64)>,
) {
    registry.register(name, help, Samples(samples.into_iter().collect()));
}

/// Registers a gauge without labels, if its value is known.
pub fn gauge(registry: &mut Registry, name: &'static str, help: &'static str, value: impl Into<Option<f64>>) {
    gauges(registry, name, help, value.into().map(|value| (Labels::new(), value)));
}
