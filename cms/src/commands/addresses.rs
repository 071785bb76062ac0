//! The guide's addresses for the front door, which knows no domain: every room's pages in one set of functions.

use std::sync::Arc;

use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::front::addresses::{Address, Addresses, EVERY_PAGE, Touched, page_tag};
use crate::jobs::changes::Tag;
use crate::places::pages::{self as places, Standing};

/// Carried by every place's page.
const PLACE_PAGES: &str = "pages:places";
/// How many pages are made ahead after a change of them all.
const AHEAD: usize = 500;

/// The addresses of the guide in this database.
pub fn of(db: &Db) -> Addresses {
    let (resolving, touching, listing) = (db.clone(), db.clone(), db.clone());
    Addresses {
        resolve: Arc::new(move |path| {
            let db = resolving.clone();
            Box::pin(async move { resolve(&db, &path).await })
        }),
        touched: Arc::new(move |tags| {
            let db = touching.clone();
            Box::pin(async move { touched(&db, &tags).await })
        }),
        public: Arc::new(move |limit| {
            let db = listing.clone();
            Box::pin(async move { public(&db, limit).await })
        }),
    }
}

async fn resolve(db: &Db, path: &str) -> Result<Address, StoreError> {
    if places::LISTS.contains(&path) {
        return Ok(Address::Page(Vec::new()));
    }
    let Some((slug, behind)) = places::slug_in(path) else { return Ok(Address::Elsewhere) };
    Ok(match places::standing(db, slug).await? {
        // What stands behind a place's page is dropped with it.
        Standing::Shown if behind.is_empty() => Address::Page(vec![PLACE_PAGES.to_owned()]),
        Standing::Shown => Address::Page(vec![PLACE_PAGES.to_owned(), page_tag(&places::path(slug))]),
        Standing::Moved(to) => Address::Moved(format!("{}{behind}", places::path(&to))),
        Standing::Absent => Address::Unknown,
    })
}

async fn touched(db: &Db, tags: &[Tag]) -> Result<Touched, StoreError> {
    // Every page has the region's name in its head.
    if tags.iter().any(|tag| tag == "settings") {
        return Ok(Touched { tags: vec![EVERY_PAGE.to_owned()], addresses: public(db, AHEAD).await? });
    }
    let of_places = places::touched(db, tags).await?;
    let mut tags: Vec<Tag> = of_places.paths.iter().map(|path| page_tag(path)).collect();
    let mut addresses = of_places.paths;
    if of_places.all {
        tags.push(PLACE_PAGES.to_owned());
        addresses.extend(places::public(db, AHEAD).await?);
    }
    Ok(Touched { tags, addresses })
}

async fn public(db: &Db, limit: usize) -> Result<Vec<String>, StoreError> {
    let mut paths: Vec<String> = places::LISTS.map(str::to_owned).into();
    paths.extend(places::public(db, limit.saturating_sub(paths.len())).await?);
    Ok(paths)
}
