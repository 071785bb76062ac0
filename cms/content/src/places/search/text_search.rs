//! Filters lists of places with the place index ([`crate::places::index::place_index`]), and searches places by words,
//! the best match first.
//!
//! The index gives the places that match all words and filters, and their number. A bounded number of the best matches
//! of a search is read and scored ([`super::relevance`]), so that the cost hardly depends on the number of places.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::fuzzy::{self, strip_punctuation};
use super::place_query::{Cursor, PlaceQuery, PlaceScope, SearchWord, Sort};
use super::relevance::{Relevance, SearchDocument, SearchQuery, needs_fuzzy_search, score};
use crate::common::id::{CategoryId, PlaceId};
use crate::common::text;
use crate::db::dialect::{Dialect, MIN_TRIGRAM_WORD_LEN, MatchMode};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::input::pagination::{ColumnValue, Page};
use crate::places::index::candidate_cache::{SearchCandidate, SearchCandidateRow};
use crate::places::index::place_index::{IndexKey, IndexSnapshot, PlaceIdSet, SpellingCandidates};
use crate::places::store;
use crate::with_pool;

/// The maximum number of places that are scored per kind of match: all words in the text, the whole search in a name,
/// and matches with typos. In the results, the other matches follow the scored places in the order of rank.
const MAX_SCORED_PLACES: usize = 60;
/// The maximum number of places that are scored for each category whose name contains a word of the search.
const MAX_SCORED_PLACES_PER_CATEGORY: usize = 25;
/// If at least this many places match at the beginning of words, matches inside words are not searched: they would come
/// last.
const MIN_PREFIX_MATCHES: u64 = 50;
/// The maximum number of categories with a matching name whose places are scored.
const MAX_SCORED_CATEGORIES: usize = 32;
/// The maximum number of places whose text is searched for a substring of one or two characters, which the index does
/// not contain. These are the first places by rank that match the rest of the search.
const MAX_SCANNED_PLACES: usize = store::MAX_COUNTED_TOTAL as usize;
/// A set of at most this many places is passed to a statement as ids, so that the statement does not scan all places.
const MAX_IDS_IN_STATEMENT: u64 = 2_000;
/// The maximum number of corrections of one mistyped word.
const MAX_CORRECTIONS_PER_WORD: usize = 12;
/// The maximum number of corrections of all words of a search. Each correction costs an access to the index.
const MAX_CORRECTIONS: usize = 48;
/// The maximum number of phrases that are made from the corrections.
const MAX_PHRASES: usize = 8;

const SELECT_OWNED_IDS: &str = "select id from place where owner_id = $1";

/// A search, or a list whose filters are evaluated with the place index.
pub struct IndexQuery<'a> {
    /// The app, whose database, place index and cache of candidates are read.
    pub app: &'a App,
    /// The filters and the page. Its `words` are the words of `search_query`.
    pub query: &'a PlaceQuery,
    /// The text of the search; empty for a list.
    pub search_query: &'a SearchQuery,
    /// The current snapshot of the index.
    pub snapshot: &'a IndexSnapshot,
}

/// The places that match all words of a search and pass the filters.
struct Matches {
    /// The places that have each word in their text or in the name of one of their categories.
    all: PlaceIdSet,
    /// The sets whose best places are scored: first the places with all words in the text, then for each category whose
    /// name contains a word the matches in this category.
    scored_sets: Vec<PlaceIdSet>,
}

/// The places to score, and the ids of the places that match by name.
struct FetchedCandidates {
    /// The ids of places with a name that contains the search from the beginning of a word.
    name_match_ids: Vec<i64>,
    candidates: Vec<Arc<SearchCandidate>>,
}

/// The relevance, the negated rank and the id of a place. Results are sorted by these three values.
type ScoredPlace = (Relevance, i64, i64);

/// Sorts items into the order of `ids`.
pub fn sort_by_ids<T>(mut items: Vec<T>, ids: &[i64], id: impl Fn(&T) -> PlaceId) -> Vec<T> {
    let positions: HashMap<i64, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    items.sort_by_key(|item| positions.get(&id(item).0).copied());
    items
}

impl IndexQuery<'_> {
    /// The ids of a page of the results, and the total. [`PlaceQuery::uses_index`] must be true.
    pub async fn page(&self) -> Result<Page<i64>, StoreError> {
        if self.query.sort != Sort::Relevance {
            return self.filtered_page().await;
        }
        let PlaceQuery { offset, limit, .. } = *self.query;
        let (scored_ids, unscored_places) = self.rank_matches().await?;
        let total = (scored_ids.len() as u64 + unscored_places.len()) as i64;
        let more = self.snapshot.best(&unscored_places, ((offset + limit) as usize).saturating_sub(scored_ids.len()));
        let items = scored_ids.into_iter().chain(more).skip(offset as usize).take(limit as usize).collect();
        Ok(Page { items, total: total.min(store::MAX_COUNTED_TOTAL), has_more: total > offset + limit })
    }

    /// [`IndexQuery::page`] of a list without words.
    async fn filtered_page(&self) -> Result<Page<i64>, StoreError> {
        let PlaceQuery { offset, limit, .. } = *self.query;
        let set = self.apply_index_filters(None).await?;
        let count = (offset + limit + 1) as usize;
        let ids: Vec<i64> = match self.query.near.filter(|_| self.query.sort == Sort::Distance) {
            Some(point) => {
                let grid = self.app.places.index.grid(&self.app.db).await?;
                let nearest = grid.nearest(point, count, |id| set.contains(id));
                nearest.into_iter().map(|id| id as i64).collect()
            }
            None => self.snapshot.best_after(&set, self.cursor_position(), count),
        };
        let items: Vec<i64> = ids.into_iter().skip(offset as usize).collect();
        let max_total = if self.query.may_have_stored_total() { i64::MAX } else { store::MAX_COUNTED_TOTAL };
        Ok(Page::new(items, (set.len() as i64).min(max_total), limit))
    }

    /// The rank and the id in the cursor. `None` without a cursor, or if its sort key is a text.
    fn cursor_position(&self) -> Option<(i64, i64)> {
        match self.query.after.as_ref()? {
            Cursor { key: ColumnValue::Number(rank), id } => Some((*rank, *id)),
            Cursor { key: ColumnValue::Text(_), .. } => None,
        }
    }

    /// The places of `set` (`None`: of all places) that are in the scope and pass the filters. The filters of
    /// [`PlaceQuery::needs_database_filter`] are not applied.
    async fn apply_index_filters(&self, set: Option<PlaceIdSet>) -> Result<PlaceIdSet, StoreError> {
        let PlaceQuery { category, verified, premium, bounds, .. } = *self.query;
        let (db, index) = (&self.app.db, &self.app.places.index);
        let mut set = match &self.query.scope {
            PlaceScope::Public => intersect(set, &self.snapshot.public),
            PlaceScope::All => intersect(set, &self.snapshot.active),
            PlaceScope::PublicOrOwn(owner) => {
                let owned: Vec<i64> =
                    with_pool!(db, |engine| sqlx::query_scalar(SELECT_OWNED_IDS).bind(owner).fetch_all(engine))?;
                let owned: PlaceIdSet = owned.into_iter().map(|id| id as u64).collect();
                intersect(set, &(&self.snapshot.active & (owned | &self.snapshot.public)))
            }
            // The place index does not contain the trash. Its list has no filters, so it never uses the index.
            PlaceScope::Trash => PlaceIdSet::new(),
        };
        if let Some(category) = category {
            set &= &*index.get(db, &IndexKey::Category(category)).await?;
        }
        if let Some(tags) = &self.query.tags {
            let keys: Vec<IndexKey> = tags.iter().map(|tag| IndexKey::Tag(tag.clone())).collect();
            let mut tagged = PlaceIdSet::new();
            for members in index.get_all(db, &keys).await? {
                tagged |= &*members;
            }
            set &= tagged;
        }
        for (key, value) in [(IndexKey::Verified, verified), (IndexKey::Premium, premium)] {
            let Some(value) = value else { continue };
            let members = index.get(db, &key).await?;
            if value { set &= &*members } else { set -= &*members }
        }
        if let Some(bounds) = bounds {
            set &= index.in_bounds(db, bounds).await?;
        }
        Ok(set)
    }

    /// The ids of the scored places, best first, and the matches that were not scored.
    async fn rank_matches(&self) -> Result<(Vec<i64>, PlaceIdSet), StoreError> {
        // The prefix index ignores punctuation: "c++" would match every word that begins with c.
        let fits_prefix_index = self.query.words.iter().all(|word| fits_prefix_index(&word.text));
        let mode = if fits_prefix_index { MatchMode::Prefix } else { MatchMode::Substring };
        let mut matches = self.matches(mode).await?;
        let mut fetched = self.fetch_best_candidates(&matches).await?;
        let matches_name = self.query.words.len() > 1 && !fetched.name_match_ids.is_empty();
        if fits_prefix_index && matches.scored_sets[0].len() < MIN_PREFIX_MATCHES && !matches_name {
            matches = self.matches(MatchMode::Substring).await?;
            fetched = self.fetch_best_candidates(&matches).await?;
        }
        let mut candidate_ids: Vec<i64> = fetched.candidates.iter().map(|candidate| candidate.id).collect();
        let mut scored_candidates = self.scored_candidates(fetched.candidates, false).await?;
        if needs_fuzzy_search(scored_candidates.iter().map(|(relevance, ..)| relevance)) {
            let exact_match_ids: HashSet<i64> = scored_candidates.iter().map(|(.., id)| *id).collect();
            let fuzzy_candidates = self.fuzzy_candidates(&exact_match_ids).await?;
            let mut fuzzy_matches = self.scored_candidates(fuzzy_candidates, true).await?;
            fuzzy_matches.retain(|(.., id)| !exact_match_ids.contains(id));
            candidate_ids.extend(fuzzy_matches.iter().map(|(.., id)| *id));
            scored_candidates.append(&mut fuzzy_matches);
            scored_candidates.sort();
        }
        let scored_ids: Vec<i64> = scored_candidates.into_iter().map(|(.., id)| id).collect();
        candidate_ids.sort_unstable();
        Ok((scored_ids, matches.all - PlaceIdSet::from_iter(candidate_ids.into_iter().map(|id| id as u64))))
    }

    /// The places that match all words and pass the filters.
    async fn matches(&self, mode: MatchMode) -> Result<Matches, StoreError> {
        let (long, short): (Vec<_>, Vec<_>) = self.query.words.iter().partition(|word| has_trigram(&word.text));
        let (db, index) = (&self.app.db, &self.app.places.index);
        let (indexed, scanned) = match mode {
            MatchMode::Prefix => ([long.as_slice(), &short].concat(), Vec::new()),
            // Without a trigram, the set of a short word could only be built by a scan of all places.
            MatchMode::Substring => (long.clone(), short),
        };
        // Most words match no category. As long as none does, `in_text_or_category` stays `None`, because it would
        // equal `in_text`.
        let (mut in_text, mut in_text_or_category): (Option<PlaceIdSet>, Option<PlaceIdSet>) = (None, None);
        for word in &indexed {
            let text = index.get(db, &IndexKey::Word(word.text.clone(), mode)).await?;
            let categories = self.matching_categories(std::slice::from_ref(word)).await?;
            if in_text_or_category.is_some() || !categories.is_empty() {
                let set = categories.values().fold((*text).clone(), |set, members| set | &**members);
                let previous = in_text_or_category.or_else(|| in_text.clone());
                in_text_or_category = Some(match previous {
                    Some(previous) => previous & set,
                    None => set,
                });
            }
            in_text = Some(intersect(in_text, &text));
        }
        let matches_category = in_text_or_category.is_some();
        let all = self.filtered_places(in_text_or_category.or_else(|| in_text.clone()), &scanned).await?;
        let in_text = match in_text {
            Some(in_text) if matches_category => in_text & &all,
            _ => all.clone(),
        };
        let mut scored_sets = vec![in_text];
        // Short words are ignored here, because most names of categories contain them.
        let categories = self.matching_categories(&long).await?;
        scored_sets.extend(categories.into_values().take(MAX_SCORED_CATEGORIES).map(|set| &*set & &all));
        Ok(Matches { all, scored_sets })
    }

    /// The categories whose name contains one of these words, each with its places.
    async fn matching_categories(&self, words: &[&SearchWord]) -> Result<BTreeMap<i64, Arc<PlaceIdSet>>, StoreError> {
        let ids: BTreeSet<i64> = words.iter().flat_map(|word| &word.categories).map(|category| category.0).collect();
        let keys: Vec<IndexKey> = ids.iter().map(|id| IndexKey::Category(CategoryId(*id))).collect();
        let sets = self.app.places.index.get_all(&self.app.db, &keys).await?;
        Ok(ids.into_iter().zip(sets).collect())
    }

    /// The places of `set` (`None`: of all places) that pass the filters and contain these words.
    async fn filtered_places(&self, set: Option<PlaceIdSet>, words: &[&SearchWord]) -> Result<PlaceIdSet, StoreError> {
        let mut set = self.apply_index_filters(set).await?;
        if !words.is_empty() || self.query.needs_database_filter() {
            let is_listed = !words.is_empty() || set.len() <= MAX_IDS_IN_STATEMENT;
            let ids = is_listed.then(|| self.snapshot.best(&set, MAX_SCANNED_PLACES));
            let db = &self.app.db;
            let Json(found): Json<Vec<u64>> =
                with_pool!(db, |pool, D| self.select_ids::<D>(ids, words).build_query_scalar().fetch_one(pool))?;
            set &= PlaceIdSet::from_iter(found);
        }
        Ok(set)
    }

    /// Selects the places among `ids` (`None`: all places) that pass the filters and contain these words.
    fn select_ids<D: Dialect>(&self, ids: Option<Vec<i64>>, words: &[&SearchWord]) -> QueryBuilder<D> {
        let mut query =
            QueryBuilder::new(format!("select {} from place where true", D::json_array_aggregate("place.id")));
        if let Some(ids) = &ids {
            query.push(" and place.id in (");
            D::push_number_rows(&mut query, ids);
            query.push(")");
        }
        self.query.push_filters(&mut query);
        self.query.push_words(&mut query, words);
        query
    }

    /// The places to score with typos: the names of each have words that are similar to words of the search. Places
    /// with the ids `exact_match_ids` match without typos. Of these, only places with a corrected phrase are included.
    async fn fuzzy_candidates(&self, exact_match_ids: &HashSet<i64>) -> Result<Vec<Arc<SearchCandidate>>, StoreError> {
        // The phrases, and for each word its spellings. Each phrase and each spelling has its number of edits.
        let (mut all_phrases, mut all_word_spellings) = (vec![(0, String::new())], Vec::new());
        let max_per_word = (MAX_CORRECTIONS / self.query.words.len().max(1)).clamp(1, MAX_CORRECTIONS_PER_WORD);
        let spellings = self.word_corrections(max_per_word).await?;
        for (word, corrections) in self.query.words.iter().zip(spellings.iter()) {
            let mut word_spellings = vec![(0, word.text.clone())];
            word_spellings.extend_from_slice(corrections);
            let append_spellings = |(edits, phrase): &(usize, String)| {
                let append = |(more, spelling): &(usize, String)| (edits + more, format!("{phrase} {spelling}"));
                word_spellings.iter().map(append).collect::<Vec<_>>()
            };
            all_phrases = all_phrases.iter().flat_map(append_spellings).collect();
            all_phrases.sort_by_key(|(edits, _)| *edits);
            all_phrases.truncate(MAX_PHRASES);
            all_word_spellings.push(word_spellings);
        }
        let corrected = all_phrases.iter().filter(|(edits, _)| *edits > 0);
        let phrases: Vec<&str> = corrected.map(|(_, phrase)| phrase.trim()).collect();
        if phrases.is_empty() {
            return Ok(Vec::new());
        }
        let short: Vec<&SearchWord> = self.query.words.iter().filter(|word| !has_trigram(&word.text)).collect();
        let mut all: Option<PlaceIdSet> = None;
        for (word, word_spellings) in self.query.words.iter().zip(&all_word_spellings) {
            if all.as_ref().is_some_and(PlaceIdSet::is_empty)
                || !word_spellings.iter().all(|(_, spelling)| has_trigram(spelling))
            {
                continue;
            }
            // Corrections are complete words of names. The other words need no substring matches: [`score`] rejects a
            // typo together with a match inside a word.
            let key = |(_, spelling): &(usize, String)| {
                let mode = if fits_prefix_index(spelling) { MatchMode::Prefix } else { MatchMode::Substring };
                IndexKey::Word(spelling.clone(), mode)
            };
            let keys: Vec<IndexKey> = word_spellings.iter().map(key).collect();
            let mut places_with_any_spelling = PlaceIdSet::new();
            for set in self.app.places.index.get_all(&self.app.db, &keys).await? {
                places_with_any_spelling |= &*set;
            }
            for set in self.matching_categories(&[word]).await?.values() {
                places_with_any_spelling |= &**set;
            }
            all = Some(intersect(all, &places_with_any_spelling));
        }
        let mut best = match all {
            Some(all) => self.snapshot.best(&self.filtered_places(Some(all), &short).await?, MAX_SCORED_PLACES),
            None => Vec::new(),
        };
        best.retain(|id| !exact_match_ids.contains(id));
        let FetchedCandidates { mut candidates, .. } =
            self.fetch_candidates((&phrases, MAX_SCORED_PLACES / 4), None, best).await?;
        // The filters are applied here, because candidates that were found by phrase are not filtered yet. An
        // intersection with `all` would lose places: the text of a name with an apostrophe does not contain the
        // corrected word.
        let ids = candidates.iter().map(|candidate| candidate.id as u64).collect();
        let filtered_places = self.filtered_places(Some(ids), &short).await?;
        candidates.retain(|candidate| filtered_places.contains(candidate.id as u64));
        Ok(candidates)
    }

    /// The corrections of each word, at most `max_per_word`: see [`fuzzy::spelling_candidates`].
    async fn word_corrections(&self, max_per_word: usize) -> Result<Arc<SpellingCandidates>, StoreError> {
        let words: Vec<String> = self.query.words.iter().map(|word| strip_punctuation(&word.text)).collect();
        let key = (self.snapshot.generation, words);
        if let Some(cached) = self.app.places.index.spellings.get(&key) {
            return Ok(cached);
        }
        let spellings = Arc::new(fuzzy::spelling_candidates(&self.app.db, &key.1, max_per_word).await?);
        self.app.places.index.spellings.insert(key, spellings.clone());
        Ok(spellings)
    }

    /// Fetches the best places of each set of [`Matches::scored_sets`], and the places that match by name.
    async fn fetch_best_candidates(&self, matches: &Matches) -> Result<FetchedCandidates, StoreError> {
        let Matches { all, scored_sets } = matches;
        let best = |(part, set)| {
            self.snapshot.best(set, if part == 0 { MAX_SCORED_PLACES } else { MAX_SCORED_PLACES_PER_CATEGORY })
        };
        let mut best: Vec<i64> = scored_sets.iter().enumerate().flat_map(best).collect();
        best.sort_unstable();
        best.dedup();
        let phrases: (&[&str], usize) = (&[self.search_query.phrase()], MAX_SCORED_PLACES);
        let FetchedCandidates { mut name_match_ids, mut candidates } =
            self.fetch_candidates(phrases, Some(all), best).await?;
        name_match_ids.retain(|id| all.contains(*id as u64));
        candidates.retain(|candidate| all.contains(candidate.id as u64));
        Ok(FetchedCandidates { name_match_ids, candidates })
    }

    /// Fetches the places with these ids, and the best places with a name that contains one of the phrases from the
    /// beginning of a word. `phrases` also has the maximum number of places per phrase. If the query has a filter and
    /// the set `allowed_ids` is small, only places of `allowed_ids` are found by phrase. Candidates of earlier
    /// searches come from the cache.
    async fn fetch_candidates(
        &self,
        phrases: (&[&str], usize),
        allowed_ids: Option<&PlaceIdSet>,
        ids: Vec<i64>,
    ) -> Result<FetchedCandidates, StoreError> {
        let allowed_ids =
            allowed_ids.filter(|allowed| self.query.has_filter() && allowed.len() <= MAX_IDS_IN_STATEMENT);
        let allowed_ids: Option<Vec<i64>> = allowed_ids.map(|allowed| allowed.iter().map(|id| id as i64).collect());
        let (mut candidates, uncached_ids) = self.app.places.candidate_cache.get(self.snapshot.generation, ids);
        let FetchedCandidates { name_match_ids, candidates: fetched } =
            self.fetch_uncached_candidates(phrases, allowed_ids, uncached_ids).await?;
        candidates.extend(fetched);
        if !name_match_ids.is_empty() {
            let fetched_ids: HashSet<i64> = candidates.iter().map(|candidate| candidate.id).collect();
            // The ids are in a set, because several names of a place may match.
            let others = name_match_ids.iter().copied().filter(|id| !fetched_ids.contains(id));
            let other_ids: BTreeSet<i64> = others.collect();
            let (cached, uncached_ids) = self.app.places.candidate_cache.get(self.snapshot.generation, other_ids);
            candidates.extend(cached);
            if !uncached_ids.is_empty() {
                candidates.extend(self.fetch_uncached_candidates((&[], 0), None, uncached_ids).await?.candidates);
            }
        }
        Ok(FetchedCandidates { name_match_ids, candidates })
    }

    /// Fetches the candidates with the ids `uncached_ids` from the database and caches them. Also returns the ids of
    /// the places with a name that contains one of the phrases: see [`IndexQuery::fetch_candidates`].
    async fn fetch_uncached_candidates(
        &self,
        phrases: (&[&str], usize),
        allowed_ids: Option<Vec<i64>>,
        uncached_ids: Vec<i64>,
    ) -> Result<FetchedCandidates, StoreError> {
        let db = &self.app.db;
        let (Json(name_match_ids), Json(rows)): (Json<Vec<i64>>, Json<Vec<SearchCandidateRow>>) =
            with_pool!(db, |pool, D| self
                .select_candidates::<D>(phrases, allowed_ids, uncached_ids)
                .build_query_as()
                .fetch_one(pool))?;
        let candidates: Vec<Arc<SearchCandidate>> = rows.into_iter().map(SearchCandidate::new).map(Arc::new).collect();
        self.app.places.candidate_cache.insert(self.snapshot.generation, &candidates);
        Ok(FetchedCandidates { name_match_ids, candidates })
    }

    /// Selects two lists in one row: the ids of [`FetchedCandidates::name_match_ids`], at most `limit` per phrase, and
    /// the candidates with the ids `uncached_ids`.
    fn select_candidates<D: Dialect>(
        &self,
        (phrases, limit): (&[&str], usize),
        allowed_ids: Option<Vec<i64>>,
        uncached_ids: Vec<i64>,
    ) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new("with named(id) as (");
        if phrases.is_empty() {
            query.push("select id from place where false");
        }
        for (at, phrase) in phrases.iter().enumerate() {
            query.push(if at == 0 { "select id from (" } else { " union all select id from (" });
            query.push("select place_id as id from place_name_suffix where is_public");
            // Lists for staff may also have hidden places. With both values of `is_public`, the engine must sort the
            // rows, because the index begins with `is_public`.
            query.push(if self.query.scope == PlaceScope::Public { " = true" } else { " in (true, false)" });
            let (key, end) = fuzzy::name_index_range(phrase);
            query.push(" and suffix >= ");
            D::push_text(&mut query, key);
            query.push(" and suffix < ");
            D::push_text(&mut query, end);
            if let Some(allowed_ids) = &allowed_ids {
                query.push(" and place_id in (");
                D::push_number_rows(&mut query, allowed_ids);
                query.push(")");
            }
            query.push(format!(" order by suffix, rank desc, place_id limit {limit}) as named{at}"));
        }
        query.push("), unread(id) as (");
        D::push_number_rows(&mut query, &uncached_ids);
        // The places are joined to the ids, because for `in`, SQLite would build a sorted temporary table of the ids.
        query.push(format!(
            ") select (select {} from named), (select {} from unread cross join place where place.id = unread.id)",
            D::json_array_aggregate("id"),
            D::json_array_aggregate_of_rows("place.id, place.rank, place.search, place.name, place.local_name"),
        ));
        query
    }

    /// Scores candidates and sorts them. Candidates that lack a word of the search are left out.
    async fn scored_candidates(
        &self,
        candidates: Vec<Arc<SearchCandidate>>,
        fuzzy: bool,
    ) -> Result<Vec<ScoredPlace>, StoreError> {
        let words: Vec<&SearchWord> = self.query.words.iter().collect();
        let matching = self.matching_categories(&words).await?;
        let names = self.snapshot.categories.iter().filter_map(|(id, name)| Some((matching.get(&id.0)?, name)));
        let names: Vec<(&Arc<PlaceIdSet>, &String)> = names.collect();
        let score_candidate = |candidate: &Arc<SearchCandidate>| {
            let mut categories = String::new();
            for (_, name) in names.iter().filter(|(members, _)| members.contains(candidate.id as u64)) {
                categories.push('\n');
                categories.push_str(name);
            }
            let SearchCandidate { id, rank, names, tags, description } = &**candidate;
            let (names, tags, description) = (names.into(), tags.into(), description.into());
            let document = SearchDocument { names, categories, tags, description };
            Some((score(self.search_query, &document, fuzzy)?, -rank, *id))
        };
        let mut scored_candidates: Vec<_> = candidates.iter().filter_map(score_candidate).collect();
        scored_candidates.sort();
        Ok(scored_candidates)
    }
}

/// The intersection of two sets. `None` is the set of all places.
fn intersect(set: Option<PlaceIdSet>, other: &PlaceIdSet) -> PlaceIdSet {
    set.map_or_else(|| other.clone(), |set| set & other)
}

/// Whether a word consists of letters and digits of a script with spaces between words.
fn fits_prefix_index(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() && !text::is_in_unspaced_script(c))
}

fn has_trigram(word: &str) -> bool {
    word.chars().count() >= MIN_TRIGRAM_WORD_LEN
}
