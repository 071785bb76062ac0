//! What may be sent of a picture, and the sentences for what may not.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::patch::Patch;
use crate::http::rule::Rule;

/// The sentence for a picture that nobody described.
pub const UNDESCRIBED: &str = "Please say what the picture shows, or mark it as decorative";
/// The longest description, in code points.
pub const LONGEST_ALT: usize = 300;
/// The sentence for a longer one.
pub const ALT_TOO_LONG: &str = "The description must be at most 300 characters";

/// A picture's words as far as they were sent. What was not sent stays as it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct MediaChanges {
    pub alt: Patch<String>,
    pub is_decorative: Option<bool>,
    pub caption: Patch<String>,
    pub credit: Patch<String>,
    pub licence: Patch<String>,
    pub focal_x: Option<f64>,
    pub focal_y: Option<f64>,
}

fn words(description: &'static str, most: f64, sentence: &'static str) -> Rule {
    Rule::text(description).single_line().nullable().max(most, sentence)
}

fn place(description: &'static str, sentence: &'static str) -> Rule {
    Rule::number(description).type_message(sentence).min(0.0, sentence).max(1.0, sentence).example(0.5)
}

impl PartialSchema for MediaChanges {
    fn schema() -> RefOr<Schema> {
        Rule::closed_object(
            "The texts and the focal point of an image. Fields that are not sent keep their values. Blank text becomes null.",
            vec![
                (
                    "alt",
                    words("The text alternative: what the image shows.", LONGEST_ALT as f64, ALT_TOO_LONG)
                        .example("A boat enters the mouth of the cave"),
                ),
                ("isDecorative", Rule::boolean("Whether the image is decorative, so that it needs no text alternative.")),
                ("caption", words("The caption.", 500.0, "The caption must be at most 500 characters")),
                (
                    "credit",
                    words("The creator of the image.", 200.0, "The credit must be at most 200 characters").example("Linh Tran"),
                ),
                (
                    "licence",
                    words("The license of the image.", 200.0, "The licence must be at most 200 characters")
                        .example("CC BY 4.0"),
                ),
                (
                    "focalX",
                    place(
                        "The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.",
                        "The focal point must be between 0 and 1",
                    ),
                ),
                (
                    "focalY",
                    place("The focal point from top, 0, to bottom, 1.", "The focal point must be between 0 and 1"),
                ),
                ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
            ],
        )
        .all_optional()
        .schema()
    }
}
impl ToSchema for MediaChanges {}

/// An image upload, as `multipart/form-data`.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "it describes a body that is read as it comes")]
pub struct MediaUpload {
    /// The file: JPEG, PNG, WebP or GIF; at most 20 MB, 64 megapixels, and 16,384 pixels a side. Formats other than
    /// JPEG may take at most 150 MB once decoded.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// The purpose: `library` (the default), or `entry` for a guestbook entry that is not sent yet.
    #[schema(required = false, example = "library")]
    purpose: String,
    /// The text alternative, at most 300 characters. Required for the purpose `entry`.
    #[schema(required = false, example = "A boat enters the mouth of the cave")]
    alt: String,
}

/// A new file for an image, as `multipart/form-data`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes a body that is read as it comes")]
pub struct MediaReplacement {
    /// The file, with the same limits as for a new image.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}
