//! Reads images.

use std::collections::HashMap;

use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::dto::ImageUse;
use super::model::{Image, Owner, file_names};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ImageId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::input::pagination::{Page, PageParams};
use crate::{with_pool, with_tx};

macro_rules! images {
    ($rest:literal) => {
        concat!(
            "select image.id, image.version, image.key, image.uploader_id, image.in_library, image.is_public,
            image.name, image.width, image.height, image.widths, image.bytes, image.thumbhash,
            image.color, image.alt, image.is_decorative, image.caption, image.credit, image.licence,
            image.focal_x, image.focal_y, image.created_at, image.updated_at,
            (select count(*) from image_use shown_by where shown_by.image_id = image.id) as use_count
            from (select * from image where deleted_at is null) as image ",
            $rest
        )
    };
}

const ONE: &str = images!("where id = $1");

const BY_KEY: &str = images!("where key = $1");

const OF_OWNER: &str = images!(
    "join image_use on image_use.image_id = image.id
    where image_use.kind = $1 and image_use.owner_id = $2 order by image_use.position"
);

const ORPHANED: &str = images!(
    "where in_library = false and created_at < $1
    and not exists (select 1 from image_use where image_id = image.id) order by id limit 200"
);

// Soft-deleted images still have their files.
const FILES: &str = "select key, widths from image";

const COUNT_SENT: &str = "select
    count(*) filter (where not exists (select 1 from image_use where image_id = image.id)),
    count(*) filter (where created_at > $2)
from image where uploader_id = $1 and in_library = false";

const USES: &str = "
select image_use.kind, image_use.owner_id as id,
    coalesce(place.name, article.title, guestbook_entry.author_name,
        case when image_use.kind = 'settings' then 'Settings' else '' end) as title,
    place.deleted_at is not null or article.deleted_at is not null as is_in_trash
from image_use
left join place on image_use.kind = 'place' and place.id = image_use.owner_id
left join article on image_use.kind = 'article' and article.id = image_use.owner_id
left join guestbook_entry on image_use.kind = 'entry' and guestbook_entry.id = image_use.owner_id
where image_use.image_id = $1 order by image_use.kind, image_use.owner_id limit 200";

/// Which images of the library a list contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the name, the text alternative, the caption or the credit.
    pub words: Vec<String>,
    /// `true`: images that a record shows. `false`: images that no record shows.
    pub used: Option<bool>,
    /// `true`: images that are described or decorative. `false`: the others.
    pub described: Option<bool>,
    /// Images that this account uploaded.
    pub uploader: Option<AccountId>,
    /// The requested page.
    pub page: PageParams,
}

/// Images of the library, the newest first.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Image>, StoreError> {
    let items: Vec<Image> = with_pool!(db, |pool, D| select::<D>(list).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(list.page.page(items, total))
}

/// An image by its id.
pub async fn one(db: &Db, id: ImageId) -> Result<Option<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(id).fetch_optional(engine))?)
}

/// The same inside a write.
pub async fn one_within(tx: &mut Tx, id: ImageId) -> Result<Option<Image>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(ONE).bind(id).fetch_optional(engine))?)
}

/// The image with this key.
pub async fn by_key(db: &Db, key: &str) -> Result<Option<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(BY_KEY).bind(key).fetch_optional(engine))?)
}

/// The same inside a write.
pub async fn by_key_within(tx: &mut Tx, key: &str) -> Result<Option<Image>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(BY_KEY).bind(key).fetch_optional(engine))?)
}

/// The images with these keys, public or not, by key. Runs no statement for an empty list.
pub async fn by_keys(db: &Db, keys: &[String]) -> Result<HashMap<String, Image>, StoreError> {
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<Image> = with_pool!(db, |pool, D| with_keys::<D>(keys).build_query_as().fetch_all(pool))?;
    Ok(found.into_iter().map(|image| (image.key.clone(), image)).collect())
}

/// The photos of these guestbook entries, in order, by the entry's id.
pub async fn photos_of_entries(db: &Db, ids: &[i64]) -> Result<HashMap<i64, Vec<Image>>, StoreError> {
    #[derive(sqlx::FromRow)]
    struct EntryPhoto {
        owner_id: i64,
        #[sqlx(flatten)]
        image: Image,
    }
    let mut by_entry: HashMap<i64, Vec<Image>> = HashMap::new();
    if ids.is_empty() {
        return Ok(by_entry);
    }
    let found: Vec<EntryPhoto> = with_pool!(db, |pool, D| with_entries::<D>(ids).build_query_as().fetch_all(pool))?;
    for EntryPhoto { owner_id, image } in found {
        by_entry.entry(owner_id).or_default().push(image);
    }
    Ok(by_entry)
}

/// The images that this owner shows, in order, inside a write.
pub async fn shown_by(tx: &mut Tx, owner: Owner) -> Result<Vec<Image>, StoreError> {
    let (kind, id) = owner.columns();
    Ok(with_tx!(tx, |engine| sqlx::query_as(OF_OWNER).bind(kind).bind(id).fetch_all(engine))?)
}

/// At most 200 records that show an image.
pub async fn uses(db: &Db, id: ImageId) -> Result<Vec<ImageUse>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(USES).bind(id).fetch_all(engine))?)
}

/// The same inside a write.
pub async fn uses_within(tx: &mut Tx, id: ImageId) -> Result<Vec<ImageUse>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(USES).bind(id).fetch_all(engine))?)
}

/// The names of the files of all images, sorted.
pub async fn files(db: &Db) -> Result<Vec<String>, StoreError> {
    Ok(names_of(with_pool!(db, |engine| sqlx::query_as(FILES).fetch_all(engine))?))
}

/// The same inside a transaction.
pub async fn files_within(tx: &mut Tx) -> Result<Vec<String>, StoreError> {
    Ok(names_of(with_tx!(tx, |engine| sqlx::query_as(FILES).fetch_all(engine))?))
}

fn names_of(rows: Vec<(String, Json<Vec<i64>>)>) -> Vec<String> {
    let mut names: Vec<String> = rows.into_iter().flat_map(|(key, widths)| file_names(&key, widths.0)).collect();
    names.sort();
    names
}

/// How many photos of this account belong to no entry, and how many photos it uploaded since `since`.
pub async fn count_uploads(db: &Db, account: &AccountId, since: Timestamp) -> Result<(i64, i64), StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(COUNT_SENT).bind(account).bind(since).fetch_one(engine))?)
}

/// The same inside a write.
pub async fn count_uploads_within(
    tx: &mut Tx,
    account: &AccountId,
    since: Timestamp,
) -> Result<(i64, i64), StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(COUNT_SENT).bind(account).bind(since).fetch_one(engine))?)
}

/// Photos that were uploaded before `before` and belong to no entry.
pub async fn orphaned(db: &Db, before: Timestamp) -> Result<Vec<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ORPHANED).bind(before).fetch_all(engine))?)
}

fn select<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(images!("where "));
    push_filters(&mut query, list);
    query.push(" order by image.id desc");
    D::push_page(&mut query, list.page.limit, list.page.offset);
    query
}

fn count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from image where image.deleted_at is null and ");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    query.push("image.in_library = true");
    D::push_words(query, "image.search", &list.words);
    if let Some(used) = list.used {
        query.push(if used { " and exists" } else { " and not exists" });
        query.push(" (select 1 from image_use where image_use.image_id = image.id)");
    }
    if let Some(described) = list.described {
        query.push(if described { " and " } else { " and not " });
        query.push("(image.is_decorative = true or image.alt is not null)");
    }
    if let Some(uploader) = &list.uploader {
        query.push(" and image.uploader_id = ");
        D::text(query, uploader.0.clone());
    }
}

fn with_keys<D: Dialect>(keys: &[String]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(images!("where image.key in (null"));
    for key in keys {
        query.push(", ");
        D::text(&mut query, key.clone());
    }
    query.push(")");
    query
}

fn with_entries<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!(
        "select held.owner_id, image.* from (",
        images!(""),
        ") as image join image_use held on held.image_id = image.id where held.kind = 'entry' and held.owner_id in (null"
    ));
    for id in ids {
        query.push(", ");
        D::number(&mut query, *id);
    }
    query.push(") order by held.owner_id, held.position");
    query
}
