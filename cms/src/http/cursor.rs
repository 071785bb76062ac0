//! Keyset cursors: the end of a page of a list. Opaque to clients.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The last row of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor<Id> {
    /// The sort key of the row.
    pub key: Key,
    /// The id of the row, which breaks ties.
    pub id: Id,
}

/// A sort key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "two kinds")]
pub enum Key {
    Number(i64),
    Text(String),
}

impl<Id: Serialize + DeserializeOwned> Cursor<Id> {
    /// The cursor as text, for a link.
    pub fn written(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Parses the result of [`Cursor::written`]. `None` for other text, or if the key has the other type.
    pub fn read(text: &str, is_text: bool) -> Option<Self> {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        // PostgreSQL rejects NUL, and no list has one.
        let cursor: Self = serde_json::from_str(&text).ok().filter(|_| !text.contains("\\u0000"))?;
        (matches!(cursor.key, Key::Text(_)) == is_text).then_some(cursor)
    }
}
