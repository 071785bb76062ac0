//! What may be sent of a page that stands by itself, and the sentences for what may not.

use serde_json::json;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::wire::{About, GettingHere, Help, Privacy};
use crate::http::rule::Rule;

/// A page that has a form: what may be sent of it. A field that is not sent stays as it is; a list or a part that is sent
/// replaces it.
pub trait Editable {
    /// The form as the contract has it.
    type Changes: ToSchema;
}

/// Names each page's form, and the rule of each form.
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
    /// What may be sent of Getting Here.
    GettingHereChanges of GettingHere => getting_here(),
    /// What may be sent of About.
    AboutChanges of About => about(),
    /// What may be sent of Help.
    HelpChanges of Help => help(),
    /// What may be sent of Terms & Privacy.
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
                    .filled("When it was verified is required")
                    .at_most(60.0, "When it was verified must be at most 60 characters")
                    .such_as("July 2025"),
            ),
            (
                "cities",
                Rule::list("Where people come from; the first is shown first.", city())
                    .filled("At least one city is required")
                    .at_most(20.0, "At most 20 cities"),
            ),
            (
                "tips",
                Rule::list("What to know before and on arrival.", tips())
                    .filled("At least one list of tips is required")
                    .at_most(8.0, "At most 8 lists of tips"),
            ),
            ("around", passages("How to move about in the region.")),
        ],
    )
    .such_as(json!({ "title": "Getting to {region}", "verified": "July 2025" }))
}

fn city() -> Rule {
    Rule::record(
        "A city that people come from.",
        vec![
            (
                "name",
                Rule::text("Its name.")
                    .on_one_line()
                    .filled("City is required")
                    .at_most(60.0, "City must be at most 60 characters")
                    .such_as("Hanoi"),
            ),
            (
                "distanceKm",
                Rule::whole("Kilometres from the region, by road.")
                    .filled("Distance is required")
                    .typed("Distance must be a whole number of kilometres")
                    .at_least(0.0, "Distance must be between 0 and 20000 km")
                    .at_most(20_000.0, "Distance must be between 0 and 20000 km")
                    .such_as(90),
            ),
            (
                "options",
                Rule::list("Ways from there.", option())
                    .filled("At least one way is required")
                    .at_most(12.0, "At most 12 ways from a city"),
            ),
        ],
    )
}

fn option() -> Rule {
    Rule::record(
        "One way to come.",
        vec![
            (
                "type",
                Rule::text("What one goes by.")
                    .on_one_line()
                    .filled("What one goes by is required")
                    .at_most(80.0, "What one goes by must be at most 80 characters")
                    .such_as("Train"),
            ),
            (
                "duration",
                Rule::text("How long it takes, in words.")
                    .on_one_line()
                    .filled("Duration is required")
                    .at_most(80.0, "Duration must be at most 80 characters")
                    .such_as("about 2 hours"),
            ),
            (
                "price",
                Rule::text("What it costs, in words, with its year.")
                    .on_one_line()
                    .filled("Price is required")
                    .at_most(120.0, "Price must be at most 120 characters")
                    .such_as("fare by berth"),
            ),
            ("details", Rule::text("What else to know.").at_most(600.0, "Details must be at most 600 characters")),
            (
                "companies",
                Rule::list(
                    "Who runs it.",
                    Rule::text("A name.")
                        .on_one_line()
                        .filled("A company needs a name")
                        .at_most(80.0, "A company's name must be at most 80 characters"),
                )
                .at_most(12.0, "At most 12 companies"),
            ),
        ],
    )
}

fn tips() -> Rule {
    Rule::record(
        "Things to know, under a heading.",
        vec![
            ("title", title()),
            (
                "items",
                Rule::list(
                    "One sentence or two each.",
                    Rule::text("A tip.")
                        .filled("A tip needs words")
                        .at_most(600.0, "A tip must be at most 600 characters"),
                )
                .filled("At least one tip is required")
                .at_most(20.0, "At most 20 tips in a list"),
            ),
        ],
    )
}

fn about() -> Rule {
    let part = |description| passage(description).filled("This part is required");
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
    .such_as(json!({ "future": { "title": "What comes next", "paragraphs": ["{brand} in more languages."] } }))
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
                    .filled("At least one question is required")
                    .at_most(60.0, "At most 60 questions"),
            ),
        ],
    )
    .such_as(json!({
        "questions": [{ "question": "How do I save a place?", "answer": "Sign in and touch its heart." }],
    }))
}

fn question() -> Rule {
    Rule::record(
        "A question and its answer.",
        vec![
            (
                "question",
                Rule::text("As travellers ask it.")
                    .on_one_line()
                    .filled("Question is required")
                    .at_most(200.0, "Question must be at most 200 characters")
                    .such_as("How do I save a place?"),
            ),
            (
                "answer",
                Rule::text("One paragraph.")
                    .filled("Answer is required")
                    .at_most(2000.0, "Answer must be at most 2000 characters"),
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
                    .filled("The day of the last change is required")
                    .like(DAY, "The day of the last change must be a day such as 2025-07-30")
                    .such_as("2025-07-30"),
            ),
            ("terms", passages("The terms' sections.")),
            ("policy", passages("The policy's sections.")),
        ],
    )
    .such_as(json!({
        "updated": "2025-07-30",
        "policy": [{ "title": "Who to ask", "paragraphs": ["Write to {email}."] }],
    }))
}

/// Year, month and a day that this month has.
const DAY: &str = "^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)\
|02-(?:0[1-9]|[12][0-9]))$";

/// A page's fields with those that every page has.
fn page(description: &'static str, mut fields: Vec<(&'static str, Rule)>) -> Rule {
    fields.push(("version", Rule::computed("Ignored; `If-Match` is what counts.")));
    fields.push(("updatedAt", Rule::computed("Ignored.")));
    Rule::record(description, fields)
}

fn title() -> Rule {
    Rule::text("The heading.")
        .on_one_line()
        .filled("Heading is required")
        .at_most(120.0, "Heading must be at most 120 characters")
}

fn intro() -> Rule {
    Rule::text("A sentence or two under the heading; blank for none.")
        .at_most(600.0, "Introduction must be at most 600 characters")
}

fn passages(description: &'static str) -> Rule {
    Rule::list(description, passage("Paragraphs under a heading."))
        .filled("At least one passage is required")
        .at_most(40.0, "At most 40 passages")
}

fn passage(description: &'static str) -> Rule {
    Rule::record(
        description,
        vec![
            ("title", title()),
            (
                "paragraphs",
                Rule::list(
                    "The paragraphs.",
                    Rule::text("A paragraph.")
                        .filled("A paragraph needs words")
                        .at_most(2000.0, "A paragraph must be at most 2000 characters"),
                )
                .filled("At least one paragraph is required")
                .at_most(20.0, "At most 20 paragraphs"),
            ),
        ],
    )
}
