//! Clients that read and write until they are stopped. They record which writes the server acknowledged.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use cms::db::engine::Db;
use cms::with_pool;
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::Client;

/// The pause after each request of a client. It leaves CPU time for the servers, and keeps each client below nginx's
/// limit of 50 requests per second.
const READ_INTERVAL: Duration = Duration::from_millis(40);
const WRITE_INTERVAL: Duration = Duration::from_millis(40);

/// A finished request.
#[derive(Clone, Debug)]
struct RequestOutcome {
    finished_at: Instant,
    is_write: bool,
    /// The error; `None` if the request succeeded.
    error: Option<String>,
}

/// The texts of the guestbook entries that were sent, and of those that the server acknowledged.
#[derive(Debug, Default)]
struct SentMessages {
    sent: HashSet<String>,
    acknowledged: HashSet<String>,
}

/// The tasks of the load clients, which run until [`LoadClients::stop`].
pub struct LoadClients {
    outcomes: Arc<Mutex<Vec<RequestOutcome>>>,
    messages: Arc<Mutex<SentMessages>>,
    is_stopped: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

/// The results of the requests that finished in a period.
#[derive(Clone, Debug, Default)]
pub struct LoadStats {
    /// The numbers of failed reads and of all reads.
    pub failed_and_all_reads: (usize, usize),
    /// The numbers of failed writes and of all writes.
    pub failed_and_all_writes: (usize, usize),
    /// The longest time without an acknowledged write, from the start of the period to the last acknowledged write.
    pub longest_write_gap: Duration,
    /// The number of times that each error occurred.
    pub errors: HashMap<String, usize>,
}

/// The stored guestbook entries compared with those that the clients sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryComparison {
    /// The number of entries that were acknowledged.
    pub acknowledged: usize,
    /// The number of entries that were acknowledged but are not stored.
    pub lost: usize,
    /// The number of additional copies of entries that are stored more than once.
    pub duplicated: usize,
    /// The number of entries that are stored but were never sent.
    pub unknown: usize,
}

impl EntryComparison {
    /// Whether no entry is lost, duplicated or unknown.
    pub fn is_correct(&self) -> bool {
        self.lost + self.duplicated + self.unknown == 0
    }
}

/// Locks the mutex, even if another task panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl LoadClients {
    /// Starts one task for each client. Readers request `paths` in turn; each reader begins with another path. Writers
    /// post guestbook entries, and the text of each entry contains `name`.
    pub fn start(name: &str, readers: Vec<Client>, paths: Vec<String>, writers: Vec<Client>) -> Self {
        let mut clients = Self {
            outcomes: Arc::default(),
            messages: Arc::default(),
            is_stopped: Arc::default(),
            tasks: JoinSet::new(),
        };
        let paths = Arc::new(paths);
        for (first, reader) in readers.into_iter().enumerate() {
            let (outcomes, is_stopped, paths) = (clients.outcomes.clone(), clients.is_stopped.clone(), paths.clone());
            clients.tasks.spawn(async move {
                let mut next = first;
                while !is_stopped.load(Ordering::Relaxed) {
                    let path = &paths[next % paths.len()];
                    next += 1;
                    let result = reader.get(path).await;
                    let error = match result {
                        Ok(response) if response.status == 200 => None,
                        Ok(response) => Some(response.status.to_string()),
                        Err(error) => Some(short_error(&error)),
                    };
                    lock(&outcomes).push(RequestOutcome { finished_at: Instant::now(), is_write: false, error });
                    tokio::time::sleep(READ_INTERVAL).await;
                }
            });
        }
        let number = Arc::new(AtomicU64::new(0));
        for writer in writers {
            let (outcomes, is_stopped, messages) =
                (clients.outcomes.clone(), clients.is_stopped.clone(), clients.messages.clone());
            let (number, name) = (number.clone(), name.to_owned());
            clients.tasks.spawn(async move {
                while !is_stopped.load(Ordering::Relaxed) {
                    let message = format!("The boat left at dawn, {name} {}.", number.fetch_add(1, Ordering::Relaxed));
                    lock(&messages).sent.insert(message.clone());
                    let result = writer.post("/api/guestbook", &json!({ "message": message, "rating": 5 })).await;
                    let error = match result {
                        Ok(response) if response.status == 201 => {
                            lock(&messages).acknowledged.insert(message);
                            None
                        }
                        Ok(response) => Some(response.status.to_string()),
                        Err(error) => Some(short_error(&error)),
                    };
                    lock(&outcomes).push(RequestOutcome { finished_at: Instant::now(), is_write: true, error });
                    tokio::time::sleep(WRITE_INTERVAL).await;
                }
            });
        }
        clients
    }

    /// Counts the requests that finished since `since`.
    pub fn stats_since(&self, since: Instant) -> LoadStats {
        let mut stats = LoadStats::default();
        let mut last = since;
        for outcome in lock(&self.outcomes).iter().filter(|outcome| outcome.finished_at >= since) {
            let (failed, all) =
                if outcome.is_write { &mut stats.failed_and_all_writes } else { &mut stats.failed_and_all_reads };
            *all += 1;
            match &outcome.error {
                Some(error) => {
                    *failed += 1;
                    *stats.errors.entry(error.clone()).or_default() += 1;
                }
                None if outcome.is_write => {
                    stats.longest_write_gap = stats.longest_write_gap.max(outcome.finished_at - last);
                    last = outcome.finished_at;
                }
                None => {}
            }
        }
        stats
    }

    /// Stops the clients and waits for their last responses.
    pub async fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
    }

    /// Compares the entries in the database at `url` with the messages that were sent and acknowledged.
    pub async fn compare_with_database(&self, url: &str) -> anyhow::Result<EntryComparison> {
        let acknowledged = lock(&self.messages).acknowledged.clone();
        let db = Db::open(url).await.context("failed to open the database")?;
        let query = "select message from guestbook_entry where message like 'The boat left at dawn, %'";
        let stored_messages: Vec<String> = with_pool!(&db, |engine| sqlx::query_scalar(query).fetch_all(engine))?;
        db.close().await;
        let distinct_messages: HashSet<&String> = stored_messages.iter().collect();
        let messages = lock(&self.messages);
        Ok(EntryComparison {
            acknowledged: acknowledged.len(),
            lost: acknowledged.iter().filter(|message| !distinct_messages.contains(message)).count(),
            duplicated: stored_messages.len() - distinct_messages.len(),
            unknown: distinct_messages.iter().filter(|message| !messages.sent.contains(**message)).count(),
        })
    }
}

/// The root cause of an error in at most 60 characters. All refused connections get one text without an address, so
/// that they are counted together.
fn short_error(error: &anyhow::Error) -> String {
    let cause = error.root_cause().to_string();
    let is_refused = cause.contains("refused");
    if is_refused { "connection refused".to_owned() } else { cause.chars().take(60).collect() }
}
