//! `/api/admin/schedule`, for admins: what will be published or unpublished at a time.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::store::{self, ScheduleItem};
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The maximum number of items on a page.
const MAX_LIMIT: i64 = 100;

/// List the scheduled actions.
///
/// Admins only. Articles with a publication date in the future, drafts and open releases with `publishAt`, and places
/// and articles with `unpublishAt`, in chronological order. Drafts and releases whose publication failed and records in
/// the trash are left out. To move or cancel an item, change its record, draft or release. `X-Total-Count` is the total
/// number.
#[utoipa::path(
    get, path = "/api/admin/schedule", tag = "Drafts",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<ScheduleItem>)),
)]
pub async fn list_schedule(State(app): State<App>, _: Admin, mut query: Query, uri: Uri) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let found = store::list(&app.db, page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}
