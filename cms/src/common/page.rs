//! One page of a paginated list.

/// One page of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// The items, in order.
    pub items: Vec<T>,
    /// The number of items on all pages: exact for plain and category lists, at most 10,000 for searches.
    pub total: i64,
    /// Whether another page follows.
    pub has_more: bool,
}
