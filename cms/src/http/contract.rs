//! Adds to the contract what applies to every call: the common error responses, and examples of requests and responses.

use serde_json::{Value, json};

use super::examples;
use super::idempotency::OPERATIONS;

/// Adds the common error responses and examples to each operation that lacks them.
pub fn complete(mut document: Value) -> Value {
    let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) else { return document };
    for (path, operations) in paths {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let refusals = refusals(path, method, operation);
            if operation["operationId"].as_str().is_some_and(|id| OPERATIONS.contains(&id)) {
                takes_idempotency_key(operation);
            }
            let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { continue };
            for (status, description) in refusals {
                responses.entry(status).or_insert_with(|| problem(description));
            }
            for (status, response) in responses.iter_mut() {
                if response.get("description").is_none_or(|text| text == "") {
                    response["description"] = described(status).into();
                }
            }
            if method == "get" {
                let unchanged = json!({ "description": "What `If-None-Match` names is still true." });
                responses.entry("304").or_insert(unchanged);
            }
        }
    }
    examples::complete(document)
}

/// Adds the header to an operation and to its responses.
fn takes_idempotency_key(operation: &mut Value) {
    let parameter = json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "A value of your own for this request, such as a UUID. For 24 hours a retry of the same request \
                        with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing.",
        "schema": { "type": "string", "minLength": 8, "maxLength": 128 },
    });
    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
        Some(parameters) => parameters.push(parameter),
        None => operation["parameters"] = json!([parameter]),
    }
    let conflict = "An earlier request with this `Idempotency-Key` is not finished, or its response was lost \
                    (`type` is then `/problems/response-lost`).";
    if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
        responses.entry("409").or_insert_with(|| problem(conflict));
    }
}

fn described(status: &str) -> &'static str {
    match status {
        "200" => "What was asked for.",
        "201" => "It is made; `Location` is its address.",
        "204" => "It is done.",
        _ => "See the call's description.",
    }
}

fn problem(description: &str) -> Value {
    json!({
        "description": description,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}

/// Calls about accounts that also work with Firebase.
const EVERYWHERE: [&str; 4] =
    ["/api/auth/account", "/api/auth/firebase/", "/api/auth/jwks", "/api/auth/sign-out-everywhere"];

/// Reads that are the same for all callers, and still respond 401 to an invalid token.
const SAME_FOR_ALL: [&str; 7] = [
    "/api/articles/topics",
    "/api/businesses.csv",
    "/api/businesses.geojson",
    "/api/businesses.json",
    "/api/categories",
    "/api/categories/{id}",
    "/api/suggestions",
];

fn refusals(path: &str, method: &str, operation: &Value) -> Vec<(&'static str, &'static str)> {
    let mut refusals = vec![
        ("400", "The request cannot be read; `errors` names each unknown parameter or field."),
        ("414", "The address is too long."),
        ("503", "The guide cannot be reached right now; `Retry-After` says when to try again."),
    ];
    if method != "get" {
        refusals.push(("507", "There is no room left to keep it; `Retry-After` says when to try again."));
    }
    if operation.get("security").is_some() {
        refusals.push(("401", "Nobody is signed in, or the token no longer counts."));
        refusals.push(("403", "This account may not do that."));
    }
    if method == "get" && SAME_FOR_ALL.contains(&path) {
        refusals.push(("401", "A token was sent that does not count; without one this can be read by anybody."));
    }
    if path.starts_with("/api/auth/") && !EVERYWHERE.iter().any(|start| path.starts_with(start)) {
        refusals.push(("409", "Firebase keeps this guide's accounts, and this is for Firebase to do."));
    }
    if path.contains('{') {
        refusals.push(("404", "There is nothing under this id."));
    }
    if operation.get("requestBody").is_some() {
        refusals.push(("408", "The body did not arrive in time."));
        refusals.push(("413", "The body is too large."));
        refusals.push(("415", "The body is not sent as the type that this call reads."));
        refusals.push(("422", "A field breaks a rule; `errors` has one sentence for each."));
    }
    if method == "put" {
        refusals.push(("412", "Someone else has changed it; `current` is how it is now."));
    }
    refusals
}
