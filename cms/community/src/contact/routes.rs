//! `/api/contact`, and `/api/admin/contact` for admins.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{Message, MessageCounts, MessageReceivedResponse, Status};
use super::requests::{ContactRequest, MessageChanges};
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::common::id::ContactMessageId;
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::{Admin, Client};
use crate::http::input::pagination::{ColumnValue, Page, PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::{IfMatchDocs, Update};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};

const MAX_LIMIT: i64 = 100;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 100;

/// Send a contact message to the team.
///
/// The sender receives an email, and so does the team if the settings have a `contactEmail`. A message that looks like
/// spam gets the same response, but no email is sent. The guide promises an answer within 24 hours.
#[utoipa::path(
    post, path = "/api/contact", tag = "Contact", security(()),
    request_body = ContactRequest,
    responses(
        (status = 201, body = MessageReceivedResponse, description = "The message was received."),
        (status = 429, description = "Too many messages from this mailbox or client address."),
    ),
)]
pub async fn send_message(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<ContactRequest>,
) -> Result<impl IntoResponse, Problem> {
    let message = service::receive(&app, &client, audit, form.0).await?;
    Ok((StatusCode::CREATED, Json(MessageReceivedResponse { id: message.id, received_at: message.created_at })))
}

/// List contact messages.
///
/// Admins only. The newest come first, including spam unless `status` is sent. Spam is deleted after 30 days, when the
/// next message is received. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/admin/contact", tag = "Contact",
    params(
        ("status" = Option<String>, Query, description = "Only messages of this status: new, answered, closed or spam."),
        ("q" = Option<String>, Query,
            description = "The search words: each must occur in the message, the subject, or the name or email address of the sender. Case and diacritics are ignored: `kayak`."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<Message>)),
)]
pub async fn list_messages(State(app): State<App>, _: Admin, mut query: Query, uri: Uri) -> Result<Response, Problem> {
    let words = query.words(MAX_WORD_CHARS);
    let options = Code::Enum.with("options", Status::NAMES.join(", "));
    let status = query.parse("status", options, "status must be new, answered, closed or spam", |status| {
        Status::NAMES.contains(&status).then(|| ("status", ColumnValue::Text(status.to_owned())))
    });
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let filter = (words, status.into_iter().collect());
    let messages: Page<Message> = store::MESSAGE_TABLE.list(&app.db, &filter, page).await?;
    Ok(page.respond(&uri, &messages.items, messages.total))
}

/// Count the messages that are waiting, and measure the 24-hour promise.
///
/// Admins only. `new` is the number that the inbox shows. `late` and `answeredIn24h` show whether the team keeps the
/// promise on the contact page to answer within 24 hours.
#[utoipa::path(
    get, path = "/api/admin/contact/counts", tag = "Contact",
    responses((status = 200, body = MessageCounts)),
)]
pub async fn count_messages(State(app): State<App>, _: Admin, _: NoQuery) -> Result<Json<MessageCounts>, Problem> {
    Ok(Json(store::counts(&app.db, app.clock.now()).await?))
}

/// Get a contact message.
///
/// Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
#[utoipa::path(get, path = "/api/admin/contact/{id}", tag = "Contact", responses((status = 200, body = Message)))]
pub async fn get_message(
    State(app): State<App>,
    _: Admin,
    PathId(id): PathId<ContactMessageId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let message: Option<Message> = store::MESSAGE_TABLE.find(&app.db, id.0).await?;
    let message = message.ok_or_else(|| Problem::not_found("This message does not exist"))?;
    Ok((Extension(RecordVersion(message.version)), Json(message)))
}

/// Update the status and the note of a contact message.
///
/// Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412.
/// Messages that are marked as answered or as spam train the spam classifier.
#[utoipa::path(
    put, path = "/api/admin/contact/{id}", tag = "Contact",
    params(IfMatchDocs), request_body = MessageChanges, responses((status = 200, body = Message)),
)]
pub async fn update_message(
    State(app): State<App>,
    _: Admin,
    audit: AuditContext,
    PathId(id): PathId<ContactMessageId>,
    _: NoQuery,
    form: Update<MessageChanges>,
) -> Result<Json<Message>, Problem> {
    Ok(Json(service::update_message(&app, audit, id, form).await?))
}

/// Delete a contact message.
///
/// Admins only. `restoreMessage` can restore the message within ten minutes; after that it is deleted permanently. The
/// spam classifier keeps what it learned from the message.
#[utoipa::path(delete, path = "/api/admin/contact/{id}", tag = "Contact", responses((status = 204)))]
pub async fn delete_message(
    State(app): State<App>,
    _: Admin,
    audit: AuditContext,
    PathId(id): PathId<ContactMessageId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    service::soft_delete_message(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restore a deleted contact message.
///
/// Admins only. Possible within ten minutes of `deleteMessage`.
#[utoipa::path(
    post, path = "/api/admin/contact/{id}/restore", tag = "Contact",
    responses((status = 200, body = Message)),
)]
pub async fn restore_message(
    State(app): State<App>,
    _: Admin,
    audit: AuditContext,
    PathId(id): PathId<ContactMessageId>,
    _: NoQuery,
) -> Result<Json<Message>, Problem> {
    Ok(Json(service::restore(&app, audit, id).await?))
}
