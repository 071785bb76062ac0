//! Caches the public JSON of each place in a column of its row. A list copies this column instead of reading and
//! serializing fifty others.
//!
//! The cached JSON is valid while its format, its version and its category epoch (a counter of changes of categories)
//! are current. Writes that add, change or restore a place update the JSON in the same transaction
//! ([`refresh_list_json`]). Changes of other data in the JSON (a category, an image, an alert, recomputed opening
//! hours) make the JSON stale. Stale JSON is never sent: the place itself is read instead, until [`run`] has refreshed
//! the cache.

use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use sqlx::types::Json;

use super::dto::PlaceResponse;
use super::model::Place;
use super::search::place_query::{Cursor, PlaceQuery, PlaceScope, Sort};
use super::search::text_search::sort_by_ids;
use super::store::{self, SELECT_LIST_JSON_EPOCH, UNCACHED_FIELDS_START, cached_json_part, refresh_list_json};
use crate::auth::domain::accounts::{Account, Permission};
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::pagination::Page;
use crate::{execute, with_pool};

/// The approximate length of the fields that are not cached, in bytes.
const UNCACHED_SUFFIX_BYTES: usize = 40;

/// The interval between two searches for stale JSON while none is found, or less than a full batch.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The maximum number of places in a batch, which one run of [`run`] refreshes.
const BATCH_SIZE: usize = 50;
/// The maximum number of places of a batch that are refreshed at the same time.
const CONCURRENCY: usize = 8;
/// The pause after a full batch, so that requests can use the database before the next batch.
const BATCH_PAUSE: Duration = Duration::from_millis(20);

/// The JSON of a place as the caller sees it. `cached_part` ends before the fields `isLiked` and `likeCount`.
#[derive(Clone, Debug)]
pub struct PlaceJson {
    /// The id of the place.
    pub id: PlaceId,
    cached_part: String,
    like_count: i64,
    is_liked: bool,
}

/// The fields in the JSON of a place from which [`PlaceJson::cursor_after`] makes the sort key.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SortFields {
    name: String,
    rating: Option<f64>,
    is_premium: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl PlaceJson {
    fn new(response: &PlaceResponse) -> Self {
        Self {
            id: response.id,
            cached_part: cached_json_part(response),
            like_count: response.like_count,
            is_liked: response.is_liked,
        }
    }

    /// Appends the complete JSON of the place to `json`.
    fn push_to(&self, json: &mut String) {
        let Self { cached_part, like_count, is_liked, .. } = self;
        let _ = write!(json, "{cached_part}{UNCACHED_FIELDS_START}{is_liked},\"likeCount\":{like_count}}}");
    }

    fn json(&self) -> String {
        let mut json = String::with_capacity(self.cached_part.len() + UNCACHED_SUFFIX_BYTES);
        self.push_to(&mut json);
        json
    }

    /// See [`Sort::cursor_after`].
    pub fn cursor_after(&self, sort: Sort) -> Option<Cursor> {
        if matches!(sort, Sort::Distance | Sort::Relevance) {
            return None;
        }
        let fields: SortFields = serde_json::from_str(&self.json()).ok()?;
        let SortFields { name, rating, is_premium, created_at, updated_at } = fields;
        let place = Place { id: self.id, name, rating, is_premium, created_at, updated_at, ..Place::default() };
        sort.cursor_after(&place)
    }
}

/// A JSON array of these places.
pub fn json_array(places: &[PlaceJson]) -> String {
    let mut json = String::with_capacity(
        2 + places.iter().map(|place| place.cached_part.len() + UNCACHED_SUFFIX_BYTES).sum::<usize>(),
    );
    json.push('[');
    for (at, place) in places.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        place.push_to(&mut json);
    }
    json.push(']');
    json
}

/// The JSON objects of these places, with only the fields whose names are in `fields`.
pub fn select_fields(fields: &[String], places: &[PlaceJson]) -> Vec<serde_json::Map<String, serde_json::Value>> {
    let objects = places.iter().filter_map(|place| serde_json::from_str(&place.json()).ok());
    objects
        .map(|place: serde_json::Map<_, _>| place.into_iter().filter(|(name, _)| fields.contains(name)).collect())
        .collect()
}

/// Reads one page of the places that `query` selects, as this caller sees them. The total is that of all pages.
pub async fn list(db: &Db, query: &PlaceQuery, caller: Option<&Account>) -> Result<Page<PlaceJson>, StoreError> {
    let ReadResult { items, has_more, total } = read(db, query, caller).await?;
    let total = match total {
        Some(total) => total,
        None => store::total(db, query).await?,
    };
    Ok(Page { items, total, has_more })
}

/// The places with these ids, as this caller sees them, in the order of the ids. Places outside `scope` are omitted.
/// The total is that of `ids`.
pub async fn list_by_ids(
    db: &Db,
    scope: &PlaceScope,
    ids: Page<i64>,
    caller: Option<&Account>,
) -> Result<Page<PlaceJson>, StoreError> {
    let Page { items: ids, total, has_more } = ids;
    let query = PlaceQuery::by_ids(scope.clone(), ids.clone());
    let items = sort_by_ids(read(db, &query, caller).await?.items, &ids, |place| place.id);
    Ok(Page { items, total, has_more })
}

struct ReadResult {
    items: Vec<PlaceJson>,
    has_more: bool,
    /// The number of places on all pages. `None` if another query must count them.
    total: Option<i64>,
}

async fn read(db: &Db, query: &PlaceQuery, caller: Option<&Account>) -> Result<ReadResult, StoreError> {
    let sees_more_than_public = caller.is_some_and(|caller| caller.may(Permission::CreatePlace));
    let mut read = if query.scope == PlaceScope::Public && !sees_more_than_public {
        read_cached(db, query).await?
    } else {
        let mut places = store::read(db, query).await?;
        let has_more = places.len() as i64 > query.limit;
        places.truncate(query.limit as usize);
        let json = |place| PlaceJson::new(&PlaceResponse::for_caller(caller, place));
        ReadResult { items: places.into_iter().map(json).collect(), has_more, total: None }
    };
    // API tokens must not read the likes of their accounts, so `is_liked` stays `false` for them.
    if let Some(caller) = caller.filter(|caller| caller.token.is_none()) {
        let ids: Vec<i64> = read.items.iter().map(|place| place.id.0).collect();
        let liked = store::find_liked_ids(db, &caller.id, &ids).await?;
        for place in &mut read.items {
            place.is_liked = liked.contains(&place.id);
        }
    }
    Ok(read)
}

/// The single row that [`PlaceQuery::select_cached_json`] selects.
type CachedRow = (Json<Vec<(PlaceId, i64, Option<usize>)>>, String, Option<i64>);

async fn read_cached(db: &Db, query: &PlaceQuery) -> Result<ReadResult, StoreError> {
    let total = store::select_stored_total(query);
    let select_total = total.as_deref();
    let (Json(mut found), all_json, total): CachedRow = with_pool!(db, |pool, D| query
        .select_cached_json::<D>(SELECT_LIST_JSON_EPOCH, select_total)
        .build_query_as()
        .fetch_one(pool))?;
    let has_more = found.len() as i64 > query.limit;
    found.truncate(query.limit as usize);
    let stale_ids: Vec<i64> = found.iter().filter(|(.., length)| length.is_none()).map(|(id, ..)| id.0).collect();
    let mut recomputed = HashMap::new();
    if !stale_ids.is_empty() {
        let places = store::public_by_ids(db, stale_ids).await?.into_iter();
        recomputed.extend(places.map(|place| (place.id, PlaceJson::new(&PlaceResponse::for_public(place)))));
    }
    let (mut items, mut rest) = (Vec::with_capacity(found.len()), all_json.as_str());
    for (id, like_count, length) in found {
        match length.and_then(|length| rest.split_at_checked(length)) {
            Some((json, next)) => {
                items.push(PlaceJson { id, cached_part: json.to_owned(), like_count, is_liked: false });
                rest = next;
            }
            // A place that stopped being public between the two queries is not in `recomputed`, and is omitted.
            None => items.extend(recomputed.remove(&id)),
        }
    }
    Ok(ReadResult { items, has_more, total })
}

/// Refreshes one batch of stale JSON. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    Ok(if refresh_stale_json(&app.db).await? == BATCH_SIZE { BATCH_PAUSE } else { POLL_INTERVAL })
}

/// Refreshes the stale JSON of one batch of places. Returns the number of places in the batch. JSON of a newer format
/// was written by a newer server and is left unchanged.
pub async fn refresh_stale_json(db: &Db) -> Result<usize, StoreError> {
    let select_stale_ids = format!(
        "select id from place where list_json_epoch < ({SELECT_LIST_JSON_EPOCH}) and deleted_at is null
         order by list_json_epoch, id limit {BATCH_SIZE}"
    );
    let ids: Vec<PlaceId> =
        with_pool!(db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(select_stale_ids)).fetch_all(engine))?;
    let count = ids.len();
    // Each place has a transaction of its own, so that no transaction holds the lock of one place while it waits for
    // that of another place.
    let writes = ids.into_iter().map(|id| db.write(move |tx| Box::pin(refresh_json_if_stale(tx, id))));
    stream::iter(writes).buffer_unordered(CONCURRENCY).try_collect::<()>().await?;
    Ok(count)
}

async fn refresh_json_if_stale(tx: &mut Tx, id: PlaceId) -> Result<(), StoreError> {
    // If another replica is refreshing the same place, this statement waits for the commit of that replica and then
    // updates no row.
    let lock = format!(
        "update place set list_json_epoch = list_json_epoch
         where id = $1 and deleted_at is null and list_json_epoch < ({SELECT_LIST_JSON_EPOCH})"
    );
    if execute!(tx, sqlx::query(sqlx::AssertSqlSafe(lock)).bind(id))? > 0 {
        refresh_list_json(tx, id).await?;
    }
    Ok(())
}
