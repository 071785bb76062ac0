//! The responses about contact messages.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Message, Status, Topic};
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::spam::model::Reason;

/// A message has arrived.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// Its id.
    #[schema(example = 7)]
    pub id: MessageId,
    /// When.
    pub received_at: Timestamp,
}

/// A message to the team, as admins see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    /// Its id.
    #[schema(example = 7)]
    pub id: MessageId,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 1)]
    pub version: i64,
    /// Who wrote it.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// Where answers go, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// What it is about, in their words.
    #[schema(example = "A boat for twelve")]
    pub subject: String,
    /// What they wrote.
    #[schema(example = "Is there a boat to the cave that takes twelve?")]
    pub message: String,
    /// What it is about, of a few.
    #[serde(rename = "type")]
    pub topic: Topic,
    /// Where it stands.
    pub status: Status,
    /// What the team notes on it.
    #[schema(required)]
    pub note: Option<String>,
    /// How likely it is spam, in percent.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// Why.
    pub spam_reasons: Vec<Reason>,
    /// When it arrived.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it was answered, if it was.
    #[schema(required)]
    pub answered_at: Option<Timestamp>,
    /// By when the guide has promised an answer: 24 hours after it arrived.
    pub due_at: Timestamp,
}

impl From<Message> for MessageView {
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

/// How the team keeps its promise.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageCounts {
    /// Messages that wait for an answer.
    #[schema(example = 3)]
    pub new: i64,
    /// Of those, the ones that have waited for more than 24 hours.
    #[schema(example = 1)]
    pub late: i64,
    /// How many of a hundred messages of the last 30 days were answered within 24 hours, rounded down; null when there
    /// was none to answer.
    #[schema(required, example = 96)]
    #[serde(rename = "answeredIn24h")]
    pub answered_in_24h: Option<i64>,
}
