//! The shipped content is real, complete and planted once.

use std::collections::BTreeSet;

use cms::commands::seed::{Seeds, plant};
use rstest::rstest;

use crate::world::{Engine, Guide, Postgres, Sqlite};

#[rstest]
#[tokio::test]
async fn an_empty_guide_is_planted_once_and_never_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let planted = plant(&guide.app.db, Seeds::shipped().unwrap(), &guide.app.clock).await.unwrap();
    assert_eq!(planted, Some(146));
    let before = guide.visitor().get("/api/businesses").await.text;
    assert_eq!(plant(&guide.app.db, Seeds::shipped().unwrap(), &guide.app.clock).await.unwrap(), None);
    assert_eq!(guide.visitor().get("/api/businesses").await.text, before);
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
