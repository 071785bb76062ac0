//! The differences between two states of a record, shortened for storage.

use serde_json::{Map, Value};

/// The maximum length of a value. Of a longer one, the part that differs is stored.
const MAX_CHARS: usize = 2000;
/// The number of characters of context before that part.
const CONTEXT: usize = 80;

/// Fields that every record has and every change alters.
const BOOKKEEPING: [&str; 4] = ["id", "version", "createdAt", "updatedAt"];

/// Fields by name.
pub type Fields = Map<String, Value>;

/// The fields of `before` and of `after` that differ, without `derived` fields. Of a created or deleted record, all
/// fields that are not blank.
pub fn differences(before: Option<Value>, after: Option<Value>, derived: &[&str]) -> [Option<Fields>; 2] {
    let [before, after] = [before, after].map(|state| state.map(|state| own(state, derived)));
    match (before, after) {
        (Some(before), Some(after)) => {
            let names: Vec<&String> = after.keys().filter(|name| before.get(*name) != after.get(*name)).collect();
            let of = |one: &Fields, other: &Fields| -> Option<Fields> {
                let shortened = |name: &String| shortened(one.get(name)?, other.get(name));
                let fields: Fields =
                    names.iter().filter_map(|name| Some(((*name).clone(), shortened(name)?))).collect();
                Some(fields).filter(|fields| !fields.is_empty())
            };
            [of(&before, &after), of(&after, &before)]
        }
        (before, after) => [before, after].map(|state| state.map(non_blank).filter(|fields| !fields.is_empty())),
    }
}

/// Whether two states agree in all fields except bookkeeping and `derived` ones.
pub fn are_equal(before: Value, after: Value, derived: &[&str]) -> bool {
    own(before, derived) == own(after, derived)
}

fn own(state: Value, derived: &[&str]) -> Fields {
    let Value::Object(fields) = state else { return Fields::new() };
    let is_own = |name: &String| !BOOKKEEPING.contains(&name.as_str()) && !derived.contains(&name.as_str());
    fields.into_iter().filter(|(name, _)| is_own(name)).collect()
}

/// The fields that are not blank.
fn non_blank(state: Fields) -> Fields {
    let is_blank = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    let fields = state.into_iter().filter(|(_, value)| !is_blank(value));
    fields.filter_map(|(name, value)| Some((name, shortened(&value, None)?))).collect()
}

/// The value, or of a long one a part that begins where it differs from `other` and states the length of the whole.
fn shortened(value: &Value, other: Option<&Value>) -> Option<Value> {
    let text = text(value);
    let length = text.chars().count();
    if length <= MAX_CHARS {
        return Some(value.clone());
    }
    let other = other.map(self::text).unwrap_or_default();
    let alike = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    // If the shorter value is a prefix, its end shows what is missing.
    let start = if other.is_empty() { 0 } else { alike.saturating_sub(CONTEXT) };
    let part: String = text.chars().skip(start).take(MAX_CHARS).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + MAX_CHARS < length { "…" } else { "" };
    Some(format!("{before}{part}{after} [shortened: {length} characters in all]").into())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_told_and_no_bookkeeping() {
        let before = json!({ "id": 7, "version": 1, "name": "Hang En", "tags": ["cave"], "phone": null, "n": 1 });
        let after = json!({ "id": 7, "version": 2, "name": "Hang Én", "tags": ["cave"], "phone": "+84", "n": 2 });
        let [was, became] = differences(Some(before.clone()), Some(after), &["n"]);
        assert_eq!(was.map(Value::Object), Some(json!({ "name": "Hang En", "phone": null })));
        assert_eq!(became.map(Value::Object), Some(json!({ "name": "Hang Én", "phone": "+84" })));
        assert_eq!(differences(Some(before.clone()), Some(before), &[]), [None, None]);
    }

    #[test]
    fn of_what_is_new_or_gone_all_that_says_something_is_told() {
        let state = json!({ "id": 7, "name": "Hang En", "phone": null, "tags": [], "note": "", "isActive": false });
        let filled = json!({ "name": "Hang En", "isActive": false }).as_object().cloned();
        assert_eq!(differences(None, Some(state.clone()), &[]), [None, filled.clone()]);
        assert_eq!(differences(Some(state), None, &[]), [filled, None]);
    }

    #[test]
    fn of_a_long_text_the_part_that_differs_is_kept_and_says_so() {
        let start = "ộ".repeat(5000);
        let [was, became] = [format!("{start}old"), format!("{start}new{start}")];
        let states = [&was, &became].map(|text| Some(json!({ "html": text })));
        let [before, after] = states;
        let [was, became] = differences(before, after, &[]).map(|fields| fields.unwrap_or_default()["html"].clone());
        let context = "ộ".repeat(CONTEXT);
        assert_eq!(was, format!("…{context}old [shortened: 5003 characters in all]"));
        let became = became.as_str().unwrap_or_default();
        assert!(became.starts_with(&format!("…{context}newộ")), "{became}");
        assert!(became.ends_with("ộ… [shortened: 10003 characters in all]"), "{became}");
        assert!(became.chars().count() < MAX_CHARS + 60);
        let list = json!({ "reviews": ["x".repeat(3000)] });
        let [_, added] = differences(None, Some(list), &[]);
        assert!(added.unwrap_or_default()["reviews"].is_string(), "a list that is too long is shown as its text");
    }
}
