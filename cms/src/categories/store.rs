//! Categories in the database.

use super::model::{Category, Named, other_number};
use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::{execute, with_pool, with_tx};

const ALL: &str = "select id, version, name, slug, color, icon, emoji, place_count, created_at, updated_at
from category order by id";
const ONE: &str = "select id, version, name, slug, color, icon, emoji, place_count, created_at, updated_at
from category where id = $1";
const ALIASES: &str = "select category_id, alias from category_alias order by alias";
const FOUND: &str = "select id from category where slug = $1
union all select category_id from category_alias where alias = $1
union all select id from category where slug = $2
limit 1";
const ADD: &str = "insert into category (name, slug, color, icon, emoji, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $6) returning id";
const PUT_BACK: &str = "insert into category (id, version, name, slug, color, icon, emoji, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const CHANGE: &str = "update category set version = version + 1, name = $2, slug = $3, color = $4, icon = $5,
emoji = $6, updated_at = $7 where id = $1";

// What carries categories in it and was made before is old from now on: cms/src/places/list_cache.rs.
const AGE: &str = "update counter set value = value + 1 where name = 'category_epoch'";

/// All categories in the order in which they were made.
pub async fn all(db: &Db) -> Result<Vec<Category>, StoreError> {
    let mut categories: Vec<Category> = with_pool!(db, |engine| sqlx::query_as(ALL).fetch_all(engine))?;
    let aliases: Vec<(CategoryId, String)> = with_pool!(db, |engine| sqlx::query_as(ALIASES).fetch_all(engine))?;
    for (id, alias) in aliases {
        if let Some(category) = categories.iter_mut().find(|category| category.id == id) {
            category.aliases.push(alias);
        }
    }
    Ok(categories)
}

/// The category that a slug, an alias, the other number of a slug, or a numeric id names.
pub async fn found(db: &Db, name: &str) -> Result<Option<CategoryId>, StoreError> {
    if let Ok(id) = name.parse::<i64>() {
        let known = "select id from category where id = $1";
        return Ok(with_pool!(db, |engine| sqlx::query_scalar(known).bind(id).fetch_optional(engine))?);
    }
    let other = other_number(name);
    Ok(with_pool!(db, |engine| sqlx::query_scalar(FOUND).bind(name).bind(&other).fetch_optional(engine))?)
}

/// One category, held until the commit. Fails with [`StoreError::NotFound`].
pub async fn locked(tx: &mut Tx, id: CategoryId) -> Result<Category, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query("select id from category where id = $1 for update").bind(id))?;
    }
    one(tx, id).await
}

/// One category, inside a write. Fails with [`StoreError::NotFound`].
pub async fn one(tx: &mut Tx, id: CategoryId) -> Result<Category, StoreError> {
    let mut category: Category = with_tx!(tx, |engine| sqlx::query_as(ONE).bind(id).fetch_one(engine))?;
    let aliases = "select alias from category_alias where category_id = $1 order by alias";
    category.aliases = with_tx!(tx, |engine| sqlx::query_scalar(aliases).bind(id).fetch_all(engine))?;
    Ok(category)
}

/// The categories of these ids, as places name them, inside a write and in the order asked for; unknown ids are left out.
pub async fn named(tx: &mut Tx, ids: &[CategoryId]) -> Result<Vec<Named>, StoreError> {
    let mut named = Vec::new();
    for id in ids {
        let one = "select id, name, slug, color, icon, emoji from category where id = $1";
        named.extend(with_tx!(tx, |engine| sqlx::query_as(one).bind(id).fetch_optional(engine))?);
    }
    Ok(named)
}

/// Whether another category (not `own`) answers to one of these names.
pub async fn taken(tx: &mut Tx, own: Option<CategoryId>, names: &[String]) -> Result<Option<String>, StoreError> {
    for name in names {
        let holder = "select id from category where slug = $1
            union all select category_id from category_alias where alias = $1 limit 2";
        let holders: Vec<CategoryId> = with_tx!(tx, |engine| sqlx::query_scalar(holder).bind(name).fetch_all(engine))?;
        if holders.into_iter().any(|holder| Some(holder) != own) {
            return Ok(Some(name.clone()));
        }
    }
    Ok(None)
}

/// Adds a category; its id, version, count and times are set here.
pub async fn add(tx: &mut Tx, category: &Category, now: Timestamp) -> Result<CategoryId, StoreError> {
    let Category { name, slug, color, icon, emoji, aliases, .. } = category;
    let id = with_tx!(tx, |engine| sqlx::query_scalar(ADD)
        .bind(name)
        .bind(slug)
        .bind(color)
        .bind(icon)
        .bind(emoji)
        .bind(now)
        .fetch_one(engine))?;
    keep_aliases(tx, id, aliases).await?;
    Ok(id)
}

/// Puts a category that was removed back under its id.
pub async fn put_back(tx: &mut Tx, category: &Category) -> Result<(), StoreError> {
    let Category { id, version, name, slug, color, icon, emoji, created_at, updated_at, aliases, .. } = category;
    execute!(
        tx,
        sqlx::query(PUT_BACK)
            .bind(id)
            .bind(version)
            .bind(name)
            .bind(slug)
            .bind(color)
            .bind(icon)
            .bind(emoji)
            .bind(created_at)
            .bind(updated_at)
    )?;
    keep_aliases(tx, *id, aliases).await
}

/// Puts `category` in place of what stands under its id.
pub async fn change(tx: &mut Tx, category: &Category, now: Timestamp) -> Result<(), StoreError> {
    let Category { id, name, slug, color, icon, emoji, aliases, .. } = category;
    execute!(tx, sqlx::query(CHANGE).bind(id).bind(name).bind(slug).bind(color).bind(icon).bind(emoji).bind(now))?;
    keep_aliases(tx, *id, aliases).await
}

/// Notes that what places carry of a category has changed.
pub async fn age(tx: &mut Tx) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(AGE))?;
    Ok(())
}

async fn keep_aliases(tx: &mut Tx, id: CategoryId, aliases: &[String]) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from category_alias where category_id = $1").bind(id))?;
    for alias in aliases {
        let add = "insert into category_alias (alias, category_id) values ($1, $2)";
        execute!(tx, sqlx::query(add).bind(alias).bind(id))?;
    }
    Ok(())
}

/// Whether any place, even one in the trash, is in it.
pub async fn is_used(tx: &mut Tx, id: CategoryId) -> Result<bool, StoreError> {
    let used = "select exists (select 1 from place_category where category_id = $1)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(used).bind(id).fetch_one(engine))?)
}

/// Removes a category that no place is in.
pub async fn remove(tx: &mut Tx, id: CategoryId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from category where id = $1").bind(id))?;
    Ok(())
}

/// Notes that `more` places are shown in it than before (fewer, when negative).
pub async fn count(tx: &mut Tx, id: CategoryId, more: i64) -> Result<(), StoreError> {
    let count = "update category set place_count = place_count + $2 where id = $1";
    execute!(tx, sqlx::query(count).bind(id).bind(more))?;
    Ok(())
}
