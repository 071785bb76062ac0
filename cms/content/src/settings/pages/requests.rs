//! The standing pages with their paths, the requests that change them, and the rules of their fields.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use utoipa::ToSchema;

use super::dto::{About, GettingHere, Help, Privacy, TransportOption};
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::problem::{Code, FieldError};
use crate::places::prices::{self, Price};

/// A page with a fixed address.
pub trait StandingPage:
    AuditSubject + Default + Serialize + DeserializeOwned + ToSchema + Send + Sync + Unpin + 'static
{
    /// The path of the page on the site, which is also its name in the database.
    const PATH: &'static str;
    /// The schema of the request that changes the page. Absent fields stay unchanged; an object or a list that is
    /// present replaces the stored one.
    type Changes: ToSchema;

    /// The errors of this page that the schema cannot find. Values that `stored` already has are not checked.
    fn errors(&self, _stored: &Self, _now: Timestamp) -> Vec<FieldError> {
        Vec::new()
    }
}

/// Declares the standing pages. Each has a path, the schema of the request that changes it, and a rule for its fields.
/// A page may also have a function for errors that the rule cannot find.
macro_rules! pages {
    ($($page:ident at $path:literal, $(#[$doc_attribute:meta])* $changes:ident => $rule:expr $(, $errors:ident)?;)+) => {$(
        impl StandingPage for $page {
            const PATH: &'static str = $path;
            type Changes = $changes;

            $(fn errors(&self, stored: &Self, now: Timestamp) -> Vec<FieldError> {
                $errors(self, stored, now)
            })?
        }

        impl AuditSubject for $page {
            const KIND: AuditRecordKind = AuditRecordKind::Page;

            fn describe(&self) -> AuditDescription {
                AuditDescription::new($path.trim_start_matches('/'), $path, self)
            }
        }

        $(#[$doc_attribute])*
        #[derive(Debug)]
        pub struct $changes;

        rule_schemas! { $changes => $rule.all_optional() }
    )+};
}

pages! {
    GettingHere at "/getting-here",
    /// Changes to Getting Here.
    GettingHereChanges => getting_here(), price_errors;
    About at "/about",
    /// Changes to About.
    AboutChanges => about();
    Help at "/help",
    /// Changes to Help.
    HelpChanges => help();
    Privacy at "/privacy",
    /// Changes to Terms & Privacy.
    PrivacyChanges => privacy();
}

fn getting_here() -> Rule {
    page(
        "The Getting Here page.",
        vec![
            ("title", title()),
            ("intro", intro()),
            (
                "verified",
                Rule::text("The date on which schedules and prices were checked, as text.")
                    .required("Verification date is required")
                    .max(60.0, "Verification date must be at most 60 characters")
                    .example("July 2025"),
            ),
            (
                "cities",
                Rule::list("The cities of departure; the first is shown first.", city())
                    .required("At least one city is required")
                    .max(20.0, "At most 20 cities"),
            ),
            (
                "tips",
                Rule::list("Tips for preparation and arrival, in groups.", tips())
                    .required("At least one list of tips is required")
                    .max(8.0, "At most 8 lists of tips"),
            ),
            ("around", passages("Transport within the region.")),
        ],
    )
    .example(json!({ "title": "Getting to {region}", "verified": "July 2025" }))
}

fn city() -> Rule {
    Rule::closed_object(
        "A city of departure.",
        vec![
            (
                "name",
                Rule::text("The name of the city.")
                    .strip_direction_controls()
                    .required("City is required")
                    .max(60.0, "City must be at most 60 characters")
                    .example("Hanoi"),
            ),
            (
                "distanceKm",
                Rule::integer("The distance to the region by road, in kilometers.")
                    .required("Distance is required")
                    .type_message("Distance must be a whole number of kilometers")
                    .min(0.0, "Distance must be between 0 and 20000 km")
                    .max(20_000.0, "Distance must be between 0 and 20000 km")
                    .example(90),
            ),
            (
                "options",
                Rule::list("The transport options from the city.", transport_option())
                    .required("At least one transport option is required")
                    .max(12.0, "At most 12 transport options per city"),
            ),
        ],
    )
}

fn transport_option() -> Rule {
    Rule::closed_object(
        "A transport option.",
        vec![
            (
                "type",
                Rule::text("The means of transport.")
                    .strip_direction_controls()
                    .required("Transport type is required")
                    .max(80.0, "Transport type must be at most 80 characters")
                    .example("Train"),
            ),
            (
                "duration",
                Rule::text("The travel time, as text.")
                    .strip_direction_controls()
                    .required("Duration is required")
                    .max(80.0, "Duration must be at most 80 characters")
                    .example("about 2 hours"),
            ),
            (
                "price",
                Rule::text("The price in words where no amount is known. Required without `prices`.")
                    .strip_direction_controls()
                    .max(120.0, "Price must be at most 120 characters")
                    .example("fare by berth"),
            ),
            (prices::PRICES_FIELD, prices::rule()),
            ("details", Rule::text("Further details.").max(600.0, "Details must be at most 600 characters")),
            (
                "companies",
                Rule::list(
                    "The names of the companies that operate it.",
                    Rule::text("The name of a company.")
                        .strip_direction_controls()
                        .required("Company name is required")
                        .max(80.0, "Company name must be at most 80 characters"),
                )
                .max(12.0, "At most 12 companies"),
            ),
        ],
    )
}

/// The errors in the prices of new or changed transport options. Each option needs a price in words or a list of
/// prices, and the prices in the list must be valid.
fn price_errors(page: &GettingHere, stored: &GettingHere, now: Timestamp) -> Vec<FieldError> {
    let stored_options: Vec<&TransportOption> = stored.cities.iter().flat_map(|city| &city.options).collect();
    let stored_prices: Vec<Price> = stored_options.iter().flat_map(|option| option.prices.iter().cloned()).collect();
    let mut errors = Vec::new();
    for (city_index, city) in page.cities.iter().enumerate() {
        let new_options = city.options.iter().enumerate().filter(|(_, option)| !stored_options.contains(option));
        for (option_index, option) in new_options {
            let path = format!("cities.{city_index}.options.{option_index}");
            if option.price.is_empty() && option.prices.is_empty() {
                errors.push(FieldError::new(Code::Required, format!("{path}.price"), "Price is required"));
            }
            let field = format!("{path}.{}", prices::PRICES_FIELD);
            errors.extend(prices::errors(&field, &stored_prices, &option.prices, now));
        }
    }
    errors
}

fn tips() -> Rule {
    Rule::closed_object(
        "A group of tips.",
        vec![
            ("title", title()),
            (
                "items",
                Rule::list(
                    "The tips, one or two sentences each.",
                    Rule::text("A tip.")
                        .required("Tip text is required")
                        .max(600.0, "Tip must be at most 600 characters"),
                )
                .required("At least one tip is required")
                .max(20.0, "At most 20 tips per list"),
            ),
        ],
    )
}

fn about() -> Rule {
    let required_passage = |description| passage(description).required("This section is required");
    page(
        "The About page.",
        vec![
            ("title", title()),
            ("intro", intro()),
            ("mission", required_passage("The purpose of the guide.")),
            ("story", required_passage("The history of the guide.")),
            ("values", passages("The values of the team.")),
            ("future", required_passage("The plans for the guide.")),
        ],
    )
    .example(json!({ "future": { "title": "What comes next", "paragraphs": ["{brand} in more languages."] } }))
}

fn help() -> Rule {
    page(
        "The Help page.",
        vec![
            ("title", title()),
            ("intro", intro()),
            (
                "questions",
                Rule::list("The questions with their answers.", question())
                    .required("At least one question is required")
                    .max(60.0, "At most 60 questions"),
            ),
        ],
    )
    .example(json!({
        "questions": [{ "question": "How do I save a place?", "answer": "Sign in and touch its heart." }],
    }))
}

fn question() -> Rule {
    Rule::closed_object(
        "A question with its answer.",
        vec![
            (
                "question",
                Rule::text("The question, in the words of a traveler.")
                    .strip_direction_controls()
                    .required("Question is required")
                    .max(200.0, "Question must be at most 200 characters")
                    .example("How do I save a place?"),
            ),
            (
                "answer",
                Rule::text("The answer, one paragraph.")
                    .required("Answer is required")
                    .max(2000.0, "Answer must be at most 2000 characters"),
            ),
        ],
    )
}

fn privacy() -> Rule {
    page(
        "The terms of service and the privacy policy.",
        vec![
            ("title", title()),
            (
                "updated",
                Rule::text("The date of the last change.")
                    .required("Last updated is required")
                    .pattern(DATE_PATTERN, "Last updated must be a date like 2025-07-30")
                    .example("2025-07-30"),
            ),
            ("terms", passages("The sections of the terms of service.")),
            ("policy", passages("The sections of the privacy policy.")),
        ],
    )
    .example(json!({
        "updated": "2025-07-30",
        "policy": [{ "title": "Who to ask", "paragraphs": ["Write to {email}."] }],
    }))
}

/// The pattern of a date: year, month, and a day that exists in the month. February 29 is accepted in any year.
const DATE_PATTERN: &str = "^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)\
|02-(?:0[1-9]|[12][0-9]))$";

/// The rule of a page with `fields`. It also accepts the fields `version` and `updatedAt` of a response, and ignores
/// them.
fn page(description: &'static str, mut fields: Vec<(&'static str, Rule)>) -> Rule {
    fields.push(("version", Rule::computed("Ignored; send `If-Match` to check the version.")));
    fields.push(("updatedAt", Rule::computed("Ignored.")));
    Rule::closed_object(description, fields)
}

fn title() -> Rule {
    Rule::text("The heading.")
        .strip_direction_controls()
        .required("Heading is required")
        .max(120.0, "Heading must be at most 120 characters")
}

fn intro() -> Rule {
    Rule::text("The introduction under the heading; blank for none.")
        .max(600.0, "Introduction must be at most 600 characters")
}

fn passages(description: &'static str) -> Rule {
    Rule::list(description, passage("A heading with paragraphs."))
        .required("At least one section is required")
        .max(40.0, "At most 40 sections")
}

fn passage(description: &'static str) -> Rule {
    Rule::closed_object(
        description,
        vec![
            ("title", title()),
            (
                "paragraphs",
                Rule::list(
                    "The paragraphs.",
                    Rule::text("A paragraph.")
                        .required("Paragraph text is required")
                        .max(2000.0, "Paragraph must be at most 2000 characters"),
                )
                .required("At least one paragraph is required")
                .max(20.0, "At most 20 paragraphs"),
            ),
        ],
    )
}
