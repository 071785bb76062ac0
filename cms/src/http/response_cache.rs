//! CachedResponse responses, kept in memory until a write touches what they were made from.
//!
//! Nothing is searched when something changes: each tag remembers when it last changed, and a response is good while
//! none of its tags changed after its making *began*. So a response that was being made during a change can be stored
//! and is still never served.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use moka::sync::Cache;

use super::http_metrics::RouteMetrics;
use crate::jobs::changes::Tag;

/// How many tags are remembered one by one; beyond it everything older counts as changed.
const MAX_TAGS: usize = 20_000;
/// A larger body is not kept.
const MAX_BODY_BYTES: usize = 4 << 20;

/// What an entry takes beside its body, key, headers and tags, in bytes: its record and its place in the store.
const ENTRY_OVERHEAD_BYTES: usize = 700;
/// What a header takes beside its value: the map's slot for it, and the room with which the map grows.
const HEADER_OVERHEAD_BYTES: usize = 160;
/// What a tag takes beside its text.
const TAG_OVERHEAD_BYTES: usize = 40;

/// A response as it goes out, body compressed as its key says.
#[derive(Debug)]
pub struct CachedResponse {
    /// Its status.
    pub status: StatusCode,
    /// Its headers, complete but for the request's id.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
    /// What its route answered, so that it can be counted without looking anything up.
    pub counts: Arc<RouteMetrics>,
    tags: Vec<Tag>,
    epoch: u64,
    /// The age at which it was last found good: spares looking at its tags while nothing changes.
    checked_epoch: AtomicU64,
}

/// The moment at which the making of a response began.
#[derive(Clone, Copy, Debug)]
pub struct CacheEpoch(u64);

/// The store of finished responses, bounded in bytes.
pub struct ResponseCache {
    entries: Option<Cache<String, Arc<CachedResponse>>>,
    /// RouteMetrics changes.
    epoch: AtomicU64,
    changed: RwLock<Changed>,
}

#[derive(Default)]
struct Changed {
    at: HashMap<Tag, u64>,
    /// Responses begun before this are not served.
    min_epoch: u64,
}

impl ResponseCache {
    /// Keeps up to `bytes` of bodies, keys and headers; with 0 nothing is kept.
    pub fn new(bytes: u64) -> Self {
        let entries = (bytes > 0).then(|| {
            Cache::builder()
                .max_capacity(bytes)
                .weigher(|key: &String, entry: &Arc<CachedResponse>| size_bytes(key, entry))
                .build()
        });
        Self { entries, epoch: AtomicU64::new(1), changed: RwLock::default() }
    }

    /// To be called before a response's making begins, and given to [`Kept::keep`] with it.
    pub fn current_epoch(&self) -> CacheEpoch {
        CacheEpoch(self.epoch.load(Ordering::Acquire))
    }

    /// The response under `key`, if it is still good.
    pub fn get(&self, key: &str) -> Option<Arc<CachedResponse>> {
        let entry = self.entries.as_ref()?.get(key)?;
        let epoch = self.epoch.load(Ordering::Acquire);
        if entry.checked_epoch.load(Ordering::Relaxed) != epoch {
            if !self.is_current(&entry.tags, entry.epoch) {
                return None;
            }
            entry.checked_epoch.store(epoch, Ordering::Relaxed);
        }
        Some(entry)
    }

    /// The response under `key`, although something it was made from may have changed since: better than nothing
    /// where a new one cannot be made.
    pub fn get_stale(&self, key: &str) -> Option<Arc<CachedResponse>> {
        self.entries.as_ref()?.get(key)
    }

    /// Keeps a response of the route with these counts under `key` until one of `tags` changes; it is thrown away when
    /// one did since it `began`.
    pub fn insert(
        &self,
        key: String,
        (status, headers, body): (StatusCode, HeaderMap, Bytes),
        tags: Vec<Tag>,
        (CacheEpoch(epoch), counts): (CacheEpoch, Arc<RouteMetrics>),
    ) {
        let Some(entries) = &self.entries else { return };
        if body.len() <= MAX_BODY_BYTES && self.is_current(&tags, epoch) {
            let checked_epoch = AtomicU64::new(0);
            entries.insert(key, Arc::new(CachedResponse { status, headers, body, counts, tags, epoch, checked_epoch }));
        }
    }

    /// Says that these tags have changed now.
    pub fn invalidate_tags(&self, tags: &[Tag]) {
        if tags.is_empty() {
            return;
        }
        let mut changed = self.changed.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        if changed.at.len() + tags.len() > MAX_TAGS {
            changed.at.clear();
            changed.min_epoch = epoch;
        }
        for tag in tags {
            changed.at.insert(tag.clone(), epoch);
        }
        // Last: whoever sees the new age also sees what changed.
        self.epoch.store(epoch, Ordering::Release);
    }

    /// Says that everything may have changed: for whoever begins to follow the change log, and does not know what came before.
    pub fn drop_all(&self) {
        let mut changed = self.changed.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let epoch = self.epoch.load(Ordering::Acquire) + 1;
        changed.at.clear();
        changed.min_epoch = epoch;
        self.epoch.store(epoch, Ordering::Release);
    }

    /// How many changes there were: grows before one is acknowledged.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// Whether one of these tags changed after that age.
    pub fn is_stale(&self, tags: &[Tag], epoch: u64) -> bool {
        !self.is_current(tags, epoch)
    }

    /// Whether a response made from `tags`, begun at that moment, still shows what is true.
    pub fn is_fresh(&self, tags: &[Tag], CacheEpoch(epoch): CacheEpoch) -> bool {
        self.is_current(tags, epoch)
    }

    /// How many bytes the kept responses take, and how many they may take.
    pub fn bytes(&self) -> (u64, u64) {
        let sizes = |entries: &Cache<_, _>| (entries.weighted_size(), entries.policy().max_capacity().unwrap_or(0));
        self.entries.as_ref().map_or((0, 0), sizes)
    }

    /// How many responses are kept, good or not.
    pub fn count(&self) -> u64 {
        let Some(entries) = &self.entries else { return 0 };
        // The store counts behind the scenes, a moment later.
        entries.run_pending_tasks();
        entries.entry_count()
    }

    fn is_current(&self, tags: &[Tag], epoch: u64) -> bool {
        let changed = self.changed.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        epoch >= changed.min_epoch && tags.iter().all(|tag| changed.at.get(tag).is_none_or(|at| *at <= epoch))
    }
}

/// The memory that a kept response takes, in bytes. Of a short answer the headers are the larger part.
fn size_bytes(key: &str, finished: &CachedResponse) -> u32 {
    let headers: usize = finished.headers.values().map(|value| HEADER_OVERHEAD_BYTES + value.len()).sum();
    let tags: usize = finished.tags.iter().map(|tag| TAG_OVERHEAD_BYTES + tag.len()).sum();
    (ENTRY_OVERHEAD_BYTES + key.len() + headers + tags + finished.body.len()).try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response() -> (StatusCode, HeaderMap, Bytes) {
        (StatusCode::OK, HeaderMap::new(), Bytes::from_static(b"[]"))
    }

    #[test]
    fn a_response_is_good_until_one_of_its_tags_changes() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec!["places".into()], (cache.current_epoch(), Arc::default()));
        cache.insert("b".into(), response(), vec!["place:7".into()], (cache.current_epoch(), Arc::default()));
        assert!(cache.get("a").is_some() && cache.get("b").is_some());
        cache.invalidate_tags(&["places".into()]);
        assert!(cache.get("a").is_none() && cache.get("b").is_some());
        assert!(cache.get_stale("a").is_some(), "for when a new one cannot be made");
    }

    #[test]
    fn a_response_whose_making_began_before_a_change_is_never_served() {
        let cache = ResponseCache::new(1 << 20);
        let began = cache.current_epoch();
        cache.invalidate_tags(&["places".into()]);
        cache.insert("a".into(), response(), vec!["places".into()], (began, Arc::default()));
        assert!(cache.get("a").is_none());
    }

    #[test]
    fn what_was_begun_before_everything_changed_is_never_served_and_what_comes_after_is() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec!["places".into()], (cache.current_epoch(), Arc::default()));
        let began = cache.current_epoch();
        cache.invalidate_all();
        cache.insert("b".into(), response(), vec!["places".into()], (began, Arc::default()));
        assert!(cache.get("a").is_none() && cache.get("b").is_none());
        cache.insert("c".into(), response(), vec!["places".into()], (cache.current_epoch(), Arc::default()));
        assert!(cache.get("c").is_some());
    }

    #[test]
    fn forgetting_single_tags_forgets_towards_the_safe_side() {
        let cache = ResponseCache::new(1 << 20);
        cache.insert("a".into(), response(), vec!["settings".into()], (cache.current_epoch(), Arc::default()));
        for n in 0..=MAX_TAGS {
            cache.invalidate_tags(&[format!("place:{n}")]);
        }
        assert!(cache.get("a").is_none());
    }

    #[test]
    fn short_responses_with_long_headers_stay_within_the_bytes_of_the_store() {
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
                (cache.current_epoch(), Arc::default()),
            );
        }
        let held = cache.count() * 10 * 1000;
        assert!((1 << 19..=1 << 20).contains(&held), "{held}");
    }
}
