//! Serves the metrics on a separate listener, and collects them at each request. Only a few small queries go to the
//! database. If the database does not respond in time, `karst_database_up` is 0, and only the metrics of these queries
//! are missing.

use std::fmt::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::{EncodeMetric, MetricEncoder, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::registry::Registry;
use rustix::process::{Resource, getrlimit};
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tower::ServiceExt;

use crate::common::error_chain;
use crate::common::metrics::LabeledCounters;
use crate::common::version::VERSION;
use crate::db::engine::StoreError;
use crate::db::write::WRITE_DURATIONS;
use crate::http::app::App;
use crate::http::server::listen;
use crate::integrations::blob_store::BlobStore;
use crate::jobs::periodic::PeriodicTasks;
use crate::jobs::{change_log, outbox};
use crate::site_proxy::prerender::PrerenderQueue;
use crate::site_proxy::render::RenderService;
use crate::webhooks;

/// The time limit of all database queries of one collection together.
const ALL_QUERIES_TIMEOUT: Duration = Duration::from_secs(2);
const HEADERS_TIMEOUT: Duration = Duration::from_secs(5);
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The sources of the metrics. Cheap to clone.
#[derive(Clone)]
pub struct MetricsCollector {
    /// The shared state.
    pub app: App,
    /// The background tasks.
    pub tasks: PeriodicTasks,
    /// The render service, unless the API runs without the site.
    pub render_service: Option<RenderService>,
    /// The prerender queue, unless the API runs without the site.
    pub prerender: Option<PrerenderQueue>,
    /// When the process began to serve.
    pub started_at: SystemTime,
}

/// Metrics from the database.
struct DatabaseMetrics {
    ping_duration: Duration,
    /// For each kind and state: both names, the number of emails, and the age of the oldest one in seconds.
    emails: Vec<(String, String, i64, f64)>,
    /// The number of entries of the change log that are not applied, and the age of the oldest one in seconds. `None`
    /// before the change log is followed.
    change_log_lag: Option<(i64, f64)>,
    /// The number of pending webhook deliveries, and the number of webhooks that fail or that the guide has disabled.
    webhooks: (i64, i64),
}

impl MetricsCollector {
    /// Serves `GET /metrics`, and nothing else, on `listener` until the process ends.
    pub async fn serve(self, listener: TcpListener) {
        // The mutex allows one collection at a time, so that frequent requests do not overload the database.
        let collector = Arc::new(Mutex::new(self));
        let routes = Router::new().route("/metrics", get(move || metrics_response(collector.clone())));
        let handler = move |request, _| routes.clone().oneshot(request);
        listen::serve(listener, handler, HEADERS_TIMEOUT, std::future::pending()).await;
    }

    /// Collects all metrics.
    pub async fn metrics(&self) -> Registry {
        let mut registry = Registry::default();
        let data_folder = self.app.db.sqlite_folder();
        let engine = if data_folder.is_some() { "sqlite" } else { "postgres" };
        let version = vec![("version", VERSION.to_owned()), ("engine", engine.to_owned())];
        let help = "1, with the version and the database engine as labels";
        register_labeled_gauge(&mut registry, "karst_build_info", help, [(version, 1.0)]);
        self.register_requests(&mut registry);
        self.register_cache(&mut registry);
        self.register_rejections(&mut registry);
        self.register_queues(&mut registry);
        self.register_database(&mut registry).await;
        self.register_renderer(&mut registry);
        let media = match &self.app.media.files {
            BlobStore::Folder(folder) => Some(folder.as_path()),
            BlobStore::Bucket(_) => None,
        };
        register_process(&mut registry, self.started_at, &[("database", data_folder.as_deref()), ("media", media)]);
        registry
    }

    fn register_requests(&self, registry: &mut Registry) {
        let http = &self.app.http_metrics;
        let help = "Responses by route, method and status class";
        registry.register("karst_http_requests", help, http.responses.clone());
        let help = "Responses with status 429 by route";
        registry.register("karst_http_too_many_requests", help, http.too_many_requests.clone());
        let help = "Time from a request to the start of its response";
        registry.register("karst_http_request_duration_seconds", help, http.durations.clone());
    }

    fn register_cache(&self, registry: &mut Registry) {
        let http = &self.app.http_metrics;
        registry.register("karst_cache_hits", "Requests that the response cache answered", http.cache_hits.clone());
        let help = "Cacheable requests that the response cache could not answer";
        registry.register("karst_cache_misses", help, http.cache_misses.clone());
        // `count` also runs the pending tasks of the cache, so that the size that is read next is current.
        register_gauge(registry, "karst_cache_entries", "Responses in the cache", self.app.cache.count() as f64);
        let (bytes, max_bytes) = self.app.cache.size_and_limit_bytes();
        register_gauge(registry, "karst_cache_bytes", "Memory of the response cache", bytes as f64);
        let help = "Maximum memory of the response cache (CACHE_MIB)";
        register_gauge(registry, "karst_cache_max_bytes", help, max_bytes as f64);
    }

    fn register_rejections(&self, registry: &mut Registry) {
        let (identity, federated) = (&self.app.auth.builtin, &self.app.auth.federated);
        let help = "Refused sign-ins with a password by reason";
        registry.register("karst_sign_in_refusals", help, identity.failed_sign_in_counts.clone());
        let rejected = [
            federated.rejected_attempt_count(),
            self.app.limits.contact_and_enquiries.rejected_attempt_count(),
            self.app.limits.reports.rejected_attempt_count(),
            self.app.limits.claims.rejected_attempt_count(),
            self.app.limits.invalid_preview_tickets.rejected_attempt_count(),
            self.app.auth.invalid_api_token_limiter.rejected_attempt_count(),
        ];
        let rate_limited = LabeledCounters::default();
        for (kind, count) in identity.rejected_attempt_counts().into_iter().chain(rejected) {
            rate_limited.get_or_create(&[("kind", kind)]).inc_by(count);
        }
        registry.register("karst_rate_limited", "Rate-limited attempts by kind", rate_limited);
    }

    fn register_queues(&self, registry: &mut Registry) {
        let service = self.render_service.as_ref();
        let rasterizer = service.map(|service| ("rasterizer", service.waiting_social_image_count()));
        let pools = [
            ("images", self.app.media.workers.waiting_task_count()),
            ("passwords", self.app.auth.builtin.password_workers.waiting_task_count()),
        ];
        let waiting = pools.into_iter().chain(rasterizer).map(|(pool, waiting)| (label("pool", pool), waiting as f64));
        register_labeled_gauge(registry, "karst_worker_queue_depth", "Tasks that wait for a worker by pool", waiting);
        let successes = self.tasks.last_successes().into_iter().map(|(task, at)| {
            let since_epoch = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            (label("task", task), since_epoch.as_secs_f64())
        });
        let help = "Time of the last success of a background task, or of its start, in seconds since the Unix epoch";
        register_labeled_gauge(registry, "karst_task_last_success_timestamp_seconds", help, successes);
    }

    async fn register_database(&self, registry: &mut Registry) {
        let metrics = tokio::time::timeout(ALL_QUERIES_TIMEOUT, self.database_metrics()).await;
        if let Ok(Err(error)) = &metrics {
            tracing::warn!(error = %error_chain::display(error), "failed to collect the metrics of the database");
        }
        let metrics = metrics.ok().and_then(Result::ok);
        let is_up = f64::from(u8::from(metrics.is_some()));
        register_gauge(registry, "karst_database_up", "1 if the database responds, otherwise 0", is_up);
        let ping_seconds = metrics.as_ref().map(|metrics| metrics.ping_duration.as_secs_f64());
        let help = "Time of the last ping of the database, including the wait for a connection";
        register_gauge(registry, "karst_database_ping_seconds", help, ping_seconds);
        let stats = self.app.db.stats();
        let open = f64::from(stats.connections);
        register_gauge(registry, "karst_database_connections", "Open connections of the pool", open);
        let idle = stats.idle_connections as f64;
        register_gauge(registry, "karst_database_connections_idle", "Idle connections of the pool", idle);
        let max = f64::from(stats.max_connections);
        register_gauge(registry, "karst_database_connections_max", "Maximum number of connections of the pool", max);
        let waiting = stats.queued_writes.map(|waiting| waiting as f64);
        register_gauge(registry, "karst_database_write_queue_depth", "Writes that wait for SQLite's writer", waiting);
        let file = stats.file_bytes.map(|bytes| bytes as f64);
        register_gauge(registry, "karst_database_bytes", "Size of the SQLite file", file);
        let wal = stats.wal_bytes.map(|bytes| bytes as f64);
        register_gauge(registry, "karst_database_wal_bytes", "Size of the write-ahead log of SQLite", wal);
        let help = "Time from the request of a write to its durable commit";
        registry.register("karst_database_write_duration_seconds", help, WRITE_DURATIONS.clone());
        let Some(DatabaseMetrics { emails, change_log_lag, webhooks: (pending, failing), .. }) = metrics else {
            return;
        };
        let labels = |kind: &String, state: &String| vec![("kind", kind.clone()), ("state", state.clone())];
        let counts = emails.iter().map(|(kind, state, count, _)| (labels(kind, state), *count as f64));
        let help = "Emails in the outbox that wait, or that failed in the last 30 days, by kind and state";
        register_labeled_gauge(registry, "karst_email_queue", help, counts);
        let ages = emails.iter().map(|(kind, state, _, age_s)| (labels(kind, state), *age_s));
        let help = "Age of the oldest of these emails by kind and state";
        register_labeled_gauge(registry, "karst_email_queue_oldest_seconds", help, ages);
        let help = "Deliveries to webhooks that wait for their first or next attempt";
        register_gauge(registry, "karst_webhook_deliveries_pending", help, pending as f64);
        let help = "Webhooks whose deliveries fail, or that were disabled because they did";
        register_gauge(registry, "karst_webhooks_failing", help, failing as f64);
        let (entries, seconds) = change_log_lag.unzip();
        let help = "Entries of the change log that the pages of this replica do not show yet; at most 10000";
        register_gauge(registry, "karst_change_log_lag_entries", help, entries.map(|entries| entries as f64));
        register_gauge(registry, "karst_change_log_lag_seconds", "Age of the oldest of these entries", seconds);
    }

    async fn database_metrics(&self) -> Result<DatabaseMetrics, StoreError> {
        let (db, now, ping_started_at) = (&self.app.db, self.app.clock.now(), Instant::now());
        db.ping().await?;
        let ping_duration = ping_started_at.elapsed();
        let age_s = |since: crate::common::clock::Timestamp| (now.0 - since.0).max(0) as f64 / 1000.0;
        let emails = outbox::count_waiting_and_failed(db).await?.into_iter();
        let emails = emails.map(|(kind, state, count, since)| (kind, state, count, age_s(since))).collect();
        let change_log_lag = match self.app.applied_seq.get() {
            Some(seq) => {
                let (entries, since) = change_log::lag(db, seq).await?;
                Some((entries, since.map_or(0.0, age_s)))
            }
            None => None,
        };
        let webhooks = webhooks::store::count_pending_deliveries_and_failing_or_disabled_webhooks(db).await?;
        Ok(DatabaseMetrics { ping_duration, emails, change_log_lag, webhooks })
    }

    fn register_renderer(&self, registry: &mut Registry) {
        let Some(render_service) = &self.render_service else { return };
        let status = render_service.status();
        let is_up = f64::from(u8::from(status.is_ready()));
        let help = "1 if the renderer responds and has applied all changes, otherwise 0";
        register_gauge(registry, "karst_renderer_up", help, is_up);
        let pid = status.running.as_ref().and_then(|start| start.pid);
        let resident_bytes = pid.and_then(|pid| resident_memory(&pid.to_string()));
        let help = "Resident memory of the renderer, if this process started it";
        register_gauge(registry, "karst_renderer_resident_memory_bytes", help, resident_bytes);
        let waiting = self.prerender.as_ref().map(|queue| queue.waiting_page_count() as f64);
        let help = "Pages that wait to be prerendered; at most 10000";
        register_gauge(registry, "karst_prerender_queue_depth", help, waiting);
        let starts = ConstCounter::new(status.invalidated_start_number);
        registry.register("karst_renderer_starts", "Starts of the renderer", starts);
        let help = "Pages whose last rendering failed; at most 20000";
        register_gauge(registry, "karst_pages_failing", help, self.app.render_failures.count() as f64);
        let (outcomes, durations) = render_service.outcomes_and_durations();
        registry.register("karst_renders", "Requests to the renderer by outcome", outcomes);
        let help = "Time from a request to the renderer to its complete response, including the wait in the queue";
        registry.register("karst_render_duration_seconds", help, durations);
    }
}

async fn metrics_response(collector: Arc<Mutex<MetricsCollector>>) -> Response {
    let registry = collector.lock().await.metrics().await;
    let mut body = String::new();
    match text::encode(&mut body, &registry) {
        Ok(()) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Registers the metrics of this process and its disks, as the operating system reports them. Some of these metrics are
/// missing on systems other than Linux. `started_at` is the time at which the process began to serve. `folders` has the
/// value of the label `disk` and a folder for each disk; entries without a folder are left out.
fn register_process(registry: &mut Registry, started_at: SystemTime, folders: &[(&'static str, Option<&Path>)]) {
    let help = "Resident memory of the process, without its renderer";
    register_gauge(registry, "process_resident_memory_bytes", help, resident_memory("self"));
    let open_files = std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as f64);
    register_gauge(registry, "process_open_fds", "Open file descriptors", open_files);
    let max_files = getrlimit(Resource::Nofile).current.map(|max_files| max_files as f64);
    register_gauge(registry, "process_max_fds", "Maximum number of open file descriptors", max_files);
    let since_epoch = started_at.duration_since(SystemTime::UNIX_EPOCH).ok().map(|duration| duration.as_secs_f64());
    let help = "Start time of the process in seconds since the Unix epoch";
    register_gauge(registry, "process_start_time_seconds", help, since_epoch);
    let disks = folders.iter().filter_map(|(name, folder)| {
        let disk = rustix::fs::statvfs((*folder)?).ok()?;
        Some((*name, disk.f_bavail as f64 * disk.f_frsize as f64, disk.f_blocks as f64 * disk.f_frsize as f64))
    });
    let disks: Vec<_> = disks.collect();
    let free = disks.iter().map(|(name, free, _)| (label("disk", *name), *free));
    let help = "Free space of the disks of the database and the media files";
    register_labeled_gauge(registry, "karst_disk_free_bytes", help, free);
    let size = disks.iter().map(|(name, _, size)| (label("disk", *name), *size));
    register_labeled_gauge(registry, "karst_disk_bytes", "Size of the disks of the database and the media files", size);
}

/// The resident memory of a process in bytes. `process` is the process id, or `self`. `None` if the process does not
/// exist, or on systems other than Linux. The kernel reports kibibytes.
fn resident_memory(process: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0)
}

/// The labels of a sample. Values come from fixed lists of the program, never from a request.
type Labels = Vec<(&'static str, String)>;

/// The labels of a sample that has only this label.
fn label(name: &'static str, value: impl Into<String>) -> Labels {
    vec![(name, value.into())]
}

/// The samples of a gauge in one collection. Unlike a `Family` of the crate `prometheus_client`, this type exports the
/// help text of the gauge even without a sample.
#[derive(Debug)]
struct GaugeSamples(Vec<(Labels, f64)>);

impl EncodeMetric for GaugeSamples {
    fn encode(&self, mut encoder: MetricEncoder) -> Result<(), Error> {
        self.0.iter().try_for_each(|(labels, value)| match labels.is_empty() {
            true => encoder.encode_gauge(value),
            false => encoder.encode_family(labels)?.encode_gauge(value),
        })
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Gauge
    }
}

fn register_labeled_gauge(
    registry: &mut Registry,
    name: &'static str,
    help: &'static str,
    samples: impl IntoIterator<Item = (Labels, f64)>,
) {
    registry.register(name, help, GaugeSamples(samples.into_iter().collect()));
}

/// Registers a gauge without labels. If its value is `None`, the gauge has a help text and no sample.
fn register_gauge(registry: &mut Registry, name: &'static str, help: &'static str, value: impl Into<Option<f64>>) {
    register_labeled_gauge(registry, name, help, value.into().map(|value| (Labels::new(), value)));
}
