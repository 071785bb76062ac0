//! Who checked where a place is, and when. A badge that was lost leaves its check with the reason, until an admin verifies
//! the place again or dismisses it.

use sqlx::QueryBuilder;

use super::bulk::service::put;
use super::model::Place;
use super::store::push_numbers;
use super::write;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::db::search::Dialect;
use crate::http::app::App;
use crate::{execute, with_pool, with_tx};

/// How many badges expire in one transaction, so that other writes come in between.
const AT_ONCE: i64 = 50;
const DAY_S: i64 = 24 * 3600;

// Each named: a column more in the table is none in the program.
const COLUMNS: &str = "checked_at, checked_by, source, recorded_at, invalid_reason";

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CheckSource {
    /// An admin set the badge.
    Admin,
    /// The content that the guide was filled with.
    Seed,
}

/// Why a formerly verified place must be verified again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RecheckReason {
    /// Somebody who is not an admin changed one of its names, its point or its categories.
    Changed,
    /// The check is too old.
    Expired,
}

/// The last check of a place's position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::FromRow)]
pub struct Check {
    /// `None` where that is not known.
    pub checked_at: Option<Timestamp>,
    /// `None` where that is not known, and where the account was deleted.
    pub checked_by: Option<AccountId>,
    /// `None` for badges from before checks were stored.
    pub source: Option<CheckSource>,
    /// When this was written: from then on a check without a date grows old.
    pub recorded_at: Timestamp,
    /// `None` while the check holds.
    pub invalid_reason: Option<RecheckReason>,
}

impl Check {
    /// An admin's check, now.
    fn by(admin: &AccountId, now: Timestamp) -> Self {
        let (checked_at, checked_by) = (Some(now), Some(admin.clone()));
        Self { checked_at, checked_by, source: Some(CheckSource::Admin), ..Self::unknown(now) }
    }

    /// What the content of an empty guide says.
    pub fn seeded(checked_at: Option<Timestamp>, now: Timestamp) -> Self {
        Self { checked_at, source: Some(CheckSource::Seed), ..Self::unknown(now) }
    }

    fn unknown(now: Timestamp) -> Self {
        Self { checked_at: None, checked_by: None, source: None, recorded_at: now, invalid_reason: None }
    }

    fn is_older_than(&self, then: Timestamp) -> bool {
        self.checked_at.unwrap_or(self.recorded_at) < then
    }
}

/// Notes what an admin's change of a place means for its check: setting the badge is a check, and so is moving the point
/// of a place that keeps it; clearing the badge removes the check.
pub fn note_by_admin(before: &Place, after: &mut Place, admin: &AccountId, now: Timestamp) {
    let point = |place: &Place| (place.latitude.to_bits(), place.longitude.to_bits());
    if after.is_verified && (!before.is_verified || point(before) != point(after)) {
        after.check = Some(Check::by(admin, now));
    } else if before.is_verified && !after.is_verified {
        after.check = None;
    }
}

/// Makes a place verified now, also one that was before: its check gets a new date, once a day.
pub fn renew(place: &mut Place, admin: &AccountId, now: Timestamp) {
    let yesterday = now.plus_seconds(-DAY_S);
    let is_new = |check: &Check| check.checked_at.is_some_and(|at| at > yesterday);
    if !place.check.as_ref().is_some_and(is_new) {
        place.check = Some(Check::by(admin, now));
    }
}

/// Takes the badge from a place and puts it into the list of those to verify again.
pub fn lose(place: &mut Place, reason: RecheckReason, now: Timestamp) {
    place.is_verified = false;
    let check = place.check.take().unwrap_or_else(|| Check::unknown(now));
    place.check = Some(Check { invalid_reason: Some(reason), ..check });
}

/// Why the place is to be verified again, if it is.
pub fn recheck_reason(place: &Place) -> Option<RecheckReason> {
    place.check.as_ref()?.invalid_reason
}

#[derive(sqlx::FromRow)]
struct Row {
    place_id: i64,
    #[sqlx(flatten)]
    check: Check,
}

/// Puts to each place its check: one statement for all.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let rows: Vec<Row> = match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(&ids).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(&ids).build_query_as().fetch_all(pool).await?,
    };
    let mut checks: std::collections::HashMap<i64, Check> =
        rows.into_iter().map(|row| (row.place_id, row.check)).collect();
    for place in places {
        place.check = checks.remove(&place.id.0);
    }
    Ok(())
}

fn select<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(format!("select place_id, {COLUMNS} from fact_check where place_id in ("));
    push_numbers(&mut query, ids);
    query.push(") and fact_group = 'position'");
    query
}

/// The same for one place inside a write.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let one = format!("select {COLUMNS} from fact_check where place_id = $1 and fact_group = 'position'");
    place.check =
        with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(one)).bind(place.id).fetch_optional(engine))?;
    Ok(())
}

/// Stores the check of a place where it has changed.
pub async fn keep(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    if before.and_then(|before| before.check.as_ref()) == after.check.as_ref() {
        return Ok(());
    }
    let remove = "delete from fact_check where place_id = $1 and fact_group = 'position'";
    execute!(tx, sqlx::query(remove).bind(id))?;
    if let Some(check) = &after.check {
        // An undo may bring back the check of an account that was deleted meanwhile.
        let add =
            "insert into fact_check (place_id, fact_group, checked_at, checked_by, source, recorded_at, invalid_reason)
            values ($1, 'position', $2, (select id from account where id = $3), $4, $5, $6)";
        execute!(
            tx,
            sqlx::query(add)
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

/// Takes the badge from places whose check is too old, some at a time; returns whose. Pages and responses that show it
/// are made anew as after any other change.
pub async fn expire_due(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let Some(then) = app.checks_hold_since() else { return Ok(Vec::new()) };
    let old = "select place_id from fact_check join place on place.id = place_id
        where invalid_reason is null and coalesce(checked_at, recorded_at) < $1 and is_verified
            and deleted_at is null
        order by coalesce(checked_at, recorded_at), place_id limit $2";
    let mut due: Vec<PlaceId> =
        with_pool!(&app.db, |engine| sqlx::query_scalar(old).bind(then).bind(AT_ONCE).fetch_all(engine))?;
    if due.is_empty() {
        return Ok(due);
    }
    due.sort_by_key(|id| id.0);
    app.publish(move |tx| {
        Box::pin(async move {
            // Alone, as for every write of many places.
            locks::lock_exclusive(tx, Lock::Places).await?;
            let mut changes = Vec::new();
            for id in due {
                let before = match write::locked(tx, id).await {
                    Ok(place) => place,
                    Err(StoreError::NotFound) => continue,
                    Err(error) => return Err(error),
                };
                let holds = |check: &Check| check.invalid_reason.is_some() || !check.is_older_than(then);
                // Another replica or an admin was faster.
                if !before.is_verified || before.check.as_ref().is_none_or(holds) {
                    continue;
                }
                let mut after = Place { updated_at: now, ..before.clone() };
                lose(&mut after, RecheckReason::Expired, now);
                changes.push((before, after));
            }
            let tags = put(tx, &AuditContext::system("badge expired", now), &changes, now).await?;
            Ok((changes.iter().map(|(before, _)| before.id).collect(), tags))
        })
    })
    .await
}
