//! Measures reads during a flood of sign-ins, which must not delay other requests.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::StatusCode;
use hyper::header::RETRY_AFTER;
use tokio::task::JoinSet;

use crate::http_client::{self, Connection};
use crate::paced_reads::{self, p99};

/// The name of this benchmark case, for the command line and the report.
pub const CASE_NAME: &str = "reads in a flood";
/// A read from the response cache.
const READ_PATH: &str = "/api/businesses?limit=25";
/// 100 sign-ins per second.
const SIGN_IN_INTERVAL: Duration = Duration::from_millis(10);
/// About 200 reads per second. The interval does not divide [`SIGN_IN_INTERVAL`], so that reads occur at all moments
/// between two sign-ins.
const READ_INTERVAL: Duration = Duration::from_micros(4_700);
/// The number of times that reads are measured without and then with the flood. One turn of two seconds has about 400
/// reads. Its slowest hundredth is four reads, too few for a stable p99.
const TURNS: u32 = 5;

/// The latency of reads without and with the flood.
#[derive(Clone, Debug)]
pub struct FloodResult {
    /// The p99 latency of reads without sign-ins.
    pub p99_without_flood: Duration,
    /// The p99 latency of reads during 100 sign-ins per second.
    pub p99_during_flood: Duration,
    /// The number of sign-ins per response status.
    pub sign_in_count_by_status: BTreeMap<u16, usize>,
}

/// Measures reads without and with the flood in turns, each for `duration`.
pub async fn run(address: SocketAddr, duration: Duration) -> anyhow::Result<FloodResult> {
    let measure_reads = |duration| {
        let end = Instant::now() + duration;
        paced_reads::measure_latencies(address, READ_PATH, READ_INTERVAL, move || Instant::now() < end)
    };
    // Stores the response of `READ_PATH` in the response cache, so that every measured read is a cache hit.
    measure_reads(Duration::from_millis(500)).await?;
    let (mut latencies_without_flood, mut latencies_during_flood, mut sign_in_count_by_status) =
        (Vec::new(), Vec::new(), BTreeMap::new());
    for turn in 0..TURNS {
        latencies_without_flood.extend(measure_reads(duration).await?);
        let flood = tokio::task::spawn_blocking(move || run_flood(address, turn, duration + Duration::from_secs(1)));
        // Gives the flood time to fill the queue of password checks before the reads are measured.
        tokio::time::sleep(Duration::from_millis(500)).await;
        latencies_during_flood.extend(measure_reads(duration).await?);
        for (status, count) in flood.await.context("the flood ended early")?? {
            *sign_in_count_by_status.entry(status).or_default() += count;
        }
    }
    Ok(FloodResult {
        p99_without_flood: p99(latencies_without_flood),
        p99_during_flood: p99(latencies_during_flood),
        sign_in_count_by_status,
    })
}

/// Sends sign-ins from a separate thread: a read that waits for this load generator would seem to wait for the server.
/// Returns the number of sign-ins per status.
fn run_flood(address: SocketAddr, turn: u32, duration: Duration) -> anyhow::Result<BTreeMap<u16, usize>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(send_sign_ins(address, turn, duration))
}

/// Sends sign-ins at a fixed rate, each on its own connection and with its own email address. Returns the number of
/// sign-ins per status. Errors: a status other than 401, 429 or 503, or a 429 or 503 without `Retry-After`.
async fn send_sign_ins(address: SocketAddr, turn: u32, duration: Duration) -> anyhow::Result<BTreeMap<u16, usize>> {
    let mut clock = tokio::time::interval(SIGN_IN_INTERVAL);
    let mut requests = JoinSet::new();
    let end = Instant::now() + duration;
    let mut number = 0;
    while Instant::now() < end {
        clock.tick().await;
        number += 1;
        let body = format!(r#"{{"email":"guest{turn}-{number}@example.org","password":"a guess"}}"#);
        let request = http_client::post_request("/api/auth/sign-in", None, body)?;
        requests.spawn(async move { Connection::open(address).await?.send(request).await });
    }
    let mut counts = BTreeMap::new();
    while let Some(response) = requests.join_next().await {
        let response = response??;
        let is_rejected = [429, 503].contains(&response.status.as_u16());
        if !(response.status == StatusCode::UNAUTHORIZED || is_rejected && response.headers.contains_key(RETRY_AFTER)) {
            bail!("a sign-in returned {}", response.status);
        }
        *counts.entry(response.status.as_u16()).or_default() += 1;
    }
    Ok(counts)
}
