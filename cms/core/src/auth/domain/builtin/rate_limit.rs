//! Rate limits (GCRA). Each limits a kind of attempt by mailbox or account, and by client address. A sign-in counts
//! only if it fails.
//!
//! Failures are counted in the database, which all replicas share: a successful sign-in reads two rows and writes none.
//! Attempts in flight are counted in the memory of the process, so that concurrent guesses count too. Other replicas
//! see an attempt only after it has failed. A client that guesses at several replicas at once therefore gets additional
//! guesses. Their number is at most the number of attempts that these replicas process at the same time. The queues in
//! `password.rs` bound that number.
//!
//! Only attempts in flight take memory, so a flood of attempts can neither exhaust the memory nor evict other counts.
//! Expired rows are deleted. If more than [`MAX_RATE_LIMIT_ROWS`] remain, those that expire first are deleted.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::future::join_all;
use parking_lot::Mutex;
use prometheus_client::metrics::counter::Counter;

use crate::auth::domain::{email, secret};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::common::rate_limit_state::{RateLimitState, RateLimitStates};
use crate::db::engine::{Db, StoreError};
use crate::{execute, with_pool};

/// The maximum number of rows that remain after a sweep, which deletes expired rows.
pub const MAX_RATE_LIMIT_ROWS: i64 = 200_000;
/// The number of failures that a process counts between two sweeps.
const FAILURES_PER_SWEEP: u32 = 64;

const SELECT_RESET_TIMES: &str = "select key, resets_at from rate_limit where key in ($1, $2)";

const COUNT_FAILURE: &str = "
insert into rate_limit (key, resets_at) values ($1, $2 + $3)
on conflict (key) do update
set resets_at = case when rate_limit.resets_at > $2 then rate_limit.resets_at else $2 end + $3";

const DELETE_EXPIRED: &str = "delete from rate_limit where resets_at <= $1";

// SQLite accepts an offset only after a limit.
const DELETE_EXCESS_ROWS: &str = "
delete from rate_limit where key in (select key from rate_limit order by resets_at desc, key limit 1000000 offset $1)";

/// A quota: `burst` attempts at once, then one per `interval_s` seconds.
#[derive(Clone, Copy, Debug)]
pub struct AttemptQuota {
    burst: i64,
    interval_s: i64,
}

/// The quotas of one kind of attempt.
#[derive(Clone, Copy, Debug)]
pub struct AttemptQuotas {
    /// The kind of attempt. Each kind is counted separately.
    kind: &'static str,
    /// The names of the two limits in the headers of responses: of the mailbox or account, and of the client address.
    policy_names: [&'static str; 2],
    mailbox_or_account_quota: AttemptQuota,
    /// The quota of a client address. It is larger than the quota of a mailbox, because many people may share one
    /// address.
    address_quota: AttemptQuota,
}

/// Failed sign-ins, and other guesses at a password or a code.
pub const SIGN_IN_QUOTAS: AttemptQuotas = AttemptQuotas {
    kind: "password",
    policy_names: ["password", "password-address"],
    mailbox_or_account_quota: AttemptQuota { burst: 10, interval_s: 60 },
    address_quota: AttemptQuota { burst: 50, interval_s: 6 },
};
/// Sign-ups.
pub const SIGN_UP_QUOTAS: AttemptQuotas = AttemptQuotas {
    kind: "sign_up",
    policy_names: ["sign-up", "sign-up-address"],
    mailbox_or_account_quota: AttemptQuota { burst: 5, interval_s: 600 },
    address_quota: AttemptQuota { burst: 20, interval_s: 60 },
};
/// Requests that send an email to a mailbox.
pub const EMAIL_QUOTAS: AttemptQuotas =
    AttemptQuotas { kind: "email", policy_names: ["email", "email-address"], ..SIGN_UP_QUOTAS };
/// Contact messages and inquiries. Each of them sends a receipt to the address that the sender typed.
pub const CONTACT_AND_ENQUIRY_QUOTAS: AttemptQuotas = AttemptQuotas {
    kind: "message",
    policy_names: ["message", "message-address"],
    mailbox_or_account_quota: AttemptQuota { burst: 5, interval_s: 1200 },
    address_quota: AttemptQuota { burst: 10, interval_s: 300 },
};
/// Reports about places. Most reports have no email address and count for the client address only. Its quota is higher
/// than that of messages, because each confirmed fact is a separate report.
pub const REPORT_QUOTAS: AttemptQuotas = AttemptQuotas {
    kind: "report",
    policy_names: ["report", "report-address"],
    mailbox_or_account_quota: AttemptQuota { burst: 5, interval_s: 1200 },
    address_quota: AttemptQuota { burst: 20, interval_s: 180 },
};
/// Claims to places. A claim may make the server send an email to the place or fetch its website.
pub const CLAIM_QUOTAS: AttemptQuotas =
    AttemptQuotas { kind: "claim", policy_names: ["claim", "claim-address"], ..SIGN_UP_QUOTAS };
/// Redirects to an identity provider. Each is stored until the sign-in ends or expires; the mailbox is not known yet.
pub const FEDERATED_SIGN_IN_QUOTAS: AttemptQuotas =
    AttemptQuotas { kind: "federated_sign_in", policy_names: ["sign-in", "sign-in-address"], ..SIGN_IN_QUOTAS };
/// Requests with an invalid API token. They have no mailbox.
pub const INVALID_API_TOKEN_QUOTAS: AttemptQuotas =
    AttemptQuotas { kind: "api_token", policy_names: ["invalid-token", "invalid-token-address"], ..SIGN_IN_QUOTAS };

/// Requests for a preview with an invalid ticket. They have no mailbox.
pub const INVALID_PREVIEW_TICKET_QUOTAS: AttemptQuotas =
    AttemptQuotas { kind: "preview", policy_names: ["preview", "preview-address"], ..SIGN_IN_QUOTAS };

/// The mailbox or account for which attempts are counted, in addition to the client address.
#[derive(Clone, Copy, Debug)]
pub enum RateLimitKey<'a> {
    /// The mailbox of this email address, which the caller typed and need not own.
    Email(&'a str),
    /// This account, for callers who are signed in to it. Other callers cannot use up its quota.
    Account(&'a AccountId),
    /// Neither a mailbox nor an account: attempts are counted for the client address only.
    ClientAddressOnly,
}

/// The seconds to wait, for `Retry-After`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("try again in {0} s")]
pub struct RetryAfter(pub i64);

/// Why an attempt is rejected.
#[derive(Debug, thiserror::Error)]
pub enum RateLimitError {
    /// The quota is used up: 429.
    #[error(transparent)]
    RetryAfter(#[from] RetryAfter),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A rate limiter for one kind of attempt: see the module documentation.
#[derive(Debug)]
pub struct RateLimiter {
    quotas: AttemptQuotas,
    counters: Arc<ProcessCounters>,
}

#[derive(Debug, Default)]
struct ProcessCounters {
    /// The number of attempts in flight, by key of the row in the database.
    in_flight_counts: Mutex<HashMap<String, i64>>,
    /// The number of failures that this process has counted, for the sweeps.
    failure_count: AtomicU32,
    rejected_attempts: Counter,
}

/// An attempt in flight. It counts as failed unless [`RateLimitedAttempt::release`] is called, even if its request is
/// canceled.
#[must_use]
pub struct RateLimitedAttempt(Option<InFlightAttempt>);

/// The guard of an attempt in flight. When the guard is dropped, the attempt is removed from
/// [`ProcessCounters::in_flight_counts`].
struct InFlightAttempt {
    db: Db,
    counters: Arc<ProcessCounters>,
    limits: Vec<Limit>,
    now: Timestamp,
    /// The states of the limits with this attempt counted.
    states: Vec<RateLimitState>,
}

/// A rate limit of one mailbox, account or client network. `key` is that of its row in the database.
#[derive(Clone, Debug)]
struct Limit {
    key: String,
    quota: AttemptQuota,
    limit_name: &'static str,
}

impl Limit {
    /// The state of the limit after an attempt. `full_after_ms` is the time until the quota is full again.
    fn state(&self, full_after_ms: i64) -> RateLimitState {
        let AttemptQuota { burst, interval_s } = self.quota;
        let used = ((full_after_ms + interval_s * 1000 - 1) / (interval_s * 1000)).min(burst);
        // The seconds until `remaining` increases by one; zero if the quota is full.
        let reset_s = if used == 0 { 0 } else { (full_after_ms - (used - 1) * interval_s * 1000 + 999) / 1000 };
        RateLimitState {
            limit_name: self.limit_name,
            quota: burst,
            window_s: burst * interval_s,
            remaining: burst - used,
            reset_s,
        }
    }
}

impl RateLimiter {
    /// A rate limiter with these quotas.
    pub fn new(quotas: AttemptQuotas) -> Self {
        Self { quotas, counters: Arc::default() }
    }

    /// Begins an attempt from the client `address`. Records the states of its limits for the headers of the response.
    /// Errors: [`RateLimitError::RetryAfter`] if a quota is used up.
    pub async fn begin(
        &self,
        db: &Db,
        limit_key: RateLimitKey<'_>,
        address: IpAddr,
        now: Timestamp,
    ) -> Result<RateLimitedAttempt, RateLimitError> {
        let (limits, states) = (self.limits(limit_key, address), Vec::new());
        let mut in_flight = InFlightAttempt { db: db.clone(), counters: self.counters.clone(), limits, now, states };
        // The attempt is marked as in flight before the database is read. Another attempt that ends in between is then
        // counted twice. In the opposite order, the other attempt would not be counted at all.
        let other_attempts = in_flight.mark_in_flight();
        let reset_times = reset_times(db, &in_flight.limits).await?;
        let (mut wait_ms, mut full_after) = (0, Vec::new());
        for (limit, other_attempts) in in_flight.limits.iter().zip(other_attempts) {
            let AttemptQuota { burst, interval_s } = limit.quota;
            let full_at = reset_times.get(&limit.key).copied().unwrap_or(now).max(now);
            let full_after_ms = full_at.plus_seconds((other_attempts + 1) * interval_s).0 - now.0;
            wait_ms = wait_ms.max(full_after_ms - burst * interval_s * 1000);
            full_after.push(full_after_ms);
        }
        // A refused attempt does not count, so the states do not include it.
        let uncounted = i64::from(wait_ms > 0);
        let limits = in_flight.limits.iter().zip(full_after);
        in_flight.states =
            limits.map(|(limit, after_ms)| limit.state(after_ms - uncounted * limit.quota.interval_s * 1000)).collect();
        let current = RateLimitStates::current();
        in_flight.states.iter().for_each(|state| current.record(state.clone()));
        if wait_ms > 0 {
            self.counters.rejected_attempts.inc();
            return Err(RetryAfter((wait_ms + 999) / 1000).into());
        }
        Ok(RateLimitedAttempt(Some(in_flight)))
    }

    /// Counts an attempt, whether it succeeds or fails. Errors: [`RateLimitError::RetryAfter`] if a quota is used up.
    pub async fn count_attempt(
        &self,
        db: &Db,
        limit_key: RateLimitKey<'_>,
        address: IpAddr,
        now: Timestamp,
    ) -> Result<(), RateLimitError> {
        self.begin(db, limit_key, address, now).await?.record_failure().await;
        Ok(())
    }

    /// The kind of attempt, and the number of attempts that this process has rejected.
    pub fn rejected_attempt_count(&self) -> (&'static str, u64) {
        (self.quotas.kind, self.counters.rejected_attempts.get())
    }

    fn limits(&self, limit_key: RateLimitKey<'_>, address: IpAddr) -> Vec<Limit> {
        let AttemptQuotas { kind, policy_names, mailbox_or_account_quota, address_quota } = self.quotas;
        let mailbox_or_account = match limit_key {
            RateLimitKey::Email(typed) => Some(("mailbox", email::mailbox(typed))),
            RateLimitKey::Account(id) => Some(("own", id.0.clone())),
            RateLimitKey::ClientAddressOnly => None,
        };
        let network = client_network(address).map(|network| ("address", network.to_string()));
        let counted = [(mailbox_or_account, mailbox_or_account_quota), (network, address_quota)];
        let limits = counted.into_iter().zip(policy_names).filter_map(|((key_parts, quota), limit_name)| {
            let (key_kind, name) = key_parts?;
            // The key is hashed: the table must contain no email addresses, nor passwords that people type into an
            // address field by mistake.
            let key = secret::hash(&format!("{kind}\0{key_kind}\0{name}"));
            Some(Limit { key, quota, limit_name })
        });
        limits.collect()
    }
}

impl RateLimitedAttempt {
    /// Ends an attempt that does not count, because it succeeded or its password or code was not checked.
    pub fn release(mut self) {
        let Some(in_flight) = self.0.take() else { return };
        let current = RateLimitStates::current();
        for state in &in_flight.states {
            let remaining = state.remaining + 1;
            let reset_s = if remaining == state.quota { 0 } else { state.reset_s };
            current.record(RateLimitState { remaining, reset_s, ..state.clone() });
        }
    }

    /// Counts the attempt as failed. Waits until the count is stored, because the next guess may go to another replica.
    pub async fn record_failure(mut self) {
        if let Some(count_task) = self.0.take().and_then(InFlightAttempt::spawn_failure_count) {
            // The task continues if the request is canceled, and logs its own errors.
            let _ = count_task.await;
        }
    }
}

impl Drop for RateLimitedAttempt {
    fn drop(&mut self) {
        self.0.take().and_then(InFlightAttempt::spawn_failure_count);
    }
}

impl InFlightAttempt {
    /// Marks the attempt as in flight. Returns the number of other attempts in flight for each of `limits`.
    fn mark_in_flight(&self) -> Vec<i64> {
        let mut in_flight_counts = self.counters.in_flight_counts.lock();
        let increment_count = |limit: &Limit| {
            let count = in_flight_counts.entry(limit.key.clone()).or_default();
            *count += 1;
            *count - 1
        };
        self.limits.iter().map(increment_count).collect()
    }

    /// Starts a task that counts the failure in the database. The attempt stays in flight until the task ends. `None`
    /// outside of a Tokio runtime, such as after its shutdown.
    fn spawn_failure_count(self) -> Option<tokio::task::JoinHandle<()>> {
        let runtime = tokio::runtime::Handle::try_current().ok()?;
        Some(runtime.spawn(async move {
            // Each row has its own transaction: transactions that update the same two rows in different orders could
            // deadlock.
            let counted = join_all(self.limits.iter().map(|limit| count_failure(&self.db, limit.key.clone(), limit.quota, self.now)));
            let mut outcome = counted.await.into_iter().collect::<Result<Vec<()>, _>>().map(|_| ());
            if outcome.is_ok() && self.counters.failure_count.fetch_add(1, Ordering::Relaxed).is_multiple_of(FAILURES_PER_SWEEP) {
                outcome = sweep(&self.db, MAX_RATE_LIMIT_ROWS, self.now).await;
            }
            if let Err(error) = outcome {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to count a failed attempt");
            }
        }))
    }
}

impl Drop for InFlightAttempt {
    fn drop(&mut self) {
        let mut in_flight_counts = self.counters.in_flight_counts.lock();
        for Limit { key, .. } in &self.limits {
            match in_flight_counts.get_mut(key) {
                Some(count @ 2..) => *count -= 1,
                _ => drop(in_flight_counts.remove(key)),
            }
        }
    }
}

/// For each limit with failures, by its key, the time at which its quota is full again.
async fn reset_times(db: &Db, limits: &[Limit]) -> Result<HashMap<String, Timestamp>, StoreError> {
    let (Some(first), Some(last)) = (limits.first(), limits.last()) else { return Ok(HashMap::new()) };
    let (first, last) = (&first.key, &last.key);
    let rows: Vec<(String, Timestamp)> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_RESET_TIMES).bind(first).bind(last).fetch_all(engine))?;
    Ok(rows.into_iter().collect())
}

async fn count_failure(db: &Db, key: String, quota: AttemptQuota, now: Timestamp) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(COUNT_FAILURE).bind(key).bind(now).bind(quota.interval_s * 1000))?;
            Ok(())
        })
    })
    .await
}

/// Deletes expired rows. If more than `max_rows` rows remain, those that expire first are deleted.
pub async fn sweep(db: &Db, max_rows: i64, now: Timestamp) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(DELETE_EXPIRED).bind(now))?;
            execute!(tx, sqlx::query(DELETE_EXCESS_ROWS).bind(max_rows))?;
            Ok(())
        })
    })
    .await
}

/// The network that counts as one client: an IPv4 address, or an IPv6 network of 64 bits.
///
/// `None` for loopback, private and link-local addresses: they belong to a proxy that many clients share, so one client
/// could lock out all others. The quota of the mailbox or account still applies.
pub fn client_network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_private() || v4.is_link_local() => None,
        IpAddr::V6(v6) if v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() => None,
        IpAddr::V6(v6) => Some(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into()),
        v4 => Some(v4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::migrations;

    const NOW: Timestamp = Timestamp(1_795_248_000_000);

    fn parse_ip(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    fn nth_email(n: i64) -> String {
        format!("guest{n}@example.org")
    }

    /// A new database, which exists until the returned folder is dropped.
    async fn database() -> (Db, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("k.db").display())).await.expect("a database");
        migrations::run(&db).await.expect("a schema");
        (db, folder)
    }

    // R478
    #[test]
    fn each_kind_of_attempt_has_names_of_its_own_in_the_headers() {
        let all = [
            SIGN_IN_QUOTAS,
            SIGN_UP_QUOTAS,
            EMAIL_QUOTAS,
            CONTACT_AND_ENQUIRY_QUOTAS,
            REPORT_QUOTAS,
            CLAIM_QUOTAS,
            FEDERATED_SIGN_IN_QUOTAS,
            INVALID_API_TOKEN_QUOTAS,
            INVALID_PREVIEW_TICKET_QUOTAS,
        ];
        let names: std::collections::BTreeSet<&str> = all.iter().flat_map(|quotas| quotas.policy_names).collect();
        assert_eq!(names.len(), 2 * all.len());
    }

    impl RateLimiter {
        /// Makes an attempt that fails. Errors: the seconds to wait if a quota is used up.
        async fn fail_attempt(
            &self,
            db: &Db,
            limit_key: RateLimitKey<'_>,
            address: &str,
            now: Timestamp,
        ) -> Result<(), i64> {
            match self.begin(db, limit_key, parse_ip(address), now).await {
                Ok(attempt) => {
                    attempt.record_failure().await;
                    Ok(())
                }
                Err(RateLimitError::RetryAfter(RetryAfter(seconds))) => Err(seconds),
                Err(RateLimitError::Store(error)) => panic!("{error}"),
            }
        }

        async fn count_rows(db: &Db) -> i64 {
            with_pool!(db, |engine| sqlx::query_scalar("select count(*) from rate_limit").fetch_one(engine))
                .expect("a count")
        }
    }

    // R311
    #[tokio::test]
    async fn mailbox_is_limited_after_ten_failures_with_different_spellings() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        for n in 0..SIGN_IN_QUOTAS.mailbox_or_account_quota.burst {
            let spelling = ["linh.tran@example.org", "LinhTran@example.org", "linhtran+1@example.org"][n as usize % 3];
            let client_address = format!("203.0.113.{n}");
            assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email(spelling), &client_address, NOW).await, Ok(()));
        }
        let again = async |now| {
            limiter.fail_attempt(&db, RateLimitKey::Email("linhtran@example.org"), "198.51.100.7", now).await
        };
        assert_eq!(again(NOW).await, Err(60));
        assert_eq!(again(NOW.plus_seconds(59)).await, Err(1));
        assert_eq!(again(NOW.plus_seconds(60)).await, Ok(()));
        assert_eq!(again(NOW.plus_seconds(60)).await, Err(60));
        assert_eq!(
            limiter.fail_attempt(&db, RateLimitKey::Email("minh@example.org"), "198.51.100.7", NOW).await,
            Ok(())
        );
    }

    #[tokio::test]
    async fn quota_of_a_signed_in_account_is_independent_of_its_mailbox() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        let own = AccountId("linh".into());
        for n in 0..SIGN_IN_QUOTAS.mailbox_or_account_quota.burst {
            let client_address = format!("203.0.113.{n}");
            assert_eq!(
                limiter.fail_attempt(&db, RateLimitKey::Email("linh@example.org"), &client_address, NOW).await,
                Ok(())
            );
        }
        for _ in 0..SIGN_IN_QUOTAS.mailbox_or_account_quota.burst {
            assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Account(&own), "198.51.100.7", NOW).await, Ok(()));
        }
        let mine = limiter.fail_attempt(&db, RateLimitKey::Account(&own), "198.51.100.7", NOW).await;
        assert_eq!(mine, Err(60), "these attempts count too");
    }

    #[tokio::test]
    async fn address_is_limited_after_fifty_failures_and_an_ipv6_network_is_one_address() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        for n in 0..SIGN_IN_QUOTAS.address_quota.burst {
            let client_address = format!("2001:db8::{n:x}");
            assert_eq!(
                limiter.fail_attempt(&db, RateLimitKey::Email(&nth_email(n)), &client_address, NOW).await,
                Ok(())
            );
        }
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email("a@b"), "2001:db8::ffff", NOW).await, Err(6));
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email("a@b"), "2001:db8:0:1::1", NOW).await, Ok(()));
        // Other kinds of attempts from this address are counted separately.
        assert_eq!(
            RateLimiter::new(FEDERATED_SIGN_IN_QUOTAS)
                .fail_attempt(&db, RateLimitKey::ClientAddressOnly, "2001:db8::ffff", NOW)
                .await,
            Ok(())
        );
    }

    #[tokio::test]
    async fn attempt_without_a_mailbox_counts_by_address() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(FEDERATED_SIGN_IN_QUOTAS);
        for _ in 0..FEDERATED_SIGN_IN_QUOTAS.address_quota.burst {
            assert_eq!(limiter.fail_attempt(&db, RateLimitKey::ClientAddressOnly, "203.0.113.1", NOW).await, Ok(()));
        }
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::ClientAddressOnly, "203.0.113.1", NOW).await, Err(6));
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::ClientAddressOnly, "203.0.113.2", NOW).await, Ok(()));
        assert_eq!(
            limiter.fail_attempt(&db, RateLimitKey::ClientAddressOnly, "10.0.0.1", NOW).await,
            Ok(()),
            "private addresses are not limited"
        );
    }

    #[tokio::test]
    async fn successful_attempt_does_not_count_and_writes_nothing() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        for _ in 0..100 {
            let attempt =
                limiter.begin(&db, RateLimitKey::Email("linh@example.org"), parse_ip("203.0.113.1"), NOW).await;
            attempt.expect("not limited").release();
        }
        assert_eq!(RateLimiter::count_rows(&db).await, 0);
        assert!(limiter.counters.in_flight_counts.lock().is_empty(), "memory is released");
    }

    #[tokio::test]
    async fn attempts_in_flight_count_before_they_fail() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        let mut in_flight = Vec::new();
        for n in 0..SIGN_IN_QUOTAS.mailbox_or_account_quota.burst {
            let client_address = parse_ip(&format!("203.0.113.{n}"));
            let begun = limiter.begin(&db, RateLimitKey::Email("linh@example.org"), client_address, NOW).await;
            in_flight.push(begun.expect("within the burst"));
        }
        let again =
            async || limiter.fail_attempt(&db, RateLimitKey::Email("linh@example.org"), "198.51.100.7", NOW).await;
        assert_eq!(again().await, Err(60));
        in_flight.pop().expect("one of them").release();
        assert_eq!(again().await, Ok(()));
        // A canceled request counts as failed, so that disconnecting gives no free guesses.
        drop(in_flight);
        while !limiter.counters.in_flight_counts.lock().is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(again().await, Err(60));
    }

    #[test]
    fn addresses_of_proxies_are_not_limited() {
        for proxy in ["127.0.0.1", "::1", "10.0.0.7", "192.168.1.1", "::ffff:172.17.0.1", "fd00::1"] {
            assert_eq!(client_network(parse_ip(proxy)), None, "{proxy}");
        }
        assert_eq!(client_network(parse_ip("::ffff:203.0.113.9")), Some(parse_ip("203.0.113.9")));
    }

    #[tokio::test]
    async fn sweep_deletes_expired_rows_and_excess_rows_that_expire_first() {
        let (db, _folder) = database().await;
        let limiter = RateLimiter::new(SIGN_IN_QUOTAS);
        for n in 0..FAILURES_PER_SWEEP as i64 + 1 {
            assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email(&nth_email(n)), "10.0.0.1", NOW).await, Ok(()));
        }
        let later = NOW.plus_seconds(61);
        for n in 0..FAILURES_PER_SWEEP as i64 {
            assert_eq!(
                limiter.fail_attempt(&db, RateLimitKey::Email(&nth_email(n % 4)), "10.0.0.1", later).await.is_ok(),
                n < 40
            );
        }
        assert_eq!(RateLimiter::count_rows(&db).await, 65, "not every failure sweeps");
        sweep(&db, MAX_RATE_LIMIT_ROWS, later).await.expect("swept");
        assert_eq!(RateLimiter::count_rows(&db).await, 4);
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email("once@example.org"), "10.0.0.1", later).await, Ok(()));
        sweep(&db, 4, later).await.expect("swept");
        assert_eq!(RateLimiter::count_rows(&db).await, 4);
        // The row of the mailbox with one failure was deleted. The mailboxes that were limited remain limited.
        assert_eq!(limiter.fail_attempt(&db, RateLimitKey::Email(&nth_email(1)), "10.0.0.1", later).await, Err(60));
    }
}
