//! The render service: requests each page from the renderer once for all waiting requests, and pauses while the
//! renderer invalidates pages.
//!
//! *Social images.* Chats show an image beside a link, and need a JPEG. A path that ends in [`JPEG_SUFFIX`] is
//! rasterized here from the SVG of the renderer, by a worker with low priority. Rasterizing takes longer than a page,
//! and every page would wait for it on the single thread of the renderer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock, Semaphore, oneshot, watch};

use super::page_request::{PageForm, PageRequest};
use super::static_assets;
use crate::common::counters::{CounterSet, Histogram, HistogramSnapshot};
use crate::common::worker_pool::WorkerPool;
use crate::http::app::App;
use crate::http::response_cache::CacheEpoch;
use crate::integrations::renderer_client::{RendererClient, RendererError, RendererResponse};
use crate::jobs::changes::Tag;

/// The maximum time that a request waits for a renderer that is starting.
const START_PATIENCE: Duration = Duration::from_secs(2);
/// The number of concurrent renders of unknown paths (see [`RenderService::get`]), so that probing for random URLs
/// cannot delay real pages.
const UNKNOWN_PATH_CONCURRENCY: usize = 2;
/// The number of further renders of unknown paths that may wait. Beyond it requests get 503.
const MAX_WAITING_UNKNOWN_PATHS: usize = 256;

/// The suffix of the path of a social image, and of its SVG at the renderer.
const JPEG_SUFFIX: &str = "/social.jpg";
const SVG_SUFFIX: &str = "/social.svg";
/// The maximum number of social images in progress, including waiting ones. Beyond it requests get 503.
const PICTURES: usize = 32;

/// The status of the renderer. Its supervisor sets the first field, the change follower the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RendererStatus {
    /// The running start of the renderer. `None` while it is down.
    pub running: Option<Start>,
    /// The number of the start that has invalidated all its pages. The pages from the build of the site are never
    /// served, so nothing of the renderer is served before this.
    pub told: u64,
}

/// One start of the renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of the start, from 1.
    pub number: u64,
    /// Whether the start serves the same build of the site as the previous one.
    pub is_same_build: bool,
    /// The process id, if this process started the renderer.
    pub pid: Option<u32>,
}

impl RendererStatus {
    /// Whether pages may be requested.
    pub fn is_open(&self) -> bool {
        self.running.as_ref().is_some_and(|start| start.number == self.told)
    }
}

/// Why a render failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The renderer is down.
    #[error("the site's renderer is not there")]
    Down,
    /// The renderer timed out or did not return a page.
    #[error("the site's renderer failed")]
    Failed,
    /// Too many renders of unknown paths are waiting.
    #[error("too many others are waiting for the site's renderer")]
    Busy,
}

/// The outcomes of renders, for metrics: a page, the renderer is down, or another failure.
const OUTCOMES: [&str; 3] = ["ok", "down", "failed"];

type RenderFuture = Shared<BoxFuture<'static, Result<Arc<RendererResponse>, Fault>>>;

struct InFlightRender {
    began: CacheEpoch,
    tags: Vec<Tag>,
    number: u64,
    answer: RenderFuture,
}

/// The render service. Cheap to clone.
#[derive(Clone)]
pub struct RenderService(Arc<Inner>);

struct Inner {
    app: App,
    site: RendererClient,
    /// Held shared by each render; held exclusively while the renderer invalidates pages.
    render_lock: Arc<RwLock<()>>,
    unknown_paths: Semaphore,
    waiting_unknown_paths: Arc<Semaphore>,
    pictures: Semaphore,
    rasterizer: WorkerPool,
    presence: watch::Receiver<RendererStatus>,
    in_flight: Mutex<HashMap<PageRequest, InFlightRender>>,
    outcomes: CounterSet<3>,
    durations: Histogram,
}

impl RenderService {
    /// A render service for this renderer.
    pub fn new(app: App, site: RendererClient, presence: watch::Receiver<RendererStatus>) -> Self {
        Self(Arc::new(Inner {
            app,
            site,
            render_lock: Arc::default(),
            unknown_paths: Semaphore::new(UNKNOWN_PATH_CONCURRENCY),
            waiting_unknown_paths: Arc::new(Semaphore::new(UNKNOWN_PATH_CONCURRENCY + MAX_WAITING_UNKNOWN_PATHS)),
            pictures: Semaphore::new(PICTURES),
            rasterizer: WorkerPool::new("painter", 1, PICTURES),
            presence,
            in_flight: Mutex::default(),
            outcomes: CounterSet::new(OUTCOMES),
            durations: Histogram::new(),
        }))
    }

    /// The status of the renderer.
    pub fn presence(&self) -> RendererStatus {
        self.0.presence.borrow().clone()
    }

    /// The numbers of renders by outcome, and their durations.
    pub fn made_so_far(&self) -> (Vec<(&'static str, u64)>, HistogramSnapshot) {
        (self.0.outcomes.snapshot().collect(), self.0.durations.snapshot())
    }

    /// The number of social images that wait for the rasterizer.
    pub fn waiting_pictures(&self) -> usize {
        self.0.rasterizer.waiting()
    }

    /// Waits until no render is in progress; none begins while the guard is held. `None` after `timeout`.
    pub async fn exclusive(&self, timeout: Duration) -> Option<OwnedRwLockWriteGuard<()>> {
        tokio::time::timeout(timeout, self.0.render_lock.clone().write_owned()).await.ok()
    }

    /// The response of the renderer. Concurrent requests for the same page share one render.
    ///
    /// `tags` are those of the page: a render that began before one of them was invalidated is not shared. Unknown
    /// paths are addresses that no domain has, and segments with any name; their number is unbounded.
    pub async fn get(
        &self,
        page_request: &PageRequest,
        tags: &[Tag],
        is_unknown_path: bool,
    ) -> Result<Arc<RendererResponse>, Fault> {
        let is_unknown_path = is_unknown_path || matches!(page_request.form, PageForm::Segment(_));
        let (answer, begun) = {
            let mut in_flight = self.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
            match in_flight.get(page_request) {
                Some(render) if self.0.app.cache.is_fresh(&render.tags, render.began) => (render.answer.clone(), None),
                _ => {
                    let place = match is_unknown_path {
                        true => {
                            Some(self.0.waiting_unknown_paths.clone().try_acquire_owned().map_err(|_| Fault::Busy)?)
                        }
                        false => None,
                    };
                    let (reply, made) = oneshot::channel();
                    let answer = async { made.await.unwrap_or(Err(Fault::Failed)) }.boxed().shared();
                    let guard =
                        InFlightGuard { all: self.clone(), page_request: page_request.clone(), number: rand::random() };
                    let began = self.0.app.cache.current_epoch();
                    let render =
                        InFlightRender { began, tags: tags.to_vec(), number: guard.number, answer: answer.clone() };
                    in_flight.insert(page_request.clone(), render);
                    (answer, Some((guard, reply, place)))
                }
            }
        };
        if let Some((guard, reply, place)) = begun {
            // A separate task: it continues if the caller is cancelled, because the renderer does too. Spawned without
            // the lock: a runtime that is stopping drops the task at once, and the guard takes the lock when it is
            // dropped.
            tokio::spawn(async move {
                let _ = reply.send(guard.all.made(&guard.page_request, is_unknown_path).await);
                drop(place);
            });
        }
        answer.await
    }

    async fn made(&self, page_request: &PageRequest, is_unknown_path: bool) -> Result<Arc<RendererResponse>, Fault> {
        let picture_of =
            page_request.path.strip_suffix(JPEG_SUFFIX).filter(|_| page_request.form == PageForm::Document);
        let Some(page) = picture_of else { return self.rendered(page_request, is_unknown_path).await.map(Arc::new) };
        let drawing = self
            .rendered(&PageRequest { path: format!("{page}{SVG_SUFFIX}"), ..page_request.clone() }, is_unknown_path)
            .await?;
        let _place = self.0.pictures.try_acquire().map_err(|_| Fault::Failed)?;
        self.rasterized(drawing).await.map(Arc::new)
    }

    /// Rasterizes an SVG. Another response, for example a 404, is returned unchanged.
    async fn rasterized(&self, drawing: RendererResponse) -> Result<RendererResponse, Fault> {
        let kind = drawing.headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
        if drawing.status != StatusCode::OK || !kind.starts_with(b"image/svg+xml") {
            return Ok(drawing);
        }
        let body = match self.0.rasterizer.run(move || imaging::rasterize_svg(&drawing.body)).await {
            Ok(Ok(jpeg)) => jpeg.into(),
            Ok(Err(error)) => {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "a picture of a page");
                return Err(Fault::Failed);
            }
            Err(error) => {
                tracing::warn!(%error, "a picture of a page");
                return Err(Fault::Failed);
            }
        };
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"))]);
        Ok(RendererResponse { status: StatusCode::OK, headers, body })
    }

    async fn rendered(&self, page_request: &PageRequest, is_unknown_path: bool) -> Result<RendererResponse, Fault> {
        let begun = Instant::now();
        let answered = self.answered(page_request, is_unknown_path).await;
        self.note(page_request, is_unknown_path, answered.as_ref().err());
        let answer = answered.map_err(|(fault, _)| fault);
        self.0.durations.observe(begun.elapsed());
        self.0.outcomes.increment(match answer {
            Ok(_) => 0,
            Err(Fault::Down) => 1,
            Err(Fault::Failed | Fault::Busy) => 2,
        });
        answer
    }

    /// Records whether a page fails, by its document: other forms belong to the same render. Unknown paths are not
    /// recorded, so that clients cannot fill the list.
    fn note(&self, page_request: &PageRequest, is_unknown_path: bool, failed: Option<&(Fault, String)>) {
        if is_unknown_path
            || page_request.form != PageForm::Document
            || static_assets::is_built(&page_request.path)
            || page_request.path.ends_with(SVG_SUFFIX)
        {
            return;
        }
        let failures = &self.0.app.render_failures;
        match failed {
            Some((_, reason)) => failures.record(&page_request.plain_path(), reason, self.0.app.clock.now()),
            None => failures.clear(&page_request.plain_path()),
        }
    }

    /// The response of the renderer, or the kind of failure with a reason for staff.
    async fn answered(
        &self,
        page_request: &PageRequest,
        is_unknown_path: bool,
    ) -> Result<RendererResponse, (Fault, String)> {
        let inner = &self.0;
        let mut presence = inner.presence.clone();
        let opening = async { presence.wait_for(RendererStatus::is_open).await.is_ok() };
        if tokio::time::timeout(START_PATIENCE, opening).await != Ok(true) {
            return Err((Fault::Down, "The renderer does not run".to_owned()));
        }
        let _turn = if is_unknown_path {
            Some(inner.unknown_paths.acquire().await.map_err(|_| (Fault::Failed, String::new()))?)
        } else {
            None
        };
        let _held = inner.render_lock.read().await;
        let answer = match asked(&inner.site, page_request).await {
            Ok(answer) => answer,
            Err(error @ RendererError::Unreachable(_)) => {
                tracing::debug!(path = page_request.path, error = %crate::common::error_chain::display(&error), "no rendering");
                return Err((Fault::Down, "The renderer cannot be reached".to_owned()));
            }
            Err(error) => {
                tracing::warn!(path = page_request.path, error = %crate::common::error_chain::display(&error), "no rendering");
                return Err((Fault::Failed, error.to_string()));
            }
        };
        if answer.status.is_server_error() {
            tracing::warn!(path = page_request.path, status = answer.status.as_u16(), "the renderer failed");
            return Err((Fault::Failed, format!("The renderer answered {}", answer.status.as_u16())));
        }
        Ok(answer)
    }
}

/// Removes a render from the list when it ends, whatever its outcome.
struct InFlightGuard {
    all: RenderService,
    page_request: PageRequest,
    number: u64,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let mut in_flight = self.all.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        // A newer render may have replaced it.
        if in_flight.get(&self.page_request).is_some_and(|render| render.number == self.number) {
            in_flight.remove(&self.page_request);
        }
    }
}

/// Requests a page, and follows the redirect that adds the `_rsc` parameter.
///
/// Next.js redirects a payload request without its `_rsc` parameter (a hash of request headers, for caches that ignore
/// `Vary`) with 307 to the same path with the parameter. Our cache key contains those headers, and the parameter of the
/// browser covers headers that were dropped. The redirect gives the right value without a copy of the hash function.
async fn asked(site: &RendererClient, page_request: &PageRequest) -> Result<RendererResponse, RendererError> {
    let headers = page_request.headers();
    let answer = site.get(&page_request.path, &headers).await?;
    if page_request.form != PageForm::Document
        && answer.status.is_redirection()
        && let Some(marked) = answer.headers.get("location").and_then(|location| location.to_str().ok())
        && marked.strip_prefix(&page_request.path).is_some_and(|query| query.starts_with("?_rsc"))
    {
        return site.get(marked, &headers).await;
    }
    Ok(answer)
}
