//! `/api/admin/businesses/bulk`.

use axum::Json;
use axum::extract::State;

use super::form::BulkChanges;
use super::service;
use crate::audit_log::model::AuditContext;
use crate::common::id::BulkId;
use crate::http::app::App;
use crate::http::bulk::{BulkUndoView, BulkView};
use crate::http::caller::SignedIn;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::validation::ValidatedJson;
use crate::identity::model::Permission;

/// Changes many places.
///
/// All of them or none: an id that is no place's, and a place that would have no category, refuse the whole. Places that
/// are so already are not touched. For ten minutes it can be undone.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk", operation_id = "updatePlaces", tag = "Places",
    security(("bearer" = [])), request_body = BulkChanges, responses((status = 200, body = BulkView)),
)]
pub async fn update_places(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<BulkChanges>,
) -> Result<Json<BulkView>, Problem> {
    query.finish()?;
    caller.must(Permission::ManagePlaceFlags)?;
    Ok(Json(service::change(&app, caller.0.id, audit, form.0).await?))
}

/// Undoes a change of many places.
///
/// Once, within ten minutes (`canUndoUntil`). Each is again exactly what it was; those that somebody has changed or deleted
/// since are left alone, and named.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk/{id}/undo", operation_id = "undoUpdatePlaces", tag = "Places",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The change's `undoId`.")),
    responses(
        (status = 200, body = BulkUndoView),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "It was undone before, or is older than ten minutes."),
    ),
)]
pub async fn undo_update_places(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<BulkId>,
    query: Query,
) -> Result<Json<BulkUndoView>, Problem> {
    query.finish()?;
    caller.must(Permission::ManagePlaceFlags)?;
    Ok(Json(service::undo(&app, audit, id).await?))
}
