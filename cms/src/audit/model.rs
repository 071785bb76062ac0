//! The audit context of a request, and the subjects of audit events.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::diff;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::idempotency::Attempt;

/// The address of events that a command of the binary causes.
pub const COMMAND_LINE: &str = "command line";
/// The address of events that the running server causes itself, at a scheduled time.
pub const SYSTEM: &str = "the guide itself";

/// The kind of a record in the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AuditKind)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the rest of the contract names them")]
pub enum Kind {
    Place,
    Category,
    Article,
    Entry,
    Comment,
    Image,
    Settings,
    Page,
    Message,
    Enquiry,
    User,
}

impl Kind {
    /// The name in the database and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Category => "category",
            Self::Article => "article",
            Self::Entry => "entry",
            Self::Comment => "comment",
            Self::Image => "image",
            Self::Settings => "settings",
            Self::Page => "page",
            Self::Message => "message",
            Self::Enquiry => "enquiry",
            Self::User => "user",
        }
    }
}

/// The account that caused an event, with its name and address at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The id of the account.
    pub id: AccountId,
    /// The name; may be empty.
    pub name: String,
    /// The email address in lower case.
    pub email: String,
}

/// The origin and the action of a request. It is extracted once and moved into the write, which logs its events with
/// it: see [`super::log`].
#[derive(Clone, Debug)]
pub struct AuditContext {
    /// The `operationId` of the call, or the name of the command.
    pub action: String,
    /// The account that is signed in, or that the request has proved to be.
    pub who: Option<Actor>,
    /// The client address, [`COMMAND_LINE`] or [`SYSTEM`].
    pub address: String,
    /// The request id; empty for a command.
    pub request_id: String,
    /// The time of the request.
    pub at: Timestamp,
    /// Where the request has an `Idempotency-Key`: the attempt that its write marks.
    pub attempt: Option<Attempt>,
}

impl AuditContext {
    /// The context of a command of the binary, which has no account.
    pub fn command(name: &str, at: Timestamp) -> Self {
        let (action, address) = (name.to_owned(), COMMAND_LINE.to_owned());
        Self { action, who: None, address, request_id: String::new(), at, attempt: None }
    }

    /// The context of a scheduled action of the server.
    pub fn system(name: &str, at: Timestamp) -> Self {
        Self { address: SYSTEM.to_owned(), ..Self::command(name, at) }
    }

    /// Sets the account that the request has proved to be, by a password, a cookie or a link.
    pub fn by(self, who: impl Into<Actor>) -> Self {
        Self { who: Some(who.into()), ..self }
    }
}

/// A record that audit events can be about.
pub trait Subject {
    /// The kind of the record.
    const KIND: Kind;
    /// Fields of [`Description::fields`] that are derived from other fields or belong to another record. They are not
    /// logged.
    const DERIVED: &'static [&'static str] = &[];

    /// Its description at this moment.
    fn describe(&self) -> Description;

    /// Whether the content equals that of `other`, ignoring versions and times.
    fn has_content_of(&self, other: &Self) -> bool {
        diff::are_equal(self.describe().fields, other.describe().fields, Self::DERIVED)
    }
}

/// What the audit log shows of a record.
#[derive(Clone, Debug)]
pub struct Description {
    /// The id. `None` for a record that exists once.
    pub id: Option<String>,
    /// The name that people use.
    pub name: String,
    /// The fields to compare, by their names in the contract. Never a secret, and no confidential text that must
    /// disappear when the record is deleted.
    pub fields: Value,
}

impl Description {
    /// The description of a record with an id.
    pub fn new(id: impl ToString, name: impl Into<String>, fields: impl Serialize) -> Self {
        let fields = serde_json::to_value(fields).unwrap_or_default();
        Self { id: Some(id.to_string()), name: name.into(), fields }
    }
}
