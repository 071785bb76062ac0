//! `/api/settings`.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde_json::{Map, Value};

use super::dto::SettingsResponse;
use super::requests::SettingsChanges;
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::cache_tag::CacheTag;
use crate::http::app::App;
use crate::http::cache::{CacheTags, RecordVersion};
use crate::http::caller::ActiveAccount;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::{ChangeMode, IfMatchDocs, Update};
use crate::http::problem::Problem;

/// Get the settings.
///
/// The settings describe the region: its name, the center of the map, the time zone, contacts, and the texts of the
/// home page. Read them first: local times of the guide are in `timeZone`, and the map begins at the center of `map`.
#[utoipa::path(
    get, path = "/api/settings", tag = "Settings", security(()),
    responses((status = 200, body = SettingsResponse)),
)]
pub async fn get_settings(State(app): State<App>, _: NoQuery) -> Result<impl IntoResponse, Problem> {
    let stored = store::current(&app.db).await?;
    let pictures = service::images(&app.db, &stored.settings).await?;
    let (tags, version) = (CacheTags(vec![CacheTag::Settings]), RecordVersion(stored.version));
    Ok((Extension(tags), Extension(version), Json(SettingsResponse::new(&app, stored, pictures))))
}

/// Update the settings.
///
/// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
/// is sent (`doors`, `map`) replaces the stored one. With `If-Match`, the change is made only if the version matches;
/// otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/settings", tag = "Settings",
    params(IfMatchDocs), request_body = SettingsChanges, responses((status = 200, body = SettingsResponse)),
)]
pub async fn update_settings(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    update: Update<Map<String, Value>, SettingsChanges>,
) -> Result<Json<SettingsResponse>, Problem> {
    caller.require(Permission::ManageSettingsAndPages)?;
    Ok(Json(service::change(&app, audit, update.if_match, update.changes, ChangeMode::Save).await?))
}
