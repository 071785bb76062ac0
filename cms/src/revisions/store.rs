//! Stores and reads revisions: the states that saves of a record have produced.
//!
//! A revision is written in the transaction of the save, so that both are committed or neither. Its number is the
//! version that the record has since then.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{AuditContext, Description, Fields, Kind, Subject, differences};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::db::write::DeferredInsert;
use crate::http::app::App;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, with_pool, with_tx};

/// Derived fields that a snapshot contains all the same: for reading it, and for finding images that got a new URL.
const KEPT_DERIVED: [&str; 2] = ["categories", "pictures"];

/// The id of a record that exists once.
const ONLY_ID: &str = "1";

/// The interval between two runs of the retention.
const INTERVAL: Duration = Duration::from_secs(3600);
/// The number of rows per write, so that other writes run in between.
const BATCH_SIZE: i64 = 200;
const DAY_S: i64 = 24 * 3600;

/// The statement that inserts revisions, each a JSON array. An initial state is skipped if the record has a
/// revision.
macro_rules! insert_revisions {
    ($rows:literal) => {
        concat!(
            "
insert into revision (kind, record_id, number, created_at, account_id, action, owner_id, changed_fields, snapshot)
select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint), value ->> 4, value ->> 5,
    value ->> 6, nullif(value -> 7, 'null'), value -> 8
from ",
            $rows,
            "
where value ->> 9 = 'save' or not exists (
    select 1 from revision earlier where earlier.kind = value ->> 0 and earlier.record_id = value ->> 1)
on conflict do nothing"
        )
    };
}

const INSERT_REVISIONS: DeferredInsert = DeferredInsert {
    on_sqlite: insert_revisions!("json_each($1)"),
    on_postgres: insert_revisions!("jsonb_array_elements($1)"),
};

/// The columns of [`RevisionItem`]. `$1` is the kind, `$2` the id of the record, `$3` the owner whose revisions are
/// selected, or null.
macro_rules! select {
    ($columns:literal, $rest:literal) => {
        concat!(
            "
select revision.number, revision.created_at, revision.account_id,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name, revision.action,
    revision.changed_fields, revision.note, revision.is_pinned",
            $columns,
            "
from revision left join account on account.id = revision.account_id
where revision.kind = $1 and revision.record_id = $2 and ($3 is null or revision.owner_id = $3) ",
            $rest
        )
    };
}

const LIST: &str = select!("", "order by revision.number desc limit $4 offset $5");
const ONE: &str = select!(", revision.snapshot", "and revision.number = $4");
const COUNT: &str = "
select count(*) from revision where kind = $1 and record_id = $2 and ($3 is null or owner_id = $3)";

// The age of a revision counts from the save that replaced it: what was right for years may be damaged today. The newest
// revision of a record always stays, and so do pinned ones.
const DELETE_OLD: &str = "
delete from revision where (kind, record_id, number) in (
    select kind, record_id, number from revision
    where created_at < $1 and not is_pinned and exists (
        select 1 from revision newer where newer.kind = revision.kind and newer.record_id = revision.record_id
            and newer.number > revision.number and newer.created_at < $1)
    order by created_at limit $2)";

const TOO_MANY: &str = "
select kind, record_id from revision where not is_pinned group by kind, record_id having count(*) > $1";

const DELETE_SURPLUS: &str = "
delete from revision where kind = $1 and record_id = $2 and not is_pinned and number < (
    select number from revision where kind = $1 and record_id = $2 and not is_pinned
    order by number desc limit 1 offset $3)";

// A category that was deleted can be restored for ten minutes, from `deleted_record`.
const DELETE_OF_CATEGORIES: &str = "
delete from revision where kind = 'category'
    and not exists (select 1 from category where cast(category.id as text) = record_id)
    and not exists (select 1 from deleted_record where kind = 'category' and cast(id as text) = record_id)";

/// A revision in a list: who saved the record, when, and what the save changed.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RevisionItem {
    /// The number of the revision: the `version` of the record after the save. Numbers can have gaps, because some
    /// changes are not saves, such as replacing an image.
    #[schema(example = 3)]
    pub number: i64,
    /// The time of the save.
    pub created_at: Timestamp,
    /// The account that saved the record or scheduled its draft. Null for the state before the first recorded save, for
    /// commands and for other scheduled actions. It remains when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null without an account, once it is deleted, and, for callers who are not
    /// admins, for other accounts.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The action, as in the audit log, such as `updatePlace`; null for the state before the first recorded save.
    #[schema(required, example = "updatePlace")]
    pub action: Option<String>,
    /// The fields that the save changed; null for the first revision of a record.
    #[schema(required, value_type = Option<Vec<String>>, example = json!(["operatingHours"]))]
    pub changed_fields: Option<Json<Vec<String>>>,
    /// A note of an admin; null for callers who are not admins.
    #[schema(required, example = "Hours during Tết")]
    pub note: Option<String>,
    /// Whether the revision stays when older ones are deleted.
    pub is_pinned: bool,
}

/// A revision with the whole record.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// Who saved the record, when, and what the save changed.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub item: RevisionItem,
    /// The record as staff saw it after the save, by the field names of that time, without derived fields such as the
    /// computed opening schedule.
    #[schema(value_type = Object, example = json!({ "name": "Lantern Cave" }))]
    pub snapshot: Json<Fields>,
}

/// A record of a kind that has a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordKey {
    /// The kind.
    pub kind: Kind,
    /// The id; of a standing page its name, of the settings `1`.
    pub id: String,
}

impl RecordKey {
    /// The key of a record with an id.
    pub fn new(kind: Kind, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }
}

/// A stored state of a record.
pub struct State<'a, S> {
    /// The record.
    pub record: &'a S,
    /// Its version.
    pub version: i64,
    /// When it was saved; `None` if unknown.
    pub saved_at: Option<Timestamp>,
    /// The owner of a place.
    pub owner_id: Option<&'a AccountId>,
    /// The images that the record shows, if its description does not contain them.
    pub pictures: Option<Value>,
}

/// Stores the state that a save has produced, and before it the earlier state if the record has no history yet.
pub async fn append<S: Subject>(
    tx: &mut Tx,
    audit: &AuditContext,
    before: Option<State<'_, S>>,
    after: State<'_, S>,
) -> Result<(), StoreError> {
    let described = after.record.describe();
    let mut changed = None;
    if let Some(before) = before {
        let earlier = before.record.describe();
        let [was, became] = differences(Some(earlier.fields.clone()), Some(described.fields.clone()), S::DERIVED);
        let fields = was.into_iter().chain(became).flatten().map(|(field, _)| field);
        changed = Some(fields.collect::<BTreeSet<_>>());
        if before.version > 0 && !exists(tx, S::KIND, &described).await? {
            let at = before.saved_at.unwrap_or(audit.at);
            tx.defer_insert(&INSERT_REVISIONS, row(&before, earlier, at, None)).await?;
        }
    }
    let row = row(&after, described, audit.at, Some((audit, json!(changed))));
    tx.defer_insert(&INSERT_REVISIONS, row).await
}

/// Whether the record has a revision.
async fn exists(tx: &mut Tx, kind: Kind, Description { id, .. }: &Description) -> Result<bool, StoreError> {
    let id = id.as_deref().unwrap_or(ONLY_ID);
    let select = "select exists (select 1 from revision where kind = $1 and record_id = $2)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(kind).bind(id).fetch_one(engine))?)
}

/// A row of [`INSERT_REVISIONS`]; without a save the initial state.
fn row<S: Subject>(
    state: &State<'_, S>,
    Description { id, fields: mut snapshot, .. }: Description,
    at: Timestamp,
    save: Option<(&AuditContext, Value)>,
) -> Value {
    let (audit, changed) = save.unzip();
    if let Value::Object(fields) = &mut snapshot {
        fields.retain(|name, _| KEPT_DERIVED.contains(&name.as_str()) || !S::DERIVED.contains(&name.as_str()));
        fields.extend(state.pictures.clone().map(|pictures| ("pictures".to_owned(), pictures)));
    }
    let account = audit.and_then(|audit| audit.actor.as_ref()).map(|actor| &actor.id.0);
    let owner = state.owner_id.map(|owner| &owner.0);
    let id = id.unwrap_or_else(|| ONLY_ID.to_owned());
    let (action, mark) = (audit.map(|audit| &audit.action), if audit.is_some() { "save" } else { "initial" });
    json!([S::KIND, id, state.version.to_string(), at.0.to_string(), account, action, owner, changed, snapshot, mark])
}

/// The revisions of a record, the newest first. With `owner`, only those from the time when the place was theirs.
pub async fn list(
    db: &Db,
    RecordKey { kind, id }: &RecordKey,
    owner: Option<&AccountId>,
    page: PageParams,
) -> Result<Page<RevisionItem>, StoreError> {
    let items: Vec<RevisionItem> = with_pool!(db, |engine| sqlx::query_as(LIST)
        .bind(kind)
        .bind(id)
        .bind(owner)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let total: i64 =
        with_pool!(db, |engine| sqlx::query_scalar(COUNT).bind(kind).bind(id).bind(owner).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// One revision of a record. `None` if there is none with this number, or it is not the owner's to see.
pub async fn one(
    db: &Db,
    RecordKey { kind, id }: &RecordKey,
    owner: Option<&AccountId>,
    number: i64,
) -> Result<Option<Revision>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE)
        .bind(kind)
        .bind(id)
        .bind(owner)
        .bind(number)
        .fetch_optional(engine))?)
}

/// A revision, locked until the commit. Errors: [`StoreError::NotFound`].
pub async fn locked(tx: &mut Tx, RecordKey { kind, id }: &RecordKey, number: i64) -> Result<Revision, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        let lock = "select 1 from revision where kind = $1 and record_id = $2 and number = $3 for update";
        execute!(tx, sqlx::query(lock).bind(kind).bind(id).bind(number))?;
    }
    let owner: Option<&AccountId> = None;
    Ok(with_tx!(tx, |engine| sqlx::query_as(ONE).bind(kind).bind(id).bind(owner).bind(number).fetch_one(engine))?)
}

/// The snapshot of the newest revision. Errors: [`StoreError::NotFound`].
pub async fn newest(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<Fields, StoreError> {
    let select = "select snapshot from revision where kind = $1 and record_id = $2 order by number desc limit 1";
    let Json(snapshot) = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(kind).bind(id).fetch_one(engine))?;
    Ok(snapshot)
}

/// Sets the note and the pin of a revision. Errors: [`StoreError::NotFound`].
pub async fn change(
    tx: &mut Tx,
    RecordKey { kind, id }: &RecordKey,
    number: i64,
    (note, is_pinned): (&Option<String>, bool),
) -> Result<(), StoreError> {
    let update = "update revision set note = $4, is_pinned = $5 where kind = $1 and record_id = $2 and number = $3";
    match execute!(tx, sqlx::query(update).bind(kind).bind(id).bind(number).bind(note).bind(is_pinned))? {
        0 => Err(StoreError::NotFound),
        _ => Ok(()),
    }
}

/// Deletes a revision unless it is the newest of its record. Returns whether it was deleted.
pub async fn delete(tx: &mut Tx, RecordKey { kind, id }: &RecordKey, number: i64) -> Result<bool, StoreError> {
    let delete = "delete from revision where kind = $1 and record_id = $2 and number = $3 and exists (
        select 1 from revision newer where newer.kind = $1 and newer.record_id = $2 and newer.number > $3)";
    Ok(execute!(tx, sqlx::query(delete).bind(kind).bind(id).bind(number))? > 0)
}

/// Deletes all revisions of a record but the newest.
pub async fn delete_earlier(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<(), StoreError> {
    let delete = "delete from revision where kind = $1 and record_id = $2 and number < (
        select max(newest.number) from revision newest where newest.kind = $1 and newest.record_id = $2)";
    execute!(tx, sqlx::query(delete).bind(kind).bind(id))?;
    Ok(())
}

/// Deletes the history of a record that is deleted permanently.
pub async fn delete_all(tx: &mut Tx, RecordKey { kind, id }: RecordKey) -> Result<(), StoreError> {
    tx.flush_deferred().await?;
    execute!(tx, sqlx::query("delete from revision where kind = $1 and record_id = $2").bind(kind).bind(id))?;
    Ok(())
}

/// How long revisions stay. Zero stands for no limit.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// The maximum age in days.
    pub days: i64,
    /// The maximum number for each record.
    pub count: i64,
}

/// Deletes revisions that are too old or too many. Returns the time until the next run.
pub async fn run_retention(app: App, retention: Retention) -> Result<Duration, StoreError> {
    let deleted = delete_old(&app.db, retention, app.clock.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "deleted old revisions");
    }
    Ok(INTERVAL)
}

/// Deletes revisions that are too old or too many, in small writes. Returns their number.
pub async fn delete_old(db: &Db, Retention { days, count }: Retention, now: Timestamp) -> Result<u64, StoreError> {
    let mut deleted = 0;
    if days > 0 {
        let cutoff = now.plus_seconds(-days * DAY_S);
        deleted += in_batches(db, move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff).bind(BATCH_SIZE))?) })
        })
        .await?;
    }
    if count > 0 {
        deleted += delete_surplus(db, count).await?;
    }
    let of_categories = in_batches(db, |tx| Box::pin(async { Ok(execute!(tx, sqlx::query(DELETE_OF_CATEGORIES))?) }));
    Ok(deleted + of_categories.await?)
}

/// Repeats a deletion, each time in its own write, until it deletes nothing. Returns the number of deleted rows.
async fn in_batches<F>(db: &Db, delete: F) -> Result<u64, StoreError>
where
    F: for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<u64, StoreError>> + Clone + Send + 'static,
{
    let mut deleted = 0;
    loop {
        match db.write(delete.clone()).await? {
            0 => return Ok(deleted),
            rows => deleted += rows,
        }
    }
}

/// Deletes the surplus of every record, each in its own write. Returns the number of deleted rows.
async fn delete_surplus(db: &Db, count: i64) -> Result<u64, StoreError> {
    let records: Vec<(Kind, String)> = with_pool!(db, |engine| sqlx::query_as(TOO_MANY).bind(count).fetch_all(engine))?;
    let mut deleted = 0;
    for (kind, id) in records {
        let surplus = db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_SURPLUS).bind(kind).bind(id).bind(count - 1))?) })
        });
        deleted += surplus.await?;
    }
    Ok(deleted)
}
