//! Open data: the facts of all public places in one file, as JSON or CSV.
//!
//! A file may contain 200,000 places, so it is read and sent in batches and never completely in memory. Its `ETag` is
//! derived from the newest change of the guide: without a change, a repeated request gets 304.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tracing::Span;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::common::error_chain;
use crate::common::id::PlaceId;
use crate::common::version::VERSION;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::cache::has_tag;
use crate::http::caller::OptionalAccount;
use crate::http::input::pagination::Key;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::jobs::change_log;
use crate::places::model::{Confidence, Place};
use crate::places::search::place_query::{Cursor, PlaceQuery, Scope, Sort};
use crate::places::{pages, store};

/// The attribution that users of the data must show.
pub const ATTRIBUTION: &str = "© OpenStreetMap contributors";
/// The license of the data. Some positions are from OpenStreetMap, whose license extends to databases that contain
/// them.
const LICENSE: &str = "ODbL-1.0";
const LICENSE_URL: &str = "https://opendatacommons.org/licenses/odbl/1-0/";
/// The `Link` header of data with this license (RFC 8288, RFC 4946).
pub const LICENSE_LINK: HeaderValue =
    HeaderValue::from_static("<https://opendatacommons.org/licenses/odbl/1-0/>; rel=\"license\"");

/// The number of places per batch.
const BATCH_SIZE: i64 = 500;
/// The number of concurrent downloads (R318): each reads all places.
static DOWNLOAD_PERMITS: Semaphore = Semaphore::const_new(4);

/// All active places as open data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dataset {
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
    places: Vec<OpenPlace>,
}

/// The facts about a place.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenPlace {
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
    coordinate_confidence: Option<Confidence>,
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
    #[schema(example = json!(["parking", "life vests"]))]
    amenities: Vec<String>,
    /// Whether the position of the place was checked.
    is_verified: bool,
    /// The sources of the facts about the place.
    #[schema(example = json!(["The park's map of 2023"]))]
    sources: Vec<String>,
    /// The latest year in which a source names the place.
    #[schema(required, example = 2023)]
    last_seen_year: Option<i64>,
    /// The time of the last change.
    updated_at: Timestamp,
}

impl OpenPlace {
    fn new(place: Place, public_url: &str) -> Self {
        Self {
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
            amenities: place.amenities.0,
            is_verified: place.is_verified,
            sources: place.sources.0,
            last_seen_year: place.last_seen_year,
            updated_at: place.updated_at,
        }
    }
}

/// Export all active places as JSON, under an open license.
///
/// The facts about each place, without descriptions, images and ratings, ordered by id. `Link` with `rel="license"` is
/// the URL of the license. Show the attribution wherever you use the data. The response is streamed and has no size
/// limit.
#[utoipa::path(
    get, path = "/api/businesses.json", operation_id = "exportPlacesJson", tag = "Places",
    responses((status = 200, body = Dataset, headers(
        ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
        ("content-disposition" = String, description = "The file name: `places.json`."),
    ))),
)]
pub async fn place_dataset(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.without_tracking().finish()?;
    send::<Json>(app, &headers).await
}

/// Export all active places as CSV, under an open license.
///
/// The same facts as in `businesses.json`, one row for each place. Lists are in one cell, separated by semicolons.
/// Cells that a spreadsheet would read as a formula begin with an apostrophe.
#[utoipa::path(
    get, path = "/api/businesses.csv", operation_id = "exportPlacesCsv", tag = "Places",
    responses((status = 200, body = String, content_type = "text/csv", headers(
        ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
        ("content-disposition" = String, description = "The file name: `places.csv`."),
    ), example = json!(
        "id,name,local_name,url,categories,tags,latitude,longitude,coordinate_confidence,address,commune,phone,email,website,operating_hours,price_range,amenities,is_verified,sources,last_seen_year,updated_at\r\n7,Lantern Cave,Hang Đèn Lồng,https://guide.example/places/lantern-cave,cave,boat; river,16.58137,107.28308,surveyed,,Lantern Bay,,,,Mo-Su 07:00-17:00,$$,parking,true,The park's map of 2023,2023,2026-11-21T08:00:00.000Z\r\n"
    ))),
)]
pub async fn place_sheet(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.without_tracking().finish()?;
    send::<Csv>(app, &headers).await
}

/// A file format that is written in batches.
trait Format: 'static {
    const NAME: &str;
    const TYPE: &str;
    /// The text before the first place and after the last.
    fn frame() -> [String; 2];
    /// The text of a batch of places.
    fn batch(places: Vec<OpenPlace>, is_first: bool) -> String;
}

struct Json;

impl Format for Json {
    const NAME: &str = "json";
    const TYPE: &str = "application/json";

    fn frame() -> [String; 2] {
        let empty =
            Dataset { attribution: ATTRIBUTION, license: LICENSE, license_url: LICENSE_URL, places: Vec::new() };
        let mut head = serde_json::to_string(&empty).unwrap_or_default();
        let tail = head.split_off(head.len() - "]}".len());
        [head, tail]
    }

    fn batch(places: Vec<OpenPlace>, is_first: bool) -> String {
        let mut json = String::new();
        for (at, place) in places.iter().enumerate() {
            if at > 0 || !is_first {
                json.push(',');
            }
            json.push_str(&serde_json::to_string(place).unwrap_or_default());
        }
        json
    }
}

struct Csv;

const COLUMNS: [&str; 21] = [
    "id",
    "name",
    "local_name",
    "url",
    "categories",
    "tags",
    "latitude",
    "longitude",
    "coordinate_confidence",
    "address",
    "commune",
    "phone",
    "email",
    "website",
    "operating_hours",
    "price_range",
    "amenities",
    "is_verified",
    "sources",
    "last_seen_year",
    "updated_at",
];

impl Format for Csv {
    const NAME: &str = "csv";
    const TYPE: &str = "text/csv; charset=utf-8";

    fn frame() -> [String; 2] {
        [CsvWriter::with_header(COLUMNS).into_text(), String::new()]
    }

    fn batch(places: Vec<OpenPlace>, _is_first: bool) -> String {
        let mut csv = CsvWriter::without_header();
        for place in places {
            csv.write_row(cells(place));
        }
        csv.into_text()
    }
}

/// The row of a place, in the order of [`COLUMNS`].
fn cells(place: OpenPlace) -> [CsvCell; COLUMNS.len()] {
    let confidence = place.coordinate_confidence.and_then(|confidence| serde_json::to_value(confidence).ok());
    [
        place.id.to_string().into(),
        place.name.into(),
        place.local_name.unwrap_or_default().into(),
        place.url.into(),
        place.categories.join("; ").into(),
        place.tags.join("; ").into(),
        place.latitude.into(),
        place.longitude.into(),
        confidence.as_ref().and_then(|value| value.as_str()).unwrap_or_default().into(),
        place.address.unwrap_or_default().into(),
        place.commune.unwrap_or_default().into(),
        place.phone.unwrap_or_default().into(),
        place.email.unwrap_or_default().into(),
        place.website.unwrap_or_default().into(),
        place.operating_hours.unwrap_or_default().into(),
        place.price_range.unwrap_or_default().into(),
        place.amenities.join("; ").into(),
        place.is_verified.to_string().into(),
        place.sources.join("; ").into(),
        place.last_seen_year.map(|year| year.to_string()).unwrap_or_default().into(),
        place.updated_at.to_string().into(),
    ]
}

async fn send<F: Format>(app: App, request_headers: &HeaderMap) -> Result<Response, Problem> {
    let newest = change_log::newest(&app.db).await?;
    // Besides the data, the file depends on the version of the program and the URL of the site.
    let digest = Sha256::digest([VERSION, app.public_url.as_str()].join(" "));
    let salt = BASE64_URL_SAFE_NO_PAD.encode(&digest[..6]);
    // Each format has its own tags. They are weak, because a file has several encodings.
    let tag = format!("\"{newest}-{}-{salt}\"", F::NAME);
    let is_unchanged = HeaderValue::from_str(&tag).is_ok_and(|tag| has_tag(request_headers, &tag));
    let mut response = if is_unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let permit = DOWNLOAD_PERMITS.try_acquire().map_err(|_| {
            Problem::unavailable("Too many downloads of the whole guide are running right now. Please try again.")
        })?;
        let span = Span::current();
        let chunks = chunks::<F>(app).inspect_err(move |error| {
            let _permit = &permit;
            // The response has begun, so its status cannot report the error.
            span.in_scope(|| tracing::error!(error = %error_chain::display(error), "failed to export all places"));
        });
        Body::from_stream(chunks).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::LINK, LICENSE_LINK);
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{tag}")) {
        headers.insert(header::ETAG, tag);
    }
    if !is_unchanged {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(F::TYPE));
        if let Ok(name) = format!("attachment; filename=\"places.{}\"", F::NAME).parse() {
            headers.insert(header::CONTENT_DISPOSITION, name);
        }
    }
    Ok(response)
}

/// The chunks of a file. If a read fails, the response is aborted, so that clients notice that it is incomplete.
fn chunks<F: Format>(app: App) -> impl futures_util::Stream<Item = Result<String, StoreError>> {
    let [head, tail] = F::frame().map(|text| stream::iter([Ok::<String, StoreError>(text)]));
    let batches = stream::try_unfold(None, move |previous: Option<PlaceId>| {
        let app = app.clone();
        async move {
            let query = PlaceQuery {
                sort: Sort::BY_ID,
                after: previous.map(|PlaceId(id)| Cursor { key: Key::Number(id), id }),
                limit: BATCH_SIZE,
                ..PlaceQuery::all(Scope::Public)
            };
            let mut places = store::read(&app.db, &query).await?;
            places.truncate(BATCH_SIZE as usize); // `read` returns one more if there is one
            let Some(last) = places.last().map(|place| place.id) else { return Ok::<_, StoreError>(None) };
            let places = places.into_iter().map(|place| OpenPlace::new(place, &app.public_url)).collect();
            Ok(Some((F::batch(places, previous.is_none()), Some(last))))
        }
    });
    head.chain(batches).chain(tail)
}
