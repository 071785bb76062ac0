//! The sessions of the own account.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::dto::SessionItem;
use super::routes::without_cookie;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::session;
use crate::auth::domain::model::{Account, SessionId};
use crate::auth::domain::store;
use crate::http::app::App;
use crate::http::auth::caller::{RequireLocalIdentity, SessionAccount};
use crate::http::auth::origin::SameOrigin;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::problem::Problem;

/// List the caller's sessions.
///
/// The most recently used session comes first.
#[utoipa::path(
    get, path = "/api/auth/sessions", operation_id = "listSessions", tag = "Identity", security(("bearer" = [])),
    responses((status = 200, body = Vec<SessionItem>)),
)]
pub async fn list_sessions(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    caller: SessionAccount,
    _: NoQuery,
) -> Result<Json<Vec<SessionItem>>, Problem> {
    let sessions = session::all(&app.db, &caller.account.id, app.clock.now()).await?;
    Ok(Json(sessions.into_iter().map(|session| SessionItem::new(session, caller.session.as_ref())).collect()))
}

/// End a session.
///
/// Its tokens are refused from the next request on. The session of the request can be ended too.
#[utoipa::path(
    delete, path = "/api/auth/sessions/{id}", operation_id = "revokeSession", tag = "Identity", security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the session.")),
    responses((status = 204)),
)]
pub async fn end_session(
    State(app): State<App>,
    _local: RequireLocalIdentity,
    caller: SessionAccount,
    audit: AuditContext,
    Path(id): Path<String>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    end(&app, audit, caller.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a session of this account. 404 if the account has no such session.
pub async fn end(app: &App, audit: AuditContext, account: Account, id: String) -> Result<(), Problem> {
    let missing = || Problem::not_found("There is no such session");
    if id.contains('\0') {
        return Err(missing());
    }
    let id = SessionId(id);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !session::end_own(tx, &account.id, &id).await? {
                return Err(WriteError::from(missing()));
            }
            Ok(audit.log_touched(tx, &account).await?)
        })
    });
    Ok(work.await?)
}

/// End all sessions.
///
/// All sessions of the account end, including that of the request. If Firebase manages the accounts, tokens of earlier
/// sign-ins are refused.
#[utoipa::path(
    post, path = "/api/auth/sign-out-everywhere", operation_id = "signOutEverywhere", tag = "Identity",
    security(("bearer" = [])),
    responses((status = 204, description = "All sessions have ended.",
        headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`.")))),
)]
pub async fn sign_out_everywhere(
    State(app): State<App>,
    _origin: SameOrigin,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<Response, Problem> {
    let (account, now) = (caller.account, app.clock.now());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            session::end_all(tx, &account.id).await?;
            store::invalidate_tokens(tx, &account.id, now).await?;
            audit.log_touched(tx, &account).await
        })
    });
    work.await?;
    Ok(without_cookie(&app, StatusCode::NO_CONTENT))
}
