//! The facts of a place that owner reminders list and the owner confirms, as texts, and their hashes. Drafts are not
//! read.

use std::collections::BTreeMap;

use serde_json::Value;

use super::check_dto::OWNER_CHECKED_GROUPS;
use super::checks::FactGroup;
use super::dto::PlaceResponse;
use super::model::Place;
use super::prices::{self, Price};
use crate::auth::domain::secret;
use crate::common::text;

/// The texts of the facts of each group, in the order of the fields of the group. Groups without facts are left out.
pub type FactTexts = BTreeMap<FactGroup, Vec<String>>;

/// The SHA-256 of the texts of each group, base64url. A different hash shows that a fact of the group has changed.
pub type FactHashes = BTreeMap<FactGroup, String>;

/// The facts of a place in the groups that owners check ([`OWNER_CHECKED_GROUPS`]).
pub fn owner_checked_facts(place: &Place) -> FactTexts {
    let record = serde_json::to_value(PlaceResponse::for_admin(place.clone())).unwrap_or_default();
    let text = |field: &&str| match *field {
        prices::PRICES_FIELD => as_text(&place.prices.iter().map(Price::to_string).collect()),
        field => as_text(record.get(field)?),
    };
    let texts = |group: FactGroup| -> Vec<String> { group.owner_checked_fields().iter().filter_map(text).collect() };
    let groups = OWNER_CHECKED_GROUPS.into_iter().map(|group| (group, texts(group)));
    groups.filter(|(_, texts)| !texts.is_empty()).collect()
}

/// The hash of each group of these facts.
pub fn hash_facts(facts: &FactTexts) -> FactHashes {
    facts.iter().map(|(group, texts)| (*group, secret::hash(&texts.join("\n")))).collect()
}

/// A value as one line of text. Items of a list are separated by semicolons, and fields of an object by spaces. `None`
/// for null and booleans, and if the text is blank.
fn as_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null | Value::Bool(_) => return None,
        Value::String(value) => text::single_line(value),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().filter_map(as_text).collect::<Vec<_>>().join("; "),
        Value::Object(fields) => fields.values().filter_map(as_text).collect::<Vec<_>>().join(" "),
    };
    Some(text).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::common::clock::Timestamp;

    #[test]
    fn owner_checked_facts_are_grouped_and_changed_fact_changes_only_hash_of_its_group() {
        let mut place = Place::blank(Timestamp(0));
        assert_eq!(owner_checked_facts(&place), FactTexts::new());
        (place.phone, place.website) = (Some("+84 232 000 111".into()), Some("https://lantern-cave.example".into()));
        place.operating_hours = Some("Mo-Su 07:00-17:00".into());
        let facts = owner_checked_facts(&place);
        assert_eq!(facts[&FactGroup::Contact], ["+84 232 000 111", "https://lantern-cave.example"]);
        assert_eq!(facts.keys().collect::<Vec<_>>(), [&FactGroup::Hours, &FactGroup::Contact]);
        let before = hash_facts(&facts);
        place.phone = Some("+84 232 000 112".into());
        let after = hash_facts(&owner_checked_facts(&place));
        assert_eq!(before[&FactGroup::Hours], after[&FactGroup::Hours]);
        assert_ne!(before[&FactGroup::Contact], after[&FactGroup::Contact]);
    }

    #[test]
    fn price_is_one_text_with_check_date_and_blank_value_has_no_text() {
        let mut place = Place::blank(Timestamp(0));
        let price = json!({ "amount": 150_000, "per": "person", "checkedAt": "2026-03" });
        place.prices.0.push(serde_json::from_value(price).expect("a price"));
        assert_eq!(owner_checked_facts(&place)[&FactGroup::Price], ["150000 VND per person, checked 2026-03"]);
        assert_eq!(as_text(&json!(" \n ")), None);
        assert_eq!(as_text(&json!([])), None);
    }
}
