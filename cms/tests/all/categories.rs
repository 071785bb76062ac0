//! Categories over HTTP.

use rstest::rstest;
use serde_json::json;

use crate::things::a_place;
use crate::world::{Engine, Guide, Postgres, Sqlite};

// R168
#[rstest]
#[tokio::test]
async fn category_list_has_all_fields_and_counts(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let all = guide.visitor().get("/api/categories").await.is(200).json();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 22);
    for field in ["id", "name", "slug", "color", "icon", "emoji"] {
        assert!(all[0][field].is_i64() || all[0][field].is_string(), "{field}");
    }
    let populated = guide.visitor().get("/api/categories?populated=true").await.is(200).json();
    for category in all {
        let slug = category["slug"].as_str().unwrap();
        let count = category["placeCount"].as_i64().unwrap();
        let listed = guide.visitor().get(&format!("/api/businesses?category={slug}&fields=name")).await.names().len();
        assert_eq!(count, listed as i64, "{slug}");
        assert_eq!(populated.as_array().unwrap().contains(category), count > 0, "{slug}");
    }
}

#[rstest]
#[tokio::test]
async fn an_admin_adds_edits_and_removes_categories(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let tea =
        json!({ "name": "Trà & Cà phê", "color": "#4D7C0F", "icon": "coffee", "emoji": "🍵", "aliases": ["tea"] });
    let made = admin.post("/api/categories", tea).await.is(201);
    let address = made.header("location").to_owned();
    let made = made.json();
    assert_eq!((made["slug"].as_str(), &made["placeCount"]), (Some("tra-ca-phe"), &json!(0)));
    let twice = admin.post("/api/categories", json!({ "name": "Tea", "slug": "tea" })).await.is(422);
    assert_eq!(twice.fields(), ["slug"]);
    let changed =
        admin.put_with(&address, &[("if-match", "\"1\"")], json!({ "name": "Tea", "color": "" })).await.is(200);
    assert_eq!(changed.json()["color"], json!(null));
    assert_eq!(changed.json()["slug"], "tra-ca-phe", "addresses of lists stay");
    assert_eq!(changed.json()["aliases"], json!(["tea"]));
    admin.put_with(&address, &[("if-match", "\"1\"")], json!({ "name": "Late" })).await.is(412);
    // Links with its old name keep working.
    assert!(guide.visitor().get(&address).await.is(200).header("etag").starts_with("\"2."));
    let moved = admin.put(&address, json!({ "slug": "teahouses" })).await.is(200).json();
    assert_eq!((&moved["slug"], &moved["aliases"]), (&json!("teahouses"), &json!(["tea", "tra-ca-phe"])));
    guide.visitor().get("/api/businesses?category=tra-ca-phe").await.is(200);
    let back = admin.put(&address, json!({ "slug": "tra-ca-phe", "aliases": ["tea"] })).await.is(200).json();
    assert_eq!(back["aliases"], json!(["tea", "teahouses"]));
    // In use: refused, until its place is gone from it.
    let other = admin.adds_category("Other").await;
    let place = admin.adds(a_place("Tea House", made["id"].as_i64().unwrap())).await;
    assert_eq!(guide.visitor().get("/api/businesses/tea-house").await.json()["category"]["name"], "Tea");
    admin.put(&address, json!({ "name": "Teas" })).await.is(200);
    assert_eq!(guide.visitor().get("/api/businesses/tea-house").await.json()["category"]["name"], "Teas");
    assert_eq!(guide.visitor().get("/api/businesses?q=teas").await.names(), ["Tea House"], "found by its new name");
    admin.delete(&address).await.is(409);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "categoryIds": [other] })).await.is(200);
    admin.delete(&address).await.is(204);
    admin.delete(&address).await.is(404);
    admin.get(&address).await.is(404);
}

#[rstest]
#[tokio::test]
async fn a_removed_category_comes_back_for_ten_minutes_as_it_was(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let boats = json!({ "name": "Boats", "color": "#4D7C0F", "icon": "ship", "emoji": "⛵", "aliases": ["ferry"] });
    let boats = admin.post("/api/categories", boats).await.is(201).json();
    admin.adds_category("Caves").await;
    let before = guide.visitor().get("/api/categories").await.json();
    let address = format!("/api/categories/{}", boats["id"]);
    let restore = format!("{address}/restore");
    admin.post(&restore, json!({})).await.is(404);

    admin.delete(&address).await.is(204);
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json(), boats);
    assert_eq!(guide.visitor().get("/api/categories").await.json(), before, "at its old place");
    guide.visitor().get("/api/businesses?category=ferry").await.is(200);
    admin.post(&restore, json!({})).await.is(404);

    admin.delete(&address).await.is(204);
    let ferries = json!({ "name": "Ferries", "slug": "ferry" });
    let ferries = admin.post("/api/categories", ferries).await.is(201).json();
    let refused = admin.post(&restore, json!({})).await.is(409).json();
    assert_eq!(refused["detail"], "Another category answers to ferry");
    admin.delete(&format!("/api/categories/{}", ferries["id"])).await.is(204);
    admin.post(&restore, json!({})).await.is(200);

    admin.delete(&address).await.is(204);
    guide.app.clock.advance(601);
    let late = admin.post(&restore, json!({})).await.is(404).json();
    assert_eq!(late["detail"], "There is no such deleted category");
    assert_eq!(cms::commands::trash::empty(&guide.app).await.unwrap(), 2, "boats and ferries");
}

#[rstest]
#[tokio::test]
async fn of_two_who_change_or_remove_a_category_at_once_one_is_told(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    for n in 0..10 {
        let address = format!("/api/categories/{}", admin.adds_category(&format!("Boats {n}")).await);
        let rename = async |slug: String| {
            admin.put_with(&address, &[("if-match", "\"1\"")], json!({ "slug": slug })).await.status.as_u16()
        };
        let (one, other) = tokio::join!(rename(format!("one-{n}")), rename(format!("other-{n}")));
        assert_eq!(std::collections::BTreeSet::from([one, other]), [200, 412].into());
        let (one, other) = tokio::join!(admin.delete(&address), admin.delete(&address));
        let ends = [one.status.as_u16(), other.status.as_u16()];
        assert_eq!(std::collections::BTreeSet::from(ends), [204, 404].into());
    }
}

#[rstest]
#[tokio::test]
async fn a_category_has_as_many_aliases_as_can_be_sent_back(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let aliases: Vec<String> = (0..20).map(|n| format!("raft-{n:02}")).collect();
    let made = admin.post("/api/categories", json!({ "name": "Boats", "aliases": aliases })).await.is(201).json();
    let address = format!("/api/categories/{}", made["id"]);
    let refused = admin.put(&address, json!({ "slug": "ships" })).await.is(422).json();
    assert_eq!(refused["errors"][0]["field"], "aliases");
    admin.put(&address, json!({ "slug": "ships", "aliases": aliases[1..] })).await.is(200);
    let back = admin.get(&address).await.is(200).json();
    admin.put(&address, back).await.is(200);
}

// R164
#[rstest]
#[tokio::test]
async fn category_changes_by_others_than_admins_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let id = guide.admin().await.adds_category("Caves").await;
    let before = guide.visitor().get("/api/categories").await.text;
    for (person, status) in
        [(guide.visitor(), 401), (guide.traveller("Linh Tran").await, 403), (guide.owner("Minh Le").await, 403)]
    {
        person.post("/api/categories", json!({ "name": "X" })).await.is(status);
        person.put(&format!("/api/categories/{id}"), json!({ "name": "X" })).await.is(status);
        person.delete(&format!("/api/categories/{id}")).await.is(status);
    }
    assert_eq!(guide.visitor().get("/api/categories").await.text, before);
}

#[rstest]
#[tokio::test]
async fn of_two_that_take_one_name_at_once_one_has_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    for round in 0..12 {
        // One as its address, the other as an alias: no constraint of one table sees both.
        let name = format!("boats-{round}");
        let [boats, rafts] = [
            json!({ "name": "Boats", "slug": name }),
            json!({ "name": "Rafts", "slug": format!("rafts-{round}"), "aliases": [name] }),
        ];
        let (one, other) = tokio::join!(admin.post("/api/categories", boats), admin.post("/api/categories", rafts));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [201, 422], "round {round}: the categories that answer to it");
    }
}
