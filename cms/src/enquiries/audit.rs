//! Enquiries as subjects of the audit log. The log has the place's name but neither the sender nor the text, which must
//! not outlive the enquiry.

use serde_json::{Value, json};

use super::model::Enquiry;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Enquiry {
    const KIND: Kind = Kind::Enquiry;

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.place_name.clone()
    }

    fn fields(&self) -> Value {
        json!({ "businessId": self.place_id, "delivery": self.delivery, "spamScore": self.spam_score })
    }
}
