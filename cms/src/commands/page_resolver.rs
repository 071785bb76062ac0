//! Resolves, finds and lists the addresses of pages for the site proxy, which imports no domain module.

use std::collections::HashSet;
use std::sync::Arc;

use crate::articles::pages as articles;
use crate::common::cache_tag::CacheTag;
use crate::db::engine::{Db, StoreError};
use crate::guestbook::pages as guestbook;
use crate::http::app::App;
use crate::places::pages as places;
use crate::previews;
use crate::settings::pages::service as standing_pages;
use crate::site_proxy::addresses::{AddressResolver, AddressTarget, AffectedPages};

/// The paths of the pages and files with fixed addresses. Some paths are in several lists.
const FIXED_PATHS: [&[&str]; 5] = [
    &places::LIST_PAGES,
    &articles::LIST_PAGES,
    &guestbook::LIST_PAGES,
    &standing_pages::STANDING_PAGE_PATHS,
    &["/contact"],
];
/// The path of the sitemap. If there are too many public pages for one file, the sitemap lists its parts at
/// `/sitemap/1.xml` and so on.
const SITEMAP_PATH: &str = "/sitemap.xml";
/// The beginning of the path of a preview. The ticket follows.
const PREVIEW_PREFIX: &str = "/preview/";
/// The path of the social image of the site. The path of a place or an article with this suffix is the path of its own
/// social image.
const SOCIAL_IMAGE_PATH: &str = "/social.jpg";
/// The maximum number of pages to prerender after a change that affects all pages. It also limits the pages of places,
/// and those of articles, after a change that affects all of them.
const MAX_PRERENDERED_PAGES: usize = 500;

/// The functions with which the site proxy resolves, finds and lists the addresses of pages.
pub fn address_resolver(app: &App) -> AddressResolver {
    let (resolve_app, find_affected_db, public_pages_db) = (app.clone(), app.db.clone(), app.db.clone());
    AddressResolver {
        resolve: Arc::new(move |path| {
            let app = resolve_app.clone();
            Box::pin(async move { resolve(&app, &path).await })
        }),
        find_affected_pages: Arc::new(move |tags| {
            let db = find_affected_db.clone();
            Box::pin(async move { affected_pages(&db, &tags).await })
        }),
        public_pages: Arc::new(move |limit| {
            let db = public_pages_db.clone();
            Box::pin(async move { public_paths(&db, limit).await })
        }),
    }
}

async fn resolve(app: &App, path: &str) -> Result<AddressTarget, StoreError> {
    let db = &app.db;
    if path == SOCIAL_IMAGE_PATH || FIXED_PATHS.iter().any(|paths| paths.contains(&path)) {
        return Ok(AddressTarget::Page(Vec::new()));
    }
    if let Some((slug, suffix)) = places::split_path(path) {
        let current = if is_known_suffix(suffix) { places::current_path(db, slug).await? } else { None };
        let target = current.map(|current| page_target(CacheTag::CachedPlacePages, path, &current, suffix));
        return Ok(target.unwrap_or(AddressTarget::NotFound));
    }
    if let Some((name, suffix)) = articles::split_path(path) {
        let current = if is_known_suffix(suffix) { articles::current_path(db, name).await? } else { None };
        let target = current.map(|current| page_target(CacheTag::CachedArticlePages, path, &current, suffix));
        return Ok(target.unwrap_or(AddressTarget::NotFoundPage(articles::NOT_FOUND_PATH)));
    }
    if let Some(ticket) = path.strip_prefix(PREVIEW_PREFIX) {
        let opens_draft = previews::service::opens_draft(app, ticket).await?;
        return Ok(if opens_draft { AddressTarget::Preview } else { AddressTarget::NotFound });
    }
    if is_sitemap_part(path) {
        return Ok(AddressTarget::Page(vec![CacheTag::CachedSitemapParts]));
    }
    // No other path with this suffix has a social image. The target is `NotFound` without a request to the renderer, so
    // that guessed paths do not delay the rendering of real pages.
    if path.ends_with(SOCIAL_IMAGE_PATH) {
        return Ok(AddressTarget::NotFound);
    }
    Ok(AddressTarget::Unrecognized)
}

/// Whether the path is that of a part of the sitemap. Parts have the numbers 1 to 99.
fn is_sitemap_part(path: &str) -> bool {
    let number = path.strip_prefix("/sitemap/").and_then(|file| file.strip_suffix(".xml")).unwrap_or_default();
    matches!(number.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'])
}

/// Whether the rest of a path after the path of a page is empty or the suffix of a social image. The renderer gets no
/// requests with other suffixes.
fn is_known_suffix(suffix: &str) -> bool {
    suffix.is_empty() || suffix == SOCIAL_IMAGE_PATH
}

/// The target of `path`, for a record whose page is at `current`: the page, its social image, or a redirect from a
/// former path. The social image is invalidated together with the page.
fn page_target(pages_tag: CacheTag, path: &str, current: &str, suffix: &str) -> AddressTarget {
    if path.strip_suffix(suffix) != Some(current) {
        return AddressTarget::Moved(format!("{current}{suffix}"));
    }
    let mut tags = vec![pages_tag];
    if !suffix.is_empty() {
        tags.push(CacheTag::cached_page(current));
    }
    AddressTarget::Page(tags)
}

async fn affected_pages(db: &Db, changed: &[CacheTag]) -> Result<AffectedPages, StoreError> {
    // Every page contains the name of the region and the alerts of the whole guide.
    if changed.iter().any(|tag| matches!(tag, CacheTag::Settings | CacheTag::GuideAlerts)) {
        let addresses = public_paths(db, MAX_PRERENDERED_PAGES).await?;
        return Ok(AffectedPages { tags: vec![CacheTag::CachedPages], addresses });
    }
    let mut addresses = places::affected_paths(db, changed).await?;
    addresses.extend(articles::affected_paths(db, changed).await?);
    addresses.extend(guestbook::affected_paths(changed));
    if changed.contains(&CacheTag::StandingPages) {
        addresses.extend(standing_pages::STANDING_PAGE_PATHS.map(str::to_owned));
    }
    let mut tags: Vec<CacheTag> = addresses.iter().map(|path| CacheTag::cached_page(path)).collect();
    if addresses.iter().any(|path| path == SITEMAP_PATH) {
        tags.push(CacheTag::CachedSitemapParts);
    }
    if changed.contains(&CacheTag::PlacePages) {
        tags.push(CacheTag::CachedPlacePages);
        addresses.extend(places::public_paths(db, MAX_PRERENDERED_PAGES).await?);
    }
    if changed.contains(&CacheTag::ArticlePages) {
        tags.push(CacheTag::CachedArticlePages);
        addresses.extend(articles::public_paths(db, MAX_PRERENDERED_PAGES).await?);
    }
    Ok(AffectedPages { tags, addresses: deduplicate(addresses) })
}

async fn public_paths(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let mut paths = deduplicate(FIXED_PATHS.concat().into_iter().map(str::to_owned).collect());
    paths.extend(articles::public_paths(db, limit.saturating_sub(paths.len())).await?);
    paths.extend(places::public_paths(db, limit.saturating_sub(paths.len())).await?);
    Ok(paths)
}

/// Removes duplicate paths and keeps the order. Home and the sitemap show several kinds of records, so several lists
/// contain them.
fn deduplicate(mut paths: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    paths
}
