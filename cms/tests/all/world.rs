//! A guide for one test: a real server on a port of its own, a fresh database, a clock that stands still.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use cms::commands::serve;
use cms::config::Serving;
use cms::db::{engine::Db, migrations};
use cms::front::open::Started;
use cms::http::app::App;
use cms::http::listen;
use cms::kernel::clock::{Clock, Moment};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

pub use Engine::{Postgres, Sqlite};

/// Which database a story runs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// 21 November 2026, 08:00 UTC: when every story begins.
pub const BEGINNING: Moment = Moment(1_795_248_000_000);

/// One running guide.
pub struct Guide {
    pub app: App,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    _front: Option<Started>,
    _folder: tempfile::TempDir,
}

/// A fresh, current database; nothing where the engine is not on this machine (in CI that is a failure).
pub async fn database(engine: Engine, folder: &std::path::Path) -> Option<Db> {
    let url = match engine {
        Sqlite => format!("sqlite:{}", folder.join("karst.db").display()),
        Postgres => postgres_url().await?,
    };
    let db = Db::open(&url).await.unwrap();
    migrations::run(&db).await.unwrap();
    Some(db)
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

/// The settings of `cms serve` with these arguments.
pub fn serving(arguments: &[&str]) -> Serving {
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        serving: Serving,
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

    /// An empty guide, served with these arguments.
    pub async fn with(engine: Engine, arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let db = database(engine, folder.path()).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let public_url = format!("http://{address}");
        let settings = serving(&[&["--public-url", &public_url, "--cache-mib", "8"], arguments].concat());
        let app = serve::open(db, &settings, Clock::frozen_at(BEGINNING)).await.unwrap();
        let (door, front) = serve::doors(app.clone(), &settings, address).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(listen::serve(listener, door, Duration::from_secs(10), async {
            let _ = stopped.await;
        }));
        Some(Self { app, address, stop: Some(stop), _front: front, _folder: folder })
    }

    /// The guide that ships with Karst.
    pub async fn seeded(engine: Engine) -> Option<Self> {
        let guide = Self::open(engine).await?;
        let seeds = cms::commands::seed::Seeds::shipped().unwrap();
        cms::commands::seed::plant(&guide.app.db, seeds, &guide.app.clock).await.unwrap();
        Some(guide)
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
