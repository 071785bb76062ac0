//! Reads and writes contact messages.

use sqlx::QueryBuilder;

use super::dto::MessageCounts;
use super::model::{ANSWER_WITHIN_S, Message, Status};
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::db::soft_delete::StatusTable;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, with_pool, with_tx};

macro_rules! columns {
    () => {
        "id, version, name, email, subject, message, topic, status, note, spam_score, spam_reasons, training_label, created_at, \
         updated_at, answered_at"
    };
}

const CHANGE: &str = "update contact_message set version = version + 1, status = $1, note = $2, training_label = $3,
answered_at = $4, updated_at = $5 where id = $6";

const ONE: &str = concat!("select ", columns!(), " from contact_message where id = $1 and deleted_at is null");

/// The table of messages.
pub const TABLE: StatusTable = StatusTable { name: "contact_message", hidden_status: "closed", has_version: true };

const DELETE_SPAM: &str = "delete from contact_message where status = 'spam' and created_at <= $1";

const DUPLICATE: &str = concat!(
    "select ",
    columns!(),
    " from contact_message where fingerprint = $1 and email = $2 and created_at > $3 and deleted_at is null
     order by id desc limit 1"
);

const COUNT_SAME_TEXT: &str =
    "select count(*) from contact_message where fingerprint = $1 and created_at > $2 and deleted_at is null";

// Messages that were closed without an answer do not count: they needed none.
const COUNTS: &str = "
select (select count(*) from contact_message where status = 'new'),
    (select count(*) from contact_message where status = 'new' and created_at <= $1),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and (answered_at is not null or (status = 'new' and created_at <= $1))),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and answered_at - created_at <= $3)";

/// The period of the share of messages answered in time: 30 days.
const STATISTICS_PERIOD_S: i64 = 30 * 24 * 3600;

/// Stores a new message, ignoring its id and version. Returns its id.
pub async fn add(tx: &mut Tx, message: &Message, fingerprint: &str) -> Result<MessageId, StoreError> {
    let searched = [&message.name, &message.email, &message.subject, &message.message];
    Ok(insert_row!(tx, "insert into contact_message", message {
        name, email, subject, message, topic, status, note, spam_score, spam_reasons, training_label, created_at,
        updated_at, answered_at,
    }, {
        fingerprint: fingerprint,
        search: text::searchable(searched.map(String::as_str)),
    })?)
}

/// Stores the status and note of a message and raises its version.
pub async fn change(tx: &mut Tx, message: &Message) -> Result<(), StoreError> {
    let Message { id, status, note, training_label, answered_at, updated_at, .. } = message;
    execute!(
        tx,
        sqlx::query(CHANGE).bind(status).bind(note).bind(training_label).bind(answered_at).bind(updated_at).bind(id)
    )?;
    Ok(())
}

/// Deletes spam that arrived at or before `until`.
pub async fn delete_spam(tx: &mut Tx, until: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(DELETE_SPAM).bind(until))?;
    Ok(())
}

/// A message by its id.
pub async fn one(db: &Db, id: MessageId) -> Result<Option<Message>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(id).fetch_optional(engine))?)
}

/// A message, locked until the commit.
pub async fn locked(tx: &mut Tx, id: MessageId) -> Result<Message, StoreError> {
    const LOCKED: &str =
        concat!("select ", columns!(), " from contact_message where id = $1 and deleted_at is null for update");
    // SQLite has a single writer and no row locks.
    let statement = if matches!(tx, Tx::Postgres(_)) { LOCKED } else { ONE };
    Ok(with_tx!(tx, |engine| sqlx::query_as(statement).bind(id).fetch_one(engine))?)
}

/// The newest message of this sender with the same text since `since`.
pub async fn find_duplicate(
    tx: &mut Tx,
    fingerprint: &str,
    email: &str,
    since: Timestamp,
) -> Result<Option<Message>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(DUPLICATE)
        .bind(fingerprint)
        .bind(email)
        .bind(since)
        .fetch_optional(engine))?)
}

/// The number of messages with the same text since `since`.
pub async fn count_same_text(db: &Db, fingerprint: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(COUNT_SAME_TEXT).bind(fingerprint).bind(since).fetch_one(engine))?)
}

/// The number of waiting messages, and the share of messages answered in time.
pub async fn counts(db: &Db, now: Timestamp) -> Result<MessageCounts, StoreError> {
    let (due, since) = (now.plus_seconds(-ANSWER_WITHIN_S), now.plus_seconds(-STATISTICS_PERIOD_S));
    let (new, late, to_answer, in_time): (i64, i64, i64, i64) = with_pool!(db, |engine| sqlx::query_as(COUNTS)
        .bind(due)
        .bind(since)
        .bind(ANSWER_WITHIN_S * 1000)
        .fetch_one(engine))?;
    let answered_in_24h = (to_answer > 0).then(|| in_time * 100 / to_answer);
    Ok(MessageCounts { new, late, answered_in_24h })
}

/// Which messages a list contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the message, its subject, or its sender's name or address.
    pub words: Vec<String>,
    /// Messages with this status.
    pub status: Option<Status>,
    /// The requested page.
    pub page: PageParams,
}

/// The requested page of messages, newest first, and their total number.
pub async fn list(db: &Db, list: &ListQuery) -> Result<Page<Message>, StoreError> {
    let items: Vec<Message> = with_pool!(db, |pool, D| select::<D>(list).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(list.page.page(items, total))
}

fn select<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!("select ", columns!(), " from contact_message where deleted_at is null"));
    push_filters(&mut query, list);
    query.push(" order by created_at desc, id desc");
    D::push_page(&mut query, list.page.limit, list.page.offset);
    query
}

fn count<D: Dialect>(list: &ListQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from contact_message where deleted_at is null");
    push_filters(&mut query, list);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &ListQuery) {
    D::push_words(query, "search", &list.words);
    if let Some(status) = list.status {
        query.push(match status {
            Status::New => " and status = 'new'",
            Status::Answered => " and status = 'answered'",
            Status::Closed => " and status = 'closed'",
            Status::Spam => " and status = 'spam'",
        });
    }
}
