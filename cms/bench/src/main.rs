//! `make bench`: measures `cms` on generated guides, each hot answer beside a minimal server and nginx that send the
//! same bytes in the same minute, and writes the figures with their budgets to docs/performance.md.
//!
//! What counts is requests per CPU-second of the server process: it stays true on a machine that others use too.

mod audit;
mod baseline_server;
mod budget;
mod cases;
mod child;
mod freshness;
mod guestbook_writes;
mod guide;
mod http_client;
mod imaging;
mod load;
mod memory;
mod nginx;
mod paced_reads;
mod process;
mod report;
mod results;
mod runner;
mod sign_in_flood;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use imaging::Pictures;
use results::Figures;

/// As `cms` has it: what is measured beside each other differs in nothing else.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Of guides, in places.
const SIZES: [usize; 4] = [200, 2_000, 20_000, 200_000];

#[derive(Parser)]
#[command(about = "Measures cms beside a minimal server and nginx that send the same bytes")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// How many places the generated guides have.
    #[arg(long, value_delimiter = ',', default_values_t = SIZES)]
    sizes: Vec<usize>,
    /// How long each case is measured, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Measure only cases whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// What `cargo bench -p imaging` printed, in a file.
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// Where the figures are written; nowhere when `--only` or `--sizes` leave some out, unless it is given.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve one answer to every request: these headers (one "name: value" a line) and this body.
    Ceiling {
        /// File of headers.
        head: PathBuf,
        /// File of the body.
        body: PathBuf,
    },
    /// Measure the memory of the server and of its renderer while the settings change again and again.
    Memory {
        /// How many places the generated guide has.
        #[arg(long, default_value_t = 2_000)]
        places: usize,
        /// How often the settings change, once a second.
        #[arg(long, default_value_t = 300)]
        changes: usize,
        /// Where the figures are written.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Only make the database of a generated guide, to look at by hand.
    Fill {
        /// Its folder, as in `cms --data-dir`.
        data: PathBuf,
        /// How many places it gets.
        places: usize,
    },
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::Memory { places, changes, out }) => until_stopped(async move {
            let text = memory::text(&memory::run(places, changes).await?).await;
            println!("\n{text}");
            out.map_or(Ok(()), |out| report::write(&out, &text))
        }),
        // With as many threads as cms has.
        Some(Command::Ceiling { head, body }) => {
            tokio::runtime::Runtime::new()?.block_on(baseline_server::serve(&head, &body))
        }
        Some(Command::Fill { data, places }) => tokio::runtime::Runtime::new()?.block_on(guide::fill(&data, places)),
        None => until_stopped(measure(cli)),
    }
}

fn until_stopped(run: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    // The generator keeps to one thread and leaves the rest of the machine to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        // Whichever ends first: dropping the run kills its children and removes its files.
        tokio::select! {
            ran = run => ran,
            _ = tokio::signal::ctrl_c() => bail!("stopped"),
            _ = terminate.recv() => bail!("stopped"),
        }
    })
}

async fn measure(cli: Cli) -> anyhow::Result<()> {
    let is_whole = cli.only.is_empty() && cli.sizes == SIZES;
    let plan = runner::Plan { sizes: cli.sizes, length: Duration::from_secs_f64(cli.seconds), only: cli.only };
    let pictures = cli.pictures.as_deref().map(Pictures::read).transpose()?;
    let figures = Figures { pictures, audit: audit::read()?, ..runner::run(&plan).await? };
    let text = report::text(&figures)?;
    println!("\n{text}");
    if let Some(out) = cli.out.or_else(|| is_whole.then(|| PathBuf::from("docs/performance.md"))) {
        report::write(&out, &text)?;
        println!("Written to {}.", out.display());
    }
    Ok(())
}
