//! Renders pages before they are requested.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use futures_util::StreamExt;
use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::page_request::PageRequest;
use crate::http::server::service::HttpService;

/// How many pages are rendered at the same time. The remaining capacity is for requests of travelers.
const AT_A_TIME: usize = 2;
/// The maximum number of waiting pages per lane. Other pages are rendered on request.
const MAX_WAITING: usize = 5_000;

/// Two lanes of pages to render: urgent ones, and the others. Cheap to clone.
#[derive(Clone)]
pub struct PrerenderQueue {
    urgent: Lane,
    others: Lane,
}

impl PrerenderQueue {
    /// Starts both lanes, which render through this service.
    pub fn start(service: &HttpService) -> Self {
        let lane = |at_a_time| {
            let service = service.clone();
            Lane::start(at_a_time, move |page: String| {
                let service = service.clone();
                // Pages that are cached and valid need no rendering.
                async move { service.prerender(&PageRequest::document(&page).path).await }
            })
        };
        Self { urgent: lane(AT_A_TIME), others: lane(1) }
    }

    /// Renders the first `urgent` of these pages (percent-decoded paths) as soon as possible, and the others in the
    /// background. Returns when the urgent pages are processed, successfully or not. The returned future completes when
    /// the others are.
    pub async fn enqueue(&self, mut pages: Vec<String>, urgent: usize) -> impl Future<Output = ()> + Send + use<> {
        let others = self.others.add(pages.split_off(urgent.min(pages.len())));
        self.urgent.add(pages).await;
        others
    }

    /// The number of waiting pages, urgent or not.
    pub fn waiting(&self) -> usize {
        self.urgent.0.pages.lock().waiting.len() + self.others.0.pages.lock().waiting.len()
    }
}

/// Renders pages in order. A page that is added again while it waits is rendered only once.
#[derive(Clone)]
struct Lane(Arc<Inner>);

struct Inner {
    pages: Mutex<Pages>,
    arrived: Notify,
    /// The position up to which everything was rendered.
    rendered: watch::Sender<u64>,
}

impl Lane {
    /// A lane that calls `render` for up to `at_a_time` pages at the same time.
    fn start<R: Future<Output = ()> + Send>(
        at_a_time: usize,
        render: impl Fn(String) -> R + Clone + Send + Sync + 'static,
    ) -> Self {
        let lane =
            Self(Arc::new(Inner { pages: Mutex::default(), arrived: Notify::new(), rendered: watch::Sender::new(0) }));
        let pages = futures_util::stream::unfold(lane.clone(), async |lane| Some((lane.next().await, lane)));
        let done = lane.clone();
        tokio::spawn(pages.for_each_concurrent(at_a_time, move |(position, page)| {
            let (done, render) = (done.clone(), render.clone());
            async move {
                render(page).await;
                let until = done.0.pages.lock().finish(position);
                done.0.rendered.send_replace(until);
            }
        }));
        lane
    }

    /// Adds pages. The returned future completes when each of them was rendered after this call.
    fn add(&self, pages: Vec<String>) -> impl Future<Output = ()> + Send + use<> {
        let until = self.0.pages.lock().add(pages);
        self.0.arrived.notify_one();
        let mut rendered = self.0.rendered.subscribe();
        async move {
            let _ = rendered.wait_for(|at| *at >= until).await;
        }
    }

    async fn next(&self) -> (u64, String) {
        loop {
            if let Some(next) = self.0.pages.lock().next() {
                return next;
            }
            self.0.arrived.notified().await;
        }
    }
}

/// Each page that was added has a position, counted from 1.
#[derive(Default)]
struct Pages {
    waiting: VecDeque<String>,
    /// The positions of the waiting pages.
    positions: HashMap<String, u64>,
    /// Positions of pages that are being rendered.
    rendering: BTreeSet<u64>,
    /// The last position that was given.
    last: u64,
}

impl Pages {
    /// Adds the pages that are not waiting yet, as long as there is space. Returns the last position of all of them.
    fn add(&mut self, pages: Vec<String>) -> u64 {
        let mut until = 0;
        for page in pages {
            let position = match self.positions.get(&page) {
                Some(position) => *position,
                None if self.waiting.len() >= MAX_WAITING => continue,
                None => {
                    self.last += 1;
                    self.positions.insert(page.clone(), self.last);
                    self.waiting.push_back(page);
                    self.last
                }
            };
            until = until.max(position);
        }
        until
    }

    fn next(&mut self) -> Option<(u64, String)> {
        let page = self.waiting.pop_front()?;
        let position = self.positions.remove(&page)?;
        self.rendering.insert(position);
        Some((position, page))
    }

    /// Marks the page at this position as rendered. Returns the position up to which all pages are rendered.
    fn finish(&mut self, position: u64) -> u64 {
        self.rendering.remove(&position);
        let waiting = self.waiting.front().and_then(|page| self.positions.get(page));
        let first = self.rendering.first().into_iter().chain(waiting).min();
        first.map_or(self.last, |first| first - 1)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::Semaphore;

    use super::*;

    fn names(range: std::ops::Range<usize>) -> Vec<String> {
        range.map(|number| format!("/{number}")).collect()
    }

    /// A lane that renders a page for each permit, and what it rendered.
    fn lane(at_a_time: usize) -> (Lane, Arc<Semaphore>, Arc<Mutex<Vec<String>>>) {
        let (permits, rendered) = (Arc::new(Semaphore::new(0)), Arc::<Mutex<Vec<String>>>::default());
        let (gate, list) = (permits.clone(), rendered.clone());
        let lane = Lane::start(at_a_time, move |page| {
            let (gate, list) = (gate.clone(), list.clone());
            async move {
                gate.acquire().await.expect("the gate stays").forget();
                list.lock().push(page);
            }
        });
        (lane, permits, rendered)
    }

    #[tokio::test]
    async fn page_added_many_times_while_it_waits_is_rendered_once_and_again_after_it_was_begun() {
        let (lane, permits, rendered) = lane(1);
        let first = lane.add(names(0..3));
        // Now page 0 is being rendered: what is added from here on may have changed since.
        while lane.0.pages.lock().rendering.is_empty() {
            tokio::task::yield_now().await;
        }
        let mut others: Vec<_> = (0..300).map(|_| Box::pin(lane.add(names(0..3)))).collect();
        assert_eq!(lane.0.pages.lock().waiting.len(), 3, "pages 1 and 2 waited already");
        permits.add_permits(3);
        first.await;
        assert_eq!(*rendered.lock(), names(0..3));
        assert!(others.iter_mut().all(|other| other.now_or_never().is_none()), "page 0 is older than they are");
        permits.add_permits(1);
        futures_util::future::join_all(others).await;
        assert_eq!(rendered.lock().len(), 4);
    }

    #[test]
    fn batch_ends_with_its_last_page_also_when_a_later_page_ends_first() {
        let mut pages = Pages::default();
        assert_eq!(pages.add(names(0..3)), 3);
        let [(first, _), (second, _)] = [pages.next(), pages.next()].map(|next| next.expect("two wait"));
        assert_eq!(pages.finish(second), 0, "the first is still being rendered");
        assert_eq!(pages.finish(first), 2);
        let (third, _) = pages.next().expect("one waits");
        assert_eq!(pages.finish(third), 3);
        assert_eq!(pages.add(Vec::new()), 0, "a batch without pages waits for nothing");
    }

    #[tokio::test]
    async fn lane_that_is_full_takes_no_more_and_whoever_added_does_not_wait_for_what_it_left_out() {
        let (lane, permits, rendered) = lane(2);
        let batch = lane.add(names(0..MAX_WAITING + 7));
        assert_eq!(lane.0.pages.lock().waiting.len(), MAX_WAITING);
        permits.add_permits(MAX_WAITING);
        batch.await;
        assert_eq!(rendered.lock().len(), MAX_WAITING);
    }
}
