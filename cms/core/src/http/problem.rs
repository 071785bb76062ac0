//! Error responses: RFC 9457 problem documents. All errors are sent in this format.

use std::num::NonZeroU32;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

pub use super::problem_code::{Code, Coded, Params};
use crate::audit::log::Kind;
use crate::db::engine::StoreError;

/// `Retry-After` of a full disk, which an operator must fix first.
const DISK_FULL_WAIT_S: u32 = 60;
/// The maximum length of a reason in the log, in characters: the messages of fifty invalid fields would be too long.
const MAX_LOGGED_CHARS: usize = 300;

tokio::task_local! {
    /// The id of the request that this task handles.
    pub static REQUEST_ID: String;
}

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The name of the field in the request; parts of lists as `reviews.0.rating`.
    #[schema(example = "name")]
    pub field: String,
    /// The message to show beside the field.
    #[schema(example = "Business name is required")]
    pub message: String,
    /// The code of the broken rule, one of `x-codes` of `Problem`; for rules of the schema its keyword.
    #[schema(value_type = String, example = "required")]
    pub code: Code,
    /// The values in `message`, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = params)]
    pub params: Params,
}

impl FieldError {
    /// `message` about `field`.
    pub fn new(code: impl Into<Coded>, field: impl Into<String>, message: impl Into<String>) -> Self {
        let Coded { code, params } = code.into();
        Self { field: field.into(), message: message.into(), code, params }
    }
}

fn params() -> RefOr<Schema> {
    let value = ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::String, Type::Number]));
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some("The values in the message, by name, from which a client can build its own message."))
        .additional_properties(Some(value))
        .examples([json!({ "limit": 200 })])
        .into()
}

/// A warning about an accepted value. It does not prevent the change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// The name of the field in the request.
    #[schema(example = "operatingHours")]
    pub field: &'static str,
    /// The code of this kind of warning.
    #[schema(example = "night_cut")]
    pub code: &'static str,
    /// The message to show beside the field.
    #[schema(example = "We off closes the place at midnight in the night from Tuesday to Wednesday.")]
    pub message: String,
    /// A value for the field without the effects that the message names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = "Mo,Tu,Th-Su 17:00-02:00")]
    pub suggestion: Option<String>,
}

/// A record that prevents a change to several records.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordProblem {
    /// The kind of the record.
    pub kind: Kind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title of the record.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// What prevents the change, for people.
    #[schema(value_type = String, example = "Someone else has changed this since you opened it")]
    pub detail: Box<str>,
    /// The code of what prevents the change, one of `x-codes` of `Problem`.
    #[schema(value_type = String, example = "precondition_failed")]
    pub code: Code,
    /// The invalid fields, one entry for each broken rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
}

/// The records that prevent a change.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RecordProblems(Vec<RecordProblem>);

/// A response extension of error responses: the reason, for the log.
#[derive(Clone, Debug)]
pub struct LogReason(pub String);

/// A problem document (RFC 9457), the body of every error response.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The type of the problem, a URI reference; `about:blank` if the status is sufficient.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    pub kind: &'static str,
    /// The name of the status.
    #[schema(example = "Unprocessable Content")]
    pub title: &'static str,
    /// The HTTP status.
    #[schema(value_type = u16, example = 422)]
    #[serde(serialize_with = "status_code")]
    pub status: StatusCode,
    /// An explanation of this error, for people.
    #[schema(value_type = String, example = "Business name is required")]
    pub detail: Box<str>,
    /// The code of this kind of error, one of `x-codes`. More codes may be added: treat an unknown one like its status.
    #[schema(value_type = String, example = "validation_failed")]
    pub code: Code,
    /// The values in `detail`, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = params)]
    pub params: Params,
    /// The request id, as in the `X-Request-Id` header of the response and in the server log.
    #[schema(value_type = String, example = "0198c6a1f0e27d4c")]
    pub request_id: Box<str>,
    /// The invalid fields or parameters, one entry for each broken rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// With status 412: the record as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, required = false)]
    pub current: Option<Box<serde_json::Value>>,
    /// For a change to several records: those that prevent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<RecordProblem>, required = false)]
    pub records: Option<Box<RecordProblems>>,
    /// Seconds to wait before trying again, for `Retry-After`.
    #[serde(skip)]
    #[schema(ignore)]
    pub wait_s: Option<NonZeroU32>,
}

fn status_code<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    /// A problem of this status, with a sentence for the reader.
    pub fn new(status: StatusCode, code: impl Into<Coded>, detail: impl Into<String>) -> Self {
        let Coded { code, params } = code.into();
        Self {
            kind: "about:blank",
            title: title(status),
            status,
            detail: detail.into().into_boxed_str(),
            code,
            params,
            request_id: Box::default(),
            errors: Vec::new(),
            current: None,
            records: None,
            wait_s: None,
        }
    }

    /// Sets the problem type, by which clients distinguish problems.
    pub fn with_type(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Sets the records that prevent the change.
    pub fn with_records(self, records: Vec<RecordProblem>) -> Self {
        Self { records: Some(Box::new(RecordProblems(records))), ..self }
    }

    /// 429 with `Retry-After`.
    pub fn too_many(code: impl Into<Coded>, detail: impl Into<String>, wait_s: i64) -> Self {
        let wait_s = NonZeroU32::new(u32::try_from(wait_s.max(1)).unwrap_or(u32::MAX));
        Self { wait_s, ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, detail) }
    }

    /// 400: the request is malformed.
    pub fn bad_request(errors: Vec<FieldError>) -> Self {
        Self::with_errors(StatusCode::BAD_REQUEST, Code::MalformedRequest, errors)
    }

    /// 422: the request is well-formed and breaks a rule.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        Self::with_errors(StatusCode::UNPROCESSABLE_ENTITY, Code::ValidationFailed, errors)
    }

    /// 422: one field breaks a rule.
    pub fn invalid_field(code: impl Into<Coded>, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::invalid(vec![FieldError::new(code, field, message)])
    }

    /// 422: the id in the body is not that of the record.
    pub fn id_mismatch() -> Self {
        Self::invalid_field(Code::IdMismatch, "id", "The ID must match the one in the URL")
    }

    /// 401: the token is missing or no longer valid.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Please sign in")
    }

    /// 403.
    pub fn forbidden(code: impl Into<Coded>, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// 404.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, detail)
    }

    /// 409.
    pub fn conflict(code: impl Into<Coded>, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 500. The cause is in the log.
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalError, "Something went wrong on our side")
    }

    /// 503: a retry may succeed.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, detail)
    }

    /// 503: the email outbox is full.
    pub fn outbox_full() -> Self {
        let sentence = "Too many emails are waiting to be sent. Please try again later.";
        Self { wait_s: NonZeroU32::new(60), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::OutboxFull, sentence) }
    }

    /// 507: the disk is full. Reads still work.
    pub fn disk_full() -> Self {
        let sentence = "There is not enough storage space to save this. Please try again later.";
        let problem = Self::new(StatusCode::INSUFFICIENT_STORAGE, Code::InsufficientStorage, sentence);
        Self { wait_s: NonZeroU32::new(DISK_FULL_WAIT_S), ..problem }
    }

    /// 412 with the record as it is now.
    pub fn precondition_failed(current: impl Serialize) -> Self {
        let sentence = "Someone else has changed this since you opened it";
        let mut problem = Self::new(StatusCode::PRECONDITION_FAILED, Code::PreconditionFailed, sentence);
        problem.current = serde_json::to_value(current).ok().map(Box::new);
        problem
    }

    /// The reason for the log. A malformed request is not repeated, because it may contain a password.
    pub fn log_reason(&self) -> LogReason {
        match self.status {
            StatusCode::BAD_REQUEST => LogReason("The request could not be read".to_owned()),
            _ => LogReason(self.detail.chars().take(MAX_LOGGED_CHARS).collect()),
        }
    }

    fn with_errors(status: StatusCode, code: Code, errors: Vec<FieldError>) -> Self {
        let detail = errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ");
        Self { errors, ..Self::new(status, code, detail) }
    }
}

fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNPROCESSABLE_ENTITY => "Unprocessable Content",
        StatusCode::PAYLOAD_TOO_LARGE => "Content Too Large",
        other => other.canonical_reason().unwrap_or("Error"),
    }
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        // Set only here: a problem may be created in the writer task, which has no request id.
        self.request_id = REQUEST_ID.try_with(|id| id.as_str().into()).unwrap_or_default();
        let wait_s =
            self.wait_s.or((self.status == StatusCode::SERVICE_UNAVAILABLE).then_some(NonZeroU32::new(2)).flatten());
        if let Some(seconds) = wait_s.map(NonZeroU32::get) {
            self.params.get_or_insert_default().insert("retryAfter".to_owned(), seconds.into());
        }
        let (reason, body) = (self.log_reason(), serde_json::to_vec(&self).unwrap_or_default());
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = wait_s.map(NonZeroU32::get) {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(reason);
        response
    }
}

/// Failures of the database are logged with their cause, which the response does not contain.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::not_found("This record does not exist"),
            StoreError::UniqueViolation => Self::conflict(Code::Conflict, "This value is already in use"),
            StoreError::ForeignKeyViolation => Self::conflict(
                Code::Conflict,
                "A related record was just changed or removed. Please reload and try again.",
            ),
            StoreError::DiskFull => {
                tracing::error!("the database's disk is full");
                Self::disk_full()
            }
            StoreError::Database(_) | StoreError::WriterStopped => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "the database failed");
                Self::unavailable("The guide is unavailable right now. Please try again.")
            }
        }
    }
}
