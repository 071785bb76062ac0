//! Reads and writes the settings, which are one row.

use sqlx::types::Json;

use super::dto::Settings;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::{execute, with_pool, with_tx};

const SELECT_SETTINGS: &str =
    "select version, value as settings, updated_at, (select uuid from feed) as uuid from setting where id = 1";

/// The row of the settings. The default has blank settings and version 0.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
#[allow(missing_docs, reason = "described in SettingsResponse")]
pub struct StoredSettings {
    pub version: i64,
    #[sqlx(json)]
    pub settings: Settings,
    pub updated_at: Option<Timestamp>,
    pub uuid: String,
}

/// Reads the settings. Returns blank settings with version 0 if none are stored.
pub async fn current(db: &Db) -> Result<StoredSettings, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_SETTINGS).fetch_optional(engine))?.unwrap_or_default())
}

/// Like [`current`], within a write. Locks the settings and all standing pages until the commit.
pub async fn get_for_update(tx: &mut Tx) -> Result<StoredSettings, StoreError> {
    tx.lock_exclusive(AdvisoryLock::Settings).await?;
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_SETTINGS).fetch_optional(engine))?.unwrap_or_default())
}

/// Stores the settings. Returns the cache tags, which the caller appends to the change log.
pub async fn put(tx: &mut Tx, settings: Settings, now: Timestamp) -> Result<Vec<CacheTag>, StoreError> {
    let put = "insert into setting (id, version, value, updated_at) values (1, 1, $1, $2)
        on conflict (id) do update set version = setting.version + 1, value = excluded.value,
        updated_at = excluded.updated_at";
    execute!(tx, sqlx::query(put).bind(Json(settings)).bind(now))?;
    Ok(vec![CacheTag::Settings])
}

/// Invalidates the list cache of all places (see cms/content/src/places/list_cache.rs), because the country decides how
/// phone numbers are parsed. Returns the cache tags, which the caller appends to the change log.
pub async fn invalidate_list_cache_of_all_places(tx: &mut Tx) -> Result<Vec<CacheTag>, StoreError> {
    execute!(tx, sqlx::query("update counter set value = value + 1 where name = 'category_epoch'"))?;
    Ok(vec![CacheTag::Places, CacheTag::PlacePages])
}
