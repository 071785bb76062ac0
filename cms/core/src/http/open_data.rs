//! Open data: the facts of all public records of a kind in one file, as JSON or CSV.
//!
//! A file may contain 200,000 places, so it is read and sent in batches and never completely in memory. Its `ETag` is
//! derived from the newest change of the guide, so a repeated request gets 304 until the next change.

use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tracing::Span;

use super::app::App;
use super::cache::matches_if_none_match;
use super::input::query_string::Query;
use super::problem::Problem;
use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::common::error_chain;
use crate::common::keyed_semaphore::KeyedSemaphore;
use crate::common::version::VERSION;
use crate::db::engine::StoreError;
use crate::jobs::change_log;

/// The attribution that users of the data must show.
pub const ATTRIBUTION: &str = "© OpenStreetMap contributors";
/// The license of the data. Some positions are from OpenStreetMap, whose license extends to databases that contain
/// them.
pub const LICENSE: &str = "ODbL-1.0";
/// The URL of the text of the license.
pub const LICENSE_URL: &str = "https://opendatacommons.org/licenses/odbl/1-0/";
/// The `Link` header of data with this license (RFC 8288, RFC 4946).
pub const LICENSE_LINK: HeaderValue =
    HeaderValue::from_static("<https://opendatacommons.org/licenses/odbl/1-0/>; rel=\"license\"");

/// The number of records per batch.
pub const BATCH_SIZE: i64 = 500;
/// Limits concurrent downloads to 8 in total and 4 per kind of record (R318), because each download reads all records.
static DOWNLOAD_SEMAPHORE: LazyLock<KeyedSemaphore> = LazyLock::new(|| KeyedSemaphore::new(8, 4));

/// A column of a CSV file: its name, and the function that returns the cell of a record.
pub type CsvColumn<R> = (&'static str, fn(&R) -> CsvCell);

/// The cell of an optional value; empty without a value.
pub fn optional_cell(value: &Option<impl ToString>) -> CsvCell {
    value.as_ref().map(ToString::to_string).unwrap_or_default().into()
}

/// A record of an open data file.
pub trait OpenDataRecord: Serialize + Send + Sized + 'static {
    /// The name of the file without extension. Also the name of the list in the JSON file.
    const LIST_NAME: &str;
    /// The columns of the CSV file.
    const COLUMNS: &[CsvColumn<Self>];

    /// The id of the record.
    fn id(&self) -> i64;

    /// At most [`BATCH_SIZE`] public records, ordered by id: those after `id`, or the first ones if `id` is `None`.
    fn batch_after(app: App, id: Option<i64>) -> BoxFuture<'static, Result<Vec<Self>, StoreError>>;
}

/// The format of an open data file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OpenDataFormat {
    /// An object with the attribution, the license and the records.
    Json,
    /// A header row, and a row for each record.
    Csv,
}

impl OpenDataFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
        })
    }

    /// The text before the first record and after the last.
    fn head_and_tail<R: OpenDataRecord>(self) -> [String; 2] {
        match self {
            Self::Csv => {
                let names: Vec<&str> = R::COLUMNS.iter().map(|(name, _)| *name).collect();
                [CsvWriter::with_header(&names).into_text(), String::new()]
            }
            Self::Json => {
                let head = json!({ "attribution": ATTRIBUTION, "license": LICENSE, "licenseUrl": LICENSE_URL });
                let head = head.to_string();
                [format!("{},\"{}\":[", head.trim_end_matches('}'), R::LIST_NAME), "]}".to_owned()]
            }
        }
    }

    /// The text of a batch of records.
    fn batch_text<R: OpenDataRecord>(self, records: Vec<R>, is_first: bool) -> String {
        match self {
            Self::Csv => {
                let mut csv = CsvWriter::without_header();
                for record in records {
                    csv.write_row(R::COLUMNS.iter().map(|(_, cell)| cell(&record)));
                }
                csv.into_text()
            }
            Self::Json => {
                let texts: Vec<String> =
                    records.iter().map(|record| serde_json::to_string(record).unwrap_or_default()).collect();
                format!("{}{}", if is_first { "" } else { "," }, texts.join(","))
            }
        }
    }
}

/// A request for a file. Errors: 400 with each query parameter that is not for tracking.
pub struct OpenDataRequest {
    app: App,
    headers: HeaderMap,
}

impl FromRequestParts<App> for OpenDataRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Query::from_request_parts(parts, app).await?.without_tracking_parameters().finish()?;
        Ok(Self { app: app.clone(), headers: parts.headers.clone() })
    }
}

/// Responds with the file of all public records of a kind, or with 304 if the client's copy is current. Errors: 503 if
/// too many downloads are running.
pub async fn file_response<R: OpenDataRecord>(
    OpenDataRequest { app, headers: request_headers }: OpenDataRequest,
    format: OpenDataFormat,
) -> Result<Response, Problem> {
    let newest_change_seq = change_log::newest_seq(&app.db).await?;
    // In addition to the data, the file depends on the version of the program and the URL of the site.
    let digest = Sha256::digest([VERSION, app.public_url.as_str()].join(" "));
    let salt = BASE64_URL_SAFE_NO_PAD.encode(&digest[..6]);
    // Each format has its own `ETag`. The `ETag` is weak, because a file may be sent in several encodings.
    let etag = format!("\"{newest_change_seq}-{}-{salt}\"", format.extension());
    let is_unchanged = HeaderValue::from_str(&etag).is_ok_and(|etag| matches_if_none_match(&request_headers, &etag));
    let mut response = if is_unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let permit = DOWNLOAD_SEMAPHORE.try_acquire(R::LIST_NAME).ok_or_else(|| {
            Problem::unavailable("Too many downloads of the whole guide are running right now. Please try again.")
        })?;
        let span = Span::current();
        let chunks = chunks::<R>(app, format).inspect_err(move |error| {
            let _permit = &permit;
            // The response has begun, so its status cannot report the error.
            span.in_scope(
                || tracing::error!(error = %error_chain::display(error), "failed to export all {}", R::LIST_NAME),
            );
        });
        Body::from_stream(chunks).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::LINK, LICENSE_LINK);
    if let Ok(etag) = HeaderValue::from_str(&format!("W/{etag}")) {
        headers.insert(header::ETAG, etag);
    }
    if !is_unchanged {
        headers.insert(header::CONTENT_TYPE, format.content_type());
        let disposition = format!("attachment; filename=\"{}.{}\"", R::LIST_NAME, format.extension());
        if let Ok(disposition) = disposition.parse() {
            headers.insert(header::CONTENT_DISPOSITION, disposition);
        }
    }
    Ok(response)
}

/// The chunks of a file. If a read fails, the response is aborted, so that clients notice that it is incomplete.
fn chunks<R: OpenDataRecord>(
    app: App,
    format: OpenDataFormat,
) -> impl futures_util::Stream<Item = Result<String, StoreError>> {
    let [head, tail] = format.head_and_tail::<R>().map(|text| stream::iter([Ok::<String, StoreError>(text)]));
    let batches = stream::try_unfold(None, move |previous_id: Option<i64>| {
        let app = app.clone();
        async move {
            let records = R::batch_after(app, previous_id).await?;
            let Some(last) = records.last().map(R::id) else { return Ok::<_, StoreError>(None) };
            Ok(Some((format.batch_text(records, previous_id.is_none()), Some(last))))
        }
    });
    head.chain(batches).chain(tail)
}
