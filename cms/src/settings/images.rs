//! The image of the settings, if it is in the library.

use super::dto::Settings;
use super::store;
use crate::common::clock::Timestamp;
use crate::common::id::ImageId;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::app::HookFuture;
use crate::http::problem::FieldError;
use crate::media;
use crate::media::dto::ImageResponse;
use crate::media::model::{Owner, keys_in};
use crate::media::write;

/// The public image of the settings, at most one.
pub async fn find(db: &Db, settings: &Settings) -> Result<Vec<ImageResponse>, StoreError> {
    let keys = keys_in(settings.image_url.as_deref().unwrap_or_default());
    let found = media::store::by_keys(db, &keys).await?.into_values();
    Ok(found.filter(|image| image.is_public).map(ImageResponse::from).collect())
}

/// The same inside a write, after [`update_uses`].
pub async fn find_within(tx: &mut Tx) -> Result<Vec<ImageResponse>, StoreError> {
    let shown = media::store::of_owner(tx, Owner::Settings).await?;
    Ok(shown.into_iter().filter(|image| image.is_public).map(ImageResponse::from).collect())
}

/// The errors of a changed image.
pub async fn validate(tx: &mut Tx, before: &Settings, after: &Settings) -> Result<Vec<FieldError>, StoreError> {
    match after.image_url.as_deref().filter(|_| before.image_url != after.image_url) {
        Some(address) => Ok(write::validate_address(tx, "imageUrl", address).await?.into_iter().collect()),
        None => Ok(Vec::new()),
    }
}

/// Records which image the settings show.
pub async fn update_uses(tx: &mut Tx, before: &Settings, after: &Settings) -> Result<(), StoreError> {
    if before.image_url == after.image_url {
        return Ok(());
    }
    write::set_uses_in_texts(tx, Owner::Settings, &[after.image_url.as_deref().unwrap_or_default()]).await
}

/// Replaces the key of a replaced image in the settings. Returns the cache tags of the change.
pub fn swap(tx: &mut Tx, (image_id, old, new): (ImageId, String, String), now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        // A write of the settings locks them before the image. This write holds the image, so it locks the settings
        // only if needed.
        let shown = media::store::of_owner(tx, Owner::Settings).await?;
        if shown.iter().all(|image| image.id != image_id) {
            return Ok(Vec::new());
        }
        let mut settings = store::locked(tx).await?.settings;
        match settings.image_url.as_mut().filter(|address| address.contains(&old)) {
            Some(address) => *address = address.replace(&old, &new),
            None => return Ok(Vec::new()),
        }
        store::put(tx, settings, now).await
    })
}
