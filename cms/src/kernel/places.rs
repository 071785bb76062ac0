//! Places that several may have at a time: so many in all, and so many of them each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The places. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Places(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: usize,
    each: usize,
    /// How many each has who has any.
    taken: Mutex<HashMap<String, usize>>,
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Places,
    who: String,
}

impl Places {
    /// `all` of them, of which nobody has more than `each`.
    pub fn new(all: usize, each: usize) -> Self {
        Self(Arc::new(Inner { all, each, taken: Mutex::default() }))
    }

    /// A place for somebody; nothing where there is none, or none more for them.
    pub fn take(&self, who: &str) -> Option<Place> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.values().sum::<usize>() >= self.0.all || taken.get(who).is_some_and(|own| *own >= self.0.each) {
            return None;
        }
        *taken.entry(who.to_owned()).or_default() += 1;
        Some(Place { places: self.clone(), who: who.to_owned() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = taken.get_mut(&self.who) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_their_share_and_what_is_given_back_is_there_again() {
        let places = Places::new(3, 2);
        let (one, _two) = (places.take("linh").expect("a place"), places.take("linh").expect("a place"));
        assert!(places.take("linh").is_none());
        let _hoa = places.take("hoa").expect("a place");
        assert!(places.take("minh").is_none(), "all are taken");
        drop(one);
        assert!(places.take("minh").is_some() && places.take("linh").is_some());
    }
}
