//! Fields that several forms have, each with its rule and its sentences.

use super::rule::Rule;

/// An http(s) address, or none.
pub fn link(description: &'static str, sentence: &'static str) -> Rule {
    Rule::text(description).or_null().http_url(sentence).at_most(1000.0, "A link must be at most 1000 characters")
}

/// The address of a picture.
pub fn picture(description: &'static str) -> Rule {
    Rule::text(description)
        .at_most(1000.0, "Image URL must be less than 1000 characters")
        .image_url("Image URL must be a valid URL or relative path starting with /")
}

/// An item of a list that people also type as text with commas, like a tag.
pub fn comma_free(description: &'static str) -> Rule {
    Rule::text(description)
        .on_one_line()
        .at_most(60.0, "Each must be at most 60 characters")
        .like("^[^,]*$", "Commas separate words: please enter each on its own")
}

/// A record's words in addresses.
pub fn slug(description: &'static str) -> Rule {
    Rule::text(description)
        .like("^[a-z0-9]+(?:-[a-z0-9]+)*$", "Address may hold small letters, digits and single hyphens")
        .at_most(100.0, "Address must be at most 100 characters")
}

/// Degrees north, required.
pub fn latitude(description: &'static str) -> Rule {
    Rule::numeric(description)
        .filled("Latitude is required")
        .typed("Latitude must be a number")
        .at_least(-90.0, "Latitude must be between -90 and 90")
        .at_most(90.0, "Latitude must be between -90 and 90")
        .such_as(16.58137)
}

/// Degrees east, required.
pub fn longitude(description: &'static str) -> Rule {
    Rule::numeric(description)
        .filled("Longitude is required")
        .typed("Longitude must be a number")
        .at_least(-180.0, "Longitude must be between -180 and 180")
        .at_most(180.0, "Longitude must be between -180 and 180")
        .such_as(107.28308)
}

/// What people do not see and programs fill in.
pub fn leave_blank() -> Rule {
    Rule::text("Left blank by people: the form hides it, and what is filled in speaks for spam.")
        .or_null()
        .at_most(2000.0, "Please leave this field blank")
}

/// How long somebody had a form open.
pub fn elapsed_ms() -> Rule {
    const SENTENCE: &str = "The time must be in milliseconds";
    Rule::whole("For how long the form was open, in milliseconds.")
        .or_null()
        .typed(SENTENCE)
        .at_least(0.0, SENTENCE)
        .at_most(1e15, SENTENCE)
        .such_as(42_000)
}
