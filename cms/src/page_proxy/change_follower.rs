//! Follows the change log for this replica's pages: first the renderer hears of a change, then the finished pages that
//! it touched are dropped, then they are made anew.
//!
//! *While the renderer is down* cached pages are still served (R443), even if a change touched them: an older text is
//! better than none. Only pages that are no longer public are dropped at once; they answer 404 or 301 without the
//! renderer. Once it is back, all older pages of the renderer and of the cache are dropped together.
//!
//! *A rendering under way during a change* may read the old content and store it in Next's own caches after they were
//! told of the change, as if it were new. So the renderer is told in a moment in which no rendering is under way. Where
//! there is no such moment soon enough it is told at once, and again every second until one was found.

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

/// How long a change waits for renderings under way. Pages take a tenth of it; half of the two seconds that a change
/// may take stay for the rest.
const EXCLUSIVE_TIMEOUT: Duration = Duration::from_secs(1);
/// Next compares times in whole milliseconds: what it stored in the very millisecond of a refresh would stay.
const ONE_TICK: Duration = Duration::from_millis(2);
/// Pages made before this replica says that it is ready.
const PRERENDER_FIRST: usize = 500;
/// Pages made at a start in all; more than this does not fit into memory anyway.
const PRERENDER_IN_ALL: usize = 5_000;
/// Pages made at once after a change, before the change counts as live.
const PRERENDER_AFTER_CHANGE: usize = 8;
/// More tags than this at once are everything.
const MANY_TAGS: usize = 2_000;

/// What the follower works with.
pub struct ChangeFollower {
    /// Database, clock, kept answers, bell.
    pub app: App,
    /// The renderer.
    pub site: RendererClient,
    /// The guide's addresses.
    pub addresses: Addresses,
    /// The gate before the renderer.
    pub renderings: RenderService,
    /// Makes pages ahead.
    pub prerender: PrerenderQueue,
    /// Marks changes as live.
    pub marker: Marker,
    /// How the renderer is.
    pub presence: watch::Sender<RendererStatus>,
    /// Becomes true when every page was asked for once.
    pub is_warm: watch::Sender<bool>,
}

/// How far the follower has come.
struct Progress {
    /// The last entry of the log that was read.
    seq: ChangeSeq,
    /// The last entry that is being shown.
    shown: ChangeSeq,
    /// What the renderer has not heard yet, or not for certain.
    owed: BTreeSet<Tag>,
    /// What has not been looked at yet for pages that are no longer public.
    fresh: BTreeSet<Tag>,
}

impl ChangeFollower {
    /// Follows until the process ends.
    pub async fn run(self) {
        let mut notices = ChangeListener::listen(&self.app.db).await;
        let seq = loop {
            match changes::newest(&self.app.db).await {
                Ok(seq) => break seq,
                Err(error) => {
                    tracing::error!(error = %crate::common::error_chain::display(&error), "the change log cannot be read");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        };
        // What was kept before this may be older than the entry from which the log is followed. Nothing older is on any page
        // of this replica after it, so nothing is late.
        self.app.cache.invalidate_all();
        self.app.applied_seq.set(seq);
        let mut progress = Progress { seq, shown: ChangeSeq(0), owed: BTreeSet::new(), fresh: BTreeSet::new() };
        let mut presence = self.presence.subscribe();
        loop {
            let present = presence.borrow_and_update().clone();
            // A panic must not end the following: pages would grow old with nobody noticing.
            let stepped = AssertUnwindSafe(self.step(present, &mut progress)).catch_unwind().await;
            if progress.shown.0 > seq.0 {
                self.app.applied_seq.set(progress.shown);
            }
            if let Err(error) = stepped.unwrap_or(Err(StoreError::WriterStopped)) {
                tracing::error!(
                    error = %crate::common::error_chain::display(&error),
                    "a change could not be followed; trying again"
                );
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            tokio::select! {
                () = self.app.change_notifier.wait(&mut notices) => {}
                _ = presence.changed() => {}
            }
        }
    }

    /// Reads what is new and does what it asks for.
    async fn step(&self, presence: RendererStatus, progress: &mut Progress) -> Result<(), StoreError> {
        self.read(progress).await?;
        if !progress.fresh.is_empty() {
            self.forget_vanished(progress.fresh.iter().cloned().collect()).await?;
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

    /// Reads the log and drops what the API made.
    async fn read(&self, progress: &mut Progress) -> Result<(), StoreError> {
        loop {
            let batch = changes::after(&self.app.db, progress.seq).await?;
            let Some(last) = batch.last() else { return Ok(()) };
            progress.seq = last.seq;
            let tags: Vec<Tag> = batch.into_iter().flat_map(|change| change.tags.0).collect();
            // Other replicas' writes; and before the renderer asks for the new content.
            self.app.cache.invalidate_tags(&tags);
            progress.owed.extend(tags.iter().cloned());
            progress.fresh.extend(tags);
        }
    }

    /// A renderer has started: what it holds are the build's shells, or pages of which nobody knows how old they are.
    async fn begin(&self, start: Start, progress: &mut Progress) -> Result<(), StoreError> {
        // A page of another build names files that are gone; after a mere restart only what changed meanwhile is stale.
        // So a renderer that falls over and over again does not take the kept pages with it.
        let stale = if start.is_same_build && progress.owed.len() <= MANY_TAGS {
            (self.addresses.touched)(progress.owed.iter().cloned().collect()).await?.tags
        } else {
            vec![EVERY_PAGE.to_owned()]
        };
        if let Err(error) = self.site.refresh(&[], true).await {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "the renderer cannot be told that all is stale");
            // Without this nothing of it is served; the next round comes with the next second.
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
            tracing::info!(pages, ms, "the site's pages are made");
            is_warm.send_replace(true);
            marker.mark_after(shown, rest).await;
        });
        Ok(())
    }

    /// Tells the renderer what it is owed, drops the pages and has the first of them made.
    async fn tell(&self, progress: &mut Progress) -> Result<(), StoreError> {
        let owed: Vec<Tag> = progress.owed.iter().cloned().collect();
        let touched = (self.addresses.touched)(owed.clone()).await?;
        if touched.tags.is_empty() {
            // No page shows it; that somebody likes a place, for example, must not hold up those that are being made.
            progress.owed.clear();
            self.marker.mark_after(progress.show(), std::future::ready(())).await;
            return Ok(());
        }
        let exclusive = self.renderings.exclusive(EXCLUSIVE_TIMEOUT).await;
        tokio::time::sleep(ONE_TICK).await;
        let everything = owed.len() > MANY_TAGS;
        let told = self.site.refresh(if everything { &[] } else { &owed }, everything).await;
        if let Err(error) = told {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "the renderer has not heard of a change");
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
        // Beside the follower: the next change must not wait for these pages.
        tokio::spawn(async move { marker.show(&prerender, touched.addresses, PRERENDER_AFTER_CHANGE, shown).await });
        Ok(())
    }

    /// Drops the pages that are no longer public, at once: their 404 or 301 needs no renderer, and must not wait for one
    /// that is slow or away.
    async fn forget_vanished(&self, fresh: Vec<Tag>) -> Result<(), StoreError> {
        let Touched { addresses, .. } = (self.addresses.touched)(fresh).await?;
        let mut vanished = Vec::new();
        for address in addresses {
            let leads = (self.addresses.resolve)(address.clone()).await?;
            if matches!(leads, Address::Moved(_) | Address::Unknown | Address::Missing(_)) {
                self.app.render_failures.clear(&address);
                vanished.push(page_tag(&address));
            }
        }
        self.app.cache.invalidate_tags(&vanished);
        Ok(())
    }
}

impl Progress {
    /// The entries that were read and are shown from now on: after the first, up to the second.
    fn show(&mut self) -> (ChangeSeq, ChangeSeq) {
        let since = std::mem::replace(&mut self.shown, self.seq);
        (since, self.seq)
    }
}
