//! The settings in the audit log.

use serde_json::Value;

use super::dto::Settings;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Settings {
    const KIND: Kind = Kind::Settings;

    fn id(&self) -> Option<String> {
        None
    }

    fn name(&self) -> String {
        self.brand.clone()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
