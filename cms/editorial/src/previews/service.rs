//! Previews of drafts. A ticket opens one draft, as long as the account that made the preview may change the record.

use axum::http::StatusCode;
use serde_json::Value;

use super::store::{self, Preview, PreviewItem, PreviewToStore};
use crate::audit::log::{Actor, AuditContext, AuditRecordKind, Fields};
use crate::auth::domain::accounts::Account;
use crate::auth::domain::secret::Secret;
use crate::categories::dto::CategoryResponse;
use crate::common::id::{ArticleId, CategoryId, PlaceId};
use crate::db::engine::StoreError;
use crate::drafts::store::{self as drafts, Draft};
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, IfMatch, Update, WriteError};
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::dto::PlaceResponse;
use crate::records::{RecordAccess, active_account_by_id};
use crate::revisions::store::RecordKey;
use crate::settings::pages::dto::{About, GettingHere, Help, Privacy};
use crate::settings::pages::requests::StandingPage;
use crate::settings::pages::service as pages;
use crate::{articles, categories, places, settings};

/// The lifetime of a preview for the console, in seconds. After that, the console makes a new one.
const CONSOLE_PREVIEW_LIFETIME_S: i64 = 3600;
const HOUR_S: i64 = 3600;

/// A draft that a ticket opens.
pub struct OpenPreview {
    /// The preview.
    pub preview: Preview,
    /// The draft.
    pub draft: Draft,
    /// The account that made the preview.
    account: Account,
}

/// Makes a preview of the draft of a record. A shared preview is for people without an account and works for
/// `valid_hours`; another one is for the console and works for an hour. Returns the preview with its ticket, of which
/// only the hash is stored. Errors: 404 if the record has no draft; 409 if too many shared previews of the record are
/// open.
pub async fn add(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: RecordAccess,
    (is_shared, valid_hours, note): (bool, i64, Option<String>),
) -> Result<(PreviewItem, Secret), Problem> {
    let (ticket, now) = (Secret::generate(), app.clock.now());
    let lifetime_s = if is_shared { valid_hours * HOUR_S } else { CONSOLE_PREVIEW_LIFETIME_S };
    let (ticket_hash, account_id, account_name) = (ticket.hash(), caller.id.clone(), Actor::from(caller).name);
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let RecordAccess { key, acting_owner } = access;
            let draft = drafts::find_within(tx, &key, acting_owner.as_ref()).await?;
            let draft = draft.ok_or_else(|| Problem::not_found("This record has no draft"))?.item;
            if is_shared && store::count_shared(tx, &key, now).await? >= store::MAX_PREVIEWS_PER_RECORD {
                let code = Code::TooManyPreviews.with("limit", store::MAX_PREVIEWS_PER_RECORD);
                let sentence = "This record has 50 shared previews. Revoke one before you make another.";
                return Err(Problem::conflict(code, sentence).into());
            }
            let (draft_created_at, expires_at) = (draft.created_at, now.plus_seconds(lifetime_s));
            let preview = PreviewToStore { ticket_hash, draft_created_at, account_id, is_shared, note, expires_at };
            let id = store::add(tx, &key, &preview, now).await?;
            audit.log_action_on_id(tx, key.kind, &key.id, draft.name).await?;
            let PreviewToStore { note, account_id, .. } = preview;
            let account_name = Some(account_name).filter(|name| !name.is_empty());
            Ok(PreviewItem { id, note, account_id, account_name, created_at: now, expires_at })
        })
    });
    Ok((work.await?, ticket))
}

/// Revokes a shared preview. Errors: 404 if the record has no preview with this id, or the caller may not see it.
pub async fn revoke(app: &App, audit: AuditContext, access: RecordAccess, id: i64) -> Result<(), Problem> {
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let RecordAccess { key, acting_owner } = access;
            if !store::delete_shared(tx, (&key, id), acting_owner.as_ref()).await? {
                return Err(Problem::not_found("This preview does not exist").into());
            }
            let draft = drafts::find_within(tx, &key, None).await?;
            let name = draft.map_or_else(|| key.id.clone(), |draft| draft.item.name);
            Ok(audit.log_action_on_id(tx, key.kind, &key.id, name).await?)
        })
    });
    Ok(work.await?)
}

/// The draft that this ticket opens now. `None` if the ticket is unknown, expired or revoked, if its draft was
/// published or discarded, or if the account that made the preview may no longer change the record.
pub async fn open_preview(app: &App, ticket: &str) -> Result<Option<OpenPreview>, Problem> {
    let Some(hash) = Secret::parse(ticket).map(|ticket| ticket.hash()) else { return Ok(None) };
    let Some(preview) = store::find_by_ticket_hash(&app.db, &hash, app.clock.now()).await? else { return Ok(None) };
    let Some(account) = active_account_by_id(app, &preview.account_id).await? else { return Ok(None) };
    let access = match RecordAccess::check(app, &account, RecordKey::new(preview.kind, &preview.record_id)).await {
        Ok(access) => access,
        Err(problem) if matches!(problem.status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) => return Ok(None),
        Err(problem) => return Err(problem),
    };
    let draft = drafts::find(&app.db, &access.key, access.acting_owner.as_ref()).await?;
    // A draft with another creation time was begun after the preview was made: the ticket does not open it.
    let draft = draft.filter(|draft| draft.item.created_at == preview.draft_created_at);
    Ok(draft.map(|draft| OpenPreview { preview, draft, account }))
}

/// Whether this ticket opens a draft now. If it opens none, the site proxy responds with the page for 404.
pub async fn opens_draft(app: &App, ticket: &str) -> Result<bool, StoreError> {
    match open_preview(app, ticket).await {
        Ok(found) => Ok(found.is_some()),
        // After an error the ticket counts as open: the renderer requests the draft again, and fails with 503.
        Err(_) => Ok(true),
    }
}

/// The record as the site would read it once its draft is published. Values that cannot be published are left out, and
/// their errors are returned.
pub async fn record_with_draft(app: &App, open: &OpenPreview) -> Result<(Value, Vec<FieldError>), Problem> {
    // `acquire` fails only if the semaphore is closed, which never happens.
    let _permit = app.limits.preview_reads.acquire().await.map_err(|_| Problem::internal())?;
    let (key, mut fields, mut errors) = (open.draft.item.key(), open.draft.fields.0.clone(), Vec::new());
    loop {
        let problem = match record_with_changes(app, &open.account, &key, fields.clone()).await {
            Ok(record) => return Ok((record, errors)),
            Err(problem) if fields.is_empty() || problem.status.is_server_error() => return Err(problem),
            Err(problem) => problem,
        };
        let count = fields.len();
        fields.retain(|field, _| !problem.errors.iter().any(|error| is_about(error, field)));
        if fields.len() == count {
            fields.clear();
        }
        errors.extend(problem.errors);
    }
}

/// Whether an error is about the value of this field. The error about a rating without a source names `ratingSource`,
/// but is also about `rating`.
fn is_about(error: &FieldError, field: &str) -> bool {
    let name = error.field.split('.').next().unwrap_or_default();
    name == field || (name == "ratingSource" && field == "rating")
}

/// Makes a change, reads the record as the site would read it, and rolls the change back. Errors: those of the change.
async fn record_with_changes(app: &App, account: &Account, key: &RecordKey, fields: Fields) -> Result<Value, Problem> {
    let audit = AuditContext::system("previewDraft", app.clock.now()).with_actor(Actor::from(account));
    let (id, body) = (key.id.parse().unwrap_or_default(), Value::Object(fields.clone()));
    let (any_version, mode) = (IfMatch(None), ChangeMode::Preview);
    let record = match (key.kind, key.id.as_str()) {
        (AuditRecordKind::Place, _) => {
            let update = Update::read(app, body, any_version)?;
            let place = places::service::change(app, account, audit, PlaceId(id), update, mode).await?;
            serde_json::to_value(PlaceResponse::for_public(place))
        }
        (AuditRecordKind::Article, _) => {
            let update = Update::read(app, body, any_version)?;
            let article = articles::service::change(app, audit, ArticleId(id), update, mode).await?;
            serde_json::to_value(articles::dto::Article { warnings: Vec::new(), ..article.without_admin_only_fields() })
        }
        (AuditRecordKind::Category, _) => {
            let update = Update::read(app, body, any_version)?;
            let category = categories::service::change(app, audit, CategoryId(id), update, mode).await?;
            serde_json::to_value(CategoryResponse::from(category))
        }
        (AuditRecordKind::Settings, _) => {
            serde_json::to_value(settings::service::change(app, audit, any_version, fields, mode).await?)
        }
        (_, "getting-here") => standing_page_with_changes::<GettingHere>(app, audit, fields).await?,
        (_, "about") => standing_page_with_changes::<About>(app, audit, fields).await?,
        (_, "help") => standing_page_with_changes::<Help>(app, audit, fields).await?,
        _ => standing_page_with_changes::<Privacy>(app, audit, fields).await?,
    };
    record.map_err(|_| Problem::internal())
}

async fn standing_page_with_changes<T: StandingPage>(
    app: &App,
    audit: AuditContext,
    fields: Fields,
) -> Result<serde_json::Result<Value>, WriteError> {
    let page = pages::change::<T>(app, audit, IfMatch(None), fields, ChangeMode::DryRun).await?;
    Ok(serde_json::to_value(page))
}
