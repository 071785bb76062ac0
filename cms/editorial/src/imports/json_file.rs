//! Parses GeoJSON, and JSON of the Overpass API. The parser reads one object at a time and adds it as a row, so that a
//! large file is never in memory as parsed JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::file::{Encoding, FileError, Format, ParsedFile, RowFault, TableBuilder};
use super::osm;
use crate::http::problem::Code;

/// The name of the column with the latitude of the object.
pub const LATITUDE_COLUMN: &str = "latitude";
/// The name of the column with the longitude of the object.
pub const LONGITUDE_COLUMN: &str = "longitude";
/// The name of the column with the id of the object in the data set.
pub const OBJECT_ID_COLUMN: &str = "@id";

/// A point as latitude and longitude.
type Point = (f64, f64);

/// Parses the decoded text of a file. The number of a row is the position of its object in the list, from 1. `encoding`
/// is only copied to the result. Errors: invalid JSON, another format, or an error of [`TableBuilder`].
pub fn parse(content: &str, encoding: Encoding) -> Result<ParsedFile, FileError> {
    let mut document = ParseState::default();
    let mut json = serde_json::Deserializer::from_str(content);
    let outcome = json.deserialize_map(RootVisitor(&mut document)).and_then(|()| json.end());
    if let Some(error) = document.error {
        return Err(error);
    }
    if let Err(error) = outcome {
        let code = Code::JsonInvalid.with("line", error.line()).with("column", error.column());
        let sentence = format!("The file is not valid JSON at line {}, column {}", error.line(), error.column());
        return Err(FileError::new(code, sentence));
    }
    let Some(format) = document.format else {
        let sentence = "The JSON is neither a GeoJSON FeatureCollection nor a response of the Overpass API";
        return Err(FileError::new(Code::FileFormatUnknown, sentence));
    };
    document.table.finish(format, encoding, None)
}

/// The part of the file that was already read.
#[derive(Default)]
struct ParseState {
    table: TableBuilder,
    row_number: i64,
    format: Option<Format>,
    error: Option<FileError>,
}

impl ParseState {
    /// Adds an object as a row, with its `point` or with the fault that prevents the import. A cell is left out if its
    /// column cannot be added.
    fn add_row(
        &mut self,
        point: Result<Point, RowFault>,
        cells: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(), FileError> {
        let row_number = self.row_number;
        let mut set = |name: &str, value: &str| match self.table.position_or_add(name) {
            Some(position) => self.table.set_cell(position, value, row_number),
            None => Ok(()),
        };
        if let Ok((latitude, longitude)) = &point {
            set(LATITUDE_COLUMN, &latitude.to_string())?;
            set(LONGITUDE_COLUMN, &longitude.to_string())?;
        }
        for (name, value) in cells {
            set(&name, &value)?;
        }
        self.table.end_row(row_number, point.err())
    }
}

/// An item of the list `features` or `elements`.
trait JsonItem: DeserializeOwned {
    const FORMAT: Format;

    fn add_to(self, document: &mut ParseState) -> Result<(), FileError>;
}

#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    id: Value,
    geometry: Option<Geometry>,
    properties: Option<BTreeMap<String, Value>>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    coordinates: Value,
}

impl JsonItem for Feature {
    const FORMAT: Format = Format::Geojson;

    fn add_to(self, document: &mut ParseState) -> Result<(), FileError> {
        let kind = self.geometry.as_ref().map(|geometry| geometry.kind.clone()).unwrap_or_default();
        let point = self.geometry.filter(|geometry| geometry.kind == "Point").and_then(|geometry| {
            let coordinate = |index: usize| geometry.coordinates.get(index).and_then(Value::as_f64);
            Some((coordinate(1)?, coordinate(0)?))
        });
        let mut tags = cell_texts(self.properties.unwrap_or_default());
        let id = cell_text(&self.id);
        if !id.is_empty() {
            tags.entry(OBJECT_ID_COLUMN.to_owned()).or_insert(id);
        }
        let is_osm = tags.get(OBJECT_ID_COLUMN).is_some_and(|id| osm::is_object_id(id));
        let tags = if is_osm { osm::cells_from_tags(tags) } else { tags };
        document.add_row(point.ok_or(RowFault::NotAPoint { geometry: kind }), tags)
    }
}

#[derive(Deserialize)]
struct Element {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    id: i64,
    lat: Option<f64>,
    lon: Option<f64>,
    center: Option<Center>,
    #[serde(default)]
    tags: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Center {
    lat: f64,
    lon: f64,
}

impl JsonItem for Element {
    const FORMAT: Format = Format::Overpass;

    fn add_to(self, document: &mut ParseState) -> Result<(), FileError> {
        // Elements without tags, such as the nodes of a way, are not places.
        if self.tags.is_empty() {
            return Ok(());
        }
        let center = self.center.map(|center| (center.lat, center.lon));
        let point = self.lat.zip(self.lon).or(center);
        let mut tags = cell_texts(self.tags);
        tags.insert(OBJECT_ID_COLUMN.to_owned(), format!("{}/{}", self.kind, self.id));
        document.add_row(point.ok_or(RowFault::NotAPoint { geometry: self.kind }), osm::cells_from_tags(tags))
    }
}

fn cell_texts(values: BTreeMap<String, Value>) -> BTreeMap<String, String> {
    values.into_iter().map(|(name, value)| (name, cell_text(&value))).collect()
}

/// The JSON value of a property, tag or id as the text of a cell. `null` becomes an empty text. The items of a list
/// without nested values are joined with commas. Other lists, and objects, become JSON.
fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            items.iter().map(cell_text).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Reads the top-level object of the file.
struct RootVisitor<'a>(&'a mut ParseState);

impl<'de> Visitor<'de> for RootVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            match name.as_str() {
                "features" => fields.next_value_seed(ItemsVisitor::<Feature>(self.0, PhantomData))?,
                "elements" => fields.next_value_seed(ItemsVisitor::<Element>(self.0, PhantomData))?,
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// Reads the objects of a list one by one.
struct ItemsVisitor<'a, T>(&'a mut ParseState, PhantomData<T>);

impl<'de, T: JsonItem> DeserializeSeed<'de> for ItemsVisitor<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de, T: JsonItem> Visitor<'de> for ItemsVisitor<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let document = self.0;
        document.format = Some(T::FORMAT);
        while let Some(item) = items.next_element::<T>()? {
            document.row_number += 1;
            if let Err(error) = item.add_to(document) {
                document.error = Some(error);
                return Err(A::Error::custom("the file is refused"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::parse;
    use super::*;

    fn cells_by_column(file: &ParsedFile, row_index: usize) -> BTreeMap<String, String> {
        let cells: Vec<String> = serde_json::from_str(&file.rows[row_index].cells).expect("texts");
        let names = file.columns.iter().map(|column| column.name.clone());
        names.zip(cells).filter(|(_, cell)| !cell.is_empty()).collect()
    }

    fn cells_as_text(cells: &BTreeMap<String, String>) -> String {
        cells.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    // R522
    #[test]
    fn geojson_has_a_row_for_each_feature_with_a_fault_unless_it_is_a_point() {
        let json = r#"{ "type": "FeatureCollection", "name": "x", "features": [
            { "type": "Feature", "id": 7, "geometry": { "type": "Point", "coordinates": [107.28308, 16.58137, 12] },
              "properties": { "name": "Hang To\u0302\u0301i", "beds": 4, "tags": ["a", 1], "none": null } },
            { "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]] },
              "properties": { "name": "A field" } } ] }"#;
        let file = parse(json.into()).expect("a file");
        assert_eq!(file.format, Format::Geojson);
        assert_eq!(
            cells_as_text(&cells_by_column(&file, 0)),
            "@id=7; beds=4; latitude=16.58137; longitude=107.28308; name=Hang Tối; tags=a, 1"
        );
        assert_eq!(file.rows[1].fault, Some(RowFault::NotAPoint { geometry: "Polygon".into() }));
    }

    // R522
    #[test]
    fn overpass_json_has_a_row_for_each_tagged_element() {
        let json = r#"{ "version": 0.6, "elements": [
            { "type": "node", "id": 1, "lat": 16.5, "lon": 107.2, "tags": { "name": "Động Én", "name:en": "Swallow Cave" } },
            { "type": "node", "id": 2, "lat": 16.5, "lon": 107.2 },
            { "type": "way", "id": 3, "center": { "lat": 16.6, "lon": 107.3 }, "tags": { "name": "Lake House",
              "tourism": "hotel", "addr:housenumber": "12", "addr:street": "Wharf Road", "contact:phone": "+84 232 000 111" } },
            { "type": "way", "id": 4, "nodes": [1, 2], "tags": { "name": "A path" } } ] }"#;
        let file = parse(json.into()).expect("a file");
        assert_eq!(file.format, Format::Overpass);
        assert_eq!(
            cells_as_text(&cells_by_column(&file, 0)),
            "@id=node/1; latitude=16.5; localName=Động Én; longitude=107.2; name=Swallow Cave"
        );
        assert_eq!(
            cells_as_text(&cells_by_column(&file, 1)),
            "@id=way/3; address=12 Wharf Road; contact:phone=+84 232 000 111; latitude=16.6; longitude=107.3; \
             name=Lake House; tourism=hotel"
        );
        assert_eq!((file.rows[1].number, file.rows.len()), (3, 3));
        assert_eq!(file.rows[2].fault, Some(RowFault::NotAPoint { geometry: "way".into() }));
    }

    #[test]
    fn json_of_another_format_without_rows_or_with_a_syntax_error_is_refused_with_a_message() {
        for (json, sentence) in [
            (r#"{ "a": 1 }"#, "The JSON is neither a GeoJSON FeatureCollection nor a response of the Overpass API"),
            (r#"{ "features": [ { "geometry": } ] }"#, "The file is not valid JSON at line 1, column 31"),
            ("[1]", "The file is not valid JSON at line 1, column 0"),
            (r#"{ "features": [] }"#, "The file has no rows to import"),
        ] {
            let problem: crate::http::problem::Problem = parse(json.into()).expect_err("refused").into();
            assert_eq!(problem.errors[0].message, sentence);
        }
    }
}
