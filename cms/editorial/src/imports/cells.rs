//! Reads the text of a cell as the value of a field. A value that a spreadsheet has damaged is refused, because the
//! original value cannot be known.

use serde_json::{Value, json};

use super::fields::CellKind;
use crate::common::phone;
use crate::http::problem::{Code, CodeWithParams};

/// The error values that spreadsheets show in a cell.
const SHEET_ERRORS: [&str; 10] =
    ["#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!", "#ERROR!"];
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A problem code with its message.
pub type MessageWithCode = (CodeWithParams, String);

/// The value of a cell, with a warning about it if there is one.
pub type ValueWithWarning = (Value, Option<MessageWithCode>);

/// Reads a cell that is not blank as a value of `kind`. `country` is the country of phone numbers without a country
/// code. Errors: the message for a cell that is damaged, or whose text is not a value of `kind`.
pub fn read(kind: CellKind, text: &str, country: &str) -> Result<ValueWithWarning, MessageWithCode> {
    reject_mangled_cell(kind, text)?;
    let warning = damage_warning(kind, text, country);
    let value = match kind {
        CellKind::Number => json!(parse_number(text)?),
        CellKind::Id | CellKind::Integer => json!(parse_integer(text)?),
        CellKind::Boolean => json!(parse_boolean(text)?),
        CellKind::Items => split_items(text, &[',', ';']),
        CellKind::Lines => split_items(text, &['\n', '\r']),
        CellKind::JsonList => serde_json::from_str(text).ok().filter(Value::is_array).ok_or_else(|| {
            let sentence = "Copy the cell from an export and change its values: it is a list in square brackets";
            (Code::Type.with("type", "array"), sentence.to_owned())
        })?,
        CellKind::Keyword => json!(text.to_lowercase()),
        CellKind::Text | CellKind::Phone | CellKind::ForeignId | CellKind::Categories => json!(text),
    };
    Ok((value, warning))
}

fn reject_mangled_cell(kind: CellKind, text: &str) -> Result<(), MessageWithCode> {
    let is_number_kind = matches!(kind, CellKind::Number | CellKind::Integer | CellKind::Id);
    // A spreadsheet shows `####` if the column is too narrow for the value.
    let is_all_hashes = text.len() >= 2 && text.bytes().all(|byte| byte == b'#');
    let sentence = if is_all_hashes || SHEET_ERRORS.contains(&text.to_uppercase().as_str()) {
        format!("“{text}” is a spreadsheet error, not a value")
    } else if is_scientific_notation(text) && !matches!(kind, CellKind::Items | CellKind::Lines) {
        format!("The spreadsheet has shortened a number to “{text}”: format the column as text and enter it again")
    } else if is_number_kind && looks_like_date(text) {
        format!("The spreadsheet has turned a number into a date: “{text}”")
    } else {
        return Ok(());
    };
    Err((Code::CellMangled.with("value", text), sentence))
}

/// Whether the text is a number such as `8.49E+10`.
fn is_scientific_notation(text: &str) -> bool {
    let Some((number, exponent)) = text.split_once("E+").or_else(|| text.split_once("e+")) else { return false };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.trim_start_matches(['+', '-']);
    let (whole, rest) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    is_digits(exponent) && is_digits(whole) && is_digits(rest)
}

/// Whether the text looks like a date, such as `2026-11-29`, `5/1/2024` or `12-Jan`.
fn looks_like_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', ' ']).collect();
    let is_digits = |part: &&str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = |part: &&str| part.len() >= 3 && MONTHS.iter().any(|month| part.to_lowercase().starts_with(month));
    match parts.as_slice() {
        [one, other] => (is_digits(one) && is_month(other)) || (is_month(one) && is_digits(other)),
        [_, _, _] => parts.iter().all(|part| is_digits(part) || is_month(part)),
        _ => false,
    }
}

/// The warning about an accepted cell that a spreadsheet may have damaged: a phone number without its leading zero, or
/// a short text that looks like a date. `None` for other cells.
fn damage_warning(kind: CellKind, text: &str, country: &str) -> Option<MessageWithCode> {
    if kind == CellKind::Phone && text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let is_phone_number =
            |text: &str| phone::split_at_phone_numbers(text, country).iter().any(|part| part.href.is_some());
        if !text.starts_with('0') && is_phone_number(&format!("0{text}")) {
            let sentence = format!("“{text}” may have lost its leading zero in the spreadsheet");
            return Some((Code::LeadingZeroLost.with("value", text), sentence));
        }
    }
    let is_text_kind = matches!(kind, CellKind::Text | CellKind::Phone);
    let is_short_with_letters = text.len() <= 8 && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    (is_text_kind && is_short_with_letters && looks_like_date(text)).then(|| {
        let sentence = format!("The spreadsheet may have turned this value into a date: “{text}”");
        (Code::CellDateLike.with("value", text), sentence)
    })
}

/// Parses a number with a decimal point or a decimal comma.
fn parse_number(text: &str) -> Result<f64, MessageWithCode> {
    let has_one_separator = text.matches([',', '.']).count() == 1;
    let plain = if has_one_separator { text.replace(',', ".") } else { text.to_owned() };
    let is_plain = plain.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let parsed = plain.parse::<f64>().ok().filter(|number| is_plain && number.is_finite());
    parsed.ok_or_else(|| (Code::Type.with("type", "number"), format!("“{text}” is not a number")))
}

fn parse_integer(text: &str) -> Result<i64, MessageWithCode> {
    let whole = text.strip_suffix(".0").or_else(|| text.strip_suffix(",0")).unwrap_or(text);
    let sentence = || format!("“{text}” is not a whole number without separators");
    whole.parse().map_err(|_| (Code::Type.with("type", "integer"), sentence()))
}

fn parse_boolean(text: &str) -> Result<bool, MessageWithCode> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "x" | "có" | "đúng" => Ok(true),
        "false" | "no" | "n" | "0" | "không" | "sai" => Ok(false),
        _ => Err((Code::Type.with("type", "boolean"), format!("“{text}” is neither yes nor no"))),
    }
}

/// Splits a text into a JSON array of its parts that are not blank.
pub fn split_items(text: &str, separators: &[char]) -> Value {
    let parts = text.split(separators).map(str::trim).filter(|part| !part.is_empty());
    parts.map(Value::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // R521
    #[test]
    fn cell_that_a_spreadsheet_has_damaged_is_refused() {
        for (kind, text) in [
            (CellKind::Phone, "8.49E+10"),
            (CellKind::Phone, "8,49E+10"),
            (CellKind::Text, "#N/A"),
            (CellKind::Text, "#name?"),
            (CellKind::Number, "########"),
            (CellKind::Number, "1.75E+01"),
            (CellKind::Number, "2026-11-29"),
            (CellKind::Integer, "12-Jan"),
            (CellKind::Integer, "5/1/2024"),
        ] {
            let (code, _) = read(kind, text, "VN").expect_err(text);
            assert_eq!(code.code, Code::CellMangled, "{text}");
        }
        for (kind, text) in
            [(CellKind::Text, "=1+1"), (CellKind::Text, "# 1 Hostel"), (CellKind::Text, "E+"), (CellKind::Phone, "-")]
        {
            assert_eq!(read(kind, text, "VN"), Ok((json!(text), None)), "text stays as it is");
        }
    }

    #[test]
    fn cell_that_may_be_damaged_has_a_warning() {
        let code = |kind, text| {
            let (value, warning) = read(kind, text, "VN").expect("accepted");
            assert_eq!(value, json!(text));
            warning.map(|(code, _)| code.code)
        };
        assert_eq!(code(CellKind::Phone, "912345678"), Some(Code::LeadingZeroLost));
        assert_eq!(code(CellKind::Phone, "84912345678"), None);
        assert_eq!(code(CellKind::Phone, "0912345678"), None);
        assert_eq!(code(CellKind::Text, "2-Jan"), Some(Code::CellDateLike));
        assert_eq!(code(CellKind::Text, "May 3"), Some(Code::CellDateLike));
    }

    #[test]
    fn numbers_booleans_and_lists_are_read_in_common_notations() {
        let value = |kind, text: &str| read(kind, text, "VN").map(|(value, _)| value).map_err(|(code, _)| code.code);
        assert_eq!(value(CellKind::Number, "17,58137"), Ok(json!(17.58137)));
        assert_eq!(value(CellKind::Number, "-17.5"), Ok(json!(-17.5)));
        assert_eq!(value(CellKind::Number, "1,234.5"), Err(Code::Type));
        assert_eq!(value(CellKind::Number, "17°35'"), Err(Code::Type));
        assert_eq!(value(CellKind::Number, "inf"), Err(Code::Type));
        assert_eq!(value(CellKind::Integer, "120"), Ok(json!(120)));
        assert_eq!(value(CellKind::Integer, "1,200"), Err(Code::Type));
        assert_eq!(value(CellKind::Boolean, "TRUE"), Ok(json!(true)));
        assert_eq!(value(CellKind::Boolean, "maybe"), Err(Code::Type));
        assert_eq!(value(CellKind::Items, "boat; river,"), Ok(json!(["boat", "river"])));
        assert_eq!(value(CellKind::Lines, "/a,b.jpg\r\n/c.jpg"), Ok(json!(["/a,b.jpg", "/c.jpg"])));
        assert_eq!(value(CellKind::JsonList, "good"), Err(Code::Type));
    }
}
