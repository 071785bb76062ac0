//! A crowd that writes into the guestbook while others read, and a server that is killed in the middle of it: what was
//! acknowledged is there, once, and nothing that nobody sent.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use cms::db::engine::Db;
use cms::on;
use hyper::StatusCode;
use serde_json::json;
use tokio::task::JoinSet;

use crate::child::{self, Server};
use crate::http_client::{self, Ask, Line};
use crate::paced_reads::{self, p99};
use crate::process;
use crate::words::SENTENCES;

/// Name of the case.
pub const ENTRIES: &str = "guestbook entries";
/// How many write at a time, and how many entries each of them.
const WRITERS: usize = 16;
const EACH: usize = 625;
/// After so many acknowledged entries of the second crowd the server is killed.
const KILLED_AFTER: usize = 1_000;
const READ: &str = "/api/guestbook?limit=25";
/// From one read to the next: 200 a second.
const READ_EVERY: Duration = Duration::from_millis(5);
const PASSWORD: &str = "a long password for measuring";

/// What came of it. That nothing was lost is checked before there is one.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// How many were written in all.
    pub written: usize,
    /// Entries per second.
    pub per_second: f64,
    /// Entries per second of the server's CPU time, that of the reads included.
    pub per_cpu_second: f64,
    /// 99 of 100 reads took at most this long while nobody wrote.
    pub quiet: Duration,
    /// The same while all wrote.
    pub busy: Duration,
    /// How many were acknowledged before the server was killed.
    pub before_kill: usize,
}

/// Measures on the guide in `data`. Fails when an acknowledged entry is missing or there twice, when there is one that
/// nobody sent, and with the first answer that is not the expected one.
pub async fn run(data: &Path, cache_mib: u64, log: &Path) -> anyhow::Result<Entries> {
    add_writers(data).await?;
    let server = serve(data, cache_mib, log).await?;
    let tokens = tokens(server.address).await?;

    let end = Instant::now() + Duration::from_secs(2);
    let quiet = p99(paced_reads::reads(server.address, READ, READ_EVERY, || Instant::now() < end).await?);
    let crowd = Crowd::new("first", tokens.clone());
    let (began, cpu) = (Instant::now(), process::cpu_time(server.pid)?);
    let writing = tokio::spawn(crowd.clone().write(server.address));
    let busy = p99(paced_reads::reads(server.address, READ, READ_EVERY, || !writing.is_finished()).await?);
    let first = writing.await.context("the writers ended early")?;
    let (took, cpu) = (began.elapsed().as_secs_f64(), (process::cpu_time(server.pid)? - cpu).as_secs_f64());
    server.stop().await?;
    ensure!(first.len() == WRITERS * EACH, "only {} of {} were acknowledged", first.len(), WRITERS * EACH);
    ensure!(stored(data).await? == first, "what is stored is not what was acknowledged");

    let server = serve(data, cache_mib, log).await?;
    let crowd = Crowd::new("second", tokens);
    let writing = tokio::spawn(crowd.clone().write(server.address));
    while crowd.acknowledged.load(Ordering::Relaxed) < KILLED_AFTER {
        ensure!(!writing.is_finished(), "the writers ended before the server was killed");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    server.kill().await?;
    let second = writing.await.context("the writers ended early")?;
    let left = stored(data).await?;
    let acknowledged: HashSet<String> = first.union(&second).cloned().collect();
    ensure!(acknowledged.is_subset(&left), "an acknowledged entry is missing after the kill");
    // What was on its way may have been stored without anybody hearing of it.
    ensure!(left.difference(&acknowledged).all(|message| crowd.may_send(message)), "there is one that nobody sent");

    let written = first.len();
    let (per_second, per_cpu_second) = (written as f64 / took, written as f64 / cpu);
    Ok(Entries { written, per_second, per_cpu_second, quiet, busy, before_kill: second.len() })
}

/// Adds the accounts that write. Does nothing where they are.
pub async fn add_writers(data: &Path) -> anyhow::Result<()> {
    if data.join("writers").exists() {
        return Ok(());
    }
    for writer in 0..WRITERS {
        child::add_person(data, &email(writer), "viewer", PASSWORD).await?;
    }
    Ok(std::fs::write(data.join("writers"), "")?)
}

/// The n-th entry, by whom this token speaks for; another text than any before.
pub fn entry(n: u64, token: &str) -> anyhow::Result<Ask> {
    let (sentence, nonce) = (SENTENCES[n as usize % SENTENCES.len()], std::process::id());
    let message = format!("{sentence} Day {n} of somebody, crowd {nonce}.");
    http_client::post("/api/guestbook", Some(token), json!({ "message": message, "rating": 1 + n % 5 }).to_string())
}

/// The API alone, with no limit of entries.
pub async fn serve(data: &Path, cache_mib: u64, log: &Path) -> anyhow::Result<Server> {
    let mut server = child::cms(data, cache_mib, &["--api-only", "--posts-per-hour", "0"], log).await?;
    server.answers(READ, Duration::from_secs(20)).await?;
    Ok(server)
}

fn email(writer: usize) -> String {
    format!("writer{writer}@example.org")
}

/// A token for each of the writers.
pub async fn tokens(address: SocketAddr) -> anyhow::Result<Vec<String>> {
    let mut tokens = Vec::new();
    for writer in 0..WRITERS {
        tokens.push(http_client::token(address, &email(writer), PASSWORD).await?);
    }
    Ok(tokens)
}

/// Writers, each with a token.
#[derive(Clone)]
struct Crowd {
    name: &'static str,
    tokens: Vec<String>,
    acknowledged: Arc<AtomicUsize>,
}

impl Crowd {
    fn new(name: &'static str, tokens: Vec<String>) -> Self {
        Self { name, tokens, acknowledged: Arc::default() }
    }

    /// All write what is theirs, until the server is gone; answers what was acknowledged.
    async fn write(self, address: SocketAddr) -> HashSet<String> {
        let mut writers = JoinSet::new();
        for writer in 0..WRITERS {
            let crowd = self.clone();
            writers.spawn(async move { crowd.write_own(writer, address).await });
        }
        writers.join_all().await.into_iter().flatten().collect()
    }

    async fn write_own(&self, writer: usize, address: SocketAddr) -> Vec<String> {
        let mut acknowledged = Vec::new();
        let Ok(mut line) = Line::open(address).await else { return acknowledged };
        for number in 0..EACH {
            let message = self.message(writer, number);
            let body = json!({ "message": message, "rating": 1 + number % 5 }).to_string();
            let Ok(ask) = http_client::post("/api/guestbook", Some(&self.tokens[writer]), body) else { break };
            // Another status than 201 is missed in the count, and the run fails.
            match line.count(ask).await {
                Ok((StatusCode::CREATED, _)) => acknowledged.push(message),
                Ok((status, _)) => eprintln!("an entry was answered {status}"),
                Err(_) => break,
            }
            self.acknowledged.fetch_add(1, Ordering::Relaxed);
        }
        acknowledged
    }

    fn message(&self, writer: usize, number: usize) -> String {
        let sentence = SENTENCES[(writer * EACH + number) % SENTENCES.len()];
        format!("{sentence} Day {number} of traveller {writer}, {} crowd.", self.name)
    }

    fn may_send(&self, message: &str) -> bool {
        (0..WRITERS).any(|writer| (0..EACH).any(|number| self.message(writer, number) == message))
    }
}

/// The messages of all entries; fails when one is there twice.
async fn stored(data: &Path) -> anyhow::Result<HashSet<String>> {
    let db = Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let every = "select message from guestbook_entry";
    let messages: Vec<String> = on!(&db, |engine| sqlx::query_scalar(every).fetch_all(engine))?;
    db.close().await;
    let count = messages.len();
    let once: HashSet<String> = messages.into_iter().collect();
    ensure!(once.len() == count, "{} entries are there twice", count - once.len());
    Ok(once)
}
