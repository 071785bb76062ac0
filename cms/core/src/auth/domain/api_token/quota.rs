//! The quota of an API token: the number of requests in a minute, which all replicas count together.
//!
//! A process reserves a twentieth of the quota at a time in the token's row. Once a minute, the same write records the
//! time and the client address of the last use. Requests that fit into a reservation write nothing.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::store;
use crate::common::clock::Timestamp;
use crate::common::id::ApiTokenId;
use crate::common::rate_limit_state::RateLimitState;
use crate::db::engine::{Db, StoreError};

/// The length of the window in which requests are counted, in seconds.
pub const QUOTA_WINDOW_S: i64 = 60;
/// The number of reservations into which the quota is divided.
const RESERVATIONS_PER_QUOTA: i64 = 20;
/// The number of reservations in memory at which those whose window has ended are removed.
const RESERVATIONS_BEFORE_CLEANUP: usize = 10_000;

/// The quotas of all API tokens, with the reservations of this process.
#[derive(Debug)]
pub struct ApiTokenQuotas {
    requests_per_minute: i64,
    reservations: Mutex<HashMap<ApiTokenId, QuotaReservation>>,
}

/// The part of a token's quota that this process has reserved in the current window.
#[derive(Clone, Copy, Debug)]
struct QuotaReservation {
    window_ends_at: Timestamp,
    /// The number of requests that this process has reserved and not used yet.
    unused_requests: i64,
    /// The number of requests that all processes together had left to reserve, directly after this process last
    /// reserved some.
    unreserved_requests: i64,
}

impl ApiTokenQuotas {
    /// Gives each token a quota of this many requests per minute.
    pub fn new(requests_per_minute: i64) -> Self {
        Self { requests_per_minute, reservations: Mutex::default() }
    }

    /// Takes one request from the quota of `token`. Returns whether the request is allowed, and the state of the quota
    /// after it. `address` is the client address, which is stored as that of the last use. Errors:
    /// [`StoreError::NotFound`] if the token was deleted.
    pub async fn take_request(
        &self,
        db: &Db,
        (token, address): (ApiTokenId, &str),
        now: Timestamp,
    ) -> Result<(bool, RateLimitState), StoreError> {
        if let Some((is_allowed, reservation)) = self.take_reserved_request(token, now) {
            return Ok((is_allowed, self.state(reservation, now)));
        }
        let batch_size = (self.requests_per_minute / RESERVATIONS_PER_QUOTA).max(1);
        let (window_ends_at, total_reserved) =
            match store::reserve_requests(db, token, (batch_size, address), now).await {
                Ok(row) => row,
                // A full disk must not stop requests that only read, so the reservation is granted without being
                // stored.
                Err(StoreError::DiskFull) => (now.plus_seconds(QUOTA_WINDOW_S), batch_size),
                Err(error) => return Err(error),
            };
        let granted_requests = (self.requests_per_minute - (total_reserved - batch_size)).clamp(0, batch_size);
        let unreserved_requests = (self.requests_per_minute - total_reserved).max(0);
        let mut reserved = self.reservations.lock();
        if reserved.len() >= RESERVATIONS_BEFORE_CLEANUP {
            reserved.retain(|_, reserved| reserved.window_ends_at > now);
        }
        // Another task of this process may have reserved requests in the meantime.
        let other = reserved.get(&token).filter(|other| other.window_ends_at == window_ends_at);
        let usable_requests = other.map_or(0, |other| other.unused_requests) + granted_requests;
        let unused_requests = (usable_requests - 1).max(0);
        let reservation = QuotaReservation { window_ends_at, unused_requests, unreserved_requests };
        reserved.insert(token, reservation);
        Ok((usable_requests > 0, self.state(reservation, now)))
    }

    /// Takes one of the requests that this process has reserved. Returns whether the request is allowed, and the
    /// reservation after it. `None` if this process must first reserve requests.
    fn take_reserved_request(&self, token: ApiTokenId, now: Timestamp) -> Option<(bool, QuotaReservation)> {
        let mut reserved = self.reservations.lock();
        let reserved = reserved.get_mut(&token).filter(|one| one.window_ends_at > now)?;
        let is_allowed = reserved.unused_requests > 0;
        if !is_allowed && reserved.unreserved_requests > 0 {
            return None;
        }
        reserved.unused_requests = (reserved.unused_requests - 1).max(0);
        Some((is_allowed, *reserved))
    }

    fn state(&self, reservation: QuotaReservation, now: Timestamp) -> RateLimitState {
        RateLimitState {
            limit_name: "token",
            quota: self.requests_per_minute,
            window_s: QUOTA_WINDOW_S,
            remaining: reservation.unused_requests + reservation.unreserved_requests,
            reset_s: (reservation.window_ends_at.0 - now.0 + 999) / 1000,
        }
    }
}
