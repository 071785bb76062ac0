//! A row of an import: what it would change, and why it is refused.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};

use super::cells::MessageWithCode;
use crate::common::id::PlaceId;

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImportAction)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RowAction {
    /// The row was not checked yet.
    Pending,
    /// The row creates a place.
    Create,
    /// The row changes a place.
    Change,
    /// The place of the row already has these values.
    Same,
    /// The row waits for a decision: a place nearby has a similar name.
    Duplicate,
    /// The row is left out by a decision.
    Skip,
    /// The row is invalid and left out.
    Refuse,
}

impl RowAction {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["pending", "create", "change", "same", "duplicate", "skip", "refuse"];
}

/// The decision on a row that may be about an existing place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImportDecision)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum DuplicateDecision {
    /// The row is about the place `placeId`, which it changes.
    Link,
    /// The row is about a new place, which it creates.
    Create,
    /// The row is left out.
    Skip,
}

impl DuplicateDecision {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["link", "create", "skip"];
}

/// A field that a row changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportFieldChange)]
pub struct FieldChange {
    /// The name of the field of the place; `foreignId` for the id in the data set.
    #[schema(example = "phone")]
    pub field: String,
    /// The value before; null for a new place.
    #[schema(required, schema_with = value_before_schema)]
    pub before: Value,
    /// The value after.
    #[schema(required, schema_with = value_after_schema)]
    pub after: Value,
}

fn any_value_schema(description: &str, example: &str) -> RefOr<Schema> {
    let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(description));
    any.examples([json!(example)]).into()
}

fn value_before_schema() -> RefOr<Schema> {
    any_value_schema("The value before; null for a new place.", "+84 232 000 111")
}

fn value_after_schema() -> RefOr<Schema> {
    any_value_schema("The value after.", "+84 232 000 222")
}

/// Why a row is refused, or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportReason)]
pub struct RefusalOrWarning {
    /// The column; null if it is about the whole row.
    #[schema(required, example = "Tel.")]
    pub column: Option<String>,
    /// The code, one of `x-codes` of `Problem`.
    #[schema(example = "cell_mangled")]
    pub code: String,
    /// The sentence for people.
    #[schema(
        example = "The spreadsheet has shortened a number to “8.49E+10”: format the column as text and enter it again"
    )]
    pub message: String,
    /// Whether the row is imported anyway.
    #[schema(example = false)]
    pub is_warning: bool,
}

impl RefusalOrWarning {
    /// A reason for which the row is refused.
    pub fn refusal(column: Option<String>, (code, message): MessageWithCode) -> Self {
        Self { column, code: code.code.name(), message, is_warning: false }
    }

    /// A warning about the row.
    pub fn warning(column: Option<String>, message: MessageWithCode) -> Self {
        Self { is_warning: true, ..Self::refusal(column, message) }
    }
}

/// An existing place that a row may be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportCandidate)]
pub struct CandidatePlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub place_id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The distance in meters.
    #[schema(example = 40)]
    pub distance_m: i64,
}

/// The result of the check of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedRow {
    /// The number of the row.
    pub number: i64,
    /// What the row does.
    pub action: RowAction,
    /// The name of its place.
    pub name: String,
    /// The existing place that the row is about, with the version with which the row was compared.
    pub place: Option<(PlaceId, i64)>,
    /// The fields that the row changes. For a new place, all its fields.
    pub changes: Vec<FieldChange>,
    /// Why the row is refused, and warnings.
    pub reasons: Vec<RefusalOrWarning>,
    /// The existing places that the row may be about, the one with the most similar name first.
    pub candidates: Vec<CandidatePlace>,
}
