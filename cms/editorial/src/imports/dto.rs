//! Imports and their rows, as they are stored and sent.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use super::fields::Mapping;
use super::file::{Column, Encoding, Format};
use super::row::{CandidatePlace, DuplicateDecision, FieldChange, RefusalOrWarning, RowAction};
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CategoryId, ImportId, PlaceId};

/// The state of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImportState)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum ImportState {
    /// The rows are being stored.
    Loading,
    /// The rows are being compared with the places.
    Checking,
    /// The result of the check can be read, and the import can be applied.
    Ready,
    /// The rows are being applied to the places.
    Applying,
    /// Applying failed, and the rows that were applied are being undone.
    Reverting,
    /// All rows are applied.
    Applied,
    /// The import is being undone.
    Undoing,
    /// The import was undone.
    Undone,
}

/// The numbers of rows by their action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportCounts)]
pub struct RowCounts {
    /// Rows that were not checked yet.
    #[schema(example = 0)]
    pub pending: i64,
    /// Rows that create a place.
    #[schema(example = 280)]
    pub create: i64,
    /// Rows that change a place.
    #[schema(example = 12)]
    pub change: i64,
    /// Rows whose place already has the values.
    #[schema(example = 3)]
    pub same: i64,
    /// Rows that are waiting for a decision.
    #[schema(example = 4)]
    pub duplicate: i64,
    /// Rows that are left out by a decision.
    #[schema(example = 0)]
    pub skip: i64,
    /// Rows that are invalid.
    #[schema(example = 1)]
    pub refuse: i64,
}

impl RowCounts {
    /// Creates the counts from the numbers of rows of each action.
    pub fn new(rows: impl IntoIterator<Item = (RowAction, i64)>) -> Self {
        let mut counts = Self::default();
        for (action, count) in rows {
            *match action {
                RowAction::Pending => &mut counts.pending,
                RowAction::Create => &mut counts.create,
                RowAction::Change => &mut counts.change,
                RowAction::Same => &mut counts.same,
                RowAction::Duplicate => &mut counts.duplicate,
                RowAction::Skip => &mut counts.skip,
                RowAction::Refuse => &mut counts.refuse,
            } += count;
        }
        counts
    }
}

/// A value in a column of categories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportCategoryValue)]
pub struct CategoryValue {
    /// The value; for OpenStreetMap tags, with the key, as in `tourism=hotel`.
    #[schema(example = "tourism=hotel")]
    pub value: String,
    /// The number of rows with this value.
    #[schema(example = 40)]
    pub row_count: i64,
    /// The category of rows with this value; null if none is known.
    #[schema(required, example = 4)]
    pub category_id: Option<CategoryId>,
}

/// Why an import could not be checked or applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportProblem)]
pub struct ImportFailure {
    /// The number of the row that failed; null if the problem is not about a row.
    #[schema(required, example = 5)]
    pub row: Option<i64>,
    /// The code, one of `x-codes` of `Problem`.
    #[schema(example = "precondition_failed")]
    pub code: String,
    /// The sentence for people.
    #[schema(example = "Someone else has changed this since you opened it")]
    pub message: String,
}

/// An import, as admins see it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportResponse)]
pub struct Import {
    /// The id.
    #[schema(example = 7)]
    pub id: ImportId,
    /// The version; each step and each change increases it. `If-Match` compares it.
    #[schema(example = 2)]
    pub version: i64,
    /// The name of the file.
    #[schema(example = "places.csv")]
    pub name: String,
    /// The format of the file.
    pub format: Format,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// What separates the cells of a CSV file; null for other formats.
    #[schema(required, example = ";")]
    pub separator: Option<String>,
    /// The state.
    pub state: ImportState,
    /// The number of rows.
    #[schema(example = 300)]
    pub row_count: i64,
    /// The number of rows that the current step has processed.
    #[schema(example = 300)]
    pub done_count: i64,
    /// The number of rows of the current step.
    #[schema(example = 300)]
    pub total_count: i64,
    /// The columns of the file.
    #[schema(value_type = Vec<Column>)]
    pub columns: Json<Vec<Column>>,
    /// How rows become places.
    #[schema(value_type = Mapping)]
    pub mapping: Json<Mapping>,
    /// The numbers of rows by their action.
    #[schema(value_type = RowCounts)]
    pub counts: Json<RowCounts>,
    /// The values of the columns of categories, at most 200, the most frequent first.
    #[schema(value_type = Vec<CategoryValue>)]
    pub category_values: Json<Vec<CategoryValue>>,
    /// Why the check of the import or the last attempt to apply it failed; null if neither failed.
    #[schema(required, value_type = Option<ImportFailure>)]
    pub problem: Option<Json<ImportFailure>>,
    /// Whether the places that the import creates are active.
    #[schema(example = false)]
    pub publishes: bool,
    /// The number of places that the undo has left alone, for example because they changed after they were imported.
    #[schema(example = 0)]
    pub left_alone_count: i64,
    /// The id of the account that uploaded the file. The id stays when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null once it is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time of the upload.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time at which all rows were applied; null before that.
    #[schema(required)]
    pub applied_at: Option<Timestamp>,
    /// The time until which the import can be undone; null if it cannot be undone.
    #[sqlx(skip)]
    #[schema(required)]
    pub can_undo_until: Option<Timestamp>,
    /// The account that began to apply or undo the import last. `None` before that.
    #[serde(skip)]
    pub acting_account_id: Option<AccountId>,
}

/// How long an import can be undone after it was applied, in seconds: one day.
pub const UNDO_PERIOD_S: i64 = 24 * 3600;

impl Import {
    /// Sets the time until which the import can be undone.
    pub fn with_undo_deadline(self, now: Timestamp) -> Self {
        let until = self.applied_at.map(|at| at.plus_seconds(UNDO_PERIOD_S));
        Self { can_undo_until: until.filter(|at| self.state == ImportState::Applied && *at > now), ..self }
    }
}

impl AuditSubject for Import {
    const KIND: AuditRecordKind = AuditRecordKind::Import;

    fn describe(&self) -> AuditDescription {
        let fields = serde_json::json!({ "state": self.state, "mapping": self.mapping.0, "publishes": self.publishes });
        AuditDescription::new(self.id, &self.name, fields)
    }
}

/// A row of an import.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportRow)]
pub struct ImportRow {
    /// The row number, as in a spreadsheet: the header of a CSV file has the number 1. In JSON files, the objects are
    /// counted.
    #[schema(example = 5)]
    pub number: i64,
    /// What the row does.
    pub action: RowAction,
    /// The name of its place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The place that the row is about or has created; null if there is none.
    #[schema(required, example = 7)]
    pub place_id: Option<PlaceId>,
    /// The fields that the row changes, with their values before and after. For a new place, all fields that the row
    /// sets.
    #[schema(value_type = Vec<FieldChange>)]
    pub changes: Json<Vec<FieldChange>>,
    /// The reasons for which the row is refused, and warnings about the row.
    #[schema(value_type = Vec<RefusalOrWarning>)]
    pub reasons: Json<Vec<RefusalOrWarning>>,
    /// The existing places that the row may be about.
    #[schema(value_type = Vec<CandidatePlace>)]
    pub candidates: Json<Vec<CandidatePlace>>,
    /// The decision about the row; null if there is none.
    #[schema(required)]
    pub decision: Option<DuplicateDecision>,
}
