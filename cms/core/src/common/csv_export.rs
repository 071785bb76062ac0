//! Writes CSV files (RFC 4180) for spreadsheets. No cell is interpreted as a formula.

/// The mark that identifies a file as UTF-8. Without it, some spreadsheets show Vietnamese names wrongly.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A cell that no spreadsheet interprets as a formula.
pub struct CsvCell(String);

impl<T: std::fmt::Display> From<T> for CsvCell {
    fn from(value: T) -> Self {
        Self(escape_formula(&value.to_string()))
    }
}

/// Writes a CSV file, or one of several consecutive parts of a file, in memory.
pub struct CsvWriter(csv::Writer<Vec<u8>>);

impl CsvWriter {
    /// Begins a file with its byte order mark and header row.
    pub fn with_header(header: &[&str]) -> Self {
        let mut csv = Self::appending_to(BYTE_ORDER_MARK.to_vec());
        csv.write_row(header.iter().map(CsvCell::from));
        csv
    }

    /// Continues a file whose header was written by another writer.
    pub fn without_header() -> Self {
        Self::appending_to(Vec::new())
    }

    fn appending_to(bytes: Vec<u8>) -> Self {
        Self(csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(bytes))
    }

    /// Appends a row.
    pub fn write_row(&mut self, cells: impl IntoIterator<Item = CsvCell>) {
        // Writing to memory cannot fail.
        let _ = self.0.write_record(cells.into_iter().map(|CsvCell(text)| text));
    }

    /// The written text. After [`CsvWriter::with_header`], it begins with the byte order mark and the header row.
    pub fn into_text(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Adds an apostrophe before text that could be a formula (R316).
///
/// Text with leading white space or full-width characters can be a formula too, because some spreadsheets drop the
/// white space or convert the characters. A phone number gets no apostrophe: it is not a formula, and importers would
/// not recognize it with an apostrophe. Text that already has an apostrophe before a formula gets another one, so that
/// [`unescape_formula`] returns the text exactly.
fn escape_formula(text: &str) -> String {
    if looks_like_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text of a cell without the apostrophe that [`CsvCell`] added, if it added one. Removes at most one apostrophe.
pub fn unescape_formula(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| looks_like_formula(text)).unwrap_or(cell)
}

/// Whether the text, without leading apostrophes, could be a formula.
fn looks_like_formula(text: &str) -> bool {
    let without_apostrophes = text.trim_start_matches('\'');
    let starts_like_formula = without_apostrophes.starts_with(['\t', '\r', '\n'])
        || without_apostrophes.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']);
    starts_like_formula && !is_signed_or_phone_number(without_apostrophes)
}

/// Whether `text` is `+` or `-`, followed by at least one digit and otherwise only spaces, parentheses, brackets, dots,
/// hyphens and slashes.
///
/// Text of these characters names no function, cell or program, so a spreadsheet can at most compute a number from it.
fn is_signed_or_phone_number(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|rest| {
        rest.bytes().any(|byte| byte.is_ascii_digit())
            && rest.bytes().all(|byte| byte.is_ascii_digit() || b" ()[].-/".contains(&byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R316
    #[test]
    fn cell_that_could_be_a_formula_gets_an_apostrophe() {
        for formula in [
            "=1+1",
            "+1+cmd",
            "-A1",
            "+84 912,345",
            "+",
            "--",
            "- ",
            " +84 912 345 678",
            "+\t1",
            "＋1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "\u{a0}=1",
            "＝1",
            "=cmd|' /C calc'!A0",
            "|calc",
        ] {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
        }
        for plain in ["Linh", "O'Brien", "a=b", "linh+guide@example.org", "", "Jean-Luc"] {
            assert_eq!(escape_formula(plain), plain);
        }
    }

    // R521
    #[test]
    fn unescape_formula_restores_the_escaped_text() {
        for text in ["=1+1", "'=1", "''@a", "+84 912", "'tis", "", "'", "-", "a'=1", "'+1", "\t=1"] {
            assert_eq!(unescape_formula(&escape_formula(text)), text);
        }
        assert_eq!(
            (unescape_formula("'=1"), unescape_formula("''=1"), unescape_formula("'quoted'")),
            ("=1", "'=1", "'quoted'")
        );
    }

    #[test]
    fn phone_and_signed_numbers_get_no_apostrophe() {
        for number in ["+84 912 345 678", "+84 (0)232 3677-021", "+84.232.3677021", "+84 232/3677021", "-12.5", "+1"] {
            assert_eq!(escape_formula(number), number);
        }
    }
}
