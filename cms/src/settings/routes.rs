//! `/api/settings` and `/api/pages`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};

use super::form::SettingsChanges;
use super::pages::{self, About, GettingHere, Help, Privacy, StandingPage};
use super::wire::SettingsView;
use super::{keep, pictures, store};
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::finish::{Keep, Version};
use crate::http::forms::Valid;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::sent::if_match;
use crate::identity::model::Act;
use crate::record::model::Trace;

/// The region's settings.
#[utoipa::path(
    get, path = "/api/settings", operation_id = "getSettings", tag = "Settings",
    responses((status = 200, body = SettingsView)),
)]
pub async fn get_settings(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    query.done()?;
    let stored = store::current(&app.db).await?;
    let pictures = pictures::of(&app.db, &stored.region).await?;
    let version = Version(stored.version);
    Ok((Extension(Keep(vec!["settings".into()])), Extension(version), Json(SettingsView::of(&app, stored, pictures))))
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
    trace: Trace,
    query: Query,
    headers: HeaderMap,
    form: Valid<SettingsChanges>,
) -> Result<Json<SettingsView>, Problem> {
    query.done()?;
    caller.must(Act::ManageSettings)?;
    Ok(Json(keep::change(&app, trace, if_match(&headers)?, form.0).await?))
}

/// How to get to the region, and around in it.
///
/// `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; so in the other pages.
#[utoipa::path(
    get, path = "/api/pages/getting-here", operation_id = "getGettingHere", tag = "Settings",
    responses((status = 200, body = GettingHere)),
)]
pub async fn get_getting_here(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    page::<GettingHere>(&app, query).await
}

/// Who makes the guide, and why.
#[utoipa::path(
    get, path = "/api/pages/about", operation_id = "getAbout", tag = "Settings",
    responses((status = 200, body = About)),
)]
pub async fn get_about(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    page::<About>(&app, query).await
}

/// Questions that travellers ask, with their answers.
#[utoipa::path(
    get, path = "/api/pages/help", operation_id = "getHelp", tag = "Settings",
    responses((status = 200, body = Help)),
)]
pub async fn get_help(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    page::<Help>(&app, query).await
}

/// Terms of service and privacy policy.
#[utoipa::path(
    get, path = "/api/pages/privacy", operation_id = "getPrivacy", tag = "Settings",
    responses((status = 200, body = Privacy)),
)]
pub async fn get_privacy(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    page::<Privacy>(&app, query).await
}

async fn page<T: StandingPage>(app: &App, query: Query) -> Result<impl IntoResponse + use<T>, Problem> {
    query.done()?;
    let page: Option<T> = pages::of(&app.db).await?;
    let page = page.ok_or_else(|| Problem::not_found("This page has not been written yet"))?;
    Ok((Extension(Keep(vec![pages::TAG.into()])), Json(page)))
}
