//! Load: many connections that each ask again as soon as they were answered, for a bounded time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::{Method, StatusCode};
use tokio::task::JoinSet;

use crate::http_client::{Ask, Line};
use crate::process;
use crate::results::Sample;

/// Connections at a time.
pub const CONNECTIONS: usize = 16;
/// How long a server is asked before anything is counted.
const WARM_UP: Duration = Duration::from_millis(500);

/// Makes the n-th request.
pub type Asking = Arc<dyn Fn(u64) -> anyhow::Result<Ask> + Send + Sync>;

/// What is asked, and what must come back.
#[derive(Clone)]
pub struct Load {
    /// Makes the n-th request. What is posted must be answered 201, everything else 200.
    pub ask: Asking,
    /// The number of bytes that each must have, where it is known.
    pub bytes: Option<usize>,
}

#[derive(Default)]
struct Counters {
    asked: AtomicU64,
    answered: AtomicU64,
}

/// Puts `load` on the server at `address`, which is process `pid`, for `length` after warming up.
/// Fails with the first answer that is not the expected one.
pub async fn run(address: SocketAddr, pid: u32, load: &Load, length: Duration) -> anyhow::Result<Sample> {
    let counters = Arc::new(Counters::default());
    let begin = Instant::now() + WARM_UP;
    let end = begin + length;
    let mut workers = JoinSet::new();
    for _ in 0..CONNECTIONS {
        workers.spawn(ask_on(Line::open(address).await?, load.clone(), counters.clone(), (begin, end)));
    }
    tokio::time::sleep_until(begin.into()).await;
    process::reset_peak(pid);
    let at_begin = (Instant::now(), process::cpu_time(pid)?, counters.answered.load(Ordering::Relaxed));
    tokio::time::sleep_until(end.into()).await;
    let at_end = (Instant::now(), process::cpu_time(pid)?, counters.answered.load(Ordering::Relaxed));
    let peak_mib = process::memory(pid, "VmHWM")?;
    let mut micros: Vec<u32> = Vec::new();
    while let Some(worker) = workers.join_next().await {
        micros.extend(worker.context("a connection's task ended early")??);
    }
    micros.sort_unstable();
    let answers = (at_end.2 - at_begin.2) as f64;
    let cpu = (at_end.1 - at_begin.1).as_secs_f64().max(0.01);
    Ok(Sample {
        per_second: answers / (at_end.0 - at_begin.0).as_secs_f64(),
        per_cpu_second: answers / cpu,
        p50: percentile(&micros, 50),
        p99: percentile(&micros, 99),
        peak_mib,
    })
}

/// Asks on one connection until the end; answers how long each answer took, in microseconds, from `begin` on.
async fn ask_on(
    mut line: Line,
    load: Load,
    counters: Arc<Counters>,
    (begin, end): (Instant, Instant),
) -> anyhow::Result<Vec<u32>> {
    let mut micros = Vec::new();
    loop {
        let started = Instant::now();
        if started >= end {
            return Ok(micros);
        }
        let ask = (load.ask)(counters.asked.fetch_add(1, Ordering::Relaxed))?;
        let expected = if ask.method() == Method::POST { StatusCode::CREATED } else { StatusCode::OK };
        let (status, bytes) = line.count(ask).await?;
        if status != expected || load.bytes.is_some_and(|expected| expected != bytes) {
            bail!("an answer under load was {status} with {bytes} bytes, not {expected} with {:?}", load.bytes);
        }
        counters.answered.fetch_add(1, Ordering::Relaxed);
        if started >= begin {
            micros.push(started.elapsed().as_micros().try_into().unwrap_or(u32::MAX));
        }
    }
}

/// The value below which `percent` of the sorted values lie.
fn percentile(sorted: &[u32], percent: usize) -> Duration {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    Duration::from_micros(sorted.get(at).copied().unwrap_or_default().into())
}
