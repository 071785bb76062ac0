//! The requests about images, with the rules of their fields.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::patch::Patch;
use crate::http::rule::Rule;

/// The error of an image that is in use without a text alternative.
pub const UNDESCRIBED: &str = "Please say what the picture shows, or mark it as decorative";
/// The maximum length of a text alternative, in code points.
pub const MAX_ALT_CHARS: usize = 300;
/// The error of a longer text alternative.
pub const ALT_TOO_LONG: &str = "The description must be at most 300 characters";

/// Changes of an image's texts and focal point. Fields that are absent stay unchanged.
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

fn line(description: &'static str, max: f64, sentence: &'static str) -> Rule {
    Rule::text(description).single_line().nullable().max(max, sentence)
}

fn fraction(description: &'static str, sentence: &'static str) -> Rule {
    Rule::number(description).type_message(sentence).min(0.0, sentence).max(1.0, sentence).example(0.5)
}

impl PartialSchema for MediaChanges {
    fn schema() -> RefOr<Schema> {
        Rule::closed_object(
            "A picture's words and its focal point. Blank text becomes null.",
            vec![
                (
                    "alt",
                    line("What it shows, for whoever cannot see it.", MAX_ALT_CHARS as f64, ALT_TOO_LONG)
                        .example("A boat enters the mouth of the cave"),
                ),
                ("isDecorative", Rule::boolean("Whether there is nothing to say about it.")),
                ("caption", line("What stands under it.", 500.0, "The caption must be at most 500 characters")),
                (
                    "credit",
                    line("Who made it.", 200.0, "The credit must be at most 200 characters").example("Linh Tran"),
                ),
                (
                    "licence",
                    line("On which terms it is shown.", 200.0, "The licence must be at most 200 characters")
                        .example("CC BY 4.0"),
                ),
                (
                    "focalX",
                    fraction("What must stay in sight, from left to right.", "The focal point must be between 0 and 1"),
                ),
                (
                    "focalY",
                    fraction("What must stay in sight, from top to bottom.", "The focal point must be between 0 and 1"),
                ),
                ("version", Rule::computed("Ignored; `If-Match` is what counts.")),
            ],
        )
        .all_optional()
        .schema()
    }
}
impl ToSchema for MediaChanges {}

/// A picture to be kept, as `multipart/form-data`.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "only the schema is used; the body is parsed as a stream")]
pub struct MediaUpload {
    /// The file: JPEG, PNG, WebP or GIF; at most 20 MB, 64 megapixels, and 16,384 pixels a side. Of other formats than
    /// JPEG, pictures that take more than 150 MB once decoded are refused.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// What it is for: `library`, or `entry` for a guestbook entry that is not sent yet.
    #[schema(required = false, example = "library")]
    purpose: String,
    /// What it shows, in at most 300 characters. An entry's must have it.
    #[schema(required = false, example = "A boat enters the mouth of the cave")]
    alt: String,
}

/// Another file for a picture, as `multipart/form-data`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only the schema is used; the body is parsed as a stream")]
pub struct MediaReplacement {
    /// The file, as for a new picture.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}
