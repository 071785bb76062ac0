//! The request bodies of the calls for claims, with the rules of their fields.

use serde::Deserialize;

use super::dto::Method;
use crate::http::input::rule::{Rule, rule_schemas};

const METHOD_REQUIRED: &str = "Choose how to prove your claim";
const CODE_REQUIRED: &str = "Enter the code";

/// A new claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ClaimRequest {
    pub method: Method,
}

/// The code of a claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ConfirmClaimRequest {
    pub code: String,
}

/// A decision on a claim.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ClaimDecisionRequest {
    pub note: Option<String>,
}

fn claim_request() -> Rule {
    let method = Rule::text("How the claim is proved; `getClaimOptions` has the methods of a place.")
        .required(METHOD_REQUIRED)
        .one_of(Method::NAMES, METHOD_REQUIRED)
        .example("email");
    Rule::closed_object("A claim to a place.", vec![("method", method)])
}

fn confirm_request() -> Rule {
    let code = Rule::text("The code from the email. Case, spaces and hyphens do not matter.")
        .required_text(CODE_REQUIRED)
        .max(40.0, "Code must be at most 40 characters")
        .example("ab-cd-ef-gh");
    Rule::closed_object("The code of a claim.", vec![("code", code)])
}

fn decision_request() -> Rule {
    let note = Rule::text("A note for the team; null for none.")
        .nullable()
        .max(2000.0, "Note must be at most 2000 characters")
        .example("Called the number on their website");
    Rule::closed_object("A decision on a claim.", vec![("note", note)])
}

rule_schemas! {
    ClaimRequest => claim_request(),
    ConfirmClaimRequest => confirm_request(),
    ClaimDecisionRequest => decision_request(),
}
