//! The message for a broken rule.

use serde_json::Value;

/// The message of the rule, or one generated from the keyword. Never repeats the rejected value.
pub(super) fn sentence(rule: Option<&Value>, keyword: &str, field: &str) -> String {
    let own = rule.and_then(|rule| rule.get("x-messages")?.get(keyword)?.as_str());
    if let Some(own) = own {
        return own.to_owned();
    }
    let limit = rule.and_then(|rule| rule.get(keyword)).map(Value::to_string).unwrap_or_default();
    match keyword {
        "required" => format!("{field} is required"),
        "type" => format!("{field} must be {}", kinds(rule)),
        "minLength" => format!("{field} must have at least {limit} characters"),
        "maxLength" => format!("{field} must have at most {limit} characters"),
        "minItems" => format!("{field} must have at least {limit} items"),
        "maxItems" => format!("{field} must have at most {limit} items"),
        "minimum" => format!("{field} must be at least {limit}"),
        "maximum" => format!("{field} must be at most {limit}"),
        "enum" => format!("{field} must be one of {limit}"),
        "additionalProperties" => format!("{field} is not known"),
        _ => format!("{field} is not valid"),
    }
}

fn kinds(rule: Option<&Value>) -> String {
    let kinds = rule.and_then(|rule| rule.get("type")).cloned().unwrap_or_default();
    match kinds {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(called).collect::<Vec<_>>().join(" or "),
        Value::String(kind) => called(&kind).to_owned(),
        _ => "of another type".to_owned(),
    }
}

/// The everyday name of a JSON type.
fn called(kind: &str) -> &str {
    match kind {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}
