//! `/api/admin/businesses/bulk`.

use axum::Json;
use axum::extract::State;

use super::service;
use crate::audit::model::AuditContext;
use crate::auth::domain::model::Permission;
use crate::common::id::BulkId;
use crate::http::app::App;
use crate::http::auth::caller::SignedIn;
use crate::http::input::bulk::{BulkResponse, BulkUndoResponse};
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::places::form::BulkChanges;

/// Update many places.
///
/// Admins only. Changes all places or none: the whole request is refused if an id is unknown, or if a place would have no
/// category or more than ten. Places that already have the values are not changed. The change can be undone for ten
/// minutes.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk", operation_id = "updatePlaces", tag = "Places",
    security(("bearer" = [])), request_body = BulkChanges, responses((status = 200, body = BulkResponse)),
)]
pub async fn update_places(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<BulkChanges>,
) -> Result<Json<BulkResponse>, Problem> {
    caller.must(Permission::ManagePlaceFlags)?;
    Ok(Json(service::change(&app, caller.0.id, audit, form.0).await?))
}

/// Undo a change of many places.
///
/// Admins only, once, within ten minutes (`canUndoUntil`). Each place gets its former fields back. Places that were
/// changed or deleted since, and those of which a former category no longer exists, are left unchanged. `leftAlone`
/// names them.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk/{id}/undo", operation_id = "undoUpdatePlaces", tag = "Places",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The `undoId` of the change.")),
    responses(
        (status = 200, body = BulkUndoResponse),
        (status = 409, description = "The change was already undone, or is older than ten minutes."),
    ),
)]
pub async fn undo_update_places(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<BulkId>,
    _: NoQuery,
) -> Result<Json<BulkUndoResponse>, Problem> {
    caller.must(Permission::ManagePlaceFlags)?;
    Ok(Json(service::undo(&app, audit, id).await?))
}
