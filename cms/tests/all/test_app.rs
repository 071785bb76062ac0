//! The app of a test: an HTTP server on a free port, with a new database and a clock that only the test advances.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use clap::Parser;
use cms::commands::serve;
use cms::common::clock::{Clock, Timestamp};
use cms::config::ServeConfig;
use cms::db::{engine::Db, migrations};
use cms::http::app::App;
use cms::http::server::listen;
use cms::integrations::blob_store::BlobStore;
use cms::jobs::outbox::{self, ListedEmail};
use cms::jobs::periodic::PeriodicTasks;
use cms::site_proxy::prerender::PrerenderQueue;
use cms::site_proxy::render::RenderService;
use cms::site_proxy::setup::RunningSiteProxy;
use sqlx::Connection;
use tokio::net::TcpListener;
use tokio::sync::{OnceCell, oneshot};

pub use Engine::{PgBouncer, Postgres, Sqlite};

/// The database engine of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    Sqlite,
    Postgres,
    /// PostgreSQL behind a connection pooler in transaction mode.
    PgBouncer,
}

/// The time that the clock of a new app shows: 21 November 2026, 08:00 UTC.
pub const START_TIME: Timestamp = Timestamp(1_795_248_000_000);

/// The file of an SQLite database, in the folder of its test.
const SQLITE_FILE: &str = "karst.db";

/// A running server.
pub struct TestApp {
    pub app: App,
    pub address: SocketAddr,
    /// The database URL.
    pub database_url: String,
    /// The settings of `cms serve`.
    pub server_config: ServeConfig,
    pub tasks: PeriodicTasks,
    shutdown_sender: Option<oneshot::Sender<()>>,
    site_proxy: Option<RunningSiteProxy>,
    data_folder: Option<tempfile::TempDir>,
}

/// Creates a migrated database. `None` if the engine is not available on this machine. In CI, the call panics instead.
pub async fn migrated_database(engine: Engine, folder: &Path) -> Option<Db> {
    Some(open_database(&migrated_database_url(engine, folder).await?).await)
}

/// Creates a migrated database and returns its URL. The migrations take longer than many tests. They therefore run once
/// for each engine, and the new database is a copy. `None` as in [`migrated_database`].
pub async fn migrated_database_url(engine: Engine, folder: &Path) -> Option<String> {
    static SQLITE_TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    static POSTGRES_TEMPLATE: OnceCell<String> = OnceCell::const_new();
    if engine == Sqlite {
        let url = new_database_url(Sqlite, folder).await?;
        let file = SQLITE_TEMPLATE.get_or_init(async || {
            let folder = tempfile::tempdir().unwrap();
            let url = new_database_url(Sqlite, folder.path()).await.unwrap();
            migrate(&url).await;
            // Moves everything from the write-ahead log into the file.
            let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
            sqlx::query("pragma wal_checkpoint(truncate)").execute(&mut connection).await.unwrap();
            std::fs::read(folder.path().join(SQLITE_FILE)).unwrap()
        });
        std::fs::write(folder.join(SQLITE_FILE), file.await).unwrap();
        return Some(url);
    }
    if let Some(server) = postgres_server_url() {
        // The template database is not dropped. It stays until the PostgreSQL server of the tests is removed.
        let create_template = async || {
            let name = new_database_name();
            execute_on_postgres(&server, format!("create database {name}")).await;
            migrate(&url_of_database(&server, &name)).await;
            format!("template {name}")
        };
        let template = POSTGRES_TEMPLATE.get_or_init(create_template).await;
        let url = create_postgres_database(server, &new_database_name(), template).await;
        return if engine == PgBouncer { pooled_url(&url) } else { Some(url) };
    }
    // Without a PostgreSQL server, this call panics in CI. Elsewhere it returns `None`, and the test is skipped.
    new_database_url(engine, folder).await
}

async fn migrate(url: &str) {
    let db = Db::open(url).await.unwrap();
    migrations::run(&db).await.unwrap();
    db.close().await;
}

/// Opens the database at a URL that [`new_database_url`] or [`migrated_database_url`] returned.
pub async fn open_database(url: &str) -> Db {
    match direct_url(url) {
        Some(direct) => Db::open_through_pooler(url, &direct).await.unwrap(),
        None => Db::open(url).await.unwrap(),
    }
}

/// The direct address of the database at `url`. `None` if `url` does not lead through PgBouncer.
pub fn direct_url(url: &str) -> Option<String> {
    let (pooler, server) = (std::env::var("TEST_PGBOUNCER_URL").ok()?, std::env::var("TEST_POSTGRES_URL").ok()?);
    let ((pooler, _), (server, _)) = (pooler.rsplit_once('/')?, server.rsplit_once('/')?);
    Some(format!("{server}{}", url.strip_prefix(pooler)?))
}

/// The URL of a new database without tables. `None` as in [`migrated_database`].
pub async fn new_database_url(engine: Engine, folder: &Path) -> Option<String> {
    match engine {
        Sqlite => Some(format!("sqlite:{}", folder.join(SQLITE_FILE).display())),
        Postgres => create_empty_postgres_database().await,
        PgBouncer => pooled_url(&create_empty_postgres_database().await?),
    }
}

/// The URL through PgBouncer of the database at the direct address `direct`. `None` if the tests have no PgBouncer. In
/// CI, the call panics instead.
fn pooled_url(direct: &str) -> Option<String> {
    let Ok(pooler) = std::env::var("TEST_PGBOUNCER_URL") else {
        assert!(std::env::var("CI").is_err(), "CI runs these tests through PgBouncer: set TEST_PGBOUNCER_URL");
        eprintln!("skipped: no TEST_PGBOUNCER_URL");
        return None;
    };
    Some(url_of_database(&pooler, database_name(direct)))
}

/// The URL of the PostgreSQL server of the tests. `None` if they have none.
fn postgres_server_url() -> Option<String> {
    std::env::var("TEST_POSTGRES_URL").ok()
}

/// Creates a PostgreSQL database and returns its URL. `None` if the tests have no PostgreSQL server. In CI, the call
/// panics instead.
async fn create_empty_postgres_database() -> Option<String> {
    let Some(server) = postgres_server_url() else {
        assert!(std::env::var("CI").is_err(), "CI runs every test on PostgreSQL too: set TEST_POSTGRES_URL");
        eprintln!("skipped: no TEST_POSTGRES_URL");
        return None;
    };
    Some(create_postgres_database(server, &new_database_name(), "").await)
}

async fn create_postgres_database(server: String, name: &str, options: &str) -> String {
    execute_on_postgres(&server, format!("create database {name} {options}")).await;
    let url = url_of_database(&server, name);
    TEMPORARY_DATABASES.with_borrow_mut(|databases| databases.0.push((server, name.to_owned())));
    url
}

/// Executes a statement on the PostgreSQL server at this URL.
async fn execute_on_postgres(server: &str, statement: String) {
    let mut connection = sqlx::PgConnection::connect(server).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
}

thread_local! {
    /// The PostgreSQL databases that the test of this thread created.
    static TEMPORARY_DATABASES: RefCell<TemporaryDatabases> = const { RefCell::new(TemporaryDatabases(Vec::new())) };
}

/// The URL of the server and the name of each database. The databases are dropped at the end of their test, because
/// those of all tests together would need more memory than CI has.
struct TemporaryDatabases(Vec<(String, String)>);

impl Drop for TemporaryDatabases {
    fn drop(&mut self) {
        let databases = std::mem::take(&mut self.0);
        if databases.is_empty() {
            return;
        }
        // Another thread drops the databases. A Tokio runtime needs thread-local values, and those of this thread are
        // being destroyed.
        let drop_thread = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                for (server, name) in databases {
                    execute_on_postgres(&server, format!("drop database if exists {name} with (force)")).await;
                }
            });
        });
        let _ = drop_thread.join();
    }
}

/// The first link in the body of an email.
pub fn link_in(text: &str) -> String {
    text.split_whitespace().find(|word| word.starts_with("http")).expect("a link").to_owned()
}

/// The part of a link after `?token=`.
pub fn token_in(link: &str) -> String {
    link.split_once("?token=").expect("a token").1.to_owned()
}

/// Parses the arguments of `cms serve`.
pub fn serve_config(arguments: &[&str]) -> ServeConfig {
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        server_config: ServeConfig,
    }
    Cli::parse_from([&["cms"], arguments].concat()).server_config
}

impl TestApp {
    /// Starts an app with an empty database that serves only the API.
    pub async fn start(engine: Engine) -> Option<Self> {
        Self::start_with_arguments(engine, &["--api-only"]).await
    }

    /// Starts an app with an empty database, whose site proxy uses the renderer at `origin`.
    pub async fn start_with_renderer(engine: Engine, origin: &str) -> Option<Self> {
        let secret = crate::fake_renderer::REFRESH_SECRET;
        Self::start_with_arguments(engine, &["--site-origin", origin, "--refresh-secret", secret]).await
    }

    /// Starts an app with an empty database and this blob store, which serves only the API.
    pub async fn start_with_files(engine: Engine, files: BlobStore) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let url = migrated_database_url(engine, folder.path()).await?;
        let mut guide = Self::start_server((url, files), None, &["--api-only"], Clock::frozen_at(START_TIME)).await;
        guide.data_folder = Some(folder);
        Some(guide)
    }

    /// Starts an app on the new, migrated database at `url`. It serves only the API.
    pub async fn start_on_database(url: String, files: BlobStore) -> Self {
        Self::start_server((url, files), None, &["--api-only"], Clock::frozen_at(START_TIME)).await
    }

    /// Starts an app with an empty database and these arguments of `cms serve`.
    pub async fn start_with_arguments(engine: Engine, arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let url = migrated_database_url(engine, folder.path()).await?;
        let clock = Clock::frozen_at(START_TIME);
        let files = BlobStore::Folder(folder.path().join("media"));
        let mut guide = Self::start_server((url, files), None, arguments, clock).await;
        guide.data_folder = Some(folder);
        Some(guide)
    }

    /// Starts a replica with the database, files, public URL and clock of this app, but with its own connections.
    pub async fn start_replica(&self, arguments: &[&str]) -> Self {
        let database_and_files = (self.database_url.clone(), self.app.media.files.clone());
        Self::start_server(database_and_files, Some(&self.server_config.public_url), arguments, self.app.clock.clone())
            .await
    }

    /// Starts an app on the existing database at `url`, such as a restored one. It has the public URL and the clock of
    /// this app, so that access tokens of this app are valid there.
    pub async fn start_restored(&self, url: &str, files: BlobStore) -> Self {
        let clock = self.app.clock.clone();
        Self::start_server((url.to_owned(), files), Some(&self.server_config.public_url), &["--api-only"], clock).await
    }

    async fn start_server(
        (database_url, files): (String, BlobStore),
        public_url: Option<&str>,
        arguments: &[&str],
        clock: Clock,
    ) -> Self {
        let db = open_database(&database_url).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let public_url = public_url.map_or_else(|| format!("http://{address}"), str::to_owned);
        let public_url_arguments = ["--public-url", &public_url];
        let has_public_url = arguments.contains(&"--public-url");
        let default_arguments = if has_public_url { &[] } else { &public_url_arguments[..] };
        // Link checks are off unless the arguments turn them on, because tests send no requests to other hosts.
        let checks_links = arguments.contains(&"--check-links");
        let no_link_checks: &[&str] = if checks_links { &[] } else { &["--check-links", "false"] };
        let server_config =
            serve_config(&[&["--cache-mib", "8"], no_link_checks, default_arguments, arguments].concat());
        let app = serve::build_app(db, files, &server_config, clock).await.unwrap();
        let tasks = PeriodicTasks::default();
        tasks.spawn("publish_articles", Duration::from_secs(1), &app, cms::articles::service::run_publication_task);
        let (service, site_proxy) = serve::start_http_service(app.clone(), &server_config, address).unwrap();
        let (shutdown_sender, shutdown_receiver) = oneshot::channel::<()>();
        let handler = move |request, peer| service.clone().handle(request, peer);
        tokio::spawn(listen::serve(listener, handler, Duration::from_secs(10), async {
            let _ = shutdown_receiver.await;
        }));
        Self {
            app,
            address,
            database_url,
            server_config,
            tasks,
            shutdown_sender: Some(shutdown_sender),
            site_proxy,
            data_folder: None,
        }
    }

    /// Begins the shutdown of the server, and does not wait for its end.
    pub fn begin_shutdown(&mut self) {
        self.shutdown_sender.take().unwrap().send(()).unwrap();
    }

    pub fn render_service(&self) -> Option<RenderService> {
        self.site_proxy.as_ref().map(|site_proxy| site_proxy.render_service.clone())
    }

    pub fn prerender_queue(&self) -> Option<PrerenderQueue> {
        self.site_proxy.as_ref().map(|site_proxy| site_proxy.prerender.clone())
    }

    /// Closes the database of this app. Returns a snapshot from which a test can start apps with equal data.
    pub async fn close_into_snapshot(&mut self, engine: Engine) -> TestAppSnapshot {
        self.app.db.close().await;
        let folder = self.data_folder.take().expect("an app with its own folder");
        if engine == Postgres {
            // PostgreSQL cannot copy a database that has connections.
            let (server, name) = (postgres_server_url().unwrap(), database_name(&self.database_url));
            execute_on_postgres(&server, format!("alter database {name} with allow_connections false")).await;
            let terminate_connections = "select pg_terminate_backend(pid) from pg_stat_activity where datname";
            execute_on_postgres(&server, format!("{terminate_connections} = '{name}'")).await;
        }
        let public_url = self.server_config.public_url.clone();
        TestAppSnapshot {
            engine,
            database_url: self.database_url.clone(),
            public_url,
            clock: self.app.clock.clone(),
            folder,
            last_copied_database: None,
        }
    }

    /// Delivers all due emails. Returns the newest 1,000 emails of the outbox, oldest first.
    pub async fn emails(&self) -> Vec<ListedEmail> {
        let worker = serve::outbox_worker(&self.app, &self.server_config).unwrap();
        while worker.deliver_next().await.unwrap() {}
        let mut emails = outbox::list_newest(&self.app.db, 1000).await.unwrap();
        emails.reverse();
        emails
    }

    /// Delivers all due emails. Returns the first link in the newest email to this address.
    pub async fn emailed_link(&self, email: &str) -> String {
        let emails = self.emails().await;
        let message = emails.iter().rfind(|message| message.recipient == email).expect("an email");
        link_in(&message.body)
    }

    /// Starts an app with the starter content.
    pub async fn start_seeded(engine: Engine) -> Option<Self> {
        let guide = Self::start(engine).await?;
        guide.seed().await;
        Some(guide)
    }

    /// Fills the empty database with the starter content.
    pub async fn seed(&self) {
        let seed_content = cms::commands::seed::SeedContent::bundled().unwrap();
        cms::commands::seed::seed_database(&self.app.db, seed_content, &self.app.clock).await.unwrap();
    }

    /// The URL of a path on this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// The data of a closed app, from which a test starts copies.
pub struct TestAppSnapshot {
    engine: Engine,
    database_url: String,
    public_url: String,
    clock: Clock,
    folder: tempfile::TempDir,
    /// The name of the PostgreSQL database of the last copy. The next copy replaces it.
    last_copied_database: Option<String>,
}

impl TestAppSnapshot {
    /// Starts an app on a copy of the data. It has the public URL and the clock of the closed app, so that existing
    /// access tokens are valid there. On PostgreSQL, the database of the last copy is dropped: close that app first.
    pub async fn start_copy(&mut self, arguments: &[&str]) -> TestApp {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(self.folder.path(), folder.path());
        let url = match self.engine {
            Sqlite => new_database_url(Sqlite, folder.path()).await.unwrap(),
            Postgres | PgBouncer => self.copy_database().await,
        };
        let files = BlobStore::Folder(folder.path().join("media"));
        let (public_url, clock) = (Some(&*self.public_url), self.clock.clone());
        let mut guide = TestApp::start_server((url, files), public_url, arguments, clock).await;
        guide.data_folder = Some(folder);
        guide
    }

    async fn copy_database(&mut self) -> String {
        let (server, name) = (postgres_server_url().unwrap(), database_name(&self.database_url));
        let copy = format!("{name}_{:08x}", rand::random::<u32>());
        if let Some(previous_database) = self.last_copied_database.replace(copy.clone()) {
            execute_on_postgres(&server, format!("drop database {previous_database} with (force)")).await;
        }
        create_postgres_database(server, &copy, &format!("template {name}")).await
    }
}

fn new_database_name() -> String {
    format!("karst_{:016x}", rand::random::<u64>())
}

/// The URL of another database on the server at `url`.
fn url_of_database(url: &str, name: &str) -> String {
    format!("{}/{name}", url.rsplit_once('/').unwrap().0)
}

fn database_name(url: &str) -> &str {
    url.rsplit_once('/').unwrap().1
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.as_ref().unwrap().file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            std::fs::copy(from, to).unwrap();
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        if let Some(shutdown_sender) = self.shutdown_sender.take() {
            let _ = shutdown_sender.send(());
        }
    }
}
