//! A like as the audit log names it: by its place.

use serde_json::{Value, json};

use crate::audit_log::model::{Kind, Subject};
use crate::common::id::PlaceId;

/// Whether somebody likes a place.
pub struct Liking {
    /// Which.
    pub place: PlaceId,
    /// How it is called.
    pub name: String,
    /// Whether they do.
    pub is_liked: bool,
}

impl Subject for Liking {
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
