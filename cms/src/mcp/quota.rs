//! The quota of a client address (GCRA), in memory: a read must not cause a write. Each process counts its own requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use moka::sync::Cache;

use crate::auth::domain::builtin::rate_limit::{self, RetryAfter};
use crate::common::clock::Timestamp;

/// The number of requests at once.
pub const BURST: i64 = 120;
/// After the burst, one request in this time.
const INTERVAL_MS: i64 = 500;
/// The maximum number of addresses. Beyond it, the least used ones are forgotten.
const MAX_ADDRESSES: u64 = 100_000;

/// The requests of each address: the time in milliseconds at which its quota is full again.
#[derive(Debug)]
pub struct Quota(Cache<IpAddr, Arc<AtomicI64>>);

impl Default for Quota {
    fn default() -> Self {
        let full_after = Duration::from_millis((BURST * INTERVAL_MS).unsigned_abs());
        Self(Cache::builder().max_capacity(MAX_ADDRESSES).time_to_idle(full_after).build())
    }
}

impl Quota {
    /// Counts a request. Errors: the time to wait if the quota is used up; such a request is not counted.
    pub fn take(&self, address: IpAddr, now: Timestamp) -> Result<(), RetryAfter> {
        // Private addresses belong to a proxy with many clients.
        let Some(network) = rate_limit::network(address) else { return Ok(()) };
        let full_at = self.0.get_with(network, Arc::default);
        let used = |full_at: i64| full_at.max(now.0) + INTERVAL_MS - now.0;
        let counted = full_at.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |full_at| {
            Some(used(full_at)).filter(|used| *used <= BURST * INTERVAL_MS).map(|used| now.0 + used)
        });
        counted.map(|_| ()).map_err(|full_at| {
            let over_ms = used(full_at) - BURST * INTERVAL_MS;
            RetryAfter((over_ms + 999) / 1000)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_248_000_000);

    // R487
    #[test]
    fn quota_used_up_returns_the_time_to_wait_and_refills() {
        let (quota, [address, other, private]) =
            (Quota::default(), ["203.0.113.9", "203.0.113.10", "10.0.0.7"].map(|ip| ip.parse().expect("an address")));
        for _ in 0..BURST {
            assert_eq!(quota.take(address, NOW), Ok(()));
        }
        assert_eq!(quota.take(address, NOW), Err(RetryAfter(1)));
        assert_eq!(quota.take(other, NOW), Ok(()));
        assert_eq!(quota.take(address, NOW.plus_seconds(1)), Ok(()));
        assert_eq!(quota.take(address, NOW.plus_seconds(1)), Ok(()));
        assert_eq!(quota.take(address, NOW.plus_seconds(1)), Err(RetryAfter(1)));
        for _ in 0..2 * BURST {
            assert_eq!(quota.take(private, NOW), Ok(()));
        }
    }
}
