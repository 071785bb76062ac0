//! What a moderator has deleted: out of everybody's sight at once, kept for ten minutes in case it was a slip, then gone.
//!
//! In the database its status is a word of its own, `deleted`, for which nothing else asks; what it was stands beside it.

use super::model::{Comment, Entry, UNDO_S};
use super::write;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::kernel::clock::Moment;
use crate::kernel::id::{CommentId, EntryId};
use crate::media::{self, model::Owner};
use crate::{changed, on, within};

const PUT_ENTRY: &str = "update guestbook_entry
set version = version + 1, deleted_status = status, status = 'deleted', deleted_at = $2 where id = $1";

const PUT_COMMENTS_UNDER: &str = "update guestbook_comment
set deleted_status = status, status = 'deleted', deleted_at = $2 where entry_id = $1 and status <> 'deleted'";

const PUT_COMMENT: &str = "update guestbook_comment
set deleted_status = status, status = 'deleted', deleted_at = $2 where (id = $1 or parent_id = $1) and status <> 'deleted'";

const ENTRY_SINCE: &str =
    "select deleted_at from guestbook_entry where id = $1 and status = 'deleted' and deleted_at >= $2";

const TAKE_ENTRY: &str = "update guestbook_entry
set version = version + 1, status = deleted_status, deleted_status = null, deleted_at = null
where id = $1 and status = 'deleted' and deleted_at = $2";

// Those alone that were deleted with it.
const TAKE_COMMENTS_UNDER: &str = "update guestbook_comment
set status = deleted_status, deleted_status = null, deleted_at = null
where entry_id = $1 and status = 'deleted' and deleted_at = $2";

const COMMENT_SINCE: &str = "select remark.deleted_at from guestbook_comment remark
join guestbook_entry entry on entry.id = remark.entry_id
where remark.id = $1 and remark.status = 'deleted' and remark.deleted_at >= $2 and entry.status <> 'deleted'";

const TAKE_COMMENT: &str = "update guestbook_comment
set status = deleted_status, deleted_status = null, deleted_at = null
where (id = $1 or parent_id = $1) and status = 'deleted' and deleted_at = $2";

const OVERDUE: &str =
    "select id from guestbook_entry where status = 'deleted' and deleted_at < $1 order by id limit 100";

const FORGET_COMMENTS: &str = "delete from guestbook_comment where status = 'deleted' and deleted_at < $1";

/// Puts an entry aside with its comments and photos.
pub async fn put_entry(tx: &mut Tx, entry: &Entry, now: Moment) -> Result<(), StoreError> {
    changed!(tx, sqlx::query(PUT_ENTRY).bind(entry.id).bind(now))?;
    changed!(tx, sqlx::query(PUT_COMMENTS_UNDER).bind(entry.id).bind(now))?;
    if entry.is_shown() {
        media::write::show(tx, Owner::Entry(entry.id), false).await?;
    }
    write::count(tx, Some(entry), None).await
}

/// Brings an entry back as it was. Fails with [`StoreError::Missing`] when it is too late, or was never deleted.
pub async fn take_entry(tx: &mut Tx, id: EntryId, now: Moment) -> Result<Entry, StoreError> {
    let at: Moment = within!(tx, |engine| sqlx::query_scalar(ENTRY_SINCE)
        .bind(id)
        .bind(now.plus_seconds(-UNDO_S))
        .fetch_one(engine))?;
    if changed!(tx, sqlx::query(TAKE_ENTRY).bind(id).bind(at))? == 0 {
        return Err(StoreError::Missing);
    }
    changed!(tx, sqlx::query(TAKE_COMMENTS_UNDER).bind(id).bind(at))?;
    let entry = write::locked(tx, id).await?;
    if entry.is_shown() {
        media::write::show(tx, Owner::Entry(id), true).await?;
    }
    write::count(tx, None, Some(&entry)).await?;
    Ok(entry)
}

/// Puts a comment aside with the answers to it.
pub async fn put_comment(tx: &mut Tx, id: CommentId, now: Moment) -> Result<(), StoreError> {
    changed!(tx, sqlx::query(PUT_COMMENT).bind(id).bind(now))?;
    Ok(())
}

/// Brings a comment back as it was. Fails with [`StoreError::Missing`] when it is too late, was never deleted, or its
/// entry has been deleted itself.
pub async fn take_comment(tx: &mut Tx, id: CommentId, now: Moment) -> Result<Comment, StoreError> {
    let since = now.plus_seconds(-UNDO_S);
    let at: Moment = within!(tx, |engine| sqlx::query_scalar(COMMENT_SINCE).bind(id).bind(since).fetch_one(engine))?;
    changed!(tx, sqlx::query(TAKE_COMMENT).bind(id).bind(at))?;
    write::locked_comment(tx, id).await
}

/// Removes what nobody can bring back any more; answers how many entries that were.
pub async fn forget(db: &Db, now: Moment) -> Result<u64, StoreError> {
    let then = now.plus_seconds(-UNDO_S);
    let mut forgotten = 0;
    loop {
        let ids: Vec<EntryId> = on!(db, |engine| sqlx::query_scalar(OVERDUE).bind(then).fetch_all(engine))?;
        if ids.is_empty() {
            break;
        }
        forgotten += ids.len() as u64;
        db.write(move |tx| {
            Box::pin(async move {
                for id in ids {
                    write::remove_row(tx, id).await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await?;
    }
    db.write(move |tx| {
        Box::pin(async move {
            changed!(tx, sqlx::query(FORGET_COMMENTS).bind(then))?;
            Ok::<_, StoreError>(())
        })
    })
    .await?;
    Ok(forgotten)
}
