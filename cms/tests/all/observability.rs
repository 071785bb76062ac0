//! Metrics, the alert rules of Prometheus, the runbook, and log lines that are found by a request id.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, SystemTime};

use cms::auth::domain::accounts::Role;
use cms::common::version::VERSION;
use cms::jobs::outbox::{self, EmailKind};
use cms::metrics::MetricsCollector;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::fixtures::place_json;
use crate::server_process::ServerProcess;
use crate::site_proxy::SiteFixture;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const PROMETHEUS_ALERT_RULES: &str = include_str!("../../../docs/deploy/alerts.yml");
const RUNBOOK: &str = include_str!("../../../docs/runbook.md");

impl TestApp {
    /// Starts a metrics server for this app. Returns a client that sends requests to this server.
    async fn start_metrics_server(&self) -> TestClient {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (render_service, prerender) = (self.render_service(), self.prerender_queue());
        let collector = MetricsCollector {
            app: self.app.clone(),
            tasks: self.tasks.clone(),
            render_service,
            prerender,
            started_at: SystemTime::now(),
        };
        tokio::spawn(collector.serve(listener));
        TestClient::new(&format!("http://{address}"))
    }

    async fn metrics(&self) -> MetricsText {
        read_metrics(&self.start_metrics_server().await).await
    }

    /// The value of a sample. `sample` is the name of a metric with its labels.
    pub async fn metric(&self, sample: &str) -> f64 {
        self.metrics().await.value(sample)
    }
}

/// The body of a response of the metrics server, in OpenMetrics format.
struct MetricsText(String);

async fn read_metrics(client: &TestClient) -> MetricsText {
    let response = client.get("/metrics").await.is(200);
    assert_eq!(response.header("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8");
    assert!(response.text.ends_with("# EOF\n"), "{}", response.text);
    MetricsText(response.text)
}

impl MetricsText {
    /// The value of a sample. `sample` is the name of a metric with its labels.
    #[track_caller]
    fn value(&self, sample: &str) -> f64 {
        self.find(sample).unwrap_or_else(|| panic!("no {sample} in\n{}", self.0))
    }

    fn find(&self, sample: &str) -> Option<f64> {
        let mut lines = self.0.lines().filter_map(|line| line.rsplit_once(' '));
        lines.find(|(name, _)| *name == sample).map(|(_, value)| value.parse().unwrap())
    }

    /// The names of all metrics as Prometheus queries use them. A counter has the suffix `_total`; a histogram has the
    /// three names with `_bucket`, `_sum` and `_count`.
    fn names(&self) -> BTreeSet<String> {
        let kinds = self.0.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
        let names = kinds.flat_map(|(name, kind)| match kind {
            "counter" => vec![format!("{name}_total")],
            "histogram" => ["bucket", "sum", "count"].map(|part| format!("{name}_{part}")).to_vec(),
            _ => vec![name.to_owned()],
        });
        names.collect()
    }
}

// R235
#[rstest]
#[tokio::test]
async fn metrics_count_requests_by_route_and_never_by_input(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let anonymous = guide.anonymous();
    // The search is repeated until it is a cache hit. The change follower may invalidate the cached response until it
    // has read the changes of this test in the change log.
    let mut searches = 0;
    while guide.app.http_metrics.cache_hits.get() == 0 {
        anonymous.get("/api/businesses?q=cheesecake").await.is(200);
        searches += 1;
        assert!(searches < 100, "no cache hit");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    anonymous.get(&format!("/api/businesses/{}", place["id"])).await.is(200);
    anonymous.get("/api/businesses/cheesecake").await.is(404);
    anonymous.get("/api/cheesecake").await.is(404);
    anonymous.send(Method::HEAD, "/api/businesses", &[], None).await.is(200);
    anonymous.send(Method::PATCH, "/api/businesses", &[], None).await.is(405);
    let samples = guide.metrics().await;
    let requests = |labels: &str| samples.value(&format!("karst_http_requests_total{{{labels}}}"));
    assert_eq!(requests(r#"route="/api/businesses",method="GET",status="2xx""#), f64::from(searches));
    assert_eq!(requests(r#"route="/api/businesses",method="HEAD",status="2xx""#), 1.0);
    assert_eq!(requests(r#"route="/api/businesses",method="POST",status="2xx""#), 1.0);
    assert_eq!(requests(r#"route="/api/businesses",method="other",status="4xx""#), 1.0);
    assert_eq!(requests(r#"route="/api/businesses/{id}",method="GET",status="2xx""#), 1.0);
    assert_eq!(requests(r#"route="/api/businesses/{id}",method="GET",status="4xx""#), 1.0);
    assert_eq!(requests(r#"route="other",method="GET",status="4xx""#), 1.0);
    let duration_sample = r#"karst_http_request_duration_seconds_count{route="/api/businesses/{id}"}"#;
    assert_eq!(samples.value(duration_sample), 2.0);
    assert!(!samples.0.contains("cheesecake"), "{}", samples.0);
    // The last search was a cache hit. The metrics count a cache hit as a request, too.
    assert!(searches > 1 && samples.value("karst_cache_hits_total") == 1.0);
    assert!(samples.value("karst_cache_misses_total") >= 3.0);
    assert!(
        samples.value("karst_cache_bytes") > 1000.0 && samples.value("karst_cache_max_bytes") == f64::from(8 << 20)
    );
    assert!(samples.value("karst_database_write_duration_seconds_count") >= 2.0);
    assert!(samples.value("process_resident_memory_bytes") > 1e6 && samples.value("process_open_fds") > 3.0);
}

// R321
#[rstest]
#[tokio::test]
async fn metrics_are_served_on_their_own_port_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let not_found_page = site.get("/metrics").await.is(404);
    assert!(
        not_found_page.text.contains("I think you got lost in the jungle!?") && !not_found_page.text.contains("karst_"),
        "{}",
        not_found_page.text
    );
    site.admin.get("/metrics").await.is(404);
    let client = site.guide.start_metrics_server().await;
    read_metrics(&client).await;
    for path in ["/", "/api/businesses", "/metrics/", "/healthz", "/explore"] {
        let response = client.get(path).await.is(404);
        assert_eq!(response.text, "", "{path}");
    }
    client.post("/metrics", json!({})).await.is(405);
    let app_without_site = TestApp::start(engine).await.unwrap();
    assert!(!app_without_site.anonymous().get("/metrics").await.is(404).text.contains("karst_"));
}

// R235
#[rstest]
#[tokio::test]
async fn metrics_report_pages_renderer_and_change_log_lag(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    site.get("/no/such/cheesecake").await.is(404);
    site.get("/_next/static/chunks/a1b2.js").await.is(200);
    let samples = site.guide.metrics().await;
    assert_eq!(samples.value("karst_renderer_up"), 1.0);
    assert!(samples.value(r#"karst_renders_total{outcome="ok"}"#) > 3.0);
    assert_eq!(samples.value("karst_change_log_lag_entries"), 0.0);
    assert_eq!(samples.value("karst_prerender_queue_depth"), 0.0);
    let last_success = samples.value(r#"karst_task_last_success_timestamp_seconds{task="publish_articles"}"#);
    assert!(last_success > 1.7e9, "{last_success}");
    assert!(samples.value(r#"karst_http_requests_total{route="page",method="GET",status="2xx"}"#) >= 2.0);
    assert!(samples.value(r#"karst_http_requests_total{route="page",method="GET",status="4xx"}"#) >= 1.0);
    let file_sample = r#"karst_http_requests_total{route="/_next/static/{file}",method="GET",status="2xx"}"#;
    assert_eq!(samples.value(file_sample), 1.0);
    assert!(!samples.0.contains("cheesecake"));

    // While the renderer is stopped, changed pages cannot be rendered. The metrics show that the renderer is down and
    // that the pages lack one entry of the change log.
    site.stop_renderer().await;
    site.admin.add_place(place_json("Bright Cave", site.category_id())).await;
    let client = site.guide.start_metrics_server().await;
    let mut latest_metrics = read_metrics(&client).await;
    for _ in 0..100 {
        if latest_metrics.value("karst_renderer_up") == 0.0
            && latest_metrics.value("karst_change_log_lag_entries") == 1.0
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        latest_metrics = read_metrics(&client).await;
    }
    panic!("the metrics do not show it:\n{}", latest_metrics.0);
}

// R235
#[rstest]
#[tokio::test]
async fn metrics_count_failed_and_rate_limited_sign_ins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    for _ in 0..10 {
        guide.anonymous().post("/api/auth/sign-in", json!({ "email": email, "password": "a guess" })).await.is(401);
    }
    guide.anonymous().post("/api/auth/sign-in", json!({ "email": email, "password": "a guess" })).await.is(429);
    let samples = guide.metrics().await;
    assert_eq!(samples.value(r#"karst_sign_in_refusals_total{reason="credentials"}"#), 10.0);
    assert_eq!(samples.value(r#"karst_sign_in_refusals_total{reason="too_many"}"#), 1.0);
    assert_eq!(samples.value(r#"karst_rate_limited_total{kind="password"}"#), 1.0);
    assert_eq!(samples.value(r#"karst_http_too_many_requests_total{route="/api/auth/sign-in"}"#), 1.0);
    assert!(!samples.0.contains("linh"), "no account is named");
}

// R235
#[rstest]
#[tokio::test]
async fn metrics_report_waiting_emails_with_their_age(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let ten_minutes_ago = guide.app.clock.now().plus_seconds(-600);
    let email_added = guide.app.db.write(move |tx| {
        Box::pin(async move { outbox::add(tx, (EmailKind::Reset, "linh@example.org", None), ten_minutes_ago).await })
    });
    assert!(email_added.await.unwrap());
    let samples = guide.metrics().await;
    assert_eq!(samples.value(r#"karst_email_queue{kind="reset",state="waiting"}"#), 1.0);
    assert_eq!(samples.value(r#"karst_email_queue_oldest_seconds{kind="reset",state="waiting"}"#), 600.0);
    assert!(!samples.0.contains("linh"), "no account is named");
}

// R235
#[rstest]
#[tokio::test]
async fn metrics_of_an_unreachable_database_report_it_down_and_keep_process_metrics(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let before = guide.metrics().await;
    assert_eq!(before.value("karst_database_up"), 1.0);
    let build_sample =
        format!("karst_build_info{{version=\"{VERSION}\",engine=\"{}\"}}", format!("{engine:?}").to_lowercase());
    assert_eq!(before.value(&build_sample), 1.0);
    assert!(before.value("karst_database_connections_max") >= 4.0);
    assert_eq!(before.find("karst_database_wal_bytes").is_some(), engine == Sqlite);
    guide.app.db.close().await;
    let samples = guide.metrics().await;
    assert_eq!(samples.value("karst_database_up"), 0.0);
    assert_eq!(samples.find("karst_database_ping_seconds"), None);
    assert!(samples.value("process_open_fds") > 3.0);
}

// R235
#[tokio::test]
async fn prometheus_alert_rules_use_only_existing_metrics() {
    let guide = TestApp::start_with_renderer(Sqlite, "http://127.0.0.1:1").await.unwrap();
    // The metrics of requests exist only after the first request.
    guide.anonymous().get("/api/categories").await.is(200);
    let names = guide.metrics().await.names();
    let words = PROMETHEUS_ALERT_RULES.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_'));
    let used_metrics: BTreeSet<&str> =
        words.filter(|word| word.starts_with("karst_") || word.starts_with("process_")).collect();
    let unknown_metrics: Vec<_> = used_metrics.iter().filter(|name| !names.contains(**name)).collect();
    assert!(used_metrics.len() > 10, "only {used_metrics:?}");
    assert!(unknown_metrics.is_empty(), "docs/deploy/alerts.yml uses {unknown_metrics:?}, the metrics are {names:?}");
}

// R235
#[test]
fn runbook_has_a_section_for_each_prometheus_alert_and_names_only_existing_metrics() {
    let alerts: BTreeSet<&str> =
        PROMETHEUS_ALERT_RULES.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    let sections: BTreeSet<&str> = RUNBOOK.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert!(alerts.len() > 10);
    assert_eq!(alerts, sections);
    let words = RUNBOOK.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_'));
    let metrics = words.filter(|word| word.starts_with("karst_"));
    for name in metrics {
        let base_name = name.trim_end_matches("_total");
        let is_defined = include_str!("../../src/metrics.rs").contains(&format!("\"{base_name}\""));
        assert!(is_defined, "the runbook names {name}, which is not a metric");
    }
}

fn log_entries(log: &str) -> Vec<Value> {
    log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

// R235
#[rstest]
#[tokio::test]
async fn request_id_of_a_failed_request_finds_its_log_lines(#[values(false, true)] traced: bool) {
    let folder = tempfile::tempdir().unwrap();
    // If `traced` is true, the server sends traces to an unreachable collector. Requests and the log do not depend on
    // the collector.
    let trace_setting = traced.then_some(("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"));
    let settings: Vec<_> = [("METRICS_LISTEN", "127.0.0.1:0")].into_iter().chain(trace_setting).collect();
    let server = ServerProcess::start(folder.path(), &settings);
    let anonymous = TestClient::new(&server.origin);
    let not_found_problem = anonymous.get("/api/businesses/99999").await.is(404).json();
    let unauthorized_problem = anonymous.post("/api/articles", json!({ "title": "Caves" })).await.is(401).json();
    let unreadable_problem = anonymous.get("/api/businesses?pages=2").await.is(400).json();
    // A missing table makes requests for categories fail.
    let url = format!("sqlite:{}", folder.path().join("karst.db").display());
    let mut database_connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url).await.unwrap();
    sqlx::query("alter table category rename to gone").execute(&mut database_connection).await.unwrap();
    let failed_request_id = anonymous.get("/api/categories").await.is(503).json()["requestId"].clone();
    let metrics = TestClient::new(&format!("http://{}", server.metrics.expect("a metrics address")));
    let samples = read_metrics(&metrics).await;
    assert_eq!(samples.value(r#"karst_http_requests_total{route="/api/categories",method="GET",status="5xx"}"#), 1.0);
    // Prometheus needs the `+Inf` bucket for quantiles.
    assert_eq!(samples.value(r#"karst_http_request_duration_seconds_bucket{le="+Inf",route="/api/categories"}"#), 1.0);
    let log = server.kill_and_read_log();
    let lines_of = |id: &Value| -> Vec<Value> {
        log_entries(&log).into_iter().filter(|line| line["fields"]["id"] == *id || line["span"]["id"] == *id).collect()
    };
    let paths = ["/api/businesses/99999", "/api/articles", "/api/businesses"];
    // For the unreadable request, the log has a general reason. The detail of the response could contain user input.
    let reasons = [
        not_found_problem["detail"].clone(),
        unauthorized_problem["detail"].clone(),
        json!("The request could not be read"),
    ];
    for ((problem, path), reason) in
        [not_found_problem, unauthorized_problem, unreadable_problem].iter().zip(paths).zip(reasons)
    {
        let log_fields = &lines_of(&problem["requestId"])[0]["fields"];
        let fields = ["path", "status", "reason"].map(|name| &log_fields[name]);
        assert_eq!(fields, [&json!(path), &problem["status"], &reason], "{log}");
    }
    let failure_lines = lines_of(&failed_request_id);
    let message_at = |index: usize| failure_lines[index]["fields"]["message"].as_str().unwrap();
    assert_eq!((message_at(0), message_at(1)), ("the database failed", "answered"), "{log}");
    assert!(failure_lines[0]["fields"]["error"].as_str().unwrap().contains("no such table"), "{log}");
}

// R235
#[rstest]
#[tokio::test]
async fn request_id_of_a_proxy_is_used_if_its_characters_and_length_are_allowed(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let response_request_id = async |id: &str| {
        let response = guide.anonymous().get_with_headers("/api/nothing", &[("x-request-id", id)]).await.is(404);
        assert_eq!(response.json()["requestId"], response.header("x-request-id"));
        response.header("x-request-id").to_owned()
    };
    for valid_id in ["0198c6a1f0e27d4c0198c6a1f0e27d4c", "8d0b2b1e-6f0f-4c55-9f4b-0d6a0a2a1c11", "ab_cd-12"] {
        assert_eq!(response_request_id(valid_id).await, valid_id);
    }
    let long_id = "a".repeat(65);
    for invalid_id in ["short", "two words", "<script>", "../../etc", "a;b=c;d=e", "id\"quoted\"", &long_id] {
        let generated_id = response_request_id(invalid_id).await;
        assert!(
            generated_id.len() == 16 && generated_id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{invalid_id}: {generated_id}"
        );
    }
    // A cached response gets the request id of the current request.
    let cached_request_id = async |id: &str| {
        guide
            .anonymous()
            .get_with_headers("/api/categories", &[("x-request-id", id)])
            .await
            .header("x-request-id")
            .to_owned()
    };
    assert_eq!(
        (cached_request_id("first-one").await, cached_request_id("second-one").await),
        ("first-one".into(), "second-one".into())
    );
}

#[test]
fn startup_with_an_invalid_or_used_metrics_address_fails_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let startup_error = |address: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
        let command = command.args(["serve", "--api-only", "--listen", "127.0.0.1:0"]).env("DATA_DIR", folder.path());
        let process_output = command.env("METRICS_LISTEN", address).output().unwrap();
        assert!(!process_output.status.success());
        String::from_utf8(process_output.stderr).unwrap()
    };
    let error = startup_error("9090");
    assert!(error.contains("'9090'") && error.contains("METRICS_LISTEN"), "{error}");
    let occupied_listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address: SocketAddr = occupied_listener.local_addr().unwrap();
    let error = startup_error(&address.to_string());
    assert!(error.contains("METRICS_LISTEN") && error.contains(&format!("cannot listen on {address}")), "{error}");
    assert!(!folder.path().join("karst.db").exists(), "nothing was written");
}
