//! A stretch of a list: what is asked for and what comes back.

/// Part of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// The items, in order.
    pub items: Vec<T>,
    /// How many there are in all: exact for plain and category lists, at most 10,000 for searches.
    pub total: i64,
    /// Whether more follow.
    pub has_more: bool,
}
