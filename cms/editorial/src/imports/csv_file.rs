//! Parses CSV files, as spreadsheets write them.

use super::file::{Encoding, FileError, Format, MAX_COLUMNS, ParsedFile, RowFault, TableBuilder};
use crate::common::csv_export::unescape_formula;
use crate::http::problem::Code;

const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// Parses a CSV file. The first row has the names of the columns.
pub fn parse(content: &str, encoding: Encoding) -> Result<ParsedFile, FileError> {
    let (content, separator) = match declared_separator(content) {
        Some((separator, rest)) => (rest, separator),
        None => (content, likely_separator(content)),
    };
    let mut options = csv::ReaderBuilder::new();
    options.delimiter(separator as u8).flexible(true).has_headers(false);
    let mut reader = options.from_reader(content.as_bytes());
    let (mut record, mut table, mut number) = (csv::StringRecord::new(), TableBuilder::default(), 0);
    let unreadable = |_| FileError::new(Code::FileInvalid, "The file is not a readable CSV file");
    while reader.read_record(&mut record).map_err(unreadable)? {
        number += 1;
        if number == 1 {
            add_columns(&mut table, &record)?;
            continue;
        }
        for (position, cell) in record.iter().take(table.columns.len()).enumerate() {
            table.set_cell(position, unescape_formula(cell), number)?;
        }
        let has_extra_cells = record.iter().skip(table.columns.len()).any(|cell| !cell.trim().is_empty());
        table.end_row(number, has_extra_cells.then(|| RowFault::TooManyCells { cells: record.len() }))?;
    }
    table.finish(Format::Csv, encoding, Some(separator))
}

fn add_columns(table: &mut TableBuilder, header: &csv::StringRecord) -> Result<(), FileError> {
    let column_count =
        header.iter().zip(1..).filter(|(name, _)| !name.trim().is_empty()).last().map_or(0, |(_, end)| end);
    if column_count > MAX_COLUMNS {
        let sentence = "A file can have at most 200 columns";
        return Err(FileError::new(Code::TooManyColumns.with("limit", MAX_COLUMNS), sentence));
    }
    if column_count == 0 {
        return Err(FileError::new(Code::FileInvalid, "The first row must have the names of the columns"));
    }
    for (position, name) in header.iter().take(column_count).enumerate() {
        let name = crate::common::text::normalize_name(unescape_formula(name));
        table.add_column(if name.is_empty() { format!("Column {}", position + 1) } else { name }.as_str());
    }
    Ok(())
}

/// The separator that a first line such as `sep=;` names, and the content after this line. `None` without such a line.
fn declared_separator(content: &str) -> Option<(char, &str)> {
    let rest = content.strip_prefix("sep=")?;
    let separator = rest.chars().next().filter(|separator| SEPARATORS.contains(separator))?;
    Some((separator, rest[separator.len_utf8()..].trim_start_matches(['\r', '\n'])))
}

/// The separator that is most frequent in the first row, outside of quotes.
fn likely_separator(content: &str) -> char {
    let (mut counts, mut is_quoted) = ([0_usize; SEPARATORS.len()], false);
    for character in content.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\n' if !is_quoted => break,
            other if !is_quoted => {
                if let Some(at) = SEPARATORS.iter().position(|separator| *separator == other) {
                    counts[at] += 1;
                }
            }
            _ => {}
        }
    }
    // Of equal counts, `max_by_key` returns the last one. The order is reversed, so the first separator is chosen.
    let best = (0..counts.len()).rev().max_by_key(|at| counts[*at]);
    SEPARATORS[best.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn parsed_parts(bytes: &[u8]) -> (Encoding, Option<char>, Vec<String>, Vec<String>) {
        let parsed = file::parse(bytes.to_vec()).expect("a file");
        let names = parsed.columns.into_iter().map(|column| column.name).collect();
        let rows = parsed.rows.into_iter().map(|row| format!("{} {}", row.number, row.cells)).collect();
        (parsed.encoding, parsed.separator, names, rows)
    }

    // R521
    #[test]
    fn encoding_and_separator_of_a_file_are_detected() {
        let text = "Tên;Ghi chú\r\nĐộng Én;\"a;b\"\r\n;\r\nHang Tối;'=1\r\n";
        let decomposed = "Tên;Ghi chú\nĐo\u{323}\u{302}ng E\u{301}n;\"a;b\"\n;\nHang To\u{302}\u{301}i;'=1\n";
        let expected = [r#"2 ["Động Én","a;b"]"#, r#"4 ["Hang Tối","=1"]"#];
        let bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        // In Windows-1258, "ộ" is "ô" (0xF4) with a combining dot below (0xF2), and "Đ" is 0xD0.
        let windows = b"T\xean;Ghi ch\xfa\n\xd0\xf4\xf2ng \xc9n;\"a;b\"\n;\nHang T\xf4\xeci;'=1\n";
        for (bytes, encoding) in [
            (text.as_bytes(), Encoding::Utf8),
            (&bom, Encoding::Utf8),
            (decomposed.as_bytes(), Encoding::Utf8),
            (&utf16, Encoding::Utf16),
            (windows, Encoding::Windows1258),
        ] {
            let (found, separator, names, rows) = parsed_parts(bytes);
            assert_eq!((found, separator), (encoding, Some(';')));
            assert_eq!((names[0].as_str(), names[1].as_str()), ("Tên", "Ghi chú"));
            assert_eq!(rows, expected, "{encoding:?}");
        }
        for (text, separator) in
            [("a,b\n1,2", ','), ("a\tb,c\n1\t2", '\t'), ("\"a;b;c\",d\n1,2", ','), ("sep=;\na,b;c\n1;2", ';')]
        {
            assert_eq!(parsed_parts(text.as_bytes()).1, Some(separator), "{text}");
        }
    }

    #[test]
    fn row_with_more_cells_than_the_header_has_a_fault() {
        let parsed = file::parse(b"name,phone\nA,1,2\nB,1,,\n".to_vec()).expect("a file");
        assert_eq!(parsed.rows[0].fault, Some(RowFault::TooManyCells { cells: 3 }));
        assert_eq!(parsed.rows[1].fault, None);
    }

    #[test]
    fn file_that_cannot_be_imported_is_refused_with_a_message() {
        let wide = vec!["c"; 201].join(",");
        let long = format!("name,note\nA,{}\n", "x".repeat((32 << 10) + 1));
        let many = format!("name\n{}", "A\n".repeat(50_001));
        for (bytes, sentence) in [
            (wide.into_bytes(), "A file can have at most 200 columns"),
            (long.into_bytes(), ", column “note”: the cell is larger than 32 kB"),
            (many.into_bytes(), "A file can have at most 50,000 rows: split it into several files"),
            (b"name\n".to_vec(), "The file has no rows to import"),
            (b"name,note\nA,a\0b\n".to_vec(), ", column “note”: the cell has the NUL character"),
            (b"PK\x03\x04".to_vec(), "This is an Excel workbook: save it as “CSV UTF-8” and import that file"),
        ] {
            let problem: crate::http::problem::Problem = file::parse(bytes).expect_err("refused").into();
            let message = &problem.errors[0].message;
            assert!(message.ends_with(sentence), "{message}");
        }
    }
}
