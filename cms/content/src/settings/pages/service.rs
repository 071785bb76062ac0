//! Reads and changes standing pages. Each page is one row. A change and its entry in the change log are one write.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::types::Json;
use utoipa::ToSchema;

use super::dto::{About, GettingHere, Help, Privacy, StandingPageResponse};
use super::requests::StandingPage;
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, IfMatch, WriteError};
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::Problem;
use crate::jobs::change_log;
use crate::revisions::store::{self as revisions, RecordKey, RecordState};
use crate::{execute, with_pool, with_tx};

/// The paths of all standing pages on the site.
pub const STANDING_PAGE_PATHS: [&str; 4] = [GettingHere::PATH, About::PATH, Help::PATH, Privacy::PATH];

const SELECT_STANDING_PAGE: &str = "select version, value as page, updated_at from static_page where name = $1";

/// The page `T`. `None` if it is not stored yet.
pub async fn find<T: StandingPage>(db: &Db) -> Result<Option<StandingPageResponse<T>>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_STANDING_PAGE).bind(T::PATH).fetch_optional(engine))?)
}

/// Reads the page within a write. Locks the settings and all standing pages until the commit. Returns a blank page with
/// version 0 if the page is not stored yet.
async fn get_for_update<T: StandingPage>(tx: &mut Tx) -> Result<StandingPageResponse<T>, StoreError> {
    tx.lock_exclusive(AdvisoryLock::Settings).await?;
    let row = with_tx!(tx, |engine| sqlx::query_as(SELECT_STANDING_PAGE).bind(T::PATH).fetch_optional(engine))?;
    Ok(row.unwrap_or_default())
}

/// Stores a page. The caller appends the change to the change log.
async fn put<T: StandingPage>(tx: &mut Tx, page: &T, now: Timestamp) -> Result<(), StoreError> {
    let put = "insert into static_page (name, version, value, updated_at) values ($1, 1, $2, $3)
        on conflict (name) do update set version = static_page.version + 1, value = excluded.value,
        updated_at = excluded.updated_at";
    execute!(tx, sqlx::query(put).bind(T::PATH).bind(Json(page)).bind(now))?;
    Ok(())
}

fn record_state<T: StandingPage>(stored: &StandingPageResponse<T>) -> RecordState<'_, T> {
    RecordState::new(&stored.page, stored.version, stored.updated_at)
}

/// Changes a page, or creates it. A request that creates a page must contain all required fields. Errors: those of
/// [`change_within`].
pub async fn change<T: StandingPage>(
    app: &App,
    audit: AuditContext,
    if_match: IfMatch,
    sent_fields: Map<String, Value>,
    mode: ChangeMode,
) -> Result<StandingPageResponse<T>, WriteError> {
    let (now, schemas) = (app.clock.now(), app.schemas.clone());
    app.write_and_invalidate_or_dry_run(mode.rolls_back(), move |tx| {
        Box::pin(async move {
            let (page, tags) = change_within::<T>(tx, &schemas, &audit, (if_match, sent_fields), (mode, now)).await?;
            Ok((page, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Changes or creates a page within a write. The caller appends the returned tags to the change log. If `If-Match` does
/// not allow its version, but the page already has the sent content, returns the page without tags.
///
/// Errors: otherwise 412 with the current page; 422 for values that break a rule.
pub async fn change_within<T: StandingPage>(
    tx: &mut Tx,
    schemas: &RequestBodySchemas,
    audit: &AuditContext,
    (if_match, sent_fields): (IfMatch, Map<String, Value>),
    (mode, now): (ChangeMode, Timestamp),
) -> Result<(StandingPageResponse<T>, Vec<CacheTag>), WriteError> {
    let stored = get_for_update::<T>(tx).await?;
    let page = changed_page(schemas, (&stored.page, stored.version == 0), sent_fields, now);
    let Some(page) = if_match.check_precondition(tx, audit, stored.version, (&stored.page, page), &stored).await?
    else {
        return Ok((stored, Vec::new()));
    };
    audit.log_updated(tx, &stored.page, &page).await?;
    put(tx, &page, now).await?;
    let saved = StandingPageResponse { version: stored.version + 1, updated_at: Some(now), page };
    revisions::append(tx, audit, Some(record_state(&stored)), record_state(&saved)).await?;
    let key = RecordKey::new(AuditRecordKind::Page, T::PATH.trim_start_matches('/'));
    drafts::delete_if_published(tx, &key, mode).await?;
    Ok((saved, vec![CacheTag::StandingPages]))
}

/// The page with the changes applied. Errors: 422 for values that break a rule of the page and are not stored already.
fn changed_page<T: StandingPage>(
    schemas: &RequestBodySchemas,
    (stored, is_new): (&T, bool),
    sent_fields: Map<String, Value>,
    now: Timestamp,
) -> Result<T, WriteError> {
    let page = apply_changes(schemas, &T::Changes::name(), (stored, is_new), sent_fields)?;
    let errors = page.errors(stored, now);
    if errors.is_empty() { Ok(page) } else { Err(Problem::invalid(errors).into()) }
}

/// Applies the sent fields to a page or the settings, and validates the result against the schema `schema_name`. Texts
/// are trimmed. A new record is validated completely. In a stored record, values that do not change may break rules.
/// Errors: 422 for other values that break a rule.
pub fn apply_changes<T: Serialize + DeserializeOwned>(
    schemas: &RequestBodySchemas,
    schema_name: &str,
    (stored, is_new): (&T, bool),
    sent_fields: Map<String, Value>,
) -> Result<T, WriteError> {
    let mut merged_record = serde_json::to_value(stored).unwrap_or_default();
    for (field, value) in sent_fields {
        merged_record[field] = trimmed(value);
    }
    if is_new {
        return Ok(schemas.read_as(schema_name, merged_record)?);
    }
    let (changed_record, broken_rules) = schemas.read_update(schema_name, merged_record)?;
    broken_rules.reject_new_violations(stored, Ok(changed_record))
}

/// The value with all texts trimmed, at any depth.
fn trimmed(value: Value) -> Value {
    match value {
        Value::String(text) => text.trim().into(),
        Value::Array(items) => items.into_iter().map(trimmed).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, trimmed(field))).collect(),
        other => other,
    }
}

/// The fields of all standing pages in a seed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the pages")]
pub struct SeedStandingPages {
    pub getting_here: Map<String, Value>,
    pub about: Map<String, Value>,
    pub help: Map<String, Value>,
    pub privacy: Map<String, Value>,
}

impl SeedStandingPages {
    /// Stores all pages and appends the change to the change log. Errors: 422 with each invalid field, named by the
    /// path of its page and the field.
    pub async fn put(self, tx: &mut Tx, schemas: &RequestBodySchemas, now: Timestamp) -> Result<(), WriteError> {
        put_seed_page::<GettingHere>(tx, schemas, self.getting_here, now).await?;
        put_seed_page::<About>(tx, schemas, self.about, now).await?;
        put_seed_page::<Help>(tx, schemas, self.help, now).await?;
        put_seed_page::<Privacy>(tx, schemas, self.privacy, now).await?;
        change_log::append_unless_empty(tx, vec![CacheTag::StandingPages], now).await?;
        Ok(())
    }
}

async fn put_seed_page<T: StandingPage>(
    tx: &mut Tx,
    schemas: &RequestBodySchemas,
    fields: Map<String, Value>,
    now: Timestamp,
) -> Result<(), WriteError> {
    let page: T = changed_page(schemas, (&T::default(), true), fields, now).map_err(|error| {
        let mut problem = Problem::from(error);
        problem.errors.iter_mut().for_each(|error| error.field = format!("{} {}", T::PATH, error.field));
        problem
    })?;
    Ok(put(tx, &page, now).await?)
}
