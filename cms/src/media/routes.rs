//! `/api/media`.

use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{ImageUse, MediaView};
use super::form::{MediaChanges, MediaReplacement, MediaUpload};
use super::receive::{self, busy};
use super::{query, service, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::PictureId;
use crate::common::keyed_semaphore::Permit;
use crate::http::app::App;
use crate::http::caller::{SignedIn, StaffAccount};
use crate::http::conditional::Version;
use crate::http::patch::if_match;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::identity::model::{Account, Permission, Role};

/// Sends a picture.
///
/// Of the file nothing is kept but its pixels: it is turned upright, converted to sRGB, and made anew in up to four
/// widths. A picture of the library is public at once, and can be used once it is described; a photo for a guestbook
/// entry is public when the entry is.
#[utoipa::path(
    post, path = "/api/media", operation_id = "addPicture", tag = "Pictures", security(("bearer" = [])),
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = MediaView),
        (status = 408, body = Problem, content_type = "application/problem+json", description = "The file stopped coming."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many photos.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn add_picture(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    // Who may only send photos for an entry is sent away before one is on its way.
    if !caller.0.may(Permission::AddPicture) {
        service::may_send(&app, &caller.0).await?;
    }
    let _permit = upload_permit(&app, &caller.0)?;
    let parcel = receive::unpack(parts(request).await?).await?;
    let picture = MediaView::from(service::add(&app, &caller.0, audit, parcel).await?);
    let address = format!("/api/media/{}", picture.id);
    Ok((StatusCode::CREATED, AppendHeaders([(header::LOCATION, address)]), Json(picture)))
}

/// Lists the library.
///
/// The newest first. An owner sees the pictures that they sent. `X-Total-Count` says how many there are, `Link` with
/// `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/media", operation_id = "listPictures", tag = "Pictures", security(("bearer" = [])),
    params(
        ("q" = Option<String>, Query,
            description = "Words that the file's name, the description, the caption or the credit must contain: `boat`."),
        ("used" = Option<bool>, Query, description = "Pictures that something shows, or all others."),
        ("described" = Option<bool>, Query, description = "Pictures that are described or decorative, or all others."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<MediaView>, headers(
        ("x-total-count" = i64, description = "How many pictures there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_pictures(
    State(app): State<App>,
    caller: StaffAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut find = query::parse(query)?;
    find.uploader = (!caller.0.has_role(Role::Admin)).then(|| caller.0.id.clone());
    let page = store::list(&app.db, &find).await?;
    let items: Vec<MediaView> = page.items.into_iter().map(MediaView::from).collect();
    Ok(find.page.respond(&uri, &items, page.total))
}

/// One picture.
///
/// With its addresses in each width, its words and its focal point. An owner sees the pictures that they sent.
#[utoipa::path(
    get, path = "/api/media/{id}", operation_id = "getPicture", tag = "Pictures", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The picture's id.")),
    responses((status = 200, body = MediaView)),
)]
pub async fn get_picture(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<PictureId>,
    query: Query,
) -> Result<Response, Problem> {
    query.finish()?;
    let picture = kept(&app, &caller, id).await?;
    Ok((Extension(Version(picture.version)), Json(picture)).into_response())
}

/// What shows a picture.
///
/// At most 200 places, articles and guestbook entries.
#[utoipa::path(
    get, path = "/api/media/{id}/uses", operation_id = "listPictureUses", tag = "Pictures", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The picture's id.")),
    responses((status = 200, body = Vec<ImageUse>)),
)]
pub async fn list_picture_uses(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<PictureId>,
    query: Query,
) -> Result<Json<Vec<ImageUse>>, Problem> {
    query.finish()?;
    kept(&app, &caller, id).await?;
    Ok(Json(store::uses(&app.db, id).await?))
}

/// Changes a picture's words and focal point.
///
/// Fields that are not sent stay as they are. One that is in use must stay described or decorative.
#[utoipa::path(
    put, path = "/api/media/{id}", operation_id = "updatePicture", tag = "Pictures", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The picture's id."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, as for a place."),
    ),
    request_body = MediaChanges, responses((status = 200, body = MediaView)),
)]
pub async fn update_picture(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<PictureId>,
    query: Query,
    headers: HeaderMap,
    form: Update<MediaChanges>,
) -> Result<Json<MediaView>, Problem> {
    query.finish()?;
    Ok(Json(service::change(&app, &caller.0, audit, (id, if_match(&headers)?), form).await?.into()))
}

/// Puts another file in the place of a picture's.
///
/// Wherever the picture is shown, the new one is. It has another address; its words stay.
#[utoipa::path(
    put, path = "/api/media/{id}/file", operation_id = "replacePicture", tag = "Pictures", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The picture's id."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed, as for a place."),
    ),
    request_body(content = MediaReplacement, content_type = "multipart/form-data"),
    responses((status = 200, body = MediaView)),
)]
pub async fn replace_picture(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<PictureId>,
    query: Query,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<MediaView>, Problem> {
    query.finish()?;
    kept(&app, &caller, id).await?;
    let _permit = upload_permit(&app, &caller.0)?;
    let parcel = receive::unpack(parts(request).await?).await?;
    Ok(Json(service::replace(&app, &caller.0, audit, (id, if_match(&headers)?), parcel).await?.into()))
}

/// Removes a picture.
///
/// 409 names what shows it; with `force` it is removed all the same, and what shows it falls back to an illustration. For ten
/// minutes `restorePicture` brings it back; then it is gone with its files.
#[utoipa::path(
    delete, path = "/api/media/{id}", operation_id = "deletePicture", tag = "Pictures", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The picture's id."),
        ("force" = Option<bool>, Query, description = "Remove it although it is in use."),
    ),
    responses((status = 204), (status = 409, body = Problem, content_type = "application/problem+json",
        description = "Something shows it.")),
)]
pub async fn delete_picture(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<PictureId>,
    mut query: Query,
) -> Result<StatusCode, Problem> {
    let is_forced = query.bool("force").unwrap_or(false);
    query.finish()?;
    service::remove(&app, &caller.0, audit, (id, is_forced)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a removed picture back.
///
/// As it was and wherever it was shown, within ten minutes of `deletePicture`. What an admin has removed admins alone bring
/// back.
#[utoipa::path(
    post, path = "/api/media/{id}/restore", operation_id = "restorePicture", tag = "Pictures", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The picture's id.")),
    responses((status = 200, body = MediaView)),
)]
pub async fn restore_picture(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<PictureId>,
    query: Query,
) -> Result<Json<MediaView>, Problem> {
    query.finish()?;
    Ok(Json(service::restore(&app, &caller.0, audit, id).await?.into()))
}

async fn kept(app: &App, caller: &StaffAccount, id: PictureId) -> Result<MediaView, Problem> {
    let found = store::one(&app.db, id).await?;
    let theirs = found.filter(|picture| service::may_keep(&caller.0, picture));
    theirs.map(MediaView::from).ok_or_else(|| Problem::not_found("There is no such picture"))
}

/// A permit for one upload; 429 if the account or the server has too many in progress.
fn upload_permit(app: &App, caller: &Account) -> Result<Permit, Problem> {
    app.upload_limiter.try_acquire(&caller.id.0).ok_or_else(busy)
}

async fn parts(request: Request) -> Result<Multipart, Problem> {
    Multipart::from_request(request, &()).await.map_err(|_| {
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send the picture as multipart/form-data, in the part file")
    })
}
