//! Reads the question of the audit log from its query.

use crate::audit_log::model::Kind;
use crate::common::clock::Timestamp;
use crate::common::id::AuditId;
use crate::http::cursor;
use crate::http::pagination;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The most rows of one answer.
pub const MOST: i64 = 100;
/// The longest id or name that is looked for, in characters.
const LONGEST: usize = 100;

/// Where a page ended.
pub type Cursor = cursor::Cursor<AuditId>;

/// Which rows, how many. The newest come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    /// What this account did.
    pub account: Option<String>,
    /// What was done by this call.
    pub action: Option<String>,
    /// What was done to things of this kind.
    pub kind: Option<Kind>,
    /// What was done to this one of them.
    pub subject: Option<String>,
    /// What was done then or later.
    pub from: Option<Timestamp>,
    /// What was done before.
    pub to: Option<Timestamp>,
    /// How many at the most.
    pub limit: i64,
    /// Where the page before ended.
    pub after: Option<Cursor>,
    /// How many to leave out first.
    pub offset: i64,
}

/// Reads the question of a list. 400 names every parameter that is unknown or cannot be read.
pub fn parse(mut query: Query) -> Result<Find, Problem> {
    let find = Find {
        account: word(&mut query, "account"),
        action: word(&mut query, "action"),
        kind: query.parse("kind", KINDS, kind),
        subject: word(&mut query, "subject"),
        from: moment(&mut query, "from"),
        to: moment(&mut query, "to"),
        limit: query.int("limit", 1..=MOST).unwrap_or(MOST),
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
    "kind must be one of place, category, article, entry, comment, picture, settings, page, message and user";

fn kind(value: &str) -> Option<Kind> {
    serde_json::from_value(value.into()).ok()
}

fn word(query: &mut Query, name: &str) -> Option<String> {
    query.parse(name, &format!("{name} must be at most {LONGEST} characters"), |value| {
        Some(value.to_owned()).filter(|value| !value.is_empty() && value.chars().count() <= LONGEST)
    })
}

fn moment(query: &mut Query, name: &str) -> Option<Timestamp> {
    query.parse(name, &format!("{name} must be a time like 2026-11-21T08:00:00Z"), Timestamp::parse)
}
