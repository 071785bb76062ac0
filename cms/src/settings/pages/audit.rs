//! Standing pages in the audit log.

use serde_json::Value;

use super::store::StandingPage;
use crate::audit_log::model::{Kind, Subject};

impl<T: StandingPage> Subject for T {
    const KIND: Kind = Kind::Page;

    fn id(&self) -> Option<String> {
        Some(T::PATH.trim_start_matches('/').to_owned())
    }

    fn name(&self) -> String {
        T::PATH.to_owned()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
