//! Stores and reads releases: drafts that are published together.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ReleaseId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::drafts::store::DraftItem;
use crate::http::input::pagination::{Page, PageParams};
use crate::revisions::store::RecordKey;
use crate::{execute, update_row, with_pool, with_tx};

/// The delay between two attempts to publish a due release, in seconds. It begins with the lease of the release.
const RETRY_DELAY_S: i64 = 60;

/// A statement that selects the columns of [`ReleaseItem`], with `$rest` at its end.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
select release.id, release.version, release.name, release.state, release.publish_at, release.problem,
    release.published_at, release.account_id, release.created_at, release.updated_at,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name,
    case when release.state = 'open' then (select count(*) from draft where draft.release_id = release.id)
        else (select count(*) from release_record where release_record.release_id = release.id) end as record_count
from release left join account on account.id = release.account_id ",
            $rest
        )
    };
}

// Open releases come first, ordered by `publish_at`; those without a time are the last of them. The other releases
// follow, the most recently changed first.
const SELECT_PAGE: &str = select!(
    "where $1 is null or release.state = $1
order by release.state <> 'open', case when release.state = 'open' then release.publish_at is null end,
    case when release.state = 'open' then release.publish_at end, release.updated_at desc, release.id desc
limit $2 offset $3"
);
const COUNT: &str = "select count(*) from release where $1 is null or state = $1";
const SELECT_ONE: &str = select!("where release.id = $1");
const SELECT_DUE: &str = select!(
    "where release.state = 'open' and release.publish_at <= $1 and release.problem is null
    and (release.retry_at is null or release.retry_at <= $1) order by release.publish_at, release.id limit $2"
);

const SELECT_RECORDS: &str = "
select release_record.kind, release_record.record_id, release_record.version, release_record.is_changed,
    coalesce(place.name, article.title, category.name, release_record.record_id) as name,
    case when place.deleted_at is null and article.deleted_at is null then
        coalesce(place.version, article.version, category.version, static_page.version, setting.version)
    end as record_version
from release_record
left join place on place.id = case when kind = 'place' then cast(record_id as bigint) end
left join article on article.id = case when kind = 'article' then cast(record_id as bigint) end
left join category on category.id = case when kind = 'category' then cast(record_id as bigint) end
left join static_page on kind = 'page' and static_page.name = '/' || record_id
left join setting on kind = 'settings'
where release_id = $1 order by kind, name, record_id";

/// The state of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReleaseState)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum ReleaseState {
    /// Drafts can be added, and it can be published.
    Open,
    /// All its records have the values of their drafts.
    Published,
    /// It was published, and its records have their former values again.
    Undone,
    /// It was never published. Its drafts stay, without a release.
    Canceled,
}

/// A release in a list.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseItem {
    /// The id.
    pub id: ReleaseId,
    /// The version; each change to the release or to the set of its drafts increases it. `If-Match` compares it.
    #[schema(example = 3)]
    pub version: i64,
    /// The name.
    #[schema(example = "Hours during Tết")]
    pub name: String,
    /// The state of the release. Only open releases can be changed.
    pub state: ReleaseState,
    /// When it is published automatically; null if it is not.
    #[schema(required)]
    pub publish_at: Option<Timestamp>,
    /// The code of the problem that prevented the publication at `publishAt`; null if there was none.
    #[schema(required, example = "release_refused")]
    pub problem: Option<String>,
    /// When it was published; null if it was not.
    #[schema(required)]
    pub published_at: Option<Timestamp>,
    /// The number of its drafts, or of the records that it published.
    #[schema(example = 60)]
    pub record_count: i64,
    /// The account that changed it last, and in whose name it is published at `publishAt`. It remains when the account
    /// is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null once it is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time at which it was created.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

impl AuditSubject for ReleaseItem {
    const KIND: AuditRecordKind = AuditRecordKind::Release;
    const DERIVED_FIELDS: &'static [&'static str] = &["recordCount", "accountId", "accountName", "problem"];

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.id, &self.name, self)
    }
}

/// A record that a release has published.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseRecord {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title that the record has now.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The version of the record directly after the release.
    #[schema(example = 6)]
    pub version: i64,
    /// The version that the record has now; null if it was deleted. If it is not `version`, the record has changed
    /// and prevents an undo.
    #[schema(required, example = 6)]
    pub record_version: Option<i64>,
    /// Whether the release changed the record. Otherwise it already had the values of its draft.
    pub is_changed: bool,
}

impl ReleaseRecord {
    /// The key of the record.
    pub fn key(&self) -> RecordKey {
        RecordKey::new(self.kind, &self.record_id)
    }
}

/// A release with its drafts or with the records that it published.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Release {
    /// The name, state and time of the release.
    #[serde(flatten)]
    pub item: ReleaseItem,
    /// The drafts of the release while it is open. Drafts of records in the trash are left out, and are not published.
    pub drafts: Vec<DraftItem>,
    /// The records that the release published.
    pub records: Vec<ReleaseRecord>,
}

/// The releases on `page`, with the total number. With `state`, only releases in this state. Open releases come first,
/// ordered by `publish_at`. The other releases follow, the most recently changed first.
pub async fn list(db: &Db, state: Option<ReleaseState>, page: PageParams) -> Result<Page<ReleaseItem>, StoreError> {
    let items: Vec<ReleaseItem> = with_pool!(db, |engine| sqlx::query_as(SELECT_PAGE)
        .bind(state)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let total: i64 = with_pool!(db, |engine| sqlx::query_scalar(COUNT).bind(state).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// The release with this id.
pub async fn find(db: &Db, id: ReleaseId) -> Result<Option<ReleaseItem>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// A release, locked until the commit. Errors: [`StoreError::NotFound`].
pub async fn get_for_update(tx: &mut Tx, id: ReleaseId) -> Result<ReleaseItem, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query("select 1 from release where id = $1 for update").bind(id))?;
    }
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_one(engine))?)
}

/// The records that a release has published.
pub async fn records(db: &Db, id: ReleaseId) -> Result<Vec<ReleaseRecord>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_RECORDS).bind(id).fetch_all(engine))?)
}

/// The open releases whose `publish_at` has come and that have no problem, the earliest first, at most `limit`.
/// Releases that were leased in the last minute are left out.
pub async fn list_due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<ReleaseItem>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE).bind(now).bind(limit).fetch_all(engine))?)
}

/// Adds an open release. Returns its id.
pub async fn add(
    tx: &mut Tx,
    (name, publish_at): (&str, Option<Timestamp>),
    (account, now): (&AccountId, Timestamp),
) -> Result<ReleaseId, StoreError> {
    let insert = "insert into release (version, name, state, publish_at, account_id, created_at, updated_at)
        values (1, $1, 'open', $2, $3, $4, $4) returning id";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(insert)
        .bind(name)
        .bind(publish_at)
        .bind(account)
        .bind(now)
        .fetch_one(engine))?)
}

/// Stores the fields of a locked release that a change can affect, increments its version, and ends its lease.
pub async fn update(tx: &mut Tx, release: &ReleaseItem) -> Result<(), StoreError> {
    update_row!(tx, "update release set version = version + 1, retry_at = null", release.id, release {
        name, state, publish_at, account_id, published_at, problem,
    }, { updated_at: release.updated_at })?;
    Ok(())
}

/// Leases a due release, so that only one replica publishes it. Returns `false` if another replica leased the release,
/// or if it has changed in the meantime. A leased release that is not published is due again after a minute.
pub async fn lease(tx: &mut Tx, release: &ReleaseItem, now: Timestamp) -> Result<bool, StoreError> {
    let update = "update release set retry_at = $4 where id = $1 and version = $2 and state = 'open'
        and (retry_at is null or retry_at <= $3)";
    let (id, version, retry_at) = (release.id, release.version, now.plus_seconds(RETRY_DELAY_S));
    Ok(execute!(tx, sqlx::query(update).bind(id).bind(version).bind(now).bind(retry_at))? > 0)
}

/// Stores the problem code of a failed publication, unless the release has changed in the meantime.
pub async fn set_problem(tx: &mut Tx, release: &ReleaseItem, problem: &str) -> Result<(), StoreError> {
    let update = "update release set problem = $3 where id = $1 and version = $2";
    execute!(tx, sqlx::query(update).bind(release.id).bind(release.version).bind(problem))?;
    Ok(())
}

/// The outcome of a release, or of its undo, for one record.
pub struct RecordOutcome {
    /// The record.
    pub key: RecordKey,
    /// The version of the record after the release or the undo.
    pub version: i64,
    /// Whether the record changed. Otherwise it already had the values.
    pub is_changed: bool,
}

/// Stores the records that a release has published.
pub async fn add_records(tx: &mut Tx, id: ReleaseId, records: &[RecordOutcome]) -> Result<(), StoreError> {
    const INSERT: &str = "insert into release_record (release_id, kind, record_id, version, is_changed)
        select $1, value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as boolean) from ";
    let rows: Vec<_> = records
        .iter()
        .map(|RecordOutcome { key, version, is_changed }| {
            // Both engines cast the texts `1` and `0` to booleans.
            (key.kind, &key.id, version.to_string(), if *is_changed { "1" } else { "0" })
        })
        .collect();
    let rows_sql = if matches!(tx, Tx::Postgres(_)) { "jsonb_array_elements($2)" } else { "json_each($2)" };
    let insert = sqlx::AssertSqlSafe(format!("{INSERT}{rows_sql}"));
    execute!(tx, sqlx::query(insert).bind(id).bind(Json(rows)))?;
    Ok(())
}
