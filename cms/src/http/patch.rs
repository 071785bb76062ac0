//! Small words that several forms and calls share: fields that may be absent, `If-Match`, refusals inside a write.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Deserializer, Serialize};

use super::conditional::version_in;
use super::problem::Problem;
use crate::db::error::StoreError;
use crate::record::model::Subject;

/// A field of an update: not sent, sent as null, or sent with a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Patch<T> {
    /// It stays as it is.
    #[default]
    Absent,
    /// It becomes empty.
    Null,
    /// It becomes this.
    Value(T),
}

impl<T> Patch<T> {
    /// Puts what was sent into `field`, if anything was.
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

/// The versions that `If-Match` names, each as the record says it (`"3"`) or by the `ETag` that a read of the record
/// came with; none when the header is missing or `*`.
pub fn if_match(headers: &HeaderMap) -> Result<Option<Vec<i64>>, Problem> {
    let mut versions = Vec::new();
    for value in headers.get_all(header::IF_MATCH) {
        for part in value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            if part == b"*" {
                return Ok(None);
            }
            // Something that is no version of ours matches nothing: the answer is 412, not a write.
            versions.push(version_in(part).unwrap_or(-1));
        }
    }
    Ok((!versions.is_empty()).then_some(versions))
}

/// The answer to a call that adds a record: 201 with its address, or 200 where it was only tried.
pub fn added(is_dry_run: bool, address: String, record: impl Serialize) -> Response {
    let body = Json(record);
    if is_dry_run {
        return body.into_response();
    }
    (StatusCode::CREATED, AppendHeaders([(header::LOCATION, address)]), body).into_response()
}

/// Checks a change of `before` to `after` against the versions that `If-Match` names: `after` where `version` is one of
/// them.
///
/// `None` where it is not, but the record has the content of `after` already: nothing is left to do. Such a request is
/// mostly the retry of a change whose answer was lost. Otherwise `outdated`, also where `after` breaks a rule.
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

/// Why a write was turned down: by a rule of the domain, or by the database.
#[derive(Debug)]
pub enum WriteError {
    /// By a rule, worded for the caller. Boxed: problems are large and refusals rare.
    Problem(Box<Problem>),
    /// By the engine.
    Store(StoreError),
}

/// 404 in words, where a row is missing.
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
