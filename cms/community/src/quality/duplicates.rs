//! Pairs of places that may be the same. They are cached, and recomputed at most once a minute if a place has changed.

use std::collections::HashMap;
use std::sync::Arc;

use super::dto::{DuplicatePair, DuplicatePlace};
use crate::common::id::{ChangeSeq, PlaceId};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::input::pagination::{Page, PageParams};
use crate::http::problem::Problem;
use crate::places::matching::PlaceMatcher;
use crate::{places, with_pool};

/// The minimum time between two computations of the pairs, in seconds. Without this limit, an import, which changes
/// many places in a short time, would cause many computations, and each reads all places.
const MIN_RECOMPUTE_INTERVAL_S: i64 = 60;

/// All pairs with their distances in meters, the shortest distance first. The older place of a pair comes first.
/// Returns the cached pairs, or computes them again.
pub async fn duplicate_pairs(app: &App) -> Result<Arc<[(PlaceId, PlaceId, i64)]>, Problem> {
    // Concurrent calls wait for this lock instead of computing the same pairs.
    let mut cached = app.quality.duplicates.lock().await;
    let now = app.clock.now();
    if let Some((_, computed_at, pairs)) = cached.as_ref()
        && now < computed_at.plus_seconds(MIN_RECOMPUTE_INTERVAL_S)
    {
        return Ok(pairs.clone());
    }
    let select = "select coalesce(max(change_seq), 0) from place";
    let newest_seq: ChangeSeq =
        with_pool!(&app.db, |engine| sqlx::query_scalar(select).fetch_one(engine)).map_err(StoreError::from)?;
    if let Some((seq, _, pairs)) = cached.as_ref()
        && *seq == newest_seq
    {
        return Ok(pairs.clone());
    }
    let matcher = PlaceMatcher::load(&app.db).await?;
    let pairs = tokio::task::spawn_blocking(move || matcher.likely_duplicates()).await;
    let pairs: Arc<[_]> = pairs.map_err(|_| Problem::internal())?.into();
    *cached = Some((newest_seq, now, pairs.clone()));
    Ok(pairs)
}

/// A page of the pairs.
pub async fn page(app: &App, page: PageParams) -> Result<Page<DuplicatePair>, Problem> {
    let pairs = duplicate_pairs(app).await?;
    let page_pairs: Vec<_> = pairs.iter().skip(page.offset as usize).take(page.limit as usize).copied().collect();
    let ids: Vec<i64> = page_pairs.iter().flat_map(|(one, other, _)| [one.0, other.0]).collect();
    let mut by_id = HashMap::new();
    if !ids.is_empty() {
        for place in places::store::by_ids(&app.db, ids).await? {
            let (id, is_active) = (place.id, place.is_active);
            by_id.insert(id, DuplicatePlace { id, name: place.name, slug: place.slug, is_active });
        }
    }
    // A pair is left out if one of its places was deleted in the meantime.
    let items = page_pairs.into_iter().filter_map(|(one, other, distance_m)| {
        let (first, second) = (by_id.get(&one)?.clone(), by_id.get(&other)?.clone());
        Some(DuplicatePair { first, second, distance_m })
    });
    Ok(page.page(items.collect(), pairs.len() as i64))
}
