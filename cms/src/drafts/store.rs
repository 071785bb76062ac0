//! Stores and reads drafts: changes of a public record that are not public yet.

use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::audit::log::{Fields, Kind};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::http::input::update::ChangeMode;
use crate::revisions::store::RecordKey;
use crate::{execute, with_pool, with_tx};

/// The draft with its record. The joins find the version and the name of a record that is not in the trash.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
select draft.kind, draft.record_id, draft.version, draft.base_version, draft.fields, draft.publish_at, draft.problem,
    draft.account_id, nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name,
    draft.created_at, draft.updated_at, coalesce(place.name, article.title, category.name, draft.record_id) as name,
    coalesce(place.version, article.version, category.version, static_page.version, setting.version, 0) as record_version
from draft
left join account on account.id = draft.account_id
left join place on draft.kind = 'place' and cast(place.id as text) = draft.record_id
left join article on draft.kind = 'article' and cast(article.id as text) = draft.record_id
left join category on draft.kind = 'category' and cast(category.id as text) = draft.record_id
left join static_page on draft.kind = 'page' and static_page.name = '/' || draft.record_id
left join setting on draft.kind = 'settings'
where place.deleted_at is null and article.deleted_at is null
    and (draft.kind <> 'category' or category.id is not null) ",
            $rest
        )
    };
}

const ONE: &str = select!("and draft.kind = $1 and draft.record_id = $2");
const LIST: &str = select!(
    "and ($1 is null or place.owner_id = $1)
order by draft.publish_at is null, draft.publish_at, draft.updated_at desc, draft.kind, draft.record_id limit $2 offset $3"
);
const COUNT: &str = "
select count(*) from draft
left join place on draft.kind = 'place' and cast(place.id as text) = draft.record_id
left join article on draft.kind = 'article' and cast(article.id as text) = draft.record_id
where place.deleted_at is null and article.deleted_at is null and ($1 is null or place.owner_id = $1)";
const DUE: &str = select!(
    "and draft.publish_at <= $1 and draft.problem is null order by draft.publish_at, draft.kind, draft.record_id limit $2"
);

/// A draft: changes of a record that are saved and not public.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The kind of the record.
    pub kind: Kind,
    /// The id of the record; of a standing page its name, of the settings `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title of the record as it is public.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The version of the draft; each save increments it. `If-Match` compares it.
    #[schema(example = 2)]
    pub version: i64,
    /// The version of the record that the draft changes.
    #[schema(example = 5)]
    pub base_version: i64,
    /// The version that the record has now. If it is not `baseVersion`, the record was changed since: publishing is
    /// refused until the draft is saved with the new `baseVersion`.
    #[schema(example = 5)]
    pub record_version: i64,
    /// The changed fields, as in an update of the record.
    #[schema(value_type = Object, example = json!({ "operatingHours": "Mo-Su 08:00-12:00" }))]
    pub fields: Json<Fields>,
    /// When the draft is published by itself; null if it is not.
    #[schema(required)]
    pub publish_at: Option<Timestamp>,
    /// The code of the problem that prevented the publication at `publishAt`; null if there was none.
    #[schema(required, example = "precondition_failed")]
    pub problem: Option<String>,
    /// The account that saved the draft last. It remains when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of that account; null once it is deleted and, for callers who are not admins, for other accounts.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time at which the draft was begun.
    pub created_at: Timestamp,
    /// The time of the last save.
    pub updated_at: Timestamp,
}

impl Draft {
    /// The key of its record.
    pub fn key(&self) -> RecordKey {
        RecordKey::new(self.kind, &self.record_id)
    }
}

/// What a save of a draft stores.
#[derive(Clone, Debug)]
pub struct NewDraft {
    /// The version of the record that it changes.
    pub base_version: i64,
    /// The changed fields.
    pub fields: Fields,
    /// When it is published by itself.
    pub publish_at: Option<Timestamp>,
}

/// The draft of a record.
pub async fn one(db: &Db, RecordKey { kind, id }: &RecordKey) -> Result<Option<Draft>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(kind).bind(id).fetch_optional(engine))?)
}

/// The same inside a write.
pub async fn one_within(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<Option<Draft>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(ONE).bind(kind).bind(id).fetch_optional(engine))?)
}

/// The drafts, those that are published next first. With `owner`, only of the places of this owner.
pub async fn list(db: &Db, owner: Option<&AccountId>, page: PageParams) -> Result<Page<Draft>, StoreError> {
    let items: Vec<Draft> =
        with_pool!(db, |engine| sqlx::query_as(LIST).bind(owner).bind(page.limit).bind(page.offset).fetch_all(engine))?;
    let total: i64 = with_pool!(db, |engine| sqlx::query_scalar(COUNT).bind(owner).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// The drafts whose time has come and whose publication has not failed, at most `limit`.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Draft>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(DUE).bind(now).bind(limit).fetch_all(engine))?)
}

/// Saves the draft of a record if it still has `version`, 0 for none. Returns whether it was saved.
pub async fn put(
    tx: &mut Tx,
    (RecordKey { kind, id }, version): (&RecordKey, i64),
    draft: &NewDraft,
    (account, now): (&AccountId, Timestamp),
) -> Result<bool, StoreError> {
    let add = "insert into draft (kind, record_id, version, base_version, fields, publish_at, account_id, created_at,
            updated_at) values ($1, $2, 1, $4, $5, $6, $7, $8, $8) on conflict do nothing";
    let update = "update draft set version = version + 1, base_version = $4, fields = $5, publish_at = $6,
            account_id = $7, updated_at = $8, problem = null where kind = $1 and record_id = $2 and version = $3";
    let put = if version == 0 { add } else { update };
    let NewDraft { base_version, fields, publish_at } = draft;
    let rows = execute!(
        tx,
        sqlx::query(put)
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

/// Records why a draft was not published at its time, unless it was saved since.
pub async fn set_problem(tx: &mut Tx, draft: &Draft, problem: &str) -> Result<(), StoreError> {
    let update = "update draft set problem = $4 where kind = $1 and record_id = $2 and version = $3";
    execute!(tx, sqlx::query(update).bind(draft.kind).bind(&draft.record_id).bind(draft.version).bind(problem))?;
    Ok(())
}

/// Deletes the draft of a record. Returns whether there was one.
pub async fn delete(tx: &mut Tx, RecordKey { kind, id }: &RecordKey) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query("delete from draft where kind = $1 and record_id = $2").bind(kind).bind(id))? > 0)
}

/// Deletes the drafts of categories that were deleted and can no longer be restored. Returns their number.
pub async fn delete_of_deleted_categories(db: &Db) -> Result<u64, StoreError> {
    let delete = "delete from draft where kind = 'category'
        and not exists (select 1 from category where cast(category.id as text) = record_id)
        and not exists (select 1 from deleted_record where kind = 'category' and cast(id as text) = record_id)";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete))?) })).await
}

/// Deletes the draft that a change of its record has published, in the transaction of the change.
pub async fn finish(tx: &mut Tx, key: &RecordKey, mode: ChangeMode) -> Result<(), StoreError> {
    if mode == ChangeMode::Publish {
        delete(tx, key).await?;
    }
    Ok(())
}
