//! Contact messages: topic, status, and the time by which they should be answered.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::spam::score::{Label, Reason};

/// The site promises an answer within 24 hours (R103), here in seconds.
pub const ANSWER_WITHIN_S: i64 = 24 * 3600;

/// The topic of a contact message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageTopic)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the form names them")]
pub enum Topic {
    #[default]
    General,
    Business,
    Travel,
    Technical,
    Feedback,
}

impl Topic {
    /// All of them, as they are sent.
    pub const NAMES: &[&str] = &["general", "business", "travel", "technical", "feedback"];
}

/// The status of a contact message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageStatus)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Status {
    /// It waits for an answer.
    New,
    /// It was answered.
    Answered,
    /// It needs no answer (any more).
    Closed,
    /// Spam.
    Spam,
}

impl Status {
    /// All of them, as they are sent.
    pub const NAMES: &[&str] = &["new", "answered", "closed", "spam"];

    /// The label under which the classifier learns a message with this status. A closed message has none: it may have
    /// been unwanted.
    pub fn training_label(self) -> Option<Label> {
        match self {
            Self::Answered => Some(Label::Ham),
            Self::Spam => Some(Label::Spam),
            Self::New | Self::Closed => None,
        }
    }
}

/// A message to the team.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct Message {
    pub id: MessageId,
    pub version: i64,
    pub name: String,
    pub email: String,
    pub subject: String,
    pub message: String,
    pub topic: Topic,
    pub status: Status,
    pub note: Option<String>,
    pub spam_score: i64,
    pub spam_reasons: Json<Vec<Reason>>,
    pub training_label: Option<Label>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub answered_at: Option<Timestamp>,
}

impl Message {
    /// The time by which it should be answered.
    pub fn due_at(&self) -> Timestamp {
        self.created_at.plus_seconds(ANSWER_WITHIN_S)
    }

    /// The message with another status. `answered_at` is the time of the first answer, and `None` if it waits again.
    pub fn with_status(mut self, status: Status, now: Timestamp) -> Self {
        self.answered_at = match status {
            Status::Answered => self.answered_at.or(Some(now)),
            Status::Closed => self.answered_at,
            Status::New | Status::Spam => None,
        };
        self.status = status;
        self
    }

    /// The text for the classifier.
    pub fn text(&self) -> String {
        text(&self.subject, &self.message)
    }
}

/// The text of a message for the classifier.
pub fn text(subject: &str, message: &str) -> String {
    format!("{subject}\n{message}")
}
