//! The request body for moderating many entries or comments.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::guestbook::form::decision;
use crate::guestbook::model::Status;
use crate::http::bulk::ids;
use crate::http::rule::Rule;

/// The ids of entries or comments, and the decision for all of them.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct BulkModerationRequest {
    pub ids: Vec<i64>,
    pub status: Status,
}

impl PartialSchema for BulkModerationRequest {
    fn schema() -> RefOr<Schema> {
        Rule::closed_object(
            "One moderation decision on many entries or comments.",
            vec![("ids", ids()), ("status", decision())],
        )
        .example(serde_json::json!({ "ids": [7, 12], "status": "approved" }))
        .schema()
    }
}
impl ToSchema for BulkModerationRequest {}
