//! The routes of `/api/admin/claims`, with which admins list claims and decide on them.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::dto::{self, ClaimCounts, ClaimResponse};
use super::requests::ClaimDecisionRequest;
use super::{decisions, store};
use crate::audit::log::AuditContext;
use crate::common::id::ClaimId;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// The maximum and the default of the parameter `limit`, in claims.
const MAX_LIMIT: i64 = 50;

/// List claims to places.
///
/// Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the
/// next page.
#[utoipa::path(
    get, path = "/api/admin/claims", tag = "Claims",
    params(
        ("state" = Option<String>, Query,
            description = "Only claims in this state: open, proved, approved, declined, revoked, expired or withdrawn."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<ClaimResponse>)),
)]
pub async fn list_claims(State(app): State<App>, _: Admin, mut query: Query, uri: Uri) -> Result<Response, Problem> {
    let state = query.choice("state", &dto::State::NAMES.join(", "), parse_variant::<dto::State>);
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let found = store::list(&app.db, state, page).await?;
    let claims: Vec<ClaimResponse> = found.items.into_iter().map(ClaimResponse::for_admin).collect();
    Ok(page.respond(&uri, &claims, found.total))
}

/// Count the claims that are waiting for an admin.
///
/// Admins only.
#[utoipa::path(get, path = "/api/admin/claims/counts", tag = "Claims", responses((status = 200, body = ClaimCounts)))]
pub async fn count_claims(State(app): State<App>, _: Admin, _: NoQuery) -> Result<Json<ClaimCounts>, Problem> {
    Ok(Json(store::counts(&app.db).await?))
}

/// Approve a claim.
///
/// Admins only. The account becomes the owner of the place, and a business owner. A former owner loses the place. An
/// email notifies the former owner, the published address of the place and all admins.
#[utoipa::path(
    post, path = "/api/admin/claims/{id}/approve", tag = "Claims",
    request_body = ClaimDecisionRequest,
    responses(
        (status = 200, body = ClaimResponse),
        (status = 409, description = "It is waiting for its proof or was already decided, or its account is inactive or has no verified address."),
    ),
)]
pub async fn approve_claim(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
    form: ValidatedJson<ClaimDecisionRequest>,
) -> Result<Json<ClaimResponse>, Problem> {
    Ok(Json(decisions::approve(&app, audit, id, (Some(caller.0.id), form.0.note)).await?))
}

/// Decline a claim.
///
/// Admins only. The place stays as it is. The account gets an email.
#[utoipa::path(
    post, path = "/api/admin/claims/{id}/decline", tag = "Claims",
    request_body = ClaimDecisionRequest,
    responses((status = 200, body = ClaimResponse), (status = 409, description = "It was already decided.")),
)]
pub async fn decline_claim(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
    form: ValidatedJson<ClaimDecisionRequest>,
) -> Result<Json<ClaimResponse>, Problem> {
    Ok(Json(decisions::decline(&app, audit, id, (Some(caller.0.id), form.0.note)).await?))
}

/// Revoke an approved claim.
///
/// Admins only. The place has no owner again, unless another account owns it now. The changes by its owner that are
/// waiting for review are withdrawn. An account that became a business owner by a claim and owns no other place is a
/// viewer again, and its API tokens are revoked. The account gets an email.
#[utoipa::path(
    post, path = "/api/admin/claims/{id}/revoke", tag = "Claims",
    request_body = ClaimDecisionRequest,
    responses((status = 200, body = ClaimResponse), (status = 409, description = "It is not approved.")),
)]
pub async fn revoke_claim(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
    form: ValidatedJson<ClaimDecisionRequest>,
) -> Result<Json<ClaimResponse>, Problem> {
    Ok(Json(decisions::revoke(&app, audit, id, (Some(caller.0.id), form.0.note)).await?))
}
