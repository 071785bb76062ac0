//! Parses the queries for the audit log, reads its events, and deletes old events.

use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, SchemaType};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

use super::log::{AuditRecordKind, Fields};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ApiTokenId, AuditEventId};
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::input::pagination::{Cursor, Page, PageParams, Sort};
use crate::http::input::query_string::{Query, parse_variant};
use crate::http::problem::{Code, Problem};
use crate::{execute, with_pool};

/// The maximum number of events in a page.
pub const MAX_LIMIT: i64 = 100;
/// The maximum length of an id or a name in a filter, in characters.
const MAX_FILTER_CHARS: usize = 100;
/// The maximum total that is counted. Counting all events would read the whole log.
const MAX_COUNTED_EVENTS: i64 = 10_000;
/// The interval between two deletions of old events.
const DELETION_INTERVAL: Duration = Duration::from_secs(3600);
/// The maximum number of events that one write deletes, so that other writes run in between.
const BATCH_SIZE: i64 = 500;
const DAY_S: i64 = 24 * 3600;

const DELETE_OLD: &str = "
delete from audit_event where id in (select id from audit_event where created_at < $1 order by created_at, id limit $2)";

/// An event of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AuditEvent {
    /// The id of the event.
    #[schema(example = 421)]
    pub id: AuditEventId,
    /// The time of the event.
    pub created_at: Timestamp,
    /// The id of the acting account. Null for a caller without an account, a command on the server and a scheduled
    /// action. It remains when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The name of the acting account at that time; null without an account, and once the account is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The email address of the acting account at that time; null without an account, and once the account is deleted.
    #[schema(required, example = "linh@example.org")]
    pub account_email: Option<String>,
    /// The API token with which the account acted; null without one.
    #[schema(required, value_type = Option<i64>, example = 3)]
    pub token_id: Option<ApiTokenId>,
    /// The name of the API token at that time; null without one, and once the account is deleted.
    #[schema(required, example = "Nightly import")]
    pub token_name: Option<String>,
    /// The action: an `operationId` of this document, the name of a command such as `user password`, or of a scheduled
    /// action.
    #[schema(example = "updatePlace")]
    pub action: String,
    /// The kind of the record; null if the event is about none.
    #[schema(required)]
    pub kind: Option<AuditRecordKind>,
    /// The id of the record. Null for the settings, which exist once, if the event is about no record, and for likes,
    /// inquiries and reports of an account that is deleted.
    #[schema(required, example = "7")]
    pub subject_id: Option<String>,
    /// The name of the record at that time. Null if the event is about no record. For the account itself and for its
    /// texts, images, likes, inquiries and reports, also null once the account is deleted.
    #[schema(required, example = "Lantern Cave")]
    pub subject_name: Option<String>,
    /// The earlier values of the fields that differ; null if none differs or the record is new. A value of more than
    /// 2,000 characters is shortened to the part that differs, and ends with its full length.
    #[schema(required, schema_with = fields_schema)]
    pub before: Option<Json<Fields>>,
    /// The later values of these fields; null if none differs or the record was deleted.
    #[schema(required, schema_with = fields_schema)]
    pub after: Option<Json<Fields>>,
    /// The client address, `command line` for a command, or `the guide itself` for a scheduled action. Blank once the
    /// acting account is deleted.
    #[schema(example = "203.0.113.7")]
    pub address: String,
    /// The request id, as in the `X-Request-Id` header of the response and in the server log. Blank without a request.
    #[schema(example = "0198c6a1f0e27d4c")]
    pub request_id: String,
}

fn fields_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some(
            "The fields that differ, by their names in this document: old values in `before`, new values in `after`. \
             For a new record, all fields that are not blank, only in `after`; for a deleted one, only in `before`. \
             Null if there are none. For values of more than 2,000 characters, only the part that differs is \
             included.",
        ))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .examples([json!({ "name": "Lantern Cave" })])
        .into()
}

/// The filters and the page of a list of events. The newest events come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditLogQuery {
    /// Only events that the account with this id caused.
    pub account: Option<String>,
    /// Only events of this action.
    pub action: Option<String>,
    /// Only events about records of this kind.
    pub kind: Option<AuditRecordKind>,
    /// Only events about the record with this id.
    pub subject_id: Option<String>,
    /// Only events with this field in `before` or `after`.
    pub field: Option<String>,
    /// Whether session events are left out.
    pub excludes_session_events: bool,
    /// Only events at or after this time.
    pub from: Option<Timestamp>,
    /// Only events before this time.
    pub to: Option<Timestamp>,
    /// The maximum number of events.
    pub limit: i64,
    /// The cursor of the last event of the previous page.
    pub cursor: Option<Cursor<AuditEventId>>,
    /// The number of events to skip.
    pub offset: i64,
}

/// Parses the query. Errors: 400 with every unknown or invalid parameter.
pub fn parse(mut query: Query) -> Result<AuditLogQuery, Problem> {
    const FIELD_SENTENCE: &str = "field must be the name of a field, such as phone";
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let list = AuditLogQuery {
        account: text_param(&mut query, "account"),
        action: text_param(&mut query, "action"),
        kind: query.choice("kind", KINDS, parse_variant),
        subject_id: text_param(&mut query, "subject"),
        field: query.parse("field", Code::Pattern, FIELD_SENTENCE, parse_field_name),
        excludes_session_events: query.bool("sessions") == Some(false),
        from: time_param(&mut query, "from"),
        to: time_param(&mut query, "to"),
        limit: page.limit,
        cursor: page.take_cursor(&mut query, |value| Cursor::decode(value, false)),
        offset: page.offset,
    };
    if list.subject_id.is_some() && list.kind.is_none() {
        query.add_error(Code::SubjectNeedsKind, "subject", "subject requires kind");
    }
    query.finish()?;
    Ok(list)
}

/// The names of all kinds of records ([`AuditRecordKind`]), for the error message of the parameter `kind`.
const KINDS: &str = "place, category, article, entry, comment, image, settings, page, message, enquiry, user, release, \
                     webhook, alert, proposal, import, claim";

fn text_param(query: &mut Query, name: &str) -> Option<String> {
    let sentence = format!("{name} must be at most {MAX_FILTER_CHARS} characters");
    query.parse(name, Code::MaxLength.with("limit", MAX_FILTER_CHARS), &sentence, |value| {
        Some(value.to_owned()).filter(|value| !value.is_empty() && value.chars().count() <= MAX_FILTER_CHARS)
    })
}

/// The value if it has the form of a field name in the contract: ASCII letters and digits, with a letter first.
fn parse_field_name(value: &str) -> Option<String> {
    let is_name = value.starts_with(|first: char| first.is_ascii_alphabetic())
        && value.len() <= MAX_FILTER_CHARS
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| value.to_owned())
}

fn time_param(query: &mut Query, name: &str) -> Option<Timestamp> {
    let sentence = format!("{name} must be a time like 2026-11-21T08:00:00Z");
    query.parse(name, Code::DateInvalid, &sentence, Timestamp::parse)
}

/// The page of events that match `list`, newest first. The total is counted up to 10,000.
pub async fn list(db: &Db, list: &AuditLogQuery) -> Result<Page<AuditEvent>, StoreError> {
    let items: Vec<AuditEvent> = with_pool!(db, |pool, D| select::<D>(list).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| select_count::<D>(list).build_query_scalar().fetch_one(pool))?;
    Ok(Page::new(items, total, list.limit))
}

/// Deletes the events that are older than `days` days. Returns the time until the next run.
pub async fn run_retention(app: App, days: i64) -> Result<Duration, StoreError> {
    let events = delete_old_events(&app.db, days, app.clock.now()).await?;
    if events > 0 {
        tracing::info!(events, days, "deleted old audit events");
    }
    Ok(DELETION_INTERVAL)
}

/// Deletes the events that are older than `days` days, in as many writes as necessary. Returns the number of events.
pub async fn delete_old_events(db: &Db, days: i64, now: Timestamp) -> Result<u64, StoreError> {
    let (cutoff, mut deleted_count) = (now.plus_seconds(-days * DAY_S), 0);
    loop {
        let work = db.write(move |tx| {
            Box::pin(async move {
                Ok::<_, StoreError>(execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff).bind(BATCH_SIZE))?)
            })
        });
        let deleted_in_batch = work.await?;
        deleted_count += deleted_in_batch;
        if deleted_in_batch < BATCH_SIZE as u64 {
            return Ok(deleted_count);
        }
    }
}

/// Selects one event more than the limit. If it exists, another page follows.
fn select<D: Dialect>(list: &AuditLogQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select id, created_at, account_id, account_name, account_email, token_id, token_name, action, kind, subject_id,
        subject_name, before, after, address, request_id from audit_event where true",
    );
    push_filters(&mut query, list);
    let newest_first = Sort { column: (), is_descending: true };
    let push_id = |query: &mut QueryBuilder<D>, id: &AuditEventId| D::push_number(query, id.0);
    newest_first.push_cursor_condition_and_order_by(&mut query, ("created_at", "id"), list.cursor.as_ref(), push_id);
    D::push_limit_and_offset(&mut query, list.limit + 1, list.offset);
    query
}

fn select_count<D: Dialect>(list: &AuditLogQuery) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from (select 1 as one from audit_event where true");
    push_filters(&mut query, list);
    query.push(" limit ");
    D::push_number(&mut query, MAX_COUNTED_EVENTS);
    query.push(") counted");
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, list: &AuditLogQuery) {
    let AuditLogQuery { account, action, kind, subject_id, field, excludes_session_events, from, to, .. } = list;
    let kind = kind.and_then(|kind| json!(kind).as_str().map(str::to_owned));
    for (column, value) in [("account_id", account), ("action", action), ("kind", &kind), ("subject_id", subject_id)] {
        if let Some(value) = value {
            query.push(" and ").push(column).push(" = ");
            D::push_text(query, value.clone());
        }
    }
    if let Some(field) = field {
        // This condition has no index, because the names are inside the JSON. SQLite reads 20,000 events in about
        // 30 ms.
        for condition in [" and ((before -> ", ") is not null or (after -> "] {
            query.push(condition);
            D::push_text(query, field.clone());
        }
        query.push(") is not null)");
    }
    // Session events have no fields. With this condition the database can use the partial index that leaves them out.
    if *excludes_session_events || field.is_some() {
        query.push(" and not is_session");
    }
    for (condition, time) in [(" and created_at >= ", from), (" and created_at < ", to)] {
        if let Some(time) = time {
            query.push(condition);
            D::push_number(query, time.0);
        }
    }
}
