//! The change feed: a program that follows it has an exact copy of the public records.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cms::changes::store;
use cms::jobs::change_log;
use rstest::rstest;
use serde_json::{Value, json};

use crate::backup::FreshInstallation;
use crate::fixtures::{article_json, place_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// The copy of a guide that a program keeps: the records by kind and id, and the cursor after the last page it read.
#[derive(Default)]
struct GuideCopy {
    cursor: Option<String>,
    records: BTreeMap<(String, String), Value>,
}

impl GuideCopy {
    /// Reads the next page of the feed and applies its changes. Returns the changes and whether the feed has more.
    async fn read_page(&mut self, client: &TestClient, limit: u8) -> (Vec<Value>, bool) {
        let since = self.cursor.as_ref().map_or(String::new(), |cursor| format!("&since={cursor}"));
        let page = client.get(&format!("/api/changes?limit={limit}{since}")).await.is(200).json();
        let changes = page["changes"].as_array().unwrap().clone();
        for change in &changes {
            let (kind, id) = (change["kind"].as_str().unwrap(), change["id"].as_str().unwrap());
            let key = (kind.to_owned(), id.to_owned());
            let found = match change["change"].as_str() {
                Some("upsert") => read_record(client, kind, id).await,
                _ => None,
            };
            match found {
                Some(record) => _ = self.records.insert(key, record),
                None => _ = self.records.remove(&key),
            }
        }
        self.cursor = Some(page["cursor"].as_str().unwrap().to_owned());
        (changes, page["hasMore"] == true)
    }

    /// Brings the feed of the guide up to date and reads it to its end. Returns the changes, oldest first.
    async fn follow(&mut self, guide: &TestApp) -> Vec<Value> {
        update_feed(guide).await;
        let (client, mut all) = (guide.anonymous(), Vec::new());
        loop {
            let (changes, has_more) = self.read_page(&client, 3).await;
            all.extend(changes);
            if !has_more {
                return all;
            }
        }
    }

    /// The name and the category slugs of each place in the copy, by place id.
    fn places(&self) -> BTreeMap<String, (Value, Vec<Value>)> {
        let places = self.records.iter().filter(|((kind, _), _)| kind == "place");
        let slugs =
            |place: &Value| place["categories"].as_array().unwrap().iter().map(|one| one["slug"].clone()).collect();
        places.map(|((_, id), place)| (id.clone(), (place["name"].clone(), slugs(place)))).collect()
    }
}

/// Waits until the server has invalidated its caches up to the newest entry of the change log. Then brings the feed up
/// to date.
pub async fn update_feed(guide: &TestApp) {
    let newest = change_log::newest_seq(&guide.app.db).await.unwrap();
    while guide.app.change_notifier.last_announced_seq() < newest {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    store::update_change_feed(&guide.app).await.unwrap();
}

/// A public record as the call for its kind returns it. `None` if the record is not public.
async fn read_record(client: &TestClient, kind: &str, id: &str) -> Option<Value> {
    let path = match kind {
        "place" => format!("/api/businesses/{id}"),
        "article" => format!("/api/articles/{id}"),
        "page" => format!("/api/pages/{id}"),
        "settings" => "/api/settings".to_owned(),
        _ => {
            let all = client.get("/api/categories").await.is(200).json();
            return all.as_array().unwrap().iter().find(|one| one["id"].as_i64() == id.parse().ok()).cloned();
        }
    };
    let response = client.get(&path).await;
    (response.status != 404).then(|| response.is(200).json())
}

/// The name and the category slugs of each place in the open data, by place id.
async fn open_data_places(guide: &TestApp) -> BTreeMap<String, (Value, Vec<Value>)> {
    let file = guide.anonymous().get("/api/businesses.json").await.is(200).json();
    let places = file["places"].as_array().unwrap().iter();
    places
        .map(|one| (one["id"].to_string(), (one["name"].clone(), one["categories"].as_array().unwrap().clone())))
        .collect()
}

// R480
#[rstest]
#[tokio::test]
async fn feed_lists_public_records_and_then_the_last_change_of_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let caves = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", caves)).await;
    admin.add_place(with_changes(place_json("Secret Cave", caves), json!({ "isActive": false }))).await;
    let article = admin.post("/api/articles", article_json("By boat")).await.is(201).json();
    let scheduled_article = with_changes(article_json("Tết"), json!({ "publicationDate": "2027-01-01T08:00:00Z" }));
    admin.post("/api/articles", scheduled_article).await.is(201);

    let mut copy = GuideCopy::default();
    let first = copy.follow(&guide).await;
    let listed: Vec<String> =
        first.iter().map(|one| format!("{} {} {}", one["change"], one["kind"], one["slug"])).collect();
    assert_eq!(
        listed,
        [
            "\"upsert\" \"category\" \"caves\"",
            "\"upsert\" \"place\" \"dark-cave\"",
            "\"upsert\" \"article\" \"by-boat\"",
        ]
    );
    assert!(copy.follow(&guide).await.is_empty(), "nothing changed since");

    let address = format!("/api/businesses/{}", place["id"]);
    admin.put(&address, json!({ "phone": "+84 232 000 111" })).await.is(200);
    admin.put(&address, json!({ "phone": "+84 232 000 222" })).await.is(200);
    let changed = copy.follow(&guide).await;
    assert_eq!(changed.len(), 1, "a record is listed with its last change only: {changed:?}");
    assert_eq!(copy.records[&("place".to_owned(), place["id"].to_string())]["phone"], "+84 232 000 222");

    admin.put(&address, json!({ "isActive": false })).await.is(200);
    admin.delete(&format!("/api/articles/{}", article["id"])).await.is(204);
    let deletions = copy.follow(&guide).await;
    let expected = |kind: &str, record: &Value| json!({ "kind": kind, "id": record["id"].to_string(), "slug": null, "change": "delete", "at": deletions[0]["at"] });
    assert_eq!(deletions, [expected("place", &place), expected("article", &article)]);
    admin.put(&address, json!({ "phone": "+84 232 000 333" })).await.is(200);
    assert!(copy.follow(&guide).await.is_empty(), "a change of a hidden place is not public");

    let new_copy_changes = GuideCopy::default().follow(&guide).await;
    assert!(
        new_copy_changes.iter().all(|one| one["change"] == "upsert"),
        "who begins now never saw the deleted: {new_copy_changes:?}"
    );
}

// R480
#[rstest]
#[tokio::test]
async fn feed_of_a_seeded_guide_has_all_of_its_open_data(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.seed().await;
    let mut copy = GuideCopy::default();
    copy.follow(&guide).await;
    assert_eq!(copy.places(), open_data_places(&guide).await);
    for (file, kind) in [("categories", "category"), ("articles", "article")] {
        let open_data = guide.anonymous().get(&format!("/api/{file}.json")).await.is(200).json();
        let count = copy.records.keys().filter(|(one, _)| one == kind).count();
        assert!(count > 0 && count == open_data[file].as_array().unwrap().len(), "{kind}: {count}");
    }
    assert!(copy.records.contains_key(&("settings".to_owned(), "1".to_owned())));
}

// R480
#[rstest]
#[tokio::test]
async fn scheduled_article_is_in_the_feed_from_its_publication_on(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let scheduled_article = with_changes(article_json("Tết"), json!({ "publicationDate": "2026-11-21T09:00:00Z" }));
    admin.post("/api/articles", scheduled_article).await.is(201);
    let mut copy = GuideCopy::default();
    assert!(copy.follow(&guide).await.is_empty());
    guide.app.clock.advance(3600);
    cms::articles::service::run_publication_task(guide.app.clone()).await.unwrap();
    assert_eq!(copy.follow(&guide).await[0]["slug"], "tet");
}

// R480
#[rstest]
#[tokio::test]
async fn feed_lists_a_changed_category_with_its_places_and_no_others(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (caves, food) = (admin.add_category("Caves").await, admin.add_category("Food").await);
    let cave = admin.add_place(place_json("Dark Cave", caves)).await;
    admin.add_place(place_json("Rice", food)).await;
    let mut copy = GuideCopy::default();
    copy.follow(&guide).await;
    admin.put(&format!("/api/categories/{caves}"), json!({ "slug": "grottoes" })).await.is(200);
    let changed: Vec<String> =
        copy.follow(&guide).await.iter().map(|one| format!("{} {}", one["kind"], one["id"])).collect();
    assert_eq!(changed, [format!("\"category\" \"{caves}\""), format!("\"place\" \"{}\"", cave["id"])]);
    assert_eq!(copy.places(), open_data_places(&guide).await);
    admin.put(&format!("/api/businesses/{}", cave["id"]), json!({ "categoryIds": [food] })).await.is(200);
    admin.delete(&format!("/api/categories/{caves}")).await.is(204);
    let changes = copy.follow(&guide).await;
    assert!(changes.iter().any(|one| one["kind"] == "category" && one["change"] == "delete"), "{changes:?}");
}

// R480
#[rstest]
#[tokio::test]
async fn copy_that_follows_the_feed_equals_the_open_data(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(1, 2, 3)] seed: u64,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let categories = [admin.add_category("Caves").await, admin.add_category("Food").await];
    let (mut copy, mut ids, mut random) = (GuideCopy::default(), Vec::<i64>::new(), seed);
    let mut random_below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    for step in 0..60 {
        let category = categories[random_below(2)];
        let choice = random_below(8);
        if choice < 2 || ids.is_empty() {
            let flags = json!({ "isActive": choice == 0 });
            let place = admin.add_place(with_changes(place_json(&format!("Place {step}"), category), flags)).await;
            ids.push(id(&place));
        } else {
            let place = ids[random_below(ids.len())];
            let address = format!("/api/businesses/{place}");
            match choice {
                2 => _ = admin.put(&address, json!({ "name": format!("Name {step}") })).await,
                3 => _ = admin.put(&address, json!({ "isActive": random_below(2) == 0 })).await,
                4 => _ = admin.delete(&address).await,
                5 => _ = admin.post(&format!("{address}/restore"), json!({})).await,
                6 => _ = admin.put(&address, json!({ "categoryIds": [category] })).await,
                _ => {
                    let slug = json!({ "slug": format!("category-{step}") });
                    admin.put(&format!("/api/categories/{category}"), slug).await.is(200);
                }
            }
        }
        if random_below(4) == 0 {
            update_feed(&guide).await;
            copy.read_page(&guide.anonymous(), 2).await;
        }
    }
    copy.follow(&guide).await;
    let places = copy.places();
    assert!(places.len() > 2, "too few to prove anything: {places:?}");
    assert_eq!(places, open_data_places(&guide).await);
}

// R480
#[rstest]
#[tokio::test]
async fn feed_request_with_wait_ends_at_the_first_change_of_any_replica(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let other = match engine {
        Postgres => Some(guide.start_replica(&["--api-only"]).await),
        _ => None,
    };
    for replica in [Some(&guide), other.as_ref()].into_iter().flatten() {
        replica.tasks.spawn("update_change_feed", Duration::from_secs(1), &replica.app, store::run_change_feed_task);
    }
    let admin = guide.admin().await;
    let reader = other.as_ref().unwrap_or(&guide).anonymous();
    let first = reader.get("/api/changes").await.is(200).json();
    let path = format!("/api/changes?wait=15&since={}", first["cursor"].as_str().unwrap());
    let started = Instant::now();
    let (page_after_wait, _) = tokio::join!(reader.get(&path), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        admin.add_category("Caves").await
    });
    let page_after_wait = page_after_wait.is(200).json();
    assert_eq!(page_after_wait["changes"][0]["slug"], "caves");
    assert!(started.elapsed() < Duration::from_secs(10), "it was not the end of the wait: {:?}", started.elapsed());

    let path = format!("/api/changes?wait=1&since={}", page_after_wait["cursor"].as_str().unwrap());
    let unchanged_page = reader.get(&path).await.is(200).json();
    assert_eq!((&unchanged_page["changes"], &unchanged_page["cursor"]), (&json!([]), &page_after_wait["cursor"]));
}

// R481
#[rstest]
#[tokio::test]
async fn cursor_that_may_have_missed_a_deletion_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let caves = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", caves)).await;
    let (mut old_copy, mut current_copy) = (GuideCopy::default(), GuideCopy::default());
    old_copy.follow(&guide).await;
    admin.delete(&format!("/api/businesses/{}", place["id"])).await.is(204);
    current_copy.follow(&guide).await;
    let day_s = 24 * 3600;
    guide.app.clock.advance((store::NON_PUBLIC_RETENTION_DAYS + 1) * day_s);
    cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap();

    let refused =
        guide.anonymous().get(&format!("/api/changes?since={}", old_copy.cursor.clone().unwrap())).await.is(410);
    assert_eq!(refused.json()["code"], "cursor_expired");
    assert!(current_copy.follow(&guide).await.is_empty());
    let mut new_copy = GuideCopy::default();
    new_copy.follow(&guide).await;
    assert_eq!(new_copy.places(), open_data_places(&guide).await);
}

// R481
#[rstest]
#[tokio::test]
async fn cursor_from_before_a_restored_backup_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.admin().await.add_category("Caves").await;
    let mut copy = GuideCopy::default();
    copy.follow(&guide).await;
    let (file, _) = guide.back_up().await;
    let Some(target) = FreshInstallation::create(engine).await else { return };
    target.restore(file.path()).await.unwrap();
    let restored = guide.start_restored(&target.database_url, target.files.clone()).await;
    let path = format!("/api/changes?since={}", copy.cursor.clone().unwrap());
    restored.anonymous().get(&path).await.is(410);
    copy.cursor = None;
    assert_eq!(copy.follow(&restored).await.len(), 1);
}

// R481
#[tokio::test]
async fn cursor_of_another_guide_or_ahead_of_the_feed_is_refused() {
    let [guide, other] = [TestApp::start(Sqlite).await.unwrap(), TestApp::start(Sqlite).await.unwrap()];
    let (mut copy, mut foreign_copy) = (GuideCopy::default(), GuideCopy::default());
    copy.follow(&guide).await;
    foreign_copy.follow(&other).await;
    let own_cursor = copy.cursor.unwrap();
    let mut parts: Vec<&str> = own_cursor.split('.').collect();
    parts[1] = "999999999";
    for refused in [foreign_copy.cursor.unwrap(), parts.join(".")] {
        guide.anonymous().get(&format!("/api/changes?since={refused}")).await.is(410);
    }
    guide.anonymous().get(&format!("/api/changes?since={own_cursor}")).await.is(200);
}

// R481
#[tokio::test]
async fn invalid_feed_parameters_are_named_in_the_error() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let anonymous = guide.anonymous();
    for (query, field, message) in [
        ("since=yesterday", "since", "since must be the cursor of an earlier response"),
        ("wait=21", "wait", "wait must be a whole number from 0 to 20"),
        ("limit=0", "limit", "limit must be a whole number from 1 to 1000"),
        ("after=7", "after", "Unknown parameter: after"),
    ] {
        let refused = anonymous.get(&format!("/api/changes?{query}")).await.is(400);
        assert_eq!(refused.errors()[0]["field"], field, "{query}");
        assert_eq!(refused.errors()[0]["message"], message, "{query}");
    }
    assert_eq!(anonymous.get("/api/changes").await.header("cache-control"), "no-store");
}
