//! The responses about likes.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::id::PlaceId;

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
