//! `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. The endpoint is not in
//! `openapi.json`, because the protocol describes its messages itself.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http_body_util::Full;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

use super::api_client::Caller;
use super::quota::AddressRateLimiter;
use super::server::McpServer;
use crate::common::keyed_semaphore::KeyedSemaphore;
use crate::common::rate_limit_state::RateLimitStates;
use crate::http::app::App;
use crate::http::caller::{Client, SameOrigin};
use crate::http::input::validation::{has_json_content_type, read_body};
use crate::http::problem::{Code, Problem, REQUEST_ID};
use crate::http::server::service::{self, HttpService};

/// The path of the endpoint.
pub const PATH: &str = "/mcp";
/// The maximum size of a message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// The maximum size of an error response of the crate `rmcp`, in bytes.
const MAX_ERROR_BYTES: usize = 4096;

/// Limits concurrent messages of all clients: all use the same key. A search by opening hours reads up to a thousand
/// places.
static MESSAGE_SEMAPHORE: LazyLock<KeyedSemaphore> =
    LazyLock::new(|| KeyedSemaphore::new(MAX_CONCURRENT_MESSAGES, MAX_CONCURRENT_MESSAGES));
/// The maximum number of messages that the process handles at the same time.
const MAX_CONCURRENT_MESSAGES: usize = 16;

/// Error codes of JSON-RPC 2.0.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

/// The route of the endpoint. The tools call the API through `service`.
pub fn routes(app: &App, service: HttpService) -> Router {
    let server = McpServer::new(app.clone(), service);
    // `is_own_host` checks the host, so the host check of the crate `rmcp` is disabled. `SameOrigin` checks the origin.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE_BYTES)
        .disable_allowed_hosts();
    let sessions = Arc::new(NeverSessionManager::default());
    let mcp_service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let endpoint = Endpoint { app: app.clone(), rate_limiter: Arc::default(), mcp_service };
    let respond = move |_: SameOrigin, client: Client, request: Request| async move {
        let mut response = endpoint.respond(client, request).await.unwrap_or_else(IntoResponse::into_response);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    };
    Router::new()
        .route(PATH, post(respond))
        .with_state(app.clone())
        .method_not_allowed_fallback(service::method_not_allowed_problem)
}

#[derive(Clone)]
struct Endpoint {
    app: App,
    rate_limiter: Arc<AddressRateLimiter>,
    mcp_service: StreamableHttpService<McpServer, NeverSessionManager>,
}

impl Endpoint {
    async fn respond(self, client: Client, request: Request) -> Result<Response, Problem> {
        if !is_own_host(request.headers(), &self.app.public_url) {
            let sentence = format!("Use the address of the guide: {}{PATH}", self.app.public_url);
            return Err(Problem::forbidden(Code::CrossSiteRequest, sentence));
        }
        if let Some((is_allowed, state)) = self.rate_limiter.count_request(client.address, self.app.clock.now()) {
            let wait_s = state.reset_s;
            RateLimitStates::current().record(state);
            if !is_allowed {
                return Err(Problem::too_many_requests(Code::RateLimited, "Too many requests. Please wait.", wait_s));
            }
        }
        if !has_json_content_type(request.headers()) {
            let (status, sentence) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json");
            return Err(Problem::new(status, Code::UnsupportedMediaType, sentence));
        }
        let caller = Caller::new(&request, REQUEST_ID.try_with(Clone::clone).unwrap_or_default());
        let (mut parts, body) = request.into_parts();
        let body = read_body(body, MAX_MESSAGE_BYTES).await?;
        if let Some(refusal) = invalid_body_response(&body) {
            return Ok(refusal);
        }
        let busy = || Problem::unavailable("Too many tool calls are running. Please try again in a moment.");
        let _permit = MESSAGE_SEMAPHORE.try_acquire("").ok_or_else(busy)?;
        // The crate `rmcp` refuses requests that do not accept both types. The response is always JSON, so this value
        // replaces the `Accept` header of the client.
        parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        parts.extensions.insert(caller);
        let response = self.mcp_service.handle(Request::from_parts(parts, Full::new(body))).await;
        Ok(with_json_error(response.map(Body::new)).await)
    }
}

/// Whether the `Host` header names this server. It may be the host of the public URL, or an IP address or `localhost`,
/// which proxies and clients on this machine use. Any other name may belong to a foreign site that resolves to this
/// server (DNS rebinding).
fn is_own_host(headers: &HeaderMap, public_url: &str) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let Ok(host) = host.parse::<Authority>() else { return false };
    let name = host.host().trim_matches(['[', ']']);
    let public_host = public_url.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok()
        || public_host.is_some_and(|public_host| public_host.eq_ignore_ascii_case(host.host()))
}

/// The error response to a body that is not one message. `None` if the body is one message.
fn invalid_body_response(body: &Bytes) -> Option<Response> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(_)) => None,
        Ok(Value::Array(_)) => {
            Some(rpc_error(INVALID_REQUEST, "Send one message in each request: batches are not supported"))
        }
        Ok(_) => Some(rpc_error(INVALID_REQUEST, "The body must be a JSON object")),
        Err(_) => Some(rpc_error(PARSE_ERROR, "The body is not JSON")),
    }
}

/// A 400 response with a JSON-RPC error. The id is null, because the error belongs to no message.
fn rpc_error(code: i32, message: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// Replaces a 4xx response of the crate `rmcp` that is not JSON by a 400 response with a JSON-RPC error.
async fn with_json_error(response: Response) -> Response {
    if !response.status().is_client_error() || has_json_content_type(response.headers()) {
        return response;
    }
    if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return rpc_error(INVALID_REQUEST, "The body is not a message of this protocol");
    }
    let text = to_bytes(response.into_body(), MAX_ERROR_BYTES).await.unwrap_or_default();
    rpc_error(INVALID_REQUEST, &String::from_utf8_lossy(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R487
    #[test]
    fn only_host_of_the_guide_localhost_and_ip_addresses_are_accepted() {
        let is_own = |host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            is_own_host(&headers, "https://guide.example")
        };
        for host in ["guide.example", "GUIDE.example:443", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "10.0.0.7"]
        {
            assert!(is_own(host), "{host}");
        }
        for host in
            ["evil.example", "guide.example.evil.example", "sub.guide.example", "", "127.0.0.1.evil.example", "a b"]
        {
            assert!(!is_own(host), "{host}");
        }
        assert!(!is_own_host(&HeaderMap::new(), "https://guide.example"));
    }
}
