//! `/api/categories`.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{CategoryChanges, CategoryRequest, CategoryResponse};
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::cache_tag::CacheTag;
use crate::common::id::CategoryId;
use crate::http::app::App;
use crate::http::cache::{CacheTags, RecordVersion};
use crate::http::caller::{ActiveAccount, OptionalAccount};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::{ChangeMode, IfMatchDocs, Update, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// List all categories.
///
/// In the order of their creation, each with the number of its active places.
#[utoipa::path(
    get, path = "/api/categories", tag = "Categories", security(()),
    params(
        ("populated" = Option<bool>, Query, description = "`true`: only categories with active places. The default is `false`."),
    ),
    responses((status = 200, body = Vec<CategoryResponse>)),
)]
pub async fn list_categories(
    State(app): State<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<impl IntoResponse, Problem> {
    let only_populated = query.bool("populated").unwrap_or(false);
    query.finish()?;
    let categories = store::all(&app.db).await?.into_iter();
    let categories = categories.filter(|category| !only_populated || category.place_count > 0);
    let responses: Vec<_> = categories.map(CategoryResponse::from).collect();
    // `placeCount` changes with places, so the response also has the cache tag of places.
    Ok((Extension(CacheTags(vec![CacheTag::Categories, CacheTag::Places])), Json(responses)))
}

/// Get a category.
///
/// Includes the number of its active places. The place list accepts the id, the slug and the aliases as a filter.
#[utoipa::path(
    get, path = "/api/categories/{id}", tag = "Categories", security(()),
    responses((status = 200, body = CategoryResponse)),
)]
pub async fn get_category(
    State(app): State<App>,
    _caller: OptionalAccount,
    PathId(id): PathId<CategoryId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let found = store::all(&app.db).await?.into_iter().find(|category| category.id == id);
    let category = found.ok_or_else(|| Problem::not_found("This category does not exist"))?;
    let cache_tags = Extension(CacheTags(vec![CacheTag::Categories, CacheTag::Places]));
    Ok((Extension(RecordVersion(category.version)), cache_tags, Json(CategoryResponse::from(category))))
}

/// Create a category.
///
/// Admins only. Without `slug`, the slug is made from the name. A new category contains no places.
#[utoipa::path(
    post, path = "/api/categories", tag = "Categories",
    request_body = CategoryRequest, responses((status = 201, body = CategoryResponse)),
)]
pub async fn create_category(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    request: ValidatedJson<CategoryChanges, CategoryRequest>,
) -> Result<Response, Problem> {
    caller.require(Permission::ManageCategories)?;
    let category = service::add(&app, audit, request.0).await?;
    let location = format!("/api/categories/{}", category.id);
    Ok(created_response(false, location, CategoryResponse::from(category)))
}

/// Update a category.
///
/// Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/categories/{id}", tag = "Categories",
    params(IfMatchDocs), request_body = CategoryChanges, responses((status = 200, body = CategoryResponse)),
)]
pub async fn update_category(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    _: NoQuery,
    update: Update<CategoryChanges>,
) -> Result<Json<CategoryResponse>, Problem> {
    caller.require(Permission::ManageCategories)?;
    let category = service::change(&app, audit, id, update, ChangeMode::Save).await?;
    Ok(Json(category.into()))
}

/// Delete an empty category.
///
/// Admins only. If places are in the category, including inactive ones and those in the trash, the response is 409:
/// move them first. `restoreCategory` restores the category for ten minutes.
#[utoipa::path(
    delete, path = "/api/categories/{id}", tag = "Categories",
    responses((status = 204), (status = 409, description = "Places are in this category.")),
)]
pub async fn delete_category(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageCategories)?;
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restore a deleted category.
///
/// Admins only. Possible for ten minutes after `deleteCategory`; the category keeps its id. The response is 409 if
/// another category now uses its slug or one of its aliases.
#[utoipa::path(
    post, path = "/api/categories/{id}/restore", tag = "Categories",
    responses(
        (status = 200, body = CategoryResponse),
        (status = 409, description = "Another category uses its slug or one of its aliases."),
    ),
)]
pub async fn restore_category(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    _: NoQuery,
) -> Result<Json<CategoryResponse>, Problem> {
    caller.require(Permission::ManageCategories)?;
    Ok(Json(service::restore(&app, audit, id).await?.into()))
}
