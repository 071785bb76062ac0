//! Categories of places: caves, food, stays and the rest.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::common::text;

/// The maximum number of aliases of a category.
pub const MAX_ALIASES: usize = 20;

/// A category with the number of its public places. A deleted category is stored in this form for ten minutes, and a
/// newer version may read it: a new field needs `#[serde(default)]`.
#[derive(Clone, Debug, Default, PartialEq, sqlx::FromRow, Serialize, Deserialize)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Raised by every change.
    pub version: i64,
    /// The name that travelers read.
    pub name: String,
    /// The name in URLs.
    pub slug: String,
    /// The color of its markers as `#rrggbb`; `None` for the gray default.
    pub color: Option<String>,
    /// A lucide icon's name, or `cave`.
    pub icon: Option<String>,
    /// One emoji.
    pub emoji: Option<String>,
    /// The number of its public places.
    pub place_count: i64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Further slugs of the category.
    #[sqlx(skip)]
    pub aliases: Vec<String>,
}

/// A category of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CategoryRef {
    /// The id of the category.
    #[schema(example = 4)]
    pub id: CategoryId,
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
}

impl From<Category> for CategoryRef {
    fn from(Category { id, name, slug, color, icon, emoji, .. }: Category) -> Self {
        Self { id, name, slug, color, icon, emoji }
    }
}

/// The plural or singular of a slug, such as `caves` for `cave`: both find the same category (R413).
pub fn plural_or_singular(slug: &str) -> String {
    match slug.strip_suffix('s') {
        Some(singular) => singular.to_owned(),
        None => format!("{slug}s"),
    }
}

/// The aliases to store: slugs, sorted, each once, without the category's own slug.
pub fn aliases(slug: &str, requested: &[String]) -> Vec<String> {
    let aliases: BTreeSet<String> = requested.iter().map(|alias| text::slug(alias)).collect();
    aliases.into_iter().filter(|alias| !alias.is_empty() && alias != slug).collect()
}
