//! The fields of a place that an import can set, and the mapping of columns to them.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::file::{Column, Format};
use super::{json_file, osm};
use crate::common::id::CategoryId;
use crate::common::text;

/// How the text of a cell is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// The id of a place of this guide.
    Id,
    /// The id of the object in the data set that the file comes from.
    ForeignId,
    /// Text.
    Text,
    /// A phone number, from which spreadsheets may remove the leading zero.
    Phone,
    /// One of a few fixed words.
    Keyword,
    /// A number with a decimal point or a decimal comma.
    Number,
    /// An integer.
    Integer,
    /// Yes or no.
    Boolean,
    /// Items separated by commas or semicolons.
    Items,
    /// Items on lines of their own.
    Lines,
    /// Slugs, aliases or names of categories, separated by commas or semicolons.
    Categories,
    /// A JSON list, such as the reviews or the prices.
    JsonList,
}

/// A field that a column can be mapped to.
#[derive(Debug, PartialEq, Eq)]
pub struct ImportField {
    /// The name in the mapping, and in the header of an export.
    pub name: &'static str,
    /// The name of the field in the API.
    pub api_name: &'static str,
    /// How its cells are read.
    pub kind: CellKind,
    /// Other column names for this field, folded and without spaces and punctuation.
    other_column_names: &'static [&'static str],
}

const fn field(name: &'static str, kind: CellKind, other_column_names: &'static [&'static str]) -> ImportField {
    ImportField { name, api_name: name, kind, other_column_names }
}

/// The name of the field for the id of the object in the data set.
pub const FOREIGN_ID: &str = "foreignId";
/// The name of the field for categories.
pub const CATEGORIES: &str = "categories";

const OTHER_PHONE_COLUMN_NAMES: &[&str] =
    &["tel", "telephone", "phonenumber", "dienthoai", "sodienthoai", "sdt", "contactphone", "mobile", "contactmobile"];

/// All fields that a column can be mapped to.
pub const FIELDS: &[ImportField] = &[
    field("id", CellKind::Id, &["placeid", "guideid"]),
    field(FOREIGN_ID, CellKind::ForeignId, &["foreignid", "osmid", "sourceid", "externalid"]),
    field("slug", CellKind::Text, &["pageaddress"]),
    field("name", CellKind::Text, &["ten", "title", "placename", "businessname", "tendiadiem", "tencoso", "nameen"]),
    field("localName", CellKind::Text, &["tentiengviet", "namevi", "vietnamesename", "tendiaphuong"]),
    ImportField {
        name: CATEGORIES,
        api_name: "categoryIds",
        kind: CellKind::Categories,
        other_column_names: &["category", "type", "kind", "loai", "loaihinh", "danhmuc"],
    },
    field("latitude", CellKind::Number, &["lat", "vido", "y"]),
    field("longitude", CellKind::Number, &["lon", "lng", "long", "kinhdo", "x"]),
    field("description", CellKind::Text, &["mota", "gioithieu", "about"]),
    field("address", CellKind::Text, &["diachi", "addrfull", "street"]),
    field("commune", CellKind::Text, &["xa", "phuong", "xaphuong"]),
    field("phone", CellKind::Phone, OTHER_PHONE_COLUMN_NAMES),
    field("email", CellKind::Text, &["mail", "contactemail", "thudientu"]),
    field("website", CellKind::Text, &["web", "url", "homepage", "trangweb", "contactwebsite"]),
    field("hours", CellKind::Text, &["giomocua", "hoursinwords"]),
    field("operatingHours", CellKind::Text, &["openinghours"]),
    field("priceRange", CellKind::Text, &["price", "gia", "mucgia"]),
    field("prices", CellKind::JsonList, &[]),
    field("tags", CellKind::Items, &["tukhoa", "keywords"]),
    field("amenities", CellKind::Items, &["tiennghi", "facilities"]),
    field("imageUrl", CellKind::Text, &["photo", "picture"]),
    field("gallery", CellKind::Lines, &["images", "photos"]),
    field("rating", CellKind::Number, &["danhgia", "score"]),
    field("ratingSource", CellKind::Keyword, &[]),
    field("reviewCount", CellKind::Integer, &["sodanhgia"]),
    field("reviews", CellKind::JsonList, &[]),
    field("bookingType", CellKind::Keyword, &[]),
    field("affiliateLink", CellKind::Text, &[]),
    field("bookingComUrl", CellKind::Text, &["bookingcom"]),
    field("agodaUrl", CellKind::Text, &["agoda"]),
    field("directBookingContact", CellKind::Text, &["bookingcontact"]),
    field("enquiryFormEnabled", CellKind::Boolean, &[]),
    field("featuredText", CellKind::Text, &[]),
    field("googleMapsUrl", CellKind::Text, &["googlemaps"]),
];

/// The field with this name.
pub fn find(name: &str) -> Option<&'static ImportField> {
    FIELDS.iter().find(|field| field.name == name)
}

/// The field of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportColumnMapping)]
pub struct ColumnMapping {
    /// The name of the column.
    #[schema(example = "Tên")]
    pub column: String,
    /// The field that it sets; null if the column is not imported.
    #[schema(required, example = "name")]
    pub field: Option<String>,
}

/// The category of a value in a column of categories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportCategoryMapping)]
pub struct CategoryMapping {
    /// The value; for OpenStreetMap tags, with the key, as in `tourism=hotel`.
    #[schema(example = "tourism=hotel")]
    pub value: String,
    /// The category.
    #[schema(example = 4)]
    pub category_id: CategoryId,
}

/// How rows become places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ImportMapping)]
pub struct Mapping {
    /// The field of each column. If several columns set the same field, the first one with a value is used.
    #[schema(required)]
    pub columns: Vec<ColumnMapping>,
    /// The categories of values that are not the name, the slug or an alias of a category.
    #[schema(required)]
    pub categories: Vec<CategoryMapping>,
    /// The category of rows in which no category is recognized; null if such rows are refused.
    #[schema(required)]
    pub default_category_id: Option<CategoryId>,
    /// The name of the data set, which is stored with each imported place; null if there is none.
    #[schema(required, example = "OpenStreetMap")]
    pub source: Option<String>,
    /// The license of the data set, which is stored with each imported place; null if it is not known.
    #[schema(required, example = "ODbL-1.0")]
    pub license: Option<String>,
    /// Whether an empty cell removes the value of an existing place. Otherwise it changes nothing.
    #[schema(required, example = false)]
    pub clears_empty: bool,
    /// Whether an invalid value of an optional field is left out with a warning. Otherwise its row is refused.
    #[schema(required, example = true)]
    pub leaves_out_invalid: bool,
}

/// The name of a column for comparison: folded, letters and digits only.
fn comparable_name(name: &str) -> String {
    text::fold(name).chars().filter(|character| character.is_alphanumeric()).collect()
}

/// The mapping that the names of the columns suggest. The data set is OpenStreetMap if the file comes from there, or
/// else the name of the file.
pub fn suggest_mapping(format: Format, columns: &[Column], file_name: &str) -> Mapping {
    let mut id_columns = columns.iter().filter(|column| column.name == json_file::OBJECT_ID_COLUMN);
    let has_osm_id = id_columns.any(|column| column.examples.iter().any(|id| osm::is_object_id(id)));
    let is_osm = format == Format::Overpass || has_osm_id;
    let mut used: Vec<&str> = Vec::new();
    let mapped = columns.iter().map(|column| {
        let found = suggested_field(&column.name, is_osm);
        let may_repeat = |field: &ImportField| {
            matches!(field.kind, CellKind::Categories | CellKind::Phone) || ["website", "email"].contains(&field.name)
        };
        let found = found.filter(|field| !used.contains(&field.name) || (is_osm && may_repeat(field)));
        used.extend(found.map(|field| field.name));
        ColumnMapping { column: column.name.clone(), field: found.map(|field| field.name.to_owned()) }
    });
    let mut columns: Vec<ColumnMapping> = mapped.collect();
    // The first column with a value sets the categories. The columns that are keys of OpenStreetMap for kinds of places
    // are therefore sorted, the most specific key first.
    let rank = |mapping: &ColumnMapping| osm::CATEGORY_KEYS.iter().position(|key| *key == mapping.column);
    if is_osm {
        columns.sort_by_key(|mapping| rank(mapping).map_or(0, |rank| rank + 1));
    }
    let source = if is_osm { osm::DATA_SET.to_owned() } else { text::clip(file_name, 100).to_owned() };
    Mapping {
        columns,
        source: Some(source).filter(|source| !source.is_empty()),
        license: is_osm.then(|| osm::LICENSE.to_owned()),
        leaves_out_invalid: is_osm,
        ..Mapping::default()
    }
}

fn suggested_field(column: &str, is_osm: bool) -> Option<&'static ImportField> {
    if let Some(exact) = find(column) {
        return Some(exact);
    }
    if column == json_file::OBJECT_ID_COLUMN {
        return find(FOREIGN_ID);
    }
    if is_osm {
        return match column {
            key if osm::CATEGORY_KEYS.contains(&key) => find(CATEGORIES),
            "opening_hours" => find("operatingHours"),
            "phone" | "contact:phone" | "contact:mobile" => find("phone"),
            "website" | "contact:website" => find("website"),
            "email" | "contact:email" => find("email"),
            // The aliases of fields do not apply: in OpenStreetMap, `type` and similar keys have other meanings.
            _ => None,
        };
    }
    let name = comparable_name(column);
    FIELDS.iter().find(|field| comparable_name(field.name) == name || field.other_column_names.contains(&name.as_str()))
}

/// The key under which the mapping of a header is remembered: a hash of the format and of the set of columns.
pub fn header_key(format: Format, columns: &[Column]) -> String {
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    let digest = Sha256::digest(format!("{format:?}\n{}", names.join("\n")));
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::export::sheet::{IMPORTABLE_COLUMNS, READ_ONLY_COLUMNS};

    fn suggested_mapping(format: Format, names: &[&str]) -> Vec<String> {
        let columns: Vec<Column> =
            names.iter().map(|name| Column { name: (*name).to_owned(), ..Column::default() }).collect();
        let mapped = suggest_mapping(format, &columns, "places.csv").columns;
        mapped.into_iter().map(|one| format!("{}={}", one.column, one.field.unwrap_or_default())).collect()
    }

    // R523
    #[test]
    fn columns_are_mapped_by_their_names() {
        assert_eq!(
            suggested_mapping(Format::Csv, &["Tên", "Điện thoại", "Vĩ độ", "KINH ĐỘ", "Loại hình", "Ghi chú", "Tel."]),
            [
                "Tên=name",
                "Điện thoại=phone",
                "Vĩ độ=latitude",
                "KINH ĐỘ=longitude",
                "Loại hình=categories",
                "Ghi chú=",
                "Tel.="
            ]
        );
        assert_eq!(
            suggested_mapping(Format::Overpass, &["@id", "amenity", "tourism", "phone", "contact:phone", "type"]),
            [
                "@id=foreignId",
                "phone=phone",
                "contact:phone=phone",
                "type=",
                "tourism=categories",
                "amenity=categories"
            ]
        );
    }

    #[test]
    fn importable_columns_of_an_export_are_the_fields_of_an_import() {
        for (name, _) in IMPORTABLE_COLUMNS {
            assert!(find(name).is_some(), "{name}");
        }
        for (name, _) in READ_ONLY_COLUMNS {
            assert!(suggested_field(name, false).is_none(), "{name}");
        }
        assert_eq!(FIELDS.len(), IMPORTABLE_COLUMNS.len() + 1, "all but the id of the object");
    }

    #[test]
    fn header_key_does_not_depend_on_the_order_of_columns() {
        let columns = |names: &[&str]| -> Vec<Column> {
            names.iter().map(|name| Column { name: (*name).to_owned(), ..Column::default() }).collect()
        };
        let key = |format, names: &[&str]| header_key(format, &columns(names));
        assert_eq!(key(Format::Csv, &["a", "b"]), key(Format::Csv, &["b", "a"]));
        assert_ne!(key(Format::Csv, &["a", "b"]), key(Format::Geojson, &["a", "b"]));
    }
}
