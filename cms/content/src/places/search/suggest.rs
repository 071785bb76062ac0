//! `/api/suggestions`: places, categories and tags for a search box.

use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::place_query::{PlaceQuery, PlaceScope, SearchWord, Sort};
use super::relevance::{SearchDocument, SearchQuery, rank_documents};
use super::text_search::{IndexQuery, sort_by_ids};
use crate::categories::store::{self as categories, Category};
use crate::common::cache_tag::CacheTag;
use crate::common::id::{CategoryId, PlaceId};
use crate::common::text::SearchableName;
use crate::http::app::App;
use crate::http::cache::CacheTags;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::Query;
use crate::http::problem::{Code, Problem};
use crate::places::model::AlertLevel;
use crate::places::store;

/// The maximum length of a search word in `q`, in characters.
const MAX_WORD_CHARS: usize = 60;
/// The maximum number of suggestions of each kind.
const MAX_LIMIT: i64 = 20;
/// The default number of suggestions of each kind.
const DEFAULT_LIMIT: i64 = 6;

/// Suggestions for a search that is being typed, with the best match of each kind first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggestions {
    /// The matching places.
    pub places: Vec<PlaceSuggestion>,
    /// The matching categories that have an active place.
    pub categories: Vec<CategorySuggestion>,
    /// The matching tags of active places, without diacritics.
    #[schema(example = json!(["swimming"]))]
    pub tags: Vec<String>,
}

/// A suggested place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceSuggestion {
    /// The id of the place.
    #[schema(example = 5)]
    pub id: PlaceId,
    /// The slug of the place; its page is `/places/{slug}`.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The name in the language of the region, with its diacritics.
    #[schema(required, example = "Hang Én")]
    pub local_name: Option<String>,
    /// The slug of the main category.
    #[schema(required, example = "cave")]
    pub category: Option<String>,
    /// The level of the most severe current alert of the place; null if there is none.
    #[schema(required, example = "closed")]
    pub alert: Option<AlertLevel>,
}

/// A suggested category.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategorySuggestion {
    /// The id of the category.
    #[schema(example = 4)]
    pub id: CategoryId,
    /// The slug of the category.
    #[schema(example = "cave")]
    pub slug: String,
    /// The name of the category.
    #[schema(example = "Caves")]
    pub name: String,
}

/// Suggest places, categories and tags.
///
/// A search box can call this while the traveler types, because the last word may be incomplete. Typos and diacritics
/// are treated as in `listPlaces` with `q`.
#[utoipa::path(
    get, path = "/api/suggestions", tag = "Places", security(()),
    params(
        ("q" = String, Query, description = "The text typed so far.", example = "cave"),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 20, description = "The maximum number of items of each kind; 6 by default."),
    ),
    responses((status = 200, body = Suggestions)),
)]
pub async fn list_suggestions(
    State(app): State<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<(Extension<CacheTags>, Json<Suggestions>), Problem> {
    let limit = query.int("limit", 1..=MAX_LIMIT).unwrap_or(DEFAULT_LIMIT);
    let (typed, words) = query.typed_text_and_words(MAX_WORD_CHARS);
    if typed.trim().is_empty() {
        query.add_error(Code::Required, "q", "q is required");
    }
    query.finish()?;
    let cache_tags = Extension(CacheTags(vec![CacheTag::Places, CacheTag::Categories]));
    // A search text of only punctuation has no words, so there are no suggestions for it.
    if words.is_empty() {
        return Ok((cache_tags, Json(Suggestions { places: Vec::new(), categories: Vec::new(), tags: Vec::new() })));
    }
    let search_query = &SearchQuery::parse(&typed);
    let categories = categories::all(&app.db).await?;
    let snapshot = app.place_index_snapshot().await?;
    let tags = store::public_tags_containing_all(&app.db, &words).await?;
    let words = words.into_iter().map(|text| SearchWord::new(text, &snapshot.categories)).collect();
    let place_query = PlaceQuery { words, limit, sort: Sort::Relevance, ..PlaceQuery::unfiltered(PlaceScope::Public) };
    let search = IndexQuery { app: &app, query: &place_query, search_query, snapshot: &snapshot };
    let ids = search.page().await?.items;
    let places = sort_by_ids(store::public_by_ids(&app.db, ids.clone()).await?, &ids, |place| place.id);
    let places = places.into_iter().map(|place| PlaceSuggestion {
        alert: place.alerts.iter().map(|alert| alert.level).min(),
        id: place.id,
        slug: place.slug,
        name: place.name,
        local_name: place.local_name,
        category: place.categories.into_iter().next().map(|category| category.slug),
    });
    let used_categories = categories.into_iter().filter(|category| category.place_count > 0);
    let categories = best_matches(search_query, used_categories, limit, |category| &category.name);
    let suggestion = |Category { id, slug, name, .. }| CategorySuggestion { id, slug, name };
    let categories = categories.into_iter().map(suggestion).collect();
    let tags = best_matches(search_query, tags, limit, |tag| tag);
    Ok((cache_tags, Json(Suggestions { places: places.collect(), categories, tags })))
}

/// The first `limit` items whose name matches the search, best first. Items that match only inside a word are left out.
fn best_matches<T>(
    search_query: &SearchQuery,
    items: impl IntoIterator<Item = T>,
    limit: i64,
    name: fn(&T) -> &str,
) -> Vec<T> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let document = |item: &Option<T>| SearchDocument {
        names: item.iter().map(|item| SearchableName::from(name(item))).collect(),
        ..SearchDocument::default()
    };
    let documents: Vec<SearchDocument<'_>> = items.iter().map(document).collect();
    let found = rank_documents(search_query, &documents).into_iter();
    found
        .filter(|(relevance, _)| !relevance.has_inner_match)
        .take(limit as usize)
        .filter_map(|(_, at)| items[at].take())
        .collect()
}
