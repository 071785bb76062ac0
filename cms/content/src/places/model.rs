//! The place model. URLs and the console call a place "business".

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sqlx::types::Json;

use super::checks::{FactChecks, FactGroup, TravelerCheck};
use super::opening_hours::schedule::Opening;
use super::prices::Price;
use crate::categories::store::CategorySummary;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, AlertId, PlaceId};
use crate::common::{phone, text};
use crate::media::model::Image;

/// How a place is booked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum BookingType {
    /// The place takes no bookings through this guide.
    #[default]
    None,
    /// Directly at the place.
    Direct,
    /// Through a partner's link.
    Affiliate,
}

/// How accurate the coordinates of a place are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[sqlx(type_name = "text", rename_all = "kebab-case")]
pub enum CoordinateConfidence {
    /// A surveyed point of this very place.
    Surveyed,
    /// Accurate to some hundred meters.
    Approximate,
    /// The position of the village, the road or the start of the tour.
    VillageLevel,
}

/// The site on which the rating of a place was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RatingSource {
    /// Google Maps or Google Search.
    Google,
    /// Booking.com.
    Booking,
    /// Agoda.
    Agoda,
    /// Tripadvisor.
    Tripadvisor,
    /// Facebook.
    Facebook,
    /// This guide.
    Guide,
}

/// A review that a guest wrote elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Review {
    /// The name of the author.
    #[schema(example = "Linh T.")]
    pub author: String,
    /// The rating from 1 to 5.
    #[schema(example = 4.5)]
    pub rating: f64,
    /// The text of the review.
    #[schema(example = "Two hours by boat, and we were alone in there.")]
    pub text: String,
}

/// A set of months, such as those in which a place is closed, as bits: bit 0 is January. In JSON, a list of numbers
/// from 1 to 12 in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub struct Months(i64);

impl Months {
    /// The set of the months with these numbers. Numbers other than 1 to 12 are ignored.
    pub fn new(months: impl IntoIterator<Item = i64>) -> Self {
        let bits = months.into_iter().filter(|month| (1..=12).contains(month)).map(|month| 1 << (month - 1));
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// The set as bits: bit 0 is January.
    pub fn bits(self) -> i64 {
        self.0
    }

    /// Whether at least one month is in both sets.
    pub fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn iter(self) -> impl Iterator<Item = i64> {
        (1..=12).filter(move |month| self.overlaps(Self::new([*month])))
    }
}

impl Serialize for Months {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Months {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(Vec::<i64>::deserialize(deserializer)?))
    }
}

/// How severe an alert is, the most severe level first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum AlertLevel {
    /// Closed: the place is not open, whatever its opening hours say.
    Closed,
    /// Dangerous to visit.
    Danger,
    /// Open in part, or under conditions.
    Restricted,
    /// Something to know.
    Information,
}

impl AlertLevel {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["closed", "danger", "restricted", "information"];
}

/// A current alert of a place.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PlaceAlert {
    /// The id of the alert.
    #[schema(example = 3)]
    pub id: AlertId,
    /// The level.
    pub level: AlertLevel,
    /// What travelers must know.
    #[schema(example = "Closed after the flood.")]
    pub text: String,
    /// Who reported it; null if unknown.
    #[schema(required, example = "National park")]
    pub source: Option<String>,
    /// A page about it: an http(s) address, or a path on this site.
    #[schema(required, example = "https://park.example/closures")]
    pub source_url: Option<String>,
    /// The time from which it applies.
    pub starts_at: Timestamp,
    /// The time at which it ends; null if unknown.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
}

/// A place: its row in the table `place`, and data from other tables (the fields with `sqlx(skip)`).
#[derive(Clone, Debug, Default, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described in dto.rs")]
pub struct Place {
    pub id: PlaceId,
    pub version: i64,
    pub slug: String,
    pub name: String,
    pub local_name: Option<String>,
    pub description: Option<String>,
    pub address: Option<String>,
    pub phone: Option<String>,
    pub website: Option<String>,
    pub email: Option<String>,
    pub hours: Option<String>,
    pub operating_hours: Option<String>,
    /// The schedule of `operating_hours`. `None` if nothing can be computed, or if the hours were stored by a version
    /// of the server without schedules.
    pub opening: Option<Json<Opening>>,
    /// When the schedule must be recomputed.
    pub opening_refresh_at: Option<Timestamp>,
    /// The country of the region, for parsing phone numbers.
    pub country: String,
    pub image_url: Option<String>,
    pub gallery: Json<Vec<String>>,
    pub latitude: f64,
    pub longitude: f64,
    pub rating: Option<f64>,
    pub rating_source: Option<RatingSource>,
    pub review_count: i64,
    pub reviews: Json<Vec<Review>>,
    pub tags: Json<Vec<String>>,
    pub price_range: Option<String>,
    pub prices: Json<Vec<Price>>,
    pub amenities: Json<Vec<String>>,
    pub booking_type: BookingType,
    pub affiliate_link: Option<String>,
    pub booking_com_url: Option<String>,
    pub agoda_url: Option<String>,
    pub direct_booking_contact: Option<String>,
    pub enquiry_form_enabled: bool,
    pub featured_text: Option<String>,
    pub google_maps_url: Option<String>,
    pub is_premium: bool,
    pub is_active: bool,
    pub is_verified: bool,
    pub is_recommended: bool,
    pub owner_id: Option<AccountId>,
    pub coordinate_confidence: Option<CoordinateConfidence>,
    pub sources: Json<Vec<String>>,
    pub last_seen_year: Option<i64>,
    pub commune: Option<String>,
    /// The months in which the place is good to visit.
    pub good_months: Months,
    /// The months in which the place is closed.
    pub closed_months: Months,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    pub unpublish_at: Option<Timestamp>,
    /// The account that set `unpublish_at`.
    pub unpublish_account_id: Option<AccountId>,
    /// The time from which all pages of the place show its newest change. `None` while a page is still to be rendered.
    pub live_since: Option<Timestamp>,
    pub like_count: i64,
    /// Whether the caller likes the place. This field and the following ones are not read with the row of the place.
    #[sqlx(skip)]
    pub is_liked: bool,
    /// The last check of each group of facts by the team or the owner.
    #[sqlx(skip)]
    pub checks: FactChecks,
    /// The API names of the fields whose change by the owner waits for review. Set only in the result of an update.
    #[sqlx(skip)]
    pub fields_waiting_for_review: Vec<&'static str>,
    /// The current alerts, the most severe first.
    #[sqlx(skip)]
    pub alerts: Vec<PlaceAlert>,
    /// The traveler check of each group of facts that travelers confirmed.
    #[sqlx(skip)]
    pub traveler_checks: BTreeMap<FactGroup, TravelerCheck>,
    /// The categories, the main one first.
    #[sqlx(skip)]
    pub categories: Vec<CategorySummary>,
    /// The images of the place that this guide stores, the main one first.
    #[sqlx(skip)]
    pub pictures: Vec<Image>,
}

impl Place {
    /// An active place with version 1 and default values, which is not stored yet.
    pub fn blank(now: Timestamp) -> Self {
        let country = phone::DEFAULT_COUNTRY.to_owned();
        Self { version: 1, country, is_active: true, created_at: now, updated_at: now, ..Self::default() }
    }

    /// Whether the place is public: active, and not in the trash.
    pub fn is_public(&self) -> bool {
        self.is_active && self.deleted_at.is_none()
    }

    /// An inactive copy of the place, if its time to be unpublished has come; otherwise `None`.
    pub fn unpublished_if_due(&self, now: Timestamp) -> Option<Self> {
        let is_due = self.unpublish_at.is_some_and(|at| at <= now);
        let (unpublish_at, unpublish_account_id) = (None, None);
        is_due.then(|| Self { is_active: false, unpublish_at, unpublish_account_id, updated_at: now, ..self.clone() })
    }

    /// The URLs of the images of the place, the main one first.
    pub fn image_urls(&self) -> Vec<&str> {
        self.image_url.iter().chain(self.gallery.iter()).map(String::as_str).collect()
    }

    /// The sort key of `Sort::Best`: premium places first, then by rating, unrated places last. Higher keys come first.
    pub fn rank(&self) -> i64 {
        i64::from(self.is_premium) * 10_000 + self.rating_key()
    }

    /// The rating in hundredths; 0 without a rating.
    pub fn rating_key(&self) -> i64 {
        self.rating.map_or(0, |rating| (rating * 100.0).round() as i64)
    }

    /// The text for searches, in [`text::search_form`]. Its parts are the name, the local name, the tags, the
    /// description, and the joined pairs of neighboring words of the names. Each part is on its own line, so that no
    /// phrase matches across two parts. Names of categories are not included: they are searched separately.
    pub fn search_text(&self) -> String {
        let form = |text: &Option<String>| text::search_form(text.as_deref().unwrap_or_default());
        let names = [text::search_form(&self.name), form(&self.local_name)];
        let tags: BTreeSet<String> = self.tags.iter().map(|tag| text::search_form(tag)).collect();
        let tags = Vec::from_iter(tags).join(", ");
        let joined = names.each_ref().map(|name| text::joined_word_pairs(name)).join(" ");
        [&names[0], &names[1], &tags, &form(&self.description), &joined].map(String::as_str).join("\n")
    }

    /// The name and the local name in search form, without duplicates.
    pub fn names_in_search_form(&self) -> Vec<String> {
        let mut names = vec![text::search_form(&self.name)];
        names.extend(self.local_name.as_ref().map(|name| text::search_form(name)));
        names.dedup();
        names
    }

    /// The folded texts of the tags, without duplicates and empty texts.
    pub fn folded_tags(&self) -> BTreeSet<String> {
        self.tags.iter().map(|tag| text::fold(tag)).filter(|tag| !tag.is_empty()).collect()
    }

    /// Whether the slug is that of the name, with or without a number, so that a change of the name also changes it.
    pub fn slug_follows_name(&self) -> bool {
        let base = text::slug(&self.name);
        self.slug.strip_prefix(&base).is_some_and(|rest| {
            rest.is_empty() || rest.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn premium_places_rank_first_and_unrated_places_last() {
        let mut place = Place::blank(Timestamp(0));
        let unrated = place.rank();
        place.rating = Some(5.0);
        let rated = place.rank();
        place.rating = None;
        place.is_premium = true;
        assert!(place.rank() > rated && rated > unrated);
    }

    #[test]
    fn slug_that_was_made_from_the_name_follows_the_name() {
        let mut place = Place::blank(Timestamp(0));
        place.name = "Hang Én".into();
        for (slug, follows) in [("hang-en", true), ("hang-en-2", true), ("hang-en-cave", false), ("en", false)] {
            place.slug = slug.into();
            assert_eq!(place.slug_follows_name(), follows, "{slug}");
        }
    }

    // R494
    #[test]
    fn months_in_json_are_sorted_and_listed_once() {
        let months: Months = serde_json::from_str("[12, 2, 2, 1]").expect("months");
        assert_eq!(serde_json::to_string(&months).expect("JSON"), "[1,2,12]");
        assert_eq!(Months::new([0, 13, -1]), Months::default());
        assert!(months.overlaps(Months::new([3, 12])) && !months.overlaps(Months::new([3])));
    }

    // R490
    #[test]
    fn alert_levels_are_ordered_by_severity() {
        let levels: Vec<AlertLevel> = serde_json::from_value(AlertLevel::NAMES.into()).expect("levels");
        assert!(levels.is_sorted() && levels[0] == AlertLevel::Closed, "{levels:?}");
    }
}
