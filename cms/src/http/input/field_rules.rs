//! Rules of fields that several forms have.

use super::rule::Rule;

/// An optional http(s) address.
pub fn link(description: &'static str, sentence: &'static str) -> Rule {
    Rule::text(description).nullable().http_url(sentence).max(1000.0, "A link must be at most 1000 characters")
}

/// The address of an image.
pub fn image_url(description: &'static str) -> Rule {
    Rule::text(description)
        .max(1000.0, "Image URL must be less than 1000 characters")
        .image_url("Image URL must be a valid URL or relative path starting with /")
}

/// An item of a list that can also be typed as comma-separated text, such as a tag.
pub fn comma_free(description: &'static str) -> Rule {
    Rule::text(description)
        .single_line()
        .max(60.0, "Each must be at most 60 characters")
        .pattern("^[^,]*$", "Commas separate words: please enter each on its own")
}

/// The slug of a record.
pub fn slug(description: &'static str) -> Rule {
    Rule::text(description)
        .pattern("^[a-z0-9]+(?:-[a-z0-9]+)*$", "Address may hold small letters, digits and single hyphens")
        .max(100.0, "Address must be at most 100 characters")
}

/// Degrees north, required.
pub fn latitude(description: &'static str) -> Rule {
    Rule::number_or_string(description)
        .required("Latitude is required")
        .type_message("Latitude must be a number")
        .min(-90.0, "Latitude must be between -90 and 90")
        .max(90.0, "Latitude must be between -90 and 90")
        .example(16.58137)
}

/// Degrees east, required.
pub fn longitude(description: &'static str) -> Rule {
    Rule::number_or_string(description)
        .required("Longitude is required")
        .type_message("Longitude must be a number")
        .min(-180.0, "Longitude must be between -180 and 180")
        .max(180.0, "Longitude must be between -180 and 180")
        .example(107.28308)
}

/// The honeypot field.
pub fn leave_blank() -> Rule {
    Rule::text("The honeypot: leave it blank. The form hides this field, and a value raises the spam score.")
        .nullable()
        .max(2000.0, "Please leave this field blank")
}

/// The time for which the form was open.
pub fn elapsed_ms() -> Rule {
    const SENTENCE: &str = "The time must be in milliseconds";
    Rule::integer("The time for which the form was open, in milliseconds.")
        .nullable()
        .type_message(SENTENCE)
        .min(0.0, SENTENCE)
        .max(1e15, SENTENCE)
        .example(42_000)
}
