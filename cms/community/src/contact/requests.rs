//! The requests about contact messages, with the rules of their fields.

use serde::Deserialize;
use serde_json::json;

use super::dto::{ContactTopic, Status};
use crate::common::id::ContactMessageId;
use crate::http::input::account_field_rules;
use crate::http::input::rule::{Rule, elapsed_ms, leave_blank, rule_schemas};
use crate::http::input::update::FieldPatch;

/// A message to the team.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "see the rules")]
pub struct ContactRequest {
    pub name: String,
    pub email: String,
    pub subject: String,
    pub message: String,
    #[serde(rename = "type", default)]
    pub topic: ContactTopic,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

rule_schemas! { ContactRequest => contact_request(), MessageChanges => message_changes() }

fn contact_request() -> Rule {
    let rules = vec![
        ("name", account_field_rules::sender_name()),
        ("email", account_field_rules::email("Valid email is required", "Valid email is required")),
        (
            "subject",
            Rule::text("The subject.")
                .strip_direction_controls()
                .required_text("Subject is required")
                .max(200.0, "Subject must be at most 200 characters")
                .example("A boat for twelve"),
        ),
        (
            "message",
            Rule::text("The text of the message.")
                .required_text("Message is required")
                .max(5000.0, "Message must be at most 5000 characters")
                .example("Is there a boat to the cave that takes twelve?"),
        ),
        (
            "type",
            Rule::text("The topic.")
                .one_of(ContactTopic::NAMES, "Type must be general, business, travel, technical or feedback")
                .default("general"),
        ),
        ("leaveBlank", leave_blank()),
        ("elapsedMs", elapsed_ms()),
    ];
    Rule::closed_object("A contact message to the team.", rules).example(json!({
        "name": "Linh Tran", "email": "linh@example.org", "subject": "A boat for twelve",
        "message": "Is there a boat to the cave that takes twelve?", "type": "travel",
    }))
}

/// Changes to a message. Fields that are absent stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "see the rules")]
pub struct MessageChanges {
    pub id: Option<ContactMessageId>,
    pub status: Option<Status>,
    pub note: FieldPatch<String>,
}

fn message_changes() -> Rule {
    let status = Rule::text("The status.").one_of(Status::NAMES, "Status must be new, answered, closed or spam");
    let mut rules = vec![
        ("id", Rule::id("The id in the URL, if it is sent.")),
        ("status", status.example("answered")),
        ("note", Rule::text("The note of the team.").nullable().max(2000.0, "Note must be at most 2000 characters")),
    ];
    let computed = [
        "version",
        "name",
        "email",
        "subject",
        "message",
        "type",
        "spamScore",
        "spamReasons",
        "createdAt",
        "updatedAt",
        "answeredAt",
        "dueAt",
    ];
    rules.extend(computed.map(|name| (name, Rule::computed("Ignored."))));
    Rule::closed_object("Changes to a contact message. Fields that are not sent keep their values.", rules)
        .example(json!({ "status": "answered", "note": "Boats take ten; told her to book two." }))
}
