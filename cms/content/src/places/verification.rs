//! The checks of a place and their expiry. A check of the position expires after the setting `verified_months`.
//!
//! The checks state when the position, hours, prices, contact and status were last confirmed, and by whom. The badge
//! depends on the check of the position. When a place loses its badge, the check stays with the reason until an admin
//! verifies the place again or dismisses the recheck. The check of another group stays, marked as outdated, until the
//! group is checked again.

use std::collections::BTreeMap;

use sqlx::QueryBuilder;

use super::bulk::update_all;
use super::checks::{Check, Checks, FactGroup, RecheckReason, TravelerCheck};
use super::list_cache;
use super::model::Place;
use super::search::place_query::push_list;
use super::store;
use crate::audit::log::{AuditContext, Kind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::engine::{Db, Lock, StoreError, Tx};
use crate::db::search::Dialect;
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::revisions::store::RecordKey;
use crate::settings::store as settings;
use crate::{execute, with_pool, with_tx};

/// The number of badges that expire in one transaction, so that other writes can run in between.
const BATCH_SIZE: i64 = 50;
const DAY_S: i64 = 24 * 3600;

/// Updates the checks after a change. `after` already has the checks that the request contains. `admin` is `None` for
/// other callers, and for changes that are no check, such as the restore of a revision.
pub fn apply_change(before: &Place, after: &mut Place, admin: Option<&AccountId>, now: Timestamp) {
    match admin {
        Some(admin) => apply_admin_change(before, after, admin, now),
        None if before.is_verified && FactGroup::Position.is_changed(before, after) => {
            remove_badge(after, RecheckReason::Changed, now);
        }
        None => {}
    }
    for group in FactGroup::ALL.into_iter().filter(|group| *group != FactGroup::Position) {
        if group.is_changed(before, after)
            && let Some(check) = after.checks.get_mut(&group)
            && before.checks.get(&group) == Some(check)
        {
            check.invalid_reason = Some(RecheckReason::Changed);
        }
    }
    forget_travelers(before, after);
}

/// Removes the traveler checks of groups whose facts have changed.
pub fn forget_travelers(before: &Place, after: &mut Place) {
    let changed = FactGroup::ALL.into_iter().filter(|group| group.is_changed(before, after));
    for group in changed.collect::<Vec<_>>() {
        after.traveler_checks.remove(&group);
    }
}

/// Removes accounts that were deleted in the meantime from former checks.
pub async fn forget_deleted_accounts(tx: &mut Tx, checks: &mut Checks) -> Result<(), StoreError> {
    for check in checks.values_mut() {
        if let Some(account) = &check.checked_by
            && !store::account_exists(tx, account).await?
        {
            check.checked_by = None;
        }
    }
    Ok(())
}

/// Updates the check of the position after an admin's change. Setting the badge is a check, and so is moving a place
/// that has the badge, unless the change has a check of its own. Clearing the badge removes the check.
pub fn apply_admin_change(before: &Place, after: &mut Place, admin: &AccountId, now: Timestamp) {
    let point = |place: &Place| (place.latitude.to_bits(), place.longitude.to_bits());
    if after.is_verified && (!before.is_verified || point(before) != point(after)) {
        let sent = position_check(after).filter(|check| Some(*check) != position_check(before));
        if sent.is_none() {
            after.checks.insert(FactGroup::Position, Check::by(admin, now));
        }
    } else if before.is_verified && !after.is_verified {
        after.checks.remove(&FactGroup::Position);
    }
}

/// Renews the check of a place that an admin verifies again, at most once a day.
pub fn renew(place: &mut Place, admin: &AccountId, now: Timestamp) {
    let yesterday = now.plus_seconds(-DAY_S);
    let is_recent = |check: &Check| check.checked_at.is_some_and(|at| at > yesterday);
    if !position_check(place).is_some_and(is_recent) {
        place.checks.insert(FactGroup::Position, Check::by(admin, now));
    }
}

/// Removes the badge of a place, which then waits for a recheck.
pub fn remove_badge(place: &mut Place, reason: RecheckReason, now: Timestamp) {
    place.is_verified = false;
    let blank = || Check { recorded_at: now, ..Check::default() };
    place.checks.entry(FactGroup::Position).or_insert_with(blank).invalid_reason = Some(reason);
}

/// The last check of the position.
pub fn position_check(place: &Place) -> Option<&Check> {
    place.checks.get(&FactGroup::Position)
}

/// The reason why the place waits for a recheck. `None` if it does not.
pub fn recheck_reason(place: &Place) -> Option<RecheckReason> {
    position_check(place)?.invalid_reason
}

/// Records that `count` travelers confirmed a group of facts, which the team accepted at `at`. The confirmation is
/// shown beside the check of the team or the owner and never renews the badge. Returns the cache tags, which the caller
/// appends to the change log ([`store::log_change`]); none if the place does not exist.
pub async fn record_traveler_check(
    tx: &mut Tx,
    place: PlaceId,
    group: FactGroup,
    count: i64,
    at: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    tx.lock_shared(Lock::Places).await?;
    let Some(before) = store::lock_by_id(tx, place).await? else { return Ok(Vec::new()) };
    let mut after = Place { updated_at: at, ..before.clone() };
    after.traveler_checks.insert(group, TravelerCheck { count, checked_at: at });
    store::update(tx, &before, &after).await?;
    drafts::rebase(tx, &RecordKey::new(Kind::Place, place), before.version).await?;
    list_cache::refresh(tx, place).await?;
    store::tags(tx, place).await
}

/// A check by the team or the owner; with `traveler_count`, a check by travelers.
#[derive(sqlx::FromRow)]
struct Row {
    place_id: i64,
    fact_group: FactGroup,
    traveler_count: Option<i64>,
    #[sqlx(flatten)]
    check: Check,
}

impl Row {
    fn put_into(self, place: &mut Place) {
        match (self.traveler_count, self.check.checked_at) {
            (Some(count), Some(checked_at)) => {
                place.traveler_checks.insert(self.fact_group, TravelerCheck { count, checked_at });
            }
            _ => {
                place.checks.insert(self.fact_group, self.check);
            }
        }
    }
}

/// The columns of [`Row`].
const SELECT: &str = "
select place_id, fact_group, cast(null as bigint) as traveler_count, checked_at, checked_by, source, source_name,
    source_url, recorded_at, invalid_reason from fact_check where place_id in (";
const SELECT_TRAVELERS: &str = ") union all
select place_id, fact_group, traveler_count, checked_at, null, null, null, null, checked_at, null
from traveler_check where place_id in (";

/// Sets the checks of places with one statement.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let rows: Vec<Row> = with_pool!(db, |pool, D| select::<D>(&ids).build_query_as().fetch_all(pool))?;
    let positions: BTreeMap<i64, usize> = ids.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
    for row in rows {
        let place = positions[&row.place_id];
        row.put_into(&mut places[place]);
    }
    Ok(())
}

fn select<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(SELECT);
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(SELECT_TRAVELERS);
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(")");
    query
}

/// Sets the checks of a place within a transaction.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let select = format!("{SELECT}$1{SELECT_TRAVELERS}$1)");
    let rows: Vec<Row> =
        with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(select)).bind(place.id).fetch_all(engine))?;
    rows.into_iter().for_each(|row| row.put_into(place));
    Ok(())
}

/// Stores the checks of a place that have changed.
pub async fn store(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    for group in FactGroup::ALL {
        let (old, new) = (before.and_then(|before| before.checks.get(&group)), after.checks.get(&group));
        if old != new {
            put_check(tx, (id, group), new).await?;
        }
        let old = before.and_then(|before| before.traveler_checks.get(&group));
        let new = after.traveler_checks.get(&group);
        if old != new {
            put_traveler_check(tx, (id, group), new).await?;
        }
    }
    Ok(())
}

async fn put_check(tx: &mut Tx, (id, group): (PlaceId, FactGroup), check: Option<&Check>) -> Result<(), StoreError> {
    let remove = "delete from fact_check where place_id = $1 and fact_group = $2";
    execute!(tx, sqlx::query(remove).bind(id).bind(group))?;
    let Some(check) = check else { return Ok(()) };
    // An undo may restore a check by an account that was deleted in the meantime.
    let insert =
        "insert into fact_check (place_id, fact_group, checked_at, checked_by, source, source_name, source_url,
            recorded_at, invalid_reason)
        values ($1, $2, $3, (select id from account where id = $4), $5, $6, $7, $8, $9)";
    execute!(
        tx,
        sqlx::query(insert)
            .bind(id)
            .bind(group)
            .bind(check.checked_at)
            .bind(&check.checked_by)
            .bind(check.source)
            .bind(&check.source_name)
            .bind(&check.source_url)
            .bind(check.recorded_at)
            .bind(check.invalid_reason)
    )?;
    Ok(())
}

async fn put_traveler_check(
    tx: &mut Tx,
    (id, group): (PlaceId, FactGroup),
    check: Option<&TravelerCheck>,
) -> Result<(), StoreError> {
    let remove = "delete from traveler_check where place_id = $1 and fact_group = $2";
    execute!(tx, sqlx::query(remove).bind(id).bind(group))?;
    if let Some(TravelerCheck { count, checked_at }) = check {
        let insert = "insert into traveler_check (place_id, fact_group, traveler_count, checked_at)
            values ($1, $2, $3, $4)";
        execute!(tx, sqlx::query(insert).bind(id).bind(group).bind(count).bind(checked_at))?;
    }
    Ok(())
}

/// Removes the badges of one batch of places whose check is too old. Returns their ids. Their pages and responses are
/// invalidated as after any other change.
pub async fn expire_due(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let cutoff = now.minus_months(settings::current(&app.db).await?.settings.verified_months.0);
    let expired = "select place_id from fact_check join place on place.id = place_id
        where fact_group = 'position' and invalid_reason is null and coalesce(checked_at, recorded_at) < $1 and is_verified
            and deleted_at is null
        order by coalesce(checked_at, recorded_at), place_id limit $2";
    let mut due: Vec<PlaceId> =
        with_pool!(&app.db, |engine| sqlx::query_scalar(expired).bind(cutoff).bind(BATCH_SIZE).fetch_all(engine))?;
    if due.is_empty() {
        return Ok(due);
    }
    due.sort_by_key(|id| id.0);
    app.publish(move |tx| {
        Box::pin(async move {
            // Exclusive, as for every write of several places, against deadlocks.
            tx.lock_exclusive(Lock::Places).await?;
            let mut changes = Vec::new();
            for id in due {
                let Some(before) = store::lock_by_id(tx, id).await? else { continue };
                let is_done = |check: &Check| {
                    check.invalid_reason.is_some() || check.checked_at.unwrap_or(check.recorded_at) >= cutoff
                };
                // Another replica or an admin may have changed the check in the meantime.
                if !before.is_verified || position_check(&before).is_none_or(is_done) {
                    continue;
                }
                let mut after = Place { updated_at: now, ..before.clone() };
                remove_badge(&mut after, RecheckReason::Expired, now);
                changes.push((before, after));
            }
            let tags = update_all(tx, &AuditContext::system("badge expired", now), &changes, now).await?;
            Ok((changes.iter().map(|(before, _)| before.id).collect(), tags))
        })
    })
    .await
}
