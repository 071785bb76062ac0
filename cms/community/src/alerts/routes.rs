//! `/api/admin/alerts`, for admins.

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{Alert, AlertState};
use super::requests::{AlertChanges, AlertRequest};
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::id::{AlertId, PlaceId};
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::update::{IfMatchDocs, Update};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::places::permissions;

const MAX_LIMIT: i64 = 100;

/// 403 unless the caller may manage alerts. Also 403 for an API token that is limited to some places.
fn require_alert_permission(caller: &ActiveAccount) -> Result<(), Problem> {
    caller.require(Permission::ManageAlerts)?;
    permissions::ensure_unlimited_token(&caller.0)
}

/// List all alerts.
///
/// Admins only. Includes alerts that have ended. The newest come first. `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/admin/alerts", tag = "Alerts",
    params(
        PageParameterDocs<MAX_LIMIT>,
        ("state" = Option<AlertState>, Query, description = "Only alerts in this state."),
        ("placeId" = Option<i64>, Query, description = "Only alerts that name this place."),
    ),
    responses((status = 200, body = Vec<Alert>)),
)]
pub async fn list_all_alerts(
    State(app): State<App>,
    caller: ActiveAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    require_alert_permission(&caller)?;
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let state = query.choice("state", &AlertState::NAMES.join(", "), parse_variant::<AlertState>);
    let sentence = "placeId must be the id of a place";
    let place = query.parse("placeId", Code::Type.with("type", "integer"), sentence, |id| id.parse().ok().map(PlaceId));
    query.finish()?;
    let found = store::list(&app.db, (state, place), page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Create an alert.
///
/// Admins only. It is public at once, or from `startsAt` on. A current alert is on the pages and cards of its places,
/// on the map and in searches; an alert about the whole guide is above every page. A place with a `closed` alert counts
/// as closed.
#[utoipa::path(
    post, path = "/api/admin/alerts", tag = "Alerts",
    request_body = AlertRequest,
    responses((status = 201, body = Alert), (status = 409, description = "There are 200 alerts that have not ended.")),
)]
pub async fn create_alert(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<AlertChanges, AlertRequest>,
) -> Result<impl IntoResponse, Problem> {
    require_alert_permission(&caller)?;
    let alert = service::add(&app, &caller.0, audit, form.0).await?;
    let location = format!("/api/admin/alerts/{}", alert.id);
    Ok((StatusCode::CREATED, AppendHeaders([(header::LOCATION, location)]), Json(alert)))
}

/// Get an alert.
///
/// Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
#[utoipa::path(get, path = "/api/admin/alerts/{id}", tag = "Alerts", responses((status = 200, body = Alert)))]
pub async fn get_alert(
    State(app): State<App>,
    caller: ActiveAccount,
    PathId(id): PathId<AlertId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    require_alert_permission(&caller)?;
    let alert = store::find(&app.db, id).await?.ok_or_else(|| Problem::not_found("This alert does not exist"))?;
    Ok((Extension(RecordVersion(alert.version)), Json(alert)))
}

/// Update an alert.
///
/// Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412. An alert that has ended applies again if its end is moved into the future.
#[utoipa::path(
    put, path = "/api/admin/alerts/{id}", tag = "Alerts",
    params(IfMatchDocs), request_body = AlertChanges, responses((status = 200, body = Alert)),
)]
pub async fn update_alert(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<AlertId>,
    _: NoQuery,
    form: Update<AlertChanges>,
) -> Result<Json<Alert>, Problem> {
    require_alert_permission(&caller)?;
    Ok(Json(service::change(&app, audit, id, form).await?))
}

/// End an alert.
///
/// Admins only. It no longer applies, and stays in the list of alerts. An alert that has ended is not changed.
#[utoipa::path(post, path = "/api/admin/alerts/{id}/end", tag = "Alerts", responses((status = 200, body = Alert)))]
pub async fn end_alert(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<AlertId>,
    _: NoQuery,
) -> Result<Json<Alert>, Problem> {
    require_alert_permission(&caller)?;
    Ok(Json(service::end(&app, audit, id).await?))
}
