//! Stores and reads previews. The database has only the hash of a ticket.

use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::revisions::store::RecordKey;
use crate::{execute, insert_row, with_pool, with_tx};

/// The maximum number of shared previews of a record that have not expired. Of the previews for the console, the newest
/// ones are kept, up to the same number.
pub const MAX_PREVIEWS_PER_RECORD: i64 = 50;

// `$3` is the account whose previews are selected, or null for all accounts. `$4` is the time of the request.
const SELECT_SHARED: &str = "
select preview.id, preview.note, preview.account_id,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name, preview.created_at,
    preview.expires_at
from preview join account on account.id = preview.account_id
where preview.kind = $1 and preview.record_id = $2 and preview.is_shared
    and ($3 is null or preview.account_id = $3) and preview.expires_at > $4
order by preview.id desc limit 100";

const SELECT_BY_HASH: &str = "
select kind, record_id, draft_created_at, account_id, expires_at from preview
where token_hash = $1 and expires_at > $2";

const COUNT_SHARED: &str = "
select count(*) from preview where kind = $1 and record_id = $2 and is_shared and expires_at > $3";

// The statement has a limit only because SQLite accepts no `offset` without `limit`.
const DELETE_SURPLUS_CONSOLE_PREVIEWS: &str = "
delete from preview where id in (
    select id from preview where kind = $1 and record_id = $2 and not is_shared order by id desc limit 1000 offset $3)";

/// A shared preview in a list, without its ticket.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PreviewItem {
    /// The id of the preview.
    #[schema(example = 3)]
    pub id: i64,
    /// A note for the team, such as the recipient of the link.
    #[schema(required, example = "For the owner of the boat")]
    pub note: Option<String>,
    /// The account that made the preview.
    #[schema(example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: AccountId,
    /// The name of that account.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time at which the preview was made.
    pub created_at: Timestamp,
    /// The time from which the link no longer works.
    pub expires_at: Timestamp,
}

/// A preview that has not expired, found by its ticket.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Preview {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record.
    pub record_id: String,
    /// When the draft that the preview opens was begun.
    pub draft_created_at: Timestamp,
    /// The account that made the preview.
    pub account_id: AccountId,
    /// When the preview expires.
    pub expires_at: Timestamp,
}

/// A preview to store.
#[derive(Clone, Debug)]
pub struct PreviewToStore {
    /// The hash of the ticket.
    pub ticket_hash: String,
    /// When the draft that the preview opens was begun.
    pub draft_created_at: Timestamp,
    /// The account that makes the preview.
    pub account_id: AccountId,
    /// Whether the preview is for people without an account.
    pub is_shared: bool,
    /// A note for the team.
    pub note: Option<String>,
    /// When the preview expires.
    pub expires_at: Timestamp,
}

/// The preview whose ticket has this hash. `None` if there is no such preview, or if it has expired.
pub async fn find_by_ticket_hash(db: &Db, hash: &str, now: Timestamp) -> Result<Option<Preview>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_HASH).bind(hash).bind(now).fetch_optional(engine))?)
}

/// The shared previews of a record that have not expired, newest first, at most 100. With `account`, only the previews
/// that this account made.
pub async fn list_shared(
    db: &Db,
    RecordKey { kind, id }: &RecordKey,
    account: Option<&AccountId>,
    now: Timestamp,
) -> Result<Vec<PreviewItem>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_SHARED)
        .bind(kind)
        .bind(id)
        .bind(account)
        .bind(now)
        .fetch_all(engine))?)
}

/// The number of shared previews of a record that have not expired.
pub async fn count_shared(tx: &mut Tx, RecordKey { kind, id }: &RecordKey, now: Timestamp) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(COUNT_SHARED).bind(kind).bind(id).bind(now).fetch_one(engine))?)
}

/// Stores a preview of a record, and returns its id. If the record has more than [`MAX_PREVIEWS_PER_RECORD`] previews
/// for the console, deletes the oldest of them.
pub async fn add(
    tx: &mut Tx,
    RecordKey { kind, id }: &RecordKey,
    preview: &PreviewToStore,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let preview_id: i64 = insert_row!(tx, "insert into preview", preview {
        draft_created_at, account_id, is_shared, note, expires_at,
    }, { token_hash: &preview.ticket_hash, kind: kind, record_id: id, created_at: now })?;
    execute!(tx, sqlx::query(DELETE_SURPLUS_CONSOLE_PREVIEWS).bind(kind).bind(id).bind(MAX_PREVIEWS_PER_RECORD))?;
    Ok(preview_id)
}

/// Deletes a shared preview of a record. With `account`, deletes it only if this account made it. Returns whether it
/// was deleted.
pub async fn delete_shared(
    tx: &mut Tx,
    (RecordKey { kind, id }, preview_id): (&RecordKey, i64),
    account: Option<&AccountId>,
) -> Result<bool, StoreError> {
    let delete = "delete from preview where kind = $1 and record_id = $2 and id = $3 and is_shared
        and ($4 is null or account_id = $4)";
    Ok(execute!(tx, sqlx::query(delete).bind(kind).bind(id).bind(preview_id).bind(account))? > 0)
}

/// Deletes expired previews. Returns their number.
pub async fn delete_expired(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let delete = "delete from preview where expires_at <= $1";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(now))?) })).await
}
