//! The responses about likes.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::id::PlaceId;

/// How a place and the caller stand after a like or its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeView {
    /// The place.
    #[schema(example = 7)]
    pub business_id: PlaceId,
    /// Whether the caller likes it now.
    pub is_liked: bool,
    /// How many people like it now.
    #[schema(example = 50)]
    pub like_count: i64,
}
