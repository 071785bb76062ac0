//! `/api/admin/businesses/bulk`: bulk changes of places, and their undo. A bulk change is one write. Each place in it
//! is changed by the same rules as in a change of a single place.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::checks::{self, FactCheck, FactGroup};
use super::model::Place;
use super::requests::{CATEGORY_REQUIRED, MAX_CATEGORIES, PlaceBulkChanges, PlaceChanges, TOO_MANY_CATEGORIES};
use super::{permissions, service, store};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::audit::undo::{store_bulk_undo_data, take_bulk_undo_data};
use crate::auth::domain::accounts::{Account, Permission};
use crate::categories;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, BulkChangeId, CategoryId, PlaceId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::ActiveAccount;
use crate::http::input::bulk::{
    BulkResponse, BulkUndoResponse, LeftAloneRecord, shortened_name_list, sorted_ids, undo_expired_problem,
    unknown_ids_problem,
};
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::update::{ChangeMode, FieldPatch, WriteError};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, FieldError, Problem};
use crate::revisions::store::{self as revisions, RecordKey};

const DAY_S: i64 = 24 * 3600;

/// Update many places.
///
/// Admins only. Changes all places or none: the whole request is refused if an id is unknown, or if a place would have
/// no category or more than ten. Places that already have the values are not changed. The change can be undone for ten
/// minutes.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk", tag = "Places",
    request_body = PlaceBulkChanges, responses((status = 200, body = BulkResponse)),
)]
pub async fn update_places(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<PlaceBulkChanges>,
) -> Result<Json<BulkResponse>, Problem> {
    caller.require(Permission::AdministerPlaces)?;
    permissions::ensure_unlimited_token(&caller.0)?;
    let (admin_id, sent, now) = (caller.0.id, form.0, app.clock.now());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            validate_categories(tx, &sent).await?;
            let places = lock_places(tx, sent.ids.clone()).await?;
            validate_category_counts(&places, &sent)?;
            let mut changes = Vec::new();
            for before in places {
                let place_changes = (sent.for_place(&before), Ok(FieldPatch::Absent));
                let mut after = service::apply_changes(tx, before.clone(), place_changes, Some(before.id), now).await?;
                if sent.dismiss_recheck && checks::recheck_reason(&before).is_some() {
                    after.checks.remove(&FactGroup::Position);
                }
                checks::update_checks_and_badge(&before, &mut after, Some(&admin_id), now);
                if sent.is_verified == Some(true) {
                    renew_position_check(&mut after, &admin_id, now);
                }
                if after != before {
                    changes.push((before, Place { updated_at: now, ..after }));
                }
            }
            if changes.is_empty() {
                audit.log_action(tx).await?;
                return Ok::<_, WriteError>((BulkResponse::new(Vec::new(), None, now), Vec::new()));
            }
            let undo_item = |(before, _): &(Place, Place)| UndoItem {
                id: before.id,
                name: before.name.clone(),
                version: before.version + 1,
            };
            let items = changes.iter().map(undo_item).collect();
            let undo_id = store_bulk_undo_data(tx, AuditRecordKind::Place, items, now).await?;
            let tags = save_changed_places(tx, &audit, &changes, now).await?;
            let ids = changes.iter().map(|(before, _)| before.id.0).collect();
            Ok((BulkResponse::new(ids, Some(undo_id), now), tags))
        })
    });
    Ok(Json(work.await?))
}

/// Renews the check of the position of a place that an admin verifies again, unless it is less than a day old.
fn renew_position_check(place: &mut Place, admin_id: &AccountId, now: Timestamp) {
    let one_day_ago = now.plus_seconds(-DAY_S);
    let is_recent = |check: &FactCheck| check.checked_at.is_some_and(|at| at > one_day_ago);
    if !checks::position_check(place).is_some_and(is_recent) {
        place.checks.insert(FactGroup::Position, FactCheck::by_admin(admin_id, now));
    }
}

/// Undo a change to many places.
///
/// Admins only, once, within ten minutes (`canUndoUntil`). Each place gets its former fields back. A place is left
/// unchanged if it was changed or deleted since then, or if one of its former categories no longer exists. `leftAlone`
/// names these places.
#[utoipa::path(
    post, path = "/api/admin/businesses/bulk/{id}/undo", tag = "Places",
    params(("id" = i64, Path, description = "The `undoId` of the change.")),
    responses(
        (status = 200, body = BulkUndoResponse),
        (status = 409, description = "The change was already undone, or is older than ten minutes."),
    ),
)]
pub async fn undo_update_places(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<BulkChangeId>,
    _: NoQuery,
) -> Result<Json<BulkUndoResponse>, Problem> {
    caller.require(Permission::AdministerPlaces)?;
    permissions::ensure_unlimited_token(&caller.0)?;
    let (admin, app_in_write, now) = (caller.0, app.clone(), app.clock.now());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let items: Vec<UndoItem> =
                take_bulk_undo_data(tx, (AuditRecordKind::Place, id), now).await?.ok_or_else(undo_expired_problem)?;
            let (mut changed, mut tags, mut response) = (Vec::new(), BTreeSet::new(), BulkUndoResponse::default());
            for UndoItem { id, name, version } in items {
                match undo_place_change_within(tx, &app_in_write, &admin, &audit, (id, version)).await? {
                    Some(affected_tags) => {
                        changed.push(id);
                        tags.extend(affected_tags);
                    }
                    None => response.left_alone.push(LeftAloneRecord { id: id.0, name }),
                }
            }
            if changed.is_empty() {
                audit.log_action(tx).await?;
            }
            let tags: Vec<CacheTag> = tags.into_iter().collect();
            service::log_change(tx, &changed, &tags, now).await?;
            response.restored_ids = changed.iter().map(|id| id.0).collect();
            Ok::<_, WriteError>((response, tags))
        })
    });
    Ok(Json(work.await?))
}

/// A place that a bulk change has changed, as stored for the undo. The former values are not stored here: they are in
/// the history of the place.
#[derive(Debug, Serialize, Deserialize)]
struct UndoItem {
    id: PlaceId,
    name: String,
    /// The version of the place after the bulk change. If the current version differs, the place has changed again.
    version: i64,
}

/// Restores the values that a place had before the change to `version`. Returns the cache tags. `None` if the place was
/// deleted or has another version by now, or if those values can no longer be saved: a category may be gone.
pub async fn undo_place_change_within(
    tx: &mut Tx,
    app: &App,
    admin: &Account,
    audit: &AuditContext,
    (id, version): (PlaceId, i64),
) -> Result<Option<Vec<CacheTag>>, StoreError> {
    if store::lock_by_id(tx, id).await?.is_none_or(|place| place.version != version) {
        return Ok(None);
    }
    let key = RecordKey::new(AuditRecordKind::Place, id);
    let Some(replaced_state) = revisions::replaced_state_within(tx, &key, version).await? else { return Ok(None) };
    let Ok(change) = service::PreparedChange::for_undo(app, &replaced_state, replaced_state.fields(), version).await
    else {
        return Ok(None);
    };
    match service::change_within(tx, admin, audit, (id, change), (ChangeMode::Save, app.clock.now())).await {
        Ok((_, tags)) => Ok(Some(tags)),
        Err(WriteError::Problem(_)) => Ok(None),
        Err(WriteError::Store(error)) => Err(error),
    }
}

impl PlaceBulkChanges {
    /// The change that this bulk change makes to one place. The categories are part of it only if they differ from
    /// those of the place.
    fn for_place(&self, place: &Place) -> PlaceChanges {
        let category_ids = self.category_ids_after(place);
        let has_same_categories = place.categories.iter().map(|category| category.id).eq(category_ids.iter().copied());
        PlaceChanges {
            is_active: self.is_active,
            is_premium: self.is_premium,
            is_verified: self.is_verified,
            is_recommended: self.is_recommended,
            category_ids: (!has_same_categories).then_some(category_ids),
            ..PlaceChanges::default()
        }
    }

    fn category_ids_after(&self, place: &Place) -> Vec<CategoryId> {
        let previous = place.categories.iter().map(|category| category.id);
        let mut ids: Vec<CategoryId> = previous.filter(|id| !self.remove_category_ids.contains(id)).collect();
        for id in &self.add_category_ids {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        ids
    }
}

/// Errors: 422 for categories that do not exist, or that are both added and removed.
async fn validate_categories(tx: &mut Tx, sent: &PlaceBulkChanges) -> Result<(), WriteError> {
    let mut errors = Vec::new();
    for (field, ids) in [("addCategoryIds", &sent.add_category_ids), ("removeCategoryIds", &sent.remove_category_ids)] {
        if categories::store::find_category_refs(tx, ids).await?.len() < ids.len() {
            errors.push(FieldError::new(Code::CategoryUnknown, field, "This category does not exist"));
        }
    }
    if sent.add_category_ids.iter().any(|id| sent.remove_category_ids.contains(id)) {
        let sentence = "A category can be added or removed, not both";
        errors.push(FieldError::new(Code::CategoryAddedAndRemoved, "removeCategoryIds", sentence));
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors).into()) }
}

/// Errors: 422 with the names of the places that would lose their last category or get too many. A place that already
/// has none or too many may stay so.
fn validate_category_counts(places: &[Place], sent: &PlaceBulkChanges) -> Result<(), Problem> {
    let names_of = |is_invalid: &dyn Fn(&Place, usize) -> bool| {
        let invalid = places.iter().filter(|place| is_invalid(place, sent.category_ids_after(place).len()));
        let names: Vec<&str> = invalid.map(|place| place.name.as_str()).collect();
        (!names.is_empty()).then(|| shortened_name_list(names))
    };
    let without_category = names_of(&|place, count| count == 0 && !place.categories.is_empty());
    let with_too_many = names_of(&|place, count| count as f64 > MAX_CATEGORIES && count > place.categories.len());
    let mut errors = Vec::new();
    if let Some(names) = without_category {
        let sentence = format!("{CATEGORY_REQUIRED}: {names} would have none");
        errors.push(FieldError::new(Code::PlacesWithoutCategory.with("names", names), "removeCategoryIds", sentence));
    }
    if let Some(names) = with_too_many {
        let sentence = format!("{TOO_MANY_CATEGORIES}: {names} would have more");
        let code = Code::PlacesWithTooManyCategories.with("limit", MAX_CATEGORIES as i64).with("names", names);
        errors.push(FieldError::new(code, "addCategoryIds", sentence));
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// Locks the places with these ids. Returns them ordered by id. Errors: 422 with the ids that do not exist.
async fn lock_places(tx: &mut Tx, ids: Vec<PlaceId>) -> Result<Vec<Place>, WriteError> {
    let (mut places, mut missing_ids) = (Vec::new(), Vec::new());
    for id in sorted_ids(ids) {
        match store::lock_by_id(tx, id).await? {
            Some(place) => places.push(place),
            None => missing_ids.push(id),
        }
    }
    if missing_ids.is_empty() { Ok(places) } else { Err(unknown_ids_problem(&missing_ids).into()) }
}

/// Updates places, given as pairs of their former and new state. Adds an audit event and a revision for each place, and
/// one entry to the change log for all. Returns the cache tags of all these places.
pub async fn save_changed_places(
    tx: &mut Tx,
    audit: &AuditContext,
    changes: &[(Place, Place)],
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    let mut affected_tags = BTreeSet::new();
    for (before, after) in changes {
        store::update(tx, before, after).await?;
        audit.log_updated(tx, before, after).await?;
        affected_tags.extend(store::cache_tags(tx, before.id).await?);
        let saved_place = store::refresh_list_json(tx, before.id).await?;
        revisions::append(tx, audit, Some(service::record_state(before)), service::record_state(&saved_place)).await?;
    }
    let tags: Vec<CacheTag> = affected_tags.into_iter().collect();
    if !tags.is_empty() {
        let ids: Vec<PlaceId> = changes.iter().map(|(before, _)| before.id).collect();
        store::log_change(tx, &ids, &tags, now).await?;
    }
    Ok(tags)
}
