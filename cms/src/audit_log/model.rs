//! What the audit log is told: where a request comes from, and what it was about.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::differences;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::idempotency::Attempt;

/// What stands in the place of an address when somebody works on the machine itself.
pub const COMMAND_LINE: &str = "command line";
/// And when the guide does what its settings told it to do at this time.
pub const SYSTEM: &str = "the guide itself";

/// What can be changed.
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
    Picture,
    Settings,
    Page,
    Message,
    Enquiry,
    User,
}

impl Kind {
    /// As the column and the wire have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Category => "category",
            Self::Article => "article",
            Self::Entry => "entry",
            Self::Comment => "comment",
            Self::Picture => "picture",
            Self::Settings => "settings",
            Self::Page => "page",
            Self::Message => "message",
            Self::Enquiry => "enquiry",
            Self::User => "user",
        }
    }
}

/// Somebody with an account, as they are called at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// For ever.
    pub id: AccountId,
    /// May be empty.
    pub name: String,
    /// In lower case.
    pub email: String,
}

/// Where a request comes from and what it asks for: gathered once, on the way in, and moved into the write that does it,
/// which notes it there. See [`super::note`].
#[derive(Clone, Debug)]
pub struct AuditContext {
    /// The call's `operationId` in the contract, or a command's name.
    pub action: String,
    /// Who is signed in, or turned out to be by what the request proved.
    pub who: Option<Actor>,
    /// The address of the network, [`COMMAND_LINE`] or [`SYSTEM`].
    pub address: String,
    /// The id that the answer and the log carry; empty for a command.
    pub request_id: String,
    /// When it came.
    pub at: Timestamp,
    /// Where the request has an `Idempotency-Key`: the attempt that its write marks.
    pub attempt: Option<Attempt>,
}

impl AuditContext {
    /// Of a command of the binary. Whoever can run one is nobody whom the guide knows.
    pub fn command(name: &str, at: Timestamp) -> Self {
        let (action, address) = (name.to_owned(), COMMAND_LINE.to_owned());
        Self { action, who: None, address, request_id: String::new(), at, attempt: None }
    }

    /// Of what a running server does by itself, as its time has come.
    pub fn system(name: &str, at: Timestamp) -> Self {
        Self { address: SYSTEM.to_owned(), ..Self::command(name, at) }
    }

    /// The same, by somebody whom the request has proved to be there: by a password, a cookie, a link.
    pub fn by(self, who: impl Into<Actor>) -> Self {
        Self { who: Some(who.into()), ..self }
    }
}

/// Something that a request can change, as the log names it.
pub trait Subject {
    /// What it is.
    const KIND: Kind;
    /// Fields of [`Subject::fields`] that are worked out from others, or are somebody else's: not worth a note.
    const DERIVED: &'static [&'static str] = &[];

    /// Nothing for what there is once.
    fn id(&self) -> Option<String>;
    /// How people call it.
    fn name(&self) -> String;
    /// What may differ, by the names of the contract. Never a secret, and of what people wrote in confidence nothing that
    /// is to be gone once it is deleted.
    fn fields(&self) -> Value;

    /// Whether it has the same content as `other`, whatever their versions and times.
    fn has_content_of(&self, other: &Self) -> bool {
        differences::are_equal(self.fields(), other.fields(), Self::DERIVED)
    }
}
