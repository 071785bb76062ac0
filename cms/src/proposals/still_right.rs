//! What an accepted "still right" does to the place.

use super::dto::Proposal;
use super::facts::FactGroup;
use crate::common::clock::Timestamp;
use crate::db::engine::{StoreError, Tx};

/// Records that `proposal.source_count` travelers confirmed the facts of this group. It never renews "verified".
///
/// MERGE: `crate::places::verification::record_traveler_check(tx, proposal.place_id, group, proposal.source_count, now).await`
pub async fn record(_tx: &mut Tx, _proposal: &Proposal, _group: FactGroup, _now: Timestamp) -> Result<(), StoreError> {
    Ok(())
}
