//! `/api/admin/render-failures`, for admins only: pages that failed to render, with the records that they show.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::query_string::NoQuery;
use crate::http::problem::Problem;
use crate::with_pool;
use crate::{articles, places};

/// A page that could not be rendered at the last attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderFailure {
    /// The path of the page, percent-decoded.
    #[schema(example = "/places/lantern-cave")]
    pub path: String,
    /// The kind of the record that the page shows, `place` or `article`; null for other pages.
    #[schema(required)]
    pub kind: Option<AuditRecordKind>,
    /// The id of the record; null for other pages.
    #[schema(required, example = "7")]
    pub id: Option<String>,
    /// The name or title of the record; null for other pages.
    #[schema(required, example = "Lantern Cave")]
    pub name: Option<String>,
    /// The reason of the last failure: plain text, at most 300 characters.
    #[schema(example = "The renderer returned 500")]
    pub reason: String,
    /// The time of the first failure since the page was last rendered.
    pub since: Timestamp,
}

/// The id and the name of a record.
type IdAndName = (i64, String);

/// The kind and the record that a page shows. The outer option is `None` if the page shows no record. The inner option
/// is `None` if the record is no longer public, so that the page does not exist.
async fn record_of_page(db: &Db, path: &str) -> Result<Option<(AuditRecordKind, Option<IdAndName>)>, StoreError> {
    let record: (AuditRecordKind, Option<IdAndName>) = if let Some((slug, _)) = places::pages::split_path(path) {
        let place = "select id, name from place where slug = $1 and is_public";
        (AuditRecordKind::Place, with_pool!(db, |engine| sqlx::query_as(place).bind(slug).fetch_optional(engine))?)
    } else if let Some(id) = articles::pages::split_path(path).and_then(|(name, _)| articles::pages::parse_id(name)) {
        let article = "select id, title from article where id = $1 and is_public";
        (AuditRecordKind::Article, with_pool!(db, |engine| sqlx::query_as(article).bind(id).fetch_optional(engine))?)
    } else {
        return Ok(None);
    };
    Ok(Some(record))
}

/// List pages that cannot be rendered.
///
/// Admins only. Such a page keeps its last rendered version, or responds 503 if there is none, and `liveSince` of its
/// record is null. The server retries every 15 seconds, 200 pages at a time, and whenever the page is requested. A page
/// that renders leaves the list. The list has at most 200 pages, those of the replica that responds.
#[utoipa::path(
    get, path = "/api/admin/render-failures", tag = "Console",
    responses((status = 200, body = Vec<RenderFailure>)),
)]
pub async fn list_render_failures(
    State(app): State<App>,
    _caller: Admin,
    _: NoQuery,
) -> Result<Json<Vec<RenderFailure>>, Problem> {
    let mut failures = Vec::new();
    for (path, failure) in app.render_failures.list() {
        let (kind, id, name) = match record_of_page(&app.db, &path).await? {
            Some((kind, Some((id, name)))) => (Some(kind), Some(id.to_string()), Some(name)),
            Some((_, None)) => continue,
            None => (None, None, None),
        };
        failures.push(RenderFailure { path, kind, id, name, reason: failure.reason, since: failure.since });
    }
    Ok(Json(failures))
}
