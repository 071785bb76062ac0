//! Marks entries of the change log as live when the pages of their records show them, and retries pages that fail.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::addresses::{Address, Addresses};
use super::prerender::PrerenderQueue;
use super::render::RenderService;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::ChangeSeq;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::jobs::change_log;

/// Time between two tries to render the failing pages.
const RETRY_INTERVAL: Duration = Duration::from_secs(15);

/// Keeps `live_at` of the change log true. Cheap to clone.
#[derive(Clone)]
pub struct Marker {
    app: App,
    addresses: Addresses,
    /// The last entry whose pages were requested from the renderer.
    marked: Arc<AtomicI64>,
}

impl Marker {
    /// A marker for the pages at these addresses.
    pub fn new(app: App, addresses: Addresses) -> Self {
        Self { app, addresses, marked: Arc::default() }
    }

    /// Prerenders `pages`, and marks the entries of the log after `range.0` up to `range.1` as live: after the first
    /// `urgent` pages, and again after all, because one of the others may fail.
    pub async fn prerender_and_mark(
        &self,
        prerender: &PrerenderQueue,
        pages: Vec<String>,
        urgent: usize,
        range: (ChangeSeq, ChangeSeq),
    ) {
        let rest = prerender.enqueue(pages, urgent).await;
        self.mark_after(range, rest).await;
    }

    /// Marks the entries at once, and again when `rest` has ended.
    pub async fn mark_after(&self, range: (ChangeSeq, ChangeSeq), rest: impl Future<Output = ()>) {
        if range.0 == range.1 {
            return;
        }
        let since = self.app.clock.now();
        self.mark(range, since).await;
        self.marked.fetch_max(range.1.0, Ordering::Relaxed);
        rest.await;
        if self.app.render_failures.count() > 0 {
            self.mark(range, since).await;
        }
    }

    /// An error is only logged, because only the display in the console depends on the mark.
    async fn mark(&self, range: (ChangeSeq, ChangeSeq), since: Timestamp) {
        let marking = async {
            let failing = self.failing(range, since).await?;
            change_log::mark_live(&self.app.db, range, failing, self.app.clock.now()).await
        };
        if let Err(error) = marking.await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to mark changes as live");
        }
    }

    /// The entries of the range, pending or marked since `since`, whose record has a page that fails.
    async fn failing(&self, range: (ChangeSeq, ChangeSeq), since: Timestamp) -> Result<Vec<ChangeSeq>, StoreError> {
        let failures = &self.app.render_failures;
        if failures.count() == 0 {
            return Ok(Vec::new());
        }
        let mut failing = Vec::new();
        let mut known: BTreeMap<Vec<CacheTag>, bool> = BTreeMap::new();
        for change in change_log::pending(&self.app.db, range, since).await? {
            // A list that fails does not hold back all records.
            let record_tags: Vec<CacheTag> = change.tags.0.into_iter().filter(CacheTag::is_of_record).collect();
            let fails = match known.get(&record_tags) {
                Some(fails) => *fails,
                None => {
                    let pages = (self.addresses.affected)(record_tags.clone()).await?.addresses;
                    let fails = pages.iter().any(|page| failures.contains(page));
                    known.insert(record_tags, fails);
                    fails
                }
            };
            if fails {
                failing.push(change.seq);
            }
        }
        Ok(failing)
    }

    /// Retries the failing pages until the process ends. When one renders, marks the entries again.
    pub async fn retry(self, prerender: PrerenderQueue, render_service: RenderService) {
        loop {
            tokio::select! {
                () = self.app.render_failures.recovered() => {
                    let newest = ChangeSeq(self.marked.load(Ordering::Relaxed));
                    self.mark_after((ChangeSeq(0), newest), std::future::ready(())).await;
                }
                () = tokio::time::sleep(RETRY_INTERVAL) => {
                    if render_service.status().is_ready() {
                        self.retry_once(&prerender).await;
                    }
                }
            }
        }
    }

    async fn retry_once(&self, prerender: &PrerenderQueue) {
        let mut pages = Vec::new();
        for path in self.app.render_failures.oldest() {
            match (self.addresses.resolve)(path.clone()).await {
                Ok(Address::Page(_) | Address::Unowned) => pages.push(path),
                Ok(_) => self.app.render_failures.clear(&path),
                Err(error) => {
                    tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to resolve a page")
                }
            }
        }
        if !pages.is_empty() {
            let count = pages.len();
            prerender.enqueue(pages, count).await.await;
        }
    }
}
