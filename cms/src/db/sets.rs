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
use super::ranks::Ranks;
use super::search::{Dialect, Matching};
use crate::common::geo::{Bounds, Point};
use crate::common::grid::Grid;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::with_pool;

/// Ids of places.
pub type Set = RoaringTreemap;

/// How many sets are kept, and what they may weigh together, in bytes; beyond it those that were used least lately go.
const MOST: usize = 2_000;
const MOST_BYTES: usize = 16 << 20;
/// For how many searches it is kept what their words may mean.
const MEANINGS: u64 = 500;
/// How many are made at a time: words of one or two letters may be looked for in all places.
const MAKERS: usize = 2;
/// When more places than this changed, everything is made anew.
const FAR_BEHIND: usize = 500;
/// Each place that changed is looked for in the whole grid; beyond so many it is read anew when somebody asks.
const MOST_MOVES: usize = 50;
/// Each place that changed is looked at for each set, so often at the most; beyond it the sets are made anew.
const MOST_LOOKS: usize = 20_000;

/// How far the guide has come: the newest entry of the change log, a sign that changes with the categories, and how many
/// places there are and are shown.
macro_rules! pulse {
    () => {
        "
select coalesce((select max(seq) from change_log), 0) as newest,
    (select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(version), 0) from category) as categories,
    (select n from tally where name = 'places') as kept, (select n from tally where name = 'places_shown') as shown"
    };
}

const PULSE: &str = pulse!();

// One statement sees one state of the guide.
const WHOLE: &str = concat!(
    pulse!(),
    ", coalesce((select string_agg(id || ':' || rank, ',') from place where is_shown = true), '') as shown_ids,
    coalesce((select string_agg(id || ':' || rank, ',') from place where is_shown = false and deleted_at is null), '')
        as hidden_ids,
    coalesce((select string_agg(id || '\u{1f}' || replace(name, '\u{1e}', ' '), '\u{1e}')
        from (select id, name from category order by id) as named), '') as names"
);

const CHANGED: &str = "
select id, rank, is_shown, deleted_at is null as is_kept, is_verified, is_premium, search, latitude, longitude,
    coalesce((select string_agg(cast(category_id as text), ',') from place_category where place_id = place.id), '')
        as categories,
    coalesce((select string_agg(tag, '\u{1f}') from place_tag where place_id = place.id), '') as tags,
    (select max(seq) from change_log) as newest
from place where change_seq > $1 limit $2";

// An index alone answers it.
const SPOTS: &str = "select id, latitude, longitude, coalesce((select max(seq) from change_log), 0) from place";

/// What places a set has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// With a word (folded) in their text; one that is to be [`Matching::Anywhere`] has [`super::search::SHORTEST`] letters.
    Word(String, Matching),
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
pub struct Whole {
    /// Those that travellers see.
    pub shown: Set,
    /// Those that are not in the trash.
    pub kept: Set,
    /// The order of those.
    ranks: Ranks,
    /// The name of each category, folded.
    pub categories: Vec<(CategoryId, String)>,
    /// What the categories were known by.
    sign: String,
    /// Grows when a place has changed, or all were read anew.
    pub edition: u64,
}

impl Whole {
    /// The first `most` of these, best places first.
    pub fn best(&self, of: &Set, most: usize) -> Vec<i64> {
        self.best_after(of, None, most)
    }

    /// The first `most` of these that come `after` a rank and an id, best places first.
    pub fn best_after(&self, of: &Set, after: Option<(i64, i64)>, most: usize) -> Vec<i64> {
        self.ranks.first(of, after, most)
    }

    fn put(&mut self, id: u64, rank: i64, is_shown: bool, is_kept: bool) {
        self.ranks.put(id, is_kept.then_some(rank));
        belongs(&mut self.shown, id, is_shown && is_kept);
        belongs(&mut self.kept, id, is_kept);
    }
}

/// How far the guide has come.
#[derive(sqlx::FromRow)]
struct Pulse {
    newest: i64,
    categories: String,
    kept: i64,
    shown: i64,
}

#[derive(sqlx::FromRow)]
struct Everything {
    #[sqlx(flatten)]
    pulse: Pulse,
    shown_ids: String,
    hidden_ids: String,
    names: String,
}

impl Pulse {
    /// Whether there are as many places as were counted by those who wrote them. Where not, somebody wrote one without a
    /// note in the log: an older server beside this one.
    fn agrees(&self, whole: &Whole) -> bool {
        (self.kept, self.shown) == (whole.kept.len() as i64, whole.shown.len() as i64)
    }
}

/// A place that changed.
#[derive(sqlx::FromRow)]
struct Changed {
    id: i64,
    rank: i64,
    is_shown: bool,
    is_kept: bool,
    is_verified: bool,
    is_premium: bool,
    search: String,
    latitude: f64,
    longitude: f64,
    categories: String,
    tags: String,
    newest: i64,
}

impl Changed {
    fn is_in(&self, key: &Key) -> bool {
        match key {
            Key::Word(word, Matching::Anywhere) => memmem::find(self.search.as_bytes(), word.as_bytes()).is_some(),
            Key::Word(word, Matching::Beginnings) => {
                let begins = |at: usize| !self.search[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                memmem::find_iter(self.search.as_bytes(), word.as_bytes()).any(begins)
            }
            Key::Tag(tag) => self.tags.split('\u{1f}').any(|own| own == tag),
            Key::Category(CategoryId(id)) => numbers(&self.categories).any(|category| category == *id as u64),
            Key::Verified => self.is_verified,
            Key::Premium => self.is_premium,
        }
    }
}

/// For each word of a search the words of names that it may be meant as, with how many slips of the finger.
pub type Meanings = Vec<Vec<(usize, String)>>;

/// The sets of one process. Cheap to share.
#[derive(Debug)]
pub struct Sets {
    state: Mutex<State>,
    /// What the words of a search mean in an edition of [`Whole`].
    pub meanings: Cache<(u64, Vec<String>), Arc<Meanings>>,
    /// Whoever makes a set has one.
    makers: Semaphore,
}

impl Default for Sets {
    fn default() -> Self {
        // What was often asked for in an edition that is over must not keep its seat.
        let meanings = Cache::builder().max_capacity(MEANINGS).eviction_policy(EvictionPolicy::lru()).build();
        Self { state: Mutex::default(), meanings, makers: Semaphore::new(MAKERS) }
    }
}

#[derive(Debug, Default)]
struct State {
    /// The entry of the change log up to which everything here is true; something may know more.
    through: i64,
    whole: Option<Arc<Whole>>,
    /// See [`Sets::known`].
    age: u64,
    sets: HashMap<Key, Kept>,
    bytes: usize,
    /// Where they all are, those in the trash too; nothing until somebody asks.
    grid: Option<Arc<Grid>>,
    /// Counts uses and editions.
    uses: u64,
}

#[derive(Debug)]
struct Kept {
    set: Arc<Set>,
    used: u64,
}

impl Sets {
    /// All places as they were when they were last looked at, and the age that was given then.
    pub fn known(&self) -> Option<(Arc<Whole>, u64)> {
        let state = self.state();
        Some((state.whole.clone()?, state.age))
    }

    /// All places as they are now. What is asked of [`Sets::of`] after it is not older. `age` grows with every change that
    /// this process knows of, and was read before: see [`Sets::known`].
    pub async fn whole(&self, db: &Db, age: u64) -> Result<Arc<Whole>, StoreError> {
        let whole = self.current(db).await?;
        let mut state = self.state();
        state.age = state.age.max(age);
        Ok(whole)
    }

    async fn current(&self, db: &Db) -> Result<Arc<Whole>, StoreError> {
        let pulse: Pulse = with_pool!(db, |engine| sqlx::query_as(PULSE).fetch_one(engine))?;
        let (through, is_known) = {
            let state = self.state();
            (state.through, state.whole.as_ref().is_some_and(|whole| whole.sign == pulse.categories))
        };
        // A log that goes back is another one: a standby took over that was behind.
        if !is_known || pulse.newest < through {
            return self.read(db).await;
        }
        let mut changed: Vec<Changed> = Vec::new();
        if pulse.newest > through {
            let most = FAR_BEHIND as i64 + 1;
            changed = with_pool!(db, |engine| sqlx::query_as(CHANGED).bind(through).bind(most).fetch_all(engine))?;
        }
        match self.follow(&changed, pulse.newest) {
            Some(whole) if pulse.agrees(&whole) || self.state().through > pulse.newest => Ok(whole),
            _ => self.read(db).await,
        }
    }

    /// The sets of these keys, those that are not known yet made from the database.
    pub async fn of(&self, db: &Db, keys: &[Key]) -> Result<Vec<Arc<Set>>, StoreError> {
        let mut sets = Vec::with_capacity(keys.len());
        for key in keys {
            sets.push(self.one(db, key).await?);
        }
        Ok(sets)
    }

    /// The set of one key: see [`Sets::of`].
    pub async fn one(&self, db: &Db, key: &Key) -> Result<Arc<Set>, StoreError> {
        let known = self.state().find(key);
        match known {
            Some(set) => Ok(set),
            None => self.make(db, key).await,
        }
    }

    /// The places in a box, those in the trash too.
    pub async fn within(&self, db: &Db, bounds: Bounds) -> Result<Set, StoreError> {
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
        let _turn = self.makers.acquire().await.map_err(|_| StoreError::WriterStopped)?;
        // Somebody else may have made it meanwhile.
        if let Some(grid) = known() {
            return Ok(grid);
        }
        let spots: Vec<(i64, f64, f64, i64)> = with_pool!(db, |engine| sqlx::query_as(SPOTS).fetch_all(engine))?;
        let newest = spots.first().map_or(0, |first| first.3);
        let spots = spots.into_iter();
        let grid: Grid = spots.map(|(id, latitude, longitude, _)| (id as u64, Point { latitude, longitude })).collect();
        let grid = Arc::new(grid);
        let mut state = self.state();
        if newest >= state.through && state.whole.is_some() {
            state.grid = Some(grid.clone());
        }
        Ok(grid)
    }

    async fn make(&self, db: &Db, key: &Key) -> Result<Arc<Set>, StoreError> {
        let _turn = self.makers.acquire().await.map_err(|_| StoreError::WriterStopped)?;
        // Somebody else may have made it meanwhile.
        if let Some(set) = self.state().find(key) {
            return Ok(set);
        }
        let (newest, ids): (i64, String) = match db {
            Db::Sqlite { pool, .. } => members::<sqlx::Sqlite>(key).build_query_as().fetch_one(pool).await?,
            Db::Postgres { pool } => members::<sqlx::Postgres>(key).build_query_as().fetch_one(pool).await?,
        };
        let set: Arc<Set> = Arc::new(numbers(&ids).collect());
        self.state().keep(key, set.clone(), newest);
        Ok(set)
    }

    /// Looks at the places that changed again; answers nothing when those are too many.
    fn follow(&self, changed: &[Changed], newest: i64) -> Option<Arc<Whole>> {
        let newest = changed.first().map_or(newest, |first| first.newest);
        let mut state = self.state();
        // Somebody else may have come further meanwhile: what was read here is older than what is known.
        if newest <= state.through {
            return state.whole.clone();
        }
        if changed.len() > FAR_BEHIND {
            return None;
        }
        if changed.len() * state.sets.len() > MOST_LOOKS {
            state.sets.clear();
            state.bytes = 0;
        }
        if changed.len() > MOST_MOVES {
            state.grid = None;
        }
        let State { whole, sets, grid, uses, .. } = &mut *state;
        let whole = whole.as_mut()?;
        for place in changed {
            let id = place.id as u64;
            *uses += 1;
            let whole = Arc::make_mut(whole);
            whole.edition = *uses;
            whole.put(id, place.rank, place.is_shown, place.is_kept);
            if let Some(grid) = grid {
                Arc::make_mut(grid).put(id, Point { latitude: place.latitude, longitude: place.longitude });
            }
            for (key, Kept { set, .. }) in sets.iter_mut() {
                let is_in = place.is_in(key);
                if set.contains(id) != is_in {
                    belongs(Arc::make_mut(set), id, is_in);
                }
            }
        }
        state.through = newest;
        state.whole.clone()
    }

    /// Begins anew: with all places, and without any set.
    async fn read(&self, db: &Db) -> Result<Arc<Whole>, StoreError> {
        let was = self.state().through;
        let Everything { pulse, shown_ids, hidden_ids, names } =
            with_pool!(db, |engine| sqlx::query_as(WHOLE).fetch_one(engine))?;
        let mut whole = Whole { sign: pulse.categories, ..Whole::default() };
        let named = names.split('\u{1e}').filter_map(|pair| pair.split_once('\u{1f}'));
        let named = named.filter_map(|(id, name)| Some((CategoryId(id.parse().ok()?), text::search_form(name))));
        whole.categories = named.collect();
        let mut ranked: Vec<(u64, i64)> = Vec::new();
        for (text, is_shown) in [(shown_ids, true), (hidden_ids, false)] {
            for (id, rank) in text.split(',').filter_map(|pair| pair.split_once(':')) {
                let (Ok(id), Ok(rank)) = (id.parse(), rank.parse()) else { continue };
                belongs(&mut whole.shown, id, is_shown);
                whole.kept.insert(id);
                ranked.push((id, rank));
            }
        }
        whole.ranks = ranked.into_iter().collect();
        let mut state = self.state();
        state.uses += 1;
        whole.edition = state.uses;
        let whole = Arc::new(whole);
        // Somebody else may have come further meanwhile. Who has not, and knows another log, is put right.
        if pulse.newest >= state.through || state.through == was {
            let (uses, age) = (state.uses, state.age);
            *state = State { through: pulse.newest, whole: Some(whole.clone()), uses, age, ..State::default() };
        }
        Ok(whole)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    fn find(&mut self, key: &Key) -> Option<Arc<Set>> {
        self.uses += 1;
        let kept = self.sets.get_mut(key)?;
        kept.used = self.uses;
        Some(kept.set.clone())
    }

    /// Keeps a set that was true at the entry `newest` of the log, unless the others know more.
    fn keep(&mut self, key: &Key, set: Arc<Set>, newest: i64) {
        if newest < self.through || self.whole.is_none() {
            return;
        }
        self.bytes += weight(&set);
        let used = self.uses;
        if let Some(former) = self.sets.insert(key.clone(), Kept { set, used }) {
            self.bytes -= weight(&former.set).min(self.bytes);
        }
        if self.bytes > MOST_BYTES || self.sets.len() > MOST {
            let mut uses: Vec<u64> = self.sets.values().map(|kept| kept.used).collect();
            let at = uses.len() / 2;
            let (_, &mut middle, _) = uses.select_nth_unstable(at);
            self.sets.retain(|_, kept| kept.used > middle);
            self.bytes = self.sets.values().map(|kept| weight(&kept.set)).sum();
        }
    }
}

/// The statement that reads who belongs to a set, and the newest entry of the change log that it knows.
fn members<D: Dialect>(key: &Key) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select coalesce((select max(seq) from change_log), 0), coalesce((select string_agg(cast(id as text), ',') from (",
    );
    match key {
        Key::Word(word, matching) => D::push_hits(&mut query, word, *matching),
        Key::Category(CategoryId(id)) => {
            query.push("select place_id as id from place_category where category_id = ");
            D::number(&mut query, *id);
        }
        Key::Tag(tag) => {
            query.push("select place_id as id from place_tag where tag = ");
            D::text(&mut query, tag.clone());
        }
        Key::Verified => drop(query.push("select id from place where is_verified")),
        Key::Premium => drop(query.push("select id from place where is_premium")),
    }
    query.push(") as found), '')");
    query
}

fn belongs(set: &mut Set, id: u64, is_in: bool) {
    if is_in {
        set.insert(id)
    } else {
        set.remove(id)
    };
}

fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(',').filter_map(|id| id.parse().ok())
}

fn weight(set: &Set) -> usize {
    set.serialized_size()
}
