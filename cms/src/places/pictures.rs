//! Which of the pictures that a place shows are this guide's own.

use futures_util::future::BoxFuture;
use sqlx::types::Json;

use super::model::Place;
use crate::common::clock::Timestamp;
use crate::common::id::{PictureId, PlaceId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::problem::FieldError;
use crate::jobs::changes::Tag;
use crate::media::model::{Owner, keys_in};
use crate::media::{store, write};
use crate::{execute, with_tx};

const SHOWN_BY: &str = "
select place.id, place.image_url, place.gallery from place
join image_use on image_use.kind = 'place' and image_use.owner_id = place.id
where image_use.image_id = $1 order by place.id";

// In the trash its last change is how it came there.
const SWAP: &str = "update place set version = version + 1, list_json_epoch = 0, image_url = $1, gallery = $2,
updated_at = case when deleted_at is null then $3 else updated_at end where id = $4";

/// The addresses of its pictures, the main one first.
pub fn addresses(place: &Place) -> Vec<&str> {
    place.image_url.iter().chain(place.gallery.iter()).map(String::as_str).collect()
}

/// Puts to each place what is known of its pictures: one statement for all, and none where none is this guide's own.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    let keys: Vec<String> = places.iter().flat_map(|place| addresses(place)).flat_map(keys_in).collect();
    let known = store::by_keys(db, &keys).await?;
    for place in places {
        let keys = keys_in(&addresses(place).join("\n"));
        place.pictures = keys.iter().filter_map(|key| known.get(key).cloned()).collect();
    }
    Ok(())
}

/// The same for one place inside a write.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    place.pictures = store::of_owner(tx, Owner::Place(place.id)).await?;
    Ok(())
}

/// What is wrong with the pictures that a change brings. Those that were there before are not looked at.
pub async fn objections(tx: &mut Tx, before: &Place, after: &Place) -> Result<Vec<FieldError>, StoreError> {
    let had = addresses(before);
    let main = after.image_url.iter().map(|address| ("imageUrl", address));
    let all = main.chain(after.gallery.iter().map(|address| ("gallery", address)));
    let mut objections = Vec::new();
    for (field, address) in all.filter(|(_, address)| !had.contains(&address.as_str())) {
        objections.extend(write::validate_address(tx, field, address).await?);
    }
    objections.dedup();
    Ok(objections)
}

/// Notes which pictures it shows.
pub async fn note(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    if before.map(addresses).unwrap_or_default() == addresses(after) {
        return Ok(());
    }
    write::set_uses_in_texts(tx, Owner::Place(id), &addresses(after)).await
}

/// Puts a picture's new key wherever places have the old one.
pub fn swap(
    tx: &mut Tx,
    (picture, old, new): (PictureId, String, String),
    now: Timestamp,
) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        type Shown = (PlaceId, Option<String>, Json<Vec<String>>);
        let places: Vec<Shown> = with_tx!(tx, |engine| sqlx::query_as(SHOWN_BY).bind(picture).fetch_all(engine))?;
        for (id, image_url, Json(gallery)) in places {
            let image_url = image_url.map(|address| address.replace(&old, &new));
            let gallery: Vec<String> = gallery.iter().map(|address| address.replace(&old, &new)).collect();
            execute!(tx, sqlx::query(SWAP).bind(image_url).bind(Json(gallery)).bind(now).bind(id))?;
        }
        // The places are touched by the picture's own change.
        Ok(Vec::new())
    })
}
