//! The responses about images.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Picture;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PictureId};

/// A picture of this guide, as whoever shows it needs it. Its WebP files are at `url` with `-{width}.webp` in place of
/// `.jpg`, in each of `widths`; they never change.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureView {
    /// Its id.
    #[schema(example = 7)]
    pub id: PictureId,
    /// Its address: a JPEG of at most 1,280 pixels' width.
    #[schema(example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    pub url: String,
    /// In pixels, as it was sent.
    #[schema(example = 4000)]
    pub width: i64,
    /// In pixels, as it was sent.
    #[schema(example = 3000)]
    pub height: i64,
    /// The widths in which it is there as WebP, ascending.
    #[schema(example = json!([320, 640, 1280, 1920]))]
    pub widths: Vec<i64>,
    /// A ThumbHash as base64: what to show until it has loaded.
    #[schema(example = "1QcSHQRnh493V4dIh4eXh1h4kJUI")]
    pub thumbhash: String,
    /// Its main colour.
    #[schema(example = "#3a6b58")]
    pub color: String,
    /// What it shows, in words; blank where it is decorative.
    #[schema(example = "A boat enters the mouth of the cave")]
    pub alt: String,
    /// What stands under it.
    #[schema(required)]
    pub caption: Option<String>,
    /// Who made it.
    #[schema(required, example = "Linh Tran")]
    pub credit: Option<String>,
    /// On which terms it is shown.
    #[schema(required, example = "CC BY 4.0")]
    pub licence: Option<String>,
    /// What must stay in sight when it is cut: 0 is left, 1 is right.
    #[schema(example = 0.5)]
    pub focal_x: f64,
    /// The same from top, 0, to bottom, 1.
    #[schema(example = 0.4)]
    pub focal_y: f64,
}

impl From<Picture> for PictureView {
    fn from(picture: Picture) -> Self {
        Self {
            id: picture.id,
            url: picture.address(),
            width: picture.width,
            height: picture.height,
            widths: picture.widths.0,
            thumbhash: picture.thumbhash,
            color: picture.color,
            alt: picture.alt.filter(|_| !picture.is_decorative).unwrap_or_default(),
            caption: picture.caption,
            credit: picture.credit,
            licence: picture.licence,
            focal_x: picture.focal_x,
            focal_y: picture.focal_y,
        }
    }
}

/// A picture as those see it who keep it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MediaView {
    /// Its id.
    #[schema(example = 7)]
    pub id: PictureId,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 1)]
    pub version: i64,
    /// Its address, as in a `PictureView`.
    #[schema(example = "/media/3f9c2a1b-9f86d081884c7d65.jpg")]
    pub url: String,
    /// The name of the file that was sent.
    #[schema(example = "DSC_0412.JPG")]
    pub name: String,
    /// In pixels, as it was sent.
    #[schema(example = 4000)]
    pub width: i64,
    /// In pixels, as it was sent.
    #[schema(example = 3000)]
    pub height: i64,
    /// The widths in which it is there as WebP, ascending.
    #[schema(example = json!([320, 640, 1280, 1920]))]
    pub widths: Vec<i64>,
    /// All its files together.
    #[schema(example = 412_000)]
    pub bytes: i64,
    /// A ThumbHash as base64.
    #[schema(example = "1QcSHQRnh493V4dIh4eXh1h4kJUI")]
    pub thumbhash: String,
    /// Its main colour.
    #[schema(example = "#3a6b58")]
    pub color: String,
    /// What it shows, in words. Without one, and not decorative, it cannot be used.
    #[schema(required, example = "A boat enters the mouth of the cave")]
    pub alt: Option<String>,
    /// Whether there is nothing to say about it.
    pub is_decorative: bool,
    /// What stands under it.
    #[schema(required)]
    pub caption: Option<String>,
    /// Who made it.
    #[schema(required)]
    pub credit: Option<String>,
    /// On which terms it is shown.
    #[schema(required)]
    pub licence: Option<String>,
    /// What must stay in sight when it is cut: 0 is left, 1 is right.
    #[schema(example = 0.5)]
    pub focal_x: f64,
    /// The same from top, 0, to bottom, 1.
    #[schema(example = 0.4)]
    pub focal_y: f64,
    /// Whether everybody may fetch it. A guestbook entry's is when the entry is.
    pub is_public: bool,
    /// How many places, articles and entries show it.
    #[schema(example = 2)]
    pub use_count: i64,
    /// Who sent it; null when they have left.
    #[schema(required)]
    pub uploader_id: Option<AccountId>,
    /// When it was sent.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl From<Picture> for MediaView {
    fn from(picture: Picture) -> Self {
        Self {
            id: picture.id,
            version: picture.version,
            url: picture.address(),
            name: picture.name,
            width: picture.width,
            height: picture.height,
            widths: picture.widths.0,
            bytes: picture.bytes,
            thumbhash: picture.thumbhash,
            color: picture.color,
            alt: picture.alt,
            is_decorative: picture.is_decorative,
            caption: picture.caption,
            credit: picture.credit,
            licence: picture.licence,
            focal_x: picture.focal_x,
            focal_y: picture.focal_y,
            is_public: picture.is_public,
            use_count: picture.use_count,
            uploader_id: picture.uploader_id,
            created_at: picture.created_at,
            updated_at: picture.updated_at,
        }
    }
}

/// Something that shows a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ImageUse {
    /// `place`, `article`, `entry` or `settings`.
    #[schema(example = "place")]
    pub kind: String,
    /// Its id.
    #[schema(example = 12)]
    pub id: i64,
    /// What it is called; of an entry whose it is.
    #[schema(example = "Lantern Cave")]
    pub title: String,
    /// It lies in the trash, and shows the picture again once it is restored.
    pub is_in_trash: bool,
}
