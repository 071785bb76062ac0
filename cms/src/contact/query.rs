//! The query parameters of a list of messages.

use super::model::Status;
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The maximum number of messages of one page.
const MAX_LIMIT: i64 = 100;
/// The maximum length of a word in a search, in code points.
const MAX_WORD_CHARS: usize = 100;

/// Which messages a list contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the message, its subject, or its sender's name or address.
    pub words: Vec<String>,
    /// Messages with this status.
    pub status: Option<Status>,
    /// The requested page.
    pub page: PageParams,
}

/// Parses the parameters of a list. 400 names every parameter that is unknown or invalid.
pub fn parse(mut query: Query) -> Result<ListQuery, Problem> {
    let words = list_params::words(&mut query, MAX_WORD_CHARS);
    let status = query.parse("status", "status must be new, answered, closed or spam", |value| match value {
        "new" => Some(Status::New),
        "answered" => Some(Status::Answered),
        "closed" => Some(Status::Closed),
        "spam" => Some(Status::Spam),
        _ => None,
    });
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    Ok(ListQuery { words, status, page })
}
