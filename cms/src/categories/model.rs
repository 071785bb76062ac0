//! Categories of places: caves, food, stays and the rest.

use serde::{Deserialize, Serialize};

use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::common::text;

/// So many further slugs may find a category.
pub const MOST_ALIASES: usize = 20;

/// A category with the number of places shown in it. For ten minutes after its removal it is kept as it stands here, and a
/// newer version reads it: a field that is added needs `#[serde(default)]`.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow, Serialize, Deserialize)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Grows by one with each change.
    pub version: i64,
    /// What travellers read.
    pub name: String,
    /// Its name in addresses.
    pub slug: String,
    /// `#rrggbb` of its markers; none is the grey default.
    pub color: Option<String>,
    /// A lucide icon's name, or `cave`.
    pub icon: Option<String>,
    /// One emoji.
    pub emoji: Option<String>,
    /// Active places in it.
    pub place_count: i64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Further slugs that find it.
    #[sqlx(skip)]
    pub aliases: Vec<String>,
}

impl From<&Category> for Named {
    fn from(category: &Category) -> Self {
        let Category { id, name, slug, color, icon, emoji, .. } = category.clone();
        Self { id, name, slug, color, icon, emoji }
    }
}

/// A category as a place names it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Named {
    /// Its id.
    pub id: CategoryId,
    /// What travellers read.
    pub name: String,
    /// Its name in addresses.
    pub slug: String,
    /// `#rrggbb` of its markers; none is the grey default.
    pub color: Option<String>,
    /// A lucide icon's name, or `cave`.
    pub icon: Option<String>,
    /// One emoji.
    pub emoji: Option<String>,
}

/// The plural or singular of a slug, such as `caves` for `cave`: both find the same category (R413).
pub fn other_number(slug: &str) -> String {
    match slug.strip_suffix('s') {
        Some(singular) => singular.to_owned(),
        None => format!("{slug}s"),
    }
}

/// The aliases as they are kept: slugs, each once, without the category's own.
pub fn aliases(slug: &str, sent: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = sent.iter().map(|alias| text::slug(alias)).filter(|alias| !alias.is_empty()).collect();
    kept.sort();
    kept.dedup();
    kept.retain(|alias| alias != slug);
    kept
}
