//! Completes the OpenAPI document with everything that follows from rules: ids of operations, what callers must send,
//! headers of lists, common error responses, examples, and what API tokens may call.
//!
//! Examples of bodies are built from the examples of their fields, which are declared once at the field. Error
//! responses have one example per status, to which all calls refer.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::auth::domain::api_token::scope::{ApiTokenRule, api_token_rule};
use crate::http::input::idempotency::IDEMPOTENCY_KEY_OPERATIONS;
use crate::http::input::validation::unknown_field_error;
use crate::http::problem::code_meanings;
use crate::http::problem::{Code, FieldError, Problem};

/// Adds the common parameters, headers, error responses and examples to each operation that lacks them. Error responses
/// without a body get a problem document as their body.
///
/// An `operationId` is the name of the handler in camel case. It is also the action in the audit log, and API tokens
/// and the idempotency layer refer to it: renaming a handler changes all of them. An operation without `security` needs
/// an account; public operations declare `security(())`.
pub fn complete_document(mut document: Value) -> Value {
    let mut schemas = document["components"]["schemas"].take();
    if let Some(code) = schemas.pointer_mut("/Problem/properties/code") {
        code["x-codes"] = code_meanings().into();
    }
    let mut examples = Map::new();
    for (path, operations) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let operation_id = camel_case(operation["operationId"].as_str().unwrap_or_default());
            operation["operationId"] = operation_id.into();
            complete_security(operation);
            add_id_parameter(path, operation);
            add_list_headers(operation);
            let errors = common_errors(path, method, operation);
            let errors = [errors, add_api_token_rule(operation)].concat();
            if operation["operationId"].as_str().is_some_and(|id| IDEMPOTENCY_KEY_OPERATIONS.contains(&id)) {
                add_idempotency_header(operation);
            }
            let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { continue };
            for (status, description) in errors {
                responses.entry(status).or_insert_with(|| json!({ "description": description }));
            }
            for (status, response) in responses.iter_mut() {
                // `check_api_token` responds with these statuses as problem documents, even where the route returns
                // HTML.
                let is_token_error_status = ["401", "403", "429"].contains(&status.as_str());
                if is_token_error_status || (status.starts_with(['4', '5']) && response.get("content").is_none()) {
                    let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
                    response["content"]["application/problem+json"] = problem;
                }
                if status == "429" {
                    response["headers"] = json!({
                        "retry-after": {
                            "description": "The number of seconds to wait.",
                            "schema": { "type": "integer", "format": "int64" },
                        },
                        "ratelimit-policy": {
                            "description": "The limits of the call: the quota `q` and its window `w` in seconds.",
                            "schema": { "type": "string", "example": "\"token\";q=600;w=60" },
                        },
                        "ratelimit": {
                            "description": "What remains of the limits: `r` requests now, more in `t` seconds.",
                            "schema": { "type": "string", "example": "\"token\";r=0;t=12" },
                        },
                    });
                }
                if response.get("description").is_none_or(|text| text == "") {
                    response["description"] = default_description(status).into();
                }
            }
            if method == "get" {
                let unchanged = json!({ "description": "Not modified: the `ETag` in `If-None-Match` is current." });
                responses.entry("304").or_insert(unchanged);
            }
            add_examples(operation, &schemas, &mut examples);
        }
    }
    document["components"]["schemas"] = schemas;
    document["components"]["examples"] = examples.into();
    document
}

/// `list_places` becomes `listPlaces`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |camel, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        camel + &initial.to_uppercase() + rest
    })
}

/// Adds the access token of an account to an operation that declares no security.
fn complete_security(operation: &mut Value) {
    match operation.get("security") {
        None => operation["security"] = json!([{ "bearer": [] }]),
        Some(requirements) if *requirements == json!([{}]) => {
            operation.as_object_mut().expect("an operation is an object").remove("security");
        }
        Some(_) => {}
    }
}

/// Adds the path parameter `id` of a record to an operation that does not declare it. Ids that are texts are declared.
fn add_id_parameter(path: &str, operation: &mut Value) {
    let Some((collection_path, _)) = path.split_once("/{id}") else { return };
    let record = match collection_path.rsplit('/').next().unwrap_or_default() {
        "businesses" => "place",
        "categories" => "category",
        "contact" => "message",
        "enquiries" => "inquiry",
        "guestbook" => "entry",
        records => records.strip_suffix('s').unwrap_or(records),
    };
    let parameter = json!({
        "name": "id", "in": "path", "required": true, "description": format!("The id of the {record}."),
        "schema": { "type": "integer", "format": "int64" },
    });
    let parameters = parameters_of(operation);
    if !parameters.iter().any(|declared| declared["name"] == "id" && declared["in"] == "path") {
        parameters.insert(0, parameter);
    }
}

/// Adds the headers of a list to the response of an operation with the parameters of a page.
fn add_list_headers(operation: &mut Value) {
    let parameters = operation["parameters"].as_array();
    if !parameters.is_some_and(|parameters| parameters.iter().any(|parameter| parameter["name"] == "offset")) {
        return;
    }
    let total = json!({
        "description": "The total number of items, whatever `limit` and `offset` are.",
        "schema": { "type": "integer", "format": "int64" },
    });
    let link = json!({
        "description": "The URL of the next page, as `rel=\"next\"`; absent on the last page.",
        "schema": { "type": ["string", "null"] },
    });
    let Some(response) = operation.pointer_mut("/responses/200") else { return };
    let headers = &mut response["headers"];
    for (name, header) in [("link", link), ("x-total-count", total)] {
        if headers[name].is_null() {
            headers[name] = header;
        }
    }
}

fn parameters_of(operation: &mut Value) -> &mut Vec<Value> {
    if operation["parameters"].is_null() {
        operation["parameters"] = json!([]);
    }
    operation["parameters"].as_array_mut().expect("the parameters of an operation are a list")
}

/// Adds the scopes that an API token needs for an operation to its description and its security requirements. Each
/// scope is an alternative requirement. Returns the status and the description of the error responses of API tokens.
fn add_api_token_rule(operation: &mut Value) -> Vec<(&'static str, &'static str)> {
    let rule = operation["operationId"].as_str().and_then(api_token_rule).unwrap_or(ApiTokenRule::NoApiTokens);
    let scopes: Vec<&str> = rule.possible_scopes().into_iter().map(|scope| scope.name()).collect();
    let names = scopes.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    let sentence = match rule {
        ApiTokenRule::NeedsScope(_) => format!("API tokens need the scope {names}."),
        ApiTokenRule::NeedsScopeIfRecordHasWriteScope(_) => {
            format!("API tokens need the scope {names}, and reach places, articles and categories only.")
        }
        ApiTokenRule::NeedsWriteScopeOfRecord => format!("API tokens need the scope of the record: {names}."),
        ApiTokenRule::NoApiTokens => "API tokens are not accepted.".to_owned(),
    };
    let description = operation["description"].as_str().unwrap_or_default();
    operation["description"] = format!("{description}\n\n{sentence}").trim_start().into();
    if !scopes.is_empty() {
        let mut security_requirements = operation["security"].as_array().cloned().unwrap_or_else(|| vec![json!({})]);
        security_requirements.extend(scopes.iter().map(|scope| json!({ "apiToken": [scope] })));
        operation["security"] = security_requirements.into();
    }
    vec![
        ("401", "The API token is not valid."),
        ("403", "The API token is not accepted, or does not have the scope."),
        ("429", "The quota of the API token is used up."),
    ]
}

/// Adds the parameter `Idempotency-Key` and the response 409 to an operation.
fn add_idempotency_header(operation: &mut Value) {
    let parameter = json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with \
                        this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another \
                        request with this key gets 422.",
        "schema": { "type": "string", "minLength": 8, "maxLength": 128 },
    });
    parameters_of(operation).push(parameter);
    let conflict = "An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` \
                    is then `/problems/response-lost`).";
    if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
        responses.entry("409").or_insert_with(|| json!({ "description": conflict }));
    }
}

fn default_description(status: &str) -> &'static str {
    match status {
        "200" => "Success.",
        "201" => "Created. `Location` is the URL of the new record.",
        "204" => "Success, without a body.",
        _ => "See the description of the operation.",
    }
}

/// The path prefixes of calls below `/api/auth/` that are also available if Firebase manages the accounts.
const FIREBASE_COMPATIBLE_PATH_PREFIXES: [&str; 5] =
    ["/api/auth/account", "/api/auth/firebase/", "/api/auth/jwks", "/api/auth/sign-out-everywhere", "/api/auth/tokens"];

/// The paths of reads whose response is the same for all callers. They need no token, but respond 401 to an invalid
/// one.
const CALLER_INDEPENDENT_READ_PATHS: [&str; 12] = [
    "/api/articles.csv",
    "/api/articles.json",
    "/api/articles/topics",
    "/api/businesses.csv",
    "/api/businesses.geojson",
    "/api/businesses.json",
    "/api/categories",
    "/api/categories.csv",
    "/api/categories.json",
    "/api/categories/{id}",
    "/api/changes",
    "/api/suggestions",
];

fn common_errors(path: &str, method: &str, operation: &Value) -> Vec<(&'static str, &'static str)> {
    let mut errors = vec![
        ("400", "The request is malformed; `errors` names each unknown or invalid parameter or field."),
        ("414", "The URL is too long."),
        ("503", "Temporarily unavailable; `Retry-After` is the number of seconds to wait."),
    ];
    if method != "get" {
        errors.push(("507", "There is not enough storage space; `Retry-After` is the number of seconds to wait."));
    }
    if operation.get("security").is_some() {
        errors.push(("401", "The token is missing or no longer valid."));
        errors.push(("403", "The account does not have this permission."));
    }
    if method == "get" && CALLER_INDEPENDENT_READ_PATHS.contains(&path) {
        errors.push(("401", "The token is not valid; without a token the response is public."));
    }
    if path.starts_with("/api/auth/") && !FIREBASE_COMPATIBLE_PATH_PREFIXES.iter().any(|start| path.starts_with(start))
    {
        errors.push(("409", "Firebase manages the accounts of this guide and replaces this call."));
    }
    if path.contains('{') {
        errors.push(("404", "Not found."));
    }
    if operation.get("requestBody").is_some() {
        errors.push(("408", "The body did not arrive in time."));
        errors.push(("413", "The body is too large."));
        errors.push(("415", "The body does not have the content type of this call."));
        errors.push(("422", "A field breaks a rule; `errors` has a message for each."));
    }
    if method == "put" {
        errors.push(("412", "The record has changed; `current` is the record as it is now."));
    }
    errors
}

/// Adds an example to each JSON body without one. `error_examples` collects the examples of error responses, to which
/// all operations refer.
fn add_examples(operation: &mut Value, schemas: &Value, error_examples: &mut Map<String, Value>) {
    add_example(operation.pointer_mut("/requestBody/content"), schemas);
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if status.starts_with('2') {
            add_example(response.get_mut("content"), schemas);
        } else if let Some(body) = response.pointer_mut("/content/application~1problem+json") {
            let name = format!("Refused{status}");
            body["examples"] = json!({ "refused": { "$ref": format!("#/components/examples/{name}") } });
            error_examples.entry(name).or_insert_with(|| error_example(status));
        }
    }
}

/// An example of an error response with this status. Its fields are those of a request that creates a place.
fn error_example(status: &str) -> Value {
    let status = status.parse().unwrap_or(StatusCode::BAD_REQUEST);
    let with_detail = |code: Code, detail: &str| Problem::new(status, code, detail);
    let problem = match status.as_u16() {
        400 => Problem::bad_request(vec![unknown_field_error("stars".to_owned())]),
        401 => Problem::unauthorized(),
        403 => with_detail(Code::Forbidden, "You don't have permission to do this"),
        404 => with_detail(Code::NotFound, "This record does not exist"),
        408 => with_detail(Code::RequestTimeout, "The request did not arrive in time. Please try again."),
        409 => with_detail(Code::CategoryInUse, "This category is in use"),
        412 => with_detail(Code::PreconditionFailed, "Someone else has changed this in the meantime"),
        413 => with_detail(Code::PayloadTooLarge, "The body is larger than 256 kB"),
        414 => with_detail(Code::UriTooLong, "The URL is too long"),
        415 => with_detail(Code::UnsupportedMediaType, "Send the body as application/json"),
        422 => Problem::invalid(vec![
            FieldError::new(Code::Required, "name", "Business name is required"),
            FieldError::new(Code::Required, "categoryIds", "At least one category is required"),
        ]),
        429 => with_detail(Code::RateLimited, "Please wait a while before you send more"),
        503 => with_detail(Code::Unavailable, "The guide is unavailable right now. Please try again in a moment."),
        507 => Problem::disk_full(),
        _ => with_detail(Code::Forbidden, "This cannot be done"),
    };
    let problem = Problem { request_id: "0198c6a1f0e27d4c".into(), ..problem };
    json!({ "summary": problem.title, "value": problem })
}

fn add_example(content: Option<&mut Value>, schemas: &Value) {
    for (kind, body) in content.and_then(Value::as_object_mut).into_iter().flatten() {
        if kind.ends_with("json")
            && body.get("example").is_none()
            && let Some(example) = example_of(&body["schema"], schemas)
        {
            body["example"] = example;
        }
    }
}

/// An example of `schema`. `None` if no example can be built for a part that the example must have.
///
/// The example of a request (a closed object) has the required fields, and the optional fields that have an example.
/// Other optional fields are left out, so that they do not look required. The example of a response has every field,
/// as responses do. Fields that are read-only are in neither.
fn example_of(schema: &Value, schemas: &Value) -> Option<Value> {
    if let Some(example) = schema.get("example").or_else(|| schema.pointer("/examples/0")) {
        return Some(example.clone());
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.strip_prefix("#/components/schemas/")) {
        return example_of(schemas.get(name)?, schemas);
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        return choices.iter().find(|choice| choice["type"] != "null").and_then(|choice| example_of(choice, schemas));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let parts: Option<Vec<Value>> = parts.iter().map(|part| example_of(part, schemas)).collect();
        let fields = parts?.into_iter().filter_map(|part| part.as_object().cloned()).flatten();
        return Some(Value::Object(fields.collect()));
    }
    if let Some(first) = schema.pointer("/enum/0").or_else(|| schema.get("default")) {
        return Some(first.clone());
    }
    let has_type =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&kind.into()));
    match () {
        () if has_type("null") => Some(Value::Null),
        () if has_type("object") => object_example(schema, schemas),
        () if has_type("array") => Some(json!([example_of(&schema["items"], schemas)?])),
        () if has_type("boolean") => Some(Value::Bool(false)),
        () => None,
    }
}

fn object_example(schema: &Value, schemas: &Value) -> Option<Value> {
    let is_request = schema["additionalProperties"] == false;
    let required = schema["required"].as_array();
    let mut fields = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.is_some_and(|names| names.iter().any(|needed| needed == name));
        let has_example = field.get("example").is_some() || field.get("examples").is_some();
        let is_left_out = field["readOnly"] == true || (is_request && !is_required && !has_example);
        if !is_left_out {
            fields.insert(name.clone(), example_of(field, schemas)?);
        }
    }
    Some(Value::Object(fields))
}
