//! Generates load: many connections, each sending the next request as soon as a response has arrived, for a bounded
//! time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::{Method, StatusCode};
use tokio::task::JoinSet;

use crate::http_client::{Connection, HttpRequest};
use crate::process;
use crate::results::LoadMeasurement;

/// The number of connections.
pub const CONNECTIONS: usize = 16;
/// How long requests are sent before anything is counted.
const WARM_UP_TIME: Duration = Duration::from_millis(500);

/// A function that makes the n-th request.
pub type RequestFactory = Arc<dyn Fn(u64) -> anyhow::Result<HttpRequest> + Send + Sync>;

/// The requests and the expected responses.
#[derive(Clone)]
pub struct Load {
    /// Makes the n-th request. A POST must return 201, any other request 200.
    pub make_request: RequestFactory,
    /// The size of every response body, if it is known.
    pub expected_bytes: Option<usize>,
}

#[derive(Default)]
struct Counters {
    sent: AtomicU64,
    responses: AtomicU64,
}

/// Sends the requests of `load` on [`CONNECTIONS`] connections, and measures for `duration` after the warm-up. The
/// server at `address` has the process id `pid`. Errors: a response has another status or size than `load` expects.
pub async fn run(address: SocketAddr, pid: u32, load: &Load, duration: Duration) -> anyhow::Result<LoadMeasurement> {
    let counters = Arc::new(Counters::default());
    let begin = Instant::now() + WARM_UP_TIME;
    let end = begin + duration;
    let mut workers = JoinSet::new();
    for _ in 0..CONNECTIONS {
        workers.spawn(run_connection(Connection::open(address).await?, load.clone(), counters.clone(), (begin, end)));
    }
    tokio::time::sleep_until(begin.into()).await;
    process::reset_peak_memory(pid);
    let at_begin = (Instant::now(), process::cpu_time(pid)?, counters.responses.load(Ordering::Relaxed));
    tokio::time::sleep_until(end.into()).await;
    let at_end = (Instant::now(), process::cpu_time(pid)?, counters.responses.load(Ordering::Relaxed));
    let peak_memory_mib = process::memory_mib(pid, "VmHWM")?;
    let mut latencies_us: Vec<u32> = Vec::new();
    while let Some(worker) = workers.join_next().await {
        latencies_us.extend(worker.context("a connection's task ended early")??);
    }
    latencies_us.sort_unstable();
    let responses = (at_end.2 - at_begin.2) as f64;
    let cpu_s = (at_end.1 - at_begin.1).as_secs_f64().max(0.01);
    Ok(LoadMeasurement {
        responses_per_second: responses / (at_end.0 - at_begin.0).as_secs_f64(),
        responses_per_cpu_second: responses / cpu_s,
        p50: percentile(&latencies_us, 50),
        p99: percentile(&latencies_us, 99),
        peak_memory_mib,
    })
}

/// Sends requests on one connection until `end`. Returns the latencies of the requests that were sent
/// after `begin`, in microseconds. Errors: a response has another status or size than `load` expects.
async fn run_connection(
    mut connection: Connection,
    load: Load,
    counters: Arc<Counters>,
    (begin, end): (Instant, Instant),
) -> anyhow::Result<Vec<u32>> {
    let mut latencies_us = Vec::new();
    loop {
        let start = Instant::now();
        if start >= end {
            return Ok(latencies_us);
        }
        let request = (load.make_request)(counters.sent.fetch_add(1, Ordering::Relaxed))?;
        let expected = if request.method() == Method::POST { StatusCode::CREATED } else { StatusCode::OK };
        let (status, bytes) = connection.send_and_count_body_bytes(request).await?;
        if status != expected || load.expected_bytes.is_some_and(|expected| expected != bytes) {
            bail!(
                "response under load: {status} with {bytes} bytes instead of {expected} with {:?}",
                load.expected_bytes
            );
        }
        counters.responses.fetch_add(1, Ordering::Relaxed);
        if start >= begin {
            latencies_us.push(start.elapsed().as_micros().try_into().unwrap_or(u32::MAX));
        }
    }
}

/// The latency below which `percent` percent of the latencies are, from sorted microseconds. Zero if there are none.
fn percentile(sorted: &[u32], percent: usize) -> Duration {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    Duration::from_micros(sorted.get(index).copied().unwrap_or_default().into())
}
