//! Hashes and verifies passwords (argon2id) on a few worker threads with low priority.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};

use crate::common::text::nfc;
use crate::common::worker_pool::{WorkerPool, WorkerPoolError, half_cpu_count};

/// The minimum length of a password, in code points (R27).
pub const MIN_PASSWORD_LEN: usize = 6;
/// The maximum length of a password, in bytes. Longer passwords would take longer to hash and not be more secure.
pub const MAX_PASSWORD_BYTES: usize = 1024;

/// The maximum number of waiting tasks per worker. Hashing a password takes 19 MiB and about 50 ms of a core, so the
/// last task in the queue starts within a second.
const MAX_WAITING_TASKS_PER_WORKER: usize = 16;

/// The hash that is verified if the account does not exist or has no password. The response then takes as long as for a
/// wrong password (R312). The hash has the current argon2 parameters. Nobody knows a password for it, and a match would
/// still be rejected.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cGhvbmcgbmhhIGthcnN0IQ$a2Fyc3QgZGVjb3k6IG5vYm9keSBjYW4gc2lnbiBpbiE";

/// Why a password could not be hashed or verified.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// 422: too short.
    #[error("Password must be at least {MIN_PASSWORD_LEN} characters")]
    TooShort,
    /// 422: too long.
    #[error("Password must be at most {MAX_PASSWORD_BYTES} bytes")]
    TooLong,
    /// 503: too many other passwords are waiting to be hashed or verified.
    #[error("Too many people are signing in right now. Please try again.")]
    Busy,
    /// 500: the hashing or the verification failed.
    #[error("The password could not be saved")]
    Failed,
}

impl From<WorkerPoolError> for PasswordError {
    fn from(error: WorkerPoolError) -> Self {
        match error {
            WorkerPoolError::Busy => Self::Busy,
            WorkerPoolError::Panicked => Self::Failed,
        }
    }
}

/// Hashes and verifies passwords. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PasswordWorkerPool(WorkerPool);

impl Default for PasswordWorkerPool {
    fn default() -> Self {
        let workers = half_cpu_count();
        Self(WorkerPool::new("password", workers, workers * MAX_WAITING_TASKS_PER_WORKER))
    }
}

impl PasswordWorkerPool {
    /// The number of passwords that are waiting to be hashed or verified.
    pub fn waiting_task_count(&self) -> i64 {
        self.0.waiting_task_count()
    }

    /// Hashes a new password to a PHC string. Errors: [`PasswordError::TooShort`] and [`PasswordError::TooLong`] for an
    /// invalid length.
    pub async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let password = nfc(password);
        if password.chars().count() < MIN_PASSWORD_LEN {
            return Err(PasswordError::TooShort);
        }
        if password.len() > MAX_PASSWORD_BYTES {
            return Err(PasswordError::TooLong);
        }
        self.0
            .run(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await?
            .map_err(|error| {
                tracing::error!(%error, "failed to hash a password");
                PasswordError::Failed
            })
    }

    /// Whether `password` matches `hash`. Without a valid hash, the result is `false`, and the function takes as long
    /// as with one. For a password that is too long, the function returns `false` at once.
    pub async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, PasswordError> {
        let password = nfc(password);
        if password.len() > MAX_PASSWORD_BYTES {
            return Ok(false);
        }
        let parsed = hash.map(PasswordHash::new).transpose();
        let parsed = parsed.inspect_err(|error| tracing::error!(%error, "a stored password hash is invalid"));
        let stored_hash = parsed.unwrap_or_default();
        let has_hash = stored_hash.is_some();
        let Some(hash_or_dummy) = stored_hash.or_else(|| PasswordHash::new(DUMMY_HASH).ok()) else {
            return Err(PasswordError::Failed);
        };
        let verify = move || Argon2::default().verify_password(password.as_bytes(), &hash_or_dummy).is_ok();
        Ok(self.0.run(verify).await? && has_hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn password_matches_in_either_unicode_normal_form() {
        let passwords = PasswordWorkerPool::default();
        let hash = passwords.hash("hang S\u{1a1}n \u{110}o\u{f2}ng").await.expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, is_correct) in [
            ("hang Sơn Đoòng", true),
            ("hang So\u{31b}n Đoo\u{300}ng", true),
            ("hang Son Doong", false),
            ("", false),
            ("hang Sơn Đoòng ", false),
        ] {
            assert_eq!(passwords.matches(password, Some(&hash)).await.expect("an answer"), is_correct, "{password}");
        }
    }

    #[tokio::test]
    async fn missing_or_invalid_hash_never_matches_and_dummy_hash_costs_as_much_as_a_new_one() {
        let dummy = PasswordHash::new(DUMMY_HASH).expect("a PHC string");
        let fresh = Argon2::default().hash_password(b"a password").expect("a hash");
        assert_eq!((dummy.algorithm, dummy.version), (fresh.algorithm, fresh.version));
        assert_eq!(dummy.params.to_string(), fresh.params.to_string());
        let length = |hash: &PasswordHash| (hash.salt.map(|salt| salt.len()), hash.hash.map(|output| output.len()));
        assert_eq!(length(&dummy), length(&fresh));
        let passwords = PasswordWorkerPool::default();
        for hash in [None, Some("not a hash")] {
            assert!(!passwords.matches("a password", hash).await.expect("an answer"));
        }
    }

    #[tokio::test]
    async fn length_is_limited_in_code_points_and_bytes() {
        let passwords = PasswordWorkerPool::default();
        assert!(matches!(passwords.hash("động!").await, Err(PasswordError::TooShort)));
        assert!(passwords.hash("động!!").await.is_ok());
        assert!(matches!(passwords.hash(&"ộ".repeat(342)).await, Err(PasswordError::TooLong)));
        assert!(!passwords.matches(&"a".repeat(1025), None).await.expect("an answer"));
    }
}
