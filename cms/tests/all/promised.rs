//! Whatever the API answers in any story is what the contract says: the call lists the status, and the body is of a type
//! that it lists and fits its schema.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use cms::http::validation;
use jsonschema::Validator;
use reqwest::Method;
use serde_json::Value;

use crate::people::Answer;

static CONTRACT: LazyLock<Value> = LazyLock::new(cms::api::contract);
static CHECKS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// What a call answers with one status, in the contract.
struct Promise {
    /// The call and the status, for the reader.
    of: String,
    response: &'static Value,
}

/// Asserts that the contract promises this answer to `method` at `target`. What is no call of the contract's is none of
/// its business: pages, unknown addresses, methods that an address does not have.
pub fn assert_kept(method: &Method, target: &str, answer: &Answer) {
    // The port that Prometheus reads is none of the contract's either: only the guide's answers carry an id.
    if answer.header("x-request-id").is_empty() {
        return;
    }
    let Some((operation, name)) = call(method, target.split(['?', '#']).next().unwrap_or_default()) else { return };
    let status = answer.status.as_u16();
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{name} answered {status}, which it does not promise: {}", start(answer));
    // A HEAD's type is told, its body is not there.
    if *method != Method::HEAD {
        Promise { of: format!("{name} {status}"), response }.is_kept_by(answer);
    }
}

impl Promise {
    fn is_kept_by(&self, answer: &Answer) {
        let content = self.response["content"].as_object();
        let Some(content) = content.filter(|content| !content.is_empty()) else {
            assert!(answer.bytes.is_empty(), "{} has a body that it does not promise: {}", self.of, start(answer));
            return;
        };
        let kind = answer.header("content-type").split(';').next().unwrap_or_default().trim();
        let Some(promised) = content.get(kind) else {
            panic!("{} is {kind:?}, which it does not promise: {}", self.of, start(answer));
        };
        if kind.ends_with("json") && answer.header("content-encoding").is_empty() {
            let check = self.check(&promised["schema"]);
            if let Some(fault) = check.iter_errors(&answer.json()).next() {
                panic!("{} breaks its schema at {}: {fault}", self.of, fault.instance_path());
            }
        }
    }

    fn check(&self, schema: &Value) -> Arc<Validator> {
        let mut checks = CHECKS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let made = || Arc::new(jsonschema::validator_for(&validation::bundle_schema(schema, &CONTRACT)).unwrap());
        checks.entry(self.of.clone()).or_insert_with(made).clone()
    }
}

/// The contract's call at this path, by the template that has the most words in common with it.
fn call(method: &Method, path: &str) -> Option<(&'static Value, String)> {
    let method = if *method == Method::HEAD { "get".to_owned() } else { method.as_str().to_lowercase() };
    let fits = |template: &str| {
        let (mut template, mut path) = (template.split('/'), path.split('/'));
        let is_same = |(word, part): (&str, &str)| word.starts_with('{') && !part.is_empty() || word == part;
        template.by_ref().zip(path.by_ref()).all(is_same) && template.next().is_none() && path.next().is_none()
    };
    let templates = CONTRACT["paths"].as_object()?;
    let (template, calls) = templates
        .iter()
        .filter(|(template, _)| fits(template))
        .min_by_key(|(template, _)| template.matches('{').count())?;
    Some((calls.get(&method)?, format!("{method} {template}")))
}

fn start(answer: &Answer) -> String {
    answer.text.chars().take(300).collect()
}
