//! The place index: sets of place ids in memory, by word, tag, category, position and rank. Searches and filtered lists
//! intersect the sets, so that their cost hardly depends on the number of places. To count the matches, a database
//! would have to read all matching entries of an index.
//!
//! A set is built from the database when it is first used, and updated from then on. Every write of a place stores the
//! number of its change log entry (`place.change_seq`) in the same transaction. A search first reads the places that
//! changed since the sets were last updated.

use std::collections::HashMap;
use std::sync::Arc;

use memchr::memmem;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use parking_lot::Mutex;
use roaring::RoaringTreemap;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tokio::sync::Semaphore;

use super::grid::{Bounds, Grid, Point};
use super::rank_index::RankIndex;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::db::dialect::{Dialect, MatchMode};
use crate::db::engine::{Db, StoreError};
use crate::with_pool;

/// Ids of places.
pub type PlaceIdSet = RoaringTreemap;

/// The maximum number of cached sets. If this number or [`MAX_TOTAL_SET_BYTES`] is exceeded, the less recently used
/// half of the sets is evicted.
const MAX_SETS: usize = 2_000;
const MAX_TOTAL_SET_BYTES: usize = 16 << 20;
const MAX_CACHED_SPELLING_SEARCHES: u64 = 500;
/// The maximum number of sets and grids that are built at a time. It is low, because building the set of a word of one
/// or two letters may need a scan of all places.
const MAX_CONCURRENT_BUILDS: usize = 2;
/// If more places than this have changed, the whole index is rebuilt.
const MAX_CHANGED_PLACES: usize = 500;
/// Moving a place searches the whole grid. Beyond this number of changes the grid is dropped and rebuilt on next use.
const MAX_GRID_MOVES: usize = 50;
/// Each changed place is checked against each set. Beyond this number of checks the sets are dropped and rebuilt on
/// next use.
const MAX_MEMBERSHIP_CHECKS: usize = 20_000;

/// Selects an [`IndexVersion`]. `newest` is the newest entry of the change log, and `categories` a value that changes
/// with the categories. `active` is the number of places that are not soft-deleted, and `public_places` the number of
/// public places.
const SELECT_VERSION: &str = "
select coalesce((select max(seq) from change_log), 0) as newest,
    (select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(version), 0) from category) as categories,
    (select value from counter where name = 'places') as active, (select value from counter where name = 'places_public') as public_places";

// A covering index serves this query.
const SELECT_POSITIONS: &str =
    "select id, latitude, longitude, coalesce((select max(seq) from change_log), 0) from place";

/// Identifies a set of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IndexKey {
    /// Places whose search text contains this word in search form. For [`MatchMode::Substring`] the word has at least
    /// [`crate::db::dialect::MIN_TRIGRAM_WORD_LEN`] letters.
    Word(String, MatchMode),
    /// Places of a category.
    Category(CategoryId),
    /// Places with a folded tag.
    Tag(String),
    /// Places whose position was verified.
    Verified,
    /// Premium places.
    Premium,
}

/// The ids and the order of the places that are not soft-deleted, and the names of the categories.
#[derive(Clone, Debug, Default)]
pub struct IndexSnapshot {
    /// Public places.
    pub public: PlaceIdSet,
    /// Places that are not soft-deleted.
    pub active: PlaceIdSet,
    /// The order of the places that are not soft-deleted.
    ranks: RankIndex,
    /// The name of each category as a search form.
    pub categories: Vec<(CategoryId, String)>,
    /// [`IndexVersion::categories`] when the snapshot was built.
    categories_version: String,
    /// Grows with every changed place and every rebuild.
    pub generation: u64,
}

impl IndexSnapshot {
    /// The first `limit` places of the set, best first.
    pub fn best(&self, set: &PlaceIdSet, limit: usize) -> Vec<i64> {
        self.best_after(set, None, limit)
    }

    /// The first `limit` places of the set, best first. If `after` is given, only places after this rank and id.
    pub fn best_after(&self, set: &PlaceIdSet, after: Option<(i64, i64)>, limit: usize) -> Vec<i64> {
        self.ranks.first(set, after, limit)
    }

    fn put(&mut self, id: u64, rank: i64, is_public: bool, is_active: bool) {
        self.ranks.put(id, is_active.then_some(rank));
        set_membership(&mut self.public, id, is_public && is_active);
        set_membership(&mut self.active, id, is_active);
    }
}

/// The columns of [`SELECT_VERSION`].
#[derive(sqlx::FromRow)]
struct IndexVersion {
    newest: i64,
    categories: String,
    active: i64,
    public_places: i64,
}

#[derive(sqlx::FromRow)]
struct SnapshotRow {
    #[sqlx(flatten)]
    version: IndexVersion,
    /// The ids and ranks of the public places as text, such as `7:10460,9:420`. `hidden_ids` lists the other places
    /// that are not soft-deleted. PostgreSQL would need twice as long for a JSON array of each place.
    public_ids: String,
    hidden_ids: String,
    names: Json<Vec<(CategoryId, String)>>,
}

impl IndexVersion {
    /// Whether the snapshot has as many places as the counters in the database. If not, an older version of the server
    /// wrote a place without `change_seq`.
    fn has_counts_of(&self, snapshot: &IndexSnapshot) -> bool {
        (self.active, self.public_places) == (snapshot.active.len() as i64, snapshot.public.len() as i64)
    }
}

#[derive(sqlx::FromRow)]
struct ChangedPlace {
    id: i64,
    rank: i64,
    is_public: bool,
    is_active: bool,
    is_verified: bool,
    is_premium: bool,
    search: String,
    latitude: f64,
    longitude: f64,
    categories: Json<Vec<i64>>,
    tags: Json<Vec<String>>,
    newest: i64,
}

impl ChangedPlace {
    fn is_in(&self, key: &IndexKey) -> bool {
        let search = self.search.as_bytes();
        match key {
            IndexKey::Word(word, MatchMode::Substring) => memmem::find(search, word.as_bytes()).is_some(),
            IndexKey::Word(word, MatchMode::Prefix) => {
                let is_word_start = |offset: usize| !self.search[..offset].ends_with(char::is_alphanumeric);
                memmem::find_iter(search, word.as_bytes()).any(is_word_start)
            }
            IndexKey::Tag(tag) => self.tags.contains(tag),
            IndexKey::Category(CategoryId(id)) => self.categories.contains(id),
            IndexKey::Verified => self.is_verified,
            IndexKey::Premium => self.is_premium,
        }
    }
}

/// For each word of a search, the words of names that it may be a misspelling of, with their edit distance.
pub type SpellingCandidates = Vec<Vec<(usize, String)>>;

/// The place index of one process.
#[derive(Debug)]
pub struct PlaceIndex {
    state: Mutex<State>,
    /// Spelling candidates by [`IndexSnapshot::generation`] and words.
    pub spellings: Cache<(u64, Vec<String>), Arc<SpellingCandidates>>,
    /// Each build of a set or of the grid uses one permit.
    build_permits: Semaphore,
}

impl Default for PlaceIndex {
    fn default() -> Self {
        // LRU evicts entries of an old generation even if they were used often. The default policy would keep them.
        let spellings =
            Cache::builder().max_capacity(MAX_CACHED_SPELLING_SEARCHES).eviction_policy(EvictionPolicy::lru()).build();
        Self { state: Mutex::default(), spellings, build_permits: Semaphore::new(MAX_CONCURRENT_BUILDS) }
    }
}

#[derive(Debug, Default)]
struct State {
    /// The change log entry up to which the snapshot, the sets and the grid are current. Some of them may already
    /// include later changes.
    applied_seq: i64,
    snapshot: Option<Arc<IndexSnapshot>>,
    /// The highest cache epoch that was passed to [`PlaceIndex::refreshed_snapshot`].
    epoch: u64,
    sets: HashMap<IndexKey, CachedSet>,
    set_bytes: usize,
    /// The positions of all places, including soft-deleted ones. `None` before the first use and after it was dropped.
    grid: Option<Arc<Grid>>,
    /// Incremented by every lookup of a set and every new generation.
    ticks: u64,
}

#[derive(Debug)]
struct CachedSet {
    set: Arc<PlaceIdSet>,
    last_used_tick: u64,
}

impl PlaceIndex {
    /// The snapshot of the last refresh, and the highest cache epoch that was passed to
    /// [`PlaceIndex::refreshed_snapshot`]. `None` before the first refresh.
    pub fn last_snapshot(&self) -> Option<(Arc<IndexSnapshot>, u64)> {
        let state = self.state.lock();
        Some((state.snapshot.clone()?, state.epoch))
    }

    /// Refreshes the index and returns the current snapshot. Sets returned by [`PlaceIndex::get_all`] afterwards are
    /// not older. `epoch` is the cache epoch as it was before the call; [`PlaceIndex::last_snapshot`] returns it.
    pub async fn refreshed_snapshot(&self, db: &Db, epoch: u64) -> Result<Arc<IndexSnapshot>, StoreError> {
        let snapshot = self.refresh(db).await?;
        let mut state = self.state.lock();
        state.epoch = state.epoch.max(epoch);
        Ok(snapshot)
    }

    async fn refresh(&self, db: &Db) -> Result<Arc<IndexSnapshot>, StoreError> {
        let version: IndexVersion = with_pool!(db, |engine| sqlx::query_as(SELECT_VERSION).fetch_one(engine))?;
        let is_current = |snapshot: &Arc<IndexSnapshot>| snapshot.categories_version == version.categories;
        let (applied_seq, has_current_categories) = {
            let state = self.state.lock();
            (state.applied_seq, state.snapshot.as_ref().is_some_and(is_current))
        };
        // If the newest entry is older than the applied one, the change log was replaced: for example, a standby took
        // over that had not received all entries.
        if !has_current_categories || version.newest < applied_seq {
            return self.rebuild(db).await;
        }
        let mut changed: Vec<ChangedPlace> = Vec::new();
        if version.newest > applied_seq {
            changed =
                with_pool!(db, |pool, D| select_changed_places::<D>(applied_seq).build_query_as().fetch_all(pool))?;
        }
        match self.apply_changes(&changed, version.newest) {
            Some(snapshot) if version.has_counts_of(&snapshot) || self.state.lock().applied_seq > version.newest => {
                Ok(snapshot)
            }
            _ => self.rebuild(db).await,
        }
    }

    /// The sets of these keys, in the order of the keys. Sets that are not cached are built from the database.
    pub async fn get_all(&self, db: &Db, keys: &[IndexKey]) -> Result<Vec<Arc<PlaceIdSet>>, StoreError> {
        let mut sets = Vec::with_capacity(keys.len());
        for key in keys {
            sets.push(self.get(db, key).await?);
        }
        Ok(sets)
    }

    /// The set of one key: see [`PlaceIndex::get_all`].
    pub async fn get(&self, db: &Db, key: &IndexKey) -> Result<Arc<PlaceIdSet>, StoreError> {
        if let Some(set) = self.state.lock().cached_set(key) {
            return Ok(set);
        }
        self.build_set(db, key).await
    }

    /// The places in a bounding box, including soft-deleted ones.
    pub async fn in_bounds(&self, db: &Db, bounds: Bounds) -> Result<PlaceIdSet, StoreError> {
        let mut ids: Vec<u64> = self.grid(db).await?.within(bounds).collect();
        ids.sort_unstable();
        Ok(ids.into_iter().collect())
    }

    /// The positions of all places, including soft-deleted ones.
    pub async fn grid(&self, db: &Db) -> Result<Arc<Grid>, StoreError> {
        let cached_grid = || self.state.lock().grid.clone();
        if let Some(grid) = cached_grid() {
            return Ok(grid);
        }
        let _permit = self.build_permits.acquire().await.map_err(|_| StoreError::Aborted)?;
        // Another caller may have built the grid in the meantime.
        if let Some(grid) = cached_grid() {
            return Ok(grid);
        }
        let rows: Vec<(i64, f64, f64, i64)> = with_pool!(db, |pool| sqlx::query_as(SELECT_POSITIONS).fetch_all(pool))?;
        let newest = rows.first().map_or(0, |first| first.3);
        let points = rows.into_iter().map(|(id, latitude, longitude, _)| (id as u64, Point { latitude, longitude }));
        let grid: Arc<Grid> = Arc::new(points.collect());
        let mut state = self.state.lock();
        if newest >= state.applied_seq && state.snapshot.is_some() {
            state.grid = Some(grid.clone());
        }
        Ok(grid)
    }

    async fn build_set(&self, db: &Db, key: &IndexKey) -> Result<Arc<PlaceIdSet>, StoreError> {
        let _permit = self.build_permits.acquire().await.map_err(|_| StoreError::Aborted)?;
        // Another caller may have built the set in the meantime.
        if let Some(set) = self.state.lock().cached_set(key) {
            return Ok(set);
        }
        let (newest, Json(ids)): (i64, Json<Vec<u64>>) =
            with_pool!(db, |pool, D| select_members::<D>(key).build_query_as().fetch_one(pool))?;
        let set: Arc<PlaceIdSet> = Arc::new(ids.into_iter().collect());
        self.state.lock().insert(key, set.clone(), newest);
        Ok(set)
    }

    /// Updates the snapshot, the sets and the grid. `None` if there is no snapshot, or more than [`MAX_CHANGED_PLACES`]
    /// places have changed: the index must be rebuilt.
    fn apply_changes(&self, changed: &[ChangedPlace], newest: i64) -> Option<Arc<IndexSnapshot>> {
        let newest = changed.first().map_or(newest, |first| first.newest);
        let mut state = self.state.lock();
        // Another caller may have applied later changes in the meantime.
        if newest <= state.applied_seq {
            return state.snapshot.clone();
        }
        if changed.len() > MAX_CHANGED_PLACES {
            return None;
        }
        if changed.len() * state.sets.len() > MAX_MEMBERSHIP_CHECKS {
            state.sets.clear();
            state.set_bytes = 0;
        }
        if changed.len() > MAX_GRID_MOVES {
            state.grid = None;
        }
        let State { snapshot, sets, grid, ticks, .. } = &mut *state;
        let snapshot = snapshot.as_mut()?;
        for place in changed {
            let id = place.id as u64;
            *ticks += 1;
            let snapshot = Arc::make_mut(snapshot);
            snapshot.generation = *ticks;
            snapshot.put(id, place.rank, place.is_public, place.is_active);
            if let Some(grid) = grid {
                Arc::make_mut(grid).put(id, Point { latitude: place.latitude, longitude: place.longitude });
            }
            for (key, CachedSet { set, .. }) in sets.iter_mut() {
                let is_in = place.is_in(key);
                if set.contains(id) != is_in {
                    set_membership(Arc::make_mut(set), id, is_in);
                }
            }
        }
        state.applied_seq = newest;
        state.snapshot.clone()
    }

    /// Builds a snapshot from the database, and drops all sets and the grid.
    async fn rebuild(&self, db: &Db) -> Result<Arc<IndexSnapshot>, StoreError> {
        let applied_seq_at_start = self.state.lock().applied_seq;
        let SnapshotRow { version, public_ids, hidden_ids, names: Json(names) } =
            with_pool!(db, |pool, D| select_snapshot::<D>().build_query_as().fetch_one(pool))?;
        let mut snapshot = IndexSnapshot { categories_version: version.categories, ..IndexSnapshot::default() };
        snapshot.categories = names.into_iter().map(|(id, name)| (id, text::search_form(&name))).collect();
        let mut ranked: Vec<(u64, i64)> = Vec::new();
        for (text, is_public) in [(public_ids, true), (hidden_ids, false)] {
            for (id, rank) in text.split(',').filter_map(|pair| pair.split_once(':')) {
                let (Ok(id), Ok(rank)) = (id.parse(), rank.parse()) else { continue };
                set_membership(&mut snapshot.public, id, is_public);
                snapshot.active.insert(id);
                ranked.push((id, rank));
            }
        }
        snapshot.ranks = ranked.into_iter().collect();
        let mut state = self.state.lock();
        state.ticks += 1;
        snapshot.generation = state.ticks;
        let snapshot = Arc::new(snapshot);
        // The snapshot is not stored if another caller has applied later changes in the meantime. If `applied_seq` has
        // not changed, an older `newest` means that the change log was replaced: the state is reset to it.
        if version.newest >= state.applied_seq || state.applied_seq == applied_seq_at_start {
            let (applied_seq, ticks, epoch) = (version.newest, state.ticks, state.epoch);
            *state = State { applied_seq, snapshot: Some(snapshot.clone()), ticks, epoch, ..State::default() };
        }
        Ok(snapshot)
    }
}

impl State {
    fn cached_set(&mut self, key: &IndexKey) -> Option<Arc<PlaceIdSet>> {
        self.ticks += 1;
        let cached = self.sets.get_mut(key)?;
        cached.last_used_tick = self.ticks;
        Some(cached.set.clone())
    }

    /// Caches a set that was current at the entry `newest` of the change log, unless the index is already newer.
    fn insert(&mut self, key: &IndexKey, set: Arc<PlaceIdSet>, newest: i64) {
        if newest < self.applied_seq || self.snapshot.is_none() {
            return;
        }
        self.set_bytes += set.serialized_size();
        let last_used_tick = self.ticks;
        if let Some(previous) = self.sets.insert(key.clone(), CachedSet { set, last_used_tick }) {
            self.set_bytes -= previous.set.serialized_size().min(self.set_bytes);
        }
        if self.set_bytes > MAX_TOTAL_SET_BYTES || self.sets.len() > MAX_SETS {
            let mut ticks: Vec<u64> = self.sets.values().map(|cached| cached.last_used_tick).collect();
            let middle_index = ticks.len() / 2;
            let (_, &mut median_tick, _) = ticks.select_nth_unstable(middle_index);
            self.sets.retain(|_, cached| cached.last_used_tick > median_tick);
            self.set_bytes = self.sets.values().map(|cached| cached.set.serialized_size()).sum();
        }
    }
}

/// Selects a [`SnapshotRow`] in one statement, so that all parts are of the same state of the database.
fn select_snapshot<D: Dialect>() -> QueryBuilder<D> {
    QueryBuilder::new(format!(
        "{SELECT_VERSION},
    coalesce((select string_agg(id || ':' || rank, ',') from place where is_public = true), '') as public_ids,
    coalesce((select string_agg(id || ':' || rank, ',') from place where is_public = false and deleted_at is null), '')
        as hidden_ids,
    (select {} from (select id, name from category order by id) as named) as names",
        D::json_array_aggregate_of_rows("id, name")
    ))
}

/// Selects each [`ChangedPlace`] after this entry of the change log, at most one more than [`MAX_CHANGED_PLACES`].
fn select_changed_places<D: Dialect>(applied_seq: i64) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(format!(
        "
select id, rank, is_public, deleted_at is null as is_active, is_verified, is_premium, search, latitude, longitude,
    (select {} from place_category where place_id = place.id) as categories,
    (select {} from place_tag where place_id = place.id) as tags,
    (select max(seq) from change_log) as newest
from place where change_seq > ",
        D::json_array_aggregate("category_id"),
        D::json_array_aggregate("tag"),
    ));
    D::push_number(&mut query, applied_seq);
    query.push(" limit ");
    D::push_number(&mut query, MAX_CHANGED_PLACES as i64 + 1);
    query
}

/// The statement that selects the newest change log entry and the ids of a set.
fn select_members<D: Dialect>(key: &IndexKey) -> QueryBuilder<D> {
    let newest = "select coalesce((select max(seq) from change_log), 0)";
    let mut query = QueryBuilder::new(format!("{newest}, (select {} from (", D::json_array_aggregate("id")));
    match key {
        IndexKey::Word(word, mode) => D::push_matching_place_ids(&mut query, word, *mode),
        IndexKey::Category(CategoryId(id)) => {
            query.push("select place_id as id from place_category where category_id = ");
            D::push_number(&mut query, *id);
        }
        IndexKey::Tag(tag) => {
            query.push("select place_id as id from place_tag where tag = ");
            D::push_text(&mut query, tag.clone());
        }
        IndexKey::Verified => {
            query.push("select id from place where is_verified");
        }
        IndexKey::Premium => {
            query.push("select id from place where is_premium");
        }
    }
    query.push(") as found)");
    query
}

fn set_membership(set: &mut PlaceIdSet, id: u64, is_in: bool) -> bool {
    if is_in { set.insert(id) } else { set.remove(id) }
}
