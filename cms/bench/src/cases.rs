//! What is asked for.

use crate::words::{FIRST, PAIRS, SECOND, SOUGHT, TAGS};

/// Names of the cases that budgets speak of.
pub const PLACE: &str = "one place";
/// A story.
pub const ARTICLE: &str = "a story";
/// A page of the list.
pub const LIST_25: &str = "list of 25";
/// A long page of the list.
pub const LIST_200: &str = "list of 200";
/// Places of one category.
pub const CATEGORY: &str = "category, 25";
/// A word that about one place in eight has.
pub const SEARCH: &str = "search, 25";
/// Two words that few places have.
pub const NAME: &str = "search a name";
/// Two words, each of which one place in eight has, and one in ten to thirty has both.
pub const WORDS: &str = "search two words";
/// A common word, and one that is in a category's name too.
pub const IN_CATEGORY: &str = "search in a kind";
/// Places that have one of the tags, best first.
pub const TAGGED: &str = "tag, 25";
/// Places within a hundredth of the region, best first.
pub const BOX: &str = "part of the map, 25";
/// The places nearest to a point.
pub const NEAREST: &str = "nearest, 25";
/// A place's page on the site.
pub const PAGE: &str = "page of a place";
/// The site's first page.
pub const HOME: &str = "page Home";
/// Adding places.
pub const CREATE: &str = "create a place";
/// Reads with writes among them that make kept answers old: of [`ROUND`] requests, one changes a place and one is an entry.
pub const MIXED: &str = "reads and writes";
/// See [`MIXED`].
pub const ROUND: u64 = 20;
/// Leaving entries in the guestbook.
pub const ENTRY: &str = "guestbook entry";

/// Something to read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name in the table.
    pub name: &'static str,
    /// Addresses to take in turn when nothing is kept; hot, the first alone is asked for.
    pub paths: Vec<String>,
    /// Whether nginx is measured beside it.
    pub with_nginx: bool,
}

fn case(name: &'static str, paths: impl IntoIterator<Item = String>, with_nginx: bool) -> Case {
    Case { name, paths: paths.into_iter().collect(), with_nginx }
}

/// Reads of the API, on a guide in which places with these slugs, stories with these ids and these categories exist.
pub fn of_api(slugs: &[String], stories: &[String], categories: &[String]) -> Vec<Case> {
    let list = "/api/businesses?limit=";
    vec![
        case(PLACE, slugs.iter().map(|slug| format!("/api/businesses/{slug}")), true),
        case(ARTICLE, stories.iter().map(|id| format!("/api/articles/{id}")), true),
        case(LIST_25, [format!("{list}25")], true),
        case(LIST_200, [format!("{list}200")], false),
        case(CATEGORY, categories.iter().map(|slug| format!("{list}25&category={slug}")), false),
        case(TAGGED, TAGS.iter().map(|tag| format!("{list}25&tags={}", tag.replace(' ', "%20"))), false),
        case(
            BOX,
            corners().map(|(y, x)| format!("{list}25&bbox={x:.3},{y:.3},{:.3},{:.3}", x + 0.08, y + 0.06)),
            false,
        ),
        case(NEAREST, corners().map(|(y, x)| format!("{list}25&sort=distance&near={y:.3},{x:.3}")), false),
        case(SEARCH, SOUGHT.iter().map(|word| format!("{list}25&q={word}")), false),
        case(WORDS, PAIRS.iter().map(|(one, other)| format!("{list}25&q={one}+{other}")), false),
        case(
            IN_CATEGORY,
            ["river+cave", "boat+cave", "quiet+market", "view+food"].map(|q| format!("{list}25&q={q}")),
            false,
        ),
        case(NAME, (0..8).map(|at| format!("{list}25&q={}+{}", plain(FIRST[at]), plain(SECOND[at]))), false),
    ]
}

/// Pages of the site.
pub fn of_site(slug: &str) -> Vec<Case> {
    vec![case(PAGE, [format!("/places/{slug}")], true), case(HOME, ["/".to_owned()], true)]
}

/// Searches of which each has a word that nobody looked for before: beginnings of words, as somebody types them.
pub fn first_searches() -> Vec<String> {
    let words = SOUGHT.iter().chain(&FIRST).chain(&SECOND).map(|word| plain(word));
    let begun = words.flat_map(|word| (3..=word.len()).map(|end| word[..end].to_owned()).collect::<Vec<_>>());
    let words: std::collections::BTreeSet<String> = begun.collect();
    words.into_iter().map(|word| format!("/api/businesses?limit=25&q={word}")).collect()
}

/// Points all over the region, latitude and longitude.
fn corners() -> impl Iterator<Item = (f64, f64)> {
    (0..16).map(|n| (17.3 + 0.13 * f64::from(n / 4), 105.9 + 0.17 * f64::from(n % 4)))
}

/// As people type it: without marks.
fn plain(word: &str) -> String {
    cms::kernel::text::slug(word)
}
