//! Writes images.

use super::model::{FOLDER, Image, Owner, UNDESCRIBED, is_own, key_in, keys_in};
use super::store;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::{Timestamp, UNDO_WINDOW_SECS};
use crate::common::id::{AccountId, ArticleId, ImageId, PlaceId};
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::problem::FieldError;
use crate::jobs::change_log;
use crate::{execute, insert_row, update_row, with_tx};

/// The table of images.
pub const TABLE: &str = "image";

const INVALIDATE_LIST_JSON: &str = "update place set list_json_epoch = 0
where id in (select owner_id from image_use where kind = 'place' and image_id = $1)";

const LOCK_PLACES: &str = "select id from place
where id in (select owner_id from image_use where kind = 'place' and image_id = $1) order by id for update";

const SLUGS: &str = "select slug from place_slug where place_id = $1 order by slug";

/// The columns that a write of an image sets.
macro_rules! columns {
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
    Ok(columns!(insert_row!(tx, "insert into image"), image)?)
}

/// Replaces the row of `image`.
pub async fn change(tx: &mut Tx, image: &Image) -> Result<(), StoreError> {
    columns!(update_row!(tx, "update image set version = version + 1", image.id), image)?;
    Ok(())
}

/// An image, locked until the commit. Fails with [`StoreError::NotFound`].
pub async fn locked(tx: &mut Tx, id: ImageId) -> Result<Image, StoreError> {
    lock(tx, id).await?;
    let one = store::one_within(tx, id).await?;
    one.ok_or(StoreError::NotFound)
}

/// Locks an image until the commit, also a soft-deleted one.
pub async fn lock(tx: &mut Tx, id: ImageId) -> Result<(), StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        // Places are locked before images, in the order of a write of a place; this prevents deadlocks.
        execute!(tx, sqlx::query(LOCK_PLACES).bind(id))?;
        execute!(tx, sqlx::query("select id from image where id = $1 for update").bind(id))?;
    }
    Ok(())
}

/// Deletes a photo that belongs to no entry; does nothing if an entry has it meanwhile.
pub async fn remove_orphan(tx: &mut Tx, id: ImageId) -> Result<(), StoreError> {
    let remove = "delete from image where id = $1 and in_library = false
        and not exists (select 1 from image_use where image_id = $1)";
    execute!(tx, sqlx::query(remove).bind(id))?;
    Ok(())
}

/// Soft-deletes an image: it is hidden at once and deleted permanently after ten minutes. Its uses stay recorded. The
/// garbage collector deletes the files.
pub async fn soft_delete(tx: &mut Tx, id: ImageId, by: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let delete = "update image set deleted_at = $2, deleted_by = $3 where id = $1";
    execute!(tx, sqlx::query(delete).bind(id).bind(now).bind(by))?;
    Ok(())
}

/// Restores an image and locks it until the commit. Fails with [`StoreError::NotFound`] if the image was not deleted,
/// was deleted by an account other than `by`, or its undo window is over.
pub async fn restore(tx: &mut Tx, id: ImageId, by: Option<&AccountId>, now: Timestamp) -> Result<Image, StoreError> {
    lock(tx, id).await?;
    let restore = "update image set deleted_at = null, deleted_by = null
        where id = $1 and deleted_at >= $2 and ($3 is null or deleted_by = $3)";
    match execute!(tx, sqlx::query(restore).bind(id).bind(now.plus_seconds(-UNDO_WINDOW_SECS)).bind(by))? {
        0 => Err(StoreError::NotFound),
        _ => locked(tx, id).await,
    }
}

/// Permanently deletes an image that was soft-deleted before `cutoff`. Returns `false` if another replica has deleted it
/// or it was restored meanwhile.
pub async fn purge(app: &App, id: ImageId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Places).await?;
            lock(tx, id).await?;
            // Servers of a version without soft deletion may still show the image.
            let tags = tags(tx, id).await?;
            let purge = "delete from image where id = $1 and deleted_at < $2";
            let is_deleted = execute!(tx, sqlx::query(purge).bind(id).bind(cutoff))? > 0;
            let tags = if is_deleted { tags } else { Vec::new() };
            Ok::<_, StoreError>((is_deleted, change_log::append_tags(tx, tags, now).await?))
        })
    })
    .await
}

/// Sets the images that this owner shows, in this order.
pub async fn set_uses(tx: &mut Tx, owner: Owner, images: &[ImageId]) -> Result<(), StoreError> {
    let (kind, id) = owner.columns();
    execute!(tx, sqlx::query("delete from image_use where kind = $1 and owner_id = $2").bind(kind).bind(id))?;
    for (position, image) in images.iter().enumerate() {
        let add = "insert into image_use (image_id, kind, owner_id, position) values ($1, $2, $3, $4)
            on conflict do nothing";
        execute!(tx, sqlx::query(add).bind(image).bind(kind).bind(id).bind(position as i64))?;
    }
    Ok(())
}

/// The same for the images whose addresses are in these texts. Missing images are skipped.
pub async fn set_uses_in_texts(tx: &mut Tx, owner: Owner, texts: &[&str]) -> Result<(), StoreError> {
    let mut ids = Vec::new();
    for text in texts {
        for key in keys_in(text) {
            // Includes soft-deleted images, which may be restored.
            const BY_KEY: &str = "select id from image where key = $1";
            const BY_KEY_LOCKED: &str = "select id from image where key = $1 for key share";
            let by_key = if matches!(tx, Tx::Postgres(_)) { BY_KEY_LOCKED } else { BY_KEY };
            let id: Option<ImageId> =
                with_tx!(tx, |engine| sqlx::query_scalar(by_key).bind(&key).fetch_optional(engine))?;
            ids.extend(id);
        }
    }
    set_uses(tx, owner, &ids).await
}

/// Makes the photos of an owner public, or visible to their author and admins only.
pub async fn set_public(tx: &mut Tx, owner: Owner, is_public: bool) -> Result<(), StoreError> {
    let (kind, id) = owner.columns();
    let update = "update image set is_public = $1 where in_library = false
        and id in (select image_id from image_use where kind = $2 and owner_id = $3)";
    execute!(tx, sqlx::query(update).bind(is_public).bind(kind).bind(id))?;
    Ok(())
}

/// Deletes the photos of an entry that is being deleted.
pub async fn remove_photos_of(tx: &mut Tx, owner: Owner) -> Result<(), StoreError> {
    let (kind, id) = owner.columns();
    let remove = "delete from image where in_library = false
        and id in (select image_id from image_use where kind = $1 and owner_id = $2)";
    execute!(tx, sqlx::query(remove).bind(kind).bind(id))?;
    Ok(())
}

/// The error of an image address in `field`: the library has no such image, or it has no text alternative (R208).
/// `None` for a valid address and for one of another host.
pub async fn validate_address(tx: &mut Tx, field: &str, address: &str) -> Result<Option<FieldError>, StoreError> {
    if !is_own(address) {
        return Ok(None);
    }
    let key = address.trim().strip_prefix(FOLDER).and_then(key_in);
    let image = match key {
        Some(key) => store::by_key_within(tx, key).await?.filter(|image| image.in_library && image.is_public),
        None => None,
    };
    let sentence = match image {
        None => "There is no such picture in the library",
        Some(image) if !image.is_described() => UNDESCRIBED,
        Some(_) => return Ok(None),
    };
    Ok(Some(FieldError::new(field, sentence)))
}

/// The cache tags of all records that show this image. Also invalidates the list cache of such places.
pub async fn tags(tx: &mut Tx, id: ImageId) -> Result<Vec<CacheTag>, StoreError> {
    execute!(tx, sqlx::query(INVALIDATE_LIST_JSON).bind(id))?;
    let mut tags = Vec::new();
    for image_use in store::uses_within(tx, id).await? {
        match image_use.kind.as_str() {
            "place" => {
                tags.extend([CacheTag::Place(PlaceId(image_use.id)), CacheTag::Places]);
                let slugs: Vec<String> =
                    with_tx!(tx, |engine| sqlx::query_scalar(SLUGS).bind(image_use.id).fetch_all(engine))?;
                tags.extend(slugs.into_iter().map(|slug| CacheTag::PlaceSlug(slug.into())));
            }
            "article" => tags.extend([CacheTag::Article(ArticleId(image_use.id)), CacheTag::Articles]),
            "settings" => tags.push(CacheTag::Settings),
            _ => tags.push(CacheTag::Guestbook),
        }
    }
    tags.sort();
    tags.dedup();
    Ok(tags)
}
