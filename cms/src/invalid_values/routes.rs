//! `/api/admin/invalid-values`, for admins only.

use axum::Json;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{AppendHeaders, IntoResponse};

use super::find::{InvalidValue, Position, check};
use crate::http::app::App;
use crate::http::auth::caller::Admin;
use crate::http::input::pagination;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The maximum number of records that one call checks.
const MAX_CHECKED: i64 = 1000;

/// List stored values that break current rules.
///
/// Admins only. A value that was stored before a rule was added or tightened remains, and an update that does not
/// change it succeeds. Each call checks `limit` records, most of which usually break no rule. `Link` with `rel="next"`
/// is the URL of the next check, until all records are checked. Places and articles in the trash and guestbook entries
/// that are not public are not checked.
#[utoipa::path(
    get, path = "/api/admin/invalid-values", operation_id = "listInvalidValues", tag = "Console",
    security(("bearer" = [])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "The maximum number of records to check; 1000 by default."),
        ("cursor" = Option<String>, Query, description = "The cursor from the `Link` of an earlier response."),
    ),
    responses((status = 200, body = Vec<InvalidValue>, headers(
        ("link" = Option<String>, description = "The URL of the next check, as `rel=\"next\"`; absent after the last one."),
    ))),
)]
pub async fn list_invalid_values(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<impl IntoResponse, Problem> {
    let limit = query.int("limit", 1..=MAX_CHECKED).unwrap_or(MAX_CHECKED);
    let position = query.parse("cursor", "There is no such position", Position::parse).unwrap_or_default();
    query.finish()?;
    let (found, next) = check(&app, position, limit).await?;
    let link = next.map(|next| (header::LINK, pagination::next_link(&uri, ("cursor", next.format()))));
    Ok((link.map(|link| AppendHeaders([link])), Json(found)))
}
