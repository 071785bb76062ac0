//! Searches places by words, the best match first.
//!
//! The place index ([`crate::db::place_index`]) gives the places that match all words, and their number. A bounded
//! number of the best places is read and scored ([`super::relevance`]), so that the cost hardly depends on the number
//! of places.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use sqlx::QueryBuilder;

use super::find::{Find, Scope, Word};
use super::index_filter::{IndexFilter, intersect};
use super::relevance::{Entry, Relevance, Wanted, bare, judge, needs_fuzzy};
use super::{names, store};
use crate::common::id::{CategoryId, PlaceId};
use crate::common::page::Page;
use crate::common::text;
use crate::db::candidate_cache::{Candidate, CandidateCache, FIELD_SEPARATOR};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::place_index::{IdSet, IndexKey, IndexSnapshot, PlaceIndex, SpellingCandidates};
use crate::db::search::{Dialect, MIN_TRIGRAM_LEN, MatchMode};

/// How many candidates of each kind are judged. What follows them comes best places first.
const JUDGED: usize = 60;
/// And of those that only a category brings: a page of them.
const JUDGED_IN_CATEGORY: usize = 25;
/// Words that begin as was typed are looked for first. Where so many places have them, or some name has all words that were
/// typed, what is found inside of words is not looked for: it would come after those.
const ENOUGH: u64 = 50;
/// How many categories that words name are judged by themselves.
const CATEGORIES: usize = 32;
/// What is in no set (one or two letters inside of words) is looked for in so many of the places that the rest finds, the
/// best.
const LOOKED_AT: usize = store::COUNTED as usize;
/// So many places go into a statement where it would otherwise go through all.
const LISTED: u64 = 2_000;
/// How many words of names a mistyped word may stand for, how many all words of a search together (each costs a look into
/// the index), and how many readings of the whole search are looked up.
const MEANT: usize = 12;
const FORMS: usize = 48;
const READINGS: usize = 8;

/// A search.
pub struct Search<'a> {
    /// What narrows the list; its `words` are those of `wanted`.
    pub find: &'a Find,
    /// What was typed.
    pub wanted: &'a Wanted,
    /// The place index of this process.
    pub index: &'a PlaceIndex,
    /// Candidates of earlier searches.
    pub candidate_cache: &'a CandidateCache,
    /// The current snapshot of the index.
    pub snapshot: &'a IndexSnapshot,
}

/// What a search found.
struct Found {
    /// What was judged, in order.
    first: Vec<i64>,
    /// The others.
    rest: IdSet,
}

/// The places that have all words.
struct Having {
    /// In their text, or in the name of one of their categories.
    all: IdSet,
    /// Those that are to be judged beside each other: with all words in the text; and in each category that words name.
    parts: Vec<IdSet>,
}

/// What was read of candidates.
struct Seen {
    /// Those whose names go on as was typed.
    named: Vec<i64>,
    candidates: Vec<Arc<Candidate>>,
}

/// A candidate that was judged.
type Judged = (Relevance, i64, i64);

/// Puts what was read of some places into the order of their ids.
pub fn in_order<T>(mut items: Vec<T>, ids: &[i64], id: impl Fn(&T) -> PlaceId) -> Vec<T> {
    let at: HashMap<i64, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    items.sort_by_key(|item| at.get(&id(item).0).copied());
    items
}

impl Search<'_> {
    /// The ids of the places found, in order, and how many there are.
    pub async fn page(&self, db: &Db) -> Result<Page<i64>, StoreError> {
        let Find { offset, limit, .. } = *self.find;
        let Found { first, rest } = self.found(db).await?;
        let total = (first.len() as u64 + rest.len()) as i64;
        let more = self.snapshot.best(&rest, ((offset + limit) as usize).saturating_sub(first.len()));
        let items = first.into_iter().chain(more).skip(offset as usize).take(limit as usize).collect();
        Ok(Page { items, total: total.min(store::COUNTED), has_more: total > offset + limit })
    }

    /// The ids of the best places found.
    pub async fn best(&self, db: &Db) -> Result<Vec<i64>, StoreError> {
        Ok(self.page(db).await?.items)
    }

    async fn found(&self, db: &Db) -> Result<Found, StoreError> {
        // The index of words knows no signs: "c++" would be whatever begins with a c.
        let is_plain = self.find.words.iter().all(|word| is_plain(&word.text));
        let mode = if is_plain { MatchMode::Prefix } else { MatchMode::Substring };
        let mut having = self.having(db, mode).await?;
        let mut seen = self.look(db, &having).await?;
        let is_a_name = self.find.words.len() > 1 && !seen.named.is_empty();
        if is_plain && having.parts[0].len() < ENOUGH && !is_a_name {
            having = self.having(db, MatchMode::Substring).await?;
            seen = self.look(db, &having).await?;
        }
        let mut looked_at: Vec<i64> = seen.candidates.iter().map(|candidate| candidate.id).collect();
        let mut judged = self.judged(db, seen.candidates, false).await?;
        if needs_fuzzy(judged.iter().map(|(relevance, ..)| relevance)) {
            let known: HashSet<i64> = judged.iter().map(|(.., id)| *id).collect();
            let mut mistyped = self.judged(db, self.mistyped(db, &known).await?, true).await?;
            mistyped.retain(|(.., id)| !known.contains(id));
            looked_at.extend(mistyped.iter().map(|(.., id)| *id));
            judged.append(&mut mistyped);
            judged.sort();
        }
        let first: Vec<i64> = judged.into_iter().map(|(.., id)| id).collect();
        looked_at.sort_unstable();
        Ok(Found { first, rest: having.all - IdSet::from_iter(looked_at.into_iter().map(|id| id as u64)) })
    }

    /// The places that have all words and pass what narrows the list.
    async fn having(&self, db: &Db, mode: MatchMode) -> Result<Having, StoreError> {
        let (long, short): (Vec<&Word>, Vec<&Word>) = self.find.words.iter().partition(|word| is_long(&word.text));
        let (in_sets, in_rows) = match mode {
            MatchMode::Prefix => ([long.as_slice(), &short].concat(), Vec::new()),
            // A set of what has two letters somewhere would be read from all places.
            MatchMode::Substring => (long.clone(), short),
        };
        // Most words are in no category's name: then whoever has them has them in the text.
        let (mut in_text, mut in_either): (Option<IdSet>, Option<IdSet>) = (None, None);
        for word in &in_sets {
            let text = self.index.get(db, &IndexKey::Word(word.text.clone(), mode)).await?;
            let named = self.named_categories(db, std::slice::from_ref(word)).await?;
            if in_either.is_some() || !named.is_empty() {
                let has = named.values().fold((*text).clone(), |has, members| has | &**members);
                let former = in_either.or_else(|| in_text.clone());
                in_either = Some(match former {
                    Some(former) => former & has,
                    None => has,
                });
            }
            in_text = Some(intersect(in_text, &text));
        }
        let names_none = in_either.is_none();
        let all = self.narrowed(db, in_either.or_else(|| in_text.clone()), &in_rows).await?;
        let in_text = match in_text {
            Some(in_text) if !names_none => in_text & &all,
            _ => all.clone(),
        };
        let mut parts = vec![in_text];
        // One or two letters are in most categories' names.
        let categories = self.named_categories(db, &long).await?;
        parts.extend(categories.into_values().take(CATEGORIES).map(|set| &*set & &all));
        Ok(Having { all, parts })
    }

    /// The categories that some of these words name, each with its places.
    async fn named_categories(&self, db: &Db, words: &[&Word]) -> Result<BTreeMap<i64, Arc<IdSet>>, StoreError> {
        let ids: BTreeSet<i64> = words.iter().flat_map(|word| &word.categories).map(|category| category.0).collect();
        let keys: Vec<IndexKey> = ids.iter().map(|id| IndexKey::Category(CategoryId(*id))).collect();
        Ok(ids.into_iter().zip(self.index.get_all(db, &keys).await?).collect())
    }

    /// Of these places (nothing: of all) those that pass what narrows the list, and that have these words somewhere.
    async fn narrowed(&self, db: &Db, set: Option<IdSet>, words: &[&Word]) -> Result<IdSet, StoreError> {
        let Search { find, index, snapshot, .. } = *self;
        let mut set = IndexFilter { find, index, snapshot }.of(db, set).await?;
        if !words.is_empty() || self.find.is_narrowed_in_rows() {
            let is_listed = !words.is_empty() || set.len() <= LISTED;
            let listed = is_listed.then(|| self.snapshot.best(&set, LOOKED_AT));
            let words: Vec<Word> = words.iter().map(|word| (*word).clone()).collect();
            set &= self.read_ids(db, listed, &words).await?;
        }
        Ok(set)
    }

    /// The places, of those `listed` if some are, that pass what narrows the list and have these words.
    async fn read_ids(&self, db: &Db, listed: Option<Vec<i64>>, words: &[Word]) -> Result<IdSet, StoreError> {
        let ids: String = match db {
            Db::Sqlite { pool, .. } => {
                self.ids::<sqlx::Sqlite>(listed, words).build_query_scalar().fetch_one(pool).await?
            }
            Db::Postgres { pool } => {
                self.ids::<sqlx::Postgres>(listed, words).build_query_scalar().fetch_one(pool).await?
            }
        };
        Ok(ids.split(',').filter_map(|id| id.parse::<u64>().ok()).collect())
    }

    fn ids<D: Dialect>(&self, listed: Option<Vec<i64>>, words: &[Word]) -> QueryBuilder<D> {
        let mut query =
            QueryBuilder::new("select coalesce(string_agg(cast(place.id as text), ','), '') from place where true");
        if let Some(listed) = &listed {
            query.push(" and place.id in (");
            D::numbers(&mut query, listed);
            query.push(")");
        }
        self.find.push_filters(&mut query);
        self.find.push_words(&mut query, words);
        query
    }

    /// Candidates for a search in which words were mistyped; what is found by its words and `known` is not read again.
    async fn mistyped(&self, db: &Db, known: &HashSet<i64>) -> Result<Vec<Arc<Candidate>>, StoreError> {
        let (mut readings, mut all_forms) = (vec![(0, String::new())], Vec::new());
        let most = (FORMS / self.find.words.len().max(1)).clamp(1, MEANT);
        let spellings = self.spellings(db, most).await?;
        for (word, meant) in self.find.words.iter().zip(spellings.iter()) {
            let mut forms = vec![(0, word.text.clone())];
            forms.extend_from_slice(meant);
            let reading = |(slips, phrase): &(usize, String)| {
                let read = |(more, form): &(usize, String)| (slips + more, format!("{phrase} {form}"));
                forms.iter().map(read).collect::<Vec<_>>()
            };
            readings = readings.iter().flat_map(reading).collect();
            readings.sort_by_key(|(slips, _)| *slips);
            readings.truncate(READINGS);
            all_forms.push(forms);
        }
        let meant = readings.iter().filter(|(slips, _)| *slips > 0);
        let phrases: Vec<&str> = meant.map(|(_, phrase)| phrase.trim()).collect();
        if phrases.is_empty() {
            return Ok(Vec::new());
        }
        let short: Vec<&Word> = self.find.words.iter().filter(|word| !is_long(&word.text)).collect();
        let mut all: Option<IdSet> = None;
        for (word, forms) in self.find.words.iter().zip(&all_forms) {
            if all.as_ref().is_some_and(IdSet::is_empty) || !forms.iter().all(|(_, form)| is_long(form)) {
                continue;
            }
            // What is meant is a word of a name. A guess beside what stands inside of another word would not count.
            let key = |(_, form): &(usize, String)| match is_plain(form) {
                true => IndexKey::Word(form.clone(), MatchMode::Prefix),
                false => IndexKey::Word(form.clone(), MatchMode::Substring),
            };
            let keys: Vec<IndexKey> = forms.iter().map(key).collect();
            let mut has = IdSet::new();
            for set in self.index.get_all(db, &keys).await? {
                has |= &*set;
            }
            for set in self.named_categories(db, &[word]).await?.values() {
                has |= &**set;
            }
            all = Some(intersect(all, &has));
        }
        let mut best = match all {
            Some(all) => self.snapshot.best(&self.narrowed(db, Some(all), &short).await?, JUDGED),
            None => Vec::new(),
        };
        best.retain(|id| !known.contains(id));
        let Seen { mut candidates, .. } = self.read(db, (&phrases, JUDGED / 4), None, best).await?;
        // What a name is called with an apostrophe is not in its text as it was meant.
        let read = candidates.iter().map(|candidate| candidate.id as u64).collect();
        let within = self.narrowed(db, Some(read), &short).await?;
        candidates.retain(|candidate| within.contains(candidate.id as u64));
        Ok(candidates)
    }

    /// What each word may mean, at most `most` words of names: see [`names::spelling_candidates`].
    async fn spellings(&self, db: &Db, most: usize) -> Result<Arc<SpellingCandidates>, StoreError> {
        let words: Vec<String> = self.find.words.iter().map(|word| bare(&word.text)).collect();
        let key = (self.snapshot.generation, words);
        if let Some(known) = self.index.spellings.get(&key) {
            return Ok(known);
        }
        let spellings = Arc::new(names::spelling_candidates(db, &key.1, most).await?);
        self.index.spellings.insert(key, spellings.clone());
        Ok(spellings)
    }

    /// Reads the best of each part, and those whose names go on as was typed.
    async fn look(&self, db: &Db, having: &Having) -> Result<Seen, StoreError> {
        let Having { all, parts } = having;
        let best = |(part, set)| self.snapshot.best(set, if part == 0 { JUDGED } else { JUDGED_IN_CATEGORY });
        let mut best: Vec<i64> = parts.iter().enumerate().flat_map(best).collect();
        best.sort_unstable();
        best.dedup();
        let phrases: (&[&str], usize) = (&[self.wanted.phrase()], JUDGED);
        let Seen { mut named, mut candidates } = self.read(db, phrases, Some(all), best).await?;
        named.retain(|id| all.contains(*id as u64));
        candidates.retain(|candidate| all.contains(candidate.id as u64));
        Ok(Seen { named, candidates })
    }

    /// The candidates: the `listed` ones, and of each of the phrases `most` whose names go on so, `within` a set if it is a
    /// small one. What an earlier search has read is not read again.
    async fn read(
        &self,
        db: &Db,
        phrases: (&[&str], usize),
        within: Option<&IdSet>,
        listed: Vec<i64>,
    ) -> Result<Seen, StoreError> {
        let within = within.filter(|within| self.find.is_narrowed() && within.len() <= LISTED);
        let within: Option<Vec<i64>> = within.map(|within| within.iter().map(|id| id as i64).collect());
        let (mut candidates, unread) = self.candidate_cache.get(self.snapshot.generation, listed);
        let Seen { named, candidates: read } = self.ask(db, phrases, within, unread).await?;
        candidates.extend(read);
        if !named.is_empty() {
            let is_listed: HashSet<i64> = candidates.iter().map(|candidate| candidate.id).collect();
            // A place has several names.
            let others: BTreeSet<i64> = named.iter().copied().filter(|id| !is_listed.contains(id)).collect();
            let (known, unread) = self.candidate_cache.get(self.snapshot.generation, others);
            candidates.extend(known);
            if !unread.is_empty() {
                candidates.extend(self.ask(db, (&[], 0), None, unread).await?.candidates);
            }
        }
        Ok(Seen { named, candidates })
    }

    /// Asks the database for what [`Search::read`] lacks.
    async fn ask(
        &self,
        db: &Db,
        phrases: (&[&str], usize),
        within: Option<Vec<i64>>,
        unread: Vec<i64>,
    ) -> Result<Seen, StoreError> {
        let read: String = match db {
            Db::Sqlite { pool, .. } => {
                self.candidates::<sqlx::Sqlite>(phrases, within, unread).build_query_scalar().fetch_one(pool).await?
            }
            Db::Postgres { pool } => {
                self.candidates::<sqlx::Postgres>(phrases, within, unread).build_query_scalar().fetch_one(pool).await?
            }
        };
        let (named, rows) = read.split_once(PART).unwrap_or_default();
        let named = named.split(',').filter_map(|id| id.parse().ok()).collect();
        let candidates: Vec<Arc<Candidate>> = rows.split(ROW).filter_map(Candidate::parse).map(Arc::new).collect();
        self.candidate_cache.insert(self.snapshot.generation, &candidates);
        Ok(Seen { named, candidates })
    }

    /// One text, because each row of an answer costs as much as reading some: ids of [`Seen::named`], and the candidates
    /// of these ids.
    fn candidates<D: Dialect>(
        &self,
        (phrases, most): (&[&str], usize),
        within: Option<Vec<i64>>,
        unread: Vec<i64>,
    ) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new("with named(id) as (");
        if phrases.is_empty() {
            query.push("select id from place where false");
        }
        for (at, phrase) in phrases.iter().enumerate() {
            query.push(if at == 0 { "select id from (" } else { " union all select id from (" });
            query.push("select place_id as id from place_name_suffix where is_public");
            // Hidden names are among those that staff may see; there are few, and their order does not matter.
            query.push(if self.find.scope == Scope::Shown { " = true" } else { " in (true, false)" });
            let key = names::key_of(phrase);
            query.push(" and key >= ");
            D::text(&mut query, key.clone());
            query.push(" and key < ");
            D::text(&mut query, names::end_of(&key));
            if let Some(within) = &within {
                query.push(" and place_id in (");
                D::numbers(&mut query, within);
                query.push(")");
            }
            query.push(format!(" order by key, rank desc, place_id limit {most}) as named{at}"));
        }
        query.push("), unread(id) as (");
        D::numbers(&mut query, &unread);
        query.push(") select coalesce((select string_agg(cast(id as text), ',') from named), '')");
        query
            .push(format!(" || '{PART}' || coalesce((select string_agg(place.id || '{FIELD_SEPARATOR}' || place.rank"));
        query.push(format!(" || '{FIELD_SEPARATOR}' || place.search"));
        // A name may hold whatever somebody sent, and must not begin a part, a row or a field.
        for name in ["place.name", "place.local_name"] {
            query
                .push(format!(" || '{FIELD_SEPARATOR}' || replace(replace(coalesce({name}, ''), '{ROW}', ' '), '{FIELD_SEPARATOR}', ' ')"));
        }
        // One after the other: "in" would sort all of them into a table of their own.
        query.push(format!(", '{ROW}') from unread cross join place where place.id = unread.id), '')"));
        query
    }

    /// Judges candidates and puts them in order; those that do not have every word fall out.
    async fn judged(&self, db: &Db, candidates: Vec<Arc<Candidate>>, fuzzy: bool) -> Result<Vec<Judged>, StoreError> {
        let words: Vec<&Word> = self.find.words.iter().collect();
        let named = self.named_categories(db, &words).await?;
        let names = self.snapshot.categories.iter().filter_map(|(id, name)| Some((named.get(&id.0)?, name)));
        let names: Vec<(&Arc<IdSet>, &String)> = names.collect();
        let judge = |candidate: &Arc<Candidate>| {
            let mut categories = String::new();
            for (_, name) in names.iter().filter(|(members, _)| members.contains(candidate.id as u64)) {
                categories.push('\n');
                categories.push_str(name);
            }
            let Candidate { id, rank, names, tags, text } = &**candidate;
            let (names, tags, text) = (Cow::Borrowed(&**names), Cow::Borrowed(&**tags), Cow::Borrowed(&**text));
            Some((judge(self.wanted, &Entry { names, categories, tags, text }, fuzzy)?, -rank, *id))
        };
        let mut judged: Vec<_> = candidates.iter().filter_map(judge).collect();
        judged.sort();
        Ok(judged)
    }
}

/// Whether it is letters and digits alone, of a script that puts spaces between words.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() && !text::is_unspaced(c))
}

fn is_long(word: &str) -> bool {
    word.chars().count() >= MIN_TRIGRAM_LEN
}

/// What parts the answers of one statement, and candidates.
const PART: char = '\u{1d}';
const ROW: char = '\u{1e}';
