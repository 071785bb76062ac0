//! The requests and responses about categories, with the rules of their fields.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{Category, MAX_ALIASES};
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::FieldPatch;

/// A category.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryResponse {
    /// The id of the category.
    #[schema(example = 4)]
    pub id: CategoryId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The name of the category.
    #[schema(example = "Caves")]
    pub name: String,
    /// The slug of the category.
    #[schema(example = "cave")]
    pub slug: String,
    /// The color of the map markers as `#rrggbb`; null for the default gray.
    #[schema(required, example = "#78350F")]
    pub color: Option<String>,
    /// The name of a Lucide icon, or `cave`; null for none.
    #[schema(required, example = "cave")]
    pub icon: Option<String>,
    /// An emoji; null for none.
    #[schema(required)]
    pub emoji: Option<String>,
    /// Further slugs of the category. In filters, the plural or the singular of `slug` works as well (`caves` for
    /// `cave`), unless another category has it.
    #[schema(example = json!(["grotto"]))]
    pub aliases: Vec<String>,
    /// The number of public places in the category.
    #[schema(example = 32)]
    pub place_count: i64,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

impl From<Category> for CategoryResponse {
    fn from(category: Category) -> Self {
        let Category { id, version, name, slug, color, icon, emoji, place_count, aliases, updated_at, .. } = category;
        Self { id, version, name, slug, color, icon, emoji, aliases, place_count, updated_at }
    }
}

/// The fields of a category that a request changes. Absent fields keep their values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct CategoryChanges {
    /// The id in the URL, if it is sent.
    pub id: Option<CategoryId>,
    pub name: Option<String>,
    pub slug: Option<String>,
    pub color: FieldPatch<String>,
    pub icon: FieldPatch<String>,
    pub emoji: FieldPatch<String>,
    pub aliases: Option<Vec<String>>,
}

fn rules() -> Rule {
    const SLUG_PATTERN: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
    Rule::closed_object(
        "A category.",
        vec![
            ("id", Rule::id("The id in the URL, if it is sent.")),
            (
                "name",
                Rule::text("The name of the category.")
                    .strip_direction_controls()
                    .required("Category name is required")
                    .max(80.0, "Category name must be at most 80 characters")
                    .example("Caves"),
            ),
            (
                "slug",
                Rule::text(
                    "The slug of the category. Made from the name if a new category is sent without it. After a change, the previous slug becomes an alias, so that links keep working.",
                )
                .pattern(SLUG_PATTERN, "Page address may contain only lowercase letters, digits and hyphens")
                .max(80.0, "Page address must be at most 80 characters")
                .example("cave"),
            ),
            (
                "color",
                Rule::text("The color of the map markers as `#rrggbb`; null for the default gray.")
                    .nullable()
                    .pattern("^#[0-9A-Fa-f]{6}$", "Color must look like #78350F")
                    .example("#78350F"),
            ),
            (
                "icon",
                Rule::text("The name of a Lucide icon, or `cave`; null for none.")
                    .nullable()
                    .pattern("^[a-z0-9-]+$", "Icon must be a valid icon name")
                    .max(40.0, "Icon must be at most 40 characters"),
            ),
            ("emoji", Rule::text("An emoji; null for none.").nullable().max(16.0, "Emoji must be at most 16 characters")),
            (
                "aliases",
                Rule::list(
                    "Further slugs of the category.",
                    Rule::text("A slug.")
                        .pattern(SLUG_PATTERN, "Aliases may contain only lowercase letters, digits and hyphens")
                        .max(80.0, "Alias must be at most 80 characters"),
                )
                .max(MAX_ALIASES as f64, "At most 20 aliases"),
            ),
            ("version", Rule::computed("Ignored.")),
            ("placeCount", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
        ],
    )
}

/// The request body of a new category.
pub struct CategoryRequest;

rule_schemas! { CategoryRequest => rules(), CategoryChanges => rules().all_optional() }

impl AuditSubject for Category {
    const KIND: AuditRecordKind = AuditRecordKind::Category;
    const DERIVED_FIELDS: &'static [&'static str] = &["placeCount"];

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.id, &self.name, CategoryResponse::from(self.clone()))
    }
}
