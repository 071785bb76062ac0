//! Maintains the name index and finds typos with it. For searches by phrase, the index has each ending of a name that
//! begins with a word: `phong nha cave`, `nha cave` and `cave` for Phong Nha Cave. For typos, the index has the
//! deletion variants of the words: see [`deletion_variants`]. The transaction that writes a place also updates the
//! index.
//!
//! A typo is a word that differs from a word of a name by a few inserted, missing, replaced or transposed letters.
//!
//! This file has more than 400 lines, because a search must divide names into the same words as the index. The file
//! also maintains the text indexes ([`crate::db::dialect`]), because the same writes change them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::types::Json;
use sqlx::{AssertSqlSafe, QueryBuilder};

use super::relevance::MIN_EXACT_WORDS;
use crate::common::id::PlaceId;
use crate::common::text;
use crate::db::dialect::{Dialect, MIN_TRIGRAM_WORD_LEN};
use crate::db::engine::{Db, StoreError, Tx};
use crate::places::index::place_index::SpellingCandidates;
use crate::places::model::Place;
use crate::places::store::COLUMNS;
use crate::{execute, with_pool, with_tx};

/// The value of `place.index_version` for indexed places. Increasing it rebuilds the index at the next start.
pub const INDEX_VERSION: i64 = 2;
/// The number of places that are indexed in one transaction.
const BATCH_SIZE: i64 = 500;
/// The maximum length of the ending of a name as a key of the name index, in characters: see [`name_index_keys`].
const MAX_KEY_LEN: usize = 80;
/// A search reads at most this many similar words for each of its words.
const MAX_SIMILAR_WORDS_PER_WORD: i64 = 300;
/// The maximum number of rows per statement: engines limit the number of bound values.
const MAX_ROWS_PER_STATEMENT: usize = 4_000;

/// Updates the name index and the text indexes after a write of a place. `before` is `None` for a new place.
pub async fn update_indexes(tx: &mut Tx, id: PlaceId, before: Option<&Place>, after: &Place) -> Result<(), StoreError> {
    let state = |place: &Place| (name_index_keys(place), place.is_public(), place.rank());
    let (old, new) = (before.map(state), state(after));
    let text = after.search_text();
    if before.map(Place::search_text).as_ref() != Some(&text) {
        index_text(tx, id, &text).await?;
    }
    if old.as_ref() == Some(&new) {
        return Ok(());
    }
    let mut count_changes = BTreeMap::new();
    if before.is_some() {
        add_count_changes(&mut count_changes, remove_name_index_keys(tx, id).await?, -1);
    }
    add_name_index_keys(tx, &[(id, after)]).await?;
    add_count_changes(&mut count_changes, words_in_names(after), 1);
    apply_count_changes(tx, count_changes).await
}

/// Removes a place from the name index and the text indexes.
pub async fn remove_from_indexes(tx: &mut Tx, place: &Place) -> Result<(), StoreError> {
    remove_from_text_indexes(tx, place.id).await?;
    let mut count_changes = BTreeMap::new();
    add_count_changes(&mut count_changes, remove_name_index_keys(tx, place.id).await?, -1);
    apply_count_changes(tx, count_changes).await
}

/// For each word, the change in the number of places that have it in their names.
type WordCountChanges = BTreeMap<String, i64>;

fn add_count_changes(count_changes: &mut WordCountChanges, words: impl IntoIterator<Item = String>, change: i64) {
    for word in words {
        *count_changes.entry(word).or_insert(0) += change;
    }
}

/// Removes the keys of a place from the name index. Returns the keys that are single words, so that the caller can
/// subtract the place from the counts of these words. The keys come from the index, because the names may have changed.
async fn remove_name_index_keys(tx: &mut Tx, id: PlaceId) -> Result<Vec<String>, StoreError> {
    let delete = "delete from place_name_suffix where place_id = $1 returning suffix";
    let mut keys: Vec<String> = with_tx!(tx, |engine| sqlx::query_scalar(delete).bind(id).fetch_all(engine))?;
    keys.retain(|key| split_into_words(key).into_iter().eq([key.as_str()]));
    Ok(keys)
}

/// Builds the text indexes if they are missing. Then indexes the places whose index version is older than
/// [`INDEX_VERSION`], as after an upgrade.
pub async fn build_missing_search_indexes(db: &Db) -> Result<(), StoreError> {
    build_missing_text_indexes(db).await?;
    // The places are read in the order of rank. The name index sorts equal keys by rank, so insertions in this order
    // are faster.
    let select_outdated = "select id from place where index_version = $1 order by rank desc, id limit $2";
    for version in 0..INDEX_VERSION {
        loop {
            let ids: Vec<PlaceId> = with_pool!(db, |engine| sqlx::query_scalar(select_outdated)
                .bind(version)
                .bind(BATCH_SIZE)
                .fetch_all(engine))?;
            if ids.is_empty() {
                break;
            }
            tracing::info!(places = ids.len(), "indexing places for search");
            db.write(move |tx| Box::pin(async move { index_batch(tx, ids, version).await })).await?;
        }
    }
    Ok(())
}

async fn index_batch(tx: &mut Tx, ids: Vec<PlaceId>, version: i64) -> Result<(), StoreError> {
    let (mut places, mut count_changes) = (Vec::<(PlaceId, Place)>::new(), WordCountChanges::new());
    for id in ids {
        // If another replica has indexed the place, no row is updated.
        let mark_as_indexed = "update place set index_version = $1 where id = $2 and index_version = $3";
        if execute!(tx, sqlx::query(mark_as_indexed).bind(INDEX_VERSION).bind(id).bind(version))? == 0 {
            continue;
        }
        let select = format!("select {COLUMNS} from place where place.id = $1");
        let place: Place = with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(id).fetch_one(engine))?;
        let search = place.search_text();
        execute!(tx, sqlx::query("update place set search = $1 where id = $2").bind(&search).bind(id))?;
        index_text(tx, id, &search).await?;
        add_count_changes(&mut count_changes, remove_name_index_keys(tx, id).await?, -1);
        add_count_changes(&mut count_changes, words_in_names(&place), 1);
        places.push((id, place));
    }
    let places: Vec<(PlaceId, &Place)> = places.iter().map(|(id, place)| (*id, place)).collect();
    add_name_index_keys(tx, &places).await?;
    apply_count_changes(tx, count_changes).await
}

/// Inserts or replaces the folded text of a place in the text indexes. On PostgreSQL, the function does nothing,
/// because the index covers a column of the place.
async fn index_text(tx: &mut Tx, id: PlaceId, search: &str) -> Result<(), sqlx::Error> {
    remove_from_text_indexes(tx, id).await?;
    if let Tx::Sqlite(connection) = tx {
        let insert = "insert into place_fts_trigram (rowid, search) values ($1, $2);
            insert into place_fts_prefix (rowid, search) values ($1, $2)";
        sqlx::query(insert).bind(id).bind(search).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Removes a place from the text indexes. Does nothing on PostgreSQL.
async fn remove_from_text_indexes(tx: &mut Tx, id: PlaceId) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        let delete = "delete from place_fts_trigram where rowid = $1; delete from place_fts_prefix where rowid = $1";
        sqlx::query(delete).bind(id).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Rebuilds the text indexes of SQLite from all places, for rows that were inserted without [`index_text`].
pub async fn rebuild_text_indexes(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Sqlite(connection) = tx {
        let rebuild = "delete from place_fts_trigram;
            insert into place_fts_trigram (rowid, search) select id, search from place order by id;
            delete from place_fts_prefix;
            insert into place_fts_prefix (rowid, search) select id, search from place order by id";
        sqlx::query(rebuild).execute(&mut **connection).await?;
    }
    Ok(())
}

/// Builds the text indexes of SQLite if places exist and one of the indexes is empty, as after its migration.
async fn build_missing_text_indexes(db: &Db) -> Result<(), StoreError> {
    let Db::Sqlite { pool, .. } = db else { return Ok(()) };
    let select = "select exists (select 1 from place)
        and not (exists (select 1 from place_fts_trigram) and exists (select 1 from place_fts_prefix))";
    let is_missing: bool = sqlx::query_scalar(select).fetch_one(pool).await?;
    if is_missing {
        tracing::info!("building the search index");
        db.write::<_, StoreError, _>(|tx| Box::pin(async move { Ok(rebuild_text_indexes(tx).await?) })).await?;
    }
    Ok(())
}

/// Builds a statement of `$begin`, `values` with a row for each item of `$rows`, and `$end`. `$bind` binds the values
/// of one item. `$run` runs the statement on the engine of `$tx`.
macro_rules! execute_with_rows {
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

/// The words of the names of a place.
fn words_in_names(place: &Place) -> BTreeSet<String> {
    place.names_in_search_form().iter().flat_map(|name| split_into_words(name)).collect()
}

/// The keys of a place: each word of its names, and for each word the ending of the name that begins with it. An ending
/// is cut after [`MAX_KEY_LEN`] characters.
fn name_index_keys(place: &Place) -> BTreeSet<String> {
    let mut keys = words_in_names(place);
    for name in place.names_in_search_form() {
        let mut previous = ' ';
        for (at, letter) in name.char_indices() {
            if letter.is_alphanumeric() && !previous.is_alphanumeric() {
                keys.insert(name[at..].chars().take(MAX_KEY_LEN).collect());
            }
            previous = letter;
        }
    }
    keys
}

async fn add_name_index_keys(tx: &mut Tx, places: &[(PlaceId, &Place)]) -> Result<(), StoreError> {
    let rows: Vec<_> = places
        .iter()
        .flat_map(|(id, place)| name_index_keys(place).into_iter().map(move |key| (*id, key, *place)))
        .collect();
    for rows in rows.chunks(MAX_ROWS_PER_STATEMENT) {
        execute_with_rows!(
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

/// Adds `count_changes` to the stored counts. Words are updated in sorted order, so that two writers cannot deadlock.
/// New words get their deletion variants, and words without places are deleted.
async fn apply_count_changes(tx: &mut Tx, count_changes: WordCountChanges) -> Result<(), StoreError> {
    let count_changes: Vec<(String, i64)> = count_changes.into_iter().filter(|(_, change)| *change != 0).collect();
    let (mut variants, mut unused_words) = (Vec::new(), Vec::new());
    for count_changes in count_changes.chunks(MAX_ROWS_PER_STATEMENT) {
        let totals: Vec<(String, i64)> = execute_with_rows!(
            tx,
            "insert into name_word (word, place_count) ",
            count_changes,
            |row, (word, change)| {
                row.push_bind(word).push_bind(change);
            },
            " on conflict (word) do update set place_count = name_word.place_count + excluded.place_count
             returning word, place_count",
            |query, engine| query.build_query_as().fetch_all(engine).await?
        );
        let changes: HashMap<&String, i64> = count_changes.iter().map(|(word, change)| (word, *change)).collect();
        for (word, total) in totals {
            if total > 0 && total == changes[&word] {
                variants.extend(deletion_variants(&word).into_iter().map(|variant| (variant, word.clone())));
            } else if total <= 0 {
                unused_words.push(word);
            }
        }
    }
    for word in unused_words {
        execute!(tx, sqlx::query("delete from name_word where word = $1").bind(word))?;
    }
    for variants in variants.chunks(MAX_ROWS_PER_STATEMENT) {
        execute_with_rows!(
            tx,
            "insert into name_deletion (variant, word) ",
            variants,
            |row, (variant, word)| {
                row.push_bind(variant).push_bind(word);
            },
            "",
            |query, engine| query.build().execute(engine).await.map(|_| ())?
        );
    }
    Ok(())
}

/// Returns for each word a list of at most `max_per_word` similar words of names, each with its number of edits. A list
/// is sorted by the number of edits. Of words with the same number, the most frequent comes first. Words of fewer than
/// [`MIN_TRIGRAM_WORD_LEN`] letters get an empty list.
pub async fn spelling_candidates(
    db: &Db,
    words: &[String],
    max_per_word: usize,
) -> Result<SpellingCandidates, StoreError> {
    let is_long = |word: &&String| word.chars().count() >= MIN_TRIGRAM_WORD_LEN;
    let variants: BTreeSet<String> = words.iter().filter(is_long).flat_map(|word| deletion_variants(word)).collect();
    if variants.is_empty() {
        return Ok(vec![Vec::new(); words.len()]);
    }
    let (variants, limit) = (Vec::from_iter(variants), MAX_SIMILAR_WORDS_PER_WORD * words.len() as i64);
    let Json(similar_words): Json<Vec<(i64, String)>> =
        with_pool!(db, |pool, D| select_similar_words::<D>(&variants, limit).build_query_scalar().fetch_one(pool))?;
    let corrections = |word: &String| {
        let distance = |other: &str| {
            let is_accepted_short_typo = || words.len() > MIN_EXACT_WORDS && is_short_typo(word, other);
            edit_distance(word, other).or_else(|| is_accepted_short_typo().then_some(1))
        };
        let sort_key = |(count, other): &(i64, String)| Some((distance(other)?, -count, other.clone()));
        let mut ranked: Vec<_> = similar_words.iter().filter(|_| is_long(&word)).filter_map(sort_key).collect();
        ranked.sort();
        ranked.truncate(max_per_word);
        ranked.into_iter().map(|(edits, _, word)| (edits, word)).collect()
    };
    Ok(words.iter().map(corrections).collect())
}

/// Selects one JSON array: each word of names with one of these deletion variants, after its number of places.
fn select_similar_words<D: Dialect>(variants: &[String], limit: i64) -> QueryBuilder<D> {
    let columns = D::json_array_aggregate_of_rows("place_count, word");
    let mut query = QueryBuilder::new(format!("select {columns} from name_word"));
    query.push(" where word in (select distinct word from name_deletion where variant in (");
    D::push_text_rows(&mut query, &variants.iter().map(String::as_str).collect::<Vec<_>>());
    query.push(") limit ");
    D::push_number(&mut query, limit);
    query.push(")");
    query
}

/// The range of the keys that begin with a phrase: the inclusive start and the exclusive end.
pub fn name_index_range(phrase: &str) -> (String, String) {
    let key: String = text::fold(phrase).chars().take(MAX_KEY_LEN).collect();
    let end = format!("{key}\u{10FFFF}");
    (key, end)
}

/// The maximum length of a word that is corrected, in letters.
const MAX_CORRECTED_WORD_LEN: usize = 20;

/// The maximum number of edits that count as a typo, by the number of letters of the longer of two words.
fn max_edits(letters: usize) -> usize {
    match letters {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// The optimal string alignment distance of two words: a transposition of neighboring letters is one edit. Of two words
/// with three letters each, only a transposition counts. `None` if the words are equal, or the distance exceeds
/// [`max_edits`]. Also `None` if a word is longer than [`MAX_CORRECTED_WORD_LEN`].
pub fn edit_distance(one: &str, other: &str) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if let (&[a, b, c], &[d, e, f]) = (one.as_slice(), other.as_slice()) {
        // In a word of three letters, a replaced letter makes another word, but two transposed letters are a typo.
        let is_swapped = (a, b, c) == (e, d, f) || (a, b, c) == (d, f, e);
        return (is_swapped && one != other).then_some(1);
    }
    bounded_edit_distance(&one, &other, max_edits(one.len().max(other.len())))
}

/// Whether `typed` has three letters and `other` differs from it by one edit. Very many words are one edit away from a
/// short word. A search therefore accepts such a typo only if at least [`MIN_EXACT_WORDS`] of its other words match
/// exactly.
pub fn is_short_typo(typed: &str, other: &str) -> bool {
    let (typed, other): (Vec<char>, Vec<char>) = (typed.chars().collect(), other.chars().collect());
    typed.len() == 3 && bounded_edit_distance(&typed, &other, 1).is_some()
}

/// The optimal string alignment distance of two words. `None` if it is 0 or more than `max`, or if a word is longer
/// than [`MAX_CORRECTED_WORD_LEN`].
fn bounded_edit_distance(one: &[char], other: &[char], max: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > max || one.len().max(other.len()) > MAX_CORRECTED_WORD_LEN {
        return None;
    }
    let (mut second_last_row, mut last_row) = (Vec::new(), (0..=other.len()).collect::<Vec<_>>());
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other_letter) in other.iter().enumerate() {
            let replacement_edits = last_row[j] + usize::from(letter != other_letter);
            let mut min_edits = replacement_edits.min(last_row[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *other_letter {
                min_edits = min_edits.min(second_last_row[j - 1] + 1);
            }
            row.push(min_edits);
        }
        second_last_row = std::mem::replace(&mut last_row, row);
    }
    last_row.pop().filter(|edits| (1..=max).contains(edits))
}

/// The word itself and all words that result from deleting up to [`max_edits`] letters, or one letter of a word of
/// three (SymSpell). If [`edit_distance`] returns a distance for two words, they share at least one variant. A lookup
/// of the variants of a typed word therefore finds all similar words. Empty if the word is longer than
/// [`MAX_CORRECTED_WORD_LEN`].
pub fn deletion_variants(word: &str) -> BTreeSet<String> {
    let letters = word.chars().count();
    if letters > MAX_CORRECTED_WORD_LEN {
        return BTreeSet::new();
    }
    let mut variants = BTreeSet::from([word.to_owned()]);
    // A typed word of three letters may be a word of four letters with one letter missing. It therefore gets the
    // variants of one edit, too.
    let mut shortened_words = variants.clone();
    for _ in 0..max_edits(letters + usize::from(letters == 3)) {
        shortened_words = shortened_words.iter().flat_map(|word| single_deletions(word)).collect();
        variants.extend(shortened_words.iter().cloned());
    }
    variants
}

fn single_deletions(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().map(|(at, letter)| format!("{}{}", &word[..at], &word[at + letter.len_utf8()..]))
}

/// The letters and digits of a word. A missing or additional punctuation mark is no typo.
pub fn strip_punctuation(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The words of `folded`, a name in search form: its sequences of letters and digits.
pub fn split_into_words(folded: &str) -> Vec<String> {
    folded.split(|c: char| !c.is_alphanumeric()).map(strip_punctuation).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_accepts_one_edit_in_four_letters_and_two_in_eight() {
        for (one, other, edits) in [
            ("phogn", "phong", Some(1)),
            ("hag", "hang", Some(1)),
            ("hamg", "hang", Some(1)),
            ("hangg", "hang", Some(1)),
            ("paradsie", "paradise", Some(1)),
            ("paradsi", "paradise", Some(2)),
            ("pradisse", "paradise", Some(2)),
            ("en", "an", None),
            ("nah", "nha", Some(1)),
            ("hna", "nha", Some(1)),
            ("nho", "nha", None),
            ("nha", "nha", None),
            ("ahn", "nha", None),
            ("hnag", "hang", Some(1)),
            ("hgan", "hang", None),
            ("abcdefg", "abcdexy", None),
            ("hang", "hang", None),
            ("lee", "le", None),
        ] {
            assert_eq!(edit_distance(one, other), edits, "{one} {other}");
            assert_eq!(edit_distance(other, one), edits, "{other} {one}");
        }
    }

    #[test]
    fn short_typo_is_one_edit_in_a_typed_word_of_three_letters() {
        for (typed, other, is_typo) in [
            ("lee", "le", true),
            ("nho", "nha", true),
            ("hna", "nha", true),
            ("hag", "hang", true),
            ("nha", "nha", false),
            ("ahn", "nha", false),
            ("le", "lee", false),
            ("lee", "e", false),
            ("hang", "hag", false),
        ] {
            assert_eq!(is_short_typo(typed, other), is_typo, "{typed} {other}");
            assert!(!is_typo || !deletion_variants(typed).is_disjoint(&deletion_variants(other)), "{typed} {other}");
        }
    }

    #[test]
    fn words_within_the_edit_distance_share_a_deletion_variant() {
        let words = [
            "nha",
            "nah",
            "hna",
            "hang",
            "hag",
            "hnag",
            "hamg",
            "phong",
            "phogn",
            "paradise",
            "paradsi",
            "pradisse",
            "paradiese",
        ];
        for one in words {
            for other in words {
                let is_near = edit_distance(one, other).is_some();
                assert!(!is_near || !deletion_variants(one).is_disjoint(&deletion_variants(other)), "{one} {other}");
            }
        }
        assert_eq!(deletion_variants("en").len(), 1);
        assert!(deletion_variants(&"a".repeat(21)).is_empty());
    }
}
