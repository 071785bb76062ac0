//! Caches the searchable texts of places that were candidates of a search. The best places are candidates of most
//! searches, and reading them again would be most of the cost of a search.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::common::text::{self, SearchableName};

/// The maximum size of the cache. If a new entry would exceed it, all other entries are dropped first.
const MAX_BYTES: usize = 4 << 20;
/// The approximate size of an entry without its texts.
const ENTRY_OVERHEAD_BYTES: usize = 300;

/// Id, rank, search text (one line per part: see `Place::search_text`), name and local name of a place.
pub type SearchCandidateRow = (i64, i64, String, String, Option<String>);

/// A place that may match a search.
#[derive(Debug, PartialEq, Eq)]
pub struct SearchCandidate {
    /// The id of the place.
    pub id: i64,
    /// The rank of the place. Of two equally good matches, the one with the higher rank comes first.
    pub rank: i64,
    /// The name, and the local name if the place has one.
    pub names: Vec<SearchableName>,
    /// The tags in search form, separated by commas.
    pub tags: String,
    /// The description in search form.
    pub description: String,
}

impl SearchCandidate {
    /// Splits the search text into its parts. Missing parts are empty.
    pub fn new((id, rank, search, name, local_name): SearchCandidateRow) -> Self {
        let mut lines = search.split('\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        let names = [(line(), name), (line(), local_name.unwrap_or_default())];
        let names = names.map(|(folded, name)| SearchableName::new(folded, text::search_form_with_diacritics(&name)));
        let names = names.into_iter().filter(|name| !name.lowercase_without_diacritics.is_empty()).collect();
        Self { id, rank, names, tags: line(), description: line() }
    }

    fn size_bytes(&self) -> usize {
        let names: usize = self
            .names
            .iter()
            .map(|name| name.lowercase_without_diacritics.len() + name.with_diacritics.len() + name.joined_pairs.len())
            .sum();
        ENTRY_OVERHEAD_BYTES + names + self.tags.len() + self.description.len()
    }
}

/// The cache of one process. Its entries belong to one generation of [`super::place_index::IndexSnapshot`].
#[derive(Debug, Default)]
pub struct CandidateCache(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    generation: u64,
    entries: HashMap<i64, Arc<SearchCandidate>>,
    total_bytes: usize,
}

impl CandidateCache {
    /// The candidates of these ids that are cached for this generation, and the other ids.
    pub fn get(&self, generation: u64, ids: impl IntoIterator<Item = i64>) -> (Vec<Arc<SearchCandidate>>, Vec<i64>) {
        let state = self.0.lock();
        let (mut cached_candidates, mut missing_ids) = (Vec::new(), Vec::new());
        for id in ids {
            match state.entries.get(&id).filter(|_| state.generation == generation) {
                Some(candidate) => cached_candidates.push(candidate.clone()),
                None => missing_ids.push(id),
            }
        }
        (cached_candidates, missing_ids)
    }

    /// Caches candidates that were read at this generation. Candidates of an older generation are ignored.
    pub fn insert(&self, generation: u64, candidates: &[Arc<SearchCandidate>]) {
        let mut state = self.0.lock();
        if generation > state.generation {
            *state = State { generation, ..State::default() };
        }
        if generation < state.generation {
            return;
        }
        for candidate in candidates {
            let size = candidate.size_bytes();
            if state.total_bytes + size > MAX_BYTES {
                *state = State { generation, ..State::default() };
            }
            if state.entries.insert(candidate.id, candidate.clone()).is_none() {
                state.total_bytes += size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: i64, text: &str) -> Arc<SearchCandidate> {
        let search = format!("hang son doong\n\nriver\n{text}");
        Arc::new(SearchCandidate::new((id, 7, search, "Hang Sơn Đoòng".to_owned(), None)))
    }

    #[test]
    fn candidate_has_its_names_with_and_without_diacritics() {
        let cave = candidate(3, "a cave");
        let name = SearchableName::new("hang son doong".into(), "hang sơn đoòng".into());
        assert_eq!((cave.rank, &cave.names), (7, &vec![name]));
        assert_eq!((&*cave.tags, &*cave.description), ("river", "a cave"));
    }

    #[test]
    fn candidate_is_cached_until_a_place_changes() {
        let cache = CandidateCache::default();
        cache.insert(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(cache.get(2, [1, 5, 2]), (vec![candidate(1, "old"), candidate(2, "old")], vec![5]));
        assert_eq!(cache.get(3, [1]), (vec![], vec![1]));
        cache.insert(3, &[candidate(1, "new")]);
        // A search that began before the change inserts outdated candidates. The cache ignores them.
        cache.insert(2, &[candidate(1, "old"), candidate(2, "old")]);
        assert_eq!(cache.get(3, [1, 2]), (vec![candidate(1, "new")], vec![2]));
    }

    #[test]
    fn cache_size_is_bounded() {
        let cache = CandidateCache::default();
        let long_text = "x".repeat(MAX_BYTES / 10);
        for id in 0..100 {
            cache.insert(1, &[candidate(id, &long_text)]);
            let (cached, _) = cache.get(1, 0..100);
            assert!(cached.iter().map(|candidate| candidate.size_bytes()).sum::<usize>() <= MAX_BYTES);
            assert!(cache.get(1, [id]).1.is_empty());
        }
    }
}
