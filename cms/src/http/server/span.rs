//! The span of a request: it puts the request id into every log line, and request and outcome into the trace.
//! Attributes that only traces need are added at the end, so that log lines stay short.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, Method, StatusCode};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Status, TraceContextExt};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Whether traces are exported. A flag, because asking the subscriber has a side effect: the log would skip the next
/// span.
static TRACED: AtomicBool = AtomicBool::new(false);

/// Enables the attributes for traces.
pub fn trace() {
    TRACED.store(true, Ordering::Relaxed);
}

/// Begins the span, below that of the caller if the request has one (`traceparent`).
pub fn begin(id: &str, headers: &HeaderMap) -> Span {
    // Only for traces, and must be set at the beginning.
    let kind = TRACED.load(Ordering::Relaxed).then_some("server");
    // Level error, so that the span exists at every log level.
    let span = tracing::error_span!("request", id, otel.kind = kind);
    if headers.contains_key("traceparent") {
        // Fails if no traces are exported.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
    span
}

/// Ends the span with the outcome of the request.
pub fn end(span: &Span, (method, route): (&Method, &str), status: StatusCode) {
    span.context().span().update_name(format!("{method} {route}"));
    span.set_attribute("http.request.method", method.to_string());
    span.set_attribute("http.route", route.to_owned());
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.set_status(Status::error(""));
    }
}
