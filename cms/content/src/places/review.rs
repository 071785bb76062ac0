//! The changes by owners that wait for review: of the names, the slug, the position, the categories, the prices and the
//! contact of a public place. Changes of other fields are public at once.

use serde_json::Value;

use super::checks::FactGroup;
use super::dto::PlaceResponse;
use super::model::Place;
use crate::audit::log::{AuditContext, Fields};
use crate::auth::domain::accounts::{Account, Permission};
use crate::common::clock::Timestamp;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::{OwnerChange, OwnerChangeHook};
use crate::http::problem::Warning;

/// The fields whose changes wait, by their names in the API. [`reset_fields`] must set the same fields.
const FIELDS: [&str; 12] = [
    "name",
    "localName",
    "slug",
    "latitude",
    "longitude",
    "categoryIds",
    "priceRange",
    "prices",
    "phone",
    "website",
    "email",
    "directBookingContact",
];

/// The values of a change that wait for review.
#[derive(Debug, Default)]
pub struct PendingValues {
    base: Fields,
    proposed: Fields,
}

/// Takes the values that wait for review out of a change: in `after`, their fields get the current values. None wait if
/// the caller is an admin, or if the place is not public. `sends_slug`: whether the request contains the slug. A slug
/// that was made from the name is not proposed.
pub fn take_pending_values(caller: &Account, before: &Place, after: &mut Place, sends_slug: bool) -> PendingValues {
    let mut pending = PendingValues::default();
    if caller.may(Permission::ManagePlaceFlags) || !before.is_public() {
        return pending;
    }
    let (mut stored, mut sent) = (fields_of(before), fields_of(after));
    for name in FIELDS.into_iter().filter(|name| *name != "slug" || sends_slug) {
        let (base, proposed) = (stored.remove(name).unwrap_or_default(), sent.remove(name).unwrap_or_default());
        if base != proposed {
            pending.base.insert(name.to_owned(), base);
            pending.proposed.insert(name.to_owned(), proposed);
        }
    }
    reset_fields(before, after);
    pending
}

fn fields_of(place: &Place) -> Fields {
    match serde_json::to_value(PlaceResponse::for_admin(place.clone())) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

/// Sets the fields of [`FIELDS`] to their current values.
fn reset_fields(before: &Place, after: &mut Place) {
    after.name.clone_from(&before.name);
    after.local_name.clone_from(&before.local_name);
    after.slug.clone_from(&before.slug);
    (after.latitude, after.longitude) = (before.latitude, before.longitude);
    after.categories.clone_from(&before.categories);
    after.price_range.clone_from(&before.price_range);
    after.prices.clone_from(&before.prices);
    after.phone.clone_from(&before.phone);
    after.website.clone_from(&before.website);
    after.email.clone_from(&before.email);
    after.direct_booking_contact.clone_from(&before.direct_booking_contact);
}

/// The group of facts whose check must not change while a change of this field waits. `None` if owners do not check the
/// group.
fn group_of(field: &str) -> Option<FactGroup> {
    match field {
        "priceRange" | "prices" => Some(FactGroup::Price),
        "phone" | "website" | "email" | "directBookingContact" => Some(FactGroup::Contact),
        _ => None,
    }
}

impl PendingValues {
    /// Whether no value waits.
    pub fn is_empty(&self) -> bool {
        self.proposed.is_empty()
    }

    /// Sets the checks of the groups with a waiting value to the stored ones: a new check by the owner is about the new
    /// value.
    pub fn reset_checks(&self, before: &Place, after: &mut Place) {
        for group in self.proposed.keys().filter_map(|field| group_of(field)) {
            match before.checks.get(&group) {
                Some(check) => after.checks.insert(group, check.clone()),
                None => after.checks.remove(&group),
            };
        }
    }

    /// Proposes the values, if there are any. Returns the names of their fields.
    pub async fn propose(
        self,
        tx: &mut Tx,
        (caller, audit): (&Account, &AuditContext),
        before: &Place,
        (owner_change, now): (OwnerChangeHook, Timestamp),
    ) -> Result<Vec<&'static str>, StoreError> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let Self { base, proposed } = self;
        let names = FIELDS.into_iter().filter(|name| proposed.contains_key(*name)).collect();
        let change = OwnerChange {
            audit: audit.clone(),
            account: caller.id.clone(),
            place: before.id,
            version: before.version,
            base,
            proposed,
        };
        owner_change(tx, change, now).await?;
        Ok(names)
    }
}

/// The warnings about the fields of a change that wait for review.
pub fn warnings(place: &Place) -> impl Iterator<Item = Warning> {
    place.waiting.iter().copied().map(|field| Warning {
        field,
        code: "waiting_for_review",
        message: "This change is waiting for review. The page shows the current value until then.".to_owned(),
        suggestion: None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sqlx::types::Json;

    use super::*;
    use crate::categories::model::CategoryRef;
    use crate::common::id::CategoryId;

    #[test]
    fn fields_that_wait_are_fields_of_a_place() {
        let fields = fields_of(&Place::blank(Timestamp(0)));
        assert!(FIELDS.iter().all(|name| fields.contains_key(*name)));
    }

    // R544: the list of names and `reset_fields` have the same fields.
    #[test]
    fn reset_fields_are_those_that_wait() {
        let before = Place::blank(Timestamp(0));
        let text = || Some("x".to_owned());
        let category = CategoryRef {
            id: CategoryId(4),
            name: "Caves".to_owned(),
            slug: "cave".to_owned(),
            color: None,
            icon: None,
            emoji: None,
        };
        let price = serde_json::from_value(json!({ "amount": 80_000, "checkedAt": "2026-03" })).expect("a price");
        let mut after = Place {
            name: "Hang Én".to_owned(),
            local_name: text(),
            slug: "hang-en".to_owned(),
            latitude: 17.5,
            longitude: 106.1,
            categories: vec![category],
            price_range: text(),
            prices: Json(vec![price]),
            phone: text(),
            website: text(),
            email: text(),
            direct_booking_contact: text(),
            ..before.clone()
        };
        let changed = fields_of(&after);
        assert!(FIELDS.iter().all(|name| changed.get(*name) != fields_of(&before).get(*name)));
        reset_fields(&before, &mut after);
        assert_eq!(after, before);
    }
}
