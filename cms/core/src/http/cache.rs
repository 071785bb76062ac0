//! The response cache, and the last step of every read. This step adds the `ETag` of the bytes that are sent, responds
//! to conditional requests with 304, and caches the response if the handler allows it.
//!
//! Responses are cached in memory and invalidated by cache tags. Invalidation scans no entries. Each tag records the
//! epoch of its last change, and a response is fresh while none of its tags changed after its computation *began*. A
//! response that was being computed during a change can therefore be stored, but is never served. Handlers opt in with
//! `CacheTags`. There is no expiry: a response is cached until one of its tags is invalidated or the memory is needed.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bytes::Bytes;
use moka::sync::Cache;
use parking_lot::RwLock;
use sha2::{Digest, Sha256};

use super::problem::{Code, Problem};
use super::server::service::RouteLabel;
use crate::common::cache_tag::CacheTag;

/// The maximum number of tags whose changes are recorded individually. One more changed tag makes all older responses
/// stale.
const MAX_CHANGED_TAGS: usize = 20_000;
/// The maximum size of a cached body. Responses with larger bodies are not cached.
const MAX_CACHED_BODY_BYTES: usize = 4 << 20;

/// The memory of an entry without its body, key, headers and tags.
const ENTRY_OVERHEAD_BYTES: usize = 700;
/// The memory of a header without its value: its slot in the map, and the spare capacity of the map.
const HEADER_OVERHEAD_BYTES: usize = 160;
/// The memory of a tag without its text.
const TAG_OVERHEAD_BYTES: usize = 40;

/// A response as it is sent, with the body in the encoding of its key.
#[derive(Debug)]
pub struct CachedResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers, without the request id.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// The label of its route, so that a cache hit is counted without an allocation.
    pub route: RouteLabel,
    tags: Vec<CacheTag>,
    epoch: u64,
    /// The epoch at which the response was last found fresh. If it is the current epoch, the tags need no check.
    checked_epoch: AtomicU64,
}

/// The response cache, bounded in bytes.
pub struct ResponseCache {
    entries: Option<Cache<String, Arc<CachedResponse>>>,
    /// The number of invalidations. It increases before the write that causes an invalidation is acknowledged.
    epoch: AtomicU64,
    changed_tags: RwLock<ChangedTags>,
}

#[derive(Default)]
struct ChangedTags {
    epochs: HashMap<CacheTag, u64>,
    /// Responses whose computation began before this epoch are stale.
    min_epoch: u64,
}

impl ResponseCache {
    /// A cache of at most `bytes`; 0 disables it.
    pub fn new(bytes: u64) -> Self {
        let entries = (bytes > 0).then(|| {
            Cache::builder()
                .max_capacity(bytes)
                .weigher(|key: &String, entry: &Arc<CachedResponse>| size_bytes(key, entry))
                .build()
        });
        Self { entries, epoch: AtomicU64::new(1), changed_tags: RwLock::default() }
    }

    /// The current epoch. Callers read it before the computation of a response begins, and pass it to
    /// [`ResponseCache::insert`].
    pub fn current_epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// The response for `key`, if it is fresh.
    pub fn get_fresh(&self, key: &str) -> Option<Arc<CachedResponse>> {
        let entry = self.entries.as_ref()?.get(key)?;
        let epoch = self.epoch.load(Ordering::Acquire);
        if entry.checked_epoch.load(Ordering::Relaxed) != epoch {
            if !self.is_fresh(&entry.tags, entry.epoch) {
                return None;
            }
            entry.checked_epoch.store(epoch, Ordering::Relaxed);
        }
        Some(entry)
    }

    /// The response for `key`, even if it is stale. A stale response is better than an error if a new one cannot be
    /// computed.
    pub fn get_fresh_or_stale(&self, key: &str) -> Option<Arc<CachedResponse>> {
        self.entries.as_ref()?.get(key)
    }

    /// Caches a response for `key` until one of `tags` is invalidated. Ignores a response whose body is larger than
    /// `MAX_CACHED_BODY_BYTES`. Also ignores it if one of the tags was invalidated after `epoch`.
    pub fn insert(
        &self,
        key: String,
        (status, headers, body): (StatusCode, HeaderMap, Bytes),
        tags: Vec<CacheTag>,
        (epoch, route): (u64, RouteLabel),
    ) {
        let Some(entries) = &self.entries else { return };
        if body.len() <= MAX_CACHED_BODY_BYTES && self.is_fresh(&tags, epoch) {
            let checked_epoch = AtomicU64::new(0);
            entries.insert(key, Arc::new(CachedResponse { status, headers, body, route, tags, epoch, checked_epoch }));
        }
    }

    /// Invalidates all responses with these tags.
    pub fn invalidate_tags(&self, tags: &[CacheTag]) {
        if tags.is_empty() {
            return;
        }
        let mut changed_tags = self.changed_tags.write();
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        if changed_tags.epochs.len() + tags.len() > MAX_CHANGED_TAGS {
            *changed_tags = ChangedTags { min_epoch: epoch, ..ChangedTags::default() };
        }
        for tag in tags {
            changed_tags.epochs.insert(tag.clone(), epoch);
        }
        // Stored last: a reader that sees the new epoch also sees the changed tags.
        self.epoch.store(epoch, Ordering::Release);
    }

    /// Invalidates all responses. Called when a task begins to follow the change log and does not know the earlier
    /// changes.
    pub fn invalidate_all(&self) {
        let mut changed_tags = self.changed_tags.write();
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        *changed_tags = ChangedTags { min_epoch: epoch, ..ChangedTags::default() };
        self.epoch.store(epoch, Ordering::Release);
    }

    /// Whether a response with these tags, whose computation began at this epoch, is fresh.
    pub fn is_fresh(&self, tags: &[CacheTag], epoch: u64) -> bool {
        let changed_tags = self.changed_tags.read();
        epoch >= changed_tags.min_epoch
            && tags.iter().all(|tag| changed_tags.epochs.get(tag).is_none_or(|change_epoch| *change_epoch <= epoch))
    }

    /// The memory that the cached responses use, and the memory limit of the cache, in bytes. Both are 0 if the cache
    /// is disabled.
    pub fn size_and_limit_bytes(&self) -> (u64, u64) {
        let Some(entries) = &self.entries else { return (0, 0) };
        (entries.weighted_size(), entries.policy().max_capacity().unwrap_or(0))
    }

    /// The number of cached responses, fresh or stale.
    pub fn count(&self) -> u64 {
        let Some(entries) = &self.entries else { return 0 };
        // moka counts entries in the background. This call makes the count current.
        entries.run_pending_tasks();
        entries.entry_count()
    }
}

/// The memory of a cached response. The headers of a short response use more memory than its body.
fn size_bytes(key: &str, cached: &CachedResponse) -> u32 {
    let headers: usize = cached.headers.values().map(|value| HEADER_OVERHEAD_BYTES + value.len()).sum();
    let tags: usize = cached.tags.iter().map(|tag| TAG_OVERHEAD_BYTES + tag.to_string().len()).sum();
    (ENTRY_OVERHEAD_BYTES + key.len() + headers + tags + cached.body.len()).try_into().unwrap_or(u32::MAX)
}

/// A response extension: the response is the same for every caller and may be cached until one of these tags is
/// invalidated.
#[derive(Clone, Debug)]
pub struct CacheTags(pub Vec<CacheTag>);

/// A response extension in addition to [`CacheTags`], for a response that many URLs share: it is cached under this key
/// instead of the key of the request.
#[derive(Clone, Debug)]
pub struct SharedCacheKey(pub String);

/// A response extension of a single record: the `ETag` begins with this version, which `If-Match` compares.
#[derive(Clone, Copy, Debug)]
pub struct RecordVersion(pub i64);

/// The encoding in which pages are prerendered, which all browsers accept.
pub const PRERENDER_ENCODING: &str = "br";

/// The largest response is the map feed of fifty thousand places. Larger exports are streamed with their own `ETag`.
const MAX_READ_RESPONSE_BYTES: usize = 32 << 20;

/// The best supported encoding that `Accept-Encoding` allows. It is part of cache keys, and
/// [`normalize_accept_encoding`] reduces the header to it, so that the compression layer uses the same encoding.
pub fn preferred_encoding(headers: &HeaderMap) -> &'static str {
    let accepts = |name: &str| {
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        lines.flat_map(|line| line.split(',')).any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next().is_some_and(|word| word.eq_ignore_ascii_case(name)) && words.all(has_positive_weight)
        })
    };
    ["br", "gzip"].into_iter().find(|name| accepts(name)).unwrap_or("identity")
}

/// Whether a parameter of `Accept-Encoding` is a weight above zero.
fn has_positive_weight(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    weight.and_then(|weight| weight.trim().parse::<f32>().ok()).is_some_and(|weight| weight > 0.0)
}

/// Replaces `Accept-Encoding` with the result of [`preferred_encoding`]. Otherwise the compression layer could
/// negotiate another encoding, and the response would be cached under the wrong key.
pub fn normalize_accept_encoding(headers: &mut HeaderMap) {
    match preferred_encoding(headers) {
        "identity" => drop(headers.remove(header::ACCEPT_ENCODING)),
        encoding => drop(headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding))),
    }
}

/// Adds the `ETag` to the response of a GET or HEAD and evaluates `If-None-Match`. Caches the response if it has
/// [`CacheTags`] and `key` is given: the cache key, the epoch before the computation, and the route.
///
/// Does not change a response that already has an `ETag`, or whose status is not 200 unless it has [`CacheTags`].
/// Responds with 500 if the body is larger than `MAX_READ_RESPONSE_BYTES`.
pub async fn add_etag_and_cache(
    cache: &ResponseCache,
    request: (&Method, &HeaderMap),
    key: Option<(String, (u64, RouteLabel))>,
    response: Response,
) -> Response {
    let (mut parts, body) = response.into_parts();
    let is_read = matches!(*request.0, Method::GET | Method::HEAD);
    let is_ok_or_tagged = parts.status == StatusCode::OK || parts.extensions.get::<CacheTags>().is_some();
    if !is_read || !is_ok_or_tagged || parts.headers.contains_key(header::ETAG) {
        return Response::from_parts(parts, body);
    }
    let Ok(bytes) = to_bytes(body, MAX_READ_RESPONSE_BYTES).await else {
        return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalError, "The response is too large")
            .into_response();
    };
    let etag = etag(parts.extensions.get::<RecordVersion>().copied(), &bytes);
    parts.headers.insert(header::ETAG, etag.clone());
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    if let (Some((key, epoch)), Some(CacheTags(tags))) = (key, parts.extensions.remove::<CacheTags>()) {
        let key = parts.extensions.remove::<SharedCacheKey>().map_or(key, |SharedCacheKey(shared)| shared);
        cache.insert(key, (parts.status, parts.headers.clone(), bytes.clone()), tags, epoch);
    }
    if parts.status == StatusCode::OK && matches_if_none_match(request.1, &etag) {
        return not_modified(&parts.headers);
    }
    Response::from_parts(parts, body_for(request.0, bytes))
}

/// The cached response, or 304 if `If-None-Match` contains its `ETag`.
pub fn response_from_cached(cached: &CachedResponse, method: &Method, headers: &HeaderMap) -> Response {
    if cached.status == StatusCode::OK
        && let Some(etag) = cached.headers.get(header::ETAG)
        && matches_if_none_match(headers, etag)
    {
        return not_modified(&cached.headers);
    }
    response(cached.status, cached.headers.clone(), body_for(method, cached.body.clone()))
}

/// Decompresses a response that was cached in [`PRERENDER_ENCODING`], for a client that does not accept this encoding.
/// `None` if the body cannot be decompressed.
pub fn decompressed_response(cached: &CachedResponse, headers: &HeaderMap) -> Option<Response> {
    if !cached.headers.contains_key(header::CONTENT_ENCODING) {
        return Some(response_from_cached(cached, &Method::GET, headers));
    }
    let mut bytes = Vec::new();
    let body = brotli::Decompressor::new(cached.body.as_ref(), 4096);
    body.take(MAX_READ_RESPONSE_BYTES as u64).read_to_end(&mut bytes).ok()?;
    let mut headers = cached.headers.clone();
    headers.remove(header::CONTENT_ENCODING);
    headers.insert(header::ETAG, etag(None, &bytes));
    headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    Some(response(cached.status, headers, Body::from(bytes)))
}

fn body_for(method: &Method, bytes: Bytes) -> Body {
    if *method == Method::HEAD { Body::empty() } else { Body::from(bytes) }
}

/// The length of the digest in an `ETag`: fifteen bytes in base64.
const ETAG_DIGEST_CHARS: usize = 20;

/// The `ETag`: `"{digest}"`, or `"{version}.{digest}"` for a record. The digest's alphabet has no dot.
fn etag(version: Option<RecordVersion>, bytes: &[u8]) -> HeaderValue {
    let digest = BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..ETAG_DIGEST_CHARS * 3 / 4]);
    let version = version.map(|RecordVersion(version)| format!("{version}.")).unwrap_or_default();
    HeaderValue::from_str(&format!("\"{version}{digest}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}

/// The version in an entity tag: either `"3"`, made by a client from the version in the record, or the `ETag`
/// `"3.{digest}"` of the record. `None` for anything else.
///
/// Only the version is compared, because the digest differs between encodings and callers. Weak tags and tags with a
/// suffix such as `-gzip` are accepted, because compressing proxies produce them. The version of a record does not
/// depend on the encoding. RFC 9110, section 13.1.1 requires strong comparison; this is looser on purpose.
pub fn etag_version(tag: &[u8]) -> Option<i64> {
    let tag = std::str::from_utf8(tag).ok()?;
    let inner = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
    let (version, rest) = inner.split_at(inner.bytes().take_while(u8::is_ascii_digit).count());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let suffix = match rest.strip_prefix('.') {
        Some(digest) if digest.len() >= ETAG_DIGEST_CHARS && digest.bytes().take(ETAG_DIGEST_CHARS).all(is_plain) => {
            &digest[ETAG_DIGEST_CHARS..]
        }
        Some(_) => return None,
        None => rest,
    };
    let is_name = |name: &str| (1..=20).contains(&name.len()) && name.bytes().all(is_plain);
    let is_encoding = suffix.is_empty() || suffix.strip_prefix(['-', ';', '+']).is_some_and(is_name);
    version.parse().ok().filter(|_| is_encoding)
}

/// Whether `If-None-Match` contains this tag (weak comparison, RFC 9110) or is `*`.
pub fn matches_if_none_match(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b',')).map(<[u8]>::trim_ascii);
    tags.any(|tag| tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == etag.as_bytes())
}

fn not_modified(headers: &HeaderMap) -> Response {
    let mut headers = headers.clone();
    for removed_header in [header::CONTENT_LENGTH, header::CONTENT_TYPE, header::CONTENT_ENCODING] {
        headers.remove(removed_header);
    }
    response(StatusCode::NOT_MODIFIED, headers, Body::empty())
}

fn response(status: StatusCode, headers: HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::id::PlaceId;

    fn response_parts() -> (StatusCode, HeaderMap, Bytes) {
        (StatusCode::OK, HeaderMap::new(), Bytes::from_static(b"[]"))
    }

    #[test]
    fn response_is_fresh_until_one_of_its_tags_is_invalidated() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert(
            "a".into(),
            response_parts(),
            vec![CacheTag::Places],
            (cache.current_epoch(), RouteLabel::default()),
        );
        cache.insert(
            "b".into(),
            response_parts(),
            vec![CacheTag::Place(PlaceId(7))],
            (cache.current_epoch(), RouteLabel::default()),
        );
        assert!(cache.get_fresh("a").is_some() && cache.get_fresh("b").is_some());
        cache.invalidate_tags(&[CacheTag::Places]);
        assert!(cache.get_fresh("a").is_none() && cache.get_fresh("b").is_some());
        assert!(cache.get_fresh_or_stale("a").is_some(), "for the case that no new one can be computed");
    }

    #[test]
    fn response_whose_computation_began_before_a_change_is_never_served() {
        let cache = ResponseCache::new(1 << 20);
        let epoch_before = cache.current_epoch();
        cache.invalidate_tags(&[CacheTag::Places]);
        cache.insert("a".into(), response_parts(), vec![CacheTag::Places], (epoch_before, RouteLabel::default()));
        assert!(cache.get_fresh("a").is_none());
    }

    #[test]
    fn invalidate_all_affects_only_responses_that_began_before_it() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert(
            "a".into(),
            response_parts(),
            vec![CacheTag::Places],
            (cache.current_epoch(), RouteLabel::default()),
        );
        let epoch_before = cache.current_epoch();
        cache.invalidate_all();
        cache.insert("b".into(), response_parts(), vec![CacheTag::Places], (epoch_before, RouteLabel::default()));
        assert!(cache.get_fresh("a").is_none() && cache.get_fresh("b").is_none());
        cache.insert(
            "c".into(),
            response_parts(),
            vec![CacheTag::Places],
            (cache.current_epoch(), RouteLabel::default()),
        );
        assert!(cache.get_fresh("c").is_some());
    }

    #[test]
    fn too_many_tags_make_older_responses_stale() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert(
            "a".into(),
            response_parts(),
            vec![CacheTag::Settings],
            (cache.current_epoch(), RouteLabel::default()),
        );
        for n in 0..=MAX_CHANGED_TAGS as i64 {
            cache.invalidate_tags(&[CacheTag::Place(PlaceId(n))]);
        }
        assert!(cache.get_fresh("a").is_none());
    }

    #[test]
    fn short_responses_with_long_headers_stay_within_the_size_limit() {
        let cache = ResponseCache::new(1 << 20);
        let value = axum::http::HeaderValue::from_str(&"x".repeat(1000)).expect("a value");
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let headers: HeaderMap =
            names.map(|name| (axum::http::HeaderName::from_static(name), value.clone())).into_iter().collect();
        for number in 0..2000 {
            let (status, _, body) = response_parts();
            cache.insert(
                number.to_string(),
                (status, headers.clone(), body),
                Vec::new(),
                (cache.current_epoch(), RouteLabel::default()),
            );
        }
        let cached_bytes = cache.count() * 10 * 1000;
        assert!((1 << 19..=1 << 20).contains(&cached_bytes), "{cached_bytes}");
    }

    fn accept_encoding_headers(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))])
    }

    #[test]
    fn best_accepted_encoding_is_chosen() {
        assert_eq!(preferred_encoding(&accept_encoding_headers("gzip, deflate, br, zstd")), "br");
        assert_eq!(preferred_encoding(&accept_encoding_headers("gzip;q=1.0, br;q=0")), "gzip");
        assert_eq!(preferred_encoding(&accept_encoding_headers("GZIP ; q=0.5")), "gzip");
        for value in ["identity", "*", "x-gzip", "br;q=0", "gzip;q=0.000", "gzip;q=0.0000", "br;q=x", "brotli", "zstd"]
        {
            assert_eq!(preferred_encoding(&accept_encoding_headers(value)), "identity", "{value}");
        }
        assert_eq!(preferred_encoding(&HeaderMap::new()), "identity");
        let mut headers = accept_encoding_headers("deflate");
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(preferred_encoding(&headers), "br");
    }

    #[test]
    fn etag_version_accepts_only_tags_with_a_record_version() {
        let parsed_version = |tag: &str| etag_version(tag.as_bytes());
        assert_eq!(etag_version(etag(Some(RecordVersion(12)), b"hello").as_bytes()), Some(12));
        assert_eq!(parsed_version("\"3\""), Some(3));
        assert_eq!(etag_version(etag(None, b"hello").as_bytes()), None);
        for invalid_tag in [
            "3",
            "w/\"3\"",
            "W/3",
            "\"\"",
            "\"-3\"",
            "\"+3\"",
            "\"3.\"",
            "\"3.1\"",
            "\"3-\"",
            "\"3 gzip\"",
            "\"3x\"",
            "\"x.aaaaaaaaaaaaaaaaaaaa\"",
            "\"3.aaaaaaaaaaaaaaaaaaa/\"",
            "\"3.aaaaaaaaaaaaaaaaaaaaé\"",
        ] {
            assert_eq!(parsed_version(invalid_tag), None, "{invalid_tag}");
        }
    }

    #[test]
    fn version_is_parsed_from_weak_and_recompressed_etags() {
        let tag = etag(Some(RecordVersion(3)), b"hello").to_str().expect("ASCII").to_owned();
        let inner = tag.trim_matches('"');
        for changed_tag in [
            format!("W/{tag}"),
            format!("\"{inner}-gzip\""),
            format!("W/\"{inner}-br\""),
            format!("\"{inner};gzip\""),
            "W/\"3\"".to_owned(),
            "\"3-gzip\"".to_owned(),
        ] {
            assert_eq!(etag_version(changed_tag.as_bytes()), Some(3), "{changed_tag}");
        }
    }

    #[test]
    fn if_none_match_accepts_lists_weak_etags_and_asterisk() {
        let tag = etag(None, b"hello");
        let if_none_match = |value: String| {
            HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(&value).expect("a header"))])
        };
        let text = tag.to_str().expect("ASCII").to_owned();
        assert!(matches_if_none_match(&if_none_match(text.clone()), &tag));
        assert!(matches_if_none_match(&if_none_match(format!("\"other\", W/{text}")), &tag));
        assert!(matches_if_none_match(&if_none_match("*".into()), &tag));
        assert!(!matches_if_none_match(&if_none_match("\"other\"".into()), &tag));
    }
}
