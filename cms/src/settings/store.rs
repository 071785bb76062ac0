//! The region's settings in the database: one row.

use sqlx::types::Json;

use super::dto::Region;
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::jobs::changes::{self, Tag};
use crate::{execute, with_pool, with_tx};

const ONE: &str =
    "select version, value as region, updated_at, (select uuid from feed) as uuid from setting where id = 1";

/// The settings as they are stored; the blank ones, version 0, before the first were.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
#[allow(missing_docs, reason = "described in SettingsView")]
pub struct Stored {
    pub version: i64,
    #[sqlx(json)]
    pub region: Region,
    pub updated_at: Option<Timestamp>,
    pub uuid: String,
}

/// The settings.
pub async fn current(db: &Db) -> Result<Stored, StoreError> {
    let row: Option<Stored> = with_pool!(db, |engine| sqlx::query_as(ONE).fetch_optional(engine))?;
    Ok(row.unwrap_or_default())
}

/// The same inside a write, which is the only one that changes them until it ends.
pub async fn held(tx: &mut Tx) -> Result<Stored, StoreError> {
    locks::lock_exclusive(tx, Lock::Settings).await?;
    let row: Option<Stored> = with_tx!(tx, |engine| sqlx::query_as(ONE).fetch_optional(engine))?;
    Ok(row.unwrap_or_default())
}

/// Stores the settings with their entry in the change log; answers the tags it touches.
pub async fn put(tx: &mut Tx, region: Region, now: Timestamp) -> Result<Vec<Tag>, StoreError> {
    let put = "insert into setting (id, version, value, updated_at) values (1, 1, $1, $2)
        on conflict (id) do update set version = setting.version + 1, value = excluded.value,
        updated_at = excluded.updated_at";
    execute!(tx, sqlx::query(put).bind(Json(region)).bind(now))?;
    let tags: Vec<Tag> = vec!["settings".into()];
    changes::append(tx, tags.clone(), now).await?;
    Ok(tags)
}

/// The country is another one, by which phone numbers of places are read: what carries places and was made before is old,
/// as when a category changes (cms/src/places/list_cache.rs). Returns the tags that it touches.
pub async fn country_changed(tx: &mut Tx, now: Timestamp) -> Result<Vec<Tag>, StoreError> {
    execute!(tx, sqlx::query("update counter set value = value + 1 where name = 'category_epoch'"))?;
    let tags: Vec<Tag> = vec!["places".into(), "place-pages".into()];
    changes::append(tx, tags.clone(), now).await?;
    Ok(tags)
}
