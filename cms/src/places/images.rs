//! The images of places that are in this guide's own media storage.

use sqlx::types::Json;

use super::model::Place;
use crate::common::clock::Timestamp;
use crate::common::id::{ImageId, PlaceId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::app::HookFuture;
use crate::http::problem::FieldError;
use crate::media::model::{Owner, keys_in};
use crate::media::{store, write};
use crate::{execute, with_tx};

const SHOWN_BY: &str = "
select place.id, place.image_url, place.gallery from place
join image_use on image_use.kind = 'place' and image_use.owner_id = place.id
where image_use.image_id = $1 order by place.id";

// For a place in the trash, `updated_at` stays the time of its deletion.
const SWAP: &str = "update place set version = version + 1, list_json_epoch = 0, image_url = $1, gallery = $2,
updated_at = case when deleted_at is null then $3 else updated_at end where id = $4";

/// The URLs of its images, the main one first.
pub fn urls(place: &Place) -> Vec<&str> {
    place.image_url.iter().chain(place.gallery.iter()).map(String::as_str).collect()
}

/// Sets the `pictures` of places, with at most one statement.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    let keys: Vec<String> = places.iter().flat_map(|place| urls(place)).flat_map(keys_in).collect();
    let pictures = store::by_keys(db, &keys).await?;
    for place in places {
        let keys = keys_in(&urls(place).join("\n"));
        place.pictures = keys.iter().filter_map(|key| pictures.get(key).cloned()).collect();
    }
    Ok(())
}

/// Sets the `pictures` of a place within a transaction.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    place.pictures = store::of_owner(tx, Owner::Place(place.id)).await?;
    Ok(())
}

/// The errors of images that a change adds. Images from before the change are not validated again.
pub async fn validate(tx: &mut Tx, before: &Place, after: &Place) -> Result<Vec<FieldError>, StoreError> {
    let previous = urls(before);
    let main = after.image_url.iter().map(|url| ("imageUrl", url));
    let all = main.chain(after.gallery.iter().map(|url| ("gallery", url)));
    let mut errors = Vec::new();
    for (field, url) in all.filter(|(_, url)| !previous.contains(&url.as_str())) {
        errors.extend(write::validate_address(tx, field, url).await?);
    }
    errors.dedup();
    Ok(errors)
}

/// Stores which images the place shows.
pub async fn store_uses(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    if before.map(urls).unwrap_or_default() == urls(after) {
        return Ok(());
    }
    write::set_uses_in_texts(tx, Owner::Place(id), &urls(after)).await
}

/// Replaces the old key of an image by its new one in all places.
pub fn swap(tx: &mut Tx, (image_id, old, new): (ImageId, String, String), now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        type Row = (PlaceId, Option<String>, Json<Vec<String>>);
        let places: Vec<Row> = with_tx!(tx, |engine| sqlx::query_as(SHOWN_BY).bind(image_id).fetch_all(engine))?;
        for (id, image_url, Json(gallery)) in places {
            let image_url = image_url.map(|url| url.replace(&old, &new));
            let gallery: Vec<String> = gallery.iter().map(|url| url.replace(&old, &new)).collect();
            execute!(tx, sqlx::query(SWAP).bind(image_url).bind(Json(gallery)).bind(now).bind(id))?;
        }
        // The change of the image already has the tags of these places.
        Ok(Vec::new())
    })
}
