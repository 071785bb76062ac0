//! Stores and reads drafts: changes to a record that are saved and not public.

use serde::Serialize;
use sqlx::AssertSqlSafe;
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{AuditRecordKind, Fields};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ImageId, ReleaseId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::HookFuture;
use crate::http::input::pagination::{Page, PageParams};
use crate::http::input::update::{ChangeMode, WriteError};
use crate::http::problem::Problem;
use crate::revisions::store::RecordKey;
use crate::{execute, with_pool, with_tx};

/// The SQL query for drafts with the names and versions of their records, followed by `$rest`: more conditions and the
/// order. Drafts of deleted records are left out.
macro_rules! select_drafts {
    ($rest:literal) => {
        concat!(
            "
select draft.kind, draft.record_id, draft.version, draft.base_version, draft.fields, draft.publish_at, draft.problem,
    draft.account_id, nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name,
    draft.release_id, release.name as release_name,
    case when release.problem is null then release.publish_at end as release_publish_at,
    draft.created_at, draft.updated_at, coalesce(place.name, article.title, category.name, draft.record_id) as name,
    coalesce(place.version, article.version, category.version, static_page.version, setting.version, 0) as record_version
from draft
left join account on account.id = draft.account_id
left join release on release.id = draft.release_id
left join place on place.id = case when draft.kind = 'place' then cast(draft.record_id as bigint) end
left join article on article.id = case when draft.kind = 'article' then cast(draft.record_id as bigint) end
left join category on category.id = case when draft.kind = 'category' then cast(draft.record_id as bigint) end
left join static_page on draft.kind = 'page' and static_page.name = '/' || draft.record_id
left join setting on draft.kind = 'settings'
where place.deleted_at is null and article.deleted_at is null
    and (draft.kind <> 'category' or category.id is not null) ",
            $rest
        )
    };
}

// `$3` is an account, or null for no filter. With an account, the draft is selected only if the account owned the place
// when the draft was last saved.
const SELECT_ONE: &str =
    select_drafts!("and draft.kind = $1 and draft.record_id = $2 and ($3 is null or draft.owner_id = $3)");
const SELECT_LIST: &str = select_drafts!(
    "and ($1 is null or (place.owner_id = $1 and draft.owner_id = $1)) and ($4 is null or draft.kind = $4)
order by draft.publish_at is null, draft.publish_at, draft.updated_at desc, draft.kind, draft.record_id limit $2 offset $3"
);
const COUNT_DRAFTS: &str = "
select count(*) from draft
left join place on place.id = case when draft.kind = 'place' then cast(draft.record_id as bigint) end
left join article on article.id = case when draft.kind = 'article' then cast(draft.record_id as bigint) end
left join category on category.id = case when draft.kind = 'category' then cast(draft.record_id as bigint) end
where place.deleted_at is null and article.deleted_at is null
    and (draft.kind <> 'category' or category.id is not null)
    and ($1 is null or (place.owner_id = $1 and draft.owner_id = $1)) and ($2 is null or draft.kind = $2)";
const SELECT_DUE: &str = select_drafts!(
    "and draft.publish_at <= $1 and draft.release_id is null and draft.problem is null and (draft.retry_at is null or draft.retry_at <= $1)
order by draft.publish_at, draft.kind, draft.record_id limit $2"
);

/// Selects the drafts with a publication time whose publication has not failed, as [`DraftItem`].
pub const SELECT_SCHEDULED: &str = select_drafts!("and draft.publish_at is not null and draft.problem is null");

const SELECT_BY_RELEASE: &str = select_drafts!("and draft.release_id = $1 order by draft.kind, name, draft.record_id");

/// The delay between two attempts to publish a due draft, in seconds.
const RETRY_DELAY_S: i64 = 60;

/// A draft in a list: who changes which record, and when it becomes public.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DraftItem {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title of the record as it is public.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The version of the draft; each save increases it. `If-Match` compares it.
    #[schema(example = 1_795_000_000_000_i64)]
    pub version: i64,
    /// The version of the record that the draft changes.
    #[schema(example = 5)]
    pub base_version: i64,
    /// The version that the record has now. If it is not `baseVersion`, the record has changed: publishing is
    /// refused until the draft is saved with the new `baseVersion`.
    #[schema(example = 5)]
    pub record_version: i64,
    /// When the draft is published automatically; null if it is not.
    #[schema(required)]
    pub publish_at: Option<Timestamp>,
    /// The code of the problem that prevented the publication at `publishAt`; null if there was none.
    #[schema(required, example = "precondition_failed")]
    pub problem: Option<String>,
    /// The id of the release that publishes the draft together with other drafts; null if the draft is in no release.
    #[schema(required)]
    pub release_id: Option<ReleaseId>,
    /// The name of that release; null for callers who are not admins.
    #[schema(required, example = "Hours during Tết")]
    pub release_name: Option<String>,
    /// When that release is published automatically; null if it is not, or if that failed.
    #[schema(required)]
    pub release_publish_at: Option<Timestamp>,
    /// The id of the account that last saved the draft. The id stays when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null if the account is deleted. Callers who are not admins get only their own
    /// name, and null for other accounts.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time at which the draft was begun.
    pub created_at: Timestamp,
    /// The time of the last save.
    pub updated_at: Timestamp,
}

impl DraftItem {
    /// The key of the record that the draft changes.
    pub fn key(&self) -> RecordKey {
        RecordKey::new(self.kind, &self.record_id)
    }
}

/// A draft: changes to a record that are saved and not public.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Who changes which record, and when it becomes public.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub item: DraftItem,
    /// The changed fields, as in an update of the record.
    #[schema(value_type = Object, example = json!({ "operatingHours": "Mo-Su 08:00-12:00" }))]
    pub fields: Json<Fields>,
}

/// The values to store when a draft is saved.
#[derive(Clone, Debug)]
pub struct DraftValues {
    /// The version of the record that the draft changes.
    pub base_version: i64,
    /// The changed fields.
    pub fields: Fields,
    /// When the draft is published automatically. `None` if it is not.
    pub publish_at: Option<Timestamp>,
}

/// The draft of a record. With `owner`, only a draft that was last saved while this account owned the place.
pub async fn find(db: &Db, key: &RecordKey, owner: Option<&AccountId>) -> Result<Option<Draft>, StoreError> {
    let RecordKey { kind, id } = key;
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(kind).bind(id).bind(owner).fetch_optional(engine))?)
}

/// Like [`find`], within a write.
pub async fn find_within(tx: &mut Tx, key: &RecordKey, owner: Option<&AccountId>) -> Result<Option<Draft>, StoreError> {
    let RecordKey { kind, id } = key;
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE).bind(kind).bind(id).bind(owner).fetch_optional(engine))?)
}

/// Lists drafts. Drafts with a publication time come first, the earliest time first. The other drafts follow, the
/// latest save first. With `owner`, only drafts for places of this account, and only if the account owned the place
/// when the draft was last saved. With `kind`, only drafts of records of this kind.
pub async fn list(
    db: &Db,
    owner: Option<&AccountId>,
    kind: Option<AuditRecordKind>,
    page: PageParams,
) -> Result<Page<DraftItem>, StoreError> {
    let items = with_pool!(db, |engine| sqlx::query_as(SELECT_LIST)
        .bind(owner)
        .bind(page.limit)
        .bind(page.offset)
        .bind(kind)
        .fetch_all(engine))?;
    let total = with_pool!(db, |engine| sqlx::query_scalar(COUNT_DRAFTS).bind(owner).bind(kind).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// At most `limit` drafts whose publication time has come, the earliest time first. Drafts in a release are left out.
/// So are drafts whose publication has failed, and drafts that were leased within the last minute.
pub async fn list_due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<DraftItem>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE).bind(now).bind(limit).fetch_all(engine))?)
}

/// Saves the draft of a record if the stored draft still has `version`, or if there is none and `version` is 0. A draft
/// in a release is not saved if `draft` has a publication time. Returns whether the draft was saved. The version of a
/// new draft is the current time in milliseconds, so that no later draft of the record has the version of an earlier
/// one.
pub async fn put(
    tx: &mut Tx,
    (RecordKey { kind, id }, version): (&RecordKey, i64),
    draft: &DraftValues,
    (account, now): (&AccountId, Timestamp),
) -> Result<bool, StoreError> {
    const SELECT_OWNER_ID: &str =
        "(select owner_id from place where $1 = 'place' and id = case when $1 = 'place' then cast($2 as bigint) end)";
    let statement = match version {
        0 => format!(
            "insert into draft (kind, record_id, version, base_version, fields, publish_at, account_id, created_at,
            updated_at, owner_id) values ($1, $2, $3 + $8, $4, $5, $6, $7, $8, $8, {SELECT_OWNER_ID}) on conflict do nothing"
        ),
        _ => format!(
            "update draft set version = version + 1, base_version = $4, fields = $5, publish_at = $6, account_id = $7,
            updated_at = $8, owner_id = {SELECT_OWNER_ID}, problem = null, retry_at = null
            where kind = $1 and record_id = $2 and version = $3 and (release_id is null or $6 is null)"
        ),
    };
    let DraftValues { base_version, fields, publish_at } = draft;
    let rows = execute!(
        tx,
        sqlx::query(AssertSqlSafe(statement.clone()))
            .bind(kind)
            .bind(id)
            .bind(version)
            .bind(base_version)
            .bind(Json(fields))
            .bind(publish_at)
            .bind(account)
            .bind(now)
    )?;
    Ok(rows > 0)
}

/// The drafts of a release, by kind and name. Drafts of deleted records are left out.
pub async fn drafts_of_release(db: &Db, id: ReleaseId) -> Result<Vec<Draft>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_RELEASE).bind(id).fetch_all(engine))?)
}

/// Like [`drafts_of_release`], within a write.
pub async fn drafts_of_release_within(tx: &mut Tx, id: ReleaseId) -> Result<Vec<Draft>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_BY_RELEASE).bind(id).fetch_all(engine))?)
}

/// Adds the draft of a record to a release, unless the draft has a release or a publication time.
/// Returns whether it was added.
pub async fn join_release(tx: &mut Tx, key: &RecordKey, release: ReleaseId) -> Result<bool, StoreError> {
    let update = "update draft set release_id = $3 where kind = $1 and record_id = $2 and release_id is null
        and publish_at is null";
    Ok(execute!(tx, sqlx::query(update).bind(key.kind).bind(&key.id).bind(release))? > 0)
}

/// Takes the draft of a record out of its release.
pub async fn leave_release(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<(), StoreError> {
    let update = "update draft set release_id = null where kind = $1 and record_id = $2";
    execute!(tx, sqlx::query(update).bind(kind).bind(id))?;
    Ok(())
}

/// Takes all drafts out of a release.
pub async fn clear_release(tx: &mut Tx, id: ReleaseId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update draft set release_id = null where release_id = $1").bind(id))?;
    Ok(())
}

/// Leases a due draft, so that only one replica publishes it. Returns `false` if another replica leased the draft, or
/// if it was saved or deleted in the meantime. A leased draft that is not published is due again after a minute.
pub async fn lease(tx: &mut Tx, draft: &DraftItem, now: Timestamp) -> Result<bool, StoreError> {
    let update = "update draft set retry_at = $5 where kind = $1 and record_id = $2 and version = $3
        and (retry_at is null or retry_at <= $4)";
    let (retry_at, DraftItem { kind, record_id, version, .. }) = (now.plus_seconds(RETRY_DELAY_S), draft);
    let leased = execute!(tx, sqlx::query(update).bind(kind).bind(record_id).bind(version).bind(now).bind(retry_at))?;
    Ok(leased > 0)
}

/// Stores the problem code of a failed publication, unless the draft was saved again in the meantime.
pub async fn set_problem(tx: &mut Tx, draft: &DraftItem, problem: &str) -> Result<(), StoreError> {
    let update = "update draft set problem = $4 where kind = $1 and record_id = $2 and version = $3";
    execute!(tx, sqlx::query(update).bind(draft.kind).bind(&draft.record_id).bind(draft.version).bind(problem))?;
    Ok(())
}

/// Deletes the draft of a record, whatever its version.
pub async fn delete(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from draft where kind = $1 and record_id = $2").bind(kind).bind(id))?;
    Ok(())
}

/// Deletes the draft of a record if it has this version. Returns whether it was deleted.
pub async fn delete_if_version(tx: &mut Tx, key: &RecordKey, version: i64) -> Result<bool, StoreError> {
    let delete = "delete from draft where kind = $1 and record_id = $2 and version = $3";
    Ok(execute!(tx, sqlx::query(delete).bind(key.kind).bind(&key.id).bind(version))? > 0)
}

/// Increments the base version of a draft if it is `version`. Call this after a change that is not an edit, such as a
/// move to the trash, has incremented the version of the record. The draft can then still be published.
pub async fn increment_base_version(tx: &mut Tx, key: &RecordKey, version: i64) -> Result<(), StoreError> {
    let update = "update draft set base_version = base_version + 1
        where kind = $1 and record_id = $2 and base_version = $3";
    execute!(tx, sqlx::query(update).bind(key.kind).bind(&key.id).bind(version))?;
    Ok(())
}

/// Replaces the old key of an image by its new one in all drafts. The versions of the drafts do not change. An editor
/// who later saves the old key gets an error that names the field.
pub fn replace_image_key(
    tx: &mut Tx,
    (_, old_key, new_key): (ImageId, String, String),
    _: Timestamp,
) -> HookFuture<'_> {
    Box::pin(async move {
        const REPLACE_KEY: &str = "update draft set fields = replace(fields, $1, $2) where instr(fields, $1) > 0";
        const REPLACE_KEY_JSONB: &str = "update draft set fields = cast(replace(cast(fields as text), $1, $2) as jsonb)
            where position($1 in cast(fields as text)) > 0";
        let replace = if matches!(tx, Tx::Postgres(_)) { REPLACE_KEY_JSONB } else { REPLACE_KEY };
        execute!(tx, sqlx::query(replace).bind(old_key).bind(new_key))?;
        Ok(Vec::new())
    })
}

/// Deletes the drafts of categories that were deleted and can no longer be restored. Returns their number.
pub async fn delete_drafts_of_deleted_categories(db: &Db) -> Result<u64, StoreError> {
    let delete = "delete from draft where kind = 'category'
        and not exists (select 1 from category where cast(category.id as text) = record_id)
        and not exists (select 1 from deleted_record where kind = 'category' and cast(id as text) = record_id)";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete))?) })).await
}

/// Deletes the draft of a record if the change of the record publishes it. Errors: 412 if the draft was saved or
/// discarded in the meantime, with the current draft if there is one.
pub async fn delete_if_published(tx: &mut Tx, key: &RecordKey, mode: ChangeMode) -> Result<(), WriteError> {
    let ChangeMode::Publish { draft_version } = mode else { return Ok(()) };
    if delete_if_version(tx, key, draft_version).await? {
        return Ok(());
    }
    Err(Problem::precondition_failed(find_within(tx, key, None).await?).into())
}
