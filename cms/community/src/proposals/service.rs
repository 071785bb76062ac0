//! Creates proposals, and reads them with their places and reports.

use std::collections::HashMap;

use sqlx::types::Json;

use super::dto::{Origin, Proposal, ProposalResponse, ReportKind, State};
use super::owners;
use super::store::{self, ProposalFilter};
use crate::audit::log::{AuditContext, Fields};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId, ProposalId};
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::input::pagination::{Page, PageParams};
use crate::http::problem::Problem;
use crate::places;
use crate::places::checks::FactGroup;
use crate::places::model::Place;
use crate::spam::score::SpamScore;

/// A proposal to create.
pub struct NewProposal<'a> {
    /// The place.
    pub place: &'a Place,
    /// Who proposes it.
    pub origin: Origin,
    /// The account that makes the proposal; `None` for a report.
    pub account_id: Option<AccountId>,
    /// The version of the place that the proposal is based on.
    pub base_version: i64,
    /// The values of the proposal's fields in the version `base_version`.
    pub base_values: Fields,
    /// The proposed values.
    pub changes: Fields,
    /// A note for the team.
    pub note: Option<String>,
    /// The part that only reports have; `None` for other origins.
    pub report: Option<ReportFields>,
}

/// The part of a proposal that only reports have.
pub struct ReportFields {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The group of facts that the report is about; `None` if there is none.
    pub group: Option<FactGroup>,
    /// The key that decides which reports are merged: open reports about a place with the same key are one proposal.
    pub merge_key: String,
    /// The spam score of the report.
    pub score: SpamScore,
}

/// Stores an open proposal and an audit event. Returns the proposal with its new id.
pub async fn create(
    tx: &mut Tx,
    audit: &AuditContext,
    new: NewProposal<'_>,
    now: Timestamp,
) -> Result<Proposal, StoreError> {
    let NewProposal { place, origin, account_id, base_version, base_values, changes, note, report } = new;
    let merge_key = match (&report, &account_id) {
        (Some(report), _) => Some(report.merge_key.clone()),
        (None, Some(account)) if origin == Origin::Owner => Some(owners::merge_key(account)),
        _ => None,
    };
    let (kind, group) = (report.as_ref().map(|report| report.kind), report.as_ref().and_then(|report| report.group));
    let score = report.map(|report| report.score).unwrap_or_default();
    let proposal = Proposal {
        id: ProposalId(0),
        place_id: place.id,
        place_name: place.name.clone(),
        origin,
        state: State::Open,
        account_id,
        base_version,
        base_values: Json(base_values),
        changes: Json(changes),
        note,
        report_kind: kind,
        fact_group: group,
        is_spam: score.is_spam(),
        spam_score: score.total_points,
        spam_reasons: Json(score.reasons),
        source_count: i64::from(origin == Origin::Report),
        place_version: None,
        decided_by: None,
        decided_at: None,
        created_at: now,
        updated_at: now,
    };
    let id = store::insert(tx, &proposal, merge_key.as_deref()).await?;
    let proposal = Proposal { id, ..proposal };
    audit.log_created(tx, &proposal).await?;
    Ok(proposal)
}

/// The proposal. Errors: 404 if it does not exist or its place is in the trash.
pub async fn stored_proposal(app: &App, id: ProposalId) -> Result<Proposal, Problem> {
    store::find(&app.db, id).await?.ok_or_else(proposal_not_found)
}

/// The 404 response for a proposal that does not exist.
pub fn proposal_not_found() -> Problem {
    Problem::not_found("This report does not exist")
}

/// The proposal with its place and its newest reports. Errors: 404 if it does not exist or its place is in the trash.
pub async fn get(app: &App, id: ProposalId) -> Result<ProposalResponse, Problem> {
    let proposal = stored_proposal(app, id).await?;
    to_responses(app, vec![proposal]).await?.pop().ok_or_else(proposal_not_found)
}

/// One page of proposals, each with its place and its newest reports.
pub async fn list(app: &App, filter: &ProposalFilter, page: PageParams) -> Result<Page<ProposalResponse>, Problem> {
    let Page { items, total, has_more } = store::list(&app.db, filter, page).await?;
    Ok(Page { items: to_responses(app, items).await?, total, has_more })
}

/// The open proposals of owners for a place: those of `account` without notes, or those of all owners with notes if
/// `account` is `None`.
pub async fn open_owner_proposals(
    app: &App,
    place: PlaceId,
    account: Option<&AccountId>,
) -> Result<Vec<ProposalResponse>, Problem> {
    let mut proposals = store::open_owner_proposals(&app.db, place).await?;
    if account.is_some() {
        proposals.retain(|proposal| proposal.account_id.as_ref() == account);
        // Only the team sees the note of a decision, even after the decision was undone.
        proposals.iter_mut().for_each(|proposal| proposal.note = None);
    }
    to_responses(app, proposals).await
}

async fn to_responses(app: &App, proposals: Vec<Proposal>) -> Result<Vec<ProposalResponse>, Problem> {
    if proposals.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<ProposalId> = proposals.iter().map(|proposal| proposal.id).collect();
    let mut reports = store::newest_reports(&app.db, &ids).await?;
    let mut places: Vec<i64> = proposals.iter().map(|proposal| proposal.place_id.0).collect();
    places.sort_unstable();
    places.dedup();
    let places = places::store::by_ids(&app.db, places).await?;
    let places: HashMap<PlaceId, Place> = places.into_iter().map(|place| (place.id, place)).collect();
    let now = app.clock.now();
    let responses = proposals.into_iter().filter_map(|proposal| {
        let (place, reports) = (places.get(&proposal.place_id)?, reports.remove(&proposal.id).unwrap_or_default());
        Some(ProposalResponse::new(proposal, place, reports, now))
    });
    Ok(responses.collect())
}
