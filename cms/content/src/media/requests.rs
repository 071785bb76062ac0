//! The request bodies for images, with the rules of their fields.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::FieldPatch;

/// The maximum length of a text alternative, in code points.
pub const MAX_ALT_CHARS: usize = 300;
/// The error message for a text alternative that is longer than [`MAX_ALT_CHARS`].
pub const ALT_TOO_LONG: &str = "Description must be at most 300 characters";

/// Changes to an image's texts and focal point. Fields that are absent stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct MediaChanges {
    pub alt: FieldPatch<String>,
    pub is_decorative: Option<bool>,
    pub caption: FieldPatch<String>,
    pub credit: FieldPatch<String>,
    pub licence: FieldPatch<String>,
    pub focal_x: Option<f64>,
    pub focal_y: Option<f64>,
}

fn single_line_text(description: &'static str, max: f64, sentence: &'static str) -> Rule {
    Rule::text(description).strip_direction_controls().nullable().max(max, sentence)
}

fn focal_coordinate(description: &'static str) -> Rule {
    let sentence = "Focal point must be between 0 and 1";
    Rule::number(description).type_message(sentence).min(0.0, sentence).max(1.0, sentence).example(0.5)
}

rule_schemas! { MediaChanges => media_changes_rule() }

fn media_changes_rule() -> Rule {
    Rule::closed_object(
        "The texts and the focal point of an image. Fields that are not sent keep their values. Blank text becomes null.",
        vec![
            (
                "alt",
                single_line_text("The text alternative: what the image shows.", MAX_ALT_CHARS as f64, ALT_TOO_LONG)
                    .example("A boat enters the mouth of the cave"),
            ),
            ("isDecorative", Rule::boolean("Whether the image is decorative, so that it needs no text alternative.")),
            ("caption", single_line_text("The caption.", 500.0, "Caption must be at most 500 characters")),
            (
                "credit",
                single_line_text("The creator of the image.", 200.0, "Credit must be at most 200 characters").example("Linh Tran"),
            ),
            (
                "licence",
                single_line_text("The license of the image.", 200.0, "License must be at most 200 characters")
                    .example("CC BY 4.0"),
            ),
            (
                "focalX",
                focal_coordinate("The focal point, which stays visible when the image is cropped: 0 is left, 1 is right."),
            ),
            ("focalY", focal_coordinate("The focal point from top, 0, to bottom, 1.")),
            ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
        ],
    )
    .all_optional()
}

/// An image upload, as `multipart/form-data`.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "only the schema is used; the body is parsed as a stream")]
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
#[allow(dead_code, reason = "only the schema is used; the body is parsed as a stream")]
pub struct MediaReplacement {
    /// The file, with the same limits as for a new image.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}
