//! RenderService: each asked of the renderer once for all who wait for it, and held back while the renderer hears of a
//! change.
//!
//! *Painted pictures.* A chat that is sent a link shows a picture of its page, and takes no drawings. What ends in
//! [`JPEG_SUFFIX`] is painted here from the drawing that the renderer has beside it, by a worker that steps back for
//! everybody else: painting takes longer than a page, and on the renderer's one thread every page would wait for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock, Semaphore, oneshot, watch};

use super::page_request::{Ask, Form};
use super::static_assets;
use crate::common::counters::{CounterSet, Histogram, HistogramSnapshot};
use crate::common::worker_pool::WorkerPool;
use crate::http::app::App;
use crate::http::response_cache::CacheEpoch;
use crate::integrations::renderer_client::{RendererClient, RendererError, RendererResponse};
use crate::jobs::changes::Tag;

/// How long a request waits for a renderer that is just starting.
const START_PATIENCE: Duration = Duration::from_secs(2);
/// How many of those may be asked for at a time of which nobody here knows whether they are there (see [`RenderService::get`]):
/// guesses must not keep pages waiting.
const UNKNOWN_PATH_CONCURRENCY: usize = 2;
/// How many more of them may wait; whoever comes then is asked to come again.
const MAX_WAITING_UNKNOWN_PATHS: usize = 256;

/// The end of a painted picture's address, and of its drawing's at the renderer.
const JPEG_SUFFIX: &str = "/social.jpg";
const SVG_SUFFIX: &str = "/social.svg";
/// How many pictures may be under way, the waiting ones included; whoever comes then is asked to come again.
const PICTURES: usize = 32;

/// How the renderer is. Whoever watches it writes the first part, the follower of the change log the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RendererStatus {
    /// Which start of the renderer is running; nothing while none is.
    pub running: Option<Start>,
    /// The number of the start that has been told that all it holds is stale. The shells that were made when the site
    /// was built are never served: before this, nothing of the renderer is.
    pub told: u64,
}

/// One start of the renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Counts from 1.
    pub number: u64,
    /// Whether it serves the same build of the site as the start before.
    pub is_same_build: bool,
    /// Its process, if this one started it.
    pub pid: Option<u32>,
}

impl RendererStatus {
    /// Whether pages may be asked for.
    pub fn is_open(&self) -> bool {
        self.running.as_ref().is_some_and(|start| start.number == self.told)
    }
}

/// Why there is no rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The renderer is not there.
    #[error("the site's renderer is not there")]
    Down,
    /// It did not answer in time, or not with a page.
    #[error("the site's renderer failed")]
    Failed,
    /// Too many guesses wait for it.
    #[error("too many others are waiting for the site's renderer")]
    Busy,
}

/// How renderings end: with a page, not at all because the renderer is away, or otherwise.
const OUTCOMES: [&str; 3] = ["ok", "down", "failed"];

type RenderFuture = Shared<BoxFuture<'static, Result<Arc<RendererResponse>, Fault>>>;

struct InFlightRender {
    began: CacheEpoch,
    tags: Vec<Tag>,
    number: u64,
    answer: RenderFuture,
}

/// The way to the renderer for everything that goes out. Cheap to clone.
#[derive(Clone)]
pub struct RenderService(Arc<Inner>);

struct Inner {
    app: App,
    site: RendererClient,
    /// Held by each rendering; taken whole to tell the renderer of a change.
    render_lock: Arc<RwLock<()>>,
    unknown_paths: Semaphore,
    waiting_unknown_paths: Arc<Semaphore>,
    pictures: Semaphore,
    rasterizer: WorkerPool,
    presence: watch::Receiver<RendererStatus>,
    in_flight: Mutex<HashMap<Ask, InFlightRender>>,
    outcomes: CounterSet<3>,
    durations: Histogram,
}

impl RenderService {
    /// RenderService of this site, as far as it is there.
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

    /// How the renderer is.
    pub fn presence(&self) -> RendererStatus {
        self.0.presence.borrow().clone()
    }

    /// How many renderings ended how, and how long they took from being asked for.
    pub fn made_so_far(&self) -> (Vec<(&'static str, u64)>, HistogramSnapshot) {
        (self.0.outcomes.snapshot().collect(), self.0.durations.snapshot())
    }

    /// How many pictures of pages wait to be painted.
    pub fn waiting_pictures(&self) -> usize {
        self.0.rasterizer.waiting()
    }

    /// A moment in which no rendering is under way; none begins while the guard is held. Nothing when there is no such
    /// moment within `patience`.
    pub async fn exclusive(&self, patience: Duration) -> Option<OwnedRwLockWriteGuard<()>> {
        tokio::time::timeout(patience, self.0.render_lock.clone().write_owned()).await.ok()
    }

    /// What the renderer answers, made for this caller or for somebody who asked the same a little earlier.
    /// `tags` are those of the page: a rendering that began before one of them changed is not shared. A guess is an address
    /// that no domain knows, and a segment that anybody can name: there are as many as strangers think of.
    pub async fn get(&self, ask: &Ask, tags: &[Tag], is_unknown_path: bool) -> Result<Arc<RendererResponse>, Fault> {
        let is_unknown_path = is_unknown_path || matches!(ask.form, Form::Segment(_));
        let (answer, begun) = {
            let mut in_flight = self.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
            match in_flight.get(ask) {
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
                    let guard = InFlightGuard { all: self.clone(), ask: ask.clone(), number: rand::random() };
                    let began = self.0.app.cache.current_epoch();
                    let render =
                        InFlightRender { began, tags: tags.to_vec(), number: guard.number, answer: answer.clone() };
                    in_flight.insert(ask.clone(), render);
                    (answer, Some((guard, reply, place)))
                }
            }
        };
        if let Some((guard, reply, place)) = begun {
            // A task of its own: it goes on when its caller leaves, because the renderer does too. And without the lock:
            // a runtime that is stopping drops the task on the spot, and the landing wants the lock.
            tokio::spawn(async move {
                let _ = reply.send(guard.all.made(&guard.ask, is_unknown_path).await);
                drop(place);
            });
        }
        answer.await
    }

    async fn made(&self, ask: &Ask, is_unknown_path: bool) -> Result<Arc<RendererResponse>, Fault> {
        let picture_of = ask.path.strip_suffix(JPEG_SUFFIX).filter(|_| ask.form == Form::Document);
        let Some(page) = picture_of else { return self.rendered(ask, is_unknown_path).await.map(Arc::new) };
        let drawing =
            self.rendered(&Ask { path: format!("{page}{SVG_SUFFIX}"), ..ask.clone() }, is_unknown_path).await?;
        let _place = self.0.pictures.try_acquire().map_err(|_| Fault::Failed)?;
        self.rasterized(drawing).await.map(Arc::new)
    }

    /// The picture of a drawing; what is no drawing, a 404 for example, is answered as it is.
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

    async fn rendered(&self, ask: &Ask, is_unknown_path: bool) -> Result<RendererResponse, Fault> {
        let begun = Instant::now();
        let answered = self.answered(ask, is_unknown_path).await;
        self.note(ask, is_unknown_path, answered.as_ref().err());
        let answer = answered.map_err(|(fault, _)| fault);
        self.0.durations.observe(begun.elapsed());
        self.0.outcomes.increment(match answer {
            Ok(_) => 0,
            Err(Fault::Down) => 1,
            Err(Fault::Failed | Fault::Busy) => 2,
        });
        answer
    }

    /// Notes whether a page fails, by its document: other forms are the same rendering. What nobody knows to be a page is
    /// not noted, so that strangers cannot fill the list.
    fn note(&self, ask: &Ask, is_unknown_path: bool, failed: Option<&(Fault, String)>) {
        if is_unknown_path
            || ask.form != Form::Document
            || static_assets::is_built(&ask.path)
            || ask.path.ends_with(SVG_SUFFIX)
        {
            return;
        }
        let failures = &self.0.app.render_failures;
        match failed {
            Some((_, reason)) => failures.record(&ask.plain_path(), reason, self.0.app.clock.now()),
            None => failures.clear(&ask.plain_path()),
        }
    }

    /// The renderer's answer, or what kind of fault there was and its reason for staff.
    async fn answered(&self, ask: &Ask, is_unknown_path: bool) -> Result<RendererResponse, (Fault, String)> {
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
        let answer = match asked(&inner.site, ask).await {
            Ok(answer) => answer,
            Err(error @ RendererError::Unreachable(_)) => {
                tracing::debug!(path = ask.path, error = %crate::common::error_chain::display(&error), "no rendering");
                return Err((Fault::Down, "The renderer cannot be reached".to_owned()));
            }
            Err(error) => {
                tracing::warn!(path = ask.path, error = %crate::common::error_chain::display(&error), "no rendering");
                return Err((Fault::Failed, error.to_string()));
            }
        };
        if answer.status.is_server_error() {
            tracing::warn!(path = ask.path, status = answer.status.as_u16(), "the renderer failed");
            return Err((Fault::Failed, format!("The renderer answered {}", answer.status.as_u16())));
        }
        Ok(answer)
    }
}

/// Takes a rendering out of the list when it ends, however it ends.
struct InFlightGuard {
    all: RenderService,
    ask: Ask,
    number: u64,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let mut in_flight = self.all.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have been replaced by a newer one meanwhile.
        if in_flight.get(&self.ask).is_some_and(|render| render.number == self.number) {
            in_flight.remove(&self.ask);
        }
    }
}

/// Asks, and asks again with the mark that the renderer wants to see.
///
/// Next answers a payload's request without its `_rsc` mark (a hash of the request's headers, against caches that
/// ignore `Vary`) with 307 to the same path with the mark. Ours is a key that holds those headers, and the browser's own mark is
/// about headers that were dropped; so the renderer is asked for the right one instead of knowing how it is made.
async fn asked(site: &RendererClient, ask: &Ask) -> Result<RendererResponse, RendererError> {
    let headers = ask.headers();
    let answer = site.get(&ask.path, &headers).await?;
    if ask.form != Form::Document
        && answer.status.is_redirection()
        && let Some(marked) = answer.headers.get("location").and_then(|location| location.to_str().ok())
        && marked.strip_prefix(&ask.path).is_some_and(|query| query.starts_with("?_rsc"))
    {
        return site.get(marked, &headers).await;
    }
    Ok(answer)
}
