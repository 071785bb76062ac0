//! The render service: requests each page from the renderer once for all waiting requests, and pauses while the
//! renderer invalidates pages.
//!
//! *Social images.* Chats need a JPEG to show an image beside a link. For a path that ends in [`JPEG_SUFFIX`], the
//! render service rasterizes the SVG of the renderer, on a worker thread with low priority. Rasterizing takes longer
//! than rendering a page. The renderer has a single thread, so rasterizing there would delay all pages.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use parking_lot::Mutex;
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{OwnedRwLockWriteGuard, RwLock, Semaphore, oneshot, watch};

use super::page_request::{PageRepresentation, PageRequest, is_built_file};
use crate::common::cache_tag::CacheTag;
use crate::common::error_chain;
use crate::common::metrics::{LabeledCounters, duration_histogram, labeled_counters};
use crate::common::worker_pool::WorkerPool;
use crate::http::app::App;
use crate::http::server::preview_path::loggable_path;
use crate::integrations::renderer_client::{RendererClient, RendererError, RendererResponse};

/// The maximum time that a request waits for a renderer that is starting.
const READY_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum number of concurrent renders of unknown paths (see [`RenderService::get`]), so that requests for
/// random URLs cannot delay real pages.
const UNKNOWN_PATH_CONCURRENCY: usize = 2;
/// The maximum number of renders of unknown paths that wait. Further requests fail with [`RenderError::Busy`].
const MAX_WAITING_UNKNOWN_PATHS: usize = 256;

/// The end of the path of a social image.
const JPEG_SUFFIX: &str = "/social.jpg";
/// The end of the path at which the renderer has the SVG of a social image.
const SVG_SUFFIX: &str = "/social.svg";
/// The maximum number of social images that wait for the rasterizer or are being rasterized. Further requests fail with
/// [`RenderError::Failed`].
const MAX_PENDING_SOCIAL_IMAGES: usize = 32;

/// The status of the renderer. `process::run_renderer` sets `running`, and the change follower sets
/// `invalidated_start_number`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RendererStatus {
    /// The start of the renderer that is running now. `None` while the renderer is down.
    pub running: Option<RendererStart>,
    /// The number of the last start after which the caches of the renderer were invalidated. Before this, the caches
    /// may have outdated pages from the build of the site, so no page is requested from the renderer.
    pub invalidated_start_number: u64,
}

/// One start of the renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RendererStart {
    /// The number of the start, from 1.
    pub number: u64,
    /// Whether the start serves the same build of the site as the previous one.
    pub is_same_build: bool,
    /// The process id, if this process started the renderer.
    pub pid: Option<u32>,
}

impl RendererStatus {
    /// Whether pages may be requested.
    pub fn is_ready(&self) -> bool {
        self.running.as_ref().is_some_and(|start| start.number == self.invalidated_start_number)
    }
}

/// Why a render failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The renderer is down.
    #[error("the site's renderer is down")]
    Down,
    /// The renderer timed out or did not return a page, or a social image could not be rasterized.
    #[error("the site's renderer failed")]
    Failed,
    /// Too many renders of unknown paths are waiting.
    #[error("too many requests are waiting for the site's renderer")]
    Busy,
}

type RenderFuture = Shared<BoxFuture<'static, Result<Arc<RendererResponse>, RenderError>>>;

struct InFlightRender {
    epoch: u64,
    tags: Vec<CacheTag>,
    render_id: u64,
    result: RenderFuture,
}

/// The render service. Cheap to clone.
#[derive(Clone)]
pub struct RenderService(Arc<Inner>);

struct Inner {
    app: App,
    client: RendererClient,
    /// Each render has a read lock. The change follower has the write lock while the renderer invalidates pages.
    render_lock: Arc<RwLock<()>>,
    unknown_path_permits: Semaphore,
    unknown_path_queue: Arc<Semaphore>,
    social_image_permits: Semaphore,
    rasterizer: WorkerPool,
    status: watch::Receiver<RendererStatus>,
    in_flight: Mutex<HashMap<PageRequest, InFlightRender>>,
    outcomes: LabeledCounters,
    durations: Histogram,
}

impl RenderService {
    /// A render service for this renderer.
    pub fn new(app: App, client: RendererClient, status: watch::Receiver<RendererStatus>) -> Self {
        Self(Arc::new(Inner {
            app,
            client,
            render_lock: Arc::default(),
            unknown_path_permits: Semaphore::new(UNKNOWN_PATH_CONCURRENCY),
            unknown_path_queue: Arc::new(Semaphore::new(UNKNOWN_PATH_CONCURRENCY + MAX_WAITING_UNKNOWN_PATHS)),
            social_image_permits: Semaphore::new(MAX_PENDING_SOCIAL_IMAGES),
            rasterizer: WorkerPool::new("rasterizer", 1, MAX_PENDING_SOCIAL_IMAGES),
            status,
            in_flight: Mutex::default(),
            outcomes: labeled_counters("outcome", &["ok", "down", "failed"]),
            durations: duration_histogram(),
        }))
    }

    /// The status of the renderer.
    pub fn status(&self) -> RendererStatus {
        self.0.status.borrow().clone()
    }

    /// The counters of renders by outcome (`ok`, `down`, `failed`), and the histogram of their durations. A duration
    /// includes the time that the render waited.
    pub fn outcomes_and_durations(&self) -> (LabeledCounters, Histogram) {
        (self.0.outcomes.clone(), self.0.durations.clone())
    }

    /// The number of social images that wait for the rasterizer.
    pub fn waiting_social_image_count(&self) -> i64 {
        self.0.rasterizer.waiting_task_count()
    }

    /// Waits until no render is in progress. No render begins before the guard is dropped. `None` if the wait exceeds
    /// `timeout`.
    pub async fn lock_exclusive(&self, timeout: Duration) -> Option<OwnedRwLockWriteGuard<()>> {
        tokio::time::timeout(timeout, self.0.render_lock.clone().write_owned()).await.ok()
    }

    /// The response of the renderer. Concurrent requests for the same page share one render.
    ///
    /// `tags` are the cache tags of the page. A render that began before one of them was invalidated is not shared.
    /// `is_unrecognized` is true for an address that no domain module knows. Requests for such an address or for a
    /// [`PageRepresentation::Segment`] count as unknown paths, because the number of both is unbounded. Errors:
    /// [`RenderError::Busy`] only for unknown paths.
    pub async fn get(
        &self,
        request: &PageRequest,
        tags: &[CacheTag],
        is_unrecognized: bool,
    ) -> Result<Arc<RendererResponse>, RenderError> {
        let is_unrecognized = is_unrecognized || matches!(request.representation, PageRepresentation::Segment(_));
        let (result, new_render) = {
            let mut in_flight = self.0.in_flight.lock();
            match in_flight.get(request) {
                Some(render) if self.0.app.cache.is_fresh(&render.tags, render.epoch) => (render.result.clone(), None),
                _ => {
                    let permit = is_unrecognized.then(|| self.0.unknown_path_queue.clone().try_acquire_owned());
                    let permit = permit.transpose().map_err(|_| RenderError::Busy)?;
                    let (sender, receiver) = oneshot::channel();
                    let result = async { receiver.await.unwrap_or(Err(RenderError::Failed)) }.boxed().shared();
                    let render_id = rand::random();
                    let guard = InFlightGuard { service: self.clone(), request: request.clone(), render_id };
                    let (epoch, tags) = (self.0.app.cache.current_epoch(), tags.to_vec());
                    let render = InFlightRender { epoch, tags, render_id, result: result.clone() };
                    in_flight.insert(request.clone(), render);
                    (result, Some((guard, sender, permit)))
                }
            }
        };
        if let Some((guard, sender, permit)) = new_render {
            // A separate task continues if the caller is cancelled, because the renderer continues too. `in_flight`
            // must be unlocked before `spawn`: a runtime that is stopping drops the task at once, and dropping `guard`
            // locks `in_flight`.
            tokio::spawn(async move {
                let _ = sender.send(guard.service.render(&guard.request, is_unrecognized).await);
                drop(permit);
            });
        }
        result.await
    }

    /// The response of the renderer for a page that must be rendered for each request, such as a preview. The request
    /// counts as one for an unknown path.
    pub async fn get_unshared(&self, request: &PageRequest) -> Result<RendererResponse, RenderError> {
        let _permit = self.0.unknown_path_queue.try_acquire().map_err(|_| RenderError::Busy)?;
        self.render_with_metrics(request, true).await
    }

    /// Renders a page or a social image.
    async fn render(&self, request: &PageRequest, is_unrecognized: bool) -> Result<Arc<RendererResponse>, RenderError> {
        let page = request.path.strip_suffix(JPEG_SUFFIX);
        let Some(page) = page.filter(|_| request.representation == PageRepresentation::Document) else {
            return self.render_with_metrics(request, is_unrecognized).await.map(Arc::new);
        };
        let svg_request = PageRequest { path: format!("{page}{SVG_SUFFIX}"), ..request.clone() };
        let svg = self.render_with_metrics(&svg_request, is_unrecognized).await?;
        let _permit = self.0.social_image_permits.try_acquire().map_err(|_| RenderError::Failed)?;
        self.rasterize(svg).await.map(Arc::new)
    }

    /// The social image made from the response `svg`. A response that is not an SVG, for example a 404, is returned
    /// unchanged.
    async fn rasterize(&self, svg: RendererResponse) -> Result<RendererResponse, RenderError> {
        let content_type = svg.headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
        if svg.status != StatusCode::OK || !content_type.starts_with(b"image/svg+xml") {
            return Ok(svg);
        }
        let failed = |error: &(dyn Error + 'static)| {
            tracing::warn!(error = %error_chain::display(error), "failed to rasterize a social image");
            RenderError::Failed
        };
        let jpeg = self.0.rasterizer.run(move || imaging::rasterize_svg(&svg.body)).await;
        let jpeg = jpeg.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"))]);
        Ok(RendererResponse { status: StatusCode::OK, headers, body: jpeg.into() })
    }

    /// Requests a page from the renderer, and updates the metrics and the list of render failures.
    async fn render_with_metrics(
        &self,
        request: &PageRequest,
        is_unrecognized: bool,
    ) -> Result<RendererResponse, RenderError> {
        let started = Instant::now();
        let result = self.request_when_ready(request, is_unrecognized).await;
        self.update_failures(request, is_unrecognized, result.as_ref().err());
        let result = result.map_err(|(error, _)| error);
        self.0.durations.observe(started.elapsed().as_secs_f64());
        let outcome = match result {
            Ok(_) => "ok",
            Err(RenderError::Down) => "down",
            Err(RenderError::Failed | RenderError::Busy) => "failed",
        };
        self.0.outcomes.get_or_create(&[("outcome", outcome)]).inc();
        result
    }

    /// Adds the page to the list of render failures, or removes it if `failure` is `None`. Only documents of pages are
    /// listed: no payloads, built files or social images. Unknown paths are not listed, so that clients cannot fill the
    /// list.
    fn update_failures(&self, request: &PageRequest, is_unrecognized: bool, failure: Option<&(RenderError, String)>) {
        let is_document = request.representation == PageRepresentation::Document;
        if is_unrecognized || !is_document || is_built_file(&request.path) || request.path.ends_with(SVG_SUFFIX) {
            return;
        }
        let failures = &self.0.app.render_failures;
        match failure {
            Some((_, reason)) => failures.record(&request.decoded_path(), reason, self.0.app.clock.now()),
            None => failures.clear_failure(&request.decoded_path()),
        }
    }

    /// Waits until the renderer is ready and no invalidation is in progress, then requests the page. An unknown path
    /// also waits for a permit. Errors: the `String` is the reason that staff see.
    async fn request_when_ready(
        &self,
        request: &PageRequest,
        is_unrecognized: bool,
    ) -> Result<RendererResponse, (RenderError, String)> {
        let inner = &self.0;
        let mut status = inner.status.clone();
        let ready = async { status.wait_for(RendererStatus::is_ready).await.is_ok() };
        if tokio::time::timeout(READY_TIMEOUT, ready).await != Ok(true) {
            return Err((RenderError::Down, "The renderer is not running".to_owned()));
        }
        let _permit = match is_unrecognized {
            true => Some(inner.unknown_path_permits.acquire().await.map_err(|_| (RenderError::Failed, String::new()))?),
            false => None,
        };
        let _lock = inner.render_lock.read().await;
        let path = &*loggable_path(&request.path);
        let response = match fetch_page(&inner.client, request).await {
            Ok(response) => response,
            Err(error @ RendererError::Unreachable(_)) => {
                tracing::debug!(path, error = %error_chain::display(&error), "failed to render a page");
                return Err((RenderError::Down, "The renderer cannot be reached".to_owned()));
            }
            Err(error) => {
                tracing::warn!(path, error = %error_chain::display(&error), "failed to render a page");
                return Err((RenderError::Failed, error.to_string()));
            }
        };
        if response.status.is_server_error() {
            let status = response.status.as_u16();
            tracing::warn!(path, status, "the renderer failed");
            return Err((RenderError::Failed, format!("The renderer returned {status}")));
        }
        Ok(response)
    }
}

/// Removes a render from `in_flight` when the guard is dropped, whatever the outcome of the render.
struct InFlightGuard {
    service: RenderService,
    request: PageRequest,
    render_id: u64,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let mut in_flight = self.service.0.in_flight.lock();
        // A newer render of the page may have replaced this one.
        if in_flight.get(&self.request).is_some_and(|render| render.render_id == self.render_id) {
            in_flight.remove(&self.request);
        }
    }
}

/// Requests a page, and follows the redirect that adds the `_rsc` parameter.
///
/// Next.js redirects a payload request without its `_rsc` parameter (a hash of request headers, for caches that ignore
/// `Vary`) with 307 to the same path with the parameter. The cache key contains the forwarded headers. The parameter of
/// the browser is not forwarded, because its hash covers headers that were dropped. The redirect contains the right
/// value, so this code needs no copy of the hash function.
async fn fetch_page(client: &RendererClient, request: &PageRequest) -> Result<RendererResponse, RendererError> {
    let headers = request.headers();
    let response = client.get(&request.path, &headers).await?;
    if request.representation != PageRepresentation::Document
        && response.status.is_redirection()
        && let Some(location) = response.headers.get("location").and_then(|location| location.to_str().ok())
        && location.strip_prefix(&request.path).is_some_and(|query| query.starts_with("?_rsc"))
    {
        return client.get(location, &headers).await;
    }
    Ok(response)
}
