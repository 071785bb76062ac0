//! Routes with which admins list and revoke the API tokens of other accounts. Admins cannot create tokens for others.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::service;
use crate::audit::log::AuditContext;
use crate::auth::domain::api_token::store;
use crate::auth::http::api_tokens::{ApiTokenItem, revoke};
use crate::common::id::ApiTokenId;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::query_string::NoQuery;
use crate::http::problem::Problem;

/// List the API tokens of an account.
///
/// Admins only. The newest come first. Expired and revoked tokens are listed for at least 30 days, until the account
/// creates another token.
#[utoipa::path(
    get, path = "/api/admin/users/{id}/tokens", tag = "Users",
    params(("id" = String, Path, description = "The id of the account.")),
    responses((status = 200, body = Vec<ApiTokenItem>)),
)]
pub async fn list_user_tokens(
    State(app): State<App>,
    _caller: Admin,
    Path(id): Path<String>,
    _: NoQuery,
) -> Result<Json<Vec<ApiTokenItem>>, Problem> {
    let account = service::find(&app, &service::parse_id(id)?).await?;
    let tokens = store::list(&app.db, &account.id).await?;
    Ok(Json(tokens.into_iter().map(ApiTokenItem::from).collect()))
}

/// Revoke an API token of an account.
///
/// Admins only. The token is refused from the next request on.
#[utoipa::path(
    delete, path = "/api/admin/users/{id}/tokens/{tokenId}", tag = "Users",
    params(
        ("id" = String, Path, description = "The id of the account."),
        ("tokenId" = i64, Path, description = "The id of the token.", example = 3),
    ),
    responses((status = 204)),
)]
pub async fn revoke_user_token(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    Path((id, token)): Path<(String, String)>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let account = service::find(&app, &service::parse_id(id)?).await?;
    let token = token.parse().map_err(|_| Problem::not_found("This API token does not exist"))?;
    revoke(&app, audit, account, ApiTokenId(token)).await?;
    Ok(StatusCode::NO_CONTENT)
}
