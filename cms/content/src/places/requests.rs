//! The rules of the fields of a place, with their messages (R130 to R134).

use serde::Deserialize;
use sqlx::types::Json;

use super::check_dto::{self, SentCheck};
use super::model::{BookingType, CoordinateConfidence, Months, Place, RatingSource, Review};
use super::prices::{self, Price};
use crate::common::id::{AccountId, CategoryId, PlaceId};
use crate::http::input::bulk::ids;
use crate::http::input::rule::{
    Rule, image_url, latitude, longitude, optional_url, rule_schemas, slug, sources, text_without_commas,
};
use crate::http::input::update::{FieldPatch, TimeInput, unpublish_at_rule};

/// The fields of a place that a request changes. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct PlaceChanges {
    pub id: Option<PlaceId>,
    pub name: Option<String>,
    pub slug: Option<String>,
    pub local_name: FieldPatch<String>,
    pub description: FieldPatch<String>,
    pub address: FieldPatch<String>,
    pub phone: FieldPatch<String>,
    pub website: FieldPatch<String>,
    pub email: FieldPatch<String>,
    pub hours: FieldPatch<String>,
    pub operating_hours: FieldPatch<String>,
    pub image_url: FieldPatch<String>,
    pub gallery: Option<Vec<String>>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub category_ids: Option<Vec<CategoryId>>,
    pub rating: FieldPatch<f64>,
    pub rating_source: FieldPatch<RatingSource>,
    pub review_count: Option<i64>,
    pub reviews: Option<Vec<Review>>,
    pub tags: Option<Vec<String>>,
    pub price_range: FieldPatch<String>,
    pub prices: Option<Vec<Price>>,
    pub amenities: Option<Vec<String>>,
    pub booking_type: Option<BookingType>,
    pub affiliate_link: FieldPatch<String>,
    pub booking_com_url: FieldPatch<String>,
    pub agoda_url: FieldPatch<String>,
    pub direct_booking_contact: FieldPatch<String>,
    pub enquiry_form_enabled: Option<bool>,
    pub featured_text: FieldPatch<String>,
    pub google_maps_url: FieldPatch<String>,
    pub is_premium: Option<bool>,
    pub is_active: Option<bool>,
    pub is_verified: Option<bool>,
    pub is_recommended: Option<bool>,
    pub unpublish_at: FieldPatch<TimeInput>,
    pub owner_id: FieldPatch<AccountId>,
    pub coordinate_confidence: FieldPatch<CoordinateConfidence>,
    pub sources: Option<Vec<String>>,
    pub last_seen_year: FieldPatch<i64>,
    pub commune: FieldPatch<String>,
    pub good_months: Option<Vec<i64>>,
    pub closed_months: Option<Vec<i64>>,
    pub checks: Option<Vec<SentCheck>>,
}

impl PlaceChanges {
    /// Sets the fields of `place` that the request contains. The caller sets four fields: the categories and the slug
    /// need the database, and `unpublish_at` and `checks` need the time. A new rating without a source is from Google,
    /// unless the place already has a source. Without a rating, the source becomes `None`.
    pub fn apply_to(self, place: &mut Place) {
        let trimmed_list = |items: Vec<String>| {
            Json(items.into_iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect())
        };
        fn set_if_sent<T>(sent: Option<T>, field: &mut T) {
            if let Some(value) = sent {
                *field = value;
            }
        }
        set_if_sent(self.name.map(|name| name.trim().to_owned()), &mut place.name);
        self.local_name.apply_to(&mut place.local_name);
        self.description.apply_to(&mut place.description);
        self.address.apply_to(&mut place.address);
        self.phone.apply_to(&mut place.phone);
        self.website.apply_to(&mut place.website);
        self.email.apply_to(&mut place.email);
        self.hours.apply_to(&mut place.hours);
        self.operating_hours.apply_to(&mut place.operating_hours);
        self.image_url.apply_to(&mut place.image_url);
        set_if_sent(self.gallery.map(trimmed_list), &mut place.gallery);
        set_if_sent(self.latitude, &mut place.latitude);
        set_if_sent(self.longitude, &mut place.longitude);
        let changes_rating = changes_value(&self.rating, &place.rating);
        self.rating.apply_to(&mut place.rating);
        match self.rating_source {
            FieldPatch::Absent if changes_rating => {
                place.rating_source = place.rating_source.or(Some(RatingSource::Google))
            }
            source => source.apply_to(&mut place.rating_source),
        }
        if place.rating.is_none() {
            place.rating_source = None;
        }
        set_if_sent(self.review_count, &mut place.review_count);
        set_if_sent(self.reviews.map(Json), &mut place.reviews);
        set_if_sent(self.tags.map(trimmed_list), &mut place.tags);
        self.price_range.apply_to(&mut place.price_range);
        let prices = self.prices.map(|prices| Json(prices.into_iter().map(Price::trimmed).collect()));
        set_if_sent(prices, &mut place.prices);
        set_if_sent(self.amenities.map(trimmed_list), &mut place.amenities);
        set_if_sent(self.booking_type, &mut place.booking_type);
        self.affiliate_link.apply_to(&mut place.affiliate_link);
        self.booking_com_url.apply_to(&mut place.booking_com_url);
        self.agoda_url.apply_to(&mut place.agoda_url);
        self.direct_booking_contact.apply_to(&mut place.direct_booking_contact);
        set_if_sent(self.enquiry_form_enabled, &mut place.enquiry_form_enabled);
        self.featured_text.apply_to(&mut place.featured_text);
        self.google_maps_url.apply_to(&mut place.google_maps_url);
        set_if_sent(self.is_premium, &mut place.is_premium);
        set_if_sent(self.is_active, &mut place.is_active);
        set_if_sent(self.is_verified, &mut place.is_verified);
        set_if_sent(self.is_recommended, &mut place.is_recommended);
        self.owner_id.apply_to(&mut place.owner_id);
        self.coordinate_confidence.apply_to(&mut place.coordinate_confidence);
        set_if_sent(self.sources.map(trimmed_list), &mut place.sources);
        self.last_seen_year.apply_to(&mut place.last_seen_year);
        self.commune.apply_to(&mut place.commune);
        set_if_sent(self.good_months.map(Months::new), &mut place.good_months);
        set_if_sent(self.closed_months.map(Months::new), &mut place.closed_months);
    }
}

/// Whether a request contains a field with a value that differs from the stored value. Null equals no stored value.
pub fn changes_value<T: PartialEq>(sent: &FieldPatch<T>, stored: &Option<T>) -> bool {
    match sent {
        FieldPatch::Absent => false,
        FieldPatch::Null => stored.is_some(),
        FieldPatch::Value(value) => stored.as_ref() != Some(value),
    }
}

/// The pattern of `name@host.domain` without whitespace, which clients check too.
pub const EMAIL_PATTERN: &str = r"^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$";

/// The maximum number of characters of `operatingHours`. The opening hours in words (`hours`) have another limit.
pub const MAX_OPERATING_HOURS_LEN: usize = 255;
/// The message for opening hours that are longer than [`MAX_OPERATING_HOURS_LEN`].
pub const OPERATING_HOURS_TOO_LONG: &str = "Opening hours must be at most 255 characters";

/// The maximum number of categories of a place.
pub const MAX_CATEGORIES: f64 = 10.0;
/// The message for more than [`MAX_CATEGORIES`] categories.
pub const TOO_MANY_CATEGORIES: &str = "At most 10 categories";
const INVALID_MONTH: &str = "Month must be a number from 1 to 12";
/// The message for an unknown rating source, and for a rating without a source.
pub const INVALID_RATING_SOURCE: &str = "Rating source must be google, booking, agoda, tripadvisor, facebook or guide";
/// The message for a place without a category.
pub const CATEGORY_REQUIRED: &str = "At least one category is required";

fn optional_text(description: &'static str, max_len: f64, too_long: &'static str) -> Rule {
    Rule::text(description).nullable().max(max_len, too_long)
}

fn word_list(description: &'static str, too_many: &'static str) -> Rule {
    Rule::list(description, text_without_commas("A word or two, without commas.")).max(50.0, too_many)
}

fn months(description: &'static str) -> Rule {
    let month = Rule::integer("A month.").min(1.0, INVALID_MONTH).max(12.0, INVALID_MONTH);
    Rule::list(description, month.type_message(INVALID_MONTH)).max(12.0, "List each month only once")
}

fn rules() -> Rule {
    Rule::closed_object(
        "A place. The length of text is counted in code points after normalization to NFC; blank optional text becomes null.",
        vec![
            ("id", Rule::id("The id in the URL, if it is sent.")),
            (
                "name",
                Rule::text("The name of the place.")
                    .strip_direction_controls()
                    .required_text("Business name is required")
                    .max(200.0, "Business name must be at most 200 characters")
                    .example("Lantern Cave"),
            ),
            ("slug", slug("The slug of the place. Made from the name if it is not sent; the former slug redirects.")),
            (
                "localName",
                optional_text("The name in the language of the region, with its diacritics.", 200.0, "Local name must be at most 200 characters").strip_direction_controls(),
            ),
            (
                "description",
                optional_text("The description, a few sentences of plain text.", 10_000.0, "Description must be at most 10000 characters"),
            ),
            ("address", optional_text("The postal address.", 500.0, "Address must be at most 500 characters").strip_direction_controls()),
            ("phone", optional_text("The phone number.", 60.0, "Phone must be at most 60 characters").strip_direction_controls()),
            (
                "website",
                optional_url("The URL of the place's own website.", "Website must be a valid URL starting with http:// or https://"),
            ),
            (
                "email",
                optional_text("The email address.", 254.0, "Email must be at most 254 characters")
                    .pattern(EMAIL_PATTERN, "Valid email is required")
                    .email("Valid email is required"),
            ),
            ("hours", optional_text("The opening hours in words.", 500.0, "Hours must be at most 500 characters").strip_direction_controls()),
            (
                "operatingHours",
                optional_text(
                    "The opening hours in the syntax of OpenStreetMap's `opening_hours`, as in \
                     `Mo-Fr 07:00-11:30,13:00-17:00; 2027 Feb 05-11 off`. Typographic dashes, one-digit hours and the like \
                     are corrected. Rules that cannot be computed are kept as text: public holidays (`PH`), sunrise, open \
                     ends, \"unknown\".",
                    MAX_OPERATING_HOURS_LEN as f64,
                    OPERATING_HOURS_TOO_LONG,
                )
                .example("Mo-Su 07:00-17:00"),
            ),
            ("imageUrl", image_url("The main image: a path on this site (`/…`) or an http(s) URL.").nullable()),
            ("gallery", Rule::list("Further images, like `imageUrl`.", image_url("An image.")).max(30.0, "At most 30 images")),
            ("latitude", latitude("The latitude in degrees (WGS 84); a numeric string is accepted.")),
            ("longitude", longitude("The longitude in degrees (WGS 84); a numeric string is accepted.")),
            (
                "categoryIds",
                Rule::list("The categories, the main one first.", Rule::id("The id of a category."))
                    .required(CATEGORY_REQUIRED)
                    .max(MAX_CATEGORIES, TOO_MANY_CATEGORIES)
                    .example(serde_json::json!([4])),
            ),
            (
                "rating",
                Rule::number_or_string("The rating from 1 to 5, in tenths; null if there is none. A numeric string is accepted. Admins only.")
                    .nullable()
                    .type_message("Rating must be a number")
                    .min(1.0, "Rating must be between 1 and 5")
                    .max(5.0, "Rating must be between 1 and 5")
                    .multiple_of(0.1, "Rating can have at most one decimal place"),
            ),
            (
                "ratingSource",
                Rule::text(
                    "The site on which the rating was read; `google` if a first rating is sent without a source. Admins only.",
                )
                .nullable()
                .pattern("^(?:google|booking|agoda|tripadvisor|facebook|guide)$", INVALID_RATING_SOURCE)
                .default("google"),
            ),
            (
                "reviewCount",
                Rule::integer("The number of ratings of which `rating` is the mean. Admins only.")
                    .type_message("Review count must be a whole number")
                    .min(0.0, "Review count must be 0 or more")
                    .max(100_000_000.0, "Review count must be at most 100000000")
                    .default(0),
            ),
            ("reviews", reviews()),
            ("tags", word_list("The tags, which filters and searches use.", "At most 50 tags")),
            (
                "priceRange",
                optional_text("The price range: `$`, `$$`, `$$$`, or words.", 40.0, "Price range must be at most 40 characters").strip_direction_controls().example("$$"),
            ),
            (prices::PRICES_FIELD, prices::rule()),
            ("amenities", word_list("The amenities, such as parking.", "At most 50 amenities")),
            (
                "bookingType",
                Rule::text("How the place is booked.")
                    .one_of(&["none", "direct", "affiliate"], "Booking type must be none, direct or affiliate")
                    .default("none"),
            ),
            ("affiliateLink", optional_url("The booking link of a partner.", "Affiliate link must be a valid URL")),
            ("bookingComUrl", optional_url("The URL of the place on Booking.com.", "Booking.com URL must be a valid URL")),
            ("agodaUrl", optional_url("The URL of the place on Agoda.", "Agoda URL must be a valid URL")),
            (
                "directBookingContact",
                optional_text(
                    "The contact for direct bookings: an email address, a URL or a phone number.",
                    300.0,
                    "Booking contact must be at most 300 characters",
                )
                .strip_direction_controls(),
            ),
            ("enquiryFormEnabled", Rule::boolean("Whether the page of the place offers an inquiry form.").default(false)),
            (
                "featuredText",
                optional_text("The text on the card of a featured place.", 200.0, "Featured text must be at most 200 characters").strip_direction_controls(),
            ),
            ("googleMapsUrl", optional_url("The URL of the place on Google Maps.", "Google Maps URL must be a valid URL")),
            ("isPremium", Rule::boolean("Whether the place is featured on the home page and comes first in lists. Admins only.").default(false)),
            ("isActive", Rule::boolean("Whether the place is public. Admins only.").default(true)),
            ("isVerified", Rule::boolean("Whether the position of the place was checked. Admins only.").default(false)),
            ("isRecommended", Rule::boolean("Whether the team recommends the place. Admins only.").default(false)),
            (
                "unpublishAt",
                unpublish_at_rule("When the place stops being public, a time in the future; null if it stays. Admins only."),
            ),
            ("ownerId", optional_text("The account of the owner. Admins only.", 64.0, "This account does not exist")),
            (
                "coordinateConfidence",
                Rule::text("How accurate the coordinates are; null if unknown. Admins only.").nullable().pattern(
                    "^(?:surveyed|approximate|village-level)$",
                    "Location accuracy must be surveyed, approximate or village-level",
                ),
            ),
            ("sources", sources("The sources of the facts about the place. Admins only.")),
            (
                "lastSeenYear",
                Rule::integer("The latest year in which a source names the place. Admins only.")
                    .nullable()
                    .type_message("Last seen must be a year")
                    .min(1500.0, "Last seen must be a year after 1500")
                    .max(2200.0, "Last seen must be a year before 2200"),
            ),
            ("goodMonths", months("The months in which the place is good to visit, 1 to 12.")),
            ("closedMonths", months("The months in which the place is closed, 1 to 12; not also in `goodMonths`.")),
            ("commune", optional_text("The commune in which the place is.", 100.0, "Commune must be at most 100 characters").strip_direction_controls()),
            (check_dto::CHECKS_FIELD, check_dto::rule()),
            ("opening", Rule::computed("Ignored; computed from `operatingHours`.")),
            ("pictures", Rule::computed("Ignored.")),
            ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
            ("isLiked", Rule::computed("Ignored.")),
            ("acceptsEnquiries", Rule::computed("Ignored.")),
            ("phoneParts", Rule::computed("Ignored.")),
            ("directBookingUrl", Rule::computed("Ignored.")),
            ("likeCount", Rule::computed("Ignored.")),
            ("category", Rule::computed("Ignored; send `categoryIds`.")),
            ("categories", Rule::computed("Ignored; send `categoryIds`.")),
            ("createdAt", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
            ("liveSince", Rule::computed("Ignored.")),
            ("checkedAt", Rule::computed("Ignored; set `isVerified` to check the position, or send `checks`.")),
            ("checkedBy", Rule::computed("Ignored.")),
            ("recheckReason", Rule::computed("Ignored.")),
            ("alerts", Rule::computed("Ignored: alerts have calls of their own.")),
        ],
    )
}

fn reviews() -> Rule {
    const INVALID_REVIEWS: &str = "Reviews must be a list, each with an author, rating and text";
    let review = Rule::closed_object(
        "A review.",
        vec![
            (
                "author",
                Rule::text("The name of the author.")
                    .strip_direction_controls()
                    .required("Review author is required")
                    .max(100.0, "Author is too long"),
            ),
            (
                "rating",
                Rule::number("The rating from 1 to 5.")
                    .required("Review rating is required")
                    .type_message("Review rating must be a number")
                    .min(1.0, "Review rating must be between 1 and 5")
                    .max(5.0, "Review rating must be between 1 and 5"),
            ),
            (
                "text",
                Rule::text("The text of the review.")
                    .required("Review text is required")
                    .max(5000.0, "Review is too long"),
            ),
        ],
    )
    .type_message(INVALID_REVIEWS);
    Rule::list("Reviews that guests wrote elsewhere.", review)
        .max(100.0, "At most 100 reviews")
        .type_message(INVALID_REVIEWS)
}

/// The JSON schema of a new place.
pub struct PlaceRequest;

rule_schemas! { PlaceRequest => rules(), PlaceChanges => rules().all_optional(), PlaceBulkChanges => bulk_changes() }

/// The ids of places and the changes to all of them. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct PlaceBulkChanges {
    pub ids: Vec<PlaceId>,
    pub is_active: Option<bool>,
    pub is_premium: Option<bool>,
    pub is_verified: Option<bool>,
    pub is_recommended: Option<bool>,
    pub dismiss_recheck: bool,
    pub add_category_ids: Vec<CategoryId>,
    pub remove_category_ids: Vec<CategoryId>,
}

fn bulk_changes() -> Rule {
    let categories = |description| {
        Rule::list(description, Rule::id("The id of a category.")).max(MAX_CATEGORIES, TOO_MANY_CATEGORIES)
    };
    Rule::closed_object(
        "Changes to many places. Fields that are not sent keep their values.",
        vec![
            ("ids", ids()),
            ("isActive", Rule::boolean("Whether the places are public.")),
            ("isPremium", Rule::boolean("Whether the places are featured on the home page and come first in lists.")),
            (
                "isVerified",
                Rule::boolean(
                    "Whether the positions of the places were checked. `true` records a check by the caller. For places that are already verified, it does so at most once a day.",
                ),
            ),
            ("isRecommended", Rule::boolean("Whether the team recommends the places.")),
            (
                "dismissRecheck",
                Rule::boolean("`true`: the places need not be verified again; their `recheckReason` is cleared."),
            ),
            ("addCategoryIds", categories("The categories to add to each place, after its other categories.")),
            ("removeCategoryIds", categories("The categories to remove from each place.")),
        ],
    )
}
