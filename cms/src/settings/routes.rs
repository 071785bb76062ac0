//! `/api/settings`.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};

use super::store;
use super::wire::SettingsView;
use crate::http::app::App;
use crate::http::finish::Keep;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The region's settings.
#[utoipa::path(
    get, path = "/api/settings", operation_id = "getSettings", tag = "Settings",
    responses((status = 200, body = SettingsView)),
)]
pub async fn get_settings(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    query.done()?;
    let (version, region) = store::current(&app.db).await?;
    let view =
        SettingsView { version, public_url: app.public_url.clone(), map_style_url: app.map_style_url.clone(), region };
    Ok((Extension(Keep(vec!["settings".into()])), Json(view)))
}
