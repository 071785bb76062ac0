//! Reads the question of a list of pictures from its query.

use crate::common::id::AccountId;
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The most pictures of one answer.
const MOST: i64 = 100;
/// The longest word of a search.
const LONGEST: usize = 60;

/// Which pictures of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// Folded words; each must be in the name, the description, the caption or the credit.
    pub words: Vec<String>,
    /// Those that something shows, or those that nothing does.
    pub used: Option<bool>,
    /// Those that are described, or those that are not.
    pub described: Option<bool>,
    /// Whose.
    pub uploader: Option<AccountId>,
    /// Which part of them.
    pub page: PageParams,
}

/// Reads the question of a list. 400 names every parameter that is unknown or cannot be read.
pub fn parse(mut query: Query) -> Result<Find, Problem> {
    let words = list_params::words(&mut query, LONGEST);
    let (used, described) = (query.bool("used"), query.bool("described"));
    let page = PageParams::take(&mut query, MOST);
    query.finish()?;
    Ok(Find { words, used, described, uploader: None, page })
}
