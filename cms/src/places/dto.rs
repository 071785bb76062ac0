//! Places on the wire: what is sent.

use serde::Serialize;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::checks::{self, RecheckReason};
use super::model::{BookingType, Confidence, Place, RatingSource, Review};
use super::opening::{self, Opening};
use crate::categories::dto::CategoryRef;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CategoryId, PlaceId};
use crate::common::phone::{self, PhonePart};
use crate::http::app::App;
use crate::http::problem::Warning;
use crate::identity::model::{Account, Permission};
use crate::media::dto::PictureView;

/// A place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    /// Its id.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 3)]
    pub version: i64,
    /// Its name in addresses: `/places/{slug}`.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Its name as people there write it.
    #[schema(required, example = "Hang Đèn Lồng")]
    pub local_name: Option<String>,
    /// A few sentences, plain text.
    #[schema(required, example = "A boat carries you 1,500 m into the rock, past two halls.")]
    pub description: Option<String>,
    /// Postal address.
    #[schema(required, example = "Wharf Road 1, Lantern Bay")]
    pub address: Option<String>,
    /// Telephone number.
    #[schema(required, example = "+84 232 000 111")]
    pub phone: Option<String>,
    /// `phone` in parts, each with the link that calls it if it is a number.
    pub phone_parts: Vec<PhonePart>,
    /// Address of its own site.
    #[schema(required, example = "https://lantern-cave.example")]
    pub website: Option<String>,
    /// E-mail address.
    #[schema(required, example = "boats@example.org")]
    pub email: Option<String>,
    /// Opening hours in words.
    #[schema(required, example = "Daily, 7 am to 5 pm")]
    pub hours: Option<String>,
    /// Opening hours in OpenStreetMap's syntax.
    #[schema(required, example = "Mo-Su 07:00-17:00")]
    pub operating_hours: Option<String>,
    /// What `operatingHours` come to, for a little more than a year.
    #[schema(required)]
    pub opening: Option<Opening>,
    /// Its main picture: `/…` or http(s).
    #[schema(required, example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    pub image_url: Option<String>,
    /// Further pictures.
    #[schema(example = json!(["/media/3f9c2a1b-9f86d081884c7d65.jpg"]))]
    pub gallery: Vec<String>,
    /// Those of both that are this guide's own, each once, in order.
    pub pictures: Vec<PictureView>,
    /// Degrees north.
    #[schema(example = 16.58137)]
    pub latitude: f64,
    /// Degrees east.
    #[schema(example = 107.28308)]
    pub longitude: f64,
    /// 1 to 5 in tenths; null when unrated.
    #[schema(required, example = 4.6)]
    pub rating: Option<f64>,
    /// Where the rating was read; null when unrated, and for ratings from before sources were stored.
    #[schema(required, example = "google")]
    pub rating_source: Option<RatingSource>,
    /// How many ratings that is the mean of.
    #[schema(example = 120)]
    pub review_count: i64,
    /// What guests wrote.
    pub reviews: Vec<Review>,
    /// Words that filters find.
    #[schema(example = json!(["boat", "river"]))]
    pub tags: Vec<String>,
    /// `$`, `$$`, `$$$`, or words.
    #[schema(required, example = "$$")]
    pub price_range: Option<String>,
    /// What there is.
    #[schema(example = json!(["parking", "life vests"]))]
    pub amenities: Vec<String>,
    /// How it is booked.
    pub booking_type: BookingType,
    /// A partner's link.
    #[schema(required)]
    pub affiliate_link: Option<String>,
    /// Its page on Booking.com.
    #[schema(required)]
    pub booking_com_url: Option<String>,
    /// Its page on Agoda.
    #[schema(required)]
    pub agoda_url: Option<String>,
    /// An e-mail address, a link or a telephone number.
    #[schema(required)]
    pub direct_booking_contact: Option<String>,
    /// What `directBookingContact` leads to: an https, `mailto:` or `tel:` link; null where it is none of them.
    #[schema(required, example = "tel:+84232000111")]
    pub direct_booking_url: Option<String>,
    /// Whether its page offers to send an enquiry.
    pub enquiry_form_enabled: bool,
    /// Whether `createEnquiry` takes enquiries to it: the form is on, and it has an email address or an owner.
    pub accepts_enquiries: bool,
    /// The line on a featured place's card.
    #[schema(required)]
    pub featured_text: Option<String>,
    /// Its page on Google Maps.
    #[schema(required)]
    pub google_maps_url: Option<String>,
    /// Featured on the home page and first in lists.
    pub is_premium: bool,
    /// Inactive places are shown to their owner and to admins alone.
    #[schema(example = true)]
    pub is_active: bool,
    /// Whether its location was checked.
    #[schema(example = true)]
    pub is_verified: bool,
    /// When its location was last checked; null where that is not known, and for callers who cannot edit it while it is not
    /// verified.
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
    /// The admin who checked it; sent to admins alone.
    #[schema(required)]
    pub checked_by: Option<AccountId>,
    /// Why it is to be verified again; null for callers who cannot edit it.
    #[schema(required)]
    pub recheck_reason: Option<RecheckReason>,
    /// Whether the guide recommends it.
    pub is_recommended: bool,
    /// The account that keeps it; sent to that account and to admins alone.
    #[schema(required)]
    pub owner_id: Option<AccountId>,
    /// The first of `categories`.
    #[schema(required)]
    pub category: Option<CategoryRef>,
    /// Its categories, the main one first.
    pub categories: Vec<CategoryRef>,
    /// The ids of `categories`; what a form sends.
    #[schema(example = json!([4]))]
    pub category_ids: Vec<CategoryId>,
    /// How far its point can be trusted.
    #[schema(required)]
    pub coordinate_confidence: Option<Confidence>,
    /// Where what is known of it comes from.
    #[schema(example = json!(["The park's map of 2023"]))]
    pub sources: Vec<String>,
    /// The newest year in which a source names it.
    #[schema(required, example = 2023)]
    pub last_seen_year: Option<i64>,
    /// The commune it lies in.
    #[schema(required, example = "Lantern Bay")]
    pub commune: Option<String>,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When its newest change was on the public pages; null until then, and for callers who cannot edit it.
    #[schema(required)]
    pub live_since: Option<Timestamp>,
    /// In answers to a change: what its author should look at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
    // These two come last: see ready.rs.
    /// Whether the caller has saved it; `false` for strangers.
    pub is_liked: bool,
    /// How many people have saved it.
    #[schema(example = 12)]
    pub like_count: i64,
}

impl PlaceView {
    /// The place in the answer to a change of it.
    pub fn changed(caller: &Account, place: Place) -> Self {
        let warnings = place.operating_hours.as_deref().map(opening::warnings).unwrap_or_default();
        Self { warnings, ..Self::seen_by(Some(caller), place) }
    }

    /// The place as admins see it.
    pub fn whole(place: Place) -> Self {
        // As enquiries::store has it.
        let accepts_enquiries = place.enquiry_form_enabled && (place.email.is_some() || place.owner_id.is_some());
        let recheck_reason = checks::recheck_reason(&place);
        let (checked_at, checked_by) =
            place.check.map(|check| (check.checked_at, check.checked_by)).unwrap_or_default();
        let categories: Vec<CategoryRef> = place.categories.into_iter().map(CategoryRef::from).collect();
        Self {
            id: place.id,
            version: place.version,
            slug: place.slug,
            name: place.name,
            local_name: place.local_name,
            description: place.description,
            address: place.address,
            phone_parts: place.phone.as_deref().map(|phone| phone::parts(phone, &place.country)).unwrap_or_default(),
            phone: place.phone,
            website: place.website,
            email: place.email,
            hours: place.hours,
            operating_hours: place.operating_hours,
            opening: place.opening.map(|opening| opening.0),
            image_url: place.image_url,
            gallery: place.gallery.0,
            pictures: place.pictures.into_iter().filter(|picture| picture.is_public).map(PictureView::from).collect(),
            latitude: place.latitude,
            longitude: place.longitude,
            rating: place.rating,
            rating_source: place.rating_source,
            review_count: place.review_count,
            reviews: place.reviews.0,
            tags: place.tags.0,
            price_range: place.price_range,
            amenities: place.amenities.0,
            booking_type: place.booking_type,
            affiliate_link: place.affiliate_link,
            booking_com_url: place.booking_com_url,
            agoda_url: place.agoda_url,
            direct_booking_url: place
                .direct_booking_contact
                .as_deref()
                .and_then(|contact| phone::contact_url(contact, &place.country)),
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
            is_recommended: place.is_recommended,
            owner_id: place.owner_id,
            category: categories.first().cloned(),
            category_ids: categories.iter().map(|category| category.id).collect(),
            categories,
            coordinate_confidence: place.coordinate_confidence,
            sources: place.sources.0,
            last_seen_year: place.last_seen_year,
            commune: place.commune,
            created_at: place.created_at,
            updated_at: place.updated_at,
            live_since: place.live_since,
        }
    }

    /// The place as everybody sees it.
    pub fn public(place: Place) -> Self {
        let whole = Self::whole(place);
        let checked_at = whole.checked_at.filter(|_| whole.is_verified);
        Self { owner_id: None, live_since: None, checked_at, checked_by: None, recheck_reason: None, ..whole }
    }

    /// The place as this caller sees it.
    pub fn seen_by(caller: Option<&Account>, place: Place) -> Self {
        let may = |permission| caller.is_some_and(|caller| caller.may(permission));
        if may(Permission::ManagePlaceFlags) {
            Self::whole(place)
        } else if may(Permission::EditPlace(place.owner_id.as_ref())) {
            Self { checked_by: None, ..Self::whole(place) }
        } else {
            Self::public(place)
        }
    }

    /// The names of its fields on the wire; what `fields` may ask for.
    pub fn field_names() -> Vec<String> {
        let blank = serde_json::to_value(Self::public(Place::blank(Timestamp(0)))).unwrap_or_default();
        blank.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }
}

/// A place in the trash: enough to know it by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashItem {
    /// Its id.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The address that waits for it.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Its name as people there write it.
    #[schema(required, example = "Hang Đèn Lồng")]
    pub local_name: Option<String>,
    /// Its main category.
    #[schema(required)]
    pub category: Option<CategoryRef>,
    /// Whether it is public again once it is restored.
    pub is_active: bool,
    /// When it was moved there.
    #[schema(required)]
    pub deleted_at: Option<Timestamp>,
    /// From when on it may be gone for good; null where the trash keeps for ever.
    #[schema(required)]
    pub kept_until: Option<Timestamp>,
}

impl TrashItem {
    /// What is sent of a place in the trash.
    pub fn of(app: &App, place: Place) -> Self {
        Self {
            id: place.id,
            slug: place.slug,
            name: place.name,
            local_name: place.local_name,
            category: place.categories.into_iter().next().map(CategoryRef::from),
            is_active: place.is_active,
            deleted_at: place.deleted_at,
            kept_until: app.purge_at(place.deleted_at),
        }
    }
}

/// One item of a list: the whole place, or the fields that `fields` asked for.
pub struct PlaceItem;

/// A place with those of its fields that were asked for.
pub struct PlaceFields;

impl PartialSchema for PlaceFields {
    fn schema() -> RefOr<Schema> {
        let mut schema = PlaceView::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some("A place with those of its fields that were asked for.".to_owned());
        }
        schema
    }
}
impl ToSchema for PlaceFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        PlaceView::schemas(schemas);
    }
}

impl PartialSchema for PlaceItem {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(Ref::from_schema_name(PlaceView::name()))
            .item(Ref::from_schema_name(PlaceFields::name()))
            .description(Some("The whole place, or the fields that `fields` asked for."))
            .into()
    }
}
impl ToSchema for PlaceItem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((PlaceView::name().into(), PlaceView::schema()));
        schemas.push((PlaceFields::name().into(), PlaceFields::schema()));
        PlaceView::schemas(schemas);
    }
}
