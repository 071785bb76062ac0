//! Soft deletion of images: they are hidden at once and deleted permanently after ten minutes. The garbage collector
//! deletes the files.

use super::model::Image;
use super::write;
use crate::common::clock::{Timestamp, UNDO_WINDOW_SECS};
use crate::common::id::{AccountId, ImageId};
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::execute;
use crate::http::app::App;
use crate::jobs::change_log;

/// The table of images.
pub const TABLE: &str = "image";

/// Soft-deletes an image. Its uses stay recorded.
pub async fn delete(tx: &mut Tx, id: ImageId, by: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let delete = "update image set deleted_at = $2, deleted_by = $3 where id = $1";
    execute!(tx, sqlx::query(delete).bind(id).bind(now).bind(by))?;
    Ok(())
}

/// Restores an image and locks it until the commit. Fails with [`StoreError::NotFound`] if the image was not deleted,
/// was deleted by an account other than `by`, or its undo window is over.
pub async fn restore(tx: &mut Tx, id: ImageId, by: Option<&AccountId>, now: Timestamp) -> Result<Image, StoreError> {
    write::lock(tx, id).await?;
    let restore = "update image set deleted_at = null, deleted_by = null
        where id = $1 and deleted_at >= $2 and ($3 is null or deleted_by = $3)";
    match execute!(tx, sqlx::query(restore).bind(id).bind(now.plus_seconds(-UNDO_WINDOW_SECS)).bind(by))? {
        0 => Err(StoreError::NotFound),
        _ => write::locked(tx, id).await,
    }
}

/// Permanently deletes an image that was soft-deleted before `cutoff`. Returns `false` if another replica has deleted it
/// or it was restored meanwhile.
pub async fn purge(app: &App, id: ImageId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Places).await?;
            write::lock(tx, id).await?;
            // Servers of a version without soft deletion may still show the image.
            let tags = write::tags(tx, id).await?;
            let purge = "delete from image where id = $1 and deleted_at < $2";
            let is_deleted = execute!(tx, sqlx::query(purge).bind(id).bind(cutoff))? > 0;
            let tags = if is_deleted { tags } else { Vec::new() };
            Ok::<_, StoreError>((is_deleted, change_log::append_tags(tx, tags, now).await?))
        })
    })
    .await
}
