//! The request body for moderating many entries or comments.

use serde::Deserialize;

use crate::guestbook::form::decision;
use crate::guestbook::model::Status;
use crate::http::bulk::ids;
use crate::http::rule::{Rule, rule_schemas};

/// The ids of entries or comments, and the decision for all of them.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct BulkModerationRequest {
    pub ids: Vec<i64>,
    pub status: Status,
}

rule_schemas! { BulkModerationRequest => bulk_moderation_request() }

fn bulk_moderation_request() -> Rule {
    Rule::closed_object(
        "One moderation decision on many entries or comments.",
        vec![("ids", ids()), ("status", decision())],
    )
    .example(serde_json::json!({ "ids": [7, 12], "status": "approved" }))
}
