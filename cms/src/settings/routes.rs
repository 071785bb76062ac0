//! `/api/settings`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};

use super::dto::SettingsView;
use super::form::SettingsChanges;
use super::{pictures, service, store};
use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::conditional::{CacheTags, Version};
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::update::Update;
use crate::identity::model::Permission;

/// The region's settings.
///
/// What another region changes: its name, the map's centre, the time zone, contacts, and what the home page says. Read it
/// first: times of the guide are in its `timeZone`, and the map begins at its centre.
#[utoipa::path(
    get, path = "/api/settings", operation_id = "getSettings", tag = "Settings",
    responses((status = 200, body = SettingsView)),
)]
pub async fn get_settings(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let stored = store::current(&app.db).await?;
    let pictures = pictures::of(&app.db, &stored.region).await?;
    let version = Version(stored.version);
    Ok((
        Extension(CacheTags(vec!["settings".into()])),
        Extension(version),
        Json(SettingsView::of(&app, stored, pictures)),
    ))
}

/// Changes the region's settings.
///
/// They act at once on the public site. Fields that are not sent stay as they are; a part that is sent (`map`, `doors`)
/// replaces the part. With `If-Match` the change is made only to that version.
#[utoipa::path(
    put, path = "/api/settings", operation_id = "updateSettings", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `*` for whichever is there."),
    ),
    request_body = SettingsChanges, responses((status = 200, body = SettingsView)),
)]
pub async fn update_settings(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    headers: HeaderMap,
    form: Update<SettingsChanges>,
) -> Result<Json<SettingsView>, Problem> {
    query.finish()?;
    caller.must(Permission::ManageSettings)?;
    Ok(Json(service::change(&app, audit, if_match(&headers)?, form).await?))
}
