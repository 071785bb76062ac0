//! The schedule: places and articles are unpublished at their `unpublishAt`. Admins see all scheduled changes in one
//! list.

use cms::revisions::store::RecordKey;
use cms::schedule::service::unpublish_due;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// Noon on the day of `START_TIME`, four hours after `START_TIME`.
const NOON: &str = "2026-11-21T12:00:00.000Z";
const SECS_UNTIL_NOON: i64 = 4 * 3600;
const SCHEDULE_PATH: &str = "/api/admin/schedule";

/// Adds a public place and a public article with these fields. Returns their paths.
async fn add_public_records(admin: &TestClient, fields: &Value) -> [String; 2] {
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), fields.clone())).await;
    let article = admin.add_article(with_changes(article_json("By boat"), fields.clone())).await;
    [format!("/api/businesses/{}", place["id"]), format!("/api/articles/{}", article["id"])]
}

/// The action, record name and time of each scheduled change, in the order of the response.
async fn schedule_items(admin: &TestClient) -> Vec<[String; 3]> {
    let items = admin.get(SCHEDULE_PATH).await.is(200).json();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    let items = items.as_array().unwrap().iter();
    items.map(|item| ["action", "name", "time"].map(|field| text(item, field))).collect()
}

// R472
#[rstest]
#[tokio::test]
async fn record_is_unpublished_once_at_its_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let addresses = add_public_records(&admin, &json!({ "unpublishAt": NOON })).await;
    assert_eq!(unpublish_due(&guide.app).await.unwrap(), []);
    for address in &addresses {
        assert_eq!(admin.get(address).await.json()["unpublishAt"], NOON);
        guide.anonymous().get(address).await.is(200);
    }
    // The account that set `unpublishAt` is deactivated. The records are still unpublished at this time, because the
    // time belongs to the records.
    let other = guide.client_with_role("Admin Two", cms::auth::domain::accounts::Role::Admin).await;
    let path = format!("/api/admin/users/{}", admin.id.clone().unwrap().0);
    other.put(&path, json!({ "isActive": false })).await.is(200);

    guide.app.clock.advance(SECS_UNTIL_NOON);
    let (one, two) = tokio::join!(unpublish_due(&guide.app), unpublish_due(&guide.app));
    let unpublished: Vec<RecordKey> = one.unwrap().into_iter().chain(two.unwrap()).collect();
    assert_eq!(unpublished.len(), 2, "{unpublished:?}");
    let other = guide.sign_in_again("admin-two@example.org").await;
    for (address, kind) in addresses.iter().zip(["place", "article"]) {
        guide.anonymous().get(address).await.is(404);
        let read = other.get(address).await.is(200).json();
        assert_eq!((&read["isActive"], &read["unpublishAt"]), (&json!(false), &json!(null)), "{address}");
        let newest = &other.get(&format!("{address}/revisions")).await.json()[0];
        assert_eq!((&newest["action"], &newest["accountId"]), (&json!("unpublished"), &json!(null)));
        assert_eq!(newest["changedFields"], json!(["isActive", "unpublishAt"]));
        let events = other.get(&format!("/api/admin/audit?kind={kind}&limit=1")).await.json();
        assert_eq!((&events[0]["action"], &events[0]["address"]), (&json!("unpublished"), &json!("the guide itself")));
        // An admin makes the record public again. The record then stays public.
        other.put(address, json!({ "isActive": true })).await.is(200);
    }
    assert_eq!(unpublish_due(&guide.app).await.unwrap(), []);
    for address in &addresses {
        guide.anonymous().get(address).await.is(200);
    }
}

// R472
#[rstest]
#[tokio::test]
async fn time_to_unpublish_is_in_the_future_and_seen_by_staff_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, viewer) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let owner = guide.owner("Minh Le").await;
    let [place, article] = add_public_records(&admin, &json!({ "unpublishAt": NOON })).await;
    admin.put(&place, json!({ "ownerId": owner.id })).await.is(200);
    for address in [&place, &article] {
        for (time, message) in [
            ("tomorrow", "Unpublish at must be a time like 2027-02-05T01:00:00Z"),
            ("2027-02-30T00:00:00Z", "Unpublish at must be a time like 2027-02-05T01:00:00Z"),
            ("2026-11-21T08:00:00Z", "Unpublish at must be in the future"),
        ] {
            let refused = admin.put(address, json!({ "unpublishAt": time })).await.is(422);
            assert_eq!(refused.errors(), json!([{ "field": "unpublishAt", "message": message }]), "{address}");
        }
        let list = address.rsplit_once('/').unwrap().0;
        for caller in [&guide.anonymous(), &viewer] {
            assert_eq!(caller.get(address).await.json()["unpublishAt"], json!(null));
            assert_eq!(caller.get(list).await.json()[0]["unpublishAt"], json!(null));
        }
        for path in ["/api/businesses.geojson", "/api/businesses.json", "/api/businesses.csv"] {
            let text = guide.anonymous().get(path).await.text;
            assert!(!text.contains("2026-11-21T12:00"), "{path}: {text}");
        }
    }
    // The owner may read `unpublishAt` and may send the same time in an update, but may not change it.
    assert_eq!(owner.get(&place).await.json()["unpublishAt"], NOON);
    owner.put(&place, json!({ "hours": "1", "unpublishAt": "2026-11-21T19:00:00+07:00" })).await.is(200);
    assert_eq!(owner.put(&place, json!({ "unpublishAt": null })).await.is(403).fields(), ["unpublishAt"]);
    let draft = json!({ "baseVersion": 3, "fields": { "unpublishAt": null } });
    assert_eq!(owner.put(&format!("{place}/draft"), draft).await.is(403).fields(), ["unpublishAt"]);
    for address in [&place, &article] {
        admin.put(address, json!({ "unpublishAt": null })).await.is(200);
    }
    guide.app.clock.advance(SECS_UNTIL_NOON);
    assert_eq!(unpublish_due(&guide.app).await.unwrap(), []);
}

// R472
#[rstest]
#[tokio::test]
async fn past_time_to_unpublish_is_never_stored_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let addresses = add_public_records(&admin, &json!({ "unpublishAt": NOON })).await;
    for address in &addresses {
        // The draft does not conflict with the unpublished record, because the server also increments its base version.
        let draft = json!({ "baseVersion": 1, "fields": { "isActive": true } });
        admin.put(&format!("{address}/draft"), draft).await.is(200);
    }
    guide.app.clock.advance(SECS_UNTIL_NOON);
    assert_eq!(unpublish_due(&guide.app).await.unwrap().len(), 2);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    for address in &addresses {
        let draft = admin.get(&format!("{address}/draft")).await.json();
        assert_eq!((&draft["baseVersion"], &draft["recordVersion"]), (&json!(2), &json!(2)), "{address}");
        let draft_with_past_time = json!({ "baseVersion": 2, "fields": { "unpublishAt": NOON } });
        admin.put(&format!("{address}/draft"), draft_with_past_time).await.is(200);
        let refused = admin.post(&format!("{address}/draft/publish"), json!({})).await.is(422);
        assert_eq!(refused.fields(), ["unpublishAt"], "{address}");
        let path = format!("{address}/revisions/1/restore");
        let restored = admin.post(&path, json!({ "fields": ["unpublishAt"] })).await.is(200).json();
        assert_eq!(restored["skipped"], json!([{ "field": "unpublishAt", "reason": "time_in_past" }]));
        admin.post(&path, json!({})).await.is(200);
        let read = admin.get(address).await.json();
        assert_eq!((&read["isActive"], &read["unpublishAt"]), (&json!(false), &json!(null)));
    }
    // A record whose `unpublishAt` passes while the record is in the trash is not public after it is restored.
    for address in &addresses {
        admin.put(address, json!({ "isActive": true, "unpublishAt": "2026-11-21T13:00:00Z" })).await.is(200);
        admin.delete(address).await.is(204);
    }
    guide.app.clock.advance(3600);
    assert_eq!(unpublish_due(&guide.app).await.unwrap(), []);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    for address in &addresses {
        let restored = admin.post(&format!("{address}/restore"), json!({})).await.is(200).json();
        assert_eq!((&restored["isActive"], &restored["unpublishAt"]), (&json!(false), &json!(null)));
        guide.anonymous().get(address).await.is(404);
    }
}

// R472
#[rstest]
#[tokio::test]
async fn article_whose_times_have_both_passed_is_never_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let times = json!({ "publicationDate": "2026-11-21T11:00:00Z", "unpublishAt": NOON });
    let article = admin.add_article(with_changes(article_json("By boat"), times)).await;
    guide.app.clock.advance(SECS_UNTIL_NOON);
    assert_eq!(cms::articles::service::publish_due(&guide.app).await.unwrap(), []);
    assert_eq!(unpublish_due(&guide.app).await.unwrap().len(), 1);
    guide.anonymous().get(&format!("/api/articles/{}", article["id"])).await.is(404);
}

// R473
#[rstest]
#[tokio::test]
async fn schedule_lists_all_kinds_of_changes_by_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let at = |hour: i64| format!("2026-11-22T{hour:02}:00:00.000Z");
    let [place, article] = add_public_records(&admin, &json!({ "unpublishAt": at(4) })).await;
    admin.put(&article, json!({ "unpublishAt": at(1) })).await.is(200);
    admin.put(&place, json!({ "ownerId": owner.id })).await.is(200);
    let later_times = json!({ "publicationDate": at(2), "unpublishAt": at(5) });
    let new = admin.add_article(with_changes(article_json("By raft"), later_times.clone())).await;
    admin
        .add_article(with_changes(article_json("Hidden"), json!({ "publicationDate": at(2), "isActive": false })))
        .await;
    let gone = admin.add_article(with_changes(article_json("Gone"), later_times)).await;
    admin.delete(&format!("/api/articles/{}", gone["id"])).await.is(204);
    let draft = json!({ "baseVersion": 1, "fields": { "hours": "By day" }, "publishAt": at(3) });
    owner.put(&format!("{place}/draft"), draft).await.is(200);
    let settings = admin.get("/api/settings").await.json();
    let draft = json!({ "baseVersion": settings["version"], "fields": { "tagline": "Caves" } });
    admin.put("/api/settings/1/draft", draft).await.is(200);

    let expected = [
        ["unpublish", "By boat", &at(1)],
        ["publish_article", "By raft", &at(2)],
        ["publish_draft", "Dark Cave", &at(3)],
        ["unpublish", "Dark Cave", &at(4)],
        ["unpublish", "By raft", &at(5)],
    ];
    assert_eq!(schedule_items(&admin).await, expected.map(|item| item.map(str::to_owned)));
    let page = admin.get(&format!("{SCHEDULE_PATH}?limit=2&offset=1")).await.is(200);
    assert_eq!(page.header("x-total-count"), "5");
    assert!(page.header("link").contains("offset=3"), "{}", page.header("link"));
    let page = page.json();
    assert_eq!((&page[0]["recordId"], &page[0]["version"]), (&json!(new["id"].to_string()), &new["version"]));
    assert_eq!((&page[0]["accountName"], &page[0]["baseVersion"]), (&json!("Admin One"), &json!(null)));
    let drafts = admin.get("/api/drafts?kind=place").await.json();
    assert_eq!((&page[1]["version"], &page[1]["accountName"]), (&drafts[0]["version"], &json!("Minh Le")));
    assert_eq!((&page[1]["baseVersion"], &page[1]["recordVersion"]), (&json!(1), &json!(2)), "it waits for a merge");

    // The schedule has the name and the id of an inactive account, but only the id of a deleted account.
    let path = format!("/api/admin/users/{}", owner.id.clone().unwrap().0);
    admin.put(&path, json!({ "isActive": false })).await.is(200);
    let draft_account = async || {
        let item = admin.get(SCHEDULE_PATH).await.json()[2].clone();
        [item["isAccountActive"].clone(), item["accountName"].clone(), item["accountId"].clone()]
    };
    assert_eq!(draft_account().await, [json!(false), json!("Minh Le"), json!(owner.id)]);
    admin.delete(&path).await.is(204);
    assert_eq!(draft_account().await, [json!(false), json!(null), json!(owner.id)]);

    // An update of the record moves or cancels a scheduled change. The update may have an `If-Match` header.
    let version = format!("\"{}\"", new["version"]);
    let address = format!("/api/articles/{}", new["id"]);
    let moved = json!({ "publicationDate": at(6), "unpublishAt": null });
    admin.put_with_headers(&address, &[("if-match", &version)], moved).await.is(200);
    admin.put_with_headers(&address, &[("if-match", &version)], json!({ "isActive": false })).await.is(412);
    assert_eq!(schedule_items(&admin).await.last().unwrap()[..2], ["publish_article".to_owned(), "By raft".to_owned()]);
}

// R473
#[rstest]
#[tokio::test]
async fn schedule_names_the_account_that_last_set_each_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let other = guide.client_with_role("Admin Two", cms::auth::domain::accounts::Role::Admin).await;
    let times = json!({ "publicationDate": "2026-11-22T00:00:00Z", "unpublishAt": "2026-11-23T00:00:00Z" });
    let article = admin.add_article(with_changes(article_json("By boat"), times)).await;
    let address = format!("/api/articles/{}", article["id"]);
    let names = async || {
        let items = admin.get(SCHEDULE_PATH).await.json();
        [0, 1].map(|at| items[at]["accountName"].as_str().unwrap().to_owned())
    };
    other.put(&address, json!({ "summary": "Another" })).await.is(200);
    assert_eq!(names().await, ["Admin One", "Admin One"]);
    other.put(&address, json!({ "unpublishAt": "2026-11-24T00:00:00Z" })).await.is(200);
    assert_eq!(names().await, ["Admin One", "Admin Two"]);
    other.put(&address, json!({ "publicationDate": "2026-11-22T01:00:00Z" })).await.is(200);
    assert_eq!(names().await, ["Admin Two", "Admin Two"]);
}
