//! `make bench`: measures `cms` on generated databases. Each cached case is also measured on a minimal server, and some
//! cases on nginx. Both servers send the same bytes in the same minute. Writes the results and budgets to
//! docs/performance.md.
//!
//! The main figure is requests per CPU-second of the server process, because other work on the machine hardly changes
//! it.

mod alerts;
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
mod imports;
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

use imaging::ImagingBenchOutput;
use results::Results;

/// The allocator of `cms`, so that the baseline server differs from `cms` in other parts only.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The sizes of the generated databases, in places.
const DATABASE_SIZES: [usize; 4] = [200, 2_000, 20_000, 200_000];

#[derive(Parser)]
#[command(about = "Measures cms beside a minimal server and nginx that send the same bytes")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The numbers of places in the generated databases.
    #[arg(long, value_delimiter = ',', default_values_t = DATABASE_SIZES)]
    sizes: Vec<usize>,
    /// How long each case is measured, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Measure only cases whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// A file with the output of `cargo bench -p imaging`.
    #[arg(long)]
    imaging: Option<PathBuf>,
    /// The file for the results. By default docs/performance.md, and none with `--only` or `--sizes`.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Respond to every request with these headers (one "name: value" per line) and this body.
    BaselineServer {
        /// The file of the headers.
        head: PathBuf,
        /// The file of the body.
        body: PathBuf,
    },
    /// Measure the memory of the server and its renderer while the settings change again and again.
    Memory {
        /// The number of places in the generated database.
        #[arg(long, default_value_t = 2_000)]
        places: usize,
        /// How often the settings change, once per second.
        #[arg(long, default_value_t = 300)]
        changes: usize,
        /// The file for the results.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Only generate a database, to inspect it.
    Fill {
        /// The data folder, as in `cms --data-dir`.
        data: PathBuf,
        /// The number of places.
        places: usize,
    },
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::Memory { places, changes, out }) => run_until_stopped(async move {
            let text = memory::render(&memory::run(places, changes).await?).await;
            println!("\n{text}");
            out.map_or(Ok(()), |out| report::write_and_keep_notes(&out, &text))
        }),
        // This runtime has as many threads as the one of `cms`.
        Some(Command::BaselineServer { head, body }) => {
            tokio::runtime::Runtime::new()?.block_on(baseline_server::serve(&head, &body))
        }
        Some(Command::Fill { data, places }) => {
            tokio::runtime::Runtime::new()?.block_on(guide::generate_database(&data, places))
        }
        None => run_until_stopped(measure(cli)),
    }
}

fn run_until_stopped(run: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    // The load generator uses one thread and leaves the other cores to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        // Dropping the future `run` kills its child processes and removes its files.
        tokio::select! {
            result = run => result,
            _ = tokio::signal::ctrl_c() => bail!("stopped"),
            _ = terminate.recv() => bail!("stopped"),
        }
    })
}

async fn measure(cli: Cli) -> anyhow::Result<()> {
    let is_complete = cli.only.is_empty() && cli.sizes == DATABASE_SIZES;
    let plan = runner::Plan { sizes: cli.sizes, duration: Duration::from_secs_f64(cli.seconds), name_filter: cli.only };
    let imaging = cli.imaging.as_deref().map(ImagingBenchOutput::read).transpose()?;
    let results = Results { imaging, audit: audit::read()?, ..runner::run(&plan).await? };
    let text = report::render(&results)?;
    println!("\n{text}");
    if let Some(out) = cli.out.or_else(|| is_complete.then(|| PathBuf::from("docs/performance.md"))) {
        report::write_and_keep_notes(&out, &text)?;
        println!("Written to {}.", out.display());
    }
    Ok(())
}
