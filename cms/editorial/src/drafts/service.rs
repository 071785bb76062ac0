//! Reads, saves, discards and publishes drafts. To publish a draft, one transaction changes the record by the fields of
//! the draft and deletes the draft.

use std::time::Duration;

use serde_json::Value;

use super::store::{self, Draft, DraftItem, DraftValues};
use crate::audit::log::{Actor, AuditContext, Fields};
use crate::auth::domain::accounts::Account;
use crate::common::clock::Timestamp;
use crate::common::error_chain;
use crate::common::id::AccountId;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::input::rule::Rule;
use crate::http::input::update::{ChangeMode, IfMatch, WriteError};
use crate::http::input::validation::unknown_field_error;
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::permissions::ADMIN_ONLY_FIELDS;
use crate::records::{self, RecordAccess};
use crate::revisions::store::RecordKey;

const INVALID_PUBLISH_AT_MESSAGE: &str = "Publish at must be a time like 2027-02-05T01:00:00Z";
/// The interval between two checks for drafts whose publication time has come.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum number of due drafts that one run of [`publish_due`] publishes.
const BATCH_SIZE: i64 = 20;

/// Saves the draft of a record. Unlike in a change of the record, values may break rules.
///
/// Errors: 400 for unknown fields; 403 for fields that only admins change; 409 if an admin has scheduled the draft or
/// put it into a release; 412 with the stored draft if `If-Match` does not contain its version. 422 for fields that
/// cannot be read, for a base version that does not exist, and for a `publish_at` that is past or conflicts with a
/// release.
pub async fn save(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: &RecordAccess,
    (mut draft, if_match): (DraftValues, IfMatch),
) -> Result<Draft, Problem> {
    let now = app.clock.now();
    require_publish_at_in_future(draft.publish_at, now)?;
    draft.fields = normalize_fields(app, &access.key, draft.fields)?;
    let refused_fields = records::forbidden_fields(app, access, &draft.fields).await?;
    if !refused_fields.is_empty() {
        let error = |field| FieldError::new(Code::AdminOnly, field, "Only an admin can change this");
        let errors = refused_fields.into_iter().map(error).collect();
        return Err(Problem { errors, ..Problem::forbidden(Code::Forbidden, "Only an admin can change this") });
    }
    // An owner's draft has no fields that only admins set, even if they are unchanged. Otherwise an admin who publishes
    // the draft would set these fields to old values.
    if !access.is_admin() {
        draft.fields.retain(|field, _| ADMIN_ONLY_FIELDS.iter().all(|(name, _)| name != field));
    }
    let (key, acting_owner, caller) = (access.key.clone(), access.acting_owner.clone(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let stored = store::find_within(tx, &key, acting_owner.as_ref()).await?;
            let version = stored.as_ref().map_or(0, |stored| stored.item.version);
            if !if_match.allows(version) {
                return Err(Problem::precondition_failed(stored).into());
            }
            if let Some(Draft { item: DraftItem { release_id: Some(_), release_name, .. }, .. }) = &stored
                && (draft.publish_at.is_some() || acting_owner.is_some())
            {
                if acting_owner.is_some() && draft.publish_at.is_none() {
                    // If this draft stayed in the release, its publication would apply the owner's change with the
                    // rights of the admin, who has not seen it.
                    let sentence =
                        "An admin has put this draft into a release. Ask an admin to take it out, or publish your changes.";
                    return Err(Problem::conflict(Code::DraftInRelease, sentence).into());
                }
                return Err(draft_in_release_problem(release_name.as_deref().filter(|_| acting_owner.is_none())).into());
            }
            if stored.is_none()
                && acting_owner.is_some()
                && let Some(hidden_draft) = store::find_within(tx, &key, None).await?
            {
                // This draft was last saved before the caller became the owner of the place, so the caller cannot see
                // it.
                if hidden_draft.item.publish_at.is_some() || hidden_draft.item.release_id.is_some() {
                    let sentence = "An admin has scheduled a draft of this record. Ask an admin, or publish your changes.";
                    return Err(Problem::conflict(Code::DraftScheduled, sentence).into());
                }
                store::delete(tx, &key).await?;
            }
            if !store::put(tx, (&key, version), &draft, (&caller, now)).await? {
                // Another request saved the draft meanwhile.
                return Err(Problem::precondition_failed(store::find_within(tx, &key, acting_owner.as_ref()).await?).into());
            }
            let saved = store::find_within(tx, &key, acting_owner.as_ref()).await?.ok_or(StoreError::NotFound)?;
            if saved.item.base_version > saved.item.record_version {
                let code = Code::Maximum.with("limit", saved.item.record_version);
                return Err(Problem::invalid_field(code, "baseVersion", "This version does not exist").into());
            }
            audit.log_action_on_id(tx, key.kind, &key.id, saved.item.name.clone()).await?;
            Ok(saved)
        })
    });
    Ok(work.await?)
}

/// 422: the draft is in a release, which sets the time of its publication. Only admins see the name of the release.
fn draft_in_release_problem(name: Option<&str>) -> Problem {
    let Some(name) = name else {
        let sentence = "An admin has put this draft into a release, which sets its time.";
        return Problem::invalid_field(Code::DraftInRelease, "publishAt", sentence);
    };
    let sentence =
        format!("This draft is in the release “{name}”, which sets its time. Take it out of the release first.");
    Problem::invalid_field(Code::DraftInRelease.with("name", name), "publishAt", sentence)
}

/// Normalizes the fields of a draft like those of a change of the record, and removes computed fields. Errors: 400 that
/// names at most 50 fields that the record does not have.
fn normalize_fields(app: &App, key: &RecordKey, fields: Fields) -> Result<Fields, Problem> {
    let schema_name = records::changes_schema_name(key);
    let computed = app.schemas.computed_fields(&schema_name);
    let names: Vec<String> = fields.keys().filter(|name| !computed.contains(name)).cloned().collect();
    let Value::Object(known) = app.schemas.normalize_body(&schema_name, Value::Object(fields)) else {
        return Err(Problem::internal());
    };
    let unknown = names.iter().filter(|name| !known.contains_key(*name));
    let errors: Vec<FieldError> = unknown.take(50).map(|name| unknown_field_error(format!("fields.{name}"))).collect();
    if errors.is_empty() { Ok(known) } else { Err(Problem::bad_request(errors)) }
}

/// 404: the record has no draft.
pub fn draft_not_found() -> Problem {
    Problem::not_found("This record has no draft")
}

/// The rule of the `publishAt` of a draft or a release.
pub fn publish_at_rule(description: &'static str) -> Rule {
    Rule::text(description).nullable().max(40.0, INVALID_PUBLISH_AT_MESSAGE).example("2027-02-05T01:00:00Z")
}

/// Parses the `publishAt` of a draft or a release. Errors: 422 for another text than a time.
pub fn parse_publish_at(time: &str) -> Result<Timestamp, Problem> {
    let invalid = || Problem::invalid_field(Code::DateInvalid, "publishAt", INVALID_PUBLISH_AT_MESSAGE);
    Timestamp::parse(time).ok_or_else(invalid)
}

/// Errors: 422 if `publish_at` is not after `now`.
pub fn require_publish_at_in_future(publish_at: Option<Timestamp>, now: Timestamp) -> Result<(), Problem> {
    if publish_at.is_some_and(|at| at <= now) {
        return Err(Problem::invalid_field(Code::DateInPast, "publishAt", "Publish at must be in the future"));
    }
    Ok(())
}

/// The draft of a record. Errors: 404 if there is no draft that the caller may see.
pub async fn get(app: &App, access: &RecordAccess) -> Result<Draft, Problem> {
    store::find(&app.db, &access.key, access.acting_owner.as_ref()).await?.ok_or_else(draft_not_found)
}

/// Discards the draft of a record. Errors: 404 if there is no draft that the caller may see; 412 with the stored draft
/// if `If-Match` does not contain its version.
pub async fn discard(app: &App, audit: AuditContext, access: RecordAccess, if_match: IfMatch) -> Result<(), Problem> {
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (key, acting_owner) = (&access.key, access.acting_owner.as_ref());
            let stored = store::find_within(tx, key, acting_owner).await?.ok_or_else(draft_not_found)?;
            let version = stored.item.version;
            if !if_match.allows(version) || !store::delete_if_version(tx, key, version).await? {
                return Err(Problem::precondition_failed(store::find_within(tx, key, acting_owner).await?).into());
            }
            Ok(audit.log_action_on_id(tx, key.kind, &key.id, stored.item.name).await?)
        })
    });
    Ok(work.await?)
}

/// Publishes the draft of a record. Returns the new version of the record.
///
/// Errors: 404 if there is no draft that the caller may see; 412 with the draft if `If-Match` does not contain its
/// version; 412 with the record if the record has changed since the draft began; and the errors of [`records::change`].
pub async fn publish(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: &RecordAccess,
    if_match: IfMatch,
) -> Result<i64, Problem> {
    let draft = get(app, access).await?;
    if !if_match.allows(draft.item.version) {
        return Err(Problem::precondition_failed(draft));
    }
    let DraftItem { version: draft_version, base_version, .. } = draft.item;
    let conditions = (IfMatch(Some(vec![base_version])), ChangeMode::Publish { draft_version });
    let version = records::change(app, caller, audit, (&access.key, draft.fields.0), conditions).await?;
    // If the record already had these values, the change did nothing and the draft still exists.
    let key = access.key.clone();
    let work = app.db.write(move |tx| Box::pin(async move { store::delete_if_version(tx, &key, draft_version).await }));
    work.await?;
    Ok(version)
}

/// The background task that publishes due drafts. Returns the time until its next run.
pub async fn run_publication_task(app: App) -> Result<Duration, StoreError> {
    publish_due(&app).await?;
    Ok(POLL_INTERVAL)
}

/// Publishes at most [`BATCH_SIZE`] drafts whose publication time has come, each as the account that saved the draft.
/// Returns the keys of their records.
///
/// A draft that cannot be published stays, and the code of the error becomes its `problem`. An example is an account
/// that may no longer change the record. After a server error, the draft has no `problem` and is published later.
pub async fn publish_due(app: &App) -> Result<Vec<RecordKey>, StoreError> {
    let mut published_keys = Vec::new();
    let now = app.clock.now();
    for draft in store::list_due(&app.db, now, BATCH_SIZE).await? {
        let (key, due_draft) = (draft.key(), draft.clone());
        let lease = app.db.write(move |tx| Box::pin(async move { store::lease(tx, &due_draft, now).await }));
        if !lease.await? {
            continue;
        }
        let Err(problem) = publish_as_scheduling_account(app, &draft).await else {
            published_keys.push(key);
            continue;
        };
        if problem.status.is_server_error() {
            tracing::warn!(?key, code = ?problem.code, "a scheduled draft was not published; it is tried again");
            continue;
        }
        let code = problem.code.name();
        let work = app.db.write(move |tx| Box::pin(async move { store::set_problem(tx, &draft, &code).await }));
        if let Err(error) = work.await {
            tracing::warn!(?key, error = %error_chain::display(&error), "the problem of a draft was not stored");
        }
    }
    Ok(published_keys)
}

async fn publish_as_scheduling_account(app: &App, draft: &DraftItem) -> Result<(), Problem> {
    let account = scheduling_account(app, draft.account_id.as_ref()).await?;
    let audit = AuditContext::system("publishDraft", app.clock.now()).with_actor(Actor::from(&account));
    let access = RecordAccess::check(app, &account, draft.key()).await?;
    publish(app, &account, audit, &access, IfMatch(Some(vec![draft.version]))).await?;
    Ok(())
}

/// The account that scheduled a draft or a release, with its current rights. Errors: 403 if `id` is `None` or the
/// account is not active.
pub async fn scheduling_account(app: &App, id: Option<&AccountId>) -> Result<Account, Problem> {
    let inactive = || Problem::forbidden(Code::AccountInactive, "The account that scheduled this is not active");
    records::active_account_by_id(app, id.ok_or_else(inactive)?).await?.ok_or_else(inactive)
}
