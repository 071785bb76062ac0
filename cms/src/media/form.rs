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
            "A picture's words and its focal point. Blank text becomes null.",
            vec![
                (
                    "alt",
                    words("What it shows, for whoever cannot see it.", LONGEST_ALT as f64, ALT_TOO_LONG)
                        .example("A boat enters the mouth of the cave"),
                ),
                ("isDecorative", Rule::boolean("Whether there is nothing to say about it.")),
                ("caption", words("What stands under it.", 500.0, "The caption must be at most 500 characters")),
                (
                    "credit",
                    words("Who made it.", 200.0, "The credit must be at most 200 characters").example("Linh Tran"),
                ),
                (
                    "licence",
                    words("On which terms it is shown.", 200.0, "The licence must be at most 200 characters")
                        .example("CC BY 4.0"),
                ),
                (
                    "focalX",
                    place("What must stay in sight, from left to right.", "The focal point must be between 0 and 1"),
                ),
                (
                    "focalY",
                    place("What must stay in sight, from top to bottom.", "The focal point must be between 0 and 1"),
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
#[allow(dead_code, reason = "it describes a body that is read as it comes")]
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
#[allow(dead_code, reason = "it describes a body that is read as it comes")]
pub struct MediaReplacement {
    /// The file, as for a new picture.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}
