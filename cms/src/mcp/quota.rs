//! Limits the requests of each client address with the generic cell rate algorithm (GCRA). The counts are in memory,
//! because reads over MCP must not cause writes to the database. Each process counts only its own requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use moka::sync::Cache;

use crate::auth::domain::builtin::rate_limit;
use crate::common::clock::Timestamp;
use crate::common::rate_limit_state::RateLimitState;

/// The number of requests that an address may make at once.
pub const BURST: i64 = 120;
/// The time after which one more request is allowed, once the burst is used up.
const INTERVAL_MS: i64 = 500;
/// The maximum number of addresses in memory. Above it, the cache removes rarely used addresses.
const MAX_ADDRESSES: u64 = 100_000;

/// For each address, the time at which its whole quota is available again, in milliseconds since the Unix epoch.
#[derive(Debug)]
pub struct AddressRateLimiter(Cache<IpAddr, Arc<AtomicI64>>);

impl Default for AddressRateLimiter {
    fn default() -> Self {
        let full_after = Duration::from_millis((BURST * INTERVAL_MS).unsigned_abs());
        Self(Cache::builder().max_capacity(MAX_ADDRESSES).time_to_idle(full_after).build())
    }
}

impl AddressRateLimiter {
    /// Counts a request of this address. Returns whether the request is allowed, and the state of the rate limit after
    /// the request. A refused request is not counted. `None` for a private address, which has no limit.
    pub fn count_request(&self, address: IpAddr, now: Timestamp) -> Option<(bool, RateLimitState)> {
        // `client_network` returns `None` for private addresses, which belong to proxies with many clients.
        let full_at = self.0.get_with(rate_limit::client_network(address)?, Arc::default);
        let next_full_at = |full_at: i64| full_at.max(now.0) + INTERVAL_MS;
        let updated = full_at.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |full_at| {
            Some(next_full_at(full_at)).filter(|next_full_at| next_full_at - now.0 <= BURST * INTERVAL_MS)
        });
        let (is_allowed, full_at) = updated.map_or_else(|at| (false, at), |at| (true, next_full_at(at)));
        let used = (full_at - now.0 + INTERVAL_MS - 1) / INTERVAL_MS;
        let window_s = BURST * INTERVAL_MS / 1000;
        // One more request is allowed after an interval, which is less than a second.
        let state = RateLimitState { limit_name: "mcp", quota: BURST, window_s, remaining: BURST - used, reset_s: 1 };
        Some((is_allowed, state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_248_000_000);

    // R487
    #[test]
    fn quota_of_an_address_is_used_up_and_refills() {
        let quota = AddressRateLimiter::default();
        let take = |address: &str, now| {
            quota
                .count_request(address.parse().expect("an address"), now)
                .map(|(is_allowed, state)| (is_allowed, state.remaining))
        };
        for n in 1..=BURST {
            assert_eq!(take("203.0.113.9", NOW), Some((true, BURST - n)));
        }
        assert_eq!(take("203.0.113.9", NOW), Some((false, 0)));
        assert_eq!(take("203.0.113.10", NOW), Some((true, BURST - 1)));
        let later = NOW.plus_seconds(1);
        assert_eq!(take("203.0.113.9", later), Some((true, 1)));
        assert_eq!(take("203.0.113.9", later), Some((true, 0)));
        assert_eq!(take("203.0.113.9", later), Some((false, 0)));
        assert_eq!(take("10.0.0.7", NOW), None);
    }
}
