//! Where places are on the public site: their addresses, their old addresses, and which of them a change touches.

use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::jobs::changes::Tag;
use crate::with_pool;

/// Pages that show lists of places, or count them.
pub const LISTS: [&str; 3] = ["/", "/explore", "/sitemap.xml"];

/// The path of a place's page.
pub fn path(slug: &str) -> String {
    format!("/places/{slug}")
}

/// The slug in a place's path, and what stands behind it (a picture made of the page, say; empty for the page itself).
pub fn slug_in(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix("/places/")?;
    Some(rest.split_at(rest.find('/').unwrap_or(rest.len())))
}

/// How a slug stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A public place has it.
    Shown,
    /// A public place had it, and has this one now.
    Moved(String),
    /// No public place has or had it.
    Absent,
}

const STANDING: &str = "
    select place.slug from place_slug join place on place.id = place_slug.place_id
    where place_slug.slug = $1 and place.is_public";

/// How `slug` stands now.
pub async fn standing(db: &Db, slug: &str) -> Result<Standing, StoreError> {
    let present: Option<String> =
        with_pool!(db, |engine| sqlx::query_scalar(STANDING).bind(slug).fetch_optional(engine))?;
    Ok(match present {
        Some(present) if present == slug => Standing::Shown,
        Some(present) => Standing::Moved(present),
        None => Standing::Absent,
    })
}

/// Paths of public places, best first, at most `limit`.
pub async fn public(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let slugs: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(
        "select slug from place where is_public order by rank desc, id limit $1"
    )
    .bind(limit)
    .fetch_all(engine))?;
    Ok(slugs.iter().map(|slug| path(slug)).collect())
}

/// What a change touches of the places' pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// These pages. Lists come last: they take longest to make.
    pub paths: Vec<String>,
    /// Every place's page.
    pub all: bool,
}

/// What a change of these tags touches: `place:7` each address that place 7 has or had, `place-slug:x` that one,
/// `place-pages` every place's page, `places` the lists.
pub async fn touched(db: &Db, tags: &[Tag]) -> Result<Touched, StoreError> {
    let mut slugs = std::collections::BTreeSet::new();
    for tag in tags {
        if let Some(slug) = tag.strip_prefix("place-slug:") {
            slugs.insert(slug.to_owned());
        } else if let Some(id) = tag.strip_prefix("place:").and_then(|id| id.parse::<i64>().ok()) {
            let known: Vec<String> =
                with_pool!(db, |engine| sqlx::query_scalar("select slug from place_slug where place_id = $1")
                    .bind(id)
                    .fetch_all(engine))?;
            slugs.extend(known);
        }
    }
    let mut paths: Vec<String> = slugs.iter().map(|slug| path(slug)).collect();
    if tags.iter().any(|tag| tag == "places") {
        paths.extend(LISTS.map(str::to_owned));
    }
    Ok(Touched { paths, all: tags.iter().any(|tag| tag == "place-pages") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_the_first_part_behind_places() {
        assert_eq!(slug_in("/places/phong-nha"), Some(("phong-nha", "")));
        assert_eq!(slug_in("/places/phong-nha/social.jpg"), Some(("phong-nha", "/social.jpg")));
        assert_eq!(slug_in("/placesque"), None);
        assert_eq!(slug_in("/places"), None);
    }
}
