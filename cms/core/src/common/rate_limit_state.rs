//! The states of the rate limits that apply to a request, for the headers of its response
//! (draft-ietf-httpapi-ratelimit-headers-11).

use std::sync::Arc;

use parking_lot::Mutex;

tokio::task_local! {
    /// The rate limit states of the request that the current task handles.
    pub static RATE_LIMIT_STATES: RateLimitStates;
}

/// The state of a rate limit after it has counted the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimitState {
    /// The name of the limit.
    pub limit_name: &'static str,
    /// The number of requests that are allowed within the window.
    pub quota: i64,
    /// The length of the window, in seconds.
    pub window_s: i64,
    /// The number of further requests that are allowed now.
    pub remaining: i64,
    /// The seconds until more requests are allowed.
    pub reset_s: i64,
}

/// The states that were recorded during a request. All clones share one list.
#[derive(Clone, Debug, Default)]
pub struct RateLimitStates(Arc<Mutex<Vec<RateLimitState>>>);

impl RateLimitStates {
    /// The states of the current request. Outside of a request, this is a new empty list that no response uses.
    pub fn current() -> Self {
        RATE_LIMIT_STATES.try_with(Clone::clone).unwrap_or_default()
    }

    /// Records a state, and removes an earlier state of the same limit.
    pub fn record(&self, state: RateLimitState) {
        let mut states = self.0.lock();
        states.retain(|earlier| earlier.limit_name != state.limit_name);
        states.push(state);
    }

    /// The values of the headers `RateLimit-Policy` and `RateLimit`, in this order. `None` if no state was recorded.
    pub fn headers(&self) -> Option<[String; 2]> {
        let states = self.0.lock();
        if states.is_empty() {
            return None;
        }
        let join = |item: fn(&RateLimitState) -> String| states.iter().map(item).collect::<Vec<_>>().join(", ");
        Some([
            join(|state| format!("\"{}\";q={};w={}", state.limit_name, state.quota, state.window_s)),
            join(|state| format!("\"{}\";r={};t={}", state.limit_name, state.remaining, state.reset_s)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R478
    #[test]
    fn headers_list_the_last_state_of_each_limit() {
        let states = RateLimitStates::default();
        assert_eq!(states.headers(), None);
        let state = RateLimitState { limit_name: "token", quota: 600, window_s: 60, remaining: 599, reset_s: 60 };
        states.record(state.clone());
        states.record(RateLimitState { limit_name: "posts", quota: 10, window_s: 3600, remaining: 9, reset_s: 3600 });
        states.record(RateLimitState { remaining: 598, reset_s: 12, ..state });
        let policies = r#""posts";q=10;w=3600, "token";q=600;w=60"#.to_owned();
        assert_eq!(states.headers(), Some([policies, r#""posts";r=9;t=3600, "token";r=598;t=12"#.to_owned()]));
    }
}
