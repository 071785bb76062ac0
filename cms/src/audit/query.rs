//! Parses the query parameters of the audit log.

use crate::audit_log::model::Kind;
use crate::common::clock::Timestamp;
use crate::common::id::AuditId;
use crate::http::cursor;
use crate::http::pagination;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The maximum number of rows of a page.
pub const MAX_LIMIT: i64 = 100;
/// The maximum length of an id or a name in a filter, in characters.
const MAX_CHARS: usize = 100;

/// The end of a page.
pub type Cursor = cursor::Cursor<AuditId>;

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
    let find = Find {
        account: word(&mut query, "account"),
        action: word(&mut query, "action"),
        kind: query.parse("kind", KINDS, kind),
        subject: word(&mut query, "subject"),
        from: moment(&mut query, "from"),
        to: moment(&mut query, "to"),
        limit: query.int("limit", 1..=MAX_LIMIT).unwrap_or(MAX_LIMIT),
        after: query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
            Cursor::read(value, false)
        }),
        offset: query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0),
    };
    if find.subject.is_some() && find.kind.is_none() {
        query.add_error("subject", "subject needs kind: ids are those of one kind of thing");
    }
    if find.after.is_some() && find.offset > 0 {
        query.add_error("offset", "offset does not go with cursor");
    }
    query.finish()?;
    Ok(find)
}

const KINDS: &str =
    "kind must be one of place, category, article, entry, comment, image, settings, page, message and user";

fn kind(value: &str) -> Option<Kind> {
    serde_json::from_value(value.into()).ok()
}

fn word(query: &mut Query, name: &str) -> Option<String> {
    query.parse(name, &format!("{name} must be at most {MAX_CHARS} characters"), |value| {
        Some(value.to_owned()).filter(|value| !value.is_empty() && value.chars().count() <= MAX_CHARS)
    })
}

fn moment(query: &mut Query, name: &str) -> Option<Timestamp> {
    query.parse(name, &format!("{name} must be a time like 2026-11-21T08:00:00Z"), Timestamp::parse)
}
