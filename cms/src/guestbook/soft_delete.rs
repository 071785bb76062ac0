//! What a moderator has deleted: out of sight at once, kept for ten minutes in case it was a slip, then gone. Its author
//! and admins alone may fetch its photos meanwhile, as those of whatever else is not shown.
//!
//! In the database it stands as rejected, for older servers beside this one, and `deleted_at` says that it is none of
//! those; what it was stands beside that.

use super::model::{Comment, Entry};
use super::store::entries;
use super::write;
use crate::common::clock::{Timestamp, UNDO_WINDOW_SECS};
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::media::{self, model::Owner};
use crate::{execute, with_pool, with_tx};

const PUT_ENTRY: &str = "update guestbook_entry
set version = version + 1, deleted_status = status, status = 'rejected', deleted_at = $2 where id = $1";

const PUT_COMMENTS_UNDER: &str = "update guestbook_comment
set deleted_status = status, status = 'rejected', deleted_at = $2 where entry_id = $1 and deleted_at is null";

const PUT_COMMENT: &str = "update guestbook_comment
set deleted_status = status, status = 'rejected', deleted_at = $2 where (id = $1 or parent_id = $1) and deleted_at is null";

const TAKE_ENTRY: &str = "update guestbook_entry
set version = version + 1, status = deleted_status, deleted_status = null, deleted_at = null where id = $1";

// Those alone that were deleted with it.
const TAKE_COMMENTS_UNDER: &str = "update guestbook_comment
set status = deleted_status, deleted_status = null, deleted_at = null where entry_id = $1 and deleted_at = $2";

// Not under what is deleted itself.
const COMMENT_SINCE: &str = "select remark.deleted_at from guestbook_comment remark
join guestbook_entry entry on entry.id = remark.entry_id
where remark.id = $1 and remark.deleted_at >= $2 and entry.deleted_at is null and not exists (
    select 1 from guestbook_comment above where above.id = remark.parent_id and above.deleted_at is not null)";

const TAKE_COMMENT: &str = "update guestbook_comment
set status = deleted_status, deleted_status = null, deleted_at = null where (id = $1 or parent_id = $1) and deleted_at = $2";

const OVERDUE: &str = "select id from guestbook_entry where deleted_at < $1 order by deleted_at limit 1000";

const FORGET_COMMENTS: &str = "delete from guestbook_comment where deleted_at < $1";

/// Puts an entry aside with its comments and photos.
pub async fn put_entry(tx: &mut Tx, entry: &Entry, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(PUT_ENTRY).bind(entry.id).bind(now))?;
    execute!(tx, sqlx::query(PUT_COMMENTS_UNDER).bind(entry.id).bind(now))?;
    if entry.is_shown() {
        media::write::show(tx, Owner::Entry(entry.id), false).await?;
    }
    write::count(tx, -i64::from(entry.is_shown())).await
}

/// Brings an entry back as it was. Fails with [`StoreError::NotFound`] when it is too late, or was never deleted.
pub async fn take_entry(tx: &mut Tx, id: EntryId, now: Timestamp) -> Result<Entry, StoreError> {
    let at = held(tx, id).await?.filter(|at| *at >= now.plus_seconds(-UNDO_WINDOW_SECS)).ok_or(StoreError::NotFound)?;
    execute!(tx, sqlx::query(TAKE_ENTRY).bind(id))?;
    execute!(tx, sqlx::query(TAKE_COMMENTS_UNDER).bind(id).bind(at))?;
    let entry = write::locked(tx, id).await?;
    if entry.is_shown() {
        media::write::show(tx, Owner::Entry(id), true).await?;
    }
    write::count(tx, i64::from(entry.is_shown())).await?;
    Ok(entry)
}

/// Puts a comment aside with the answers to it.
pub async fn put_comment(tx: &mut Tx, id: CommentId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(PUT_COMMENT).bind(id).bind(now))?;
    Ok(())
}

/// Brings a comment back as it was. Fails with [`StoreError::NotFound`] when it is too late, was never deleted, or what
/// it stands under has been deleted itself.
pub async fn take_comment(tx: &mut Tx, id: CommentId, now: Timestamp) -> Result<Comment, StoreError> {
    // Nobody may delete its entry meanwhile.
    const HELD: &str = "select entry.id from guestbook_entry entry
        where entry.id = (select entry_id from guestbook_comment where id = $1) for update";
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query(HELD).bind(id))?;
    }
    let since = now.plus_seconds(-UNDO_WINDOW_SECS);
    let at: Timestamp =
        with_tx!(tx, |engine| sqlx::query_scalar(COMMENT_SINCE).bind(id).bind(since).fetch_one(engine))?;
    execute!(tx, sqlx::query(TAKE_COMMENT).bind(id).bind(at))?;
    write::locked_comment(tx, id).await
}

/// An author's entry that somebody else has deleted, and may bring back.
pub async fn own(tx: &mut Tx, id: EntryId, author: &AccountId) -> Result<Option<Entry>, StoreError> {
    const OWN: &str =
        concat!(entries!(), " where entry.id = $1 and entry.author_id = $2 and entry.deleted_at is not null");
    if held(tx, id).await?.is_none() {
        return Ok(None);
    }
    Ok(with_tx!(tx, |engine| sqlx::query_as(OWN).bind(id).bind(author).fetch_optional(engine))?)
}

/// Removes what nobody can bring back any more; answers how many entries and comments that were.
pub async fn forget(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let then = now.plus_seconds(-UNDO_WINDOW_SECS);
    let ids: Vec<EntryId> = with_pool!(db, |engine| sqlx::query_scalar(OVERDUE).bind(then).fetch_all(engine))?;
    let mut forgotten = 0;
    for id in ids {
        forgotten += db.write(move |tx| Box::pin(forget_entry(tx, id, then))).await?;
    }
    let comments = db.write(move |tx| {
        Box::pin(async move { Ok::<_, StoreError>(execute!(tx, sqlx::query(FORGET_COMMENTS).bind(then))?) })
    });
    Ok(forgotten + comments.await?)
}

/// Somebody may have brought it back since it was found.
async fn forget_entry(tx: &mut Tx, id: EntryId, then: Timestamp) -> Result<u64, StoreError> {
    match held(tx, id).await? {
        Some(at) if at < then => write::remove_row(tx, id).await.map(|()| 1),
        _ => Ok(0),
    }
}

/// When an entry was deleted, if it was; held until the commit.
async fn held(tx: &mut Tx, id: EntryId) -> Result<Option<Timestamp>, StoreError> {
    const ONE: &str = "select deleted_at from guestbook_entry where id = $1 and deleted_at is not null";
    const HELD: &str = "select deleted_at from guestbook_entry where id = $1 and deleted_at is not null for update";
    let one = if matches!(tx, Tx::Postgres(_)) { HELD } else { ONE };
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(one).bind(id).fetch_optional(engine))?)
}
