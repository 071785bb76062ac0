//! The `cms` command.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use cms::commands;
use cms::commands::log::Log;
use cms::common::error_chain;
use cms::common::version::VERSION;
use cms::config::{Serving, Storage};

/// The system's allocator makes threads wait for each other. jemalloc does not, and its own thread returns memory to the
/// system after a burst of rendering; `.cargo/config.toml` has its settings. SQLite uses it too.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Parser)]
#[command(version = VERSION, about = "Karst: the content API and web server of a regional travel guide")]
struct Cli {
    #[command(flatten)]
    storage: Storage,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API, the site and the console on one address.
    Serve(Box<Serving>),
    /// Prepare a new machine: the schema, the starter content (or that of another region), and the first admin. Changes
    /// nothing when run again.
    Setup(commands::seeds::Source),
    /// Run the pending migrations of the database schema.
    Migrate,
    /// Write the database and the image files to one file. The guide may be served meanwhile.
    Backup(commands::backup::Target),
    /// Restore a guide from a backup into a new place: another data folder, another database.
    Restore(commands::backup::Origin),
    /// Add users, and change their roles, passwords and second factors.
    #[command(subcommand)]
    User(commands::user::Verb),
    /// Show the emails in the outbox.
    #[command(subcommand)]
    Mail(commands::mail::Verb),
    /// Maintain the image files.
    #[command(subcommand)]
    Media(commands::pictures::Verb),
    /// Measure the spam filter.
    #[command(subcommand)]
    Spam(commands::spam::Verb),
    /// Fill an empty guide with the starter content or that of another region. A guide with content stays unchanged.
    Seed(commands::seeds::Source),
    /// Print the contract of the API (OpenAPI 3.1).
    Openapi,
}

/// How long work that does not hear of the end may hold it up.
const LAST_WORK: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    match carry_out() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("Error: {}", error_chain::display(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

fn carry_out() -> anyhow::Result<ExitCode> {
    // What is written here, the database above all, is its owner's alone.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // Several libraries bring TLS; whoever asks first must find one provider, chosen here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let cli = Cli::parse();
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(run(cli));
    // Dropping it would wait for ever for a thread that is stuck.
    runtime.shutdown_timeout(LAST_WORK);
    done
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let done = match cli.command {
        Command::Serve(serving) => {
            let log = Log::begin(&serving)?;
            let done = commands::serve::run(cli.storage, *serving).await;
            if let Err(error) = &done {
                // Whoever collects the log gets its last words in the log's own form.
                tracing::error!(error = %error_chain::display(error.as_ref()), "this server cannot go on");
            }
            let is_told = tracing::enabled!(tracing::Level::ERROR);
            log.end().await;
            if done.is_err() && is_told {
                return Ok(ExitCode::FAILURE);
            }
            done
        }
        Command::Setup(source) => commands::setup::run(cli.storage, source).await,
        Command::Migrate => commands::migrate::run(cli.storage).await,
        Command::Backup(target) => commands::backup::run(cli.storage, target).await,
        Command::Restore(origin) => commands::backup::restore(cli.storage, origin).await,
        Command::User(verb) => commands::user::run(cli.storage, verb).await,
        Command::Mail(verb) => commands::mail::run(cli.storage, verb).await,
        Command::Media(verb) => commands::pictures::run(cli.storage, verb).await,
        Command::Spam(verb) => commands::spam::run(verb),
        Command::Seed(source) => commands::seed::run(cli.storage, source).await,
        Command::Openapi => commands::openapi::run(),
    };
    done.map(|()| ExitCode::SUCCESS)
}
