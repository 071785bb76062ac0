//! A message as the audit log names it: by its subject. Who sent it and what they wrote is not repeated there: removed
//! for good is gone.

use serde_json::{Value, json};

use super::model::Message;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Message {
    const KIND: Kind = Kind::Message;

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.subject.clone()
    }

    fn fields(&self) -> Value {
        json!({ "type": self.topic, "status": self.status, "note": self.note, "spamScore": self.spam_score })
    }
}
