//! The response types of places.

use serde::Serialize;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::check_dto::PlaceCheckResponse;
use super::checks::{RecheckReason, position_check, recheck_reason};
use super::model::{BookingType, CoordinateConfidence, Months, Place, PlaceAlert, RatingSource, Review};
use super::opening_hours::schedule::{self, Opening};
use super::permissions;
use super::prices::Price;
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::auth::domain::accounts::{Account, Permission};
use crate::categories::store::CategorySummary;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CategoryId, PlaceId};
use crate::common::phone::{self, ContactTextPart};
use crate::http::app::App;
use crate::http::problem::Warning;
use crate::media::model::ImageResponse;

/// A place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceResponse {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 3)]
    pub version: i64,
    /// The slug of the place; its page is `/places/{slug}`.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The name in the language of the region, with its diacritics.
    #[schema(required, example = "Hang Đèn Lồng")]
    pub local_name: Option<String>,
    /// The description, a few sentences of plain text.
    #[schema(required, example = "A boat carries you 1,500 m into the rock, past two halls.")]
    pub description: Option<String>,
    /// The postal address.
    #[schema(required, example = "Wharf Road 1, Lantern Bay")]
    pub address: Option<String>,
    /// The phone number, as entered.
    #[schema(required, example = "+84 232 000 111")]
    pub phone: Option<String>,
    /// `phone` in parts. A part that is a phone number has the link that calls it.
    pub phone_parts: Vec<ContactTextPart>,
    /// The URL of the place's own website.
    #[schema(required, example = "https://lantern-cave.example")]
    pub website: Option<String>,
    /// The email address.
    #[schema(required, example = "boats@example.org")]
    pub email: Option<String>,
    /// The opening hours in words.
    #[schema(required, example = "Daily, 7 am to 5 pm")]
    pub hours: Option<String>,
    /// The opening hours in the syntax of OpenStreetMap's `opening_hours`.
    #[schema(required, example = "Mo-Su 07:00-17:00")]
    pub operating_hours: Option<String>,
    /// The opening schedule computed from `operatingHours`, for a little more than a year; null if nothing can be
    /// computed.
    #[schema(required)]
    pub opening: Option<Opening>,
    /// The main image: a path on this site (`/…`) or an http(s) URL.
    #[schema(required, example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    pub image_url: Option<String>,
    /// Further images, like `imageUrl`.
    #[schema(example = json!(["/media/3f9c2a1b-9f86d081884c7d65.jpg"]))]
    pub gallery: Vec<String>,
    /// The images of `imageUrl` and `gallery` that this guide stores, each once, in order.
    pub pictures: Vec<ImageResponse>,
    /// The latitude in degrees (WGS 84).
    #[schema(example = 16.58137)]
    pub latitude: f64,
    /// The longitude in degrees (WGS 84).
    #[schema(example = 107.28308)]
    pub longitude: f64,
    /// The rating from 1 to 5, in tenths; null if there is none.
    #[schema(required, example = 4.6)]
    pub rating: Option<f64>,
    /// The site on which the rating was read. Null if there is no rating, and for ratings from before sources were
    /// stored.
    #[schema(required, example = "google")]
    pub rating_source: Option<RatingSource>,
    /// The number of ratings of which `rating` is the mean.
    #[schema(example = 120)]
    pub review_count: i64,
    /// Reviews that guests wrote elsewhere.
    pub reviews: Vec<Review>,
    /// The tags, which filters and searches use.
    #[schema(example = json!(["boat", "river"]))]
    pub tags: Vec<String>,
    /// The price range: `$`, `$$`, `$$$`, or words.
    #[schema(required, example = "$$")]
    pub price_range: Option<String>,
    /// The prices, each with the date of its check.
    pub prices: Vec<Price>,
    /// The amenities, such as parking.
    #[schema(example = json!(["parking", "life vests"]))]
    pub amenities: Vec<String>,
    /// How the place is booked.
    pub booking_type: BookingType,
    /// The booking link of a partner.
    #[schema(required)]
    pub affiliate_link: Option<String>,
    /// The URL of the place on Booking.com.
    #[schema(required)]
    pub booking_com_url: Option<String>,
    /// The URL of the place on Agoda.
    #[schema(required)]
    pub agoda_url: Option<String>,
    /// The contact for direct bookings: an email address, a URL or a phone number.
    #[schema(required)]
    pub direct_booking_contact: Option<String>,
    /// The link made from `directBookingContact`: an https, `mailto:` or `tel:` link; null if it is none of them.
    #[schema(required, example = "tel:+84232000111")]
    pub direct_booking_url: Option<String>,
    /// Whether the page of the place offers an inquiry form.
    pub enquiry_form_enabled: bool,
    /// Whether `createEnquiry` accepts inquiries to the place: the form is enabled, and the place has an email address
    /// or an owner.
    pub accepts_enquiries: bool,
    /// The text on the card of a featured place.
    #[schema(required)]
    pub featured_text: Option<String>,
    /// The URL of the place on Google Maps.
    #[schema(required)]
    pub google_maps_url: Option<String>,
    /// Whether the place is featured on the home page and comes first in lists.
    pub is_premium: bool,
    /// Whether the place is public. Inactive places are visible only to their owner and to admins.
    #[schema(example = true)]
    pub is_active: bool,
    /// Whether the position of the place was checked.
    #[schema(example = true)]
    pub is_verified: bool,
    /// The time of the last check of the position; null if unknown. Callers who cannot edit the place see it only while
    /// the place is verified.
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
    /// The admin who checked the position. Null if unknown or if the account was deleted, and for callers who are not
    /// admins.
    #[schema(required)]
    pub checked_by: Option<AccountId>,
    /// Why the position must be verified again; null if it need not be, and for callers who cannot edit the place.
    #[schema(required)]
    pub recheck_reason: Option<RecheckReason>,
    /// When each group of facts was last checked, by whom and from which source.
    pub checks: Vec<PlaceCheckResponse>,
    /// Whether the team recommends the place.
    pub is_recommended: bool,
    /// The account of the owner; null if there is none, and for all callers except the owner and admins.
    #[schema(required)]
    pub owner_id: Option<AccountId>,
    /// The main category, the first of `categories`.
    #[schema(required)]
    pub category: Option<CategorySummary>,
    /// The categories, the main one first.
    pub categories: Vec<CategorySummary>,
    /// The ids of `categories`, as requests send them.
    #[schema(example = json!([4]))]
    pub category_ids: Vec<CategoryId>,
    /// How accurate the coordinates are; null if unknown.
    #[schema(required)]
    pub coordinate_confidence: Option<CoordinateConfidence>,
    /// The sources of the facts about the place.
    #[schema(example = json!(["The park's map of 2023"]))]
    pub sources: Vec<String>,
    /// The latest year in which a source names the place.
    #[schema(required, example = 2023)]
    pub last_seen_year: Option<i64>,
    /// The commune in which the place is.
    #[schema(required, example = "Lantern Bay")]
    pub commune: Option<String>,
    /// The months in which the place is good to visit, 1 to 12; empty if unknown.
    #[schema(value_type = Vec<i64>, example = json!([2, 3, 4]))]
    pub good_months: Months,
    /// The months in which the place is closed, 1 to 12; empty if there are none or if they are unknown.
    #[schema(value_type = Vec<i64>, example = json!([10]))]
    pub closed_months: Months,
    /// The current alerts of the place and of its categories, the most severe first. Those of the whole guide are not
    /// among them: see `listAlerts`.
    pub alerts: Vec<PlaceAlert>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time from which the public pages show the latest change. Null until then, and for callers who cannot edit
    /// the place.
    #[schema(required)]
    pub live_since: Option<Timestamp>,
    /// The time at which the place stops being public: it is then inactive, and the field is null again. Null if no
    /// time is set, and for callers who cannot edit the place.
    #[schema(required)]
    pub unpublish_at: Option<Timestamp>,
    /// Warnings about the saved values; only in responses to a change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
    // The next two fields must be the last ones: see `UNCACHED_FIELDS_START` in store.rs.
    /// Whether the caller has saved the place; `false` for callers without an account.
    pub is_liked: bool,
    /// The number of accounts that have saved the place.
    #[schema(example = 12)]
    pub like_count: i64,
}

impl PlaceResponse {
    /// The response to the creation or a change of the place, with warnings about its values.
    pub fn for_change(caller: &Account, place: Place) -> Self {
        let mut warnings = place.operating_hours.as_deref().map(schedule::warnings).unwrap_or_default();
        warnings.extend(permissions::review_warnings(&place));
        Self { warnings, ..Self::for_caller(Some(caller), place) }
    }

    /// The place with all fields, as admins see it.
    pub fn for_admin(place: Place) -> Self {
        // The same condition as in enquiries::store.
        let accepts_enquiries = place.enquiry_form_enabled && (place.email.is_some() || place.owner_id.is_some());
        let phone_parts = place.phone.as_deref().map(|phone| phone::split_at_phone_numbers(phone, &place.country));
        let contact = place.direct_booking_contact.as_deref();
        let recheck_reason = recheck_reason(&place);
        let checks = PlaceCheckResponse::all(&place);
        let last_position_check = position_check(&place);
        let (checked_at, checked_by) =
            last_position_check.map(|check| (check.checked_at, check.checked_by.clone())).unwrap_or_default();
        Self {
            id: place.id,
            version: place.version,
            slug: place.slug,
            name: place.name,
            local_name: place.local_name,
            description: place.description,
            address: place.address,
            phone_parts: phone_parts.unwrap_or_default(),
            phone: place.phone,
            website: place.website,
            email: place.email,
            hours: place.hours,
            operating_hours: place.operating_hours,
            opening: place.opening.map(|opening| opening.0),
            image_url: place.image_url,
            gallery: place.gallery.0,
            pictures: place.pictures.into_iter().filter(|image| image.is_public).map(ImageResponse::from).collect(),
            latitude: place.latitude,
            longitude: place.longitude,
            rating: place.rating,
            rating_source: place.rating_source,
            review_count: place.review_count,
            reviews: place.reviews.0,
            tags: place.tags.0,
            price_range: place.price_range,
            prices: place.prices.0,
            amenities: place.amenities.0,
            booking_type: place.booking_type,
            affiliate_link: place.affiliate_link,
            booking_com_url: place.booking_com_url,
            agoda_url: place.agoda_url,
            direct_booking_url: contact.and_then(|contact| phone::contact_url(contact, &place.country)),
            direct_booking_contact: place.direct_booking_contact,
            enquiry_form_enabled: place.enquiry_form_enabled,
            accepts_enquiries,
            featured_text: place.featured_text,
            google_maps_url: place.google_maps_url,
            is_premium: place.is_premium,
            warnings: Vec::new(),
            is_liked: place.is_liked,
            like_count: place.like_count,
            is_active: place.is_active,
            is_verified: place.is_verified,
            checked_at,
            checked_by,
            recheck_reason,
            checks,
            is_recommended: place.is_recommended,
            owner_id: place.owner_id,
            category: place.categories.first().cloned(),
            category_ids: place.categories.iter().map(|category| category.id).collect(),
            categories: place.categories,
            coordinate_confidence: place.coordinate_confidence,
            sources: place.sources.0,
            last_seen_year: place.last_seen_year,
            commune: place.commune,
            good_months: place.good_months,
            closed_months: place.closed_months,
            alerts: place.alerts,
            created_at: place.created_at,
            updated_at: place.updated_at,
            live_since: place.live_since,
            unpublish_at: place.unpublish_at,
        }
    }

    /// The place without the fields that only its owner and admins see. Checks are included only while they are valid,
    /// and `checked_at` only while the place has the badge.
    pub fn for_public(place: Place) -> Self {
        let checks = PlaceCheckResponse::all_valid(&place);
        let full = Self::for_admin(place);
        let checked_at = full.checked_at.filter(|_| full.is_verified);
        Self {
            owner_id: None,
            live_since: None,
            unpublish_at: None,
            checked_at,
            checked_by: None,
            recheck_reason: None,
            checks,
            ..full
        }
    }

    /// The place with the fields that this caller may see. For a token whose limits exclude it: the public fields.
    pub fn for_caller(caller: Option<&Account>, place: Place) -> Self {
        let caller = caller.filter(|caller| permissions::token_allows(caller, &place));
        let may = |permission| caller.is_some_and(|caller| caller.may(permission));
        if may(Permission::AdministerPlaces) {
            Self::for_admin(place)
        } else if may(Permission::EditPlace(place.owner_id.as_ref())) {
            Self { checked_by: None, ..Self::for_admin(place) }
        } else {
            Self::for_public(place)
        }
    }

    /// The JSON names of all fields except `warnings`: the valid values of the parameter `fields`.
    pub fn field_names() -> Vec<String> {
        let blank = serde_json::to_value(Self::for_public(Place::blank(Timestamp(0)))).unwrap_or_default();
        blank.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }
}

/// A place in the trash, with the fields that identify it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceTrashItem {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The slug of the place, which stays reserved.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The name in the language of the region, with its diacritics.
    #[schema(required, example = "Hang Đèn Lồng")]
    pub local_name: Option<String>,
    /// The main category.
    #[schema(required)]
    pub category: Option<CategorySummary>,
    /// Whether the place becomes public again when it is restored.
    pub is_active: bool,
    /// The time of the deletion.
    #[schema(required)]
    pub deleted_at: Option<Timestamp>,
    /// The time from which it may be deleted permanently; null if the trash has no time limit.
    #[schema(required)]
    pub kept_until: Option<Timestamp>,
}

impl PlaceTrashItem {
    /// An item for a place in the trash. The settings of `app` determine when the place may be purged.
    pub fn new(app: &App, place: Place) -> Self {
        Self {
            id: place.id,
            slug: place.slug,
            name: place.name,
            local_name: place.local_name,
            category: place.categories.into_iter().next(),
            is_active: place.is_active,
            deleted_at: place.deleted_at,
            kept_until: app.purge_at(place.deleted_at),
        }
    }
}

/// The schema of a list item: the whole place, or the fields that the parameter `fields` requests.
pub struct PlaceListItem;

/// The schema of a place with the requested fields only.
pub struct PlaceFields;

impl PartialSchema for PlaceFields {
    fn schema() -> RefOr<Schema> {
        let mut schema = PlaceResponse::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some("A place with only the fields that `fields` requested.".to_owned());
        }
        schema
    }
}
impl ToSchema for PlaceFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        PlaceResponse::schemas(schemas);
    }
}

impl PartialSchema for PlaceListItem {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(Ref::from_schema_name(PlaceResponse::name()))
            .item(Ref::from_schema_name(PlaceFields::name()))
            .description(Some("A complete place, or only the fields that `fields` requested."))
            .into()
    }
}
impl ToSchema for PlaceListItem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((PlaceResponse::name().into(), PlaceResponse::schema()));
        schemas.push((PlaceFields::name().into(), PlaceFields::schema()));
        PlaceResponse::schemas(schemas);
    }
}

impl AuditSubject for Place {
    const KIND: AuditRecordKind = AuditRecordKind::Place;
    const DERIVED_FIELDS: &'static [&'static str] = &[
        "alerts",
        "opening",
        "pictures",
        "isLiked",
        "likeCount",
        "category",
        "categories",
        "liveSince",
        "acceptsEnquiries",
        "phoneParts",
        "directBookingUrl",
    ];

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.id, &self.name, PlaceResponse::for_admin(self.clone()))
    }
}
