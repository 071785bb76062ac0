//! `/api/{kind}/{id}/revisions`: the history of records, for callers who may change them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use serde::Deserialize;

use super::service::{self, RestoreResult};
use super::store::{self, Revision, RevisionItem};
use crate::audit::log::AuditContext;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, Query};
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::{FieldPatch, IfMatch, IfMatchDocs, WriteError, map_missing_to_404};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::records::{RecordAccess, RecordPath};

/// The maximum number of revisions on a page.
const MAX_LIMIT: i64 = 100;
const MAX_NOTE_CHARS: f64 = 500.0;

/// Changes to a revision itself. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct RevisionChanges {
    pub note: FieldPatch<String>,
    pub is_pinned: Option<bool>,
}

/// The fields to restore.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct RestoreRequest {
    pub fields: Option<Vec<String>>,
}

fn revision_changes() -> Rule {
    Rule::closed_object(
        "Changes to a revision. Fields that are not sent keep their values.",
        vec![
            (
                "note",
                Rule::text("A note about the revision; null for none.")
                    .nullable()
                    .max(MAX_NOTE_CHARS, "Note must be at most 500 characters")
                    .example("Hours during Tết"),
            ),
            ("isPinned", Rule::boolean("Whether the revision stays when older ones are deleted.")),
        ],
    )
}

fn restore_request_rule() -> Rule {
    Rule::closed_object(
        "What to restore.",
        vec![(
            "fields",
            Rule::list(
                "The names of the fields to restore. Without it, all fields of the revision are restored, except `ownerId`, \
                 `isActive`, `publicationDate` and `unpublishAt`. `isVerified` is never restored.",
                Rule::text("The name of a field.").max(100.0, "Field name must be at most 100 characters"),
            )
            .required("At least one field is required")
            .max(100.0, "At most 100 fields"),
        )],
    )
    .all_optional()
}

rule_schemas! { RevisionChanges => revision_changes().all_optional(), RestoreRequest => restore_request_rule() }

/// List the revisions of a record.
///
/// Each save of a place, article, category, standing page or the settings makes a revision with the whole record. The
/// newest comes first. For those who may change the record; owners of a place see the revisions since the place became
/// theirs, without the accounts of others. Records that were saved before revisions existed begin with their state
/// before the next save. Revisions are deleted after 365 days, and when there are more than 100 of a record, unless the
/// server is configured otherwise; the newest and pinned ones stay. `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/{kind}/{id}/revisions", tag = "History",
    params(RecordPath, PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<RevisionItem>)),
)]
pub async fn list_revisions(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    RecordPath { key, .. }: RecordPath,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let access = RecordAccess::check(&app, &caller, key).await?;
    let found = store::list(&app.db, &access.key, access.acting_owner.as_ref(), page).await?;
    let item_for_caller = |item| if access.is_admin() { item } else { service::revision_item_for_owner(&caller, item) };
    let items: Vec<RevisionItem> = found.items.into_iter().map(item_for_caller).collect();
    Ok(page.respond(&uri, &items, found.total))
}

/// Get a revision with the whole record.
///
/// For those who may change the record, as in the list.
#[utoipa::path(
    get, path = "/api/{kind}/{id}/revisions/{number}", tag = "History",
    params(RecordPath, ("number" = i64, Path, description = "The number of the revision.")),
    responses((status = 200, body = Revision)),
)]
pub async fn get_revision(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    RecordPath { key, number }: RecordPath,
    _: NoQuery,
) -> Result<Json<Revision>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let revision = service::get(&app, &access, number).await?;
    Ok(Json(service::revision_for_caller(&caller, &access, revision)))
}

/// Restore a revision.
///
/// For those who may change the record. The record gets the values of the revision, which are public at once and make a
/// new revision. The rights and rules of `PUT` apply: with `If-Match`, the response is 412 if the record has another
/// version, and 422 names values that today's rules refuse. Some fields are skipped: those that only an admin can
/// change, deleted images and categories, and fields that no longer exist. `skipped` lists these fields with the
/// reasons. A restore never sets the badge of a place; a verified place loses it if its names, position or categories
/// change. With `checks`, the other checks of the place become those of the revision if the restored facts are all that
/// were checked at that time; a check that holds stays if its facts do not change.
#[utoipa::path(
    post, path = "/api/{kind}/{id}/revisions/{number}/restore", tag = "History",
    params(RecordPath, ("number" = i64, Path, description = "The number of the revision."), IfMatchDocs),
    request_body = RestoreRequest,
    responses(
        (status = 200, body = RestoreResult),
        (status = 412, description = "The record has changed; `current` is the record as it is now."),
    ),
)]
pub async fn restore_revision(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, number }: RecordPath,
    _: NoQuery,
    headers: HeaderMap,
    request: ValidatedJson<RestoreRequest>,
) -> Result<Json<RestoreResult>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let restore_options = (number, request.0.fields, IfMatch::parse(&headers));
    Ok(Json(service::restore(&app, &caller, audit, access, restore_options).await?))
}

/// Set the note and the pin of a revision.
///
/// Admins only. Fields that are not sent keep their values.
#[utoipa::path(
    put, path = "/api/{kind}/{id}/revisions/{number}", tag = "History",
    params(RecordPath, ("number" = i64, Path, description = "The number of the revision.")),
    request_body = RevisionChanges, responses((status = 200, body = Revision)),
)]
pub async fn update_revision(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, number }: RecordPath,
    _: NoQuery,
    request: ValidatedJson<RevisionChanges>,
) -> Result<Json<Revision>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    access.require_admin()?;
    let RevisionChanges { note, is_pinned } = request.0;
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            let mut revision = store::get_for_update(tx, &access.key, number).await?;
            note.apply_to(&mut revision.item.note);
            revision.item.is_pinned = is_pinned.unwrap_or(revision.item.is_pinned);
            store::set_note_and_pin(tx, &access.key, number, (&revision.item.note, revision.item.is_pinned)).await?;
            let name = service::record_name(&access.key, &revision.snapshot);
            audit.log_action_on_id(tx, access.key.kind, &access.key.id, name).await?;
            Ok(revision)
        })
    });
    Ok(Json(work.await.map_err(|error| map_missing_to_404(error, "revision"))?))
}

/// Delete a revision permanently.
///
/// Admins only, for what must not be kept, such as personal data. The newest revision cannot be deleted, because it is
/// the record itself: change the record first. Revisions of a record that is deleted permanently are deleted with it.
#[utoipa::path(
    delete, path = "/api/{kind}/{id}/revisions/{number}", tag = "History",
    params(RecordPath, ("number" = i64, Path, description = "The number of the revision.")),
    responses((status = 204), (status = 409, description = "It is the newest revision.")),
)]
pub async fn delete_revision(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, number }: RecordPath,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    access.require_admin()?;
    service::get(&app, &access, number).await?;
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            if !store::delete_unless_newest(tx, &access.key, number).await? {
                let sentence = "The newest revision is the record itself. Change the record first.";
                return Err(Problem::conflict(Code::RevisionIsNewest, sentence).into());
            }
            // The audit log gets the name in the newest revision. The name in the deleted revision may be the text that
            // must not be kept.
            let snapshot = store::newest_snapshot(tx, &access.key).await?;
            let name = service::record_name(&access.key, &snapshot);
            Ok(audit.log_action_on_id(tx, access.key.kind, &access.key.id, name).await?)
        })
    });
    work.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the history of a record permanently.
///
/// Admins only, for what must not be kept in any version, such as personal data. Deletes all revisions but the newest,
/// including pinned ones. The newest is the record itself: change the record first.
#[utoipa::path(
    delete, path = "/api/{kind}/{id}/revisions", tag = "History",
    params(RecordPath), responses((status = 204)),
)]
pub async fn delete_revisions(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    access.require_admin()?;
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            store::delete_all_except_newest(tx, &access.key).await?;
            let snapshot = store::newest_snapshot(tx, &access.key).await?;
            let name = service::record_name(&access.key, &snapshot);
            audit.log_action_on_id(tx, access.key.kind, &access.key.id, name).await
        })
    });
    work.await.map_err(|error| map_missing_to_404(error, "history"))?;
    Ok(StatusCode::NO_CONTENT)
}
