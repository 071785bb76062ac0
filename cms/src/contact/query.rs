//! Reads the question of a list of messages from its query.

use super::model::Status;
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The most messages of one answer.
const MOST: i64 = 100;
/// The longest word of a search.
const LONGEST: usize = 100;

/// Which messages, how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// Folded words; each must be in the message, its subject, or its sender's name or address.
    pub words: Vec<String>,
    /// In this status alone.
    pub status: Option<Status>,
    /// Which part of them.
    pub page: PageParams,
}

/// Reads the question of a list. 400 names every parameter that is unknown or cannot be read.
pub fn parse(mut query: Query) -> Result<Find, Problem> {
    let words = list_params::words(&mut query, LONGEST);
    let status = query.parse("status", "status must be new, answered, closed or spam", |value| match value {
        "new" => Some(Status::New),
        "answered" => Some(Status::Answered),
        "closed" => Some(Status::Closed),
        "spam" => Some(Status::Spam),
        _ => None,
    });
    let page = PageParams::take(&mut query, MOST);
    query.finish()?;
    Ok(Find { words, status, page })
}
