//! `/api/pages`.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde_json::{Map, Value};

use super::dto::{About, GettingHere, Help, PageResponse, Privacy};
use super::form::{AboutChanges, Editable, GettingHereChanges, HelpChanges, PrivacyChanges};
use super::store::StandingPage;
use super::{service, store};
use crate::audit_log::model::AuditContext;
use crate::common::cache_tag::CacheTag;
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::conditional::{CacheTags, Version};
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::update::Update;
use crate::identity::model::Permission;

/// The fields of the request that are present. They are validated after they were applied to the page.
type Sent<T> = Update<Map<String, Value>, <T as Editable>::Changes>;

/// Get the Getting Here page.
///
/// In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
/// inserts.
#[utoipa::path(
    get, path = "/api/pages/getting-here", operation_id = "getGettingHere", tag = "Settings",
    responses(
        (status = 200, body = PageResponse<GettingHere>),
        (status = 404, description = "The page does not exist yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_getting_here(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<GettingHere>(&app, query).await
}

/// Update the Getting Here page.
///
/// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
/// is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
/// if the version matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/pages/getting-here", operation_id = "updateGettingHere", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version to change: the record's `version` in quotes, as in `\"3\"`, or the `ETag` of a read. `*` matches any version. `\"0\"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted."),
    ),
    request_body = GettingHereChanges, responses((status = 200, body = PageResponse<GettingHere>)),
)]
pub async fn update_getting_here(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    form: Sent<GettingHere>,
) -> Result<Json<PageResponse<GettingHere>>, Problem> {
    change(&app, audit, &caller, query, form).await
}

/// Get the About page.
///
/// In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
/// inserts.
#[utoipa::path(
    get, path = "/api/pages/about", operation_id = "getAbout", tag = "Settings",
    responses(
        (status = 200, body = PageResponse<About>),
        (status = 404, description = "The page does not exist yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_about(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<About>(&app, query).await
}

/// Update the About page.
///
/// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
/// is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
/// if the version matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/pages/about", operation_id = "updateAbout", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version to change: the record's `version` in quotes, as in `\"3\"`, or the `ETag` of a read. `*` matches any version. `\"0\"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted."),
    ),
    request_body = AboutChanges, responses((status = 200, body = PageResponse<About>)),
)]
pub async fn update_about(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    form: Sent<About>,
) -> Result<Json<PageResponse<About>>, Problem> {
    change(&app, audit, &caller, query, form).await
}

/// Get the Help page.
///
/// In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
/// inserts.
#[utoipa::path(
    get, path = "/api/pages/help", operation_id = "getHelp", tag = "Settings",
    responses(
        (status = 200, body = PageResponse<Help>),
        (status = 404, description = "The page does not exist yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_help(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<Help>(&app, query).await
}

/// Update the Help page.
///
/// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
/// is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
/// if the version matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/pages/help", operation_id = "updateHelp", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version to change: the record's `version` in quotes, as in `\"3\"`, or the `ETag` of a read. `*` matches any version. `\"0\"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted."),
    ),
    request_body = HelpChanges, responses((status = 200, body = PageResponse<Help>)),
)]
pub async fn update_help(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    form: Sent<Help>,
) -> Result<Json<PageResponse<Help>>, Problem> {
    change(&app, audit, &caller, query, form).await
}

/// Get the terms of service and the privacy policy.
///
/// In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
/// inserts.
#[utoipa::path(
    get, path = "/api/pages/privacy", operation_id = "getPrivacy", tag = "Settings",
    responses(
        (status = 200, body = PageResponse<Privacy>),
        (status = 404, description = "The page does not exist yet.", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub async fn get_privacy(State(app): State<App>, query: Query) -> Result<impl IntoResponse, Problem> {
    read::<Privacy>(&app, query).await
}

/// Update the terms of service and the privacy policy.
///
/// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
/// is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
/// if the version matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/pages/privacy", operation_id = "updatePrivacy", tag = "Settings", security(("bearer" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The version to change: the record's `version` in quotes, as in `\"3\"`, or the `ETag` of a read. `*` matches any version. `\"0\"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted."),
    ),
    request_body = PrivacyChanges, responses((status = 200, body = PageResponse<Privacy>)),
)]
pub async fn update_privacy(
    State(app): State<App>,
    audit: AuditContext,
    caller: SignedIn,
    query: Query,
    form: Sent<Privacy>,
) -> Result<Json<PageResponse<Privacy>>, Problem> {
    change(&app, audit, &caller, query, form).await
}

async fn read<T: StandingPage>(app: &App, query: Query) -> Result<impl IntoResponse + use<T>, Problem> {
    query.finish()?;
    let page: Option<PageResponse<T>> = store::find(&app.db).await?;
    let page = page.ok_or_else(|| Problem::not_found("This page has not been written yet"))?;
    Ok((Extension(CacheTags(vec![CacheTag::StandingPages])), Extension(Version(page.version)), Json(page)))
}

async fn change<T: StandingPage + Editable>(
    app: &App,
    audit: AuditContext,
    caller: &SignedIn,
    query: Query,
    form: Sent<T>,
) -> Result<Json<PageResponse<T>>, Problem> {
    query.finish()?;
    caller.must(Permission::ManageSettings)?;
    Ok(Json(service::change(app, audit, form.if_match, form.changes).await?))
}
