//! Parts of updates: fields that may be absent, `If-Match`, and errors of writes.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Deserializer, Serialize};

use super::conditional::version_in;
use super::problem::Problem;
use crate::audit_log::model::Subject;
use crate::db::error::StoreError;

/// A field of an update: absent, null or a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Patch<T> {
    /// Not sent: the field keeps its value.
    #[default]
    Absent,
    /// Sent as null: the field becomes empty.
    Null,
    /// Sent with a value, which becomes that of the field.
    Value(T),
}

impl<T> Patch<T> {
    /// Applies the update to `field`.
    pub fn into_field(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

/// The versions in `If-Match`, each from the record (`"3"`) or from the `ETag` of a read of the record. `None` if the
/// header is missing or `*`.
pub fn if_match(headers: &HeaderMap) -> Result<Option<Vec<i64>>, Problem> {
    let mut versions = Vec::new();
    for value in headers.get_all(header::IF_MATCH) {
        for part in value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            if part == b"*" {
                return Ok(None);
            }
            // A tag that is not one of our versions matches nothing: the response is 412.
            versions.push(version_in(part).unwrap_or(-1));
        }
    }
    Ok((!versions.is_empty()).then_some(versions))
}

/// The response to a call that creates a record: 201 with its `Location`, or 200 for a dry run.
pub fn added(is_dry_run: bool, address: String, record: impl Serialize) -> Response {
    let body = Json(record);
    if is_dry_run {
        return body.into_response();
    }
    (StatusCode::CREATED, AppendHeaders([(header::LOCATION, address)]), body).into_response()
}

/// Checks a change of `before` to `after` against the versions in `If-Match`. Returns `after` if `version` is one of
/// them.
///
/// Returns `None` if it is not, but the record already has the content of `after`: such a request is mostly the retry
/// of a change whose response was lost. Errors: `outdated` otherwise, also if `after` breaks a rule.
pub fn unless_outdated<S: Subject>(
    versions: Option<&[i64]>,
    version: i64,
    (before, after): (&S, Result<S, WriteError>),
    outdated: impl FnOnce() -> Problem,
) -> Result<Option<S>, WriteError> {
    if versions.is_none_or(|versions| versions.contains(&version)) {
        return after.map(Some);
    }
    match after {
        Ok(after) if after.has_content_of(before) => Ok(None),
        Err(WriteError::Store(error)) => Err(error.into()),
        _ => Err(outdated().into()),
    }
}

/// The error of a write: a broken rule of the domain, or a failure of the database.
#[derive(Debug)]
pub enum WriteError {
    /// A problem for the caller. Boxed, because problems are large and rare.
    Problem(Box<Problem>),
    /// A failure of the database.
    Store(StoreError),
}

/// Maps a missing row to 404.
pub fn missing(error: StoreError, what: &str) -> WriteError {
    match error {
        StoreError::NotFound => Problem::not_found(format!("There is no such {what}")).into(),
        other => other.into(),
    }
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<Problem> for WriteError {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<WriteError> for Problem {
    fn from(refusal: WriteError) -> Self {
        match refusal {
            WriteError::Problem(problem) => *problem,
            WriteError::Store(error) => error.into(),
        }
    }
}
