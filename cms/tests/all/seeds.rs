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
    let seeded = seed_database(&guide.app.db, SeedContent::bundled().unwrap(), &guide.app.clock).await.unwrap();
    assert_eq!(seeded, Some(SeedCounts { places: 122, articles: 10 }));
    let before = guide.anonymous().get("/api/businesses").await.text;
    assert_eq!(seed_database(&guide.app.db, SeedContent::bundled().unwrap(), &guide.app.clock).await.unwrap(), None);
    assert_eq!(guide.anonymous().get("/api/businesses").await.text, before);
}

/// The folder with the seed of Ninh Bình, a region that the starter content does not describe.
fn ninh_binh_seed_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ninh-binh")
}

#[rstest]
#[tokio::test]
async fn empty_database_is_seeded_from_a_folder(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let seeded =
        seed_database(&guide.app.db, SeedContent::from_folder(&ninh_binh_seed_folder()).unwrap(), &guide.app.clock)
            .await
            .unwrap();
    assert_eq!(seeded, Some(SeedCounts { places: 10, articles: 2 }));
    let anonymous = guide.anonymous();
    let settings = anonymous.get("/api/settings").await.is(200).json();
    assert_eq!((&settings["brand"], &settings["version"]), (&json!("Ninh Bình Guide"), &json!(1)));
    assert_eq!(anonymous.get("/api/businesses?category=boats").await.is(200).names().len(), 3);
    assert_eq!(anonymous.get("/api/pages/help").await.is(200).json()["questions"].as_array().unwrap().len(), 3);
    let first_article = anonymous.get("/api/articles/1").await.is(200).json();
    assert!(first_article["contentHtml"].as_str().unwrap().contains("/places/trang-an"));
}

#[tokio::test]
async fn invalid_seed_folder_is_refused_by_name_and_leaves_nothing() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    type SeedChange = fn(&mut SeedContent);
    let broken: [(SeedChange, &str); 6] = [
        (|seeds| drop(seeds.settings.remove("brand")), "brand: Name is required"),
        (|seeds| seeds.settings["timeZone"] = json!("Asia/Nowhere"), "Time zone must be a name"),
        (|seeds| drop(seeds.settings.insert("colour".into(), json!("green"))), "Unknown field: colour"),
        (
            |seeds| seeds.pages.help["questions"][0]["answer"] = json!(""),
            "/help questions.0.answer: Answer is required",
        ),
        (|seeds| seeds.places[0]["checkedAt"] = json!("May 2025"), "checkedAt of a place must be a time like"),
        (|seeds| seeds.places[3]["categories"] = json!(["castles"]), "There is no category castles"),
    ];
    for (break_it, sentence) in broken {
        let mut seeds = SeedContent::from_folder(&ninh_binh_seed_folder()).unwrap();
        break_it(&mut seeds);
        let refused = seed_database(&guide.app.db, seeds, &guide.app.clock).await.unwrap_err();
        assert!(format!("{refused:#}").contains(sentence), "{refused:#}");
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
    let all = anonymous.get("/api/articles").await.is(200);
    assert_eq!(all.header("x-total-count"), "10");
    assert_eq!(anonymous.get("/api/articles?featured=true").await.titles().len(), 3);
    for article in all.json().as_array().unwrap() {
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
        for price in html.split("<p>").filter(|paragraph| paragraph.contains(" VND")) {
            assert!(price.contains(" 20") || price.contains("(20") || price.contains("undated"), "{title}: {price}");
        }
    }
}

// R1, R411
#[tokio::test]
async fn starter_content_is_public() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let anonymous = guide.anonymous();
    let all = anonymous.get("/api/businesses").await.is(200);
    assert_eq!(all.header("x-total-count"), "122");
    let places = all.json();
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
    let priced = places.iter().filter(|place| place["prices"] != serde_json::json!([])).count();
    let in_words = places.iter().filter(|place| !place["priceRange"].is_null()).count();
    assert_eq!((priced, in_words), (14, 0));
    // The starter content has no ratings, phone numbers or reviews, so that none are invented.
    for place in places {
        assert!(place["rating"].is_null() && place["phone"].is_null() && place["reviews"] == serde_json::json!([]));
        assert!(!place["sources"].as_array().unwrap().is_empty(), "{} has no source", place["name"]);
        assert!(!place["description"].as_str().unwrap_or_default().is_empty(), "{} has no words", place["name"]);
    }
    for (slug, least) in [("cave", 20), ("food-drink", 10), ("accommodation", 20), ("attraction", 10), ("atm", 1)] {
        let count = anonymous.get(&format!("/api/businesses?category={slug}")).await.is(200).names().len();
        assert!(count >= least, "{slug}: {count}");
    }
    assert_eq!(anonymous.get("/api/businesses?tags=beer").await.names().len(), 7);
}
