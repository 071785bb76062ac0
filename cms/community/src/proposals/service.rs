//! Creates proposals, and reads them with their places and reports.

use std::collections::HashMap;

use super::dto::{Proposal, ProposalResponse};
use super::store::{self, ProposalFilter};
use crate::audit::log::AuditContext;
use crate::common::id::{AccountId, PlaceId, ProposalId};
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::input::bulk::sorted_ids;
use crate::http::input::pagination::{Page, PageParams};
use crate::http::problem::Problem;
use crate::places;
use crate::places::model::Place;

/// Stores an open proposal and an audit event. Ignores the id of `proposal` and returns the new one. The place must
/// have no open proposal with the same `merge_key`.
pub async fn create(
    tx: &mut Tx,
    audit: &AuditContext,
    proposal: Proposal,
    merge_key: &str,
) -> Result<ProposalId, StoreError> {
    let id = store::insert(tx, &proposal, merge_key).await?;
    audit.log_created(tx, &Proposal { id, ..proposal }).await?;
    Ok(id)
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
    let places = sorted_ids(proposals.iter().map(|proposal| proposal.place_id.0).collect());
    let places = places::store::by_ids(&app.db, places).await?;
    let places: HashMap<PlaceId, Place> = places.into_iter().map(|place| (place.id, place)).collect();
    let now = app.clock.now();
    let responses = proposals.into_iter().filter_map(|proposal| {
        let (place, reports) = (places.get(&proposal.place_id)?, reports.remove(&proposal.id).unwrap_or_default());
        Some(ProposalResponse::new(proposal, place, reports, now))
    });
    Ok(responses.collect())
}
