//! Images in the audit log.

use serde_json::Value;

use super::dto::MediaResponse;
use super::model::Image;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Image {
    const KIND: Kind = Kind::Image;
    const DERIVED: &'static [&'static str] = &["widths", "thumbhash", "color", "useCount"];

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(MediaResponse::from(self.clone())).unwrap_or_default()
    }
}
