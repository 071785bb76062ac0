//! Chooses the fields of a place that a proposal shows, and reads their values.

use serde_json::Value;

use crate::audit::log::Fields;
use crate::places::checks::FactGroup;
use crate::places::dto::PlaceResponse;
use crate::places::model::Place;

fn shown_field_names_of_group(group: FactGroup) -> &'static [&'static str] {
    match group {
        FactGroup::Position => &["latitude", "longitude"],
        FactGroup::Hours => &["operatingHours", "hours"],
        FactGroup::Price => &["priceRange", "prices"],
        FactGroup::Contact => &["phone", "website", "email"],
        FactGroup::Status => &["isActive"],
    }
}

/// All fields of a place that admins can read, with their values, by the names of the API.
pub fn place_fields(place: &Place) -> Fields {
    match serde_json::to_value(PlaceResponse::for_admin(place.clone())) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

/// The names of the fields that a proposal shows: first the fields of its group, then all other fields that it changes.
pub fn shown_field_names(group: Option<FactGroup>, changes: &Fields) -> Vec<String> {
    let group_fields = group.map(shown_field_names_of_group).unwrap_or_default();
    let other_names = changes.keys().filter(|name| !group_fields.contains(&name.as_str()));
    group_fields.iter().map(|name| (*name).to_owned()).chain(other_names.cloned()).collect()
}

/// The fields of `record` that `names` lists, with their values. The value of a field that the record lacks is null.
pub fn pick_fields(record: &Fields, names: &[String]) -> Fields {
    names.iter().map(|name| (name.clone(), record.get(name).cloned().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::common::clock::Timestamp;

    #[test]
    fn fields_of_every_group_are_fields_of_a_place() {
        let place = place_fields(&Place::blank(Timestamp(0)));
        for group in FactGroup::ALL {
            assert!(shown_field_names_of_group(group).iter().all(|field| place.contains_key(*field)), "{group:?}");
        }
    }

    #[test]
    fn shown_fields_are_those_of_the_group_and_then_other_changes() {
        let changes = json!({ "hours": "Daily", "phone": "1" }).as_object().cloned().unwrap_or_default();
        assert_eq!(shown_field_names(Some(FactGroup::Hours), &changes), ["operatingHours", "hours", "phone"]);
        assert_eq!(shown_field_names(None, &Fields::new()), Vec::<String>::new());
    }
}
