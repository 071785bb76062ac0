//! Seats at work that takes room: so many in all, and so many of them for each who comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The seats. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Seats(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: usize,
    each: usize,
    /// How many each has who has any.
    taken: Mutex<HashMap<String, usize>>,
}

/// A seat, given back when it is dropped.
#[derive(Debug)]
pub struct Seat {
    seats: Seats,
    who: String,
}

impl Seats {
    /// `all` of them, of which nobody has more than `each`.
    pub fn new(all: usize, each: usize) -> Self {
        Self(Arc::new(Inner { all, each, taken: Mutex::default() }))
    }

    /// A seat for somebody; nothing where there is none, or none more for them.
    pub fn take(&self, who: &str) -> Option<Seat> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.values().sum::<usize>() >= self.0.all || taken.get(who).is_some_and(|own| *own >= self.0.each) {
            return None;
        }
        *taken.entry(who.to_owned()).or_default() += 1;
        Some(Seat { seats: self.clone(), who: who.to_owned() })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
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
        let seats = Seats::new(3, 2);
        let (one, _two) = (seats.take("linh").expect("a seat"), seats.take("linh").expect("a seat"));
        assert!(seats.take("linh").is_none());
        let _hoa = seats.take("hoa").expect("a seat");
        assert!(seats.take("minh").is_none(), "all are taken");
        drop(one);
        assert!(seats.take("minh").is_some() && seats.take("linh").is_some());
    }
}
