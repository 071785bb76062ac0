//! Checks every response of every test against the contract: its status, media type, schema and problem codes.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use cms::http::input::validation;
use cms::http::problem::CODES;
use jsonschema::Validator;
use parking_lot::Mutex;
use reqwest::Method;
use serde_json::Value;

use crate::test_client::TestResponse;

static CONTRACT: LazyLock<Value> = LazyLock::new(cms::api::contract);
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// The response that the contract documents for one operation and status.
struct DocumentedResponse {
    /// The operation and the status, for failure messages and as the key in [`VALIDATORS`].
    operation_and_status: String,
    response: &'static Value,
}

/// Asserts that the contract documents this response to `method` at `target`. Requests that are not operations of the
/// contract are skipped: pages, unknown paths, unsupported methods.
pub fn assert_conforms(method: &Method, target: &str, actual: &TestResponse) {
    // Responses of the metrics port have no request id and are not part of the contract.
    if actual.header("x-request-id").is_empty() {
        return;
    }
    assert_known_problem_codes_and_params(actual);
    let Some((operation, name)) = find_operation(method, target.split(['?', '#']).next().unwrap_or_default()) else {
        return;
    };
    let status = actual.status.as_u16();
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{name} responded with the undocumented status {status}: {}", body_excerpt(actual));
    // The response to a HEAD request has no body.
    if *method != Method::HEAD {
        DocumentedResponse { operation_and_status: format!("{name} {status}"), response }.assert_matches(actual);
    }
}

/// Asserts that [`CODES`] lists the code of a problem and of each of its errors, with their params. Every code may have
/// the param `retryAfter`.
fn assert_known_problem_codes_and_params(actual: &TestResponse) {
    let is_problem = actual.header("content-type") == "application/problem+json";
    if !is_problem || actual.text.is_empty() || !actual.header("content-encoding").is_empty() {
        return;
    }
    let problem = actual.json();
    for part in problem["errors"].as_array().into_iter().flatten().chain([&problem]) {
        let Some(info) = CODES.iter().find(|info| part["code"] == info.name()) else {
            panic!("{} is in no list of codes: {}", part["code"], body_excerpt(actual));
        };
        let params: Vec<&str> =
            part["params"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let is_listed = |name: &&str| *name == "retryAfter" || info.params.contains(name);
        assert!(params.iter().all(is_listed), "{} has unlisted params: {}", part["code"], body_excerpt(actual));
    }
}

impl DocumentedResponse {
    fn assert_matches(&self, actual: &TestResponse) {
        let content = self.response["content"].as_object();
        let Some(content) = content.filter(|content| !content.is_empty()) else {
            assert!(
                actual.bytes.is_empty(),
                "{} has an undocumented body: {}",
                self.operation_and_status,
                body_excerpt(actual)
            );
            return;
        };
        let kind = actual.header("content-type").split(';').next().unwrap_or_default().trim();
        let Some(media_type) = content.get(kind) else {
            panic!("{} has the undocumented media type {kind:?}: {}", self.operation_and_status, body_excerpt(actual));
        };
        if kind.ends_with("json") && actual.header("content-encoding").is_empty() {
            let validator = self.validator(&media_type["schema"]);
            if let Some(fault) = validator.iter_errors(&actual.json()).next() {
                panic!("{} violates its schema at {}: {fault}", self.operation_and_status, fault.instance_path());
            }
        }
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = VALIDATORS.lock();
        let compile = || Arc::new(jsonschema::validator_for(&validation::bundle_schema(schema, &CONTRACT)).unwrap());
        validators.entry(self.operation_and_status.clone()).or_insert_with(compile).clone()
    }
}

/// The operation for this method and path, with its name, such as `get /api/articles`. HEAD counts as GET. If several
/// path templates match, the one with the fewest parameters is used. `None` if the contract has no such operation.
fn find_operation(method: &Method, path: &str) -> Option<(&'static Value, String)> {
    let method = if *method == Method::HEAD { "get".to_owned() } else { method.as_str().to_lowercase() };
    let matches_path = |template: &str| {
        let (mut template, mut path) = (template.split('/'), path.split('/'));
        let is_same = |(word, part): (&str, &str)| word.starts_with('{') && !part.is_empty() || word == part;
        template.by_ref().zip(path.by_ref()).all(is_same) && template.next().is_none() && path.next().is_none()
    };
    let templates = CONTRACT["paths"].as_object()?;
    let (template, operations) = templates
        .iter()
        .filter(|(template, _)| matches_path(template))
        .min_by_key(|(template, _)| template.matches('{').count())?;
    Some((operations.get(&method)?, format!("{method} {template}")))
}

fn body_excerpt(actual: &TestResponse) -> String {
    actual.text.chars().take(300).collect()
}
