//! Collects all metrics when they are requested. Only three small queries go to the database. If it does not respond in
//! time, the metrics report that, and all others as usual.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::exposition::{Labels, MetricsText, label};
use super::process;
use crate::common::version::VERSION;
use crate::db::error::StoreError;
use crate::db::write::WRITE_DURATIONS;
use crate::http::app::App;
use crate::integrations::blob_store::BlobStore;
use crate::jobs::periodic::PeriodicTasks;
use crate::jobs::{changes, outbox};
use crate::page_proxy::prerender::PrerenderQueue;
use crate::page_proxy::render_service::RenderService;

/// The time limit of the queries.
const QUERY_TIMEOUT: Duration = Duration::from_secs(2);

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
    pub started: SystemTime,
}

/// Metrics from the database.
struct DatabaseMetrics {
    ping_duration: Duration,
    emails: Vec<(String, String, i64, f64)>,
    lag: Option<(i64, f64)>,
}

impl MetricsCollector {
    /// Collects all metrics.
    pub async fn metrics(&self) -> MetricsText {
        let mut metrics = MetricsText::default();
        let version = vec![("version", VERSION.to_owned()), ("engine", self.engine().to_owned())];
        metrics.gauges("karst_build_info", "1, with the version and the database engine as labels.", [(version, 1.0)]);
        self.write_requests(&mut metrics);
        self.write_cache(&mut metrics);
        self.write_rejections(&mut metrics);
        self.write_queues(&mut metrics);
        self.write_database(&mut metrics).await;
        self.write_renderer(&mut metrics);
        let (data, media) = (self.app.db.folder(), folder_of(&self.app.files));
        process::write(&mut metrics, self.started, &[("database", data.as_deref()), ("media", media)]);
        metrics
    }

    fn engine(&self) -> &'static str {
        if self.app.db.folder().is_some() { "sqlite" } else { "postgres" }
    }

    fn write_requests(&self, metrics: &mut MetricsText) {
        let routes = self.app.http_metrics.routes();
        let responses = routes.iter().flat_map(|counts| {
            let non_zero = counts.responses().filter(|(_, _, count)| *count > 0);
            non_zero.map(move |(method, class, count)| {
                let labels: Labels = vec![
                    ("route", counts.route().to_owned()),
                    ("method", method.to_owned()),
                    ("status", class.to_owned()),
                ];
                (labels, count)
            })
        });
        metrics.counts("karst_http_requests", "Responses by route, method and status class.", responses);
        let too_many = routes.iter().map(|counts| (label("route", counts.route()), counts.too_many()));
        let too_many = too_many.filter(|(_, count)| *count > 0);
        metrics.counts("karst_http_too_many_requests", "Responses with status 429 by route.", too_many);
        let durations = routes.iter().map(|counts| (label("route", counts.route()), counts.times()));
        metrics.durations(
            "karst_http_request_duration_seconds",
            "Time from a request to the start of its response.",
            durations,
        );
    }

    fn write_cache(&self, metrics: &mut MetricsText) {
        let (hits, misses) = self.app.http_metrics.hits_and_misses();
        metrics.counts("karst_cache_hits", "Requests that the response cache answered.", [(Labels::new(), hits)]);
        let help = "Cacheable requests that the response cache could not answer.";
        metrics.counts("karst_cache_misses", help, [(Labels::new(), misses)]);
        // Counting runs the pending tasks of the cache, so that its size is current.
        metrics.gauge("karst_cache_entries", "Responses in the cache.", self.app.cache.count() as f64);
        let (bytes, max_bytes) = self.app.cache.bytes();
        metrics.gauge("karst_cache_bytes", "Memory of the response cache.", bytes as f64);
        metrics.gauge("karst_cache_max_bytes", "Maximum memory of the response cache (CACHE_MIB).", max_bytes as f64);
    }

    fn write_rejections(&self, metrics: &mut MetricsText) {
        let (identity, federated) = (&self.app.identity, &self.app.federated);
        let refused = identity.failed_sign_ins().map(|(reason, count)| (label("reason", reason), count));
        metrics.counts("karst_sign_in_refusals", "Refused sign-ins with a password by reason.", refused);
        let rate_limited = identity
            .rejected_counts()
            .into_iter()
            .chain([federated.rejected_counts(), self.app.contact_rate_limiter.rejected_count()]);
        let rate_limited = rate_limited.map(|(kind, count)| (label("kind", kind), count));
        metrics.counts("karst_rate_limited", "Rate-limited attempts by kind.", rate_limited);
    }

    fn write_queues(&self, metrics: &mut MetricsText) {
        let rasterizer =
            self.render_service.as_ref().map(|render_service| ("rasterizer", render_service.waiting_images()));
        let pools =
            [("images", self.app.image_workers.waiting()), ("passwords", self.app.identity.passwords.waiting())];
        let waiting = pools.into_iter().chain(rasterizer).map(|(pool, waiting)| (label("pool", pool), waiting as f64));
        metrics.gauges("karst_worker_queue_depth", "Tasks that wait for a worker by pool.", waiting);
        let successes = self.tasks.last_successes().into_iter().map(|(task, at)| {
            let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            (label("task", task), since.as_secs_f64())
        });
        let help = "Time of the last success of a background task, or of its start, in seconds since the Unix epoch.";
        metrics.gauges("karst_task_last_success_timestamp_seconds", help, successes);
    }

    async fn write_database(&self, metrics: &mut MetricsText) {
        let stored = tokio::time::timeout(QUERY_TIMEOUT, self.database_metrics()).await;
        let stored = stored.ok().and_then(|stored| {
            stored
                .inspect_err(|error| tracing::warn!(error = %crate::common::error_chain::display(error), "failed to collect the metrics of the database"))
                .ok()
        });
        metrics.gauge(
            "karst_database_up",
            "1 if the database responds, otherwise 0.",
            f64::from(u8::from(stored.is_some())),
        );
        let took = stored.as_ref().map(|stored| stored.ping_duration.as_secs_f64());
        let help = "Time of the last ping of the database, including the wait for a connection.";
        metrics.gauge("karst_database_ping_seconds", help, took);
        let stats = self.app.db.stats();
        metrics.gauge("karst_database_connections", "Open connections of the pool.", f64::from(stats.connections));
        metrics.gauge("karst_database_connections_idle", "Idle connections of the pool.", stats.idle as f64);
        metrics.gauge(
            "karst_database_connections_max",
            "Maximum number of connections of the pool.",
            f64::from(stats.max_connections),
        );
        let waiting = stats.queued_writes.map(|waiting| waiting as f64);
        metrics.gauge("karst_database_write_queue_depth", "Writes that wait for SQLite's writer.", waiting);
        metrics.gauge("karst_database_bytes", "Size of the SQLite file.", stats.file_bytes.map(|bytes| bytes as f64));
        let wal = stats.wal_bytes.map(|bytes| bytes as f64);
        metrics.gauge("karst_database_wal_bytes", "Size of the write-ahead log of SQLite.", wal);
        let writes = [(Labels::new(), WRITE_DURATIONS.snapshot())];
        metrics.durations(
            "karst_database_write_duration_seconds",
            "Time from the request of a write to its durable commit.",
            writes,
        );
        let Some(DatabaseMetrics { emails, lag, .. }) = stored else { return };
        let labels = |kind: &String, state: &String| vec![("kind", kind.clone()), ("state", state.clone())];
        let counts = emails.iter().map(|(kind, state, count, _)| (labels(kind, state), *count as f64));
        let help = "Emails in the outbox that wait, or that failed in the last 30 days, by kind and state.";
        metrics.gauges("karst_email_queue", help, counts);
        let ages = emails.iter().map(|(kind, state, _, age_s)| (labels(kind, state), *age_s));
        metrics.gauges(
            "karst_email_queue_oldest_seconds",
            "Age of the oldest of these emails by kind and state.",
            ages,
        );
        let (entries, seconds) = lag.unzip();
        let help = "Entries of the change log that the pages of this replica do not show yet; at most 10000.";
        metrics.gauge("karst_change_log_lag_entries", help, entries.map(|entries| entries as f64));
        metrics.gauge("karst_change_log_lag_seconds", "Age of the oldest of these entries.", seconds);
    }

    async fn database_metrics(&self) -> Result<DatabaseMetrics, StoreError> {
        let (db, now, started) = (&self.app.db, self.app.clock.now(), Instant::now());
        db.ping().await?;
        let ping_duration = started.elapsed();
        let age_s = |since: crate::common::clock::Timestamp| (now.0 - since.0).max(0) as f64 / 1000.0;
        let emails = outbox::counts(db).await?.into_iter();
        let emails = emails.map(|(kind, state, count, since)| (kind, state, count, age_s(since))).collect();
        let lag = match self.app.applied_seq.get() {
            Some(seq) => {
                let (entries, since) = changes::lag(db, seq).await?;
                Some((entries, since.map_or(0.0, age_s)))
            }
            None => None,
        };
        Ok(DatabaseMetrics { ping_duration, emails, lag })
    }

    fn write_renderer(&self, metrics: &mut MetricsText) {
        let Some(render_service) = &self.render_service else { return };
        let status = render_service.status();
        let is_up = f64::from(u8::from(status.is_ready()));
        metrics.gauge(
            "karst_renderer_up",
            "1 if the renderer responds and has applied all changes, otherwise 0.",
            is_up,
        );
        let pid = status.running.as_ref().and_then(|start| start.pid);
        let resident = pid.and_then(|pid| process::resident_memory(&pid.to_string()));
        let help = "Resident memory of the renderer, if this process started it.";
        metrics.gauge("karst_renderer_resident_memory_bytes", help, resident);
        let waiting = self.prerender.as_ref().map(|queue| queue.waiting() as f64);
        metrics.gauge("karst_prerender_queue_depth", "Pages that wait to be prerendered; at most 10000.", waiting);
        metrics.counts("karst_renderer_starts", "Starts of the renderer.", [(Labels::new(), status.synced_start)]);
        let help = "Pages whose last rendering failed; at most 20000.";
        metrics.gauge("karst_pages_failing", help, self.app.render_failures.count() as f64);
        let (outcomes, durations) = render_service.stats();
        let outcomes = outcomes.into_iter().map(|(outcome, count)| (label("outcome", outcome), count));
        metrics.counts("karst_renders", "Requests to the renderer by outcome.", outcomes);
        let help = "Time from a request to the renderer to its complete response, including the wait in the queue.";
        metrics.durations("karst_render_duration_seconds", help, [(Labels::new(), durations)]);
    }
}

fn folder_of(files: &BlobStore) -> Option<&Path> {
    match files {
        BlobStore::Folder(folder) => Some(folder),
        BlobStore::Bucket(_) => None,
    }
}
