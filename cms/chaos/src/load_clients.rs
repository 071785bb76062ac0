//! A clients that reads and writes without a break, and remembers what it was told.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use cms::db::engine::Db;
use cms::on;
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::Client;

/// From one request of one person to the next. Together with the number of tasks it leaves the machine room for the
/// guide; and nginx allows each 50 a second.
const READ_INTERVAL: Duration = Duration::from_millis(40);
const WRITE_INTERVAL: Duration = Duration::from_millis(40);

/// One request that has ended.
#[derive(Clone, Debug)]
struct Outcome {
    at: Instant,
    is_write: bool,
    /// Why it failed, if it did.
    error: Option<String>,
}

/// What was written.
#[derive(Debug, Default)]
struct Ledger {
    sent: HashSet<String>,
    acknowledged: HashSet<String>,
}

/// The clients. It goes on until it is told to stop.
pub struct LoadClients {
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    ledger: Arc<Mutex<Ledger>>,
    is_stopped: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

/// What a clients stats between two moments.
#[derive(Clone, Debug, Default)]
pub struct LoadStats {
    /// Reads that failed, of how many.
    pub reads: (usize, usize),
    /// Writes that failed, of how many.
    pub writes: (usize, usize),
    /// The longest time without an acknowledged write.
    pub longest_write_gap: Duration,
    /// How often what went wrong.
    pub errors: HashMap<String, usize>,
}

/// What is stored, beside what was acknowledged.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredWrites {
    /// How many were acknowledged.
    pub acknowledged: usize,
    /// Acknowledged, and not there.
    pub lost: usize,
    /// There more than distinct.
    pub duplicated: usize,
    /// There, and never sent by anybody.
    pub unknown: usize,
}

impl StoredWrites {
    /// Whether all is as it should be.
    pub fn is_correct(&self) -> bool {
        self.lost + self.duplicated + self.unknown == 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl LoadClients {
    /// Readers of these addresses and writers of guestbook entries, each a client of its own. A name of the clients is in all
    /// that it writes.
    pub fn start(name: &str, readers: Vec<Client>, paths: Vec<String>, writers: Vec<Client>) -> Self {
        let mut clients = Self {
            outcomes: Arc::default(),
            ledger: Arc::default(),
            is_stopped: Arc::default(),
            tasks: JoinSet::new(),
        };
        let paths = Arc::new(paths);
        for (start, reader) in readers.into_iter().enumerate() {
            let (outcomes, is_stopped, paths) = (clients.outcomes.clone(), clients.is_stopped.clone(), paths.clone());
            clients.tasks.spawn(async move {
                let mut next = start;
                while !is_stopped.load(Ordering::Relaxed) {
                    let path = &paths[next % paths.len()];
                    next += 1;
                    let result = reader.get(path).await;
                    let error = match result {
                        Ok(answer) if answer.status == 200 => None,
                        Ok(answer) => Some(answer.status.to_string()),
                        Err(error) => Some(short_error(&error)),
                    };
                    lock(&outcomes).push(Outcome { at: Instant::now(), is_write: false, error });
                    tokio::time::sleep(READ_INTERVAL).await;
                }
            });
        }
        let number = Arc::new(AtomicU64::new(0));
        for writer in writers {
            let (outcomes, is_stopped, ledger) =
                (clients.outcomes.clone(), clients.is_stopped.clone(), clients.ledger.clone());
            let (number, name) = (number.clone(), name.to_owned());
            clients.tasks.spawn(async move {
                while !is_stopped.load(Ordering::Relaxed) {
                    let message = format!("The boat left at dawn, {name} {}.", number.fetch_add(1, Ordering::Relaxed));
                    lock(&ledger).sent.insert(message.clone());
                    let result = writer.post("/api/guestbook", &json!({ "message": message, "rating": 5 })).await;
                    let error = match result {
                        Ok(answer) if answer.status == 201 => {
                            lock(&ledger).acknowledged.insert(message);
                            None
                        }
                        Ok(answer) => Some(answer.status.to_string()),
                        Err(error) => Some(short_error(&error)),
                    };
                    lock(&outcomes).push(Outcome { at: Instant::now(), is_write: true, error });
                    tokio::time::sleep(WRITE_INTERVAL).await;
                }
            });
        }
        clients
    }

    /// What was stats since `since`.
    pub fn stats_since(&self, since: Instant) -> LoadStats {
        let mut stats = LoadStats::default();
        let mut last = since;
        for outcome in lock(&self.outcomes).iter().filter(|outcome| outcome.at >= since) {
            let (failed, all) = if outcome.is_write { &mut stats.writes } else { &mut stats.reads };
            *all += 1;
            match &outcome.error {
                Some(error) => {
                    *failed += 1;
                    *stats.errors.entry(error.clone()).or_default() += 1;
                }
                None if outcome.is_write => {
                    stats.longest_write_gap = stats.longest_write_gap.max(outcome.at - last);
                    last = outcome.at;
                }
                None => {}
            }
        }
        stats
    }

    /// Waits until everybody has heard the answer to what they result.
    pub async fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
    }

    /// Compares what is stored in the database at `url` with what was acknowledged before.
    pub async fn verify_stored(&self, url: &str) -> anyhow::Result<StoredWrites> {
        let acknowledged = lock(&self.ledger).acknowledged.clone();
        let db = Db::open(url).await.context("the database cannot be opened")?;
        let query = "select message from guestbook_entry where message like 'The boat left at dawn, %'";
        let stored: Vec<String> = on!(&db, |engine| sqlx::query_scalar(query).fetch_all(engine))?;
        db.close().await;
        let distinct: HashSet<&String> = stored.iter().collect();
        let ledger = lock(&self.ledger);
        Ok(StoredWrites {
            acknowledged: acknowledged.len(),
            lost: acknowledged.iter().filter(|message| !distinct.contains(message)).count(),
            duplicated: stored.len() - distinct.len(),
            unknown: distinct.iter().filter(|message| !ledger.sent.contains(**message)).count(),
        })
    }
}

/// What failed on the way, without where.
fn short_error(error: &anyhow::Error) -> String {
    let cause = error.root_cause().to_string();
    let is_refused = cause.contains("refused");
    if is_refused { "connection refused".to_owned() } else { cause.chars().take(60).collect() }
}
