//! Likes in the audit log, named by their place.

use serde_json::{Value, json};

use crate::audit_log::model::{Kind, Subject};
use crate::common::id::PlaceId;

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

    fn id(&self) -> Option<String> {
        Some(self.place.to_string())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn fields(&self) -> Value {
        json!({ "isLiked": self.is_liked })
    }
}
