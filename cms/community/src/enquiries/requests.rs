//! The request body of an enquiry, with the rules of its fields.

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::json;

use crate::common::clock::Timestamp;
use crate::http::input::account_field_rules;
use crate::http::input::rule::{Rule, elapsed_ms, leave_blank, rule_schemas};
use crate::http::problem::{Code, FieldError};

const DATE_PATTERN: &str = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$";
const INVALID_ARRIVAL: &str = "Arrival must be a date like 2027-03-14";
const INVALID_DEPARTURE: &str = "Departure must be a date like 2027-03-16";
const INVALID_PEOPLE: &str = "Number of people must be a whole number from 1 to 500";

/// An inquiry to a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "see the rules")]
pub struct EnquiryRequest {
    pub name: String,
    pub email: String,
    pub message: String,
    pub arrival: Option<String>,
    pub departure: Option<String>,
    pub people: Option<i64>,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

impl EnquiryRequest {
    /// Checks the rules that the JSON schema cannot express: dates must exist, be in order and not be in the past.
    /// Yesterday in UTC is accepted, because it is still today in time zones behind UTC.
    pub fn date_errors(&self, now: Timestamp) -> Vec<FieldError> {
        let parse = |text: &Option<String>| text.as_deref().map(|text| text.parse::<NaiveDate>().ok());
        let yesterday = chrono::DateTime::from_timestamp(now.unix_seconds() - 24 * 3600, 0).map(|at| at.date_naive());
        let (arrival, departure) = (parse(&self.arrival), parse(&self.departure));
        let mut errors = Vec::new();
        let mut add = |code: Code, field, sentence| errors.push(FieldError::new(code, field, sentence));
        match arrival {
            Some(None) => add(Code::DateInvalid, "arrival", INVALID_ARRIVAL),
            Some(date) if date < yesterday => add(Code::DateInPast, "arrival", "Arrival must not be in the past"),
            _ => {}
        }
        match departure {
            Some(None) => add(Code::DateInvalid, "departure", INVALID_DEPARTURE),
            Some(date) if arrival.flatten().is_some_and(|arrival| date < Some(arrival)) => {
                add(Code::DepartureBeforeArrival, "departure", "Departure must not be before arrival");
            }
            Some(date) if date < yesterday => add(Code::DateInPast, "departure", "Departure must not be in the past"),
            _ => {}
        }
        errors
    }
}

rule_schemas! { EnquiryRequest => enquiry_request() }

fn enquiry_request() -> Rule {
    let rules = vec![
        ("name", account_field_rules::sender_name()),
        ("email", account_field_rules::email("Valid email is required", "Valid email is required")),
        (
            "message",
            Rule::text("The text of the inquiry.")
                .required_text("Message is required")
                .max(5000.0, "Message must be at most 5000 characters")
                .example("Is there a room for the four of us?"),
        ),
        (
            "arrival",
            Rule::text("The first day, as `YYYY-MM-DD`, not in the past; null if not given.")
                .nullable()
                .pattern(DATE_PATTERN, INVALID_ARRIVAL)
                .example("2027-03-14"),
        ),
        (
            "departure",
            Rule::text("The last day, as `YYYY-MM-DD`, not in the past and not before `arrival`; null if not given.")
                .nullable()
                .pattern(DATE_PATTERN, INVALID_DEPARTURE)
                .example("2027-03-16"),
        ),
        (
            "people",
            Rule::integer("The number of people; null if not given.")
                .nullable()
                .type_message(INVALID_PEOPLE)
                .min(1.0, INVALID_PEOPLE)
                .max(500.0, INVALID_PEOPLE)
                .example(4),
        ),
        ("leaveBlank", leave_blank()),
        ("elapsedMs", elapsed_ms()),
    ];
    Rule::closed_object("An inquiry to a place.", rules).example(json!({
        "name": "Linh Tran", "email": "linh@example.org", "message": "Is there a room for the four of us?",
        "arrival": "2027-03-14", "departure": "2027-03-16", "people": 4,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_messages(arrival: Option<&str>, departure: Option<&str>) -> Vec<String> {
        let form = EnquiryRequest {
            name: "Linh".into(),
            email: "linh@example.org".into(),
            message: "A room?".into(),
            arrival: arrival.map(str::to_owned),
            departure: departure.map(str::to_owned),
            people: None,
            leave_blank: None,
            elapsed_ms: None,
        };
        let now = Timestamp::parse("2026-11-21T08:00:00Z").expect("a timestamp");
        form.date_errors(now).into_iter().map(|error| error.message).collect()
    }

    #[test]
    fn dates_that_do_not_exist_or_are_past_or_in_the_wrong_order_are_rejected() {
        for (arrival, departure) in [
            (None, None),
            (Some("2026-11-20"), None),
            (Some("2026-11-21"), Some("2026-11-21")),
            (Some("2028-02-29"), Some("2028-03-01")),
            (None, Some("2026-12-01")),
        ] {
            assert!(error_messages(arrival, departure).is_empty(), "{arrival:?} {departure:?}");
        }
        assert_eq!(error_messages(Some("2027-02-29"), None), [INVALID_ARRIVAL]);
        assert_eq!(error_messages(None, Some("2027-04-31")), [INVALID_DEPARTURE]);
        assert_eq!(error_messages(Some("2026-11-19"), None), ["Arrival must not be in the past"]);
        assert_eq!(error_messages(None, Some("2026-11-19")), ["Departure must not be in the past"]);
        assert_eq!(error_messages(Some("2027-03-14"), Some("2027-03-13")), ["Departure must not be before arrival"]);
    }
}
