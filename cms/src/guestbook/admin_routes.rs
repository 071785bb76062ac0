//! `/api/admin/guestbook` and `/api/admin/comments`, for admins only.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{AdminCommentView, AdminEntryView, EntryCounts};
use super::form::{AdminEntryForm, EntryChanges, ModerationForm};
use super::model::Status;
use super::store::{EntryFilter, ListQuery, Reader};
use super::{comments, moderation, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::conditional::Version;
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::http::validation::ValidatedJson;

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 1000;
/// The maximum length of a search word, in characters.
const MAX_WORD_LEN: usize = 100;

/// Defines the list of the entries with one status.
macro_rules! list_by_status {
    ($name:ident, $path:literal, $id:literal, $status:expr, $summary:literal) => {
        #[doc = $summary]
        ///
        /// The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
        #[utoipa::path(
            get, path = $path, operation_id = $id, tag = "Guestbook", security(("bearer" = [])),
            params(
                ("q" = Option<String>, Query,
                    description = "Words that author, message, nationality or location must contain; case and accents do not matter: `boat`."),
                ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many at the most."),
                ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
            ),
            responses((status = 200, body = Vec<AdminEntryView>, headers(
                ("x-total-count" = i64, description = "How many entries there are in all."),
                ("link" = Option<String>, description = "Where the list goes on."),
            ))),
        )]
        pub async fn $name(State(app): State<App>, caller: Admin, query: Query, uri: Uri) -> Result<Response, Problem> {
            list_by_status(&app, &caller.0.id, $status, query, &uri).await
        }
    };
}

list_by_status!(
    list_pending_entries,
    "/api/admin/guestbook/pending",
    "listPendingEntries",
    Status::Pending,
    "Lists entries that wait for review."
);
list_by_status!(
    list_approved_entries,
    "/api/admin/guestbook/approved",
    "listApprovedEntries",
    Status::Approved,
    "Lists approved entries."
);
list_by_status!(
    list_spam_entries,
    "/api/admin/guestbook/spam",
    "listSpamEntries",
    Status::Spam,
    "Lists entries that are filed as spam."
);
list_by_status!(
    list_rejected_entries,
    "/api/admin/guestbook/rejected",
    "listRejectedEntries",
    Status::Rejected,
    "Lists entries that were turned down."
);

async fn list_by_status(
    app: &App,
    admin: &AccountId,
    status: Status,
    mut query: Query,
    uri: &Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    let words = list_params::words(&mut query, MAX_WORD_LEN);
    query.finish()?;
    let list = ListQuery { filter: EntryFilter::WithStatus(status), place: None, words, page_params };
    let page = store::list(&app.db, &list).await?;
    let now = app.clock.now();
    let views: Vec<AdminEntryView> =
        page.items.into_iter().map(|entry| AdminEntryView::new(entry, admin, now)).collect();
    Ok(page_params.respond(uri, &views, page.total))
}

/// Counts entries by status, and the comments that wait.
///
/// Each status is one list of the console; comments are counted apart, because they are settled by themselves.
#[utoipa::path(
    get, path = "/api/admin/guestbook/counts", operation_id = "countEntries", tag = "Guestbook",
    security(("bearer" = [])),
    responses((status = 200, body = EntryCounts)),
)]
pub async fn count_entries(State(app): State<App>, _caller: Admin, query: Query) -> Result<Json<EntryCounts>, Problem> {
    query.finish()?;
    Ok(Json(store::counts(&app.db).await?))
}

/// One entry as moderators see it, whatever its status.
///
/// With its spam score and the reasons for it, its notes and all its comments. Its `ETag` begins with its version.
#[utoipa::path(
    get, path = "/api/admin/guestbook/{id}", operation_id = "getAdminEntry", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The entry's id.")),
    responses((status = 200, body = AdminEntryView)),
)]
pub async fn get_admin_entry(
    State(app): State<App>,
    caller: Admin,
    PathId(id): PathId<EntryId>,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let entry = now(&app, &caller, id).await?;
    Ok((Extension(Version(entry.version)), Json(entry)))
}

/// The entry as it is now.
async fn now(app: &App, caller: &Admin, id: EntryId) -> Result<AdminEntryView, Problem> {
    let entry = store::one(&app.db, id, &Reader::Moderator).await?;
    let entry = entry.ok_or_else(|| Problem::not_found("There is no such entry"))?;
    Ok(AdminEntryView::new(entry, &caller.0.id, app.clock.now()))
}

/// Adds an entry in somebody's name.
///
/// It is approved, and so public at once.
#[utoipa::path(
    post, path = "/api/admin/guestbook", operation_id = "createAdminEntry", tag = "Guestbook",
    security(("bearer" = [])),
    request_body = AdminEntryForm, responses((status = 201, body = AdminEntryView)),
)]
pub async fn create_admin_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<AdminEntryForm>,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let id = moderation::add(&app, audit, form.0).await?;
    let address = format!("/api/admin/guestbook/{id}");
    let view = now(&app, &caller, id).await?;
    Ok((StatusCode::CREATED, AppendHeaders([(header::LOCATION, address)]), Json(view)))
}

/// Changes an entry.
///
/// Whatever its status, which stays. Fields that are not sent stay as they are, blank ones become null. With
/// `If-Match` the change is made only to that version.
#[utoipa::path(
    put, path = "/api/admin/guestbook/{id}", operation_id = "updateEntry", tag = "Guestbook",
    security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The entry's id."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed: its number in quotes, as in `\"3\"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well."),
    ),
    request_body = EntryChanges, responses((status = 200, body = AdminEntryView)),
)]
pub async fn update_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    query: Query,
    headers: HeaderMap,
    form: Update<EntryChanges>,
) -> Result<Json<AdminEntryView>, Problem> {
    query.finish()?;
    moderation::edit(&app, &caller.0.id, audit, (id, if_match(&headers)?), form).await?;
    Ok(Json(now(&app, &caller, id).await?))
}

/// Settles an entry: approved, rejected or spam.
///
/// From waiting and from spam alone. For ten minutes it can be undone; an author whose entry is approved gets a letter.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/moderate", operation_id = "moderateEntry", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The entry's id.")),
    request_body = ModerationForm,
    responses(
        (status = 200, body = AdminEntryView),
        (status = 409, body = Problem, content_type = "application/problem+json", description = "It is settled already."),
    ),
)]
pub async fn moderate_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    query: Query,
    form: ValidatedJson<ModerationForm>,
) -> Result<Json<AdminEntryView>, Problem> {
    query.finish()?;
    moderation::moderate(&app, &caller.0.id, audit, (id, form.0)).await?;
    Ok(Json(now(&app, &caller, id).await?))
}

/// Undoes the newest verdict on an entry.
///
/// Within ten minutes of it (`canUndoUntil`); the entry stands again as it stood before.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/undo", operation_id = "undoModeration", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The entry's id.")),
    responses(
        (status = 200, body = AdminEntryView),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "There is no verdict, or it is older than ten minutes."),
    ),
)]
pub async fn undo_moderation(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    query: Query,
) -> Result<Json<AdminEntryView>, Problem> {
    query.finish()?;
    moderation::undo(&app, &caller.0.id, audit, id).await?;
    Ok(Json(now(&app, &caller, id).await?))
}

/// Deletes an entry with its comments.
///
/// At once, also from the public guestbook. For ten minutes `restoreEntry` brings it back; then it is gone for good. An
/// author withdraws an entry of their own with `deleteOwnEntry`.
#[utoipa::path(
    delete, path = "/api/admin/guestbook/{id}", operation_id = "deleteEntry", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The entry's id.")),
    responses((status = 204)),
)]
pub async fn delete_entry(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
    moderation::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a deleted entry back.
///
/// As it was, with its comments and photos, within ten minutes of `deleteEntry`.
#[utoipa::path(
    post, path = "/api/admin/guestbook/{id}/restore", operation_id = "restoreEntry", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The entry's id.")),
    responses((status = 200, body = AdminEntryView)),
)]
pub async fn restore_entry(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    query: Query,
) -> Result<Json<AdminEntryView>, Problem> {
    query.finish()?;
    moderation::restore(&app, audit, id).await?;
    Ok(Json(now(&app, &caller, id).await?))
}

/// Lists comments of one status.
///
/// The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/admin/comments", operation_id = "listComments", tag = "Guestbook", security(("bearer" = [])),
    params(
        ("status" = Option<String>, Query,
            description = "pending (also when it is not said), spam, approved or rejected."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<AdminCommentView>, headers(
        ("x-total-count" = i64, description = "How many comments there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_comments(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    let status = query.parse("status", "status must be pending, spam, approved or rejected", Status::parse);
    query.finish()?;
    let page = store::comments_of(&app.db, status.unwrap_or(Status::Pending), page_params).await?;
    let views: Vec<AdminCommentView> = page.items.into_iter().map(AdminCommentView::from).collect();
    Ok(page_params.respond(&uri, &views, page.total))
}

/// Settles a comment: approved, rejected or spam.
///
/// From waiting and from spam alone.
#[utoipa::path(
    post, path = "/api/admin/comments/{id}/moderate", operation_id = "moderateComment", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The comment's id.")),
    request_body = ModerationForm,
    responses(
        (status = 200, body = AdminCommentView),
        (status = 409, body = Problem, content_type = "application/problem+json", description = "It is settled already."),
    ),
)]
pub async fn moderate_comment(
    State(app): State<App>,
    caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    query: Query,
    form: ValidatedJson<ModerationForm>,
) -> Result<Json<AdminCommentView>, Problem> {
    query.finish()?;
    Ok(Json(comments::moderate(&app, &caller.0.id, audit, (id, form.0)).await?.into()))
}

/// Deletes a comment with the answers to it.
///
/// It is gone from the public guestbook at once, and the answers under it with it. For ten minutes `restoreComment` brings
/// them back.
#[utoipa::path(
    delete, path = "/api/admin/comments/{id}", operation_id = "deleteComment", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The comment's id.")),
    responses((status = 204)),
)]
pub async fn delete_comment(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
    comments::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a deleted comment back.
///
/// As it was, with the answers to it, within ten minutes of `deleteComment`.
#[utoipa::path(
    post, path = "/api/admin/comments/{id}/restore", operation_id = "restoreComment", tag = "Guestbook",
    security(("bearer" = [])),
    params(("id" = i64, Path, description = "The comment's id.")),
    responses((status = 200, body = AdminCommentView)),
)]
pub async fn restore_comment(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<CommentId>,
    query: Query,
) -> Result<Json<AdminCommentView>, Problem> {
    query.finish()?;
    Ok(Json(comments::restore(&app, audit, id).await?.into()))
}
