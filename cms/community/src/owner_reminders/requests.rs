//! The request body with which an owner answers a reminder, with its rules.

use serde::Deserialize;
use serde_json::json;

use crate::http::input::rule::{Rule, rule_schemas};

const ANSWER_REQUIRED: &str = "Answer must be confirm or stop";

/// The answer of an owner, with the secret of the link in the email.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct OwnerReminderAnswer {
    pub token: String,
    pub answer: Answer,
}

/// What an owner answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The facts in the email are still right.
    Confirm,
    /// The owner wants no further reminders.
    Stop,
}

rule_schemas! {
    OwnerReminderAnswer => Rule::closed_object(
        "The answer of an owner, with the token of the link in the email.",
        vec![
            (
                "token",
                Rule::text("The secret token in the link.")
                    .required("This link is incomplete")
                    .max(100.0, "This link is not valid"),
            ),
            (
                "answer",
                Rule::text("`confirm`: the facts are still right. `stop`: no further emails.")
                    .required(ANSWER_REQUIRED)
                    .one_of(&["confirm", "stop"], ANSWER_REQUIRED),
            ),
        ],
    )
    .example(json!({ "token": "Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0", "answer": "confirm" })),
}
