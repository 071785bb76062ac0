//! Pure functions of the import check, which compare values and make messages.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::cells::MessageWithCode;
use super::file::RowFault;
use super::row::RefusalOrWarning;
use crate::http::problem::{Code, FieldError};
use crate::media::model::{Image, MEDIA_PATH, key_of_file_name};
use crate::places::prices;

/// The sentence for opening hours that make the parser panic.
pub fn unreadable_hours_message() -> String {
    "Opening hours are not valid: enter them like Mo-Fr 07:00-11:30,13:00-17:00; Su off".to_owned()
}

/// Whether one of the reasons is a refusal.
pub fn has_refusal(reasons: &[RefusalOrWarning]) -> bool {
    reasons.iter().any(|reason| !reason.is_warning)
}

/// The message about a row that cannot be imported.
pub fn fault_message(fault: &RowFault) -> MessageWithCode {
    match fault {
        RowFault::TooManyCells { cells } => {
            let sentence = format!("The row has {cells} cells, more than the header: check the quotes and separators");
            (Code::RowTooLong.into(), sentence)
        }
        RowFault::NotAPoint { geometry } if geometry.is_empty() => {
            (Code::GeometryUnsupported.with("geometry", ""), "The object has no position".to_owned())
        }
        RowFault::NotAPoint { geometry } => {
            let sentence = format!("The object is a {geometry} without a center: only points can be imported");
            (Code::GeometryUnsupported.with("geometry", geometry.as_str()), sentence)
        }
    }
}

/// Whether the value `sent` of a field equals the stored value. White space around a stored text is ignored, because
/// cells are trimmed. Absent fields of prices count as their defaults. Without a stored value, only null is equal.
pub fn is_equal(field: &str, sent: &Value, stored: Option<&Value>) -> bool {
    match (sent, stored) {
        (sent, Some(stored)) if field == prices::PRICES_FIELD => prices::prices_as_stored(sent) == *stored,
        (Value::String(sent), Some(Value::String(stored))) => sent == stored || sent == stored.trim(),
        (sent, Some(stored)) => sent == stored,
        (sent, None) => sent.is_null(),
    }
}

/// The errors for `imageUrl` and `gallery`, at most one for each. A field is invalid if it names an image of this guide
/// that is not in the library, is not public, or has no text alternative and is not decorative. Addresses in `stored`
/// are not checked, because the place already has these images.
pub fn image_errors(body: &Map<String, Value>, stored: &[&str], images: &HashMap<String, Image>) -> Vec<FieldError> {
    let addresses = |field: &'static str| {
        let value = body.get(field);
        let texts = value.into_iter().flat_map(|value| match value {
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>(),
            other => other.as_str().into_iter().collect(),
        });
        texts.map(move |address| (field, address))
    };
    let mut fields = BTreeSet::new();
    for (field, address) in addresses("imageUrl").chain(addresses("gallery")) {
        let Some(name) = address.strip_prefix(MEDIA_PATH).filter(|_| !stored.contains(&address)) else { continue };
        let image = key_of_file_name(name).and_then(|key| images.get(key));
        if !image.is_some_and(|image| image.in_library && image.is_public && image.is_described()) {
            fields.insert(field);
        }
    }
    let sentence = "This image is not in the library, or has no description";
    fields.into_iter().map(|field| FieldError::new(Code::ImageUnknown, field, sentence)).collect()
}
