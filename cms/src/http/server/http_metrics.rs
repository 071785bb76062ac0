//! Metrics of requests by route. The label is the route template (`/api/businesses/{id}`), so that no part of a
//! client's URL becomes a label. A cached response holds its label: counting a cache hit needs no allocation.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::common::metrics::duration_histogram;

/// The label of requests without a route, and of methods other than [`METHODS`].
const OTHER: &str = "other";
/// The methods that have a label.
const METHODS: [&str; 5] = ["GET", "HEAD", "POST", "PUT", "DELETE"];
/// The classes of statuses.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The label of a route.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RouteLabel {
    /// The template.
    pub route: Arc<str>,
}

/// The labels of the number of responses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct ResponseLabels {
    route: Arc<str>,
    method: &'static str,
    status: &'static str,
}

/// The metrics of all requests. The number of routes is bounded by those of the program.
#[derive(Debug)]
pub struct HttpMetrics {
    /// The numbers of responses, by route, method and class of status.
    pub responses: Family<ResponseLabels, Counter>,
    /// The numbers of responses with 429.
    pub too_many: Family<RouteLabel, Counter>,
    /// The durations until the beginning of the response body.
    pub durations: Family<RouteLabel, Histogram>,
    /// The number of cache hits.
    pub cache_hits: Counter,
    /// The number of cache misses.
    pub cache_misses: Counter,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        Self {
            responses: Family::default(),
            too_many: Family::default(),
            durations: Family::new_with_constructor(duration_histogram as fn() -> Histogram),
            cache_hits: Counter::default(),
            cache_misses: Counter::default(),
        }
    }
}

impl HttpMetrics {
    /// Counts a response to a request with this method.
    pub fn record_response(&self, route: &RouteLabel, method: &Method, status: StatusCode, took: Duration) {
        let method = METHODS.into_iter().find(|name| *name == method.as_str()).unwrap_or(OTHER);
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        let labels = ResponseLabels { route: route.route.clone(), method, status: CLASSES[class] };
        self.responses.get_or_create(&labels).inc();
        if status == StatusCode::TOO_MANY_REQUESTS {
            self.too_many.get_or_create(route).inc();
        }
        self.durations.get_or_create(route).observe(took.as_secs_f64());
    }
}

/// The route of a request: a request extension that is set by [`record_route`] and read after the response.
#[derive(Clone, Debug, Default)]
pub struct Route(Arc<OnceLock<Arc<str>>>);

impl Route {
    /// Sets the label. Only the first call has an effect.
    pub fn set(&self, name: &str) {
        let _ = self.0.set(name.into());
    }

    /// The label of the route, or that of requests without a route.
    pub fn label(&self) -> RouteLabel {
        RouteLabel { route: self.0.get().cloned().unwrap_or_else(|| OTHER.into()) }
    }
}

/// Sets the [`Route`] of a request to the matched template.
pub async fn record_route(request: Request, next: Next) -> Response {
    let extensions = request.extensions();
    if let (Some(route), Some(template)) = (extensions.get::<Route>(), extensions.get::<MatchedPath>()) {
        route.set(template.as_str());
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;
    use prometheus_client::registry::Registry;

    use super::*;

    #[test]
    fn responses_are_counted_by_method_and_status_class() {
        let (metrics, route) = (HttpMetrics::default(), Route::default().label());
        for (method, status) in [("GET", 200), ("GET", 204), ("PATCH", 405), ("POST", 429), ("GET", 999)] {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            metrics.record_response(&route, &method, StatusCode::from_u16(status).expect("a status"), Duration::ZERO);
        }
        let (mut registry, mut text) = (Registry::default(), String::new());
        registry.register("responses", "Responses", metrics.responses);
        registry.register("too_many", "Responses with 429", metrics.too_many);
        registry.register("took", "Times", metrics.durations);
        text::encode(&mut text, &registry).expect("a text");
        let is_value = |line: &&str| line.contains("_total{") || line.contains("_count{");
        let mut seen: Vec<&str> = text.lines().filter(is_value).collect();
        seen.sort_unstable();
        let expected = [
            r#"responses_total{route="other",method="GET",status="2xx"} 2"#,
            r#"responses_total{route="other",method="GET",status="5xx"} 1"#,
            r#"responses_total{route="other",method="POST",status="4xx"} 1"#,
            r#"responses_total{route="other",method="other",status="4xx"} 1"#,
            r#"too_many_total{route="other"} 1"#,
            r#"took_count{route="other"} 5"#,
        ];
        assert_eq!(seen, expected);
    }
}
