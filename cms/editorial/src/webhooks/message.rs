//! Builds the messages of webhook deliveries. The body contains what a public read of the record returns. Headers and
//! signatures follow the specification Standard Webhooks.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::dto::{Delivery, Webhook};
use super::events::{EventType, TEST_EVENT_TYPE};
use crate::changes::store::FeedRecordKind;
use crate::common::clock::Timestamp;
use crate::http::input::query_string::parse_variant;

/// The prefix of every secret. The Base64 of its random bytes follows.
const SECRET_PREFIX: &str = "whsec_";
/// The maximum size of a record in bytes. No record is larger, because the request that stored it was limited in size.
const MAX_RECORD_BYTES: usize = 4 << 20;

/// The message of a delivery.
pub struct Message {
    /// The type of its event, or `test`.
    pub event: &'static str,
    /// The JSON body of the request.
    pub body: String,
}

/// A new secret: the prefix, and the Base64 of 32 random bytes.
pub fn new_secret() -> String {
    format!("{SECRET_PREFIX}{}", BASE64_STANDARD.encode(rand::random::<[u8; 32]>()))
}

/// The message with the record of `delivery`, as a request without an account reads it now. If the record is no longer
/// public, the message is a deletion. `None` if the record cannot be read now, or if it is not public and its kind has
/// no `delete` event. `None` also for a test.
pub async fn build_record_message(read_routes: &Router, delivery: &Delivery) -> Option<Message> {
    let kind: FeedRecordKind = parse_variant(&delivery.kind)?;
    let id = &delivery.record_id;
    let path = match kind {
        FeedRecordKind::Place => format!("/api/businesses/{id}"),
        FeedRecordKind::Article => format!("/api/articles/{id}"),
        FeedRecordKind::Category => format!("/api/categories/{id}"),
        FeedRecordKind::Page => format!("/api/pages/{id}"),
        FeedRecordKind::Settings => "/api/settings".to_owned(),
    };
    let response = read_routes.clone().oneshot(Request::get(path).body(Body::empty()).ok()?).await.ok()?;
    let status = response.status();
    if status == StatusCode::NOT_FOUND {
        let event = EventType::for_change(kind, false)?;
        return Some(message(event.name(), delivery, &json!({ "kind": kind, "id": id }).to_string()));
    }
    let record = to_bytes(response.into_body(), MAX_RECORD_BYTES).await.ok()?;
    let record = std::str::from_utf8(&record).ok().filter(|_| status == StatusCode::OK)?;
    Some(message(EventType::for_change(kind, true)?.name(), delivery, record))
}

/// The message of a test.
pub fn test_message(delivery: &Delivery) -> Message {
    message(TEST_EVENT_TYPE, delivery, "{}")
}

fn message(event: &'static str, delivery: &Delivery, data: &str) -> Message {
    let Delivery { changed_at, record_id, .. } = delivery;
    let id = Value::from(record_id.as_str());
    let body = format!(r#"{{"type":"{event}","timestamp":"{changed_at}","id":{id},"data":{data}}}"#);
    Message { event, body }
}

/// The headers of the request that sends `body` at `now`. The message id contains the number of the change log entry: a
/// later change of the record is another message, even in the same delivery. The id also contains the epoch of the
/// change feed, because ids of deliveries are reused after the restore of a backup. `None` if a secret or the value of
/// a header is invalid.
pub fn headers(webhook: &Webhook, delivery: &Delivery, epoch: i64, body: &str, now: Timestamp) -> Option<HeaderMap> {
    let (id, timestamp) = (format!("msg_{epoch}_{}_{}", delivery.id, delivery.seq), now.unix_seconds().to_string());
    let signed_text = format!("{id}.{timestamp}.{body}");
    let signatures: Option<Vec<String>> = webhook.secrets(now).map(|secret| signature(secret, &signed_text)).collect();
    let signatures = signatures?.join(" ");
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in [("webhook-id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signatures)] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?);
    }
    Some(headers)
}

/// The signature `v1,…` of a text. `None` for an invalid secret.
fn signature(secret: &str, signed_text: &str) -> Option<String> {
    let key = EncodingKey::from_secret(&BASE64_STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?);
    let signature = jsonwebtoken::crypto::sign(signed_text.as_bytes(), &key, Algorithm::HS256).ok()?;
    Some(format!("v1,{}", BASE64_STANDARD.encode(BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R483
    #[test]
    fn signature_matches_standard_webhooks() {
        // The example from the libraries of the specification Standard Webhooks.
        let signed_text = r#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#;
        let signature = signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", signed_text);
        assert_eq!(signature.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn new_secret_has_32_bytes_and_differs_each_time() {
        let secret = new_secret();
        let bytes = BASE64_STANDARD.decode(secret.strip_prefix(SECRET_PREFIX).expect("a prefix"));
        assert_eq!(bytes.expect("Base64").len(), 32);
        assert_ne!(secret, new_secret());
    }
}
