//! Messages in the audit log, named by their subject. The log has neither sender nor text, so that a purged message
//! leaves no personal data there.

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
