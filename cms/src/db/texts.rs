//! What searches look through, in memory, of places that were candidates of one. The best places are candidates of most
//! searches, and reading them again is most of what those would cost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::common::text::{self, Name};

/// What they may weigh together, in bytes; beyond it all go.
const MOST_BYTES: usize = 4 << 20;
/// What one weighs beside its texts, about.
const FRAME: usize = 300;

/// Parts the fields of [`Candidate::read`]. Folded text has no control characters.
pub const FIELD: char = '\u{1f}';

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
    pub fn read(row: &str) -> Option<Self> {
        let mut fields = row.split(FIELD);
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

    fn weight(&self) -> usize {
        let names: usize =
            self.names.iter().map(|name| name.folded.len() + name.with_diacritics.len() + name.joined.len()).sum();
        FRAME + names + self.tags.len() + self.text.len()
    }
}

/// The candidates of one process, in an edition of [`super::sets::Whole`].
#[derive(Debug, Default)]
pub struct Texts {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    edition: u64,
    known: HashMap<i64, Arc<Candidate>>,
    bytes: usize,
}

impl Texts {
    /// Those of these places that are known, and the ids of the others.
    pub fn known(&self, edition: u64, ids: impl IntoIterator<Item = i64>) -> (Vec<Arc<Candidate>>, Vec<i64>) {
        let state = self.state();
        let (mut known, mut others) = (Vec::new(), Vec::new());
        for id in ids {
            match state.known.get(&id).filter(|_| state.edition == edition) {
                Some(candidate) => known.push(candidate.clone()),
                None => others.push(id),
            }
        }
        (known, others)
    }

    /// Keeps what was read after the guide had come to this edition. Whoever is still in an older one keeps nothing.
    pub fn keep(&self, edition: u64, read: &[Arc<Candidate>]) {
        let mut state = self.state();
        if edition > state.edition {
            *state = State { edition, ..State::default() };
        }
        if edition < state.edition {
            return;
        }
        for candidate in read {
            let weight = candidate.weight();
            if state.bytes + weight > MOST_BYTES {
                *state = State { edition, ..State::default() };
            }
            if state.known.insert(candidate.id, candidate.clone()).is_none() {
                state.bytes += weight;
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
        let row = format!("{id}{FIELD}7{FIELD}hang son doong\n\nriver\n{text}{FIELD}Hang Sơn Đoòng{FIELD}");
        Arc::new(Candidate::read(&row).expect("a candidate"))
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
        let texts = Texts::default();
        texts.keep(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(texts.known(2, [1, 5, 2]), (vec![candidate(1, "old"), candidate(2, "old")], vec![5]));
        assert_eq!(texts.known(3, [1]), (vec![], vec![1]));
        texts.keep(3, &[candidate(1, "new")]);
        // Somebody who began before the change.
        texts.keep(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(texts.known(3, [1, 2]), (vec![candidate(1, "new")], vec![2]));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let texts = Texts::default();
        let long = "x".repeat(MOST_BYTES / 10);
        for id in 0..100 {
            texts.keep(1, &[candidate(id, &long)]);
            let (known, _) = texts.known(1, 0..100);
            assert!(known.iter().map(|candidate| candidate.weight()).sum::<usize>() <= MOST_BYTES);
            assert!(texts.known(1, [id]).1.is_empty());
        }
    }
}
