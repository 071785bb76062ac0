//! Functions that resolve the addresses of the site. The site proxy does not depend on any domain module, so
//! `commands/page_resolver.rs` provides these functions.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::common::cache_tag::CacheTag;
use crate::db::engine::StoreError;

/// What an address of the site leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressTarget {
    /// A public page. Its response gets the cache tag of the page, [`CacheTag::CachedPages`] and these tags.
    Page(Vec<CacheTag>),
    /// A preview of a draft. It is rendered for each request and never cached.
    Preview,
    /// A redirect to the page's new path.
    Moved(String),
    /// Not a public page.
    NotFound,
    /// Not a public page. The response contains the "not found" page of the site that is rendered at this path.
    NotFoundPage(&'static str),
    /// An address that no domain module knows. It may be a static file, or a page without content from the database.
    Unrecognized,
}

/// The pages affected by a change.
#[derive(Clone, Debug, Default)]
pub struct AffectedPages {
    /// The tags of the affected pages.
    pub tags: Vec<CacheTag>,
    /// The paths of the affected pages that are prerendered, the most important first.
    pub addresses: Vec<String>,
}

/// A function that queries the database.
pub type AsyncQuery<In, Out> = Arc<dyn Fn(In) -> BoxFuture<'static, Result<Out, StoreError>> + Send + Sync>;

/// The functions with which the site proxy resolves addresses. Paths are percent-decoded and begin with `/`.
#[derive(Clone)]
pub struct AddressResolver {
    /// Finds the target of a path.
    pub resolve: AsyncQuery<String, AddressTarget>,
    /// Finds the pages affected by a change with these tags.
    pub find_affected_pages: AsyncQuery<Vec<CacheTag>, AffectedPages>,
    /// Lists the paths of public pages, the most important first. The argument is the maximum number of paths.
    pub public_pages: AsyncQuery<usize, Vec<String>>,
}
