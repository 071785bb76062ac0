//! Reads and writes contact messages.

use super::dto::{Message, MessageCounts, PROMISED_ANSWER_TIME_S};
use super::submission_table::{SubmissionRecord, SubmissionTable};
use crate::common::clock::Timestamp;
use crate::common::id::ContactMessageId;
use crate::common::text;
use crate::db::engine::{Db, StoreError, Tx};
use crate::db::soft_delete::TableWithStatus;
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The table of the messages, for lists, searches and spam scores.
pub const MESSAGE_TABLE: SubmissionTable = SubmissionTable {
    table: "contact_message",
    // `due_at` is 24 hours after `created_at`, as in [`PROMISED_ANSWER_TIME_S`]. Both are in milliseconds.
    columns: "id, version, name, email, subject, message, topic, status, note, spam_score, spam_reasons, training_label, \
              created_at, updated_at, answered_at, created_at + 86400000 as due_at",
    not_deleted_condition: "deleted_at is null",
    plural_name: "messages",
};

impl SubmissionRecord for Message {}

/// The table of the messages, for soft deletion.
pub const SOFT_DELETE_TABLE: TableWithStatus =
    TableWithStatus { name: "contact_message", status_while_deleted: "closed", has_version: true };

// Counts new messages, late new messages, the messages of the period that needed an answer, and how many of these were
// answered in time. Messages that were closed without an answer needed none.
const SELECT_COUNTS: &str = "
select (select count(*) from contact_message where status = 'new'),
    (select count(*) from contact_message where status = 'new' and created_at <= $1),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and (answered_at is not null or (status = 'new' and created_at <= $1))),
    (select count(*) from contact_message where created_at > $2 and status <> 'spam' and deleted_at is null
        and answered_at - created_at <= $3)";

/// The period for which the share of messages answered in time is computed: 30 days.
const ANSWERED_SHARE_PERIOD_S: i64 = 30 * 24 * 3600;

/// Stores a new message, ignoring its id and version. Returns its id.
pub async fn add(tx: &mut Tx, message: &Message, fingerprint: &str) -> Result<ContactMessageId, StoreError> {
    let searched_texts = [&message.name, &message.email, &message.subject, &message.message];
    Ok(insert_row!(tx, "insert into contact_message", message {
        name, email, subject, message, topic, status, note, spam_score, spam_reasons, training_label, created_at,
        updated_at, answered_at,
    }, {
        fingerprint: fingerprint,
        search: text::searchable_text(searched_texts.map(String::as_str)),
    })?)
}

/// Stores the status of a message, its note, training label and times, and increments its version.
pub async fn update_status_and_note(tx: &mut Tx, message: &Message) -> Result<(), StoreError> {
    update_row!(
        tx,
        "update contact_message set version = version + 1",
        message.id,
        message { status, note, training_label, answered_at },
        { updated_at: message.updated_at }
    )?;
    Ok(())
}

/// Deletes spam that arrived at or before `until`.
pub async fn delete_old_spam(tx: &mut Tx, until: Timestamp) -> Result<(), StoreError> {
    let delete = "delete from contact_message where status = 'spam' and created_at <= $1";
    execute!(tx, sqlx::query(delete).bind(until))?;
    Ok(())
}

/// The message, locked until the commit. Errors: [`StoreError::NotFound`], also if the message is soft-deleted.
pub async fn get_for_update(tx: &mut Tx, id: ContactMessageId) -> Result<Message, StoreError> {
    // SQLite has a single writer and no row locks.
    let condition = if matches!(tx, Tx::Postgres(_)) { "id = $1 for update" } else { "id = $1" };
    let select = MESSAGE_TABLE.select(MESSAGE_TABLE.columns, condition);
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// The newest message with this email address and fingerprint that was received after `since`.
pub async fn find_duplicate(
    tx: &mut Tx,
    fingerprint: &str,
    email: &str,
    since: Timestamp,
) -> Result<Option<Message>, StoreError> {
    let condition = "fingerprint = $1 and email = $2 and created_at > $3 order by id desc limit 1";
    let select = MESSAGE_TABLE.select(MESSAGE_TABLE.columns, condition);
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(fingerprint).bind(email).bind(since).fetch_optional(engine))?)
}

/// The number of waiting messages, and the share of messages answered in time.
pub async fn counts(db: &Db, now: Timestamp) -> Result<MessageCounts, StoreError> {
    let (late_cutoff, since) = (now.plus_seconds(-PROMISED_ANSWER_TIME_S), now.plus_seconds(-ANSWERED_SHARE_PERIOD_S));
    let promised_ms = PROMISED_ANSWER_TIME_S * 1000;
    let (new, late, to_answer, in_time): (i64, i64, i64, i64) = with_pool!(db, |engine| sqlx::query_as(SELECT_COUNTS)
        .bind(late_cutoff)
        .bind(since)
        .bind(promised_ms)
        .fetch_one(engine))?;
    let answered_in_24h = (to_answer > 0).then(|| in_time * 100 / to_answer);
    Ok(MessageCounts { new, late, answered_in_24h })
}
