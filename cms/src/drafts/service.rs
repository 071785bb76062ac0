//! Saves and publishes drafts. Publishing is a change of the record with the fields of the draft, in one transaction with
//! the deletion of the draft.

use std::time::Duration;

use serde_json::Value;

use super::store::{self, Draft, NewDraft};
use crate::audit::log::{Actor, AuditContext, Fields};
use crate::auth::domain::accounts::{self, Account};
use crate::common::error_chain;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, IfMatch, WriteError};
use crate::http::input::validation::unknown_field;
use crate::http::problem::{Code, FieldError, Problem};
use crate::records::{self, Access};
use crate::revisions::store::RecordKey;

/// The interval between two checks for drafts whose time has come.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The number of drafts that are published in one check.
const BATCH_SIZE: i64 = 20;

/// Saves the draft of a record. 412 with the stored draft if `If-Match` does not contain its version; 400, 403 and 422 as
/// for a change of the record, but values may break rules until the draft is published.
pub async fn save(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: &Access,
    (mut draft, if_match): (NewDraft, IfMatch),
) -> Result<Draft, Problem> {
    let now = app.clock.now();
    if draft.publish_at.is_some_and(|at| at <= now) {
        return Err(Problem::invalid_field(Code::DateInPast, "publishAt", "Publish at must be in the future"));
    }
    draft.fields = check_fields(app, &access.key, draft.fields)?;
    let refused = records::refused_fields(app, access, &draft.fields).await?;
    if !refused.is_empty() {
        let error = |field| FieldError::new(Code::AdminOnly, field, "Only an admin can change this");
        let errors = refused.into_iter().map(error).collect();
        return Err(Problem { errors, ..Problem::forbidden(Code::Forbidden, "Only an admin can change this") });
    }
    let (key, caller) = (access.key.clone(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let stored = store::one_within(tx, &key).await?;
            let version = stored.as_ref().map_or(0, |stored| stored.version);
            let is_saved = if_match.allows(version) && store::put(tx, (&key, version), &draft, (&caller, now)).await?;
            if !is_saved {
                return Err(Problem::precondition_failed(stored).into());
            }
            let saved = store::one_within(tx, &key).await?.ok_or(StoreError::NotFound)?;
            audit.log_about(tx, key.kind, &key.id, saved.name.clone()).await?;
            Ok(saved)
        })
    });
    Ok(work.await?)
}

/// The fields as a change stores them, without computed ones. 400 for fields that the record does not have.
fn check_fields(app: &App, key: &RecordKey, fields: Fields) -> Result<Fields, Problem> {
    let form = records::form_of(key);
    let computed = app.schemas.computed_fields(&form);
    let names: Vec<String> = fields.keys().filter(|name| !computed.contains(name)).cloned().collect();
    let Value::Object(known) = app.schemas.normalized(&form, Value::Object(fields)) else {
        return Err(Problem::internal());
    };
    let unknown = names.iter().filter(|name| !known.contains_key(*name));
    let errors: Vec<FieldError> = unknown.take(50).map(|name| unknown_field(format!("fields.{name}"))).collect();
    if errors.is_empty() { Ok(known) } else { Err(Problem::bad_request(errors)) }
}

/// The draft of a record. 404 if it has none.
pub async fn one(app: &App, access: &Access) -> Result<Draft, Problem> {
    store::one(&app.db, &access.key).await?.ok_or_else(|| Problem::not_found("This record has no draft"))
}

/// Discards the draft of a record. 412 with the stored draft if `If-Match` does not contain its version.
pub async fn discard(app: &App, audit: AuditContext, access: Access, if_match: IfMatch) -> Result<(), Problem> {
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let Some(stored) = store::one_within(tx, &access.key).await? else {
                return Err(Problem::not_found("This record has no draft").into());
            };
            if !if_match.allows(stored.version) {
                return Err(Problem::precondition_failed(stored).into());
            }
            store::delete(tx, &access.key).await?;
            Ok(audit.log_about(tx, access.key.kind, &access.key.id, stored.name).await?)
        })
    });
    Ok(work.await?)
}

/// Publishes the draft of a record. Returns the version of the record. 412 with the draft if `If-Match` does not contain
/// its version, or with the record if it was changed since the draft began; otherwise as for a change of the record.
pub async fn publish(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: &Access,
    if_match: IfMatch,
) -> Result<i64, Problem> {
    let draft = one(app, access).await?;
    if !if_match.allows(draft.version) {
        return Err(Problem::precondition_failed(draft));
    }
    let base = IfMatch(Some(vec![draft.base_version]));
    let change = (&access.key, draft.fields.0);
    let version = records::change(app, caller, audit, change, (base, ChangeMode::Publish)).await?;
    // The draft is still there if the record already had its values.
    let key = access.key.clone();
    app.db.write::<_, StoreError, _>(move |tx| Box::pin(async move { store::delete(tx, &key).await })).await?;
    Ok(version)
}

/// Publishes the drafts whose time has come. Returns the time until the next check.
pub async fn publish_scheduled(app: App) -> Result<Duration, StoreError> {
    publish_due(&app).await?;
    Ok(POLL_INTERVAL)
}

/// Publishes the drafts whose time has come, each as the account that saved it. If that account may no longer change the
/// record, or the record was changed since, the draft stays, and its `problem` says why. Returns the published ones.
///
/// Replicas may try the same draft: the version of the record lets only one of them succeed.
pub async fn publish_due(app: &App) -> Result<Vec<RecordKey>, StoreError> {
    let mut published = Vec::new();
    for draft in store::due(&app.db, app.clock.now(), BATCH_SIZE).await? {
        let key = draft.key();
        let Err(problem) = publish_as_author(app, &draft).await else {
            published.push(key);
            continue;
        };
        if problem.status.is_server_error() {
            tracing::warn!(?key, code = ?problem.code, "a scheduled draft was not published; it is tried again");
            continue;
        }
        let code = serde_json::to_value(problem.code).ok().and_then(|code| code.as_str().map(str::to_owned));
        let work = app.db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move { store::set_problem(tx, &draft, &code.unwrap_or_default()).await })
        });
        if let Err(error) = work.await {
            tracing::warn!(?key, error = %error_chain::display(&error), "the problem of a draft was not stored");
        }
    }
    Ok(published)
}

async fn publish_as_author(app: &App, draft: &Draft) -> Result<(), Problem> {
    let inactive = || Problem::forbidden(Code::AccountInactive, "The account that scheduled this is not active");
    let id = draft.account_id.as_ref().ok_or_else(inactive)?;
    let account = accounts::one(&app.db, id).await?.filter(|account| account.is_active).ok_or_else(inactive)?;
    let audit = AuditContext::system("publishDraft", app.clock.now()).by(Actor::from(&account));
    let access = Access::check(app, &account, draft.key()).await?;
    publish(app, &account, audit, &access, IfMatch(Some(vec![draft.version]))).await?;
    Ok(())
}
