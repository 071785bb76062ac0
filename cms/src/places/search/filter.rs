//! Filters lists of places with the place index ([`crate::places::index::place_index`]), so that the cost hardly depends on the
//! number of places. Words are not handled here: see [`super::text_search`].

use super::place_query::{Cursor, PlaceQuery, Scope, Sort};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::input::pagination::{Key, Page};
use crate::places::index::place_index::{IdSet, IndexKey, IndexSnapshot, PlaceIndex};
use crate::places::store;
use crate::with_pool;

const OWN: &str = "select id from place where owner_id = $1";

/// Evaluates the filters of a query with the place index.
pub struct IndexFilter<'a> {
    /// The query. Its words, and the filters of [`PlaceQuery::needs_database_filter`], are ignored.
    pub query: &'a PlaceQuery,
    /// The place index of this process.
    pub index: &'a PlaceIndex,
    /// The current snapshot of the index.
    pub snapshot: &'a IndexSnapshot,
}

impl IndexFilter<'_> {
    /// The ids of a page of the list, and its total. [`PlaceQuery::uses_index`] must be true.
    pub async fn page(&self, db: &Db) -> Result<Page<i64>, StoreError> {
        let PlaceQuery { offset, limit, .. } = *self.query;
        let set = self.apply(db, None).await?;
        let count = (offset + limit + 1) as usize;
        let ids: Vec<i64> = match self.query.near.filter(|_| self.query.sort == Sort::Distance) {
            Some(point) => {
                let nearest = self.index.grid(db).await?.nearest(point, count, |id| set.contains(id));
                nearest.into_iter().map(|id| id as i64).collect()
            }
            None => self.snapshot.best_after(&set, self.after(), count),
        };
        let items: Vec<i64> = ids.into_iter().skip(offset as usize).collect();
        let max_total = if self.query.may_have_stored_total() { i64::MAX } else { store::MAX_TOTAL };
        Ok(Page::new(items, (set.len() as i64).min(max_total), limit))
    }

    /// The rank and id in the cursor.
    fn after(&self) -> Option<(i64, i64)> {
        match self.query.after.as_ref()? {
            Cursor { key: Key::Number(rank), id } => Some((*rank, *id)),
            Cursor { key: Key::Text(_), .. } => None,
        }
    }

    /// The places of `set` (`None`: of all places) that pass the scope and the filters.
    pub async fn apply(&self, db: &Db, set: Option<IdSet>) -> Result<IdSet, StoreError> {
        let PlaceQuery { category, verified, premium, bounds, .. } = *self.query;
        let mut set = match &self.query.scope {
            Scope::Shown => intersect(set, &self.snapshot.shown),
            Scope::All => intersect(set, &self.snapshot.active),
            Scope::ShownOrOwn(owner) => {
                let own: Vec<i64> = with_pool!(db, |engine| sqlx::query_scalar(OWN).bind(owner).fetch_all(engine))?;
                let own: IdSet = own.into_iter().map(|id| id as u64).collect();
                intersect(set, &(&self.snapshot.active & (own | &self.snapshot.shown)))
            }
            // The index does not contain the trash, whose list has no filters.
            Scope::Trash => IdSet::new(),
        };
        if let Some(category) = category {
            set &= &*self.index.get(db, &IndexKey::Category(category)).await?;
        }
        if let Some(tags) = &self.query.tags {
            let keys: Vec<IndexKey> = tags.iter().map(|tag| IndexKey::Tag(tag.clone())).collect();
            let mut tagged = IdSet::new();
            for members in self.index.get_all(db, &keys).await? {
                tagged |= &*members;
            }
            set &= tagged;
        }
        for (key, value) in [(IndexKey::Verified, verified), (IndexKey::Premium, premium)] {
            let Some(value) = value else { continue };
            let members = self.index.get(db, &key).await?;
            if value { set &= &*members } else { set -= &*members }
        }
        if let Some(bounds) = bounds {
            set &= self.index.in_bounds(db, bounds).await?;
        }
        Ok(set)
    }
}

/// The intersection of two sets, of which the first may be unlimited (`None`).
pub fn intersect(set: Option<IdSet>, other: &IdSet) -> IdSet {
    set.map_or_else(|| other.clone(), |set| set & other)
}
