//! Queries and requests while the database server is unreachable, and after it is reachable again. In an outage, the
//! first request fails after a wait that is longer than a restart. Later requests fail at once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cms::auth::domain::accounts::Role;
use cms::common::error_chain;
use cms::db::engine::Db;
use cms::integrations::blob_store::BlobStore;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::test_app::{Postgres, TestApp, migrated_database_url, new_database_url};
use crate::test_client::TestResponse;

/// A TCP proxy. While it is closed, it refuses new connections. Closing it also closes the open connections.
struct TcpProxy {
    address: SocketAddr,
    target: SocketAddr,
    /// Sending a value makes the proxy silent. Dropping the sender closes the proxy. `None` while it is closed.
    stop_signal: Option<watch::Sender<()>>,
}

impl TcpProxy {
    /// Starts a proxy in front of the database. Returns the proxy and the database URL through it.
    async fn start_for_database(url: &str) -> (Self, String) {
        let (_, host_and_database) = url.rsplit_once('@').unwrap();
        let (target, _) = host_and_database.split_once('/').unwrap();
        let proxy = Self::start(target.parse().unwrap()).await;
        let address = url.replace(target, &proxy.address.to_string());
        (proxy, address)
    }

    async fn start(target: SocketAddr) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let mut proxy = Self { address, target, stop_signal: None };
        proxy.open().await;
        proxy
    }

    async fn open(&mut self) {
        let listener = Arc::new(TcpListener::bind(self.address).await.unwrap());
        let (stop_sender, stop_receiver) = watch::channel(());
        let target = self.target;
        self.stop_signal = Some(stop_sender);
        tokio::spawn(async move {
            let mut signal_receiver = stop_receiver.clone();
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    signal = signal_receiver.changed() => return wait_until_closed(signal, signal_receiver).await,
                };
                let (mut client_stream, _) = accepted.unwrap();
                let mut signal_receiver = stop_receiver.clone();
                tokio::spawn(async move {
                    let mut server_stream = TcpStream::connect(target).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client_stream, &mut server_stream) => {}
                        signal = signal_receiver.changed() => wait_until_closed(signal, signal_receiver).await,
                    }
                });
            }
        });
    }

    /// Stops forwarding data and accepting connections, without closing the open connections.
    fn go_silent(&self) {
        self.stop_signal.as_ref().unwrap().send(()).unwrap();
    }

    async fn close(&mut self) {
        self.stop_signal = None;
        // Wait until the port is closed.
        while TcpStream::connect(self.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Waits until the proxy is closed. `signal` is `Ok` if the proxy only went silent, and an error if it is already
/// closed.
async fn wait_until_closed(signal: Result<(), watch::error::RecvError>, mut signal_receiver: watch::Receiver<()>) {
    if signal.is_ok() {
        let _ = signal_receiver.changed().await;
    }
}

/// The response to a request, and the duration of the request.
async fn measure_duration(request: impl Future<Output = TestResponse>) -> (TestResponse, Duration) {
    let started = Instant::now();
    let response = request.await;
    (response, started.elapsed())
}

#[tokio::test]
async fn database_that_cannot_be_opened_reports_the_cause() {
    let open_error = async |url: &str| error_chain::display(&Db::open(url).await.unwrap_err()).to_string();
    let connection_error = open_error("postgres://127.0.0.1:9/karst").await;
    assert!(connection_error.contains("Connection refused"), "{connection_error}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("data").display().to_string();
    let folder_error = open_error(&format!("sqlite:{folder}/karst.db")).await;
    assert!(folder_error.contains(&format!("failed to create the folder {folder}: Not a directory")), "{folder_error}");
}

#[tokio::test]
async fn queries_on_an_unreachable_database_open_the_circuit_breaker() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = new_database_url(Postgres, folder.path()).await else { return };
    let (mut proxy, url) = TcpProxy::start_for_database(&url).await;
    // This test has no change listener, so only queries notice the lost connection.
    let Db::Postgres { pool } = Db::open(&url).await.unwrap() else { panic!("no PostgreSQL: {url}") };
    proxy.close().await;
    let failed_begin_duration = async || {
        let started = Instant::now();
        assert!(pool.begin().await.is_err());
        started.elapsed()
    };
    let concurrent = tokio::join!(failed_begin_duration(), failed_begin_duration());
    assert!(concurrent.0.max(concurrent.1) < Duration::from_secs(4), "{concurrent:?}");
    assert!(failed_begin_duration().await < Duration::from_millis(500), "the breaker did not open");
}

#[tokio::test]
async fn statement_in_flight_on_a_silent_server_fails_once_the_breaker_opens() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = new_database_url(Postgres, folder.path()).await else { return };
    let (proxy, url) = TcpProxy::start_for_database(&url).await;
    let Db::Postgres { pool } = Db::open(&url).await.unwrap() else { panic!("no PostgreSQL: {url}") };
    let slow_query = tokio::time::timeout(Duration::from_secs(20), sqlx::query("select pg_sleep(40)").execute(&pool));
    let (result, ()) = tokio::join!(slow_query, async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        proxy.go_silent();
    });
    let query_error = result.expect("the query still waits for an unreachable server").unwrap_err().to_string();
    assert!(query_error.contains("the database server is unreachable"), "{query_error}");
}

#[tokio::test]
async fn first_request_in_a_database_outage_waits_and_later_ones_fail_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = migrated_database_url(Postgres, folder.path()).await else { return };
    let (mut proxy, url) = TcpProxy::start_for_database(&url).await;
    let guide = TestApp::start_on_database(url, BlobStore::Folder(folder.path().join("media"))).await;
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let client = guide.client_with_role("Linh Tran", Role::Viewer).await;
    let add_category =
        async |name: &str| measure_duration(admin.post("/api/categories", json!({ "name": name }))).await;
    anonymous.get("/api/businesses").await.is(200);

    // Requests wait while the database restarts.
    proxy.close().await;
    let (response, ()) = tokio::join!(client.get("/api/auth/account"), async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        proxy.open().await;
    });
    response.is(200);

    proxy.close().await;
    let (refused, duration) = add_category("Caves").await;
    let refused = refused.is(503);
    assert!(!refused.header("retry-after").is_empty() && duration < Duration::from_secs(4), "{duration:?}");
    for _ in 0..3 {
        let (refused, duration) = add_category("Caves").await;
        refused.is(503);
        assert!(duration < Duration::from_secs(1), "the request waited for an unreachable server: {duration:?}");
    }
    anonymous.get("/api/categories").await.is(503);
    anonymous.get("/api/businesses").await.is(200);

    proxy.open().await;
    let reopened = Instant::now();
    while add_category("Caves").await.0.status != 201 {
        assert!(reopened.elapsed() < Duration::from_secs(3), "the server is reachable and was not detected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    anonymous.get("/api/categories").await.is(200);
}
