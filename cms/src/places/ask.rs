//! Reads the question of a list of places from its query.

use serde_json::{Map, Value};

use super::find::{Cursor, FURTHEST, Find, MOST, Scope, Sort, Word};
use super::store;
use super::wire::PlaceView;
use crate::categories;
use crate::db::engine::Db;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::kernel::geo::{Bounds, Point};
use crate::kernel::text;

/// The most words of a search, ids, and wanted tags.
const WORDS: usize = 8;
const IDS: usize = 200;
const TAGS: usize = 20;

/// A list's question, as far as the query says it.
pub struct Asked {
    /// Which places, in the public scope until the caller is known.
    pub find: Find,
    /// Whether inactive places are wanted too.
    pub show_all: bool,
    /// The fields that are wanted.
    pub fields: Option<Vec<String>>,
}

/// Reads the query. 400 names every parameter that is unknown or cannot be read.
pub async fn read(db: &Db, mut query: Query) -> Result<Asked, Problem> {
    let sort_sentence = format!("sort must be one of {}", Sort::NAMES);
    let sort = query.parse("sort", &sort_sentence, Sort::read).unwrap_or_default();
    let mut find = Find {
        limit: query.whole("limit", 1..=MOST).unwrap_or(MOST),
        offset: query.whole("offset", 0..=FURTHEST).unwrap_or(0),
        bounds: query.parse("bbox", "bbox must be west,south,east,north in degrees", Bounds::read),
        near: query.parse("near", "near must be latitude,longitude in degrees", Point::read),
        ids: query.parse("ids", &format!("ids must be up to {IDS} whole numbers"), read_ids),
        premium: query.flag("premium"),
        verified: query.flag("verified"),
        sort,
        ..Find::all(Scope::Shown)
    };
    find.after = query.parse("cursor", "cursor must come from an earlier answer to the same question", |value| {
        Cursor::read(value, sort)
    });
    if find.after.is_some() && find.offset > 0 {
        query.fault("offset", "offset does not go with cursor");
    }
    if sort == Sort::Distance && find.near.is_none() {
        query.fault("near", "sort=distance needs near");
    }
    let words: Vec<String> = text::fold(&query.take("q").unwrap_or_default()).split(' ').map(str::to_owned).collect();
    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if words.len() > WORDS || words.iter().any(|word| word.chars().count() > 60) {
        query.fault("q", &format!("q must be at most {WORDS} words of at most 60 characters"));
    }
    let tags: Option<Vec<String>> =
        query.take("tags").map(|tags| tags.split(',').map(text::fold).filter(|tag| !tag.is_empty()).collect());
    if tags.as_ref().is_some_and(|tags| tags.len() > TAGS) {
        query.fault("tags", &format!("tags must be at most {TAGS}"));
    }
    let category = query.take("category");
    let known = PlaceView::field_names();
    let fields: Option<Vec<String>> =
        query.take("fields").map(|fields| fields.split(',').map(|field| field.trim().to_owned()).collect());
    for unknown in fields.iter().flatten().filter(|field| !known.contains(field)) {
        let shown: String = unknown.chars().take(60).collect();
        query.fault("fields", &format!("There is no field {shown}"));
    }
    let show_all = query.flag("showAll").unwrap_or(false);
    query.done()?;

    if let Some(name) = category {
        match categories::store::found(db, &text::fold(&name)).await? {
            Some(id) => find.category = Some(id),
            // A category that does not exist has no places.
            None => find.ids = Some(Vec::new()),
        }
    }
    if let Some(tags) = tags.filter(|tags| !tags.is_empty()) {
        find.tags = Some(store::tags_containing(db, &tags).await?);
    }
    if !words.is_empty() {
        let names: Vec<_> =
            categories::store::all(db).await?.into_iter().map(|one| (one.id, text::fold(&one.name))).collect();
        find.words =
            words.into_iter().map(|text| Word { categories: store::categories_named(&names, &text), text }).collect();
    }
    Ok(Asked { find, show_all, fields })
}

fn read_ids(text: &str) -> Option<Vec<i64>> {
    let ids: Option<Vec<i64>> = text.split(',').map(|id| id.trim().parse().ok()).collect();
    ids.filter(|ids| ids.len() <= IDS)
}

/// The items with these fields alone.
pub fn only(fields: &[String], items: &[PlaceView]) -> Vec<Map<String, Value>> {
    items
        .iter()
        .filter_map(|item| match serde_json::to_value(item) {
            Ok(Value::Object(whole)) => Some(whole.into_iter().filter(|(name, _)| fields.contains(name)).collect()),
            _ => None,
        })
        .collect()
}
