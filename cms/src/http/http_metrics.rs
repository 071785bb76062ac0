//! Metrics of requests by route. The label is the route template (`/api/businesses/{id}`), so that no part of a
//! client's URL becomes a label.
//!
//! A cached response holds the [`RouteMetrics`] of its route: counting a cache hit needs no lock, allocation or lookup.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::common::counters::{Histogram, HistogramSnapshot};

/// The label of requests without a route.
const UNMATCHED_ROUTE: &str = "other";
/// The methods that have a label; the last stands for all others.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "DELETE", "other"];
/// The classes of statuses.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The metrics of one route.
#[derive(Debug, Default)]
pub struct RouteMetrics {
    route: String,
    responses: [[AtomicU64; CLASSES.len()]; METHODS.len()],
    too_many: AtomicU64,
    durations: Histogram,
}

impl RouteMetrics {
    /// The label of the route.
    pub fn route(&self) -> &str {
        &self.route
    }

    /// Counts a response to a request with this method.
    pub fn record_response(&self, method: &Method, status: StatusCode, took: Duration) {
        let last = METHODS.len() - 1;
        let method = METHODS[..last].iter().position(|name| *name == method.as_str()).unwrap_or(last);
        let class = usize::from(status.as_u16() / 100).saturating_sub(1).min(CLASSES.len() - 1);
        self.responses[method][class].fetch_add(1, Ordering::Relaxed);
        if status == StatusCode::TOO_MANY_REQUESTS {
            self.too_many.fetch_add(1, Ordering::Relaxed);
        }
        self.durations.observe(took);
    }

    /// The numbers of responses, by method and class of status.
    pub fn responses(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        METHODS.into_iter().zip(&self.responses).flat_map(|(method, classes)| {
            let counts = CLASSES.into_iter().zip(classes);
            counts.map(move |(class, count)| (method, class, count.load(Ordering::Relaxed)))
        })
    }

    /// The number of responses with 429.
    pub fn too_many(&self) -> u64 {
        self.too_many.load(Ordering::Relaxed)
    }

    /// The durations until the beginning of the response body.
    pub fn times(&self) -> HistogramSnapshot {
        self.durations.snapshot()
    }
}

/// The metrics of all routes. A route is added with its first request; their number is bounded by the routes of the
/// program.
#[derive(Debug, Default)]
pub struct HttpMetrics {
    routes: RwLock<HashMap<String, Arc<RouteMetrics>>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl HttpMetrics {
    /// The metrics of a route, or those of requests without a route.
    pub fn route_metrics(&self, route: &Route) -> Arc<RouteMetrics> {
        let name = route.0.get().map_or(UNMATCHED_ROUTE, String::as_str);
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        known.unwrap_or_else(|| {
            let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
            let none_yet = || Arc::new(RouteMetrics { route: name.to_owned(), ..RouteMetrics::default() });
            routes.entry(name.to_owned()).or_insert_with(none_yet).clone()
        })
    }

    /// The metrics of all routes that were requested, by label.
    pub fn routes(&self) -> Vec<Arc<RouteMetrics>> {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let mut routes: Vec<_> = routes.values().cloned().collect();
        routes.sort_by(|one, other| one.route.cmp(&other.route));
        routes
    }

    /// Counts a cache lookup.
    pub fn record_cache_lookup(&self, is_there: bool) {
        let count = if is_there { &self.hits } else { &self.misses };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// The numbers of cache hits and misses.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }
}

/// The route of a request: a request extension that is set by [`record_route`] and read after the response.
#[derive(Clone, Debug, Default)]
pub struct Route(Arc<OnceLock<String>>);

impl Route {
    /// Sets the label. Only the first call has an effect.
    pub fn set(&self, name: &str) {
        let _ = self.0.set(name.to_owned());
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
    use super::*;

    #[test]
    fn answers_are_counted_by_method_and_class_of_status() {
        let counts = RouteMetrics::default();
        for (method, status) in [("GET", 200), ("GET", 204), ("PATCH", 405), ("POST", 429), ("GET", 999)] {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            counts.record_response(&method, StatusCode::from_u16(status).expect("a status"), Duration::ZERO);
        }
        let mut seen: Vec<_> = counts.responses().filter(|(_, _, count)| *count > 0).collect();
        seen.sort();
        assert_eq!(seen, [("GET", "2xx", 2), ("GET", "5xx", 1), ("POST", "4xx", 1), ("other", "4xx", 1)]);
        assert_eq!((counts.too_many(), counts.times().count), (1, 5));
    }
}
