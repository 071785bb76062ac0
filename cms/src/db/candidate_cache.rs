//! What searches look through, in memory, of places that were candidates of one. The best places are candidates of most
//! searches, and reading them again is most of what those would cost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::common::text::{self, Name};

/// What they may weigh together, in bytes; beyond it all go.
const MAX_BYTES: usize = 4 << 20;
/// What one weighs beside its texts, about.
const ENTRY_OVERHEAD_BYTES: usize = 300;

/// Parts the fields of [`Candidate::parse`]. Folded text has no control characters.
pub const FIELD_SEPARATOR: char = '\u{1f}';

/// A place that may answer a search.
#[derive(Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: i64,
    /// Higher comes first, of those that answer equally well.
    pub rank: i64,
    /// Name and local name.
    pub names: Vec<Name>,
    /// Its tags, folded, parted by line breaks.
    pub tags: String,
    /// Its description, folded.
    pub text: String,
}

impl Candidate {
    /// Reads id, rank, folded text (its parts stand in it a line each: see `Place::search_text`) and the two
    /// names with their marks.
    pub fn parse(row: &str) -> Option<Self> {
        let mut fields = row.split(FIELD_SEPARATOR);
        let mut field = || fields.next();
        let (id, rank, search) = (field()?.parse().ok()?, field()?.parse().ok()?, field()?);
        let mut lines = search.split('\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        let folded = [line(), line()];
        let marked = folded.each_ref().map(|_| text::search_form_with_diacritics(field().unwrap_or_default()));
        let names = folded.into_iter().zip(marked).map(|(folded, marked)| Name::new(folded, marked));
        let names = names.filter(|name| !name.folded.is_empty()).collect();
        Some(Self { id, rank, names, tags: line(), text: line() })
    }

    fn size_bytes(&self) -> usize {
        let names: usize =
            self.names.iter().map(|name| name.folded.len() + name.with_diacritics.len() + name.joined.len()).sum();
        ENTRY_OVERHEAD_BYTES + names + self.tags.len() + self.text.len()
    }
}

/// The candidates of one process, in an edition of [`super::place_index::IndexSnapshot`].
#[derive(Debug, Default)]
pub struct CandidateCache {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    generation: u64,
    entries: HashMap<i64, Arc<Candidate>>,
    bytes: usize,
}

impl CandidateCache {
    /// Those of these places that are known, and the ids of the others.
    pub fn get(&self, generation: u64, ids: impl IntoIterator<Item = i64>) -> (Vec<Arc<Candidate>>, Vec<i64>) {
        let state = self.state();
        let (mut known, mut others) = (Vec::new(), Vec::new());
        for id in ids {
            match state.entries.get(&id).filter(|_| state.generation == generation) {
                Some(candidate) => known.push(candidate.clone()),
                None => others.push(id),
            }
        }
        (known, others)
    }

    /// Keeps what was read after the guide had come to this edition. Whoever is still in an older one keeps nothing.
    pub fn insert(&self, generation: u64, read: &[Arc<Candidate>]) {
        let mut state = self.state();
        if generation > state.generation {
            *state = State { generation, ..State::default() };
        }
        if generation < state.generation {
            return;
        }
        for candidate in read {
            let size = candidate.size_bytes();
            if state.bytes + size > MAX_BYTES {
                *state = State { generation, ..State::default() };
            }
            if state.entries.insert(candidate.id, candidate.clone()).is_none() {
                state.bytes += size;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: i64, text: &str) -> Arc<Candidate> {
        let row = format!(
            "{id}{FIELD_SEPARATOR}7{FIELD_SEPARATOR}hang son doong\n\nriver\n{text}{FIELD_SEPARATOR}Hang Sơn Đoòng{FIELD_SEPARATOR}"
        );
        Arc::new(Candidate::parse(&row).expect("a candidate"))
    }

    #[test]
    fn a_candidate_has_its_names_with_and_without_marks() {
        let cave = candidate(3, "a cave");
        let name = Name::new("hang son doong".into(), "hang sơn đoòng".into());
        assert_eq!((cave.rank, &cave.names), (7, &vec![name]));
        assert_eq!((&*cave.tags, &*cave.text), ("river", "a cave"));
    }

    #[test]
    fn what_was_read_is_known_until_a_place_changes() {
        let cache = CandidateCache::default();
        cache.insert(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(cache.get(2, [1, 5, 2]), (vec![candidate(1, "old"), candidate(2, "old")], vec![5]));
        assert_eq!(cache.get(3, [1]), (vec![], vec![1]));
        cache.insert(3, &[candidate(1, "new")]);
        // Somebody who began before the change.
        cache.insert(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(cache.get(3, [1, 2]), (vec![candidate(1, "new")], vec![2]));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let cache = CandidateCache::default();
        let long = "x".repeat(MAX_BYTES / 10);
        for id in 0..100 {
            cache.insert(1, &[candidate(id, &long)]);
            let (known, _) = cache.get(1, 0..100);
            assert!(known.iter().map(|candidate| candidate.size_bytes()).sum::<usize>() <= MAX_BYTES);
            assert!(cache.get(1, [id]).1.is_empty());
        }
    }
}
