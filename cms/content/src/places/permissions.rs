//! Decides what a caller may change in a place: the fields that only admins set, the limits of API tokens, and the
//! changes by owners that wait for review.

use std::collections::BTreeSet;

use serde_json::Value;

use super::check_dto;
use super::checks::FactGroup;
use super::dto::PlaceResponse;
use super::model::Place;
use super::requests::{PlaceChanges, changes_value};
use crate::audit::log::{AuditContext, Fields};
use crate::auth::domain::accounts::{Account, Permission};
use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::{OwnerProposal, OwnerProposalHook};
use crate::http::input::update::changes_unpublish_at;
use crate::http::problem::{Code, FieldError, Problem, Warning};

/// Errors: 403 if the request of a caller who is no admin would change fields that only admins set. The problem names
/// each of these fields. Unchanged values are allowed.
pub fn ensure_may_change_fields(caller: &Account, before: &Place, sent: &PlaceChanges) -> Result<(), Problem> {
    if caller.may(Permission::AdministerPlaces) {
        return Ok(());
    }
    let sentence = "Only an admin can change this";
    let error = |field| FieldError::new(Code::AdminOnly, field, sentence);
    let errors: Vec<FieldError> = admin_only_changes(before, sent).into_iter().map(error).collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem { errors, ..Problem::forbidden(Code::Forbidden, sentence) })
}

/// The name of a field in the API, and whether a request changes the value of the field.
type FieldComparison = (&'static str, fn(&Place, &PlaceChanges) -> bool);

/// The fields that only admins may set.
pub const ADMIN_ONLY_FIELDS: [FieldComparison; 12] = [
    ("isActive", |before, sent| changes(&sent.is_active, &before.is_active)),
    ("isVerified", |before, sent| changes(&sent.is_verified, &before.is_verified)),
    ("isPremium", |before, sent| changes(&sent.is_premium, &before.is_premium)),
    ("isRecommended", |before, sent| changes(&sent.is_recommended, &before.is_recommended)),
    ("unpublishAt", |before, sent| changes_unpublish_at(&sent.unpublish_at, before.unpublish_at)),
    ("ownerId", |before, sent| changes_value(&sent.owner_id, &before.owner_id)),
    ("rating", |before, sent| changes_value(&sent.rating, &before.rating)),
    ("ratingSource", |before, sent| changes_value(&sent.rating_source, &before.rating_source)),
    ("coordinateConfidence", |before, sent| changes_value(&sent.coordinate_confidence, &before.coordinate_confidence)),
    ("sources", |before, sent| changes(&sent.sources, &before.sources)),
    ("lastSeenYear", |before, sent| changes_value(&sent.last_seen_year, &before.last_seen_year)),
    ("reviewCount", |before, sent| changes(&sent.review_count, &before.review_count)),
];

fn changes<T: PartialEq>(sent: &Option<T>, before: &T) -> bool {
    sent.as_ref().is_some_and(|value| value != before)
}

/// The fields of [`ADMIN_ONLY_FIELDS`] whose value would change, and `checks` if only an admin may send the checks of
/// the request.
pub fn admin_only_changes(before: &Place, sent: &PlaceChanges) -> Vec<&'static str> {
    let changed = ADMIN_ONLY_FIELDS.into_iter().filter(|(_, is_changed)| is_changed(before, sent));
    let checks = sent.checks.as_ref().filter(|checks| check_dto::sent_checks_require_admin(before, checks));
    changed.map(|(field, _)| field).chain(checks.map(|_| check_dto::CHECKS_FIELD)).collect()
}

/// Whether the limits of the caller's API token allow this place. They do if there is no token or limit. A token for
/// own places allows the places that its account owns. A token for categories allows the places in these categories.
pub fn token_allows(caller: &Account, place: &Place) -> bool {
    let is_own = place.owner_id.as_ref() == Some(&caller.id);
    let has_category = |ids: &[CategoryId]| place.categories.iter().any(|category| ids.contains(&category.id));
    (is_own || !caller.is_limited_to_own_places()) && caller.api_token_categories().is_none_or(has_category)
}

/// Errors: 403 unless the limits of the token allow this place.
pub fn ensure_token_allows(caller: &Account, place: &Place) -> Result<(), Problem> {
    if token_allows(caller, place) { Ok(()) } else { Err(token_limited("This API token is limited to other places")) }
}

/// Errors: 403 unless the limits of the token allow the place after the change, and the categories that the change adds
/// or removes. `before` is `None` for a new place.
pub fn ensure_token_allows_change(caller: &Account, before: Option<&Place>, after: &Place) -> Result<(), Problem> {
    ensure_token_allows(caller, after)?;
    let Some(allowed) = caller.api_token_categories() else { return Ok(()) };
    let ids = |place: &Place| place.categories.iter().map(|category| category.id).collect::<BTreeSet<_>>();
    let (before, after) = (before.map(ids).unwrap_or_default(), ids(after));
    if before.symmetric_difference(&after).all(|id| allowed.contains(id)) {
        return Ok(());
    }
    Err(token_limited("This API token can only add and remove its own categories"))
}

/// Errors: 403 unless the limits of the token allow a list that only staff may read. A request with a token for
/// categories must filter by one of these categories. A token for own places must not list the places of other owners.
/// `may_list_other_owners` is true if the list may contain places of other owners.
pub fn ensure_token_allows_list(
    caller: &Account,
    category: Option<CategoryId>,
    may_list_other_owners: bool,
) -> Result<(), Problem> {
    if may_list_other_owners && caller.is_limited_to_own_places() {
        return Err(token_limited("This API token is limited to your own places"));
    }
    match caller.api_token_categories() {
        Some(allowed) if !category.is_some_and(|id| allowed.contains(&id)) => {
            Err(token_limited("This API token is limited to categories: filter by one of them with category"))
        }
        _ => Ok(()),
    }
}

/// Errors: 403 if the caller's API token is limited to own places or to categories.
pub fn ensure_unlimited_token(caller: &Account) -> Result<(), Problem> {
    if caller.is_limited_to_own_places() || caller.api_token_categories().is_some() {
        return Err(token_limited("API tokens that are limited to some places can't do this"));
    }
    Ok(())
}

fn token_limited(sentence: &'static str) -> Problem {
    Problem::forbidden(Code::TokenLimited, sentence)
}

/// The API names of the fields whose changes by an owner wait for review. [`reset_fields_to_review`] resets these.
const FIELDS_TO_REVIEW: [&str; 12] = [
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

/// The values of a change that wait for review (`proposed`), and the current values of the same fields (`base`).
#[derive(Debug, Default)]
pub struct ValuesToReview {
    base: Fields,
    proposed: Fields,
}

/// Removes the values that need a review from a change, and returns them. In `after`, their fields get the values of
/// `before` again. If the caller is an admin or the place is not public, no value needs a review, and `after` stays
/// unchanged. `sends_slug` is whether the request contains the slug. If it does not, the slug was made from the name
/// and is not returned.
pub fn take_values_to_review(caller: &Account, before: &Place, after: &mut Place, sends_slug: bool) -> ValuesToReview {
    let mut pending = ValuesToReview::default();
    if caller.may(Permission::AdministerPlaces) || !before.is_public() {
        return pending;
    }
    let (mut stored, mut sent) = (fields_of(before), fields_of(after));
    for name in FIELDS_TO_REVIEW.into_iter().filter(|name| *name != "slug" || sends_slug) {
        let (base, proposed) = (stored.remove(name).unwrap_or_default(), sent.remove(name).unwrap_or_default());
        if base != proposed {
            pending.base.insert(name.to_owned(), base);
            pending.proposed.insert(name.to_owned(), proposed);
        }
    }
    reset_fields_to_review(before, after);
    pending
}

fn fields_of(place: &Place) -> Fields {
    match serde_json::to_value(PlaceResponse::for_admin(place.clone())) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

/// Sets the fields of [`FIELDS_TO_REVIEW`] in `after` to their values in `before`.
fn reset_fields_to_review(before: &Place, after: &mut Place) {
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

impl ValuesToReview {
    /// Whether no value waits for review.
    pub fn is_empty(&self) -> bool {
        self.proposed.is_empty()
    }

    /// For each group with a waiting value, restores the stored check. A new check by the owner is about the waiting
    /// value, which is not public yet.
    pub fn reset_checks(&self, before: &Place, after: &mut Place) {
        let is_waiting = |field: &&str| self.proposed.contains_key(*field);
        for group in FactGroup::ALL.into_iter().filter(|group| group.owner_checked_fields().iter().any(is_waiting)) {
            match before.checks.get(&group) {
                Some(check) => after.checks.insert(group, check.clone()),
                None => after.checks.remove(&group),
            };
        }
    }

    /// Stores the values that wait for review, if there are any, as a proposal, by calling `store_owner_proposal`.
    /// Returns the names of their fields in the API.
    pub async fn propose(
        self,
        tx: &mut Tx,
        (caller, audit): (&Account, &AuditContext),
        before: &Place,
        (store_owner_proposal, now): (OwnerProposalHook, Timestamp),
    ) -> Result<Vec<&'static str>, StoreError> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let Self { base, proposed } = self;
        let names = FIELDS_TO_REVIEW.into_iter().filter(|name| proposed.contains_key(*name)).collect();
        let change = OwnerProposal {
            audit: audit.clone(),
            account: caller.id.clone(),
            place: before.id,
            version: before.version,
            base,
            proposed,
        };
        store_owner_proposal(tx, change, now).await?;
        Ok(names)
    }
}

/// One warning for each field whose change waits for review.
pub fn review_warnings(place: &Place) -> impl Iterator<Item = Warning> {
    place.fields_waiting_for_review.iter().copied().map(|field| Warning {
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
    use crate::categories::store::CategorySummary;

    #[test]
    fn fields_to_review_are_fields_of_a_place() {
        let fields = fields_of(&Place::blank(Timestamp(0)));
        assert!(FIELDS_TO_REVIEW.iter().all(|name| fields.contains_key(*name)));
    }

    // R544: `reset_fields_to_review` resets the fields that `FIELDS_TO_REVIEW` names, and no others.
    #[test]
    fn reset_fields_to_review_resets_exactly_those_fields() {
        let before = Place::blank(Timestamp(0));
        let text = || Some("x".to_owned());
        let category = CategorySummary {
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
        assert!(FIELDS_TO_REVIEW.iter().all(|name| changed.get(*name) != fields_of(&before).get(*name)));
        reset_fields_to_review(&before, &mut after);
        assert_eq!(after, before);
    }
}
