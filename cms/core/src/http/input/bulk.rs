//! Requests and responses of bulk changes.

use serde::Serialize;
use utoipa::ToSchema;

use super::rule::Rule;
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::BulkChangeId;
use crate::http::problem::{Code, Problem};

/// The maximum number of records of one call.
const MAX_IDS: f64 = 200.0;
/// The maximum number of names or ids that a message lists. The message states only the number of the remaining ones.
const MAX_LISTED_ITEMS: usize = 5;

/// The rule of the list of ids in a bulk change.
pub fn ids() -> Rule {
    Rule::list("The ids of the records; duplicates count once.", Rule::id("The id of a record."))
        .required("Select at least one item")
        .max(MAX_IDS, "Select at most 200 items")
        .example(serde_json::json!([7, 12]))
}

/// The ids in ascending order without duplicates. Writes that lock several rows lock them in this order, so that they
/// do not wait for each other.
pub fn sorted_ids<Id: Ord>(mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort();
    ids.dedup();
    ids
}

/// The problem 422 for a bulk change whose records `ids` do not exist.
pub fn unknown_ids_problem(ids: &[impl ToString]) -> Problem {
    let ids = shortened_id_list(ids);
    let sentence = format!("These IDs do not exist: {ids}");
    Problem::invalid_field(Code::IdsUnknown.with("ids", ids), "ids", sentence)
}

/// A list for a message: the first five ids, and the number of the remaining ones.
pub fn shortened_id_list(ids: &[impl ToString]) -> String {
    shortened_list(ids.iter().map(ToString::to_string).collect())
}

/// The problem 409 for a bulk change that was already undone, or whose undo window is over.
pub fn undo_expired_problem() -> Problem {
    Problem::conflict(Code::UndoExpired, "This was already undone, or it is more than ten minutes old")
}

/// A list for a message: the first five names in quotation marks, such as “Hang Én”, “Tú Làn”, and the number of the
/// remaining ones.
pub fn shortened_name_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    shortened_list(names.into_iter().map(|name| format!("“{name}”")).collect())
}

fn shortened_list(words: Vec<String>) -> String {
    let shown = words.iter().take(MAX_LISTED_ITEMS).cloned().collect::<Vec<_>>().join(", ");
    match words.len().saturating_sub(MAX_LISTED_ITEMS) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The result of a bulk change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkResponse {
    /// The ids of the records that changed; the others already had the requested values.
    #[schema(example = json!([7, 12]))]
    pub changed_ids: Vec<i64>,
    /// The id with which the change can be undone; null if nothing changed.
    #[schema(required, example = 3)]
    pub undo_id: Option<BulkChangeId>,
    /// The end of the undo window; null if nothing changed.
    #[schema(required)]
    pub can_undo_until: Option<Timestamp>,
}

impl BulkResponse {
    /// The response to a bulk change at `now`.
    pub fn new(changed_ids: Vec<i64>, undo_id: Option<BulkChangeId>, now: Timestamp) -> Self {
        Self { changed_ids, undo_id, can_undo_until: undo_id.map(|_| now.plus_seconds(UNDO_WINDOW_S)) }
    }
}

/// The result of undoing a bulk change.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkUndoResponse {
    /// The ids of the records that were restored to their previous state.
    #[schema(example = json!([7]))]
    pub restored_ids: Vec<i64>,
    /// The records that are not restored: they were changed or deleted after the bulk change, or a former category of a
    /// place no longer exists.
    pub left_alone: Vec<LeftAloneRecord>,
}

/// A record that an undo did not restore.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftAloneRecord {
    /// The id of the record.
    #[schema(example = 12)]
    pub id: i64,
    /// The name of the record.
    #[schema(example = "Lantern Cave")]
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    // R227
    #[test]
    fn shortened_list_names_five_items_and_sorted_ids_have_no_duplicates() {
        assert_eq!(shortened_name_list(["Hang Én", "Tú Làn"]), "“Hang Én”, “Tú Làn”");
        assert_eq!(shortened_list((1..=7).map(|id: i64| id.to_string()).collect()), "1, 2, 3, 4, 5 and 2 more");
        assert_eq!(sorted_ids(vec![3, 1, 3, 2]), [1, 2, 3]);
    }
}
