//! Finding places by words, the best answer first.
//!
//! The database hands out a bounded number of candidates along its indexes, best places first; [`super::relevance`]
//! puts them in order. So a search costs about the same in a small guide and in a large one.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::QueryBuilder;

use super::find::{Find, Scope, Word};
use super::relevance::{Entry, Name, Relevance, Wanted, bare, judge, needs_forgiving};
use super::{names, store};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::{Dialect, Matching, SHORTEST};
use crate::kernel::id::{CategoryId, PlaceId};
use crate::kernel::page::Page;
use crate::kernel::text;

/// How many candidates of each kind are judged. What follows them comes best places first.
const JUDGED: i64 = 60;
/// Words that begin as was typed are looked for first. Where so many places have them, or some name has all words that were
/// typed, what is found inside of words is not looked for: it would come after those, and costs most.
const ENOUGH: usize = 50;
/// How far what is found is gathered to be counted, where the index alone cannot count it: counting costs more then.
const GATHERED: i64 = 1_000;
/// How many categories that words name are looked through.
const CATEGORIES: usize = 32;
/// Words of one or two letters are in no index: they are looked for in so many of the places that the rest finds, the
/// best.
const LOOKED_AT: i64 = 5_000;
/// How many words of names a mistyped word may stand for, and how many readings of the whole search are looked up.
const MEANT: usize = 12;
const READINGS: usize = 8;

/// A search, with the names of all categories, folded.
pub struct Search<'a> {
    /// What narrows the list; its `words` are those of `wanted`.
    pub find: &'a Find,
    /// What was typed.
    pub wanted: &'a Wanted,
    /// Every category.
    pub categories: &'a [(CategoryId, String)],
}

/// What a search found.
struct Found {
    /// In order.
    ids: Vec<i64>,
    /// Whether those are all.
    is_all: bool,
    /// Where its words were looked for.
    matching: Matching,
    /// How many there are, where that was counted on the way.
    total: Option<i64>,
}

/// Where candidates are looked for, with the words that it leaves to be checked.
type Probe = (Source, Vec<Word>);

/// What one look into the indexes brought.
struct Seen {
    /// Of each probe, the places in its order.
    ids: Vec<Vec<i64>>,
    /// The first [`JUDGED`] of each, to be judged: see [`Row::read`].
    rows: String,
    /// How many places the last probe has, if that was asked and not all of them were read.
    total: Option<i64>,
}

/// Where candidates come from.
enum Source {
    /// Names of which a word, and all that follows it, begin so.
    Names(String),
    /// Places with each of these words, in one of its forms.
    Text(Vec<Vec<String>>, Matching),
    /// The places of a category.
    Category(CategoryId),
    /// The best places.
    Best,
}

/// Puts what was read of some places into the order of their ids.
pub fn in_order<T>(mut items: Vec<T>, ids: &[i64], id: impl Fn(&T) -> PlaceId) -> Vec<T> {
    let at: HashMap<i64, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    items.sort_by_key(|item| at.get(&id(item).0).copied());
    items
}

impl Search<'_> {
    /// The ids of the places found, in order, and how many there are, as far as was counted.
    pub async fn page(&self, db: &Db) -> Result<Page<i64>, StoreError> {
        let Find { offset, limit, .. } = *self.find;
        let counted = self.index_counts();
        let reach = if counted { JUDGED } else { GATHERED };
        let Found { ids, is_all, matching, total } = self.found(db, reach.max(offset + limit + 1), counted).await?;
        let items: Vec<i64> = ids.iter().copied().skip(offset as usize).take(limit as usize).collect();
        let found = ids.len() as i64;
        let total = match total {
            _ if is_all => found,
            Some(total) => total.max(found),
            None => store::counted(db, &Find { matching, ..self.find.clone() }).await?.max(found),
        };
        Ok(Page { items, total: total.min(store::COUNTED), has_more: found > offset + limit })
    }

    /// The ids of the best places found, without how many there are.
    pub async fn best(&self, db: &Db) -> Result<Vec<i64>, StoreError> {
        let Found { mut ids, .. } = self.found(db, JUDGED.max(self.find.limit), false).await?;
        ids.truncate(self.find.limit as usize);
        Ok(ids)
    }

    /// Whether the index alone can count what is found: it knows all that is asked.
    fn index_counts(&self) -> bool {
        matches!(self.sources().as_slice(), [(Source::Text(..), rest)] if self.is_bare(rest))
    }

    /// Whether nothing is asked of a place but that it is found and shown, so that its row need not be looked at.
    fn is_bare(&self, rest: &[Word]) -> bool {
        self.find.scope == Scope::Shown && !self.find.is_narrowed() && rest.is_empty()
    }

    /// The places found, at least the first `reach`; how many there are where the index alone can count them.
    async fn found(&self, db: &Db, reach: i64, counted: bool) -> Result<Found, StoreError> {
        let sources = self.sources();
        let names = (Source::Names(self.wanted.phrase().to_owned()), Vec::new());
        let probes = std::iter::once((&names, JUDGED)).chain(sources.iter().map(|source| (source, reach))).collect();
        let mut seen = self.look(db, probes, counted).await?;
        let mut matching = Matching::Anywhere;
        if let [(Source::Text(words, Matching::Beginnings), rest), ..] = sources.as_slice() {
            let is_a_name = self.wanted.words.len() > 1 && !seen.ids[0].is_empty();
            if seen.ids[1].len() < ENOUGH && !is_a_name {
                let anywhere = (Source::Text(words.clone(), Matching::Anywhere), rest.clone());
                let Seen { ids, rows, total } = self.look(db, vec![(&anywhere, reach)], counted).await?;
                seen.ids.splice(1..2, ids);
                seen.rows += ROW;
                seen.rows += &rows;
                seen.total = total;
            } else {
                matching = Matching::Beginnings;
            }
        }
        let is_all = seen.ids[1..].iter().all(|ids| (ids.len() as i64) < reach);
        let mut judged = self.judged(db, &seen.rows, false).await?;
        if needs_forgiving(judged.iter().map(|(relevance, ..)| relevance)) {
            let known: HashSet<i64> = judged.iter().map(|(.., id)| *id).collect();
            let mistyped = self.mistyped(db).await?;
            judged.extend(self.judged(db, &mistyped, true).await?.into_iter().filter(|(.., id)| !known.contains(id)));
            judged.sort();
        }
        let far = seen.ids[1..].iter().flat_map(|ids| ids.iter().skip(JUDGED as usize).copied());
        let mut known = HashSet::new();
        let ids = judged.into_iter().map(|(.., id)| id).chain(far).filter(|id| known.insert(*id)).collect();
        Ok(Found { ids, is_all, matching, total: seen.total })
    }

    /// The sources that together have every place with all words, each with the words that it leaves to be checked.
    fn sources(&self) -> Vec<Probe> {
        let is_long = |word: &&Word| word.text.chars().count() >= SHORTEST;
        // The index of words knows no signs: "c++" would be whatever begins with a c.
        let is_plain = self.find.words.iter().all(|word| word.text.chars().all(char::is_alphanumeric));
        let matching = if is_plain { Matching::Beginnings } else { Matching::Anywhere };
        let forms = |words: Vec<&Word>| words.into_iter().map(|word| vec![word.text.clone()]).collect::<Vec<_>>();
        let words = &self.find.words;
        let in_text_alone: Vec<&Word> =
            words.iter().filter(is_long).filter(|word| word.categories.is_empty()).collect();
        if !in_text_alone.is_empty() {
            let rest = words.iter().filter(|word| !is_long(word) || !word.categories.is_empty()).cloned().collect();
            return vec![(Source::Text(forms(in_text_alone), matching), rest)];
        }
        let long: Vec<&Word> = words.iter().filter(is_long).collect();
        if long.is_empty() {
            return vec![(Source::Best, words.clone())];
        }
        // Every long word is part of some category's name: either all are in the text, or one is in the category's.
        let rest = words.iter().filter(|word| !is_long(word)).cloned().collect();
        let mut sources = vec![(Source::Text(forms(long.clone()), matching), rest)];
        let named: BTreeSet<i64> = long.iter().flat_map(|word| &word.categories).map(|category| category.0).collect();
        for category in named.into_iter().map(CategoryId).take(CATEGORIES) {
            let others = words.iter().filter(|word| !word.categories.contains(&category)).cloned().collect();
            sources.push((Source::Category(category), others));
        }
        sources
    }

    /// Candidates for a search in which words were mistyped, to be judged: see [`Row::read`].
    async fn mistyped(&self, db: &Db) -> Result<String, StoreError> {
        let mut words = self.find.words.clone();
        let mut readings = vec![(0, String::new())];
        for word in &mut words {
            let meant = names::meant(db, &bare(&word.text), MEANT).await?;
            let all = [vec![(0, word.text.clone())], meant.clone()].concat();
            let reading = |(slips, phrase): &(usize, String)| {
                let (slips, phrase) = (*slips, phrase.clone());
                all.iter().map(move |(more, form)| (slips + more, format!("{phrase} {form}"))).collect::<Vec<_>>()
            };
            readings = readings.iter().flat_map(reading).collect();
            readings.sort_by_key(|(slips, _)| *slips);
            readings.truncate(READINGS);
            word.meant = meant.into_iter().map(|(_, form)| form).collect();
        }
        if words.iter().all(|word| word.meant.is_empty()) {
            return Ok(String::new());
        }
        let is_indexed = |word: &Word| word.forms().iter().all(|form| form.chars().count() >= SHORTEST);
        let (mut indexed, mut rest): (Vec<Word>, Vec<Word>) =
            words.iter().cloned().partition(|word| is_indexed(word) && word.categories.is_empty());
        if indexed.is_empty() {
            (indexed, rest) = words.into_iter().partition(is_indexed);
        }
        let forms: Vec<Vec<String>> = indexed.iter().map(Word::forms).collect();
        let meant = readings.iter().filter(|(slips, _)| *slips > 0);
        let mut probes: Vec<(Probe, i64)> =
            meant.map(|(_, phrase)| ((Source::Names(phrase.trim().to_owned()), Vec::new()), JUDGED / 4)).collect();
        if !forms.is_empty() {
            probes.push(((Source::Text(forms, Matching::Anywhere), rest), JUDGED));
        }
        let probes = probes.iter().map(|(probe, most)| (probe, *most)).collect();
        Ok(self.look(db, probes, false).await?.rows)
    }

    /// Judges candidates, each once, and puts them in order; those that do not have every word fall out.
    async fn judged(&self, db: &Db, rows: &str, forgiving: bool) -> Result<Vec<(Relevance, i64, i64)>, StoreError> {
        let mut known = HashSet::new();
        let rows: Vec<Row> = rows.split(ROW).filter_map(Row::read).filter(|row| known.insert(row.id)).collect();
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let categories = self.categories_of(db, &ids).await?;
        let judge = |Row { id, rank, entry }: Row| {
            let entry = Entry { categories: categories.get(&id).cloned().unwrap_or_default(), ..entry };
            Some((judge(self.wanted, &entry, forgiving)?, -rank, id))
        };
        let mut judged: Vec<_> = rows.into_iter().filter_map(judge).collect();
        judged.sort();
        Ok(judged)
    }

    /// Of the categories that some word names, those that these places are in: folded names, parted by line breaks.
    async fn categories_of(&self, db: &Db, ids: &[i64]) -> Result<HashMap<i64, String>, StoreError> {
        let wanted: Vec<i64> = self.find.words.iter().flat_map(|word| &word.categories).map(|id| id.0).collect();
        let mut names: HashMap<i64, String> = HashMap::new();
        if wanted.is_empty() || ids.is_empty() {
            return Ok(names);
        }
        let members: Vec<(i64, CategoryId)> = match db {
            Db::Sqlite { pool, .. } => members::<sqlx::Sqlite>(ids, &wanted).build_query_as().fetch_all(pool).await?,
            Db::Postgres { pool } => members::<sqlx::Postgres>(ids, &wanted).build_query_as().fetch_all(pool).await?,
        };
        for (place, category) in members {
            let name = self.categories.iter().find(|(id, _)| *id == category).map(|(_, name)| name.as_str());
            let names = names.entry(place).or_default();
            names.push('\n');
            names.push_str(name.unwrap_or_default());
        }
        Ok(names)
    }

    /// Looks along the indexes, once for all probes: handing a statement over and back costs as much as many of these. Of
    /// each probe as many places are read as stand beside it; `counted` asks how many the last one has.
    async fn look(&self, db: &Db, probes: Vec<(&Probe, i64)>, counted: bool) -> Result<Seen, StoreError> {
        let found: String = match db {
            Db::Sqlite { pool, .. } => {
                self.looking::<sqlx::Sqlite>(&probes, counted).build_query_scalar().fetch_one(pool).await?
            }
            Db::Postgres { pool } => {
                self.looking::<sqlx::Postgres>(&probes, counted).build_query_scalar().fetch_one(pool).await?
            }
        };
        let mut parts = found.split(PART);
        let mut part = || parts.next().unwrap_or_default();
        let numbers = |text: &str| text.split(',').filter_map(|id| id.parse().ok()).collect();
        let ids = probes.iter().map(|_| numbers(part())).collect();
        Ok(Seen { ids, rows: part().to_owned(), total: part().parse().ok() })
    }

    /// One text: the ids of each probe, what is judged of them, and the count.
    fn looking<D: Dialect>(&self, probes: &[(&Probe, i64)], counted: bool) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new("with ");
        for (at, ((source, rest), most)) in probes.iter().enumerate() {
            query.push(if at == 0 { "" } else { ", " }).push(format!("probe{at} as materialized ("));
            self.gather(&mut query, source, rest, *most);
            query.push(")");
        }
        query.push(" select ");
        for at in 0..probes.len() {
            query.push("coalesce((select ").push(D::GATHER_IDS).push(format!(" from probe{at}), '') || "));
            D::text(&mut query, PART.into());
            query.push(" || ");
        }
        query.push("coalesce((");
        self.rows(&mut query, probes.len());
        query.push("), '')");
        if let (true, Some(((Source::Text(words, matching), _), _))) = (counted, probes.last()) {
            query.push(" || ");
            D::text(&mut query, PART.into());
            let (at, most) = (probes.len() - 1, probes[probes.len() - 1].1);
            query.push(format!(" || case when (select count(*) from probe{at}) < "));
            D::number(&mut query, most);
            query.push(" then '' else cast((select count(*) from (select 1 from ");
            D::push_hits(&mut query, words, *matching, true);
            query.push(" limit ");
            D::number(&mut query, store::COUNTED);
            query.push(") as hits) as text) end");
        }
        query
    }

    /// All candidates as one text: see [`Row::read`].
    fn rows<D: Dialect>(&self, query: &mut QueryBuilder<D>, probes: usize) {
        query.push("select ").push(D::GATHER).push("(place.id");
        for field in ["place.rank", "place.search"] {
            query.push(" || ");
            D::text(query, FIELD.into());
            query.push(" || ").push(field);
        }
        // Marks are looked at when some were typed. A name may hold whatever somebody sent, and must not begin a part, a row
        // or a field.
        for name in ["place.name", "place.local_name"].into_iter().filter(|_| self.wanted.is_marked()) {
            query.push(" || ");
            D::text(query, FIELD.into());
            query.push(" || replace(replace(replace(coalesce(").push(name).push(", '')");
            for sign in [PART, ROW, FIELD] {
                query.push(", ");
                D::text(query, sign.into());
                query.push(", ' ')");
            }
        }
        query.push(", ");
        D::text(query, ROW.into());
        query.push(") from place where place.id in (");
        for at in 0..probes {
            query.push(if at == 0 { "" } else { " union " });
            query.push(format!("select id from (select id from probe{at} limit "));
            D::number(query, JUDGED);
            query.push(format!(") as first{at}"));
        }
        query.push(")");
    }

    /// The ids of at most `most` places of a source that have the words `rest` too and pass what narrows the list.
    fn gather<D: Dialect>(&self, query: &mut QueryBuilder<D>, source: &Source, rest: &[Word], most: i64) {
        let is_bare = self.is_bare(rest);
        query.push("select ");
        match source {
            Source::Names(phrase) => {
                query.push("place_name.place_id as id from (select place_id, key, rank from place_name");
                // Hidden names are among those that staff may see; there are few, and their order does not matter.
                let shown = if self.find.scope == Scope::Shown { " = true" } else { " in (true, false)" };
                query.push(" where is_shown").push(shown).push(" and key >= ");
                D::text(query, names::key_of(phrase));
                query.push(" and key < ");
                D::text(query, names::end_of(&names::key_of(phrase)));
                query.push(" order by key, rank desc, place_id limit ");
                D::number(query, LOOKED_AT);
                query.push(") as place_name");
                if !is_bare {
                    query.push(" join place on place.id = place_name.place_id where true");
                }
            }
            Source::Text(words, matching) => {
                query.push(D::HIT).push(" as id from ");
                D::push_hits(query, words, *matching, is_bare);
            }
            Source::Category(category) => {
                query.push("place.id from (select place_id, rank from place_category where category_id = ");
                D::number(query, category.0);
                if self.find.scope == Scope::Shown {
                    query.push(" and is_shown = true");
                }
                if !self.find.is_narrowed() {
                    query.push(" order by rank desc, place_id limit ");
                    D::number(query, LOOKED_AT);
                }
                query.push(") as along join place on place.id = along.place_id where true");
            }
            Source::Best if self.find.scope == Scope::Shown => {
                query.push("place.id from (select * from place where is_shown = true order by rank desc, id limit ");
                D::number(query, LOOKED_AT);
                query.push(") as place where true");
            }
            Source::Best => {
                query.push("place.id from place where true");
            }
        }
        if !is_bare {
            self.find.push_filters(query);
            self.find.push_words(query, rest);
        }
        query.push(match source {
            Source::Names(_) => " order by place_name.key, place_name.rank desc, place_name.place_id",
            Source::Text(..) => D::HITS_ORDER,
            Source::Category(_) => " order by along.rank desc, along.place_id",
            Source::Best => " order by place.rank desc, place.id",
        });
        query.push(" limit ");
        D::number(query, most);
    }
}

fn members<D: Dialect>(ids: &[i64], categories: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select place_id, category_id from place_category where category_id in (");
    store::push_numbers(&mut query, categories);
    query.push(") and place_id in (");
    store::push_numbers(&mut query, ids);
    query.push(")");
    query
}

/// What parts the answers of one statement, candidates, and the fields of each. Folded text has no control characters.
const PART: &str = "\u{1d}";
const ROW: &str = "\u{1e}";
const FIELD: &str = "\u{1f}";

/// What is read of a candidate.
struct Row {
    id: i64,
    rank: i64,
    /// Without its categories.
    entry: Entry,
}

impl Row {
    /// Reads id, rank, folded text (its parts stand in it a line each: see [`super::model::Place::search_text`]) and, where
    /// marks matter, the two names.
    fn read(row: &str) -> Option<Self> {
        let mut fields = row.split(FIELD);
        let mut field = || fields.next();
        let (id, rank, search) = (field()?.parse().ok()?, field()?.parse().ok()?, field()?);
        let mut lines = search.split('\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        let folded = [line(), line()];
        let marked = folded.each_ref().map(|_| text::nfc(field().unwrap_or_default()).to_lowercase());
        let names = folded.into_iter().zip(marked).map(|(folded, marked)| Name { folded, marked });
        let names = names.filter(|name| !name.folded.is_empty()).collect();
        Some(Self { id, rank, entry: Entry { names, tags: line(), text: line(), ..Entry::default() } })
    }
}
