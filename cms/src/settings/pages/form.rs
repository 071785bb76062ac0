//! The requests that change standing pages, with the rules of their fields.

use serde_json::json;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::dto::{About, GettingHere, Help, Privacy};
use crate::http::rule::Rule;

/// A page that can be changed. Absent fields stay unchanged; an object or a list that is present replaces the stored
/// one.
pub trait Editable {
    /// The schema of the request.
    type Changes: ToSchema;
}

/// Declares the request of each page with its rule.
macro_rules! forms {
    ($($(#[$about:meta])* $form:ident of $page:ty => $rule:expr),+ $(,)?) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub struct $form;

        impl Editable for $page {
            type Changes = $form;
        }
        impl PartialSchema for $form {
            fn schema() -> RefOr<Schema> {
                $rule.all_optional().schema()
            }
        }
        impl ToSchema for $form {}
    )+};
}

forms! {
    /// Changes of Getting Here.
    GettingHereChanges of GettingHere => getting_here(),
    /// Changes of About.
    AboutChanges of About => about(),
    /// Changes of Help.
    HelpChanges of Help => help(),
    /// Changes of Terms & Privacy.
    PrivacyChanges of Privacy => privacy(),
}

fn getting_here() -> Rule {
    page(
        "Getting Here.",
        vec![
            ("title", title()),
            ("intro", intro()),
            (
                "verified",
                Rule::text("When schedules and prices were looked up.")
                    .required("When it was verified is required")
                    .max(60.0, "When it was verified must be at most 60 characters")
                    .example("July 2025"),
            ),
            (
                "cities",
                Rule::list("Where people come from; the first is shown first.", city())
                    .required("At least one city is required")
                    .max(20.0, "At most 20 cities"),
            ),
            (
                "tips",
                Rule::list("What to know before and on arrival.", tips())
                    .required("At least one list of tips is required")
                    .max(8.0, "At most 8 lists of tips"),
            ),
            ("around", passages("How to move about in the region.")),
        ],
    )
    .example(json!({ "title": "Getting to {region}", "verified": "July 2025" }))
}

fn city() -> Rule {
    Rule::closed_object(
        "A city that people come from.",
        vec![
            (
                "name",
                Rule::text("Its name.")
                    .single_line()
                    .required("City is required")
                    .max(60.0, "City must be at most 60 characters")
                    .example("Hanoi"),
            ),
            (
                "distanceKm",
                Rule::integer("Kilometres from the region, by road.")
                    .required("Distance is required")
                    .type_message("Distance must be a whole number of kilometres")
                    .min(0.0, "Distance must be between 0 and 20000 km")
                    .max(20_000.0, "Distance must be between 0 and 20000 km")
                    .example(90),
            ),
            (
                "options",
                Rule::list("Ways from there.", option())
                    .required("At least one way is required")
                    .max(12.0, "At most 12 ways from a city"),
            ),
        ],
    )
}

fn option() -> Rule {
    Rule::closed_object(
        "One way to come.",
        vec![
            (
                "type",
                Rule::text("What one goes by.")
                    .single_line()
                    .required("What one goes by is required")
                    .max(80.0, "What one goes by must be at most 80 characters")
                    .example("Train"),
            ),
            (
                "duration",
                Rule::text("How long it takes, in words.")
                    .single_line()
                    .required("Duration is required")
                    .max(80.0, "Duration must be at most 80 characters")
                    .example("about 2 hours"),
            ),
            (
                "price",
                Rule::text("What it costs, in words, with its year.")
                    .single_line()
                    .required("Price is required")
                    .max(120.0, "Price must be at most 120 characters")
                    .example("fare by berth"),
            ),
            ("details", Rule::text("What else to know.").max(600.0, "Details must be at most 600 characters")),
            (
                "companies",
                Rule::list(
                    "Who runs it.",
                    Rule::text("A name.")
                        .single_line()
                        .required("A company needs a name")
                        .max(80.0, "A company's name must be at most 80 characters"),
                )
                .max(12.0, "At most 12 companies"),
            ),
        ],
    )
}

fn tips() -> Rule {
    Rule::closed_object(
        "Things to know, under a heading.",
        vec![
            ("title", title()),
            (
                "items",
                Rule::list(
                    "One sentence or two each.",
                    Rule::text("A tip.")
                        .required("A tip needs words")
                        .max(600.0, "A tip must be at most 600 characters"),
                )
                .required("At least one tip is required")
                .max(20.0, "At most 20 tips in a list"),
            ),
        ],
    )
}

fn about() -> Rule {
    let part = |description| passage(description).required("This part is required");
    page(
        "About.",
        vec![
            ("title", title()),
            ("intro", intro()),
            ("mission", part("What the guide is for.")),
            ("story", part("How it came to be.")),
            ("values", passages("What its makers hold themselves to.")),
            ("future", part("What is planned.")),
        ],
    )
    .example(json!({ "future": { "title": "What comes next", "paragraphs": ["{brand} in more languages."] } }))
}

fn help() -> Rule {
    page(
        "Help.",
        vec![
            ("title", title()),
            ("intro", intro()),
            (
                "questions",
                Rule::list("The questions, each with its answer.", question())
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
        "A question and its answer.",
        vec![
            (
                "question",
                Rule::text("As travellers ask it.")
                    .single_line()
                    .required("Question is required")
                    .max(200.0, "Question must be at most 200 characters")
                    .example("How do I save a place?"),
            ),
            (
                "answer",
                Rule::text("One paragraph.")
                    .required("Answer is required")
                    .max(2000.0, "Answer must be at most 2000 characters"),
            ),
        ],
    )
}

fn privacy() -> Rule {
    page(
        "Terms of service and privacy policy.",
        vec![
            ("title", title()),
            (
                "updated",
                Rule::text("The day of the last change.")
                    .required("The day of the last change is required")
                    .pattern(DAY, "The day of the last change must be a day such as 2025-07-30")
                    .example("2025-07-30"),
            ),
            ("terms", passages("The terms' sections.")),
            ("policy", passages("The policy's sections.")),
        ],
    )
    .example(json!({
        "updated": "2025-07-30",
        "policy": [{ "title": "Who to ask", "paragraphs": ["Write to {email}."] }],
    }))
}

/// Year, month and a day that exists in the month, also February 29 of any year.
const DAY: &str = "^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)\
|02-(?:0[1-9]|[12][0-9]))$";

/// The rule of a page with its fields and the fields that every page has.
fn page(description: &'static str, mut fields: Vec<(&'static str, Rule)>) -> Rule {
    fields.push(("version", Rule::computed("Ignored; `If-Match` is what counts.")));
    fields.push(("updatedAt", Rule::computed("Ignored.")));
    Rule::closed_object(description, fields)
}

fn title() -> Rule {
    Rule::text("The heading.")
        .single_line()
        .required("Heading is required")
        .max(120.0, "Heading must be at most 120 characters")
}

fn intro() -> Rule {
    Rule::text("A sentence or two under the heading; blank for none.")
        .max(600.0, "Introduction must be at most 600 characters")
}

fn passages(description: &'static str) -> Rule {
    Rule::list(description, passage("Paragraphs under a heading."))
        .required("At least one passage is required")
        .max(40.0, "At most 40 passages")
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
                        .required("A paragraph needs words")
                        .max(2000.0, "A paragraph must be at most 2000 characters"),
                )
                .required("At least one paragraph is required")
                .max(20.0, "At most 20 paragraphs"),
            ),
        ],
    )
}
