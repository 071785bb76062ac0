//! `alerts.geojson` and `alerts.atom`: the public alerts for maps and for feed readers.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use minijinja::{AutoEscape, Environment, Value, context};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{Alert, AlertScope, AlertState};
use super::public_routes::cache_tags_of_alert_list;
use super::store;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AlertId, PlaceId};
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::Query;
use crate::http::open_data::{ATTRIBUTION, LICENSE_LINK};
use crate::http::problem::Problem;
use crate::places::model::AlertLevel;
use crate::{settings, with_pool};

/// The maximum number of points of all features of the GeoJSON feed together.
const MAX_POINTS: i64 = 50_000;

/// The public alerts as GeoJSON (RFC 7946).
#[derive(Serialize, ToSchema)]
pub struct AlertFeatureCollection {
    #[serde(rename = "type")]
    #[schema(example = "FeatureCollection")]
    kind: &'static str,
    /// The attribution to show wherever the data is used.
    #[schema(example = "© OpenStreetMap contributors")]
    attribution: &'static str,
    features: Vec<AlertFeature>,
}

/// An alert as a GeoJSON feature.
#[derive(Serialize, ToSchema)]
pub struct AlertFeature {
    #[serde(rename = "type")]
    #[schema(example = "Feature")]
    kind: &'static str,
    id: AlertId,
    /// The positions of the public places of the alert, in the order of `placeIds`; null for an alert about the whole
    /// guide. An alert about a category has the positions of all public places of the category.
    #[schema(required)]
    geometry: Option<AlertGeometry>,
    properties: Alert,
}

/// GeoJSON points.
#[derive(Serialize, ToSchema)]
pub struct AlertGeometry {
    #[serde(rename = "type")]
    #[schema(example = "MultiPoint")]
    kind: &'static str,
    /// Pairs of longitude and latitude, in this order.
    #[schema(example = json!([[107.28308, 16.58137]]))]
    coordinates: Vec<[f64; 2]>,
}

const SELECT_POINTS: &str = "
select alert_place.alert_id, place.id, place.longitude, place.latitude
from alert join alert_place on alert_place.alert_id = alert.id join place on place.id = alert_place.place_id
where alert.state <> 'ended' and place.is_public
union all
select alert.id, place.id, place.longitude, place.latitude
from alert join place_category on place_category.category_id = alert.category_id
join place on place.id = place_category.place_id
where alert.state <> 'ended' and place.is_public
order by 1, 2 limit $1";

/// The public places of the alerts that have not ended, by alert and place id: the id of the alert, the id of the
/// place, its longitude and its latitude. At most [`MAX_POINTS`] rows.
async fn alert_points(db: &Db) -> Result<Vec<(AlertId, PlaceId, f64, f64)>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_POINTS).bind(MAX_POINTS).fetch_all(engine))?)
}

/// Export the public alerts as GeoJSON, for maps.
///
/// One feature for each alert, with the positions of its places. `placeIds` has the ids of these places, even for an
/// alert about a category. At most 50,000 positions in all features together.
#[utoipa::path(
    get, path = "/api/alerts.geojson", operation_id = "exportAlertsGeoJson", tag = "Alerts", security(()),
    responses((status = 200, body = AlertFeatureCollection, content_type = "application/geo+json")),
)]
pub async fn export_alerts_geojson(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.without_tracking_parameters().finish()?;
    let (alerts, points) = (store::list_public(&app.db, None, None).await?, alert_points(&app.db).await?);
    let feature = |alert: Alert| {
        let points = points.iter().filter(|(id, ..)| *id == alert.id);
        let (place_ids, coordinates) =
            points.map(|(_, place, longitude, latitude)| (*place, [*longitude, *latitude])).unzip();
        let geometry = (alert.scope != AlertScope::Guide).then_some(AlertGeometry { kind: "MultiPoint", coordinates });
        AlertFeature { kind: "Feature", id: alert.id, geometry, properties: Alert { place_ids, ..alert } }
    };
    let features = alerts.into_iter().map(feature).collect();
    let feed = AlertFeatureCollection { kind: "FeatureCollection", attribution: ATTRIBUTION, features };
    let content_type = HeaderValue::from_static("application/geo+json");
    let headers = [(header::CONTENT_TYPE, content_type), (header::LINK, LICENSE_LINK)];
    Ok((Extension(cache_tags_of_alert_list(None, None)), headers, Json(feed)))
}

const ATOM_TEMPLATE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{{ lang }}">
  <id>{{ url }}/api/alerts.atom</id>
  <title>{{ title }}</title>
  <updated>{{ updated }}</updated>
  <link rel="self" type="application/atom+xml" href="{{ url }}/api/alerts.atom"/>
  <link rel="alternate" type="text/html" href="{{ url }}/"/>
  <author><name>{{ brand }}</name></author>
{%- for entry in entries %}
  <entry>
    <id>urn:uuid:{{ entry.uuid }}</id>
    <title>{{ entry.title }}</title>
    <published>{{ entry.published }}</published>
    <updated>{{ entry.updated }}</updated>
    <link rel="alternate" type="text/html" href="{{ entry.link }}"/>
    <category term="{{ entry.level }}"/>
    <summary>{{ entry.text }}</summary>
  </entry>
{%- endfor %}
</feed>
"#;

/// Export the public alerts as an Atom feed (RFC 4287).
///
/// For feed readers. An alert is an entry while it is current or upcoming.
#[utoipa::path(
    get, path = "/api/alerts.atom", tag = "Alerts", security(()),
    responses(
        (status = 200, body = String, content_type = "application/atom+xml", example = json!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n</feed>\n"
        )),
    ),
)]
pub async fn export_alerts_atom(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.without_tracking_parameters().finish()?;
    let alerts = store::list_public(&app.db, None, None).await?;
    let stored = settings::store::current(&app.db).await?;
    let last_updated_at = alerts.iter().map(|alert| alert.updated_at).max();
    let updated = last_updated_at.or(stored.updated_at).unwrap_or(Timestamp(0)).to_string();
    let brand = without_invalid_xml_chars(&stored.settings.brand);
    let title = format!("{brand}: {}", app.locale.text("pages.alerts.title"));
    let entries: Vec<Value> = alerts.into_iter().map(|alert| atom_entry(&app, alert)).collect();
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    let values = context! { lang => app.locale.language_tag(), url => &app.public_url, title, updated, brand, entries };
    let feed = templates.render_str(ATOM_TEMPLATE, values).map_err(|error| {
        tracing::error!(%error, "failed to render the feed of alerts");
        Problem::internal()
    })?;
    let mut tags = cache_tags_of_alert_list(None, None);
    tags.0.push(CacheTag::Settings);
    let content_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/atom+xml; charset=utf-8"))];
    Ok((Extension(tags), content_type, feed))
}

/// The values of an alert for an `<entry>` of [`ATOM_TEMPLATE`]. `updated` is the later of the last change and the
/// start; for an alert that begins later, it is the current time.
fn atom_entry(app: &App, alert: Alert) -> Value {
    let level = app.locale.text(match alert.level {
        AlertLevel::Closed => "pages.alerts.closed",
        AlertLevel::Danger => "pages.alerts.danger",
        AlertLevel::Restricted => "pages.alerts.restricted",
        AlertLevel::Information => "pages.alerts.information",
    });
    let upcoming = (alert.state == AlertState::Upcoming).then(|| app.locale.text("pages.alerts.upcoming"));
    let names = alert.place_names.iter().chain(&alert.category_name).map(String::as_str);
    let names = names.collect::<Vec<_>>().join(", ");
    let has_more_places = alert.place_ids.len() > alert.place_names.len();
    let names = if has_more_places { format!("{names} …") } else { names };
    let parts = [upcoming.as_deref(), Some(level.as_str()), Some(names.as_str())];
    let title = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let link = match alert.source_url {
        Some(url) if url.starts_with('/') => format!("{}{url}", app.public_url),
        Some(url) => url,
        None => format!("{}/explore", app.public_url),
    };
    let updated = alert.updated_at.max(alert.starts_at.min(app.clock.now()));
    context! {
        uuid => alert.uuid,
        title => without_invalid_xml_chars(&title),
        published => alert.created_at.to_string(),
        updated => updated.to_string(),
        link,
        level => AlertLevel::NAMES[alert.level as usize],
        text => without_invalid_xml_chars(&alert.text),
    }
}

/// The text without characters that XML 1.0 does not allow.
fn without_invalid_xml_chars(text: &str) -> String {
    let is_valid = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_valid).collect()
}
