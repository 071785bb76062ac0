//! Reads places from the database.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::QueryBuilder;

use super::model::Place;
use super::search::place_query::{PlaceQuery, Scope, Sort, push_list};
use super::verification;
use crate::categories::model::CategoryRef;
use crate::common::id::{AccountId, CategoryId, PlaceId};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::{Dialect, like_pattern};
use crate::http::input::pagination::Page;
use crate::media::{self, model::keys_in};
use crate::with_pool;

/// The columns of [`Place`].
pub const COLUMNS: &str = "place.id, place.version, place.slug, place.name, place.local_name, place.description,
place.address, place.phone, place.website, place.email, place.hours, place.operating_hours, place.image_url,
place.gallery, place.latitude, place.longitude, place.rating, place.rating_source, place.review_count, place.reviews, place.tags,
place.price_range, place.amenities, place.booking_type, place.affiliate_link, place.booking_com_url, place.agoda_url,
place.direct_booking_contact, place.enquiry_form_enabled, place.featured_text, place.google_maps_url,
place.is_premium, place.is_active, place.is_verified, place.is_recommended, place.owner_id,
place.coordinate_confidence, place.sources, place.last_seen_year, place.commune, place.created_at, place.updated_at,
place.deleted_at, coalesce((select value ->> 'country' from setting where id = 1), 'VN') as country, place.opening, place.opening_refresh_at, place.like_count, (select live_at from change_log where seq = place.change_seq) as live_since";

/// The maximum total of a search. It means "this many or more".
pub const MAX_TOTAL: i64 = 10_000;

/// The maximum number of stored tags per requested tag.
const MAX_TAGS: i64 = 200;

/// A page of places with the total.
pub async fn list(db: &Db, query: &PlaceQuery) -> Result<Page<Place>, StoreError> {
    let items = read(db, query).await?;
    Ok(Page::new(items, total(db, query).await?, query.limit))
}

/// The number of places on all pages of a list: the stored total, or else a count up to [`MAX_TOTAL`], without those
/// that match by a typo only.
pub(super) async fn total(db: &Db, query: &PlaceQuery) -> Result<i64, StoreError> {
    if let Some(count) = select_total(query) {
        let stored: Option<i64> =
            with_pool!(db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_optional(engine))?;
        if let Some(total) = stored {
            return Ok(total);
        }
    }
    // Counting needs no order, and `Sort::Best` uses the text index for words.
    let query = PlaceQuery { sort: Sort::Best, after: None, ..query.clone() };
    Ok(with_pool!(db, |pool, D| query.count::<D>(MAX_TOTAL).build_query_scalar().fetch_one(pool))?)
}

/// The statement that reads the stored total of a list. `None` if it has none.
pub(super) fn select_total(query: &PlaceQuery) -> Option<String> {
    if !query.may_have_stored_total() {
        return None;
    }
    let counter = match (&query.scope, query.category, query.verified) {
        (Scope::Public, Some(CategoryId(id)), None) => {
            return Some(format!("select place_count from category where id = {id}"));
        }
        (Scope::Public, None, None) => "places_public",
        (Scope::Public, None, Some(true)) => "places_public_verified",
        (Scope::All, None, None) => "places",
        _ => return None,
    };
    Some(format!("select value from counter where name = '{counter}'"))
}

/// The place with this id. `None` if it does not exist or is in the trash.
pub async fn one(db: &Db, id: PlaceId) -> Result<Option<Place>, StoreError> {
    let query = PlaceQuery { ids: Some(vec![id.0]), limit: 1, ..PlaceQuery::all(Scope::All) };
    Ok(read(db, &query).await?.pop())
}

/// The public places with these ids, in any order.
pub async fn public_by_ids(db: &Db, ids: Vec<i64>) -> Result<Vec<Place>, StoreError> {
    let (limit, sort) = (ids.len() as i64, Sort::BY_ID);
    read(db, &PlaceQuery { limit, ids: Some(ids), sort, ..PlaceQuery::all(Scope::Public) }).await
}

/// Sets `is_liked` for this account.
pub async fn mark_liked(db: &Db, account: Option<&AccountId>, place: &mut Place) -> Result<(), StoreError> {
    if let Some(account) = account {
        place.is_liked = !liked_among(db, account, &[place.id.0]).await?.is_empty();
    }
    Ok(())
}

/// The places among `ids` that this account likes.
pub(super) async fn liked_among(db: &Db, account: &AccountId, ids: &[i64]) -> Result<HashSet<PlaceId>, StoreError> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let liked: Vec<PlaceId> =
        with_pool!(db, |pool, D| select_liked::<D>(account, ids).build_query_scalar().fetch_all(pool))?;
    Ok(liked.into_iter().collect())
}

fn select_liked<D: Dialect>(account: &AccountId, ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select place_id from place_like where account_id = ");
    D::text(&mut query, account.0.clone());
    query.push(" and place_id in (");
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(")");
    query
}

/// The places of a query with their categories, images and checks. It is one more than the limit if more follow.
pub(super) async fn read(db: &Db, query: &PlaceQuery) -> Result<Vec<Place>, StoreError> {
    let mut found: Vec<Place> = with_pool!(db, |pool, D| query.select::<D>().build_query_as().fetch_all(pool))?;
    attach_categories(db, &mut found).await?;
    attach_images(db, &mut found).await?;
    verification::attach(db, &mut found).await?;
    Ok(found)
}

/// The place whose slug this is or was.
pub async fn by_slug(db: &Db, slug: &str) -> Result<Option<PlaceId>, StoreError> {
    let select = "select place_id from place_slug where slug = $1";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(slug).fetch_optional(engine))?)
}

/// The stored tags that contain one of `parts` (folded), for the tag filter (R52).
pub async fn tags_containing(db: &Db, parts: &[String]) -> Result<Vec<String>, StoreError> {
    let mut tags = BTreeSet::new();
    for part in parts {
        let like = "select name from tag where name like $1 escape '!' order by name limit $2";
        let found: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(like)
            .bind(like_pattern(part))
            .bind(MAX_TAGS)
            .fetch_all(engine))?;
        tags.extend(found);
    }
    Ok(tags.into_iter().collect())
}

/// Tags of public places that contain all of `words` (folded), among the first [`MAX_TAGS`] that contain the longest
/// word.
pub async fn public_tags_containing(db: &Db, words: &[String]) -> Result<Vec<String>, StoreError> {
    let like = "select name from tag where name like $1 escape '!' and exists (
            select 1 from place_tag join place on place.id = place_tag.place_id
            where place_tag.tag = tag.name and place.is_public = true
        ) order by name limit $2";
    // The longest word is the most selective one.
    let longest = words.iter().max_by_key(|word| word.chars().count());
    let pattern = like_pattern(longest.map(String::as_str).unwrap_or_default());
    let found: Vec<String> =
        with_pool!(db, |engine| sqlx::query_scalar(like).bind(&pattern).bind(MAX_TAGS).fetch_all(engine))?;
    Ok(found.into_iter().filter(|tag| words.iter().all(|word| tag.contains(word.as_str()))).collect())
}

#[derive(sqlx::FromRow)]
struct Membership {
    place_id: i64,
    #[sqlx(flatten)]
    category: CategoryRef,
}

/// Reads the categories of these places in one statement.
async fn attach_categories(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let memberships: Vec<Membership> =
        with_pool!(db, |pool, D| select_memberships::<D>(&ids).build_query_as().fetch_all(pool))?;
    let positions: HashMap<i64, usize> = ids.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
    for Membership { place_id, category } in memberships {
        places[positions[&place_id]].categories.push(category);
    }
    Ok(())
}

/// Reads the images of these places in at most one statement.
async fn attach_images(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    let keys: Vec<String> = places.iter().flat_map(Place::image_urls).flat_map(keys_in).collect();
    let pictures = media::store::by_keys(db, &keys).await?;
    for place in places {
        let keys = keys_in(&place.image_urls().join("\n"));
        place.pictures = keys.iter().filter_map(|key| pictures.get(key).cloned()).collect();
    }
    Ok(())
}

fn select_memberships<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select place_category.place_id, category.id, category.name, category.slug, category.color, category.icon,
         category.emoji from place_category join category on category.id = place_category.category_id
         where place_category.place_id in (",
    );
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(") order by place_category.place_id, place_category.position");
    query
}
