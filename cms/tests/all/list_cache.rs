//! The list cache of places: lists equal the single places after every change.

use cms::common::cache_tag::CacheTag;
use cms::places::list_cache;
use cms::places::opening_hours::refresh;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

impl TestApp {
    /// Asserts that each place in the public list equals the response for the single place.
    async fn assert_list_matches_places(&self, last_change: &str) {
        let list = self.anonymous().get("/api/businesses").await.is(200).json();
        for listed in list.as_array().unwrap() {
            let one = self.anonymous().get(&format!("/api/businesses/{}", listed["id"])).await.is(200).json();
            assert_eq!(listed, &one, "{last_change}");
        }
    }

    /// Replaces `Dark Cave` with `Forged Cave` in the cached JSON of a place. A test then sees whether a list uses this
    /// JSON.
    async fn corrupt_list_cache(&self, place: &Value) {
        let (id, expression) = (place["id"].as_i64().unwrap(), "replace(list_json, 'Dark Cave', 'Forged Cave')");
        let statement = format!("update place set list_json = {expression} where id = {id}");
        let write = self.app.write_and_invalidate(move |tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query(sqlx::AssertSqlSafe(statement)))?;
                Ok::<_, cms::db::engine::StoreError>(((), vec![CacheTag::Places]))
            })
        });
        write.await.unwrap();
    }

    async fn place_count(&self, condition: &str) -> i64 {
        let count = format!("select count(*) from place where {condition}");
        with_pool!(&self.app.db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(engine)).unwrap()
    }
}

async fn place_names(client: &TestClient) -> Vec<String> {
    let list = client.get("/api/businesses").await.is(200).json();
    list.as_array().unwrap().iter().map(|place| place["name"].as_str().unwrap().to_owned()).collect()
}

#[rstest]
#[tokio::test]
async fn place_list_equals_the_single_places_after_every_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let category_id = admin.add_category("Caves").await;
    let image = admin.add_image("A boat").await;
    let place_fields = json!({ "imageUrl": image["url"], "operatingHours": "24/7" });
    let place = admin.add_place(with_changes(place_json("Dark Cave", category_id), place_fields)).await;
    admin.add_place(place_json("Hang Én", category_id)).await;
    let path = format!("/api/businesses/{}", place["id"]);
    guide.assert_list_matches_places("adding").await;
    admin.put(&path, json!({ "name": "Hang Tối", "rating": 4.5 })).await.is(200);
    guide.assert_list_matches_places("a change").await;
    linh.post("/api/user/likes/toggle", json!({ "businessId": place["id"] })).await.is(200);
    guide.assert_list_matches_places("a like").await;
    admin.put(&format!("/api/media/{}", image["id"]), json!({ "alt": "A raft" })).await.is(200);
    guide.assert_list_matches_places("other words for its picture").await;
    assert_eq!(guide.place_count("list_json_epoch = 0").await, 1, "the other place does not use the image");
    admin
        .put(&format!("/api/categories/{category_id}"), json!({ "name": "Hang động", "color": "#005f5f" }))
        .await
        .is(200);
    guide.assert_list_matches_places("another name of its category").await;
    assert_eq!(list_cache::refresh_stale_json(&guide.app.db).await.unwrap(), 2);
    assert_eq!(list_cache::refresh_stale_json(&guide.app.db).await.unwrap(), 0, "current JSON is not computed again");
    guide.assert_list_matches_places("all were rebuilt").await;
    admin.delete(&path).await.is(204);
    guide.assert_list_matches_places("one is in the trash").await;
    assert_eq!(list_cache::refresh_stale_json(&guide.app.db).await.unwrap(), 0, "soft-deleted places are skipped");
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    guide.assert_list_matches_places("it is back").await;
    guide.app.clock.advance(29 * 86_400);
    assert_eq!(refresh::refresh_due_schedules(&guide.app).await.unwrap().len(), 1);
    guide.assert_list_matches_places("hours were recomputed").await;
}

#[rstest]
#[tokio::test]
async fn cached_place_json_is_sent_only_while_current(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    guide.corrupt_list_cache(&place).await;
    // Public lists use the cached JSON. For admins, who see more fields, the server reads the place itself.
    for (client, name) in [(&anonymous, "Forged Cave"), (&linh, "Forged Cave"), (&admin, "Dark Cave")] {
        assert_eq!(place_names(client).await, [name]);
    }
    admin.put(&format!("/api/categories/{category_id}"), json!({ "name": "Grottoes" })).await.is(200);
    assert_eq!(place_names(&anonymous).await, ["Dark Cave"], "the cached JSON is outdated");
    assert_eq!(list_cache::refresh_stale_json(&guide.app.db).await.unwrap(), 1);
    guide.corrupt_list_cache(&place).await;
    assert_eq!(place_names(&anonymous).await, ["Forged Cave"]);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "phone": "0900" })).await.is(200);
    assert_eq!(place_names(&anonymous).await, ["Dark Cave"]);
}

#[rstest]
#[tokio::test]
async fn change_by_an_older_server_outdates_the_cached_place_json(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    // An older server increments the version of the record without updating the cached JSON.
    let change = "name = 'Hang Tối', version = version + 1";
    let changed = guide.app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let change = format!("update place set {change} where id = {}", place["id"]);
            execute!(tx, sqlx::query(sqlx::AssertSqlSafe(change)))?;
            Ok::<_, cms::db::engine::StoreError>(((), vec![CacheTag::Places]))
        })
    });
    changed.await.unwrap();
    assert_eq!(place_names(&guide.anonymous()).await, ["Hang Tối"]);
}

#[rstest]
#[tokio::test]
async fn cached_place_json_contains_no_owner_fields(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let category_id = admin.add_category("Caves").await;
    let place_request = with_changes(place_json("Dark Cave", category_id), json!({ "ownerId": minh.id }));
    let place = admin.add_place(place_request).await;
    let list = guide.anonymous().get("/api/businesses").await.is(200).json();
    assert_eq!((&list[0]["ownerId"], &list[0]["liveSince"]), (&Value::Null, &Value::Null));
    assert_eq!(
        guide.place_count(&format!("id = {} and list_json like '%{}%'", place["id"], minh.id.as_ref().unwrap())).await,
        0
    );
    assert_eq!(minh.get("/api/businesses").await.is(200).json()[0]["ownerId"], json!(minh.id));
}
