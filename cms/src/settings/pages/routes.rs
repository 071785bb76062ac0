//! `/api/pages`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde_json::{Map, Value};

use super::dto::{About, GettingHere, Help, PageView, Privacy};
use super::form::{AboutChanges, Editable, GettingHereChanges, HelpChanges, PrivacyChanges};
use super::store::{StandingPage, TAG};
use super::{service, store};
use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::conditional::{CacheTags, Version};
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::update::Update;
use crate::identity::model::Permission;

/// A page's form. What was not sent is not in it. Its rules are checked when it is put into the page.
type Sent<T> = Update<Map<String, Value>, <T as Editable>::Changes>;

/// How to get to the region, and around in it.
///
/// `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; so in the other pages.
#[utoipa::path(
    get, path = "/api/pages/getting-here", operation_id = "getGettingHere", tag = "Settings",
    responses(
        (status = 200, body = PageView<GettingHere>),
        (status = 404, description = "It has not been written yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_getting_here(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<GettingHere>(&app, query).await
}

/// Changes Getting Here.
///
/// It acts at once on the public site. Fields that are not sent stay as they are; a list or a part that is sent (`cities`)
/// replaces it. The first time all fields are needed. With `If-Match` the change is made only to that version. So for
/// the other pages.
#[utoipa::path(
    put, path = "/api/pages/getting-here", operation_id = "updateGettingHere", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `\"0\"` for a page that has not been written; `*` for whichever is there."),
    ),
    request_body = GettingHereChanges, responses((status = 200, body = PageView<GettingHere>)),
)]
pub async fn update_getting_here(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    headers: HeaderMap,
    form: Sent<GettingHere>,
) -> Result<Json<PageView<GettingHere>>, Problem> {
    change(&app, audit, &caller, query, &headers, form).await
}

/// Who makes the guide, and why.
///
/// `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
#[utoipa::path(
    get, path = "/api/pages/about", operation_id = "getAbout", tag = "Settings",
    responses(
        (status = 200, body = PageView<About>),
        (status = 404, description = "It has not been written yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_about(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<About>(&app, query).await
}

/// Changes About.
///
/// It acts at once on the public site. Fields that are not sent stay as they are; a part that is sent replaces the part.
#[utoipa::path(
    put, path = "/api/pages/about", operation_id = "updateAbout", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `\"0\"` for a page that has not been written; `*` for whichever is there."),
    ),
    request_body = AboutChanges, responses((status = 200, body = PageView<About>)),
)]
pub async fn update_about(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    headers: HeaderMap,
    form: Sent<About>,
) -> Result<Json<PageView<About>>, Problem> {
    change(&app, audit, &caller, query, &headers, form).await
}

/// Questions that travellers ask, with their answers.
///
/// `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
#[utoipa::path(
    get, path = "/api/pages/help", operation_id = "getHelp", tag = "Settings",
    responses(
        (status = 200, body = PageView<Help>),
        (status = 404, description = "It has not been written yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_help(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<Help>(&app, query).await
}

/// Changes Help.
///
/// It acts at once on the public site. Fields that are not sent stay as they are; a list that is sent replaces the list.
#[utoipa::path(
    put, path = "/api/pages/help", operation_id = "updateHelp", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `\"0\"` for a page that has not been written; `*` for whichever is there."),
    ),
    request_body = HelpChanges, responses((status = 200, body = PageView<Help>)),
)]
pub async fn update_help(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    headers: HeaderMap,
    form: Sent<Help>,
) -> Result<Json<PageView<Help>>, Problem> {
    change(&app, audit, &caller, query, &headers, form).await
}

/// Terms of service and privacy policy.
///
/// `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
#[utoipa::path(
    get, path = "/api/pages/privacy", operation_id = "getPrivacy", tag = "Settings",
    responses(
        (status = 200, body = PageView<Privacy>),
        (status = 404, description = "It has not been written yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_privacy(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<Privacy>(&app, query).await
}

/// Changes the terms and the privacy policy.
///
/// It acts at once on the public site. Fields that are not sent stay as they are; a list that is sent replaces the list.
#[utoipa::path(
    put, path = "/api/pages/privacy", operation_id = "updatePrivacy", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, its number in quotes, as in `\"3\"`; `\"0\"` for a page that has not been written; `*` for whichever is there."),
    ),
    request_body = PrivacyChanges, responses((status = 200, body = PageView<Privacy>)),
)]
pub async fn update_privacy(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    headers: HeaderMap,
    form: Sent<Privacy>,
) -> Result<Json<PageView<Privacy>>, Problem> {
    change(&app, audit, &caller, query, &headers, form).await
}

async fn read<T: StandingPage>(app: &App, query: Query) -> Result<impl IntoResponse + use<T>, Problem> {
    query.finish()?;
    let page: Option<PageView<T>> = store::of(&app.db).await?;
    let page = page.ok_or_else(|| Problem::not_found("This page has not been written yet"))?;
    Ok((Extension(CacheTags(vec![TAG.into()])), Extension(Version(page.version)), Json(page)))
}

async fn change<T: StandingPage + Editable>(
    app: &App,
    audit: AuditContext,
    caller: &SignedIn,
    query: Query,
    headers: &HeaderMap,
    form: Sent<T>,
) -> Result<Json<PageView<T>>, Problem> {
    query.finish()?;
    caller.must(Permission::ManageSettings)?;
    Ok(Json(service::change(app, audit, if_match(headers)?, form.changes).await?))
}
