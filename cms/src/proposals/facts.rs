//! The facts about a place that travelers confirm or correct, by group, and the values of their fields.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::log::Fields;
use crate::places::dto::PlaceResponse;
use crate::places::model::Place;

/// Facts that are checked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum FactGroup {
    /// Where the place is.
    Position,
    /// When it is open.
    Hours,
    /// What it costs.
    Price,
    /// How to reach it.
    Contact,
    /// Whether it exists.
    Status,
}

impl FactGroup {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["position", "hours", "price", "contact", "status"];

    /// The fields of a place with these facts.
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Position => &["latitude", "longitude"],
            Self::Hours => &["operatingHours", "hours"],
            Self::Price => &["priceRange"],
            Self::Contact => &["phone", "website", "email"],
            Self::Status => &["isActive"],
        }
    }
}

/// The fields of a place, as staff see it.
pub fn of_place(place: &Place) -> Fields {
    match serde_json::to_value(PlaceResponse::for_admin(place.clone())) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

/// The fields that a proposal shows: those of its group, and those that it changes.
pub fn shown_fields(group: Option<FactGroup>, changes: &Fields) -> Vec<String> {
    let of_group = group.map(FactGroup::fields).unwrap_or_default();
    let others = changes.keys().filter(|name| !of_group.contains(&name.as_str()));
    of_group.iter().map(|name| (*name).to_owned()).chain(others.cloned()).collect()
}

/// The values of these fields of a record; null for a field that it does not have.
pub fn values(record: &Fields, names: &[String]) -> Fields {
    names.iter().map(|name| (name.clone(), record.get(name).cloned().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::common::clock::Timestamp;

    #[test]
    fn fields_of_every_group_are_fields_of_a_place() {
        let place = of_place(&Place::blank(Timestamp(0)));
        for name in FactGroup::NAMES {
            let group: FactGroup = serde_json::from_value(json!(name)).expect(name);
            assert!(group.fields().iter().all(|field| place.contains_key(*field)), "{name}");
        }
    }

    #[test]
    fn shown_fields_are_those_of_the_group_and_then_other_changes() {
        let changes = json!({ "hours": "Daily", "phone": "1" }).as_object().cloned().unwrap_or_default();
        assert_eq!(shown_fields(Some(FactGroup::Hours), &changes), ["operatingHours", "hours", "phone"]);
        assert_eq!(shown_fields(None, &Fields::new()), Vec::<String>::new());
    }
}
