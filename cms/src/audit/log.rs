//! Writes audit events in the transaction of the change, so that both are committed or neither.

use serde_json::json;

use super::model::{AuditContext, Description, Fields, Kind, Subject, differences};
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

impl AuditContext {
    /// Logs that `record` was created.
    pub async fn log_created<S: Subject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, None, record).await
    }

    /// Logs an update, also one that changed nothing.
    pub async fn log_updated<S: Subject>(&self, tx: &mut Tx, before: &S, after: &S) -> Result<(), StoreError> {
        self.log_upserted(tx, Some(before), after).await
    }

    /// Logs an update, or a creation if `before` is `None`.
    pub async fn log_upserted<S: Subject>(&self, tx: &mut Tx, before: Option<&S>, after: &S) -> Result<(), StoreError> {
        let Description { id, name, fields } = after.describe();
        let before = before.map(|before| before.describe().fields);
        let differences = differences(before, Some(fields), S::DERIVED);
        self.insert(tx, Some((S::KIND, id, name)), differences).await
    }

    /// Logs that `record` was deleted.
    pub async fn log_deleted<S: Subject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        let Description { id, name, fields } = record.describe();
        let differences = differences(Some(fields), None, S::DERIVED);
        self.insert(tx, Some((S::KIND, id, name)), differences).await
    }

    /// Logs an action that changed no field of `record`.
    pub async fn log_touched<S: Subject>(&self, tx: &mut Tx, record: &S) -> Result<(), StoreError> {
        let Description { id, name, .. } = record.describe();
        self.insert(tx, Some((S::KIND, id, name)), [None, None]).await
    }

    /// Logs an action without a subject.
    pub async fn log_action(&self, tx: &mut Tx) -> Result<(), StoreError> {
        self.insert(tx, None, [None, None]).await
    }

    /// Inserts an event about the record with this kind, id and name.
    async fn insert(
        &self,
        tx: &mut Tx,
        subject: Option<(Kind, Option<String>, String)>,
        [before, after]: [Option<Fields>; 2],
    ) -> Result<(), StoreError> {
        let Self { action, actor, address, request_id, at, attempt } = self;
        if let Some(attempt) = attempt {
            attempt.mark(tx).await?;
        }
        let (kind, id, name) = match &subject {
            Some((kind, id, name)) => (Some(kind), id.as_ref(), Some(clip(name, MAX_NAME_CHARS))),
            None => (None, None, None),
        };
        let actor = actor.as_ref();
        let (actor_id, actor_name, email) =
            (actor.map(|actor| &actor.id.0), actor.map(|actor| &actor.name), actor.map(|actor| &actor.email));
        let row =
            json!([at.0, actor_id, actor_name, email, action, kind, id, name, before, after, address, request_id]);
        tx.defer_insert(&INSERT_EVENTS, row).await
    }
}
