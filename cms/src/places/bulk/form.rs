//! The form of a bulk change of places.

use serde::Deserialize;

use crate::common::id::{CategoryId, PlaceId};
use crate::http::bulk::ids;
use crate::http::rule::{Rule, rule_schemas};
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

rule_schemas! { BulkChanges => bulk_changes() }

fn bulk_changes() -> Rule {
    let categories = |description| {
        Rule::list(description, Rule::id("The id of a category.")).max(MAX_CATEGORIES, TOO_MANY_CATEGORIES)
    };
    Rule::closed_object(
        "A change of many places. Fields that are not sent keep their values.",
        vec![
            ("ids", ids()),
            ("isActive", Rule::boolean("Whether the places are public.")),
            ("isPremium", Rule::boolean("Whether the places are featured on the home page and come first in lists.")),
            (
                "isVerified",
                Rule::boolean(
                    "Whether the positions of the places were checked. `true` records a check by the caller. For places that are already verified, it does so at most once a day.",
                ),
            ),
            ("isRecommended", Rule::boolean("Whether the team recommends the places.")),
            (
                "dismissRecheck",
                Rule::boolean("`true`: the places need not be verified again; their `recheckReason` is cleared."),
            ),
            ("addCategoryIds", categories("The categories to add to each place, after its other categories.")),
            ("removeCategoryIds", categories("The categories to remove from each place.")),
        ],
    )
}
