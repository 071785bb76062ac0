//! The URLs of articles on the public site, and the pages that a change invalidates.
//!
//! The name in an article's URL is `{id}-{slug}`. The id alone identifies the article, so links with an old slug, or
//! links that an email client cut, still work. URLs with another name for the same id redirect to the current URL.

use crate::common::cache_tag::CacheTag;
use crate::common::id::ArticleId;
use crate::db::engine::{Db, StoreError};
use crate::with_pool;

/// The paths of the pages and files that list articles.
pub const LIST_PAGES: [&str; 4] = ["/", "/inspiration", "/feed.xml", "/sitemap.xml"];

/// The path of an article that does not exist. The site shows its page for missing articles there.
pub const NOT_FOUND_PATH: &str = "/inspiration/no-such-article";

/// The last segment of an article's URL.
pub fn url_segment(id: ArticleId, slug: &str) -> String {
    format!("{id}-{slug}")
}

/// The path of an article's page.
pub fn path(id: ArticleId, slug: &str) -> String {
    format!("/inspiration/{}", url_segment(id, slug))
}

/// The id in a name such as `7` or `7-some-words`. `None` if the part before the first hyphen is not a number.
pub fn parse_id(name: &str) -> Option<ArticleId> {
    let digits = name.split('-').next().unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number).map(ArticleId)
}

/// The name in an article's path, and the rest of the path: empty for the page itself, `/social.jpg` for its social
/// image. `None` if the path is not below `/inspiration/`.
pub fn split_path(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix("/inspiration/")?;
    Some(rest.split_at(rest.find('/').unwrap_or(rest.len())))
}

/// The path of the public article that `name` identifies. `None` if there is no such article.
pub async fn current_path(db: &Db, name: &str) -> Result<Option<String>, StoreError> {
    let Some(id) = parse_id(name) else { return Ok(None) };
    let select = "select slug from article where id = $1 and is_public";
    let slug: Option<String> = with_pool!(db, |engine| sqlx::query_scalar(select).bind(id).fetch_optional(engine))?;
    Ok(slug.map(|slug| path(id, &slug)))
}

/// The paths of at most `limit` public articles, newest first.
pub async fn public_paths(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let select = "select id, slug from article where is_public = true order by publication_date desc, id desc limit $1";
    let rows: Vec<(ArticleId, String)> = with_pool!(db, |engine| sqlx::query_as(select).bind(limit).fetch_all(engine))?;
    Ok(rows.iter().map(|(id, slug)| path(*id, slug)).collect())
}

/// The paths of the pages that a change with these tags affects: the current and former paths of articles, then the
/// pages with lists of articles. Lists come last, because they take longest to render.
pub async fn affected_paths(db: &Db, tags: &[CacheTag]) -> Result<Vec<String>, StoreError> {
    let mut paths = Vec::new();
    for tag in tags {
        let CacheTag::Article(id) = tag else { continue };
        let select = "select slug from article_slug where article_id = $1 order by slug";
        let slugs: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(select).bind(id).fetch_all(engine))?;
        paths.extend(slugs.iter().map(|slug| path(*id, slug)));
    }
    if tags.contains(&CacheTag::Articles) {
        paths.extend(LIST_PAGES.map(str::to_owned));
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn article_is_identified_by_the_number_in_its_url() {
        assert_eq!(split_path("/inspiration/7-by-boat"), Some(("7-by-boat", "")));
        assert_eq!(split_path("/inspiration/7/social.jpg"), Some(("7", "/social.jpg")));
        assert_eq!(split_path("/inspiration"), None);
        for name in ["7", "7-by-boat", "7-"] {
            assert_eq!(parse_id(name), Some(ArticleId(7)), "{name}");
        }
        for name in ["", "-7", "+7", "seven", "7x", "99999999999999999999", "٧"] {
            assert_eq!(parse_id(name), None, "{name}");
        }
    }
}
