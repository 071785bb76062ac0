//! What may be sent to judge many.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::guestbook::form::verdict;
use crate::guestbook::model::Status;
use crate::http::bulk::ids;
use crate::http::rule::Rule;

/// Which entries or comments, and the one verdict on each of them.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct BulkModerationForm {
    pub ids: Vec<i64>,
    pub status: Status,
}

impl PartialSchema for BulkModerationForm {
    fn schema() -> RefOr<Schema> {
        Rule::closed_object(
            "One moderation decision on many entries or comments.",
            vec![("ids", ids()), ("status", verdict())],
        )
        .example(serde_json::json!({ "ids": [7, 12], "status": "approved" }))
        .schema()
    }
}
impl ToSchema for BulkModerationForm {}
