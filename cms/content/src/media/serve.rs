//! `/media/{file}`: the files of images. Clients may cache public files for a year. Files of images that are not
//! public, such as photos of a pending guestbook entry, are sent only to their uploader and to admins, and are not
//! cached.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;

use super::model::{Image, key_of_file_name};
use super::store;
use crate::auth::domain::accounts::Role;
use crate::common::error_chain;
use crate::http::app::App;
use crate::http::cache::matches_if_none_match;
use crate::http::caller::OptionalAccount;
use crate::http::problem::Problem;
use crate::integrations::blob_store::{BlobStoreError, FileName};

/// A file's content never changes: a replaced image gets new file names.
const CACHE_IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The policy that prevents scripts in an image file, whatever content type a browser assumes.
const SANDBOX_CSP: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The route of the files of images.
pub fn routes() -> Router<App> {
    Router::new().route("/media/{file}", get(serve_file))
}

fn map_read_error(error: BlobStoreError) -> Problem {
    tracing::error!(error = %error_chain::display(&error), "failed to read image file");
    Problem::unavailable("The image can't be read right now. Please try again.")
}

async fn serve_file(
    State(app): State<App>,
    Path(name): Path<String>,
    caller: OptionalAccount,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let image_not_found = || Problem::not_found("This image does not exist");
    let name = FileName::new(&name).ok_or_else(image_not_found)?;
    let key = key_of_file_name(name.as_str()).ok_or_else(image_not_found)?;
    let image =
        store::find_by_key(&app.db, key).await?.filter(|image| may_see(&caller, image)).ok_or_else(image_not_found)?;
    if !image.file_names().iter().any(|file| file == name.as_str()) {
        return Err(image_not_found());
    }
    let etag = HeaderValue::from_str(&format!("\"{}\"", name.as_str())).map_err(|_| image_not_found())?;
    let mut response = if matches_if_none_match(&headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = app.media.files.read(&name).await.map_err(map_read_error)?.ok_or_else(|| {
            tracing::error!(name = name.as_str(), "image file missing");
            image_not_found()
        })?;
        file_or_range_response(bytes, &headers)
    };
    let response_headers = response.headers_mut();
    let content_type = if name.as_str().ends_with(".webp") { "image/webp" } else { "image/jpeg" };
    response_headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response_headers.insert(header::ETAG, etag);
    response_headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    response_headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    response_headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX_CSP);
    if image.is_public {
        response_headers.insert(header::CACHE_CONTROL, CACHE_IMMUTABLE);
        response_headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        let policy = HeaderName::from_static("cross-origin-resource-policy");
        response_headers.insert(policy, HeaderValue::from_static("cross-origin"));
    } else {
        response_headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

/// Whether the caller may see the image. Only its uploader and admins see an image that is not public (R416).
fn may_see(caller: &OptionalAccount, image: &Image) -> bool {
    let is_uploader_or_admin = |account: &crate::auth::domain::accounts::Account| {
        account.has_role(Role::Admin) || image.uploader_id.as_ref() == Some(&account.id)
    };
    image.is_public || caller.0.as_ref().is_some_and(is_uploader_or_admin)
}

/// The response with the requested byte range, or with the whole file if no range or several ranges are requested. 416
/// if the range is outside the file.
fn file_or_range_response(bytes: Bytes, headers: &HeaderMap) -> Response {
    let length = bytes.len();
    let range = headers.get(header::RANGE).and_then(|range| parse_byte_range(range.to_str().ok()?, length));
    let (status, content_range, part) = match range {
        None => return bytes.into_response(),
        Some(Err(())) => (StatusCode::RANGE_NOT_SATISFIABLE, format!("bytes */{length}"), Bytes::new()),
        Some(Ok((first, last))) => {
            (StatusCode::PARTIAL_CONTENT, format!("bytes {first}-{last}/{length}"), bytes.slice(first..=last))
        }
    };
    (status, [(header::CONTENT_RANGE, content_range)], part).into_response()
}

/// The positions of the first and the last byte of a single range (RFC 9110, section 14.1.2). An error if the range is
/// outside the file. `None` for any other header value, which the server ignores.
fn parse_byte_range(range: &str, length: usize) -> Option<Result<(usize, usize), ()>> {
    let (first, last) = range.trim().strip_prefix("bytes=")?.trim().split_once('-')?;
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // A number that is too large for `usize` is beyond the end of any file.
        is_number.then(|| text.parse::<usize>().unwrap_or(usize::MAX))
    };
    let (first, last) = match (first, last) {
        // `bytes=-3`: the last three bytes of the file.
        ("", suffix) => (length.saturating_sub(number(suffix)?), usize::MAX),
        (first, "") => (number(first)?, usize::MAX),
        (first, last) => (number(first)?, number(last)?),
    };
    (first <= last).then(|| if first < length { Ok((first, last.min(length - 1))) } else { Err(()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_ranges_follow_rfc_9110() {
        for (range, expected) in [
            ("bytes=0-3", Some(Ok((0, 3)))),
            ("bytes=4-", Some(Ok((4, 9)))),
            ("bytes=-3", Some(Ok((7, 9)))),
            ("bytes=-99", Some(Ok((0, 9)))),
            ("bytes=2-99999999999999999999999", Some(Ok((2, 9)))),
            ("bytes=10-", Some(Err(()))),
            ("bytes=-0", Some(Err(()))),
            ("bytes=3-2", None),
            ("bytes=0-1,4-5", None),
            ("bytes=+1-2", None),
            ("items=0-3", None),
            ("", None),
        ] {
            assert_eq!(parse_byte_range(range, 10), expected, "{range}");
        }
        assert_eq!(parse_byte_range("bytes=0-", 0), Some(Err(())));
    }
}
