//! The metrics listener: `GET /metrics`, and nothing else.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tower::ServiceExt;

use super::collector::MetricsCollector;
use crate::http::server::listen;

/// The content type of the metrics.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The time limit for the request headers.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves metrics on `listener` until the process ends.
pub async fn serve(listener: TcpListener, collector: MetricsCollector) {
    // One collection at a time, so that frequent requests do not load the database.
    let collector = Arc::new(Mutex::new(collector));
    let routes = Router::new().route("/metrics", get(move || render(collector.clone())));
    let answer = move |request, _| routes.clone().oneshot(request);
    listen::serve_with(listener, answer, HEADERS_TIMEOUT, std::future::pending()).await;
}

async fn render(collector: Arc<Mutex<MetricsCollector>>) -> Response {
    let registry = collector.lock().await.metrics().await;
    let mut body = String::new();
    match text::encode(&mut body, &registry) {
        Ok(()) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
