//! `make chaos`: two replicas behind nginx under load, while they, their database and their renderers are restarted and
//! killed; servers that are killed at random moments; and everything that a guide needs going away for a while. Writes what
//! was seen to docs/resilience.md.
//!
//! It starts all that it needs by itself, on free ports and in a folder of its own, from the repository's top.

mod client;
mod full_disk;
mod kill_tests;
mod load_clients;
mod outages;
mod services {
    //! What a guide stands on, as processes of our own.

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
#[command(about = "Kills, restarts and starves a running guide, and says what became of it")]
struct Cli {
    /// How often a server is killed at a random moment, on each database.
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// Where what was seen is written.
    #[arg(long, default_value = "docs/resilience.md")]
    out: PathBuf,
    /// Leave the folder with all logs where it is, and say where.
    #[arg(long)]
    keep: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let mut terminate = signal(SignalKind::terminate())?;
    // Whichever ends first: dropping the run ends its processes and removes its files.
    tokio::select! {
        ran = run(cli) => ran,
        _ = tokio::signal::ctrl_c() => bail!("stopped"),
        _ = terminate.recv() => bail!("stopped"),
    }
}

/// A port of this machine on which nothing listens.
async fn free_port() -> anyhow::Result<u16> {
    Ok(tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?.local_addr()?.port())
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    services::nginx::program()?;
    ensure!(
        PathBuf::from("site/.next/standalone").exists(),
        "the site is not built, or this is not the repository's top"
    );
    let folder = tempfile::Builder::new().prefix("karst-chaos-").tempdir()?;
    // The database's server has another owner than we, and goes through it.
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let place = folder.path().to_owned();
    if cli.keep {
        println!("Logs: {}", folder.keep().display());
    }
    let mut seen = report::Seen::default();

    println!("Two replicas under load");
    let mut scene = testbed::Scene::open(&place).await?;
    seen.versions = format!(
        "cms {}, PostgreSQL {}, nginx {}",
        env!("CARGO_PKG_VERSION"),
        scene.postgres.version().await,
        services::nginx::version().await?
    );
    let mut crowd = scene.crowd().await?;
    seen.events = scenarios::run(&mut scene, &crowd, &place).await?;
    crowd.stop().await;
    seen.kept = crowd.verify_stored(&scene.postgres.url()).await?;
    println!("  {:?}", seen.kept);

    println!("Away for a while");
    seen.outages = outages::run(&mut scene).await?;
    for replica in &mut scene.replicas {
        replica.stop().await?;
    }
    match full_disk::run(&place, &scene.bytes).await? {
        Some(outage) => seen.outages.push(outage),
        None => seen.left_out.push("a full disk: only root can mount a small one".to_owned()),
    }

    println!("Killed with -9 at random moments");
    let sqlite = place.join("sqlite");
    let url = format!("sqlite:{}", sqlite.join("karst.db").display());
    seen.kills.push(kill_tests::run("SQLite", url, &sqlite, cli.kills).await?);
    let server = services::postgres::Postgres::create(&place.join("killed")).await?;
    seen.kills.push(kill_tests::run("PostgreSQL", server.url(), &place.join("killed-cms"), cli.kills).await?);

    let text = report::text(&seen);
    println!("\n{text}");
    report::write(&cli.out, &text).with_context(|| format!("{} cannot be written", cli.out.display()))?;
    println!("Written to {}.", cli.out.display());
    ensure!(seen.is_met(), "not everything was as asked");
    Ok(())
}
