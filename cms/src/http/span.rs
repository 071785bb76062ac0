//! The span around the making of one answer: its id in every log line on the way, and in a trace what was asked and how
//! it ended. What only traces want is put in at the end, so that log lines stay short.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, Method, StatusCode};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Status, TraceContextExt};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Whether anybody collects traces. It is not asked of the subscriber: asking leaves a mark behind by which the log
/// would leave out the very next span.
static TRACED: AtomicBool = AtomicBool::new(false);

/// Somebody does, from now on.
pub fn trace() {
    TRACED.store(true, Ordering::Relaxed);
}

/// Begins it, under the caller's if that has one (`traceparent`).
pub fn begin(id: &str, headers: &HeaderMap) -> Span {
    // For traces alone, and to be said at the beginning.
    let kind = TRACED.load(Ordering::Relaxed).then_some("server");
    // An error's level: it is there however little is logged.
    let span = tracing::error_span!("request", id, otel.kind = kind);
    if headers.contains_key("traceparent") {
        // It fails where nobody collects traces.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
    span
}

/// Notes how it ended.
pub fn end(span: &Span, (method, route): (&Method, &str), status: StatusCode) {
    span.context().span().update_name(format!("{method} {route}"));
    span.set_attribute("http.request.method", method.to_string());
    span.set_attribute("http.route", route.to_owned());
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.set_status(Status::error(""));
    }
}
