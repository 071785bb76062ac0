//! `/api/releases`: drafts that are published together, for admins.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;

use super::store::{self, Release, ReleaseItem};
use super::{publication, service};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::id::ReleaseId;
use crate::drafts::service::{parse_publish_at, publish_at_rule};
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::{FieldPatch, IfMatch, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::records::{self, RecordKind};
use crate::revisions::store::RecordKey;

/// The maximum number of releases on a page.
const MAX_LIMIT: i64 = 100;
const MAX_NAME_CHARS: f64 = 120.0;
const STATES: &str = "open, published, undone, canceled";

/// A release to create.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ReleaseRequest {
    pub name: String,
    #[serde(default)]
    pub publish_at: Option<String>,
}

/// Changes to a release. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ReleaseChanges {
    pub name: Option<String>,
    pub publish_at: FieldPatch<String>,
}

fn release_request() -> Rule {
    Rule::closed_object(
        "A release.",
        vec![
            (
                "name",
                Rule::text("The name, for the team.")
                    .strip_direction_controls()
                    .required_text("Name is required")
                    .max(MAX_NAME_CHARS, "Name must be at most 120 characters")
                    .example("Hours during Tết"),
            ),
            (
                "publishAt",
                publish_at_rule(
                    "When the release is published automatically, a time in the future; null if it is not.",
                ),
            ),
        ],
    )
}

rule_schemas! {
    ReleaseRequest => release_request(),
    ReleaseChanges => release_request().all_optional(),
}

fn release_response(release: Release) -> impl IntoResponse {
    (Extension(RecordVersion(release.item.version)), Json(release))
}

/// List the releases.
///
/// Admins only. Open releases come first, the next to be published first. The others follow, the last changed first.
/// `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/releases", tag = "Releases",
    params(
        PageParameterDocs<MAX_LIMIT>,
        ("state" = Option<store::ReleaseState>, Query, description = "Only releases in this state."),
    ),
    responses((status = 200, body = Vec<ReleaseItem>)),
)]
pub async fn list_releases(
    State(app): State<App>,
    caller: ActiveAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.require(Permission::ManageReleases)?;
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let state = query.choice("state", STATES, parse_variant);
    query.finish()?;
    let found = store::list(&app.db, state, page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Create a release.
///
/// Admins only. Add drafts with `addReleaseDraft`. With `publishAt`, the release is published at that time in the name
/// of the account that changed it last, with the rights that it has then.
#[utoipa::path(
    post, path = "/api/releases", tag = "Releases",
    request_body = ReleaseRequest, responses((status = 201, body = Release)),
)]
pub async fn create_release(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    request: ValidatedJson<ReleaseRequest>,
) -> Result<Response, Problem> {
    caller.require(Permission::ManageReleases)?;
    let publish_at = request.0.publish_at.as_deref().map(parse_publish_at).transpose()?;
    let release = service::create(&app, &caller.0, audit, (request.0.name, publish_at)).await?;
    Ok(created_response(false, format!("/api/releases/{}", release.item.id), release))
}

/// Get a release.
///
/// Admins only. While the release is open, `drafts` are its drafts: one whose `recordVersion` is not its `baseVersion`
/// prevents the publication. Afterwards `records` are what it published.
#[utoipa::path(
    get, path = "/api/releases/{id}", tag = "Releases",
    params(("id" = i64, Path, description = "The id of the release.", example = 7)),
    responses((status = 200, body = Release)),
)]
pub async fn get_release(
    State(app): State<App>,
    caller: ActiveAccount,
    PathId(id): PathId<ReleaseId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    caller.require(Permission::ManageReleases)?;
    Ok(release_response(service::get(&app, id).await?))
}

/// Rename or schedule a release.
///
/// Admins only. Fields that are not sent keep their values; null in `publishAt` cancels the schedule. With `If-Match`,
/// the change is made only if the version matches.
#[utoipa::path(
    put, path = "/api/releases/{id}", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("If-Match" = Option<String>, Header, description = "The version of the release in quotes, as in `\"3\"`. `*` matches any version."),
    ),
    request_body = ReleaseChanges,
    responses(
        (status = 200, body = Release),
        (status = 409, description = "The release is not open."),
        (status = 412, description = "The release has changed; `current` is the release as it is now."),
    ),
)]
pub async fn update_release(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<ReleaseId>,
    _: NoQuery,
    headers: HeaderMap,
    request: ValidatedJson<ReleaseChanges>,
) -> Result<impl IntoResponse, Problem> {
    caller.require(Permission::ManageReleases)?;
    let ReleaseChanges { name, publish_at } = request.0;
    let publish_at = match publish_at {
        FieldPatch::Absent => FieldPatch::Absent,
        FieldPatch::Null => FieldPatch::Null,
        FieldPatch::Value(time) => FieldPatch::Value(parse_publish_at(&time)?),
    };
    let changes = (name, publish_at, IfMatch::parse(&headers));
    Ok(release_response(service::update(&app, &caller.0, audit, id, changes).await?))
}

/// Cancel a release.
///
/// Admins only. Its drafts stay, without a release. The release stays in the list as canceled.
#[utoipa::path(
    delete, path = "/api/releases/{id}", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("If-Match" = Option<String>, Header, description = "The version of the release in quotes, as in `\"3\"`. `*` matches any version."),
    ),
    responses(
        (status = 204),
        (status = 409, description = "The release is not open."),
        (status = 412, description = "The release has changed; `current` is the release as it is now."),
    ),
)]
pub async fn cancel_release(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<ReleaseId>,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageReleases)?;
    service::cancel(&app, &caller.0, audit, id, IfMatch::parse(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Parses the id of the release and the kind and id of the record in a path. Errors: 404 for an id or kind that no
/// release or record can have.
fn parse_draft_path((id, kind, record_id): &(String, String, String)) -> Result<(ReleaseId, RecordKey), Problem> {
    let id = id.parse().ok().filter(|id| *id > 0);
    let id = id.ok_or_else(|| Problem::not_found("This release does not exist"))?;
    Ok((ReleaseId(id), records::parse_record_key(kind, record_id)?))
}

/// Add the draft of a record to a release.
///
/// Admins only. A draft is in at most one release, and a release has at most 200 drafts. The draft has no `publishAt`
/// of its own. Nothing changes if the draft is already in the release.
#[utoipa::path(
    put, path = "/api/releases/{id}/drafts/{kind}/{recordId}", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("kind" = RecordKind, Path, description = "The kind of the record."),
        ("recordId" = String, Path, description = "The id of the record, as in `getDraft`.", example = "7"),
    ),
    responses(
        (status = 204),
        (status = 409, description = "The release is not open or is full, or the draft has another release or a time of its own."),
    ),
)]
pub async fn add_release_draft(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    Path(path): Path<(String, String, String)>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageReleases)?;
    service::add_draft(&app, &caller.0, audit, parse_draft_path(&path)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take the draft of a record out of a release.
///
/// Admins only. The draft stays.
#[utoipa::path(
    delete, path = "/api/releases/{id}/drafts/{kind}/{recordId}", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("kind" = RecordKind, Path, description = "The kind of the record."),
        ("recordId" = String, Path, description = "The id of the record, as in `getDraft`.", example = "7"),
    ),
    responses((status = 204), (status = 409, description = "The release is not open.")),
)]
pub async fn remove_release_draft(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    Path(path): Path<(String, String, String)>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageReleases)?;
    service::remove_draft(&app, &caller.0, audit, parse_draft_path(&path)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Publish a release.
///
/// Admins only. Publishes all its drafts or none, in one transaction. With `If-Match`, only if the version matches. The
/// response is 409 with `records` if some of them prevent it: a record that has changed since its draft began
/// (`precondition_failed`), or a draft that breaks a rule (`validation_failed`, with its `errors`).
#[utoipa::path(
    post, path = "/api/releases/{id}/publish", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("If-Match" = Option<String>, Header, description = "The version of the release in quotes, as in `\"3\"`. `*` matches any version."),
    ),
    responses(
        (status = 200, body = Release),
        (status = 409, description = "Some records prevent it, and `records` names them; or the release has no drafts or is not open."),
        (status = 412, description = "The release or one of its drafts has changed; `current` is the release as it is now."),
    ),
)]
pub async fn publish_release(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<ReleaseId>,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    caller.require(Permission::ManageReleases)?;
    Ok(release_response(publication::publish(&app, &caller.0, audit, id, IfMatch::parse(&headers)).await?))
}

/// Undo a release.
///
/// Admins only. Brings all its records back to their states before the release, or none. It is possible until one of
/// them is changed again. The response is 409 with `records` if some of them prevent it.
#[utoipa::path(
    post, path = "/api/releases/{id}/undo", tag = "Releases",
    params(
        ("id" = i64, Path, description = "The id of the release.", example = 7),
        ("If-Match" = Option<String>, Header, description = "The version of the release in quotes, as in `\"3\"`. `*` matches any version."),
    ),
    responses(
        (status = 200, body = Release),
        (status = 409, description = "Some records prevent it, and `records` names them; or the release is not published."),
        (status = 412, description = "The release has changed; `current` is the release as it is now."),
    ),
)]
pub async fn undo_release(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<ReleaseId>,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    caller.require(Permission::ManageReleases)?;
    Ok(release_response(publication::undo(&app, &caller.0, audit, id, IfMatch::parse(&headers)).await?))
}
