//! `/api/admin/invalid-values`, for admins only.

use axum::Json;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{AppendHeaders, IntoResponse};

use super::find::{InvalidValue, Position, check};
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::pagination;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The maximum number of records that one call checks.
const MAX_CHECKED: i64 = 1000;

/// Lists stored values that break today's rules.
///
/// A value that was stored before a rule was added or tightened stays, and a save that does not change it succeeds. Each call
/// checks `limit` records, some of which break a rule and most of which do not: `Link` with `rel="next"` says where the check
/// goes on, until all records were checked. Places and articles in the trash are not checked, nor are guestbook entries that
/// are not public.
#[utoipa::path(
    get, path = "/api/admin/invalid-values", operation_id = "listInvalidValues", tag = "Console",
    security(("bearer" = [])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many records to check at the most."),
        ("cursor" = Option<String>, Query, description = "Where an earlier answer's `Link` goes on."),
    ),
    responses((status = 200, body = Vec<InvalidValue>, headers(
        ("link" = Option<String>, description = "Where the check goes on."),
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
