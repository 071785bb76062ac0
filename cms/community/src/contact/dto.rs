//! Contact messages, as they are stored and sent.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::ContactMessageId;
use crate::spam::score::{Reason, SpamLabel};

/// The time in seconds within which the site promises an answer (R103): 24 hours.
pub const PROMISED_ANSWER_TIME_S: i64 = 24 * 3600;

/// The topic of a contact message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageTopic)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the form names them")]
pub enum ContactTopic {
    #[default]
    General,
    Business,
    Travel,
    Technical,
    Feedback,
}

impl ContactTopic {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["general", "business", "travel", "technical", "feedback"];
}

/// The status of a contact message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageStatus)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Status {
    /// The message waits for an answer.
    New,
    /// The message was answered.
    Answered,
    /// The message needs no answer.
    Closed,
    /// The message is spam.
    Spam,
}

impl Status {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["new", "answered", "closed", "spam"];

    /// The label under which the classifier learns a message with this status. New and closed messages have no label: a
    /// closed message may have been unwanted.
    pub fn training_label(self) -> Option<SpamLabel> {
        match self {
            Self::Answered => Some(SpamLabel::Ham),
            Self::Spam => Some(SpamLabel::Spam),
            Self::New | Self::Closed => None,
        }
    }
}

/// The confirmation that a contact message was received.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageReceivedResponse {
    /// The id of the message.
    #[schema(example = 7)]
    pub id: ContactMessageId,
    /// The time at which the message was received.
    pub received_at: Timestamp,
}

/// A contact message, as admins see it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessageResponse)]
pub struct Message {
    /// The id of the message.
    #[schema(example = 7)]
    pub id: ContactMessageId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The name of the sender.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// The email address for the reply, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The subject.
    #[schema(example = "A boat for twelve")]
    pub subject: String,
    /// The text of the message.
    #[schema(example = "Is there a boat to the cave that takes twelve?")]
    pub message: String,
    /// The topic that the sender chose.
    #[serde(rename = "type")]
    pub topic: ContactTopic,
    /// The status.
    pub status: Status,
    /// The note of the team.
    #[schema(required)]
    pub note: Option<String>,
    /// The spam score, 0 to 100.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    #[schema(value_type = Vec<Reason>)]
    pub spam_reasons: sqlx::types::Json<Vec<Reason>>,
    /// The time at which the message was received.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time at which the message was first marked as answered; null if it was not. The status `new` or `spam` sets
    /// this time to null.
    #[schema(required)]
    pub answered_at: Option<Timestamp>,
    /// The time by which the guide promises an answer: 24 hours after the message was received.
    pub due_at: Timestamp,
    /// The label under which the classifier has learned the message.
    #[serde(skip)]
    pub training_label: Option<SpamLabel>,
}

impl Message {
    /// The message with another status. `answered_at` stays the time of the first answer. It becomes `None` if the new
    /// status is `New` or `Spam`.
    pub fn with_status(mut self, status: Status, now: Timestamp) -> Self {
        self.answered_at = match status {
            Status::Answered => self.answered_at.or(Some(now)),
            Status::Closed => self.answered_at,
            Status::New | Status::Spam => None,
        };
        self.status = status;
        self
    }
}

/// The text of a message for the classifier.
pub fn classifier_text(subject: &str, message: &str) -> String {
    format!("{subject}\n{message}")
}

/// The number of messages that are waiting, and how well the team keeps its promise to answer within 24 hours.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageCounts {
    /// The number of messages that are waiting for an answer.
    #[schema(example = 3)]
    pub new: i64,
    /// The number of messages that have waited for an answer for 24 hours or longer.
    #[schema(example = 1)]
    pub late: i64,
    /// The percentage of the messages of the last 30 days that were answered within 24 hours, rounded down; null if
    /// there was no message to answer. Spam, messages closed without an answer, and new messages that have waited for
    /// less than 24 hours are not counted.
    #[schema(required, example = 96)]
    #[serde(rename = "answeredIn24h")]
    pub answered_in_24h: Option<i64>,
}

// The audit log has the subject of a message, but neither the sender nor the text. Audit events outlive a purged
// message, and the personal data of the sender must not.
impl AuditSubject for Message {
    const KIND: AuditRecordKind = AuditRecordKind::Message;

    fn describe(&self) -> AuditDescription {
        let Self { topic, status, note, spam_score, .. } = self;
        let fields = json!({ "type": topic, "status": status, "note": note, "spamScore": spam_score });
        AuditDescription::new(self.id, &self.subject, fields)
    }
}
