//! Webhooks and their deliveries, as the database stores them and as the API returns them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::events::EventType;
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ChangeSeq, WebhookDeliveryId, WebhookId};

/// Why the guide has disabled a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum DisabledReason {
    /// The receiver responded with 410.
    Gone,
    /// All deliveries failed for three days.
    Failing,
    /// The guide was restored from a backup. It may be a copy, which must not send to the receivers of the original.
    Restored,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum WebhookDeliveryState {
    /// The delivery waits for its first or next attempt.
    Pending,
    /// The receiver responded with 2xx.
    Delivered,
    /// All attempts failed, or the receiver responded with 410.
    Failed,
}

impl WebhookDeliveryState {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["pending", "delivered", "failed"];
}

/// A webhook, as admins see it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookResponse)]
pub struct Webhook {
    /// The id of the webhook.
    #[schema(example = 7)]
    pub id: WebhookId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The address that receives the events.
    #[schema(example = "https://mirror.example/hooks/guide")]
    pub url: String,
    /// The purpose of the webhook; may be empty.
    #[schema(example = "The mirror of the tourist office")]
    pub description: String,
    /// The types of the events that the webhook receives.
    #[schema(value_type = Vec<EventType>)]
    pub events: Json<BTreeSet<EventType>>,
    /// Whether events are sent. Events of an inactive webhook are sent when it is active again.
    #[schema(example = true)]
    pub is_active: bool,
    /// Why the guide has disabled it; null if it is active or an admin disabled it.
    #[schema(required)]
    pub disabled_reason: Option<DisabledReason>,
    /// The time of the first failed attempt since the last success or activation; null if there is none. Tests do not
    /// count.
    #[schema(required)]
    pub failing_since: Option<Timestamp>,
    /// The time until which deliveries are also signed with the previous secret; null if there is no previous secret.
    #[schema(required)]
    pub previous_secret_until: Option<Timestamp>,
    /// The number of pending deliveries. For changes that are made while the webhook is inactive, deliveries are added
    /// when it is active again.
    #[schema(example = 0)]
    pub pending_count: i64,
    /// The state of the newest delivery that was attempted; null if there is none.
    #[schema(required)]
    pub last_state: Option<WebhookDeliveryState>,
    /// The HTTP status of the response to that delivery; null if there was none.
    #[schema(required, example = 204)]
    pub last_status: Option<i64>,
    /// The id of the account that created the webhook. It is kept when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of the account that created the webhook; null if it has no name or is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time at which it was created.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The secrets of the webhook, and its position in the change feed.
    #[serde(skip)]
    #[sqlx(flatten)]
    pub private_fields: PrivateFields,
}

/// The fields of a webhook that are not part of its JSON.
#[derive(Clone, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct PrivateFields {
    pub secret: String,
    pub previous_secret: Option<String>,
    pub seq: ChangeSeq,
    pub kind: String,
    pub record_id: String,
}

impl std::fmt::Debug for PrivateFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Internal(…)")
    }
}

impl Webhook {
    /// The secrets that sign a delivery at `now`: the current one, then the previous one if it is still valid.
    pub fn secrets(&self, now: Timestamp) -> impl Iterator<Item = &str> {
        let is_previous_secret_valid = self.previous_secret_until.is_some_and(|valid_until| now < valid_until);
        let previous_secret = self.private_fields.previous_secret.as_deref().filter(|_| is_previous_secret_valid);
        std::iter::once(self.private_fields.secret.as_str()).chain(previous_secret)
    }
}

impl AuditSubject for Webhook {
    const KIND: AuditRecordKind = AuditRecordKind::Webhook;

    fn describe(&self) -> AuditDescription {
        let fields = json!({
            "url": self.url, "description": self.description, "events": self.events, "isActive": self.is_active,
            "disabledReason": self.disabled_reason,
        });
        AuditDescription::new(self.id, &self.url, fields)
    }
}

/// A webhook with its new secret, which is shown only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: Webhook,
    /// The new secret, which signs the deliveries of the webhook. No later call returns it.
    #[schema(example = "whsec_bGFudGVybiBjYXZlLCBsYW50ZXJuIGJheSwgMjAyNi4=")]
    pub secret: String,
}

/// A delivery to a webhook.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct Delivery {
    /// The id of the delivery.
    #[schema(example = 12)]
    pub id: WebhookDeliveryId,
    /// The id of the webhook.
    #[schema(example = 7)]
    pub webhook_id: WebhookId,
    /// The type of the event, or `test`.
    #[schema(example = "place.upsert")]
    pub event: String,
    /// The kind of the record; `test` for a test.
    #[schema(example = "place")]
    pub kind: String,
    /// The id of the record, as in the change feed; empty for a test.
    #[schema(example = "7")]
    pub record_id: String,
    /// The state.
    pub state: WebhookDeliveryState,
    /// The number of attempts.
    #[schema(example = 1)]
    pub attempts: i64,
    /// The time of the next attempt; null if there is none.
    #[schema(required)]
    pub retry_at: Option<Timestamp>,
    /// The status of the last response; null if there was none.
    #[schema(required, example = 204)]
    pub status: Option<i64>,
    /// The beginning of the last response as plain text of at most 500 characters, or why there was no response. Null
    /// before the first attempt.
    #[schema(required, example = "")]
    pub excerpt: Option<String>,
    /// How long the last attempt took, in milliseconds; null before the first attempt.
    #[schema(required, example = 84)]
    pub duration_ms: Option<i64>,
    /// The time of the change.
    pub changed_at: Timestamp,
    /// The time at which the delivery was added.
    pub created_at: Timestamp,
    /// The time at which it was delivered or failed; null while it is pending.
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    /// The change log entry of its last change; 0 for a test.
    #[serde(skip)]
    pub seq: ChangeSeq,
}
