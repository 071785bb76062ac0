//! `/api/businesses/{id}/claims` and `/api/claims`, for accounts that claim a place.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::dto::{ClaimOptions, ClaimResponse};
use super::requests::{ClaimRequest, ConfirmClaimRequest};
use super::{proof, service, store};
use crate::audit::log::AuditContext;
use crate::common::id::{ClaimId, PlaceId};
use crate::http::app::App;
use crate::http::caller::{Client, SessionAccount};
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// Get the ways in which a place can be claimed.
///
/// The methods depend on the published contact of the place. An account that has changed the place can only ask for a
/// call. The same applies to every account once an accepted proposal has changed the contact. 404 if the place is not
/// public.
#[utoipa::path(
    get, path = "/api/businesses/{id}/claims/options", tag = "Claims",
    responses((status = 200, body = ClaimOptions)),
)]
pub async fn get_claim_options(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
) -> Result<Json<ClaimOptions>, Problem> {
    Ok(Json(service::options(&app, &account, id).await?))
}

/// Claim a place.
///
/// Requires a verified email address. With `email`, a code is sent to the published address of the place, for
/// `confirmClaim` within 24 hours. With `website`, the published website must show the `token` of the response, for
/// `checkClaim` within 30 days. With `call`, an admin calls the place and decides within 90 days. A proof makes the
/// account the owner of the place at once; if the place has another owner, or a claim to it was revoked before, an
/// admin decides. A new claim replaces the account's open claim to the same place.
#[utoipa::path(
    post, path = "/api/businesses/{id}/claims", tag = "Claims",
    request_body = ClaimRequest,
    responses(
        (status = 201, body = ClaimResponse),
        (status = 409, description = "The account owns the place, has proved a claim to it, or has three claims that are waiting."),
        (status = 429, description = "Too many claims by this account or client address, or to this place."),
    ),
)]
pub async fn create_claim(
    State(app): State<App>,
    client: Client,
    SessionAccount { account, .. }: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
    form: ValidatedJson<ClaimRequest>,
) -> Result<impl IntoResponse, Problem> {
    let claim = service::begin(&app, (&client, audit), &account, (id, form.0.method)).await?;
    Ok((StatusCode::CREATED, Json(claim)))
}

/// List the caller's claims.
///
/// The newest come first, at most 50. Claims that are no longer pending are deleted 12 months after their last change.
/// Approved and revoked claims are kept, without personal data.
#[utoipa::path(get, path = "/api/claims", tag = "Claims", responses((status = 200, body = Vec<ClaimResponse>)))]
pub async fn list_own_claims(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    _: NoQuery,
) -> Result<Json<Vec<ClaimResponse>>, Problem> {
    let claims = store::list_of_account(&app.db, &account.id).await?;
    Ok(Json(claims.into_iter().map(ClaimResponse::for_account).collect()))
}

/// Withdraw a claim.
///
/// Only for the account of the claim, while the claim is open or proved.
#[utoipa::path(
    delete, path = "/api/claims/{id}", tag = "Claims",
    responses((status = 204), (status = 409, description = "It was already decided.")),
)]
pub async fn withdraw_claim(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    service::withdraw(&app, &account, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Prove a claim with the code from the email.
///
/// The account becomes the owner of the place, and a business owner. If the place has another owner, or a claim to it
/// was revoked before, the claim is `proved` and an admin decides. After five wrong codes, the claim expires.
#[utoipa::path(
    post, path = "/api/claims/{id}/confirm", tag = "Claims",
    request_body = ConfirmClaimRequest,
    responses(
        (status = 200, body = ClaimResponse),
        (status = 409, description = "The claim is closed, or the published address has changed since it began."),
    ),
)]
pub async fn confirm_claim(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
    form: ValidatedJson<ConfirmClaimRequest>,
) -> Result<Json<ClaimResponse>, Problem> {
    Ok(Json(proof::confirm_code(&app, &account, audit, (id, &form.0.code)).await?))
}

/// Prove a claim with the website of the place.
///
/// Fetches `/.well-known/karst-claim.txt` on the published website. If the file does not contain the token, fetches the
/// page at the published address, whose head can have `<meta name="karst-claim" content="…">` with the token. Only
/// redirects on the same host are followed. A proof has the same effect as the code of `confirmClaim`. At most 20
/// checks for each claim.
#[utoipa::path(
    post, path = "/api/claims/{id}/check", tag = "Claims",
    responses(
        (status = 200, body = ClaimResponse),
        (status = 409, description = "The website does not show the token, the claim is closed, or the published website has changed since it began."),
    ),
)]
pub async fn check_claim(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<ClaimId>,
    _: NoQuery,
) -> Result<Json<ClaimResponse>, Problem> {
    Ok(Json(proof::check_website(&app, &account, audit, id).await?))
}
