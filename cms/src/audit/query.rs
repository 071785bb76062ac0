//! Parses the query parameters of the audit log.

use super::model::Kind;
use crate::common::clock::Timestamp;
use crate::common::id::AuditId;
use crate::http::input::pagination::{self, PageParams};
use crate::http::input::query_string::{Query, choice};
use crate::http::problem::Problem;

/// The maximum number of rows of a page.
pub const MAX_LIMIT: i64 = 100;
/// The maximum length of an id or a name in a filter, in characters.
const MAX_CHARS: usize = 100;

/// The end of a page.
pub type Cursor = pagination::Cursor<AuditId>;

/// The filters and the page. The newest rows come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    /// Only actions of this account.
    pub account: Option<String>,
    /// Only this action.
    pub action: Option<String>,
    /// Only subjects of this kind.
    pub kind: Option<Kind>,
    /// Only the subject with this id.
    pub subject: Option<String>,
    /// Only events at or after this time.
    pub from: Option<Timestamp>,
    /// Only events before this time.
    pub to: Option<Timestamp>,
    /// The maximum number of rows.
    pub limit: i64,
    /// The end of the previous page.
    pub after: Option<Cursor>,
    /// The number of rows to skip.
    pub offset: i64,
}

/// Parses the query. Errors: 400 with every unknown or invalid parameter.
pub fn parse(mut query: Query) -> Result<Find, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let find = Find {
        account: word(&mut query, "account"),
        action: word(&mut query, "action"),
        kind: query.parse("kind", KINDS, choice),
        subject: word(&mut query, "subject"),
        from: moment(&mut query, "from"),
        to: moment(&mut query, "to"),
        limit: page.limit,
        after: page.take_cursor(&mut query, |value| Cursor::read(value, false)),
        offset: page.offset,
    };
    if find.subject.is_some() && find.kind.is_none() {
        query.add_error("subject", "subject needs kind: ids are those of one kind of thing");
    }
    query.finish()?;
    Ok(find)
}

const KINDS: &str =
    "kind must be one of place, category, article, entry, comment, image, settings, page, message and user";

fn word(query: &mut Query, name: &str) -> Option<String> {
    query.parse(name, &format!("{name} must be at most {MAX_CHARS} characters"), |value| {
        Some(value.to_owned()).filter(|value| !value.is_empty() && value.chars().count() <= MAX_CHARS)
    })
}

fn moment(query: &mut Query, name: &str) -> Option<Timestamp> {
    query.parse(name, &format!("{name} must be a time like 2026-11-21T08:00:00Z"), Timestamp::parse)
}
