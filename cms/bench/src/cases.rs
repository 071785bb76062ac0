//! The cases that are measured.

use crate::words::{SEARCH_WORDS, SECOND_WORDS, TAGS, THIRD_WORDS, WORD_PAIRS};

/// Names of cases, which budgets refer to.
pub const PLACE: &str = "one place";
pub const ARTICLE: &str = "an article";
pub const LIST_25: &str = "list of 25";
pub const LIST_200: &str = "list of 200";
/// The places of a category.
pub const CATEGORY: &str = "category, 25";
/// A word that one place in eight has.
pub const SEARCH: &str = "search, 25";
/// Two words that few places have.
pub const NAME_SEARCH: &str = "search a name";
/// Two words that one place in eight has each; one place in ten to thirty has both.
pub const TWO_WORDS: &str = "search two words";
/// A common word and a word of a category's name.
pub const WORD_AND_CATEGORY: &str = "word and category";
/// The places with a tag, best first.
pub const TAG: &str = "tag, 25";
/// The places in a hundredth of the region, best first.
pub const BOUNDING_BOX: &str = "bounding box, 25";
/// The places nearest to a point.
pub const NEAREST: &str = "nearest, 25";
pub const PAGE: &str = "page of a place";
pub const HOME: &str = "page Home";
pub const CREATE: &str = "create a place";
/// A save of a place, which makes a revision.
pub const SAVE: &str = "save a place";
/// The history of a place with 50 revisions, in a database of [`HISTORY_PLACES`] such places.
pub const HISTORY: &str = "history of a place";
/// See [`HISTORY`].
pub const HISTORY_PLACES: usize = 2_000;
/// Cached reads with writes that invalidate them: of [`REQUESTS_PER_MIX`] requests one changes a place and one adds an
/// entry.
pub const MIXED: &str = "reads and writes";
/// See [`MIXED`].
pub const REQUESTS_PER_MIX: u64 = 20;
pub const CREATE_ENTRY: &str = "guestbook entry";

/// A case of reads.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name in the table.
    pub name: &'static str,
    /// The paths, requested in turn when nothing is cached. With the cache only the first is requested.
    pub paths: Vec<String>,
    /// Whether nginx is measured too.
    pub with_nginx: bool,
}

fn case(name: &'static str, paths: impl IntoIterator<Item = String>, with_nginx: bool) -> Case {
    Case { name, paths: paths.into_iter().collect(), with_nginx }
}

/// The reads of the API, in a database with these places, articles and categories.
pub fn api_cases(slugs: &[String], articles: &[String], categories: &[String]) -> Vec<Case> {
    let list = "/api/businesses?limit=";
    vec![
        case(PLACE, slugs.iter().map(|slug| format!("/api/businesses/{slug}")), true),
        case(ARTICLE, articles.iter().map(|id| format!("/api/articles/{id}")), true),
        case(LIST_25, [format!("{list}25")], true),
        case(LIST_200, [format!("{list}200")], false),
        case(CATEGORY, categories.iter().map(|slug| format!("{list}25&category={slug}")), false),
        case(TAG, TAGS.iter().map(|tag| format!("{list}25&tags={}", tag.replace(' ', "%20"))), false),
        case(
            BOUNDING_BOX,
            grid_points().map(|(y, x)| format!("{list}25&bbox={x:.3},{y:.3},{:.3},{:.3}", x + 0.08, y + 0.06)),
            false,
        ),
        case(NEAREST, grid_points().map(|(y, x)| format!("{list}25&sort=distance&near={y:.3},{x:.3}")), false),
        case(SEARCH, SEARCH_WORDS.iter().map(|word| format!("{list}25&q={word}")), false),
        case(TWO_WORDS, WORD_PAIRS.iter().map(|(one, other)| format!("{list}25&q={one}+{other}")), false),
        case(
            WORD_AND_CATEGORY,
            ["river+cave", "boat+cave", "quiet+market", "view+food"].map(|q| format!("{list}25&q={q}")),
            false,
        ),
        case(
            NAME_SEARCH,
            (0..8).map(|at| {
                format!("{list}25&q={}+{}", without_diacritics(SECOND_WORDS[at]), without_diacritics(THIRD_WORDS[at]))
            }),
            false,
        ),
    ]
}

/// The pages of the site.
pub fn site_cases(slug: &str) -> Vec<Case> {
    vec![case(PAGE, [format!("/places/{slug}")], true), case(HOME, ["/".to_owned()], true)]
}

/// Searches with a word that was not searched before: prefixes of words, as people type them.
pub fn first_searches() -> Vec<String> {
    let words = SEARCH_WORDS.iter().chain(&SECOND_WORDS).chain(&THIRD_WORDS).map(|word| without_diacritics(word));
    let prefixes = words.flat_map(|word| (3..=word.len()).map(|end| word[..end].to_owned()).collect::<Vec<_>>());
    let words: std::collections::BTreeSet<String> = prefixes.collect();
    words.into_iter().map(|word| format!("/api/businesses?limit=25&q={word}")).collect()
}

/// Points all over the region: latitude and longitude.
fn grid_points() -> impl Iterator<Item = (f64, f64)> {
    (0..16).map(|n| (17.3 + 0.13 * f64::from(n / 4), 105.9 + 0.17 * f64::from(n % 4)))
}

/// The word without diacritics, as people type it.
fn without_diacritics(word: &str) -> String {
    cms::common::text::slug(word)
}
