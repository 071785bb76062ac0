//! Follows the change log to keep this replica's pages up to date: it invalidates the caches of the renderer, then the
//! cached pages affected by the change, and then prerenders those pages. Entries of the change log are marked as live
//! when the pages of their records show them.
//!
//! *While the renderer is down*, cached pages are still served (R443), even if a change affects them: an outdated page
//! is better than none. Only pages that are no longer public are invalidated at once, because their 404 or 301 does not
//! need the renderer. When the renderer is back, its outdated pages and the outdated cached pages are invalidated
//! together.
//!
//! *A page rendered during a change* may contain the old content, and Next may cache it after the invalidation as if it
//! were new. So the renderer's caches are invalidated while no page is being rendered. If pages are still being
//! rendered after a second, the caches are invalidated anyway. This is repeated until an invalidation happens while no
//! page is being rendered.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::{FutureExt, StreamExt, TryStreamExt, stream};
use tokio::sync::watch;
use tracing::Instrument;

use super::addresses::{AddressResolver, AddressTarget, AffectedPages};
use super::prerender::PrerenderQueue;
use super::render::{RenderService, RendererStart, RendererStatus};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::error_chain;
use crate::common::id::ChangeSeq;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::integrations::renderer_client::RendererClient;
use crate::jobs::change_log::{self, ChangeListener};

/// The maximum time that an invalidation waits until no page is being rendered. Rendering a page takes about 100 ms. A
/// change must be visible within two seconds, so one second is left for the other steps.
const EXCLUSIVE_LOCK_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause before an invalidation. Next compares times in whole milliseconds. An entry that was cached in the same
/// millisecond as the invalidation would stay valid.
const PAUSE_BEFORE_INVALIDATION: Duration = Duration::from_millis(2);
/// The number of pages prerendered before this replica reports that it is ready.
const PAGES_BEFORE_READY: usize = 500;
/// The maximum number of pages that are prerendered after a start of the renderer. More pages would not fit into the
/// memory of the response cache.
const MAX_PAGES_AT_START: usize = 5_000;
/// The number of affected pages that are prerendered before a change counts as live.
const PAGES_BEFORE_LIVE: usize = 8;
/// The number of addresses that are resolved at the same time. The lookups are concurrent, because an alert may affect
/// thousands of pages.
const MAX_CONCURRENT_LOOKUPS: usize = 8;
/// The maximum number of tags that are invalidated individually. If there are more, all pages are invalidated.
const MAX_INVALIDATED_TAGS: usize = 2_000;
/// The time between two attempts to render the failing pages.
const RETRY_INTERVAL: Duration = Duration::from_secs(15);

/// Applies the changes of the change log to the caches of this replica, and marks the entries of the change log as
/// live. Cheap to clone.
#[derive(Clone)]
pub struct ChangeFollower {
    pub(super) app: App,
    pub(super) client: RendererClient,
    pub(super) addresses: AddressResolver,
    pub(super) render_service: RenderService,
    pub(super) prerender: PrerenderQueue,
    /// The last entry of the ranges that were marked as live. The entry itself is not live if one of its pages fails.
    pub(super) last_marked_live: Arc<AtomicI64>,
    pub(super) status: watch::Sender<RendererStatus>,
    /// Becomes true when the first pages after a start of the renderer have been prerendered.
    pub(super) is_prerendered: watch::Sender<bool>,
}

/// The position of the follower in the change log, and the tags that it still has to process.
#[derive(Default)]
struct Progress {
    /// The last entry that was read.
    seq: ChangeSeq,
    /// The last entry whose tags were invalidated in the renderer and in the response cache.
    last_applied: ChangeSeq,
    /// Tags that the renderer still has to invalidate, or to invalidate again because a page was being rendered.
    pending_tags: BTreeSet<CacheTag>,
    /// Tags of new changes. The pages that these changes affect may no longer be public, which was not checked yet.
    unchecked_tags: BTreeSet<CacheTag>,
}

impl ChangeFollower {
    /// Follows the change log until the process ends.
    pub async fn run(self) {
        let mut listener = ChangeListener::listen(&self.app.db).await;
        let seq = loop {
            match change_log::newest_seq(&self.app.db).await {
                Ok(seq) => break seq,
                Err(error) => {
                    tracing::error!(error = %error_chain::display(&error), "failed to read the change log");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        };
        // The follower reads only entries after `seq`. Responses cached before now may lack earlier changes, so all of
        // them are invalidated.
        self.app.cache.invalidate_all();
        self.app.applied_seq.set(seq);
        self.app.change_notifier.announce(seq);
        let mut progress = Progress { seq, ..Progress::default() };
        let mut status_changes = self.status.subscribe();
        loop {
            let status = status_changes.borrow_and_update().clone();
            // A panic must not stop the follower: pages would silently become outdated.
            let outcome = AssertUnwindSafe(self.read_and_invalidate(status, &mut progress)).catch_unwind().await;
            if progress.last_applied.0 > seq.0 {
                self.app.applied_seq.set(progress.last_applied);
            }
            if let Err(error) = outcome.unwrap_or(Err(StoreError::Aborted)) {
                tracing::error!(error = %error_chain::display(&error), "failed to apply a change; trying again");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            tokio::select! {
                () = self.app.change_notifier.wait(&mut listener) => {}
                _ = status_changes.changed() => {}
            }
        }
    }

    /// Reads new entries, and invalidates the pages that they affect as far as the status of the renderer allows.
    async fn read_and_invalidate(&self, status: RendererStatus, progress: &mut Progress) -> Result<(), StoreError> {
        self.read_new_entries(progress).await?;
        if !progress.unchecked_tags.is_empty() {
            self.invalidate_unpublished(progress.unchecked_tags.iter().cloned().collect()).await?;
            progress.unchecked_tags.clear();
        }
        match status.running {
            Some(start) if start.number != status.invalidated_start_number => {
                self.on_renderer_start(start, progress).instrument(tracing::debug_span!("start_renderer")).await
            }
            Some(_) if !progress.pending_tags.is_empty() => {
                self.invalidate_renderer(progress).instrument(tracing::debug_span!("invalidate_renderer")).await
            }
            _ => Ok(()),
        }
    }

    /// Reads all new entries and invalidates the API responses that are cached with their tags.
    async fn read_new_entries(&self, progress: &mut Progress) -> Result<(), StoreError> {
        loop {
            let batch = change_log::list_after(&self.app.db, progress.seq).await?;
            let Some(last) = batch.last() else { return Ok(()) };
            let seq = last.seq;
            progress.seq = seq;
            let tags: Vec<CacheTag> = batch.into_iter().flat_map(|change| change.tags.0).collect();
            // Writes of other replicas must be visible before the renderer requests the new content.
            self.app.cache.invalidate_tags(&tags);
            self.app.change_notifier.announce(seq);
            progress.pending_tags.extend(tags.iter().cloned());
            progress.unchecked_tags.extend(tags);
        }
    }

    /// Handles a start of the renderer. Its caches contain pages from the build, or pages of unknown age.
    async fn on_renderer_start(&self, start: RendererStart, progress: &mut Progress) -> Result<(), StoreError> {
        // Cached pages of another build reference files that no longer exist. After a restart of the same build, only
        // pages affected by pending changes are outdated. The other cached pages stay valid, even if the renderer
        // crashes repeatedly.
        let stale_tags = if start.is_same_build && progress.pending_tags.len() <= MAX_INVALIDATED_TAGS {
            (self.addresses.find_affected_pages)(progress.pending_tags.iter().cloned().collect()).await?.tags
        } else {
            vec![CacheTag::CachedPages]
        };
        if let Err(error) = self.client.refresh(&[], true).await {
            tracing::warn!(error = %error_chain::display(&error), "failed to invalidate the caches of the renderer");
            // No page is requested from the renderer until this succeeds. The next attempt follows within a second.
            return Ok(());
        }
        self.app.cache.invalidate_tags(&stale_tags);
        progress.pending_tags.clear();
        self.status.send_modify(|status| status.invalidated_start_number = start.number);
        let public_pages = (self.addresses.public_pages)(MAX_PAGES_AT_START).await?;
        let (follower, range) = (self.clone(), progress.mark_applied());
        tokio::spawn(async move {
            let (started_at, pages) = (std::time::Instant::now(), public_pages.len());
            let rest_prerendered = follower.prerender.enqueue(public_pages, PAGES_BEFORE_READY).await;
            let ms = started_at.elapsed().as_millis() as u64;
            tracing::info!(pages, ms, "the pages of the site are prerendered");
            follower.is_prerendered.send_replace(true);
            follower.mark_live_and_recheck(range, rest_prerendered).await;
        });
        Ok(())
    }

    /// Invalidates the caches of the renderer and the affected pages, and prerenders the most important of them.
    async fn invalidate_renderer(&self, progress: &mut Progress) -> Result<(), StoreError> {
        let pending_tags: Vec<CacheTag> = progress.pending_tags.iter().cloned().collect();
        let AffectedPages { tags, addresses } = (self.addresses.find_affected_pages)(pending_tags.clone()).await?;
        if tags.is_empty() {
            // No page is affected, for example by a like of a place. Such a change must not delay renders.
            progress.pending_tags.clear();
            self.mark_live_and_recheck(progress.mark_applied(), std::future::ready(())).await;
            return Ok(());
        }
        let exclusive_lock = self.render_service.lock_exclusive(EXCLUSIVE_LOCK_TIMEOUT).await;
        tokio::time::sleep(PAUSE_BEFORE_INVALIDATION).await;
        let invalidates_all = pending_tags.len() > MAX_INVALIDATED_TAGS;
        let refreshed = self.client.refresh(if invalidates_all { &[] } else { &pending_tags }, invalidates_all).await;
        if let Err(error) = refreshed {
            tracing::warn!(error = %error_chain::display(&error), "failed to invalidate the caches of the renderer after a change");
            return Ok(());
        }
        let stale_tags = if invalidates_all { vec![CacheTag::CachedPages] } else { tags };
        self.app.cache.invalidate_tags(&stale_tags);
        if exclusive_lock.is_some() {
            progress.pending_tags.clear();
        }
        drop(exclusive_lock);
        let (follower, range) = (self.clone(), progress.mark_applied());
        // A separate task waits for these pages, because the next change must not wait for them.
        tokio::spawn(async move {
            let rest_prerendered = follower.prerender.enqueue(addresses, PAGES_BEFORE_LIVE).await;
            follower.mark_live_and_recheck(range, rest_prerendered).await;
        });
        Ok(())
    }

    /// Finds the pages that changes with these tags affect, and invalidates those that are no longer public. Their 404
    /// or 301 does not need the renderer, so it must not wait for a renderer that is slow or down.
    async fn invalidate_unpublished(&self, unchecked_tags: Vec<CacheTag>) -> Result<(), StoreError> {
        let AffectedPages { addresses, .. } = (self.addresses.find_affected_pages)(unchecked_tags).await?;
        let mut unpublished = Vec::new();
        let lookups = addresses.into_iter().map(|address| {
            let target = (self.addresses.resolve)(address.clone());
            async move { Ok::<_, StoreError>((address, target.await?)) }
        });
        let targets: Vec<(String, AddressTarget)> =
            stream::iter(lookups).buffered(MAX_CONCURRENT_LOOKUPS).try_collect().await?;
        for (address, target) in targets {
            if matches!(target, AddressTarget::Moved(_) | AddressTarget::NotFound | AddressTarget::NotFoundPage(_)) {
                self.app.render_failures.clear_failure(&address);
                unpublished.push(CacheTag::cached_page(&address));
            }
        }
        self.app.cache.invalidate_tags(&unpublished);
        Ok(())
    }

    /// Marks the entries of the change log after `range.0`, up to `range.1`, as live. `rest_prerendered` completes when
    /// the remaining pages were processed by the prerender queue. If any page fails at that time, the marks are
    /// updated, because the failing page may be one of the remaining pages.
    async fn mark_live_and_recheck(&self, range: (ChangeSeq, ChangeSeq), rest_prerendered: impl Future<Output = ()>) {
        if range.0 == range.1 {
            return;
        }
        let first_marked_at = self.app.clock.now();
        self.mark_live(range, first_marked_at).await;
        self.last_marked_live.fetch_max(range.1.0, Ordering::Relaxed);
        rest_prerendered.await;
        if self.app.render_failures.count() > 0 {
            self.mark_live(range, first_marked_at).await;
        }
    }

    /// Marks the entries of `range` as live, except those with a failing page. Entries that became live before
    /// `first_marked_at` keep their mark. An error is only logged, because only the display in the console depends on
    /// the mark.
    async fn mark_live(&self, range: (ChangeSeq, ChangeSeq), first_marked_at: Timestamp) {
        let marking = async {
            let failing = self.failing_entries(range, first_marked_at).await?;
            change_log::set_live_times(&self.app.db, range, failing, self.app.clock.now()).await
        };
        if let Err(error) = marking.await {
            tracing::warn!(error = %error_chain::display(&error), "failed to mark changes as live");
        }
    }

    /// The entries of the range whose record has a failing page. Entries that became live before `first_marked_at` are
    /// left out.
    async fn failing_entries(
        &self,
        range: (ChangeSeq, ChangeSeq),
        first_marked_at: Timestamp,
    ) -> Result<Vec<ChangeSeq>, StoreError> {
        let failures = &self.app.render_failures;
        if failures.count() == 0 {
            return Ok(Vec::new());
        }
        let mut failing = Vec::new();
        let mut failing_by_tags: BTreeMap<Vec<CacheTag>, bool> = BTreeMap::new();
        for change in change_log::changes_not_live_before(&self.app.db, range, first_marked_at).await? {
            // Only pages of records count. Otherwise a failing list page would keep all entries from being marked.
            let tags: Vec<CacheTag> = change.tags.0.into_iter().filter(CacheTag::is_place_or_article_tag).collect();
            let has_failing_page = match failing_by_tags.entry(tags) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(unknown) => {
                    let pages = (self.addresses.find_affected_pages)(unknown.key().clone()).await?.addresses;
                    *unknown.insert(pages.iter().any(|page| failures.may_contain(page)))
                }
            };
            if has_failing_page {
                failing.push(change.seq);
            }
        }
        Ok(failing)
    }

    /// Retries the failing pages until the process ends. When one of them is rendered or is no longer public, marks the
    /// entries that are not live yet.
    pub async fn retry_failing_pages(self) {
        loop {
            tokio::select! {
                () = self.app.render_failures.wait_for_recovery() => {
                    let newest = ChangeSeq(self.last_marked_live.load(Ordering::Relaxed));
                    self.mark_live_and_recheck((ChangeSeq(0), newest), std::future::ready(())).await;
                }
                () = tokio::time::sleep(RETRY_INTERVAL) => {
                    if self.render_service.status().is_ready() {
                        self.retry_failing_pages_once().await;
                    }
                }
            }
        }
    }

    async fn retry_failing_pages_once(&self) {
        let mut pages = Vec::new();
        for path in self.app.render_failures.least_recently_tried() {
            match (self.addresses.resolve)(path.clone()).await {
                Ok(AddressTarget::Page(_) | AddressTarget::Unrecognized) => pages.push(path),
                Ok(_) => self.app.render_failures.clear_failure(&path),
                Err(error) => {
                    tracing::warn!(error = %error_chain::display(&error), "failed to resolve a page")
                }
            }
        }
        if !pages.is_empty() {
            let count = pages.len();
            self.prerender.enqueue(pages, count).await.await;
        }
    }
}

impl Progress {
    /// Records that all entries that were read are applied. Returns the newly applied entries as a range: after the
    /// first number, up to and including the second.
    fn mark_applied(&mut self) -> (ChangeSeq, ChangeSeq) {
        let previously_applied = std::mem::replace(&mut self.last_applied, self.seq);
        (previously_applied, self.seq)
    }
}
