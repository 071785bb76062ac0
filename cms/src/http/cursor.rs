//! Where a page of a list ended. Opaque to callers; made and read here alone.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The last row of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor<Id> {
    /// What the list is ordered by, in that row.
    pub key: Key,
    /// Its id, which decides between equals.
    pub id: Id,
}

/// What a list is ordered by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "two kinds")]
pub enum Key {
    Number(i64),
    Text(String),
}

impl<Id: Serialize + DeserializeOwned> Cursor<Id> {
    /// The cursor as it stands in a link.
    pub fn written(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Reads what [`Cursor::written`] wrote; nothing for anything else, or for one with the other kind of key.
    pub fn read(text: &str, is_text: bool) -> Option<Self> {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        // PostgreSQL takes no NUL, and no list of ours has one.
        let cursor: Self = serde_json::from_str(&text).ok().filter(|_| !text.contains("\\u0000"))?;
        (matches!(cursor.key, Key::Text(_)) == is_text).then_some(cursor)
    }
}
