//! The history of records: every saved state can be read and restored.

use cms::db::engine::StoreError;
use cms::revisions::retention::{Retention, apply_retention};
use cms::{execute, with_pool};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, png_image, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const DAY_SECS: i64 = 24 * 3600;

/// The numbers of the revisions of the record at the path `address`, newest first.
async fn revision_numbers(client: &TestClient, address: &str) -> Vec<i64> {
    let list = client.get(&format!("{address}/revisions")).await.is(200).json();
    list.as_array().unwrap().iter().map(|revision| revision["number"].as_i64().unwrap()).collect()
}

async fn restore_revision(client: &TestClient, address: &str, number: i64, body: Value) -> Value {
    client.post(&format!("{address}/revisions/{number}/restore"), body).await.is(200).json()
}

// R459
#[rstest]
#[tokio::test]
async fn each_save_of_a_place_is_a_revision_with_the_whole_record(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.put(&address, json!({ "phone": "+84 232 000 111", "hours": "By day" })).await.is(200);
    admin.put(&address, json!({ "name": "Hang Tối" })).await.is(200);
    admin.put(&address, json!({ "name": "" })).await.is(422);

    let list = admin.get(&format!("{address}/revisions")).await.is(200);
    assert_eq!(list.header("x-total-count"), "3");
    let list = list.json();
    assert_eq!(list[0]["changedFields"], json!(["name", "slug"]));
    assert_eq!(list[1]["changedFields"], json!(["hours", "phone"]));
    assert_eq!(list[2]["changedFields"], json!(null), "the first revision");
    assert_eq!(list[2]["action"], "createPlace");
    assert_eq!(list[0]["accountId"], json!(admin.id));
    assert_eq!(list[0]["accountName"], "Admin One");
    assert_eq!(list[0].get("snapshot"), None, "a list has no records");

    let second_revision = admin.get(&format!("{address}/revisions/2")).await.is(200).json();
    let snapshot = &second_revision["snapshot"];
    assert_eq!((&snapshot["name"], &snapshot["hours"]), (&json!("Dark Cave"), &json!("By day")));
    assert_eq!(snapshot["categories"][0]["name"], "Caves");
    assert_eq!(snapshot.get("opening"), None, "what is computed is not stored");
    admin.get(&format!("{address}/revisions/9")).await.is(404);
    admin.get(&format!("{address}/revisions/x")).await.is(404);
    admin.get(&format!("/api/businesses/0{}/revisions", place["id"])).await.is(404);
    admin.get("/api/guestbook/1/revisions").await.is(404);

    // A repeated update with the earlier ETag is accepted, because its values are already stored. It adds no revision.
    let etag = admin.get(&address).await.is(200).header("etag").to_owned();
    admin.put(&address, json!({ "phone": "1" })).await.is(200);
    admin.put_with_headers(&address, &[("if-match", &etag)], json!({ "phone": "1" })).await.is(200);
    assert_eq!(revision_numbers(&admin, &address).await, [4, 3, 2, 1]);
}

// R459
#[rstest]
#[tokio::test]
async fn restored_revision_is_a_new_save_with_the_former_values(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let original = with_changes(place_json("Dark Cave", cave), json!({ "phone": "+84 232 000 111", "tags": ["boat"] }));
    let place = admin.add_place(original).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.put(&address, json!({ "phone": null, "tags": [], "name": "Bright Cave" })).await.is(200);

    let stale_restore = admin
        .send_json(Method::POST, &format!("{address}/revisions/1/restore"), &[("if-match", "\"1\"")], json!({}))
        .await
        .is(412)
        .json();
    assert_eq!(stale_restore["current"]["name"], "Bright Cave");
    let one = restore_revision(&admin, &address, 1, json!({ "fields": ["phone"] })).await;
    assert_eq!((&one["version"], &one["skipped"]), (&json!(3), &json!([])));
    let read = guide.anonymous().get(&address).await.json();
    assert_eq!((&read["phone"], &read["name"]), (&json!("+84 232 000 111"), &json!("Bright Cave")));

    restore_revision(&admin, &address, 1, json!({})).await;
    let read = guide.anonymous().get(&address).await.json();
    assert_eq!(
        (&read["name"], &read["slug"], &read["tags"]),
        (&json!("Dark Cave"), &json!("dark-cave"), &json!(["boat"]))
    );
    let newest = &admin.get(&format!("{address}/revisions")).await.json()[0];
    assert_eq!((&newest["number"], &newest["action"]), (&json!(4), &json!("restoreRevision")));
    assert_eq!(newest["changedFields"], json!(["name", "slug", "tags"]));
    // A restore increments the version even if the record already has all values of the revision.
    assert_eq!(restore_revision(&admin, &address, 4, json!({})).await["version"], 5);
    let unknown = restore_revision(&admin, &address, 1, json!({ "fields": ["colour", "name"] })).await;
    assert_eq!(unknown["skipped"], json!([{ "field": "colour", "reason": "unknown_field" }]));
}

// R460
#[rstest]
#[tokio::test]
async fn restore_skips_deleted_images_and_categories_and_never_renews_a_badge(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (cave, boats) = (admin.add_category("Caves").await, admin.add_category("Boats").await);
    let (kept_image, deleted_image) = (admin.add_image("A raft").await, admin.add_image("A boat").await);
    let original = with_changes(
        place_json("Dark Cave", cave),
        json!({
            "categoryIds": [cave, boats], "imageUrl": deleted_image["url"], "gallery": [kept_image["url"], deleted_image["url"]],
            "isVerified": true,
        }),
    );
    let place = admin.add_place(original).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let changes = json!({
        "categoryIds": [cave], "imageUrl": kept_image["url"], "gallery": [], "isVerified": false, "latitude": 17.0,
        "isActive": false,
    });
    admin.put(&address, changes).await.is(200);
    admin.delete(&format!("/api/categories/{boats}")).await.is(204);
    admin.delete(&format!("/api/media/{}", deleted_image["id"])).await.is(204);
    // A new file replaces the file of the image that is not deleted. This changes the URL of the image.
    let file = ("raft.png", &*png_image(50, 40));
    let path = format!("/api/media/{}/file", kept_image["id"]);
    let replaced = admin.upload(Method::PUT, &path, file, &[]).await.is(200).json();
    assert_ne!(replaced["url"], kept_image["url"]);

    let restored = restore_revision(&admin, &address, 1, json!({})).await;
    let mut skipped = restored["skipped"].as_array().unwrap().clone();
    skipped.sort_by_key(|skipped| skipped["field"].to_string());
    assert_eq!(
        json!(skipped),
        json!([
            { "field": "categoryIds", "reason": "category_deleted" },
            { "field": "gallery", "reason": "image_deleted" },
            { "field": "imageUrl", "reason": "image_deleted" },
        ])
    );
    let read = admin.get(&address).await.json();
    assert_eq!((&read["latitude"], &read["imageUrl"]), (&json!(17.58), &replaced["url"]), "the present image stays");
    assert_eq!(read["isActive"], false, "a restore does not make a place public");
    let badge = restore_revision(&admin, &address, 1, json!({ "fields": ["isVerified"] })).await;
    assert_eq!(badge["skipped"], json!([{ "field": "isVerified", "reason": "never_restored" }]));
    restore_revision(&admin, &address, 1, json!({ "fields": ["isActive"] })).await;
    let read = admin.get(&address).await.json();
    assert_eq!((&read["isActive"], &read["isVerified"]), (&json!(true), &json!(false)));
    assert_eq!((&read["gallery"], &read["categoryIds"]), (&json!([replaced["url"]]), &json!([cave])));
    assert_eq!((&read["isVerified"], &read["checkedAt"]), (&json!(false), &json!(null)), "nobody has checked it");

    // A verified place loses its badge when an earlier position is restored.
    admin.put(&address, json!({ "isVerified": true, "latitude": 17.1 })).await.is(200);
    restore_revision(&admin, &address, 1, json!({ "fields": ["latitude"] })).await;
    let read = admin.get(&address).await.json();
    assert_eq!((&read["isVerified"], &read["recheckReason"]), (&json!(false), &json!("changed")));
}

// R460
#[rstest]
#[tokio::test]
async fn owner_sees_and_restores_only_revisions_since_owning_the_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner, other) = (guide.admin().await, guide.owner("Minh Le").await, guide.owner("Hoa Pham").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "hours": "1" }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.put(&address, json!({ "ownerId": owner.id })).await.is(200);
    owner.put(&address, json!({ "hours": "2" })).await.is(200);
    admin.put(&address, json!({ "hours": "3", "isPremium": true })).await.is(200);

    assert_eq!(revision_numbers(&owner, &address).await, [4, 3, 2]);
    owner.get(&format!("{address}/revisions/1")).await.is(404);
    owner.post(&format!("{address}/revisions/1/restore"), json!({})).await.is(404);
    other.get(&format!("{address}/revisions")).await.is(403);
    let list = owner.get(&format!("{address}/revisions")).await.json();
    assert_eq!(list[0]["accountName"], json!(null), "an admin's name");
    assert_eq!(list[1]["accountName"], "Minh Le");
    admin.put(&format!("{address}/revisions/4"), json!({ "note": "Only for the team" })).await.is(200);
    let fourth_revision = owner.get(&format!("{address}/revisions/4")).await.json();
    assert_eq!(fourth_revision["note"], json!(null));
    assert_eq!(fourth_revision["snapshot"].get("checkedBy"), None);

    let restored = restore_revision(&owner, &address, 3, json!({})).await;
    assert_eq!(restored["skipped"], json!([{ "field": "isPremium", "reason": "admin_only" }]));
    let read = admin.get(&address).await.json();
    assert_eq!((&read["hours"], &read["isPremium"]), (&json!("2"), &json!(true)));
    owner.put(&format!("{address}/revisions/3"), json!({ "isPinned": true })).await.is(403);
    owner.delete(&format!("{address}/revisions/3")).await.is(403);
}

// R459
#[rstest]
#[tokio::test]
async fn articles_categories_pages_and_settings_have_a_history(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    let article = format!("/api/articles/{}", article["id"]);
    admin.put(&article, json!({ "contentHtml": "<p>Boats leave late.</p>" })).await.is(200);
    restore_revision(&admin, &article, 1, json!({})).await;
    assert_eq!(admin.get(&article).await.json()["contentHtml"], "<p>Boats leave early.</p>");

    let category = format!("/api/categories/{}", admin.add_category("Caves").await);
    admin.put(&category, json!({ "name": "Grottoes", "icon": "cave" })).await.is(200);
    restore_revision(&admin, &category, 1, json!({})).await;
    let read = admin.get(&category).await.json();
    assert_eq!((&read["name"], &read["icon"]), (&json!("Caves"), &json!(null)));

    let help = standing_page_json("help");
    admin.put("/api/pages/help", help.clone()).await.is(200);
    admin.put("/api/pages/help", json!({ "title": "Questions" })).await.is(200);
    restore_revision(&admin, "/api/pages/help", 1, json!({})).await;
    assert_eq!(admin.get("/api/pages/help").await.json()["title"], help["title"]);
    admin.get("/api/pages/no-such-page/revisions").await.is(404);

    admin.put("/api/settings", json!({ "tagline": "Caves" })).await.is(200);
    admin.put("/api/settings", json!({ "tagline": "Rivers" })).await.is(200);
    restore_revision(&admin, "/api/settings/1", 1, json!({})).await;
    let after = admin.get("/api/settings").await.json();
    assert_eq!(after["tagline"], "Caves");
    admin.get("/api/settings/2/revisions").await.is(404);
}

#[rstest]
#[tokio::test]
async fn history_of_a_record_without_revisions_begins_with_its_state_before_the_save(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    delete_all_revisions(&guide).await;
    let address = format!("/api/businesses/{}", place["id"]);
    assert_eq!(revision_numbers(&admin, &address).await, [0_i64; 0]);
    admin.put(&address, json!({ "name": "Bright Cave" })).await.is(200);
    let list = admin.get(&format!("{address}/revisions")).await.json();
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&list[1]["number"], &list[1]["action"], &list[1]["accountId"]),
        (&json!(1), &json!(null), &json!(null))
    );
    assert_eq!(list[1]["createdAt"], place["updatedAt"]);
    restore_revision(&admin, &address, 1, json!({})).await;
    assert_eq!(guide.anonymous().get(&address).await.json()["name"], "Dark Cave");
}

async fn delete_all_revisions(guide: &TestApp) {
    let write_future = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("delete from revision"))?;
            Ok::<_, StoreError>(())
        })
    });
    write_future.await.unwrap();
}

// R461
#[rstest]
#[tokio::test]
async fn admin_pins_describes_and_deletes_a_revision(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place =
        admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "phone": "a private number" }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.put(&address, json!({ "phone": null })).await.is(200);
    let first = format!("{address}/revisions/1");
    let changed = admin.put(&first, json!({ "note": " Hours during Tết ", "isPinned": true })).await.is(200).json();
    assert_eq!((&changed["note"], &changed["isPinned"]), (&json!(" Hours during Tết "), &json!(true)));
    let changed = admin.put(&first, json!({ "note": "" })).await.is(200).json();
    assert_eq!((&changed["note"], &changed["isPinned"]), (&json!(null), &json!(true)));
    let long = admin.put(&first, json!({ "note": "x".repeat(501) })).await.is(422);
    assert_eq!(long.errors()[0]["message"], "Note must be at most 500 characters");

    let newest = admin.delete(&format!("{address}/revisions/2")).await.is(409).json();
    assert_eq!(newest["code"], "revision_is_newest");
    admin.delete(&first).await.is(204);
    admin.get(&first).await.is(404);
    let revision_count: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(
        "select count(*) from revision where cast(snapshot as text) like '%a private number%'"
    )
    .fetch_one(engine))
    .unwrap();
    assert_eq!(revision_count, 0);

    admin.delete(&address).await.is(204);
    admin.get(&format!("{address}/revisions")).await.is(404);
    guide.app.clock.advance(31 * DAY_SECS);
    cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap();
    let revision_count: i64 =
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from revision where kind = 'place'")
            .fetch_one(engine))
        .unwrap();
    assert_eq!(revision_count, 0, "the history goes with the place");
}

// R461
#[rstest]
#[tokio::test]
async fn retention_keeps_the_newest_and_pinned_revisions(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    for phone in 2..=6 {
        admin.put(&address, json!({ "phone": phone.to_string() })).await.is(200);
    }
    admin.put(&format!("{address}/revisions/2"), json!({ "isPinned": true })).await.is(200);
    let delete_old_revisions = async |days: i64, count: i64| {
        apply_retention(&guide.app.db, Retention { days, count }, guide.app.clock.now()).await.unwrap()
    };
    assert_eq!(delete_old_revisions(365, 100).await, 0);
    assert_eq!(delete_old_revisions(0, 3).await, 2);
    assert_eq!(revision_numbers(&admin, &address).await, [6, 5, 4, 2]);
    guide.app.clock.advance(366 * DAY_SECS);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(delete_old_revisions(0, 0).await, 0, "zero stands for no limit");
    // The revision before today's update is kept, although it is older than 365 days, so that it can be restored.
    admin.put(&address, json!({ "phone": "damaged" })).await.is(200);
    delete_old_revisions(365, 100).await;
    assert_eq!(revision_numbers(&admin, &address).await, [7, 6, 2]);
    // The history of a deleted category is kept as long as the category can be restored.
    let category = format!("/api/categories/{}", admin.add_category("Boats").await);
    admin.delete(&category).await.is(204);
    delete_old_revisions(365, 100).await;
    admin.post(&format!("{category}/restore"), json!({})).await.is(200);
    assert_eq!(revision_numbers(&admin, &category).await, [1]);
    admin.delete(&category).await.is(204);
    guide.app.clock.advance(601);
    cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap();
    assert_eq!(delete_old_revisions(365, 100).await, 1);
}

// R459
#[rstest]
#[tokio::test]
async fn history_deletion_keeps_only_the_newest_revision(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let other = format!("/api/businesses/{}", admin.add_place(place_json("Bright Cave", cave)).await["id"]);
    let address = format!("/api/businesses/{}", admin.add_place(place_json("Dark Cave", cave)).await["id"]);
    admin.put(&address, json!({ "phone": "1" })).await.is(200);
    admin.put(&format!("{address}/revisions/1"), json!({ "isPinned": true })).await.is(200);
    admin.put(&address, json!({ "phone": "2" })).await.is(200);
    admin.delete(&format!("{address}/revisions")).await.is(204);
    assert_eq!(revision_numbers(&admin, &address).await, [3]);
    admin.delete(&format!("{address}/revisions")).await.is(204);
    assert_eq!(revision_numbers(&admin, &address).await, [3], "there is nothing more to delete");
    assert_eq!(revision_numbers(&admin, &other).await, [1], "of another record, nothing is deleted");
    admin.delete("/api/businesses/999/revisions").await.is(404);
}

#[rstest]
#[tokio::test]
async fn bulk_change_and_its_undo_are_revisions(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let mut ids = Vec::new();
    for name in ["Dark Cave", "Bright Cave"] {
        ids.push(admin.add_place(place_json(name, cave)).await["id"].as_i64().unwrap());
    }
    let change = json!({ "ids": ids, "isPremium": true });
    let bulk = admin.post("/api/admin/businesses/bulk", change).await.is(200).json();
    admin.post(&format!("/api/admin/businesses/bulk/{}/undo", bulk["undoId"]), json!({})).await.is(200);
    for id in ids {
        let list = admin.get(&format!("/api/businesses/{id}/revisions")).await.is(200).json();
        let actions: Vec<&Value> = list.as_array().unwrap().iter().map(|revision| &revision["action"]).collect();
        assert_eq!(actions, ["undoUpdatePlaces", "updatePlaces", "createPlace"]);
        assert_eq!(list[1]["changedFields"], json!(["isPremium"]));
    }
}

// R426
#[rstest]
#[tokio::test]
async fn deleted_account_leaves_only_its_id_in_revisions(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = owner.add_place(place_json("Dark Cave", cave)).await;
    let owner_id = owner.id.clone().unwrap();
    admin.delete(&format!("/api/admin/users/{}", owner_id.0)).await.is(204);
    let list = admin.get(&format!("/api/businesses/{}/revisions", place["id"])).await.is(200).json();
    assert_eq!((&list[0]["accountId"], &list[0]["accountName"]), (&json!(owner_id), &json!(null)));
    let name_count: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(
        "select count(*) from revision where cast(snapshot as text) like '%Minh%' or note like '%Minh%'"
    )
    .fetch_one(engine))
    .unwrap();
    assert_eq!(name_count, 0);
}

#[rstest]
#[tokio::test]
async fn newest_revision_equals_the_record_after_concurrent_saves(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    delete_all_revisions(&guide).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let save = async |phone: usize| admin.put(&address, json!({ "phone": phone.to_string() })).await.is(200);
    let saves = (0..20).map(save);
    futures_util::future::join_all(saves).await;
    let read = admin.get(&address).await.json();
    assert_eq!(revision_numbers(&admin, &address).await, (1..=21).rev().collect::<Vec<i64>>());
    let newest = admin.get(&format!("{address}/revisions/21")).await.json();
    assert_eq!((&newest["snapshot"]["phone"], &read["version"]), (&read["phone"], &json!(21)));
}
