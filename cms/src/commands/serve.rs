//! `cms serve`: opens the database, builds the app, listens, starts the background tasks, and shuts down gracefully.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, oneshot, watch};
use tokio::task::JoinHandle;

use super::database::{self, IfDatabaseMissing};
use super::{cleanup, identity_providers, page_resolver};
use crate::api;
use crate::auth::domain::accounts::SecondFactorRequirement;
use crate::auth::domain::api_token::quota::ApiTokenQuotas;
use crate::auth::domain::builtin::provider::{BuiltinProvider, SignInPolicy};
use crate::auth::domain::builtin::rate_limit::{
    CLAIM_QUOTAS, CONTACT_AND_ENQUIRY_QUOTAS, INVALID_API_TOKEN_QUOTAS, INVALID_PREVIEW_TICKET_QUOTAS, REPORT_QUOTAS,
    RateLimiter,
};
use crate::auth::domain::{accounts, email};
use crate::common::clock::Clock;
use crate::common::id::ChangeSeq;
use crate::common::keyed_semaphore::KeyedSemaphore;
use crate::common::version::VERSION;
use crate::common::worker_pool::{WorkerPool, half_cpu_count};
use crate::config::{LogFormat, SecondFactorMode, ServeConfig, StorageConfig};
use crate::db::engine::Db;
use crate::http::app::{
    App, AppState, AuthState, ClaimsState, Hooks, Limits, MediaState, PlacesState, QualityState, WebhooksState,
};
use crate::http::cache::ResponseCache;
use crate::http::server::service::{HttpMetrics, HttpService};
use crate::http::server::{listen, service};
use crate::integrations::blob_store::BlobStore;
use crate::integrations::guarded_client::GuardedClient;
use crate::integrations::http_client::HttpClient;
use crate::integrations::mail::SmtpMailer;
use crate::integrations::map_style;
use crate::jobs::change_log::{AppliedSeq, ChangeNotifier};
use crate::jobs::outbox::{EmailKind, EmailRenderer, OutboxHandle, OutboxWorker};
use crate::jobs::periodic::PeriodicTasks;
use crate::jobs::render_failures::RenderFailures;
use crate::metrics::MetricsCollector;
use crate::places::index::candidate_cache::CandidateCache;
use crate::places::index::place_index::PlaceIndex;
use crate::revisions::retention::Retention;
use crate::site_proxy::page_request;
use crate::site_proxy::process::{ManagedRenderer, RendererMode};
use crate::site_proxy::setup::{self, RunningSiteProxy, SiteProxy, SiteProxyConfig};
use crate::{
    alerts, articles, audit, auth, changes, claims, contact, drafts, enquiries, guestbook, imports, likes, mcp,
    owner_reminders, places, proposals, quality, releases, revisions, schedule, settings, webhooks,
};

/// The time limit for the email that is being sent when the stop signal arrives.
const OUTBOX_STOP_TIMEOUT: Duration = Duration::from_secs(5);
const DATABASE_CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum number of images that wait for processing. Processing an image takes a few seconds.
const MAX_WAITING_IMAGES: usize = 8;
/// The maximum number of previews that are read at the same time. Each read makes a write and rolls it back.
const MAX_CONCURRENT_PREVIEW_READS: usize = 2;
/// The maximum number of simultaneous uploads of all accounts.
const MAX_CONCURRENT_UPLOADS: usize = 32;
/// The maximum number of simultaneous uploads of one account. A browser opens six connections to a server.
const MAX_CONCURRENT_UPLOADS_PER_ACCOUNT: usize = 6;

/// Runs the server until a stop signal arrives, and then shuts it down gracefully. Errors: an invalid configuration, an
/// address in use, or a database that cannot be opened or migrated.
pub async fn run(storage: StorageConfig, config: ServeConfig) -> anyhow::Result<()> {
    let listener = listen_on(config.listen).await?;
    let metrics_listener = match config.metrics_listen {
        Some(address) => Some(listen_on(address).await.context("METRICS_LISTEN")?),
        None => None,
    };
    tracing::info!(version = VERSION, database = database::location(&storage), "opening the database");
    let files = database::blob_store(&storage)?;
    let db = database::open_and_migrate(&storage, IfDatabaseMissing::Create).await?;
    let app = build_app(db.clone(), files, &config, Clock::default()).await?;
    let (stop_outbox, outbox_stopped) = oneshot::channel::<()>();
    let outbox_worker = tokio::spawn(outbox_worker(&app, &config)?.run(async {
        let _ = outbox_stopped.await;
    }));
    let retention = Retention { days: config.revision_days, count: config.revision_count };
    let tasks = spawn_tasks(&app, config.audit_days, retention);
    let timeout = Duration::from_secs(config.request_timeout_s);
    let address = listener.local_addr()?;
    let (service, site_proxy) = start_http_service(app.clone(), &config, address)?;
    let (render_service, prerender) =
        site_proxy.as_ref().map(|site_proxy| (site_proxy.render_service.clone(), site_proxy.prerender.clone())).unzip();
    let app_to_stop = app.clone();
    let started_at = SystemTime::now();
    let collector = MetricsCollector { app, tasks: tasks.clone(), render_service, prerender, started_at };
    let metrics_server = metrics_listener.map(|listener| serve_metrics(listener, collector));
    tracing::info!(listen = %address, "listening");
    if config.log_format == LogFormat::Text {
        let first_prerender = site_proxy.as_ref().map(RunningSiteProxy::wait_until_prerendered);
        tokio::spawn(print_addresses(config.public_url.clone(), first_prerender));
    }
    let handler = move |request, peer| service.clone().handle(request, peer);
    let stop = async {
        stop_signal().await;
        app_to_stop.is_stopping.send_replace(true);
    };
    listen::serve(listener, handler, timeout, stop).await;
    if let Some(site_proxy) = site_proxy {
        site_proxy.stop().await;
    }
    if let Some(server) = metrics_server {
        server.abort();
    }
    tasks.stop();
    drop(stop_outbox);
    if tokio::time::timeout(OUTBOX_STOP_TIMEOUT, outbox_worker).await.is_err() {
        tracing::warn!("the mail server was too slow during the shutdown: an email may be sent twice");
    }
    if tokio::time::timeout(DATABASE_CLOSE_TIMEOUT, db.close()).await.is_err() {
        tracing::warn!("the database was still in use after the shutdown");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Starts the background tasks. One of them deletes audit events after `audit_days` days; with 0 they are kept forever.
pub fn spawn_tasks(app: &App, audit_days: i64, retention: Retention) -> PeriodicTasks {
    // The time after which a failed run of a task is repeated. It is short for tasks whose delay travelers, staff or
    // other servers would notice.
    const SHORT_DELAY: Duration = Duration::from_secs(5);
    const LONG_DELAY: Duration = Duration::from_secs(300);
    let tasks = PeriodicTasks::default();
    tasks.spawn("apply_alerts", SHORT_DELAY, app, alerts::service::run_due_alerts);
    tasks.spawn("publish_articles", SHORT_DELAY, app, articles::service::run_publication_task);
    tasks.spawn("publish_drafts", SHORT_DELAY, app, drafts::service::run_publication_task);
    tasks.spawn("update_change_feed", SHORT_DELAY, app, changes::store::run_change_feed_task);
    tasks.spawn("unpublish_records", SHORT_DELAY, app, schedule::service::unpublish_records);
    tasks.spawn("publish_releases", SHORT_DELAY, app, releases::publication::run_publication_task);
    tasks.spawn("process_imports", SHORT_DELAY, app, imports::task::run);
    let read_routes = api::change_feed_record_routes(app);
    tasks.spawn("deliver_webhooks", SHORT_DELAY, app, move |app| webhooks::delivery::run(app, read_routes.clone()));
    tasks.spawn("refresh_list_cache", SHORT_DELAY, app, places::list_cache::run);
    tasks.spawn("refresh_opening_hours", LONG_DELAY, app, places::opening_hours::refresh::run);
    tasks.spawn("empty_trash", LONG_DELAY, app, cleanup::run_expired_records_deletion);
    if app.quality.checks_links {
        tasks.spawn("check_links", LONG_DELAY, app, quality::link_task::run);
    }
    tasks.spawn("send_owner_reminders", LONG_DELAY, app, owner_reminders::task::run);
    let garbage_collector = Arc::default();
    tasks.spawn("collect_garbage", LONG_DELAY, app, move |app| {
        cleanup::collect_garbage(app, Arc::clone(&garbage_collector))
    });
    tasks.spawn("delete_revisions", LONG_DELAY, app, move |app| revisions::retention::run_retention(app, retention));
    if audit_days > 0 {
        tasks.spawn("delete_audit_events", LONG_DELAY, app, move |app| audit::store::run_retention(app, audit_days));
    }
    tasks
}

async fn listen_on(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address}: is another server running there?"))
}

fn serve_metrics(listener: TcpListener, collector: MetricsCollector) -> JoinHandle<()> {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(metrics = %address, "serving metrics");
    }
    tokio::spawn(collector.serve(listener))
}

/// Prints the addresses of the site, the console and the API. It first waits for `first_prerender`, the rendering of
/// the first pages, so that the addresses are below the log messages of the start.
/// Without a site, `first_prerender` is `None`.
async fn print_addresses(origin: String, first_prerender: Option<impl Future<Output = ()>>) {
    let Some(first_prerender) = first_prerender else {
        println!("\n  The API:      {origin}/docs\n");
        return;
    };
    first_prerender.await;
    println!();
    println!("  The guide:    {origin}");
    println!("  The console:  {origin}/admin-portal");
    println!("  The API:      {origin}/docs");
    println!("  Ctrl-C stops everything.");
    println!();
}

/// Builds the HTTP service of the API and starts its tasks. Unless `config.api_only` is true, the service
/// also has the site and the console, and the running site proxy is returned. `address` is that of the listener.
/// Errors: `SITE_ORIGIN` without `REFRESH_SECRET`, or a site proxy that cannot be built.
pub fn start_http_service(
    app: App,
    config: &ServeConfig,
    address: SocketAddr,
) -> anyhow::Result<(HttpService, Option<RunningSiteProxy>)> {
    let timeout = Duration::from_secs(config.request_timeout_s);
    let mut routes = api::routes(&app);
    if config.mcp {
        let service = HttpService::new(app.clone(), service::add_middleware(routes.clone()), |_, _| None, timeout);
        routes = routes.merge(mcp::routes::routes(&app, service));
    }
    if config.api_only {
        tokio::spawn(app.clone().follow_change_log());
        let routes = routes.merge(setup::health_routes(&app, None)).fallback(service::no_such_route);
        return Ok((HttpService::new(app, service::add_middleware(routes), |_, _| None, timeout), None));
    }
    let secret = match &config.refresh_secret {
        Some(secret) => secret.clone(),
        None if config.renderer_origin.is_some() => {
            bail!("SITE_ORIGIN requires REFRESH_SECRET, with the same value as that renderer")
        }
        None => format!("{:032x}", rand::random::<u128>()),
    };
    let renderer = match &config.renderer_origin {
        Some(origin) => RendererMode::External { origin: origin.clone() },
        None => RendererMode::Managed(ManagedRenderer {
            folder: config.site_dir.clone(),
            cms_origin: format!("http://{}", reachable_address(address)),
            locale: config.locale,
            secret: secret.clone(),
        }),
    };
    // Resolves a symbolic link now, so that an upgrade that changes the link does not affect a running server.
    let console = config.console_dir.canonicalize().unwrap_or_else(|_| config.console_dir.clone());
    let addresses = page_resolver::address_resolver(&app);
    let site_proxy = SiteProxy::new(app.clone(), SiteProxyConfig { renderer, secret, console, addresses })?;
    let service =
        HttpService::new(app, service::add_middleware(site_proxy.routes(routes)), page_request::cache_key, timeout);
    let running_site_proxy = site_proxy.start(&service);
    Ok((service, Some(running_site_proxy)))
}

/// The address by which this machine connects to a server that listens on `address`.
fn reachable_address(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    address
}

/// Builds the shared state of the app. The database must be migrated. Adds the search data that a migration in SQL
/// cannot compute to the database.
pub async fn build_app(db: Db, files: BlobStore, config: &ServeConfig, clock: Clock) -> anyhow::Result<App> {
    let (schemas, operations) = api::schemas_and_operation_ids();
    accounts::add_missing_search_texts(&db).await?;
    places::search::fuzzy::build_missing_search_indexes(&db).await?;
    let builtin = BuiltinProvider::open(&db, &config.public_url, sign_in_policy(config), &clock).await?;
    let (http, public_url) = (HttpClient::new()?, &config.public_url);
    let map_origins = match &config.map_style_url {
        Some(url) => map_style::origins(&http, url).await,
        None => Default::default(),
    };
    let auth = AuthState {
        federated: identity_providers::federated_providers(&config.federated, public_url, &http)?,
        firebase: identity_providers::firebase(&config.firebase, public_url, builtin.policy(), &http)?,
        builtin,
        api_token_quotas: ApiTokenQuotas::new(config.token_requests_per_minute),
        invalid_api_token_limiter: RateLimiter::new(INVALID_API_TOKEN_QUOTAS),
    };
    changes::store::begin_first_feed_epoch(&db).await?;
    Ok(App::new(AppState {
        db,
        clock,
        public_url: public_url.clone(),
        locale: config.locale,
        trusted_proxies: config.trusted_proxies.clone(),
        schemas,
        operations,
        http_metrics: HttpMetrics::default(),
        cache: ResponseCache::new(config.cache_mib << 20),
        change_notifier: ChangeNotifier::default(),
        applied_seq: AppliedSeq::default(),
        newest_feed_seq: watch::Sender::new(ChangeSeq(-1)),
        is_stopping: watch::Sender::new(false),
        render_failures: RenderFailures::default(),
        outbox: OutboxHandle::new(config.smtp_url.is_some()),
        limits: Limits {
            posts_per_hour: config.posts_per_hour,
            contact_and_enquiries: RateLimiter::new(CONTACT_AND_ENQUIRY_QUOTAS),
            reports: RateLimiter::new(REPORT_QUOTAS),
            claims: RateLimiter::new(CLAIM_QUOTAS),
            invalid_preview_tickets: RateLimiter::new(INVALID_PREVIEW_TICKET_QUOTAS),
            preview_reads: Semaphore::new(MAX_CONCURRENT_PREVIEW_READS),
            trash_days: config.trash_days,
        },
        hooks: Hooks {
            account_deleted: vec![
                guestbook::deletion::on_account_deleted,
                likes::store::on_account_deleted,
                enquiries::store::on_account_deleted,
                proposals::store::on_account_deleted,
                audit::account_deletion::on_account_deleted,
            ],
            image_replaced: vec![
                places::store::replace_image_key,
                articles::store::replace_image_key,
                settings::service::replace_image_key,
                drafts::store::replace_image_key,
            ],
            store_owner_proposal: proposals::owners::propose,
        },
        auth,
        places: PlacesState {
            index: PlaceIndex::default(),
            candidate_cache: CandidateCache::default(),
            map_style_url: config.map_style_url.clone(),
            map_origins,
        },
        media: MediaState {
            files,
            workers: WorkerPool::new("images", half_cpu_count(), MAX_WAITING_IMAGES),
            upload_permits: KeyedSemaphore::new(MAX_CONCURRENT_UPLOADS, MAX_CONCURRENT_UPLOADS_PER_ACCOUNT),
        },
        webhooks: WebhooksState {
            client: GuardedClient::new(&config.webhook_allowed_networks)?,
            request_permits: KeyedSemaphore::new(
                webhooks::delivery::MAX_CONCURRENT_REQUESTS,
                webhooks::delivery::MAX_CONCURRENT_REQUESTS_PER_HOST,
            ),
            webhooks_with_running_batch: Default::default(),
            wake: Notify::new(),
        },
        quality: QualityState {
            checks_links: config.check_links,
            client: GuardedClient::allowing_http(&config.link_allowed_networks)?,
            request_permits: KeyedSemaphore::new(
                quality::link_check::MAX_CONCURRENT_REQUESTS,
                quality::link_check::MAX_CONCURRENT_REQUESTS_PER_HOST,
            ),
            host_pause: Duration::from_millis(config.link_host_pause_ms),
            duplicates: Default::default(),
        },
        claims: ClaimsState {
            client: GuardedClient::new(&config.link_allowed_networks)?,
            request_permits: KeyedSemaphore::new(
                claims::website::MAX_CONCURRENT_WEBSITE_CHECKS,
                claims::website::MAX_CONCURRENT_WEBSITE_CHECKS_PER_HOST,
            ),
        },
    }))
}

/// The outbox worker. Errors: the address of the mail server, the sender or `PUBLIC_URL` is invalid.
pub fn outbox_worker(app: &App, config: &ServeConfig) -> anyhow::Result<OutboxWorker> {
    let url = config.smtp_url.as_deref();
    let mailer = url.map(|url| SmtpMailer::new(url, &config.mail_from, &config.public_url)).transpose()?;
    let (db, clock, outbox) = (app.db.clone(), app.clock.clone(), app.outbox.clone());
    Ok(OutboxWorker { db, clock, outbox, mailer, email_renderer: email_renderer(app) })
}

fn email_renderer(app: &App) -> EmailRenderer {
    let (db, clock, public_url) = (app.db.clone(), app.clock.clone(), app.public_url.clone());
    let locale = app.locale;
    Arc::new(move |queued| {
        let (db, clock, public_url) = (db.clone(), clock.clone(), public_url.clone());
        Box::pin(async move {
            let site = (locale, public_url.as_str());
            match queued.kind {
                EmailKind::Verify
                | EmailKind::Reset
                | EmailKind::Invite
                | EmailKind::DeletionCode
                | EmailKind::AccountDeleted
                | EmailKind::ApiTokenCreated => auth::http::emails::render(&db, &clock, site, queued).await,
                EmailKind::ContactMessage | EmailKind::ContactReceipt => {
                    contact::service::render_email(&db, site, queued).await
                }
                EmailKind::EntryApproved | EmailKind::EntryRejected => {
                    guestbook::emails::render(&db, site, queued).await
                }
                EmailKind::Enquiry | EmailKind::EnquiryReceipt => {
                    enquiries::service::render_email(&db, site, queued).await
                }
                EmailKind::ReportAccepted
                | EmailKind::ReportDeclined
                | EmailKind::OwnerChangeAccepted
                | EmailKind::OwnerChangeDeclined => proposals::emails::render(&db, site, queued).await,
                EmailKind::OwnerReminder => owner_reminders::emails::render(&db, &clock, site, queued).await,
                EmailKind::WebhookDisabled => webhooks::emails::render(&db, site, queued).await,
                EmailKind::ClaimCode
                | EmailKind::ClaimToDecide
                | EmailKind::ClaimOwner
                | EmailKind::ClaimApproved
                | EmailKind::ClaimDeclined
                | EmailKind::ClaimRevoked => claims::emails::render(&db, &clock, site, queued).await,
                EmailKind::PlaceToApprove => places::emails::render(&db, site, queued).await,
            }
        })
    })
}

fn sign_in_policy(config: &ServeConfig) -> SignInPolicy {
    let second_factor = match config.second_factor {
        SecondFactorMode::Off => SecondFactorRequirement::Off,
        SecondFactorMode::Optional => SecondFactorRequirement::Optional,
        SecondFactorMode::Required => SecondFactorRequirement::Required,
    };
    let admin_emails = config.admin_emails.iter().map(|address| email::normalize(address));
    let admin_emails = admin_emails.filter(|address| !address.is_empty()).collect();
    SignInPolicy { second_factor, admin_emails }
}

/// Completes when the process receives a stop signal: SIGINT (Ctrl-C) or SIGTERM.
pub(super) async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    tokio::select! {
        _ = interrupt => {}
        Some(()) = async { terminate.as_mut()?.recv().await } => {}
    }
}
