//! Receives the file of an import.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;

use super::file::MAX_FILE_BYTES;
use crate::auth::domain::accounts::Account;
use crate::common::keyed_semaphore::{KeyedSemaphore, Permit};
use crate::common::text;
use crate::http::input::validation::{body_problem, unknown_field_error};
use crate::http::problem::{Code, FieldError, Problem};

/// An upload is aborted after this time.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(120);
/// The maximum length of the stored name of a file, in code points.
const MAX_FILE_NAME_CHARS: usize = 120;
/// The maximum number of unknown parts that an error names.
const MAX_REPORTED_UNKNOWN_PARTS: usize = 20;
/// The limits of concurrent uploads, in total and per account, because each file is kept in memory.
static UPLOAD_LIMIT: LazyLock<KeyedSemaphore> = LazyLock::new(|| KeyedSemaphore::new(2, 1));

/// A file that was received completely, with the permit of its upload.
#[derive(Debug)]
pub struct UploadedFile {
    /// The name without folders.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// The permit of the upload, which is released when the rows are stored.
    pub permit: Permit,
}

/// Reads the file of a request. Errors: 400 if the body is malformed; 408 if the upload takes too long; 413 if the file
/// is too large; 415 if the body is not `multipart/form-data`; 422 if the file is missing or a part is unknown; 503 if
/// too many uploads are running.
pub async fn receive(request: Request, caller: &Account) -> Result<UploadedFile, Problem> {
    let busy = || Problem::unavailable("Another file is being imported right now. Please try again in a moment.");
    let permit = UPLOAD_LIMIT.try_acquire(&caller.id.0).ok_or_else(busy)?;
    let parts = Multipart::from_request(request, &()).await.map_err(|_| {
        let (status, code) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::UnsupportedMediaType);
        Problem::new(status, code, "Send the file as multipart/form-data in the part named file")
    })?;
    let stalled_problem =
        |_| Problem::new(StatusCode::REQUEST_TIMEOUT, Code::RequestTimeout, "The upload stalled. Please try again.");
    let (name, bytes) = tokio::time::timeout(UPLOAD_TIMEOUT, read_file(parts)).await.map_err(stalled_problem)??;
    Ok(UploadedFile { name, bytes, permit })
}

async fn read_file(mut parts: Multipart) -> Result<(String, Vec<u8>), Problem> {
    let (mut file, mut errors) = (None, Vec::new());
    while let Some(part) = parts.next_field().await.map_err(multipart_problem)? {
        match part.name().unwrap_or_default() {
            "file" if file.is_none() => {
                let name = clean_file_name(part.file_name().unwrap_or_default());
                file = Some((name, read_content(part).await?));
            }
            other if errors.len() < MAX_REPORTED_UNKNOWN_PARTS => {
                errors.push(unknown_field_error(other.chars().take(60).collect()));
            }
            _ => {}
        }
    }
    if file.is_none() {
        errors.push(FieldError::new(Code::Required, "file", "Please choose a file"));
    }
    file.filter(|_| errors.is_empty()).ok_or_else(|| Problem::invalid(errors))
}

async fn read_content(mut part: Field<'_>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(multipart_problem)? {
        if bytes.len() + chunk.len() > MAX_FILE_BYTES {
            return Err(too_large_problem());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn too_large_problem() -> Problem {
    let (code, sentence) = (Code::PayloadTooLarge.with("limit", MAX_FILE_BYTES), "The file is larger than 20 MB");
    let errors = vec![FieldError::new(code.clone(), "file", sentence)];
    Problem { errors, ..Problem::new(StatusCode::PAYLOAD_TOO_LARGE, code, sentence) }
}

fn multipart_problem(error: MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large_problem();
    }
    body_problem(Code::MultipartInvalid, "The body is not multipart/form-data, or ended too early")
}

/// The file name at the end of the path that the client sent, without control characters. The separator of the path may
/// be a slash or a backslash.
fn clean_file_name(sent_path: &str) -> String {
    let last = sent_path.rsplit(['/', '\\']).next().unwrap_or_default();
    text::clip(&text::nfc(&text::single_line(last)), MAX_FILE_NAME_CHARS).to_owned()
}
