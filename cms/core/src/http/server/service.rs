//! The request layer: every request gets an id, and its response comes from the response cache or from the routes,
//! within the limits that apply to all requests. Middleware compresses responses, catches panics, sets security headers
//! and records the route for the metrics.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use futures_util::{StreamExt, stream};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Status, TraceContextExt};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::auth::domain::api_token::secret::contains_api_token;
use crate::common::metrics::duration_histogram;
use crate::common::rate_limit_state::{RATE_LIMIT_STATES, RateLimitStates};
use crate::http::app::App;
use crate::http::cache::{self, PRERENDER_ENCODING, add_etag_and_cache, normalize_accept_encoding, preferred_encoding};
use crate::http::caller::token_in_url_problem;
use crate::http::problem::{Code, LoggableErrorReason, Problem, REQUEST_ID};
use crate::http::server::preview_path::loggable_path;

/// The header with the request id. Every response has this header.
pub static X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The accepted length of a request id from a proxy or a client, in bytes.
const REQUEST_ID_LEN_RANGE: std::ops::RangeInclusive<usize> = 8..=64;

/// The maximum length of path and query, in bytes.
const MAX_URI_LEN: usize = 4096;

/// The time limit of an image upload, for phones with a weak signal.
const IMAGE_UPLOAD_TIMEOUT: Duration = Duration::from_secs(600);

/// Returns the cache key of a page. `None` if the request is not for a page.
pub type PageCacheKeyFn = fn(&Uri, &HeaderMap) -> Option<String>;

/// The service that handles every request.
#[derive(Clone)]
pub struct HttpService {
    app: App,
    routes: Router,
    page_cache_key: PageCacheKeyFn,
    timeout: Duration,
}

impl HttpService {
    /// A service for these routes. `timeout` is the time limit of a request; image uploads may have a longer one.
    pub fn new(app: App, routes: Router, page_cache_key: PageCacheKeyFn, timeout: Duration) -> Self {
        Self { app, routes, page_cache_key, timeout }
    }

    /// Handles a request from `peer`. Never fails: every error becomes a response.
    pub async fn handle(self, request: Request<Body>, peer: SocketAddr) -> Result<Response, Infallible> {
        let id = request_id(request.headers());
        let mut response = self.respond_from_cache_or_routes(request, peer, &id).await;
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(X_REQUEST_ID.clone(), value);
        }
        Ok(response)
    }

    async fn respond_from_cache_or_routes(&self, mut request: Request<Body>, peer: SocketAddr, id: &str) -> Response {
        let (started_at, metrics) = (Instant::now(), &self.app.http_metrics);
        let key = self.cache_key(&request);
        if let Some(key) = &key {
            if let Some(cached) = self.app.cache.get_fresh(key) {
                metrics.cache_hits.inc();
                // The path is computed only if this line is logged.
                let method = request.method();
                tracing::debug!(id, %method, path = &*loggable_path(request.uri().path()), "responded from cache");
                let response = cache::response_from_cached(&cached, request.method(), request.headers());
                metrics.record_response(&cached.route, request.method(), response.status(), started_at.elapsed());
                return response;
            }
            metrics.cache_misses.inc();
        }
        normalize_accept_encoding(request.headers_mut());
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let request_headers = request.headers().clone();
        request.extensions_mut().insert(ConnectInfo(peer));
        if method == Method::HEAD {
            // A route would drop the body of its response to HEAD, but the cache needs the body to store the response
            // for GET.
            *request.method_mut() = Method::GET;
        }
        let span = begin_span(id, &request_headers);
        let response = self.respond_from_routes(request, key, (&method, &request_headers)).instrument(span.clone());
        let states = RateLimitStates::default();
        let response = RATE_LIMIT_STATES.scope(states.clone(), response);
        let (mut response, route) = REQUEST_ID.scope(id.to_owned(), response).await;
        add_rate_limit_headers(response.headers_mut(), &states);
        let duration = started_at.elapsed();
        metrics.record_response(&route, &method, response.status(), duration);
        add_trace_attributes(&span, (&method, &route.route), response.status());
        let (status, ms) = (response.status().as_u16(), duration.as_millis() as u64);
        let reason = response.extensions().get::<LoggableErrorReason>().map(|reason| reason.0.as_str());
        // The query is not logged: it may contain search words or a token.
        let path = if contains_api_token(uri.path()) { "(a token)".into() } else { loggable_path(uri.path()) };
        tracing::info!(id, %method, path = &*path, status, ms, reason, "answered");
        response
    }

    /// Computes and caches the response to a browser's GET of `path`, unless a fresh one is cached.
    pub async fn prerender(&self, path: &str) {
        let mut request = Request::new(Body::empty());
        let Ok(uri) = path.parse() else { return };
        *request.uri_mut() = uri;
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static(PRERENDER_ENCODING));
        let response = self.call_internally(request, new_request_id()).await;
        tracing::debug!(path, status = response.status().as_u16(), "prerendered");
    }

    /// Responds to a request that this process makes itself, from the cache or the routes. The request is neither
    /// logged nor counted.
    pub async fn call_internally(&self, mut request: Request<Body>, id: String) -> Response {
        let key = self.cache_key(&request);
        if let Some(cached) = key.as_ref().and_then(|key| self.app.cache.get_fresh(key)) {
            return cache::response_from_cached(&cached, &Method::GET, request.headers());
        }
        normalize_accept_encoding(request.headers_mut());
        let (method, headers) = (request.method().clone(), request.headers().clone());
        let response = self.respond_from_routes(request, key, (&method, &headers));
        REQUEST_ID.scope(id, response).await.0
    }

    /// Calls the routes, adds the `ETag` and caches the response under `key` if its handler allows that. Returns the
    /// response with the label of its route.
    async fn respond_from_routes(
        &self,
        mut request: Request<Body>,
        key: Option<String>,
        (method, headers): (&Method, &HeaderMap),
    ) -> (Response, RouteLabel) {
        let route = MatchedRoute::default();
        request.extensions_mut().insert(route.clone());
        let key = key.map(|key| (key, self.app.cache.current_epoch()));
        let response = self.call_routes(request).await;
        let route = route.label();
        let key = key.map(|(key, epoch)| (key, (epoch, route.clone())));
        (add_etag_and_cache(&self.app.cache, (method, headers), key, response).await, route)
    }

    async fn call_routes(&self, request: Request<Body>) -> Response {
        if request.uri().path_and_query().is_some_and(|uri| uri.as_str().len() > MAX_URI_LEN) {
            let code = Code::UriTooLong.with("limit", MAX_URI_LEN);
            return Problem::new(StatusCode::URI_TOO_LONG, code, "The URL is too long").into_response();
        }
        if is_public_read_preflight(&request) {
            return preflight_response();
        }
        if let Some(problem) = token_in_url_problem(request.uri()) {
            return problem.into_response();
        }
        let is_public_read = is_public_read(&request);
        let timeout = if is_image_upload(&request) { IMAGE_UPLOAD_TIMEOUT.max(self.timeout) } else { self.timeout };
        let (request, progress) = BodyWaitState::watch(request);
        // The future is pinned here so that it still exists when `progress` is read after a timeout. Dropping it would
        // drop the request body.
        let mut response_future = pin!(self.routes.clone().oneshot(request));
        let mut response = match tokio::time::timeout(timeout, response_future.as_mut()).await {
            Ok(Ok(response)) => response,
            Err(_) if progress.is_waiting_for_client() => {
                let sentence = "The request did not arrive in time. Please try again.";
                Problem::new(StatusCode::REQUEST_TIMEOUT, Code::RequestTimeout, sentence).into_response()
            }
            Err(_) => Problem::unavailable("This took too long. Please try again.").into_response(),
        };
        if is_public_read {
            let headers = response.headers_mut();
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            let exposed_headers = HeaderValue::from_static("etag, link, x-request-id, x-total-count");
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed_headers);
        }
        response
    }

    fn cache_key(&self, request: &Request<Body>) -> Option<String> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        if request.uri().path().starts_with("/api/") {
            if request.headers().contains_key(header::AUTHORIZATION) {
                return None;
            }
            let target = request.uri().path_and_query()?.as_str();
            return Some([preferred_encoding(request.headers()), target].join(" "));
        }
        (self.page_cache_key)(request.uri(), request.headers())
    }
}

fn add_rate_limit_headers(headers: &mut HeaderMap, states: &RateLimitStates) {
    let Some([policies, limits]) = states.headers() else { return };
    if let (Ok(policies), Ok(limits)) = (HeaderValue::from_str(&policies), HeaderValue::from_str(&limits)) {
        headers.insert("ratelimit-policy", policies);
        headers.insert("ratelimit", limits);
    }
}

/// Whether the request uploads an image. Uploads have a longer time limit, because their handlers end stalled ones.
fn is_image_upload(request: &Request<Body>) -> bool {
    matches!(*request.method(), Method::POST | Method::PUT) && request.uri().path().starts_with("/api/media")
}

/// Whether this is a read of the API that pages of any origin may make: its path is public, and it has no
/// `Authorization` header.
fn is_public_read(request: &Request<Body>) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
        && is_public_api_path(request.uri().path())
        && !request.headers().contains_key(header::AUTHORIZATION)
}

fn is_public_api_path(path: &str) -> bool {
    let private = ["/api/admin", "/api/auth", "/api/media", "/api/preview/", "/api/user"];
    path.starts_with("/api/") && !private.iter().any(|start| path.starts_with(start))
}

/// Whether this is the CORS preflight of a public read. Browsers send one if the read has a header that is not
/// CORS-safelisted.
fn is_public_read_preflight(request: &Request<Body>) -> bool {
    let requested_method = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD);
    *request.method() == Method::OPTIONS
        && is_public_api_path(request.uri().path())
        && requested_method.is_some_and(|method| method == "GET" || method == "HEAD")
}

/// The response to a CORS preflight. It allows the header `If-None-Match`, for revalidation. Browsers do not send reads
/// with other headers that are not CORS-safelisted.
fn preflight_response() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "if-none-match"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Returns the request id that a proxy or a client has sent, or else a new id. A sent id must have an accepted length
/// and consist of ASCII letters, digits, `-` and `_`, because it is copied to log lines, responses and the audit log.
fn request_id(headers: &HeaderMap) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let received = headers.get(&X_REQUEST_ID).and_then(|id| id.to_str().ok());
    let received = received.filter(|id| REQUEST_ID_LEN_RANGE.contains(&id.len()) && id.bytes().all(is_plain));
    received.map_or_else(new_request_id, str::to_owned)
}

fn new_request_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}

/// Whether traces are exported. Stored in a flag, because asking the tracing subscriber has a side effect: the log
/// would skip the next span.
static ARE_TRACES_EXPORTED: AtomicBool = AtomicBool::new(false);

/// Declares that traces are exported. The spans of requests then have the attribute `otel.kind`.
pub fn declare_traces_exported() {
    ARE_TRACES_EXPORTED.store(true, Ordering::Relaxed);
}

/// Begins the span of a request, which puts the request id into every log line. If the request has a `traceparent`, the
/// span of the client is its parent.
fn begin_span(id: &str, headers: &HeaderMap) -> Span {
    // `otel.kind` is only for traces, and must be set when the span is created.
    let kind = ARE_TRACES_EXPORTED.load(Ordering::Relaxed).then_some("server");
    // The span has the level error, so that it exists at every log level.
    let span = tracing::error_span!("request", id, otel.kind = kind);
    if headers.contains_key("traceparent") {
        // Setting the parent fails if no traces are exported.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
    span
}

/// Adds method, route and status to the span for the trace. They are added at the end, so that log lines stay short.
fn add_trace_attributes(span: &Span, (method, route): (&Method, &str), status: StatusCode) {
    span.context().span().update_name(format!("{method} {route}"));
    span.set_attribute("http.request.method", method.to_string());
    span.set_attribute("http.route", route.to_owned());
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.set_status(Status::error(""));
    }
}

/// Whether the handler is waiting for the request body, so that a timeout is reported as 408 (slow client) and not as
/// 503 (slow server).
#[derive(Debug, Default)]
struct BodyWaitState(Arc<AtomicBool>);

impl BodyWaitState {
    /// Wraps the request body so that the returned progress follows it. A request without a body stays as it is.
    fn watch(request: Request<Body>) -> (Request<Body>, Self) {
        let progress = Self::default();
        if request.body().is_end_stream() {
            return (request, progress);
        }
        let is_pending = progress.0.clone();
        let request = request.map(|body| {
            let mut body = body.into_data_stream();
            Body::from_stream(stream::poll_fn(move |context| {
                let chunk = body.poll_next_unpin(context);
                is_pending.store(chunk.is_pending(), Ordering::Relaxed);
                chunk
            }))
        });
        (request, progress)
    }

    /// Whether the handler has read everything that has arrived and waits for more. False after the handler has
    /// dropped the body, which owns the only other reference to the flag.
    fn is_waiting_for_client(&self) -> bool {
        Arc::strong_count(&self.0) > 1 && self.0.load(Ordering::Relaxed)
    }
}

/// The compression level: one above the level that servers usually choose for Brotli. Compared with that level, the
/// page Explore is 7 % smaller and takes half a millisecond longer to compress. A cached response is compressed only
/// once; `make bench` shows the cost without the cache.
const COMPRESSION_LEVEL: CompressionLevel = CompressionLevel::Precise(5);

/// Adds the middleware of all routes: panic handling, compression, security headers and the labels of routes.
pub fn add_middleware(routes: Router) -> Router {
    let is_compressible = SizeAbove::new(256)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"))
        .and(NotForContentType::SSE);
    routes
        .layer(CatchPanicLayer::custom(|_| {
            tracing::error!("a handler panicked");
            Problem::internal().into_response()
        }))
        .layer(CompressionLayer::new().br(true).gzip(true).quality(COMPRESSION_LEVEL).compress_when(is_compressible))
        .layer(middleware::from_fn(add_security_headers))
        .layer(middleware::from_fn(record_route))
}

/// The response for a path without a route.
pub async fn no_such_route() -> Problem {
    Problem::not_found("There is nothing at this URL")
}

/// The response if the route does not support the method of the request.
pub async fn method_not_allowed_problem(request: Request) -> Problem {
    let method = request.method().as_str();
    let code = Code::MethodNotAllowed.with("method", method);
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, code, format!("This URL does not support {method}"))
}

async fn add_security_headers(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let is_docs = request.uri().path().starts_with("/docs");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    // A page can communicate with the sign-in popups that it opens. Pages of other origins that open this page cannot
    // access it.
    headers.entry("cross-origin-opener-policy").or_insert(HeaderValue::from_static("same-origin-allow-popups"));
    headers.entry(header::X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    if is_docs {
        // Swagger UI needs inline styles, but no other inline content.
        let policy =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    if is_api {
        let policy = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
        // Clients revalidate an API response before each use, and get 304 if it has not changed.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
        headers.entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding, authorization"));
    }
    response
}

/// The label of requests without a route, and of methods other than [`LABELED_METHODS`].
const OTHER_LABEL: &str = "other";
const LABELED_METHODS: [&str; 5] = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const STATUS_CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The label of a route: its template (`/api/businesses/{id}`), so that no part of a client's URL becomes a label. A
/// cached response stores its label, so that counting a cache hit needs no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RouteLabel {
    /// The template.
    pub route: Arc<str>,
}

/// The labels of the metric that counts responses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct ResponseLabels {
    route: Arc<str>,
    method: &'static str,
    status: &'static str,
}

/// The metrics of all requests from clients. The number of route labels is bounded by the number of routes.
#[derive(Debug)]
pub struct HttpMetrics {
    /// The numbers of responses, by route, method and class of status.
    pub responses: Family<ResponseLabels, Counter>,
    /// The numbers of responses with 429.
    pub too_many_requests: Family<RouteLabel, Counter>,
    /// The times from the arrival of a request to the beginning of its response body, in seconds.
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
            too_many_requests: Family::default(),
            durations: Family::new_with_constructor(duration_histogram as fn() -> Histogram),
            cache_hits: Counter::default(),
            cache_misses: Counter::default(),
        }
    }
}

impl HttpMetrics {
    /// Counts a response and records its duration.
    pub fn record_response(&self, route: &RouteLabel, method: &Method, status: StatusCode, duration: Duration) {
        let method = LABELED_METHODS.into_iter().find(|name| *name == method.as_str()).unwrap_or(OTHER_LABEL);
        let class = usize::from(status.as_u16() / 100).clamp(1, STATUS_CLASSES.len()) - 1;
        let labels = ResponseLabels { route: route.route.clone(), method, status: STATUS_CLASSES[class] };
        self.responses.get_or_create(&labels).inc();
        if status == StatusCode::TOO_MANY_REQUESTS {
            self.too_many_requests.get_or_create(route).inc();
        }
        self.durations.get_or_create(route).observe(duration.as_secs_f64());
    }
}

/// The route of a request: a request extension that is set by [`record_route`] and read after the response.
#[derive(Clone, Debug, Default)]
pub struct MatchedRoute(Arc<OnceLock<Arc<str>>>);

impl MatchedRoute {
    /// Sets the label. Only the first call has an effect.
    pub fn set(&self, label: &str) {
        let _ = self.0.set(label.into());
    }

    /// The label of the route. It is `other` if no route matched.
    pub fn label(&self) -> RouteLabel {
        RouteLabel { route: self.0.get().cloned().unwrap_or_else(|| OTHER_LABEL.into()) }
    }
}

/// Sets the [`MatchedRoute`] of a request to the matched template.
pub async fn record_route(request: Request, next: Next) -> Response {
    let extensions = request.extensions();
    if let (Some(route), Some(template)) = (extensions.get::<MatchedRoute>(), extensions.get::<MatchedPath>()) {
        route.set(template.as_str());
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use futures_util::poll;
    use http_body_util::BodyExt;
    use prometheus_client::encoding::text;
    use prometheus_client::registry::Registry;
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn body_is_awaited_only_while_the_handler_waits_for_more() {
        let (send, chunk_receiver) = mpsc::channel::<Bytes>(1);
        let next = |mut chunk_receiver: mpsc::Receiver<Bytes>| async {
            Some((Ok::<_, Infallible>(chunk_receiver.recv().await?), chunk_receiver))
        };
        let body = Body::from_stream(stream::unfold(chunk_receiver, next));
        let (request, progress) = BodyWaitState::watch(Request::new(body));
        let mut body = request.into_body();
        assert!(!progress.is_waiting_for_client(), "no handler has read the body yet");
        let mut frame = Box::pin(body.frame());
        assert!(poll!(&mut frame).is_pending());
        assert!(progress.is_waiting_for_client());
        send.send(Bytes::from_static(b"half")).await.expect("a reader");
        frame.await.expect("a frame").expect("no fault");
        assert!(!progress.is_waiting_for_client(), "a handler that processes what has arrived does not wait");
        drop(send);
        assert!(body.frame().await.is_none());
        assert!(!progress.is_waiting_for_client());
    }

    #[tokio::test]
    async fn dropped_body_is_not_awaited() {
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let (request, progress) = BodyWaitState::watch(Request::new(body));
        let mut body = request.into_body();
        assert!(poll!(Box::pin(body.frame())).is_pending() && progress.is_waiting_for_client());
        drop(body);
        assert!(!progress.is_waiting_for_client());
    }

    #[test]
    fn request_without_a_body_never_waits_for_the_client() {
        let (request, progress) = BodyWaitState::watch(Request::new(Body::empty()));
        assert!(request.body().is_end_stream() && !progress.is_waiting_for_client());
    }

    #[test]
    fn responses_are_counted_by_method_and_status_class() {
        let (metrics, route) = (HttpMetrics::default(), MatchedRoute::default().label());
        for (method, status) in [("GET", 200), ("GET", 204), ("PATCH", 405), ("POST", 429), ("GET", 999)] {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            metrics.record_response(&route, &method, StatusCode::from_u16(status).expect("a status"), Duration::ZERO);
        }
        let (mut registry, mut text) = (Registry::default(), String::new());
        registry.register("responses", "Responses", metrics.responses);
        registry.register("too_many", "Responses with 429", metrics.too_many_requests);
        registry.register("took", "Times", metrics.durations);
        text::encode(&mut text, &registry).expect("a text");
        let is_value = |line: &&str| line.contains("_total{") || line.contains("_count{");
        let mut metric_lines: Vec<&str> = text.lines().filter(is_value).collect();
        metric_lines.sort_unstable();
        let expected = [
            r#"responses_total{route="other",method="GET",status="2xx"} 2"#,
            r#"responses_total{route="other",method="GET",status="5xx"} 1"#,
            r#"responses_total{route="other",method="POST",status="4xx"} 1"#,
            r#"responses_total{route="other",method="other",status="4xx"} 1"#,
            r#"too_many_total{route="other"} 1"#,
            r#"took_count{route="other"} 5"#,
        ];
        assert_eq!(metric_lines, expected);
    }
}
