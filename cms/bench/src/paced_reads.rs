//! Reads at a steady pace, one after the other: how long somebody waits while others do something.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::bail;
use hyper::StatusCode;
use tokio::time::MissedTickBehavior;

use crate::http_client::{self, ENCODINGS, Line};

/// How long each read of `path` took, one begun `every` so often as long as `goes_on` says; at least one.
pub async fn reads(
    address: SocketAddr,
    path: &str,
    every: Duration,
    goes_on: impl Fn() -> bool,
) -> anyhow::Result<Vec<Duration>> {
    let mut line = Line::open(address).await?;
    let mut pace = tokio::time::interval(every);
    // After a slow one they would hurry, and be many more of the fast.
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut took = Vec::new();
    while took.is_empty() || goes_on() {
        pace.tick().await;
        let begun = Instant::now();
        let (status, _) = line.count(http_client::get(path, Some(ENCODINGS))?).await?;
        if status != StatusCode::OK {
            bail!("a read was answered {status}");
        }
        took.push(begun.elapsed());
    }
    Ok(took)
}

/// What 99 of 100 took at most. There is at least one.
pub fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() * 99 / 100]
}
