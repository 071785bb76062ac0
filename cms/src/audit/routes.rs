//! `/api/admin/audit`: for admins alone.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::dto::AuditItem;
use super::{query, store};
use crate::audit_log::model::Kind;
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::pagination;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::model::Permission;

/// Lists who did what.
///
/// One row for each call that changed something, or was asked to, and was not refused: who, what, from where, and the
/// fields that differ. The newest first. `X-Total-Count` says how many there are, counted up to 10,000, `Link` with
/// `rel="next"` where they go on. Passwords, codes and tokens are never in it. Rows are kept for a year unless the guide's
/// configuration says otherwise.
#[utoipa::path(
    get, path = "/api/admin/audit", operation_id = "listAudit", tag = "Console", security(("bearer" = [])),
    params(
        ("account" = Option<String>, Query, description = "What this account did, by its id."),
        ("action" = Option<String>, Query, description = "What was done by this call: `updatePlace`."),
        ("kind" = Option<Kind>, Query, description = "What was done to things of this kind."),
        ("subject" = Option<String>, Query, description = "What was done to this one of them, by its id; needs `kind`."),
        ("from" = Option<String>, Query, description = "What was done then or later: `2026-11-21T00:00:00Z`."),
        ("to" = Option<String>, Query, description = "What was done before: `2026-11-22T00:00:00Z`."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
        ("cursor" = Option<String>, Query, description = "Where an earlier answer's `Link` goes on; not with `offset`."),
    ),
    responses((status = 200, body = Vec<AuditItem>, headers(
        ("x-total-count" = i64, description = "How many rows there are in all, up to 10,000."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_audit(State(app): State<App>, caller: SignedIn, query: Query, uri: Uri) -> Result<Response, Problem> {
    caller.must(Permission::ReadAudit)?;
    let find = query::parse(query)?;
    let page = store::list(&app.db, &find).await?;
    let last = page.items.last().filter(|_| page.has_more);
    let next = last.map(|last| pagination::next_link(&uri, ("cursor", store::cursor_after(last).written())));
    Ok(pagination::respond(Json(page.items), page.total, next))
}
