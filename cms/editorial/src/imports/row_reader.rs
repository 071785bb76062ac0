//! Reads the cells of a row as the values of fields, by the mapping of columns.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::cells::{self, split_items};
use super::fields::{self, CellKind, ImportField, Mapping};
use super::file::{Column, Format};
use super::osm;
use super::row::RefusalOrWarning;
use crate::categories::store::{Category, toggle_final_s};
use crate::common::id::CategoryId;
use crate::common::text;

/// Reads the cells of rows as values. Contains the mapped columns with their positions, and the options of the mapping.
#[derive(Clone, Debug)]
pub struct RowReader {
    columns: Vec<(usize, String, &'static ImportField)>,
    format: Format,
    default_phone_country: String,
    clears_empty: bool,
    /// Whether an invalid value of an optional field is left out.
    pub leaves_out_invalid: bool,
}

/// The values of a row.
#[derive(Debug, Default)]
pub struct RowValues {
    /// The values by the names of the fields in the API, without categories.
    pub body: Map<String, Value>,
    /// The name of the column that sets each field, by the name of the field in the API.
    pub columns: BTreeMap<&'static str, String>,
    /// The id of the existing place that the row names. `None` if the row names none by id.
    pub id: Option<i64>,
    /// The id of the object in the data set.
    pub foreign_id: Option<String>,
    /// The category values of the row.
    pub categories: Vec<String>,
    /// Refusals and warnings.
    pub reasons: Vec<RefusalOrWarning>,
}

impl RowValues {
    /// The value of a field, by its name in the API. `None` if there is no value or it is not text.
    pub fn text(&self, api_name: &str) -> Option<&str> {
        self.body.get(api_name).and_then(Value::as_str)
    }

    /// Latitude and longitude, if both have a value.
    pub fn point(&self) -> Option<(f64, f64)> {
        let number = |field: &str| self.body.get(field).and_then(Value::as_f64);
        number("latitude").zip(number("longitude"))
    }

    /// The column that sets a field.
    pub fn column(&self, api_name: &str) -> Option<String> {
        self.columns.get(api_name).cloned()
    }
}

impl RowReader {
    /// A reader for rows with this mapping. Columns and fields of the mapping that do not exist are ignored.
    /// `default_phone_country` applies to phone numbers without a country code.
    pub fn new(format: Format, columns: &[Column], mapping: &Mapping, default_phone_country: String) -> Self {
        let mapped_columns = mapping.columns.iter().filter_map(|one| {
            let field = fields::find(one.field.as_deref()?)?;
            Some((columns.iter().position(|column| column.name == one.column)?, one.column.clone(), field))
        });
        let Mapping { clears_empty, leaves_out_invalid, .. } = *mapping;
        Self { columns: mapped_columns.collect(), format, default_phone_country, clears_empty, leaves_out_invalid }
    }

    /// Reads the cells of a row, which are in the order of the file's columns. Empty cells at the end may be absent.
    pub fn read(&self, cells: &[String]) -> RowValues {
        let mut values = RowValues::default();
        for (position, column, field) in &self.columns {
            let cell = cells.get(*position).map(String::as_str).unwrap_or_default();
            // If several columns set the same field, the first one with a value is used.
            if cell.is_empty() || values.columns.contains_key(field.api_name) {
                continue;
            }
            values.columns.insert(field.api_name, column.clone());
            self.read_cell(&mut values, (column, cell), field);
        }
        if self.clears_empty {
            for (_, column, field) in &self.columns {
                let empty = cleared_value(field).filter(|_| !values.columns.contains_key(field.api_name));
                if let Some(empty) = empty {
                    values.columns.insert(field.api_name, column.clone());
                    values.body.insert(field.api_name.to_owned(), empty);
                }
            }
        }
        values
    }

    fn read_cell(&self, values: &mut RowValues, (column, cell): (&str, &str), field: &ImportField) {
        let warning = |message| RefusalOrWarning::warning(Some(column.to_owned()), message);
        match cells::read(field.kind, cell, &self.default_phone_country) {
            Err(message) if self.leaves_out_invalid && is_optional(field.api_name) => {
                values.reasons.push(warning(left_out_message(message)));
            }
            Err(message) => values.reasons.push(RefusalOrWarning::refusal(Some(column.to_owned()), message)),
            Ok((value, message)) => {
                values.reasons.extend(message.map(warning));
                match field.kind {
                    CellKind::Id => values.id = value.as_i64(),
                    CellKind::ForeignId => values.foreign_id = value.as_str().map(str::to_owned),
                    CellKind::Categories => values.categories = self.category_values(column, cell),
                    _ => drop(values.body.insert(field.api_name.to_owned(), value)),
                }
            }
        }
    }

    /// The category values of a cell. A cell in a column for a key of OpenStreetMap has only one: `key=value`, with the
    /// first value of the cell.
    fn category_values(&self, column: &str, cell: &str) -> Vec<String> {
        let Value::Array(parts) = split_items(cell, &[',', ';']) else { return Vec::new() };
        let parts = parts.into_iter().filter_map(|part| part.as_str().map(str::to_owned));
        if self.format != Format::Csv && osm::CATEGORY_KEYS.contains(&column) {
            parts.take(1).map(|value| format!("{column}={value}")).collect()
        } else {
            parts.collect()
        }
    }

    /// Whether the file states all categories of a place, so that the place loses its other categories.
    pub fn replaces_categories(&self) -> bool {
        self.format == Format::Csv
    }
}

/// Whether an invalid value of this field may be left out, and whether an empty cell may clear the field. `false` for
/// fields that identify a place and for fields that each place needs.
pub fn is_optional(api_name: &str) -> bool {
    !["id", fields::FOREIGN_ID, "slug", "name", "categoryIds", "latitude", "longitude"].contains(&api_name)
}

/// The warning that a value is left out because of this message.
pub fn left_out_message((code, message): cells::MessageWithCode) -> cells::MessageWithCode {
    (code, format!("Left out: {message}"))
}

/// The value that clears a field. `None` if the field cannot be cleared.
fn cleared_value(field: &ImportField) -> Option<Value> {
    match field.kind {
        _ if !is_optional(field.api_name) => None,
        CellKind::Text | CellKind::Phone | CellKind::Number => Some(Value::Null),
        CellKind::Items | CellKind::Lines | CellKind::JsonList => Some(Value::Array(Vec::new())),
        _ => None,
    }
}

/// Finds the category of a value.
#[derive(Clone, Debug, Default)]
pub struct CategoryFinder {
    by_name: HashMap<String, CategoryId>,
    mapped_categories: HashMap<String, CategoryId>,
    /// The category of rows in which no category is recognized.
    pub default: Option<CategoryId>,
}

impl CategoryFinder {
    /// Creates a finder for the categories of the guide. Categories of the mapping that no longer exist are ignored.
    pub fn new(all: &[Category], mapping: &Mapping) -> Self {
        let mut by_name: HashMap<_, _> = all.iter().map(|category| (category.id.to_string(), category.id)).collect();
        // Slugs replace aliases, and aliases replace ids and names. A name replaces neither an id nor an earlier name.
        for category in all {
            by_name.entry(text::fold(&category.name)).or_insert(category.id);
        }
        for category in all {
            let names = category.aliases.iter().cloned().chain([toggle_final_s(&category.slug)]);
            by_name.extend(names.map(|name| (name, category.id)));
        }
        by_name.extend(all.iter().map(|category| (category.slug.clone(), category.id)));
        let exists = |id: &CategoryId| all.iter().any(|category| category.id == *id);
        let mapped_categories = mapping.categories.iter().filter(|one| exists(&one.category_id));
        Self {
            by_name,
            mapped_categories: mapped_categories.map(|one| (one.value.clone(), one.category_id)).collect(),
            default: mapping.default_category_id.filter(|id| exists(id)),
        }
    }

    /// The category of a value. `None` if none is known.
    pub fn find(&self, value: &str) -> Option<CategoryId> {
        let named = |name: &str| {
            let name = text::fold(name);
            self.by_name.get(&name).or_else(|| self.by_name.get(&text::slug(&name))).copied()
        };
        self.mapped_categories.get(value).copied().or_else(|| match value.split_once('=') {
            Some((key, value)) => osm::likely_category_names(key, value).iter().find_map(|name| named(name)),
            None => named(value),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row_reader(format: Format, columns: &[(&str, &str)], clears_empty: bool) -> RowReader {
        let names: Vec<Column> =
            columns.iter().map(|(name, _)| Column { name: (*name).into(), ..Column::default() }).collect();
        let mapped = columns.iter().map(|(column, field)| fields::ColumnMapping {
            column: (*column).into(),
            field: Some(*field).filter(|field| !field.is_empty()).map(str::to_owned),
        });
        let mapping = Mapping { columns: mapped.collect(), clears_empty, ..Mapping::default() };
        RowReader::new(format, &names, &mapping, "VN".into())
    }

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    #[test]
    fn first_column_with_a_value_sets_the_field() {
        let row_reader = row_reader(Format::Csv, &[("Tel", "phone"), ("Mobile", "phone"), ("Note", "")], false);
        let values = row_reader.read(&row(&["", "0912 345 678", "x"]));
        assert_eq!(Value::Object(values.body), json!({ "phone": "0912 345 678" }));
        assert_eq!(values.columns["phone"], "Mobile");
        assert_eq!(row_reader.read(&row(&["1", "2"])).body["phone"], "1");
    }

    #[test]
    fn empty_cell_clears_optional_fields_only_with_clears_empty() {
        let columns = [("Name", "name"), ("Tel", "phone"), ("Tags", "tags")];
        assert!(row_reader(Format::Csv, &columns, false).read(&row(&[])).body.is_empty());
        let cleared = row_reader(Format::Csv, &columns, true).read(&row(&["", "", ""])).body;
        assert_eq!(Value::Object(cleared), json!({ "phone": null, "tags": [] }));
    }

    #[test]
    fn category_is_found_by_mapping_slug_alias_name_and_tag() {
        let category = |id, name: &str, slug: &str, aliases: &[&str]| Category {
            id: CategoryId(id),
            name: name.into(),
            slug: slug.into(),
            aliases: aliases.iter().map(|alias| (*alias).into()).collect(),
            ..Category::default()
        };
        let all = [category(1, "Caves", "cave", &["caves"]), category(2, "Food & Drink", "food-drink", &["food"])];
        let mapped = fields::CategoryMapping { value: "Khác".into(), category_id: CategoryId(2) };
        let finder = CategoryFinder::new(&all, &Mapping { categories: vec![mapped], ..Mapping::default() });
        for (value, expected) in [
            ("Cave", Some(1)),
            ("2", Some(2)),
            ("CAVES", Some(1)),
            ("food & drink", Some(2)),
            ("Khác", Some(2)),
            ("natural=cave_entrance", Some(1)),
            ("amenity=restaurant", Some(2)),
            ("amenity=bench", None),
            ("Hotel", None),
        ] {
            assert_eq!(finder.find(value).map(|id| id.0), expected, "{value}");
        }
    }
}
