//! Tests with the golden files: inputs with the results that the server and the browser code must compute alike. Tests
//! of the browser code read the same files: forms, texts and URLs (`cms/client`), searches (`site`) and opening hours
//! (`admin`).

use cms::common::clock::Timestamp;
use cms::common::text::{self, SearchableName, search_form};
use cms::http::input::validation::RequestBodySchemas;
use cms::places::opening_hours::schedule::compute_schedule;
use cms::places::search::relevance::{SearchDocument, SearchQuery, rank_documents};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct GoldenForm {
    form: String,
    value: Value,
    errors: Vec<Value>,
}

#[test]
fn golden_forms_have_the_expected_errors() {
    let schemas = RequestBodySchemas::from_contract(&cms::api::contract());
    let golden: Vec<GoldenForm> = serde_json::from_str(include_str!("../golden/forms.json")).unwrap();
    assert!(golden.len() >= 20);
    for GoldenForm { form, value, mut errors } in golden {
        let problem = schemas.validate_body(&form, value.clone()).err();
        let found = problem.map(|problem| problem.errors).unwrap_or_default();
        let mut found: Vec<Value> = found.iter().map(|error| serde_json::to_value(error).unwrap()).collect();
        found.sort_by_key(Value::to_string);
        errors.sort_by_key(Value::to_string);
        assert_eq!(found, errors, "{form} {value}");
    }
}

#[derive(Deserialize)]
struct GoldenSearch {
    why: String,
    query: String,
    places: Vec<GoldenPlace>,
    found: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct GoldenPlace {
    name: String,
    local_name: Option<String>,
    categories: Vec<String>,
    tags: Vec<String>,
    description: String,
}

impl GoldenPlace {
    fn search_document(&self) -> SearchDocument<'_> {
        let names = [Some(&self.name), self.local_name.as_ref()];
        let lines = |texts: &[String]| texts.iter().map(|text| search_form(text)).collect::<Vec<_>>().join("\n");
        SearchDocument {
            names: names.into_iter().flatten().map(|name| SearchableName::from(name.as_str())).collect(),
            categories: lines(&self.categories),
            tags: lines(&self.tags).into(),
            description: search_form(&self.description).into(),
        }
    }
}

// R203
#[test]
fn golden_searches_have_the_expected_order() {
    let golden: Vec<GoldenSearch> = serde_json::from_str(include_str!("../golden/relevance.json")).unwrap();
    assert!(golden.len() >= 15);
    for GoldenSearch { why, query, places, found } in golden {
        let documents: Vec<SearchDocument<'_>> = places.iter().map(GoldenPlace::search_document).collect();
        let order = rank_documents(&SearchQuery::parse(&query), &documents);
        let names: Vec<&str> = order.iter().map(|(_, index)| places[*index].name.as_str()).collect();
        assert_eq!(names, found, "{query}: {why}");
    }
}

#[derive(Deserialize)]
struct GoldenText {
    text: String,
    folded: String,
    search: String,
    slug: String,
}

#[test]
fn golden_texts_have_the_expected_folded_search_and_slug_forms() {
    let golden: Vec<GoldenText> = serde_json::from_str(include_str!("../golden/fold.json")).unwrap();
    assert!(golden.len() >= 20);
    for GoldenText { text, folded, search, slug } in golden {
        assert_eq!(text::fold(&text), folded, "{text:?}");
        assert_eq!(search_form(&text), search, "{text:?} in a search");
        assert_eq!(text::slug(&text), slug, "{text:?} in an address");
    }
}

#[derive(Deserialize)]
struct GoldenHours {
    text: String,
    written: String,
    /// The opening periods of each day from Monday to Sunday, in minutes from midnight. `None` for hours that differ
    /// between weeks, and for hours whose days are not compared.
    week: Option<Vec<Vec<[u16; 2]>>>,
}

// R209
#[test]
fn golden_hours_have_the_expected_schedule() {
    let golden: Vec<GoldenHours> = serde_json::from_str(include_str!("../golden/hours.json")).unwrap();
    assert!(golden.len() >= 30);
    let now = Timestamp(1_795_352_400_000);
    for GoldenHours { text, written, week } in golden {
        let opening = compute_schedule(&text, now).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(compute_schedule(&written, now).as_ref(), Ok(&opening), "{text} as {written}");
        if let Some(days) = week {
            assert_eq!(opening.weeks.iter().map(|week| &week.days).collect::<Vec<_>>(), [&days], "{text}");
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GoldenUrl {
    text: String,
    is_http: bool,
    is_image: bool,
    stored: Option<String>,
}

#[test]
fn golden_urls_are_parsed_as_in_browsers() {
    let golden: Vec<GoldenUrl> = serde_json::from_str(include_str!("../golden/urls.json")).unwrap();
    assert!(golden.len() >= 80);
    for GoldenUrl { text, is_http, is_image, stored } in golden {
        assert_eq!(text::is_http_url_or_empty(&text), is_http, "{text:?} as a link");
        assert_eq!(text::is_image_url_or_empty(&text), is_image, "{text:?} as an image");
        assert_eq!(text::normalized_url(&text), stored.as_deref().unwrap_or(&text), "{text:?}");
    }
}
