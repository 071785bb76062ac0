//! Sets or removes the owner of a place.

use super::model::Place;
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{StoreError, Tx};
use crate::revisions::store as revisions;

/// Sets the owner of the place `before`, which [`store::lock_by_id`] returned. An `owner` of `None` removes the owner.
/// The caller holds `AdvisoryLock::Places`. Returns the cache tags, which this function has appended to the change log.
pub async fn set_owner(
    tx: &mut Tx,
    audit: &AuditContext,
    before: &Place,
    owner: Option<&AccountId>,
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    let after = Place { owner_id: owner.cloned(), updated_at: now, ..before.clone() };
    store::update_keeping_draft(tx, before, &after).await?;
    audit.log_updated(tx, before, &after).await?;
    let tags = store::cache_tags(tx, before.id).await?;
    let place = Place { live_since: None, ..store::refresh_list_json(tx, before.id).await? };
    revisions::append(tx, audit, Some(service::record_state(before)), service::record_state(&place)).await?;
    store::log_change(tx, &[before.id], &tags, now).await?;
    Ok(tags)
}
