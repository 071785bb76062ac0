//! Sends reads at a fixed rate, one after the other, while other requests load the server. Measures how long a read
//! takes.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::bail;
use hyper::StatusCode;
use tokio::time::MissedTickBehavior;

use crate::http_client::{self, BROWSER_ENCODINGS, Connection};

/// Reads `path` once per `interval` while `should_continue` returns true, at least once. Returns the latencies.
pub async fn measure_latencies(
    address: SocketAddr,
    path: &str,
    interval: Duration,
    should_continue: impl Fn() -> bool,
) -> anyhow::Result<Vec<Duration>> {
    let mut connection = Connection::open(address).await?;
    let mut clock = tokio::time::interval(interval);
    // After a slow read the next ones must not be sent in a burst: that would add many fast reads.
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut durations = Vec::new();
    while durations.is_empty() || should_continue() {
        clock.tick().await;
        let start = Instant::now();
        let (status, _) =
            connection.send_and_count_body_bytes(http_client::get_request(path, Some(BROWSER_ENCODINGS))?).await?;
        if status != StatusCode::OK {
            bail!("a read returned {status}");
        }
        durations.push(start.elapsed());
    }
    Ok(durations)
}

/// The 99th percentile. `times` must not be empty.
pub fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() * 99 / 100]
}
