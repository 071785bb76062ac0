//! The CSV file of a filtered list of places, for the console. Its columns have the names that an import recognizes, so
//! that an import of the unchanged file changes nothing.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::pagination;
use crate::http::input::query_string::Query;
use crate::http::open_data::{CsvColumn, optional_cell};
use crate::http::problem::Problem;
use crate::places::model::Place;
use crate::places::prices::variant_name;
use crate::places::routes::parse_list_request;
use crate::places::search::place_query::{PlaceQuery, PlaceScope, Sort};
use crate::places::{checks, store};

/// The number of places per query.
const BATCH_SIZE: i64 = 500;

/// Separates categories, tags or amenities in a cell. Their texts contain no commas.
pub const ITEM_SEPARATOR: &str = ", ";
/// Separates the URLs of a gallery, or sources, in a cell. Both may contain commas.
pub const LINE_SEPARATOR: &str = "\n";

/// The columns that an import reads: `id` names the place, and the other columns have values of its fields. Each
/// column has the name of the field of an import to which it is mapped.
pub const IMPORTABLE_COLUMNS: &[CsvColumn<Place>] = &[
    ("id", |place| place.id.into()),
    ("slug", |place| CsvCell::from(&place.slug)),
    ("name", |place| CsvCell::from(&place.name)),
    ("localName", |place| optional_cell(&place.local_name)),
    ("categories", |place| {
        let slugs: Vec<&str> = place.categories.iter().map(|category| category.slug.as_str()).collect();
        slugs.join(ITEM_SEPARATOR).into()
    }),
    ("latitude", |place| place.latitude.into()),
    ("longitude", |place| place.longitude.into()),
    ("description", |place| optional_cell(&place.description)),
    ("address", |place| optional_cell(&place.address)),
    ("commune", |place| optional_cell(&place.commune)),
    ("phone", |place| optional_cell(&place.phone)),
    ("email", |place| optional_cell(&place.email)),
    ("website", |place| optional_cell(&place.website)),
    ("hours", |place| optional_cell(&place.hours)),
    ("operatingHours", |place| optional_cell(&place.operating_hours)),
    ("priceRange", |place| optional_cell(&place.price_range)),
    ("prices", |place| json_list(&place.prices).into()),
    ("tags", |place| place.tags.join(ITEM_SEPARATOR).into()),
    ("amenities", |place| place.amenities.join(ITEM_SEPARATOR).into()),
    ("imageUrl", |place| optional_cell(&place.image_url)),
    ("gallery", |place| place.gallery.join(LINE_SEPARATOR).into()),
    ("rating", |place| optional_cell(&place.rating)),
    ("ratingSource", |place| variant_name(place.rating_source).into()),
    ("reviewCount", |place| place.review_count.into()),
    ("reviews", |place| json_list(&place.reviews).into()),
    ("bookingType", |place| variant_name(place.booking_type).into()),
    ("affiliateLink", |place| optional_cell(&place.affiliate_link)),
    ("bookingComUrl", |place| optional_cell(&place.booking_com_url)),
    ("agodaUrl", |place| optional_cell(&place.agoda_url)),
    ("directBookingContact", |place| optional_cell(&place.direct_booking_contact)),
    ("enquiryFormEnabled", |place| place.enquiry_form_enabled.into()),
    ("featuredText", |place| optional_cell(&place.featured_text)),
    ("googleMapsUrl", |place| optional_cell(&place.google_maps_url)),
];

/// The columns that an import ignores: flags of the place, its evidence and its owner, and computed values.
pub const READ_ONLY_COLUMNS: &[CsvColumn<Place>] = &[
    ("isActive", |place| place.is_active.into()),
    ("isPremium", |place| place.is_premium.into()),
    ("isVerified", |place| place.is_verified.into()),
    ("isRecommended", |place| place.is_recommended.into()),
    ("checkedAt", |place| optional_cell(&checks::position_check(place).and_then(|check| check.checked_at))),
    ("coordinateConfidence", |place| variant_name(place.coordinate_confidence).into()),
    ("sources", |place| place.sources.join(LINE_SEPARATOR).into()),
    ("lastSeenYear", |place| optional_cell(&place.last_seen_year)),
    ("ownerId", |place| optional_cell(&place.owner_id.as_ref().map(|owner| &owner.0))),
    ("likeCount", |place| place.like_count.into()),
    ("createdAt", |place| place.created_at.into()),
    ("updatedAt", |place| place.updated_at.into()),
];

/// Formats a list as JSON. Returns an empty text for an empty list, so that the cell is empty.
fn json_list<T: Serialize>(items: &[T]) -> String {
    if items.is_empty() { String::new() } else { serde_json::to_string(items).unwrap_or_default() }
}

/// Export places as CSV for an import.
///
/// Admins only. The file has all matching places, active or not, without pagination. Importing the unchanged file
/// changes nothing. A cell that a spreadsheet would read as a formula begins with an apostrophe.
#[utoipa::path(
    get, path = "/api/admin/businesses.csv", tag = "Places",
    params(
        ("q" = Option<String>, Query, description = "Only places whose name or local name contains this text. Case and diacritics are ignored."),
        ("sort" = Option<String>, Query, description = "As in `listPlaces`, except relevance and distance."),
        ("category" = Option<String>, Query, description = "As in `listPlaces`."),
        ("tags" = Option<String>, Query, description = "As in `listPlaces`."),
        ("ids" = Option<String>, Query, description = "As in `listPlaces`."),
        ("premium" = Option<bool>, Query, description = "As in `listPlaces`."),
        ("verified" = Option<bool>, Query, description = "As in `listPlaces`."),
        ("recheck" = Option<bool>, Query, description = "As in `listPlaces`."),
        ("active" = Option<bool>, Query, description = "As in `listPlaces`."),
        ("ownerId" = Option<String>, Query, description = "As in `listPlaces`."),
        ("missing" = Option<String>, Query, description = "As in `listPlaces`."),
    ),
    responses(
        (status = 200, body = String, content_type = "text/csv", headers(
            ("x-total-count" = i64, description = "The number of places in the file."),
            ("content-disposition" = String, description = "The name of the file: `places-{date}.csv`."),
        ), example = json!("id,slug,name,localName,categories,latitude,longitude\r\n7,lantern-cave,Lantern Cave,Hang Đèn Lồng,cave,16.58137,107.28308\r\n")),
    ),
)]
pub async fn export_place_sheet(State(app): State<App>, _caller: Admin, mut query: Query) -> Result<Response, Problem> {
    let name_filter = query.take("q").map(|text| text::fold(&text)).unwrap_or_default();
    // This call accepts the filters and the order of `listPlaces`, but not its parameters for pages and searches.
    query.allow_only(&[
        "sort", "category", "tags", "ids", "premium", "verified", "recheck", "active", "ownerId", "missing",
    ]);
    let mut place_query =
        PlaceQuery { scope: PlaceScope::All, limit: BATCH_SIZE, ..parse_list_request(&app, query).await?.place_query };
    if place_query.uses_index() || place_query.sort == Sort::Distance {
        place_query.sort = Sort::BY_ID;
    }
    let (file, count) = build_csv(&app.db, place_query, &name_filter).await?;
    let date: String = app.clock.now().to_string().chars().take(10).collect();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"places-{date}.csv\"")),
    ];
    Ok((headers, pagination::page_response(file, count, None)).into_response())
}

/// A CSV file of the places of the query whose folded name or local name contains `name_filter`, and their number.
async fn build_csv(db: &Db, mut query: PlaceQuery, name_filter: &str) -> Result<(String, i64), StoreError> {
    let columns: Vec<&CsvColumn<Place>> = IMPORTABLE_COLUMNS.iter().chain(READ_ONLY_COLUMNS).collect();
    let mut file = CsvWriter::with_header(&columns.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let mut count = 0;
    loop {
        let mut places = store::read(db, &query).await?;
        let has_more = places.len() as i64 > query.limit;
        places.truncate(query.limit as usize);
        let matches_name_filter = |text: &String| text::fold(text).contains(name_filter);
        for place in places
            .iter()
            .filter(|place| matches_name_filter(&place.name) || place.local_name.iter().any(matches_name_filter))
        {
            file.write_row(columns.iter().map(|(_, cell)| cell(place)));
            count += 1;
        }
        // The next batch begins at a cursor. With an offset, places would be repeated or skipped if others are added or
        // deleted in the meantime. The orders of this export all have a cursor.
        query.after = places.last().and_then(|last| query.sort.cursor_after(last));
        if !has_more {
            return Ok((file.into_text(), count));
        }
    }
}
