//! Messages to the team in the database.

use sqlx::QueryBuilder;

use super::dto::MessageCounts;
use super::model::{Message, PROMISE_S, Status};
use super::query::Find;
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::common::page::Page;
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::{Dialect, contains};
use crate::{execute, with_pool, with_tx};

macro_rules! columns {
    () => {
        "id, version, name, email, subject, message, topic, status, note, spam_score, spam_reasons, training_label, created_at, \
         updated_at, answered_at"
    };
}

const ADD: &str = "insert into contact_message (name, email, subject, message, topic, status, note, spam_score,
spam_reasons, training_label, created_at, updated_at, answered_at, fingerprint, search)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id";

const CHANGE: &str = "update contact_message set version = version + 1, status = $1, note = $2, training_label = $3,
answered_at = $4, updated_at = $5 where id = $6";

const ONE: &str = concat!("select ", columns!(), " from contact_message where id = $1 and deleted_at is null");

// What was deleted is out of sight at once, and kept for some minutes. It stands as closed, for older servers beside
// this one; nothing else asks for it.
const PUT_ASIDE: &str = "update contact_message
set version = version + 1, status_before_deletion = status, status = 'closed', deleted_at = $2 where id = $1";

const TAKE_BACK: &str = "update contact_message
set version = version + 1, status = status_before_deletion, status_before_deletion = null, deleted_at = null
where id = $1 and deleted_at >= $2";

const FORGET_DELETED: &str = "delete from contact_message where deleted_at < $1";

const FORGET_SPAM: &str = "delete from contact_message where status = 'spam' and created_at <= $1";

const TWIN: &str = concat!(
    "select ",
    columns!(),
    " from contact_message where fingerprint = $1 and email = $2 and created_at > $3 and deleted_at is null
     order by id desc limit 1"
);

const ALIKE: &str =
    "select count(*) from contact_message where fingerprint = $1 and created_at > $2 and deleted_at is null";

// What was put away without an answer asked for none, or was not worth one.
const COUNTS: &str = "
select (select count(*) from contact_message where status = 'new'),
    (select count(*) from contact_message where status = 'new' and created_at <= $1),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and (answered_at is not null or (status = 'new' and created_at <= $1))),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and answered_at - created_at <= $3)";

/// Over so many seconds the promise is measured: 30 days.
const MEASURED_S: i64 = 30 * 24 * 3600;

/// Stores a new message (its id and version are not looked at); answers its id.
pub async fn add(tx: &mut Tx, message: &Message, fingerprint: &str) -> Result<MessageId, StoreError> {
    let Message { name, email, subject, message: words, topic, status, note, .. } = message;
    let search = text::searchable([name, email, subject, words].map(String::as_str));
    Ok(with_tx!(tx, |engine| {
        sqlx::query_scalar(ADD)
            .bind(name)
            .bind(email)
            .bind(subject)
            .bind(words)
            .bind(topic)
            .bind(status)
            .bind(note)
            .bind(message.spam_score)
            .bind(&message.spam_reasons)
            .bind(message.taught)
            .bind(message.created_at)
            .bind(message.updated_at)
            .bind(message.answered_at)
            .bind(fingerprint)
            .bind(search)
            .fetch_one(engine)
    })?)
}

/// Stores where a message stands; its version grows by one.
pub async fn change(tx: &mut Tx, message: &Message) -> Result<(), StoreError> {
    let Message { id, status, note, taught, answered_at, updated_at, .. } = message;
    execute!(tx, sqlx::query(CHANGE).bind(status).bind(note).bind(taught).bind(answered_at).bind(updated_at).bind(id))?;
    Ok(())
}

/// Puts a message aside: nobody sees it any more.
pub async fn put_aside(tx: &mut Tx, id: MessageId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(PUT_ASIDE).bind(id).bind(now))?;
    Ok(())
}

/// Brings back a message that was put aside since then. Fails with [`StoreError::NotFound`] where there is none.
pub async fn take_back(tx: &mut Tx, id: MessageId, since: Timestamp) -> Result<(), StoreError> {
    match execute!(tx, sqlx::query(TAKE_BACK).bind(id).bind(since))? {
        0 => Err(StoreError::NotFound),
        _ => Ok(()),
    }
}

/// Removes for good what was put aside before `then`; answers how many that were.
pub async fn forget_deleted(db: &Db, then: Timestamp) -> Result<u64, StoreError> {
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(FORGET_DELETED).bind(then))?) })).await
}

/// Removes spam that arrived before `moment`.
pub async fn forget_spam(tx: &mut Tx, moment: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(FORGET_SPAM).bind(moment))?;
    Ok(())
}

/// One message, if it is there.
pub async fn one(db: &Db, id: MessageId) -> Result<Option<Message>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(id).fetch_optional(engine))?)
}

/// One message, held until the commit.
pub async fn locked(tx: &mut Tx, id: MessageId) -> Result<Message, StoreError> {
    const HELD: &str =
        concat!("select ", columns!(), " from contact_message where id = $1 and deleted_at is null for update");
    // SQLite has one writer, and no words for this.
    let statement = if matches!(tx, Tx::Postgres(_)) { HELD } else { ONE };
    Ok(with_tx!(tx, |engine| sqlx::query_as(statement).bind(id).fetch_one(engine))?)
}

/// The newest message of this sender with the same text since `moment`.
pub async fn twin(
    tx: &mut Tx,
    fingerprint: &str,
    email: &str,
    since: Timestamp,
) -> Result<Option<Message>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(TWIN).bind(fingerprint).bind(email).bind(since).fetch_optional(engine))?)
}

/// How many messages with the same text came since `moment`.
pub async fn alike(db: &Db, fingerprint: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(ALIKE).bind(fingerprint).bind(since).fetch_one(engine))?)
}

/// How many messages wait, and how the promise was kept.
pub async fn counts(db: &Db, now: Timestamp) -> Result<MessageCounts, StoreError> {
    let (due, since) = (now.plus_seconds(-PROMISE_S), now.plus_seconds(-MEASURED_S));
    let (new, late, to_answer, in_time): (i64, i64, i64, i64) =
        with_pool!(db, |engine| sqlx::query_as(COUNTS).bind(due).bind(since).bind(PROMISE_S * 1000).fetch_one(engine))?;
    let answered_in_24h = (to_answer > 0).then(|| in_time * 100 / to_answer);
    Ok(MessageCounts { new, late, answered_in_24h })
}

/// The messages that `find` asks for, newest first, and how many there are without its limits.
pub async fn list(db: &Db, find: &Find) -> Result<Page<Message>, StoreError> {
    let mut items: Vec<Message> = match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(find).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(find).build_query_as().fetch_all(pool).await?,
    };
    let total: i64 = match db {
        Db::Sqlite { pool, .. } => count::<sqlx::Sqlite>(find).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => count::<sqlx::Postgres>(find).build_query_scalar().fetch_one(pool).await?,
    };
    let has_more = items.len() as i64 > find.page.limit;
    items.truncate(find.page.limit as usize);
    Ok(Page { items, total, has_more })
}

/// One row more than the limit, to see whether more follow.
fn select<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(concat!("select ", columns!(), " from contact_message where deleted_at is null"));
    push_filters(&mut query, find);
    query.push(" order by created_at desc, id desc limit ");
    D::number(&mut query, find.page.limit + 1);
    query.push(" offset ");
    D::number(&mut query, find.page.offset);
    query
}

fn count<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from contact_message where deleted_at is null");
    push_filters(&mut query, find);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, find: &Find) {
    for word in &find.words {
        query.push(" and search like ");
        D::text(query, contains(word));
        query.push(" escape '!'");
    }
    if let Some(status) = find.status {
        query.push(match status {
            Status::New => " and status = 'new'",
            Status::Answered => " and status = 'answered'",
            Status::Closed => " and status = 'closed'",
            Status::Spam => " and status = 'spam'",
        });
    }
}
