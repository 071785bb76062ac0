//! Passwords: argon2id, by a few workers that step back for everybody else.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use rand::seq::IndexedRandom;
use tokio::sync::oneshot;

use crate::kernel::text::nfc;

/// The shortest password, in code points. Source: specification, section 9.
pub const SHORTEST: usize = 6;
/// The longest password, in bytes: more costs us work and nobody safety.
pub const LONGEST_BYTES: usize = 1024;

/// How many may wait for each worker: one password takes 19 MiB and a core for some 50 ms, so the last of them has its
/// turn within a second.
const WAITING: usize = 16;
/// The workers' nice value: with it a read that needs the core gets nine tenths of it.
const NICENESS: i32 = 10;

/// Stands in for the hash of an account that has none or does not exist, so that it takes the same work to refuse it
/// (threat D12). Made with the present settings; nobody knows a password for it, and it is never believed.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$cGhvbmcgbmhhIGthcnN0IQ$a2Fyc3QgZGVjb3k6IG5vYm9keSBjYW4gc2lnbiBpbiE";

/// Why a password was not worked on.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// 422: too short to be one.
    #[error("The password needs at least {SHORTEST} characters")]
    TooShort,
    /// 422: too long to be worked on.
    #[error("The password may have at most {LONGEST_BYTES} bytes")]
    TooLong,
    /// 503: too many others are waiting.
    #[error("Too many people are signing in at this moment. Please try again.")]
    Busy,
    /// 500: the hash could not be made.
    #[error("The password could not be kept")]
    Failed,
}

type Task = Box<dyn FnOnce() + Send>;

/// The place where passwords are hashed and compared. Cheap to clone; the workers end with the last clone.
#[derive(Clone, Debug)]
pub struct Passwords {
    queue: SyncSender<Task>,
}

impl Default for Passwords {
    /// A worker for every second core.
    fn default() -> Self {
        Self::with((std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1))
    }
}

/// One worker: threads of their own, so that their low priority is nobody else's.
fn work_off(queue: &Mutex<Receiver<Task>>) {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "the password workers run at the usual priority");
    }
    loop {
        let next = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
        let Ok(task) = next else { return };
        // Whoever waits for a task that panicked is told that it failed; the worker goes on.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
    }
}

impl Passwords {
    fn with(workers: usize) -> Self {
        let (queue, waiting) = sync_channel(workers * WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..workers {
            let waiting = waiting.clone();
            let started = std::thread::Builder::new().name("password".into()).spawn(move || work_off(&waiting));
            if let Err(error) = started {
                tracing::error!(%error, "a password worker could not be started");
            }
        }
        Self { queue }
    }

    /// The PHC string to keep for a new password.
    pub async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let password = nfc(password);
        if password.chars().count() < SHORTEST {
            return Err(PasswordError::TooShort);
        }
        if password.len() > LONGEST_BYTES {
            return Err(PasswordError::TooLong);
        }
        self.work(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await?
            .map_err(|error| {
                tracing::error!(%error, "a password could not be hashed");
                PasswordError::Failed
            })
    }

    /// Whether `password` is the one behind `hash`. Without a hash the answer is no, after the same work.
    pub async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, PasswordError> {
        let password = nfc(password);
        if password.len() > LONGEST_BYTES {
            return Ok(false);
        }
        let known = hash.and_then(|text| {
            PasswordHash::new(text).inspect_err(|error| tracing::error!(%error, "a stored hash cannot be read")).ok()
        });
        let is_known = known.is_some();
        let Some(against) = known.or_else(|| PasswordHash::new(DECOY).ok()) else { return Err(PasswordError::Failed) };
        let agrees =
            self.work(move || Argon2::default().verify_password(password.as_bytes(), &against).is_ok()).await?;
        Ok(agrees && is_known)
    }

    /// Runs `task` when a worker has time. A caller who has gone away meanwhile costs nothing.
    async fn work<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordError> {
        let (reply, answer) = oneshot::channel();
        let task = Box::new(move || {
            if !reply.is_closed() {
                let _ = reply.send(task());
            }
        });
        self.queue.try_send(task).map_err(|_| PasswordError::Busy)?;
        answer.await.map_err(|_| PasswordError::Failed)
    }
}

/// A password to hand to somebody: twenty characters that are not mistaken for each other, in four groups.
pub fn generated() -> String {
    const SIGNS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut source = rand::rng();
    let mut group =
        || -> String { (0..5).filter_map(|_| SIGNS.choose(&mut source)).map(|&sign| sign as char).collect() };
    [group(), group(), group(), group()].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_in_either_normal_form() {
        let passwords = Passwords::default();
        let hash = passwords.hash("hang S\u{1a1}n \u{110}o\u{f2}ng").await.expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, is_right) in [
            ("hang Sơn Đoòng", true),
            ("hang So\u{31b}n Đoo\u{300}ng", true),
            ("hang Son Doong", false),
            ("", false),
            ("hang Sơn Đoòng ", false),
        ] {
            assert_eq!(passwords.matches(password, Some(&hash)).await.expect("an answer"), is_right, "{password}");
        }
    }

    #[tokio::test]
    async fn without_a_hash_the_answer_is_no_after_the_same_work() {
        let decoy = PasswordHash::new(DECOY).expect("a PHC string");
        let fresh = Argon2::default().hash_password(b"a password").expect("a hash");
        assert_eq!((decoy.algorithm, decoy.version), (fresh.algorithm, fresh.version));
        assert_eq!(decoy.params.to_string(), fresh.params.to_string());
        let length = |hash: &PasswordHash| (hash.salt.map(|salt| salt.len()), hash.hash.map(|output| output.len()));
        assert_eq!(length(&decoy), length(&fresh));
        let passwords = Passwords::default();
        for hash in [None, Some("not a hash")] {
            assert!(!passwords.matches("a password", hash).await.expect("an answer"));
        }
    }

    #[tokio::test]
    async fn length_is_limited_in_code_points_and_bytes() {
        let passwords = Passwords::default();
        assert!(matches!(passwords.hash("động!").await, Err(PasswordError::TooShort)));
        assert!(passwords.hash("động!!").await.is_ok());
        assert!(matches!(passwords.hash(&"ộ".repeat(342)).await, Err(PasswordError::TooLong)));
        assert!(!passwords.matches(&"a".repeat(1025), None).await.expect("an answer"));
    }

    #[tokio::test]
    async fn whoever_finds_the_queue_full_is_sent_away() {
        let passwords = Passwords::with(1);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (begun, beginning) = oneshot::channel();
        let busy = Box::new(move || {
            let _ = begun.send(());
            let _ = wait.recv();
        });
        passwords.queue.try_send(busy).expect("an empty queue");
        beginning.await.expect("a worker");
        for _ in 0..WAITING {
            passwords.queue.try_send(Box::new(|| {})).expect("room in the queue");
        }
        assert!(matches!(passwords.matches("a password", None).await, Err(PasswordError::Busy)));
        drop(go);
        while passwords.matches("a password", None).await.is_err() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_worker_survives_a_task_that_does_not() {
        let passwords = Passwords::with(1);
        let failed = passwords.work(|| panic!("as bad as it gets")).await;
        assert!(matches!(failed, Err::<(), _>(PasswordError::Failed)));
        assert!(!passwords.matches("a password", None).await.expect("an answer"));
    }

    #[test]
    fn generated_passwords_are_long_and_never_the_same() {
        let (one, other) = (generated(), generated());
        assert_eq!(one.len(), 23);
        assert_ne!(one, other);
    }
}
