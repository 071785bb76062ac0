//! `/api/suggestions`: what somebody who is typing may mean.

use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::find::{Find, Scope, Sort, Word};
use super::relevance::{Entry, Wanted, ranked};
use super::search::{Search, in_order};
use super::store;
use crate::categories;
use crate::common::id::{CategoryId, PlaceId};
use crate::common::text::Name;
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::conditional::CacheTags;
use crate::http::list_params;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The longest word, and how many of each kind are suggested at the most, and when the query does not say.
const LONGEST: usize = 60;
const MOST: i64 = 20;
const USUAL: i64 = 6;

/// What somebody who is typing may mean, each kind with its best answer first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggestions {
    /// Places.
    pub places: Vec<PlaceSuggestion>,
    /// Categories with an active place.
    pub categories: Vec<CategorySuggestion>,
    /// Tags of active places, without accents.
    #[schema(example = json!(["swimming"]))]
    pub tags: Vec<String>,
}

/// A place that somebody may mean.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceSuggestion {
    /// Its id.
    #[schema(example = 5)]
    pub id: PlaceId,
    /// Its name in addresses: `/places/{slug}`.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Its name as people there write it.
    #[schema(required, example = "Hang Én")]
    pub local_name: Option<String>,
    /// The slug of its main category.
    #[schema(required, example = "cave")]
    pub category: Option<String>,
}

/// A category that somebody may mean.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategorySuggestion {
    /// Its id.
    #[schema(example = 4)]
    pub id: CategoryId,
    /// Its name in addresses.
    #[schema(example = "cave")]
    pub slug: String,
    /// What travellers read.
    #[schema(example = "Caves")]
    pub name: String,
}

/// Suggests places, categories and tags.
///
/// For a search box, while somebody types: the last word may be its beginning. Slips and accents are treated as in a list
/// with `q`.
#[utoipa::path(
    get, path = "/api/suggestions", operation_id = "listSuggestions", tag = "Places",
    params(
        ("q" = String, Query, description = "What has been typed so far.", example = "cave"),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 20, description = "How many of each kind at the most; 6 when it is not said."),
    ),
    responses((status = 200, body = Suggestions)),
)]
pub async fn list_suggestions(
    State(app): State<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<(Extension<CacheTags>, Json<Suggestions>), Problem> {
    let limit = query.int("limit", 1..=MOST).unwrap_or(USUAL);
    let (typed, words) = list_params::typed(&mut query, LONGEST);
    if typed.trim().is_empty() {
        query.add_error("q", "q must say what to look for");
    }
    query.finish()?;
    let wanted = Wanted::read(&typed);
    let keep = CacheTags(vec!["places".into(), "categories".into()]);
    Ok((Extension(keep), Json(suggested(&app, &wanted, words, limit).await?)))
}

async fn suggested(app: &App, wanted: &Wanted, words: Vec<String>, limit: i64) -> Result<Suggestions, Problem> {
    // Punctuation alone is in no name.
    if words.is_empty() {
        return Ok(Suggestions { places: Vec::new(), categories: Vec::new(), tags: Vec::new() });
    }
    let all = categories::store::all(&app.db).await?;
    let snapshot = app.place_snapshot().await?;
    let tags = store::shown_tags_with(&app.db, &words).await?;
    let words = words.into_iter().map(|text| Word::new(text, &snapshot.categories)).collect();
    let find = Find { words, limit, sort: Sort::Relevance, ..Find::all(Scope::Shown) };
    let ids = Search {
        find: &find,
        wanted,
        index: &app.place_index,
        candidate_cache: &app.candidate_cache,
        snapshot: &snapshot,
    }
    .best(&app.db)
    .await?;
    let places = in_order(store::named(&app.db, ids.clone()).await?, &ids, |place| place.id);
    let shown = all.into_iter().filter(|category| category.place_count > 0);
    let categories = best(wanted, shown, limit, |category| &category.name);
    Ok(Suggestions {
        places: places
            .into_iter()
            .map(|place| PlaceSuggestion {
                id: place.id,
                slug: place.slug,
                name: place.name,
                local_name: place.local_name,
                category: place.categories.into_iter().next().map(|category| category.slug),
            })
            .collect(),
        categories: categories
            .into_iter()
            .map(|category| CategorySuggestion { id: category.id, slug: category.slug, name: category.name })
            .collect(),
        tags: best(wanted, tags, limit, |tag| tag),
    })
}

/// The best of the things whose name answers otherwise than inside a word.
fn best<T>(wanted: &Wanted, things: impl IntoIterator<Item = T>, limit: i64, name: fn(&T) -> &str) -> Vec<T> {
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    let entry =
        |thing: &Option<T>| Entry { names: thing.iter().map(|it| Name::from(name(it))).collect(), ..Entry::default() };
    let entries: Vec<Entry<'_>> = things.iter().map(entry).collect();
    let found = ranked(wanted, &entries).into_iter().filter(|(relevance, _)| !relevance.is_loose);
    found.take(limit as usize).filter_map(|(_, at)| things[at].take()).collect()
}
