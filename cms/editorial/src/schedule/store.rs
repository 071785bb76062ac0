//! Reads the scheduled actions of all kinds of records, drafts and releases.

use serde::Serialize;
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError};
use crate::drafts::store::SELECT_SCHEDULED;
use crate::http::input::pagination::{Page, PageParams};
use crate::with_pool;

/// The kind of a scheduled action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum ScheduledAction {
    /// A place or an article becomes inactive at its `unpublishAt`.
    Unpublish,
    /// An article becomes public at its `publicationDate`.
    PublishArticle,
    /// A draft is published at its `publishAt`.
    PublishDraft,
    /// The drafts of a release are published together at its `publishAt`.
    PublishRelease,
}

/// A scheduled action on a record, a draft or a release: what happens, when, and who scheduled it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleItem {
    /// What happens.
    pub action: ScheduledAction,
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record or release; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title of the record as it is public, or the name of the release.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// When it happens.
    pub time: Timestamp,
    /// The version that `If-Match` compares when the action is moved or canceled: that of the draft for
    /// `publish_draft`, otherwise that of the record or release.
    #[schema(example = 5)]
    pub version: i64,
    /// The version of the record that the draft changes; null if this is not a draft. If it is not `recordVersion`, the
    /// record has changed, and the draft will not be published.
    #[schema(required, example = json!(null))]
    pub base_version: Option<i64>,
    /// The version of the record or release.
    #[schema(example = 5)]
    pub record_version: i64,
    /// The account that scheduled it; null if it is unknown. It remains when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null once it is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// Whether that account exists and is active. If it is not, its draft or release will not be published.
    /// Articles are published, and records unpublished, in any case.
    #[schema(example = true)]
    pub is_account_active: bool,
}

/// The query for all scheduled actions: a union with one part for each kind of action and table.
fn scheduled_actions_sql() -> String {
    format!(
        "
select 'publish_draft' as action, kind, record_id, name, publish_at as time, version, base_version, record_version,
    account_id from ({SELECT_SCHEDULED}) scheduled_draft
union all
select 'publish_article', 'article', cast(id as text), title, publication_date, version, null, version,
    publication_account_id
from article where is_active and not is_public and deleted_at is null
union all
select 'unpublish', 'article', cast(id as text), title, unpublish_at, version, null, version, unpublish_account_id
from article where unpublish_at is not null and deleted_at is null
union all
select 'unpublish', 'place', cast(id as text), name, unpublish_at, version, null, version, unpublish_account_id
from place where unpublish_at is not null and deleted_at is null
union all
select 'publish_release', 'release', cast(id as text), name, publish_at, version, null, version, account_id
from release where state = 'open' and publish_at is not null and problem is null"
    )
}

/// The scheduled actions on `page`, in chronological order, with the total number.
pub async fn list(db: &Db, page: PageParams) -> Result<Page<ScheduleItem>, StoreError> {
    let scheduled_actions_sql = scheduled_actions_sql();
    let select = format!(
        "select item.*, nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name,
            coalesce(account.is_active, false) as is_account_active
        from ({scheduled_actions_sql}) item left join account on account.id = item.account_id
        order by item.time, item.action, item.kind, item.record_id limit $1 offset $2"
    );
    let items: Vec<ScheduleItem> = with_pool!(db, |engine| sqlx::query_as(AssertSqlSafe(select.clone()))
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let count = format!("select count(*) from ({scheduled_actions_sql}) item");
    let total: i64 = with_pool!(db, |engine| sqlx::query_scalar(AssertSqlSafe(count.clone())).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// The places and articles whose `unpublish_at` has come, the earliest first, at most `limit`. Records in the trash are
/// left out.
pub async fn list_due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<(AuditRecordKind, i64)>, StoreError> {
    const SELECT_DUE: &str = "
select kind, id from (
    select 'place' as kind, id, unpublish_at from place where unpublish_at <= $1 and deleted_at is null
    union all
    select 'article', id, unpublish_at from article where unpublish_at <= $1 and deleted_at is null
) due order by unpublish_at, kind, id limit $2";
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE).bind(now).bind(limit).fetch_all(engine))?)
}
