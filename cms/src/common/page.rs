//! One page of a paginated list.

/// One page of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// The items, in order.
    pub items: Vec<T>,
    /// The number of items on all pages: exact, but at most 10,000 for the audit log, for searches of places, and for
    /// lists of places with filters other than category and "verified".
    pub total: i64,
    /// Whether another page follows.
    pub has_more: bool,
}
