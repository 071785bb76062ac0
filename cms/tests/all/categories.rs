//! Categories over HTTP.

use rstest::rstest;
use serde_json::json;

use crate::fixtures::place_json;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

// R168
#[rstest]
#[tokio::test]
async fn category_list_has_all_fields_and_counts(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let all = guide.anonymous().get("/api/categories").await.is(200).json();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 22);
    for field in ["id", "name", "slug", "color", "icon", "emoji"] {
        assert!(all[0][field].is_i64() || all[0][field].is_string(), "{field}");
    }
    let populated = guide.anonymous().get("/api/categories?populated=true").await.is(200).json();
    for category in all {
        let slug = category["slug"].as_str().unwrap();
        let count = category["placeCount"].as_i64().unwrap();
        let listed = guide.anonymous().get(&format!("/api/businesses?category={slug}&fields=name")).await.names().len();
        assert_eq!(count, listed as i64, "{slug}");
        assert_eq!(populated.as_array().unwrap().contains(category), count > 0, "{slug}");
    }
}

#[rstest]
#[tokio::test]
async fn category_is_added_edited_and_deleted_by_an_admin(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let tea =
        json!({ "name": "Trà & Cà phê", "color": "#4D7C0F", "icon": "coffee", "emoji": "🍵", "aliases": ["tea"] });
    let created = admin.post("/api/categories", tea).await.is(201);
    let address = created.header("location").to_owned();
    let created = created.json();
    assert_eq!((created["slug"].as_str(), &created["placeCount"]), (Some("tra-ca-phe"), &json!(0)));
    let refused = admin.post("/api/categories", json!({ "name": "Tea", "slug": "tea" })).await.is(422);
    assert_eq!(refused.fields(), ["slug"]);
    let changed =
        admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "name": "Tea", "color": "" })).await.is(200);
    assert_eq!(changed.json()["color"], json!(null));
    assert_eq!(changed.json()["slug"], "tra-ca-phe", "the slug stays");
    assert_eq!(changed.json()["aliases"], json!(["tea"]));
    admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "name": "Late" })).await.is(412);
    assert_eq!(admin.put(&address, json!({ "id": 9999, "name": "Other" })).await.is(422).fields(), ["id"]);
    assert!(guide.anonymous().get(&address).await.is(200).header("etag").starts_with("\"2."));
    // The former slug becomes an alias, so links with it keep working.
    let moved = admin.put(&address, json!({ "slug": "teahouses" })).await.is(200).json();
    assert_eq!((&moved["slug"], &moved["aliases"]), (&json!("teahouses"), &json!(["tea", "tra-ca-phe"])));
    guide.anonymous().get("/api/businesses?category=tra-ca-phe").await.is(200);
    let restored = admin.put(&address, json!({ "slug": "tra-ca-phe", "aliases": ["tea"] })).await.is(200).json();
    assert_eq!(restored["aliases"], json!(["tea", "teahouses"]));
    let other = admin.add_category("Other").await;
    let place = admin.add_place(place_json("Tea House", created["id"].as_i64().unwrap())).await;
    assert_eq!(guide.anonymous().get("/api/businesses/tea-house").await.json()["category"]["name"], "Tea");
    admin.put(&address, json!({ "name": "Teas" })).await.is(200);
    assert_eq!(guide.anonymous().get("/api/businesses/tea-house").await.json()["category"]["name"], "Teas");
    assert_eq!(
        guide.anonymous().get("/api/businesses?q=teas").await.names(),
        ["Tea House"],
        "the list shows the new name"
    );
    // A category cannot be deleted while a place has it.
    admin.delete(&address).await.is(409);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "categoryIds": [other] })).await.is(200);
    admin.delete(&address).await.is(204);
    admin.delete(&address).await.is(404);
    admin.get(&address).await.is(404);
}

#[rstest]
#[tokio::test]
async fn deleted_category_is_restored_unchanged_within_ten_minutes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let boats = json!({ "name": "Boats", "color": "#4D7C0F", "icon": "ship", "emoji": "⛵", "aliases": ["ferry"] });
    let boats = admin.post("/api/categories", boats).await.is(201).json();
    admin.add_category("Caves").await;
    let before = guide.anonymous().get("/api/categories").await.json();
    let address = format!("/api/categories/{}", boats["id"]);
    let restore = format!("{address}/restore");
    admin.post(&restore, json!({})).await.is(404);

    admin.delete(&address).await.is(204);
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json(), boats);
    assert_eq!(guide.anonymous().get("/api/categories").await.json(), before, "in its former position");
    guide.anonymous().get("/api/businesses?category=ferry").await.is(200);
    admin.post(&restore, json!({})).await.is(404);

    admin.delete(&address).await.is(204);
    let ferries = json!({ "name": "Ferries", "slug": "ferry" });
    let ferries = admin.post("/api/categories", ferries).await.is(201).json();
    let refused = admin.post(&restore, json!({})).await.is(409).json();
    assert_eq!(refused["detail"], "Another category already uses ferry");
    admin.delete(&format!("/api/categories/{}", ferries["id"])).await.is(204);
    admin.post(&restore, json!({})).await.is(200);

    admin.delete(&address).await.is(204);
    guide.app.clock.advance(601);
    let late = admin.post(&restore, json!({})).await.is(404).json();
    assert_eq!(late["detail"], "This deleted category does not exist");
    assert_eq!(cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap(), 2, "boats and ferries");
}

#[rstest]
#[tokio::test]
async fn one_of_two_concurrent_category_updates_or_deletions_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for n in 0..10 {
        let address = format!("/api/categories/{}", admin.add_category(&format!("Boats {n}")).await);
        let rename = async |slug: String| {
            admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "slug": slug })).await.status.as_u16()
        };
        let (one, other) = tokio::join!(rename(format!("one-{n}")), rename(format!("other-{n}")));
        assert_eq!(std::collections::BTreeSet::from([one, other]), [200, 412].into());
        let (one, other) = tokio::join!(admin.delete(&address), admin.delete(&address));
        let statuses = [one.status.as_u16(), other.status.as_u16()];
        assert_eq!(std::collections::BTreeSet::from(statuses), [204, 404].into());
    }
}

#[rstest]
#[tokio::test]
async fn category_slug_change_above_the_alias_limit_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let aliases: Vec<String> = (0..20).map(|n| format!("raft-{n:02}")).collect();
    let created = admin.post("/api/categories", json!({ "name": "Boats", "aliases": aliases })).await.is(201).json();
    let address = format!("/api/categories/{}", created["id"]);
    let refused = admin.put(&address, json!({ "slug": "ships" })).await.is(422).json();
    assert_eq!(refused["errors"][0]["field"], "aliases");
    admin.put(&address, json!({ "slug": "ships", "aliases": aliases[1..] })).await.is(200);
    let stored = admin.get(&address).await.is(200).json();
    admin.put(&address, stored).await.is(200);
}

// R164
#[rstest]
#[tokio::test]
async fn category_changes_by_callers_other_than_admins_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let id = guide.admin().await.add_category("Caves").await;
    let before = guide.anonymous().get("/api/categories").await.text;
    for (client, status) in
        [(guide.anonymous(), 401), (guide.viewer("Linh Tran").await, 403), (guide.owner("Minh Le").await, 403)]
    {
        client.post("/api/categories", json!({ "name": "X" })).await.is(status);
        client.put(&format!("/api/categories/{id}"), json!({ "name": "X" })).await.is(status);
        client.delete(&format!("/api/categories/{id}")).await.is(status);
    }
    assert_eq!(guide.anonymous().get("/api/categories").await.text, before);
}

#[rstest]
#[tokio::test]
async fn only_one_of_two_concurrent_categories_with_a_shared_slug_or_alias_is_created(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for round in 0..12 {
        // `name` is the slug of one category and an alias of the other. Slugs and aliases are in two tables, so no
        // unique constraint covers both.
        let name = format!("boats-{round}");
        let [boats, rafts] = [
            json!({ "name": "Boats", "slug": name }),
            json!({ "name": "Rafts", "slug": format!("rafts-{round}"), "aliases": [name] }),
        ];
        let (one, other) = tokio::join!(admin.post("/api/categories", boats), admin.post("/api/categories", rafts));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [201, 422], "round {round}: categories with this slug");
    }
}
