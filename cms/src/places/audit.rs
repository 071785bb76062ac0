//! The audit representation of a place.

use serde_json::Value;

use super::dto::PlaceResponse;
use super::model::Place;
use crate::audit_log::model::{Kind, Subject};

impl Subject for Place {
    const KIND: Kind = Kind::Place;
    const DERIVED: &'static [&'static str] = &[
        "opening",
        "pictures",
        "isLiked",
        "likeCount",
        "category",
        "categories",
        "liveSince",
        "acceptsEnquiries",
        "phoneParts",
        "directBookingUrl",
    ];

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn fields(&self) -> Value {
        serde_json::to_value(PlaceResponse::for_admin(self.clone())).unwrap_or_default()
    }
}
