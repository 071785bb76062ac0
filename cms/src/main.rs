//! The `cms` command.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Parser, Subcommand};
use cms::commands;
use cms::common::error_chain;
use cms::common::version::VERSION;
use cms::config::{LogFormat, ServeConfig, StorageConfig};
use cms::http::server::service;
use cms::integrations::traces;
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// Replaces the system's allocator, which makes threads wait for each other. A background thread of jemalloc returns
/// memory to the system after a burst of rendering. The settings of jemalloc are in `.cargo/config.toml`. SQLite uses
/// jemalloc too.
#[cfg(feature = "jemalloc")]
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
    /// Running it again changes nothing.
    Setup(commands::seed::SeedArgs),
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
    Media(commands::cleanup::MediaCommand),
    /// Measure the spam classifier.
    #[command(subcommand)]
    Spam(commands::spam::SpamCommand),
    /// Fill an empty guide with the starter content or another seed; a guide with content is not changed.
    Seed(commands::seed::SeedArgs),
    /// Print the contract of the API (OpenAPI 3.1).
    Openapi,
}

/// The time limit for blocking work at the end of the process.
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
    // New files, such as the database, are accessible only to their owner.
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
            let telemetry = Telemetry::start(&config)?;
            let result = commands::serve::run(cli.storage, *config).await;
            if let Err(error) = &result {
                // The error is logged in the format of the log, so that log collectors can parse it.
                tracing::error!(error = %error_chain::display(error.as_ref()), "server failed");
            }
            let logs_errors = tracing::enabled!(tracing::Level::ERROR);
            telemetry.shut_down().await;
            if result.is_err() && logs_errors {
                return Ok(ExitCode::FAILURE);
            }
            result
        }
        Command::Setup(args) => commands::seed::setup(cli.storage, args).await,
        Command::Migrate => commands::database::migrate(cli.storage).await,
        Command::Backup(args) => commands::backup::run(cli.storage, args).await,
        Command::Restore(args) => commands::backup::restore(cli.storage, args).await,
        Command::User(command) => commands::user::run(cli.storage, command).await,
        Command::Mail(command) => commands::mail::run(cli.storage, command).await,
        Command::Media(command) => commands::cleanup::run(cli.storage, command).await,
        Command::Spam(command) => commands::spam::run(command),
        Command::Seed(args) => commands::seed::run(cli.storage, args).await,
        Command::Openapi => serde_json::to_string_pretty(&cms::api::contract())
            .map(|document| println!("{document}"))
            .map_err(Into::into),
    };
    result.map(|()| ExitCode::SUCCESS)
}

/// Logging and the export of traces. The provider is `None` if `OTEL_EXPORTER_OTLP_ENDPOINT` is not set.
struct Telemetry(Option<SdkTracerProvider>);

impl Telemetry {
    /// Starts logging to standard error, filtered by `RUST_LOG`. Must be called within the tokio runtime.
    /// Errors: an invalid `RUST_LOG` or `OTEL_EXPORTER_OTLP_ENDPOINT`.
    fn start(server_config: &ServeConfig) -> anyhow::Result<Self> {
        let provider = server_config.otlp_endpoint.as_deref().map(traces::tracer_provider).transpose();
        let provider = provider.context("OTEL_EXPORTER_OTLP_ENDPOINT")?;
        let directives = std::env::var(EnvFilter::DEFAULT_ENV).ok().filter(|directives| !directives.is_empty());
        let filter = EnvFilter::try_new(directives.as_deref().unwrap_or("info,sqlx=warn")).context("RUST_LOG")?;
        // Turns off the log of `rmcp`, the MCP library, because it contains the arguments of tool calls.
        let filter = filter.add_directive("rmcp=off".parse().context("RUST_LOG")?);
        // Only a terminal gets colors. In a file, the escape sequences between the name and the value of a field would
        // prevent searches for both.
        let log_layer = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
        let log_layer = match server_config.log_format {
            LogFormat::Json => log_layer.json().with_filter(filter).boxed(),
            LogFormat::Text => log_layer.with_target(false).with_filter(filter).boxed(),
        };
        let trace_layer = provider.as_ref().map(|provider| {
            // Exports only the spans of this program, not those of libraries.
            let own_spans = Targets::new().with_target("cms", LevelFilter::DEBUG);
            tracing_opentelemetry::layer().with_tracer(provider.tracer("cms")).with_filter(own_spans)
        });
        if provider.is_some() {
            service::declare_traces_exported();
        }
        tracing_subscriber::registry().with(log_layer).with(trace_layer).init();
        Ok(Self(provider))
    }

    /// Exports the remaining traces.
    async fn shut_down(self) {
        let Some(provider) = self.0 else { return };
        // `shutdown` blocks until a thread of the provider has exported the traces. That thread needs this runtime, so
        // `shutdown` runs in a thread for blocking work.
        let result = tokio::task::spawn_blocking(move || provider.shutdown()).await;
        if let Ok(Err(error)) = result {
            tracing::warn!(error = %error_chain::display(&error), "failed to export the last traces");
        }
    }
}
