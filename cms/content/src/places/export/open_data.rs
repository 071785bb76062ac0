//! `businesses.json` and `businesses.csv`: the facts of all public places.

use axum::response::Response;
use futures_util::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::csv_export::CsvCell;
use crate::common::id::PlaceId;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::input::pagination::ColumnValue;
use crate::http::open_data::{
    BATCH_SIZE, CsvColumn, OpenDataFormat, OpenDataRecord, OpenDataRequest, file_response, optional_cell,
};
use crate::http::problem::Problem;
use crate::places::check_dto::PlaceCheckResponse;
use crate::places::checks::FactGroup;
use crate::places::model::{CoordinateConfidence, Place};
use crate::places::prices::{Price, variant_name};
use crate::places::search::place_query::{Cursor, PlaceQuery, PlaceScope, Sort};
use crate::places::{pages, store};

/// All active places as open data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenDataPlaces {
    /// The attribution to show wherever the data is used.
    #[schema(example = "© OpenStreetMap contributors")]
    attribution: &'static str,
    /// The SPDX identifier of the license.
    #[schema(example = "ODbL-1.0")]
    license: &'static str,
    /// The URL of the license.
    #[schema(example = "https://opendatacommons.org/licenses/odbl/1-0/")]
    license_url: &'static str,
    /// The places, ordered by id.
    places: Vec<OpenDataPlace>,
}

/// The facts about a place.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenDataPlace {
    #[schema(example = 7)]
    id: PlaceId,
    #[schema(example = "Lantern Cave")]
    name: String,
    /// The name in the language of the region, with its diacritics.
    #[schema(required, example = "Hang Đèn Lồng")]
    local_name: Option<String>,
    /// The URL of the page of the place.
    #[schema(example = "https://guide.example/places/lantern-cave")]
    url: String,
    /// The slugs of the categories, the main one first.
    #[schema(example = json!(["cave"]))]
    categories: Vec<String>,
    #[schema(example = json!(["boat", "river"]))]
    tags: Vec<String>,
    /// The latitude in degrees (WGS 84).
    #[schema(example = 16.58137)]
    latitude: f64,
    /// The longitude in degrees (WGS 84).
    #[schema(example = 107.28308)]
    longitude: f64,
    /// How accurate the coordinates are; null if unknown.
    #[schema(required)]
    coordinate_confidence: Option<CoordinateConfidence>,
    #[schema(required, example = "Wharf Road 1, Lantern Bay")]
    address: Option<String>,
    #[schema(required, example = "Lantern Bay")]
    commune: Option<String>,
    #[schema(required, example = "+84 232 000 111")]
    phone: Option<String>,
    #[schema(required, example = "boats@example.org")]
    email: Option<String>,
    #[schema(required, example = "https://lantern-cave.example")]
    website: Option<String>,
    /// The opening hours in the syntax of OpenStreetMap's `opening_hours`.
    #[schema(required, example = "Mo-Su 07:00-17:00")]
    operating_hours: Option<String>,
    /// The price range: `$`, `$$`, `$$$`, or words.
    #[schema(required, example = "$$")]
    price_range: Option<String>,
    /// The prices, each with the date of its check.
    prices: Vec<Price>,
    #[schema(example = json!(["parking", "life vests"]))]
    amenities: Vec<String>,
    /// Whether the position of the place was checked.
    is_verified: bool,
    /// When each group of facts was last checked, by whom and from which source.
    checks: Vec<PlaceCheckResponse>,
    /// The sources of the facts about the place.
    #[schema(example = json!(["The park's map of 2023"]))]
    sources: Vec<String>,
    /// The latest year in which a source names the place.
    #[schema(required, example = 2023)]
    last_seen_year: Option<i64>,
    /// The time of the last change.
    updated_at: Timestamp,
}

impl OpenDataPlace {
    fn new(place: Place, public_url: &str) -> Self {
        let checks = PlaceCheckResponse::all_valid(&place);
        Self {
            checks,
            id: place.id,
            name: place.name,
            local_name: place.local_name,
            url: format!("{public_url}{}", pages::path(&place.slug)),
            categories: place.categories.into_iter().map(|category| category.slug).collect(),
            tags: place.tags.0,
            latitude: place.latitude,
            longitude: place.longitude,
            coordinate_confidence: place.coordinate_confidence,
            address: place.address,
            commune: place.commune,
            phone: place.phone,
            email: place.email,
            website: place.website,
            operating_hours: place.operating_hours,
            price_range: place.price_range,
            prices: place.prices.0,
            amenities: place.amenities.0,
            is_verified: place.is_verified,
            sources: place.sources.0,
            last_seen_year: place.last_seen_year,
            updated_at: place.updated_at,
        }
    }

    /// The check with the latest time among the checks of a group by the team, the owner or travelers.
    fn newest_check(&self, group: FactGroup) -> Option<&PlaceCheckResponse> {
        self.checks.iter().filter(|check| check.group == group).max_by_key(|check| check.checked_at)
    }

    fn checked_at_cell(&self, group: FactGroup) -> CsvCell {
        optional_cell(&self.newest_check(group).map(|check| check.checked_at))
    }
}

/// Export all active places as JSON, under an open license.
///
/// The facts about each place, without descriptions, images and ratings, ordered by id. `Link` with `rel="license"` is
/// the URL of the license. Show the attribution wherever you use the data. The response is streamed and has no size
/// limit.
#[utoipa::path(
    get, path = "/api/businesses.json", tag = "Places", security(()),
    responses(
        (status = 200, body = OpenDataPlaces, headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `places.json`."),
        )),
    ),
)]
pub async fn export_places_json(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenDataPlace>(request, OpenDataFormat::Json).await
}

/// Export all active places as CSV, under an open license.
///
/// The same facts as in `businesses.json`, one row for each place. Lists are in one cell, separated by semicolons.
/// Cells that a spreadsheet would read as a formula begin with an apostrophe.
#[utoipa::path(
    get, path = "/api/businesses.csv", tag = "Places", security(()),
    responses(
        (status = 200, body = String, content_type = "text/csv", headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `places.csv`."),
        ), example = json!(
            "id,name,local_name,url,categories,tags,latitude,longitude,coordinate_confidence,address,commune,phone,email,website,operating_hours,price_range,prices,amenities,is_verified,position_checked_at,hours_checked_at,price_checked_at,contact_checked_at,status_checked_at,checked_by,sources,last_seen_year,updated_at\r\n7,Lantern Cave,Hang Đèn Lồng,https://guide.example/places/lantern-cave,cave,boat; river,16.58137,107.28308,surveyed,,Lantern Bay,,,,Mo-Su 07:00-17:00,$$,\"Boat trip: 150000-300000 VND per boat, checked 2026-03-12\",parking,true,2026-11-21T08:00:00.000Z,2026-11-21T08:00:00.000Z,,,,position: team; hours: owner,The park's map of 2023,2023,2026-11-21T08:00:00.000Z\r\n"
        )),
    ),
)]
pub async fn export_places_csv(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenDataPlace>(request, OpenDataFormat::Csv).await
}

/// Formats a check as `hours: travelers (4)`.
fn checker_text(check: &PlaceCheckResponse) -> String {
    let count = check.count.map(|count| format!(" ({count})")).unwrap_or_default();
    format!("{}: {}{count}", check.group.name(), variant_name(check.checked_by))
}

impl OpenDataRecord for OpenDataPlace {
    const LIST_NAME: &str = "places";
    const COLUMNS: &[CsvColumn<Self>] = &[
        ("id", |place| place.id.into()),
        ("name", |place| CsvCell::from(&place.name)),
        ("local_name", |place| optional_cell(&place.local_name)),
        ("url", |place| CsvCell::from(&place.url)),
        ("categories", |place| place.categories.join("; ").into()),
        ("tags", |place| place.tags.join("; ").into()),
        ("latitude", |place| place.latitude.into()),
        ("longitude", |place| place.longitude.into()),
        ("coordinate_confidence", |place| variant_name(place.coordinate_confidence).into()),
        ("address", |place| optional_cell(&place.address)),
        ("commune", |place| optional_cell(&place.commune)),
        ("phone", |place| optional_cell(&place.phone)),
        ("email", |place| optional_cell(&place.email)),
        ("website", |place| optional_cell(&place.website)),
        ("operating_hours", |place| optional_cell(&place.operating_hours)),
        ("price_range", |place| optional_cell(&place.price_range)),
        ("prices", |place| place.prices.iter().map(Price::to_string).collect::<Vec<_>>().join("; ").into()),
        ("amenities", |place| place.amenities.join("; ").into()),
        ("is_verified", |place| place.is_verified.into()),
        ("position_checked_at", |place| place.checked_at_cell(FactGroup::Position)),
        ("hours_checked_at", |place| place.checked_at_cell(FactGroup::Hours)),
        ("price_checked_at", |place| place.checked_at_cell(FactGroup::Price)),
        ("contact_checked_at", |place| place.checked_at_cell(FactGroup::Contact)),
        ("status_checked_at", |place| place.checked_at_cell(FactGroup::Status)),
        ("checked_by", |place| {
            let checks = FactGroup::ALL.into_iter().filter_map(|group| place.newest_check(group));
            checks.map(checker_text).collect::<Vec<_>>().join("; ").into()
        }),
        ("sources", |place| place.sources.join("; ").into()),
        ("last_seen_year", |place| optional_cell(&place.last_seen_year)),
        ("updated_at", |place| place.updated_at.into()),
    ];

    fn id(&self) -> i64 {
        self.id.0
    }

    fn batch_after(app: App, id: Option<i64>) -> BoxFuture<'static, Result<Vec<Self>, StoreError>> {
        Box::pin(async move {
            let query = PlaceQuery {
                sort: Sort::BY_ID,
                after: id.map(|id| Cursor { key: ColumnValue::Number(id), id }),
                limit: BATCH_SIZE,
                ..PlaceQuery::unfiltered(PlaceScope::Public)
            };
            let mut places = store::read(&app.db, &query).await?;
            places.truncate(BATCH_SIZE as usize); // `read` returns one more place if more follow
            Ok(places.into_iter().map(|place| Self::new(place, &app.public_url)).collect())
        })
    }
}
