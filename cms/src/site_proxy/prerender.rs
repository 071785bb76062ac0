//! Renders pages before they are requested.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::{Shared, join_all};
use futures_util::{FutureExt, StreamExt};
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use super::page_request::PageRequest;
use crate::http::server::service::HttpService;

/// The number of urgent pages that are rendered at the same time. The remaining capacity is for requests of travelers.
const URGENT_CONCURRENCY: usize = 2;
/// The maximum number of waiting pages per lane. Further pages are rendered only when they are requested.
const MAX_WAITING_PAGES: usize = 5_000;

/// The prerender queue. It has two lanes: one for urgent pages, and one for all other pages. Cheap to clone.
#[derive(Clone)]
pub struct PrerenderQueue {
    urgent: Lane,
    background: Lane,
}

impl PrerenderQueue {
    /// Starts both lanes. They render pages by requests to `service`.
    pub fn start(service: &HttpService) -> Self {
        let lane = |concurrency| {
            let service = service.clone();
            Lane::start(concurrency, move |page: String| {
                let service = service.clone();
                // `prerender` skips pages whose cached response is still fresh.
                async move { service.prerender(&PageRequest::document(&page).path).await }
            })
        };
        Self { urgent: lane(URGENT_CONCURRENCY), background: lane(1) }
    }

    /// Renders the first `urgent` of these pages (percent-decoded paths) as soon as possible, and the others in the
    /// background. Returns when the urgent pages are processed, successfully or not. The returned future completes when
    /// the other pages are processed.
    pub async fn enqueue(&self, mut pages: Vec<String>, urgent: usize) -> impl Future<Output = ()> + Send + use<> {
        let background = self.background.add(pages.split_off(urgent.min(pages.len())));
        self.urgent.add(pages).await;
        background
    }

    /// The number of waiting pages, urgent or not.
    pub fn waiting_page_count(&self) -> usize {
        self.urgent.waiting_pages.lock().len() + self.background.waiting_pages.lock().len()
    }
}

/// Completes when a page was rendered, successfully or not.
type RenderCompletion = Shared<oneshot::Receiver<()>>;

/// Renders pages in order. A page that is added again while it waits is rendered only once.
#[derive(Clone)]
struct Lane {
    waiting_pages: Arc<Mutex<HashMap<String, RenderCompletion>>>,
    page_sender: mpsc::UnboundedSender<(String, oneshot::Sender<()>)>,
}

impl Lane {
    /// A lane that calls `render` for up to `concurrency` pages at the same time.
    fn start<R: Future<Output = ()> + Send>(
        concurrency: usize,
        render: impl Fn(String) -> R + Clone + Send + Sync + 'static,
    ) -> Self {
        let (page_sender, receiver) = mpsc::unbounded_channel::<(String, oneshot::Sender<()>)>();
        let lane = Self { waiting_pages: Arc::default(), page_sender };
        let waiting_pages = lane.waiting_pages.clone();
        let page_stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
            let page = receiver.recv().await?;
            Some((page, receiver))
        });
        tokio::spawn(page_stream.for_each_concurrent(concurrency, move |(page, done)| {
            // If the page is added again from here on, it is rendered again, because its data may change after this
            // render has read it.
            waiting_pages.lock().remove(&page);
            let render = render.clone();
            async move {
                render(page).await;
                let _ = done.send(());
            }
        }));
        lane
    }

    /// Adds pages while fewer than [`MAX_WAITING_PAGES`] are waiting, and drops the rest. The returned future completes
    /// when each added page was rendered by a render that began after this call.
    fn add(&self, pages: Vec<String>) -> impl Future<Output = ()> + Send + use<> {
        let mut waiting_pages = self.waiting_pages.lock();
        let mut completions: Vec<RenderCompletion> = Vec::new();
        for page in pages {
            if let Some(completion) = waiting_pages.get(&page) {
                completions.push(completion.clone());
            } else if waiting_pages.len() < MAX_WAITING_PAGES {
                let (done, receiver) = oneshot::channel();
                let completion = receiver.shared();
                waiting_pages.insert(page.clone(), completion.clone());
                completions.push(completion);
                let _ = self.page_sender.send((page, done));
            }
        }
        join_all(completions).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    fn paths(range: std::ops::Range<usize>) -> Vec<String> {
        range.map(|number| format!("/{number}")).collect()
    }

    /// Returns a lane that renders one page for each permit of the semaphore. Also returns this semaphore and the list
    /// of rendered pages.
    fn lane(concurrency: usize) -> (Lane, Arc<Semaphore>, Arc<Mutex<Vec<String>>>) {
        let (permits, rendered) = (Arc::new(Semaphore::new(0)), Arc::<Mutex<Vec<String>>>::default());
        let (gate, list) = (permits.clone(), rendered.clone());
        let lane = Lane::start(concurrency, move |page| {
            let (gate, list) = (gate.clone(), list.clone());
            async move {
                gate.acquire().await.expect("the gate stays").forget();
                list.lock().push(page);
            }
        });
        (lane, permits, rendered)
    }

    #[tokio::test]
    async fn waiting_page_is_rendered_once_and_a_page_in_progress_again() {
        let (lane, permits, rendered) = lane(1);
        let first = lane.add(paths(0..3));
        // Waits until page 0 is being rendered. If it is added again after that, it must be rendered again, because its
        // data may have changed since the render read it.
        while lane.waiting_pages.lock().len() == 3 {
            tokio::task::yield_now().await;
        }
        let mut others: Vec<_> = (0..300).map(|_| Box::pin(lane.add(paths(0..3)))).collect();
        assert_eq!(lane.waiting_pages.lock().len(), 3, "pages 1 and 2 waited already");
        permits.add_permits(3);
        first.await;
        assert_eq!(*rendered.lock(), paths(0..3));
        assert!(others.iter_mut().all(|other| other.now_or_never().is_none()), "page 0 is older than they are");
        permits.add_permits(1);
        futures_util::future::join_all(others).await;
        assert_eq!(rendered.lock().len(), 4);
    }

    #[tokio::test]
    async fn add_completes_after_all_its_pages_are_rendered_in_any_order() {
        let gates: Arc<[Semaphore; 2]> = Arc::new([Semaphore::new(0), Semaphore::new(0)]);
        let shared_gates = gates.clone();
        let lane = Lane::start(2, move |page: String| {
            let gates = shared_gates.clone();
            async move {
                let gate = if page == "/0" { &gates[0] } else { &gates[1] };
                gate.acquire().await.expect("the gate stays").forget();
            }
        });
        let mut both = Box::pin(lane.add(paths(0..2)));
        let second = lane.add(paths(1..2));
        gates[1].add_permits(1);
        second.await;
        assert!(both.as_mut().now_or_never().is_none(), "the first is still being rendered");
        gates[0].add_permits(1);
        both.await;
        assert!(lane.add(Vec::new()).now_or_never().is_some(), "a batch without pages waits for nothing");
    }

    #[tokio::test]
    async fn full_lane_drops_pages_and_does_not_wait_for_them() {
        let (lane, permits, rendered) = lane(2);
        let batch = lane.add(paths(0..MAX_WAITING_PAGES + 7));
        assert_eq!(lane.waiting_pages.lock().len(), MAX_WAITING_PAGES);
        permits.add_permits(MAX_WAITING_PAGES);
        batch.await;
        assert_eq!(rendered.lock().len(), MAX_WAITING_PAGES);
    }
}
