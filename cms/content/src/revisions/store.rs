//! Stores and reads revisions: the states that saves of a record have produced.
//!
//! A revision is written in the transaction of the save, so that both are committed or neither. Its number is the
//! version of the record after the save.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{AuditContext, AuditDescription, AuditRecordKind, AuditSubject, Fields, differences};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::db::write::DeferredInsert;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, with_pool, with_tx};

/// The derived fields that a snapshot contains. The history shows them, and a restore uses `pictures` to find images
/// whose URL has changed.
const SNAPSHOT_DERIVED_FIELDS: [&str; 2] = ["categories", "pictures"];

/// The id of the settings, which are a single record.
const SINGLETON_ID: &str = "1";

/// The statement that inserts revisions. `$rows` selects them as JSON arrays in the order of [`revision_row`]. A state
/// from before the first recorded save is skipped if the record already has a revision.
macro_rules! insert_revisions {
    ($rows:literal) => {
        concat!(
            "
insert into revision (kind, record_id, number, created_at, account_id, action, owner_id, changed_fields, snapshot,
    fact_check)
select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint), value ->> 4, value ->> 5,
    value ->> 6, nullif(value -> 7, 'null'), value -> 8, nullif(value -> 10, 'null')
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
    sqlite_statement: insert_revisions!("json_each($1)"),
    postgres_statement: insert_revisions!("jsonb_array_elements($1)"),
};

/// A statement that selects the columns of [`RevisionItem`] and `$columns`, with `$rest` at its end. Its parameter `$1`
/// is the kind of the record and `$2` its id. If `$3` is not null, only revisions are selected that were saved while
/// this account owned the place.
macro_rules! select_revisions {
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

const SELECT_LIST: &str = select_revisions!("", "order by revision.number desc limit $4 offset $5");
const SELECT_ONE: &str = select_revisions!(", revision.snapshot", "and revision.number = $4");
const COUNT: &str = "
select count(*) from revision where kind = $1 and record_id = $2 and ($3 is null or owner_id = $3)";

const SELECT_REPLACED_STATE: &str = "
select after.changed_fields, before.snapshot, before.fact_check
from revision after join revision before on before.kind = after.kind and before.record_id = after.record_id
where after.kind = $1 and after.record_id = $2 and after.number = $3 and after.changed_fields is not null
    and before.number < after.number
order by before.number desc limit 1";

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
    /// The current name of that account. Null if there is no account or it was deleted. Callers who are not admins get
    /// only their own name.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The action, as in the audit log, such as `updatePlace`; null for the state before the first recorded save.
    #[schema(required, example = "updatePlace")]
    pub action: Option<String>,
    /// The fields that the save changed; null for the first revision of a record.
    #[schema(required, value_type = Option<Vec<String>>, example = json!(["operatingHours"]))]
    pub changed_fields: Option<Json<Vec<String>>>,
    /// A note by an admin; null for callers who are not admins.
    #[schema(required, example = "Hours during Tết")]
    pub note: Option<String>,
    /// Whether the revision is kept when old revisions are deleted.
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

/// The kind and the id of a record that has a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordKey {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    pub id: String,
}

impl RecordKey {
    /// The key of the record with this kind and id.
    pub fn new(kind: AuditRecordKind, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }
}

/// A state of a record, to be stored as a revision.
pub struct RecordState<'a, S> {
    /// The record.
    pub record: &'a S,
    /// The version of the record in this state; 0 for a record that was not stored yet.
    pub version: i64,
    /// The time of the save; `None` if unknown. [`append`] uses it only for the state before a save.
    pub saved_at: Option<Timestamp>,
    /// The owner, if the record is a place.
    pub owner_id: Option<&'a AccountId>,
    /// The images that the record shows, if [`AuditSubject::describe`] does not contain them.
    pub images: Option<Value>,
    /// The fact checks, if the record is a place.
    pub fact_checks: Option<Value>,
}

impl<'a, S> RecordState<'a, S> {
    /// A state of a record that is not a place, without its images.
    pub fn new(record: &'a S, version: i64, saved_at: Option<Timestamp>) -> Self {
        Self { record, version, saved_at, owner_id: None, images: None, fact_checks: None }
    }
}

/// The state of a record before a save, with the names of the fields that the save changed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReplacedState {
    changed_fields: Json<Vec<String>>,
    snapshot: Json<Fields>,
    fact_check: Option<Json<Value>>,
}

impl ReplacedState {
    /// The former values of the fields that the save changed, and the former slug. A value is null if the former state
    /// did not have the field.
    pub fn fields(&self) -> Fields {
        let value = |field: &String| self.snapshot.get(field).cloned().unwrap_or_default();
        let mut fields: Fields = self.changed_fields.iter().map(|field| (field.clone(), value(field))).collect();
        // An undo also sets the former slug. Otherwise a slug would be made from the former name.
        fields.extend(self.snapshot.get("slug").map(|slug| ("slug".to_owned(), slug.clone())));
        fields
    }

    /// The former value of a field, whether the save changed it or not. `None` if the field is missing or its value has
    /// another type.
    pub fn value<T: DeserializeOwned>(&self, field: &str) -> Option<T> {
        serde_json::from_value(self.snapshot.get(field)?.clone()).ok()
    }

    /// The former fact checks of a place. `None` for other records, or if the checks have another type.
    pub fn fact_checks<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(self.fact_check.as_ref()?.0.clone()).ok()
    }
}

/// Stores `after`, the state that a save has produced, as a revision. If the record existed but has no revision yet,
/// `before` is stored first.
pub async fn append<S: AuditSubject>(
    tx: &mut Tx,
    audit: &AuditContext,
    before: Option<RecordState<'_, S>>,
    after: RecordState<'_, S>,
) -> Result<(), StoreError> {
    let new = after.record.describe();
    let mut changed_fields = None;
    if let Some(before) = before {
        let old = before.record.describe();
        let changes = differences(Some(old.fields.clone()), Some(new.fields.clone()), S::DERIVED_FIELDS);
        let fields = changes.into_iter().flatten().flatten().map(|(field, _)| field);
        changed_fields = Some(fields.collect::<BTreeSet<_>>());
        if before.version > 0 && !has_revision(tx, S::KIND, &new).await? {
            let at = before.saved_at.unwrap_or(audit.at);
            tx.defer_insert(&INSERT_REVISIONS, revision_row(&before, old, at, None)).await?;
        }
    }
    let row = revision_row(&after, new, audit.at, Some((audit, json!(changed_fields))));
    tx.defer_insert(&INSERT_REVISIONS, row).await
}

async fn has_revision(tx: &mut Tx, kind: AuditRecordKind, description: &AuditDescription) -> Result<bool, StoreError> {
    let id = description.id.as_deref().unwrap_or(SINGLETON_ID);
    let select = "select exists (select 1 from revision where kind = $1 and record_id = $2)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(kind).bind(id).fetch_one(engine))?)
}

/// The JSON array of one revision for [`INSERT_REVISIONS`]. `save` has the audit context of the save and the changed
/// fields. It is `None` for the state before the first recorded save.
fn revision_row<S: AuditSubject>(
    state: &RecordState<'_, S>,
    AuditDescription { id, fields: mut snapshot, .. }: AuditDescription,
    at: Timestamp,
    save: Option<(&AuditContext, Value)>,
) -> Value {
    let (audit, changed_fields) = save.unzip();
    if let Value::Object(fields) = &mut snapshot {
        fields.retain(|name, _| {
            SNAPSHOT_DERIVED_FIELDS.contains(&name.as_str()) || !S::DERIVED_FIELDS.contains(&name.as_str())
        });
        fields.extend(state.images.clone().map(|images| ("pictures".to_owned(), images)));
    }
    let account = audit.and_then(|audit| audit.actor.as_ref()).map(|actor| &actor.id.0);
    let owner = state.owner_id.map(|owner| &owner.0);
    let id = id.unwrap_or_else(|| SINGLETON_ID.to_owned());
    let (action, state_kind) = (audit.map(|audit| &audit.action), if audit.is_some() { "save" } else { "initial" });
    let (version, at) = (state.version.to_string(), at.0.to_string());
    json!([S::KIND, id, version, at, account, action, owner, changed_fields, snapshot, state_kind, state.fact_checks])
}

/// Whether the account has saved a revision of the record.
pub async fn has_saved(db: &Db, RecordKey { kind, id }: &RecordKey, account: &AccountId) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from revision where kind = $1 and record_id = $2 and account_id = $3)";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(kind).bind(id).bind(account).fetch_one(engine))?)
}

/// The revisions of a record, the newest first. With `owner`, only revisions that were saved while this
/// account owned the place.
pub async fn list(
    db: &Db,
    RecordKey { kind, id }: &RecordKey,
    owner: Option<&AccountId>,
    page: PageParams,
) -> Result<Page<RevisionItem>, StoreError> {
    let items = with_pool!(db, |engine| sqlx::query_as(SELECT_LIST)
        .bind(kind)
        .bind(id)
        .bind(owner)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let total = with_pool!(db, |engine| sqlx::query_scalar(COUNT).bind(kind).bind(id).bind(owner).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// One revision of a record. `None` if there is none with this number, or `owner` did not own the place at that time.
pub async fn find(
    db: &Db,
    RecordKey { kind, id }: &RecordKey,
    owner: Option<&AccountId>,
    number: i64,
) -> Result<Option<Revision>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE)
        .bind(kind)
        .bind(id)
        .bind(owner)
        .bind(number)
        .fetch_optional(engine))?)
}

/// The state of a record before the save that produced `version`. `None` if there is no revision of that save or no
/// earlier one.
pub async fn replaced_state(db: &Db, key: &RecordKey, version: i64) -> Result<Option<ReplacedState>, StoreError> {
    let RecordKey { kind, id } = key;
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_REPLACED_STATE)
        .bind(kind)
        .bind(id)
        .bind(version)
        .fetch_optional(engine))?)
}

/// Like [`replaced_state`], within a transaction.
pub async fn replaced_state_within(
    tx: &mut Tx,
    RecordKey { kind, id }: &RecordKey,
    version: i64,
) -> Result<Option<ReplacedState>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_REPLACED_STATE)
        .bind(kind)
        .bind(id)
        .bind(version)
        .fetch_optional(engine))?)
}

/// A revision, locked until the commit. Errors: [`StoreError::NotFound`].
pub async fn get_for_update(tx: &mut Tx, key: &RecordKey, number: i64) -> Result<Revision, StoreError> {
    let RecordKey { kind, id } = key;
    if matches!(tx, Tx::Postgres(_)) {
        let lock = "select 1 from revision where kind = $1 and record_id = $2 and number = $3 for update";
        execute!(tx, sqlx::query(lock).bind(kind).bind(id).bind(number))?;
    }
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE)
        .bind(kind)
        .bind(id)
        .bind(None::<&AccountId>)
        .bind(number)
        .fetch_one(engine))?)
}

/// The snapshot of the newest revision with at most this version. `None` if all such revisions were deleted, or if the
/// record has no revision yet.
pub async fn snapshot_at(tx: &mut Tx, key: &RecordKey, version: i64) -> Result<Option<Fields>, StoreError> {
    let RecordKey { kind, id } = key;
    let select = "select snapshot from revision where kind = $1 and record_id = $2 and number <= $3
        order by number desc limit 1";
    let snapshot: Option<Json<Fields>> =
        with_tx!(tx, |engine| sqlx::query_scalar(select).bind(kind).bind(id).bind(version).fetch_optional(engine))?;
    Ok(snapshot.map(|Json(snapshot)| snapshot))
}

/// The snapshot of the newest revision. Errors: [`StoreError::NotFound`].
pub async fn newest_snapshot(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<Fields, StoreError> {
    let select = "select snapshot from revision where kind = $1 and record_id = $2 order by number desc limit 1";
    let Json(snapshot) = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(kind).bind(id).fetch_one(engine))?;
    Ok(snapshot)
}

/// Sets the note and the pin of a revision. Errors: [`StoreError::NotFound`].
pub async fn set_note_and_pin(
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
pub async fn delete_unless_newest(tx: &mut Tx, key: &RecordKey, number: i64) -> Result<bool, StoreError> {
    let delete = "delete from revision where kind = $1 and record_id = $2 and number = $3 and exists (
        select 1 from revision newer where newer.kind = $1 and newer.record_id = $2 and newer.number > $3)";
    Ok(execute!(tx, sqlx::query(delete).bind(key.kind).bind(&key.id).bind(number))? > 0)
}

/// Deletes all revisions of a record except the newest.
pub async fn delete_all_except_newest(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<(), StoreError> {
    let delete = "delete from revision where kind = $1 and record_id = $2 and number < (
        select max(newest.number) from revision newest where newest.kind = $1 and newest.record_id = $2)";
    execute!(tx, sqlx::query(delete).bind(kind).bind(id))?;
    Ok(())
}

/// Deletes all revisions of a record that is purged, including those that this transaction has not inserted yet.
pub async fn delete_all(tx: &mut Tx, RecordKey { kind, id }: RecordKey) -> Result<(), StoreError> {
    tx.flush_deferred().await?;
    execute!(tx, sqlx::query("delete from revision where kind = $1 and record_id = $2").bind(kind).bind(id))?;
    Ok(())
}
