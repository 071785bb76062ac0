//! Removes places that an import created, when the import is undone.

use super::model::Place;
use super::store;
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::db::engine::{StoreError, Tx};
use crate::drafts::store as drafts;
use crate::revisions::store::{self as revisions, RecordKey};
use crate::with_tx;

/// Deletes a place permanently if it still has `version`, and has no draft, no like and no guestbook entry. The caller
/// holds `AdvisoryLock::Places` exclusively and appends the returned cache tags to the change log. `None` if the place
/// is not deleted.
pub async fn delete_untouched_place(
    tx: &mut Tx,
    audit: &AuditContext,
    (id, version): (PlaceId, i64),
    now: Timestamp,
) -> Result<Option<Vec<CacheTag>>, StoreError> {
    let Some(before) = store::lock_by_id(tx, id).await?.filter(|place| place.version == version) else {
        return Ok(None);
    };
    let key = RecordKey::new(AuditRecordKind::Place, id);
    let has_entries = "select exists (select 1 from guestbook_entry where place_id = $1)";
    let has_entries: bool = with_tx!(tx, |engine| sqlx::query_scalar(has_entries).bind(id).fetch_one(engine))?;
    if has_entries || before.like_count > 0 || drafts::find_within(tx, &key, None).await?.is_some() {
        return Ok(None);
    }
    let tags = store::cache_tags(tx, id).await?;
    // The place is moved to the trash first, which updates the counters.
    let deleted = Place { deleted_at: Some(now), updated_at: now, ..before.clone() };
    store::update(tx, &before, &deleted).await?;
    audit.log_deleted(tx, &before).await?;
    revisions::delete_all(tx, key).await?;
    store::purge(tx, &deleted).await?;
    Ok(Some(tags))
}
