//! The request that toggles a like.

use serde::Deserialize;

use crate::common::id::PlaceId;
use crate::http::rule::{Rule, rule_schemas};

/// The place to like or unlike.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "described by its rule below")]
pub struct LikeRequest {
    pub business_id: PlaceId,
}

rule_schemas! { LikeRequest => like_request() }

fn like_request() -> Rule {
    Rule::closed_object(
        "The place to save, or to remove from the saved places.",
        vec![("businessId", Rule::id("The id of the place.").required("Business is required").example(7))],
    )
}
