//! One picture in: taken from the request into a temporary file, identified, made anew, its files kept. No row of the
//! database names them yet.

use std::io::{ErrorKind, Read, Seek};
use std::time::Duration;

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::http::StatusCode;
use imaging::{DecodeError, Format, PreparedImage};
use tokio::io::AsyncWriteExt;
use tokio::time::Instant;

use super::form::{ALT_TOO_LONG, LONGEST_ALT};
use super::model::file_names;
use crate::common::text;
use crate::common::worker_pool::PoolError;
use crate::http::app::App;
use crate::http::problem::{FieldError, Problem};
use crate::integrations::blob_store::{BlobStoreError, FileName};

/// The largest body: a file and some words about it.
pub const LARGEST_BODY: usize = imaging::MAX_FILE_BYTES + (64 << 10);
/// So long nothing may come of a file before it is given up, and so long less than [`SLOWEST`].
const STALLED: Duration = Duration::from_secs(30);
/// So many bytes come in that time over the weakest signal; who sends less only keeps a seat from others.
const SLOWEST: usize = 8 << 10;
/// The longest words in a field beside the file, in bytes.
const LONGEST_WORDS: usize = 4 << 10;
/// So many unknown parts are named.
const MOST_FAULTS: usize = 20;
/// The longest name of a file that is kept, in code points.
const LONGEST_NAME: usize = 120;

/// What came in one request.
#[derive(Debug, Default)]
pub struct Parcel {
    file: Option<std::fs::File>,
    /// The name of the file that was sent.
    pub name: String,
    /// What it is for, where that was said.
    pub purpose: Option<String>,
    /// What it shows, where that was said.
    pub alt: Option<String>,
}

/// A picture whose files are kept.
#[derive(Debug)]
pub struct Made {
    /// How its files are named.
    pub key: String,
    /// What it is.
    pub prepared: PreparedImage,
    /// How large its files are together, in bytes.
    pub bytes: i64,
}

/// Reads the parts of a request. 422 names the field that breaks a rule; 413 for a file that is too large.
pub async fn unpack(mut parts: Multipart) -> Result<Parcel, Problem> {
    let mut parcel = Parcel::default();
    let mut errors = Vec::new();
    while let Some(mut field) = in_time(parts.next_field()).await? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" if parcel.file.is_none() => {
                parcel.name = tidy_name(field.file_name().unwrap_or_default());
                parcel.file = Some(file(&mut field).await?);
            }
            "purpose" => parcel.purpose = Some(words(&mut field).await?).filter(|text| !text.is_empty()),
            "alt" => parcel.alt = Some(words(&mut field).await?).filter(|text| !text.is_empty()),
            // Of a great many some are told.
            other if errors.len() < MOST_FAULTS => {
                let shown: String = other.chars().take(60).collect();
                errors.push(FieldError::new(shown.clone(), format!("Unknown field: {shown}")));
            }
            _ => {}
        }
    }
    if parcel.alt.as_ref().is_some_and(|alt| alt.chars().count() > LONGEST_ALT) {
        errors.push(FieldError::new("alt", ALT_TOO_LONG));
    }
    if parcel.file.is_none() {
        errors.push(FieldError::new("file", "Please choose a picture"));
    }
    if errors.is_empty() { Ok(parcel) } else { Err(Problem::invalid(errors)) }
}

/// Makes what is served of the file, and keeps it. 422 says why a file is not taken, 503 that too many others wait.
pub async fn make(app: &App, parcel: &mut Parcel) -> Result<Made, Problem> {
    let mut file = parcel.file.take().ok_or_else(|| refused(&DecodeError::Empty))?;
    let prepared = app.image_workers.run(move || {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map(|_| imaging::prepare(&bytes))
    });
    let prepared = match prepared.await {
        Ok(Ok(Ok(prepared))) => prepared,
        Ok(Ok(Err(reason))) => return Err(refused(&reason)),
        // What a decoder falls over is not a picture that others could show.
        Err(PoolError::Panicked) => return Err(refused(&DecodeError::Corrupt)),
        Err(PoolError::Busy) => return Err(busy()),
        Ok(Err(error)) => return Err(unkept(&error)),
    };
    let key = format!("{:08x}-{}", rand::random::<u32>(), prepared.digest());
    let widths = prepared.widths().into_iter().map(i64::from);
    let mut bytes = 0;
    for (name, variant) in file_names(&key, widths).into_iter().zip(&prepared.variants) {
        debug_assert_eq!(name.ends_with(".jpg"), variant.format == Format::Jpeg);
        bytes += variant.bytes.len() as i64;
        let Some(name) = FileName::new(&name) else { continue };
        app.files.put(&name, variant.bytes.clone().into()).await?;
    }
    Ok(Made { key, prepared, bytes })
}

/// Removes files that no row names any more. What stays behind is swept later.
pub async fn discard(app: &App, names: &[String]) {
    for name in names.iter().filter_map(|name| FileName::new(name)) {
        if let Err(error) = app.files.delete(&name).await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), name = name.as_str(), "a file stays behind");
        }
    }
}

/// 503: too many others send pictures at this moment.
pub fn busy() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Many pictures are being sent right now. Please try again.")
}

fn refused(reason: &DecodeError) -> Problem {
    let problem = Problem::invalid(vec![FieldError::new("file", reason.to_string())]);
    match reason {
        DecodeError::FileTooLarge => {
            Problem { errors: problem.errors, ..Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason.to_string()) }
        }
        _ => problem,
    }
}

fn unkept(error: &std::io::Error) -> Problem {
    tracing::error!(%error, "a picture could not be kept");
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Problem::no_room(),
        _ => away(),
    }
}

fn away() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The picture could not be kept. Please try again.")
}

impl From<BlobStoreError> for Problem {
    fn from(error: BlobStoreError) -> Self {
        match error {
            BlobStoreError::Folder(cause) => unkept(&cause),
            BlobStoreError::Bucket(_) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "a picture could not be kept");
                away()
            }
        }
    }
}

/// A part's bytes on a file that has no name, and so is gone with this process.
async fn file(field: &mut Field<'_>) -> Result<std::fs::File, Problem> {
    let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(|error| unkept(&error))?);
    let (mut length, mut since, mut by_then) = (0, Instant::now(), SLOWEST);
    while let Some(chunk) = in_time(field.chunk()).await? {
        length += chunk.len();
        if length >= by_then {
            (since, by_then) = (Instant::now(), length + SLOWEST);
        } else if since.elapsed() > STALLED {
            return Err(stalled());
        }
        if length > imaging::MAX_FILE_BYTES {
            return Err(refused(&DecodeError::FileTooLarge));
        }
        file.write_all(&chunk).await.map_err(|error| unkept(&error))?;
    }
    file.flush().await.map_err(|error| unkept(&error))?;
    Ok(file.into_std().await)
}

async fn words(field: &mut Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = in_time(field.chunk()).await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > LONGEST_WORDS {
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The words beside the file are too long"));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| unreadable())?;
    Ok(text::nfc(text.trim()))
}

async fn in_time<T>(next: impl Future<Output = Result<T, MultipartError>>) -> Result<T, Problem> {
    match tokio::time::timeout(STALLED, next).await {
        Ok(Ok(next)) => Ok(next),
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(refused(&DecodeError::FileTooLarge)),
        Ok(Err(_)) => Err(unreadable()),
        Err(_) => Err(stalled()),
    }
}

fn stalled() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "The picture stopped coming. Please try again.")
}

fn unreadable() -> Problem {
    Problem::unreadable(vec![FieldError::new("", "The body is not multipart/form-data, or ended too early")])
}

/// The last part of a path of any system, without what does not print.
fn tidy_name(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    text::clip(&text::nfc(&text::single_line(last)), LONGEST_NAME).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_only_the_name_is_kept() {
        for (sent, kept) in [
            ("DSC_0412.JPG", "DSC_0412.JPG"),
            ("C:\\Users\\Linh\\Hang E\u{301}n.jpg", "Hang \u{c9}n.jpg"),
            ("../../etc/passwd", "passwd"),
            ("", ""),
        ] {
            assert_eq!(tidy_name(sent), kept);
        }
        assert_eq!(tidy_name(&"a".repeat(300)).len(), LONGEST_NAME);
    }
}
