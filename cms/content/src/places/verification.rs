//! Updates checks without an edit of the place: travelers confirm facts, and a badge expires when the check of the
//! position is older than the setting `verified_months`.

use super::bulk::save_changed_places;
use super::checks::{FactCheck, FactGroup, RecheckReason, TravelerCheck, position_check, remove_badge};
use super::model::Place;
use super::store;
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::revisions::store::RecordKey;
use crate::settings::store as settings;
use crate::with_pool;

/// The maximum number of badges that one transaction removes. Other writes can run between two such transactions.
const BATCH_SIZE: i64 = 50;

/// Records that `count` travelers confirmed a fact group, and that the team accepted these confirmations at the time
/// `accepted_at`. The site shows this traveler check in addition to the fact check; it never renews the badge.
///
/// Returns the cache tags, which the caller appends to the change log ([`store::log_change`]). The list is empty if the
/// place does not exist or is in the trash.
pub async fn record_traveler_check(
    tx: &mut Tx,
    place_id: PlaceId,
    group: FactGroup,
    count: i64,
    accepted_at: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    tx.lock_shared(AdvisoryLock::Places).await?;
    let Some(before) = store::lock_by_id(tx, place_id).await? else { return Ok(Vec::new()) };
    let mut after = Place { updated_at: accepted_at, ..before.clone() };
    after.traveler_checks.insert(group, TravelerCheck { count, checked_at: accepted_at });
    store::update_keeping_draft(tx, &before, &after).await?;
    store::refresh_list_json(tx, place_id).await?;
    store::cache_tags(tx, place_id).await
}

/// Removes the badges of at most [`BATCH_SIZE`] places whose last position check is older than the setting
/// `verified_months`. Returns the ids of the places that lost their badge. Their pages and responses are invalidated.
pub async fn expire_due_badges(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let cutoff = now.minus_months(settings::current(&app.db).await?.settings.verified_months.0);
    let select_due = "select place_id from fact_check join place on place.id = place_id
        where fact_group = 'position' and invalid_reason is null and coalesce(checked_at, recorded_at) < $1 and is_verified
            and deleted_at is null
        order by coalesce(checked_at, recorded_at), place_id limit $2";
    let mut due_ids: Vec<PlaceId> =
        with_pool!(&app.db, |engine| sqlx::query_scalar(select_due).bind(cutoff).bind(BATCH_SIZE).fetch_all(engine))?;
    if due_ids.is_empty() {
        return Ok(due_ids);
    }
    due_ids.sort_by_key(|id| id.0);
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            // The lock is exclusive, as for every write of several places, to prevent deadlocks.
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let mut changes = Vec::new();
            for id in due_ids {
                let Some(before) = store::lock_by_id(tx, id).await? else { continue };
                let is_no_longer_due = |check: &FactCheck| {
                    check.invalid_reason.is_some() || check.checked_at.unwrap_or(check.recorded_at) >= cutoff
                };
                // Another replica or an admin may have changed the check in the meantime.
                if !before.is_verified || position_check(&before).is_none_or(is_no_longer_due) {
                    continue;
                }
                let mut after = Place { updated_at: now, ..before.clone() };
                remove_badge(&mut after, RecheckReason::Expired, now);
                changes.push((before, after));
            }
            let tags = save_changed_places(tx, &AuditContext::system("badge expired", now), &changes, now).await?;
            // Nobody has edited the places, so their drafts can still be published.
            for (before, _) in &changes {
                let key = RecordKey::new(AuditRecordKind::Place, before.id);
                drafts::increment_base_version(tx, &key, before.version).await?;
            }
            Ok((changes.iter().map(|(before, _)| before.id).collect(), tags))
        })
    })
    .await
}
