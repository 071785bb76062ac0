//! The region's picture, where it is one of this guide's own.

use futures_util::future::BoxFuture;

use super::dto::Region;
use super::store;
use crate::common::clock::Timestamp;
use crate::common::id::PictureId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::problem::FieldError;
use crate::jobs::changes::Tag;
use crate::media;
use crate::media::dto::PictureView;
use crate::media::model::{Owner, keys_in};
use crate::media::write;

/// What is known of it: one picture at most.
pub async fn of(db: &Db, region: &Region) -> Result<Vec<PictureView>, StoreError> {
    let keys = keys_in(region.image_url.as_deref().unwrap_or_default());
    let known = media::store::by_keys(db, &keys).await?.into_values();
    Ok(known.filter(|picture| picture.is_public).map(PictureView::from).collect())
}

/// The same inside a write, once it is noted.
pub async fn within(tx: &mut Tx) -> Result<Vec<PictureView>, StoreError> {
    let shown = media::store::of_owner(tx, Owner::Settings).await?;
    Ok(shown.into_iter().filter(|picture| picture.is_public).map(PictureView::from).collect())
}

/// What is wrong with a picture that a change brings.
pub async fn objections(tx: &mut Tx, before: &Region, after: &Region) -> Result<Vec<FieldError>, StoreError> {
    match after.image_url.as_deref().filter(|_| before.image_url != after.image_url) {
        Some(address) => Ok(write::objection(tx, "imageUrl", address).await?.into_iter().collect()),
        None => Ok(Vec::new()),
    }
}

/// Notes which picture the settings show.
pub async fn note(tx: &mut Tx, before: &Region, after: &Region) -> Result<(), StoreError> {
    if before.image_url == after.image_url {
        return Ok(());
    }
    write::note_named(tx, Owner::Settings, &[after.image_url.as_deref().unwrap_or_default()]).await
}

/// Puts a picture's new key in the place of the old one.
pub fn swap(
    tx: &mut Tx,
    (picture, old, new): (PictureId, String, String),
    now: Timestamp,
) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        // Whoever changes the settings holds them before the picture: without need this does not wait for them.
        let shown = media::store::of_owner(tx, Owner::Settings).await?;
        if shown.iter().all(|one| one.id != picture) {
            return Ok(Vec::new());
        }
        let mut region = store::held(tx).await?.region;
        match region.image_url.as_mut().filter(|address| address.contains(&old)) {
            Some(address) => *address = address.replace(&old, &new),
            None => return Ok(Vec::new()),
        }
        store::put(tx, region, now).await
    })
}
