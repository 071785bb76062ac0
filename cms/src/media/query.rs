//! The query parameters of a list of images.

use crate::common::id::AccountId;
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The maximum number of images of one page.
const MAX_LIMIT: i64 = 100;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 60;

/// Which images of the library a list contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the name, the text alternative, the caption or the credit.
    pub words: Vec<String>,
    /// `true`: images that a record shows. `false`: images that no record shows.
    pub used: Option<bool>,
    /// `true`: images that are described or decorative. `false`: the others.
    pub described: Option<bool>,
    /// Images that this account uploaded.
    pub uploader: Option<AccountId>,
    /// The requested page.
    pub page: PageParams,
}

/// Parses the parameters of a list. 400 names every parameter that is unknown or invalid.
pub fn parse(mut query: Query) -> Result<ListQuery, Problem> {
    let words = list_params::words(&mut query, MAX_WORD_CHARS);
    let (used, described) = (query.bool("used"), query.bool("described"));
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    Ok(ListQuery { words, used, described, uploader: None, page })
}
