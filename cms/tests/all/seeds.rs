//! Seeds fill only an empty database: with the starter content, or with the content of a folder. The starter content is
//! complete.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cms::commands::seed::{SeedContent, SeedCounts, seed_database};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

#[rstest]
#[tokio::test]
async fn empty_database_is_seeded_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let seed_counts = seed_database(&guide.app.db, SeedContent::bundled().unwrap(), &guide.app.clock).await.unwrap();
    assert_eq!(seed_counts, Some(SeedCounts { places: 122, articles: 10 }));
    let places_before = guide.anonymous().get("/api/businesses").await.text;
    assert_eq!(seed_database(&guide.app.db, SeedContent::bundled().unwrap(), &guide.app.clock).await.unwrap(), None);
    assert_eq!(guide.anonymous().get("/api/businesses").await.text, places_before);
}

/// The folder with the seed of Ninh Bình, a region that the starter content does not describe.
fn ninh_binh_seed_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ninh-binh")
}

#[rstest]
#[tokio::test]
async fn empty_database_is_seeded_from_a_folder(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let seed_counts =
        seed_database(&guide.app.db, SeedContent::from_folder(&ninh_binh_seed_folder()).unwrap(), &guide.app.clock)
            .await
            .unwrap();
    assert_eq!(seed_counts, Some(SeedCounts { places: 10, articles: 2 }));
    let anonymous = guide.anonymous();
    let settings = anonymous.get("/api/settings").await.is(200).json();
    assert_eq!((&settings["brand"], &settings["version"]), (&json!("Ninh Bình Guide"), &json!(1)));
    assert_eq!(anonymous.get("/api/businesses?category=boats").await.is(200).names().len(), 3);
    assert_eq!(anonymous.get("/api/pages/help").await.is(200).json()["questions"].as_array().unwrap().len(), 3);
    let first_article = anonymous.get("/api/articles/1").await.is(200).json();
    assert!(first_article["contentHtml"].as_str().unwrap().contains("/places/trang-an"));
}

#[tokio::test]
async fn invalid_seed_is_refused_with_its_error_and_adds_no_content() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    type SeedChange = fn(&mut SeedContent);
    let invalid_changes: [(SeedChange, &str); 6] = [
        (|content| drop(content.settings.remove("brand")), "brand: Name is required"),
        (|content| content.settings["timeZone"] = json!("Asia/Nowhere"), "Time zone must be a name"),
        (|content| drop(content.settings.insert("colour".into(), json!("green"))), "Unknown field: colour"),
        (
            |content| content.pages.help["questions"][0]["answer"] = json!(""),
            "/help questions.0.answer: Answer is required",
        ),
        (|content| content.places[0]["checkedAt"] = json!("May 2025"), "checkedAt of a place must be a time like"),
        (|content| content.places[3]["categories"] = json!(["castles"]), "There is no category castles"),
    ];
    for (apply_change, message) in invalid_changes {
        let mut content = SeedContent::from_folder(&ninh_binh_seed_folder()).unwrap();
        apply_change(&mut content);
        let refused = seed_database(&guide.app.db, content, &guide.app.clock).await.unwrap_err();
        assert!(format!("{refused:#}").contains(message), "{refused:#}");
    }
    let missing_folder_error = SeedContent::from_folder(Path::new("nowhere")).unwrap_err();
    assert!(
        format!("{missing_folder_error:#}").contains("nowhere/articles.json cannot be read"),
        "{missing_folder_error:#}"
    );
    assert!(guide.anonymous().get("/api/categories").await.is(200).names().is_empty());
}

// R1, R411
#[tokio::test]
async fn starter_articles_are_complete_and_link_to_existing_places() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let anonymous = guide.anonymous();
    let articles_response = anonymous.get("/api/articles").await.is(200);
    assert_eq!(articles_response.header("x-total-count"), "10");
    assert_eq!(anonymous.get("/api/articles?featured=true").await.titles().len(), 3);
    for article in articles_response.json().as_array().unwrap() {
        let (title, html) = (&article["title"], article["contentHtml"].as_str().unwrap());
        // The stored HTML equals the shipped HTML: the sanitizer has changed nothing.
        let shipped = SeedContent::bundled().unwrap().articles;
        let shipped = shipped.iter().find(|one| one["slug"] == article["slug"]).expect("its slug follows its title");
        assert_eq!(html, shipped["contentHtml"].as_str().unwrap(), "{title}");
        let words = html.split(['<', '>']).step_by(2).flat_map(str::split_whitespace).count();
        assert!((400..=900).contains(&words), "{title} has {words} words");
        assert!(html.contains("<h2>") && html.contains("<table>"), "{title}");
        assert!(!article["tags"].as_array().unwrap().is_empty(), "{title}");
        assert!(!article["sources"].as_array().unwrap().is_empty(), "{title} has no source");
        assert_eq!(article["sources"], shipped["sources"], "{title}");
        assert!(!html.contains("<small>"), "{title} lists sources in its text");
        for link in html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let slug = link.strip_prefix("/places/").unwrap_or_else(|| panic!("{title} links to the missing {link}"));
            anonymous.get(&format!("/api/businesses/{slug}")).await.is(200);
        }
        // Each paragraph with a price contains a year or the word "undated".
        for price_paragraph in html.split("<p>").filter(|paragraph| paragraph.contains(" VND")) {
            assert!(
                price_paragraph.contains(" 20")
                    || price_paragraph.contains("(20")
                    || price_paragraph.contains("undated"),
                "{title}: {price_paragraph}"
            );
        }
    }
}

// R1, R411
#[tokio::test]
async fn starter_places_are_public_with_sources_and_without_ratings_phones_or_reviews() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let anonymous = guide.anonymous();
    let places_response = anonymous.get("/api/businesses").await.is(200);
    assert_eq!(places_response.header("x-total-count"), "122");
    let places = places_response.json();
    let places = places.as_array().unwrap();
    assert_eq!(places.iter().filter(|place| place["isVerified"] == true).count(), 50);
    // The `checkedAt` of verified places is the date of the seed, and that of other places is null. No place has a
    // `checkedBy`.
    for place in places {
        let checked_at = if place["isVerified"] == true { "2026-11-21T00:00:00.000Z".into() } else { Value::Null };
        assert_eq!((&place["checkedAt"], &place["checkedBy"]), (&checked_at, &Value::Null), "{}", place["name"]);
    }
    assert_eq!(places.iter().filter(|place| place["isPremium"] == true).count(), 8);
    let slugs: BTreeSet<_> = places.iter().map(|place| place["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs.len(), 122);
    // Prices are given as amounts, and `priceRange` is not set.
    let priced_place_count = places.iter().filter(|place| place["prices"] != serde_json::json!([])).count();
    let price_range_count = places.iter().filter(|place| !place["priceRange"].is_null()).count();
    assert_eq!((priced_place_count, price_range_count), (14, 0));
    // The starter content has no ratings, phone numbers or reviews, so that none are invented.
    for place in places {
        assert!(place["rating"].is_null() && place["phone"].is_null() && place["reviews"] == serde_json::json!([]));
        assert!(!place["sources"].as_array().unwrap().is_empty(), "{} has no source", place["name"]);
        assert!(!place["description"].as_str().unwrap_or_default().is_empty(), "{} has no words", place["name"]);
    }
    for (slug, min_count) in [("cave", 20), ("food-drink", 10), ("accommodation", 20), ("attraction", 10), ("atm", 1)] {
        let count = anonymous.get(&format!("/api/businesses?category={slug}")).await.is(200).names().len();
        assert!(count >= min_count, "{slug}: {count}");
    }
    assert_eq!(anonymous.get("/api/businesses?tags=beer").await.names().len(), 7);
}
