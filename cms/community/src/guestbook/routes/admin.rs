//! `/api/admin/guestbook` and `/api/admin/comments`, for admins only.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use crate::audit::log::AuditContext;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::guestbook::dto::{AdminCommentResponse, AdminEntryResponse, EntryCounts};
use crate::guestbook::model::{Comment, Entry, Status};
use crate::guestbook::moderation::{decisions, entries};
use crate::guestbook::requests::{AdminEntryRequest, EntryChanges, ModerationRequest, NewEntry};
use crate::guestbook::store::{self, ListQuery, Reader};
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::update::{IfMatchDocs, Update, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 1000;
/// The maximum length of a search word, in characters.
const MAX_WORD_CHARS: usize = 100;

/// Defines a handler that lists the entries with the status `$status`.
macro_rules! list_by_status_handler {
    ($name:ident, $path:literal, $status:expr, $summary:literal) => {
        #[doc = $summary]
        ///
        /// Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
        /// of the next page.
        #[utoipa::path(
            get, path = $path, tag = "Guestbook",
            params(
                ("q" = Option<String>, Query,
                    description = "The search words: each must occur in the author, the message, the nationality or the location. Case and diacritics are ignored: `boat`."),
                PageParameterDocs<MAX_LIMIT>,
            ),
            responses((status = 200, body = Vec<AdminEntryResponse>)),
        )]
        pub async fn $name(State(app): State<App>, caller: Admin, query: Query, uri: Uri) -> Result<Response, Problem> {
            list_entries_by_status(&app, &caller.0.id, $status, query, &uri).await
        }
    };
}

list_by_status_handler!(list_pending_entries, "/api/admin/guestbook/pending", Status::Pending, "List pending entries.");
list_by_status_handler!(
    list_approved_entries,
    "/api/admin/guestbook/approved",
    Status::Approved,
    "List approved entries."
);
list_by_status_handler!(list_spam_entries, "/api/admin/guestbook/spam", Status::Spam, "List entries filed as spam.");
list_by_status_handler!(
    list_rejected_entries,
    "/api/admin/guestbook/rejected",
    Status::Rejected,
    "List rejected entries."
);

async fn list_entries_by_status(
    app: &App,
    admin: &AccountId,
    status: Status,
    mut query: Query,
    uri: &Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    let words = query.words(MAX_WORD_CHARS);
    query.finish()?;
    let list = ListQuery { reader: Reader::Moderator, status, place: None, words, page_params };
    let page = store::list(&app.db, &list).await?;
    let now = app.clock.now();
    let items: Vec<AdminEntryResponse> =
        page.items.into_iter().map(|entry| AdminEntryResponse::new(entry, admin, now)).collect();
    Ok(page_params.respond(uri, &items, page.total))
}

/// Count the entries of each status, and the pending comments.
///
/// Admins only. Comments are counted separately, because they are moderated separately. Deleted entries and comments
/// are not counted.
#[utoipa::path(
    get, path = "/api/admin/guestbook/counts", tag = "Guestbook",
    responses((status = 200, body = EntryCounts)),
)]
pub async fn count_entries(State(app): State<App>, _caller: Admin, _: NoQuery) -> Result<Json<EntryCounts>, Problem> {
    Ok(Json(store::counts(&app.db).await?))
}

/// Get an entry of any status, as moderators see it.
///
/// Admins only. The response has the spam score and its reasons, the note and the comments. The `ETag` begins with the
/// version.
#[utoipa::path(
    get, path = "/api/admin/guestbook/{id}", tag = "Guestbook",
    responses((status = 200, body = AdminEntryResponse)),
)]
pub async fn get_admin_entry(
    State(app): State<App>,
    caller: Admin,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let entry = current_entry(&app, &caller, id).await?;
    Ok((Extension(RecordVersion(entry.version)), Json(entry)))
}

/// The entry as it is now, with its comments, as this admin sees it. 404 if it does not exist.
async fn current_entry(app: &App, caller: &Admin, id: EntryId) -> Result<AdminEntryResponse, Problem> {
    let entry = store::find(&app.db, id, &Reader::Moderator).await?;
    let entry = entry.ok_or_else(|| Problem::not_found("This entry does not exist"))?;
    Ok(AdminEntryResponse::new(entry, &caller.0.id, app.clock.now()))
}

/// Create an entry on behalf of a traveler.
///
/// Admins only. The entry is approved, and so public at once.
#[utoipa::path(
    post, path = "/api/admin/guestbook", tag = "Guestbook",
    request_body = AdminEntryRequest, responses((status = 201, body = AdminEntryResponse)),
)]
pub async fn create_admin_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<NewEntry, AdminEntryRequest>,
) -> Result<Response, Problem> {
    let id = entries::add_for_traveler(&app, audit, form.0).await?;
    Ok(created_response(false, format!("/api/admin/guestbook/{id}"), current_entry(&app, &caller, id).await?))
}

/// Update an entry.
///
/// Admins only. The entry can have any status, which stays the same. Fields that are not sent keep their values. Blank
/// optional fields become null. With `If-Match`, the change is made only if the version matches; otherwise the response
/// is 412.
#[utoipa::path(
    put, path = "/api/admin/guestbook/{id}", tag = "Guestbook",
    params(IfMatchDocs), request_body = EntryChanges, responses((status = 200, body = AdminEntryResponse)),
)]
pub async fn update_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
    form: Update<EntryChanges>,
) -> Result<Json<AdminEntryResponse>, Problem> {
    entries::edit(&app, &caller.0.id, audit, id, form).await?;
    Ok(Json(current_entry(&app, &caller, id).await?))
}

/// Moderate an entry: approve, reject or file as spam.
///
/// Admins only. The entry must be pending or spam. The decision can be undone for ten minutes. After that, the author
/// of an approved or rejected entry receives an email, if the account is active and still has the same address.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/moderate", tag = "Guestbook",
    request_body = ModerationRequest,
    responses(
        (status = 200, body = AdminEntryResponse),
        (status = 409, description = "The status is already `approved` or `rejected`."),
    ),
)]
pub async fn moderate_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
    form: ValidatedJson<ModerationRequest>,
) -> Result<Json<AdminEntryResponse>, Problem> {
    decisions::moderate::<Entry>(&app, &caller.0.id, audit, (id.0, form.0)).await?;
    Ok(Json(current_entry(&app, &caller, id).await?))
}

/// Undo the last decision on an entry.
///
/// Admins only. A decision can be undone for ten minutes, until `canUndoUntil`. The entry gets its former status again.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/undo", tag = "Guestbook",
    responses(
        (status = 200, body = AdminEntryResponse),
        (status = 409, description = "There is no decision to undo, or it is older than ten minutes."),
    ),
)]
pub async fn undo_moderation(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<Json<AdminEntryResponse>, Problem> {
    entries::undo_decision(&app, &caller.0.id, audit, id).await?;
    Ok(Json(current_entry(&app, &caller, id).await?))
}

/// Delete an entry with its comments.
///
/// Admins only. The entry disappears from the public guestbook at once. For ten minutes, `restoreEntry` can restore it;
/// after that, it is deleted permanently. Authors delete their own entries with `deleteOwnEntry`.
#[utoipa::path(delete, path = "/api/admin/guestbook/{id}", tag = "Guestbook", responses((status = 204)))]
pub async fn delete_entry(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    decisions::soft_delete_record::<Entry>(&app, audit, id.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restore a deleted entry.
///
/// Admins only. Restores the entry with its images and the comments that were deleted with it, within ten minutes of
/// `deleteEntry`.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/restore", tag = "Guestbook",
    responses((status = 200, body = AdminEntryResponse)),
)]
pub async fn restore_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<Json<AdminEntryResponse>, Problem> {
    decisions::restore::<Entry>(&app, audit, id.0).await?;
    Ok(Json(current_entry(&app, &caller, id).await?))
}

/// List the comments of one status.
///
/// Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the
/// next page.
#[utoipa::path(
    get, path = "/api/admin/comments", tag = "Guestbook",
    params(
        ("status" = Option<String>, Query,
            description = "The status: pending (the default), spam, approved or rejected."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<AdminCommentResponse>)),
)]
pub async fn list_comments(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    let status = query.parse(
        "status",
        Code::Enum.with("options", "pending, spam, approved, rejected"),
        "status must be pending, spam, approved or rejected",
        parse_variant,
    );
    query.finish()?;
    let page = store::comments_by_status(&app.db, status.unwrap_or(Status::Pending), page_params).await?;
    let items: Vec<AdminCommentResponse> = page.items.into_iter().map(AdminCommentResponse::from).collect();
    Ok(page_params.respond(&uri, &items, page.total))
}

/// Moderate a comment: approve, reject or file as spam.
///
/// Admins only. The comment must be pending or spam.
#[utoipa::path(
    post, path = "/api/admin/comments/{id}/moderate", tag = "Guestbook",
    request_body = ModerationRequest,
    responses(
        (status = 200, body = AdminCommentResponse),
        (status = 409, description = "The status is already `approved` or `rejected`."),
    ),
)]
pub async fn moderate_comment(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    _: NoQuery,
    form: ValidatedJson<ModerationRequest>,
) -> Result<Json<AdminCommentResponse>, Problem> {
    Ok(Json(decisions::moderate::<Comment>(&app, &caller.0.id, audit, (id.0, form.0)).await?.into()))
}

/// Delete a comment with its replies.
///
/// Admins only. The comment and its replies disappear from the public guestbook at once. For ten minutes,
/// `restoreComment` can restore them; after that, they are deleted permanently.
#[utoipa::path(delete, path = "/api/admin/comments/{id}", tag = "Guestbook", responses((status = 204)))]
pub async fn delete_comment(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    decisions::soft_delete_record::<Comment>(&app, audit, id.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restore a deleted comment.
///
/// Admins only. Restores the comment with the replies that were deleted with it, within ten minutes of `deleteComment`.
/// The response is 404 if the entry of the comment or its parent comment is deleted.
#[utoipa::path(
    post, path = "/api/admin/comments/{id}/restore", tag = "Guestbook",
    responses((status = 200, body = AdminCommentResponse)),
)]
pub async fn restore_comment(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    _: NoQuery,
) -> Result<Json<AdminCommentResponse>, Problem> {
    Ok(Json(decisions::restore::<Comment>(&app, audit, id.0).await?.into()))
}
