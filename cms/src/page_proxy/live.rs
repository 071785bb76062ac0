//! Marks entries of the change log as live when the pages of their records show them, and retries pages that fail.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::addresses::{Address, Addresses};
use super::prerender::PrerenderQueue;
use super::render_service::RenderService;
use crate::common::clock::Timestamp;
use crate::common::id::ChangeSeq;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::jobs::changes::{self, Tag};

/// Time between two tries to render the failing pages.
const RETRY_INTERVAL: Duration = Duration::from_secs(15);

/// Keeps `live_at` of the change log true. Cheap to clone.
#[derive(Clone)]
pub struct Marker {
    app: App,
    addresses: Addresses,
    /// The last entry whose pages were asked for.
    marked: Arc<AtomicI64>,
}

impl Marker {
    /// A marker for the pages at these addresses.
    pub fn new(app: App, addresses: Addresses) -> Self {
        Self { app, addresses, marked: Arc::default() }
    }

    /// Has `pages` rendered and marks the entries of the log after `range.0` up to `range.1` as live: after the first
    /// `urgent` pages, and again after all, because one of the others may fail.
    pub async fn show(
        &self,
        prerender: &PrerenderQueue,
        pages: Vec<String>,
        urgent: usize,
        range: (ChangeSeq, ChangeSeq),
    ) {
        let rest = prerender.enqueue(pages, urgent).await;
        self.mark_after(range, rest).await;
    }

    /// Marks at once, and again when `rest` has ended.
    pub async fn mark_after(&self, range: (ChangeSeq, ChangeSeq), rest: impl Future<Output = ()>) {
        if range.0 == range.1 {
            return;
        }
        let begun = self.app.clock.now();
        self.mark(range, begun).await;
        self.marked.fetch_max(range.1.0, Ordering::Relaxed);
        rest.await;
        if self.app.render_failures.count() > 0 {
            self.mark(range, begun).await;
        }
    }

    /// Only the console's display depends on it, so an error is logged and no more.
    async fn mark(&self, range: (ChangeSeq, ChangeSeq), begun: Timestamp) {
        let marked = async {
            let held = self.held(range, begun).await?;
            changes::mark_live(&self.app.db, range, held, self.app.clock.now()).await
        };
        if let Err(error) = marked.await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to mark changes as live");
        }
    }

    /// The entries of the range, pending or marked since `begun`, whose record has a page that fails.
    async fn held(&self, range: (ChangeSeq, ChangeSeq), begun: Timestamp) -> Result<Vec<ChangeSeq>, StoreError> {
        let failures = &self.app.render_failures;
        if failures.count() == 0 {
            return Ok(Vec::new());
        }
        let mut held = Vec::new();
        let mut known: BTreeMap<Vec<Tag>, bool> = BTreeMap::new();
        for change in changes::pending(&self.app.db, range, begun).await? {
            // `place:7` names a record, `places` every list: a list that fails does not hold back every record.
            let own: Vec<Tag> = change.tags.0.into_iter().filter(|tag| tag.contains(':')).collect();
            let fails = match known.get(&own) {
                Some(fails) => *fails,
                None => {
                    let pages = (self.addresses.touched)(own.clone()).await?.addresses;
                    let fails = pages.iter().any(|page| failures.contains(page));
                    known.insert(own, fails);
                    fails
                }
            };
            if fails {
                held.push(change.seq);
            }
        }
        Ok(held)
    }

    /// Retries the failing pages for as long as the process runs; marks what was held back when one renders.
    pub async fn retry(self, prerender: PrerenderQueue, renderings: RenderService) {
        loop {
            tokio::select! {
                () = self.app.render_failures.recovered() => {
                    let reached = ChangeSeq(self.marked.load(Ordering::Relaxed));
                    self.mark_after((ChangeSeq(0), reached), std::future::ready(())).await;
                }
                () = tokio::time::sleep(RETRY_INTERVAL) => {
                    if renderings.presence().is_open() {
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
                Ok(Address::Page(_) | Address::Elsewhere) => pages.push(path),
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
