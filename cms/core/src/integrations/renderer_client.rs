//! The HTTP client of the renderer: requests pages, and sends invalidated cache tags.

use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::{Authority, PathAndQuery, Scheme};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use parking_lot::RwLock;
use tokio::sync::Semaphore;

use crate::common::cache_tag::CacheTag;

/// The maximum number of concurrent requests for pages. Node.js renders on one thread, so further requests would only
/// wait in its queue.
const MAX_CONCURRENT_PAGE_REQUESTS: usize = 8;
/// The time limit of a request for a page. It includes the wait for a permit, one retry and the whole response.
const PAGE_TIMEOUT: Duration = Duration::from_secs(15);
/// The time limit of a request to the refresh route, which only marks pages as stale.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum size of a response body.
const MAX_RESPONSE_BYTES: usize = 8 << 20;
/// How long an idle connection stays open. Node.js closes idle connections after five seconds. The client closes them
/// earlier, so that it sends no request on a closed connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(2);

static REFRESH_SECRET_HEADER: HeaderName = HeaderName::from_static("x-refresh-secret");
/// The response header of the refresh route with the id of the renderer process, which is new at each start.
const RENDERER_START_ID_HEADER: &str = "x-renderer-start";

/// Errors of requests to the renderer.
#[derive(Debug, thiserror::Error)]
pub enum RendererError {
    /// The renderer has not started, or the connection failed before the response began.
    #[error("the site's renderer cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The request timed out.
    #[error("the site's renderer took too long")]
    Timeout,
    /// The response is larger than [`MAX_RESPONSE_BYTES`] or incomplete.
    #[error("the response of the site's renderer cannot be read")]
    Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The status of the refresh route is not 204.
    #[error("the site's refresh route responded with {0}")]
    RefreshStatus(StatusCode),
    /// The path or its query is not valid in a URL.
    #[error("not an address")]
    InvalidTarget,
}

/// A complete response.
#[derive(Debug)]
pub struct RendererResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers, unchanged.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// The client of the renderer. Cheap to clone.
#[derive(Clone)]
pub struct RendererClient(Arc<Inner>);

struct Inner {
    client: Client<HttpConnector, Full<Bytes>>,
    authority: RwLock<Option<Authority>>,
    secret: HeaderValue,
    permits: Semaphore,
}

impl RendererClient {
    /// A client that sends `secret` to the refresh route. Requests fail until [`RendererClient::set_authority`] is
    /// called. Errors: `secret` is not a valid header value.
    pub fn new(secret: &str) -> anyhow::Result<Self> {
        let mut secret = HeaderValue::from_str(secret)?;
        secret.set_sensitive(true);
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(Duration::from_secs(2)));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MAX_CONCURRENT_PAGE_REQUESTS)
            .build(connector);
        let permits = Semaphore::new(MAX_CONCURRENT_PAGE_REQUESTS);
        Ok(Self(Arc::new(Inner { client, authority: RwLock::default(), secret, permits })))
    }

    /// Sets the address of the renderer, for example `127.0.0.1:40123`.
    pub fn set_authority(&self, authority: Authority) {
        *self.0.authority.write() = Some(authority);
    }

    /// Requests `target`, a path with an optional query. Of the headers of the caller, only `headers` are sent.
    pub async fn get(&self, target: &str, headers: &HeaderMap) -> Result<RendererResponse, RendererError> {
        let request = async {
            // The semaphore is never closed, so this returns a permit.
            let _permit = self.0.permits.acquire().await.map_err(|_| RendererError::Timeout)?;
            match self.send(Method::GET, target, headers, Bytes::new()).await {
                // The renderer may have closed an idle connection just before the client used it. A GET request can be
                // retried.
                Err(RendererError::Unreachable(cause))
                    if cause.downcast_ref::<Error>().is_some_and(|error| !error.is_connect()) =>
                {
                    self.send(Method::GET, target, headers, Bytes::new()).await
                }
                result => result,
            }
        };
        tokio::time::timeout(PAGE_TIMEOUT, request).await.unwrap_or(Err(RendererError::Timeout))
    }

    /// Invalidates the pages with these tags in the renderer, or every page if `invalidate_all`. The renderer renders a
    /// page again at its next request. Returns the id of the renderer process, if the response has it.
    pub async fn refresh(&self, tags: &[CacheTag], invalidate_all: bool) -> Result<Option<HeaderValue>, RendererError> {
        let body = serde_json::json!({ "tags": tags, "everything": invalidate_all }).to_string();
        let headers = HeaderMap::from_iter([
            (REFRESH_SECRET_HEADER.clone(), self.0.secret.clone()),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        ]);
        let request = self.send(Method::POST, "/refresh", &headers, body.into());
        let response = tokio::time::timeout(REFRESH_TIMEOUT, request).await.unwrap_or(Err(RendererError::Timeout))?;
        if response.status != StatusCode::NO_CONTENT {
            return Err(RendererError::RefreshStatus(response.status));
        }
        Ok(response.headers.get(RENDERER_START_ID_HEADER).cloned())
    }

    async fn send(
        &self,
        method: Method,
        target: &str,
        headers: &HeaderMap,
        body: Bytes,
    ) -> Result<RendererResponse, RendererError> {
        let authority = self.0.authority.read().clone();
        let authority = authority.ok_or_else(|| RendererError::Unreachable("it has not started yet".into()))?;
        let uri = Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(authority)
            .path_and_query(PathAndQuery::try_from(target).map_err(|_| RendererError::InvalidTarget)?)
            .build()
            .map_err(|_| RendererError::InvalidTarget)?;
        let mut request = Request::new(Full::new(body));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (method, uri, headers.clone());
        let response =
            self.0.client.request(request).await.map_err(|cause| RendererError::Unreachable(cause.into()))?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await.map_err(RendererError::Unreadable)?;
        let (headers, body) = (copy_headers(&parts.headers), Bytes::copy_from_slice(&body.to_bytes()));
        Ok(RendererResponse { status: parts.status, headers, body })
    }
}

/// Copies the headers. hyper returns slices of its read buffers (about 65 kB each), and a cached page would keep the
/// whole buffer in memory. `RendererClient::send` copies the body for the same reason.
fn copy_headers(headers: &HeaderMap) -> HeaderMap {
    let copy = |value: &HeaderValue| HeaderValue::from_bytes(value.as_bytes()).ok();
    headers.iter().filter_map(|(name, value)| Some((name.clone(), copy(value)?))).collect()
}
