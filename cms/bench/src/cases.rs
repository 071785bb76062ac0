//! The benchmark cases: the names of all cases, and the paths of those that read.

use crate::words::{SEARCH_WORDS, SECOND_WORDS, TAGS, THIRD_WORDS, WORD_PAIRS};

/// The name of the case that reads one place. Budgets refer to cases by their names.
pub const PLACE: &str = "one place";
pub const ARTICLE: &str = "an article";
pub const LIST_25: &str = "list of 25";
pub const LIST_200: &str = "list of 200";
/// The case that lists the places of a category.
pub const CATEGORY_LIST: &str = "category, 25";
/// The case that searches for a word that one place in eight has.
pub const WORD_SEARCH: &str = "search, 25";
/// The case that searches for two words of a name. Few places have both words.
pub const NAME_SEARCH: &str = "search a name";
/// The case that searches for two words. One place in eight has each word, and one in ten to thirty has both.
pub const TWO_WORD_SEARCH: &str = "search two words";
/// The case that searches for a common word and a word of a category's name.
pub const WORD_AND_CATEGORY_SEARCH: &str = "word and category";
/// The case that lists the places with a tag, best first.
pub const TAG_LIST: &str = "tag, 25";
/// The case that lists the places in a hundredth of the region, best first.
pub const BOUNDING_BOX_LIST: &str = "bounding box, 25";
/// The case that lists the places nearest to a point.
pub const NEAREST_LIST: &str = "nearest, 25";
pub const PLACE_PAGE: &str = "page of a place";
pub const HOME_PAGE: &str = "page Home";
pub const CREATE_PLACE: &str = "create a place";
/// The case that changes a place. Each change adds a revision.
pub const SAVE_PLACE: &str = "save a place";
/// The case that lists the history of a place, in a database of [`HISTORY_PLACE_COUNT`] places with 50 revisions each.
pub const PLACE_HISTORY: &str = "history of a place";
/// The number of places in the database of [`PLACE_HISTORY`].
pub const HISTORY_PLACE_COUNT: usize = 2_000;
/// The case that mixes reads with writes that invalidate cached responses. Of [`REQUESTS_PER_MIX`] requests, one
/// changes a place and one adds a guestbook entry.
pub const MIXED_READS_AND_WRITES: &str = "reads and writes";
/// The number of requests in one round of [`MIXED_READS_AND_WRITES`].
pub const REQUESTS_PER_MIX: u64 = 20;
pub const CREATE_ENTRY: &str = "guestbook entry";

/// A case that measures reads.
#[derive(Clone, Debug)]
pub struct ReadCase {
    /// The name in the table.
    pub name: &'static str,
    /// The paths. Without the response cache, all of them are requested in turn. With the cache, only the first one is
    /// requested.
    pub paths: Vec<String>,
    /// Whether nginx is measured too.
    pub measures_nginx: bool,
}

fn case(name: &'static str, paths: impl IntoIterator<Item = String>, measures_nginx: bool) -> ReadCase {
    ReadCase { name, paths: paths.into_iter().collect(), measures_nginx }
}

/// The cases that read from the API, in a database with these slugs of places, ids of articles and slugs of categories.
pub fn api_cases(slugs: &[String], articles: &[String], categories: &[String]) -> Vec<ReadCase> {
    let list = "/api/businesses?limit=";
    vec![
        case(PLACE, slugs.iter().map(|slug| format!("/api/businesses/{slug}")), true),
        case(ARTICLE, articles.iter().map(|id| format!("/api/articles/{id}")), true),
        case(LIST_25, [format!("{list}25")], true),
        case(LIST_200, [format!("{list}200")], false),
        case(CATEGORY_LIST, categories.iter().map(|slug| format!("{list}25&category={slug}")), false),
        case(TAG_LIST, TAGS.iter().map(|tag| format!("{list}25&tags={}", tag.replace(' ', "%20"))), false),
        case(
            BOUNDING_BOX_LIST,
            grid_points().map(|(y, x)| format!("{list}25&bbox={x:.3},{y:.3},{:.3},{:.3}", x + 0.08, y + 0.06)),
            false,
        ),
        case(NEAREST_LIST, grid_points().map(|(y, x)| format!("{list}25&sort=distance&near={y:.3},{x:.3}")), false),
        case(WORD_SEARCH, SEARCH_WORDS.iter().map(|word| format!("{list}25&q={word}")), false),
        case(TWO_WORD_SEARCH, WORD_PAIRS.iter().map(|(one, other)| format!("{list}25&q={one}+{other}")), false),
        case(
            WORD_AND_CATEGORY_SEARCH,
            ["river+cave", "boat+cave", "quiet+market", "view+food"].map(|q| format!("{list}25&q={q}")),
            false,
        ),
        case(
            NAME_SEARCH,
            (0..8).map(|index| {
                format!(
                    "{list}25&q={}+{}",
                    lowercase_without_diacritics(SECOND_WORDS[index]),
                    lowercase_without_diacritics(THIRD_WORDS[index])
                )
            }),
            false,
        ),
    ]
}

/// The cases that request pages of the site: the page of the place with the slug `slug`, and Home.
pub fn site_cases(slug: &str) -> Vec<ReadCase> {
    vec![case(PLACE_PAGE, [format!("/places/{slug}")], true), case(HOME_PAGE, ["/".to_owned()], true)]
}

/// The paths of searches for the prefixes of words, from the third letter on, as people type them. No path occurs
/// twice.
pub fn first_search_paths() -> Vec<String> {
    let words =
        SEARCH_WORDS.iter().chain(&SECOND_WORDS).chain(&THIRD_WORDS).map(|word| lowercase_without_diacritics(word));
    let prefixes = words.flat_map(|word| (3..=word.len()).map(|end| word[..end].to_owned()).collect::<Vec<_>>());
    let words: std::collections::BTreeSet<String> = prefixes.collect();
    words.into_iter().map(|word| format!("/api/businesses?limit=25&q={word}")).collect()
}

/// The points of a grid over the region: latitude and longitude.
fn grid_points() -> impl Iterator<Item = (f64, f64)> {
    (0..16).map(|n| (17.3 + 0.13 * f64::from(n / 4), 105.9 + 0.17 * f64::from(n % 4)))
}

/// The word in lower case without diacritics, as people type it.
fn lowercase_without_diacritics(word: &str) -> String {
    cms::common::text::slug(word)
}
