//! Image uploads: writes the uploaded file to a temporary file, decodes it, and stores its variants. The caller then
//! adds the row that names the variants.

use std::io::{ErrorKind, Read, Seek};
use std::time::Duration;

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::http::StatusCode;
use imaging::{ImagingError, PreparedImage, VariantFormat};
use tokio::io::AsyncWriteExt;
use tokio::time::Instant;

use super::model::file_names;
use super::requests::{ALT_TOO_LONG, MAX_ALT_CHARS};
use crate::common::worker_pool::WorkerPoolError;
use crate::common::{error_chain, text};
use crate::http::app::App;
use crate::http::input::validation::{body_problem, unknown_field_error};
use crate::http::problem::{Code, CodeWithParams, FieldError, Problem};
use crate::integrations::blob_store::{BlobStoreError, FileName};

/// The maximum length of the body of an upload in bytes: the largest file, and 64 KiB for text fields and headers of
/// parts.
pub const MAX_BODY_BYTES: usize = imaging::MAX_FILE_BYTES + (64 << 10);
/// An upload is aborted if the client sends no data for this time, or less than [`MIN_BYTES_PER_TIMEOUT`] bytes of the
/// file.
const UPLOAD_IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The minimum number of bytes of the file per [`UPLOAD_IDLE_TIMEOUT`]. Even a weak mobile connection sends more. A
/// slower upload would keep other uploads from starting, because their number is limited.
const MIN_BYTES_PER_TIMEOUT: usize = 8 << 10;
/// The maximum length of `purpose` and of `alt`, each in bytes.
const MAX_TEXT_BYTES: usize = 4 << 10;
/// The maximum number of unknown parts that an error response names. A second file counts as an unknown part.
const MAX_REPORTED_UNKNOWN_PARTS: usize = 20;
/// The maximum length of the name of the uploaded file, in code points. Longer names are cut.
const MAX_NAME_CHARS: usize = 120;

/// The parts of one upload request.
#[derive(Debug, Default)]
pub struct UploadForm {
    file: Option<std::fs::File>,
    /// The name of the uploaded file.
    pub name: String,
    /// The upload's purpose, if given.
    pub purpose: Option<String>,
    /// The text alternative, if given.
    pub alt: Option<String>,
}

/// An image whose files are stored.
#[derive(Debug)]
pub struct StoredImage {
    /// The part that the names of its files have in common.
    pub key: String,
    /// The size, the colors and the variants of the decoded image.
    pub prepared_image: PreparedImage,
    /// The total size of its files in bytes.
    pub bytes: i64,
}

/// Reads the parts of an upload request. Errors: 400 for a body that is not valid `multipart/form-data`; 408 for a
/// stalled upload; 413 for a file or a text that is too large; 422 with each field that breaks a rule; 503 or 507 if
/// the temporary file cannot be written.
pub async fn read_upload_form(mut parts: Multipart) -> Result<UploadForm, Problem> {
    let mut form = UploadForm::default();
    let mut errors = Vec::new();
    while let Some(mut field) = with_idle_timeout(parts.next_field()).await? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" if form.file.is_none() => {
                form.name = clean_file_name(field.file_name().unwrap_or_default());
                form.file = Some(write_to_temp_file(&mut field).await?);
            }
            "purpose" => form.purpose = Some(read_text(&mut field).await?).filter(|text| !text.is_empty()),
            "alt" => form.alt = Some(read_text(&mut field).await?).filter(|text| !text.is_empty()),
            other if errors.len() < MAX_REPORTED_UNKNOWN_PARTS => {
                errors.push(unknown_field_error(other.chars().take(60).collect()));
            }
            _ => {}
        }
    }
    if form.alt.as_ref().is_some_and(|alt| alt.chars().count() > MAX_ALT_CHARS) {
        errors.push(FieldError::new(Code::MaxLength.with("limit", MAX_ALT_CHARS), "alt", ALT_TOO_LONG));
    }
    if form.file.is_none() {
        errors.push(FieldError::new(Code::Required, "file", "Please choose an image"));
    }
    if errors.is_empty() { Ok(form) } else { Err(Problem::invalid(errors)) }
}

/// Decodes the file and stores its variants. Errors: 422 for a file that cannot be used; 503 if too many files are
/// waiting to be decoded, or if a variant cannot be stored; 507 if the disk is full.
pub async fn decode_and_store(app: &App, form: &mut UploadForm) -> Result<StoredImage, Problem> {
    let mut file = form.file.take().ok_or_else(|| decode_problem(&ImagingError::Empty))?;
    let prepared_image = app.media.workers.run(move || {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map(|_| imaging::prepare(&bytes))
    });
    let prepared_image = match prepared_image.await {
        Ok(Ok(Ok(prepared_image))) => prepared_image,
        Ok(Ok(Err(reason))) => return Err(decode_problem(&reason)),
        // A file that makes a decoder panic is refused as corrupt.
        Err(WorkerPoolError::Panicked) => return Err(decode_problem(&ImagingError::Corrupt)),
        Err(WorkerPoolError::Busy) => return Err(too_many_uploads()),
        Ok(Err(error)) => return Err(storage_problem(&error)),
    };
    let key = format!("{:08x}-{}", rand::random::<u32>(), prepared_image.digest());
    let widths = prepared_image.widths().into_iter().map(i64::from);
    let mut bytes = 0;
    for (name, variant) in file_names(&key, widths).into_iter().zip(&prepared_image.variants) {
        debug_assert_eq!(name.ends_with(".jpg"), variant.format == VariantFormat::Jpeg);
        bytes += variant.bytes.len() as i64;
        let Some(name) = FileName::new(&name) else { continue };
        app.media.files.put(&name, variant.bytes.clone().into()).await.map_err(blob_store_problem)?;
    }
    Ok(StoredImage { key, prepared_image, bytes })
}

/// Deletes image files with these names, which no row of an image has. If a deletion fails, it is logged, and the
/// garbage collector deletes the file later.
pub async fn delete_files(app: &App, names: &[String]) {
    for name in names.iter().filter_map(|name| FileName::new(name)) {
        if let Err(error) = app.media.files.delete(&name).await {
            tracing::warn!(error = %error_chain::display(&error), name = name.as_str(), "failed to delete image file");
        }
    }
}

/// 503: too many images are being uploaded, or are waiting to be decoded.
pub fn too_many_uploads() -> Problem {
    Problem::unavailable("Too many images are being uploaded right now. Please try again.")
}

fn decode_problem(reason: &ImagingError) -> Problem {
    let code: CodeWithParams = match *reason {
        ImagingError::Empty => Code::FileEmpty.into(),
        ImagingError::FileTooLarge => Code::PayloadTooLarge.with("limit", imaging::MAX_FILE_BYTES),
        ImagingError::UnsupportedFormat(format) => Code::UnsupportedImageFormat.with("format", format),
        ImagingError::NotAnImage => Code::NotAnImage.into(),
        ImagingError::SideTooLong(width, height) => {
            Code::ImageSideTooLong.with("width", width).with("height", height).with("limit", imaging::MAX_SIDE)
        }
        ImagingError::TooManyPixels(pixels) => Code::ImageTooManyPixels
            .with("megapixels", pixels.div_ceil(1_000_000))
            .with("limit", imaging::MAX_PIXELS / 1_000_000),
        ImagingError::TooMuchMemory(..) | ImagingError::TooManyScans => Code::ImageTooComplex.into(),
        ImagingError::Corrupt => Code::ImageCorrupt.into(),
    };
    let problem = Problem::invalid_field(code.clone(), "file", reason.to_string());
    match reason {
        ImagingError::FileTooLarge => {
            let too_large = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, code, reason.to_string());
            Problem { errors: problem.errors, ..too_large }
        }
        _ => problem,
    }
}

fn storage_problem(error: &std::io::Error) -> Problem {
    tracing::error!(%error, "failed to store image");
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Problem::disk_full(),
        _ => storage_unavailable(),
    }
}

fn storage_unavailable() -> Problem {
    Problem::unavailable("The image could not be saved. Please try again.")
}

fn blob_store_problem(error: BlobStoreError) -> Problem {
    match error {
        BlobStoreError::Folder(cause) => storage_problem(&cause),
        BlobStoreError::Bucket(_) => {
            tracing::error!(error = %error_chain::display(&error), "failed to store image");
            storage_unavailable()
        }
    }
}

/// Writes a part to a temporary file without a name. The operating system deletes the file when it is closed, at the
/// latest when the process ends. Errors: 408 for an upload that is too slow, 413 for a file that is too large.
async fn write_to_temp_file(field: &mut Field<'_>) -> Result<std::fs::File, Problem> {
    let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(|error| storage_problem(&error))?);
    let (mut length, mut interval_start, mut required_length) = (0, Instant::now(), MIN_BYTES_PER_TIMEOUT);
    while let Some(chunk) = with_idle_timeout(field.chunk()).await? {
        length += chunk.len();
        if length >= required_length {
            (interval_start, required_length) = (Instant::now(), length + MIN_BYTES_PER_TIMEOUT);
        } else if interval_start.elapsed() > UPLOAD_IDLE_TIMEOUT {
            return Err(upload_timed_out());
        }
        if length > imaging::MAX_FILE_BYTES {
            return Err(decode_problem(&ImagingError::FileTooLarge));
        }
        file.write_all(&chunk).await.map_err(|error| storage_problem(&error))?;
    }
    file.flush().await.map_err(|error| storage_problem(&error))?;
    Ok(file.into_std().await)
}

async fn read_text(field: &mut Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = with_idle_timeout(field.chunk()).await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_TEXT_BYTES {
            let code = Code::PayloadTooLarge.with("limit", MAX_TEXT_BYTES);
            let sentence = "The text sent with the file is too long";
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, code, sentence));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| malformed_body())?;
    Ok(text::nfc(text.trim()))
}

async fn with_idle_timeout<T>(read: impl Future<Output = Result<T, MultipartError>>) -> Result<T, Problem> {
    match tokio::time::timeout(UPLOAD_IDLE_TIMEOUT, read).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Err(decode_problem(&ImagingError::FileTooLarge))
        }
        Ok(Err(_)) => Err(malformed_body()),
        Err(_) => Err(upload_timed_out()),
    }
}

fn upload_timed_out() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, Code::RequestTimeout, "The upload stalled. Please try again.")
}

fn malformed_body() -> Problem {
    body_problem(Code::MultipartInvalid, "The body is not multipart/form-data, or ended too early")
}

/// The file name at the end of a path of any operating system, without control characters and with at most
/// [`MAX_NAME_CHARS`] code points.
fn clean_file_name(path: &str) -> String {
    let last_part = path.rsplit(['/', '\\']).next().unwrap_or_default();
    text::clip(&text::nfc(&text::single_line(last_part)), MAX_NAME_CHARS).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_file_name_is_last_part_of_path_within_length_limit() {
        for (path, expected) in [
            ("DSC_0412.JPG", "DSC_0412.JPG"),
            ("C:\\Users\\Linh\\Hang E\u{301}n.jpg", "Hang \u{c9}n.jpg"),
            ("../../etc/passwd", "passwd"),
            ("", ""),
        ] {
            assert_eq!(clean_file_name(path), expected);
        }
        assert_eq!(clean_file_name(&"a".repeat(300)).len(), MAX_NAME_CHARS);
    }
}
