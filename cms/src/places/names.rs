//! The index of names: what a search can begin with, and the words that a mistyped one may stand for. Kept in the same
//! transaction as the place.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::QueryBuilder;

use super::model::Place;
use super::relevance::{EXACT_BESIDE_SHORT, words_of};
use super::store::COLUMNS;
use crate::common::id::PlaceId;
use crate::common::{text, typo};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::place_index::SpellingCandidates;
use crate::db::search::{self, Dialect};
use crate::{execute, with_pool, with_tx};

/// What [`super::write`] puts into `place.index_version`. Another number makes every place indexed anew at the next
/// start.
pub const VERSION: i64 = 2;
/// Places indexed in one transaction.
const AT_A_TIME: i64 = 500;
/// The longest key, in characters.
const LONGEST_KEY: usize = 80;
/// For each mistyped word so many words are looked at, for all of them together.
const LOOKED_AT: i64 = 300;
/// Rows in one statement: engines bind a limited number of values.
const ROWS: usize = 4_000;

/// Puts a place into the indexes, or another state of it in the former one's place.
pub async fn keep(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    let state = |place: &Place| (keys(place), place.is_public(), place.rank());
    let (was, is) = (before.map(state), state(after));
    let text = after.search_text();
    if before.map(Place::search_text).as_ref() != Some(&text) {
        search::index_place(tx, id, &text).await?;
    }
    if was.as_ref() == Some(&is) {
        return Ok(());
    }
    let mut counts = BTreeMap::new();
    if before.is_some() {
        uncount(&mut counts, taken_out(tx, id).await?);
    }
    add_keys(tx, &[(id, after)]).await?;
    count(&mut counts, after);
    count_words(tx, counts).await
}

/// Takes a place out of the indexes.
pub async fn forget(tx: &mut Tx, place: &Place) -> Result<(), StoreError> {
    search::remove_place(tx, place.id).await?;
    let mut counts = BTreeMap::new();
    uncount(&mut counts, taken_out(tx, place.id).await?);
    count_words(tx, counts).await
}

/// How many more places have a word in their names.
type Counts = BTreeMap<String, i64>;

fn count(counts: &mut Counts, place: &Place) {
    for word in words(place) {
        *counts.entry(word).or_insert(0) += 1;
    }
}

fn uncount(counts: &mut Counts, words: Vec<String>) {
    for word in words {
        *counts.entry(word).or_insert(0) -= 1;
    }
}

/// Takes a place's keys out of the index. Answers the words that were counted for it, which are those of its keys that
/// are words: whatever the place is called by now, they are what is taken back.
async fn taken_out(tx: &mut Tx, id: PlaceId) -> Result<Vec<String>, StoreError> {
    let take = "delete from place_name_suffix where place_id = $1 returning suffix";
    let mut keys: Vec<String> = with_tx!(tx, |engine| sqlx::query_scalar(take).bind(id).fetch_all(engine))?;
    keys.retain(|key| words_of(key).into_iter().eq([key.as_str()]));
    Ok(keys)
}

/// Indexes the places that are not in the present version of the index: after a migration, none otherwise.
pub async fn make_current(db: &Db) -> Result<(), StoreError> {
    search::build_missing_indexes(db).await?;
    // In the order of the index, which is fastest to write.
    let outdated = "select id from place where index_version = $1 order by rank desc, id limit $2";
    for version in 0..VERSION {
        loop {
            let ids: Vec<PlaceId> =
                with_pool!(db, |engine| sqlx::query_scalar(outdated).bind(version).bind(AT_A_TIME).fetch_all(engine))?;
            if ids.is_empty() {
                break;
            }
            tracing::info!(places = ids.len(), "indexing for the search");
            db.write(move |tx| Box::pin(async move { index(tx, ids, version).await })).await?;
        }
    }
    Ok(())
}

async fn index(tx: &mut Tx, ids: Vec<PlaceId>, version: i64) -> Result<(), StoreError> {
    let (mut places, mut counts) = (Vec::<(PlaceId, Place)>::new(), Counts::new());
    for id in ids {
        // Another replica may be at it: who comes second finds nothing to do.
        let take = "update place set index_version = $1 where id = $2 and index_version = $3";
        if execute!(tx, sqlx::query(take).bind(VERSION).bind(id).bind(version))? == 0 {
            continue;
        }
        let one = format!("select {COLUMNS} from place where place.id = $1");
        let place: Place = with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(one)).bind(id).fetch_one(engine))?;
        let search = place.search_text();
        execute!(tx, sqlx::query("update place set search = $1 where id = $2").bind(&search).bind(id))?;
        search::index_place(tx, id, &search).await?;
        uncount(&mut counts, taken_out(tx, id).await?);
        count(&mut counts, &place);
        places.push((id, place));
    }
    let named: Vec<(PlaceId, &Place)> = places.iter().map(|(id, place)| (*id, place)).collect();
    add_keys(tx, &named).await?;
    count_words(tx, counts).await
}

/// Builds one statement of many rows and runs it on the engine at hand.
macro_rules! rows {
    ($tx:expr, $begin:expr, $rows:expr, |$row:ident, $item:pat_param| $bind:block, $end:expr, |$query:ident, $engine:ident| $run:expr) => {
        match $tx {
            Tx::Sqlite(connection) => {
                let $engine = &mut **connection;
                let mut $query = QueryBuilder::<sqlx::Sqlite>::new($begin);
                $query.push_values($rows, |mut $row, $item| $bind).push($end);
                $run
            }
            Tx::Postgres(transaction) => {
                let $engine = &mut **transaction;
                let mut $query = QueryBuilder::<sqlx::Postgres>::new($begin);
                $query.push_values($rows, |mut $row, $item| $bind).push($end);
                $run
            }
        }
    };
}

/// The words of a place's names.
fn words(place: &Place) -> BTreeSet<String> {
    place.folded_names().iter().flat_map(|name| words_of(name)).collect()
}

/// Each word of its names, and each name from each of its words on.
fn keys(place: &Place) -> BTreeSet<String> {
    let mut keys = words(place);
    for name in place.folded_names() {
        let mut before = ' ';
        for (at, letter) in name.char_indices() {
            if letter.is_alphanumeric() && !before.is_alphanumeric() {
                keys.insert(name[at..].chars().take(LONGEST_KEY).collect());
            }
            before = letter;
        }
    }
    keys
}

async fn add_keys(tx: &mut Tx, places: &[(PlaceId, &Place)]) -> Result<(), StoreError> {
    let rows: Vec<_> =
        places.iter().flat_map(|(id, place)| keys(place).into_iter().map(move |key| (*id, key, *place))).collect();
    for rows in rows.chunks(ROWS) {
        rows!(
            tx,
            "insert into place_name_suffix (place_id, suffix, is_public, rank) ",
            rows,
            |row, (id, key, place)| {
                row.push_bind(*id).push_bind(key).push_bind(place.is_public()).push_bind(place.rank());
            },
            "",
            |query, engine| query.build().execute(engine).await.map(|_| ())?
        );
    }
    Ok(())
}

/// Notes that so many more places have these words in their names, or fewer: in one statement and in the words' order,
/// so that two writers never wait for each other.
async fn count_words(tx: &mut Tx, counts: Counts) -> Result<(), StoreError> {
    let counts: Vec<(String, i64)> = counts.into_iter().filter(|(_, more)| *more != 0).collect();
    let (mut slips, mut gone) = (Vec::new(), Vec::new());
    for counts in counts.chunks(ROWS) {
        let now: Vec<(String, i64)> = rows!(
            tx,
            "insert into name_word (word, place_count) ",
            counts,
            |row, (word, more)| {
                row.push_bind(word).push_bind(more);
            },
            " on conflict (word) do update set place_count = name_word.place_count + excluded.place_count
             returning word, place_count",
            |query, engine| query.build_query_as().fetch_all(engine).await?
        );
        let more: BTreeMap<&str, i64> = counts.iter().map(|(word, more)| (word.as_str(), *more)).collect();
        for (word, count) in now {
            if count > 0 && count == more[word.as_str()] {
                slips.extend(typo::deletion_variants(&word).into_iter().map(|slip| (slip, word.clone())));
            } else if count <= 0 {
                gone.push(word);
            }
        }
    }
    for word in gone {
        execute!(tx, sqlx::query("delete from name_word where word = $1").bind(word))?;
    }
    for slips in slips.chunks(ROWS) {
        rows!(
            tx,
            "insert into name_deletion (variant, word) ",
            slips,
            |row, (slip, word)| {
                row.push_bind(slip).push_bind(word);
            },
            "",
            |query, engine| query.build().execute(engine).await.map(|_| ())?
        );
    }
    Ok(())
}

/// For each of these words the words of names that it may be a mistyped form of: the nearest first, then the most used; at
/// most `most`.
pub async fn spelling_candidates(db: &Db, words: &[String], most: usize) -> Result<SpellingCandidates, StoreError> {
    let is_long = |word: &&String| word.chars().count() >= search::MIN_TRIGRAM_LEN;
    let slips: BTreeSet<String> = words.iter().filter(is_long).flat_map(|word| typo::deletion_variants(word)).collect();
    if slips.is_empty() {
        return Ok(vec![Vec::new(); words.len()]);
    }
    let (slips, looked_at) = (Vec::from_iter(slips), LOOKED_AT * words.len() as i64);
    let near: String = match db {
        Db::Sqlite { pool, .. } => near::<sqlx::Sqlite>(&slips, looked_at).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => near::<sqlx::Postgres>(&slips, looked_at).build_query_scalar().fetch_one(pool).await?,
    };
    let near = near.split(',').filter_map(|word| word.split_once(' '));
    let near: Vec<(i64, &str)> = near.filter_map(|(count, word)| Some((count.parse().ok()?, word))).collect();
    let meant = |word: &String| {
        let slips = |other: &str| {
            let is_short = || words.len() > EXACT_BESIDE_SHORT && typo::is_short_typo(word, other);
            typo::edit_distance(word, other).or_else(|| is_short().then_some(1))
        };
        let nearest = |(count, other): &(i64, &str)| Some((slips(other)?, -count, (*other).to_owned()));
        let mut meant: Vec<_> = near.iter().filter(|_| is_long(&word)).filter_map(nearest).collect();
        meant.sort();
        meant.truncate(most);
        meant.into_iter().map(|(slips, _, word)| (slips, word)).collect()
    };
    Ok(words.iter().map(meant).collect())
}

/// Words and how often they are used, in one text: a row costs more on its way than in the database. A word of a name has
/// neither commas nor spaces.
fn near<D: Dialect>(slips: &[String], looked_at: i64) -> QueryBuilder<D> {
    let mut query =
        QueryBuilder::new("select coalesce(string_agg(place_count || ' ' || word, ','), '') from name_word");
    query.push(" where word in (select distinct word from name_deletion where variant in (");
    D::texts(&mut query, &slips.iter().map(String::as_str).collect::<Vec<_>>());
    query.push(") limit ");
    D::number(&mut query, looked_at);
    query.push(")");
    query
}

/// The text from which on no key begins with `phrase` any more.
pub fn end_of(phrase: &str) -> String {
    format!("{phrase}\u{10FFFF}")
}

/// A phrase as keys have it.
pub fn key_of(phrase: &str) -> String {
    text::fold(phrase).chars().take(LONGEST_KEY).collect()
}
