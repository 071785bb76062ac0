//! Deletion of entries and comments. A record that a moderator deletes is hidden at once and deleted permanently after
//! ten minutes. Until then, only the author of a deleted entry and admins may fetch its photos, as for every entry that
//! is not public.
//!
//! In the database, a soft-deleted record has the status `rejected`, so that older servers running at the same time
//! hide it too, and `deleted_at` distinguishes it from rejected records. Its former status is stored in another column.

use super::model::{Comment, Entry, abbreviate_name};
use super::store::{self, select_entries_sql};
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::db::soft_delete::{self, TableWithStatus};
use crate::http::app::HookFuture;
use crate::media::{self, model::RecordWithImages};
use crate::{execute, with_tx};

const ENTRY_TABLE: TableWithStatus =
    TableWithStatus { name: "guestbook_entry", status_while_deleted: "rejected", has_version: true };
const COMMENT_TABLE: TableWithStatus =
    TableWithStatus { name: "guestbook_comment", status_while_deleted: "rejected", has_version: false };

// Returns no row if the comment was not deleted at `$2` or later, or if its entry or its parent comment is deleted.
const SELECT_DELETION_TIME_OF_RESTORABLE_COMMENT: &str = "select comment.deleted_at from guestbook_comment comment
join guestbook_entry entry on entry.id = comment.entry_id
where comment.id = $1 and comment.deleted_at >= $2 and entry.deleted_at is null and not exists (
    select 1 from guestbook_comment above where above.id = comment.parent_id and above.deleted_at is not null)";

const SELECT_ENTRIES_OF_AUTHOR: &str = concat!(select_entries_sql!(), " where entry.author_id = $1");

// One statement selects and deletes the entries. Between two statements, a moderator could restore or approve an entry.
const DELETE_NON_PUBLIC_ENTRIES: &str = "
delete from guestbook_entry where author_id = $1 and (status <> 'approved' or deleted_at is not null) returning id";

const DELETE_NON_PUBLIC_COMMENTS: &str = "
delete from guestbook_comment where author_id = $1 and (status <> 'approved' or deleted_at is not null)";

const ANONYMIZE_ENTRY: &str =
    "update guestbook_entry set author_id = null, author_name = $2, search = $3 where id = $1";

const SELECT_COMMENT_AUTHOR_NAMES: &str = "select distinct author_name from guestbook_comment where author_id = $1";

const ANONYMIZE_COMMENTS: &str = "
update guestbook_comment set author_id = null, author_name = $3 where author_id = $1 and author_name = $2";

/// Soft-deletes an entry with its comments. Its photos are no longer public.
pub async fn soft_delete_entry(tx: &mut Tx, entry: &Entry, now: Timestamp) -> Result<(), StoreError> {
    ENTRY_TABLE.soft_delete(tx, "id = $1", entry.id.0, now).await?;
    COMMENT_TABLE.soft_delete(tx, "entry_id = $1", entry.id.0, now).await?;
    if entry.is_public() {
        media::store::set_photos_public(tx, RecordWithImages::Entry(entry.id), false).await?;
    }
    store::add_to_public_entry_count(tx, -i64::from(entry.is_public())).await
}

/// Restores an entry with the comments that were deleted together with it. Fails with [`StoreError::NotFound`] if the
/// entry was not soft-deleted within the last ten minutes.
pub async fn restore_entry(tx: &mut Tx, id: EntryId, now: Timestamp) -> Result<Entry, StoreError> {
    let deleted_at = get_entry_deletion_time_for_update(tx, id)
        .await?
        .filter(|deleted_at| *deleted_at >= now.plus_seconds(-UNDO_WINDOW_S))
        .ok_or(StoreError::NotFound)?;
    ENTRY_TABLE.restore(tx, "id = $1 and deleted_at = $2", id.0, deleted_at).await?;
    // A comment that was deleted earlier has another `deleted_at` and stays deleted.
    COMMENT_TABLE.restore(tx, "entry_id = $1 and deleted_at = $2", id.0, deleted_at).await?;
    let entry = store::get_for_update(tx, id).await?;
    if entry.is_public() {
        media::store::set_photos_public(tx, RecordWithImages::Entry(id), true).await?;
    }
    store::add_to_public_entry_count(tx, i64::from(entry.is_public())).await?;
    Ok(entry)
}

/// Soft-deletes a comment with its replies.
pub async fn soft_delete_comment(tx: &mut Tx, id: CommentId, now: Timestamp) -> Result<(), StoreError> {
    COMMENT_TABLE.soft_delete(tx, "(id = $1 or parent_id = $1)", id.0, now).await?;
    Ok(())
}

/// Restores a comment with the replies that were deleted together with it. Fails with [`StoreError::NotFound`] if the
/// comment was not soft-deleted within the last ten minutes, or if its entry or its parent comment is deleted.
pub async fn restore_comment(tx: &mut Tx, id: CommentId, now: Timestamp) -> Result<Comment, StoreError> {
    // Locks the entry, so that it cannot be deleted at the same time.
    const LOCK: &str = "select entry.id from guestbook_entry entry
        where entry.id = (select entry_id from guestbook_comment where id = $1) for update";
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query(LOCK).bind(id))?;
    }
    let since = now.plus_seconds(-UNDO_WINDOW_S);
    let deleted_at: Timestamp = with_tx!(tx, |engine| sqlx::query_scalar(SELECT_DELETION_TIME_OF_RESTORABLE_COMMENT)
        .bind(id)
        .bind(since)
        .fetch_one(engine))?;
    COMMENT_TABLE.restore(tx, "(id = $1 or parent_id = $1) and deleted_at = $2", id.0, deleted_at).await?;
    store::get_comment_for_update(tx, id).await
}

/// The entry with this id if `author` wrote it and a moderator has soft-deleted it, otherwise `None`. Locks a
/// soft-deleted entry until the commit.
pub async fn lock_own_deleted_entry(tx: &mut Tx, id: EntryId, author: &AccountId) -> Result<Option<Entry>, StoreError> {
    const SELECT_OWN_DELETED: &str = concat!(
        select_entries_sql!(),
        " where entry.id = $1 and entry.author_id = $2 and entry.deleted_at is not null"
    );
    if get_entry_deletion_time_for_update(tx, id).await?.is_none() {
        return Ok(None);
    }
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_OWN_DELETED).bind(id).bind(author).fetch_optional(engine))?)
}

/// Permanently deletes the comments and at most 1000 entries that were soft-deleted before `cutoff`. Returns the number
/// of deleted records, without the comments that are deleted with their entries.
pub async fn purge(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    let mut purged_count = 0;
    for id in soft_delete::ids_to_purge(db, ENTRY_TABLE.name, cutoff).await? {
        purged_count += db.write(move |tx| Box::pin(purge_entry(tx, id, cutoff))).await?;
    }
    Ok(purged_count + soft_delete::purge(db, COMMENT_TABLE.name, cutoff).await?)
}

/// Permanently deletes an entry, unless it was restored after [`purge`] read its id. Returns the number of deletions.
async fn purge_entry(tx: &mut Tx, id: EntryId, cutoff: Timestamp) -> Result<u64, StoreError> {
    match get_entry_deletion_time_for_update(tx, id).await? {
        Some(deleted_at) if deleted_at < cutoff => store::delete_entry_without_count_update(tx, id).await.map(|()| 1),
        _ => Ok(0),
    }
}

/// Locks a soft-deleted entry until the commit and returns the time of its deletion; `None` if it is not deleted
/// or does not exist.
async fn get_entry_deletion_time_for_update(tx: &mut Tx, id: EntryId) -> Result<Option<Timestamp>, StoreError> {
    const SELECT: &str = "select deleted_at from guestbook_entry where id = $1 and deleted_at is not null";
    let select = store::with_row_locks(tx, SELECT, "guestbook_entry");
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).fetch_optional(engine))?)
}

/// Deletes or anonymizes the entries and comments of an account, when the account is deleted. Entries and comments that
/// are not approved are deleted. Approved ones stay under the abbreviated name of the author (R426), so that readers
/// see no change.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        let deleted_entry_ids: Vec<EntryId> =
            with_tx!(tx, |engine| sqlx::query_scalar(DELETE_NON_PUBLIC_ENTRIES).bind(&id).fetch_all(engine))?;
        for entry in deleted_entry_ids {
            media::store::remove_photos_shown_by(tx, RecordWithImages::Entry(entry)).await?;
        }
        execute!(tx, sqlx::query(DELETE_NON_PUBLIC_COMMENTS).bind(&id))?;
        // The entries are locked, so that their search text is computed from their current message.
        let select = store::with_row_locks(tx, SELECT_ENTRIES_OF_AUTHOR, "entry");
        let entries: Vec<Entry> = with_tx!(tx, |engine| sqlx::query_as(select).bind(&id).fetch_all(engine))?;
        for mut entry in entries {
            entry.author_name = abbreviate_name(&entry.author_name);
            let (name, search) = (&entry.author_name, entry.search_text());
            execute!(tx, sqlx::query(ANONYMIZE_ENTRY).bind(entry.id).bind(name).bind(search))?;
        }
        let names: Vec<String> =
            with_tx!(tx, |engine| sqlx::query_scalar(SELECT_COMMENT_AUTHOR_NAMES).bind(&id).fetch_all(engine))?;
        for name in names {
            execute!(tx, sqlx::query(ANONYMIZE_COMMENTS).bind(&id).bind(&name).bind(abbreviate_name(&name)))?;
        }
        Ok(Vec::new())
    })
}
