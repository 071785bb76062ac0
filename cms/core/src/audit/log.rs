//! The audit log: the context of a request, the subjects of audit events, and the writing of events.
//!
//! An event has the differences between the states of its subject before and after the change. Long values are
//! shortened.
//!
//! Events are written in the transaction of the change, so that both are committed or neither.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ApiTokenId};
use crate::common::text::clip;
use crate::db::engine::{StoreError, Tx};
use crate::db::write::DeferredInsert;
use crate::idempotency::IdempotentAttempt;

/// The [`AuditContext::address`] of events that a command of the binary causes.
pub const COMMAND_LINE_ADDRESS: &str = "command line";
/// The [`AuditContext::address`] of events that the running server causes itself, at a scheduled time.
pub const SYSTEM_ADDRESS: &str = "the guide itself";

/// The actions that begin, renew or end a session. Such an event is a session event unless it changed a field. For
/// example, a first sign-in may create the account.
pub const SESSION_ACTIONS: [&str; 7] = [
    "signIn",
    "completeFederatedSignIn",
    "syncIdentity",
    "refreshSession",
    "signOut",
    "signOutEverywhere",
    "revokeSession",
];

/// The maximum length of a value, in characters. Of a longer value, an excerpt of this length is stored.
const MAX_VALUE_CHARS: usize = 2000;
/// The number of characters in an excerpt before the first difference, to show its context.
const EXCERPT_CONTEXT_CHARS: usize = 80;

/// Fields that are not logged, because they do not describe the content of a record.
const BOOKKEEPING_FIELDS: [&str; 4] = ["id", "version", "createdAt", "updatedAt"];

/// Fields by name.
pub type Fields = Map<String, Value>;

/// The kind of a record in the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AuditKind)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the rest of the contract names them")]
pub enum AuditRecordKind {
    Place,
    Category,
    Article,
    Entry,
    Comment,
    Image,
    Settings,
    Page,
    Message,
    Enquiry,
    User,
    Release,
    Webhook,
    Alert,
    Proposal,
    Import,
    Claim,
}

/// The account that caused an event, with its name and address at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The id of the account.
    pub id: AccountId,
    /// The name; may be empty.
    pub name: String,
    /// The email address in lower case.
    pub email: String,
    /// The id and the name of the API token with which the account acted; `None` without an API token.
    pub token: Option<(ApiTokenId, String)>,
}

/// The origin and the action of a request, a command or a scheduled action. A handler extracts the context once and
/// moves it into the write, which logs its events with this context.
#[derive(Clone, Debug)]
pub struct AuditContext {
    /// The `operationId` of the call, or the name of the command or of the scheduled action.
    pub action: String,
    /// The account that caused the request: the account that is signed in, or one whose password, cookie or link the
    /// request contains. `None` if there is no account.
    pub actor: Option<Actor>,
    /// The client address, [`COMMAND_LINE_ADDRESS`] or [`SYSTEM_ADDRESS`].
    pub address: String,
    /// The request id; empty for a command and for a scheduled action.
    pub request_id: String,
    /// The time of the request, the command or the scheduled action.
    pub at: Timestamp,
    /// The attempt of a request with an `Idempotency-Key`. The write marks it as committed.
    pub attempt: Option<IdempotentAttempt>,
}

impl AuditContext {
    /// The context of a command of the binary, which has no account.
    pub fn command(name: &str, at: Timestamp) -> Self {
        let (action, address) = (name.to_owned(), COMMAND_LINE_ADDRESS.to_owned());
        Self { action, actor: None, address, request_id: String::new(), at, attempt: None }
    }

    /// The context of a scheduled action of the server.
    pub fn system(name: &str, at: Timestamp) -> Self {
        Self { address: SYSTEM_ADDRESS.to_owned(), ..Self::command(name, at) }
    }

    /// Sets the account of a request that is not signed in, but contains a password, a cookie or a link of the account.
    /// Scheduled actions set the account on whose behalf they run.
    pub fn with_actor(self, actor: impl Into<Actor>) -> Self {
        Self { actor: Some(actor.into()), ..self }
    }
}

/// A record that audit events can be about.
pub trait AuditSubject {
    /// The kind of the record.
    const KIND: AuditRecordKind;
    /// Fields of [`AuditDescription::fields`] that are derived from other fields or belong to another record. They are
    /// not logged.
    const DERIVED_FIELDS: &'static [&'static str] = &[];

    /// The description of the current state of the record.
    fn describe(&self) -> AuditDescription;

    /// Whether both records have the same content. Ids, versions, times and derived fields are not compared.
    fn has_same_content_as(&self, other: &Self) -> bool {
        are_states_equal(self.describe().fields, other.describe().fields, Self::DERIVED_FIELDS)
    }
}

/// A record as the audit log shows it.
#[derive(Clone, Debug)]
pub struct AuditDescription {
    /// The id. `None` for a record that is the only one of its kind, such as the settings.
    pub id: Option<String>,
    /// The name by which people know the record.
    pub name: String,
    /// The fields to compare, by their names in the contract. They never contain a secret, or a confidential text that
    /// must disappear when the record is deleted.
    pub fields: Value,
}

impl AuditDescription {
    /// The description of a record with an id.
    pub fn new(id: impl ToString, name: impl Into<String>, fields: impl Serialize) -> Self {
        let fields = serde_json::to_value(fields).unwrap_or_default();
        Self { id: Some(id.to_string()), name: name.into(), fields }
    }
}

/// The old and the new values of the fields of `after` that differ. If one state is `None`, all fields of the other
/// that are not blank. Fields in `BOOKKEEPING_FIELDS` and `derived_fields` are left out, and long values are shortened.
/// An element without fields is `None`.
pub fn differences(before: Option<Value>, after: Option<Value>, derived_fields: &[&str]) -> [Option<Fields>; 2] {
    let [before, after] = [before, after].map(|state| state.map(|state| logged_fields(state, derived_fields)));
    match (before, after) {
        (Some(before), Some(after)) => {
            let names: Vec<&String> = after.keys().filter(|name| before.get(*name) != after.get(*name)).collect();
            let changed_fields = |one: &Fields, other: &Fields| -> Option<Fields> {
                let shorten_value = |name: &String| shorten_value(one.get(name)?, other.get(name));
                let fields: Fields =
                    names.iter().filter_map(|name| Some(((*name).clone(), shorten_value(name)?))).collect();
                Some(fields).filter(|fields| !fields.is_empty())
            };
            [changed_fields(&before, &after), changed_fields(&after, &before)]
        }
        (before, after) => [before, after].map(|state| state.map(non_blank_fields).filter(|fields| !fields.is_empty())),
    }
}

/// Whether two states of a record are equal in all fields except those in `BOOKKEEPING_FIELDS` and `derived_fields`.
pub fn are_states_equal(before: Value, after: Value, derived_fields: &[&str]) -> bool {
    logged_fields(before, derived_fields) == logged_fields(after, derived_fields)
}

fn logged_fields(state: Value, derived_fields: &[&str]) -> Fields {
    let Value::Object(fields) = state else { return Fields::new() };
    let is_logged =
        |name: &String| !BOOKKEEPING_FIELDS.contains(&name.as_str()) && !derived_fields.contains(&name.as_str());
    fields.into_iter().filter(|(name, _)| is_logged(name)).collect()
}

/// The fields without null, empty texts and empty lists. Long values are shortened.
fn non_blank_fields(state: Fields) -> Fields {
    let is_blank = |value: &Value| [json!(null), json!(""), json!([])].contains(value);
    let fields = state.into_iter().filter(|(_, value)| !is_blank(value));
    fields.filter_map(|(name, value)| Some((name, shorten_value(&value, None)?))).collect()
}

/// The value, or an excerpt if the value is long. The excerpt begins near the first difference from `other` and states
/// the full length.
fn shorten_value(value: &Value, other: Option<&Value>) -> Option<Value> {
    let text = value_text(value);
    let length = text.chars().count();
    if length <= MAX_VALUE_CHARS {
        return Some(value.clone());
    }
    let other = other.map(self::value_text).unwrap_or_default();
    let common_length = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    // If `other` begins with the whole text of `value`, the first difference is after the end of that text. The excerpt
    // then shows only that end.
    let start = if other.is_empty() { 0 } else { common_length.saturating_sub(EXCERPT_CONTEXT_CHARS) };
    let excerpt: String = text.chars().skip(start).take(MAX_VALUE_CHARS).collect();
    let prefix = if start > 0 { "…" } else { "" };
    let suffix = if start + MAX_VALUE_CHARS < length { "…" } else { "" };
    Some(format!("{prefix}{excerpt}{suffix} [shortened: {length} characters in all]").into())
}

fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The statement that inserts audit events. `$rows` selects them as JSON arrays.
macro_rules! insert_events {
    ($rows:literal) => {
        concat!(
            "
insert into audit_event (created_at, account_id, account_name, account_email, action, kind, subject_id, subject_name, before, after, address,
                   request_id, is_session, token_id, token_name)
select cast(value ->> 0 as bigint), value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    nullif(value -> 8, 'null'), nullif(value -> 9, 'null'), value ->> 10, value ->> 11, cast(value ->> 12 as boolean),
    cast(value ->> 13 as bigint), value ->> 14
from ",
            $rows
        )
    };
}

const INSERT_EVENTS: DeferredInsert = DeferredInsert {
    sqlite_statement: insert_events!("json_each($1)"),
    postgres_statement: insert_events!("jsonb_array_elements($1)"),
};

/// The maximum length of the stored name of a subject, in characters.
const MAX_NAME_CHARS: usize = 200;

impl AuditContext {
    /// Logs that `record` was created.
    pub async fn log_created<S: AuditSubject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, None, record).await
    }

    /// Logs an update, even if it changed nothing.
    pub async fn log_updated<S: AuditSubject>(&self, tx: &mut Tx, before: &S, after: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, Some(before), after).await
    }

    /// Logs an update, or a creation if `before` is `None`.
    pub async fn log_upserted<S: AuditSubject>(
        &self,
        tx: &mut Tx,
        before: Option<&S>,
        after: &S,
    ) -> Result<(), StoreError> {
        let AuditDescription { id, name, fields } = after.describe();
        let before = before.map(|before| before.describe().fields);
        let differences = differences(before, Some(fields), S::DERIVED_FIELDS);
        self.insert_event(tx, Some((S::KIND, id, name)), differences).await
    }

    /// Logs that `record` was deleted.
    pub async fn log_deleted<S: AuditSubject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        let AuditDescription { id, name, fields } = record.describe();
        let differences = differences(Some(fields), None, S::DERIVED_FIELDS);
        self.insert_event(tx, Some((S::KIND, id, name)), differences).await
    }

    /// Logs an action that changed no field of `record`.
    pub async fn log_action_on<S: AuditSubject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        let AuditDescription { id, name, .. } = record.describe();
        self.insert_event(tx, Some((S::KIND, id, name)), [None, None]).await
    }

    /// Logs an action on the record with this kind, id and name, such as saving its draft. No fields are compared.
    pub async fn log_action_on_id(
        &self,
        tx: &mut Tx,
        kind: AuditRecordKind,
        id: &str,
        name: String,
    ) -> Result<(), StoreError> {
        self.insert_event(tx, Some((kind, Some(id.to_owned()), name)), [None, None]).await
    }

    /// Logs an action without a subject.
    pub async fn log_action(&self, tx: &mut Tx) -> Result<(), StoreError> {
        self.insert_event(tx, None, [None, None]).await
    }

    /// Inserts an event. `subject` is the kind, the id and the name of the record that the event is about. If the
    /// request has an `Idempotency-Key`, its attempt is marked as committed.
    async fn insert_event(
        &self,
        tx: &mut Tx,
        subject: Option<(AuditRecordKind, Option<String>, String)>,
        [before, after]: [Option<Fields>; 2],
    ) -> Result<(), StoreError> {
        let Self { action, actor, address, request_id, at, attempt } = self;
        if let Some(attempt) = attempt {
            attempt.mark_committed(tx).await?;
        }
        let (kind, id, name) = match &subject {
            Some((kind, id, name)) => (Some(kind), id.as_ref(), Some(clip(name, MAX_NAME_CHARS))),
            None => (None, None, None),
        };
        let actor = actor.as_ref();
        let (actor_id, actor_name, email) =
            (actor.map(|actor| &actor.id.0), actor.map(|actor| &actor.name), actor.map(|actor| &actor.email));
        let token = actor.and_then(|actor| actor.token.as_ref());
        let (token_id, token_name) = (token.map(|(id, _)| id), token.map(|(_, name)| name));
        let is_session = before.is_none() && after.is_none() && SESSION_ACTIONS.contains(&action.as_str());
        let row = json!([
            at.0, actor_id, actor_name, email, action, kind, id, name, before, after, address, request_id, is_session,
            token_id, token_name
        ]);
        tx.defer_insert(&INSERT_EVENTS, row).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_changed_fields_without_bookkeeping_fields() {
        let before = json!({ "id": 7, "version": 1, "name": "Hang En", "tags": ["cave"], "phone": null, "n": 1 });
        let after = json!({ "id": 7, "version": 2, "name": "Hang Én", "tags": ["cave"], "phone": "+84", "n": 2 });
        let [old, new] = differences(Some(before.clone()), Some(after), &["n"]);
        assert_eq!(old.map(Value::Object), Some(json!({ "name": "Hang En", "phone": null })));
        assert_eq!(new.map(Value::Object), Some(json!({ "name": "Hang Én", "phone": "+84" })));
        assert_eq!(differences(Some(before.clone()), Some(before), &[]), [None, None]);
    }

    #[test]
    fn differences_of_created_or_deleted_record_are_all_non_blank_fields() {
        let state = json!({ "id": 7, "name": "Hang En", "phone": null, "tags": [], "note": "", "isActive": false });
        let expected_fields = json!({ "name": "Hang En", "isActive": false }).as_object().cloned();
        assert_eq!(differences(None, Some(state.clone()), &[]), [None, expected_fields.clone()]);
        assert_eq!(differences(Some(state), None, &[]), [expected_fields, None]);
    }

    #[test]
    fn difference_of_long_text_is_a_marked_excerpt() {
        let common_start = "ộ".repeat(5000);
        let [old, new] = [format!("{common_start}old"), format!("{common_start}new{common_start}")];
        let states = [&old, &new].map(|text| Some(json!({ "html": text })));
        let [before, after] = states;
        let [old, new] = differences(before, after, &[]).map(|fields| fields.unwrap_or_default()["html"].clone());
        let context = "ộ".repeat(EXCERPT_CONTEXT_CHARS);
        assert_eq!(old, format!("…{context}old [shortened: 5003 characters in all]"));
        let new = new.as_str().unwrap_or_default();
        assert!(new.starts_with(&format!("…{context}newộ")), "{new}");
        assert!(new.ends_with("ộ… [shortened: 10003 characters in all]"), "{new}");
        assert!(new.chars().count() < MAX_VALUE_CHARS + 60);
        let state = json!({ "reviews": ["x".repeat(3000)] });
        let [_, new_fields] = differences(None, Some(state), &[]);
        assert!(new_fields.unwrap_or_default()["reviews"].is_string(), "a list that is too long is shown as its text");
    }
}
