//! GeoJSON that is drawn over an article's map. Source: RFC 7946.

use serde_json::{Map, Value};

use super::form::OVERLAY;

/// The largest overlay, in bytes of JSON.
const LARGEST: usize = 64 << 10;
const TOO_LARGE: &str = "Map overlay must be at most 64 kB";
const OFF_THE_EARTH: &str = "Map overlay has a position that is not on the earth";

/// The sentence about what is wrong with an overlay, if anything is.
pub fn objection(overlay: &Map<String, Value>) -> Option<&'static str> {
    let text = serde_json::to_string(overlay).unwrap_or_default();
    if text.len() > LARGEST {
        return Some(TOO_LARGE);
    }
    // PostgreSQL's jsonb has no NUL, also not in a name.
    if text.contains("\\u0000") {
        return Some(OVERLAY);
    }
    let drawn = match kind(overlay) {
        "FeatureCollection" => each(overlay.get("features"), feature),
        "Feature" => feature(overlay),
        _ => geometry(overlay),
    };
    drawn.err()
}

type Drawn = Result<(), &'static str>;

fn kind(object: &Map<String, Value>) -> &str {
    object.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn each(list: Option<&Value>, one: fn(&Map<String, Value>) -> Drawn) -> Drawn {
    let list = list.and_then(Value::as_array).ok_or(OVERLAY)?;
    list.iter().try_for_each(|item| one(item.as_object().ok_or(OVERLAY)?))
}

fn feature(feature: &Map<String, Value>) -> Drawn {
    let has_properties = matches!(feature.get("properties"), None | Some(Value::Null | Value::Object(_)));
    if kind(feature) != "Feature" || !has_properties {
        return Err(OVERLAY);
    }
    match feature.get("geometry") {
        Some(Value::Object(shape)) => geometry(shape),
        Some(Value::Null) => Ok(()),
        _ => Err(OVERLAY),
    }
}

fn geometry(shape: &Map<String, Value>) -> Drawn {
    let coordinates = shape.get("coordinates").unwrap_or(&Value::Null);
    match kind(shape) {
        "Point" => position(coordinates),
        "MultiPoint" => line(coordinates, 0),
        "LineString" => line(coordinates, 2),
        "MultiLineString" => nested(coordinates, |part| line(part, 2)),
        "Polygon" => nested(coordinates, ring),
        "MultiPolygon" => nested(coordinates, |part| nested(part, ring)),
        "GeometryCollection" => each(shape.get("geometries"), geometry),
        _ => Err(OVERLAY),
    }
}

fn nested(parts: &Value, one: fn(&Value) -> Drawn) -> Drawn {
    parts.as_array().ok_or(OVERLAY)?.iter().try_for_each(one)
}

fn line(positions: &Value, least: usize) -> Drawn {
    let list = positions.as_array().filter(|list| list.len() >= least).ok_or(OVERLAY)?;
    list.iter().try_for_each(position)
}

/// A closed line of at least four positions.
fn ring(positions: &Value) -> Drawn {
    line(positions, 4)?;
    let ends = positions.as_array().map(|list| list.first() == list.last());
    if ends == Some(true) { Ok(()) } else { Err(OVERLAY) }
}

/// Longitude, latitude and perhaps a height.
fn position(position: &Value) -> Drawn {
    let numbers = position.as_array().filter(|list| (2..=3).contains(&list.len())).ok_or(OVERLAY)?;
    let degrees: Vec<f64> = numbers.iter().map(|number| number.as_f64().ok_or(OVERLAY)).collect::<Result<_, _>>()?;
    if degrees[0].abs() <= 180.0 && degrees[1].abs() <= 90.0 { Ok(()) } else { Err(OFF_THE_EARTH) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(overlay: Value) -> Option<&'static str> {
        objection(overlay.as_object().expect("an object"))
    }

    #[test]
    fn every_kind_of_geojson_is_taken() {
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
            assert_eq!(said(shape.clone()), None, "{shape}");
        }
    }

    #[test]
    fn what_is_no_geojson_is_refused_with_a_sentence() {
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
            assert_eq!(said(wrong.clone()), Some(OVERLAY), "{wrong}");
        }
        assert_eq!(said(line(json!([[17, 106], [18, 107]]))), Some(OFF_THE_EARTH), "latitude and longitude swapped");
        let long = json!({ "type": "Feature", "geometry": null, "properties": { "text": "x".repeat(LARGEST) } });
        assert_eq!(said(long), Some(TOO_LARGE));
    }
}
