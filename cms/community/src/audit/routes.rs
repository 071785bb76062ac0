//! `/api/admin/audit`: the audit log, for admins only.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::log::AuditRecordKind;
use super::store::{self, AuditEvent, MAX_LIMIT};
use crate::auth::domain::accounts::Permission;
use crate::http::app::App;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{self, ColumnValue, Cursor, CursorParameterDocs, PageParameterDocs};
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// List the events of the audit log.
///
/// Admins only. Each successful call that can change a record adds an event, even if no value differs: who did what,
/// from where, and the fields that differ. The newest events come first. `X-Total-Count` is the total number, counted
/// up to 10,000. `Link` with `rel="next"` is the URL of the next page. Passwords, codes and tokens are never recorded.
/// Events are deleted after 365 days unless the server is configured otherwise.
#[utoipa::path(
    get, path = "/api/admin/audit", tag = "Console",
    params(
        ("account" = Option<String>, Query, description = "Only events caused by the account with this id."),
        ("action" = Option<String>, Query, description = "Only events of this action, such as `updatePlace`."),
        ("kind" = Option<AuditRecordKind>, Query, description = "Only events about records of this kind."),
        ("subject" = Option<String>, Query, description = "Only events about the record with this id; requires `kind`."),
        ("field" = Option<String>, Query, description = "Only events with this field in `before` or `after`, such as `phone`."),
        ("sessions" = Option<bool>, Query, description = "`false` leaves out sign-ins, sign-outs and renewals of sessions that changed no field. The default is `true`."),
        ("from" = Option<String>, Query, description = "Only events at or after this time, such as `2026-11-21T00:00:00Z`."),
        ("to" = Option<String>, Query, description = "Only events before this time, such as `2026-11-22T00:00:00Z`."),
        PageParameterDocs<MAX_LIMIT>,
        CursorParameterDocs,
    ),
    responses(
        (status = 200, body = Vec<AuditEvent>, headers(("x-total-count" = i64, description = "The total number of events, counted up to 10,000."))),
    ),
)]
pub async fn list_audit(
    State(app): State<App>,
    caller: ActiveAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadAuditLog)?;
    let list_query = store::parse(query)?;
    let page = store::list(&app.db, &list_query).await?;
    let last = page.items.last().filter(|_| page.has_more);
    let next = last.map(|last| Cursor { key: ColumnValue::Number(last.created_at.0), id: last.id }.encode());
    let next = next.map(|cursor| pagination::next_link(&uri, ("cursor", cursor)));
    Ok(pagination::page_response(Json(page.items), page.total, next))
}
