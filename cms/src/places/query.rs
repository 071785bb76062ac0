//! Parses the query parameters of the list of places.

use std::sync::Arc;

use super::dto::PlaceResponse;
use super::index::place_index::IndexSnapshot;
use super::search::place_query::{MAX_LIMIT, PlaceQuery, Scope, Sort, Word, parse_cursor};
use super::search::relevance::SearchQuery;
use super::store;
use crate::categories;
use crate::common::geo::{Bounds, Point};
use crate::common::text;
use crate::http::app::App;
use crate::http::input::pagination::PageParams;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The maximum length of a word in characters, and the maximum numbers of tags and of slugs.
const MAX_WORD_LEN: usize = 60;
const MAX_TAGS: usize = 20;
const MAX_SLUGS: usize = 50;

/// The parsed parameters.
pub struct ListRequest {
    /// The query, with the public scope: the caller is not known yet.
    pub place_query: PlaceQuery,
    /// The words of the search, if there is one.
    pub search_query: Option<SearchQuery>,
    /// The current snapshot of the place index. Empty unless there is a search or [`PlaceQuery::uses_index`].
    pub snapshot: Arc<IndexSnapshot>,
    /// Whether inactive places are requested too.
    pub show_all: bool,
    /// The requested fields. `None`: all.
    pub fields: Option<Vec<String>>,
}

/// Parses the parameters. 400 names every parameter that is unknown or invalid.
pub async fn parse(app: &App, mut query: Query) -> Result<ListRequest, Problem> {
    let sort_error = format!("sort must be one of {}", Sort::NAMES);
    let (typed, words) = query.typed_words(MAX_WORD_LEN);
    let default_sort = if words.is_empty() { Sort::Best } else { Sort::Relevance };
    let sort = query.parse("sort", &sort_error, Sort::parse).unwrap_or(default_sort);
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let mut place_query = PlaceQuery {
        limit: page.limit,
        offset: page.offset,
        after: page.take_cursor(&mut query, |value| parse_cursor(value, sort)),
        bounds: query.parse("bbox", "bbox must be west,south,east,north in degrees", Bounds::parse),
        near: query.parse("near", "near must be latitude,longitude in degrees", Point::parse),
        ids: query.ids(),
        slugs: query.parse("slugs", &format!("slugs must be up to {MAX_SLUGS} words from addresses"), |slugs| {
            let slugs: Vec<String> = slugs.split(',').map(|slug| slug.trim().to_owned()).collect();
            (slugs.len() <= MAX_SLUGS).then_some(slugs)
        }),
        premium: query.bool("premium"),
        verified: query.bool("verified"),
        recheck: query.bool("recheck"),
        active: query.bool("active"),
        sort,
        ..PlaceQuery::all(Scope::Shown)
    };
    if sort == Sort::Distance && place_query.near.is_none() {
        query.add_error("near", "sort=distance needs near");
    }
    if sort == Sort::Relevance && words.is_empty() {
        query.add_error("q", "sort=relevance needs q");
    }
    let tags: Option<Vec<String>> =
        query.take("tags").map(|tags| tags.split(',').map(text::fold).filter(|tag| !tag.is_empty()).collect());
    if tags.as_ref().is_some_and(|tags| tags.len() > MAX_TAGS) {
        query.add_error("tags", &format!("tags must be at most {MAX_TAGS}"));
    }
    let category = query.take("category");
    let fields = query.fields(PlaceResponse::field_names);
    let show_all = query.bool("showAll").unwrap_or(false);
    query.finish()?;

    if let Some(name) = category {
        match categories::store::find_by_name(&app.db, &text::fold(&name)).await? {
            Some(id) => place_query.category = Some(id),
            // A category that does not exist has no places.
            None => place_query.ids = Some(Vec::new()),
        }
    }
    if let Some(tags) = tags.filter(|tags| !tags.is_empty()) {
        place_query.tags = Some(store::tags_containing(&app.db, &tags).await?);
    }
    // A search for punctuation only matches nothing.
    if words.is_empty() && !typed.trim().is_empty() {
        place_query.ids = Some(Vec::new());
    }
    let search_query = (!words.is_empty()).then(|| SearchQuery::parse(&typed));
    let snapshot = match search_query.is_some() || place_query.uses_index() {
        true => app.place_snapshot().await?,
        false => Arc::default(),
    };
    place_query.words = words.into_iter().map(|text| Word::new(text, &snapshot.categories)).collect();
    Ok(ListRequest { place_query, search_query, snapshot, show_all, fields })
}
