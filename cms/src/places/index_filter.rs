//! Filters lists of places with the place index ([`crate::db::place_index`]), so that the cost hardly depends on the
//! number of places. Words are not handled here: see [`super::search`].

use super::find::{Find, Scope, Sort};
use super::store;
use crate::common::page::Page;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::place_index::{IdSet, IndexKey, IndexSnapshot, PlaceIndex};
use crate::http::cursor;
use crate::with_pool;

const OWN: &str = "select id from place where owner_id = $1";

/// A list's question, and what it is answered with.
pub struct IndexFilter<'a> {
    /// The question; its words, ids and slugs do not count here.
    pub find: &'a Find,
    /// The place index of this process.
    pub index: &'a PlaceIndex,
    /// The current snapshot of the index.
    pub snapshot: &'a IndexSnapshot,
}

impl IndexFilter<'_> {
    /// The ids of a page of the list, and how many places the list has. It must be one that [`Find::is_in_sets`].
    pub async fn page(&self, db: &Db) -> Result<Page<i64>, StoreError> {
        let Find { offset, limit, .. } = *self.find;
        let set = self.of(db, None).await?;
        let most = (offset + limit + 1) as usize;
        let ids: Vec<i64> = match self.find.near.filter(|_| self.find.sort == Sort::Distance) {
            Some(point) => {
                let near = self.index.grid(db).await?.nearest(point, most, |id| set.contains(id));
                near.into_iter().map(|id| id as i64).collect()
            }
            None => self.snapshot.best_after(&set, self.after(), most),
        };
        let mut items: Vec<i64> = ids.into_iter().skip(offset as usize).collect();
        let has_more = items.len() as i64 > limit;
        items.truncate(limit as usize);
        let counted = if self.find.is_plain() { i64::MAX } else { store::COUNTED };
        Ok(Page { items, total: (set.len() as i64).min(counted), has_more })
    }

    /// Rank and id of the place after which the list goes on.
    fn after(&self) -> Option<(i64, i64)> {
        match self.find.after.as_ref()? {
            cursor::Cursor { key: cursor::Key::Number(rank), id } => Some((*rank, *id)),
            cursor::Cursor { key: cursor::Key::Text(_), .. } => None,
        }
    }

    /// Of these places (nothing: of all) those that the list may have.
    pub async fn of(&self, db: &Db, set: Option<IdSet>) -> Result<IdSet, StoreError> {
        let Find { category, verified, premium, bounds, .. } = *self.find;
        let mut set = match &self.find.scope {
            Scope::Shown => intersect(set, &self.snapshot.shown),
            Scope::All => intersect(set, &self.snapshot.active),
            Scope::ShownOrOwn(owner) => {
                let own: Vec<i64> = with_pool!(db, |engine| sqlx::query_scalar(OWN).bind(owner).fetch_all(engine))?;
                let own: IdSet = own.into_iter().map(|id| id as u64).collect();
                intersect(set, &(&self.snapshot.active & (own | &self.snapshot.shown)))
            }
            // Sets know nothing of the trash, which is listed by name and time alone.
            Scope::Trash => IdSet::new(),
        };
        if let Some(category) = category {
            set &= &*self.index.get(db, &IndexKey::Category(category)).await?;
        }
        if let Some(tags) = &self.find.tags {
            let keys: Vec<IndexKey> = tags.iter().map(|tag| IndexKey::Tag(tag.clone())).collect();
            let mut tagged = IdSet::new();
            for members in self.index.get_all(db, &keys).await? {
                tagged |= &*members;
            }
            set &= tagged;
        }
        for (key, wanted) in [(IndexKey::Verified, verified), (IndexKey::Premium, premium)] {
            let Some(wanted) = wanted else { continue };
            let members = self.index.get(db, &key).await?;
            if wanted { set &= &*members } else { set -= &*members }
        }
        if let Some(bounds) = bounds {
            set &= self.index.in_bounds(db, bounds).await?;
        }
        Ok(set)
    }
}

/// Those of a set (nothing: of any) that are in another too.
pub fn intersect(set: Option<IdSet>, other: &IdSet) -> IdSet {
    set.map_or_else(|| other.clone(), |set| set & other)
}
