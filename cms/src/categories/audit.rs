//! Categories in the audit log.

use serde_json::Value;

use super::dto::CategoryResponse;
use super::model::Category;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Category {
    const KIND: Kind = Kind::Category;
    const DERIVED: &'static [&'static str] = &["placeCount"];

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(CategoryResponse::from(self.clone())).unwrap_or_default()
    }
}
