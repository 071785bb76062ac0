//! KeyedSemaphore at work that takes room: so many in all, and so many of them for each who comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The semaphore. Cheap to clone.
#[derive(Clone, Debug)]
pub struct KeyedSemaphore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    total: usize,
    per_key: usize,
    /// How many each has who has any.
    in_use: Mutex<HashMap<String, usize>>,
}

/// A seat, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    semaphore: KeyedSemaphore,
    key: String,
}

impl KeyedSemaphore {
    /// `all` of them, of which nobody has more than `each`.
    pub fn new(total: usize, per_key: usize) -> Self {
        Self(Arc::new(Inner { total, per_key, in_use: Mutex::default() }))
    }

    /// A seat for somebody; nothing where there is none, or none more for them.
    pub fn try_acquire(&self, key: &str) -> Option<Permit> {
        let mut in_use = self.0.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        if in_use.values().sum::<usize>() >= self.0.total || in_use.get(key).is_some_and(|own| *own >= self.0.per_key) {
            return None;
        }
        *in_use.entry(key.to_owned()).or_default() += 1;
        Some(Permit { semaphore: self.clone(), key: key.to_owned() })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut in_use = self.semaphore.0.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = in_use.get_mut(&self.key) {
            *own -= 1;
            if *own == 0 {
                in_use.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_their_share_and_what_is_given_back_is_there_again() {
        let semaphore = KeyedSemaphore::new(3, 2);
        let (one, _two) =
            (semaphore.try_acquire("linh").expect("a seat"), semaphore.try_acquire("linh").expect("a seat"));
        assert!(semaphore.try_acquire("linh").is_none());
        let _hoa = semaphore.try_acquire("hoa").expect("a seat");
        assert!(semaphore.try_acquire("minh").is_none(), "all are taken");
        drop(one);
        assert!(semaphore.try_acquire("minh").is_some() && semaphore.try_acquire("linh").is_some());
    }
}
