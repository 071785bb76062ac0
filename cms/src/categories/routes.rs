//! `/api/categories`.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};

use super::dto::{CategoryChanges, CategoryForm, CategoryView};
use super::{service, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::CategoryId;
use crate::http::app::App;
use crate::http::caller::{OptionalAccount, SignedIn};
use crate::http::conditional::{CacheTags, Version};
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::http::validation::ValidatedJson;
use crate::identity::model::Permission;

/// All categories.
///
/// In the order in which they were made, each with the number of active places in it.
#[utoipa::path(
    get, path = "/api/categories", operation_id = "listCategories", tag = "Categories",
    params(("populated" = Option<bool>, Query, description = "`true` leaves out categories without an active place.")),
    responses((status = 200, body = Vec<CategoryView>)),
)]
pub async fn list_categories(
    State(app): State<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<impl IntoResponse, Problem> {
    let populated = query.bool("populated").unwrap_or(false);
    query.finish()?;
    let categories = store::all(&app.db).await?;
    let shown: Vec<CategoryView> =
        categories.into_iter().filter(|one| !populated || one.place_count > 0).map(CategoryView::from).collect();
    // Counts change with places, so both.
    Ok((Extension(CacheTags(vec!["categories".into(), "places".into()])), Json(shown)))
}

/// One category.
///
/// With the number of active places in it. Its slug and aliases find it in lists of places.
#[utoipa::path(
    get, path = "/api/categories/{id}", operation_id = "getCategory", tag = "Categories",
    params(("id" = i64, Path, description = "The category's id.")),
    responses((status = 200, body = CategoryView)),
)]
pub async fn get_category(
    State(app): State<App>,
    _caller: OptionalAccount,
    PathId(id): PathId<CategoryId>,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let found = store::all(&app.db).await?.into_iter().find(|category| category.id == id);
    let category = found.ok_or_else(|| Problem::not_found("There is no such category"))?;
    let kept = Extension(CacheTags(vec!["categories".into(), "places".into()]));
    Ok((Extension(Version(category.version)), kept, Json(CategoryView::from(category))))
}

/// Adds a category.
///
/// Its name in addresses is made from its name unless `slug` is sent. It counts no places until some are put into it.
#[utoipa::path(
    post, path = "/api/categories", operation_id = "createCategory", tag = "Categories", security(("bearer" = [])),
    request_body = CategoryForm, responses((status = 201, body = CategoryView)),
)]
pub async fn create_category(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<CategoryChanges, CategoryForm>,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    caller.must(Permission::ManageCategories)?;
    let category = service::add(&app, audit, form.0).await?;
    let place = format!("/api/categories/{}", category.id);
    Ok((StatusCode::CREATED, AppendHeaders([(header::LOCATION, place)]), Json(CategoryView::from(category))))
}

/// Changes a category.
///
/// Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
#[utoipa::path(
    put, path = "/api/categories/{id}", operation_id = "updateCategory", tag = "Categories", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The category's id."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `*` for whichever is there."),
    ),
    request_body = CategoryChanges, responses((status = 200, body = CategoryView)),
)]
pub async fn update_category(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    query: Query,
    headers: HeaderMap,
    form: Update<CategoryChanges>,
) -> Result<Json<CategoryView>, Problem> {
    query.finish()?;
    caller.must(Permission::ManageCategories)?;
    let category = service::change(&app, audit, (id, if_match(&headers)?), form).await?;
    Ok(Json(category.into()))
}

/// Removes a category that no place is in.
///
/// Places have to be moved to others first: while any is in it, the answer is 409. For ten minutes `restoreCategory` brings
/// it back.
#[utoipa::path(
    delete, path = "/api/categories/{id}", operation_id = "deleteCategory", tag = "Categories",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The category's id.")),
    responses((status = 204), (status = 409, body = Problem, content_type = "application/problem+json",
        description = "Places are in this category.")),
)]
pub async fn delete_category(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
    caller.must(Permission::ManageCategories)?;
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a removed category back.
///
/// As it was and under its id, within ten minutes of `deleteCategory`. 409 when another category has its slug, or an alias
/// of it, by now.
#[utoipa::path(
    post, path = "/api/categories/{id}/restore", operation_id = "restoreCategory", tag = "Categories",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The category's id.")),
    responses((status = 200, body = CategoryView), (status = 409, body = Problem, content_type = "application/problem+json",
        description = "Another category answers to its name by now.")),
)]
pub async fn restore_category(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<CategoryId>,
    query: Query,
) -> Result<Json<CategoryView>, Problem> {
    query.finish()?;
    caller.must(Permission::ManageCategories)?;
    Ok(Json(service::restore(&app, audit, id).await?.into()))
}
