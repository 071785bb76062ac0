//! Reads and writes likes. The row of a place stores the number of its likes. A write of a like locks the account and
//! then the place, so that concurrent toggles have the result of sequential ones.

use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::HookFuture;
use crate::http::input::pagination::{Page, PageParams};
use crate::places::model::Place;
use crate::places::search::text_search::sort_by_ids;
use crate::places::store as places;
use crate::{execute, with_pool, with_tx};

// Changes nothing, but locks the row of a public place on both engines.
const LOCK_PLACE: &str = "update place set like_count = like_count where id = $1 and is_public returning name";

const INSERT_LIKE: &str = "
insert into place_like (account_id, place_id, created_at) values ($1, $2, $3) on conflict do nothing";

const DELETE_LIKE: &str = "delete from place_like where account_id = $1 and place_id = $2";

const UPDATE_LIKE_COUNT: &str = "update place set like_count = like_count + $2 where id = $1 returning like_count";

const SELECT_PUBLIC_LIKED_PLACE_IDS: &str = "
select saved.place_id from place_like saved join place on place.id = saved.place_id
where saved.account_id = $1 and place.is_public
order by saved.created_at desc, saved.place_id desc limit $2 offset $3";

const COUNT_LIKED_PLACES: &str = "
select count(*) from place_like saved join place on place.id = saved.place_id
where saved.account_id = $1 and place.is_public";

const SELECT_ALL_LIKED_PLACE_IDS: &str = "select place_id from place_like where account_id = $1 order by place_id";

/// A change of a like that a caller requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikeAction {
    /// Adds the like, if there is none.
    Like,
    /// Removes the like, if there is one.
    Unlike,
    /// Adds or removes the like.
    Toggle,
}

/// The result of a [`LikeAction`].
#[derive(Clone, Debug)]
pub struct LikeResult {
    /// The name of the place.
    pub place_name: String,
    /// Whether the account liked the place before.
    pub was_liked: bool,
    /// Whether the account likes the place now.
    pub is_liked: bool,
    /// How many accounts like the place now.
    pub like_count: i64,
}

/// Applies an action of an account whose row is already locked. Errors: [`StoreError::NotFound`] if there is no public
/// place with this id.
pub async fn apply_like_action(
    tx: &mut Tx,
    account: &AccountId,
    place: PlaceId,
    action: LikeAction,
    now: Timestamp,
) -> Result<LikeResult, StoreError> {
    let place_name = with_tx!(tx, |engine| sqlx::query_scalar(LOCK_PLACE).bind(place).fetch_one(engine))?;
    let removed_count = match action {
        LikeAction::Like => 0,
        LikeAction::Unlike | LikeAction::Toggle => execute!(tx, sqlx::query(DELETE_LIKE).bind(account).bind(place))?,
    };
    let added_count = match action {
        LikeAction::Like | LikeAction::Toggle if removed_count == 0 => {
            execute!(tx, sqlx::query(INSERT_LIKE).bind(account).bind(place).bind(now))?
        }
        _ => 0,
    };
    let count_change = added_count as i64 - removed_count as i64;
    let like_count =
        with_tx!(tx, |engine| sqlx::query_scalar(UPDATE_LIKE_COUNT).bind(place).bind(count_change).fetch_one(engine))?;
    let is_liked = removed_count == 0 && action != LikeAction::Unlike;
    let was_liked = is_liked != (count_change != 0);
    Ok(LikeResult { place_name, was_liked, is_liked, like_count })
}

/// The public places that an account likes, the newest like first.
pub async fn list_liked_places(db: &Db, account: &AccountId, params: PageParams) -> Result<Page<Place>, StoreError> {
    let ids: Vec<i64> = with_pool!(db, |engine| sqlx::query_scalar(SELECT_PUBLIC_LIKED_PLACE_IDS)
        .bind(account)
        .bind(params.limit)
        .bind(params.offset)
        .fetch_all(engine))?;
    let total: i64 = with_pool!(db, |engine| sqlx::query_scalar(COUNT_LIKED_PLACES).bind(account).fetch_one(engine))?;
    let items = sort_by_ids(places::public_by_ids(db, ids.clone()).await?, &ids, |place| place.id);
    Ok(params.page(items, total))
}

/// The cache tags of a place's likes. Only API responses have them; pages load likes separately.
pub fn tags(place: PlaceId) -> Vec<CacheTag> {
    vec![CacheTag::Likes, CacheTag::PlaceLikes(place)]
}

/// Deletes the likes of an account that is being deleted. Returns the cache tags of the places that it liked.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        let liked_places: Vec<PlaceId> =
            with_tx!(tx, |engine| sqlx::query_scalar(SELECT_ALL_LIKED_PLACE_IDS).bind(&id).fetch_all(engine))?;
        for place in &liked_places {
            if execute!(tx, sqlx::query(DELETE_LIKE).bind(&id).bind(place))? > 0 {
                execute!(tx, sqlx::query("update place set like_count = like_count - 1 where id = $1").bind(place))?;
            }
        }
        let mut tags: Vec<CacheTag> = liked_places.into_iter().flat_map(tags).collect();
        tags.sort();
        tags.dedup();
        Ok(tags)
    })
}
