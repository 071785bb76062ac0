//! Things that are valid by default; a story changes what it is about.

use serde_json::{Value, json};

/// A place in a category of this id.
pub fn a_place(name: &str, category: i64) -> Value {
    json!({ "name": name, "latitude": 17.58, "longitude": 106.28, "categoryIds": [category] })
}

/// `thing` with the fields of `changes` put in.
pub fn with(mut thing: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().unwrap() {
        thing[field] = value.clone();
    }
    thing
}
