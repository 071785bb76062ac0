//! Images: their columns, the names of their files, and their addresses in texts.

use sqlx::types::Json;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ArticleId, EntryId, ImageId, PlaceId};
use crate::common::text;

/// The path of all images on the site.
pub const FOLDER: &str = "/media/";
/// A key has this many random hex digits, a hyphen, and this many digits of the hash of the content.
const KEY_DIGITS: (usize, usize) = (8, 16);

/// An image of the library, or a photo of a guestbook entry.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described where callers meet them: dto.rs")]
pub struct Image {
    pub id: ImageId,
    pub version: i64,
    pub key: String,
    pub uploader_id: Option<AccountId>,
    pub in_library: bool,
    pub is_public: bool,
    pub name: String,
    pub width: i64,
    pub height: i64,
    pub widths: Json<Vec<i64>>,
    pub bytes: i64,
    pub thumbhash: String,
    pub color: String,
    pub alt: Option<String>,
    pub is_decorative: bool,
    pub caption: Option<String>,
    pub credit: Option<String>,
    pub licence: Option<String>,
    pub focal_x: f64,
    pub focal_y: f64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The number of records that show it.
    pub use_count: i64,
}

impl Image {
    /// Whether the image has a text alternative or is marked decorative (R208).
    pub fn is_described(&self) -> bool {
        self.is_decorative || self.alt.is_some()
    }

    /// The address of the JPEG.
    pub fn address(&self) -> String {
        address(&self.key)
    }

    /// The text in which the library is searched.
    pub fn search_text(&self) -> String {
        let parts = [Some(&self.name), self.alt.as_ref(), self.caption.as_ref(), self.credit.as_ref()];
        text::searchable(parts.into_iter().flatten().map(String::as_str))
    }

    /// The names of its files.
    pub fn file_names(&self) -> Vec<String> {
        file_names(&self.key, self.widths.iter().copied())
    }
}

/// A record that shows images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A place: its main image and gallery.
    Place(PlaceId),
    /// An article: its main image and the images in its text.
    Article(ArticleId),
    /// A guestbook entry.
    Entry(EntryId),
    /// The settings: the hero image.
    Settings,
}

impl Owner {
    /// The values of the columns `kind` and `owner_id`.
    pub fn columns(self) -> (&'static str, i64) {
        match self {
            Self::Place(id) => ("place", id.0),
            Self::Article(id) => ("article", id.0),
            Self::Entry(id) => ("entry", id.0),
            Self::Settings => ("settings", 1),
        }
    }
}

/// The address of an image: its JPEG, the format that all clients support.
pub fn address(key: &str) -> String {
    format!("{FOLDER}{key}.jpg")
}

/// The names of the files of an image with these WebP widths: the WebP files in this order, then the JPEG.
pub fn file_names(key: &str, widths: impl IntoIterator<Item = i64>) -> Vec<String> {
    let webp = widths.into_iter().map(|width| format!("{key}-{width}.webp"));
    webp.chain([format!("{key}.jpg")]).collect()
}

/// The key at the beginning of a file's name. `None` if the name has none.
pub fn key_in(name: &str) -> Option<&str> {
    let key = name.get(..KEY_DIGITS.0 + 1 + KEY_DIGITS.1)?;
    let (random, content) = key.split_once('-')?;
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (random.len() == KEY_DIGITS.0 && is_hex(random) && is_hex(content)).then_some(key)
}

/// Whether an address is on this site's path of images. The image may not exist.
pub fn is_own(address: &str) -> bool {
    address.trim().starts_with(FOLDER)
}

/// The keys of this site's images in an address or a text, each once, in order of appearance.
pub fn keys_in(text: &str) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(FOLDER) {
        if let Some(key) = key_in(&text[at + FOLDER.len()..])
            && !keys.iter().any(|other| other == key)
        {
            keys.push(key.to_owned());
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "3f9c2a1b-9f86d081884c7d65";

    #[test]
    fn file_names_contain_the_key() {
        for name in file_names(KEY, [320, 1920]) {
            assert_eq!(key_in(&name), Some(KEY), "{name}");
        }
        for name in [
            "",
            "3f9c2a1b",
            "3F9C2A1B-9f86d081884c7d65.jpg",
            "3f9c2a1b_9f86d081884c7d65.jpg",
            "é9c2a1b-9f86d081884c7d65",
        ] {
            assert_eq!(key_in(name), None, "{name}");
        }
    }

    #[test]
    fn texts_contain_keys_in_addresses() {
        let other = KEY.replace("3f", "4f");
        let html =
            format!("<img src=\"/media/{KEY}-640.webp\"><p>/media/ <img src=\"/media/{other}.jpg\">/media/{KEY}.jpg");
        assert_eq!(keys_in(&html), [KEY, &other]);
        assert!(is_own(" /media/x") && !is_own("https://example.org/media/x"));
    }
}
