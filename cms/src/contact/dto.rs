//! The responses about contact messages.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::model::{Message, Status, Topic};
use crate::audit::model::{Description, Kind, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::spam::score::Reason;

/// The confirmation that a contact message was received.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The id of the message.
    #[schema(example = 7)]
    pub id: MessageId,
    /// The time at which the message was received.
    pub received_at: Timestamp,
}

/// A contact message, as admins see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageResponse {
    /// The id of the message.
    #[schema(example = 7)]
    pub id: MessageId,
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
    pub topic: Topic,
    /// The status.
    pub status: Status,
    /// The note of the team.
    #[schema(required)]
    pub note: Option<String>,
    /// The spam score, 0 to 100.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    pub spam_reasons: Vec<Reason>,
    /// The time at which the message was received.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time at which the message was first marked as answered. Null if it was not, and again once it is marked as
    /// new or as spam.
    #[schema(required)]
    pub answered_at: Option<Timestamp>,
    /// The time by which the guide promises an answer: 24 hours after the message was received.
    pub due_at: Timestamp,
}

impl From<Message> for MessageResponse {
    fn from(message: Message) -> Self {
        Self {
            due_at: message.due_at(),
            id: message.id,
            version: message.version,
            name: message.name,
            email: message.email,
            subject: message.subject,
            message: message.message,
            topic: message.topic,
            status: message.status,
            note: message.note,
            spam_score: message.spam_score,
            spam_reasons: message.spam_reasons.0,
            created_at: message.created_at,
            updated_at: message.updated_at,
            answered_at: message.answered_at,
        }
    }
}

/// The number of messages that wait, and how the promise of an answer within 24 hours is kept.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageCounts {
    /// Messages that wait for an answer.
    #[schema(example = 3)]
    pub new: i64,
    /// Messages that have waited for more than 24 hours.
    #[schema(example = 1)]
    pub late: i64,
    /// The percentage of the messages of the last 30 days that were answered within 24 hours, rounded down; null if
    /// there was none to answer. Spam, messages closed without an answer, and new messages that have waited for less than
    /// 24 hours are not counted.
    #[schema(required, example = 96)]
    #[serde(rename = "answeredIn24h")]
    pub answered_in_24h: Option<i64>,
}

// The audit log has neither sender nor text, so that a purged message leaves no personal data there.
impl Subject for Message {
    const KIND: Kind = Kind::Message;

    fn describe(&self) -> Description {
        let fields =
            json!({ "type": self.topic, "status": self.status, "note": self.note, "spamScore": self.spam_score });
        Description::new(self.id, &self.subject, fields)
    }
}
