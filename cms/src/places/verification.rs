//! Fact checks of positions. When a place loses its badge, the check stays with the reason until an admin verifies the
//! place again or dismisses the recheck.

use sqlx::QueryBuilder;

use super::bulk::update_all;
use super::model::Place;
use super::search::place_query::push_list;
use super::store;
use crate::audit::log::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::engine::{Db, Lock, StoreError, Tx};
use crate::db::search::Dialect;
use crate::http::app::App;
use crate::{execute, with_pool, with_tx};

/// The number of badges that expire in one transaction, so that other writes can run in between.
const BATCH_SIZE: i64 = 50;
const DAY_S: i64 = 24 * 3600;

const COLUMNS: &str = "checked_at, checked_by, source, recorded_at, invalid_reason";

/// The source of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CheckSource {
    /// An admin set the badge.
    Admin,
    /// The seed.
    Seed,
}

/// Why a formerly verified place must be verified again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RecheckReason {
    /// An account other than an admin changed a name, the position or a category of the place.
    Changed,
    /// The check is too old.
    Expired,
}

/// The last check of a place's position.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::FromRow)]
pub struct Check {
    /// `None` if unknown.
    pub checked_at: Option<Timestamp>,
    /// `None` if unknown, or if the account was deleted.
    pub checked_by: Option<AccountId>,
    /// `None` for badges from before checks were stored.
    pub source: Option<CheckSource>,
    /// When the row was written. The age of a check without a date is counted from then on.
    pub recorded_at: Timestamp,
    /// `None` while the check is valid.
    pub invalid_reason: Option<RecheckReason>,
}

impl Check {
    /// An admin's check, now.
    fn by(admin: &AccountId, now: Timestamp) -> Self {
        let (checked_at, checked_by) = (Some(now), Some(admin.clone()));
        Self { checked_at, checked_by, source: Some(CheckSource::Admin), recorded_at: now, invalid_reason: None }
    }

    /// The check of a seeded place.
    pub fn seeded(checked_at: Option<Timestamp>, now: Timestamp) -> Self {
        Self { checked_at, source: Some(CheckSource::Seed), recorded_at: now, ..Self::default() }
    }
}

/// Updates the check after an admin's change. Setting the badge is a check, and so is moving a place that has the
/// badge. Clearing the badge removes the check.
pub fn apply_admin_change(before: &Place, after: &mut Place, admin: &AccountId, now: Timestamp) {
    let point = |place: &Place| (place.latitude.to_bits(), place.longitude.to_bits());
    if after.is_verified && (!before.is_verified || point(before) != point(after)) {
        after.check = Some(Check::by(admin, now));
    } else if before.is_verified && !after.is_verified {
        after.check = None;
    }
}

/// Renews the check of a place that an admin verifies again, at most once a day.
pub fn renew(place: &mut Place, admin: &AccountId, now: Timestamp) {
    let yesterday = now.plus_seconds(-DAY_S);
    let is_recent = |check: &Check| check.checked_at.is_some_and(|at| at > yesterday);
    if !place.check.as_ref().is_some_and(is_recent) {
        place.check = Some(Check::by(admin, now));
    }
}

/// Removes the badge of a place, which then waits for a recheck.
pub fn remove_badge(place: &mut Place, reason: RecheckReason, now: Timestamp) {
    place.is_verified = false;
    let check = place.check.take().unwrap_or_else(|| Check { recorded_at: now, ..Check::default() });
    place.check = Some(Check { invalid_reason: Some(reason), ..check });
}

/// The reason why the place waits for a recheck. `None` if it does not.
pub fn recheck_reason(place: &Place) -> Option<RecheckReason> {
    place.check.as_ref()?.invalid_reason
}

#[derive(sqlx::FromRow)]
struct Row {
    place_id: i64,
    #[sqlx(flatten)]
    check: Check,
}

/// Sets the `check` of places with one statement.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let rows: Vec<Row> = with_pool!(db, |pool, D| select::<D>(&ids).build_query_as().fetch_all(pool))?;
    let mut checks: std::collections::HashMap<i64, Check> =
        rows.into_iter().map(|row| (row.place_id, row.check)).collect();
    for place in places {
        place.check = checks.remove(&place.id.0);
    }
    Ok(())
}

fn select<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(format!("select place_id, {COLUMNS} from fact_check where place_id in ("));
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(") and fact_group = 'position'");
    query
}

/// Sets the `check` of a place within a transaction.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let select = format!("select {COLUMNS} from fact_check where place_id = $1 and fact_group = 'position'");
    place.check =
        with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(select)).bind(place.id).fetch_optional(engine))?;
    Ok(())
}

/// Stores the check of a place if it has changed.
pub async fn store(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    if before.and_then(|before| before.check.as_ref()) == after.check.as_ref() {
        return Ok(());
    }
    let remove = "delete from fact_check where place_id = $1 and fact_group = 'position'";
    execute!(tx, sqlx::query(remove).bind(id))?;
    if let Some(check) = &after.check {
        // An undo may restore a check by an account that was deleted in the meantime.
        let insert =
            "insert into fact_check (place_id, fact_group, checked_at, checked_by, source, recorded_at, invalid_reason)
            values ($1, 'position', $2, (select id from account where id = $3), $4, $5, $6)";
        execute!(
            tx,
            sqlx::query(insert)
                .bind(id)
                .bind(check.checked_at)
                .bind(&check.checked_by)
                .bind(check.source)
                .bind(check.recorded_at)
                .bind(check.invalid_reason)
        )?;
    }
    Ok(())
}

/// Removes the badges of one batch of places whose check is too old. Returns their ids. Their pages and responses are
/// invalidated as after any other change.
pub async fn expire_due(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let Some(cutoff) = app.check_cutoff() else { return Ok(Vec::new()) };
    let expired = "select place_id from fact_check join place on place.id = place_id
        where invalid_reason is null and coalesce(checked_at, recorded_at) < $1 and is_verified
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
                // In the meantime, another replica or an admin may have changed it.
                if !before.is_verified || before.check.as_ref().is_none_or(is_done) {
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
