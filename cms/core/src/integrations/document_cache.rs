//! Caches documents of other services, such as the keys (JWKS) or the metadata of an identity provider. A document is
//! fetched on first use and cached as long as its headers allow, within bounds. Nothing is fetched at the start, so the
//! server can start while the provider is unreachable.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use moka::sync::Cache;
use tokio::sync::Mutex;

use super::http_client::{HttpClient, HttpClientError};
use crate::common::clock::Timestamp;

/// The minimum time that a document is cached, even if its headers allow less.
const MIN_TTL_S: i64 = 60;
/// The maximum time that a document is cached.
const MAX_TTL_S: i64 = 24 * 3600;
/// The time that a document without caching headers is cached.
const DEFAULT_TTL_S: i64 = 3600;
/// How long an expired document is still used while the service is unreachable.
const STALE_IF_ERROR_S: i64 = 3600;
/// How long the cache sends no request after a failed one. Otherwise each waiting caller would repeat the failing
/// request, one after the other.
const FAILURE_COOLDOWN_S: i64 = 5;
/// The minimum interval between refetches of documents that have not expired, whatever their URLs.
const REFETCH_INTERVAL_S: i64 = 60;

type Parser<T> = Box<dyn Fn(&[u8]) -> Option<T> + Send + Sync>;

/// A cache of documents by URL, all of one type.
pub struct DocumentCache<T> {
    http: HttpClient,
    parse: Parser<T>,
    /// The documents by URL, each with the time when it expires.
    documents: Cache<String, (Arc<T>, Timestamp)>,
    /// Locked while a request is in progress. Other callers wait for the lock, and then find the fetched document.
    fetch_times: Mutex<FetchTimes>,
}

#[derive(Default)]
struct FetchTimes {
    failed_at: Option<Timestamp>,
    refetched_at: Option<Timestamp>,
}

impl<T: Send + Sync + 'static> DocumentCache<T> {
    /// An empty cache. `parse` returns `None` for an invalid document.
    pub fn new(http: HttpClient, parse: impl Fn(&[u8]) -> Option<T> + Send + Sync + 'static) -> Self {
        let max_age = Duration::from_secs((MAX_TTL_S + STALE_IF_ERROR_S) as u64);
        let documents = Cache::builder().time_to_live(max_age).build();
        Self { http, parse: Box::new(parse), documents, fetch_times: Mutex::default() }
    }

    /// The document at `url`, from the cache if possible. If fetching fails, returns a document that expired less than
    /// [`STALE_IF_ERROR_S`] ago. Errors: the failure, if the cache has no such document.
    pub async fn get(&self, url: &str, now: Timestamp) -> Result<Arc<T>, HttpClientError> {
        if let Some(current) = self.unexpired_document(url, now) {
            return Ok(current);
        }
        let fetched = {
            let mut fetch_times = self.fetch_times.lock().await;
            match self.unexpired_document(url, now) {
                Some(current) => Ok(current),
                None => self.fetch(url, now, &mut fetch_times).await,
            }
        };
        match (fetched, self.unexpired_document(url, now.plus_seconds(-STALE_IF_ERROR_S))) {
            (Err(error), Some(expired_document)) => {
                tracing::warn!(url, error = %crate::common::error_chain::display(&error), "failed to fetch a document: using the expired one");
                Ok(expired_document)
            }
            (fetched, _) => fetched,
        }
    }

    /// The document at `url`, for a caller whose copy `seen_document` lacks a value that the caller needs. Returns the
    /// cached document if it is newer than `seen_document`. Otherwise fetches the document again, at most once per
    /// [`REFETCH_INTERVAL_S`] unless it has expired.
    pub async fn refetch(&self, url: &str, seen_document: &Arc<T>, now: Timestamp) -> Result<Arc<T>, HttpClientError> {
        let mut fetch_times = self.fetch_times.lock().await;
        let just_refetched = fetch_times.refetched_at.is_some_and(|then| now < then.plus_seconds(REFETCH_INTERVAL_S));
        match self.unexpired_document(url, now) {
            Some(present) if !Arc::ptr_eq(&present, seen_document) || just_refetched => Ok(present),
            _ => {
                fetch_times.refetched_at = Some(now);
                self.fetch(url, now, &mut fetch_times).await
            }
        }
    }

    async fn fetch(&self, url: &str, now: Timestamp, fetch_times: &mut FetchTimes) -> Result<Arc<T>, HttpClientError> {
        if fetch_times.failed_at.is_some_and(|then| now < then.plus_seconds(FAILURE_COOLDOWN_S)) {
            return Err(HttpClientError::CoolingDown);
        }
        let fetched = self.http.get(url, &[]).await.and_then(|response| {
            let document = (self.parse)(response.body()).ok_or(HttpClientError::InvalidRequestOrBody)?;
            Ok((Arc::new(document), now.plus_seconds(lifetime_s(response.headers()))))
        });
        fetch_times.failed_at = fetched.is_err().then_some(now);
        let (document, expires_at) = fetched?;
        self.documents.insert(url.to_owned(), (document.clone(), expires_at));
        Ok(document)
    }

    fn unexpired_document(&self, url: &str, now: Timestamp) -> Option<Arc<T>> {
        let (document, expires_at) = self.documents.get(url)?;
        (now < expires_at).then_some(document)
    }
}

/// How long a response with these headers is fresh: `max-age` minus `Age`, within bounds.
fn lifetime_s(headers: &HeaderMap) -> i64 {
    let integer = |text: &str| text.trim().trim_matches('"').parse::<i64>().ok();
    let age = headers.get(header::AGE).and_then(|age| age.to_str().ok()).and_then(integer).unwrap_or_default();
    let mut seconds = DEFAULT_TTL_S;
    for value in headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok()) {
        for directive in value.split(',').map(|directive| directive.trim().to_ascii_lowercase()) {
            match directive.split_once('=') {
                Some(("max-age", number)) => seconds = integer(number).map_or(seconds, |max| max - age),
                None if directive == "no-store" || directive == "no-cache" => return MIN_TTL_S,
                _ => {}
            }
        }
    }
    seconds.clamp(MIN_TTL_S, MAX_TTL_S)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn document_lifetime_is_max_age_minus_age_within_bounds() {
        let lifetime = |control: &'static str, age: &'static str| {
            let pairs = [(header::CACHE_CONTROL, control), (header::AGE, age)];
            lifetime_s(&pairs.map(|(name, value)| (name, HeaderValue::from_static(value))).into_iter().collect())
        };
        assert_eq!(lifetime("public, max-age=19302, must-revalidate, no-transform", "0"), 19302);
        assert_eq!(lifetime("Max-Age=600", "100"), 500);
        assert_eq!(lifetime("max-age=0", "0"), MIN_TTL_S);
        assert_eq!(lifetime("max-age=100", "5000"), MIN_TTL_S);
        assert_eq!(lifetime("no-store, max-age=5000", "0"), MIN_TTL_S);
        assert_eq!(lifetime("max-age=31536000", "0"), MAX_TTL_S);
        assert_eq!(lifetime("max-age=soon", "x"), DEFAULT_TTL_S);
        assert_eq!(lifetime_s(&HeaderMap::new()), DEFAULT_TTL_S);
    }
}
