//! `make bench-memory`: the memory of the server and its renderer while an editor changes the settings again and again.
//! Each change makes every page stale.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Context;
use hyper::{Method, StatusCode};
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior};

use crate::budget::{BudgetResult, megabytes};
use crate::runner::{CACHE_MIB, ScratchFolder, wait_until_idle};
use crate::{child, guide, http_client, process, report};

/// The time between two changes.
const CHANGE_INTERVAL: Duration = Duration::from_secs(1);
/// How long rendering all pages may take.
const RENDER_TIMEOUT: Duration = Duration::from_secs(180);
/// How long both processes rest after all pages are fresh again.
const IDLE_PERIOD: Duration = Duration::from_secs(60);
/// The maximum peak memory of the server, in megabytes.
const MAX_CMS_MEMORY_MB: f64 = 150.0;
/// The maximum peak memory of the renderer, in megabytes.
const MAX_RENDERER_MEMORY_MB: f64 = 250.0;
/// The maximum ratio of the mean memory in the last third of the changes to that in the middle third.
const MAX_MEMORY_GROWTH: f64 = 1.05;
/// The maximum number of pages in the prerender queue.
const MAX_QUEUED_PAGES: f64 = 10_000.0;

const ADMIN_CREDENTIALS: (&str, &str) = ("editor@example.org", "a long password for measuring");

/// The memory of both processes, in MiB.
#[derive(Clone, Copy, Debug)]
pub struct MemoryUse {
    pub cms_mib: f64,
    pub renderer_mib: f64,
}

impl MemoryUse {
    /// Reads the size named `field`, such as `VmRSS`, of the processes with the ids `server_pid` and `renderer_pid`.
    pub fn read(server_pid: u32, renderer_pid: u32, field: &str) -> anyhow::Result<Self> {
        Ok(Self {
            cms_mib: process::memory_mib(server_pid, field)?,
            renderer_mib: process::memory_mib(renderer_pid, field)?,
        })
    }
}

/// The results of one run.
#[derive(Clone, Debug)]
pub struct MemoryResults {
    places: usize,
    /// The memory after every page was rendered, while no requests arrive.
    idle: MemoryUse,
    /// The memory directly after each change, in the order of the changes.
    samples: Vec<MemoryUse>,
    /// The peak memory during the changes.
    peak: MemoryUse,
    /// The largest number of pages in the prerender queue.
    max_queued_pages: f64,
    /// The memory a minute after all pages were fresh again.
    after_idle_period: MemoryUse,
}

/// Serves a site with `places` places and changes its settings `changes` times, once per second.
pub async fn run(places: usize, changes: usize) -> anyhow::Result<MemoryResults> {
    let scratch = ScratchFolder::new()?;
    let data = scratch.0.join("memory");
    guide::generate_database(&data, places).await?;
    let (email, password) = ADMIN_CREDENTIALS;
    child::add_account(&data, email, "admin", password).await?;
    let metrics = http_client::free_address().await?;
    let arguments = ["--metrics-listen", &metrics.to_string()];
    let mut server = child::start_cms(&data, CACHE_MIB, &arguments, &scratch.0.join("cms.log")).await?;
    server.wait_until_ok("/readyz", RENDER_TIMEOUT).await?;
    wait_until_idle(&server).await?;
    let renderer_pid = process::child_pid(server.pid, "node")?;
    let idle = MemoryUse::read(server.pid, renderer_pid, "VmRSS")?;
    println!("idle: {}", describe(idle));
    let token = http_client::sign_in(server.address, email, password).await?;
    process::reset_peak_memory(server.pid);
    process::reset_peak_memory(renderer_pid);
    let (mut samples, mut max_queued_pages) = (Vec::new(), 0.0_f64);
    let mut clock = tokio::time::interval(CHANGE_INTERVAL);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for change in 0..changes {
        clock.tick().await;
        let body = json!({ "tagline": format!("Caves, rivers, and {change} places to stay") }).to_string();
        let request = http_client::json_request(Method::PUT, "/api/settings", Some(&token), body)?;
        http_client::send_once(server.address, request, StatusCode::OK).await?;
        let response =
            http_client::send_once(metrics, http_client::get_request("/metrics", None)?, StatusCode::OK).await?;
        max_queued_pages =
            max_queued_pages.max(gauge(&String::from_utf8_lossy(&response.body), "karst_prerender_queue_depth")?);
        let memory = MemoryUse::read(server.pid, renderer_pid, "VmRSS")?;
        samples.push(memory);
        if change % 30 == 29 {
            println!("{:>4} changes: {}", change + 1, describe(memory));
        }
    }
    let peak = MemoryUse::read(server.pid, renderer_pid, "VmHWM")?;
    let start = Instant::now();
    wait_until_idle(&server).await?;
    println!("every page is fresh again after {:.0} s", start.elapsed().as_secs_f64());
    tokio::time::sleep(IDLE_PERIOD).await;
    let after_idle_period = MemoryUse::read(server.pid, renderer_pid, "VmRSS")?;
    server.stop().await?;
    Ok(MemoryResults { places, idle, samples, peak, max_queued_pages, after_idle_period })
}

/// Renders the results as docs/memory.md.
pub async fn render(memory: &MemoryResults) -> String {
    let MemoryResults { places, idle, samples, peak, max_queued_pages, after_idle_period } = memory;
    let mut text = String::from("# Memory\n\n");
    text += &report::environment().await.join("\n").replace("`make bench`", "`make bench-memory`");
    let _ = write!(
        text,
        "\n\nA site with {places} places, `CACHE_MIB={CACHE_MIB}`. Its settings change {} times, once a second; each change \
         makes every page\nstale. Resident memory of the server and its renderer, read after each change.\n\n",
        samples.len()
    );
    text += &report::budget_table(&budget_results(memory));
    text += "\n| MB | server | renderer |\n|---|---:|---:|\n";
    let mut row = |name: &str, memory: MemoryUse| {
        let _ = writeln!(text, "| {name} | {:.0} | {:.0} |", megabytes(memory.cms_mib), megabytes(memory.renderer_mib));
    };
    row("idle, every page rendered once", *idle);
    for (third, name) in ["first", "middle", "last"].iter().enumerate() {
        row(&format!("{name} third, mean"), mean(thirds(samples)[third]));
    }
    row("peak", *peak);
    row("a minute after the last change", *after_idle_period);
    let _ = writeln!(text, "\nAt most {max_queued_pages:.0} pages were in the prerender queue.");
    text
}

fn budget_results(memory: &MemoryResults) -> Vec<BudgetResult> {
    let [_, middle, last] = thirds(&memory.samples).map(mean);
    let peak_result = |what: &str, peak: f64, budget: f64| BudgetResult {
        budget: format!("{what} at most {budget} MB"),
        measurement: format!("{:.0} MB", megabytes(peak)),
        is_met: megabytes(peak) <= budget,
    };
    let growth_result = |what: &str, growth: f64| BudgetResult {
        budget: format!(
            "{what}, last third: at most {:.0} % above the middle third",
            (MAX_MEMORY_GROWTH - 1.0) * 100.0
        ),
        measurement: format!("{:+.1} %", (growth - 1.0) * 100.0),
        is_met: growth <= MAX_MEMORY_GROWTH,
    };
    vec![
        peak_result("renderer", memory.peak.renderer_mib, MAX_RENDERER_MEMORY_MB),
        peak_result("server", memory.peak.cms_mib, MAX_CMS_MEMORY_MB),
        growth_result("renderer", last.renderer_mib / middle.renderer_mib),
        growth_result("server", last.cms_mib / middle.cms_mib),
        BudgetResult {
            budget: format!("at most {MAX_QUEUED_PAGES} pages in the prerender queue"),
            measurement: format!("{:.0}", memory.max_queued_pages),
            is_met: memory.max_queued_pages <= MAX_QUEUED_PAGES,
        },
    ]
}

fn thirds(samples: &[MemoryUse]) -> [&[MemoryUse]; 3] {
    let third = samples.len() / 3;
    [&samples[..third], &samples[third..2 * third], &samples[2 * third..]]
}

fn mean(samples: &[MemoryUse]) -> MemoryUse {
    let count = samples.len().max(1) as f64;
    let sum = |field: fn(&MemoryUse) -> f64| samples.iter().map(field).sum::<f64>() / count;
    MemoryUse { cms_mib: sum(|memory| memory.cms_mib), renderer_mib: sum(|memory| memory.renderer_mib) }
}

fn describe(memory: MemoryUse) -> String {
    format!("server {:.0} MB, renderer {:.0} MB", megabytes(memory.cms_mib), megabytes(memory.renderer_mib))
}

/// The value of a metric without labels.
fn gauge(metrics_text: &str, name: &str) -> anyhow::Result<f64> {
    let value = metrics_text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(value.with_context(|| format!("the server has no metric {name}"))?.trim().parse()?)
}
