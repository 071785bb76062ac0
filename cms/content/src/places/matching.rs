//! Finds the places that the rows of an imported file may describe, by id, by slug, and by name and distance. The
//! module also finds likely duplicates among the places. All places are loaded once, so that a file of many rows needs
//! no query for each row.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::index::grid::Point;
use super::search::fuzzy;
use crate::common::id::PlaceId;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::with_pool;

/// The maximum distance of two places that may be the same, in meters.
pub const MAX_DUPLICATE_DISTANCE_M: f64 = 150.0;
/// The length of a degree of latitude in meters.
const METERS_PER_DEGREE: f64 = 111_320.0;
/// Names count as similar if their [`similarity`] is at least this number.
const MIN_SIMILARITY: f64 = 0.7;
/// Words that name the kind of a place, in search form. They are ignored in names that have other words.
const KIND_WORDS: [&str; 10] =
    ["cave", "hang", "dong", "hotel", "hostel", "homestay", "guesthouse", "restaurant", "cafe", "coffee"];
/// The side of a cell of [`Cells`], in degrees. It is longer than [`MAX_DUPLICATE_DISTANCE_M`] at the latitudes where
/// people live. Places within that distance are therefore in the same cell or in neighboring ones.
const CELL_DEG: f64 = 0.005;
/// The maximum number of candidates that [`PlaceMatcher::similar_places`] returns.
const MAX_CANDIDATES: usize = 5;
/// The maximum number of pairs that [`PlaceMatcher::likely_duplicates`] returns.
const MAX_PAIRS: usize = 1000;
/// After this number of measured distances, [`PlaceMatcher::likely_duplicates`] examines no further place. The number
/// is reached only if thousands of places are at one point.
const MAX_MEASURED_DISTANCES: usize = 10_000_000;
/// After this number of compared pairs of names, [`PlaceMatcher::likely_duplicates`] examines no further place.
const MAX_NAME_COMPARISONS: usize = 200_000;

/// A place, or an earlier row of the file, with the fields that rows are compared with. `names` are in search form.
#[derive(Clone, Debug)]
pub struct PlaceOrRow {
    /// The id of the place, or the number of the earlier row.
    pub id: PlaceId,
    /// The version of the place; 0 for a row.
    pub version: i64,
    /// The name of the place.
    pub name: String,
    point: Point,
    names: Vec<String>,
}

/// A place that a row may describe, or an earlier row of the file. The earlier row may describe the same place.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchCandidate {
    /// The id of the place, or the number of the earlier row.
    pub id: i64,
    /// The name of the place.
    pub name: String,
    /// The distance from the position of the row, in meters.
    pub distance_m: i64,
}

/// Places by id, by current and former slug, and by position. [`PlaceMatcher::load`] returns the stored places. An
/// empty matcher can be filled with the rows of a file by [`PlaceMatcher::add_row`].
#[derive(Debug, Default)]
pub struct PlaceMatcher {
    places: HashMap<i64, PlaceOrRow>,
    slugs: HashMap<String, i64>,
    cells: Cells,
}

/// The ids of places, by the cell of the grid that contains their position.
#[derive(Debug, Default)]
struct Cells(HashMap<(i32, i32), Vec<i64>>);

impl Cells {
    fn cell_of(point: Point) -> (i32, i32) {
        ((point.latitude / CELL_DEG).floor() as i32, (point.longitude / CELL_DEG).floor() as i32)
    }

    fn add(&mut self, id: i64, point: Point) {
        self.0.entry(Self::cell_of(point)).or_default().push(id);
    }

    fn ids_around(&self, point: Point) -> impl Iterator<Item = i64> {
        let (row, column) = Self::cell_of(point);
        let cells = (row - 1..=row + 1).flat_map(move |row| (column - 1..=column + 1).map(move |column| (row, column)));
        cells.flat_map(|cell| self.0.get(&cell).into_iter().flatten().copied())
    }
}

type StoredPlaceColumns = (i64, i64, String, Option<String>, f64, f64);

impl PlaceMatcher {
    /// Loads all places that are not in the trash, and the slugs of all places, with two queries.
    pub async fn load(db: &Db) -> Result<Self, StoreError> {
        let places = "select id, version, name, local_name, latitude, longitude from place where deleted_at is null";
        let places: Vec<StoredPlaceColumns> = with_pool!(db, |engine| sqlx::query_as(places).fetch_all(engine))?;
        let slugs = "select slug, place_id from place_slug";
        let slugs: Vec<(String, i64)> = with_pool!(db, |engine| sqlx::query_as(slugs).fetch_all(engine))?;
        let mut matcher = Self { slugs: slugs.into_iter().collect(), ..Self::default() };
        for (id, version, name, local_name, latitude, longitude) in places {
            let names = names_in_search_form([Some(name.as_str()), local_name.as_deref()]);
            matcher.add(PlaceOrRow { id: PlaceId(id), version, name, point: Point { latitude, longitude }, names });
        }
        Ok(matcher)
    }

    fn add(&mut self, place: PlaceOrRow) {
        self.cells.add(place.id.0, place.point);
        self.places.insert(place.id.0, place);
    }

    /// Adds a row of the file with its name and local name, to compare later rows with. Its number becomes the id.
    pub fn add_row(&mut self, number: i64, names: [Option<&str>; 2], (latitude, longitude): (f64, f64)) {
        let name = names[0].unwrap_or_default().to_owned();
        let (id, point) = (PlaceId(number), Point { latitude, longitude });
        self.add(PlaceOrRow { id, version: 0, name, point, names: names_in_search_form(names) });
    }

    /// The place with this id. `None` if it does not exist or is in the trash.
    pub fn by_id(&self, id: i64) -> Option<&PlaceOrRow> {
        self.places.get(&id)
    }

    /// The id of the place that has or had this slug. The place may be in the trash.
    pub fn id_of_slug(&self, slug: &str) -> Option<PlaceId> {
        self.slugs.get(slug).copied().map(PlaceId)
    }

    /// At most five places within [`MAX_DUPLICATE_DISTANCE_M`] of this position with a name or local name similar to
    /// one of `names`. The most similar place comes first; of equally similar places, the nearest.
    pub fn similar_places(&self, names: [Option<&str>; 2], (latitude, longitude): (f64, f64)) -> Vec<MatchCandidate> {
        let (names, point) = (names_in_search_form(names), Point { latitude, longitude });
        let mut found: Vec<(f64, MatchCandidate)> = Vec::new();
        for place in self.cells.ids_around(point).filter_map(|id| self.places.get(&id)) {
            let distance = distance_m(point, place.point);
            if distance > MAX_DUPLICATE_DISTANCE_M {
                continue;
            }
            let best = best_similarity(&names, &place.names);
            if best >= MIN_SIMILARITY {
                let distance_m = distance.round() as i64;
                found.push((best, MatchCandidate { id: place.id.0, name: place.name.clone(), distance_m }));
            }
        }
        found.sort_by(|(one, first), (other, second)| {
            other.total_cmp(one).then(first.distance_m.cmp(&second.distance_m)).then(first.id.cmp(&second.id))
        });
        found.into_iter().take(MAX_CANDIDATES).map(|(_, candidate)| candidate).collect()
    }

    /// The pairs of places within [`MAX_DUPLICATE_DISTANCE_M`] of each other that have similar names, with their
    /// distances in meters. Pairs are sorted by distance; the older place of a pair comes first. At most 1,000 pairs
    /// are returned. If too many places are close to each other, only the newest places are examined. The call may then
    /// be slow: run it on a thread for blocking work.
    pub fn likely_duplicates(&self) -> Vec<(PlaceId, PlaceId, i64)> {
        let mut ids: Vec<i64> = self.places.keys().copied().collect();
        ids.sort_unstable_by_key(|id| Reverse(*id));
        let (mut pairs, mut measured_count, mut compared_count) = (Vec::new(), 0, 0);
        for place in ids.iter().filter_map(|id| self.places.get(id)) {
            if pairs.len() >= MAX_PAIRS
                || measured_count >= MAX_MEASURED_DISTANCES
                || compared_count >= MAX_NAME_COMPARISONS
            {
                break;
            }
            let older = self.cells.ids_around(place.point).filter(|id| *id < place.id.0);
            for other in older.filter_map(|id| self.places.get(&id)) {
                measured_count += 1;
                let distance = distance_m(place.point, other.point);
                if distance > MAX_DUPLICATE_DISTANCE_M {
                    continue;
                }
                compared_count += 1;
                if best_similarity(&place.names, &other.names) >= MIN_SIMILARITY {
                    pairs.push((other.id, place.id, distance.round() as i64));
                }
            }
        }
        pairs.sort_unstable_by_key(|(one, other, distance)| (*distance, *one, *other));
        pairs.truncate(MAX_PAIRS);
        pairs
    }
}

fn distance_m(one: Point, other: Point) -> f64 {
    one.squared_distance(other).sqrt() * METERS_PER_DEGREE
}

/// The highest similarity of a name in `names` to a name in `others`; 0 if one of the lists is empty.
fn best_similarity(names: &[String], others: &[String]) -> f64 {
    let pairs = names.iter().flat_map(|one| others.iter().map(move |other| similarity(one, other)));
    pairs.fold(0.0, f64::max)
}

fn names_in_search_form(names: [Option<&str>; 2]) -> Vec<String> {
    let folded: BTreeSet<String> = names.into_iter().flatten().map(text::search_form).collect();
    folded.into_iter().filter(|name| !name.is_empty()).collect()
}

/// The similarity of two names in search form, from 0 to 1. It is 1 if the names differ at most in spaces. Otherwise it
/// is the share of the words of the name with fewer words that the other name has, with or without a typo.
/// [`KIND_WORDS`] count only in names without other words, and only without a typo.
fn similarity(one: &str, other: &str) -> f64 {
    if one.replace(' ', "") == other.replace(' ', "") {
        return 1.0;
    }
    let words = |name: &str| -> BTreeSet<String> {
        let all = name.split(' ').map(str::to_owned);
        let (kind_words, name_words): (BTreeSet<_>, _) = all.partition(|word| KIND_WORDS.contains(&word.as_str()));
        if name_words.is_empty() { kind_words } else { name_words }
    };
    let (one, other) = (words(one), words(other));
    let (shorter, longer) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let is_common = |word: &&String| {
        let is_typo = |other: &String| fuzzy::edit_distance(word, other).is_some();
        longer.contains(*word) || (!KIND_WORDS.contains(&word.as_str()) && longer.iter().any(is_typo))
    };
    // The factor keeps the result below 1, which is reserved for names that differ only in spaces.
    0.99 * shorter.iter().filter(is_common).count() as f64 / shorter.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_share_most_words_of_the_shorter_one() {
        let is_similar =
            |one: &str, other: &str| similarity(&text::search_form(one), &text::search_form(other)) >= MIN_SIMILARITY;
        for (one, other) in [
            ("Hang Én", "hang en"),
            ("Sơn Đoòng", "Son Doong Cave"),
            ("Hang Đèn Lồng", "Den Long Cave"),
            ("Lake House", "Lakehouse"),
            ("Easy Tiger Hostel", "Easy Tigre Hostel"),
            ("Quán Bờ Sông", "Quan Bo Song (Riverside)"),
        ] {
            assert!(is_similar(one, other), "{one} and {other}");
        }
        for (one, other) in [("Lan Homestay", "Hoa Homestay"), ("Dark Cave", "Bright Cave"), ("Cave", "Café")] {
            assert!(!is_similar(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn similar_places_are_within_the_maximum_distance() {
        let mut matcher = PlaceMatcher::default();
        matcher.add_row(1, [Some("Lantern Cave"), None], (16.58137, 107.28308));
        matcher.add_row(2, [Some("Echo Cave"), Some("Hang Vọng")], (16.58140, 107.28310));
        let found = |name, position| {
            let candidates = matcher.similar_places([Some(name), None], position);
            candidates.into_iter().map(|one| (one.id, one.distance_m)).collect::<Vec<_>>()
        };
        assert_eq!(found("lantern cave", (16.58137, 107.28308)), [(1, 0)]);
        assert_eq!(found("Lantern", (16.58257, 107.28308)), [(1, 134)]);
        assert_eq!(found("Lantern", (16.58287, 107.28308)), []);
        assert_eq!(found("Hang Vong", (16.5814, 107.2831)), [(2, 0)]);
    }

    // R561
    #[test]
    fn likely_duplicates_are_close_to_each_other_and_have_similar_names() {
        let mut matcher = PlaceMatcher::default();
        matcher.add_row(1, [Some("Hang Én"), None], (16.58137, 107.28308));
        matcher.add_row(2, [Some("Swallow Cave"), Some("Hang E\u{301}n")], (16.58137, 107.28318));
        matcher.add_row(3, [Some("hang en"), None], (16.68137, 107.28308));
        matcher.add_row(4, [Some("Lan Homestay"), None], (16.58137, 107.28308));
        let likely_duplicates = matcher.likely_duplicates();
        assert_eq!(likely_duplicates, [(PlaceId(1), PlaceId(2), 11)]);
    }

    // R561
    #[test]
    fn number_of_likely_duplicates_at_one_point_is_limited() {
        let mut matcher = PlaceMatcher::default();
        for number in 0..3000 {
            matcher.add_row(number, [Some("Lantern Cave"), None], (16.58137, 107.28308));
        }
        let likely_duplicates = matcher.likely_duplicates();
        assert_eq!(likely_duplicates.len(), MAX_PAIRS);
        assert!(likely_duplicates.iter().any(|(_, newer, _)| *newer == PlaceId(2999)), "the newest place has a pair");
    }
}
