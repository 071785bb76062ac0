//! `/api/contact`, and `/api/admin/contact` for admins.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{MessageCounts, MessageView, Receipt};
use super::form::{ContactForm, MessageChanges};
use super::query;
use super::{service, store, submit};
use crate::audit_log::model::AuditContext;
use crate::common::id::MessageId;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::client::Client;
use crate::http::conditional::Version;
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::http::validation::ValidatedJson;

/// Writes to the team.
///
/// The team and the sender each get a letter. The guide promises an answer within 24 hours.
#[utoipa::path(
    post, path = "/api/contact", operation_id = "sendMessage", tag = "Contact",
    request_body = ContactForm,
    responses(
        (status = 201, body = Receipt, description = "The message has arrived."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many messages.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn send_message(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<ContactForm>,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let message = submit::message(&app, &client, audit, form.0).await?;
    Ok((StatusCode::CREATED, Json(Receipt { id: message.id, received_at: message.created_at })))
}

/// Lists messages to the team.
///
/// The newest first, spam among them unless a status is asked for. `X-Total-Count` says how many there are, `Link` with
/// `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/admin/contact", operation_id = "listMessages", tag = "Contact", security(("bearer" = [])),
    params(
        ("status" = Option<String>, Query, description = "new, answered, closed or spam."),
        ("q" = Option<String>, Query,
            description = "Words that the message, its subject, or its sender's name or address must contain; case and accents do not matter: `kayak`."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<MessageView>, headers(
        ("x-total-count" = i64, description = "How many messages there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_messages(
    State(app): State<App>,
    _caller: Admin,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let query = query::parse(query)?;
    let page = store::list(&app.db, &query).await?;
    let messages: Vec<MessageView> = page.items.into_iter().map(MessageView::from).collect();
    Ok(query.page.respond(&uri, &messages, page.total))
}

/// Counts what waits, and how the 24-hour promise is kept.
///
/// `new` is what the inbox shows; `late` and `answeredIn24h` are about the promise that the contact page makes.
#[utoipa::path(
    get, path = "/api/admin/contact/counts", operation_id = "countMessages", tag = "Contact",
    security(("bearer" = [])), responses((status = 200, body = MessageCounts)),
)]
pub async fn count_messages(
    State(app): State<App>,
    _caller: Admin,
    query: Query,
) -> Result<Json<MessageCounts>, Problem> {
    query.finish()?;
    Ok(Json(store::counts(&app.db, app.clock.now()).await?))
}

/// One message to the team.
///
/// Its `ETag` begins with its version, which is what `If-Match` compares when it is changed.
#[utoipa::path(
    get, path = "/api/admin/contact/{id}", operation_id = "getMessage", tag = "Contact", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The message's id.")),
    responses((status = 200, body = MessageView)),
)]
pub async fn get_message(
    State(app): State<App>,
    _caller: Admin,
    PathId(id): PathId<MessageId>,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let message = store::one(&app.db, id).await?.ok_or_else(|| Problem::not_found("There is no such message"))?;
    Ok((Extension(Version(message.version)), Json(MessageView::from(message))))
}

/// Changes a message's status and note.
///
/// Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
/// An answered message and one called spam teach the guide what spam looks like here.
#[utoipa::path(
    put, path = "/api/admin/contact/{id}", operation_id = "updateMessage", tag = "Contact", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The message's id."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed: its number in quotes, as in `\"3\"`, or the `ETag` of a read; `*` for whichever is there. Weak tags match nothing."),
    ),
    request_body = MessageChanges, responses((status = 200, body = MessageView)),
)]
pub async fn update_message(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<MessageId>,
    query: Query,
    headers: HeaderMap,
    form: Update<MessageChanges>,
) -> Result<Json<MessageView>, Problem> {
    query.finish()?;
    let message = service::change(&app, audit, (id, if_match(&headers)?), form).await?;
    Ok(Json(message.into()))
}

/// Removes a message.
///
/// For ten minutes `restoreMessage` brings it back; then it is gone for good. What it taught the guide about spam stays,
/// for its words were what they were.
#[utoipa::path(
    delete, path = "/api/admin/contact/{id}", operation_id = "deleteMessage", tag = "Contact",
    security(("bearer" = [])), params(("id" = i64, Path, description = "The message's id.")),
    responses((status = 204)),
)]
pub async fn delete_message(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<MessageId>,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a removed message back.
///
/// As it was, within ten minutes of `deleteMessage`.
#[utoipa::path(
    post, path = "/api/admin/contact/{id}/restore", operation_id = "restoreMessage", tag = "Contact",
    security(("bearer" = [])), params(("id" = i64, Path, description = "The message's id.")),
    responses((status = 200, body = MessageView)),
)]
pub async fn restore_message(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<MessageId>,
    query: Query,
) -> Result<Json<MessageView>, Problem> {
    query.finish()?;
    Ok(Json(service::restore(&app, audit, id).await?.into()))
}
