//! The checks of a place: when a group of its facts was last checked, by whom and from which source. This module
//! updates the checks after a change of the place, and reads and writes their rows.
//!
//! The badge of a place depends on the check of the position. A place loses its badge if the check expires, or if an
//! account other than an admin changes a fact of the position. The check stays, with the reason, until an admin
//! verifies the place again or dismisses the recheck. If an admin removes the badge, the check is deleted. When a fact
//! of another group changes, the check of that group stays, marked as outdated, until the group is checked again.
//!
//! This file has more than 400 lines, because each change of a place compares the facts, updates the checks and stores
//! them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, QueryBuilder};

use super::model::Place;
use super::search::place_query::push_list;
use super::{prices, store};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::db::dialect::Dialect;
use crate::db::engine::{StoreError, Tx};
use crate::{execute, with_tx};

/// Facts of a place that are checked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum FactGroup {
    /// The names, the position and the categories.
    Position,
    /// The opening hours.
    Hours,
    /// The prices.
    Price,
    /// The address, the phone number, the email address, the website and the contact for bookings.
    Contact,
    /// Whether the place still exists and takes guests.
    Status,
}

impl FactGroup {
    /// The valid values of the parameter `checkGroup`.
    pub const JOINED_NAMES: &str = "position, hours, price, contact, status";

    /// All groups.
    pub const ALL: [Self; 5] = [Self::Position, Self::Hours, Self::Price, Self::Contact, Self::Status];

    /// The name in the database and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Hours => "hours",
            Self::Price => "price",
            Self::Contact => "contact",
            Self::Status => "status",
        }
    }

    /// The API fields of a place that have the facts of the group. Empty for the status, which is in no field. Also
    /// empty for the position: only [`Self::is_changed`] needs its facts, and a change of them waits for no review.
    pub fn owner_checked_fields(self) -> &'static [&'static str] {
        match self {
            Self::Hours => &["hours", "operatingHours"],
            Self::Price => &["priceRange", "prices"],
            Self::Contact => &["address", "phone", "email", "website", "directBookingContact"],
            Self::Position | Self::Status => &[],
        }
    }

    /// Whether a change from `before` to `after` changes a fact of the group. The check dates of prices are not facts.
    pub fn is_changed(self, before: &Place, after: &Place) -> bool {
        let point = |place: &Place| (place.latitude.to_bits(), place.longitude.to_bits());
        let categories = |place: &Place| place.categories.iter().map(|category| category.id).collect::<BTreeSet<_>>();
        fn contact(place: &Place) -> [&Option<String>; 5] {
            [&place.address, &place.phone, &place.email, &place.website, &place.direct_booking_contact]
        }
        match self {
            Self::Position => {
                (&before.name, &before.local_name) != (&after.name, &after.local_name)
                    || point(before) != point(after)
                    || categories(before) != categories(after)
            }
            Self::Hours => (&before.hours, &before.operating_hours) != (&after.hours, &after.operating_hours),
            Self::Price => {
                before.price_range != after.price_range
                    || prices::differ_beyond_check_dates(&before.prices, &after.prices)
            }
            Self::Contact => contact(before) != contact(after),
            Self::Status => false,
        }
    }
}

/// Who entered a check, or that a seed has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CheckEnteredBy {
    /// An admin, who set the badge or entered a check by the team.
    Admin,
    /// The owner, or an admin on behalf of the owner.
    Owner,
    /// The seed from which the place was created.
    Seed,
}

/// Why a check is no longer valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RecheckReason {
    /// A checked fact was changed. For the position: by an account other than an admin.
    Changed,
    /// The check is too old.
    Expired,
}

/// The last check of a group of facts by the team or the owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct FactCheck {
    /// The time of the check. `None` if unknown.
    pub checked_at: Option<Timestamp>,
    /// The account that checked. `None` if unknown, or if the account was deleted.
    pub checked_by: Option<AccountId>,
    /// Who entered the check. `None` if unknown, as for badges that are older than the table of checks.
    pub source: Option<CheckEnteredBy>,
    /// What the check relied on, such as a sign at the entrance. `None` if that was not entered.
    #[serde(default)]
    pub source_name: Option<String>,
    /// The URL of what the check relied on. `None` if that was not entered.
    #[serde(default)]
    pub source_url: Option<String>,
    /// When the row was written. The age of a check without a date is counted from this time.
    pub recorded_at: Timestamp,
    /// Why the check is no longer valid. `None` while it is valid.
    pub invalid_reason: Option<RecheckReason>,
}

impl FactCheck {
    /// A check by an admin at `now`.
    pub fn by_admin(admin: &AccountId, now: Timestamp) -> Self {
        let (checked_at, checked_by) = (Some(now), Some(admin.clone()));
        Self { checked_at, checked_by, source: Some(CheckEnteredBy::Admin), recorded_at: now, ..Self::default() }
    }

    /// The check of a seeded place.
    pub fn seeded(checked_at: Option<Timestamp>, now: Timestamp) -> Self {
        Self { checked_at, source: Some(CheckEnteredBy::Seed), recorded_at: now, ..Self::default() }
    }
}

/// The last check of each group by the team or the owner. Groups that were never checked are left out.
pub type FactChecks = BTreeMap<FactGroup, FactCheck>;

/// How many travelers confirmed a group of facts, and when the team accepted that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelerCheck {
    /// The number of travelers.
    pub count: i64,
    /// The time at which the team accepted their confirmations.
    pub checked_at: Timestamp,
}

/// The checks of a place as a revision has them, in the current or the former format.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum RevisionChecks {
    /// The former format, with only the check of the position.
    Position(FactCheck),
    /// The checks of all groups.
    Groups(FactChecks),
}

impl From<RevisionChecks> for FactChecks {
    fn from(stored: RevisionChecks) -> Self {
        match stored {
            RevisionChecks::Position(check) => [(FactGroup::Position, check)].into(),
            RevisionChecks::Groups(checks) => checks,
        }
    }
}

/// Updates the checks and the badge in `after` for the facts that a change has changed. Checks of changed groups are
/// marked as outdated, and their traveler checks are removed. `after` already has the checks that the request contains;
/// new ones among them stay valid.
///
/// `admin` is the admin who made the change. It is `None` if the caller is not an admin, and for changes that do not
/// count as a check, such as the restore of a revision. Without `admin`, a change of the position removes the badge.
pub fn update_checks_and_badge(before: &Place, after: &mut Place, admin: Option<&AccountId>, now: Timestamp) {
    match admin {
        Some(admin) => update_position_check(before, after, admin, now),
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
    remove_outdated_traveler_checks(before, after);
}

/// Removes the traveler checks of groups whose facts have changed.
pub fn remove_outdated_traveler_checks(before: &Place, after: &mut Place) {
    let changed = FactGroup::ALL.into_iter().filter(|group| group.is_changed(before, after));
    for group in changed.collect::<Vec<_>>() {
        after.traveler_checks.remove(&group);
    }
}

/// Clears [`FactCheck::checked_by`] of each check whose account no longer exists. Restored checks may name such an
/// account.
pub async fn forget_deleted_accounts(tx: &mut Tx, checks: &mut FactChecks) -> Result<(), StoreError> {
    for check in checks.values_mut() {
        if let Some(account) = &check.checked_by
            && !store::account_exists(tx, account).await?
        {
            check.checked_by = None;
        }
    }
    Ok(())
}

/// Updates the check of the position after an admin's change. A change that sets the badge or moves a place with the
/// badge is a check by the admin, unless `after` has a new one. A change that clears the badge removes the check.
pub fn update_position_check(before: &Place, after: &mut Place, admin: &AccountId, now: Timestamp) {
    let point = |place: &Place| (place.latitude.to_bits(), place.longitude.to_bits());
    if after.is_verified && (!before.is_verified || point(before) != point(after)) {
        let new_check = position_check(after).filter(|check| Some(*check) != position_check(before));
        if new_check.is_none() {
            after.checks.insert(FactGroup::Position, FactCheck::by_admin(admin, now));
        }
    } else if before.is_verified && !after.is_verified {
        after.checks.remove(&FactGroup::Position);
    }
}

/// Removes the badge of a place and stores the reason in the check of the position. The place then waits to be verified
/// again.
pub fn remove_badge(place: &mut Place, reason: RecheckReason, now: Timestamp) {
    place.is_verified = false;
    let blank_check = || FactCheck { recorded_at: now, ..FactCheck::default() };
    place.checks.entry(FactGroup::Position).or_insert_with(blank_check).invalid_reason = Some(reason);
}

/// The last check of the position.
pub fn position_check(place: &Place) -> Option<&FactCheck> {
    place.checks.get(&FactGroup::Position)
}

/// Why the position of the place must be verified again. `None` if it need not be.
pub fn recheck_reason(place: &Place) -> Option<RecheckReason> {
    position_check(place)?.invalid_reason
}

/// A row of `traveler_check` if `traveler_count` is set, otherwise a row of `fact_check`.
#[derive(sqlx::FromRow)]
pub(super) struct CheckRow {
    fact_group: FactGroup,
    traveler_count: Option<i64>,
    #[sqlx(flatten)]
    check: FactCheck,
}

impl CheckRow {
    pub(super) fn put_into(self, place: &mut Place) {
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

/// The beginning of the SQL that selects [`CheckRow`]s. A list of place ids follows, then [`UNION_TRAVELER_CHECKS`],
/// the same list and a closing parenthesis.
const SELECT_FACT_CHECKS: &str = "
select place_id, fact_group, cast(null as bigint) as traveler_count, checked_at, checked_by, source, source_name,
    source_url, recorded_at, invalid_reason from fact_check where place_id in (";
const UNION_TRAVELER_CHECKS: &str = ") union all
select place_id, fact_group, traveler_count, checked_at, null, null, null, null, checked_at, null
from traveler_check where place_id in (";

/// Selects a [`CheckRow`] with `place_id` for each check of these places.
pub(super) fn select_checks<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(SELECT_FACT_CHECKS);
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(UNION_TRAVELER_CHECKS);
    push_list(&mut query, ids, |query, id| D::push_number(query, *id));
    query.push(")");
    query
}

/// Reads the checks of a place, and adds them to the place.
pub async fn attach_checks_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let select = format!("{SELECT_FACT_CHECKS}$1{UNION_TRAVELER_CHECKS}$1)");
    let rows: Vec<CheckRow> =
        with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(place.id).fetch_all(engine))?;
    rows.into_iter().for_each(|row| row.put_into(place));
    Ok(())
}

/// Stores the checks in which `after` differs from `before` (`None` for a new place), and deletes those that it lacks.
pub async fn store_checks(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    for group in FactGroup::ALL {
        let (old, new) = (before.and_then(|before| before.checks.get(&group)), after.checks.get(&group));
        if old != new {
            put_fact_check(tx, (id, group), new).await?;
        }
        let old = before.and_then(|before| before.traveler_checks.get(&group));
        let new = after.traveler_checks.get(&group);
        if old != new {
            put_traveler_check(tx, (id, group), new).await?;
        }
    }
    Ok(())
}

async fn put_fact_check(
    tx: &mut Tx,
    (id, group): (PlaceId, FactGroup),
    check: Option<&FactCheck>,
) -> Result<(), StoreError> {
    let remove = "delete from fact_check where place_id = $1 and fact_group = $2";
    execute!(tx, sqlx::query(remove).bind(id).bind(group))?;
    let Some(check) = check else { return Ok(()) };
    // The account is looked up, because an undo may restore a check by an account that was deleted in the meantime.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revision_checks_are_read_in_both_formats() {
        let read = |json: &str| FactChecks::from(serde_json::from_str::<RevisionChecks>(json).expect("stored checks"));
        let recorded_at = Timestamp(1_795_248_000_000);
        let check = FactCheck { recorded_at, invalid_reason: Some(RecheckReason::Expired), ..FactCheck::default() };
        let former_format = r#"{"checked_at":null,"checked_by":null,"source":null,"recorded_at":"2026-11-21T08:00:00.000Z","invalid_reason":"expired"}"#;
        assert_eq!(read(former_format), [(FactGroup::Position, check.clone())].into());
        let checks: FactChecks = [(FactGroup::Hours, check)].into();
        assert_eq!(read(&serde_json::json!(checks).to_string()), checks);
        assert_eq!(read("{}"), FactChecks::new());
    }

    #[test]
    fn is_changed_is_true_only_for_group_of_changed_fact() {
        let before = Place::blank(Timestamp(0));
        let changed = |change: fn(&mut Place)| {
            let mut after = before.clone();
            change(&mut after);
            FactGroup::ALL.into_iter().filter(|group| group.is_changed(&before, &after)).collect::<Vec<_>>()
        };
        assert_eq!(changed(|place| place.longitude = 106.3), [FactGroup::Position]);
        assert_eq!(changed(|place| place.operating_hours = Some("24/7".into())), [FactGroup::Hours]);
        assert_eq!(changed(|place| place.price_range = Some("$$".into())), [FactGroup::Price]);
        let add_price = |place: &mut Place| {
            place.prices.0 = serde_json::from_str(r#"[{"amount":80000,"checkedAt":"2026-03"}]"#).expect("prices");
        };
        assert_eq!(changed(add_price), [FactGroup::Price]);
        assert_eq!(changed(|place| place.direct_booking_contact = Some("1".into())), [FactGroup::Contact]);
        assert_eq!(changed(|place| place.description = Some("Dry.".into())), []);
    }
}
