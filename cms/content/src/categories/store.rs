//! Reads and writes categories of places, such as caves, food and stays.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The maximum number of aliases of a category.
pub const MAX_ALIASES: usize = 20;

/// A category with the number of its public places. A deleted category is stored as the JSON of this struct for ten
/// minutes. A newer version of the server may read that JSON, so a new field needs `#[serde(default)]`.
#[derive(Clone, Debug, Default, PartialEq, sqlx::FromRow, Serialize, Deserialize)]
pub struct Category {
    /// The id of the category.
    pub id: CategoryId,
    /// The version number; each change increments it.
    pub version: i64,
    /// The name that travelers read.
    pub name: String,
    /// The name in URLs.
    pub slug: String,
    /// The color of the map markers as `#rrggbb`; `None` for the default gray.
    pub color: Option<String>,
    /// The name of a Lucide icon, or `cave`.
    pub icon: Option<String>,
    /// One emoji.
    pub emoji: Option<String>,
    /// The number of public places in the category.
    pub place_count: i64,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// Further slugs of the category.
    #[sqlx(skip)]
    pub aliases: Vec<String>,
}

/// A category of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CategorySummary {
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

impl From<Category> for CategorySummary {
    fn from(Category { id, name, slug, color, icon, emoji, .. }: Category) -> Self {
        Self { id, name, slug, color, icon, emoji }
    }
}

/// The slug without its final `s`, or with a final `s` if it has none. The plural and the singular of a slug, such as
/// `caves` and `cave`, find the same category (R413).
pub fn toggle_final_s(slug: &str) -> String {
    match slug.strip_suffix('s') {
        Some(singular) => singular.to_owned(),
        None => format!("{slug}s"),
    }
}

/// The aliases to store: sorted slugs without duplicates and without the category's own slug.
pub fn normalize_aliases(slug: &str, requested_aliases: &[String]) -> Vec<String> {
    let aliases: BTreeSet<String> = requested_aliases.iter().map(|alias| text::slug(alias)).collect();
    aliases.into_iter().filter(|alias| !alias.is_empty() && alias != slug).collect()
}

const SELECT_ALL: &str = "select id, version, name, slug, color, icon, emoji, place_count, created_at, updated_at
from category order by id";
const SELECT_ONE: &str = "select id, version, name, slug, color, icon, emoji, place_count, created_at, updated_at
from category where id = $1";
const SELECT_ALIASES: &str = "select category_id, alias from category_alias order by alias";

/// All categories in the order of their creation.
pub async fn all(db: &Db) -> Result<Vec<Category>, StoreError> {
    let mut categories: Vec<Category> = with_pool!(db, |engine| sqlx::query_as(SELECT_ALL).fetch_all(engine))?;
    let aliases: Vec<(CategoryId, String)> = with_pool!(db, |engine| sqlx::query_as(SELECT_ALIASES).fetch_all(engine))?;
    for (id, alias) in aliases {
        if let Some(category) = categories.iter_mut().find(|category| category.id == id) {
            category.aliases.push(alias);
        }
    }
    Ok(categories)
}

/// The id of the category that `name` identifies: by its id, its slug, an alias, or the plural or singular of its slug.
pub async fn resolve_category_id(db: &Db, name: &str) -> Result<Option<CategoryId>, StoreError> {
    if let Ok(id) = name.parse::<i64>() {
        let select = "select id from category where id = $1";
        return Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(id).fetch_optional(engine))?);
    }
    let other_slug = toggle_final_s(name);
    let select = "select id from category where slug = $1
        union all select category_id from category_alias where alias = $1
        union all select id from category where slug = $2 limit 1";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(name).bind(&other_slug).fetch_optional(engine))?)
}

/// A category, locked until the commit. Errors: [`StoreError::NotFound`].
pub async fn get_for_update(tx: &mut Tx, id: CategoryId) -> Result<Category, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query("select id from category where id = $1 for update").bind(id))?;
    }
    get(tx, id).await
}

/// Reads a category within a write. Errors: [`StoreError::NotFound`].
pub async fn get(tx: &mut Tx, id: CategoryId) -> Result<Category, StoreError> {
    let mut category: Category = with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_one(engine))?;
    let aliases = "select alias from category_alias where category_id = $1 order by alias";
    category.aliases = with_tx!(tx, |engine| sqlx::query_scalar(aliases).bind(id).fetch_all(engine))?;
    Ok(category)
}

/// Reads the categories with these ids within a write, in the order of `ids`. Unknown ids are skipped.
pub async fn find_category_refs(tx: &mut Tx, ids: &[CategoryId]) -> Result<Vec<CategorySummary>, StoreError> {
    let mut refs = Vec::new();
    for id in ids {
        let select_ref = "select id, name, slug, color, icon, emoji from category where id = $1";
        refs.extend(with_tx!(tx, |engine| sqlx::query_as(select_ref).bind(id).fetch_optional(engine))?);
    }
    Ok(refs)
}

/// The first of these slugs that a category other than `excluded_id` uses as its slug or as an alias, if any.
pub async fn find_slug_conflict(
    tx: &mut Tx,
    excluded_id: Option<CategoryId>,
    slugs: &[String],
) -> Result<Option<String>, StoreError> {
    for slug in slugs {
        let select = "select id from category where slug = $1
            union all select category_id from category_alias where alias = $1 limit 2";
        let used_by: Vec<CategoryId> = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(slug).fetch_all(engine))?;
        if used_by.into_iter().any(|id| Some(id) != excluded_id) {
            return Ok(Some(slug.clone()));
        }
    }
    Ok(None)
}

/// Adds a category. The database sets its id, its version and its number of places. Its times are `now`.
pub async fn add(tx: &mut Tx, category: &Category, now: Timestamp) -> Result<CategoryId, StoreError> {
    let id: CategoryId = insert_row!(
        tx,
        "insert into category",
        category { name, slug, color, icon, emoji },
        { created_at: now, updated_at: now }
    )?;
    replace_aliases(tx, id, &category.aliases).await?;
    Ok(id)
}

/// Inserts a removed category again, with its former id.
pub async fn restore(tx: &mut Tx, category: &Category) -> Result<(), StoreError> {
    let id: CategoryId = insert_row!(
        tx,
        "insert into category",
        category { id, version, name, slug, color, icon, emoji },
        { created_at: category.created_at, updated_at: category.updated_at }
    )?;
    replace_aliases(tx, id, &category.aliases).await
}

/// Replaces the stored category that has the id of `category`, and increments its version.
pub async fn change(tx: &mut Tx, category: &Category, now: Timestamp) -> Result<(), StoreError> {
    update_row!(
        tx,
        "update category set version = version + 1",
        category.id,
        category { name, slug, color, icon, emoji },
        { updated_at: now }
    )?;
    replace_aliases(tx, category.id, &category.aliases).await
}

/// Makes the list cache of all places stale (see cms/content/src/places/list_cache.rs), because a category that places
/// show has changed.
pub async fn invalidate_list_cache(tx: &mut Tx) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update counter set value = value + 1 where name = 'category_epoch'"))?;
    Ok(())
}

async fn replace_aliases(tx: &mut Tx, id: CategoryId, aliases: &[String]) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from category_alias where category_id = $1").bind(id))?;
    for alias in aliases {
        let add = "insert into category_alias (alias, category_id) values ($1, $2)";
        execute!(tx, sqlx::query(add).bind(alias).bind(id))?;
    }
    Ok(())
}

/// Whether a place is in the category. Soft-deleted places count.
pub async fn has_places(tx: &mut Tx, id: CategoryId) -> Result<bool, StoreError> {
    let used = "select exists (select 1 from place_category where category_id = $1)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(used).bind(id).fetch_one(engine))?)
}

/// Removes a category. The caller has checked that no place is in it.
pub async fn remove(tx: &mut Tx, id: CategoryId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from category where id = $1").bind(id))?;
    Ok(())
}

/// Adds `change` to the number of public places in the category.
pub async fn add_to_place_count(tx: &mut Tx, id: CategoryId, change: i64) -> Result<(), StoreError> {
    let update = "update category set place_count = place_count + $2 where id = $1";
    execute!(tx, sqlx::query(update).bind(id).bind(change))?;
    Ok(())
}
