//! The request and response about likes, and their description in the audit log.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::model::{Description, Kind, Subject};
use crate::common::id::PlaceId;
use crate::http::input::rule::{Rule, rule_schemas};

/// The like of the caller on a place, after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeResponse {
    /// The id of the place.
    #[schema(example = 7)]
    pub business_id: PlaceId,
    /// Whether the caller has saved the place.
    pub is_liked: bool,
    /// The number of accounts that have saved the place.
    #[schema(example = 50)]
    pub like_count: i64,
}

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

/// Whether an account likes a place.
pub struct LikeState {
    /// The place.
    pub place: PlaceId,
    /// The name of the place.
    pub name: String,
    /// Whether the account likes it.
    pub is_liked: bool,
}

impl Subject for LikeState {
    const KIND: Kind = Kind::Place;

    fn describe(&self) -> Description {
        Description::new(self.place, &self.name, json!({ "isLiked": self.is_liked }))
    }
}
