//! A picture that was deleted: nowhere at once, kept for ten minutes in case it was a slip, then gone; its files are swept.

use super::model::Picture;
use super::write;
use crate::common::clock::{Timestamp, UNDO_WINDOW_SECS};
use crate::common::id::{AccountId, PictureId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::jobs::changes;
use crate::{execute, with_pool};

const OVERDUE: &str = "select id from image where deleted_at < $1 order by deleted_at limit 1000";

/// Puts a picture aside. What shows it stays noted.
pub async fn put(tx: &mut Tx, id: PictureId, by: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let put = "update image set deleted_at = $2, deleted_by = $3 where id = $1";
    execute!(tx, sqlx::query(put).bind(id).bind(now).bind(by))?;
    Ok(())
}

/// Brings a picture back, held until the commit: one that was deleted by this account, or by anybody. Fails with
/// [`StoreError::NotFound`] if the image was not deleted, was deleted by somebody else, or its undo window is over.
pub async fn take(tx: &mut Tx, id: PictureId, by: Option<&AccountId>, now: Timestamp) -> Result<Picture, StoreError> {
    write::hold(tx, id).await?;
    let take = "update image set deleted_at = null, deleted_by = null
        where id = $1 and deleted_at >= $2 and ($3 is null or deleted_by = $3)";
    match execute!(tx, sqlx::query(take).bind(id).bind(now.plus_seconds(-UNDO_WINDOW_SECS)).bind(by))? {
        0 => Err(StoreError::NotFound),
        _ => write::locked(tx, id).await,
    }
}

/// What nobody can bring back any more.
pub async fn overdue(db: &Db, now: Timestamp) -> Result<Vec<PictureId>, StoreError> {
    let then = now.plus_seconds(-UNDO_WINDOW_SECS);
    Ok(with_pool!(db, |engine| sqlx::query_scalar(OVERDUE).bind(then).fetch_all(engine))?)
}

/// Removes one of those; answers whether it did. Another replica, or somebody who wanted it back, may have
/// been faster.
pub async fn forget(app: &App, id: PictureId) -> Result<bool, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Places).await?;
            write::hold(tx, id).await?;
            // An older server beside this one knew nothing of its deletion, and may have shown it on.
            let tags = write::tags(tx, id).await?;
            let forget = "delete from image where id = $1 and deleted_at < $2";
            let then = now.plus_seconds(-UNDO_WINDOW_SECS);
            let is_gone = execute!(tx, sqlx::query(forget).bind(id).bind(then))? > 0;
            if is_gone && !tags.is_empty() {
                changes::append(tx, tags.clone(), now).await?;
            }
            Ok::<_, StoreError>((is_gone, if is_gone { tags } else { Vec::new() }))
        })
    })
    .await
}
