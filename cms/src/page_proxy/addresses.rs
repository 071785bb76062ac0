//! What the front door must know about the guide's addresses. It knows no domain: `commands` hands these functions in.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::db::error::StoreError;
use crate::jobs::changes::Tag;

/// The tag that every page carries.
pub const EVERY_PAGE: &str = "pages";

/// The tag of the page at this address.
pub fn page_tag(path: &str) -> Tag {
    format!("page:{path}")
}

/// Where an address leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// To a public page. It carries its own tag, [`EVERY_PAGE`] and these.
    Page(Vec<Tag>),
    /// To a page that lives at this other path now.
    Moved(String),
    /// To nothing that is public.
    Unknown,
    /// To nothing that is public, which the site says in a room's own words at this path.
    Missing(&'static str),
    /// No domain has this address; it may be a file of the site, or a page that stands by itself.
    Elsewhere,
}

/// What a change makes stale.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// Pages carrying one of these tags.
    pub tags: Vec<Tag>,
    /// The most wanted of those pages, best first, to be made anew before somebody asks.
    pub addresses: Vec<String>,
}

/// A function over the database.
pub type Asked<In, Out> = Arc<dyn Fn(In) -> BoxFuture<'static, Result<Out, StoreError>> + Send + Sync>;

/// The guide's addresses. Paths are plain text, percent-decoded, beginning with `/`.
#[derive(Clone)]
pub struct Addresses {
    /// Where a path leads.
    pub resolve: Asked<String, Address>,
    /// What a change of these tags of the change log touches.
    pub touched: Asked<Vec<Tag>, Touched>,
    /// Public pages, the most wanted first, at most this many.
    pub public: Asked<usize, Vec<String>>,
}
