//! `/api/admin/users`, for admins only.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{PasswordLinkResponse, UserChanges, UserCounts, UserRequest, UserResponse};
use super::list::{self, MAX_LIMIT};
use super::service;
use crate::audit::log::AuditContext;
use crate::common::id::AccountId;
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::{Admin, Client, RequireBuiltinProvider};
use crate::http::input::pagination::{self, CursorParameterDocs, PageParameterDocs};
use crate::http::input::query_string::{NoQuery, Query};
use crate::http::input::update::{IfMatchDocs, Update, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// List accounts.
///
/// Admins only. By default, the newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the
/// URL of the next page.
#[utoipa::path(
    get, path = "/api/admin/users", tag = "Users",
    params(
        ("q" = Option<String>, Query, description = "The search words: each must occur in the name or the email address. Case and diacritics are ignored: `linh`."),
        ("role" = Option<String>, Query, description = "Only accounts with this role: `viewer`, `business_owner` or `admin`."),
        PageParameterDocs<MAX_LIMIT>,
        CursorParameterDocs,
        ("sort" = Option<String>, Query,
            description = "The order: one of name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id. `-` means descending. The default is -createdAt."),
    ),
    responses((status = 200, body = Vec<UserResponse>)),
)]
pub async fn list_users(State(app): State<App>, _caller: Admin, query: Query, uri: Uri) -> Result<Response, Problem> {
    let query = list::parse(query)?;
    let page = list::list(&app.db, &query).await?;
    let last = page.items.last().filter(|_| page.has_more);
    let next = last.map(|last| list::cursor_after(last, query.sort).encode());
    let next = next.map(|cursor| pagination::next_link(&uri, ("cursor", cursor)));
    let users: Vec<UserResponse> = page.items.into_iter().map(UserResponse::from).collect();
    Ok(pagination::page_response(Json(users), page.total, next))
}

/// Count accounts by role.
///
/// Admins only. Deactivated accounts are included.
#[utoipa::path(get, path = "/api/admin/users/counts", tag = "Users", responses((status = 200, body = UserCounts)))]
pub async fn count_users(State(app): State<App>, _caller: Admin, _: NoQuery) -> Result<Json<UserCounts>, Problem> {
    Ok(Json(list::count_by_role(&app.db).await?))
}

/// Export accounts as CSV.
///
/// Admins only. The file has all matching accounts, without pagination. A cell that a spreadsheet would read as a
/// formula begins with an apostrophe.
#[utoipa::path(
    get, path = "/api/admin/users.csv", tag = "Users",
    params(
        ("q" = Option<String>, Query, description = "As in `listUsers`."),
        ("role" = Option<String>, Query, description = "As in `listUsers`."),
    ),
    responses(
        (status = 200, body = String, content_type = "text/csv", headers(
            ("x-total-count" = i64, description = "The number of accounts in the file."),
            ("content-disposition" = String, description = "The name of the file: `users-export-{date}.csv`."),
        ), example = json!("ID,Email,First Name,Last Name,Role,Active,Created At\r\n0198c6a1f0e27d4cb1a29c1e5a7d3f10,linh@example.org,Linh,Tran,viewer,Yes,2026-11-21T08:00:00.000Z\r\n")),
    ),
)]
pub async fn export_users(State(app): State<App>, _caller: Admin, mut query: Query) -> Result<Response, Problem> {
    let filters = list::parse_filters(&mut query);
    query.finish()?;
    let (file, total) = list::export_csv(&app.db, filters).await?;
    let date: String = app.clock.now().to_string().chars().take(10).collect();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"users-export-{date}.csv\"")),
    ];
    Ok((headers, pagination::page_response(file, total, None)).into_response())
}

/// Get an account.
///
/// Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
#[utoipa::path(
    get, path = "/api/admin/users/{id}", tag = "Users",
    params(("id" = String, Path, description = "The id of the account.")),
    responses((status = 200, body = UserResponse)),
)]
pub async fn get_user(
    State(app): State<App>,
    _caller: Admin,
    PathAccountId(id): PathAccountId,
    _: NoQuery,
) -> Result<(Extension<RecordVersion>, Json<UserResponse>), Problem> {
    let account = service::find(&app, &id).await?;
    Ok((Extension(RecordVersion(account.version)), Json(account.into())))
}

/// Create an account.
///
/// Admins only. An active account receives an invitation, an email with a link to set a password, unless Firebase
/// manages the accounts.
#[utoipa::path(
    post, path = "/api/admin/users", tag = "Users",
    request_body = UserRequest, responses((status = 201, body = UserResponse)),
)]
pub async fn create_user(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<UserChanges, UserRequest>,
) -> Result<Response, Problem> {
    let account = service::add(&app, audit, form.0).await?;
    Ok(created_response(false, format!("/api/admin/users/{}", account.id), UserResponse::from(account)))
}

/// Update an account.
///
/// Admins only. Fields that are not sent keep their values. The change applies from the account's next request on. With
/// `If-Match`, the change is made only if the version matches; otherwise the response is 412. The last admin who can
/// sign in must remain an active admin.
///
/// A changed email address is no longer verified, and its earlier links become invalid. Deactivation refuses all tokens
/// of the account; activation ends its former sessions. If an account whose address is not verified gets a higher role,
/// its password, second factor, sessions and links to identity providers are removed. If it is active and the guide
/// manages the accounts, it then receives an invitation.
#[utoipa::path(
    put, path = "/api/admin/users/{id}", tag = "Users",
    params(("id" = String, Path, description = "The id of the account."), IfMatchDocs), request_body = UserChanges,
    responses(
        (status = 200, body = UserResponse),
        (status = 409, description = "The account is the last admin who can sign in."),
    ),
)]
pub async fn update_user(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathAccountId(id): PathAccountId,
    _: NoQuery,
    form: Update<UserChanges>,
) -> Result<Json<UserResponse>, Problem> {
    Ok(Json(service::change(&app, audit, id, form).await?.into()))
}

/// Delete an account.
///
/// Admins only. Ends its sessions and deletes its likes and inquiries, and its guestbook entries and comments that are
/// not public. Public ones remain under an abbreviated name, and its places remain without an owner. The last admin who
/// can sign in cannot be deleted.
#[utoipa::path(
    delete, path = "/api/admin/users/{id}", tag = "Users",
    params(("id" = String, Path, description = "The id of the account.")),
    responses((status = 204), (status = 409, description = "The account is the last admin who can sign in.")),
)]
pub async fn delete_user(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathAccountId(id): PathAccountId,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a password link for an admin to hand over.
///
/// Admins only. For an account without a password it is an invitation, otherwise a link to reset the password. The link
/// can be used once and replaces all earlier ones. Its use ends all sessions of the account. Unlike a link in an email,
/// it does not verify the address and never removes the second factor. `sendInvitation` sends an invitation by email.
#[utoipa::path(
    post, path = "/api/admin/users/{id}/password-link", tag = "Users",
    params(("id" = String, Path, description = "The id of the account.")),
    responses(
        (status = 201, body = PasswordLinkResponse, description = "The link was created."),
        (status = 409, description = "The account is inactive or the caller's own, or Firebase manages the accounts of this guide."),
        (status = 429, description = "Too many links were requested."),
    ),
)]
pub async fn create_password_link(
    State(app): State<App>,
    caller: Admin,
    _builtin_provider: RequireBuiltinProvider,
    (client, audit): (Client, AuditContext),
    PathAccountId(id): PathAccountId,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let link = service::create_password_link(&app, (&client, audit), &caller.0, id).await?;
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(link)))
}

/// Send an invitation.
///
/// Admins only, for an active account without a password, even if it was invited before. The email has a new link to
/// set a password, which can be used once within seven days. Earlier links become invalid. Without a mail server the
/// email stays in the outbox: use `createPasswordLink` instead.
#[utoipa::path(
    post, path = "/api/admin/users/{id}/invitation", tag = "Users",
    params(("id" = String, Path, description = "The id of the account.")),
    responses(
        (status = 202, description = "The email was queued."),
        (status = 409, description = "The account is inactive or has a password, or Firebase manages the accounts of this guide."),
        (status = 429, description = "Too many links were requested."),
    ),
)]
pub async fn send_invitation(
    State(app): State<App>,
    _caller: Admin,
    _builtin_provider: RequireBuiltinProvider,
    (client, audit): (Client, AuditContext),
    PathAccountId(id): PathAccountId,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    service::invite(&app, (&client, audit), id).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Extracts an account's id from the path. Errors: 404 for a text that cannot be an id.
pub struct PathAccountId(AccountId);

impl<S: Send + Sync> FromRequestParts<S> for PathAccountId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, state).await;
        let Path(id) = path.map_err(|_| service::user_not_found())?;
        service::parse_id(id).map(Self)
    }
}
