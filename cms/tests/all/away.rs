//! A database server that goes away and comes back: who asks meanwhile hears so, first after a wait that a restart is shorter
//! than, and then at once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cms::common::error_chain;
use cms::db::engine::Db;
use cms::identity::model::Role;
use cms::integrations::blob_store::BlobStore;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::people::Answer;
use crate::world::{Guide, Postgres, database_url};

/// A way to a server that can be closed: then nobody comes through, and whoever was is thrown out.
struct Way {
    address: SocketAddr,
    target: SocketAddr,
    open: Option<watch::Sender<()>>,
}

impl Way {
    /// The way to a database, and the database's address by it.
    async fn between(url: &str) -> (Self, String) {
        let (_, place) = url.rsplit_once('@').unwrap();
        let (target, _) = place.split_once('/').unwrap();
        let way = Self::to(target.parse().unwrap()).await;
        let address = url.replace(target, &way.address.to_string());
        (way, address)
    }

    async fn to(target: SocketAddr) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let mut way = Self { address, target, open: None };
        way.opens().await;
        way
    }

    async fn opens(&mut self) {
        let listener = Arc::new(TcpListener::bind(self.address).await.unwrap());
        let (open, closed) = watch::channel(());
        let target = self.target;
        self.open = Some(open);
        tokio::spawn(async move {
            let mut ends = closed.clone();
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    silent = ends.changed() => return closed_after(silent, ends).await,
                };
                let (mut here, _) = accepted.unwrap();
                let mut ends = closed.clone();
                tokio::spawn(async move {
                    let mut there = TcpStream::connect(target).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
                        silent = ends.changed() => closed_after(silent, ends).await,
                    }
                });
            }
        });
    }

    /// From now on nothing comes through, and nobody is told.
    fn falls_silent(&self) {
        self.open.as_ref().unwrap().send(()).unwrap();
    }

    async fn closes(&mut self) {
        self.open = None;
        // Until nobody listens.
        while TcpStream::connect(self.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Returns when the way is closed; it may have fallen silent before.
async fn closed_after(silent: Result<(), watch::error::RecvError>, mut ends: watch::Receiver<()>) {
    if silent.is_ok() {
        let _ = ends.changed().await;
    }
}

/// How a request was answered, and when.
async fn timed(asking: impl Future<Output = Answer>) -> (Answer, Duration) {
    let begun = Instant::now();
    let answer = asking.await;
    (answer, begun.elapsed())
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_says_why() {
    let why = async |url: &str| error_chain::display(&Db::open(url).await.unwrap_err()).to_string();
    let away = why("postgres://127.0.0.1:9/karst").await;
    assert!(away.contains("Connection refused"), "{away}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("data").display().to_string();
    let unmade = why(&format!("sqlite:{folder}/karst.db")).await;
    assert!(unmade.contains(&format!("failed to create the folder {folder}: Not a directory")), "{unmade}");
}

#[tokio::test]
async fn who_waits_for_a_database_begins_to_look_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = database_url(Postgres, folder.path()).await else { return };
    let (mut way, url) = Way::between(&url).await;
    // Nobody listens for notices here, and so nobody hears of a lost connection but who asks.
    let Db::Postgres { pool } = Db::open(&url).await.unwrap() else { panic!("no PostgreSQL: {url}") };
    way.closes().await;
    let asks = async || {
        let begun = Instant::now();
        assert!(pool.begin().await.is_err());
        begun.elapsed()
    };
    let together = tokio::join!(asks(), asks());
    assert!(together.0.max(together.1) < Duration::from_secs(4), "{together:?}");
    assert!(asks().await < Duration::from_millis(500), "nobody has looked for it");
}

#[tokio::test]
async fn statement_on_its_way_when_the_server_falls_silent_ends_once_that_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = database_url(Postgres, folder.path()).await else { return };
    let (way, url) = Way::between(&url).await;
    let Db::Postgres { pool } = Db::open(&url).await.unwrap() else { panic!("no PostgreSQL: {url}") };
    let sleeps = tokio::time::timeout(Duration::from_secs(20), sqlx::query("select pg_sleep(40)").execute(&pool));
    let (ended, ()) = tokio::join!(sleeps, async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        way.falls_silent();
    });
    let why = ended.expect("it is known to be away, and waited for").unwrap_err().to_string();
    assert!(why.contains("the database server is unreachable"), "{why}");
}

#[tokio::test]
async fn a_database_that_is_away_is_waited_for_once_and_then_said_to_be_away() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = database_url(Postgres, folder.path()).await else { return };
    let (mut way, url) = Way::between(&url).await;
    let guide = Guide::at(url, BlobStore::Folder(folder.path().join("media"))).await;
    let (admin, visitor) = (guide.admin().await, guide.visitor());
    let person = guide.person("Linh Tran", Role::Viewer).await;
    let adds = async |name: &str| timed(admin.post("/api/categories", json!({ "name": name }))).await;
    visitor.get("/api/businesses").await.is(200);

    // A restart: who asks meanwhile waits.
    way.closes().await;
    let (asked, ()) = tokio::join!(person.get("/api/auth/account"), async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        way.opens().await;
    });
    asked.is(200);

    way.closes().await;
    let (refused, took) = adds("Caves").await;
    let refused = refused.is(503);
    assert!(!refused.header("retry-after").is_empty() && took < Duration::from_secs(4), "{took:?}");
    for _ in 0..3 {
        let (refused, took) = adds("Caves").await;
        refused.is(503);
        assert!(took < Duration::from_secs(1), "it is known to be away, and was waited for: {took:?}");
    }
    visitor.get("/api/categories").await.is(503);
    visitor.get("/api/businesses").await.is(200);

    way.opens().await;
    let back = Instant::now();
    while adds("Caves").await.0.status != 201 {
        assert!(back.elapsed() < Duration::from_secs(3), "it is back, and nobody has noticed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    visitor.get("/api/categories").await.is(200);
}
