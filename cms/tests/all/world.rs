//! A guide for one test: a real server on a port of its own, a fresh database, a clock that stands still.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use cms::commands::serve;
use cms::common::clock::{Clock, Timestamp};
use cms::config::ServeConfig;
use cms::db::{engine::Db, migrations};
use cms::http::app::App;
use cms::http::listen;
use cms::integrations::blob_store::BlobStore;
use cms::jobs::outbox::{self, OutboxEntry};
use cms::page_proxy::prerender::PrerenderQueue;
use cms::page_proxy::render_service::RenderService;
use cms::page_proxy::setup::RunningPageProxy;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

pub use Engine::{PgBouncer, Postgres, Sqlite};

/// Which database a story runs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    Sqlite,
    Postgres,
    /// PostgreSQL behind a connection pooler in transaction mode.
    PgBouncer,
}

/// 21 November 2026, 08:00 UTC: when every story begins.
pub const BEGINNING: Timestamp = Timestamp(1_795_248_000_000);

/// One running guide.
pub struct Guide {
    pub app: App,
    pub address: SocketAddr,
    /// Where its database is.
    pub url: String,
    /// How it is served.
    pub settings: ServeConfig,
    stop: Option<oneshot::Sender<()>>,
    front: Option<RunningPageProxy>,
    _folder: Option<tempfile::TempDir>,
}

/// A fresh, current database; nothing where the engine is not on this machine (in CI that is a failure).
pub async fn database(engine: Engine, folder: &std::path::Path) -> Option<Db> {
    let url = database_url(engine, folder).await?;
    let db = open(&url).await;
    migrations::run(&db).await.unwrap();
    Some(db)
}

/// Opens the database at an address of [`database_url`].
pub async fn open(url: &str) -> Db {
    match direct_url(url) {
        Some(direct) => Db::open_through_pooler(url, &direct).await.unwrap(),
        None => Db::open(url).await.unwrap(),
    }
}

/// The database's own address, if this one leads to it through PgBouncer.
pub fn direct_url(url: &str) -> Option<String> {
    let (pooler, server) = (std::env::var("TEST_PGBOUNCER_URL").ok()?, std::env::var("TEST_POSTGRES_URL").ok()?);
    let ((pooler, _), (server, _)) = (pooler.rsplit_once('/')?, server.rsplit_once('/')?);
    Some(format!("{server}{}", url.strip_prefix(pooler)?))
}

/// The address of a fresh database without a schema.
pub async fn database_url(engine: Engine, folder: &std::path::Path) -> Option<String> {
    match engine {
        Sqlite => Some(format!("sqlite:{}", folder.join("karst.db").display())),
        Postgres => postgres_url().await,
        PgBouncer => {
            let Ok(pooler) = std::env::var("TEST_PGBOUNCER_URL") else {
                assert!(std::env::var("CI").is_err(), "CI runs these tests through PgBouncer: set TEST_PGBOUNCER_URL");
                eprintln!("left out: no TEST_PGBOUNCER_URL");
                return None;
            };
            let (direct, (start, _)) = (postgres_url().await?, pooler.rsplit_once('/').unwrap());
            let (_, name) = direct.rsplit_once('/').unwrap();
            Some(format!("{start}/{name}"))
        }
    }
}

async fn postgres_url() -> Option<String> {
    let Ok(server) = std::env::var("TEST_POSTGRES_URL") else {
        assert!(std::env::var("CI").is_err(), "CI runs every story on PostgreSQL too: set TEST_POSTGRES_URL");
        eprintln!("left out: no TEST_POSTGRES_URL");
        return None;
    };
    let name = format!("karst_{:016x}", rand::random::<u64>());
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&server).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("create database {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    let (start, _) = server.rsplit_once('/').unwrap();
    Some(format!("{start}/{name}"))
}

/// The first address in a letter.
pub fn link_in(text: &str) -> String {
    text.split_whitespace().find(|word| word.starts_with("http")).expect("a link").to_owned()
}

/// The secret of a link.
pub fn token_in(link: &str) -> String {
    link.split_once("?token=").expect("a token").1.to_owned()
}

/// The settings of `cms serve` with these arguments.
pub fn serving(arguments: &[&str]) -> ServeConfig {
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        serving: ServeConfig,
    }
    Cli::parse_from([&["cms"], arguments].concat()).serving
}

impl Guide {
    /// An empty guide: the API alone.
    pub async fn open(engine: Engine) -> Option<Self> {
        Self::with(engine, &["--api-only"]).await
    }

    /// An empty guide with its front door, before the renderer at `origin`.
    pub async fn before_site(engine: Engine, origin: &str) -> Option<Self> {
        let secret = crate::stage::SECRET;
        Self::with(engine, &["--site-origin", origin, "--refresh-secret", secret]).await
    }

    /// An empty guide that keeps the files of its pictures there.
    pub async fn keeping_in(engine: Engine, files: BlobStore) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let url = database_url(engine, folder.path()).await?;
        let mut guide = Self::on((url, files), None, &["--api-only"], Clock::frozen_at(BEGINNING)).await;
        guide._folder = Some(folder);
        Some(guide)
    }

    /// An empty guide on a new database at `url`.
    pub async fn at(url: String, files: BlobStore) -> Self {
        Self::on((url, files), None, &["--api-only"], Clock::frozen_at(BEGINNING)).await
    }

    /// An empty guide, served with these arguments.
    pub async fn with(engine: Engine, arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let url = database_url(engine, folder.path()).await?;
        let clock = Clock::frozen_at(BEGINNING);
        let files = BlobStore::Folder(folder.path().join("media"));
        let mut guide = Self::on((url, files), None, arguments, clock).await;
        guide._folder = Some(folder);
        Some(guide)
    }

    /// Another server of the same guide, as on a second machine: its own connections, the same address for travellers.
    pub async fn beside(&self, arguments: &[&str]) -> Self {
        let kept = (self.url.clone(), self.app.files.clone());
        Self::on(kept, Some(&self.settings.public_url), arguments, self.app.clock.clone()).await
    }

    /// The server of a guide that was there before, at another place: what this one's travellers hold is good there.
    pub async fn moved_to(&self, url: &str, files: BlobStore) -> Self {
        let clock = self.app.clock.clone();
        Self::on((url.to_owned(), files), Some(&self.settings.public_url), &["--api-only"], clock).await
    }

    async fn on((url, files): (String, BlobStore), public_url: Option<&str>, arguments: &[&str], clock: Clock) -> Self {
        let db = open(&url).await;
        migrations::run(&db).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let public_url = public_url.map_or_else(|| format!("http://{address}"), str::to_owned);
        let address_for_travellers = ["--public-url", &public_url];
        let has_one = arguments.contains(&"--public-url");
        let named = if has_one { &[] } else { &address_for_travellers[..] };
        let settings = serving(&[&["--cache-mib", "8"], named, arguments].concat());
        let app = serve::open(db, files, &settings, clock).await.unwrap();
        tokio::spawn(cms::articles::schedule::run(app.clone()));
        let (service, front) = serve::http_service(app.clone(), &settings, address).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(listen::serve(listener, service, Duration::from_secs(10), async {
            let _ = stopped.await;
        }));
        Self { app, address, url, settings, stop: Some(stop), front, _folder: None }
    }

    /// Tells it to end.
    pub fn ends(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// The way to its renderer, if it has one.
    pub fn render_service(&self) -> Option<RenderService> {
        self.front.as_ref().map(|front| front.render_service.clone())
    }

    /// Its pages that wait to be rendered ahead, if it has a renderer.
    pub fn prerender(&self) -> Option<PrerenderQueue> {
        self.front.as_ref().map(|front| front.prerender.clone())
    }

    /// Gives its connections back before the story ends, for stories of many guides.
    pub async fn close(self) {
        self.app.db.close().await;
    }

    /// Has every letter carried that is due, then answers all of them, oldest first.
    pub async fn letters(&self) -> Vec<OutboxEntry> {
        let carrier = serve::outbox_worker(&self.app, &self.settings).unwrap();
        while carrier.deliver_next().await.unwrap() {}
        let mut letters = outbox::newest(&self.app.db, 1000).await.unwrap();
        letters.reverse();
        letters
    }

    /// The link of the newest letter to this address.
    pub async fn link_to(&self, email: &str) -> String {
        let letters = self.letters().await;
        let letter = letters.iter().rfind(|letter| letter.recipient == email).expect("a letter");
        link_in(&letter.body)
    }

    /// The guide that ships with Karst.
    pub async fn seeded(engine: Engine) -> Option<Self> {
        let guide = Self::open(engine).await?;
        guide.is_seeded().await;
        Some(guide)
    }

    /// Plants what ships with Karst.
    pub async fn is_seeded(&self) {
        let seeds = cms::commands::seeds::Seeds::bundled().unwrap();
        cms::commands::seed::seed_database(&self.app.db, seeds, &self.app.clock).await.unwrap();
    }

    /// The address of a path on this guide.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Guide {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}
