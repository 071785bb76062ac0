//! Builds the page proxy: its routes, and the tasks that keep its pages current.

use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::addresses::Addresses;
use super::change_follower::ChangeFollower;
use super::console;
use super::live::Marker;
use super::pages::Pages;
use super::prerender::PrerenderQueue;
use super::render_service::{RenderService, RendererStatus};
use super::renderer::{self, RendererMode};
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::service::HttpService;
use crate::integrations::renderer_client::RendererClient;

/// The configuration of the page proxy.
pub struct PageProxyConfig {
    /// The renderer.
    pub renderer: RendererMode,
    /// The secret of its refresh route.
    pub secret: String,
    /// The folder of the built console.
    pub console: PathBuf,
    /// Resolves the addresses of pages.
    pub addresses: Addresses,
}

/// The page proxy.
pub struct PageProxy {
    app: App,
    config: PageProxyConfig,
    site: RendererClient,
    renderings: RenderService,
    presence: watch::Sender<RendererStatus>,
    is_warm: watch::Sender<bool>,
}

impl PageProxy {
    /// A page proxy that is not started. Fails if the secret is not a valid header value.
    pub fn new(app: App, config: PageProxyConfig) -> anyhow::Result<Self> {
        let site = RendererClient::new(&config.secret)?;
        let presence = watch::Sender::default();
        let renderings = RenderService::new(app.clone(), site.clone(), presence.subscribe());
        Ok(Self { app, config, site, renderings, presence, is_warm: watch::Sender::new(false) })
    }

    /// The given routes, merged with the console, `/readyz` and the site.
    pub fn routes(&self, routes: Router) -> Router {
        let pages = Pages::new(self.app.clone(), self.config.addresses.clone(), self.renderings.clone());
        let firebase = self.app.firebase.as_ref().map(|firebase| &firebase.config);
        routes
            .merge(console::routes(&self.config.console, firebase))
            .merge(health(&self.app, Some(self.is_warm.subscribe())))
            .fallback(move |request: Request| pages.clone().answer(request))
    }

    /// Starts the renderer and the change follower. `service` serves [`PageProxy::routes`].
    pub fn start(self, service: &HttpService) -> RunningPageProxy {
        let (stop, stopped) = watch::channel(false);
        let prerendered = self.is_warm.subscribe();
        let renderings = self.renderings.clone();
        let prerender = PrerenderQueue::start(service);
        let marker = Marker::new(self.app.clone(), self.config.addresses.clone());
        let retrying = tokio::spawn(marker.clone().retry(prerender.clone(), renderings.clone()));
        let follower = ChangeFollower {
            app: self.app,
            site: self.site.clone(),
            addresses: self.config.addresses.clone(),
            renderings: self.renderings,
            prerender: prerender.clone(),
            marker,
            presence: self.presence.clone(),
            is_warm: self.is_warm,
        };
        let following = tokio::spawn(follower.run());
        let PageProxyConfig { renderer, secret, .. } = self.config;
        let renderer = tokio::spawn(renderer::run(renderer, secret, self.site, self.presence, stopped));
        RunningPageProxy { stop, prerendered, renderings, prerender, renderer, following, retrying }
    }
}

/// The running tasks of the page proxy.
pub struct RunningPageProxy {
    stop: watch::Sender<bool>,
    prerendered: watch::Receiver<bool>,
    /// The render service.
    pub renderings: RenderService,
    /// The prerender queue.
    pub prerender: PrerenderQueue,
    renderer: JoinHandle<()>,
    following: JoinHandle<()>,
    retrying: JoinHandle<()>,
}

impl RunningPageProxy {
    /// Returns once the most important pages have been rendered. Never returns while there is no renderer.
    pub fn prerendered(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut made = self.prerendered.clone();
        async move {
            if made.wait_for(|made| *made).await.is_err() {
                std::future::pending().await
            }
        }
    }

    /// Stops the renderer and the change follower, and waits for the end of the renderer.
    pub async fn stop(self) {
        self.following.abort();
        self.retrying.abort();
        let _ = self.following.await;
        self.stop.send_replace(true);
        if tokio::time::timeout(Duration::from_secs(5), self.renderer).await.is_err() {
            tracing::warn!("the site's renderer did not end in time");
        }
    }
}

/// `/healthz`: the process responds. `/readyz`: 200 if the database responds and, with a site, its pages were rendered
/// once; otherwise 503.
pub fn health(app: &App, is_warm: Option<watch::Receiver<bool>>) -> Router {
    let app = app.clone();
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(move || ready(app.clone(), is_warm.clone())))
}

async fn ready(app: App, is_warm: Option<watch::Receiver<bool>>) -> Response {
    if let Err(error) = app.db.ping().await {
        tracing::warn!(error = %crate::common::error_chain::display(&error), "not ready");
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The database does not answer").into_response();
    }
    if is_warm.is_some_and(|is_warm| !*is_warm.borrow()) {
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The site's pages are being made").into_response();
    }
    ([(header::CACHE_CONTROL, "no-store")], "ready\n").into_response()
}
