//! Pages that cannot be rendered: staff see them, and `liveSince` waits for them.

use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::{Value, json};

use crate::front::Town;
use crate::things::a_place;
use crate::world::{Engine, Postgres, Sqlite};

const LIST: &str = "/api/admin/render-failures";
const PAGE: &str = "/places/dark-cave";

impl Town {
    async fn failures(&self) -> Vec<Value> {
        self.admin.get(LIST).await.is(200).json().as_array().unwrap().clone()
    }

    /// Waits until this many pages fail.
    async fn failing(&self, count: usize) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let failures = self.failures().await;
            if failures.len() == count {
                return failures;
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "{failures:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn live_since(&self) -> Value {
        self.admin.get("/api/businesses/dark-cave").await.is(200).json()["liveSince"].clone()
    }

    /// Waits until `liveSince` of its place is set.
    async fn becomes_live(&self) {
        let begun = Instant::now();
        while self.live_since().await.is_null() {
            assert!(begun.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[rstest]
#[tokio::test]
async fn page_that_cannot_be_rendered_is_listed_and_not_live_until_it_renders(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(town) = Town::open(engine).await else { return };
    assert_eq!(town.failures().await, Vec::<Value>::new());
    town.stage.fails_at(Some(PAGE));
    let place = town.changes(json!({ "description": "Muddy" })).await.json();
    let failures = town.failing(1).await;
    let since = failures[0]["since"].clone();
    assert!(since.is_string());
    let expected = json!([{
        "path": PAGE, "kind": "place", "id": place["id"].to_string(), "name": "Dark Cave",
        "reason": "The renderer answered 500", "since": since,
    }]);
    assert_eq!(json!(failures), expected);
    assert!(!town.get(PAGE).await.is(200).text.contains("Muddy"), "its last version");
    assert_eq!(town.guide.metric("karst_pages_failing").await, 1.0);
    // Another place's change goes live meanwhile.
    let other = town.admin.adds(a_place("Paradise Cave", town.category())).await;
    let begun = Instant::now();
    while town.admin.get(&format!("/api/businesses/{}", other["id"])).await.json()["liveSince"].is_null() {
        assert!(begun.elapsed() < Duration::from_secs(10), "held back by another place's page");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(town.live_since().await, Value::Null);
    town.stage.fails_at(None);
    town.soon(PAGE, |answer| answer.text.contains("Muddy")).await;
    town.failing(0).await;
    town.becomes_live().await;
    assert_eq!(town.guide.metric("karst_pages_failing").await, 0.0);
}

#[tokio::test]
async fn page_that_fails_after_the_urgent_ones_is_not_live() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let mut ids = Vec::new();
    for number in 0..10 {
        ids.push(town.admin.adds(a_place(&format!("Cave {number}"), town.category())).await["id"].clone());
    }
    let last = format!("/api/businesses/{}", ids[9]);
    let begun = Instant::now();
    while town.admin.get(&last).await.json()["liveSince"].is_null() {
        assert!(begun.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    town.stage.fails_at(Some("/places/cave-9"));
    for id in &ids {
        town.admin.put(&format!("/api/businesses/{id}"), json!({ "description": "Wet" })).await.is(200);
    }
    town.failing(1).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(town.admin.get(&last).await.json()["liveSince"], Value::Null);
}

#[tokio::test]
async fn failing_page_whose_place_is_unpublished_leaves_the_list() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.stage.fails_at(Some(PAGE));
    town.changes(json!({ "description": "Muddy" })).await;
    town.failing(1).await;
    town.changes(json!({ "isActive": false })).await;
    town.failing(0).await;
    assert_eq!(town.guide.app.render_failures.count(), 0, "nor is it counted");
}

#[tokio::test]
async fn addresses_that_nobody_knows_do_not_fill_the_list() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.get("/broken").await.is(503);
    assert_eq!(town.failures().await, Vec::<Value>::new());
    assert_eq!(town.guide.app.render_failures.count(), 0);
}
