//! Follows the change log to keep this replica's pages up to date: it invalidates the caches of the renderer, then the
//! cached pages affected by the change, and then prerenders those pages.
//!
//! *While the renderer is down*, cached pages are still served (R443), even if a change affects them: an outdated page
//! is better than none. Only pages that are no longer public are invalidated at once, because their 404 or 301 does not
//! need the renderer. When the renderer is back, its outdated pages and those in the cache are invalidated together.
//!
//! *A page rendered during a change* may contain the old content, and Next may cache it after the invalidation as if it
//! were new. So the renderer's caches are invalidated while no page is being rendered. If that is not possible in time,
//! they are invalidated at once, and again every second until it was possible.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::watch;
use tracing::Instrument;

use super::addresses::{Address, Addresses, EVERY_PAGE, Touched, page_tag};
use super::live::Marker;
use super::prerender::PrerenderQueue;
use super::render_service::{RenderService, RendererStatus, Start};
use crate::common::id::ChangeSeq;
use crate::db::change_notifications::ChangeListener;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::integrations::renderer_client::RendererClient;
use crate::jobs::changes::{self, Tag};

/// How long a change waits for pages that are being rendered. A page takes about a tenth of this time. The other half
/// of the two seconds allowed for a change is left for the remaining steps.
const EXCLUSIVE_TIMEOUT: Duration = Duration::from_secs(1);
/// Next compares times in whole milliseconds: an entry cached in the same millisecond as the invalidation would stay
/// valid.
const ONE_TICK: Duration = Duration::from_millis(2);
/// The number of pages prerendered before this replica reports that it is ready.
const PRERENDER_FIRST: usize = 500;
/// The number of pages prerendered at the start. More would not fit into memory.
const PRERENDER_IN_ALL: usize = 5_000;
/// The number of pages prerendered after a change before it counts as live.
const PRERENDER_AFTER_CHANGE: usize = 8;
/// Beyond this number of tags, everything is invalidated.
const MANY_TAGS: usize = 2_000;

/// Applies the changes of the change log to the caches of this replica.
pub struct ChangeFollower {
    /// The shared state.
    pub app: App,
    /// The client of the renderer.
    pub site: RendererClient,
    /// The addresses of the site.
    pub addresses: Addresses,
    /// The render service.
    pub renderings: RenderService,
    /// The prerender queue.
    pub prerender: PrerenderQueue,
    /// Marks changes as live.
    pub marker: Marker,
    /// The state of the renderer.
    pub presence: watch::Sender<RendererStatus>,
    /// Becomes true after the first prerendering.
    pub is_warm: watch::Sender<bool>,
}

/// The position in the change log.
struct Progress {
    /// The last entry that was read.
    seq: ChangeSeq,
    /// The last entry that was applied to the pages.
    shown: ChangeSeq,
    /// Tags that the renderer has not invalidated yet, or not reliably.
    owed: BTreeSet<Tag>,
    /// Tags whose pages have not been checked yet for whether they are still public.
    fresh: BTreeSet<Tag>,
}

impl ChangeFollower {
    /// Follows the change log until the process ends.
    pub async fn run(self) {
        let mut notices = ChangeListener::listen(&self.app.db).await;
        let seq = loop {
            match changes::newest(&self.app.db).await {
                Ok(seq) => break seq,
                Err(error) => {
                    tracing::error!(error = %crate::common::error_chain::display(&error), "failed to read the change log");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        };
        // Responses cached before this point may be older than the first entry that is followed. After clearing the
        // cache, no page of this replica is older than that entry.
        self.app.cache.invalidate_all();
        self.app.applied_seq.set(seq);
        let mut progress = Progress { seq, shown: ChangeSeq(0), owed: BTreeSet::new(), fresh: BTreeSet::new() };
        let mut presence = self.presence.subscribe();
        loop {
            let present = presence.borrow_and_update().clone();
            // A panic must not stop the follower: pages would silently become outdated.
            let stepped = AssertUnwindSafe(self.step(present, &mut progress)).catch_unwind().await;
            if progress.shown.0 > seq.0 {
                self.app.applied_seq.set(progress.shown);
            }
            if let Err(error) = stepped.unwrap_or(Err(StoreError::WriterStopped)) {
                tracing::error!(
                    error = %crate::common::error_chain::display(&error),
                    "failed to apply a change; trying again"
                );
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            tokio::select! {
                () = self.app.change_notifier.wait(&mut notices) => {}
                _ = presence.changed() => {}
            }
        }
    }

    /// Reads new entries and applies them.
    async fn step(&self, presence: RendererStatus, progress: &mut Progress) -> Result<(), StoreError> {
        self.read(progress).await?;
        if !progress.fresh.is_empty() {
            self.invalidate_unpublished(progress.fresh.iter().cloned().collect()).await?;
            progress.fresh.clear();
        }
        match presence.running {
            Some(start) if start.number != presence.told => {
                self.begin(start, progress).instrument(tracing::debug_span!("begin")).await
            }
            Some(_) if !progress.owed.is_empty() => self.tell(progress).instrument(tracing::debug_span!("tell")).await,
            _ => Ok(()),
        }
    }

    /// Reads new entries and invalidates the cached API responses.
    async fn read(&self, progress: &mut Progress) -> Result<(), StoreError> {
        loop {
            let batch = changes::after(&self.app.db, progress.seq).await?;
            let Some(last) = batch.last() else { return Ok(()) };
            progress.seq = last.seq;
            let tags: Vec<Tag> = batch.into_iter().flat_map(|change| change.tags.0).collect();
            // Writes of other replicas must be visible before the renderer requests the new content.
            self.app.cache.invalidate_tags(&tags);
            progress.owed.extend(tags.iter().cloned());
            progress.fresh.extend(tags);
        }
    }

    /// Handles a start of the renderer. Its caches contain the shells of the build, or pages of unknown age.
    async fn begin(&self, start: Start, progress: &mut Progress) -> Result<(), StoreError> {
        // Pages of another build reference files that no longer exist. After a restart of the same build only pages
        // affected by changes since then are outdated, so a renderer that crashes repeatedly does not empty the page
        // cache.
        let stale = if start.is_same_build && progress.owed.len() <= MANY_TAGS {
            (self.addresses.touched)(progress.owed.iter().cloned().collect()).await?.tags
        } else {
            vec![EVERY_PAGE.to_owned()]
        };
        if let Err(error) = self.site.refresh(&[], true).await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to invalidate the caches of the renderer");
            // Until this succeeds the renderer is not used. The next attempt follows within a second.
            return Ok(());
        }
        self.app.cache.invalidate_tags(&stale);
        progress.owed.clear();
        self.presence.send_modify(|presence| presence.told = start.number);
        let public = (self.addresses.public)(PRERENDER_IN_ALL).await?;
        let (prerender, is_warm, marker) = (self.prerender.clone(), self.is_warm.clone(), self.marker.clone());
        let shown = progress.show();
        tokio::spawn(async move {
            let (begun, pages) = (std::time::Instant::now(), public.len());
            let rest = prerender.enqueue(public, PRERENDER_FIRST).await;
            let ms = begun.elapsed().as_millis() as u64;
            tracing::info!(pages, ms, "the pages of the site are prerendered");
            is_warm.send_replace(true);
            marker.mark_after(shown, rest).await;
        });
        Ok(())
    }

    /// Invalidates the caches of the renderer and the affected pages, and prerenders the most important of them.
    async fn tell(&self, progress: &mut Progress) -> Result<(), StoreError> {
        let owed: Vec<Tag> = progress.owed.iter().cloned().collect();
        let touched = (self.addresses.touched)(owed.clone()).await?;
        if touched.tags.is_empty() {
            // No page is affected. Such a change, like a like of a place, must not delay pages that are being rendered.
            progress.owed.clear();
            self.marker.mark_after(progress.show(), std::future::ready(())).await;
            return Ok(());
        }
        let exclusive = self.renderings.exclusive(EXCLUSIVE_TIMEOUT).await;
        tokio::time::sleep(ONE_TICK).await;
        let everything = owed.len() > MANY_TAGS;
        let told = self.site.refresh(if everything { &[] } else { &owed }, everything).await;
        if let Err(error) = told {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to invalidate the caches of the renderer after a change");
            return Ok(());
        }
        if everything {
            self.app.cache.invalidate_tags(&[EVERY_PAGE.to_owned()]);
        } else {
            self.app.cache.invalidate_tags(&touched.tags);
        }
        if exclusive.is_some() {
            progress.owed.clear();
        }
        drop(exclusive);
        let (prerender, marker, shown) = (self.prerender.clone(), self.marker.clone(), progress.show());
        // Concurrent with the follower: the next change must not wait for these pages.
        tokio::spawn(async move { marker.show(&prerender, touched.addresses, PRERENDER_AFTER_CHANGE, shown).await });
        Ok(())
    }

    /// Invalidates pages that are no longer public at once: their 404 or 301 does not need the renderer, and must not
    /// wait for one that is slow or down.
    async fn invalidate_unpublished(&self, fresh: Vec<Tag>) -> Result<(), StoreError> {
        let Touched { addresses, .. } = (self.addresses.touched)(fresh).await?;
        let mut unpublished = Vec::new();
        for address in addresses {
            let leads = (self.addresses.resolve)(address.clone()).await?;
            if matches!(leads, Address::Moved(_) | Address::Unknown | Address::Missing(_)) {
                self.app.render_failures.clear(&address);
                unpublished.push(page_tag(&address));
            }
        }
        self.app.cache.invalidate_tags(&unpublished);
        Ok(())
    }
}

impl Progress {
    /// Returns the range of entries that were read but not applied yet (after the first, up to the second), and marks
    /// them as applied.
    fn show(&mut self) -> (ChangeSeq, ChangeSeq) {
        let since = std::mem::replace(&mut self.shown, self.seq);
        (since, self.seq)
    }
}
