//! Reads while a flood of sign-ins comes in: what one person does must not keep the others waiting.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::StatusCode;
use hyper::header::RETRY_AFTER;
use tokio::task::JoinSet;

use crate::http_client::{self, Line};
use crate::paced_reads::{self, p99};

/// Name of the case.
pub const FLOOD: &str = "reads in a flood";
/// What is read: an answer that is kept.
const READ: &str = "/api/businesses?limit=25";
/// From one sign-in to the next: a hundred a second.
const SIGN_IN_EVERY: Duration = Duration::from_millis(10);
/// From one read to the next: some 200 a second, and not in step with the sign-ins, so that every moment between two of
/// them has its reads.
const READ_EVERY: Duration = Duration::from_micros(4_700);
/// How often quiet and flood take turns: the slowest hundredth of one turn is four reads, which says little.
const TURNS: u32 = 5;

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

/// Measures both in turns, for `length` each time.
pub async fn run(address: SocketAddr, length: Duration) -> anyhow::Result<Flood> {
    let reads = |length| {
        let end = Instant::now() + length;
        paced_reads::reads(address, READ, READ_EVERY, move || Instant::now() < end)
    };
    // The first read makes what is kept.
    reads(Duration::from_millis(500)).await?;
    let (mut quiet, mut flooded, mut sign_ins) = (Vec::new(), Vec::new(), BTreeMap::new());
    for turn in 0..TURNS {
        quiet.extend(reads(length).await?);
        let flood = tokio::task::spawn_blocking(move || signing_in(address, turn, length + Duration::from_secs(1)));
        // The queue of passwords fills first.
        tokio::time::sleep(Duration::from_millis(500)).await;
        flooded.extend(reads(length).await?);
        for (status, count) in flood.await.context("the flood ended early")?? {
            *sign_ins.entry(status).or_default() += count;
        }
    }
    Ok(Flood { quiet: p99(quiet), flooded: p99(flooded), sign_ins })
}

/// Sign-ins by strangers, on a thread of its own: a read that waited for this generator would not be the server's.
/// Returns how many were answered with which status.
fn signing_in(address: SocketAddr, turn: u32, length: Duration) -> anyhow::Result<BTreeMap<u16, usize>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(sign_ins(address, turn, length))
}

/// At a steady pace, each on a connection of its own and for another mailbox.
async fn sign_ins(address: SocketAddr, turn: u32, length: Duration) -> anyhow::Result<BTreeMap<u16, usize>> {
    let mut pace = tokio::time::interval(SIGN_IN_EVERY);
    let mut under_way = JoinSet::new();
    let end = Instant::now() + length;
    let mut number = 0;
    while Instant::now() < end {
        pace.tick().await;
        number += 1;
        let body = format!(r#"{{"email":"guest{turn}-{number}@example.org","password":"a guess"}}"#);
        let ask = http_client::post("/api/auth/sign-in", None, body)?;
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
