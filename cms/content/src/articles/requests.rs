//! The request bodies of articles, and the rules of their fields with the error messages (R138).

use serde::Deserialize;
use serde_json::{Map, Value};
use sqlx::types::Json;

use super::dto::Article;
use crate::common::id::ArticleId;
use crate::http::input::rule::{
    Rule, image_url, latitude, longitude, optional_url, rule_schemas, slug, sources, text_without_commas,
};
use crate::http::input::update::{FieldPatch, TimeInput, unpublish_at_rule};

/// The fields of an article that a request changes. Absent fields keep their values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ArticleChanges {
    pub id: Option<ArticleId>,
    pub title: Option<String>,
    pub slug: Option<String>,
    pub author: Option<String>,
    pub summary: Option<String>,
    pub content_html: Option<String>,
    pub main_image_url: FieldPatch<String>,
    pub tags: Option<Vec<String>>,
    /// The text of the request. It may still be invalid, because the pattern of its rule accepts dates that do not
    /// exist, such as 30 February.
    pub publication_date: Option<String>,
    pub unpublish_at: FieldPatch<TimeInput>,
    pub is_featured: Option<bool>,
    pub is_active: Option<bool>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub external_url: FieldPatch<String>,
    pub sources: Option<Vec<String>>,
    pub map_overlay: FieldPatch<Json<Map<String, Value>>>,
}

impl ArticleChanges {
    /// Applies all fields except `id`, the content, the publication date, the time to unpublish and the slug. The
    /// caller applies the last four after further checks.
    pub fn apply_fields_without_checks_to(self, article: &mut Article) {
        fn set_if_sent<T>(value: Option<T>, field: &mut T) {
            if let Some(value) = value {
                *field = value;
            }
        }
        let trim_text = |text: String| text.trim().to_owned();
        let non_blank_items = |items: Vec<String>| {
            Json(items.into_iter().map(trim_text).filter(|item| !item.is_empty()).collect::<Vec<String>>())
        };
        set_if_sent(self.title.map(trim_text), &mut article.title);
        set_if_sent(self.author.map(trim_text), &mut article.author);
        set_if_sent(self.summary.map(trim_text), &mut article.summary);
        self.main_image_url.apply_to(&mut article.main_image_url);
        set_if_sent(self.tags.map(non_blank_items), &mut article.tags);
        set_if_sent(self.is_featured, &mut article.is_featured);
        set_if_sent(self.is_active, &mut article.is_active);
        set_if_sent(self.latitude, &mut article.latitude);
        set_if_sent(self.longitude, &mut article.longitude);
        self.external_url.apply_to(&mut article.external_url);
        set_if_sent(self.sources.map(non_blank_items), &mut article.sources);
        self.map_overlay.apply_to(&mut article.map_overlay);
    }
}

/// The message for an invalid publication date.
pub const INVALID_PUBLICATION_DATE: &str = "Publication date must be a date and time like 2026-11-21T08:00:00Z";
/// The pattern of an RFC 3339 timestamp in the years 1900 to 2199.
const PUBLICATION_DATE_PATTERN: &str = "^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?\
(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$";
const INVALID_OVERLAY: &str = "Map overlay must be GeoJSON";

/// The maximum length of the content in characters, before and after cleaning.
pub const MAX_CONTENT_CHARS: usize = 100_000;
/// The message for longer content.
pub const CONTENT_TOO_LONG: &str = "Content must be at most 100000 characters";

fn rules() -> Rule {
    Rule::closed_object(
        "An article. The length of text is counted in code points after normalization to NFC; blank optional text becomes null.",
        vec![
            ("id", Rule::id("The id in the URL, if it is sent.")),
            (
                "title",
                Rule::text("The title.")
                    .required_text("Title is required")
                    .max(200.0, "Title must be at most 200 characters")
                    .strip_direction_controls()
                    .example("A day on the river"),
            ),
            (
                "slug",
                slug("The slug of the article. Made from the title if it is not sent; the former slug redirects."),
            ),
            (
                "author",
                Rule::text("The name of the author.")
                    .required_text("Author is required")
                    .max(100.0, "Author must be at most 100 characters")
                    .strip_direction_controls()
                    .example("Linh Tran"),
            ),
            (
                "summary",
                Rule::text("The summary, plain text.")
                    .required_text("Summary is required")
                    .max(1000.0, "Summary must be at most 1000 characters")
                    .example("From a boat ride to a week in the forest."),
            ),
            (
                "contentHtml",
                Rule::text("The content as HTML. Parts that are not allowed are removed when the article is saved.")
                    .required_text("Content is required")
                    .max(MAX_CONTENT_CHARS as f64, CONTENT_TOO_LONG)
                    .example("<h2>By boat</h2><p>Boats leave from the wharf.</p>"),
            ),
            ("mainImageUrl", image_url("The main image: a path on this site (`/…`) or an http(s) URL.").nullable()),
            (
                "tags",
                Rule::list("The topics.", text_without_commas("A word or two, without commas."))
                    .max(20.0, "At most 20 tags"),
            ),
            (
                "publicationDate",
                Rule::text(
                    "The time from which the article is public (RFC 3339). With a time in the future it is scheduled.",
                )
                .required("Publication date is required")
                .pattern(PUBLICATION_DATE_PATTERN, INVALID_PUBLICATION_DATE)
                .example("2026-11-21T08:00:00.000Z"),
            ),
            (
                "unpublishAt",
                unpublish_at_rule(
                    "When the article stops being public, a time in the future; null if it stays public.",
                ),
            ),
            ("isFeatured", Rule::boolean("Whether the article is one of the featured guides.").default(false)),
            ("isActive", Rule::boolean("Whether the article may be public.").default(true)),
            (
                "latitude",
                latitude("The latitude of the article's subject in degrees (WGS 84); a numeric string is accepted."),
            ),
            (
                "longitude",
                longitude("The longitude of the article's subject in degrees (WGS 84); a numeric string is accepted."),
            ),
            (
                "externalUrl",
                optional_url(
                    "The URL of the article, or of more about its subject, on another site.",
                    "External URL must be a valid URL",
                ),
            ),
            ("sources", sources("The sources of the facts in the article.")),
            (
                "mapOverlay",
                Rule::any_object("GeoJSON (RFC 7946) of at most 64 kB that the map of the article draws.")
                    .nullable()
                    .type_message(INVALID_OVERLAY),
            ),
            ("pictures", Rule::computed("Ignored.")),
            ("uuid", Rule::computed("Ignored.")),
            ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
            ("standing", Rule::computed("Ignored.")),
            ("createdAt", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
            ("liveSince", Rule::computed("Ignored.")),
        ],
    )
}

/// The request body of a new article.
pub struct ArticleRequest;

rule_schemas! { ArticleRequest => rules(), ArticleChanges => rules().all_optional() }

const MAX_OVERLAY_BYTES: usize = 64 << 10;
const OVERLAY_TOO_LARGE: &str = "Map overlay must be at most 64 kB";
const COORDINATES_OUT_OF_RANGE: &str = "Map overlay has coordinates out of range";

/// The error message for an overlay that is too large, is not valid GeoJSON (RFC 7946) or has positions out of range.
/// `None` for a valid overlay.
pub fn overlay_error(overlay: &Map<String, Value>) -> Option<&'static str> {
    let text = serde_json::to_string(overlay).unwrap_or_default();
    if text.len() > MAX_OVERLAY_BYTES {
        return Some(OVERLAY_TOO_LARGE);
    }
    // PostgreSQL's jsonb accepts no NUL, neither in values nor in keys. serde_json parses an object as another type if
    // the first key is one of its private names. The stored article could then not be read again.
    if text.contains("\\u0000") || text.contains("\"$serde_json::private::") {
        return Some(INVALID_OVERLAY);
    }
    let result = match geojson_type(overlay) {
        "FeatureCollection" => check_each_object(overlay.get("features"), check_feature),
        "Feature" => check_feature(overlay),
        _ => check_geometry(overlay),
    };
    result.err()
}

type OverlayCheckResult = Result<(), &'static str>;

fn geojson_type(object: &Map<String, Value>) -> &str {
    object.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn check_each_object(list: Option<&Value>, check: fn(&Map<String, Value>) -> OverlayCheckResult) -> OverlayCheckResult {
    let list = list.and_then(Value::as_array).ok_or(INVALID_OVERLAY)?;
    list.iter().try_for_each(|item| check(item.as_object().ok_or(INVALID_OVERLAY)?))
}

fn check_feature(feature: &Map<String, Value>) -> OverlayCheckResult {
    let has_properties = matches!(feature.get("properties"), None | Some(Value::Null | Value::Object(_)));
    if geojson_type(feature) != "Feature" || !has_properties {
        return Err(INVALID_OVERLAY);
    }
    match feature.get("geometry") {
        Some(Value::Object(geometry)) => check_geometry(geometry),
        Some(Value::Null) => Ok(()),
        _ => Err(INVALID_OVERLAY),
    }
}

fn check_geometry(geometry: &Map<String, Value>) -> OverlayCheckResult {
    let coordinates = geometry.get("coordinates").unwrap_or(&Value::Null);
    match geojson_type(geometry) {
        "Point" => check_position(coordinates),
        "MultiPoint" => check_positions(coordinates, 0),
        "LineString" => check_positions(coordinates, 2),
        "MultiLineString" => check_each(coordinates, |part| check_positions(part, 2)),
        "Polygon" => check_each(coordinates, check_ring),
        "MultiPolygon" => check_each(coordinates, |part| check_each(part, check_ring)),
        "GeometryCollection" => check_each_object(geometry.get("geometries"), check_geometry),
        _ => Err(INVALID_OVERLAY),
    }
}

fn check_each(parts: &Value, check: fn(&Value) -> OverlayCheckResult) -> OverlayCheckResult {
    parts.as_array().ok_or(INVALID_OVERLAY)?.iter().try_for_each(check)
}

fn check_positions(positions: &Value, min_len: usize) -> OverlayCheckResult {
    let list = positions.as_array().filter(|list| list.len() >= min_len).ok_or(INVALID_OVERLAY)?;
    list.iter().try_for_each(check_position)
}

/// Checks that the positions form a closed line of at least four positions (RFC 7946, section 3.1.6).
fn check_ring(positions: &Value) -> OverlayCheckResult {
    check_positions(positions, 4)?;
    let ends = positions.as_array().map(|list| list.first() == list.last());
    if ends == Some(true) { Ok(()) } else { Err(INVALID_OVERLAY) }
}

/// Checks that the position has a longitude and a latitude in degrees, and optionally an altitude.
fn check_position(position: &Value) -> OverlayCheckResult {
    let numbers = position.as_array().filter(|list| (2..=3).contains(&list.len())).ok_or(INVALID_OVERLAY)?;
    let degrees: Vec<f64> =
        numbers.iter().map(|item| item.as_f64().ok_or(INVALID_OVERLAY)).collect::<Result<_, _>>()?;
    if degrees[0].abs() <= 180.0 && degrees[1].abs() <= 90.0 { Ok(()) } else { Err(COORDINATES_OUT_OF_RANGE) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error_of(overlay: Value) -> Option<&'static str> {
        overlay_error(overlay.as_object().expect("an object"))
    }

    #[test]
    fn every_geojson_type_is_accepted() {
        let point = json!({ "type": "Point", "coordinates": [106.28, 17.58, 40] });
        let ring = json!([[106.0, 17.0], [107.0, 17.0], [107.0, 18.0], [106.0, 17.0]]);
        for shape in [
            point.clone(),
            json!({ "type": "MultiPoint", "coordinates": [] }),
            json!({ "type": "LineString", "coordinates": [[106, 17], [107, 18]], "bbox": [106, 17, 107, 18] }),
            json!({ "type": "MultiLineString", "coordinates": [[[106, 17], [107, 18]]] }),
            json!({ "type": "Polygon", "coordinates": [ring] }),
            json!({ "type": "MultiPolygon", "coordinates": [[ring]] }),
            json!({ "type": "GeometryCollection", "geometries": [point] }),
            json!({ "type": "Feature", "geometry": point, "properties": { "name": "Động" } }),
            json!({ "type": "Feature", "geometry": null, "properties": null }),
            json!({ "type": "FeatureCollection", "features": [{ "type": "Feature", "geometry": point }] }),
        ] {
            assert_eq!(error_of(shape.clone()), None, "{shape}");
        }
    }

    #[test]
    fn invalid_overlay_is_rejected_with_a_message() {
        let line = |coordinates: Value| json!({ "type": "LineString", "coordinates": coordinates });
        for wrong in [
            json!({}),
            json!({ "type": "Circle", "coordinates": [106, 17] }),
            json!({ "type": "Point", "coordinates": ["106", "17"] }),
            json!({ "type": "Point", "coordinates": [106] }),
            json!({ "type": "Point" }),
            line(json!([[106, 17]])),
            line(json!([106, 17])),
            json!({ "type": "Polygon", "coordinates": [[[1, 1], [2, 2], [3, 3], [4, 4]]] }),
            json!({ "type": "FeatureCollection", "features": [{ "type": "Point", "coordinates": [1, 1] }] }),
            json!({ "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 1] }, "properties": [] }),
            json!({ "type": "Feature", "properties": { "a\u{0}b": 1 }, "geometry": null }),
            json!({ "type": "Feature", "properties": { "$serde_json::private::RawValue": 1 }, "geometry": null }),
        ] {
            assert_eq!(error_of(wrong.clone()), Some(INVALID_OVERLAY), "{wrong}");
        }
        assert_eq!(
            error_of(line(json!([[17, 106], [18, 107]]))),
            Some(COORDINATES_OUT_OF_RANGE),
            "latitude and longitude swapped"
        );
        let large_overlay =
            json!({ "type": "Feature", "geometry": null, "properties": { "text": "x".repeat(MAX_OVERLAY_BYTES) } });
        assert_eq!(error_of(large_overlay), Some(OVERLAY_TOO_LARGE));
    }
}
