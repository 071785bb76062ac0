//! The paths of place pages on the site, and which pages a change affects.

use sqlx::AssertSqlSafe;

use crate::common::cache_tag::CacheTag;
use crate::db::engine::{Db, StoreError};
use crate::with_pool;

/// The paths of pages with lists or counts of places.
pub const LIST_PAGES: [&str; 3] = ["/", "/explore", "/sitemap.xml"];

/// The maximum number of ids in a statement.
const MAX_IDS: usize = 500;

/// The path of a place's page.
pub fn path(slug: &str) -> String {
    format!("/places/{slug}")
}

/// The slug in the path of a place, and the rest of the path (such as `/social.jpg`; empty for the page itself). `None`
/// for paths that do not begin with `/places/`.
pub fn split_path(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix("/places/")?;
    Some(rest.split_at(rest.find('/').unwrap_or(rest.len())))
}

const SELECT_CURRENT_SLUG: &str = "
    select place.slug from place_slug join place on place.id = place_slug.place_id
    where place_slug.slug = $1 and place.is_public";

/// The current path of the public place that has or had this slug. `None` if there is no such place.
pub async fn current_path(db: &Db, slug: &str) -> Result<Option<String>, StoreError> {
    let current: Option<String> =
        with_pool!(db, |engine| sqlx::query_scalar(SELECT_CURRENT_SLUG).bind(slug).fetch_optional(engine))?;
    Ok(current.map(|slug| path(&slug)))
}

/// The paths of at most `limit` public places, those with the highest rank first.
pub async fn public_paths(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let select = "select slug from place where is_public order by rank desc, id limit $1";
    let slugs: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(select).bind(limit).fetch_all(engine))?;
    Ok(slugs.iter().map(|slug| path(slug)).collect())
}

/// The paths of the pages that a change with these tags affects: the current and former paths of a place, and the lists
/// last, because rendering them takes longest.
pub async fn affected_paths(db: &Db, tags: &[CacheTag]) -> Result<Vec<String>, StoreError> {
    let mut slugs = std::collections::BTreeSet::new();
    let mut ids = Vec::new();
    for tag in tags {
        match tag {
            CacheTag::PlaceSlug(slug) => {
                slugs.insert(slug.to_string());
            }
            CacheTag::Place(id) => ids.push(id.to_string()),
            _ => {}
        }
    }
    // A change of an alert may have the tags of thousands of places, so their slugs are read in chunks.
    for ids in ids.chunks(MAX_IDS) {
        let select = format!("select slug from place_slug where place_id in ({})", ids.join(", "));
        let slugs_of_places: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(AssertSqlSafe(select.clone()))
            .persistent(false)
            .fetch_all(engine))?;
        slugs.extend(slugs_of_places);
    }
    let mut paths: Vec<String> = slugs.iter().map(|slug| path(slug)).collect();
    if tags.contains(&CacheTag::Places) {
        paths.extend(LIST_PAGES.map(str::to_owned));
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_is_the_first_segment_after_places() {
        assert_eq!(split_path("/places/phong-nha"), Some(("phong-nha", "")));
        assert_eq!(split_path("/places/phong-nha/social.jpg"), Some(("phong-nha", "/social.jpg")));
        assert_eq!(split_path("/placesque"), None);
        assert_eq!(split_path("/places"), None);
    }
}
