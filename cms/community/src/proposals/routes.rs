//! The calls for reports (`/api/reports`, public), for decisions (`/api/admin/proposals`, admins), and for owners, who
//! list and withdraw their proposals.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::dto::{self, ProposalCounts, ProposalResponse, ReportKind, ReportReceivedResponse};
use super::requests::{AcceptProposalRequest, DeclineProposalRequest, ReportRequest};
use super::store::{self, ProposalFilter};
use super::{decisions, reports, service};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Permission, Role};
use crate::common::clock::Timestamp;
use crate::common::id::{PlaceId, ProposalId};
use crate::http::app::App;
use crate::http::caller::{Admin, Client, SessionAccount, StaffAccount};
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::IfMatch;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::places;

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 50;

/// Report a problem with a place, or confirm its facts.
///
/// No part of a report is public. The team decides on it; equal reports are decided together. `stillRight` confirms the
/// facts of a `group`. Proposed values are shown to the team with the report. The decision is emailed to the address in
/// `email`. A report that looks like spam gets the same response, but no email.
#[utoipa::path(
    post, path = "/api/reports", tag = "Proposals", security(()),
    request_body = ReportRequest,
    responses(
        (status = 201, body = ReportReceivedResponse, description = "The report was received."),
        (status = 404, description = "The place does not exist or is not public."),
        (status = 409, description = "The facts that are `stillRight` have changed since this version."),
        (status = 429, description = "Too many reports from this client address or mailbox, or about this place."),
    ),
)]
pub async fn create_report(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<ReportRequest>,
) -> Result<impl IntoResponse, Problem> {
    reports::receive(&app, &client, audit, form.0).await?;
    Ok((StatusCode::CREATED, Json(ReportReceivedResponse { received_at: app.clock.now() })))
}

/// List proposed changes.
///
/// Admins only. Open reports of a danger come first, then all other proposals, the newest first. Open confirmations of
/// fewer than three accounts or networks are left out unless `kind` is `stillRight`. `X-Total-Count` is the total
/// number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/admin/proposals", tag = "Proposals",
    params(
        ("state" = Option<String>, Query, description = "Only proposals in this state: open, accepted, declined or withdrawn."),
        ("kind" = Option<String>, Query,
            description = "Only reports of this kind: wrongHours, closedForGood, wrongPosition, unsafe, wrongContact, wrongPrice, other or stillRight."),
        ("placeId" = Option<i64>, Query, description = "Only proposals for this place."),
        ("spam" = Option<bool>, Query, description = "Whether they look like spam."),
        ("createdBefore" = Option<String>, Query, description = "Only proposals that were created before this date or time: `2026-05-31`, which begins at midnight UTC."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<ProposalResponse>)),
)]
pub async fn list_proposals(State(app): State<App>, _: Admin, mut query: Query, uri: Uri) -> Result<Response, Problem> {
    let one_of = |names: &'static [&str]| move |name: &str| names.contains(&name).then(|| name.to_owned());
    let state = query.choice("state", &dto::State::NAMES.join(", "), one_of(dto::State::NAMES));
    let kind = query.choice("kind", &ReportKind::NAMES.join(", "), one_of(ReportKind::NAMES));
    let code = Code::Type.with("type", "integer");
    let place_id = query.parse("placeId", code, "placeId must be a whole number", |id| id.parse().ok().map(PlaceId));
    let is_spam = query.bool("spam");
    let sentence = "createdBefore must be a date like 2026-05-31 or a time like 2026-05-31T08:00:00Z";
    let created_before = query.parse("createdBefore", Code::DateInvalid, sentence, Timestamp::parse_time_or_date);
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let filter = ProposalFilter { state, kind, place_id, is_spam, created_before };
    let found = service::list(&app, &filter, page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Count the proposed changes that are waiting for a decision.
///
/// Admins only.
#[utoipa::path(
    get, path = "/api/admin/proposals/counts", tag = "Proposals",
    responses((status = 200, body = ProposalCounts)),
)]
pub async fn count_proposals(State(app): State<App>, _: Admin, _: NoQuery) -> Result<Json<ProposalCounts>, Problem> {
    Ok(Json(store::counts(&app.db).await?))
}

/// Get a proposed change.
///
/// Admins only. `fields` has the value of each field in the version from which the proposal began, the current one, and
/// the proposed one.
#[utoipa::path(
    get, path = "/api/admin/proposals/{id}", tag = "Proposals",
    responses((status = 200, body = ProposalResponse)),
)]
pub async fn get_proposal(
    State(app): State<App>,
    _: Admin,
    PathId(id): PathId<ProposalId>,
    _: NoQuery,
) -> Result<Json<ProposalResponse>, Problem> {
    Ok(Json(service::get(&app, id).await?))
}

/// Accept a proposed change.
///
/// Admins only. The place gets the proposed values, or those in `fields`. As with `PUT` of the place, its rules apply,
/// and a revision and an audit event are stored. With `If-Match`, the proposal is accepted only if the version of the
/// place matches. A confirmation needs at least three accounts or networks and changes no value; the place shows their
/// number. Ten minutes later, the email addresses in the reports, or the owner who proposed the change, get an email,
/// unless the decision is undone.
#[utoipa::path(
    post, path = "/api/admin/proposals/{id}/accept", tag = "Proposals",
    params(
        ("If-Match" = Option<String>, Header, description = "The version of the place in quotes, as in `\"3\"`. `*` matches any version."),
    ),
    request_body = AcceptProposalRequest,
    responses(
        (status = 200, body = ProposalResponse),
        (status = 409, description = "It was already decided, or a confirmation has too few sources or its facts have changed since then."),
        (status = 412, description = "The place has changed; `current` is the place as it is now."),
    ),
)]
pub async fn accept_proposal(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ProposalId>,
    _: NoQuery,
    headers: HeaderMap,
    form: ValidatedJson<AcceptProposalRequest>,
) -> Result<Json<ProposalResponse>, Problem> {
    let conditional_request = (form.0, IfMatch::parse(&headers));
    Ok(Json(decisions::accept(&app, &caller.0, audit, id, conditional_request).await?))
}

/// Decline a proposed change.
///
/// Admins only. The place is not changed. Ten minutes later, the email addresses in the reports, or the owner who
/// proposed the change, get an email, unless the decision is undone.
#[utoipa::path(
    post, path = "/api/admin/proposals/{id}/decline", tag = "Proposals",
    request_body = DeclineProposalRequest,
    responses((status = 200, body = ProposalResponse), (status = 409, description = "It was already decided.")),
)]
pub async fn decline_proposal(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ProposalId>,
    _: NoQuery,
    form: ValidatedJson<DeclineProposalRequest>,
) -> Result<Json<ProposalResponse>, Problem> {
    Ok(Json(decisions::decline(&app, &caller.0, audit, id, form.0).await?))
}

/// Undo the decision on a proposed change.
///
/// Admins only. Possible within ten minutes, until `canUndoUntil`. The place gets its former values back, and the
/// proposal is open again. An accepted confirmation cannot be undone.
#[utoipa::path(
    post, path = "/api/admin/proposals/{id}/undo", tag = "Proposals",
    responses(
        (status = 200, body = ProposalResponse),
        (status = 409, description = "There is no decision to undo, or it is too late."),
        (status = 412, description = "The place has changed; `current` is the place as it is now."),
    ),
)]
pub async fn undo_proposal(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ProposalId>,
    _: NoQuery,
) -> Result<Json<ProposalResponse>, Problem> {
    Ok(Json(decisions::undo(&app, caller.0, audit, id).await?))
}

/// List the changes to a place that are waiting for review.
///
/// Business owners and admins. Owners see the changes to their own place that they proposed themselves; admins see
/// those of all its owners. `fields` has the current and the proposed values.
#[utoipa::path(
    get, path = "/api/businesses/{id}/proposals", tag = "Proposals",
    responses((status = 200, body = Vec<ProposalResponse>)),
)]
pub async fn list_place_proposals(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
) -> Result<Json<Vec<ProposalResponse>>, Problem> {
    let account = caller.0;
    let place = places::store::find(&app.db, id).await?;
    let place = place.ok_or_else(|| Problem::not_found("This place does not exist"))?;
    if !account.may(Permission::EditPlace(place.owner_id.as_ref())) {
        return Err(Problem::forbidden(Code::NotYourPlace, "You can only edit your own places"));
    }
    let proposer = (!account.has_role(Role::Admin)).then_some(&account.id);
    Ok(Json(service::open_owner_proposals(&app, id, proposer).await?))
}

/// Withdraw a change that is waiting for review.
///
/// Only for the owner who proposed the change. The place is not changed.
#[utoipa::path(
    post, path = "/api/proposals/{id}/withdraw", tag = "Proposals",
    responses((status = 204), (status = 409, description = "It was already decided.")),
)]
pub async fn withdraw_proposal(
    State(app): State<App>,
    SessionAccount { account, .. }: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<ProposalId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    decisions::withdraw(&app, &account, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
