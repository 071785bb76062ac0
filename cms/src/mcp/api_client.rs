//! Calls the API within the process. The calls use the same routes and the same response cache as requests of other
//! clients. They also use the token of the caller, so that permissions, rules and limits are the same.

use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tracing::Span;

use crate::common::rate_limit_state::{RATE_LIMIT_STATES, RateLimitStates};
use crate::http::problem::Problem;
use crate::http::server::service::HttpService;

/// The maximum size of a response: a thousand places with their opening schedules.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// The headers that a call copies from the request of the caller. The first has the token. From the others, the server
/// derives the client address and the audit context.
const CALLER_HEADERS: [HeaderName; 3] =
    [header::AUTHORIZATION, HeaderName::from_static("x-forwarded-for"), header::USER_AGENT];

/// The characters that are percent-encoded in a path segment or in the value of a parameter. Other characters are not
/// encoded. Other clients do the same, so equal requests have the same cache key.
const ENCODED_CHARACTERS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',');

/// The caller of a tool.
#[derive(Clone, Debug)]
pub struct Caller {
    headers: HeaderMap,
    peer: Option<ConnectInfo<SocketAddr>>,
    request_id: String,
    /// The rate limit states of the token, for the headers of the response.
    rate_limits: RateLimitStates,
    /// The span of the request, which puts its id into log lines.
    pub span: Span,
}

impl Caller {
    /// The caller that sent `request`. Must be called in the task that handles the request, because the rate limit
    /// states and the span are those of the task.
    pub fn new(request: &Request<Body>, request_id: String) -> Self {
        let mut headers = HeaderMap::new();
        for name in CALLER_HEADERS {
            for value in request.headers().get_all(&name) {
                headers.append(&name, value.clone());
            }
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
        Self { headers, peer, request_id, rate_limits: RateLimitStates::current(), span: Span::current() }
    }

    /// Whether the request has a token.
    pub fn has_token(&self) -> bool {
        self.headers.contains_key(header::AUTHORIZATION)
    }
}

/// Why a tool has no result: a problem document.
#[derive(Clone, Debug)]
pub struct ToolError(pub Value);

impl From<Problem> for ToolError {
    fn from(problem: Problem) -> Self {
        Self(serde_json::to_value(problem).unwrap_or_default())
    }
}

/// A successful response of the API.
#[derive(Debug)]
pub struct ApiResponse {
    /// The JSON body.
    pub body: Value,
    /// The total number of records of a list (`X-Total-Count`); 0 if the response has no list.
    pub total: u64,
}

/// The API, for one caller.
#[derive(Clone)]
pub struct ApiClient {
    /// Serves the routes of the API.
    pub service: HttpService,
    /// The caller for whom requests are made.
    pub caller: Caller,
}

impl ApiClient {
    /// Reads a record below `path` by its id or slug. The text comes from the caller of the tool, so it is encoded.
    pub async fn get_record(&self, path: &str, id_or_slug: &str) -> Result<Value, ToolError> {
        let id_or_slug = utf8_percent_encode(id_or_slug, ENCODED_CHARACTERS);
        self.get(&format!("{path}/{id_or_slug}"), &[]).await.map(|response| response.body)
    }

    /// Reads `path` with these parameters. Follows one redirect within the API, such as that of a former slug.
    pub async fn get(&self, path: &str, query: &[(&str, String)]) -> Result<ApiResponse, ToolError> {
        let encoded =
            query.iter().map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, ENCODED_CHARACTERS)));
        let query = encoded.collect::<Vec<_>>().join("&");
        let target = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        match self.send_get(&target).await? {
            ResponseOrRedirect::ApiResponse(response) => Ok(response),
            ResponseOrRedirect::Moved(target) => match self.send_get(&target).await? {
                ResponseOrRedirect::ApiResponse(response) => Ok(response),
                ResponseOrRedirect::Moved(_) => Err(Problem::internal().into()),
            },
        }
    }

    /// Sends `body` to `path` with `PUT` and `If-Match`. Fails if the stored version is not `version`. The version is 0
    /// if there is no record yet.
    pub async fn put(&self, path: &str, body: &Value, version: i64) -> Result<(), ToolError> {
        let mut request = self.request(path, Body::from(body.to_string()))?;
        *request.method_mut() = Method::PUT;
        let version = HeaderValue::from_str(&format!("\"{version}\"")).map_err(|_| Problem::internal())?;
        request.headers_mut().insert(header::IF_MATCH, version);
        request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.execute(request).await.map(|_| ())
    }

    async fn send_get(&self, target: &str) -> Result<ResponseOrRedirect, ToolError> {
        self.execute(self.request(target, Body::empty())?).await
    }

    fn request(&self, target: &str, body: Body) -> Result<Request<Body>, ToolError> {
        let mut request = Request::new(body);
        *request.uri_mut() = target.parse().map_err(|_| Problem::internal())?;
        *request.headers_mut() = self.caller.headers.clone();
        if let Some(peer) = self.caller.peer {
            request.extensions_mut().insert(peer);
        }
        Ok(request)
    }

    async fn execute(&self, request: Request<Body>) -> Result<ResponseOrRedirect, ToolError> {
        let response = self.service.call_internally(request, self.caller.request_id.clone());
        let response = RATE_LIMIT_STATES.scope(self.caller.rate_limits.clone(), response).await;
        let (parts, body) = response.into_parts();
        let location = parts.headers.get(header::LOCATION).and_then(|location| location.to_str().ok());
        if let Some(location) = location.filter(|location| location.starts_with("/api/")) {
            return Ok(ResponseOrRedirect::Moved(location.to_owned()));
        }
        let bytes = to_bytes(body, MAX_RESPONSE_BYTES).await.map_err(|_| Problem::internal())?;
        let body: Value = serde_json::from_slice(&bytes).map_err(|_| Problem::internal())?;
        if parts.status != StatusCode::OK {
            return Err(ToolError(body));
        }
        let total = parts.headers.get("x-total-count").and_then(|total| total.to_str().ok()?.parse().ok());
        Ok(ResponseOrRedirect::ApiResponse(ApiResponse { body, total: total.unwrap_or_default() }))
    }
}

enum ResponseOrRedirect {
    ApiResponse(ApiResponse),
    Moved(String),
}

impl ToolError {
    /// Adds the id of the request to the problem. Problems of API calls have the id already; problems of tools do not.
    pub fn with_request_id(mut self, caller: &Caller) -> Self {
        if let Value::Object(problem) = &mut self.0 {
            problem.insert("requestId".to_owned(), caller.request_id.clone().into());
        }
        self
    }

    /// The parts of the problem with which a caller can correct the call, such as the invalid fields and their rules.
    pub fn summary(&self) -> Value {
        let Value::Object(problem) = &self.0 else { return json!({}) };
        let included_fields = ["status", "code", "detail", "errors", "params", "requestId"];
        problem
            .iter()
            .filter(|(name, _)| included_fields.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}
