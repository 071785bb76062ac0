//! The bodies of requests about webhooks, with the rules of their fields.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::json;

use super::events::EventType;
use crate::common::id::WebhookId;
use crate::http::input::rule::{Rule, rule_schemas};

/// A webhook to create.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "see the rules")]
pub struct WebhookRequest {
    pub url: String,
    #[serde(default)]
    pub description: String,
    pub events: BTreeSet<EventType>,
}

/// Changes to a webhook. Fields that are absent stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "see the rules")]
pub struct WebhookChanges {
    pub id: Option<WebhookId>,
    pub url: Option<String>,
    pub description: Option<String>,
    pub events: Option<BTreeSet<EventType>>,
    pub is_active: Option<bool>,
}

rule_schemas! { WebhookRequest => webhook_request(), WebhookChanges => webhook_changes() }

fn fields() -> Vec<(&'static str, Rule)> {
    let event = Rule::text("The type of an event.").one_of(EventType::NAMES, "This type of event does not exist");
    vec![
        (
            "url",
            Rule::text("The address that receives the events. It begins with https:// and leads to a public network.")
                .required_text("Address is required")
                .max(1000.0, "Address must be at most 1000 characters")
                .http_url("Address must be like https://mirror.example/hooks")
                .pattern(r"^(?![A-Za-z]+:[/\\]*[^/?#\\]*@)", "Enter the address without a user name or password")
                .example("https://mirror.example/hooks/guide"),
        ),
        (
            "description",
            Rule::text("What it is for.")
                .strip_direction_controls()
                .max(200.0, "Description must be at most 200 characters")
                .example("The mirror of the tourist office"),
        ),
        (
            "events",
            Rule::list("The types of its events.", event)
                .required("Select at least one event")
                .max(EventType::NAMES.len() as f64, "Select each event once")
                .example(json!(["place.upsert", "place.delete"])),
        ),
    ]
}

fn webhook_request() -> Rule {
    Rule::closed_object("A webhook to create.", fields())
}

fn webhook_changes() -> Rule {
    let mut rules = fields();
    rules.push(("id", Rule::id("The id in the URL, if it is sent.")));
    let is_active_description =
        "Whether events are sent. Events of an inactive webhook are sent when it is active again.";
    rules.push(("isActive", Rule::boolean(is_active_description).example(true)));
    let computed = "version disabledReason failingSince previousSecretUntil pendingCount lastState lastStatus accountId \
                    accountName createdAt updatedAt";
    rules.extend(computed.split(' ').map(|name| (name, Rule::computed("Ignored."))));
    Rule::closed_object("Changes to a webhook. Fields that are not sent keep their values.", rules)
        .all_optional()
        .example(json!({ "isActive": true }))
}
