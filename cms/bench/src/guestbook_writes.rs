//! Measures guestbook entries that many clients write while another client reads. In a second run, the server is killed
//! during the writes. Every acknowledged entry must be stored exactly once. A stored entry without an acknowledgment
//! must at least have been sent.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use cms::db::engine::Db;
use cms::with_pool;
use hyper::StatusCode;
use serde_json::json;
use tokio::task::JoinSet;

use crate::child::{self, Server};
use crate::http_client::{self, Connection, HttpRequest};
use crate::paced_reads::{self, p99};
use crate::process;
use crate::words::SENTENCES;

/// The name of this benchmark case, with which `--only` is compared.
pub const CASE_NAME: &str = "guestbook entries";
/// The number of clients that write at the same time.
const WRITER_COUNT: usize = 16;
const ENTRIES_PER_WRITER: usize = 625;
/// The server is killed after this many responses to entries of the second run.
const ENTRIES_BEFORE_KILL: usize = 1_000;
const READ_PATH: &str = "/api/guestbook?limit=25";
/// 200 reads per second.
const READ_INTERVAL: Duration = Duration::from_millis(5);
const PASSWORD: &str = "a long password for measuring";

/// The results of both runs. [`run`] fails if an entry was lost or duplicated.
#[derive(Clone, Copy, Debug)]
pub struct GuestbookWriteResults {
    /// The number of entries of the first run.
    pub entry_count: usize,
    /// Acknowledged entries per second.
    pub entries_per_second: f64,
    /// Acknowledged entries per CPU-second of the server. The CPU time includes that of the concurrent reads.
    pub entries_per_cpu_second: f64,
    /// The p99 latency of a read while no client writes.
    pub p99_without_writes: Duration,
    /// The p99 latency of a read while all writers write.
    pub p99_during_writes: Duration,
    /// How many entries were acknowledged before the server was killed.
    pub acknowledged_before_kill: usize,
}

/// Runs the measurement on the database in `data`. Errors: an acknowledged entry is missing, an entry is stored twice,
/// a stored entry was never sent, or a response of the first run has an unexpected status.
pub async fn run(data: &Path, cache_mib: u64, log: &Path) -> anyhow::Result<GuestbookWriteResults> {
    add_writer_accounts(data).await?;
    let server = start_api_without_post_limit(data, cache_mib, log).await?;
    let tokens = sign_in_writers(server.address).await?;

    let end = Instant::now() + Duration::from_secs(2);
    let latency_without_writes =
        p99(paced_reads::measure_latencies(server.address, READ_PATH, READ_INTERVAL, || Instant::now() < end).await?);
    let writers = Writers::new("first", tokens.clone());
    let (start, cpu) = (Instant::now(), process::cpu_time(server.pid)?);
    let write_task = tokio::spawn(writers.clone().write(server.address));
    let latency_during_writes =
        p99(paced_reads::measure_latencies(server.address, READ_PATH, READ_INTERVAL, || !write_task.is_finished())
            .await?);
    let first_messages = write_task.await.context("the writers ended early")?;
    let (elapsed_s, cpu) = (start.elapsed().as_secs_f64(), (process::cpu_time(server.pid)? - cpu).as_secs_f64());
    server.stop().await?;
    ensure!(
        first_messages.len() == WRITER_COUNT * ENTRIES_PER_WRITER,
        "only {} of {} entries were acknowledged",
        first_messages.len(),
        WRITER_COUNT * ENTRIES_PER_WRITER
    );
    ensure!(stored_messages(data).await? == first_messages, "the stored entries differ from the acknowledged ones");

    let server = start_api_without_post_limit(data, cache_mib, log).await?;
    let writers = Writers::new("second", tokens);
    let write_task = tokio::spawn(writers.clone().write(server.address));
    while writers.response_count.load(Ordering::Relaxed) < ENTRIES_BEFORE_KILL {
        ensure!(!write_task.is_finished(), "the writers ended before the server was killed");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    server.kill().await?;
    let second_messages = write_task.await.context("the writers ended early")?;
    let stored = stored_messages(data).await?;
    let acknowledged_messages: HashSet<String> = first_messages.union(&second_messages).cloned().collect();
    ensure!(acknowledged_messages.is_subset(&stored), "an acknowledged entry is missing after the kill");
    // A write that was in progress may have been stored without an acknowledgment.
    ensure!(
        stored.difference(&acknowledged_messages).all(|message| writers.is_own_message(message)),
        "a stored entry was never sent"
    );

    let entry_count = first_messages.len();
    let (entries_per_second, entries_per_cpu_second) = (entry_count as f64 / elapsed_s, entry_count as f64 / cpu);
    Ok(GuestbookWriteResults {
        entry_count,
        entries_per_second,
        entries_per_cpu_second,
        p99_without_writes: latency_without_writes,
        p99_during_writes: latency_during_writes,
        acknowledged_before_kill: second_messages.len(),
    })
}

/// Adds the accounts of the writers, unless an earlier call has added them.
pub async fn add_writer_accounts(data: &Path) -> anyhow::Result<()> {
    if data.join("writers").exists() {
        return Ok(());
    }
    for writer in 0..WRITER_COUNT {
        child::add_account(data, &email(writer), "viewer", PASSWORD).await?;
    }
    Ok(std::fs::write(data.join("writers"), "")?)
}

/// The request that adds the n-th entry. The number and the process id make the text of the entry unique.
pub fn entry_request(n: u64, token: &str) -> anyhow::Result<HttpRequest> {
    let (sentence, run_id) = (SENTENCES[n as usize % SENTENCES.len()], std::process::id());
    let message = format!("{sentence} Day {n} of somebody, crowd {run_id}.");
    http_client::post_request(
        "/api/guestbook",
        Some(token),
        json!({ "message": message, "rating": 1 + n % 5 }).to_string(),
    )
}

/// Starts the API without the limit on posts per hour.
pub async fn start_api_without_post_limit(data: &Path, cache_mib: u64, log: &Path) -> anyhow::Result<Server> {
    let mut server = child::start_cms(data, cache_mib, &["--api-only", "--posts-per-hour", "0"], log).await?;
    server.wait_until_ok(READ_PATH, Duration::from_secs(20)).await?;
    Ok(server)
}

fn email(writer: usize) -> String {
    format!("writer{writer}@example.org")
}

/// Signs in all writers. Returns their access tokens, in the order of the writers.
pub async fn sign_in_writers(address: SocketAddr) -> anyhow::Result<Vec<String>> {
    let mut tokens = Vec::new();
    for writer in 0..WRITER_COUNT {
        tokens.push(http_client::sign_in(address, &email(writer), PASSWORD).await?);
    }
    Ok(tokens)
}

/// The writers of one run, each with its access token.
#[derive(Clone)]
struct Writers {
    run_name: &'static str,
    tokens: Vec<String>,
    response_count: Arc<AtomicUsize>,
}

impl Writers {
    fn new(run_name: &'static str, tokens: Vec<String>) -> Self {
        Self { run_name, tokens, response_count: Arc::default() }
    }

    /// Runs all writers until each has sent its entries or its connection has failed. Returns the acknowledged
    /// messages.
    async fn write(self, address: SocketAddr) -> HashSet<String> {
        let mut tasks = JoinSet::new();
        for writer in 0..WRITER_COUNT {
            let writers = self.clone();
            tasks.spawn(async move { writers.write_entries(writer, address).await });
        }
        tasks.join_all().await.into_iter().flatten().collect()
    }

    async fn write_entries(&self, writer: usize, address: SocketAddr) -> Vec<String> {
        let mut acknowledged_messages = Vec::new();
        let Ok(mut connection) = Connection::open(address).await else { return acknowledged_messages };
        for number in 0..ENTRIES_PER_WRITER {
            let message = self.message(writer, number);
            let body = json!({ "message": message, "rating": 1 + number % 5 }).to_string();
            let Ok(request) = http_client::post_request("/api/guestbook", Some(&self.tokens[writer]), body) else {
                break;
            };
            // Any other status makes the first run fail, because too few entries are acknowledged.
            match connection.send_and_count_body_bytes(request).await {
                Ok((StatusCode::CREATED, _)) => acknowledged_messages.push(message),
                Ok((status, _)) => eprintln!("an entry was answered with {status}"),
                Err(_) => break,
            }
            self.response_count.fetch_add(1, Ordering::Relaxed);
        }
        acknowledged_messages
    }

    fn message(&self, writer: usize, number: usize) -> String {
        let sentence = SENTENCES[(writer * ENTRIES_PER_WRITER + number) % SENTENCES.len()];
        format!("{sentence} Day {number} of traveler {writer}, {} crowd.", self.run_name)
    }

    fn is_own_message(&self, message: &str) -> bool {
        (0..WRITER_COUNT).any(|writer| (0..ENTRIES_PER_WRITER).any(|number| self.message(writer, number) == message))
    }
}

/// The messages of all entries. Errors: a message is stored twice.
async fn stored_messages(data: &Path) -> anyhow::Result<HashSet<String>> {
    let db = Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let query = "select message from guestbook_entry";
    let messages: Vec<String> = with_pool!(&db, |engine| sqlx::query_scalar(query).fetch_all(engine))?;
    db.close().await;
    let count = messages.len();
    let distinct: HashSet<String> = messages.into_iter().collect();
    ensure!(distinct.len() == count, "{} entries are there twice", count - distinct.len());
    Ok(distinct)
}
