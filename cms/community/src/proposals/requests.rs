//! The request bodies for reports and for decisions on proposals, with their rules.

use serde::Deserialize;
use serde_json::json;

use super::dto::ReportKind;
use crate::audit::log::Fields;
use crate::auth::domain::email;
use crate::common::id::PlaceId;
use crate::http::input::rule::{MAX_EXACT_INTEGER, Rule, elapsed_ms, leave_blank, optional_url, rule_schemas};
use crate::http::problem::{Code, FieldError};
use crate::places::checks::FactGroup;

const KIND_REQUIRED: &str = "Choose what is wrong";
const GROUP_REQUIRED: &str = "Choose which facts are still right";
const DETAILS_REQUIRED: &str = "Describe the problem";
const COORDINATE_REQUIRED: &str = "Enter both latitude and longitude";
const LATITUDE_OUT_OF_RANGE: &str = "Latitude must be between -90 and 90";
const LONGITUDE_OUT_OF_RANGE: &str = "Longitude must be between -180 and 180";
const MAX_NOTE_CHARS: f64 = 2000.0;
const NOTE_TOO_LONG: &str = "Note must be at most 2000 characters";

/// A report about a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ReportRequest {
    pub place_id: PlaceId,
    pub version: i64,
    pub kind: ReportKind,
    pub group: Option<FactGroup>,
    pub details: Option<String>,
    pub hours: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub phone: Option<String>,
    pub website: Option<String>,
    pub email: Option<String>,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

impl ReportRequest {
    /// Checks the rules that involve several fields. Returns an error for each violation.
    pub fn validate(&self) -> Vec<FieldError> {
        let required = |field, message| FieldError::new(Code::Required, field, message);
        let needs_details = matches!(self.kind, ReportKind::Unsafe | ReportKind::Other);
        let mut errors = Vec::new();
        if self.kind == ReportKind::StillRight && self.group.is_none() {
            errors.push(required("group", GROUP_REQUIRED));
        }
        if needs_details && self.details.as_ref().is_none_or(|text| text.trim().is_empty()) {
            errors.push(required("details", DETAILS_REQUIRED));
        }
        match (self.latitude, self.longitude) {
            (None, Some(_)) => errors.push(required("latitude", COORDINATE_REQUIRED)),
            (Some(_), None) => errors.push(required("longitude", COORDINATE_REQUIRED)),
            _ => {}
        }
        errors
    }

    /// The group of facts that the report is about.
    pub fn fact_group(&self) -> Option<FactGroup> {
        match self.kind {
            ReportKind::StillRight => self.group,
            kind => kind.group(),
        }
    }
}

/// The request body that accepts a proposal.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct AcceptProposalRequest {
    pub fields: Option<Fields>,
    pub note: Option<String>,
}

/// The request body that declines a proposal.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct DeclineProposalRequest {
    pub note: Option<String>,
}

fn report_request() -> Rule {
    let coordinate = |description, sentence, limit: f64| {
        Rule::number_or_string(description).nullable().type_message(sentence).min(-limit, sentence).max(limit, sentence)
    };
    let rules = vec![
        ("placeId", Rule::id("The id of the place.").required("This place does not exist").example(7)),
        (
            "version",
            Rule::integer("The `version` of the place that the reporter saw.")
                .required("Version is required")
                .type_message("Version must be a whole number")
                .min(1.0, "This version does not exist")
                .max(MAX_EXACT_INTEGER, "This version does not exist")
                .example(3),
        ),
        ("kind", Rule::text("What the report is about.").required(KIND_REQUIRED).one_of(ReportKind::NAMES, KIND_REQUIRED).example("wrongHours")),
        (
            "group",
            Rule::text("The facts that are still right: position, hours, price, contact or status. Only for `stillRight`, which requires it.")
                .nullable()
                .pattern(format!("^(?:{})$", FactGroup::ALL.map(FactGroup::name).join("|")), GROUP_REQUIRED),
        ),
        (
            "details",
            Rule::text("The problem in words. Required for `unsafe` and `other`.")
                .nullable()
                .max(2000.0, "Details must be at most 2000 characters")
                .example("The gate was closed at four."),
        ),
        (
            "hours",
            Rule::text("The right opening hours, in words or in the syntax of OpenStreetMap's `opening_hours`.")
                .nullable()
                .strip_direction_controls()
                .max(255.0, "Opening hours must be at most 255 characters")
                .example("Mo-Su 08:00-16:00"),
        ),
        ("latitude", coordinate("The right latitude in degrees (WGS 84); a numeric string is accepted.", LATITUDE_OUT_OF_RANGE, 90.0)),
        ("longitude", coordinate("The right longitude in degrees (WGS 84); a numeric string is accepted.", LONGITUDE_OUT_OF_RANGE, 180.0)),
        ("phone", Rule::text("The right phone number.").nullable().strip_direction_controls().max(60.0, "Phone must be at most 60 characters")),
        ("website", optional_url("The right URL of the place's own website.", "Website must be a valid URL starting with http:// or https://")),
        (
            "email",
            Rule::text("The email address of the reporter, for the outcome.")
                .nullable()
                .max(email::MAX_LEN as f64, "Email must be at most 254 characters")
                .pattern(email::DOTTED_HOST_PATTERN, "Valid email is required")
                .email("Valid email is required"),
        ),
        ("leaveBlank", leave_blank()),
        ("elapsedMs", elapsed_ms()),
    ];
    Rule::closed_object("A report about a place.", rules).example(json!({
        "placeId": 7, "version": 3, "kind": "wrongHours", "details": "The gate was closed at four.",
        "hours": "Mo-Su 08:00-16:00",
    }))
}

fn note(description: &'static str) -> Rule {
    Rule::text(description).nullable().max(MAX_NOTE_CHARS, NOTE_TOO_LONG).example("Confirmed by phone")
}

fn accept_request() -> Rule {
    let fields = Rule::any_object(
        "The fields to set, as in an update of the place. Replaces the proposed values as a whole; they are used if it is absent or null.",
    );
    let rules = vec![
        ("fields", fields.nullable().example(json!({ "operatingHours": "Mo-Su 08:00-16:00" }))),
        ("note", note("A note for the team; null for none.")),
    ];
    Rule::closed_object("The acceptance of a proposal.", rules)
}

fn decline_request() -> Rule {
    Rule::closed_object("The rejection of a proposal.", vec![("note", note("A note for the team; null for none."))])
}

rule_schemas! {
    ReportRequest => report_request(),
    AcceptProposalRequest => accept_request(),
    DeclineProposalRequest => decline_request(),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invalid_fields(body: serde_json::Value) -> Vec<String> {
        let mut report = json!({ "placeId": 7, "version": 1 });
        for (name, value) in body.as_object().cloned().unwrap_or_default() {
            report[name] = value;
        }
        let report: ReportRequest = serde_json::from_value(report).expect("a report");
        report.validate().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn report_without_required_fields_of_its_kind_is_rejected() {
        assert_eq!(invalid_fields(json!({ "kind": "wrongHours" })), Vec::<String>::new());
        assert_eq!(invalid_fields(json!({ "kind": "stillRight" })), ["group"]);
        assert_eq!(invalid_fields(json!({ "kind": "unsafe", "details": " " })), ["details"]);
        assert_eq!(invalid_fields(json!({ "kind": "other" })), ["details"]);
        assert_eq!(invalid_fields(json!({ "kind": "wrongPosition", "latitude": 17.5 })), ["longitude"]);
        assert_eq!(invalid_fields(json!({ "kind": "wrongPosition", "longitude": 106.1 })), ["latitude"]);
    }

    #[test]
    fn report_kind_names_equal_json_names() {
        for name in ReportKind::NAMES {
            let kind: ReportKind = serde_json::from_value(json!(name)).expect(name);
            assert_eq!(serde_json::to_value(kind).ok(), Some(json!(name)));
        }
    }
}
