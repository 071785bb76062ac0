//! `/api/media`.

use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::model::Image;
use super::requests::{MediaChanges, MediaReplacement, MediaUpload};
use super::service;
use super::store::{self, ImageListQuery, ImageUse};
use super::upload::{self, UploadForm, too_many_uploads};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, Permission, Role};
use crate::common::id::ImageId;
use crate::common::keyed_semaphore::Permit;
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::{ActiveAccount, StaffAccount};
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::{IfMatch, IfMatchDocs, Update, created_response};
use crate::http::problem::{Code, Problem};

const MAX_LIMIT: i64 = 100;
/// The maximum length of a search word, in code points.
const MAX_WORD_CHARS: usize = 60;

/// Upload an image.
///
/// Business owners and admins upload to the library; every account can upload images for guestbook entries. Only the
/// pixels of the file are kept: the image is rotated upright, converted to sRGB, and stored in up to four widths. An
/// image of the library is public at once, and can be used once it has a text alternative or is decorative. An image
/// for a guestbook entry is public when the entry is. It is deleted if it is not in an entry a day after the upload.
#[utoipa::path(
    post, path = "/api/media", tag = "Images",
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Image),
        (status = 408, description = "The upload stalled."),
        (status = 429, description = "The account has uploaded too many images for guestbook entries: 9 that are not in an entry yet, or 60 within a day."),
    ),
)]
pub async fn add_image(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    request: Request,
) -> Result<Response, Problem> {
    // The quota of travelers is checked before the upload is read.
    if !caller.0.may(Permission::AddImage) {
        service::check_photo_quotas(&app, &caller.0).await?;
    }
    let (_permit, form) = receive_upload(&app, &caller.0, request).await?;
    let image = service::add(&app, &caller.0, audit, form).await?;
    Ok(created_response(false, format!("/api/media/{}", image.id), image))
}

/// List the images of the library.
///
/// Business owners and admins. Business owners see only the images that they uploaded. The newest come first.
/// `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/media", tag = "Images",
    params(
        ("q" = Option<String>, Query,
            description = "The search words: each must occur in the file name, the text alternative, the caption or the credit. Case and diacritics are ignored: `boat`."),
        ("used" = Option<bool>, Query, description = "`true`: only images in use; `false`: only the others."),
        ("described" = Option<bool>, Query, description = "`true`: only images that have a text alternative or are decorative; `false`: only the others."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<Image>)),
)]
pub async fn list_images(
    State(app): State<App>,
    caller: StaffAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let words = query.words(MAX_WORD_CHARS);
    let (is_used, is_described) = (query.bool("used"), query.bool("described"));
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let uploader_id = (!caller.0.has_role(Role::Admin)).then(|| caller.0.id.clone());
    let query = ImageListQuery { words, is_used, is_described, uploader_id, page };
    let page = store::list(&app.db, &query).await?;
    Ok(query.page.respond(&uri, &page.items, page.total))
}

/// Get an image.
///
/// Admins and, if the image is in the library, its uploader. Returns the URL, the widths, the texts and the focal point
/// of the image.
#[utoipa::path(
    get, path = "/api/media/{id}", tag = "Images",
    params(("id" = i64, Path, description = "The id of the image.")), responses((status = 200, body = Image)),
)]
pub async fn get_image(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<ImageId>,
    _: NoQuery,
) -> Result<Response, Problem> {
    let image = service::ensure_can_manage(&caller.0, store::find(&app.db, id).await?)?;
    Ok((Extension(RecordVersion(image.version)), Json(image)).into_response())
}

/// List the records that show an image.
///
/// Admins and, if the image is in the library, its uploader. Returns at most 200 places, articles, guestbook
/// entries and settings.
#[utoipa::path(
    get, path = "/api/media/{id}/uses", tag = "Images",
    params(("id" = i64, Path, description = "The id of the image.")), responses((status = 200, body = Vec<ImageUse>)),
)]
pub async fn list_image_uses(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<ImageId>,
    _: NoQuery,
) -> Result<Json<Vec<ImageUse>>, Problem> {
    service::ensure_can_manage(&caller.0, store::find(&app.db, id).await?)?;
    Ok(Json(store::list_uses(&app.db, id).await?))
}

/// Update the texts and the focal point of an image.
///
/// Admins and, if the image is in the library, its uploader. Fields that are not sent keep their values. An
/// image in use must keep a text alternative or be decorative. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412.
#[utoipa::path(
    put, path = "/api/media/{id}", tag = "Images",
    params(("id" = i64, Path, description = "The id of the image."), IfMatchDocs), request_body = MediaChanges,
    responses((status = 200, body = Image)),
)]
pub async fn update_image(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<ImageId>,
    _: NoQuery,
    update: Update<MediaChanges>,
) -> Result<Json<Image>, Problem> {
    Ok(Json(service::change(&app, &caller.0, audit, id, update).await?))
}

/// Replace the file of an image.
///
/// Admins and, if the image is in the library, its uploader. All records that show the image show the new
/// file. The URL changes; the texts stay.
#[utoipa::path(
    put, path = "/api/media/{id}/file", tag = "Images",
    params(("id" = i64, Path, description = "The id of the image."), IfMatchDocs),
    request_body(content = MediaReplacement, content_type = "multipart/form-data"),
    responses((status = 200, body = Image)),
)]
pub async fn replace_image(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<ImageId>,
    _: NoQuery,
    request: Request,
) -> Result<Json<Image>, Problem> {
    let if_match = IfMatch::parse(request.headers());
    service::ensure_can_manage(&caller.0, store::find(&app.db, id).await?)?;
    let (_permit, form) = receive_upload(&app, &caller.0, request).await?;
    Ok(Json(service::replace_file(&app, &caller.0, audit, (id, if_match), form).await?))
}

/// Delete an image.
///
/// Admins and, if the image is in the library, its uploader. If the image is in use, the response is 409 and names up
/// to three of the records. With `force` it is deleted anyway, and these records show an illustration instead.
/// `restoreImage` restores it for ten minutes; after that it is deleted permanently with its files.
#[utoipa::path(
    delete, path = "/api/media/{id}", tag = "Images",
    params(
        ("id" = i64, Path, description = "The id of the image."),
        ("force" = Option<bool>, Query, description = "`true`: delete the image even if it is in use."),
    ),
    responses((status = 204), (status = 409, description = "The image is in use.")),
)]
pub async fn delete_image(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<ImageId>,
    mut query: Query,
) -> Result<StatusCode, Problem> {
    let force = query.bool("force").unwrap_or(false);
    query.finish()?;
    service::remove(&app, &caller.0, audit, (id, force)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restore a deleted image.
///
/// Restores the image and its uses, within ten minutes of `deleteImage`. Only admins can restore an image that an
/// admin has deleted.
#[utoipa::path(
    post, path = "/api/media/{id}/restore", tag = "Images",
    params(("id" = i64, Path, description = "The id of the image.")), responses((status = 200, body = Image)),
)]
pub async fn restore_image(
    State(app): State<App>,
    caller: StaffAccount,
    audit: AuditContext,
    PathId(id): PathId<ImageId>,
    _: NoQuery,
) -> Result<Json<Image>, Problem> {
    Ok(Json(service::restore(&app, &caller.0, audit, id).await?))
}

/// Reads an upload, with a permit that the caller holds until the image is stored. Errors: 415 for another content
/// type; 503 if the account or the server has too many uploads in progress; those of [`upload::read_upload_form`].
async fn receive_upload(app: &App, caller: &Account, request: Request) -> Result<(Permit, UploadForm), Problem> {
    let permit = app.media.upload_permits.try_acquire(&caller.id.0).ok_or_else(too_many_uploads)?;
    let parts = Multipart::from_request(request, &()).await.map_err(|_| {
        let (status, code) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::UnsupportedMediaType);
        Problem::new(status, code, "Send the image as multipart/form-data in the part named file")
    })?;
    Ok((permit, upload::read_upload_form(parts).await?))
}
