//! Images: the record, the names and addresses of the files, the addresses in texts, and the public response.

use serde::{Serialize, Serializer};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ArticleId, EntryId, ImageId, PlaceId};
use crate::common::text;

/// The path prefix of all images on the site.
pub const MEDIA_PATH: &str = "/media/";
/// The error message for an image that is in use without a text alternative.
pub const ALT_REQUIRED: &str = "Describe what the image shows, or mark it as decorative";
/// The numbers of hex digits in the two parts of a key. The part before the hyphen is random; the part after it is a
/// hash of the content.
const KEY_PART_LENGTHS: (usize, usize) = (8, 16);

/// An image with all its fields, as admins and its uploader see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = MediaResponse)]
pub struct Image {
    /// The id of the image.
    #[schema(example = 7)]
    pub id: ImageId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    // Serialized as the URL that contains the key.
    /// The URL, as in an `ImageResponse`.
    #[schema(example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    #[serde(rename = "url", serialize_with = "serialize_jpeg_path")]
    pub key: String,
    /// The name of the uploaded file.
    #[schema(example = "DSC_0412.JPG")]
    pub name: String,
    /// The width of the uploaded image in pixels, after it is rotated upright.
    #[schema(example = 4000)]
    pub width: i64,
    /// The height of the uploaded image in pixels, after it is rotated upright.
    #[schema(example = 3000)]
    pub height: i64,
    /// The widths of the WebP files in pixels, ascending.
    #[schema(value_type = Vec<i64>, example = json!([320, 640, 1280, 1920]))]
    pub widths: Json<Vec<i64>>,
    /// The total size of all files of the image in bytes.
    #[schema(example = 412_000)]
    pub bytes: i64,
    /// A ThumbHash in base64, the placeholder while the image loads.
    #[schema(example = "1QcSHQRnh493V4dIh4eXh1h4kJUI")]
    pub thumbhash: String,
    /// The main color.
    #[schema(example = "#3a6b58")]
    pub color: String,
    /// The text alternative. An image without one can be used only if it is decorative.
    #[schema(required, example = "A boat enters the mouth of the cave")]
    pub alt: Option<String>,
    /// Whether the image is decorative, so that it needs no text alternative.
    pub is_decorative: bool,
    /// The caption.
    #[schema(required)]
    pub caption: Option<String>,
    /// The creator of the image.
    #[schema(required)]
    pub credit: Option<String>,
    /// The license of the image.
    #[schema(required)]
    pub licence: Option<String>,
    /// The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.
    #[schema(example = 0.5)]
    pub focal_x: f64,
    /// The vertical position of the focal point: 0 is the top, 1 is the bottom.
    #[schema(example = 0.4)]
    pub focal_y: f64,
    /// Whether the image is public. The image of a guestbook entry is public when the entry is.
    pub is_public: bool,
    /// The number of records that show the image.
    #[schema(example = 2)]
    pub use_count: i64,
    /// The account that uploaded the image; null if the account was deleted.
    #[schema(required)]
    pub uploader_id: Option<AccountId>,
    /// The time of the upload.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// Whether the image belongs to the library, and not to a guestbook entry. Not sent.
    #[serde(skip)]
    pub in_library: bool,
}

impl Image {
    /// Whether the image has a text alternative or is marked decorative (R208).
    pub fn is_described(&self) -> bool {
        self.is_decorative || self.alt.is_some()
    }

    /// The address of the JPEG.
    pub fn jpeg_path(&self) -> String {
        jpeg_path(&self.key)
    }

    /// The text in which a search of the library looks for its words: name, text alternative, caption and credit.
    pub fn search_text(&self) -> String {
        let parts = [Some(&self.name), self.alt.as_ref(), self.caption.as_ref(), self.credit.as_ref()];
        text::searchable_text(parts.into_iter().flatten().map(String::as_str))
    }

    /// The names of the files of the image.
    pub fn file_names(&self) -> Vec<String> {
        file_names(&self.key, self.widths.iter().copied())
    }
}

/// A record that shows images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordWithImages {
    /// A place: its main image and gallery.
    Place(PlaceId),
    /// An article: its main image and the images in its text.
    Article(ArticleId),
    /// A guestbook entry.
    Entry(EntryId),
    /// The settings: the hero image.
    Settings,
}

impl RecordWithImages {
    /// The values of the columns `kind` and `owner_id`.
    pub fn column_values(self) -> (&'static str, i64) {
        match self {
            Self::Place(id) => ("place", id.0),
            Self::Article(id) => ("article", id.0),
            Self::Entry(id) => ("entry", id.0),
            Self::Settings => ("settings", 1),
        }
    }
}

/// The address of an image: its JPEG, the format that all clients support.
pub fn jpeg_path(key: &str) -> String {
    format!("{MEDIA_PATH}{key}.jpg")
}

fn serialize_jpeg_path<S: Serializer>(key: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&jpeg_path(key))
}

/// The names of the files of an image with these WebP widths: the WebP files in this order, then the JPEG.
pub fn file_names(key: &str, widths: impl IntoIterator<Item = i64>) -> Vec<String> {
    let webp = widths.into_iter().map(|width| format!("{key}-{width}.webp"));
    webp.chain([format!("{key}.jpg")]).collect()
}

/// The key at the beginning of a file's name. `None` if the name does not begin with a key.
pub fn key_of_file_name(name: &str) -> Option<&str> {
    let key = name.get(..KEY_PART_LENGTHS.0 + 1 + KEY_PART_LENGTHS.1)?;
    let (random, content) = key.split_once('-')?;
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (random.len() == KEY_PART_LENGTHS.0 && is_hex(random) && is_hex(content)).then_some(key)
}

/// Whether an address begins with the path of images on this site. The image itself may not exist.
pub fn is_media_path(address: &str) -> bool {
    address.trim().starts_with(MEDIA_PATH)
}

/// The keys of this site's images in an address or a text, each once, in order of appearance.
pub fn image_keys_in(text: &str) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (start, _) in text.match_indices(MEDIA_PATH) {
        if let Some(key) = key_of_file_name(&text[start + MEDIA_PATH.len()..])
            && !keys.iter().any(|other| other == key)
        {
            keys.push(key.to_owned());
        }
    }
    keys
}

/// An image of this guide. Its WebP files are at `url` with `-{width}.webp` in place of `.jpg`, for each of `widths`;
/// they never change.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageResponse {
    /// The id of the image.
    #[schema(example = 7)]
    pub id: ImageId,
    /// The URL of a JPEG that is at most 1,280 pixels wide.
    #[schema(example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    pub url: String,
    /// The width of the uploaded image in pixels, after it is rotated upright.
    #[schema(example = 4000)]
    pub width: i64,
    /// The height of the uploaded image in pixels, after it is rotated upright.
    #[schema(example = 3000)]
    pub height: i64,
    /// The widths of the WebP files in pixels, ascending.
    #[schema(example = json!([320, 640, 1280, 1920]))]
    pub widths: Vec<i64>,
    /// A ThumbHash in base64, the placeholder while the image loads.
    #[schema(example = "1QcSHQRnh493V4dIh4eXh1h4kJUI")]
    pub thumbhash: String,
    /// The main color.
    #[schema(example = "#3a6b58")]
    pub color: String,
    /// The text alternative; blank if the image is decorative.
    #[schema(example = "A boat enters the mouth of the cave")]
    pub alt: String,
    /// The caption.
    #[schema(required)]
    pub caption: Option<String>,
    /// The creator of the image.
    #[schema(required, example = "Linh Tran")]
    pub credit: Option<String>,
    /// The license of the image.
    #[schema(required, example = "CC BY 4.0")]
    pub licence: Option<String>,
    /// The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.
    #[schema(example = 0.5)]
    pub focal_x: f64,
    /// The vertical position of the focal point: 0 is the top, 1 is the bottom.
    #[schema(example = 0.4)]
    pub focal_y: f64,
}

impl From<Image> for ImageResponse {
    fn from(image: Image) -> Self {
        Self {
            id: image.id,
            url: image.jpeg_path(),
            width: image.width,
            height: image.height,
            widths: image.widths.0,
            thumbhash: image.thumbhash,
            color: image.color,
            alt: image.alt.filter(|_| !image.is_decorative).unwrap_or_default(),
            caption: image.caption,
            credit: image.credit,
            licence: image.licence,
            focal_x: image.focal_x,
            focal_y: image.focal_y,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "3f9c2a1b-9f86d081884c7d65";

    #[test]
    fn key_of_file_name_is_none_for_other_names() {
        for name in file_names(KEY, [320, 1920]) {
            assert_eq!(key_of_file_name(&name), Some(KEY), "{name}");
        }
        for name in [
            "",
            "3f9c2a1b",
            "3F9C2A1B-9f86d081884c7d65.jpg",
            "3f9c2a1b_9f86d081884c7d65.jpg",
            "é9c2a1b-9f86d081884c7d65",
        ] {
            assert_eq!(key_of_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn image_keys_in_returns_each_key_once_in_order() {
        let other = KEY.replace("3f", "4f");
        let html =
            format!("<img src=\"/media/{KEY}-640.webp\"><p>/media/ <img src=\"/media/{other}.jpg\">/media/{KEY}.jpg");
        assert_eq!(image_keys_in(&html), [KEY, &other]);
        assert!(is_media_path(" /media/x") && !is_media_path("https://example.org/media/x"));
    }
}
