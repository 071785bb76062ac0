//! Places in the database.

use std::collections::{HashMap, HashSet};

use sqlx::QueryBuilder;

use super::find::{Column, Direction, Find, Scope, Sort, tag_pattern};
use super::model::Place;
use super::{checks, pictures};
use crate::categories::model::CategorySummary;
use crate::common::id::{AccountId, CategoryId, PlaceId};
use crate::common::page::Page;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::with_pool;

/// Every column of [`Place`], for `select`.
pub const COLUMNS: &str = "place.id, place.version, place.slug, place.name, place.local_name, place.description,
place.address, place.phone, place.website, place.email, place.hours, place.operating_hours, place.image_url,
place.gallery, place.latitude, place.longitude, place.rating, place.rating_source, place.review_count, place.reviews, place.tags,
place.price_range, place.amenities, place.booking_type, place.affiliate_link, place.booking_com_url, place.agoda_url,
place.direct_booking_contact, place.enquiry_form_enabled, place.featured_text, place.google_maps_url,
place.is_premium, place.is_active, place.is_verified, place.is_recommended, place.owner_id,
place.coordinate_confidence, place.sources, place.last_seen_year, place.commune, place.created_at, place.updated_at,
place.deleted_at, coalesce((select value ->> 'country' from setting where id = 1), 'VN') as country, place.opening, place.opening_refresh_at, place.like_count, (select live_at from change_log where seq = place.change_seq) as live_since";

/// Searches are counted up to here; a total of this many means "this many or more".
pub const COUNTED: i64 = 10_000;

/// The most tags that one wanted word may stand for.
const TAGS: i64 = 200;

/// A list of places and how many there are: two statements, and one for the total where no kept count knows it.
pub async fn list(db: &Db, find: &Find) -> Result<Page<Place>, StoreError> {
    let mut items = read(db, find).await?;
    let has_more = items.len() as i64 > find.limit;
    items.truncate(find.limit as usize);
    Ok(Page { items, total: total(db, find).await?, has_more })
}

/// How many places a list has.
pub(super) async fn total(db: &Db, find: &Find) -> Result<i64, StoreError> {
    match kept_total(db, find).await? {
        Some(total) => Ok(total),
        None => counted(db, find).await,
    }
}

/// How many places a list has, up to [`COUNTED`]. Slips are not forgiven.
pub(super) async fn counted(db: &Db, find: &Find) -> Result<i64, StoreError> {
    // Counting has no order, and the index serves every word.
    let find = Find { sort: Sort::Best, after: None, ..find.clone() };
    Ok(match db {
        Db::Sqlite { pool, .. } => find.count::<sqlx::Sqlite>(COUNTED).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => find.count::<sqlx::Postgres>(COUNTED).build_query_scalar().fetch_one(pool).await?,
    })
}

async fn kept_total(db: &Db, find: &Find) -> Result<Option<i64>, StoreError> {
    let Some(count) = select_total(find) else { return Ok(None) };
    Ok(with_pool!(db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_optional(engine))?)
}

/// The statement that reads a list's total where a count of it is kept.
pub(super) fn select_total(find: &Find) -> Option<String> {
    if !find.is_plain() {
        return None;
    }
    let tally = match (&find.scope, find.category, find.verified) {
        (Scope::Shown, Some(CategoryId(id)), None) => {
            return Some(format!("select place_count from category where id = {id}"));
        }
        (Scope::Shown, None, None) => "places_public",
        (Scope::Shown, None, Some(true)) => "places_public_verified",
        (Scope::All, None, None) => "places",
        _ => return None,
    };
    Some(format!("select value from counter where name = '{tally}'"))
}

/// One place that is not in the trash.
pub async fn one(db: &Db, id: PlaceId) -> Result<Option<Place>, StoreError> {
    let find = Find { ids: Some(vec![id.0]), limit: 1, ..Find::all(Scope::All) };
    Ok(read(db, &find).await?.pop())
}

/// The public places with these ids, in any order.
pub async fn named(db: &Db, ids: Vec<i64>) -> Result<Vec<Place>, StoreError> {
    let sort = Sort::By(Column::Id, Direction::Up);
    read(db, &Find { limit: ids.len() as i64, ids: Some(ids), sort, ..Find::all(Scope::Shown) }).await
}

/// Notes whether this account has saved the place.
pub async fn mark_liked(db: &Db, account: Option<&AccountId>, place: &mut Place) -> Result<(), StoreError> {
    place.is_liked = !liked_among(db, account, &[place.id.0]).await?.is_empty();
    Ok(())
}

/// Which of these places this account has saved, in one statement. Strangers have saved none.
pub(super) async fn liked_among(
    db: &Db,
    account: Option<&AccountId>,
    ids: &[i64],
) -> Result<HashSet<PlaceId>, StoreError> {
    let Some(account) = account.filter(|_| !ids.is_empty()) else { return Ok(HashSet::new()) };
    let liked: Vec<PlaceId> = match db {
        Db::Sqlite { pool, .. } => liked_of::<sqlx::Sqlite>(account, ids).build_query_scalar().fetch_all(pool).await?,
        Db::Postgres { pool } => liked_of::<sqlx::Postgres>(account, ids).build_query_scalar().fetch_all(pool).await?,
    };
    Ok(liked.into_iter().collect())
}

fn liked_of<D: Dialect>(account: &AccountId, ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select place_id from place_like where account_id = ");
    D::text(&mut query, account.0.clone());
    query.push(" and place_id in (");
    push_numbers(&mut query, ids);
    query.push(")");
    query
}

/// The places of a question (one more than its limit, if there are) with their categories.
pub(super) async fn read(db: &Db, find: &Find) -> Result<Vec<Place>, StoreError> {
    let mut found: Vec<Place> = match db {
        Db::Sqlite { pool, .. } => find.select::<sqlx::Sqlite>().build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => find.select::<sqlx::Postgres>().build_query_as().fetch_all(pool).await?,
    };
    name_categories(db, &mut found).await?;
    pictures::attach(db, &mut found).await?;
    checks::attach(db, &mut found).await?;
    Ok(found)
}

/// Whose address this is or was.
pub async fn by_slug(db: &Db, slug: &str) -> Result<Option<PlaceId>, StoreError> {
    let holder = "select place_id from place_slug where slug = $1";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(holder).bind(slug).fetch_optional(engine))?)
}

/// The known tags that contain one of `wanted` (folded), as the tag filter needs them (R52).
pub async fn tags_containing(db: &Db, wanted: &[String]) -> Result<Vec<String>, StoreError> {
    let mut tags = Vec::new();
    for piece in wanted {
        let like = "select name from tag where name like $1 escape '!' order by name limit $2";
        let found: Vec<String> =
            with_pool!(db, |engine| sqlx::query_scalar(like).bind(tag_pattern(piece)).bind(TAGS).fetch_all(engine))?;
        tags.extend(found);
    }
    tags.sort();
    tags.dedup();
    Ok(tags)
}

/// The tags of public places that contain all of `words` (folded), as far as the longest of them finds so many.
pub async fn shown_tags_with(db: &Db, words: &[String]) -> Result<Vec<String>, StoreError> {
    let like = "select name from tag where name like $1 escape '!' and exists (
            select 1 from place_tag join place on place.id = place_tag.place_id
            where place_tag.tag = tag.name and place.is_public = true
        ) order by name limit $2";
    // The word that leaves the fewest.
    let longest = words.iter().max_by_key(|word| word.chars().count());
    let pattern = tag_pattern(longest.map(String::as_str).unwrap_or_default());
    let found: Vec<String> =
        with_pool!(db, |engine| sqlx::query_scalar(like).bind(&pattern).bind(TAGS).fetch_all(engine))?;
    Ok(found.into_iter().filter(|tag| words.iter().all(|word| tag.contains(word.as_str()))).collect())
}

#[derive(sqlx::FromRow)]
struct Membership {
    place_id: i64,
    #[sqlx(flatten)]
    category: CategorySummary,
}

/// Reads the categories of all these places in one statement.
async fn name_categories(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let memberships: Vec<Membership> = match db {
        Db::Sqlite { pool, .. } => memberships::<sqlx::Sqlite>(&ids).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => memberships::<sqlx::Postgres>(&ids).build_query_as().fetch_all(pool).await?,
    };
    let at: HashMap<i64, usize> = ids.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
    for Membership { place_id, category } in memberships {
        places[at[&place_id]].categories.push(category);
    }
    Ok(())
}

fn memberships<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select place_category.place_id, category.id, category.name, category.slug, category.color, category.icon,
         category.emoji from place_category join category on category.id = place_category.category_id
         where place_category.place_id in (",
    );
    push_numbers(&mut query, ids);
    query.push(") order by place_category.place_id, place_category.position");
    query
}

/// Adds numbers for an `in (…)`.
pub(super) fn push_numbers<D: Dialect>(query: &mut QueryBuilder<D>, numbers: &[i64]) {
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            query.push(", ");
        }
        D::number(query, *number);
    }
}

/// The compact feed that maps read: id, slug, name, point, premium, confidence, main category's slug and colour.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "named as in the feed")]
pub struct Spot {
    pub id: PlaceId,
    pub slug: String,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub is_premium: bool,
    pub coordinate_confidence: Option<super::model::Confidence>,
    pub category: Option<String>,
    pub color: Option<String>,
}

/// Every place that travellers see, by id, up to `most`.
pub async fn spots(db: &Db, most: i64) -> Result<Vec<Spot>, StoreError> {
    let spots = "select place.id, place.slug, place.name, place.latitude, place.longitude, place.is_premium,
        place.coordinate_confidence, category.slug as category, category.color
        from place
        left join place_category on place_category.place_id = place.id and place_category.position = 0
        left join category on category.id = place_category.category_id
        where place.is_public = true order by place.id limit $1";
    Ok(with_pool!(db, |engine| sqlx::query_as(spots).bind(most).fetch_all(engine))?)
}
