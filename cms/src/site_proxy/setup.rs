//! Builds the site proxy: its routes, and the tasks that keep its pages current.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use super::addresses::AddressResolver;
use super::change_follower::ChangeFollower;
use super::console;
use super::pages::Pages;
use super::prerender::PrerenderQueue;
use super::process::{self, RendererMode};
use super::render::{RenderService, RendererStatus};
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::server::service::HttpService;
use crate::integrations::renderer_client::RendererClient;

/// The configuration of the site proxy.
pub struct SiteProxyConfig {
    /// Whether this process starts the renderer, and where the renderer is.
    pub renderer: RendererMode,
    /// The secret of the renderer's refresh route.
    pub secret: String,
    /// The folder of the built console.
    pub console: PathBuf,
    /// Resolves the addresses of pages.
    pub addresses: AddressResolver,
}

/// A site proxy that is not started yet.
pub struct SiteProxy {
    app: App,
    config: SiteProxyConfig,
    client: RendererClient,
    render_service: RenderService,
    status: watch::Sender<RendererStatus>,
    is_prerendered: watch::Sender<bool>,
}

impl SiteProxy {
    /// A site proxy with this configuration. Errors: the secret is not a valid header value.
    pub fn new(app: App, config: SiteProxyConfig) -> anyhow::Result<Self> {
        let client = RendererClient::new(&config.secret)?;
        let status = watch::Sender::default();
        let render_service = RenderService::new(app.clone(), client.clone(), status.subscribe());
        Ok(Self { app, config, client, render_service, status, is_prerendered: watch::Sender::new(false) })
    }

    /// The given routes, merged with the console, `/readyz` and the site.
    pub fn routes(&self, routes: Router) -> Router {
        let pages = Pages::new(self.app.clone(), self.config.addresses.clone(), self.render_service.clone());
        let firebase = self.app.auth.firebase.as_ref().map(|firebase| &firebase.config);
        routes
            .merge(console::routes(&self.config.console, firebase, self.app.locale))
            .merge(health_routes(&self.app, Some(self.is_prerendered.subscribe())))
            .fallback(move |request: Request| pages.clone().respond(request))
    }

    /// Starts the renderer and the change follower. `service` must serve [`SiteProxy::routes`], because pages are
    /// prerendered through it.
    pub fn start(self, service: &HttpService) -> RunningSiteProxy {
        let (stop, stopped) = watch::channel(false);
        let SiteProxyConfig { renderer, addresses, .. } = self.config;
        let mut running = RunningSiteProxy {
            stop,
            prerendered_receiver: self.is_prerendered.subscribe(),
            render_service: self.render_service.clone(),
            prerender: PrerenderQueue::start(service),
            renderer: tokio::spawn(process::run_renderer(renderer, self.client.clone(), self.status.clone(), stopped)),
            follower_tasks: JoinSet::new(),
        };
        let follower = ChangeFollower {
            app: self.app,
            client: self.client,
            addresses,
            render_service: self.render_service,
            prerender: running.prerender.clone(),
            last_marked_live: Arc::default(),
            status: self.status,
            is_prerendered: self.is_prerendered,
        };
        running.follower_tasks.spawn(follower.clone().retry_failing_pages());
        running.follower_tasks.spawn(follower.run());
        running
    }
}

/// The running tasks of the site proxy.
pub struct RunningSiteProxy {
    stop: watch::Sender<bool>,
    prerendered_receiver: watch::Receiver<bool>,
    /// The render service.
    pub render_service: RenderService,
    /// The prerender queue.
    pub prerender: PrerenderQueue,
    renderer: JoinHandle<()>,
    follower_tasks: JoinSet<()>,
}

impl RunningSiteProxy {
    /// Returns a future that completes when the most important pages have been prerendered. It does not complete while
    /// the renderer is down.
    pub fn wait_until_prerendered(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut prerendered_receiver = self.prerendered_receiver.clone();
        async move {
            if prerendered_receiver.wait_for(|is_done| *is_done).await.is_err() {
                std::future::pending().await
            }
        }
    }

    /// Stops the renderer and the change follower, and waits at most five seconds for the end of the renderer.
    pub async fn stop(mut self) {
        self.follower_tasks.shutdown().await;
        self.stop.send_replace(true);
        if tokio::time::timeout(Duration::from_secs(5), self.renderer).await.is_err() {
            tracing::warn!("the site's renderer did not end in time");
        }
    }
}

/// The routes `/healthz`, which always responds 200, and `/readyz`. `/readyz` responds 200 if the database responds and
/// the most important pages of the site were prerendered, otherwise 503. If `is_prerendered` is `None`, there is no
/// site and only the database counts.
pub fn health_routes(app: &App, is_prerendered: Option<watch::Receiver<bool>>) -> Router {
    let app = app.clone();
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(move || respond_readyz(app.clone(), is_prerendered.clone())))
}

async fn respond_readyz(app: App, is_prerendered: Option<watch::Receiver<bool>>) -> Response {
    if let Err(error) = app.db.ping().await {
        tracing::warn!(error = %crate::common::error_chain::display(&error), "not ready");
        return Problem::unavailable("The database is not responding").into_response();
    }
    if is_prerendered.is_some_and(|is_prerendered| !*is_prerendered.borrow()) {
        return Problem::unavailable("The site's pages are being prepared").into_response();
    }
    ([(header::CACHE_CONTROL, "no-store")], "ready\n").into_response()
}
