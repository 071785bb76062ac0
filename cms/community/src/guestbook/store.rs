//! Reads and writes guestbook entries and comments, the decisions on them, the moderation log, and the stored count of
//! public entries.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, QueryBuilder};

use super::dto::EntryCounts;
use super::model::{Comment, Entry, Status};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId, PlaceId};
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::media::{self, model::RecordWithImages};
use crate::spam::words::fingerprint;
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The maximum number of comments sent with an entry.
const MAX_LOADED_COMMENTS_PER_ENTRY: i64 = 100;
/// The SQL that selects an [`Entry`], up to the `where` clause.
macro_rules! select_entries_sql {
    () => {
        "select entry.id, entry.version, entry.status, entry.author_id, entry.author_name,
        author.email as author_email, entry.message, entry.nationality, entry.location, entry.latitude,
        entry.longitude, entry.rating, entry.place_id, place.name as place_name, place.slug as place_slug,
        place.is_public as place_is_public, place.owner_id as place_owner_id,
        exists (
            select 1 from guestbook_comment reply
            where reply.entry_id = entry.id and reply.reply_place_id is not null and reply.deleted_at is null
        ) as has_owner_reply, entry.spam_score, entry.spam_reasons, entry.notes, entry.previous_status,
        entry.moderated_at, entry.notified_status, entry.created_at, entry.updated_at
        from guestbook_entry entry
        left join place on place.id = entry.place_id
        left join account author on author.id = entry.author_id"
    };
}
pub(super) use select_entries_sql;

/// The SQL that selects a [`Comment`], up to the `where` clause.
macro_rules! select_comments_sql {
    ($($more:literal)?) => {
        concat!(
            "select comment.id, comment.entry_id, entry.message as entry_message, entry.status as entry_status,
            entry.place_id as entry_place_id, comment.parent_id, comment.reply_place_id,
            replying.name as reply_place_name, comment.author_id, comment.author_name,
            author.email as author_email, comment.message, comment.status, comment.spam_score, comment.spam_reasons,
            comment.notes, comment.moderated_at, comment.created_at",
            $($more,)?
            " from guestbook_comment comment
            join guestbook_entry entry on entry.id = comment.entry_id
            left join place replying on replying.id = comment.reply_place_id
            left join account author on author.id = comment.author_id"
        )
    };
}

const SELECT_ENTRY: &str = concat!(select_entries_sql!(), " where entry.id = $1 and entry.deleted_at is null");

const SELECT_ENTRY_STATUS: &str = "select status from guestbook_entry where id = $1 and deleted_at is null";

const SELECT_COMMENTS_BY_STATUS: &str = concat!(
    select_comments_sql!(),
    " where comment.status = $1 and comment.deleted_at is null order by comment.id desc limit $2 offset $3"
);

const COUNT_COMMENTS_BY_STATUS: &str =
    "select count(*) from guestbook_comment where status = $1 and deleted_at is null";

const SELECT_PUBLIC_ENTRY_COUNT: &str = "select value from counter where name = 'guestbook_public'";

const COUNT_ENTRIES_BY_STATUS: &str =
    "select status, count(*) from guestbook_entry where deleted_at is null group by status";

const SELECT_PLACE_VISIBILITY_AND_OWNER: &str =
    "select is_public, owner_id from place where id = $1 and deleted_at is null";

/// The caller for whom entries are read. The caller determines which entries and comments are visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A caller of the public API, with the account if there is one. Sees approved texts, and the account's own texts
    /// that are pending or spam.
    Public(Option<AccountId>),
    /// A moderator: sees texts of any status that are not soft-deleted.
    Moderator,
}

/// The parameters of a list of entries.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// The caller for whom the list is read.
    pub reader: Reader,
    /// Only entries with this status, which is `Approved` for the public API. A signed-in reader also gets their own
    /// pending entries.
    pub status: Status,
    /// Only entries about this place.
    pub place: Option<PlaceId>,
    /// Folded words that must all occur in the author, message, nationality or location of an entry. Empty for the
    /// public API.
    pub words: Vec<String>,
    /// The page of the list.
    pub page_params: PageParams,
}

/// The entries of a list, newest first, with their comments and photos. Executes at most four SQL statements, one of
/// them for the total.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Entry>, StoreError> {
    let mut items: Vec<Entry> = with_pool!(db, |pool, D| select_entries::<D>(list).build_query_as().fetch_all(pool))?;
    attach_comments(db, &list.reader, &mut items).await?;
    attach_photos(db, &mut items).await?;
    let total: i64 = with_pool!(db, |pool, D| select_entry_count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(list.page_params.page(items, total))
}

/// The status of an entry. `None` if the entry does not exist or is soft-deleted.
pub async fn status(db: &Db, id: EntryId) -> Result<Option<Status>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_ENTRY_STATUS).bind(id).fetch_optional(engine))?)
}

/// An entry of any status, with its photos and the comments that this reader may see. `None` if the entry does not
/// exist or is soft-deleted.
pub async fn find(db: &Db, id: EntryId, reader: &Reader) -> Result<Option<Entry>, StoreError> {
    let entry: Option<Entry> = with_pool!(db, |engine| sqlx::query_as(SELECT_ENTRY).bind(id).fetch_optional(engine))?;
    let mut entries: Vec<Entry> = entry.into_iter().collect();
    attach_comments(db, reader, &mut entries).await?;
    attach_photos(db, &mut entries).await?;
    Ok(entries.pop())
}

/// The number of entries by status, and of pending comments.
pub async fn counts(db: &Db) -> Result<EntryCounts, StoreError> {
    let rows: Vec<(Status, i64)> = with_pool!(db, |engine| sqlx::query_as(COUNT_ENTRIES_BY_STATUS).fetch_all(engine))?;
    let count_of = |status: Status| rows.iter().find(|row| row.0 == status).map_or(0, |(_, count)| *count);
    Ok(EntryCounts {
        pending: count_of(Status::Pending),
        approved: count_of(Status::Approved),
        spam: count_of(Status::Spam),
        rejected: count_of(Status::Rejected),
        comments: count_comments(db, Status::Pending).await?,
    })
}

/// The comments with one status, newest first.
pub async fn comments_by_status(db: &Db, status: Status, page_params: PageParams) -> Result<Page<Comment>, StoreError> {
    let items: Vec<Comment> = with_pool!(db, |engine| sqlx::query_as(SELECT_COMMENTS_BY_STATUS)
        .bind(status)
        .bind(page_params.limit)
        .bind(page_params.offset)
        .fetch_all(engine))?;
    Ok(page_params.page(items, count_comments(db, status).await?))
}

/// Whether a place is public, and its owner. `None` if the place does not exist or is in the trash.
pub async fn place_visibility_and_owner(db: &Db, id: PlaceId) -> Result<Option<(bool, Option<AccountId>)>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_PLACE_VISIBILITY_AND_OWNER).bind(id).fetch_optional(engine))?)
}

async fn count_comments(db: &Db, status: Status) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(COUNT_COMMENTS_BY_STATUS).bind(status).fetch_one(engine))?)
}

fn select_entries<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let PageParams { limit, offset } = list.page_params;
    let mut query = QueryBuilder::new(concat!(select_entries_sql!(), " where "));
    if let Reader::Public(Some(reader)) = &list.reader {
        // Separate queries for the status of the list and for the reader's own entries use indexes. One condition with
        // `or` would read and sort all entries.
        query.push("entry.id in (select id from (select id from guestbook_entry where ");
        push_list_condition(&mut query, "", list);
        query.push(" order by created_at desc, id desc limit ");
        D::push_number(&mut query, limit + offset);
        query.push(") as newest union all select id from guestbook_entry where ");
        push_own_pending_or_spam_condition(&mut query, reader, list);
        query.push(")");
    } else {
        push_list_condition(&mut query, "entry.", list);
    }
    query.push(" order by entry.created_at desc, entry.id desc");
    D::push_limit_and_offset(&mut query, limit, offset);
    query
}

fn select_entry_count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select (");
    if list.status == Status::Approved && list.place.is_none() && list.words.is_empty() {
        query.push(SELECT_PUBLIC_ENTRY_COUNT);
    } else {
        query.push("select count(*) from guestbook_entry where ");
        push_list_condition(&mut query, "", list);
    }
    if let Reader::Public(Some(reader)) = &list.reader {
        query.push(") + (select count(*) from guestbook_entry where ");
        push_own_pending_or_spam_condition(&mut query, reader, list);
    }
    query.push(")");
    query
}

/// Pushes the condition for the status, place and words of a list. `column_prefix` is empty, or ends with a dot.
fn push_list_condition<D: Dialect>(query: &mut QueryBuilder<D>, column_prefix: &'static str, list: &ListQuery) {
    query.push(column_prefix).push("status = ");
    D::push_text(query, list.status.as_str().to_owned());
    if list.status == Status::Rejected {
        // Soft-deleted entries also have the status `rejected`.
        query.push(" and ").push(column_prefix).push("deleted_at is null");
    }
    if let Some(place) = list.place {
        query.push(" and ").push(column_prefix).push("place_id = ");
        D::push_number(query, place.0);
    }
    D::push_contains_all(query, &format!("{column_prefix}search"), &list.words);
}

/// Pushes the condition for entries that their author sees as pending. Must match [`Status::visible_status`].
fn push_own_pending_or_spam_condition<D: Dialect>(query: &mut QueryBuilder<D>, author: &AccountId, list: &ListQuery) {
    query.push("author_id = ");
    D::push_text(query, author.0.clone());
    query.push(" and status in ('pending', 'spam')");
    if let Some(place) = list.place {
        query.push(" and place_id = ");
        D::push_number(query, place.0);
    }
}

async fn attach_photos(db: &Db, entries: &mut [Entry]) -> Result<(), StoreError> {
    let ids: Vec<i64> = entries.iter().map(|entry| entry.id.0).collect();
    let mut by_entry = media::store::photos_of_entries(db, &ids).await?;
    for entry in entries {
        entry.pictures = by_entry.remove(&entry.id.0).unwrap_or_default();
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct CommentRow {
    #[sqlx(flatten)]
    comment: Comment,
    total: i64,
}

/// Loads at most [`MAX_LOADED_COMMENTS_PER_ENTRY`] comments of each entry in one statement, the owner reply first. Sets
/// `comment_count` to the number of all comments that the reader may see.
async fn attach_comments(db: &Db, reader: &Reader, entries: &mut [Entry]) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let ids: Vec<EntryId> = entries.iter().map(|entry| entry.id).collect();
    let comments: Vec<CommentRow> =
        with_pool!(db, |pool, D| select_comments::<D>(&ids, reader).build_query_as().fetch_all(pool))?;
    let indexes: HashMap<EntryId, usize> = ids.into_iter().zip(0..).collect();
    for CommentRow { comment, total } in comments {
        let entry = &mut entries[indexes[&comment.entry_id]];
        entry.comment_count = total;
        entry.comments.push(comment);
    }
    Ok(())
}

fn select_comments<D: Dialect>(ids: &[EntryId], reader: &Reader) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select * from (");
    query.push(select_comments_sql!(
        ", row_number() over (
            partition by comment.entry_id
            order by case when comment.reply_place_id is null then 1 else 0 end, comment.id
        ) as nth,
        count(*) over (partition by comment.entry_id) as total"
    ));
    query.push(" where comment.entry_id in (");
    for (index, id) in ids.iter().enumerate() {
        if index > 0 {
            query.push(", ");
        }
        D::push_number(&mut query, id.0);
    }
    query.push(")");
    match reader {
        Reader::Public(None) => query.push(" and comment.status = 'approved'"),
        Reader::Public(Some(author)) => {
            query.push(" and (comment.status = 'approved' or (comment.author_id = ");
            D::push_text(&mut query, author.0.clone());
            query.push(" and comment.status in ('pending', 'spam')))")
        }
        Reader::Moderator => query.push(" and comment.deleted_at is null"),
    };
    query.push(") as numbered where nth <= ");
    D::push_number(&mut query, MAX_LOADED_COMMENTS_PER_ENTRY);
    query.push(" order by nth");
    query
}

const INSERT_ENTRIES: &str = "
insert into guestbook_entry (status, author_id, author_name, message, nationality, location, latitude, longitude, rating,
    place_id, spam_score, spam_reasons, created_at, updated_at, text_fingerprint, search)
values ";
/// The number of SQL parameters in each row of [`INSERT_ENTRIES`].
const PARAMETERS_PER_ENTRY: usize = 16;

const STORE_COMMENT_DECISION: &str =
    "update guestbook_comment set status = $2, notes = $3, moderated_at = $4 where id = $1";

const LOG_MODERATION: &str = "
insert into moderation_log (entry_id, comment_id, account_id, action, old_status, new_status, notes, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)";

const ADD_TO_PUBLIC_ENTRY_COUNT: &str = "update counter set value = value + $1 where name = 'guestbook_public'";

/// `select` so that it locks the selected rows of a table, given by its name or alias, until the commit. SQLite has no
/// row locks.
pub(super) fn with_row_locks(tx: &Tx, select: &'static str, table: &'static str) -> AssertSqlSafe<String> {
    let lock = if matches!(tx, Tx::Postgres(_)) { format!(" for update of {table}") } else { String::new() };
    AssertSqlSafe(format!("{select}{lock}"))
}

/// Locks an entry until the commit. Returns it with its photos and without its comments. Fails with
/// [`StoreError::NotFound`] if it does not exist or is soft-deleted.
pub async fn get_for_update(tx: &mut Tx, id: EntryId) -> Result<Entry, StoreError> {
    let select = with_row_locks(tx, SELECT_ENTRY, "entry");
    let mut entry: Entry = with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?;
    entry.pictures = media::store::images_shown_by(tx, RecordWithImages::Entry(id)).await?;
    Ok(entry)
}

/// Adds an entry without its photos. Returns the id that the database generated.
pub async fn add(tx: &mut Tx, entry: &Entry) -> Result<EntryId, StoreError> {
    add_all(tx, std::slice::from_ref(entry)).await?.pop().ok_or(StoreError::NotFound)
}

/// Adds several entries without their photos. Returns their ids in the same order.
pub async fn add_all(tx: &mut Tx, entries: &[Entry]) -> Result<Vec<EntryId>, StoreError> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let params: Vec<String> = (1..=entries.len() * PARAMETERS_PER_ENTRY).map(|number| format!("${number}")).collect();
    let rows: Vec<String> = params.chunks(PARAMETERS_PER_ENTRY).map(|row| row.join(", ")).collect();
    let sql = AssertSqlSafe(format!("{INSERT_ENTRIES}({}) returning id", rows.join("), (")));
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
    let public_count = entries.iter().filter(|entry| entry.is_public()).count();
    add_to_public_entry_count(tx, i64::try_from(public_count).unwrap_or(i64::MAX)).await?;
    Ok(ids)
}

/// Stores the changes from `before`, which [`get_for_update`] returned, to `after`, and increments the version. Updates
/// whether the photos are public, and the count of public entries.
pub async fn update_entry(tx: &mut Tx, before: &Entry, after: &Entry) -> Result<(), StoreError> {
    update_row!(tx, "update guestbook_entry set version = version + 1", before.id, after {
        status, author_name, message, nationality, location, rating, place_id, notes, previous_status, moderated_at,
        notified_status, updated_at,
    }, {
        text_fingerprint: fingerprint(&after.message),
        search: after.search_text(),
    })?;
    if before.is_public() != after.is_public() {
        media::store::set_photos_public(tx, RecordWithImages::Entry(before.id), after.is_public()).await?;
    }
    add_to_public_entry_count(tx, i64::from(after.is_public()) - i64::from(before.is_public())).await
}

/// Permanently deletes an entry with its comments and photos.
pub async fn delete_entry_permanently(tx: &mut Tx, entry: &Entry) -> Result<(), StoreError> {
    delete_entry_without_count_update(tx, entry.id).await?;
    add_to_public_entry_count(tx, -i64::from(entry.is_public())).await
}

/// Permanently deletes an entry with its comments and photos. Does not change the count of public entries.
pub async fn delete_entry_without_count_update(tx: &mut Tx, id: EntryId) -> Result<(), StoreError> {
    media::store::remove_photos_shown_by(tx, RecordWithImages::Entry(id)).await?;
    execute!(tx, sqlx::query("delete from guestbook_entry where id = $1").bind(id))?;
    Ok(())
}

/// Adds a decision of a moderator, or its undo, to the moderation log.
pub async fn log_moderation(
    tx: &mut Tx,
    (moderator, action): (&AccountId, &str),
    (entry, comment): (EntryId, Option<CommentId>),
    ([status_before, status_after], notes): ([Status; 2], Option<&str>),
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(
        tx,
        sqlx::query(LOG_MODERATION)
            .bind(entry)
            .bind(comment)
            .bind(moderator)
            .bind(action)
            .bind(status_before)
            .bind(status_after)
            .bind(notes)
            .bind(now)
    )?;
    Ok(())
}

/// Locks a comment until the commit. Fails with [`StoreError::NotFound`] if it does not exist or is soft-deleted.
pub async fn get_comment_for_update(tx: &mut Tx, id: CommentId) -> Result<Comment, StoreError> {
    const SELECT: &str = concat!(select_comments_sql!(), " where comment.id = $1 and comment.deleted_at is null");
    let select = with_row_locks(tx, SELECT, "comment");
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// Adds a comment. Returns the id that the database generated.
pub async fn add_comment(tx: &mut Tx, comment: &Comment) -> Result<CommentId, StoreError> {
    Ok(insert_row!(tx, "insert into guestbook_comment", comment {
        entry_id, parent_id, reply_place_id, author_id, author_name, message, status, spam_score, spam_reasons,
        created_at,
    }, {
        text_fingerprint: fingerprint(&comment.message),
    })?)
}

/// Locks the owner's reply to an entry until the commit. `None` if there is no reply or it is soft-deleted.
pub async fn get_owner_reply_for_update(tx: &mut Tx, entry: EntryId) -> Result<Option<Comment>, StoreError> {
    const SELECT: &str = concat!(
        select_comments_sql!(),
        " where comment.entry_id = $1 and comment.reply_place_id is not null and comment.deleted_at is null"
    );
    let select = with_row_locks(tx, SELECT, "comment");
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(entry).fetch_optional(engine))?)
}

/// Adds an owner reply. Returns the id that the database generated. Permanently deletes a soft-deleted reply to the
/// same entry, because an entry has at most one reply.
pub async fn add_owner_reply(tx: &mut Tx, reply: &Comment) -> Result<CommentId, StoreError> {
    const DELETE: &str = "delete from guestbook_comment
        where entry_id = $1 and reply_place_id is not null and deleted_at is not null";
    execute!(tx, sqlx::query(DELETE).bind(reply.entry_id))?;
    add_comment(tx, reply).await
}

/// Deletes a comment permanently.
pub async fn delete_comment_permanently(tx: &mut Tx, id: CommentId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from guestbook_comment where id = $1").bind(id))?;
    Ok(())
}

/// Stores the decision that `comment` already contains: its status, its moderation note and its time.
pub async fn store_comment_decision(tx: &mut Tx, comment: &Comment) -> Result<(), StoreError> {
    let Comment { id, status, notes, moderated_at, .. } = comment;
    execute!(tx, sqlx::query(STORE_COMMENT_DECISION).bind(id).bind(status).bind(notes).bind(moderated_at))?;
    Ok(())
}

/// Adds `change`, which may be negative, to the stored count of public entries.
pub async fn add_to_public_entry_count(tx: &mut Tx, change: i64) -> Result<(), StoreError> {
    if change != 0 {
        execute!(tx, sqlx::query(ADD_TO_PUBLIC_ENTRY_COUNT).bind(change))?;
    }
    Ok(())
}
