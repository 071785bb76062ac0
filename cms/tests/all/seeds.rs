//! The shipped content is real, complete and planted once.

use std::collections::BTreeSet;

use cms::commands::seed::{Planted, Seeds, plant};
use rstest::rstest;

use crate::world::{Engine, Guide, Postgres, Sqlite};

#[rstest]
#[tokio::test]
async fn an_empty_guide_is_planted_once_and_never_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let planted = plant(&guide.app.db, Seeds::shipped().unwrap(), &guide.app.clock).await.unwrap();
    assert_eq!(planted, Some(Planted { places: 146, articles: 10 }));
    let before = guide.visitor().get("/api/businesses").await.text;
    assert_eq!(plant(&guide.app.db, Seeds::shipped().unwrap(), &guide.app.clock).await.unwrap(), None);
    assert_eq!(guide.visitor().get("/api/businesses").await.text, before);
}

#[tokio::test]
async fn row_1_the_starter_stories_are_whole_and_lead_to_places_that_are_there() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let visitor = guide.visitor();
    let all = visitor.get("/api/articles").await.is(200);
    assert_eq!(all.header("x-total-count"), "10");
    assert_eq!(visitor.get("/api/articles?featured=true").await.titles().len(), 3);
    for article in all.json().as_array().unwrap() {
        let (title, html) = (&article["title"], article["contentHtml"].as_str().unwrap());
        // What is shipped is what is shown: cleaning finds nothing to do.
        let shipped = Seeds::shipped().unwrap().articles;
        let shipped = shipped.iter().find(|one| one["slug"] == article["slug"]).expect("its slug follows its title");
        assert_eq!(html, shipped["contentHtml"].as_str().unwrap(), "{title}");
        let words = html.split(['<', '>']).step_by(2).flat_map(str::split_whitespace).count();
        assert!((400..=900).contains(&words), "{title} has {words} words");
        assert!(html.contains("<h2>") && html.contains("<table>"), "{title}");
        assert!(!article["tags"].as_array().unwrap().is_empty(), "{title}");
        for link in html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let slug = link.strip_prefix("/places/").unwrap_or_else(|| panic!("{title} leads to {link}"));
            visitor.get(&format!("/api/businesses/{slug}")).await.is(200);
        }
        // A price without its year misleads.
        for price in html.split("<p>").filter(|paragraph| paragraph.contains(" VND")) {
            assert!(price.contains(" 20") || price.contains("(20") || price.contains("undated"), "{title}: {price}");
        }
    }
}

#[tokio::test]
async fn row_1_the_starter_content_is_there_for_everybody() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let visitor = guide.visitor();
    let all = visitor.get("/api/businesses").await.is(200);
    assert_eq!(all.header("x-total-count"), "146");
    let places = all.json();
    let places = places.as_array().unwrap();
    assert_eq!(places.iter().filter(|place| place["isVerified"] == true).count(), 50);
    assert_eq!(places.iter().filter(|place| place["isPremium"] == true).count(), 8);
    let slugs: BTreeSet<_> = places.iter().map(|place| place["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs.len(), 146);
    // Nothing is invented.
    for place in places {
        assert!(place["rating"].is_null() && place["phone"].is_null() && place["reviews"] == serde_json::json!([]));
        assert!(!place["sources"].as_array().unwrap().is_empty(), "{} has no source", place["name"]);
        assert!(!place["description"].as_str().unwrap_or_default().is_empty(), "{} has no words", place["name"]);
    }
    for (slug, least) in [("cave", 20), ("food-drink", 10), ("accommodation", 20), ("attraction", 10), ("atm", 1)] {
        let count = visitor.get(&format!("/api/businesses?category={slug}")).await.is(200).names().len();
        assert!(count >= least, "{slug}: {count}");
    }
    assert_eq!(visitor.get("/api/businesses?tags=beer").await.names().len(), 7);
}
