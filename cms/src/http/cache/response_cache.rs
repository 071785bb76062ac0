//! The response cache: responses in memory, invalidated by cache tags.
//!
//! Invalidation scans no entries. Each tag records the epoch of its last change, and a response is fresh while none of
//! its tags changed after its computation *began*. A response that was being computed during a change can therefore be
//! stored, but is never served. Handlers opt in with `CacheTags`. There is no expiry: a response is cached until one of
//! its tags is invalidated or the memory is needed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use moka::sync::Cache;
use parking_lot::RwLock;

use crate::common::cache_tag::CacheTag;
use crate::http::server::http_metrics::RouteLabel;

/// The number of tags whose changes are recorded individually. Beyond it all older responses are stale.
const MAX_TAGS: usize = 20_000;
/// Larger bodies are not cached.
const MAX_BODY_BYTES: usize = 4 << 20;

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
    /// The epoch at which the response was last found fresh. While it is the current one, the tags need no check.
    checked_epoch: AtomicU64,
}

/// The response cache, bounded in bytes.
pub struct ResponseCache {
    entries: Option<Cache<String, Arc<CachedResponse>>>,
    /// The number of invalidations. Grows before a write is acknowledged.
    epoch: AtomicU64,
    changed: RwLock<ChangedTags>,
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
        Self { entries, epoch: AtomicU64::new(1), changed: RwLock::default() }
    }

    /// The current epoch. To be read before the computation of a response begins, and passed to
    /// [`ResponseCache::insert`].
    pub fn current_epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// The response for `key`, if it is fresh.
    pub fn get(&self, key: &str) -> Option<Arc<CachedResponse>> {
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

    /// The response for `key`, also if it is stale: better than an error if a new one cannot be computed.
    pub fn get_stale(&self, key: &str) -> Option<Arc<CachedResponse>> {
        self.entries.as_ref()?.get(key)
    }

    /// Caches a response for `key` until one of `tags` is invalidated. Ignores it if one was invalidated since its
    /// epoch.
    pub fn insert(
        &self,
        key: String,
        (status, headers, body): (StatusCode, HeaderMap, Bytes),
        tags: Vec<CacheTag>,
        (epoch, route): (u64, RouteLabel),
    ) {
        let Some(entries) = &self.entries else { return };
        if body.len() <= MAX_BODY_BYTES && self.is_fresh(&tags, epoch) {
            let checked_epoch = AtomicU64::new(0);
            entries.insert(key, Arc::new(CachedResponse { status, headers, body, route, tags, epoch, checked_epoch }));
        }
    }

    /// Invalidates all responses with these tags.
    pub fn invalidate_tags(&self, tags: &[CacheTag]) {
        if tags.is_empty() {
            return;
        }
        let mut changed = self.changed.write();
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        if changed.epochs.len() + tags.len() > MAX_TAGS {
            changed.epochs.clear();
            changed.min_epoch = epoch;
        }
        for tag in tags {
            changed.epochs.insert(tag.clone(), epoch);
        }
        // Stored last: a reader that sees the new epoch also sees the changed tags.
        self.epoch.store(epoch, Ordering::Release);
    }

    /// Invalidates all responses: when a task begins to follow the change log and does not know the earlier changes.
    pub fn invalidate_all(&self) {
        let mut changed = self.changed.write();
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        changed.epochs.clear();
        changed.min_epoch = epoch;
        self.epoch.store(epoch, Ordering::Release);
    }

    /// Whether a response with these tags, whose computation began at this epoch, is fresh.
    pub fn is_fresh(&self, tags: &[CacheTag], epoch: u64) -> bool {
        let changed = self.changed.read();
        epoch >= changed.min_epoch && tags.iter().all(|tag| changed.epochs.get(tag).is_none_or(|at| *at <= epoch))
    }

    /// The memory of the cached responses, and its limit, in bytes.
    pub fn bytes(&self) -> (u64, u64) {
        let sizes = |entries: &Cache<_, _>| (entries.weighted_size(), entries.policy().max_capacity().unwrap_or(0));
        self.entries.as_ref().map_or((0, 0), sizes)
    }

    /// The number of cached responses, fresh or stale.
    pub fn count(&self) -> u64 {
        let Some(entries) = &self.entries else { return 0 };
        // moka updates its count in the background, a moment later.
        entries.run_pending_tasks();
        entries.entry_count()
    }
}

/// The memory of a cached response. For short responses the headers are the larger part.
fn size_bytes(key: &str, finished: &CachedResponse) -> u32 {
    let headers: usize = finished.headers.values().map(|value| HEADER_OVERHEAD_BYTES + value.len()).sum();
    let tags: usize = finished.tags.iter().map(|tag| TAG_OVERHEAD_BYTES + tag.to_string().len()).sum();
    (ENTRY_OVERHEAD_BYTES + key.len() + headers + tags + finished.body.len()).try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::id::PlaceId;

    fn response() -> (StatusCode, HeaderMap, Bytes) {
        (StatusCode::OK, HeaderMap::new(), Bytes::from_static(b"[]"))
    }

    #[test]
    fn response_is_fresh_until_one_of_its_tags_is_invalidated() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec![CacheTag::Places], (cache.current_epoch(), RouteLabel::default()));
        cache.insert(
            "b".into(),
            response(),
            vec![CacheTag::Place(PlaceId(7))],
            (cache.current_epoch(), RouteLabel::default()),
        );
        assert!(cache.get("a").is_some() && cache.get("b").is_some());
        cache.invalidate_tags(&[CacheTag::Places]);
        assert!(cache.get("a").is_none() && cache.get("b").is_some());
        assert!(cache.get_stale("a").is_some(), "for the case that no new one can be computed");
    }

    #[test]
    fn response_whose_computation_began_before_a_change_is_never_served() {
        let cache = ResponseCache::new(1 << 20);
        let began = cache.current_epoch();
        cache.invalidate_tags(&[CacheTag::Places]);
        cache.insert("a".into(), response(), vec![CacheTag::Places], (began, RouteLabel::default()));
        assert!(cache.get("a").is_none());
    }

    #[test]
    fn invalidate_all_affects_only_responses_that_began_before_it() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec![CacheTag::Places], (cache.current_epoch(), RouteLabel::default()));
        let began = cache.current_epoch();
        cache.invalidate_all();
        cache.insert("b".into(), response(), vec![CacheTag::Places], (began, RouteLabel::default()));
        assert!(cache.get("a").is_none() && cache.get("b").is_none());
        cache.insert("c".into(), response(), vec![CacheTag::Places], (cache.current_epoch(), RouteLabel::default()));
        assert!(cache.get("c").is_some());
    }

    #[test]
    fn too_many_tags_make_older_responses_stale() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec![CacheTag::Settings], (cache.current_epoch(), RouteLabel::default()));
        for n in 0..=MAX_TAGS as i64 {
            cache.invalidate_tags(&[CacheTag::Place(PlaceId(n))]);
        }
        assert!(cache.get("a").is_none());
    }

    #[test]
    fn short_responses_with_long_headers_stay_within_the_size_limit() {
        let cache = ResponseCache::new(1 << 20);
        let value = axum::http::HeaderValue::from_str(&"x".repeat(1000)).expect("a value");
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let headers: HeaderMap =
            names.map(|name| (axum::http::HeaderName::from_static(name), value.clone())).into_iter().collect();
        for number in 0..2000 {
            let (status, _, body) = response();
            cache.insert(
                number.to_string(),
                (status, headers.clone(), body),
                Vec::new(),
                (cache.current_epoch(), RouteLabel::default()),
            );
        }
        let held = cache.count() * 10 * 1000;
        assert!((1 << 19..=1 << 20).contains(&held), "{held}");
    }
}
