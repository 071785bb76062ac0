//! The file of an import: its limits, its encoding, and its content as columns and rows.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{csv_file, json_file};
use crate::common::text;
use crate::http::problem::{Code, CodeWithParams, Problem};

/// The maximum size of a file in bytes.
pub const MAX_FILE_BYTES: usize = 20 << 20;
/// The maximum number of rows.
pub const MAX_ROWS: usize = 50_000;
/// The maximum number of columns.
pub const MAX_COLUMNS: usize = 200;
/// The maximum length of a cell in bytes.
pub const MAX_CELL_BYTES: usize = 32 << 10;
const MAX_COLUMN_NAME_CHARS: usize = 100;
/// The maximum number of examples of a column.
const MAX_EXAMPLES: usize = 3;
const MAX_EXAMPLE_CHARS: usize = 80;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportFormat)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Format {
    /// Rows of cells, separated by commas, semicolons or tabs. The first row has the names of the columns.
    Csv,
    /// A `FeatureCollection` of points.
    Geojson,
    /// JSON of the Overpass API: OpenStreetMap's nodes, and ways and relations with a center.
    Overpass,
}

/// The character encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[schema(as = ImportEncoding)]
#[sqlx(type_name = "text")]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    #[serde(rename = "utf-8")]
    #[sqlx(rename = "utf-8")]
    Utf8,
    /// UTF-16 with a byte order mark: what Excel calls Unicode text.
    #[serde(rename = "utf-16")]
    #[sqlx(rename = "utf-16")]
    Utf16,
    /// Windows-1258: the Vietnamese encoding of older spreadsheets. Assumed if the file is not UTF-8.
    #[serde(rename = "windows-1258")]
    #[sqlx(rename = "windows-1258")]
    Windows1258,
}

/// A column of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportColumn)]
pub struct Column {
    /// The name in the header; for JSON, the name of the property.
    #[schema(example = "Tên")]
    pub name: String,
    /// The first different values, at most three.
    #[schema(example = json!(["Hang Đèn Lồng"]))]
    pub examples: Vec<String>,
    /// The number of cells with a value.
    #[schema(example = 300)]
    pub filled_count: i64,
}

/// Why a row cannot be imported, whatever the mapping of columns is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum RowFault {
    /// The row has more cells than the header.
    TooManyCells {
        /// The number of cells of the row.
        cells: usize,
    },
    /// The geometry of the object is not a point.
    NotAPoint {
        /// The type of the geometry; empty if there is none.
        geometry: String,
    },
}

/// A row. Empty cells at its end are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedRow {
    /// The row number, as in a spreadsheet: the header has the number 1. In JSON files, objects are counted from 1.
    pub number: i64,
    /// The cells as a JSON array of strings in one text, which needs less memory than a list of strings.
    pub cells: String,
    /// Why the row cannot be imported. `None` if it can.
    pub fault: Option<RowFault>,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The format.
    pub format: Format,
    /// The encoding.
    pub encoding: Encoding,
    /// What separates the cells of a CSV file. `None` for other formats.
    pub separator: Option<char>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows that have a value or a fault.
    pub rows: Vec<ParsedRow>,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    code: CodeWithParams,
    sentence: String,
}

impl FileError {
    /// An error about the file as a whole.
    pub fn new(code: impl Into<CodeWithParams>, sentence: impl Into<String>) -> Self {
        Self { code: code.into(), sentence: sentence.into() }
    }

    /// An error about the cell in this row and column.
    fn at_cell(code: impl Into<CodeWithParams>, row: i64, column: &str, sentence: &str) -> Self {
        let code = code.into().with("row", row).with("column", column);
        Self::new(code, format!("Row {row}, column “{column}”: {sentence}"))
    }
}

impl From<FileError> for Problem {
    fn from(FileError { code, sentence }: FileError) -> Self {
        Self::invalid_field(code, "file", sentence)
    }
}

/// Collects the rows of a file.
#[derive(Debug, Default)]
pub struct TableBuilder {
    /// The columns so far.
    pub columns: Vec<Column>,
    positions: HashMap<String, usize>,
    rows: Vec<ParsedRow>,
    cells: Vec<String>,
}

impl TableBuilder {
    /// Adds a column. Its name is cut to 100 characters. If the name is already used, a number is appended to it.
    pub fn add_column(&mut self, name: &str) {
        let name = text::clip(name, MAX_COLUMN_NAME_CHARS).to_owned();
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let unused = std::iter::once(name.clone()).chain(numbered).find(|name| !self.positions.contains_key(name));
        let name = unused.unwrap_or(name);
        self.positions.insert(name.clone(), self.columns.len());
        self.columns.push(Column { name, ..Column::default() });
    }

    /// Returns the position of a column. Adds the column if it is new. `None` if it cannot be added, because there are
    /// already [`MAX_COLUMNS`] columns or its name is too long.
    pub fn position_or_add(&mut self, name: &str) -> Option<usize> {
        let can_be_added = self.columns.len() < MAX_COLUMNS && name.chars().count() <= MAX_COLUMN_NAME_CHARS;
        if !self.positions.contains_key(name) && can_be_added {
            self.add_column(name);
        }
        self.positions.get(name).copied()
    }

    /// Sets a cell of the current row, normalized to NFC and without surrounding white space. `number` is the row
    /// number in error messages. Errors: the cell is too long or has the NUL character.
    pub fn set_cell(&mut self, position: usize, value: &str, number: i64) -> Result<(), FileError> {
        let value = text::nfc(value.trim());
        let column = &mut self.columns[position];
        if value.len() > MAX_CELL_BYTES {
            let code = Code::CellTooLong.with("limit", MAX_CELL_BYTES);
            return Err(FileError::at_cell(code, number, &column.name, "the cell is larger than 32 kB"));
        }
        if value.contains('\0') {
            return Err(FileError::at_cell(Code::FileInvalid, number, &column.name, "the cell has the NUL character"));
        }
        if value.is_empty() {
            return Ok(());
        }
        column.filled_count += 1;
        if column.examples.len() < MAX_EXAMPLES && !column.examples.contains(&value) {
            column.examples.push(text::clip(&value, MAX_EXAMPLE_CHARS).to_owned());
        }
        if self.cells.len() <= position {
            self.cells.resize(position + 1, String::new());
        }
        self.cells[position] = value;
        Ok(())
    }

    /// Ends the current row. A row without values and without a fault is left out. Errors: the file has too many rows.
    pub fn end_row(&mut self, number: i64, fault: Option<RowFault>) -> Result<(), FileError> {
        if self.cells.is_empty() && fault.is_none() {
            return Ok(());
        }
        if self.rows.len() >= MAX_ROWS {
            let sentence = "A file can have at most 50,000 rows: split it into several files";
            return Err(FileError::new(Code::TooManyRows.with("limit", MAX_ROWS), sentence));
        }
        let cells = serde_json::to_string(&self.cells).unwrap_or_default();
        self.cells.clear();
        self.rows.push(ParsedRow { number, cells, fault });
        Ok(())
    }

    /// The content of the file. Errors: the file has no rows.
    pub fn finish(self, format: Format, encoding: Encoding, separator: Option<char>) -> Result<ParsedFile, FileError> {
        if self.rows.is_empty() {
            return Err(FileError::new(Code::FileEmpty, "The file has no rows to import"));
        }
        let Self { columns, rows, .. } = self;
        Ok(ParsedFile { format, encoding, separator, columns, rows })
    }
}

/// Parses a file in one of the formats of [`Format`]. A large file takes about a second, so call this function on a
/// thread for blocking work.
pub fn parse(bytes: Vec<u8>) -> Result<ParsedFile, FileError> {
    let (content, encoding) = decode(bytes)?;
    let start = content.trim_start();
    match start.chars().next() {
        None => Err(FileError::new(Code::FileEmpty, "The file is empty")),
        Some('{' | '[') => json_file::parse(&content, encoding),
        Some('<') => {
            let sentence = "This is an XML file, such as KML or GPX: import CSV, GeoJSON or Overpass JSON";
            Err(FileError::new(Code::FileFormatUnknown, sentence))
        }
        Some(_) => csv_file::parse(&content, encoding),
    }
}

fn decode(bytes: Vec<u8>) -> Result<(String, Encoding), FileError> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        let sentence = "This is an Excel workbook: save it as “CSV UTF-8” and import that file";
        return Err(FileError::new(Code::FileFormatUnknown, sentence));
    }
    if let Some((utf16, _)) = encoding_rs::Encoding::for_bom(&bytes).filter(|(found, _)| *found != encoding_rs::UTF_8) {
        return Ok((utf16.decode(&bytes).0.into_owned(), Encoding::Utf16));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text), Encoding::Utf8)),
        Err(error) => {
            let (text, _) = encoding_rs::WINDOWS_1258.decode_without_bom_handling(error.as_bytes());
            Ok((text.into_owned(), Encoding::Windows1258))
        }
    }
}
