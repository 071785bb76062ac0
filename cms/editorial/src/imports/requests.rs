//! The requests about imports, with the rules of their fields.

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::fields::FIELDS;
use super::file::MAX_COLUMNS;
use super::row::DuplicateDecision;
use crate::common::id::PlaceId;
use crate::http::input::rule::{Rule, rule_schemas};

const MAX_DECISIONS: f64 = 1000.0;
const MAX_MAPPED_CATEGORY_VALUES: f64 = 200.0;

/// The upload of a file, as `multipart/form-data`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only the schema is used; the body is parsed as a stream")]
pub struct ImportUpload {
    /// The file: CSV, GeoJSON or JSON of the Overpass API; at most 20 MB, 50,000 rows and 200 columns, and 32 kB a
    /// cell.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// The JSON schema of a request with a mapping. The body itself is read as [`Mapping`](super::fields::Mapping).
pub struct ImportMappingRequest;

/// Decisions about rows that may be about existing places.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ImportDecisionsRequest {
    pub decisions: Vec<RowDecision>,
    pub remaining: Option<DuplicateDecision>,
}

/// The decision on a row.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct RowDecision {
    pub row: i64,
    pub decision: DuplicateDecision,
    #[serde(default)]
    pub place_id: Option<PlaceId>,
}

/// How an import is applied.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ImportApplyRequest {
    pub publishes: bool,
}

rule_schemas! {
    ImportMappingRequest => mapping_request(),
    ImportDecisionsRequest => decisions_request(),
    ImportApplyRequest => import_apply_request_rule(),
}

fn mapping_request() -> Rule {
    let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
    let column = Rule::closed_object(
        "The field of a column.",
        vec![
            (
                "column",
                Rule::text("The name of the column.")
                    .required("Column is required")
                    .max(100.0, "Column must be at most 100 characters")
                    .example("Tên"),
            ),
            (
                "field",
                Rule::text("The field that it sets; null if the column is not imported.")
                    .nullable()
                    .pattern(format!("^(?:{})$", names.join("|")), "A column cannot set this field")
                    .example("name"),
            ),
        ],
    );
    let category = Rule::closed_object(
        "The category of a value.",
        vec![
            (
                "value",
                Rule::text("The value, as in `categoryValues`.")
                    .required("Value is required")
                    .max(500.0, "Value must be at most 500 characters")
                    .example("tourism=hotel"),
            ),
            ("categoryId", Rule::id("The category.").required("Category is required").example(4)),
        ],
    );
    Rule::closed_object(
        "How rows become places. It replaces the earlier mapping, and is remembered for files with the same columns.",
        vec![
            (
                "columns",
                Rule::list(
                    "The fields of columns; others are not imported. If several columns set the same field, the first one with a value is used.",
                    column,
                )
                .required("Map at least one column")
                .max(MAX_COLUMNS as f64, "At most 200 columns")
                .example(json!([{ "column": "Tên", "field": "name" }])),
            ),
            (
                "categories",
                Rule::list("The categories of values that are not the name, slug or alias of one.", category)
                    .max(MAX_MAPPED_CATEGORY_VALUES, "At most 200 category values")
                    .example(json!([{ "value": "tourism=hotel", "categoryId": 4 }])),
            ),
            (
                "defaultCategoryId",
                Rule::id("The category of rows in which no category is recognized; null: such rows are refused.")
                    .nullable()
                    .example(4),
            ),
            (
                "source",
                Rule::text("The data set, which each place keeps; null for none.")
                    .strip_direction_controls()
                    .nullable()
                    .max(100.0, "Source must be at most 100 characters")
                    .example("OpenStreetMap"),
            ),
            (
                "license",
                Rule::text("The license of the data set, which each place keeps.")
                    .strip_direction_controls()
                    .nullable()
                    .max(100.0, "License must be at most 100 characters")
                    .example("ODbL-1.0"),
            ),
            (
                "clearsEmpty",
                Rule::boolean("Whether an empty cell removes the value of an existing place.").default(false),
            ),
            (
                "leavesOutInvalid",
                Rule::boolean("Whether an invalid value of an optional field is left out with a warning.").default(false),
            ),
        ],
    )
}

fn decisions_request() -> Rule {
    const INVALID_DECISION: &str = "Decision must be link, create or skip";
    let decision = Rule::closed_object(
        "The decision on a row.",
        vec![
            ("row", Rule::id("The number of the row.").required("Row is required").example(5)),
            (
                "decision",
                Rule::text("The decision.")
                    .required(INVALID_DECISION)
                    .one_of(DuplicateDecision::NAMES, INVALID_DECISION)
                    .example("link"),
            ),
            ("placeId", Rule::id("The place, one of `candidates`. Required for `link`.").nullable().example(7)),
        ],
    );
    Rule::closed_object(
        "Decisions about rows that may be about existing places.",
        vec![
            (
                "decisions",
                Rule::list("The decisions.", decision)
                    .max(MAX_DECISIONS, "At most 1000 decisions")
                    .example(json!([{ "row": 5, "decision": "link", "placeId": 7 }])),
            ),
            (
                "remaining",
                Rule::text(
                    "The decision on the first 5,000 other rows that are waiting for one; `link` chooses the best candidate.",
                )
                .nullable()
                .pattern("^(?:link|create|skip)$", INVALID_DECISION)
                .example("create"),
            ),
        ],
    )
}

fn import_apply_request_rule() -> Rule {
    Rule::closed_object(
        "How an import is applied.",
        vec![(
            "publishes",
            Rule::boolean("Whether the places that it creates are active.").default(false).example(false),
        )],
    )
}
