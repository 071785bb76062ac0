//! Adds, changes, deletes, restores, unpublishes and purges places, each in one write. Adding and changing a place also
//! checks what the caller may set, and validates the values.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::types::Json;

use super::checks::{self, FactChecks, RevisionChecks};
use super::dto::PlaceResponse;
use super::model::Place;
use super::opening_hours::schedule::{self, Opening};
use super::permissions::{self, ValuesToReview, ensure_may_change_fields};
use super::requests::{INVALID_RATING_SOURCE, PlaceChanges};
use super::{check_dto, emails, prices, store};
use crate::audit::log::{AuditContext, AuditRecordKind, Fields};
use crate::auth::domain::accounts::{Account, Permission};
use crate::categories;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{CategoryId, PlaceId};
use crate::common::text;
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::{App, OwnerProposalHook};
use crate::http::input::update::{ChangeMode, FieldPatch, Update, WriteError, updated_unpublish_at};
use crate::http::problem::{Code, FieldError, Problem};
use crate::media;
use crate::revisions::store::{self as revisions, RecordKey, RecordState, ReplacedState};

/// The state of a place, as a revision stores it.
pub fn record_state(place: &Place) -> RecordState<'_, Place> {
    RecordState {
        record: place,
        version: place.version,
        saved_at: Some(place.updated_at),
        owner_id: place.owner_id.as_ref(),
        images: None,
        fact_checks: Some(json!(place.checks)),
    }
}

/// Adds a place, or only checks it in a dry run. A place that an owner adds belongs to that account and is inactive
/// until an admin activates it (R427).
///
/// Errors: 403 if the caller sets fields that only admins set, or the API token is limited to other places; 422 with
/// each field that [`apply_changes`] or [`check_dto::apply_checks`] rejects.
pub async fn add(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    sent: PlaceChanges,
    is_dry_run: bool,
) -> Result<Place, WriteError> {
    let now = app.clock.now();
    let caller = caller.clone();
    let opening = schedule::compute_schedule_patch(&sent.operating_hours, now).await;
    app.write_and_invalidate_or_dry_run(is_dry_run, move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let mut blank = Place::blank(now);
            if !caller.may(Permission::AdministerPlaces) {
                blank.is_active = false;
                blank.owner_id = Some(caller.id.clone());
            } else if caller.is_limited_to_own_places() {
                blank.owner_id = Some(caller.id.clone());
            }
            let (place, tags) = add_within(tx, &caller, &audit, blank, (sent, opening)).await?;
            log_change(tx, &[place.id], &tags, now).await?;
            if !caller.may(Permission::AdministerPlaces) {
                emails::queue_emails_about_places_to_approve(tx, now).await?;
            }
            Ok((place, tags))
        })
    })
    .await
    .inspect(|_| app.outbox.notify())
}

/// Adds a place within a write. The new place is `blank` with the sent fields applied. The calling function must hold
/// [`AdvisoryLock::Places`], and must append the returned tags to the change log. Errors: those of [`add`].
pub async fn add_within(
    tx: &mut Tx,
    caller: &Account,
    audit: &AuditContext,
    blank: Place,
    (mut sent, opening): (PlaceChanges, Result<FieldPatch<Opening>, String>),
) -> Result<(Place, Vec<CacheTag>), WriteError> {
    let now = blank.created_at;
    ensure_may_change_fields(caller, &blank, &sent)?;
    let checks = sent.checks.take();
    let place = apply_changes(tx, blank.clone(), (sent, opening), None, now).await?;
    let mut place = check_dto::apply_checks(&blank, place, checks.as_deref(), (Some(caller), ChangeMode::Save), now)?;
    permissions::ensure_token_allows_change(caller, None, &place)?;
    checks::update_position_check(&blank, &mut place, &caller.id, now);
    set_unpublish_account(&blank, &mut place, caller);
    let id = store::add(tx, &place).await?;
    let tags = store::cache_tags(tx, id).await?;
    let place = Place { live_since: None, ..store::refresh_list_json(tx, id).await? };
    audit.log_created(tx, &place).await?;
    revisions::append(tx, audit, None, record_state(&place)).await?;
    Ok((place, tags))
}

/// Inserts a complete place and its entry in the change log, without an audit event and a revision. Used for seeding.
pub async fn insert_seed_place(
    tx: &mut Tx,
    place: Place,
    now: Timestamp,
) -> Result<(Place, Vec<CacheTag>), WriteError> {
    let id = store::add(tx, &place).await?;
    finish_write(tx, id, now).await
}

/// A change of a place, with the data that is computed before the transaction.
pub struct PreparedChange {
    update: Update<PlaceChanges>,
    opening: Result<FieldPatch<Opening>, String>,
    /// The former checks and the former `updatedAt`, which an undo restores. `None` for any other change.
    restored: Option<(FactChecks, Timestamp)>,
    /// The hook that stores the values of an owner's change that wait for review.
    store_owner_proposal: OwnerProposalHook,
}

impl PreparedChange {
    /// Computes the opening schedule of the change.
    pub async fn new(app: &App, update: Update<PlaceChanges>, now: Timestamp) -> Self {
        let opening = schedule::compute_schedule_patch(&update.changes.operating_hours, now).await;
        Self { update, opening, restored: None, store_owner_proposal: app.hooks.store_owner_proposal }
    }

    /// The change that restores former values, even if they break current rules. It can be made only if the place still
    /// has `version`.
    pub async fn for_undo(app: &App, replaced: &ReplacedState, fields: Fields, version: i64) -> Result<Self, Problem> {
        let now = app.clock.now();
        let change = Self::new(app, Update::for_restore(app, fields, version)?, now).await;
        let updated_at = replaced.value("updatedAt").unwrap_or(now);
        let checks = replaced.fact_checks::<RevisionChecks>().map(FactChecks::from).unwrap_or_default();
        Ok(Self { restored: Some((checks, updated_at)), ..change })
    }
}

/// Changes a place, or only checks the change in a dry run. Errors: those of [`change_within`].
pub async fn change(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: PlaceId,
    update: Update<PlaceChanges>,
    mode: ChangeMode,
) -> Result<Place, WriteError> {
    let now = app.clock.now();
    let caller = caller.clone();
    let change = PreparedChange::new(app, update, now).await;
    app.write_and_invalidate_or_dry_run(mode.rolls_back(), move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let (place, tags) = change_within(tx, &caller, &audit, (id, change), (mode, now)).await?;
            log_change(tx, &[id], &tags, now).await?;
            Ok((place, tags))
        })
    })
    .await
}

/// Changes a place within a write. The calling function must hold [`AdvisoryLock::Places`], and must append the
/// returned tags to the change log. No tags are returned if all values wait for review, or if `If-Match` has another
/// version and the place already has the values.
///
/// Values of an owner that wait for review become a proposal; `fields_waiting_for_review` of the returned place names
/// their fields. If a restored revision or an import moves a verified place, the place loses its badge.
///
/// Errors: not found if the place does not exist or is in the trash; 403 if the caller may not edit the place or sets
/// fields that only admins set; 412 with the current record if its version is not in `If-Match`; 422 with each new
/// value that breaks a rule.
pub async fn change_within(
    tx: &mut Tx,
    caller: &Account,
    audit: &AuditContext,
    (id, PreparedChange { update, opening, restored, store_owner_proposal }): (PlaceId, PreparedChange),
    (mode, now): (ChangeMode, Timestamp),
) -> Result<(Place, Vec<CacheTag>), WriteError> {
    let Update { changes: mut sent, broken_rules, if_match, .. } = update;
    let before = store::lock_by_id(tx, id).await?.ok_or(StoreError::NotFound)?;
    if !caller.may(Permission::EditPlace(before.owner_id.as_ref())) {
        return Err(Problem::forbidden(Code::NotYourPlace, "You can only edit your own places").into());
    }
    permissions::ensure_token_allows(caller, &before)?;
    ensure_may_change_fields(caller, &before, &sent)?;
    if sent.id.is_some_and(|sent_id| sent_id != id) {
        return Err(Problem::id_mismatch().into());
    }
    let checks = sent.checks.take().filter(|_| restored.is_none());
    let (sends_slug, mut pending) = (sent.slug.is_some(), ValuesToReview::default());
    let after = apply_changes(tx, before.clone(), (sent, opening), Some(id), now).await;
    let after = after.and_then(|mut place| {
        if mode != ChangeMode::Preview {
            pending = permissions::take_values_to_review(caller, &before, &mut place, sends_slug);
        }
        let mut place = check_dto::apply_checks(&before, place, checks.as_deref(), (Some(caller), mode), now)?;
        pending.reset_checks(&before, &mut place);
        Ok(place)
    });
    let after = broken_rules.reject_new_violations(&PlaceResponse::for_admin(before.clone()), after);
    let current = PlaceResponse::for_caller(Some(caller), before.clone());
    if !pending.is_empty() && !if_match.allows(before.version) {
        return Err(Problem::precondition_failed(&current).into());
    }
    let Some(mut after) = if_match.check_precondition(tx, audit, before.version, (&before, after), &current).await?
    else {
        return Ok((before, Vec::new()));
    };
    permissions::ensure_token_allows_change(caller, Some(&before), &after)?;
    let is_all_pending = !pending.is_empty() && after == before;
    let fields_waiting_for_review = pending.propose(tx, (caller, audit), &before, (store_owner_proposal, now)).await?;
    if is_all_pending {
        drafts::delete_if_published(tx, &RecordKey::new(AuditRecordKind::Place, id), mode).await?;
        return Ok((Place { fields_waiting_for_review, ..before }, Vec::new()));
    }
    after.updated_at = now;
    set_unpublish_account(&before, &mut after, caller);
    if let Some((mut checks, updated_at)) = restored {
        checks::forget_deleted_accounts(tx, &mut checks).await?;
        (after.checks, after.updated_at) = (checks, updated_at);
        checks::remove_outdated_traveler_checks(&before, &mut after);
    } else {
        let counts_as_check = caller.may(Permission::AdministerPlaces) && mode.counts_as_position_check();
        checks::update_checks_and_badge(&before, &mut after, counts_as_check.then_some(&caller.id), now);
    }
    store::update(tx, &before, &after).await?;
    audit.log_updated(tx, &before, &after).await?;
    let tags = store::cache_tags(tx, id).await?;
    let place = Place { live_since: None, fields_waiting_for_review, ..store::refresh_list_json(tx, id).await? };
    revisions::append(tx, audit, Some(record_state(&before)), record_state(&place)).await?;
    drafts::delete_if_published(tx, &RecordKey::new(AuditRecordKind::Place, id), mode).await?;
    Ok((place, tags))
}

/// Appends a change of these places to the change log, unless `tags` is empty.
pub async fn log_change(tx: &mut Tx, ids: &[PlaceId], tags: &[CacheTag], now: Timestamp) -> Result<(), StoreError> {
    if tags.is_empty() { Ok(()) } else { store::log_change(tx, ids, tags, now).await }
}

/// Moves a place to the trash. Requests for its page or its JSON then get 404.
pub async fn delete(app: &App, caller: &Account, audit: AuditContext, id: PlaceId) -> Result<(), WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let before = store::lock_by_id(tx, id).await?.ok_or(StoreError::NotFound)?;
            permissions::ensure_token_allows(&caller, &before)?;
            let after = Place { deleted_at: Some(now), updated_at: now, ..before.clone() };
            store::update_keeping_draft(tx, &before, &after).await?;
            audit.log_deleted(tx, &before).await?;
            let tags = store::cache_tags(tx, id).await?;
            store::log_change(tx, &[id], &tags, now).await?;
            Ok(((), tags))
        })
    })
    .await
}

/// Restores a place from the trash, with its slug. The place becomes inactive if its time to be unpublished has passed.
pub async fn restore(app: &App, caller: &Account, audit: AuditContext, id: PlaceId) -> Result<Place, WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let before = store::lock_in_trash(tx, id).await?.ok_or(StoreError::NotFound)?;
            permissions::ensure_token_allows(&caller, &before)?;
            let restored = Place { deleted_at: None, updated_at: now, ..before.clone() };
            let after = restored.unpublished_if_due(now).unwrap_or(restored);
            store::update_keeping_draft(tx, &before, &after).await?;
            audit.log_created(tx, &after).await?;
            finish_write(tx, id, now).await
        })
    })
    .await
}

/// Makes a place inactive if its time to be unpublished has come. Returns `false` otherwise: another replica may have
/// made it inactive, an admin may have changed the time, or the place may be in the trash.
pub async fn unpublish_if_due(app: &App, id: PlaceId) -> Result<bool, WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let Some(before) = store::lock_by_id(tx, id).await? else { return Ok((false, Vec::new())) };
            let Some(after) = before.unpublished_if_due(now) else { return Ok((false, Vec::new())) };
            let audit = AuditContext::system("unpublished", now);
            store::update_keeping_draft(tx, &before, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            let (place, tags) = finish_write(tx, id, now).await?;
            revisions::append(tx, &audit, Some(record_state(&before)), record_state(&place)).await?;
            Ok((true, tags))
        })
    })
    .await
}

/// If a change sets another time to unpublish the place, stores the caller as the account that set the time. If a
/// change removes the time, the stored account is removed, too.
fn set_unpublish_account(before: &Place, after: &mut Place, caller: &Account) {
    if after.unpublish_at != before.unpublish_at {
        after.unpublish_account_id = after.unpublish_at.map(|_| caller.id.clone());
    }
}

/// The error of a place that was last seen in a future year. `None` if the year is this year or earlier, or is not set.
pub fn last_seen_year_error(place: &Place, now: Timestamp) -> Option<FieldError> {
    // In some time zones, a new year begins up to 14 hours earlier than in UTC. The year of tomorrow in UTC is
    // therefore accepted.
    let this_year = now.plus_seconds(24 * 3600).year();
    let is_future = place.last_seen_year.is_some_and(|year| year > this_year);
    is_future.then(|| FieldError::new(Code::YearInFuture, "lastSeenYear", "Last seen must be this year or earlier"))
}

/// Refreshes the JSON of a place in the list cache and appends the change to the change log, at the end of a write.
/// Returns the place and the cache tags of the change.
pub async fn finish_write(tx: &mut Tx, id: PlaceId, now: Timestamp) -> Result<(Place, Vec<CacheTag>), WriteError> {
    let tags = store::cache_tags(tx, id).await?;
    let place = store::refresh_list_json(tx, id).await?;
    store::log_change(tx, &[id], &tags, now).await?;
    Ok((Place { live_since: None, ..place }, tags))
}

/// The error of a change of the months after which a month is both good and closed.
fn months_error(before: &Place, after: &Place) -> Option<FieldError> {
    let months = |place: &Place| (place.good_months, place.closed_months);
    let is_new = months(before) != months(after) && after.good_months.overlaps(after.closed_months);
    let sentence = "A month can't be both good and closed";
    is_new.then(|| FieldError::new(Code::MonthGoodAndClosed, "closedMonths", sentence))
}

/// Applies changes and the computed opening schedule to a place, and validates what the schema cannot express.
/// Categories, owner, slug and images are compared with the database. `current_id` is the id of the place, or `None`
/// for a new place. Errors: 422 with each invalid field.
pub async fn apply_changes(
    tx: &mut Tx,
    mut place: Place,
    (mut sent, opening): (PlaceChanges, Result<FieldPatch<Opening>, String>),
    current_id: Option<PlaceId>,
    now: Timestamp,
) -> Result<Place, WriteError> {
    let mut errors = Vec::new();
    if let (Ok(_), FieldPatch::Value(hours)) = (&opening, &mut sent.operating_hours) {
        *hours = schedule::normalize_opening_hours(hours);
    }
    match opening {
        Ok(FieldPatch::Absent) => {}
        Ok(FieldPatch::Null) => (place.opening, place.opening_refresh_at) = (None, None),
        Ok(FieldPatch::Value(opening)) => {
            (place.opening, place.opening_refresh_at) = (Some(Json(opening)), Some(schedule::next_refresh_at(now)));
        }
        // Stored hours that have become invalid must not prevent a change of other fields.
        Err(_) if matches!(&sent.operating_hours, FieldPatch::Value(hours) if place.operating_hours.as_ref() == Some(hours)) =>
            {}
        Err(sentence) => errors.push(FieldError::new(Code::OpeningHoursInvalid, "operatingHours", sentence)),
    }
    if let Some(mut ids) = sent.category_ids.clone() {
        let mut seen_ids: BTreeSet<CategoryId> = BTreeSet::new();
        ids.retain(|id| seen_ids.insert(*id));
        let categories = categories::store::find_category_refs(tx, &ids).await?;
        if categories.len() < ids.len() {
            errors.push(FieldError::new(Code::CategoryUnknown, "categoryIds", "This category does not exist"));
        }
        place.categories = categories;
    }
    if let FieldPatch::Value(owner) = &sent.owner_id
        && !store::account_exists(tx, owner).await?
    {
        errors.push(FieldError::new(Code::AccountUnknown, "ownerId", "This account does not exist"));
    }
    match updated_unpublish_at(&sent.unpublish_at, place.unpublish_at, now) {
        Ok(at) => place.unpublish_at = at,
        Err(error) => errors.push(error),
    }
    let new_slug = sent.slug.clone().filter(|slug| *slug != place.slug);
    // If the request contains a slug, even the current one, a changed name does not change the slug.
    let slug_follows_new_name = sent.slug.is_none() && place.slug_follows_name();
    let old_name_slug = text::slug(&place.name);
    let before = place.clone();
    sent.apply_to(&mut place);
    errors.extend(image_errors(tx, &before, &place).await?);
    let rating = (place.rating, place.rating_source);
    if matches!(rating, (Some(_), None)) && rating != (before.rating, before.rating_source) {
        errors.push(FieldError::new(Code::RatingSourceRequired, "ratingSource", INVALID_RATING_SOURCE));
    }
    errors.extend(months_error(&before, &place));
    errors.extend(prices::errors(prices::PRICES_FIELD, &before.prices, &place.prices, now));
    if place.last_seen_year != before.last_seen_year {
        errors.extend(last_seen_year_error(&place, now));
    }
    let slug_error = |code, sentence| FieldError::new(code, "slug", sentence);
    match new_slug {
        Some(slug) if slug.parse::<i64>().is_ok() => {
            errors.push(slug_error(Code::SlugNeedsLetter, "Page address must contain at least one letter"));
        }
        Some(slug) if store::is_slug_free(tx, &slug, current_id).await? => place.slug = slug,
        Some(_) => {
            errors.push(slug_error(Code::SlugTaken, "Another place uses this page address or used it before"));
        }
        None if place.slug.is_empty() || (slug_follows_new_name && text::slug(&place.name) != old_name_slug) => {
            place.slug = find_free_slug(tx, &place.name, current_id).await?;
        }
        None => {}
    }
    if errors.is_empty() { Ok(place) } else { Err(Problem::invalid(errors).into()) }
}

/// The errors of images that a change adds. Images from before the change are not validated again.
async fn image_errors(tx: &mut Tx, before: &Place, after: &Place) -> Result<Vec<FieldError>, StoreError> {
    let previous_urls = before.image_urls();
    let main_image = after.image_url.iter().map(|url| ("imageUrl", url));
    let images = main_image.chain(after.gallery.iter().map(|url| ("gallery", url)));
    let mut errors = Vec::new();
    for (field, url) in images.filter(|(_, url)| !previous_urls.contains(&url.as_str())) {
        errors.extend(media::store::validate_image_address(tx, field, url).await?);
    }
    errors.dedup();
    Ok(errors)
}

/// A slug from the name: the first of "name", "name-2", "name-3" … that is free. Errors: 422 after 1,000 attempts.
async fn find_free_slug(tx: &mut Tx, name: &str, current_id: Option<PlaceId>) -> Result<String, WriteError> {
    let mut base = text::slug(name);
    // The name may have no letters with an ASCII form. A slug of digits alone would be read as an id.
    if base.is_empty() || base.parse::<i64>().is_ok() {
        base = format!("place-{base}").trim_end_matches('-').to_owned();
    }
    for number in 1..=1000 {
        let slug = if number == 1 { base.clone() } else { format!("{base}-{number}") };
        if store::is_slug_free(tx, &slug, current_id).await? {
            return Ok(slug);
        }
    }
    let sentence = "Too many places have this name: enter a page address";
    Err(Problem::invalid_field(Code::SlugRequired, "slug", sentence).into())
}

/// Purges a place that was moved to the trash before `cutoff`. Returns `false` if the place is no longer in the trash:
/// another replica has purged it, or it was restored. No page shows the place, so no page is invalidated.
pub async fn purge_from_trash(app: &App, id: PlaceId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            // The lock is exclusive to prevent deadlocks: the deletion changes likes and entries, which other writes
            // lock before the place.
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let place = store::lock_in_trash(tx, id).await?;
            let is_due = |place: &Place| place.deleted_at.is_some_and(|at| at < cutoff);
            let Some(place) = place.filter(is_due) else { return Ok(false) };
            let key = RecordKey::new(AuditRecordKind::Place, id);
            drafts::delete(tx, &key).await?;
            revisions::delete_all(tx, key).await?;
            store::purge(tx, &place).await?;
            // The audit event of the deletion already has the fields of the place.
            AuditContext::system("trash emptied", now).log_action_on(tx, &place).await?;
            Ok(true)
        })
    });
    work.await
}
