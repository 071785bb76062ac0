//! The `cms` command.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use cms::commands;
use cms::commands::log::Log;
use cms::common::error_chain;
use cms::common::version::VERSION;
use cms::config::{ServeConfig, StorageConfig};

/// The system's allocator makes threads wait for each other. jemalloc does not, and its own thread returns memory to the
/// system after a burst of rendering; `.cargo/config.toml` has its settings. SQLite uses it too.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Parser)]
#[command(version = VERSION, about = "Karst: the content API and site proxy of a regional travel guide")]
struct Cli {
    #[command(flatten)]
    storage: StorageConfig,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the guide: API, site and console on one address.
    Serve(Box<ServeConfig>),
    /// Set up a new machine: schema, starter content or another seed, and the first admin.
    /// Another run changes nothing.
    Setup(commands::seed_files::Source),
    /// Migrate the database to the current schema.
    Migrate,
    /// Write the whole guide, including images, into one file; a server may run meanwhile.
    Backup(commands::backup::BackupArgs),
    /// Create a guide from a backup, in another data folder or another database.
    Restore(commands::backup::RestoreArgs),
    /// Add accounts, change their role or password.
    #[command(subcommand)]
    User(commands::user::UserCommand),
    /// Show the emails that the guide sends.
    #[command(subcommand)]
    Mail(commands::mail::MailCommand),
    /// Manage image files.
    #[command(subcommand)]
    Media(commands::media::MediaCommand),
    /// Measure the spam classifier.
    #[command(subcommand)]
    Spam(commands::spam::SpamCommand),
    /// Fill an empty guide with the starter content or another seed; a guide with content is not changed.
    Seed(commands::seed_files::Source),
    /// Print the contract of the API (OpenAPI 3.1).
    Openapi,
}

/// The time limit of blocking work at the end of the process.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    match try_main() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("Error: {}", error_chain::display(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

fn try_main() -> anyhow::Result<ExitCode> {
    // All files, above all the database, are readable by their owner only.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // Several libraries use TLS. They all need the same crypto provider, which is chosen here before its first use.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let cli = Cli::parse();
    let runtime = tokio::runtime::Runtime::new()?;
    let result = runtime.block_on(run(cli));
    // Dropping the runtime would wait without limit for a blocked thread.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let result = match cli.command {
        Command::Serve(config) => {
            let log = Log::begin(&config)?;
            let result = commands::serve::run(cli.storage, *config).await;
            if let Err(error) = &result {
                // The error is logged in the format of the log, so that log collectors can parse it.
                tracing::error!(error = %error_chain::display(error.as_ref()), "server failed");
            }
            let is_logged = tracing::enabled!(tracing::Level::ERROR);
            log.end().await;
            if result.is_err() && is_logged {
                return Ok(ExitCode::FAILURE);
            }
            result
        }
        Command::Setup(source) => commands::setup::run(cli.storage, source).await,
        Command::Migrate => commands::database::migrate(cli.storage).await,
        Command::Backup(args) => commands::backup::run(cli.storage, args).await,
        Command::Restore(args) => commands::backup::restore(cli.storage, args).await,
        Command::User(command) => commands::user::run(cli.storage, command).await,
        Command::Mail(command) => commands::mail::run(cli.storage, command).await,
        Command::Media(command) => commands::media::run(cli.storage, command).await,
        Command::Spam(command) => commands::spam::run(command),
        Command::Seed(source) => commands::seed::run(cli.storage, source).await,
        Command::Openapi => serde_json::to_string_pretty(&cms::api::contract())
            .map(|document| println!("{document}"))
            .map_err(Into::into),
    };
    result.map(|()| ExitCode::SUCCESS)
}
