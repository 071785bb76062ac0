//! A picture that was deleted: nowhere at once, kept for ten minutes in case it was a slip, then gone with its files.

use sqlx::types::Json;

use super::model::{Picture, file_names};
use super::{receive, write};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::kernel::clock::{Moment, UNDO_S};
use crate::kernel::id::PictureId;
use crate::{changed, on, within};

const OVERDUE: &str = "select id from picture where deleted_at < $1 order by deleted_at limit 1000";

/// Puts a picture aside. What shows it stays noted.
pub async fn put(tx: &mut Tx, id: PictureId, now: Moment) -> Result<(), StoreError> {
    changed!(tx, sqlx::query("update picture set deleted_at = $2 where id = $1").bind(id).bind(now))?;
    Ok(())
}

/// Brings a picture back, held until the commit. Fails with [`StoreError::Missing`] when it is too late, or was never
/// deleted.
pub async fn take(tx: &mut Tx, id: PictureId, now: Moment) -> Result<Picture, StoreError> {
    write::hold(tx, id).await?;
    let take = "update picture set deleted_at = null where id = $1 and deleted_at >= $2";
    match changed!(tx, sqlx::query(take).bind(id).bind(now.plus_seconds(-UNDO_S)))? {
        0 => Err(StoreError::Missing),
        _ => write::locked(tx, id).await,
    }
}

/// Removes what nobody can bring back any more; answers how many pictures that were.
pub async fn forget(app: &App) -> Result<u64, StoreError> {
    let then = app.clock.now().plus_seconds(-UNDO_S);
    let ids: Vec<PictureId> = on!(&app.db, |engine| sqlx::query_scalar(OVERDUE).bind(then).fetch_all(engine))?;
    let mut forgotten = 0;
    for id in ids {
        let names = app.db.write(move |tx| Box::pin(forget_one(tx, id, then))).await?;
        forgotten += u64::from(names.is_some());
        receive::discard(app, &names.unwrap_or_default()).await;
    }
    Ok(forgotten)
}

/// Somebody may have brought it back since it was found. What its files are called.
async fn forget_one(tx: &mut Tx, id: PictureId, then: Moment) -> Result<Option<Vec<String>>, StoreError> {
    let forget = "delete from picture where id = $1 and deleted_at < $2 returning key, widths";
    let gone: Option<(String, Json<Vec<i64>>)> =
        within!(tx, |engine| sqlx::query_as(forget).bind(id).bind(then).fetch_optional(engine))?;
    Ok(gone.map(|(key, widths)| file_names(&key, widths.0)))
}
