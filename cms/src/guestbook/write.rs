//! Writes entries and comments, the stored count and decisions, within the caller's transaction.

use sqlx::AssertSqlSafe;

use super::model::{Comment, Entry, Status};
use super::store::{comments, entries};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::media::{self, model::Owner};
use crate::spam::words::fingerprint;
use crate::{execute, insert_row, update_row, with_tx};

const ADD: &str = "
insert into guestbook_entry (status, author_id, author_name, message, nationality, location, latitude, longitude, rating,
    place_id, spam_score, spam_reasons, created_at, updated_at, text_fingerprint, search)
values ";
/// The number of parameters per row.
const COLUMNS: usize = 16;

const STORE_COMMENT_DECISION: &str =
    "update guestbook_comment set status = $2, notes = $3, moderated_at = $4 where id = $1";

const LOG_MODERATION: &str = "
insert into moderation_log (entry_id, comment_id, account_id, action, old_status, new_status, notes, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)";

const COUNT: &str = "update counter set value = value + $1 where name = 'guestbook_public'";

/// Locks an entry until the commit. Fails with [`StoreError::NotFound`].
pub async fn locked(tx: &mut Tx, id: EntryId) -> Result<Entry, StoreError> {
    const SELECT: &str = concat!(entries!(), " where entry.id = $1 and entry.deleted_at is null");
    const LOCK: &str = concat!(entries!(), " where entry.id = $1 and entry.deleted_at is null for update of entry");
    let select = if matches!(tx, Tx::Postgres(_)) { LOCK } else { SELECT };
    let mut entry: Entry = with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?;
    entry.pictures = media::store::shown_by(tx, Owner::Entry(id)).await?;
    Ok(entry)
}

/// Adds an entry and generates its id.
pub async fn add(tx: &mut Tx, entry: &Entry) -> Result<EntryId, StoreError> {
    add_all(tx, std::slice::from_ref(entry)).await?.pop().ok_or(StoreError::NotFound)
}

/// Adds several entries and returns their ids in the same order.
pub async fn add_all(tx: &mut Tx, entries: &[Entry]) -> Result<Vec<EntryId>, StoreError> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let row =
        |row: usize| (1..=COLUMNS).map(|column| format!("${}", row * COLUMNS + column)).collect::<Vec<_>>().join(", ");
    let rows: Vec<String> = (0..entries.len()).map(row).collect();
    let sql = AssertSqlSafe(format!("{ADD}({}) returning id", rows.join("), (")));
    let mut ids: Vec<EntryId> = with_tx!(tx, |engine| entries
        .iter()
        .fold(sqlx::query_scalar(sql), |query, entry| query
            .bind(entry.status)
            .bind(&entry.author_id)
            .bind(&entry.author_name)
            .bind(&entry.message)
            .bind(&entry.nationality)
            .bind(&entry.location)
            .bind(entry.latitude)
            .bind(entry.longitude)
            .bind(entry.rating)
            .bind(entry.place_id)
            .bind(entry.spam_score)
            .bind(&entry.spam_reasons)
            .bind(entry.created_at)
            .bind(entry.updated_at)
            .bind(fingerprint(&entry.message))
            .bind(entry.search_text()))
        .fetch_all(engine))?;
    // Ids are generated in the order of the rows, but may be returned in another order.
    ids.sort_unstable();
    let shown = entries.iter().filter(|entry| entry.is_public()).count();
    count(tx, i64::try_from(shown).unwrap_or(i64::MAX)).await?;
    Ok(ids)
}

/// Replaces `before`, as read by [`locked`], by `after`.
pub async fn change(tx: &mut Tx, before: &Entry, after: &Entry) -> Result<(), StoreError> {
    update_row!(tx, "update guestbook_entry set version = version + 1", before.id, after {
        status, author_name, message, nationality, location, rating, place_id, notes, previous_status, moderated_at,
        notified_status, updated_at,
    }, {
        text_fingerprint: fingerprint(&after.message),
        search: after.search_text(),
    })?;
    if before.is_public() != after.is_public() {
        media::write::set_public(tx, Owner::Entry(before.id), after.is_public()).await?;
    }
    count(tx, i64::from(after.is_public()) - i64::from(before.is_public())).await
}

/// Deletes an entry with its comments and photos.
pub async fn remove(tx: &mut Tx, entry: &Entry) -> Result<(), StoreError> {
    remove_row(tx, entry.id).await?;
    count(tx, -i64::from(entry.is_public())).await
}

/// Deletes an entry that is not included in the count.
pub async fn remove_row(tx: &mut Tx, id: EntryId) -> Result<(), StoreError> {
    media::write::remove_photos_of(tx, Owner::Entry(id)).await?;
    execute!(tx, sqlx::query("delete from guestbook_entry where id = $1").bind(id))?;
    Ok(())
}

/// Adds a decision of a moderator, or its undo, to the moderation log.
pub async fn log_moderation(
    tx: &mut Tx,
    (moderator, action): (&AccountId, &str),
    (entry, comment): (EntryId, Option<CommentId>),
    ([was, is], notes): ([Status; 2], Option<&str>),
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(
        tx,
        sqlx::query(LOG_MODERATION)
            .bind(entry)
            .bind(comment)
            .bind(moderator)
            .bind(action)
            .bind(was)
            .bind(is)
            .bind(notes)
            .bind(now)
    )?;
    Ok(())
}

/// Locks a comment until the commit. Fails with [`StoreError::NotFound`].
pub async fn locked_comment(tx: &mut Tx, id: CommentId) -> Result<Comment, StoreError> {
    const SELECT: &str = concat!(comments!(), " where remark.id = $1 and remark.deleted_at is null");
    const LOCK: &str = concat!(comments!(), " where remark.id = $1 and remark.deleted_at is null for update of remark");
    let select = if matches!(tx, Tx::Postgres(_)) { LOCK } else { SELECT };
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// Adds a comment and generates its id.
pub async fn add_comment(tx: &mut Tx, comment: &Comment) -> Result<CommentId, StoreError> {
    Ok(insert_row!(tx, "insert into guestbook_comment", comment {
        entry_id, parent_id, author_id, author_name, message, status, spam_score, spam_reasons, created_at,
    }, {
        text_fingerprint: fingerprint(&comment.message),
    })?)
}

/// Stores a decision on a comment.
pub async fn store_comment_decision(tx: &mut Tx, comment: &Comment) -> Result<(), StoreError> {
    let Comment { id, status, notes, moderated_at, .. } = comment;
    execute!(tx, sqlx::query(STORE_COMMENT_DECISION).bind(id).bind(status).bind(notes).bind(moderated_at))?;
    Ok(())
}

/// Increases the count of public entries.
pub async fn count(tx: &mut Tx, more: i64) -> Result<(), StoreError> {
    if more != 0 {
        execute!(tx, sqlx::query(COUNT).bind(more))?;
    }
    Ok(())
}
