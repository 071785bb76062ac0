//! Query parameters that several lists share: search words, ids, and the requested fields.

use serde::Serialize;
use serde_json::{Map, Value};

use super::query_string::Query;
use crate::common::text;

/// The maximum number of words in a search.
const MAX_WORDS: usize = 12;
/// The maximum number of ids.
const MAX_IDS: usize = 200;

/// The words of `q` in their [`text::search_form`], each of at most `longest` characters. A `q` of only punctuation is
/// returned as one word, which matches nothing, because no text in this form contains punctuation. [`Query::finish`]
/// reports errors.
pub fn words(query: &mut Query, longest: usize) -> Vec<String> {
    let (typed, words) = typed(query, longest);
    let punctuation = text::fold(&typed);
    if words.is_empty() && !punctuation.is_empty() { vec![punctuation] } else { words }
}

/// `q` as it was typed, and its words in their [`text::search_form`]. Punctuation alone has no words.
pub fn typed(query: &mut Query, longest: usize) -> (String, Vec<String>) {
    let typed = query.take("q").unwrap_or_default();
    let searched = text::search_form(&typed);
    let words: Vec<String> = searched.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if words.len() > MAX_WORDS || words.iter().any(|word| word.chars().count() > longest) {
        query.add_error("q", &format!("q must be at most {MAX_WORDS} words of at most {longest} characters"));
    }
    (typed, words)
}

/// The parameter `ids`.
pub fn ids(query: &mut Query) -> Option<Vec<i64>> {
    query.parse("ids", &format!("ids must be up to {MAX_IDS} whole numbers"), |text| {
        let ids: Option<Vec<i64>> = text.split(',').map(|id| id.trim().parse().ok()).collect();
        ids.filter(|ids| ids.len() <= MAX_IDS)
    })
}

/// The parameter `fields`, of the fields that are `known`. `None` for all fields.
pub fn fields(query: &mut Query, known: impl FnOnce() -> Vec<String>) -> Option<Vec<String>> {
    let fields = query.take("fields")?;
    let known = known();
    let fields: Vec<String> = fields.split(',').map(|field| field.trim().to_owned()).collect();
    for unknown in fields.iter().filter(|field| !known.contains(field)) {
        let shown: String = unknown.chars().take(60).collect();
        query.add_error("fields", &format!("There is no field {shown}"));
    }
    Some(fields)
}

/// The items with these fields only.
pub fn only(fields: &[String], items: &[impl Serialize]) -> Vec<Map<String, Value>> {
    items
        .iter()
        .filter_map(|item| match serde_json::to_value(item) {
            Ok(Value::Object(whole)) => Some(whole.into_iter().filter(|(name, _)| fields.contains(name)).collect()),
            _ => None,
        })
        .collect()
}
