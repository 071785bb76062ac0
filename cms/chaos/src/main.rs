//! `make chaos`: restarts and kills two replicas behind nginx, their database and their renderers under load, kills
//! servers at random moments, and makes each service that a replica needs unavailable. Writes the results to
//! docs/resilience.md.
//!
//! Run it from the top of the repository. It starts everything it needs, on free ports and in a temporary folder.

mod client;
mod edits;
mod full_disk;
mod imports;
mod kill_tests;
mod load_clients;
mod outages;
mod services {
    //! nginx and the services that replicas need, as child processes or in this process.

    pub mod fake_smtp;
    pub mod moto;
    pub mod nginx;
    pub mod postgres;
    pub mod tcp_proxy;
}
mod replica;
mod report;
mod scenarios;
mod testbed;

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};

#[derive(Parser)]
#[command(about = "Kills and restarts cms and its services under load, and reports what fails")]
struct Cli {
    /// How often the server is killed at a random moment, per database.
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// The file for the results.
    #[arg(long, default_value = "docs/resilience.md")]
    out: PathBuf,
    /// Keep the folder with all logs, and print its path.
    #[arg(long)]
    keep: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let mut terminate = signal(SignalKind::terminate())?;
    // A signal drops the future of `run`, which ends its child processes and removes its folder, unless `--keep` is
    // set.
    tokio::select! {
        result = run(cli) => result,
        _ = tokio::signal::ctrl_c() => bail!("stopped"),
        _ = terminate.recv() => bail!("stopped"),
    }
}

/// A port of this machine on which nothing listens.
async fn free_port() -> anyhow::Result<u16> {
    Ok(tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?.local_addr()?.port())
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    services::nginx::program_path()?;
    ensure!(
        PathBuf::from("site/.next/standalone").exists(),
        "the site is not built, or the current folder is not the top of the repository"
    );
    let folder = tempfile::Builder::new().prefix("karst-chaos-").tempdir()?;
    // PostgreSQL runs as another user and must be able to enter the folder.
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let work_folder = folder.path().to_owned();
    if cli.keep {
        println!("Logs: {}", folder.keep().display());
    }
    let mut results = report::Results::default();

    println!("Two replicas under load");
    let mut testbed = testbed::Testbed::start(&work_folder).await?;
    results.versions = format!(
        "cms {}, PostgreSQL {}, nginx {}",
        env!("CARGO_PKG_VERSION"),
        testbed.postgres.version().await,
        services::nginx::version().await?
    );
    let mut load = testbed.start_load().await?;
    results.scenarios = scenarios::run(&mut testbed, &load, &work_folder).await?;
    load.stop().await;
    results.entry_comparison = load.compare_with_database(&testbed.postgres.url()).await?;
    println!("  {:?}", results.entry_comparison);

    println!("Outages");
    results.outages = outages::run(&mut testbed).await?;
    for replica in &mut testbed.replicas {
        replica.stop().await?;
    }
    match full_disk::run(&work_folder, &testbed.image).await? {
        Some(outage) => results.outages.push(outage),
        None => results.skipped.push("a full disk: only root can mount a small one".to_owned()),
    }

    println!("Killed with -9 at random moments");
    let sqlite = work_folder.join("sqlite");
    let url = format!("sqlite:{}", sqlite.join("karst.db").display());
    results.kill_tests.push(kill_tests::run("SQLite", url, &sqlite, cli.kills).await?);
    let postgres_server = services::postgres::Postgres::create(&work_folder.join("killed")).await?;
    results
        .kill_tests
        .push(kill_tests::run("PostgreSQL", postgres_server.url(), &work_folder.join("killed-cms"), cli.kills).await?);

    let text = report::render(&results);
    println!("\n{text}");
    report::write_and_keep_notes(&cli.out, &text).with_context(|| format!("failed to write {}", cli.out.display()))?;
    println!("Written to {}.", cli.out.display());
    ensure!(results.has_passed(), "not every expectation was met");
    Ok(())
}
