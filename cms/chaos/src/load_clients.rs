//! A crowd that reads and writes without a break, and remembers what it was told.

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

/// From one request of one person to the next. Together with the number of people it leaves the machine room for the
/// guide; and nginx allows each 50 a second.
const READ_EVERY: Duration = Duration::from_millis(40);
const WRITE_EVERY: Duration = Duration::from_millis(40);

/// One request that has ended.
#[derive(Clone, Debug)]
struct Done {
    at: Instant,
    is_write: bool,
    /// Why it failed, if it did.
    fault: Option<String>,
}

/// What was written.
#[derive(Debug, Default)]
struct Ledger {
    sent: HashSet<String>,
    acknowledged: HashSet<String>,
}

/// The crowd. It goes on until it is told to stop.
pub struct Crowd {
    done: Arc<Mutex<Vec<Done>>>,
    ledger: Arc<Mutex<Ledger>>,
    is_over: Arc<AtomicBool>,
    people: JoinSet<()>,
}

/// What a crowd noticed between two moments.
#[derive(Clone, Debug, Default)]
pub struct Noticed {
    /// Reads that failed, of how many.
    pub reads: (usize, usize),
    /// Writes that failed, of how many.
    pub writes: (usize, usize),
    /// The longest time without an acknowledged write.
    pub pause: Duration,
    /// How often what went wrong.
    pub faults: HashMap<String, usize>,
}

/// What is stored, beside what was acknowledged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// How many were acknowledged.
    pub acknowledged: usize,
    /// Acknowledged, and not there.
    pub lost: usize,
    /// There more than once.
    pub twice: usize,
    /// There, and never sent by anybody.
    pub strange: usize,
}

impl Kept {
    /// Whether all is as it should be.
    pub fn is_right(&self) -> bool {
        self.lost + self.twice + self.strange == 0
    }
}

fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Crowd {
    /// Readers of these addresses and writers of guestbook entries, each a client of its own. A name of the crowd is in all
    /// that it writes.
    pub fn gather(name: &str, readers: Vec<Client>, paths: Vec<String>, writers: Vec<Client>) -> Self {
        let mut crowd =
            Self { done: Arc::default(), ledger: Arc::default(), is_over: Arc::default(), people: JoinSet::new() };
        let paths = Arc::new(paths);
        for (start, reader) in readers.into_iter().enumerate() {
            let (done, is_over, paths) = (crowd.done.clone(), crowd.is_over.clone(), paths.clone());
            crowd.people.spawn(async move {
                let mut next = start;
                while !is_over.load(Ordering::Relaxed) {
                    let path = &paths[next % paths.len()];
                    next += 1;
                    let asked = reader.get(path).await;
                    let fault = match asked {
                        Ok(answer) if answer.status == 200 => None,
                        Ok(answer) => Some(answer.status.to_string()),
                        Err(error) => Some(shortly(&error)),
                    };
                    held(&done).push(Done { at: Instant::now(), is_write: false, fault });
                    tokio::time::sleep(READ_EVERY).await;
                }
            });
        }
        let number = Arc::new(AtomicU64::new(0));
        for writer in writers {
            let (done, is_over, ledger) = (crowd.done.clone(), crowd.is_over.clone(), crowd.ledger.clone());
            let (number, name) = (number.clone(), name.to_owned());
            crowd.people.spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    let message = format!("The boat left at dawn, {name} {}.", number.fetch_add(1, Ordering::Relaxed));
                    held(&ledger).sent.insert(message.clone());
                    let asked = writer.post("/api/guestbook", &json!({ "message": message, "rating": 5 })).await;
                    let fault = match asked {
                        Ok(answer) if answer.status == 201 => {
                            held(&ledger).acknowledged.insert(message);
                            None
                        }
                        Ok(answer) => Some(answer.status.to_string()),
                        Err(error) => Some(shortly(&error)),
                    };
                    held(&done).push(Done { at: Instant::now(), is_write: true, fault });
                    tokio::time::sleep(WRITE_EVERY).await;
                }
            });
        }
        crowd
    }

    /// What was noticed since `since`.
    pub fn noticed(&self, since: Instant) -> Noticed {
        let mut noticed = Noticed::default();
        let mut last = since;
        for done in held(&self.done).iter().filter(|done| done.at >= since) {
            let (failed, all) = if done.is_write { &mut noticed.writes } else { &mut noticed.reads };
            *all += 1;
            match &done.fault {
                Some(fault) => {
                    *failed += 1;
                    *noticed.faults.entry(fault.clone()).or_default() += 1;
                }
                None if done.is_write => {
                    noticed.pause = noticed.pause.max(done.at - last);
                    last = done.at;
                }
                None => {}
            }
        }
        noticed
    }

    /// Waits until everybody has heard the answer to what they asked.
    pub async fn leaves(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        while self.people.join_next().await.is_some() {}
    }

    /// Compares what is stored in the database at `url` with what was acknowledged before.
    pub async fn kept_in(&self, url: &str) -> anyhow::Result<Kept> {
        let acknowledged = held(&self.ledger).acknowledged.clone();
        let db = Db::open(url).await.context("the database cannot be opened")?;
        let every = "select message from guestbook_entry where message like 'The boat left at dawn, %'";
        let stored: Vec<String> = on!(&db, |engine| sqlx::query_scalar(every).fetch_all(engine))?;
        db.close().await;
        let once: HashSet<&String> = stored.iter().collect();
        let ledger = held(&self.ledger);
        Ok(Kept {
            acknowledged: acknowledged.len(),
            lost: acknowledged.iter().filter(|message| !once.contains(message)).count(),
            twice: stored.len() - once.len(),
            strange: once.iter().filter(|message| !ledger.sent.contains(**message)).count(),
        })
    }
}

/// What failed on the way, without where.
fn shortly(error: &anyhow::Error) -> String {
    let cause = error.root_cause().to_string();
    let is_refused = cause.contains("refused");
    if is_refused { "connection refused".to_owned() } else { cause.chars().take(60).collect() }
}
