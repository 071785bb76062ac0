//! Adds to the contract what applies to every call: the common error responses, and examples of requests and responses.

use serde_json::{Value, json};

use super::examples;
use crate::http::input::idempotency::OPERATIONS;

/// Adds the common error responses and examples to each operation that lacks them, and the body to all error responses.
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
                responses.entry(status).or_insert_with(|| json!({ "description": description }));
            }
            for (status, response) in responses.iter_mut() {
                if status.starts_with(['4', '5']) && response.get("content").is_none() {
                    response["content"] = json!({
                        "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } },
                    });
                }
                if status == "429" {
                    response["headers"] = json!({ "retry-after": {
                        "description": "The number of seconds to wait.",
                        "schema": { "type": "integer", "format": "int64" },
                    } });
                }
                if response.get("description").is_none_or(|text| text == "") {
                    response["description"] = described(status).into();
                }
            }
            if method == "get" {
                let unchanged = json!({ "description": "Not modified: the `ETag` in `If-None-Match` is current." });
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
        "description": "A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with \
                        this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another \
                        request with this key gets 422.",
        "schema": { "type": "string", "minLength": 8, "maxLength": 128 },
    });
    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
        Some(parameters) => parameters.push(parameter),
        None => operation["parameters"] = json!([parameter]),
    }
    let conflict = "An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` \
                    is then `/problems/response-lost`).";
    if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
        responses.entry("409").or_insert_with(|| json!({ "description": conflict }));
    }
}

fn described(status: &str) -> &'static str {
    match status {
        "200" => "Success.",
        "201" => "Created. `Location` is the URL of the new record.",
        "204" => "Success, without a body.",
        _ => "See the description of the operation.",
    }
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
        ("400", "The request is malformed; `errors` names each unknown or invalid parameter or field."),
        ("414", "The URL is too long."),
        ("503", "Temporarily unavailable; `Retry-After` is the number of seconds to wait."),
    ];
    if method != "get" {
        refusals.push(("507", "There is not enough storage space; `Retry-After` is the number of seconds to wait."));
    }
    if operation.get("security").is_some() {
        refusals.push(("401", "The token is missing or no longer valid."));
        refusals.push(("403", "The account does not have this permission."));
    }
    if method == "get" && SAME_FOR_ALL.contains(&path) {
        refusals.push(("401", "The token is not valid; without a token the response is public."));
    }
    if path.starts_with("/api/auth/") && !EVERYWHERE.iter().any(|start| path.starts_with(start)) {
        refusals.push(("409", "Firebase manages the accounts of this guide and replaces this call."));
    }
    if path.contains('{') {
        refusals.push(("404", "Not found."));
    }
    if operation.get("requestBody").is_some() {
        refusals.push(("408", "The body did not arrive in time."));
        refusals.push(("413", "The body is too large."));
        refusals.push(("415", "The body does not have the content type of this call."));
        refusals.push(("422", "A field breaks a rule; `errors` has a message for each."));
    }
    if method == "put" {
        refusals.push(("412", "The record was changed since; `current` is the record as it is now."));
    }
    refusals
}
