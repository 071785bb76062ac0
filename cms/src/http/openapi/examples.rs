//! Builds examples of bodies from the examples of their fields, which are declared once at the field. Error responses
//! have one example per status, which all calls reference.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::http::problem::{FieldError, Problem};

/// Adds an example to each JSON body of a request or response that has none.
pub fn complete(mut document: Value) -> Value {
    let schemas = document["components"]["schemas"].take();
    let mut refusals = Map::new();
    for operation in operations(&mut document) {
        add(operation.pointer_mut("/requestBody/content"), &schemas);
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if status.starts_with('2') {
                add(response.get_mut("content"), &schemas);
            } else if let Some(body) = response.pointer_mut("/content/application~1problem+json") {
                let name = format!("Refused{status}");
                body["examples"] = json!({ "refused": { "$ref": format!("#/components/examples/{name}") } });
                refusals.entry(name).or_insert_with(|| refusal(status));
            }
        }
    }
    document["components"]["schemas"] = schemas;
    document["components"]["examples"] = refusals.into();
    document
}

/// An example of an error response with this status, for creating a place.
fn refusal(status: &str) -> Value {
    let status = status.parse().unwrap_or(StatusCode::BAD_REQUEST);
    let said = |detail: &str| Problem::new(status, detail);
    let problem = match status.as_u16() {
        400 => Problem::unreadable(vec![FieldError::new("colour", "Unknown field: colour")]),
        401 => Problem::unauthorized(),
        403 => said("You are not allowed to do this"),
        404 => said("There is nothing under this id"),
        408 => said("The request did not arrive in time. Please try again."),
        409 => said("This category is in use"),
        412 => said("Someone else has changed this in the meantime"),
        413 => said("The body is larger than 256 kB"),
        414 => said("The address is too long"),
        415 => said("Send the body as application/json"),
        422 => Problem::invalid(vec![
            FieldError::new("name", "Business name is required"),
            FieldError::new("categoryIds", "At least one category is required"),
        ]),
        429 => said("Please wait a while before you send more"),
        503 => said("The guide cannot be reached right now. Please try again in a moment."),
        507 => Problem::no_room(),
        _ => said("This cannot be done"),
    };
    let problem = Problem { request_id: "0198c6a1f0e27d4c".to_owned(), ..problem };
    json!({ "summary": problem.title, "value": problem })
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    paths.flat_map(|path| path.as_object_mut().into_iter().flat_map(|operations| operations.values_mut()))
}

fn add(content: Option<&mut Value>, schemas: &Value) {
    for (kind, body) in content.and_then(Value::as_object_mut).into_iter().flatten() {
        if kind.ends_with("json")
            && body.get("example").is_none()
            && let Some(example) = of(&body["schema"], schemas)
        {
            body["example"] = example;
        }
    }
}

/// An example of `schema`. `None` if a required part has no example.
///
/// The example of a request (a closed object) has the required fields and those with an example, because an optional
/// field should not look required. The example of a response has every field, as responses do.
fn of(schema: &Value, schemas: &Value) -> Option<Value> {
    if let Some(own) = schema.get("example").or_else(|| schema.pointer("/examples/0")) {
        return Some(own.clone());
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.strip_prefix("#/components/schemas/")) {
        return of(schemas.get(name)?, schemas);
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        return choices.iter().find(|choice| choice["type"] != "null").and_then(|choice| of(choice, schemas));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let parts: Option<Vec<Value>> = parts.iter().map(|part| of(part, schemas)).collect();
        let fields = parts?.into_iter().filter_map(|part| part.as_object().cloned()).flatten();
        return Some(Value::Object(fields.collect()));
    }
    if let Some(first) = schema.pointer("/enum/0").or_else(|| schema.get("default")) {
        return Some(first.clone());
    }
    let is =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&kind.into()));
    match () {
        () if is("null") => Some(Value::Null),
        () if is("object") => object(schema, schemas),
        () if is("array") => Some(json!([of(&schema["items"], schemas)?])),
        () if is("boolean") => Some(Value::Bool(false)),
        () => None,
    }
}

fn object(schema: &Value, schemas: &Value) -> Option<Value> {
    let is_form = schema["additionalProperties"] == false;
    let required = schema["required"].as_array();
    let mut fields = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let is_needed = required.is_some_and(|names| names.iter().any(|needed| needed == name));
        let is_telling = field.get("example").is_some() || field.get("examples").is_some();
        let is_left_out = field["readOnly"] == true || (is_form && !is_needed && !is_telling);
        if !is_left_out {
            fields.insert(name.clone(), of(field, schemas)?);
        }
    }
    Some(Value::Object(fields))
}
