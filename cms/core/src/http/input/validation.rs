//! Validates request bodies against the contract: the schemas are read back from the document behind
//! `/api/openapi.json`, so that server and document cannot disagree.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use jsonschema::error::ValidationErrorKind;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::query_string::excerpt;
use super::rule::{DELIVERABLE_EMAIL_FORMAT, HTTP_URL_FORMAT, IMAGE_URL_FORMAT, MAX_EXACT_INTEGER};
use super::update::BrokenRules;
use crate::auth::domain::email;
use crate::common::text::{self, nfc, without_direction_controls};
use crate::http::app::App;
use crate::http::problem::{Code, CodeWithParams, FieldError, Problem};

/// The schemas of all request bodies of the contract. Cheap to clone.
#[derive(Clone)]
pub struct RequestBodySchemas(Arc<HashMap<String, LazySchema>>);

/// A schema that is compiled when it is first needed. All schemas would take several MiB if they were compiled, and
/// most servers use few of them.
struct LazySchema {
    /// The schema and those that it references, as JSON text: see [`bundle_schema`].
    text: Box<str>,
    /// `None` if the schema cannot be compiled.
    compiled_schema: OnceLock<Option<BodySchema>>,
}

struct BodySchema {
    properties: Map<String, Value>,
    required: Vec<String>,
    validator: jsonschema::Validator,
}

/// Returns `schema` together with the schemas of `document` that it references, directly or indirectly. If the bundle
/// had all schemas of the document, each validator would be as large as the whole contract.
pub fn bundle_schema(schema: &Value, document: &Value) -> Value {
    let mut referenced_schemas = Map::new();
    collect_references(schema, document, &mut referenced_schemas);
    let mut bundle = schema.clone();
    bundle["components"] = json!({ "schemas": referenced_schemas });
    bundle
}

fn collect_references(part: &Value, document: &Value, referenced_schemas: &mut Map<String, Value>) {
    match part {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(|to| to.strip_prefix("#/components/schemas/"))
                && !referenced_schemas.contains_key(name)
                && let Some(schema) = document["components"]["schemas"].get(name)
            {
                referenced_schemas.insert(name.to_owned(), schema.clone());
                collect_references(schema, document, referenced_schemas);
            }
            fields.values().for_each(|field| collect_references(field, document, referenced_schemas));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, document, referenced_schemas)),
        _ => {}
    }
}

/// A body can have very many errors, and finding all of them takes CPU time from other requests.
const MAX_ERRORS: usize = 50;

/// The maximum size of a request body, in bytes.
pub const MAX_BODY_BYTES: usize = 256 << 10;

impl RequestBodySchemas {
    /// Collects every closed object schema (`additionalProperties: false`) of the contract `document`.
    pub fn from_contract(document: &Value) -> Self {
        let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
        let closed = schemas.into_iter().flatten().filter(|(_, schema)| schema["additionalProperties"] == json!(false));
        let texts = closed.map(|(name, schema)| {
            let text = bundle_schema(schema, document).to_string().into_boxed_str();
            (name.clone(), LazySchema { text, compiled_schema: OnceLock::new() })
        });
        Self(Arc::new(texts.collect()))
    }

    /// `None` if the contract has no closed schema with this name, or if it cannot be compiled.
    fn get(&self, name: &str) -> Option<&BodySchema> {
        let schema = self.0.get(name)?;
        let compile = || {
            let compiled = BodySchema::compile(&schema.text);
            compiled.inspect_err(|error| tracing::error!(schema = name, %error, "failed to compile a schema")).ok()
        };
        schema.compiled_schema.get_or_init(compile).as_ref()
    }

    /// Validates a body against the schema `name`. Returns it normalized: NFC, numeric strings as numbers, blank
    /// nullable text as null, URLs as they are stored, without computed fields.
    ///
    /// Errors: 400 for a body that is not an object or has unknown fields, 422 with each field that breaks a rule.
    pub fn validate_body(&self, name: &str, body: Value) -> Result<Value, Problem> {
        let (body, errors) = self.normalize_and_check(name, body)?;
        if errors.is_empty() { Ok(body) } else { Err(Problem::invalid(errors)) }
    }

    /// The normalized body, and the fields that break a rule. Errors: 400 for a body that is not an object or has
    /// unknown fields.
    fn normalize_and_check(&self, name: &str, body: Value) -> Result<(Value, Vec<FieldError>), Problem> {
        let schema = self.get(name).ok_or_else(|| {
            tracing::error!(schema = name, "the contract has no such schema, or an invalid one");
            Problem::internal()
        })?;
        let Value::Object(sent) = body else {
            return Err(body_problem(Code::JsonNotObject, "The body must be a JSON object"));
        };
        let unknown: Vec<_> = sent
            .keys()
            .filter(|field| !schema.properties.contains_key(*field))
            .take(MAX_ERRORS)
            .map(|field| unknown_field_error(excerpt(field)))
            .collect();
        if !unknown.is_empty() {
            return Err(Problem::bad_request(unknown));
        }
        let body = schema.normalize_body(sent);
        let mut errors = schema.errors(&body);
        add_nul_character_errors(&body, &mut Vec::new(), &mut errors);
        Ok((body, errors))
    }

    /// The computed fields of the schema `name`. Requests may contain them, and the server ignores them.
    pub fn computed_fields(&self, name: &str) -> Vec<String> {
        let properties = self.get(name).into_iter().flat_map(|schema| &schema.properties);
        properties.filter(|(_, rule)| is_computed(rule)).map(|(field, _)| field.clone()).collect()
    }

    /// Normalizes a record like a request body of the schema `name`, and removes computed fields and fields that the
    /// schema does not have.
    pub fn normalize_body(&self, name: &str, record: Value) -> Value {
        match (self.get(name), record) {
            (Some(schema), Value::Object(fields)) => schema.normalize_body(fields),
            (_, record) => record,
        }
    }

    /// The rules that a stored record breaks, by the schema `name`. With the schema of an update, absent fields break
    /// no rule.
    pub fn check_stored_record(&self, name: &str, record: Value) -> Vec<FieldError> {
        let record = self.normalize_body(name, record);
        self.get(name).map(|schema| schema.errors(&record)).unwrap_or_default()
    }

    /// Reads the body of an update as `T`, with the rules of the schema `name` that the body breaks.
    /// [`BrokenRules::reject_new_violations`] compares the body with the stored record, and decides which broken rules
    /// are errors.
    ///
    /// Errors: 400 for a body that is not an object or has unknown fields. 422 with the broken rules if they prevent
    /// reading the body as `T`.
    pub fn read_update<T: DeserializeOwned>(&self, name: &str, body: Value) -> Result<(T, BrokenRules), Problem> {
        let (body, errors) = self.normalize_and_check(name, body)?;
        let changes = match serde_json::from_value(body.clone()) {
            Err(_) if !errors.is_empty() => return Err(Problem::invalid(errors)),
            changes => changes.map_err(|error| schema_type_mismatch(name, &error))?,
        };
        Ok((changes, BrokenRules::new(self, name, body, errors)))
    }

    /// Validates a body against the schema `name` and reads it as `T`. Errors: those of
    /// [`RequestBodySchemas::validate_body`].
    pub fn read_as<T: DeserializeOwned>(&self, name: &str, body: Value) -> Result<T, Problem> {
        serde_json::from_value(self.validate_body(name, body)?).map_err(|error| schema_type_mismatch(name, &error))
    }
}

/// Reports a bug of the server: the schema `name` accepts a value that the Rust type rejects. The text of the error is
/// neither logged nor returned, because it may quote a password.
fn schema_type_mismatch(name: &str, error: &serde_json::Error) -> Problem {
    tracing::error!(kind = ?error.classify(), schema = name, "failed to read a body that its schema accepts");
    body_problem(Code::BodyUnreadable, "The body cannot be read")
}

/// The problem 400 for an error of the whole body, not of one field.
pub fn body_problem(code: impl Into<CodeWithParams>, sentence: impl Into<String>) -> Problem {
    Problem::bad_request(vec![FieldError::new(code, "", sentence)])
}

/// The error of a field that the schema of the body does not have.
pub fn unknown_field_error(name: String) -> FieldError {
    let sentence = format!("Unknown field: {name}");
    FieldError::new(Code::UnknownField, name, sentence)
}

impl BodySchema {
    fn compile(text: &str) -> anyhow::Result<Self> {
        let schema: Value = serde_json::from_str(text)?;
        let validator = jsonschema::options()
            .with_format(DELIVERABLE_EMAIL_FORMAT, |text: &str| text.is_empty() || email::is_deliverable(text))
            .with_format(HTTP_URL_FORMAT, text::is_http_url_or_empty)
            .with_format(IMAGE_URL_FORMAT, text::is_image_url_or_empty)
            .should_validate_formats(true)
            .build(&schema)?;
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let required = required.map(str::to_owned).collect();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        Ok(Self { properties, required, validator })
    }

    /// The fields, normalized for validation and storage, without computed and unknown fields.
    fn normalize_body(&self, fields: Map<String, Value>) -> Value {
        let kept_fields = fields.into_iter().filter_map(|(field, value)| {
            let rule = self.properties.get(&field).filter(|rule| !is_computed(rule))?;
            let value = normalized_value(value, rule);
            Some((field, value))
        });
        Value::Object(kept_fields.collect())
    }

    fn errors(&self, body: &Value) -> Vec<FieldError> {
        let (mut errors, mut format_errors): (Vec<FieldError>, Vec<FieldError>) = Default::default();
        for error in self.validator.iter_errors(body) {
            let mut path: Vec<_> = error.instance_path().to_string().split('/').skip(1).map(str::to_owned).collect();
            match error.kind() {
                ValidationErrorKind::Required { property } => path.push(property.as_str().unwrap_or_default().into()),
                ValidationErrorKind::AdditionalProperties { unexpected } => path.extend(unexpected.first().cloned()),
                _ => {}
            }
            let rule = self.rule(&path);
            let has_required_message = rule.is_some_and(|rule| rule.pointer("/x-messages/required").is_some());
            let is_required = matches!(path.as_slice(), [field] if self.required.contains(field));
            let is_null = matches!(error.kind(), ValidationErrorKind::Type { .. }) && error.instance().is_null();
            // A required field that is null or blank counts as missing.
            let is_missing = (has_required_message && is_blank_value(error.instance())) || (is_required && is_null);
            let keyword = if is_missing { "required" } else { error.kind().keyword() };
            let field = path.join(".");
            // Each field gets one message: that of the first broken keyword. `format` counts only if no other keyword
            // is broken.
            if keyword == "format" {
                format_errors.push(field_error(rule, keyword, field));
            } else if !errors.iter().any(|known| known.field == field) {
                errors.push(field_error(rule, keyword, field));
            }
            if errors.len() + format_errors.len() >= MAX_ERRORS {
                break;
            }
        }
        format_errors.retain(|one| !errors.iter().any(|known| known.field == one.field));
        errors.append(&mut format_errors);
        // The errors are in the order of the fields in the contract, not in the order in which the validator finds
        // them.
        let position = |error: &FieldError| {
            let top = error.field.split('.').next().unwrap_or_default();
            self.properties.keys().position(|name| name == top)
        };
        errors.sort_by_key(position);
        errors
    }

    fn rule(&self, path: &[String]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.properties.get(first)?, |rule, part| {
            if part.parse::<usize>().is_ok() { rule.get("items") } else { rule.pointer(&format!("/properties/{part}")) }
        })
    }
}

fn is_computed(rule: &Value) -> bool {
    rule["readOnly"] == true
}

fn is_blank_value(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Null => true,
        _ => false,
    }
}

fn allows_type(rule: &Value, kind: &str) -> bool {
    match &rule["type"] {
        Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    }
}

/// Normalizes a value for validation and storage: see [`RequestBodySchemas::validate_body`]. `rule` is the schema of
/// the field.
fn normalized_value(value: Value, rule: &Value) -> Value {
    match value {
        Value::String(text) => {
            let text = nfc(&text);
            if allows_type(rule, "number") {
                match text.trim().parse::<f64>() {
                    Ok(number) if number.is_finite() => return json!(number),
                    // Text such as "12abc" becomes a list, so that validation rejects it: the rule allows numbers and
                    // strings.
                    _ if text.trim().is_empty() => return Value::Null,
                    _ => return Value::Array(vec![Value::String(text)]),
                }
            }
            let is_url = matches!(rule["format"].as_str(), Some(HTTP_URL_FORMAT | IMAGE_URL_FORMAT));
            let text = if is_url { text::normalized_url(&text).into_owned() } else { text };
            let is_one_line = rule["x-one-line"] == true;
            let text = if is_one_line { without_direction_controls(&text) } else { text };
            // Invisible text counts as empty: it does not satisfy a required field.
            match text::is_blank(&text) {
                true if allows_type(rule, "null") => Value::Null,
                true => Value::String(String::new()),
                false => Value::String(text),
            }
        }
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|value| normalized_value(value, &rule["items"])).collect())
        }
        Value::Object(mut fields) => {
            for (name, value) in &mut fields {
                *value = normalized_value(value.take(), &rule["properties"][name]);
            }
            Value::Object(fields)
        }
        // JSON Schema accepts 3.0 as an integer; serde does not.
        Value::Number(number) if allows_type(rule, "integer") && number.is_f64() => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() <= MAX_EXACT_INTEGER => json!(whole as i64),
            _ => Value::Number(number),
        },
        other => other,
    }
}

/// Adds an error for each text, and for each name of a field, that has a NUL character, which PostgreSQL cannot store.
fn add_nul_character_errors(value: &Value, path: &mut Vec<String>, errors: &mut Vec<FieldError>) {
    if errors.len() == MAX_ERRORS {
        return;
    }
    let has_nul_character = match value {
        Value::String(text) => text.contains('\0'),
        Value::Object(fields) => fields.keys().any(|name| name.contains('\0')),
        _ => false,
    };
    if has_nul_character {
        let field = path.join(".");
        if !errors.iter().any(|known| known.field == field) {
            errors.push(FieldError::new(Code::NulCharacter, field, "Text must not contain the NUL character"));
        }
        return;
    }
    let mut check = |step: String, part: &Value| {
        path.push(step);
        add_nul_character_errors(part, path, errors);
        path.pop();
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| check(index.to_string(), item)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| check(name.clone(), field)),
        _ => {}
    }
}

/// A JSON body that was validated against the schema named by `S` and read as `T`.
///
/// `S` is the schema in the contract; for most bodies it is `T` itself.
pub struct ValidatedJson<T, S = T>(pub T, PhantomData<S>);

impl<T: DeserializeOwned, S: ToSchema> FromRequest<App> for ValidatedJson<T, S> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let value = app.schemas.read_as(&S::name(), json_body(request).await?)?;
        Ok(Self(value, PhantomData))
    }
}

/// The request body as JSON. Errors: 400 if it is incomplete or not JSON, 413 beyond [`MAX_BODY_BYTES`], 415 for
/// another `Content-Type`.
pub(in crate::http) async fn json_body(request: Request) -> Result<Value, Problem> {
    if !has_json_content_type(request.headers()) {
        let (status, sentence) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json");
        return Err(Problem::new(status, Code::UnsupportedMediaType, sentence));
    }
    let bytes = read_body(request.into_body(), MAX_BODY_BYTES).await?;
    serde_json::from_slice(&bytes).map_err(|error| invalid_json_problem(&bytes, &error))
}

/// Whether the body is JSON according to its `Content-Type`.
pub fn has_json_content_type(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()?.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The complete request body. Errors: 400 if the body ends early, 413 beyond `max_bytes`.
pub async fn read_body(body: Body, max_bytes: usize) -> Result<Bytes, Problem> {
    axum::body::to_bytes(body, max_bytes).await.map_err(|error| {
        let source = std::error::Error::source(&error);
        if source.is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>()) {
            let detail = format!("The body is larger than {} kB", max_bytes >> 10);
            return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, Code::PayloadTooLarge.with("limit", max_bytes), detail);
        }
        body_problem(Code::BodyIncomplete, "The body ended before it was complete")
    })
}

fn invalid_json_problem(bytes: &[u8], error: &serde_json::Error) -> Problem {
    if std::str::from_utf8(bytes).is_err() {
        return body_problem(Code::BodyUnreadable, "The body is not UTF-8");
    }
    let (line, column) = (error.line(), error.column());
    let code = Code::JsonInvalid.with("line", line).with("column", column);
    body_problem(code, format!("The body is not JSON: line {line}, column {column}"))
}

fn field_error(rule: Option<&Value>, keyword: &str, field: String) -> FieldError {
    let message = error_message(rule, keyword, &field);
    FieldError::new(code_with_params(rule, keyword), field, message)
}

/// The problem code of a keyword, with the value of the keyword in the rule as a parameter. `cms/client/src/check.ts`
/// does the same in the browser.
fn code_with_params(rule: Option<&Value>, keyword: &str) -> CodeWithParams {
    let code = Code::from_keyword(keyword);
    let param = match keyword {
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minimum" | "maximum" => "limit",
        "multipleOf" => "step",
        "enum" => "options",
        "format" | "type" => keyword,
        _ => return code.into(),
    };
    match rule.and_then(|rule| rule.get(keyword)) {
        Some(Value::Array(items)) => {
            let items: Vec<String> =
                items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect();
            code.with(param, items.join(", "))
        }
        Some(value) => code.with(param, value.clone()),
        None => code.into(),
    }
}

/// The message of the rule, or a message generated from the keyword. It never contains the rejected value.
fn error_message(rule: Option<&Value>, keyword: &str, field: &str) -> String {
    let message = rule.and_then(|rule| rule.get("x-messages")?.get(keyword)?.as_str());
    if let Some(message) = message {
        return message.to_owned();
    }
    let limit = rule.and_then(|rule| rule.get(keyword)).map(Value::to_string).unwrap_or_default();
    match keyword {
        "required" => format!("{field} is required"),
        "type" => format!("{field} must be {}", type_names(rule)),
        "minLength" => format!("{field} must have at least {limit} characters"),
        "maxLength" => format!("{field} must have at most {limit} characters"),
        "minItems" => format!("{field} must have at least {limit} items"),
        "maxItems" => format!("{field} must have at most {limit} items"),
        "minimum" => format!("{field} must be at least {limit}"),
        "maximum" => format!("{field} must be at most {limit}"),
        "enum" => format!("{field} must be one of {limit}"),
        "additionalProperties" => format!("Unknown field: {field}"),
        _ => format!("{field} is not valid"),
    }
}

fn type_names(rule: Option<&Value>) -> String {
    match rule.and_then(|rule| rule.get("type")) {
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).map(type_name).collect::<Vec<_>>().join(" or ")
        }
        Some(Value::String(kind)) => type_name(kind).to_owned(),
        _ => "of another type".to_owned(),
    }
}

fn type_name(kind: &str) -> &str {
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
