//! Reads the question of a list of places from its query.

use std::sync::Arc;

use super::dto::PlaceView;
use super::find::{Find, MOST, Scope, Sort, Word, read_cursor};
use super::relevance::Wanted;
use super::store;
use crate::categories;
use crate::common::geo::{Bounds, Point};
use crate::common::text;
use crate::db::place_index::IndexSnapshot;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::{list_params, pagination};

/// The longest word of a search, the most wanted tags, and the most places that are asked for by their addresses.
const LONGEST: usize = 60;
const TAGS: usize = 20;
const SLUGS: usize = 50;

/// A list's question, as far as the query says it.
pub struct Asked {
    /// Which places, in the public scope until the caller is known.
    pub find: Find,
    /// What was typed, if something was.
    pub wanted: Option<Wanted>,
    /// All places as they are now, where something was, or [`Find::is_in_sets`].
    pub snapshot: Arc<IndexSnapshot>,
    /// Whether inactive places are wanted too.
    pub show_all: bool,
    /// The fields that are wanted.
    pub fields: Option<Vec<String>>,
}

/// Reads the query. 400 names every parameter that is unknown or cannot be read.
pub async fn parse(app: &App, mut query: Query) -> Result<Asked, Problem> {
    let sort_sentence = format!("sort must be one of {}", Sort::NAMES);
    let (typed, words) = list_params::typed(&mut query, LONGEST);
    let unsorted = if words.is_empty() { Sort::Best } else { Sort::Relevance };
    let sort = query.parse("sort", &sort_sentence, Sort::parse).unwrap_or(unsorted);
    let mut find = Find {
        limit: query.int("limit", 1..=MOST).unwrap_or(MOST),
        offset: query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0),
        bounds: query.parse("bbox", "bbox must be west,south,east,north in degrees", Bounds::parse),
        near: query.parse("near", "near must be latitude,longitude in degrees", Point::parse),
        ids: list_params::ids(&mut query),
        slugs: query.parse("slugs", &format!("slugs must be up to {SLUGS} words from addresses"), |slugs| {
            let slugs: Vec<String> = slugs.split(',').map(|slug| slug.trim().to_owned()).collect();
            (slugs.len() <= SLUGS).then_some(slugs)
        }),
        premium: query.bool("premium"),
        verified: query.bool("verified"),
        recheck: query.bool("recheck"),
        active: query.bool("active"),
        sort,
        ..Find::all(Scope::Shown)
    };
    find.after = query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
        read_cursor(value, sort)
    });
    if find.after.is_some() && find.offset > 0 {
        query.add_error("offset", "offset does not go with cursor");
    }
    if sort == Sort::Distance && find.near.is_none() {
        query.add_error("near", "sort=distance needs near");
    }
    if sort == Sort::Relevance && words.is_empty() {
        query.add_error("q", "sort=relevance needs q");
    }
    let tags: Option<Vec<String>> =
        query.take("tags").map(|tags| tags.split(',').map(text::fold).filter(|tag| !tag.is_empty()).collect());
    if tags.as_ref().is_some_and(|tags| tags.len() > TAGS) {
        query.add_error("tags", &format!("tags must be at most {TAGS}"));
    }
    let category = query.take("category");
    let fields = list_params::fields(&mut query, PlaceView::field_names);
    let show_all = query.bool("showAll").unwrap_or(false);
    query.finish()?;

    if let Some(name) = category {
        match categories::store::find_by_name(&app.db, &text::fold(&name)).await? {
            Some(id) => find.category = Some(id),
            // A category that does not exist has no places.
            None => find.ids = Some(Vec::new()),
        }
    }
    if let Some(tags) = tags.filter(|tags| !tags.is_empty()) {
        find.tags = Some(store::tags_containing(&app.db, &tags).await?);
    }
    // Punctuation alone is in no place.
    if words.is_empty() && !typed.trim().is_empty() {
        find.ids = Some(Vec::new());
    }
    let wanted = (!words.is_empty()).then(|| Wanted::read(&typed));
    let snapshot = match wanted.is_some() || find.is_in_sets() {
        true => app.place_snapshot().await?,
        false => Arc::default(),
    };
    find.words = words.into_iter().map(|text| Word::new(text, &snapshot.categories)).collect();
    Ok(Asked { find, wanted, snapshot, show_all, fields })
}
