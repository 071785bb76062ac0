//! Reads and writes images, and the records that show them.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::model::{
    ALT_REQUIRED, Image, ImageResponse, MEDIA_PATH, RecordWithImages, file_names, image_keys_in, is_media_path,
    key_of_file_name,
};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::{AccountId, ArticleId, ImageId, PlaceId};
use crate::db::dialect::Dialect;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::pagination::{Page, PageParams};
use crate::http::problem::{Code, FieldError};
use crate::jobs::change_log;
use crate::{execute, insert_row, update_row, with_pool, with_tx};

macro_rules! select_images {
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

const SELECT_ONE: &str = select_images!("where id = $1");

const SELECT_BY_KEY: &str = select_images!("where key = $1");

const SELECT_SHOWN_BY_RECORD: &str = select_images!(
    "join image_use on image_use.image_id = image.id
    where image_use.kind = $1 and image_use.owner_id = $2 order by image_use.position"
);

const SELECT_ORPHANED_PHOTOS: &str = select_images!(
    "where in_library = false and created_at < $1
    and not exists (select 1 from image_use where image_id = image.id) order by id limit 200"
);

// Includes soft-deleted images, which still have their files.
const SELECT_KEYS_AND_WIDTHS: &str = "select key, widths from image";

const COUNT_PHOTOS: &str = "select
    count(*) filter (where not exists (select 1 from image_use where image_id = image.id)),
    count(*) filter (where created_at > $2)
from image where uploader_id = $1 and in_library = false";

const SELECT_USES: &str = "
select image_use.kind, image_use.owner_id as id,
    coalesce(place.name, article.title, guestbook_entry.author_name,
        case when image_use.kind = 'settings' then 'Settings' else '' end) as title,
    place.deleted_at is not null or article.deleted_at is not null as is_in_trash
from image_use
left join place on image_use.kind = 'place' and place.id = image_use.owner_id
left join article on image_use.kind = 'article' and article.id = image_use.owner_id
left join guestbook_entry on image_use.kind = 'entry' and guestbook_entry.id = image_use.owner_id
where image_use.image_id = $1 order by image_use.kind, image_use.owner_id limit 200";

/// A record that shows an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ImageUse {
    /// The kind of the record: `place`, `article`, `entry` or `settings`.
    #[schema(example = "place")]
    pub kind: String,
    /// The id of the record.
    #[schema(example = 12)]
    pub id: i64,
    /// The name or title of the record; for an entry, the name of the author.
    #[schema(example = "Lantern Cave")]
    pub title: String,
    /// Whether the record is in the trash. It shows the image again when it is restored.
    pub is_in_trash: bool,
}

/// The filters and the page of a list of images in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageListQuery {
    /// Folded words; each must be in the name, the text alternative, the caption or the credit.
    pub words: Vec<String>,
    /// `true`: images that a record shows. `false`: images that no record shows. `None`: no filter.
    pub is_used: Option<bool>,
    /// `true`: images that have a text alternative or are decorative. `false`: all other images. `None`: no filter.
    pub is_described: Option<bool>,
    /// Only images that this account uploaded.
    pub uploader_id: Option<AccountId>,
    /// The requested page.
    pub page: PageParams,
}

/// Images of the library, the newest first.
pub async fn list(db: &Db, list: &ImageListQuery) -> Result<Page<Image>, StoreError> {
    let items = with_pool!(db, |pool, D| select_library_images::<D>(list).build_query_as().fetch_all(pool))?;
    Ok(list.page.page(items, total(db, list).await?))
}

/// The number of images on all pages of a list.
pub async fn total(db: &Db, list: &ImageListQuery) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |pool, D| select_library_image_count::<D>(list).build_query_scalar().fetch_one(pool))?)
}

/// An image by its id.
pub async fn find(db: &Db, id: ImageId) -> Result<Option<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// Like [`find`], within a write.
pub async fn find_within(tx: &mut Tx, id: ImageId) -> Result<Option<Image>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// The image with this key.
pub async fn find_by_key(db: &Db, key: &str) -> Result<Option<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_KEY).bind(key).fetch_optional(engine))?)
}

/// Like [`find_by_key`], within a write.
pub async fn find_by_key_within(tx: &mut Tx, key: &str) -> Result<Option<Image>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_BY_KEY).bind(key).fetch_optional(engine))?)
}

/// The images with these keys, public or not, in a map by key. Runs no query for an empty list.
pub async fn find_by_keys(db: &Db, keys: &[String]) -> Result<HashMap<String, Image>, StoreError> {
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<Image> = with_pool!(db, |pool, D| select_by_keys::<D>(keys).build_query_as().fetch_all(pool))?;
    Ok(found.into_iter().map(|image| (image.key.clone(), image)).collect())
}

/// The photos of these guestbook entries, in a map by the id of the entry. The photos of an entry are in its order.
/// Entries without photos are absent.
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
    let found = with_pool!(db, |pool, D| select_entry_photos::<D>(ids).build_query_as().fetch_all(pool))?;
    for EntryPhoto { owner_id, image } in found {
        by_entry.entry(owner_id).or_default().push(image);
    }
    Ok(by_entry)
}

/// Reads the images that this record shows within a write, in the order of the record.
pub async fn images_shown_by(tx: &mut Tx, owner: RecordWithImages) -> Result<Vec<Image>, StoreError> {
    let (kind, id) = owner.column_values();
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_SHOWN_BY_RECORD).bind(kind).bind(id).fetch_all(engine))?)
}

/// Like [`images_shown_by`], only public images, as the API sends them. Reads the stored image uses, so a write that
/// changes the images must store them before.
pub async fn public_images_shown_by(tx: &mut Tx, owner: RecordWithImages) -> Result<Vec<ImageResponse>, StoreError> {
    let images = images_shown_by(tx, owner).await?.into_iter();
    Ok(images.filter(|image| image.is_public).map(ImageResponse::from).collect())
}

/// At most 200 records that show an image.
pub async fn list_uses(db: &Db, id: ImageId) -> Result<Vec<ImageUse>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_USES).bind(id).fetch_all(engine))?)
}

/// Like [`list_uses`], within a write.
pub async fn list_uses_within(tx: &mut Tx, id: ImageId) -> Result<Vec<ImageUse>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_USES).bind(id).fetch_all(engine))?)
}

/// The names of the files of all images, sorted.
pub async fn all_file_names(db: &Db) -> Result<Vec<String>, StoreError> {
    Ok(file_names_of_rows(with_pool!(db, |engine| sqlx::query_as(SELECT_KEYS_AND_WIDTHS).fetch_all(engine))?))
}

/// Like [`all_file_names`], within a transaction.
pub async fn all_file_names_within(tx: &mut Tx) -> Result<Vec<String>, StoreError> {
    Ok(file_names_of_rows(with_tx!(tx, |engine| sqlx::query_as(SELECT_KEYS_AND_WIDTHS).fetch_all(engine))?))
}

fn file_names_of_rows(rows: Vec<(String, Json<Vec<i64>>)>) -> Vec<String> {
    let mut names: Vec<String> = rows.into_iter().flat_map(|(key, widths)| file_names(&key, widths.0)).collect();
    names.sort();
    names
}

/// The number of photos of this account that belong to no entry, and the number of photos that it uploaded after
/// `since`.
pub async fn count_photos(db: &Db, account: &AccountId, since: Timestamp) -> Result<(i64, i64), StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(COUNT_PHOTOS).bind(account).bind(since).fetch_one(engine))?)
}

/// Like [`count_photos`], within a write.
pub async fn count_photos_within(tx: &mut Tx, account: &AccountId, since: Timestamp) -> Result<(i64, i64), StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(COUNT_PHOTOS).bind(account).bind(since).fetch_one(engine))?)
}

/// At most 200 photos that were uploaded before `cutoff` and belong to no entry.
pub async fn orphaned_photos(db: &Db, cutoff: Timestamp) -> Result<Vec<Image>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ORPHANED_PHOTOS).bind(cutoff).fetch_all(engine))?)
}

fn select_library_images<D: Dialect>(list: &ImageListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(select_images!("where "));
    push_filters(&mut query, list);
    query.push(" order by image.id desc");
    D::push_limit_and_offset(&mut query, list.page.limit, list.page.offset);
    query
}

fn select_library_image_count<D: Dialect>(list: &ImageListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from image where image.deleted_at is null and ");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ImageListQuery) {
    query.push("image.in_library = true");
    D::push_contains_all(query, "image.search", &list.words);
    if let Some(is_used) = list.is_used {
        query.push(if is_used { " and exists" } else { " and not exists" });
        query.push(" (select 1 from image_use where image_use.image_id = image.id)");
    }
    if let Some(is_described) = list.is_described {
        query.push(if is_described { " and " } else { " and not " });
        query.push("(image.is_decorative = true or image.alt is not null)");
    }
    if let Some(uploader_id) = &list.uploader_id {
        query.push(" and image.uploader_id = ");
        D::push_text(query, uploader_id.0.clone());
    }
}

fn select_by_keys<D: Dialect>(keys: &[String]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(select_images!("where image.key in (null"));
    for key in keys {
        query.push(", ");
        D::push_text(&mut query, key.clone());
    }
    query.push(")");
    query
}

fn select_entry_photos<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!(
        "select image_use.owner_id, image.* from (",
        select_images!(""),
        ") as image join image_use on image_use.image_id = image.id
        where image_use.kind = 'entry' and image_use.owner_id in (null"
    ));
    for id in ids {
        query.push(", ");
        D::push_number(&mut query, *id);
    }
    query.push(") order by image_use.owner_id, image_use.position");
    query
}

/// The table of images.
pub const TABLE: &str = "image";

const INVALIDATE_LIST_JSON: &str = "update place set list_json_epoch = 0
where id in (select owner_id from image_use where kind = 'place' and image_id = $1)";

const LOCK_PLACES_THAT_SHOW_IMAGE: &str = "select id from place
where id in (select owner_id from image_use where kind = 'place' and image_id = $1) order by id for update";

const SELECT_PLACE_SLUGS: &str = "select slug from place_slug where place_id = $1 order by slug";

/// Calls `insert_row!` or `update_row!` with all columns that a write of an image sets.
macro_rules! write_columns {
    ($write:ident!($($to:tt)*), $image:ident) => {
        $write!($($to)*, $image {
            key, uploader_id, in_library, is_public, name, width, height, widths, bytes, thumbhash, color,
            alt, is_decorative, caption, credit, licence, focal_x, focal_y, created_at, updated_at,
        }, {
            search: $image.search_text(),
        })
    };
}

/// Adds an image. Its id and version are set by the database.
pub async fn add(tx: &mut Tx, image: &Image) -> Result<ImageId, StoreError> {
    Ok(write_columns!(insert_row!(tx, "insert into image"), image)?)
}

/// Replaces the row of `image`, and increments its version.
pub async fn change(tx: &mut Tx, image: &Image) -> Result<(), StoreError> {
    write_columns!(update_row!(tx, "update image set version = version + 1", image.id), image)?;
    Ok(())
}

/// An image, locked until the commit. Errors: [`StoreError::NotFound`].
pub async fn get_for_update(tx: &mut Tx, id: ImageId) -> Result<Image, StoreError> {
    lock_image_and_places(tx, id).await?;
    find_within(tx, id).await?.ok_or(StoreError::NotFound)
}

/// Locks an image, even a soft-deleted one, and the places that show it, until the commit.
pub async fn lock_image_and_places(tx: &mut Tx, id: ImageId) -> Result<(), StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        // Places are locked before images, in the same order as in a write of a place. This prevents deadlocks.
        execute!(tx, sqlx::query(LOCK_PLACES_THAT_SHOW_IMAGE).bind(id))?;
        execute!(tx, sqlx::query("select id from image where id = $1 for update").bind(id))?;
    }
    Ok(())
}

/// Deletes a photo that belongs to no entry. Does nothing if an entry shows the photo by now.
pub async fn remove_orphaned_photo(tx: &mut Tx, id: ImageId) -> Result<(), StoreError> {
    let remove = "delete from image where id = $1 and in_library = false
        and not exists (select 1 from image_use where image_id = $1)";
    execute!(tx, sqlx::query(remove).bind(id))?;
    Ok(())
}

/// Soft-deletes an image: it is hidden at once and deleted permanently after ten minutes. Its uses stay recorded. The
/// garbage collector deletes the files.
pub async fn soft_delete(tx: &mut Tx, id: ImageId, deleted_by: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let delete = "update image set deleted_at = $2, deleted_by = $3 where id = $1";
    execute!(tx, sqlx::query(delete).bind(id).bind(now).bind(deleted_by))?;
    Ok(())
}

/// Restores an image and locks it until the commit. Errors: [`StoreError::NotFound`] if the image was not deleted, was
/// deleted by an account other than `deleted_by`, or its undo window is over.
pub async fn restore(
    tx: &mut Tx,
    id: ImageId,
    deleted_by: Option<&AccountId>,
    now: Timestamp,
) -> Result<Image, StoreError> {
    lock_image_and_places(tx, id).await?;
    let restore = "update image set deleted_at = null, deleted_by = null
        where id = $1 and deleted_at >= $2 and ($3 is null or deleted_by = $3)";
    match execute!(tx, sqlx::query(restore).bind(id).bind(now.plus_seconds(-UNDO_WINDOW_S)).bind(deleted_by))? {
        0 => Err(StoreError::NotFound),
        _ => get_for_update(tx, id).await,
    }
}

/// Permanently deletes an image that was soft-deleted before `cutoff`. Returns `false` if another replica has deleted
/// the image, or the image was restored in the meantime.
pub async fn purge(app: &App, id: ImageId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            lock_image_and_places(tx, id).await?;
            // During an update, servers of a version without soft deletion may still show the image. The pages that
            // show it are therefore invalidated again.
            let tags = invalidate_list_cache_and_get_tags(tx, id).await?;
            let purge = "delete from image where id = $1 and deleted_at < $2";
            let is_deleted = execute!(tx, sqlx::query(purge).bind(id).bind(cutoff))? > 0;
            let tags = if is_deleted { tags } else { Vec::new() };
            Ok::<_, StoreError>((is_deleted, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Replaces the image uses of this record: it shows these images, in this order.
pub async fn set_uses(tx: &mut Tx, owner: RecordWithImages, images: &[ImageId]) -> Result<(), StoreError> {
    let (kind, id) = owner.column_values();
    execute!(tx, sqlx::query("delete from image_use where kind = $1 and owner_id = $2").bind(kind).bind(id))?;
    for (position, image) in images.iter().enumerate() {
        let add = "insert into image_use (image_id, kind, owner_id, position) values ($1, $2, $3, $4)
            on conflict do nothing";
        execute!(tx, sqlx::query(add).bind(image).bind(kind).bind(id).bind(position as i64))?;
    }
    Ok(())
}

/// Like [`set_uses`], for the images whose addresses are in these texts. Missing images are skipped.
pub async fn set_uses_from_texts(tx: &mut Tx, owner: RecordWithImages, texts: &[&str]) -> Result<(), StoreError> {
    let mut ids = Vec::new();
    for text in texts {
        for key in image_keys_in(text) {
            // Includes soft-deleted images, which may be restored.
            let select = match tx {
                Tx::Sqlite(_) => "select id from image where key = $1",
                Tx::Postgres(_) => "select id from image where key = $1 for key share",
            };
            let id: Option<ImageId> =
                with_tx!(tx, |engine| sqlx::query_scalar(select).bind(&key).fetch_optional(engine))?;
            ids.extend(id);
        }
    }
    set_uses(tx, owner, &ids).await
}

/// Sets whether the photos that this record shows are public. Photos that are not public are visible only to their
/// uploader and to admins. Images of the library are not changed.
pub async fn set_photos_public(tx: &mut Tx, owner: RecordWithImages, is_public: bool) -> Result<(), StoreError> {
    let (kind, id) = owner.column_values();
    let update = "update image set is_public = $1 where in_library = false
        and id in (select image_id from image_use where kind = $2 and owner_id = $3)";
    execute!(tx, sqlx::query(update).bind(is_public).bind(kind).bind(id))?;
    Ok(())
}

/// Deletes the photos that this record, a guestbook entry, shows. Images of the library are not deleted.
pub async fn remove_photos_shown_by(tx: &mut Tx, owner: RecordWithImages) -> Result<(), StoreError> {
    let (kind, id) = owner.column_values();
    let remove = "delete from image where in_library = false
        and id in (select image_id from image_use where kind = $1 and owner_id = $2)";
    execute!(tx, sqlx::query(remove).bind(kind).bind(id))?;
    Ok(())
}

/// The error of an image address in `field`, if the address is below [`MEDIA_PATH`]: no public image of the library has
/// it, or the image has no text alternative and is not decorative (R208). `None` for all other addresses.
pub async fn validate_image_address(tx: &mut Tx, field: &str, address: &str) -> Result<Option<FieldError>, StoreError> {
    if !is_media_path(address) {
        return Ok(None);
    }
    let key = address.trim().strip_prefix(MEDIA_PATH).and_then(key_of_file_name);
    let image = match key {
        Some(key) => find_by_key_within(tx, key).await?.filter(|image| image.in_library && image.is_public),
        None => None,
    };
    let (code, sentence) = match image {
        None => (Code::ImageUnknown, "This image is not in the library"),
        Some(image) if !image.is_described() => (Code::ImageUndescribed, ALT_REQUIRED),
        Some(_) => return Ok(None),
    };
    Ok(Some(FieldError::new(code, field, sentence)))
}

/// The cache tags of all records that show this image. Also invalidates the list cache of the places that show it.
pub async fn invalidate_list_cache_and_get_tags(tx: &mut Tx, id: ImageId) -> Result<Vec<CacheTag>, StoreError> {
    execute!(tx, sqlx::query(INVALIDATE_LIST_JSON).bind(id))?;
    let mut tags = Vec::new();
    let owners = "select kind, owner_id from image_use where image_id = $1";
    let owners: Vec<(String, i64)> = with_tx!(tx, |engine| sqlx::query_as(owners).bind(id).fetch_all(engine))?;
    for (kind, owner) in owners {
        match kind.as_str() {
            "place" => {
                tags.extend([CacheTag::Place(PlaceId(owner)), CacheTag::Places]);
                let slugs: Vec<String> =
                    with_tx!(tx, |engine| sqlx::query_scalar(SELECT_PLACE_SLUGS).bind(owner).fetch_all(engine))?;
                tags.extend(slugs.into_iter().map(|slug| CacheTag::PlaceSlug(slug.into())));
            }
            "article" => tags.extend([CacheTag::Article(ArticleId(owner)), CacheTag::Articles]),
            "settings" => tags.push(CacheTag::Settings),
            _ => tags.push(CacheTag::Guestbook),
        }
    }
    tags.sort();
    tags.dedup();
    Ok(tags)
}
