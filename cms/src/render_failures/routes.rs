//! `/api/admin/render-failures`: for admins alone.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit_log::model::Kind;
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::with_pool;
use crate::{articles, places};

/// A page that could not be rendered when it was last asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderFailure {
    /// The page's path, percent-decoded.
    #[schema(example = "/places/lantern-cave")]
    pub path: String,
    /// What record the page shows, place or article; null for other pages.
    #[schema(required)]
    pub kind: Option<Kind>,
    /// The record's id.
    #[schema(required, example = "7")]
    pub id: Option<String>,
    /// The record's name or title.
    #[schema(required, example = "Lantern Cave")]
    pub name: Option<String>,
    /// Why the last try failed: plain text, at most 300 characters.
    #[schema(example = "The renderer answered 500")]
    pub reason: String,
    /// When it failed first since it last rendered.
    pub since: Timestamp,
}

/// What a page shows.
enum Shown {
    Record(Kind, i64, String),
    /// A record that is not public any more, so that there is no such page.
    Nothing,
    List,
}

async fn shown(db: &Db, path: &str) -> Result<Shown, StoreError> {
    let (kind, found): (_, Option<(i64, String)>) = if let Some((slug, _)) = places::pages::slug_in(path) {
        let place = "select id, name from place where slug = $1 and is_public";
        (Kind::Place, with_pool!(db, |engine| sqlx::query_as(place).bind(slug).fetch_optional(engine))?)
    } else if let Some(id) = articles::pages::name_in(path).and_then(|(name, _)| articles::pages::parse_id(name)) {
        let article = "select id, title from article where id = $1 and is_public";
        (Kind::Article, with_pool!(db, |engine| sqlx::query_as(article).bind(id).fetch_optional(engine))?)
    } else {
        return Ok(Shown::List);
    };
    Ok(found.map_or(Shown::Nothing, |(id, name)| Shown::Record(kind, id, name)))
}

/// Lists pages that cannot be rendered.
///
/// Such a page stays as it was when it last rendered, or answers 503 where it never did, and `liveSince` of its record stays
/// null. The server tries again every 15 seconds, 200 pages at a time, and whenever the page is asked for; a page that renders leaves the list. At
/// most 200 pages, those of the replica that answers.
#[utoipa::path(
    get, path = "/api/admin/render-failures", operation_id = "listRenderFailures", tag = "Console",
    security(("bearer" = [])),
    responses((status = 200, body = Vec<RenderFailure>)),
)]
pub async fn list_render_failures(
    State(app): State<App>,
    _caller: Admin,
    query: Query,
) -> Result<Json<Vec<RenderFailure>>, Problem> {
    query.finish()?;
    let mut failures = Vec::new();
    for (path, failure) in app.render_failures.list() {
        let (kind, id, name) = match shown(&app.db, &path).await? {
            Shown::Record(kind, id, name) => (Some(kind), Some(id.to_string()), Some(name)),
            Shown::List => (None, None, None),
            Shown::Nothing => continue,
        };
        failures.push(RenderFailure { path, kind, id, name, reason: failure.reason, since: failure.since });
    }
    Ok(Json(failures))
}
