//! Pictures: what is known of one, what its files are called, and where a text names it.

use sqlx::types::Json;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ArticleId, EntryId, PictureId, PlaceId};
use crate::common::text;

/// Where pictures are on this site.
pub const FOLDER: &str = "/media/";
/// How the key of a picture is made: so many random digits, a hyphen, so many of its content.
const KEY: (usize, usize) = (8, 16);

/// A picture.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described where callers meet them: dto.rs")]
pub struct Picture {
    pub id: PictureId,
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
    /// How many things show it.
    pub use_count: i64,
}

impl Picture {
    /// Whether the image has a text alternative or is marked decorative (R208).
    pub fn is_described(&self) -> bool {
        self.is_decorative || self.alt.is_some()
    }

    /// Where it is.
    pub fn address(&self) -> String {
        address(&self.key)
    }

    /// The text in which the library is searched.
    pub fn search_text(&self) -> String {
        let parts = [Some(&self.name), self.alt.as_ref(), self.caption.as_ref(), self.credit.as_ref()];
        text::searchable(parts.into_iter().flatten().map(String::as_str))
    }

    /// What its files are called.
    pub fn file_names(&self) -> Vec<String> {
        file_names(&self.key, self.widths.iter().copied())
    }
}

/// What shows a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A place, as its picture or in its gallery.
    Place(PlaceId),
    /// An article, as its picture or in its text.
    Article(ArticleId),
    /// A guestbook entry.
    Entry(EntryId),
    /// The region's settings.
    Settings,
}

impl Owner {
    /// As the columns have it.
    pub fn columns(self) -> (&'static str, i64) {
        match self {
            Self::Place(id) => ("place", id.0),
            Self::Article(id) => ("article", id.0),
            Self::Entry(id) => ("entry", id.0),
            Self::Settings => ("settings", 1),
        }
    }
}

/// The address of a picture: its JPEG, which everything can show.
pub fn address(key: &str) -> String {
    format!("{FOLDER}{key}.jpg")
}

/// What the files of a picture with WebP of these widths are called.
pub fn file_names(key: &str, widths: impl IntoIterator<Item = i64>) -> Vec<String> {
    let webp = widths.into_iter().map(|width| format!("{key}-{width}.webp"));
    webp.chain([format!("{key}.jpg")]).collect()
}

/// The key at the beginning of a file's name.
pub fn key_in(name: &str) -> Option<&str> {
    let key = name.get(..KEY.0 + 1 + KEY.1)?;
    let (random, content) = key.split_once('-')?;
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (random.len() == KEY.0 && is_hex(random) && is_hex(content)).then_some(key)
}

/// Whether an address claims to be one of this guide's pictures.
pub fn is_own(address: &str) -> bool {
    address.trim().starts_with(FOLDER)
}

/// The keys of this guide's pictures in an address or a text, each once, in order.
pub fn keys_in(text: &str) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(FOLDER) {
        if let Some(key) = key_in(&text[at + FOLDER.len()..])
            && !keys.iter().any(|known| known == key)
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
    fn a_picture_is_found_by_the_names_of_its_files() {
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
    fn a_text_names_pictures_by_their_addresses() {
        let other = KEY.replace("3f", "4f");
        let html =
            format!("<img src=\"/media/{KEY}-640.webp\"><p>/media/ <img src=\"/media/{other}.jpg\">/media/{KEY}.jpg");
        assert_eq!(keys_in(&html), [KEY, &other]);
        assert!(is_own(" /media/x") && !is_own("https://example.org/media/x"));
    }
}
