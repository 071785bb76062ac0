//! The responses about images.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Image;
use crate::audit::log::{Description, Kind, Subject};
use crate::common::id::ImageId;

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
    /// The focal point from top, 0, to bottom, 1.
    #[schema(example = 0.4)]
    pub focal_y: f64,
}

impl From<Image> for ImageResponse {
    fn from(image: Image) -> Self {
        Self {
            id: image.id,
            url: image.address(),
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

/// A record that shows an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ImageUse {
    /// The kind of the record: `place`, `article`, `entry` or `settings`.
    #[schema(example = "place")]
    pub kind: String,
    /// The id of the record.
    #[schema(example = 12)]
    pub id: i64,
    /// The name or title of the record; of an entry, the name of the author.
    #[schema(example = "Lantern Cave")]
    pub title: String,
    /// Whether the record is in the trash. It shows the image again when it is restored.
    pub is_in_trash: bool,
}

impl Subject for Image {
    const KIND: Kind = Kind::Image;
    const DERIVED: &'static [&'static str] = &["widths", "thumbhash", "color", "useCount"];

    fn describe(&self) -> Description {
        Description::new(self.id, &self.name, self)
    }
}
