//! Articles as subjects of the audit log.

use serde_json::Value;

use super::dto::ArticleResponse;
use super::model::Article;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Article {
    const KIND: Kind = Kind::Article;
    const DERIVED: &'static [&'static str] = &["pictures", "standing", "liveSince"];

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.title.clone()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(ArticleResponse::for_admins(self.clone())).unwrap_or_default()
    }
}
