//! Where articles are on the public site: their addresses, their old addresses, and which of them a change touches.
//!
//! An address begins with the article's id: whatever words stand behind it, it leads there, so that a link that was cut
//! short in a letter arrives too. One address is the page's own, all others are moved to it.

use crate::common::id::ArticleId;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::jobs::changes::Tag;
use crate::with_pool;

/// Pages that show lists of articles.
pub const LISTS: [&str; 4] = ["/", "/inspiration", "/feed.xml", "/sitemap.xml"];

/// No article has this address; the site says there that an article is missing.
pub const NOWHERE: &str = "/inspiration/no-such-article";

/// The last part of an article's address.
pub fn name(id: ArticleId, slug: &str) -> String {
    format!("{id}-{slug}")
}

/// The path of an article's page.
pub fn path(id: ArticleId, slug: &str) -> String {
    format!("/inspiration/{}", name(id, slug))
}

/// The article that `7` or `7-some-words` names.
pub fn id_in(name: &str) -> Option<ArticleId> {
    let digits = name.split('-').next().unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number).map(ArticleId)
}

/// The name in an article's path, and what stands behind it (a picture made of the page, say; empty for the page
/// itself).
pub fn name_in(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix("/inspiration/")?;
    Some(rest.split_at(rest.find('/').unwrap_or(rest.len())))
}

/// How a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A public article's own.
    Shown,
    /// A public article is meant whose page is at this path.
    Moved(String),
    /// No public article is meant.
    Absent,
}

/// How `name` stands now.
pub async fn standing(db: &Db, name: &str) -> Result<Standing, StoreError> {
    let Some(id) = id_in(name) else { return Ok(Standing::Absent) };
    let slug = "select slug from article where id = $1 and is_public";
    let slug: Option<String> = with_pool!(db, |engine| sqlx::query_scalar(slug).bind(id).fetch_optional(engine))?;
    Ok(match slug {
        Some(slug) if name == self::name(id, &slug) => Standing::Shown,
        Some(slug) => Standing::Moved(path(id, &slug)),
        None => Standing::Absent,
    })
}

/// Paths of public articles, the newest first, at most `limit`.
pub async fn public(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let newest = "select id, slug from article where is_public = true order by publication_date desc, id desc limit $1";
    let found: Vec<(ArticleId, String)> =
        with_pool!(db, |engine| sqlx::query_as(newest).bind(limit).fetch_all(engine))?;
    Ok(found.iter().map(|(id, slug)| path(*id, slug)).collect())
}

/// What a change touches of the articles' pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// These pages. Lists come last: they take longest to make.
    pub paths: Vec<String>,
    /// Every article's page.
    pub all: bool,
}

/// What a change of these tags touches: `article:7` each address that article 7 has or had, `article-pages` every
/// article's page, `articles` the lists.
pub async fn touched(db: &Db, tags: &[Tag]) -> Result<Touched, StoreError> {
    let mut paths = Vec::new();
    for tag in tags {
        let Some(id) = tag.strip_prefix("article:").and_then(id_in) else { continue };
        let slugs = "select slug from article_slug where article_id = $1 order by slug";
        let slugs: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(slugs).bind(id).fetch_all(engine))?;
        paths.extend(slugs.iter().map(|slug| path(id, slug)));
    }
    if tags.iter().any(|tag| tag == "articles") {
        paths.extend(LISTS.map(str::to_owned));
    }
    Ok(Touched { paths, all: tags.iter().any(|tag| tag == "article-pages") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_article_by_its_first_number() {
        assert_eq!(name_in("/inspiration/7-by-boat"), Some(("7-by-boat", "")));
        assert_eq!(name_in("/inspiration/7/social.jpg"), Some(("7", "/social.jpg")));
        assert_eq!(name_in("/inspiration"), None);
        for name in ["7", "7-by-boat", "7-"] {
            assert_eq!(id_in(name), Some(ArticleId(7)), "{name}");
        }
        for name in ["", "-7", "+7", "seven", "7x", "99999999999999999999", "٧"] {
            assert_eq!(id_in(name), None, "{name}");
        }
    }
}
