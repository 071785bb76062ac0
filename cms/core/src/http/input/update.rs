//! Updates: their bodies, fields that may be absent, the field `unpublishAt`, `If-Match`, and errors of writes.
//!
//! A rule can become stricter after a value was stored. If a client sends back the stored value unchanged, the rules
//! that it breaks are ignored, so that it never blocks another change.

use std::marker::PhantomData;

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::query_string::Query;
use super::rule::Rule;
use super::validation::{RequestBodySchemas, json_body};
use crate::audit::log::{AuditContext, AuditSubject};
use crate::common::clock::Timestamp;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::cache::etag_version;
use crate::http::problem::{Code, FieldError, Problem};

/// An update: its `If-Match`, and its JSON body, read as `T` and validated against the schema named by `S`.
///
/// Handlers call [`BrokenRules::reject_new_violations`] with the stored record. This method rejects new values that
/// break a rule. Errors of the extractor: those of [`RequestBodySchemas::read_update`], 413 for a body that is too
/// large, 415 for a body that is not JSON.
pub struct Update<T, S = T> {
    /// The sent fields. Their values may break rules.
    pub changes: T,
    /// The rules that the values break.
    pub broken_rules: BrokenRules,
    /// The versions in `If-Match`.
    pub if_match: IfMatch,
    schema: PhantomData<fn() -> S>,
}

impl<T: DeserializeOwned, S: ToSchema> Update<T, S> {
    /// Reads the body of an update. Errors: those of [`RequestBodySchemas::read_update`].
    pub fn read(app: &App, body: Value, if_match: IfMatch) -> Result<Self, Problem> {
        let (changes, broken_rules) = app.schemas.read_update(&S::name(), body)?;
        Ok(Self { changes, broken_rules, if_match, schema: PhantomData })
    }

    /// An update that restores earlier values if the record still has `version`. Current rules that the values break
    /// are ignored, and fields that the schema no longer has are left out.
    pub fn for_restore(app: &App, fields: Map<String, Value>, version: i64) -> Result<Self, Problem> {
        let body = app.schemas.normalize_body(&S::name(), Value::Object(fields));
        let mut update = Self::read(app, body, IfMatch(Some(vec![version])))?;
        update.broken_rules.errors.clear();
        Ok(update)
    }
}

impl<T: DeserializeOwned, S: ToSchema> FromRequest<App> for Update<T, S> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let if_match = IfMatch::parse(request.headers());
        Self::read(app, json_body(request).await?, if_match)
    }
}

/// The rules that the values of an update break, not yet compared with the stored record.
#[must_use]
pub struct BrokenRules {
    schemas: RequestBodySchemas,
    schema_name: String,
    body: Value,
    errors: Vec<FieldError>,
}

impl BrokenRules {
    pub(super) fn new(schemas: &RequestBodySchemas, schema_name: &str, body: Value, errors: Vec<FieldError>) -> Self {
        Self { schemas: schemas.clone(), schema_name: schema_name.to_owned(), body, errors }
    }

    /// Adds the errors of checks that the schema cannot express.
    pub fn extend(&mut self, errors: impl IntoIterator<Item = FieldError>) {
        self.errors.extend(errors);
    }

    /// Returns `after`, the result of applying the update, unless a new value breaks a rule. Errors: 422 with each
    /// field that breaks a rule.
    ///
    /// A value is new if it differs from that of `stored`, the record as the API sends it. An item of a list is
    /// compared with the items at all positions of the stored list.
    pub fn reject_new_violations<R>(
        mut self,
        stored: &impl Serialize,
        after: Result<R, WriteError>,
    ) -> Result<R, WriteError> {
        if !self.errors.is_empty() {
            let stored = serde_json::to_value(stored).unwrap_or_default();
            let stored = self.schemas.normalize_body(&self.schema_name, stored);
            self.errors.retain(|error| {
                let path: Vec<&str> = error.field.split('.').collect();
                !is_sent_unchanged(Some(&self.body), Some(&stored), &path)
            });
        }
        if self.errors.is_empty() { after } else { Err(Problem::invalid(self.errors).into()) }
    }
}

/// Whether the value at `path`, or a value that contains it, was sent unchanged.
fn is_sent_unchanged(sent: Option<&Value>, stored: Option<&Value>, path: &[&str]) -> bool {
    let Some((step, rest)) = path.split_first() else { return sent == stored && sent.is_some() };
    let (sent, stored) = match (sent, stored) {
        (Some(Value::Array(sent)), Some(Value::Array(stored))) => {
            let index = step.parse().unwrap_or(usize::MAX);
            let item = sent.get(index);
            if item.is_some_and(|item| stored.contains(item)) {
                return true;
            }
            (item, stored.get(index))
        }
        (sent, stored) => (sent.and_then(|value| value.get(step)), stored.and_then(|value| value.get(step))),
    };
    (sent == stored && sent.is_some()) || (!rest.is_empty() && is_sent_unchanged(sent, stored, rest))
}

/// Why a change is made, and whether it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeMode {
    /// The change is validated and saved.
    Save,
    /// The change is validated and rolled back.
    DryRun,
    /// The change is validated and rolled back. The result includes an owner's values that the team would have to
    /// review.
    Preview,
    /// The change restores the values of an earlier revision and is saved. It does not count as a check of the facts of
    /// a place.
    Restore,
    /// The change has the values of an imported file and is saved. It does not count as a check of the position of a
    /// place.
    Import,
    /// The change has the values of a draft and is saved. Saving deletes the draft.
    Publish {
        /// The version of the draft.
        draft_version: i64,
    },
}

impl ChangeMode {
    /// The mode that the query parameter `dryRun` selects. Errors: those of [`Query::finish`].
    pub fn from_query(query: Query) -> Result<Self, Problem> {
        Ok(if query.take_dry_run_and_finish()? { Self::DryRun } else { Self::Save })
    }

    /// Whether an admin's change of the position of a verified place counts as a check of the position.
    pub fn counts_as_position_check(self) -> bool {
        !matches!(self, Self::Restore | Self::Import)
    }

    /// Whether the change is validated and rolled back.
    pub fn rolls_back(self) -> bool {
        matches!(self, Self::DryRun | Self::Preview)
    }
}

/// A field of an update: absent, null or a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FieldPatch<T> {
    /// Not sent: the field keeps its value.
    #[default]
    Absent,
    /// Sent as null: the field becomes empty.
    Null,
    /// Sent with a value, which becomes the value of the field.
    Value(T),
}

impl<T> FieldPatch<T> {
    /// Applies the update to `field`.
    pub fn apply_to(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for FieldPatch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

/// The name of the field with the time at which a place or an article stops being public.
pub const UNPUBLISH_AT_FIELD: &str = "unpublishAt";
const INVALID_UNPUBLISH_AT_MESSAGE: &str = "Unpublish at must be a time like 2027-02-05T01:00:00Z";

/// A time in a request; `None` if the text is not a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct TimeInput(Option<Timestamp>);

impl TimeInput {
    /// The time. `None` if the text is no time.
    pub fn time(self) -> Option<Timestamp> {
        self.0
    }
}

impl From<String> for TimeInput {
    fn from(text: String) -> Self {
        Self(Timestamp::parse(&text))
    }
}

/// The rule of [`UNPUBLISH_AT_FIELD`].
pub fn unpublish_at_rule(description: &'static str) -> Rule {
    // The rule has no example, because a client that copied it would unpublish the record at that time.
    Rule::text(description).nullable().max(40.0, INVALID_UNPUBLISH_AT_MESSAGE)
}

/// Whether a request would change the stored `unpublishAt`. Text that is not a time counts as a change.
pub fn changes_unpublish_at(sent: &FieldPatch<TimeInput>, stored: Option<Timestamp>) -> bool {
    match sent {
        FieldPatch::Absent => false,
        FieldPatch::Null => stored.is_some(),
        FieldPatch::Value(TimeInput(at)) => at.is_none() || *at != stored,
    }
}

/// The value of `unpublishAt` after a request. Errors: text that is not a time, or a changed time that is not after
/// `now`.
pub fn updated_unpublish_at(
    sent: &FieldPatch<TimeInput>,
    stored: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Timestamp>, FieldError> {
    let refuse = |code: Code, sentence: &str| Err(FieldError::new(code, UNPUBLISH_AT_FIELD, sentence));
    match sent {
        FieldPatch::Absent => Ok(stored),
        FieldPatch::Null => Ok(None),
        FieldPatch::Value(TimeInput(None)) => refuse(Code::DateInvalid, INVALID_UNPUBLISH_AT_MESSAGE),
        FieldPatch::Value(TimeInput(at)) if *at == stored || *at > Some(now) => Ok(*at),
        FieldPatch::Value(_) => refuse(Code::DateInPast, "Unpublish at must be in the future"),
    }
}

/// The versions in `If-Match`. A client sends the version of the record (`"3"`), or the `ETag` of a response that
/// contains the record. `None` if the header is missing or `*`.
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
                // A tag that contains no version matches no record, so the response is 412.
                versions.push(etag_version(part).unwrap_or(-1));
            }
        }
        Self((!versions.is_empty()).then_some(versions))
    }

    /// Whether a record of this version may be changed.
    pub fn allows(&self, version: i64) -> bool {
        self.0.as_ref().is_none_or(|versions| versions.contains(&version))
    }

    /// Returns `after` if `If-Match` allows a change of `before`, whose version is `version`.
    ///
    /// If the header does not allow the change, but `before` already has the content of `after`, returns `None` and
    /// writes the request to the audit log. This request is usually the retry of a change whose response was lost.
    ///
    /// Errors: the error in `after` if the header allows the change, or if the database failed. Otherwise 412 with
    /// `current`, even if `after` is a broken rule.
    pub async fn check_precondition<S: AuditSubject>(
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
            Ok(after) if after.has_same_content_as(before) => audit.log_action_on(tx, before).await?,
            Err(WriteError::Store(error)) => return Err(error.into()),
            _ => return Err(Problem::precondition_failed(current).into()),
        }
        Ok(None)
    }
}

/// The header `If-Match` in the contract.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IfMatchDocs {
    /// The expected version: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any
    /// version. Weak tags and tags of compressed responses are accepted.
    #[param(rename = "If-Match")]
    _versions: Option<String>,
}

/// The response to a call that creates a record: 201 with `location` in `Location`, or 200 for a dry run.
pub fn created_response(is_dry_run: bool, location: String, record: impl Serialize) -> Response {
    let body = Json(record);
    if is_dry_run {
        return body.into_response();
    }
    (StatusCode::CREATED, AppendHeaders([(header::LOCATION, location)]), body).into_response()
}

/// The error of a write: a broken rule of the domain, or a failure of the database.
#[derive(Debug)]
pub enum WriteError {
    /// A problem that the caller receives. Boxed, because problems are large and rare.
    Problem(Box<Problem>),
    /// A failure of the database.
    Store(StoreError),
}

/// Maps a missing row to 404. `record_name` names the kind of the record in the message, such as `entry`.
pub fn map_missing_to_404(error: StoreError, record_name: &str) -> WriteError {
    match error {
        StoreError::NotFound => Problem::not_found(format!("This {record_name} does not exist")).into(),
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
    fn from(write_error: WriteError) -> Self {
        match write_error {
            WriteError::Problem(problem) => *problem,
            WriteError::Store(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn value_is_unchanged_if_it_or_its_container_equals_the_stored_one() {
        let stored = json!({ "name": "", "tags": ["bed, breakfast", "boat"], "map": { "zoom": 99 }, "reviews": [
            { "author": "", "rating": 9 }, { "author": "An", "rating": 5 },
        ] });
        for (path, sent, is_unchanged) in [
            ("name", json!({ "name": "" }), true),
            ("name", json!({ "name": " x" }), false),
            ("tags.1", json!({ "tags": ["new", "bed, breakfast"] }), true),
            ("tags.0", json!({ "tags": ["a, b", "bed, breakfast"] }), false),
            ("tags", json!({ "tags": ["bed, breakfast", "boat"] }), true),
            ("tags", json!({ "tags": ["boat"] }), false),
            ("map.zoom", json!({ "map": { "zoom": 99, "latitude": 1 } }), true),
            ("map.zoom", json!({ "map": { "zoom": 98 } }), false),
            (
                "reviews.1.rating",
                json!({ "reviews": [{ "author": "An", "rating": 5 }, { "author": "", "rating": 9 }] }),
                true,
            ),
            ("reviews.0.rating", json!({ "reviews": [{ "author": "Bo", "rating": 9 }] }), true),
            ("reviews.0.rating", json!({ "reviews": [{ "author": "", "rating": 8 }] }), false),
            ("reviews.2.text", json!({ "reviews": [{}, {}, { "author": "Bo" }] }), false),
        ] {
            let path: Vec<&str> = path.split('.').collect();
            assert_eq!(is_sent_unchanged(Some(&sent), Some(&stored), &path), is_unchanged, "{path:?} {sent}");
        }
    }

    #[test]
    fn new_time_to_unpublish_must_be_in_the_future_and_stored_one_may_be_sent_back() {
        let (now, stored) = (Timestamp(2000), Some(Timestamp(1000)));
        let sent = |at: i64| FieldPatch::Value(TimeInput(Some(Timestamp(at))));
        assert_eq!(updated_unpublish_at(&FieldPatch::Absent, stored, now).ok(), Some(stored));
        assert_eq!(updated_unpublish_at(&FieldPatch::Null, stored, now).ok(), Some(None));
        assert_eq!(updated_unpublish_at(&sent(1000), stored, now).ok(), Some(stored));
        assert_eq!(updated_unpublish_at(&sent(2001), stored, now).ok(), Some(Some(Timestamp(2001))));
        for refused in [sent(2000), sent(1), FieldPatch::Value("tomorrow".to_owned().into())] {
            assert_eq!(
                updated_unpublish_at(&refused, stored, now).map_err(|error| error.field),
                Err(UNPUBLISH_AT_FIELD.into()),
                "{refused:?}"
            );
            assert!(changes_unpublish_at(&refused, stored));
        }
        assert!(
            !changes_unpublish_at(&FieldPatch::Absent, stored)
                && !changes_unpublish_at(&sent(1000), stored)
                && changes_unpublish_at(&FieldPatch::Null, stored)
        );
    }
}
