//! Reads places from the database, and writes them.
//!
//! A write updates the place and the tables derived from it (categories, tags, slugs, counters, indexes), in one
//! transaction. At the end of the write, [`refresh_list_json`] stores the JSON of the place for lists.
//!
//! This file has more than 400 lines, because a read and a write of a place both need all of these tables.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::types::Json;
use sqlx::{AssertSqlSafe, QueryBuilder};

use super::checks::{self, CheckRow, select_checks};
use super::dto::PlaceResponse;
use super::model::Place;
use super::search::fuzzy;
use super::search::place_query::{PlaceQuery, PlaceScope, Sort, push_list};
use crate::audit::log::AuditRecordKind;
use crate::auth::domain::accounts::Account;
use crate::categories::store as categories;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CategoryId, ChangeSeq, ImageId, PlaceId};
use crate::common::text;
use crate::db::dialect::{Dialect, like_pattern};
use crate::db::engine::{Db, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::HookFuture;
use crate::http::input::pagination::Page;
use crate::jobs::change_log;
use crate::media::{self, model::RecordWithImages, model::image_keys_in};
use crate::revisions::store::RecordKey;
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The columns of [`Place`].
pub const COLUMNS: &str = "place.id, place.version, place.slug, place.name, place.local_name, place.description,
place.address, place.phone, place.website, place.email, place.hours, place.operating_hours, place.image_url,
place.gallery, place.latitude, place.longitude, place.rating, place.rating_source, place.review_count, place.reviews, place.tags,
place.price_range, place.prices, place.amenities, place.booking_type, place.affiliate_link, place.booking_com_url, place.agoda_url,
place.direct_booking_contact, place.enquiry_form_enabled, place.featured_text, place.google_maps_url,
place.is_premium, place.is_active, place.is_verified, place.is_recommended, place.owner_id,
place.coordinate_confidence, place.sources, place.last_seen_year, place.commune, place.good_months, place.closed_months, place.created_at, place.updated_at,
place.deleted_at, place.unpublish_at, place.unpublish_account_id, coalesce((select value ->> 'country' from setting where id = 1), 'VN') as country, place.opening, place.opening_refresh_at, place.like_count, (select live_at from change_log where seq = place.change_seq) as live_since";

/// SQL for the current value of `list_json_epoch`: the epoch of the categories and the version of the format (7, at
/// most 999). The version must be increased with every change of [`PlaceResponse`], which makes all cached JSON stale:
/// see [`super::list_cache`].
pub(super) const SELECT_LIST_JSON_EPOCH: &str = "select value * 1000 + 7 from counter where name = 'category_epoch'";

/// The text with which the uncached part of the JSON of a place begins. The fields in that part are added on reading,
/// because they change more often than the place or depend on the caller. They are the last fields of
/// [`PlaceResponse`].
pub(super) const UNCACHED_FIELDS_START: &str = ",\"isLiked\":";

/// The maximum total of a search. If a search has this total, it may have more results.
pub const MAX_COUNTED_TOTAL: i64 = 10_000;

/// The maximum number of tags that one statement reads.
const MAX_MATCHING_TAGS: i64 = 200;

/// A page of places with the total.
pub async fn list(db: &Db, query: &PlaceQuery) -> Result<Page<Place>, StoreError> {
    let items = read(db, query).await?;
    Ok(Page::new(items, total(db, query).await?, query.limit))
}

/// The number of places on all pages of a list: the stored total, or else a count up to [`MAX_COUNTED_TOTAL`]. Places
/// that match only by a typo are not counted.
pub async fn total(db: &Db, query: &PlaceQuery) -> Result<i64, StoreError> {
    if let Some(select) = select_stored_total(query) {
        let stored: Option<i64> =
            with_pool!(db, |engine| sqlx::query_scalar(AssertSqlSafe(select)).fetch_optional(engine))?;
        if let Some(total) = stored {
            return Ok(total);
        }
    }
    // A count needs no order. With `Sort::Best`, the statement finds the words with the text index.
    let query = PlaceQuery { sort: Sort::Best, after: None, ..query.clone() };
    Ok(with_pool!(db, |pool, D| query.count::<D>(MAX_COUNTED_TOTAL).build_query_scalar().fetch_one(pool))?)
}

/// The statement that reads the stored total of a list. `None` if no total is stored for lists with these filters.
pub(super) fn select_stored_total(query: &PlaceQuery) -> Option<String> {
    if !query.may_have_stored_total() {
        return None;
    }
    let counter = match (&query.scope, query.category, query.verified) {
        (PlaceScope::Public, Some(CategoryId(id)), None) => {
            return Some(format!("select place_count from category where id = {id}"));
        }
        (PlaceScope::Public, None, None) => "places_public",
        (PlaceScope::Public, None, Some(true)) => "places_public_verified",
        (PlaceScope::All, None, None) => "places",
        _ => return None,
    };
    Some(format!("select value from counter where name = '{counter}'"))
}

/// The place with this id. `None` if it does not exist or is in the trash.
pub async fn find(db: &Db, id: PlaceId) -> Result<Option<Place>, StoreError> {
    Ok(by_ids(db, vec![id.0]).await?.pop())
}

/// The places with these ids that are not in the trash, in any order.
pub async fn by_ids(db: &Db, ids: Vec<i64>) -> Result<Vec<Place>, StoreError> {
    read(db, &PlaceQuery::by_ids(PlaceScope::All, ids)).await
}

/// The public places with these ids, in any order.
pub async fn public_by_ids(db: &Db, ids: Vec<i64>) -> Result<Vec<Place>, StoreError> {
    read(db, &PlaceQuery::by_ids(PlaceScope::Public, ids)).await
}

/// Sets `is_liked` to whether the account of the caller likes the place. Callers without an account leave the field
/// unchanged, and so do API tokens, which may not read likes.
pub async fn set_is_liked(db: &Db, caller: Option<&Account>, place: &mut Place) -> Result<(), StoreError> {
    if let Some(account) = caller.filter(|caller| caller.token.is_none()) {
        let select = "select exists (select 1 from place_like where account_id = $1 and place_id = $2)";
        place.is_liked =
            with_pool!(db, |engine| sqlx::query_scalar(select).bind(&account.id).bind(place.id).fetch_one(engine))?;
    }
    Ok(())
}

/// The places among `ids` that this account likes.
pub(super) async fn find_liked_ids(db: &Db, account: &AccountId, ids: &[i64]) -> Result<HashSet<PlaceId>, StoreError> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let liked: Vec<PlaceId> =
        with_pool!(db, |pool, D| select_liked_ids::<D>(account, ids).build_query_scalar().fetch_all(pool))?;
    Ok(liked.into_iter().collect())
}

fn select_liked_ids<D: Dialect>(account: &AccountId, ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select place_id from place_like where account_id = ");
    D::push_text(&mut query, account.0.clone());
    query.push(" and place_id in (");
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(")");
    query
}

/// The places of a query with their categories, images, checks and alerts: one more than the limit if more places
/// follow.
pub(super) async fn read(db: &Db, query: &PlaceQuery) -> Result<Vec<Place>, StoreError> {
    let mut places: Vec<Place> = with_pool!(db, |pool, D| query.select::<D>().build_query_as().fetch_all(pool))?;
    if places.is_empty() {
        return Ok(places);
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let categories = with_pool!(db, |pool, D| select_categories::<D>(&ids).build_query_as().fetch_all(pool))?;
    add_rows(&mut places, categories, |place, category| place.categories.push(category));
    attach_images(db, &mut places).await?;
    let checks = with_pool!(db, |pool, D| select_checks::<D>(&ids).build_query_as().fetch_all(pool))?;
    add_rows(&mut places, checks, |place, check: CheckRow| check.put_into(place));
    let alerts = with_pool!(db, |pool, D| select_alerts::<D>(&ids).build_query_as().fetch_all(pool))?;
    add_rows(&mut places, alerts, |place, alert| place.alerts.push(alert));
    places.iter_mut().for_each(sort_alerts);
    Ok(places)
}

/// A row of another table, with the id of its place.
#[derive(sqlx::FromRow)]
struct RowOfPlace<T> {
    place_id: i64,
    #[sqlx(flatten)]
    value: T,
}

/// Adds each row to its place with `add`.
fn add_rows<T>(places: &mut [Place], rows: Vec<RowOfPlace<T>>, add: impl Fn(&mut Place, T)) {
    if rows.is_empty() {
        return;
    }
    let positions: HashMap<i64, usize> = places.iter().enumerate().map(|(at, place)| (place.id.0, at)).collect();
    for RowOfPlace { place_id, value } in rows {
        add(&mut places[positions[&place_id]], value);
    }
}

/// The id of the place that has or had this slug.
pub async fn id_by_slug(db: &Db, slug: &str) -> Result<Option<PlaceId>, StoreError> {
    let select = "select place_id from place_slug where slug = $1";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(slug).fetch_optional(engine))?)
}

/// The stored tags that contain at least one of `parts` (folded texts), for the tag filter (R52), sorted by name. For
/// each part, only the first [`MAX_MATCHING_TAGS`] tags by name are included.
pub async fn tags_containing_any(db: &Db, parts: &[String]) -> Result<Vec<String>, StoreError> {
    let mut tags = BTreeSet::new();
    for part in parts {
        let select = "select name from tag where name like $1 escape '!' order by name limit $2";
        let matching_tags: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(select)
            .bind(like_pattern(part))
            .bind(MAX_MATCHING_TAGS)
            .fetch_all(engine))?;
        tags.extend(matching_tags);
    }
    Ok(tags.into_iter().collect())
}

/// The tags of public places that contain all of `words` (folded), sorted by name. Only the first
/// [`MAX_MATCHING_TAGS`] tags by name that contain the longest word are searched.
pub async fn public_tags_containing_all(db: &Db, words: &[String]) -> Result<Vec<String>, StoreError> {
    let select = "select name from tag where name like $1 escape '!' and exists (
            select 1 from place_tag join place on place.id = place_tag.place_id
            where place_tag.tag = tag.name and place.is_public = true
        ) order by name limit $2";
    // The statement searches for the longest word only, because the fewest tags usually contain it.
    let longest_word = words.iter().max_by_key(|word| word.chars().count());
    let pattern = like_pattern(longest_word.map(String::as_str).unwrap_or_default());
    let candidate_tags: Vec<String> =
        with_pool!(db, |engine| sqlx::query_scalar(select).bind(&pattern).bind(MAX_MATCHING_TAGS).fetch_all(engine))?;
    Ok(candidate_tags.into_iter().filter(|tag| words.iter().all(|word| tag.contains(word.as_str()))).collect())
}

/// Sets the images of these places, with at most one statement.
async fn attach_images(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    let keys: Vec<String> = places.iter().flat_map(Place::image_urls).flat_map(image_keys_in).collect();
    let images_by_key = media::store::find_by_keys(db, &keys).await?;
    for place in places {
        let keys = image_keys_in(&place.image_urls().join("\n"));
        place.pictures = keys.iter().filter_map(|key| images_by_key.get(key).cloned()).collect();
    }
    Ok(())
}

fn select_categories<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select place_category.place_id, category.id, category.name, category.slug, category.color, category.icon,
         category.emoji from place_category join category on category.id = place_category.category_id
         where place_category.place_id in (",
    );
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(") order by place_category.place_id, place_category.position");
    query
}

const ALERT_COLUMNS: &str =
    "alert.id, alert.level, alert.text, alert.source, alert.source_url, alert.starts_at, alert.ends_at";
const FROM_ALERTS_OF_PLACES: &str = "from alert_place join alert on alert.id = alert_place.alert_id
    where alert.state = 'current' and alert_place.place_id in (";
const FROM_ALERTS_OF_CATEGORIES: &str =
    "from alert join place_category on place_category.category_id = alert.category_id
    where alert.state = 'current' and place_category.place_id in (";

fn select_alerts<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(format!("select alert_place.place_id, {ALERT_COLUMNS} {FROM_ALERTS_OF_PLACES}"));
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(format!(") union all select place_category.place_id, {ALERT_COLUMNS} {FROM_ALERTS_OF_CATEGORIES}"));
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(")");
    query
}

/// Sets the current alerts of a place and of its categories.
async fn attach_alerts_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let select_own_alerts = format!("select {ALERT_COLUMNS} {FROM_ALERTS_OF_PLACES}$1)");
    let select = format!("{select_own_alerts} union all select {ALERT_COLUMNS} {FROM_ALERTS_OF_CATEGORIES}$1)");
    place.alerts = with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(place.id).fetch_all(engine))?;
    sort_alerts(place);
    Ok(())
}

/// Sorts the alerts of a place: the most severe first, then the newest.
fn sort_alerts(place: &mut Place) {
    place.alerts.sort_by_key(|alert| (alert.level, std::cmp::Reverse(alert.id)));
}

const SELECT_PLACES_WITH_IMAGE: &str = "
select place.id, place.version, place.image_url, place.gallery from place
join image_use on image_use.kind = 'place' and image_use.owner_id = place.id
where image_use.image_id = $1 order by place.id";

// For a place in the trash, `updated_at` stays the time of its deletion.
const REPLACE_IMAGE_URLS: &str =
    "update place set version = version + 1, list_json_epoch = 0, image_url = $1, gallery = $2,
updated_at = case when deleted_at is null then $3 else updated_at end where id = $4";

/// The columns that a write of a place sets.
macro_rules! write_columns {
    ($write:ident!($($to:tt)*), $place:ident) => {
        $write!($($to)*, $place {
            slug, name, local_name, description, address, phone, website, email, hours, operating_hours,
            image_url, gallery, latitude, longitude, rating, review_count, reviews, tags, price_range, prices,
            amenities, booking_type, affiliate_link, booking_com_url, agoda_url, direct_booking_contact,
            enquiry_form_enabled, featured_text, google_maps_url, is_premium, is_active, is_verified,
            is_recommended, owner_id, coordinate_confidence, sources, last_seen_year, commune, good_months, closed_months, created_at,
            updated_at, deleted_at, opening, opening_refresh_at, rating_source, unpublish_at, unpublish_account_id,
        }, {
            is_public: $place.is_public(),
            rank: $place.rank(),
            rating_key: $place.rating_key(),
            name_key: text::fold(&$place.name),
            search: $place.search_text(),
            index_version: fuzzy::INDEX_VERSION,
        })
    };
}

/// Reads a place and locks it until the commit. `None` if it does not exist or is in the trash.
pub async fn lock_by_id(tx: &mut Tx, id: PlaceId) -> Result<Option<Place>, StoreError> {
    lock_where(tx, id, "place.deleted_at is null").await
}

/// Reads a place in the trash and locks it until the commit. `None` if no place with this id is in the trash.
pub async fn lock_in_trash(tx: &mut Tx, id: PlaceId) -> Result<Option<Place>, StoreError> {
    lock_where(tx, id, "place.deleted_at is not null").await
}

async fn lock_where(tx: &mut Tx, id: PlaceId, condition: &'static str) -> Result<Option<Place>, StoreError> {
    let lock = if matches!(tx, Tx::Postgres(_)) { " for update" } else { "" };
    let select = format!("select {COLUMNS} from place where place.id = $1 and {condition}{lock}");
    let found = with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(id).fetch_optional(engine))?;
    let Some(mut place): Option<Place> = found else { return Ok(None) };
    let categories = "select category.id, category.name, category.slug, category.color, category.icon, category.emoji
        from place_category join category on category.id = place_category.category_id
        where place_category.place_id = $1 order by place_category.position";
    place.categories = with_tx!(tx, |engine| sqlx::query_as(categories).bind(id).fetch_all(engine))?;
    place.pictures = media::store::images_shown_by(tx, RecordWithImages::Place(id)).await?;
    checks::attach_checks_within(tx, &mut place).await?;
    attach_alerts_within(tx, &mut place).await?;
    Ok(Some(place))
}

/// Adds a place with a new id and version 1. Returns the id.
pub async fn add(tx: &mut Tx, place: &Place) -> Result<PlaceId, StoreError> {
    let id: PlaceId = write_columns!(insert_row!(tx, "insert into place"), place)?;
    update_derived_rows(tx, id, None, place).await?;
    Ok(id)
}

/// Replaces `before`, which [`lock_by_id`] or [`lock_in_trash`] returned, by `after`. Increments the version.
pub async fn update(tx: &mut Tx, before: &Place, after: &Place) -> Result<(), StoreError> {
    write_columns!(update_row!(tx, "update place set version = version + 1, list_json_epoch = 0", before.id), after)?;
    update_derived_rows(tx, before.id, Some(before), after).await
}

/// Like [`update`], for a change that is not an edit: a draft of the place can still be published afterwards.
pub async fn update_keeping_draft(tx: &mut Tx, before: &Place, after: &Place) -> Result<(), StoreError> {
    update(tx, before, after).await?;
    drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Place, before.id), before.version).await
}

/// Stores the current JSON of a place for lists, at the end of a write. Returns the place. Errors:
/// [`StoreError::NotFound`] also for a place in the trash.
pub async fn refresh_list_json(tx: &mut Tx, id: PlaceId) -> Result<Place, StoreError> {
    // The epoch is read before the place. If a category changes in between, the stored JSON has an outdated epoch and
    // is never sent.
    let epoch: i64 = with_tx!(tx, |engine| sqlx::query_scalar(SELECT_LIST_JSON_EPOCH).fetch_one(engine))?;
    let place = lock_by_id(tx, id).await?.ok_or(StoreError::NotFound)?;
    let update = "update place set list_json = $1, list_json_epoch = $2, list_json_version = version where id = $3";
    let cached = cached_json_part(&PlaceResponse::for_public(place.clone()));
    execute!(tx, sqlx::query(update).bind(cached).bind(epoch).bind(id))?;
    Ok(place)
}

/// The cached part of the JSON of a place: the text before [`UNCACHED_FIELDS_START`].
pub(super) fn cached_json_part(response: &PlaceResponse) -> String {
    // A response consists of text, numbers and lists, so it can always be serialized.
    let mut json = serde_json::to_string(response).unwrap_or_default();
    json.truncate(json.rfind(UNCACHED_FIELDS_START).unwrap_or_default());
    json
}

/// Deletes a place in the trash, and its rows in the derived tables. Guestbook entries about the place are kept and
/// have no place afterwards.
pub async fn purge(tx: &mut Tx, place: &Place) -> Result<(), StoreError> {
    update_tag_rows(tx, place.id, Some(place), &Place { tags: Json(Vec::new()), ..place.clone() }).await?;
    fuzzy::remove_from_indexes(tx, place).await?;
    media::store::set_uses(tx, RecordWithImages::Place(place.id), &[]).await?;
    execute!(tx, sqlx::query("delete from place where id = $1").bind(place.id))?;
    Ok(())
}

/// Replaces the key `old_key` of an image by `new_key` in each place that shows the image, also in the trash.
pub fn replace_image_key(
    tx: &mut Tx,
    (image_id, old_key, new_key): (ImageId, String, String),
    now: Timestamp,
) -> HookFuture<'_> {
    Box::pin(async move {
        type Row = (PlaceId, i64, Option<String>, Json<Vec<String>>);
        let places: Vec<Row> =
            with_tx!(tx, |engine| sqlx::query_as(SELECT_PLACES_WITH_IMAGE).bind(image_id).fetch_all(engine))?;
        for (id, version, image_url, Json(gallery)) in places {
            let image_url = image_url.map(|url| url.replace(&old_key, &new_key));
            let gallery: Vec<String> = gallery.iter().map(|url| url.replace(&old_key, &new_key)).collect();
            execute!(tx, sqlx::query(REPLACE_IMAGE_URLS).bind(image_url).bind(Json(gallery)).bind(now).bind(id))?;
            drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Place, id), version).await?;
        }
        // No tags are returned: the change log entry of the image itself has the tags of these places.
        Ok(Vec::new())
    })
}

/// Appends an entry with `tags` to the change log, and stores the number of the entry in the rows of these places.
pub async fn log_change(tx: &mut Tx, ids: &[PlaceId], tags: &[CacheTag], now: Timestamp) -> Result<(), StoreError> {
    let seq = change_log::append(tx, tags, now).await?;
    set_change_seq(tx, ids, seq).await
}

/// Stores the number of the newest change log entry of these places in their rows.
pub async fn set_change_seq(tx: &mut Tx, ids: &[PlaceId], seq: ChangeSeq) -> Result<(), StoreError> {
    if ids.is_empty() {
        return Ok(());
    }
    // One statement can update all of these rows without a deadlock: this transaction has locked the change log, so no
    // other transaction updates `change_seq` before the commit.
    let ids: Vec<String> = ids.iter().map(PlaceId::to_string).collect();
    let update = format!("update place set change_seq = $1 where id in ({})", ids.join(", "));
    execute!(tx, sqlx::query(AssertSqlSafe(update)).bind(seq).persistent(false))?;
    Ok(())
}

/// Slugs that no place may have, because they would collide with paths of the API, such as `/api/businesses/trash`.
const RESERVED_SLUGS: &[&str] = &["trash"];

/// Whether a place may get this slug: it is not reserved, and no other place has or had it. `current_id` is the id of
/// the place, or `None` for a new place.
pub async fn is_slug_free(tx: &mut Tx, slug: &str, current_id: Option<PlaceId>) -> Result<bool, StoreError> {
    if RESERVED_SLUGS.contains(&slug) {
        return Ok(false);
    }
    let select = "select place_id from place_slug where slug = $1";
    let used_by: Option<PlaceId> = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(slug).fetch_optional(engine))?;
    Ok(used_by.is_none() || used_by == current_id)
}

/// The cache tags of a change of this place: the place, its current and former slugs, all lists, and the guestbook if
/// it has public entries.
pub async fn cache_tags(tx: &mut Tx, id: PlaceId) -> Result<Vec<CacheTag>, StoreError> {
    let mut tags = vec![CacheTag::Place(id), CacheTag::Places];
    let has_entries = "select exists (select 1 from guestbook_entry where place_id = $1 and status = 'approved')";
    let has_entries: bool = with_tx!(tx, |engine| sqlx::query_scalar(has_entries).bind(id).fetch_one(engine))?;
    if has_entries {
        tags.push(CacheTag::Guestbook);
    }
    let slugs = "select slug from place_slug where place_id = $1 order by slug";
    let slugs: Vec<String> = with_tx!(tx, |engine| sqlx::query_scalar(slugs).bind(id).fetch_all(engine))?;
    tags.extend(slugs.into_iter().map(|slug| CacheTag::PlaceSlug(slug.into())));
    Ok(tags)
}

/// Whether the account exists.
pub async fn account_exists(tx: &mut Tx, id: &AccountId) -> Result<bool, StoreError> {
    let exists = "select exists (select 1 from account where id = $1)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(exists).bind(id).fetch_one(engine))?)
}

async fn update_derived_rows(
    tx: &mut Tx,
    id: PlaceId,
    before: Option<&Place>,
    after: &Place,
) -> Result<(), StoreError> {
    update_category_rows(tx, id, before, after).await?;
    update_tag_rows(tx, id, before, after).await?;
    if before.map(Place::image_urls).unwrap_or_default() != after.image_urls() {
        media::store::set_uses_from_texts(tx, RecordWithImages::Place(id), &after.image_urls()).await?;
    }
    checks::store_checks(tx, id, before, after).await?;
    fuzzy::update_indexes(tx, id, before, after).await?;
    if before.is_none_or(|before| before.slug != after.slug) {
        let insert = "insert into place_slug (slug, place_id) values ($1, $2) on conflict (slug) do nothing";
        execute!(tx, sqlx::query(insert).bind(&after.slug).bind(id))?;
    }
    let counts = |place: Option<&Place>| {
        let existing = place.filter(|place| place.deleted_at.is_none());
        let public = existing.filter(|place| place.is_public());
        let verified = public.filter(|place| place.is_verified);
        [existing, public, verified].map(|place| i64::from(place.is_some()))
    };
    let (old, new) = (counts(before), counts(Some(after)));
    for (index, name) in ["places", "places_public", "places_public_verified"].into_iter().enumerate() {
        if new[index] != old[index] {
            let update = "update counter set value = value + $2 where name = $1";
            execute!(tx, sqlx::query(update).bind(name).bind(new[index] - old[index]))?;
        }
    }
    Ok(())
}

async fn update_category_rows(
    tx: &mut Tx,
    id: PlaceId,
    before: Option<&Place>,
    after: &Place,
) -> Result<(), StoreError> {
    let (is_public, rank) = (after.is_public(), after.rank());
    let row_values = |place: &Place| {
        let ids: Vec<CategoryId> = place.categories.iter().map(|category| category.id).collect();
        (ids, place.is_public(), place.rank())
    };
    if before.is_some_and(|before| row_values(before) == row_values(after)) {
        return Ok(());
    }
    let public_ids = |place: Option<&Place>| -> BTreeSet<CategoryId> {
        let categories = place.filter(|place| place.is_public()).into_iter().flat_map(|place| &place.categories);
        categories.map(|category| category.id).collect()
    };
    let (old, new) = (public_ids(before), public_ids(Some(after)));
    // The categories are updated in the order of their ids, so that two writers cannot deadlock.
    for category in old.symmetric_difference(&new) {
        let change = if new.contains(category) { 1 } else { -1 };
        categories::add_to_place_count(tx, *category, change).await?;
    }
    if before.is_some() {
        execute!(tx, sqlx::query("delete from place_category where place_id = $1").bind(id))?;
    }
    for (position, category) in after.categories.iter().enumerate() {
        let add = "insert into place_category (place_id, category_id, position, is_public, rank)
            values ($1, $2, $3, $4, $5)";
        let position = position as i64;
        execute!(tx, sqlx::query(add).bind(id).bind(category.id).bind(position).bind(is_public).bind(rank))?;
    }
    Ok(())
}

async fn update_tag_rows(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    let (old, new) = (before.map(Place::folded_tags).unwrap_or_default(), after.folded_tags());
    for tag in old.symmetric_difference(&new) {
        if new.contains(tag) {
            let add = "insert into place_tag (tag, place_id) values ($1, $2)";
            execute!(tx, sqlx::query(add).bind(tag).bind(id))?;
            let update_count = "insert into tag (name, place_count) values ($1, 1)
                on conflict (name) do update set place_count = tag.place_count + 1";
            execute!(tx, sqlx::query(update_count).bind(tag))?;
        } else {
            let remove = "delete from place_tag where tag = $1 and place_id = $2";
            execute!(tx, sqlx::query(remove).bind(tag).bind(id))?;
            let update_count = "update tag set place_count = place_count - 1 where name = $1";
            execute!(tx, sqlx::query(update_count).bind(tag))?;
        }
    }
    if old.difference(&new).next().is_some() {
        execute!(tx, sqlx::query("delete from tag where place_count <= 0"))?;
    }
    Ok(())
}
