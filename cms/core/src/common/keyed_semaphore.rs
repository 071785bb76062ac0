//! A semaphore with a total limit and a limit per key.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

/// Limits concurrent work in total and per key. Cheap to clone.
#[derive(Clone, Debug)]
pub struct KeyedSemaphore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    max_permits: usize,
    max_permits_per_key: usize,
    /// Permits in use, by key. Keys without a permit are absent.
    permits_in_use: Mutex<HashMap<String, usize>>,
}

/// A permit, released when it is dropped.
#[derive(Debug)]
pub struct Permit {
    semaphore: KeyedSemaphore,
    key: String,
}

impl KeyedSemaphore {
    /// Allows `max_permits` permits, and at most `max_permits_per_key` of them for one key.
    pub fn new(max_permits: usize, max_permits_per_key: usize) -> Self {
        Self(Arc::new(Inner { max_permits, max_permits_per_key, permits_in_use: Mutex::default() }))
    }

    /// A permit for `key`. `None` if the total limit or the limit of the key is reached.
    pub fn try_acquire(&self, key: &str) -> Option<Permit> {
        let mut permits_in_use = self.0.permits_in_use.lock();
        if permits_in_use.values().sum::<usize>() >= self.0.max_permits
            || permits_in_use.get(key).is_some_and(|permits_of_key| *permits_of_key >= self.0.max_permits_per_key)
        {
            return None;
        }
        *permits_in_use.entry(key.to_owned()).or_default() += 1;
        Some(Permit { semaphore: self.clone(), key: key.to_owned() })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut permits_in_use = self.semaphore.0.permits_in_use.lock();
        if let Some(permits_of_key) = permits_in_use.get_mut(&self.key) {
            *permits_of_key -= 1;
            if *permits_of_key == 0 {
                permits_in_use.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_limited_per_key_and_in_total_until_released() {
        let semaphore = KeyedSemaphore::new(3, 2);
        let (one, _two) =
            (semaphore.try_acquire("linh").expect("a permit"), semaphore.try_acquire("linh").expect("a permit"));
        assert!(semaphore.try_acquire("linh").is_none());
        let _hoa = semaphore.try_acquire("hoa").expect("a permit");
        assert!(semaphore.try_acquire("minh").is_none(), "the total limit is reached");
        drop(one);
        assert!(semaphore.try_acquire("minh").is_some() && semaphore.try_acquire("linh").is_some());
    }
}
