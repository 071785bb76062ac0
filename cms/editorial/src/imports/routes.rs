//! `/api/admin/imports`, for admins.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{Import, ImportRow};
use super::fields::Mapping;
use super::requests::{ImportApplyRequest, ImportDecisionsRequest, ImportMappingRequest, ImportUpload};
use super::row::RowAction;
use super::{job_store, row_store, service, upload};
use crate::audit::log::AuditContext;
use crate::common::id::ImportId;
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::update::{IfMatch, IfMatchDocs, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// The maximum number of imports and of rows in one response.
const MAX_IMPORTS_PER_PAGE: i64 = 100;
const MAX_ROWS_PER_PAGE: i64 = 200;

fn with_version(import: Import) -> impl IntoResponse {
    (Extension(RecordVersion(import.version)), Json(import))
}

/// List the imports.
///
/// Admins only. The newest come first. An import is deleted 30 days after the upload. `X-Total-Count` is the total
/// number.
#[utoipa::path(
    get, path = "/api/admin/imports", tag = "Imports",
    params(PageParameterDocs<MAX_IMPORTS_PER_PAGE>), responses((status = 200, body = Vec<Import>)),
)]
pub async fn list_imports(State(app): State<App>, _: Admin, mut query: Query, uri: Uri) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_IMPORTS_PER_PAGE);
    query.finish()?;
    let found = job_store::list(&app.db, page).await?;
    let now = app.clock.now();
    let items: Vec<Import> = found.items.into_iter().map(|import| import.with_undo_deadline(now)).collect();
    Ok(page.respond(&uri, &items, found.total))
}

/// Import a file of places.
///
/// Admins only. Stores the rows of a CSV, GeoJSON or Overpass JSON file and compares them with the places in the
/// background; nothing is changed before `applyImport`. The columns are mapped as for an earlier file with the same
/// columns, or by their names. Read the import until its `state` is `ready`. A file that cannot be read is refused with
/// the row and the column.
#[utoipa::path(
    post, path = "/api/admin/imports", tag = "Imports",
    request_body(content = ImportUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Import),
        (status = 408, description = "The upload stalled."),
        (status = 409, description = "There are 100 imports."),
    ),
)]
pub async fn create_import(
    State(app): State<App>,
    Admin(caller): Admin,
    audit: AuditContext,
    _: NoQuery,
    request: Request,
) -> Result<Response, Problem> {
    let file = upload::receive(request, &caller).await?;
    let import = service::create(&app, &caller, audit, file).await?;
    Ok(created_response(false, format!("/api/admin/imports/{}", import.id), import))
}

/// Get an import.
///
/// Admins only. `doneCount` of `totalCount` is the progress of the current step. The `ETag` begins with the version,
/// which `If-Match` compares in changes.
#[utoipa::path(get, path = "/api/admin/imports/{id}", tag = "Imports", responses((status = 200, body = Import)))]
pub async fn get_import(
    State(app): State<App>,
    _caller: Admin,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    Ok(with_version(service::get(&app, id).await?))
}

/// List the rows of an import.
///
/// Admins only. The rows are in the order of the file. Each has the fields that it changes, with their values before
/// and after. `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/admin/imports/{id}/rows", tag = "Imports",
    params(
        ("action" = Option<String>, Query, description = "Only rows that do this: pending, create, change, same, duplicate, skip or refuse."),
        ("warnings" = Option<bool>, Query, description = "`true`: only rows with a warning or a reason for the refusal."),
        PageParameterDocs<MAX_ROWS_PER_PAGE>,
    ),
    responses((status = 200, body = Vec<ImportRow>)),
)]
pub async fn list_import_rows(
    State(app): State<App>,
    _caller: Admin,
    PathId(id): PathId<ImportId>,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let action = query.choice("action", &RowAction::NAMES.join(", "), parse_variant::<RowAction>);
    let only_with_reasons = query.bool("warnings").unwrap_or(false);
    let page = PageParams::take(&mut query, MAX_ROWS_PER_PAGE);
    query.finish()?;
    service::get(&app, id).await?;
    let found = row_store::list_rows(&app.db, id, (action, only_with_reasons), page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Change the mapping of an import.
///
/// Admins only. Replaces the mapping, which is remembered for files with the same columns, and compares all rows with
/// the places again. With `If-Match`, the change is made only if the version matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/admin/imports/{id}/mapping", tag = "Imports",
    params(IfMatchDocs), request_body = ImportMappingRequest,
    responses(
        (status = 200, body = Import),
        (status = 409, description = "The import is being processed, or was already applied."),
    ),
)]
pub async fn update_import_mapping(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
    headers: HeaderMap,
    form: ValidatedJson<Mapping, ImportMappingRequest>,
) -> Result<impl IntoResponse, Problem> {
    Ok(with_version(service::set_mapping(&app, audit, id, (form.0, IfMatch::parse(&headers))).await?))
}

/// Decide on rows that may be about existing places.
///
/// Admins only. `link` makes the row change that place, `create` makes it create a new place, `skip` leaves it out. The
/// rows are checked again at once. A decision can be replaced by another one.
#[utoipa::path(
    put, path = "/api/admin/imports/{id}/decisions", tag = "Imports",
    params(IfMatchDocs), request_body = ImportDecisionsRequest,
    responses(
        (status = 200, body = Import),
        (status = 409, description = "The import is being processed, or was already applied."),
    ),
)]
pub async fn decide_import_rows(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
    headers: HeaderMap,
    form: ValidatedJson<ImportDecisionsRequest>,
) -> Result<impl IntoResponse, Problem> {
    Ok(with_version(service::decide(&app, audit, id, (form.0, IfMatch::parse(&headers))).await?))
}

/// Apply an import.
///
/// Admins only. Begins to create and change places for all rows with the action `create` or `change`, at most 5,000, in
/// the background. If a row fails, for example because its place has changed since the check, the rows before it are
/// undone, except places that were changed in the meantime, and `problem` names the row. An import never sets the
/// owner, the badge, the check or the sources of a place. Created places are inactive unless `publishes` is `true`.
#[utoipa::path(
    post, path = "/api/admin/imports/{id}/apply", tag = "Imports",
    params(IfMatchDocs), request_body = ImportApplyRequest,
    responses(
        (status = 200, body = Import),
        (status = 409, description = "The import is being processed or was already applied, rows are waiting for a decision, or there are no rows or too many."),
    ),
)]
pub async fn apply_import(
    State(app): State<App>,
    Admin(caller): Admin,
    audit: AuditContext,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
    headers: HeaderMap,
    form: ValidatedJson<ImportApplyRequest>,
) -> Result<impl IntoResponse, Problem> {
    Ok(with_version(service::begin_apply(&app, &caller, audit, id, (form.0, IfMatch::parse(&headers))).await?))
}

/// Undo an import.
///
/// Admins only, within 24 hours (`canUndoUntil`). Begins to give the changed places their former values and to delete
/// the created ones, in the background. Places that have changed since then are left alone; `leftAloneCount` is their
/// number.
#[utoipa::path(
    post, path = "/api/admin/imports/{id}/undo", tag = "Imports",
    params(IfMatchDocs),
    responses(
        (status = 200, body = Import),
        (status = 409, description = "The import is not applied, was already undone, or is more than a day old."),
    ),
)]
pub async fn undo_import(
    State(app): State<App>,
    Admin(caller): Admin,
    audit: AuditContext,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    Ok(with_version(service::begin_undo(&app, &caller, audit, (id, IfMatch::parse(&headers))).await?))
}

/// Delete an import.
///
/// Admins only. Deletes the import with its rows. The places stay as they are, and it can no longer be undone.
#[utoipa::path(
    delete, path = "/api/admin/imports/{id}", tag = "Imports",
    params(IfMatchDocs), responses((status = 204), (status = 409, description = "Places are being changed.")),
)]
pub async fn delete_import(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ImportId>,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    service::delete(&app, audit, (id, IfMatch::parse(&headers))).await?;
    Ok(StatusCode::NO_CONTENT)
}
