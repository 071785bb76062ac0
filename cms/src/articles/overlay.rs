//! Validates the GeoJSON that an article's map draws. Source: RFC 7946.

use serde_json::{Map, Value};

use super::form::INVALID_OVERLAY;

/// The maximum size of an overlay as JSON.
const MAX_BYTES: usize = 64 << 10;
const TOO_LARGE: &str = "Map overlay must be at most 64 kB";
const OUT_OF_RANGE: &str = "Map overlay has a position that is not on the earth";

/// The message for an invalid overlay; `None` if it is valid.
pub fn validation_error(overlay: &Map<String, Value>) -> Option<&'static str> {
    let text = serde_json::to_string(overlay).unwrap_or_default();
    if text.len() > MAX_BYTES {
        return Some(TOO_LARGE);
    }
    // PostgreSQL's jsonb accepts no NUL, neither in values nor in keys.
    if text.contains("\\u0000") {
        return Some(INVALID_OVERLAY);
    }
    let result = match kind(overlay) {
        "FeatureCollection" => each_object(overlay.get("features"), feature),
        "Feature" => feature(overlay),
        _ => geometry(overlay),
    };
    result.err()
}

type CheckResult = Result<(), &'static str>;

fn kind(object: &Map<String, Value>) -> &str {
    object.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn each_object(list: Option<&Value>, check: fn(&Map<String, Value>) -> CheckResult) -> CheckResult {
    let list = list.and_then(Value::as_array).ok_or(INVALID_OVERLAY)?;
    list.iter().try_for_each(|item| check(item.as_object().ok_or(INVALID_OVERLAY)?))
}

fn feature(feature: &Map<String, Value>) -> CheckResult {
    let has_properties = matches!(feature.get("properties"), None | Some(Value::Null | Value::Object(_)));
    if kind(feature) != "Feature" || !has_properties {
        return Err(INVALID_OVERLAY);
    }
    match feature.get("geometry") {
        Some(Value::Object(shape)) => geometry(shape),
        Some(Value::Null) => Ok(()),
        _ => Err(INVALID_OVERLAY),
    }
}

fn geometry(shape: &Map<String, Value>) -> CheckResult {
    let coordinates = shape.get("coordinates").unwrap_or(&Value::Null);
    match kind(shape) {
        "Point" => position(coordinates),
        "MultiPoint" => line(coordinates, 0),
        "LineString" => line(coordinates, 2),
        "MultiLineString" => nested(coordinates, |part| line(part, 2)),
        "Polygon" => nested(coordinates, ring),
        "MultiPolygon" => nested(coordinates, |part| nested(part, ring)),
        "GeometryCollection" => each_object(shape.get("geometries"), geometry),
        _ => Err(INVALID_OVERLAY),
    }
}

fn nested(parts: &Value, check: fn(&Value) -> CheckResult) -> CheckResult {
    parts.as_array().ok_or(INVALID_OVERLAY)?.iter().try_for_each(check)
}

fn line(positions: &Value, min_len: usize) -> CheckResult {
    let list = positions.as_array().filter(|list| list.len() >= min_len).ok_or(INVALID_OVERLAY)?;
    list.iter().try_for_each(position)
}

/// A closed line of at least four positions (RFC 7946, section 3.1.6).
fn ring(positions: &Value) -> CheckResult {
    line(positions, 4)?;
    let ends = positions.as_array().map(|list| list.first() == list.last());
    if ends == Some(true) { Ok(()) } else { Err(INVALID_OVERLAY) }
}

/// Longitude and latitude in degrees, and an optional altitude.
fn position(position: &Value) -> CheckResult {
    let numbers = position.as_array().filter(|list| (2..=3).contains(&list.len())).ok_or(INVALID_OVERLAY)?;
    let degrees: Vec<f64> =
        numbers.iter().map(|number| number.as_f64().ok_or(INVALID_OVERLAY)).collect::<Result<_, _>>()?;
    if degrees[0].abs() <= 180.0 && degrees[1].abs() <= 90.0 { Ok(()) } else { Err(OUT_OF_RANGE) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error_of(overlay: Value) -> Option<&'static str> {
        validation_error(overlay.as_object().expect("an object"))
    }

    #[test]
    fn every_geometry_type_is_accepted() {
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
    fn invalid_geojson_is_rejected_with_a_message() {
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
        ] {
            assert_eq!(error_of(wrong.clone()), Some(INVALID_OVERLAY), "{wrong}");
        }
        assert_eq!(error_of(line(json!([[17, 106], [18, 107]]))), Some(OUT_OF_RANGE), "latitude and longitude swapped");
        let long = json!({ "type": "Feature", "geometry": null, "properties": { "text": "x".repeat(MAX_BYTES) } });
        assert_eq!(error_of(long), Some(TOO_LARGE));
    }
}
