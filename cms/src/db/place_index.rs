//! Sets of places in memory: which have a word or a tag, which are in a category, which lie in a box, which have a rank. A
//! search and a narrowed list intersect them, so that they cost about the same in a small guide and in a large one: an index
//! would have to be walked to be counted.
//!
//! A set is made from the index when it is first asked for, and follows the guide from then on. Every write of a place notes
//! its entry in the change log (`place.change_seq`) in its own transaction: whoever asks after one looks at the places that
//! changed since.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use memchr::memmem;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use roaring::RoaringTreemap;
use sqlx::QueryBuilder;
use tokio::sync::Semaphore;

use super::engine::Db;
use super::error::StoreError;
use super::rank_index::RankIndex;
use super::search::{Dialect, MatchMode};
use crate::common::geo::{Bounds, Point};
use crate::common::grid::Grid;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::with_pool;

/// Ids of places.
pub type IdSet = RoaringTreemap;

/// How many sets are kept, and what they may weigh together, in bytes; beyond it those that were used least lately go.
const MAX_SETS: usize = 2_000;
const MAX_BYTES: usize = 16 << 20;
/// For how many searches it is kept what their words may mean.
const MAX_SPELLINGS: u64 = 500;
/// How many are made at a time: words of one or two letters may be looked for in all places.
const MAX_BUILDS: usize = 2;
/// When more places than this changed, everything is made anew.
const MAX_CHANGES: usize = 500;
/// Each place that changed is looked for in the whole grid; beyond so many it is read anew when somebody asks.
const MAX_GRID_MOVES: usize = 50;
/// Each place that changed is looked at for each set, so often at the most; beyond it the sets are made anew.
const MAX_MEMBERSHIP_CHECKS: usize = 20_000;

/// How far the guide has come: the newest entry of the change log, a sign that changes with the categories, and how many
/// places there are and are shown.
macro_rules! index_version {
    () => {
        "
select coalesce((select max(seq) from change_log), 0) as newest,
    (select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(version), 0) from category) as categories,
    (select n from tally where name = 'places') as active, (select n from tally where name = 'places_shown') as shown"
    };
}

const VERSION: &str = index_version!();

// One statement sees one state of the guide.
const SNAPSHOT: &str = concat!(
    index_version!(),
    ", coalesce((select string_agg(id || ':' || rank, ',') from place where is_shown = true), '') as shown_ids,
    coalesce((select string_agg(id || ':' || rank, ',') from place where is_shown = false and deleted_at is null), '')
        as hidden_ids,
    coalesce((select string_agg(id || '\u{1f}' || replace(name, '\u{1e}', ' '), '\u{1e}')
        from (select id, name from category order by id) as named), '') as names"
);

const CHANGED: &str = "
select id, rank, is_shown, deleted_at is null as is_active, is_verified, is_premium, search, latitude, longitude,
    coalesce((select string_agg(cast(category_id as text), ',') from place_category where place_id = place.id), '')
        as categories,
    coalesce((select string_agg(tag, '\u{1f}') from place_tag where place_id = place.id), '') as tags,
    (select max(seq) from change_log) as newest
from place where change_seq > $1 limit $2";

// An index alone answers it.
const POSITIONS: &str = "select id, latitude, longitude, coalesce((select max(seq) from change_log), 0) from place";

/// What places a set has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IndexKey {
    /// With a word (folded) in their text; one that is to be [`MatchMode::Substring`] has [`super::search::MIN_TRIGRAM_LEN`] letters.
    Word(String, MatchMode),
    /// In a category.
    Category(CategoryId),
    /// With a tag (folded).
    Tag(String),
    /// Of which somebody has checked where they are.
    Verified,
    /// That stand out.
    Premium,
}

/// All places, and what categories are called.
#[derive(Clone, Debug, Default)]
pub struct IndexSnapshot {
    /// Those that travellers see.
    pub shown: IdSet,
    /// Those that are not in the trash.
    pub active: IdSet,
    /// The order of those.
    ranks: RankIndex,
    /// The name of each category, folded.
    pub categories: Vec<(CategoryId, String)>,
    /// What the categories were known by.
    categories_version: String,
    /// Grows when a place has changed, or all were read anew.
    pub generation: u64,
}

impl IndexSnapshot {
    /// The first `most` of these, best places first.
    pub fn best(&self, of: &IdSet, most: usize) -> Vec<i64> {
        self.best_after(of, None, most)
    }

    /// The first `most` of these that come `after` a rank and an id, best places first.
    pub fn best_after(&self, of: &IdSet, after: Option<(i64, i64)>, most: usize) -> Vec<i64> {
        self.ranks.first(of, after, most)
    }

    fn put(&mut self, id: u64, rank: i64, is_shown: bool, is_active: bool) {
        self.ranks.put(id, is_active.then_some(rank));
        set_member(&mut self.shown, id, is_shown && is_active);
        set_member(&mut self.active, id, is_active);
    }
}

/// How far the guide has come.
#[derive(sqlx::FromRow)]
struct IndexVersion {
    newest: i64,
    categories: String,
    active: i64,
    shown: i64,
}

#[derive(sqlx::FromRow)]
struct SnapshotRow {
    #[sqlx(flatten)]
    version: IndexVersion,
    shown_ids: String,
    hidden_ids: String,
    names: String,
}

impl IndexVersion {
    /// Whether there are as many places as were counted by those who wrote them. Where not, somebody wrote one without a
    /// note in the log: an older server beside this one.
    fn agrees(&self, snapshot: &IndexSnapshot) -> bool {
        (self.active, self.shown) == (snapshot.active.len() as i64, snapshot.shown.len() as i64)
    }
}

/// A place that changed.
#[derive(sqlx::FromRow)]
struct ChangedPlace {
    id: i64,
    rank: i64,
    is_shown: bool,
    is_active: bool,
    is_verified: bool,
    is_premium: bool,
    search: String,
    latitude: f64,
    longitude: f64,
    categories: String,
    tags: String,
    newest: i64,
}

impl ChangedPlace {
    fn is_in(&self, key: &IndexKey) -> bool {
        match key {
            IndexKey::Word(word, MatchMode::Substring) => {
                memmem::find(self.search.as_bytes(), word.as_bytes()).is_some()
            }
            IndexKey::Word(word, MatchMode::Prefix) => {
                let begins = |at: usize| !self.search[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                memmem::find_iter(self.search.as_bytes(), word.as_bytes()).any(begins)
            }
            IndexKey::Tag(tag) => self.tags.split('\u{1f}').any(|own| own == tag),
            IndexKey::Category(CategoryId(id)) => numbers(&self.categories).any(|category| category == *id as u64),
            IndexKey::Verified => self.is_verified,
            IndexKey::Premium => self.is_premium,
        }
    }
}

/// For each word of a search the words of names that it may be meant as, with how many slips of the finger.
pub type SpellingCandidates = Vec<Vec<(usize, String)>>;

/// The sets of one process. Cheap to share.
#[derive(Debug)]
pub struct PlaceIndex {
    state: Mutex<State>,
    /// What the words of a search mean in an edition of [`Whole`].
    pub spellings: Cache<(u64, Vec<String>), Arc<SpellingCandidates>>,
    /// Whoever makes a set has one.
    build_permits: Semaphore,
}

impl Default for PlaceIndex {
    fn default() -> Self {
        // What was often asked for in an edition that is over must not keep its seat.
        let spellings = Cache::builder().max_capacity(MAX_SPELLINGS).eviction_policy(EvictionPolicy::lru()).build();
        Self { state: Mutex::default(), spellings, build_permits: Semaphore::new(MAX_BUILDS) }
    }
}

#[derive(Debug, Default)]
struct State {
    /// The entry of the change log up to which everything here is true; something may know more.
    applied_seq: i64,
    snapshot: Option<Arc<IndexSnapshot>>,
    /// See [`Sets::known`].
    epoch: u64,
    sets: HashMap<IndexKey, CachedSet>,
    bytes: usize,
    /// Where they all are, those in the trash too; nothing until somebody asks.
    grid: Option<Arc<Grid>>,
    /// Counts uses and editions.
    ticks: u64,
}

#[derive(Debug)]
struct CachedSet {
    set: Arc<IdSet>,
    used: u64,
}

impl PlaceIndex {
    /// All places as they were when they were last looked at, and the age that was given then.
    pub fn last_snapshot(&self) -> Option<(Arc<IndexSnapshot>, u64)> {
        let state = self.state();
        Some((state.snapshot.clone()?, state.epoch))
    }

    /// All places as they are now. What is asked of [`Sets::of`] after it is not older. `age` grows with every change that
    /// this process knows of, and was read before: see [`Sets::known`].
    pub async fn snapshot(&self, db: &Db, epoch: u64) -> Result<Arc<IndexSnapshot>, StoreError> {
        let snapshot = self.refresh(db).await?;
        let mut state = self.state();
        state.epoch = state.epoch.max(epoch);
        Ok(snapshot)
    }

    async fn refresh(&self, db: &Db) -> Result<Arc<IndexSnapshot>, StoreError> {
        let version: IndexVersion = with_pool!(db, |engine| sqlx::query_as(VERSION).fetch_one(engine))?;
        let (applied_seq, is_known) = {
            let state = self.state();
            (
                state.applied_seq,
                state.snapshot.as_ref().is_some_and(|snapshot| snapshot.categories_version == version.categories),
            )
        };
        // A log that goes back is another one: a standby took over that was behind.
        if !is_known || version.newest < applied_seq {
            return self.rebuild(db).await;
        }
        let mut changed: Vec<ChangedPlace> = Vec::new();
        if version.newest > applied_seq {
            let most = MAX_CHANGES as i64 + 1;
            changed = with_pool!(db, |engine| sqlx::query_as(CHANGED).bind(applied_seq).bind(most).fetch_all(engine))?;
        }
        match self.apply_changes(&changed, version.newest) {
            Some(snapshot) if version.agrees(&snapshot) || self.state().applied_seq > version.newest => Ok(snapshot),
            _ => self.rebuild(db).await,
        }
    }

    /// The sets of these keys, those that are not known yet made from the database.
    pub async fn get_all(&self, db: &Db, keys: &[IndexKey]) -> Result<Vec<Arc<IdSet>>, StoreError> {
        let mut sets = Vec::with_capacity(keys.len());
        for key in keys {
            sets.push(self.get(db, key).await?);
        }
        Ok(sets)
    }

    /// The set of one key: see [`Sets::of`].
    pub async fn get(&self, db: &Db, key: &IndexKey) -> Result<Arc<IdSet>, StoreError> {
        let known = self.state().cached_set(key);
        match known {
            Some(set) => Ok(set),
            None => self.build(db, key).await,
        }
    }

    /// The places in a box, those in the trash too.
    pub async fn in_bounds(&self, db: &Db, bounds: Bounds) -> Result<IdSet, StoreError> {
        let mut ids: Vec<u64> = self.grid(db).await?.within(bounds).collect();
        ids.sort_unstable();
        Ok(ids.into_iter().collect())
    }

    /// Where all places are, those in the trash too.
    pub async fn grid(&self, db: &Db) -> Result<Arc<Grid>, StoreError> {
        let known = || self.state().grid.clone();
        if let Some(grid) = known() {
            return Ok(grid);
        }
        let _permit = self.build_permits.acquire().await.map_err(|_| StoreError::WriterStopped)?;
        // Somebody else may have made it meanwhile.
        if let Some(grid) = known() {
            return Ok(grid);
        }
        let positions: Vec<(i64, f64, f64, i64)> =
            with_pool!(db, |engine| sqlx::query_as(POSITIONS).fetch_all(engine))?;
        let newest = positions.first().map_or(0, |first| first.3);
        let positions = positions.into_iter();
        let grid: Grid =
            positions.map(|(id, latitude, longitude, _)| (id as u64, Point { latitude, longitude })).collect();
        let grid = Arc::new(grid);
        let mut state = self.state();
        if newest >= state.applied_seq && state.snapshot.is_some() {
            state.grid = Some(grid.clone());
        }
        Ok(grid)
    }

    async fn build(&self, db: &Db, key: &IndexKey) -> Result<Arc<IdSet>, StoreError> {
        let _permit = self.build_permits.acquire().await.map_err(|_| StoreError::WriterStopped)?;
        // Somebody else may have made it meanwhile.
        if let Some(set) = self.state().cached_set(key) {
            return Ok(set);
        }
        let (newest, ids): (i64, String) = match db {
            Db::Sqlite { pool, .. } => members::<sqlx::Sqlite>(key).build_query_as().fetch_one(pool).await?,
            Db::Postgres { pool } => members::<sqlx::Postgres>(key).build_query_as().fetch_one(pool).await?,
        };
        let set: Arc<IdSet> = Arc::new(numbers(&ids).collect());
        self.state().insert(key, set.clone(), newest);
        Ok(set)
    }

    /// Looks at the places that changed again; answers nothing when those are too many.
    fn apply_changes(&self, changed: &[ChangedPlace], newest: i64) -> Option<Arc<IndexSnapshot>> {
        let newest = changed.first().map_or(newest, |first| first.newest);
        let mut state = self.state();
        // Somebody else may have come further meanwhile: what was read here is older than what is known.
        if newest <= state.applied_seq {
            return state.snapshot.clone();
        }
        if changed.len() > MAX_CHANGES {
            return None;
        }
        if changed.len() * state.sets.len() > MAX_MEMBERSHIP_CHECKS {
            state.sets.clear();
            state.bytes = 0;
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
            snapshot.put(id, place.rank, place.is_shown, place.is_active);
            if let Some(grid) = grid {
                Arc::make_mut(grid).put(id, Point { latitude: place.latitude, longitude: place.longitude });
            }
            for (key, CachedSet { set, .. }) in sets.iter_mut() {
                let is_in = place.is_in(key);
                if set.contains(id) != is_in {
                    set_member(Arc::make_mut(set), id, is_in);
                }
            }
        }
        state.applied_seq = newest;
        state.snapshot.clone()
    }

    /// Begins anew: with all places, and without any set.
    async fn rebuild(&self, db: &Db) -> Result<Arc<IndexSnapshot>, StoreError> {
        let started_at = self.state().applied_seq;
        let SnapshotRow { version, shown_ids, hidden_ids, names } =
            with_pool!(db, |engine| sqlx::query_as(SNAPSHOT).fetch_one(engine))?;
        let mut snapshot = IndexSnapshot { categories_version: version.categories, ..IndexSnapshot::default() };
        let named = names.split('\u{1e}').filter_map(|pair| pair.split_once('\u{1f}'));
        let named = named.filter_map(|(id, name)| Some((CategoryId(id.parse().ok()?), text::search_form(name))));
        snapshot.categories = named.collect();
        let mut ranked: Vec<(u64, i64)> = Vec::new();
        for (text, is_shown) in [(shown_ids, true), (hidden_ids, false)] {
            for (id, rank) in text.split(',').filter_map(|pair| pair.split_once(':')) {
                let (Ok(id), Ok(rank)) = (id.parse(), rank.parse()) else { continue };
                set_member(&mut snapshot.shown, id, is_shown);
                snapshot.active.insert(id);
                ranked.push((id, rank));
            }
        }
        snapshot.ranks = ranked.into_iter().collect();
        let mut state = self.state();
        state.ticks += 1;
        snapshot.generation = state.ticks;
        let snapshot = Arc::new(snapshot);
        // Somebody else may have come further meanwhile. Who has not, and knows another log, is put right.
        if version.newest >= state.applied_seq || state.applied_seq == started_at {
            let (ticks, epoch) = (state.ticks, state.epoch);
            *state = State {
                applied_seq: version.newest,
                snapshot: Some(snapshot.clone()),
                ticks,
                epoch,
                ..State::default()
            };
        }
        Ok(snapshot)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    fn cached_set(&mut self, key: &IndexKey) -> Option<Arc<IdSet>> {
        self.ticks += 1;
        let cached = self.sets.get_mut(key)?;
        cached.used = self.ticks;
        Some(cached.set.clone())
    }

    /// Keeps a set that was true at the entry `newest` of the log, unless the others know more.
    fn insert(&mut self, key: &IndexKey, set: Arc<IdSet>, newest: i64) {
        if newest < self.applied_seq || self.snapshot.is_none() {
            return;
        }
        self.bytes += size_bytes(&set);
        let used = self.ticks;
        if let Some(former) = self.sets.insert(key.clone(), CachedSet { set, used }) {
            self.bytes -= size_bytes(&former.set).min(self.bytes);
        }
        if self.bytes > MAX_BYTES || self.sets.len() > MAX_SETS {
            let mut ticks: Vec<u64> = self.sets.values().map(|cached| cached.used).collect();
            let at = ticks.len() / 2;
            let (_, &mut middle, _) = ticks.select_nth_unstable(at);
            self.sets.retain(|_, cached| cached.used > middle);
            self.bytes = self.sets.values().map(|cached| size_bytes(&cached.set)).sum();
        }
    }
}

/// The statement that reads who belongs to a set, and the newest entry of the change log that it knows.
fn members<D: Dialect>(key: &IndexKey) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select coalesce((select max(seq) from change_log), 0), coalesce((select string_agg(cast(id as text), ',') from (",
    );
    match key {
        IndexKey::Word(word, mode) => D::push_matching_ids(&mut query, word, *mode),
        IndexKey::Category(CategoryId(id)) => {
            query.push("select place_id as id from place_category where category_id = ");
            D::number(&mut query, *id);
        }
        IndexKey::Tag(tag) => {
            query.push("select place_id as id from place_tag where tag = ");
            D::text(&mut query, tag.clone());
        }
        IndexKey::Verified => drop(query.push("select id from place where is_verified")),
        IndexKey::Premium => drop(query.push("select id from place where is_premium")),
    }
    query.push(") as found), '')");
    query
}

fn set_member(set: &mut IdSet, id: u64, is_in: bool) {
    if is_in {
        set.insert(id)
    } else {
        set.remove(id)
    };
}

fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(',').filter_map(|id| id.parse().ok())
}

fn size_bytes(set: &IdSet) -> usize {
    set.serialized_size()
}
