//! Parts of updates: fields that may be absent, `If-Match`, and errors of writes.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Deserializer, Serialize};

use crate::audit::model::{AuditContext, Subject};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::http::cache::conditional::version_in;
use crate::http::problem::Problem;

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
pub struct IfMatch(pub Option<Vec<i64>>);

impl IfMatch {
    /// Parses the header.
    pub fn parse(headers: &HeaderMap) -> Self {
        let mut versions = Vec::new();
        for value in headers.get_all(header::IF_MATCH) {
            for part in value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
                if part == b"*" {
                    return Self(None);
                }
                // A tag that is not one of our versions matches nothing: the response is 412.
                versions.push(version_in(part).unwrap_or(-1));
            }
        }
        Self((!versions.is_empty()).then_some(versions))
    }

    /// Whether a record of this version may be changed.
    pub fn allows(&self, version: i64) -> bool {
        self.0.as_ref().is_none_or(|versions| versions.contains(&version))
    }

    /// Returns `after` if `before`, whose version is `version`, may be changed to it.
    ///
    /// Returns `None` if it may not, but already has the content of `after`, and logs that: such a request is mostly
    /// the retry of a change whose response was lost. Errors: 412 with `current` otherwise, also if `after` breaks a
    /// rule.
    pub async fn check<S: Subject>(
        &self,
        tx: &mut Tx,
        audit: &AuditContext,
        version: i64,
        (before, after): (&S, Result<S, WriteError>),
        current: &impl Serialize,
    ) -> Result<Option<S>, WriteError> {
        if self.allows(version) {
            return after.map(Some);
        }
        match after {
            Ok(after) if after.has_content_of(before) => audit.log_touched(tx, before).await?,
            Err(WriteError::Store(error)) => return Err(error.into()),
            _ => return Err(Problem::outdated(current).into()),
        }
        Ok(None)
    }
}

/// The response to a call that creates a record: 201 with its `Location`, or 200 for a dry run.
pub fn added(is_dry_run: bool, address: String, record: impl Serialize) -> Response {
    let body = Json(record);
    if is_dry_run {
        return body.into_response();
    }
    (StatusCode::CREATED, AppendHeaders([(header::LOCATION, address)]), body).into_response()
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
