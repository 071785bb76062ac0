//! Pages that cannot be rendered are listed for staff. While a page cannot be rendered, `liveSince` stays `null` for
//! the changed record that the page shows.

use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::place_json;
use crate::site_proxy::SiteFixture;
use crate::test_app::{Engine, Postgres, Sqlite};

const RENDER_FAILURES_PATH: &str = "/api/admin/render-failures";
const PLACE_PAGE_PATH: &str = "/places/dark-cave";

impl SiteFixture {
    async fn listed_render_failures(&self) -> Vec<Value> {
        self.admin.get(RENDER_FAILURES_PATH).await.is(200).json().as_array().unwrap().clone()
    }

    /// Waits until exactly `count` render failures are listed. Returns the list. Panics after 10 s.
    async fn wait_for_render_failures(&self, count: usize) -> Vec<Value> {
        let started_at = Instant::now();
        loop {
            let failures = self.listed_render_failures().await;
            if failures.len() == count {
                return failures;
            }
            assert!(started_at.elapsed() < Duration::from_secs(10), "{failures:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn place_live_since(&self) -> Value {
        self.admin.get("/api/businesses/dark-cave").await.is(200).json()["liveSince"].clone()
    }

    /// Waits until `liveSince` of the place of this fixture is set. Panics after 10 s.
    async fn wait_until_place_is_live(&self) {
        let started_at = Instant::now();
        while self.place_live_since().await.is_null() {
            assert!(started_at.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[rstest]
#[tokio::test]
async fn page_that_cannot_be_rendered_is_listed_and_not_live_until_it_renders(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    assert_eq!(site.listed_render_failures().await, Vec::<Value>::new());
    site.renderer.set_failing_path(Some(PLACE_PAGE_PATH));
    let place = site.update_place(json!({ "description": "Muddy" })).await.json();
    let failures = site.wait_for_render_failures(1).await;
    let since = failures[0]["since"].clone();
    assert!(since.is_string());
    let expected = json!([{
        "path": PLACE_PAGE_PATH, "kind": "place", "id": place["id"].to_string(), "name": "Dark Cave",
        "reason": "The renderer returned 500", "since": since,
    }]);
    assert_eq!(json!(failures), expected);
    assert!(!site.get(PLACE_PAGE_PATH).await.is(200).text.contains("Muddy"), "its last version");
    assert_eq!(site.guide.metric("karst_pages_failing").await, 1.0);
    // While this page cannot be rendered, `liveSince` of another changed place is still set.
    let other_place = site.admin.add_place(place_json("Paradise Cave", site.category_id())).await;
    let started_at = Instant::now();
    while site.admin.get(&format!("/api/businesses/{}", other_place["id"])).await.json()["liveSince"].is_null() {
        assert!(started_at.elapsed() < Duration::from_secs(10), "held back by another place's page");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(site.place_live_since().await, Value::Null);
    site.renderer.set_failing_path(None);
    site.wait_for(PLACE_PAGE_PATH, |response| response.text.contains("Muddy")).await;
    site.wait_for_render_failures(0).await;
    site.wait_until_place_is_live().await;
    assert_eq!(site.guide.metric("karst_pages_failing").await, 0.0);
}

#[tokio::test]
async fn change_with_a_failing_prerendered_page_is_not_live() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let mut ids = Vec::new();
    for number in 0..10 {
        ids.push(site.admin.add_place(place_json(&format!("Cave {number}"), site.category_id())).await["id"].clone());
    }
    let last_place = format!("/api/businesses/{}", ids[9]);
    let started_at = Instant::now();
    while site.admin.get(&last_place).await.json()["liveSince"].is_null() {
        assert!(started_at.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    site.renderer.set_failing_path(Some("/places/cave-9"));
    for id in &ids {
        site.admin.put(&format!("/api/businesses/{id}"), json!({ "description": "Wet" })).await.is(200);
    }
    site.wait_for_render_failures(1).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(site.admin.get(&last_place).await.json()["liveSince"], Value::Null);
}

#[tokio::test]
async fn failing_page_whose_place_is_unpublished_leaves_the_list() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.renderer.set_failing_path(Some(PLACE_PAGE_PATH));
    site.update_place(json!({ "description": "Muddy" })).await;
    site.wait_for_render_failures(1).await;
    site.update_place(json!({ "isActive": false })).await;
    site.wait_for_render_failures(0).await;
    // The list omits the page at once. The count omits it after the next attempt to render it.
    let started_at = Instant::now();
    while site.guide.app.render_failures.count() > 0 {
        assert!(started_at.elapsed() < Duration::from_secs(10), "it is still counted");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn render_failures_of_unknown_paths_are_not_listed() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.get("/broken").await.is(503);
    assert_eq!(site.listed_render_failures().await, Vec::<Value>::new());
    assert_eq!(site.guide.app.render_failures.count(), 0);
}
