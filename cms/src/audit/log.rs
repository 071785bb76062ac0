//! Writes audit events in the transaction of the change, so that both are committed or neither.

use serde_json::{Value, json};

use super::diff::{Fields, differences};
use super::model::{AuditContext, Description, Kind, Subject};
use crate::common::text::clip;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::write::DeferredInsert;

/// The statement that inserts rows, each a JSON array.
macro_rules! insert_events {
    ($rows:literal) => {
        concat!(
            "
insert into audit_event (created_at, account_id, account_name, account_email, action, kind, subject_id, subject_name, before, after, address,
                   request_id)
select cast(value ->> 0 as bigint), value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    nullif(value -> 8, 'null'), nullif(value -> 9, 'null'), value ->> 10, value ->> 11
from ",
            $rows
        )
    };
}

const INSERT_EVENTS: DeferredInsert = DeferredInsert {
    on_sqlite: insert_events!("json_each($1)"),
    on_postgres: insert_events!("jsonb_array_elements($1)"),
};

/// The maximum length of the stored name of a subject.
const MAX_NAME_CHARS: usize = 200;

/// The columns of an event about its subject.
#[derive(Default)]
struct EventSubject {
    kind: Option<Kind>,
    id: Option<String>,
    name: Option<String>,
    differences: [Option<Fields>; 2],
}

impl EventSubject {
    /// The columns of an event about `it`, and the fields of `it`.
    fn of<S: Subject>(it: &S) -> (Self, Value) {
        let Description { id, name, fields } = it.describe();
        let name = clip(&name, MAX_NAME_CHARS).to_owned();
        (Self { kind: Some(S::KIND), id, name: Some(name), differences: [None, None] }, fields)
    }
}

impl AuditContext {
    /// Logs that `it` was created.
    pub async fn log_created<S: Subject>(&self, tx: &mut Tx, it: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, None, it).await
    }

    /// Logs an update, also one that changed nothing.
    pub async fn log_updated<S: Subject>(&self, tx: &mut Tx, before: &S, after: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, Some(before), after).await
    }

    /// Logs an update, or a creation if `before` is `None`.
    pub async fn log_upserted<S: Subject>(&self, tx: &mut Tx, before: Option<&S>, after: &S) -> Result<(), StoreError> {
        let (subject, fields) = EventSubject::of(after);
        let before = before.map(|before| before.describe().fields);
        let differences = differences(before, Some(fields), S::DERIVED);
        self.insert(tx, EventSubject { differences, ..subject }).await
    }

    /// Logs that `it` was deleted.
    pub async fn log_deleted<S: Subject>(&self, tx: &mut Tx, it: &S) -> Result<(), StoreError> {
        let (subject, fields) = EventSubject::of(it);
        let differences = differences(Some(fields), None, S::DERIVED);
        self.insert(tx, EventSubject { differences, ..subject }).await
    }

    /// Logs an action that changed no field of `it`.
    pub async fn log_touched<S: Subject>(&self, tx: &mut Tx, it: &S) -> Result<(), StoreError> {
        self.insert(tx, EventSubject::of(it).0).await
    }

    /// Logs an action without a subject.
    pub async fn log_action(&self, tx: &mut Tx) -> Result<(), StoreError> {
        self.insert(tx, EventSubject::default()).await
    }

    async fn insert(&self, tx: &mut Tx, about: EventSubject) -> Result<(), StoreError> {
        let Self { action, who, address, request_id, at, attempt } = self;
        if let Some(attempt) = attempt {
            attempt.mark(tx).await?;
        }
        let EventSubject { kind, id, name, differences: [was, became] } = about;
        let (kind, who) = (kind.map(Kind::word), who.as_ref());
        let (who_id, who_name, who_email) =
            (who.map(|who| &who.id.0), who.map(|who| &who.name), who.map(|who| &who.email));
        let row = json!([at.0, who_id, who_name, who_email, action, kind, id, name, was, became, address, request_id]);
        tx.defer_insert(&INSERT_EVENTS, row).await
    }
}
