//! The request that changes the settings, with the rules of its fields.

use crate::http::input::rule::{Rule, image_url, latitude, longitude, rule_schemas};

/// Changes to the settings. Absent fields stay unchanged; an object or a list that is present replaces the stored one.
#[derive(Debug)]
pub struct SettingsChanges;

/// The error message for an invalid country.
pub const INVALID_COUNTRY: &str = "Country must be a two-letter code like VN";
const INVALID_VERIFIED_MONTHS: &str = "Months must be a whole number from 1 to 120";

fn rules() -> Rule {
    Rule::closed_object(
        "The settings of the guide and its region.",
        vec![
            (
                "brand",
                Rule::text("The name of the guide.")
                    .strip_direction_controls()
                    .required("Name is required")
                    .max(60.0, "Name must be at most 60 characters")
                    .example("Lantern Bay Guide"),
            ),
            (
                "tagline",
                Rule::text("The tagline under the name.")
                    .strip_direction_controls()
                    .max(120.0, "Tagline must be at most 120 characters")
                    .example("Caves, rivers, and where to stay"),
            ),
            (
                "regionName",
                Rule::text("The name of the region.")
                    .strip_direction_controls()
                    .required("Region is required")
                    .max(60.0, "Region must be at most 60 characters")
                    .example("Lantern Bay"),
            ),
            (
                "regionLine",
                Rule::text("The name of the region as articles show it.")
                    .strip_direction_controls()
                    .max(120.0, "Region line must be at most 120 characters")
                    .example("Lantern Bay, Vietnam"),
            ),
            (
                "imageUrl",
                image_url("The image of the region: a path on this site or an http(s) URL; null for the built-in illustration.")
                    .nullable(),
            ),
            (
                "map",
                Rule::closed_object(
                    "The initial view of the map.",
                    vec![
                        ("latitude", latitude("The latitude of the center in degrees.")),
                        ("longitude", longitude("The longitude of the center in degrees.")),
                        (
                            "zoom",
                            Rule::number("The zoom level of web maps.")
                                .required("Zoom is required")
                                .min(3.0, "Zoom must be between 3 and 16")
                                .max(16.0, "Zoom must be between 3 and 16")
                                .example(10.0),
                        ),
                    ],
                ),
            ),
            (
                "timeZone",
                Rule::text("The time zone of the region, an IANA name.")
                    .required("Time zone is required")
                    .max(60.0, "Time zone must be a name like Asia/Ho_Chi_Minh")
                    .example("Asia/Ho_Chi_Minh"),
            ),
            (
                "country",
                Rule::text("The country of phone numbers without a country code, as ISO 3166-1 alpha-2.")
                    .pattern("^[A-Z]{2}$", INVALID_COUNTRY)
                    .default("VN")
                    .example("VN"),
            ),
            (
                "verifiedMonths",
                Rule::integer(
                    "How many months after its check the position of a place stays verified. After a change, badges \
                     expire within ten minutes; those that have expired do not return.",
                )
                .type_message(INVALID_VERIFIED_MONTHS)
                .min(1.0, INVALID_VERIFIED_MONTHS)
                .max(120.0, INVALID_VERIFIED_MONTHS)
                .default(24)
                .example(24),
            ),
            (
                "ownerReminders",
                Rule::boolean(
                    "Whether owners get a monthly email in which they confirm the facts of their places. A guide without \
                     a mail server sends none.",
                )
                .default(true)
                .example(true),
            ),
            (
                "contactEmail",
                Rule::text("The email address that receives contact messages; blank for none.")
                    .pattern(r"^(?:[^@\s]+@[^@\s]+\.[^@\s]+)?$", "Valid email is required")
                    .email("Valid email is required")
                    .max(254.0, "Email must be at most 254 characters")
                    .example("team@example.org"),
            ),
            ("social", Rule::closed_object("The URLs of the guide in social networks; blank ones are hidden.", social())),
            (
                "analyticsId",
                Rule::text("The measurement id of the analytics service; blank for none.")
                    .pattern("^(?:[A-Z]{1,3}-[A-Z0-9-]{4,20})?$", "Analytics ID must look like G-ABC1234567"),
            ),
            (
                "heroPrompts",
                Rule::list(
                    "The prompts that the home page types.",
                    Rule::closed_object(
                        "A sentence that the home page types, with a button.",
                        vec![
                            ("text", short_text("The sentence.", "Prompt text is required")),
                            ("button", short_text("The label of the button.", "Button text is required")),
                            ("href", site_path()),
                        ],
                    ),
                )
                .max(8.0, "At most 8 prompts"),
            ),
            (
                "whatIs",
                Rule::closed_object(
                    "A description of the guide in a few sentences.",
                    vec![
                        ("title", short_text("The heading.", "Heading is required").example("What this guide is")),
                        (
                            "paragraphs",
                            Rule::list("The paragraphs.", long_text("A paragraph.")).max(6.0, "At most 6 paragraphs"),
                        ),
                    ],
                ),
            ),
            (
                "doors",
                Rule::list(
                    "The cards on the home page that lead to parts of the guide.",
                    Rule::closed_object(
                        "A card on the home page that leads to a part of the guide.",
                        vec![
                            ("title", short_text("The heading.", "Card heading is required")),
                            ("text", long_text("One or two sentences.")),
                            ("button", short_text("The label of the link.", "Link text is required")),
                            ("href", site_path()),
                        ],
                    ),
                )
                .max(6.0, "At most 6 cards"),
            ),
            ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
            ("updatedAt", Rule::computed("Ignored.")),
            ("uuid", Rule::computed("Ignored.")),
            ("pictures", Rule::computed("Ignored.")),
            ("publicUrl", Rule::computed("Ignored: it is part of the server configuration.")),
            ("mapStyleUrl", Rule::computed("Ignored: it is part of the server configuration.")),
        ],
    )
}

fn social() -> Vec<(&'static str, Rule)> {
    let page = || {
        Rule::text("The URL of the page; blank for none.")
            .http_url("Link must start with http:// or https://")
            .max(300.0, "Link must be at most 300 characters")
    };
    ["facebook", "instagram", "youtube", "tiktok"].into_iter().map(|network| (network, page())).collect()
}

fn short_text(description: &'static str, required_message: &'static str) -> Rule {
    Rule::text(description)
        .strip_direction_controls()
        .required(required_message)
        .max(120.0, "Must be at most 120 characters")
}

fn long_text(description: &'static str) -> Rule {
    Rule::text(description).required("Text is required").max(1200.0, "Text must be at most 1200 characters")
}

fn site_path() -> Rule {
    Rule::text("The path of a page of this guide.")
        .required("Path is required")
        // `//host` is excluded, because it leads to another host.
        .pattern(r"^/(?:[^/\s\\][^\s\\]*)?$", "Path must start with /")
        .max(300.0, "Link must be at most 300 characters")
        .example("/explore?category=cave")
}

rule_schemas! { SettingsChanges => rules().all_optional() }
