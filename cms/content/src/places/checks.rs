//! The checks of a place: when a group of its facts was last confirmed, by whom and from which source.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Place;
use super::prices;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;

/// Facts of a place that are checked together.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    sqlx::Type,
    utoipa::ToSchema,
)]
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
    pub const NAMES: &str = "position, hours, price, contact, status";

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

    /// The names of the group's facts in the API. Empty for the position, which [`Self::is_changed`] compares, and the
    /// status.
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Hours => &["hours", "operatingHours"],
            Self::Price => &["priceRange", "prices"],
            Self::Contact => &["address", "phone", "email", "website", "directBookingContact"],
            Self::Position | Self::Status => &[],
        }
    }

    /// Whether a change from `before` to `after` changes a fact of the group.
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
            Self::Price => before.price_range != after.price_range || prices::differ(&before.prices, &after.prices),
            Self::Contact => contact(before) != contact(after),
            Self::Status => false,
        }
    }
}

/// The source of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CheckSource {
    /// An admin, who set the badge or entered a check by the team.
    Admin,
    /// The owner, or an admin on behalf of the owner.
    Owner,
    /// A seed.
    Seed,
}

/// Why a check no longer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RecheckReason {
    /// A checked fact was changed. For the position: by an account other than an admin.
    Changed,
    /// The check is too old.
    Expired,
}

/// The last check of a group of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::FromRow)]
pub struct Check {
    /// The time of the check. `None` if unknown.
    pub checked_at: Option<Timestamp>,
    /// The account that checked. `None` if unknown, or if the account was deleted.
    pub checked_by: Option<AccountId>,
    /// Where the check comes from. `None` for badges from before checks were stored.
    pub source: Option<CheckSource>,
    /// What the check relied on, such as a sign at the entrance. `None` if that was not entered.
    #[serde(default)]
    pub source_name: Option<String>,
    /// The URL of what the check relied on.
    #[serde(default)]
    pub source_url: Option<String>,
    /// When the row was written. The age of a check without a date is counted from then on.
    pub recorded_at: Timestamp,
    /// `None` while the check is valid.
    pub invalid_reason: Option<RecheckReason>,
}

impl Check {
    /// A check by an admin at `now`.
    pub fn by(admin: &AccountId, now: Timestamp) -> Self {
        let (checked_at, checked_by) = (Some(now), Some(admin.clone()));
        Self { checked_at, checked_by, source: Some(CheckSource::Admin), recorded_at: now, ..Self::default() }
    }

    /// The check of a seeded place.
    pub fn seeded(checked_at: Option<Timestamp>, now: Timestamp) -> Self {
        Self { checked_at, source: Some(CheckSource::Seed), recorded_at: now, ..Self::default() }
    }
}

/// The last check of each group.
pub type Checks = BTreeMap<FactGroup, Check>;

/// Travelers who confirmed a group of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelerCheck {
    /// The number of travelers.
    pub count: i64,
    /// When the team accepted the confirmation.
    pub checked_at: Timestamp,
}

/// The checks in a revision of a place.
#[derive(serde::Deserialize)]
#[serde(untagged)]
pub enum StoredChecks {
    /// The format from before other groups were checked: the check of the position only.
    Position(Check),
    /// The checks of all groups.
    Groups(Checks),
}

impl From<StoredChecks> for Checks {
    fn from(stored: StoredChecks) -> Self {
        match stored {
            StoredChecks::Position(check) => [(FactGroup::Position, check)].into(),
            StoredChecks::Groups(checks) => checks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_checks_are_those_of_all_groups_or_an_earlier_one_of_the_position() {
        let read = |json: &str| Checks::from(serde_json::from_str::<StoredChecks>(json).expect("stored checks"));
        let recorded_at = Timestamp(1_795_248_000_000);
        let check = Check { recorded_at, invalid_reason: Some(RecheckReason::Expired), ..Check::default() };
        let earlier = r#"{"checked_at":null,"checked_by":null,"source":null,"recorded_at":"2026-11-21T08:00:00.000Z","invalid_reason":"expired"}"#;
        assert_eq!(read(earlier), [(FactGroup::Position, check.clone())].into());
        let checks: Checks = [(FactGroup::Hours, check)].into();
        assert_eq!(read(&serde_json::json!(checks).to_string()), checks);
        assert_eq!(read("{}"), Checks::new());
    }

    #[test]
    fn changed_fields_belong_to_one_group() {
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
