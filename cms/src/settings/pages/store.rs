//! Reads and writes the standing pages, which are one row each.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::dto::{About, GettingHere, Help, PageResponse, Privacy};
use crate::audit::model::{Description, Kind, Subject};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, Lock, Tx};
use crate::db::error::StoreError;
use crate::jobs::change_log;
use crate::{execute, with_pool, with_tx};

/// The paths of all standing pages on the site.
pub const PATHS: [&str; 4] = [GettingHere::PATH, About::PATH, Help::PATH, Privacy::PATH];

const ONE: &str = "select version, value as page, updated_at from static_page where name = $1";

/// A page with a fixed address.
pub trait StandingPage: Default + Serialize + DeserializeOwned + ToSchema + Send + Sync + Unpin + 'static {
    /// Its path on the site, and its name in the database.
    const PATH: &'static str;
}

impl StandingPage for GettingHere {
    const PATH: &'static str = "/getting-here";
}
impl StandingPage for About {
    const PATH: &'static str = "/about";
}
impl StandingPage for Help {
    const PATH: &'static str = "/help";
}
impl StandingPage for Privacy {
    const PATH: &'static str = "/privacy";
}

/// The page `T`. `None` if it is not stored yet.
pub async fn find<T: StandingPage>(db: &Db) -> Result<Option<PageResponse<T>>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(T::PATH).fetch_optional(engine))?)
}

/// The page inside a write, locked until the commit; a blank one with version 0 if it is not stored yet.
pub async fn locked<T: StandingPage>(tx: &mut Tx) -> Result<PageResponse<T>, StoreError> {
    tx.lock_exclusive(Lock::Settings).await?;
    let row: Option<PageResponse<T>> = with_tx!(tx, |engine| sqlx::query_as(ONE).bind(T::PATH).fetch_optional(engine))?;
    Ok(row.unwrap_or_default())
}

/// Stores a page with an entry in the change log. Returns its cache tags.
pub async fn put<T: StandingPage>(tx: &mut Tx, page: &T, now: Timestamp) -> Result<Vec<CacheTag>, StoreError> {
    let put = "insert into static_page (name, version, value, updated_at) values ($1, 1, $2, $3)
        on conflict (name) do update set version = static_page.version + 1, value = excluded.value,
        updated_at = excluded.updated_at";
    execute!(tx, sqlx::query(put).bind(T::PATH).bind(Json(page)).bind(now))?;
    change_log::append_tags(tx, vec![CacheTag::StandingPages], now).await
}

impl<T: StandingPage> Subject for T {
    const KIND: Kind = Kind::Page;

    fn describe(&self) -> Description {
        Description::new(T::PATH.trim_start_matches('/'), T::PATH, self)
    }
}
