//! Reads while a flood of sign-ins comes in: what one person does must not keep the others waiting.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::StatusCode;
use hyper::header::RETRY_AFTER;
use tokio::task::JoinSet;

use crate::wire::{self, ENCODINGS, Line};

/// Name of the case.
pub const FLOOD: &str = "reads in a flood";
/// What is read: an answer that is kept.
const READ: &str = "/api/businesses?limit=25";
/// From one read to the next, and from one sign-in to the next: 200 and 100 a second.
const READ_EVERY: Duration = Duration::from_millis(5);
const SIGN_IN_EVERY: Duration = Duration::from_millis(10);

/// Reads without and with the flood.
#[derive(Clone, Debug)]
pub struct Flood {
    /// 99 of 100 reads took at most this long while nobody signed in.
    pub quiet: Duration,
    /// The same with a hundred sign-ins a second.
    pub flooded: Duration,
    /// How many sign-ins were answered with which status.
    pub sign_ins: BTreeMap<u16, usize>,
}

/// Measures both, for `length` each.
pub async fn run(address: SocketAddr, length: Duration) -> anyhow::Result<Flood> {
    // The first read makes what is kept.
    reads(address, Duration::from_millis(500)).await?;
    let quiet = reads(address, length).await?;
    let flood = tokio::spawn(sign_ins(address, length + Duration::from_secs(1)));
    // The queue of passwords fills first.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let flooded = reads(address, length).await?;
    let sign_ins = flood.await.context("the flood ended early")??;
    Ok(Flood { quiet, flooded, sign_ins })
}

/// The 99th percentile of reads at a steady pace.
async fn reads(address: SocketAddr, length: Duration) -> anyhow::Result<Duration> {
    let mut line = Line::open(address).await?;
    let mut took = Vec::new();
    let mut pace = tokio::time::interval(READ_EVERY);
    let end = Instant::now() + length;
    while Instant::now() < end {
        pace.tick().await;
        let begun = Instant::now();
        let (status, _) = line.count(wire::get(READ, Some(ENCODINGS))?).await?;
        if status != StatusCode::OK {
            bail!("a read was answered {status}");
        }
        took.push(begun.elapsed());
    }
    took.sort_unstable();
    Ok(took[(took.len() * 99 / 100).min(took.len() - 1)])
}

/// Sign-ins by strangers at a steady pace, each on a connection of its own and for another mailbox.
async fn sign_ins(address: SocketAddr, length: Duration) -> anyhow::Result<BTreeMap<u16, usize>> {
    let mut pace = tokio::time::interval(SIGN_IN_EVERY);
    let mut under_way = JoinSet::new();
    let end = Instant::now() + length;
    let mut number = 0;
    while Instant::now() < end {
        pace.tick().await;
        number += 1;
        let body = format!(r#"{{"email":"guest{number}@example.org","password":"a guess"}}"#);
        let ask = wire::post("/api/auth/sign-in", None, body)?;
        under_way.spawn(async move { Line::open(address).await?.answer(ask).await });
    }
    let mut counts = BTreeMap::new();
    while let Some(answer) = under_way.join_next().await {
        let answer = answer??;
        let is_sent_away = [429, 503].contains(&answer.status.as_u16());
        if !(answer.status == StatusCode::UNAUTHORIZED || is_sent_away && answer.headers.contains_key(RETRY_AFTER)) {
            bail!("a sign-in was answered {}", answer.status);
        }
        *counts.entry(answer.status.as_u16()).or_default() += 1;
    }
    Ok(counts)
}
