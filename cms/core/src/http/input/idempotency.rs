//! The `Idempotency-Key` of calls that create something: a retry after a lost response creates nothing twice.

use std::num::NonZeroU32;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tracing::Instrument;

use super::validation::{MAX_BODY_BYTES, read_body};
use crate::common::rate_limit_state::{RATE_LIMIT_STATES, RateLimitStates};
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::problem::{Code, FieldError, Problem, REQUEST_ID};
use crate::idempotency::{self, ATTEMPT_TIMEOUT_S, IdempotencyKeyState, IdempotentAttempt, ReplayableResponse};

/// The request header with the idempotency key.
pub static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of a replayed response, with the value `true`.
pub static IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The calls that accept the header, by their `operationId`.
pub const IDEMPOTENCY_KEY_OPERATIONS: [&str; 8] = [
    "createAlert",
    "createPlace",
    "createCategory",
    "createArticle",
    "createEntry",
    "createComment",
    "createAdminEntry",
    "createUser",
];

/// The allowed lengths of a key, in bytes.
const KEY_LENGTH_RANGE: std::ops::RangeInclusive<usize> = 8..=128;
/// The maximum size of a stored response, in bytes. A retry of a request with a larger response gets 409.
const MAX_STORED_RESPONSE_BYTES: usize = 1 << 20;

/// Executes a request with an `Idempotency-Key` only once. The key has no effect on calls that are not in
/// [`IDEMPOTENCY_KEY_OPERATIONS`], on requests with `dryRun=true`, and on requests without a valid token.
///
/// Errors: 400 for an invalid key, or a body that is incomplete. 409 while an earlier attempt with the key runs, or if
/// its response was lost. 413 for a body beyond [`MAX_BODY_BYTES`]. 422 if the account used the key for another
/// request.
pub async fn layer(State(app): State<App>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !request.headers().contains_key(&IDEMPOTENCY_KEY) {
        return next.run(request).await;
    }
    handle_once(app, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn handle_once(app: App, request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let accepts_key = IDEMPOTENCY_KEY_OPERATIONS.contains(&app.operations.operation_id("POST", path).as_str());
    let is_dry_run = request.uri().query().is_some_and(|query| query.split('&').any(|pair| pair == "dryRun=true"));
    if !accepts_key || is_dry_run {
        return Ok(next.run(request).await);
    }
    let key = key(request.headers())?;
    let (mut parts, body) = request.into_parts();
    let Ok(OptionalAccount(Some(account))) = OptionalAccount::from_request_parts(&mut parts, &app).await else {
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    let body = read_body(body, MAX_BODY_BYTES).await?;
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    let fingerprint = fingerprint(target, &body);
    match idempotency::claim_key(&app.db, (account.id, key), fingerprint, app.clock.now()).await? {
        IdempotencyKeyState::Claimed(attempt) => {
            parts.extensions.insert(attempt.clone());
            let request = Request::from_parts(parts, Body::from(body));
            // The handler runs in a separate task, so that its response is stored even if the client disconnects.
            let id = REQUEST_ID.try_with(Clone::clone).unwrap_or_default();
            let execution = run_and_store(app, attempt, next.run(request));
            let execution = RATE_LIMIT_STATES.scope(RateLimitStates::current(), execution);
            let execution = REQUEST_ID.scope(id, execution).in_current_span();
            tokio::spawn(execution).await.map_err(|_| Problem::internal())
        }
        IdempotencyKeyState::Completed(response) => Ok(replay(response)),
        IdempotencyKeyState::ResponseLost => {
            let detail = "This was saved by an earlier request whose response was lost. Reload the list to see it.";
            Err(Problem::conflict(Code::ResponseLost, detail).with_type("/problems/response-lost"))
        }
        IdempotencyKeyState::InProgress => {
            let detail = "An earlier request with this Idempotency-Key is still running. Please try again.";
            let retry_after_s = u32::try_from(ATTEMPT_TIMEOUT_S).ok().and_then(NonZeroU32::new);
            Err(Problem { retry_after_s, ..Problem::conflict(Code::RequestInProgress, detail) })
        }
        IdempotencyKeyState::UsedByOtherRequest => {
            let message = "This Idempotency-Key was already used with different content: use a new key";
            Err(Problem::invalid_field(Code::IdempotencyKeyReused, "Idempotency-Key", message))
        }
    }
}

/// Runs the handler (`response`) and stores its response. Releases the key if the handler failed and wrote nothing.
async fn run_and_store(app: App, attempt: IdempotentAttempt, response: impl Future<Output = Response>) -> Response {
    let (parts, body) = response.await.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    let location = parts.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
    let stored = (parts.status.is_success() && bytes.len() <= MAX_STORED_RESPONSE_BYTES).then(|| ReplayableResponse {
        status: parts.status.as_u16(),
        location: location.map(str::to_owned),
        body: String::from_utf8_lossy(&bytes).into_owned(),
    });
    if let Err(error) = attempt.finish(&app.db, stored).await {
        tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to store the response of an idempotent request");
    }
    Response::from_parts(parts, Body::from(bytes))
}

fn replay(ReplayableResponse { status, location, body }: ReplayableResponse) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(location) = location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        headers.insert(header::LOCATION, location);
    }
    headers.insert(IDEMPOTENCY_REPLAYED.clone(), HeaderValue::from_static("true"));
    response
}

/// The key in the header, with or without the quotes that the IETF draft requires.
fn key(headers: &HeaderMap) -> Result<String, Problem> {
    let mut values = headers.get_all(&IDEMPOTENCY_KEY).iter();
    let value = values.next().and_then(|value| value.to_str().ok()).unwrap_or_default().trim();
    let key = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"';
    if values.next().is_none() && KEY_LENGTH_RANGE.contains(&key.len()) && key.bytes().all(is_plain) {
        return Ok(key.to_owned());
    }
    let message = "Idempotency-Key must be one value of 8 to 128 visible ASCII characters, such as a UUID";
    Err(Problem::bad_request(vec![FieldError::new(Code::IdempotencyKeyInvalid, "Idempotency-Key", message)]))
}

fn fingerprint(target: &str, body: &Bytes) -> String {
    let digest = Sha256::new().chain_update(target).chain_update([0]).chain_update(body);
    format!("{:x}", digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_with_or_without_quotes_is_accepted_and_malformed_or_repeated_key_is_refused() {
        let read = |value: &str| {
            let value = HeaderValue::from_bytes(value.as_bytes()).expect("a header");
            key(&HeaderMap::from_iter([(IDEMPOTENCY_KEY.clone(), value)])).ok()
        };
        let uuid = "8e03978e-40d5-43dd-bc93-6894a57f9324";
        assert_eq!(read(uuid).as_deref(), Some(uuid));
        assert_eq!(read(&format!("\"{uuid}\"")).as_deref(), Some(uuid));
        for wrong in ["", "short", "with blanks in it", "quote\"inside", "đường-đi-1", &"x".repeat(129)] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let mut twice = HeaderMap::new();
        twice.append(IDEMPOTENCY_KEY.clone(), HeaderValue::from_static("12345678"));
        twice.append(IDEMPOTENCY_KEY.clone(), HeaderValue::from_static("12345678"));
        assert!(key(&twice).is_err());
    }
}
