//! The types of events, and their description in the contract.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::changes::store::FeedRecordKind;

/// The type of an event: the kind of a public record, and whether it is still public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[allow(missing_docs, reason = "named by their serialization")]
pub enum EventType {
    #[serde(rename = "place.upsert")]
    PlaceUpsert,
    #[serde(rename = "place.delete")]
    PlaceDelete,
    #[serde(rename = "article.upsert")]
    ArticleUpsert,
    #[serde(rename = "article.delete")]
    ArticleDelete,
    #[serde(rename = "category.upsert")]
    CategoryUpsert,
    #[serde(rename = "category.delete")]
    CategoryDelete,
    #[serde(rename = "page.upsert")]
    PageUpsert,
    #[serde(rename = "settings.upsert")]
    SettingsUpsert,
}

impl EventType {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &[
        "place.upsert",
        "place.delete",
        "article.upsert",
        "article.delete",
        "category.upsert",
        "category.delete",
        "page.upsert",
        "settings.upsert",
    ];

    /// The event type of a change to a record of this kind. `None` if the record is not public and its kind has no
    /// `delete` event: pages and the settings.
    pub fn for_change(kind: FeedRecordKind, is_public: bool) -> Option<Self> {
        Some(match (kind, is_public) {
            (FeedRecordKind::Place, true) => Self::PlaceUpsert,
            (FeedRecordKind::Place, false) => Self::PlaceDelete,
            (FeedRecordKind::Article, true) => Self::ArticleUpsert,
            (FeedRecordKind::Article, false) => Self::ArticleDelete,
            (FeedRecordKind::Category, true) => Self::CategoryUpsert,
            (FeedRecordKind::Category, false) => Self::CategoryDelete,
            (FeedRecordKind::Page, true) => Self::PageUpsert,
            (FeedRecordKind::Settings, true) => Self::SettingsUpsert,
            _ => return None,
        })
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The type of the event that tests a webhook. It is not in [`EventType`], because a test belongs to no change and can
/// be sent to every webhook.
pub const TEST_EVENT_TYPE: &str = "test";

/// The object `webhooks` of the OpenAPI document. For each event type and for the test, it describes the request that a
/// receiver gets.
pub fn openapi_webhooks() -> Value {
    let names = EventType::NAMES.iter().chain([&TEST_EVENT_TYPE]);
    names.map(|name| ((*name).to_owned(), json!({ "post": operation(name) }))).collect::<Map<_, _>>().into()
}

fn operation(name: &str) -> Value {
    let (kind, action) = name.split_once('.').unwrap_or((name, ""));
    json!({
        "tags": ["Programs"],
        "summary": summary(name),
        "description": "Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. After any other \
                        response, the request is repeated over three days; 410 disables the webhook.",
        "parameters": [
            header_parameter("webhook-id", "The id of the message. It is the same when a failed attempt is repeated, unless the record has changed in the meantime."),
            header_parameter("webhook-timestamp", "The time of this attempt, in seconds since 1970."),
            header_parameter("webhook-signature", "Signatures, separated by spaces: `v1,` and the Base64 of the HMAC-SHA256 of \
                    `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two."),
        ],
        "requestBody": { "required": true, "content": { "application/json": { "schema": event_schema(name, kind, action) } } },
        "responses": {
            "2XX": { "description": "The event was received." },
            "410": { "description": "The webhook is disabled." },
        },
    })
}

fn summary(name: &str) -> &'static str {
    match name {
        "place.upsert" => "A place was published or changed.",
        "place.delete" => "A place is no longer public.",
        "article.upsert" => "An article was published or changed.",
        "article.delete" => "An article is no longer public.",
        "category.upsert" => "A category was published or changed.",
        "category.delete" => "A category is no longer public.",
        "page.upsert" => "A standing page changed.",
        "settings.upsert" => "The settings changed.",
        _ => "A test, which the console or `testWebhook` sends.",
    }
}

fn header_parameter(name: &str, description: &str) -> Value {
    json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } })
}

fn event_schema(name: &str, kind: &str, action: &str) -> Value {
    let moment = json!({ "$ref": "#/components/schemas/Moment" });
    let id =
        "The id of the record, as in the change feed: for a page, its name; for the settings, `1`. Empty in a test.";
    json!({
        "type": "object",
        "required": ["type", "timestamp", "id", "data"],
        "properties": {
            "type": { "type": "string", "const": name },
            "timestamp": { "allOf": [moment], "description": "The time of the change." },
            "id": { "type": "string", "description": id },
            "data": data_schema(kind, action),
        },
    })
}

/// The schema of `data`: the record, as a request without an account reads it. If the record is no longer public,
/// `data` has only its kind and id. In a test, `data` is an empty object.
fn data_schema(kind: &str, action: &str) -> Value {
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    match (kind, action) {
        (_, "delete") => json!({
            "type": "object",
            "required": ["kind", "id"],
            "properties": {
                "kind": { "type": "string", "const": kind },
                "id": { "type": "string", "description": "The id of the record." },
            },
        }),
        ("place", _) => schema("PlaceResponse"),
        ("article", _) => schema("ArticleResponse"),
        ("category", _) => schema("CategoryResponse"),
        ("settings", _) => schema("SettingsResponse"),
        ("page", _) => {
            let pages =
                ["GettingHere", "About", "Help", "Privacy"].map(|page| schema(&format!("StandingPageResponse_{page}")));
            json!({ "anyOf": pages })
        }
        _ => json!({ "type": "object", "properties": {} }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::input::query_string::parse_variant;

    #[test]
    fn event_names_are_those_of_serialization_and_exclude_test() {
        for name in EventType::NAMES {
            assert_eq!(parse_variant(name).map(EventType::name), Some(*name));
        }
        assert_eq!(parse_variant::<EventType>(TEST_EVENT_TYPE), None);
    }
}
