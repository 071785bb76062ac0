//! `businesses.geojson`: the feed for maps.

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::cache::CacheTags;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::Query;
use crate::http::open_data::{ATTRIBUTION, LICENSE_LINK};
use crate::http::problem::Problem;
use crate::places::checks::FactGroup;
use crate::places::model::AlertLevel;
use crate::with_pool;

/// The maximum number of places in the feed: enough for a region.
const MAX_PLACES: i64 = 50_000;

/// All active places as GeoJSON (RFC 7946).
#[derive(Serialize, ToSchema)]
pub struct PlaceFeatureCollection {
    #[serde(rename = "type")]
    #[schema(example = "FeatureCollection")]
    kind: &'static str,
    /// The attribution to show wherever the data is used.
    #[schema(example = "© OpenStreetMap contributors")]
    attribution: &'static str,
    /// The license of positions from OpenStreetMap.
    #[schema(example = "ODbL-1.0")]
    license: &'static str,
    features: Vec<PlaceFeature>,
}

/// A place as a GeoJSON feature.
#[derive(Serialize, ToSchema)]
pub struct PlaceFeature {
    #[serde(rename = "type")]
    #[schema(example = "Feature")]
    kind: &'static str,
    id: PlaceId,
    geometry: PointGeometry,
    properties: PlaceProperties,
}

/// A GeoJSON point.
#[derive(Serialize, ToSchema)]
pub struct PointGeometry {
    #[serde(rename = "type")]
    #[schema(example = "Point")]
    kind: &'static str,
    /// The longitude and the latitude, in this order.
    #[schema(example = json!([107.28308, 16.58137]))]
    coordinates: [f64; 2],
}

/// The properties of a place that a map shows.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
pub struct PlaceProperties {
    #[schema(example = "Lantern Cave")]
    name: String,
    #[schema(example = "lantern-cave")]
    slug: String,
    /// The slug of the main category.
    #[schema(required, example = "cave")]
    category: Option<String>,
    /// The color of the main category; null for the default gray.
    #[schema(required, example = "#78350F")]
    color: Option<String>,
    premium: bool,
    /// Whether the position is approximate: the `coordinateConfidence` of the place is `approximate` or
    /// `village-level`. If true, show "location approximate".
    approximate: bool,
    /// The level of the most severe current alert of the place; null if there is none.
    #[schema(required, example = "closed")]
    alert: Option<AlertLevel>,
    /// The time of the last valid check of each group of facts. Absent if no group has one.
    #[sqlx(skip)]
    #[serde(rename = "checkedAt", skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = HashMap<String, Timestamp>, example = json!({ "hours": "2026-11-21T08:00:00.000Z" }))]
    checked_at: BTreeMap<FactGroup, Timestamp>,
}

#[derive(sqlx::FromRow)]
struct PlaceFeatureRow {
    id: PlaceId,
    longitude: f64,
    latitude: f64,
    #[sqlx(flatten)]
    properties: PlaceProperties,
}

/// Selects each place with a current alert, its own or of a category, and the level of the most severe one.
const SELECT_WORST_ALERT_LEVELS: &str = "
select place_id, case min(severity) when 0 then 'closed' when 1 then 'danger' when 2 then 'restricted'
    else 'information' end as level
from (
    select alerted.place_id, case alert.level when 'closed' then 0 when 'danger' then 1 when 'restricted' then 2 else 3
        end as severity
    from (
        select alert_id, place_id from alert_place
        union all
        select alert.id, place_category.place_id
        from alert join place_category on place_category.category_id = alert.category_id
    ) alerted
    join alert on alert.id = alerted.alert_id
    where alert.state = 'current'
) severities group by place_id";

/// The SQL that selects a [`PlaceFeatureRow`] for each public place, at most `$1`.
fn select_features() -> String {
    format!(
        "select place.id, place.longitude, place.latitude, place.name, place.slug, place.is_premium as premium,
    category.slug as category, category.color, coalesce(place.coordinate_confidence <> 'surveyed', false) as approximate,
    alerted.level as alert
    from place
    left join place_category on place_category.place_id = place.id and place_category.position = 0
    left join category on category.id = place_category.category_id
    left join ({SELECT_WORST_ALERT_LEVELS}) alerted on alerted.place_id = place.id
    where place.is_public = true order by place.id limit $1"
    )
}

const SELECT_LAST_CHECK_TIMES: &str = "select place_id, fact_group, max(checked_at) as checked_at from (
        select place_id, fact_group, checked_at from fact_check where invalid_reason is null and checked_at is not null
        union all select place_id, fact_group, checked_at from traveler_check
    ) as found group by place_id, fact_group";

/// The times of the last valid checks, by place and group of facts. Places without a valid check are left out.
async fn last_check_times(db: &Db) -> Result<HashMap<PlaceId, BTreeMap<FactGroup, Timestamp>>, StoreError> {
    let rows: Vec<(PlaceId, FactGroup, Timestamp)> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_LAST_CHECK_TIMES).fetch_all(engine))?;
    let mut times: HashMap<PlaceId, BTreeMap<FactGroup, Timestamp>> = HashMap::new();
    for (place, group, checked_at) in rows {
        times.entry(place).or_default().insert(group, checked_at);
    }
    Ok(times)
}

/// Export all active places as GeoJSON, for maps.
///
/// The response has only the data of map markers, for at most 50,000 places. It is the same for all callers. `Link`
/// with `rel="license"` is the URL of the license. Show `attribution` wherever you use the data.
#[utoipa::path(
    get, path = "/api/businesses.geojson", operation_id = "exportPlacesGeoJson", tag = "Places", security(()),
    responses((status = 200, body = PlaceFeatureCollection, content_type = "application/geo+json")),
)]
pub async fn export_places_geojson(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.without_tracking_parameters().finish()?;
    let rows: Result<Vec<PlaceFeatureRow>, _> = with_pool!(&app.db, |engine| {
        sqlx::query_as(AssertSqlSafe(select_features())).bind(MAX_PLACES).fetch_all(engine)
    });
    let mut times = last_check_times(&app.db).await?;
    let feature = |PlaceFeatureRow { id, longitude, latitude, properties }: PlaceFeatureRow| PlaceFeature {
        kind: "Feature",
        id,
        geometry: PointGeometry { kind: "Point", coordinates: [longitude, latitude] },
        properties: PlaceProperties { checked_at: times.remove(&id).unwrap_or_default(), ..properties },
    };
    let feed = PlaceFeatureCollection {
        kind: "FeatureCollection",
        attribution: ATTRIBUTION,
        license: "ODbL-1.0 for positions taken from OpenStreetMap",
        features: rows.map_err(StoreError::from)?.into_iter().map(feature).collect(),
    };
    let cache_tags = Extension(CacheTags(vec![CacheTag::Places, CacheTag::Categories]));
    let content_type = HeaderValue::from_static("application/geo+json");
    Ok((cache_tags, [(header::CONTENT_TYPE, content_type), (header::LINK, LICENSE_LINK)], Json(feed)))
}
