//! `/api/guestbook/{id}/owner-reply`: the reply of the owner of a place to an entry about it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::audit::log::AuditContext;
use crate::common::id::EntryId;
use crate::guestbook::dto::OwnerReplyResponse;
use crate::guestbook::owner_replies::{self, ReplyMode};
use crate::guestbook::requests::OwnerReplyRequest;
use crate::http::app::App;
use crate::http::caller::StaffAccount;
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::update::created_response;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// Reply to an entry as the owner of its place.
///
/// Only for the owner of the place that the entry is about, once for each entry. The reply is public under the name of
/// the place once a moderator has approved it; until then its author sees it with the status `pending`. Moderators see
/// it among the comments. It counts as a post for the limit of `createEntry`.
#[utoipa::path(
    post, path = "/api/guestbook/{id}/owner-reply", tag = "Guestbook",
    request_body = OwnerReplyRequest,
    responses(
        (status = 201, body = OwnerReplyResponse, description = "Created. `Location` is the URL of the entry."),
        (status = 409, description = "The entry already has a reply, which may be waiting for review or rejected."),
        (status = 429, description = "The account has posted too many entries or comments."),
    ),
)]
pub async fn create_owner_reply(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
    form: ValidatedJson<OwnerReplyRequest>,
) -> Result<Response, Problem> {
    let reply = owner_replies::add_or_replace_reply(&app, &caller.0, audit, (id, form.0, ReplyMode::Add)).await?;
    Ok(created_response(false, format!("/api/guestbook/{id}"), OwnerReplyResponse::for_author(reply)))
}

/// Change the caller's own reply before it is reviewed.
///
/// Only for its author, while that account owns the place. The changed reply has another id.
#[utoipa::path(
    put, path = "/api/guestbook/{id}/owner-reply", tag = "Guestbook",
    request_body = OwnerReplyRequest,
    responses(
        (status = 200, body = OwnerReplyResponse),
        (status = 409, description = "The reply was already approved or rejected."),
        (status = 429, description = "The account has posted too many entries or comments."),
    ),
)]
pub async fn update_owner_reply(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
    form: ValidatedJson<OwnerReplyRequest>,
) -> Result<Json<OwnerReplyResponse>, Problem> {
    let reply = owner_replies::add_or_replace_reply(&app, &caller.0, audit, (id, form.0, ReplyMode::Replace)).await?;
    Ok(Json(OwnerReplyResponse::for_author(reply)))
}

/// Delete the reply of a place.
///
/// Only for its author and the current owner of the place. Cannot be undone. Admins use `deleteComment`. The response
/// is 404 for a reply that a moderator has rejected.
#[utoipa::path(delete, path = "/api/guestbook/{id}/owner-reply", tag = "Guestbook", responses((status = 204)))]
pub async fn delete_owner_reply(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    owner_replies::delete_reply(&app, &caller.0, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
