//! The form of a bulk change of places.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::common::id::{CategoryId, PlaceId};
use crate::http::bulk::ids;
use crate::http::rule::Rule;
use crate::places::form::{MAX_CATEGORIES, TOO_MANY_CATEGORIES};

/// The ids of places and the changes of all of them. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct BulkChanges {
    pub ids: Vec<PlaceId>,
    pub is_active: Option<bool>,
    pub is_premium: Option<bool>,
    pub is_verified: Option<bool>,
    pub is_recommended: Option<bool>,
    pub dismiss_recheck: bool,
    pub add_category_ids: Vec<CategoryId>,
    pub remove_category_ids: Vec<CategoryId>,
}

impl PartialSchema for BulkChanges {
    fn schema() -> RefOr<Schema> {
        let categories = |description| {
            Rule::list(description, Rule::id("A category's id.")).max(MAX_CATEGORIES, TOO_MANY_CATEGORIES)
        };
        Rule::closed_object(
            "A change of many places. What is not sent stays as it is.",
            vec![
                ("ids", ids()),
                ("isActive", Rule::boolean("Whether they are public.")),
                ("isPremium", Rule::boolean("Whether they are featured on the home page and first in lists.")),
                ("isVerified", Rule::boolean("Whether their locations were checked. `true` is a check by the caller, now: verified places get its date too.")),
                ("isRecommended", Rule::boolean("Whether the guide recommends them.")),
                (
                    "dismissRecheck",
                    Rule::boolean("With `true` those that were to be verified again (`recheckReason`) are no longer."),
                ),
                ("addCategoryIds", categories("Categories that each of them is put into, after those that it has.")),
                ("removeCategoryIds", categories("Categories that each of them is taken out of.")),
            ],
        )
        .schema()
    }
}
impl ToSchema for BulkChanges {}
