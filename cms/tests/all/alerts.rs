//! Alerts: who creates them, what they change for travelers, and their times.

use std::time::{Duration, Instant};

use cms::alerts::service::process_due_alerts;
use cms::common::id::AlertId;
use cms::places::list_cache;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const ADMIN_ALERTS_PATH: &str = "/api/admin/alerts";
const PUBLIC_ALERTS_PATH: &str = "/api/alerts";

/// The body of a request that creates an alert of level `closed` about these places.
pub fn alert_json(places: &[i64]) -> Value {
    json!({ "level": "closed", "scope": "places", "placeIds": places, "text": "Closed after the flood." })
}

/// The levels of the alerts of a place: first those in the response for the place, then those in the list of places.
async fn alert_levels_in_record_and_list(client: &TestClient, place: i64) -> [Vec<String>; 2] {
    let one = client.get(&format!("/api/businesses/{place}")).await.is(200).json();
    let list = client.get("/api/businesses").await.is(200).json();
    let listed = list.as_array().unwrap().iter().find(|one| one["id"] == place).unwrap().clone();
    let levels = |place: &Value| -> Vec<String> {
        place["alerts"].as_array().unwrap().iter().map(|alert| alert["level"].as_str().unwrap().to_owned()).collect()
    };
    [levels(&one), levels(&listed)]
}

async fn alert_level_in_geojson(client: &TestClient, place: i64) -> Value {
    let feed = client.get("/api/businesses.geojson").await.is(200).json();
    let feature = feed["features"].as_array().unwrap().iter().find(|feature| feature["id"] == place).unwrap().clone();
    feature["properties"]["alert"].clone()
}

/// Adds two caves in one category and a café in another. Returns the id of the category of the caves, and the ids of
/// the caves and of the café, in this order.
async fn add_caves_and_cafe(admin: &TestClient) -> (i64, [i64; 3]) {
    let (caves, cafes) = (admin.add_category("Caves").await, admin.add_category("Cafés").await);
    let add = async |name: &str, category: i64| id(&admin.add_place(place_json(name, category)).await);
    (caves, [add("Hang Én", caves).await, add("Dark Cave", caves).await, add("Quán Cà Phê", cafes).await])
}

// R490, R492
#[rstest]
#[tokio::test]
async fn alert_is_shown_by_its_places_until_it_is_ended(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (caves, [en, dark, cafe]) = add_caves_and_cafe(&admin).await;
    assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [Vec::<String>::new(), Vec::new()]);

    let created = admin.post(ADMIN_ALERTS_PATH, alert_json(&[dark, en, en])).await.is(201);
    let alert = format!("{ADMIN_ALERTS_PATH}/{}", created.json()["id"]);
    assert_eq!(created.header("location"), alert);
    let created = created.json();
    assert_eq!((&created["placeIds"], &created["placeNames"]), (&json!([dark, en]), &json!(["Dark Cave", "Hang Én"])));
    assert_eq!((&created["state"], &created["accountName"]), (&json!("current"), &json!("Admin One")));
    for place in [en, dark] {
        assert_eq!(alert_levels_in_record_and_list(&anonymous, place).await, [["closed"], ["closed"]]);
        assert_eq!(alert_level_in_geojson(&anonymous, place).await, "closed");
    }
    assert_eq!(
        (alert_levels_in_record_and_list(&anonymous, cafe).await, alert_level_in_geojson(&anonymous, cafe).await),
        ([vec![], vec![]], json!(null))
    );
    let suggested = anonymous.get("/api/suggestions?q=hang").await.is(200).json();
    assert_eq!(suggested["places"][0]["alert"], "closed");
    // The version of a place counts changes of its own fields, not changes of its alerts.
    assert_eq!(anonymous.get(&format!("/api/businesses/{en}")).await.json()["version"], 1);

    // The alert of the category is less severe, so it comes second. `refresh_stale_json` computes the list cache again,
    // as a background task does.
    let danger = json!({ "level": "danger", "scope": "category", "categoryId": caves, "text": "High water." });
    let danger = format!("{ADMIN_ALERTS_PATH}/{}", admin.post(ADMIN_ALERTS_PATH, danger).await.is(201).json()["id"]);
    assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [["closed", "danger"], ["closed", "danger"]]);
    while list_cache::refresh_stale_json(&guide.app.db).await.unwrap() > 0 {}
    assert_eq!(alert_levels_in_record_and_list(&anonymous, dark).await, [["closed", "danger"], ["closed", "danger"]]);
    let new = id(&admin.add_place(place_json("Lantern Cave", caves)).await);
    assert_eq!(alert_levels_in_record_and_list(&anonymous, new).await, [["danger"], ["danger"]]);

    // The first alert moves to another place, and both alerts are current.
    let changed = admin.put(&alert, json!({ "placeIds": [cafe], "level": "restricted" })).await.is(200).json();
    assert_eq!((&changed["version"], &changed["placeNames"]), (&json!(2), &json!(["Quán Cà Phê"])));
    assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [["danger"], ["danger"]]);
    assert_eq!(alert_levels_in_record_and_list(&anonymous, cafe).await, [["restricted"], ["restricted"]]);
    assert_eq!(alert_level_in_geojson(&anonymous, cafe).await, "restricted");

    for path in [&alert, &danger] {
        let ended = admin.post(&format!("{path}/end"), json!({})).await.is(200).json();
        assert_eq!(ended["state"], "ended");
        let again = admin.post(&format!("{path}/end"), json!({})).await.is(200).json();
        assert_eq!(again["version"], ended["version"]);
    }
    for place in [en, dark, cafe, new] {
        assert_eq!(alert_levels_in_record_and_list(&anonymous, place).await, [Vec::<String>::new(), Vec::new()]);
    }
    assert_eq!(anonymous.get(PUBLIC_ALERTS_PATH).await.is(200).json(), json!([]));
    let log = admin.get(&format!("{ADMIN_ALERTS_PATH}?state=ended")).await.is(200);
    assert_eq!(log.header("x-total-count"), "2", "ended alerts stay in the log");
    assert_eq!(admin.get(&format!("{ADMIN_ALERTS_PATH}?placeId={cafe}")).await.is(200).json()[0]["id"], changed["id"]);
}

// R491
#[rstest]
#[tokio::test]
async fn alert_begins_and_ends_once_at_its_times(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (_, [en, ..]) = add_caves_and_cafe(&admin).await;
    let times = json!({ "startsAt": "2026-11-21T19:00:00+07:00", "endsAt": "2026-11-21T14:00:00Z" });
    let alert = admin.post(ADMIN_ALERTS_PATH, with_changes(alert_json(&[en]), times)).await.is(201).json();
    assert_eq!((&alert["state"], &alert["startsAt"]), (&json!("upcoming"), &json!("2026-11-21T12:00:00.000Z")));
    assert_eq!(anonymous.get(PUBLIC_ALERTS_PATH).await.json()[0]["state"], "upcoming");
    assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [Vec::<String>::new(), Vec::new()]);
    assert_eq!(process_due_alerts(&guide.app).await.unwrap(), []);

    for (hours, state, shown) in [(4, "current", vec!["closed"]), (2, "ended", vec![])] {
        guide.app.clock.advance(hours * 3600);
        let (one, two) = tokio::join!(process_due_alerts(&guide.app), process_due_alerts(&guide.app));
        let applied: Vec<AlertId> = one.unwrap().into_iter().chain(two.unwrap()).collect();
        assert_eq!(applied, [AlertId(id(&alert))]);
        assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [shown.clone(), shown]);
        let admin = guide.sign_in_again("admin-one@example.org").await;
        let read = admin.get(&format!("{ADMIN_ALERTS_PATH}/{}", alert["id"])).await.is(200).json();
        assert_eq!((&read["state"], &read["version"]), (&json!(state), &json!(1)), "an editor's form stays valid");
        let events = admin.get("/api/admin/audit?kind=alert&limit=1").await.json();
        let action = if state == "ended" { "alert ended" } else { "alert started" };
        assert_eq!((&events[0]["action"], &events[0]["address"]), (&json!(action), &json!("the guide itself")));
    }
    assert_eq!(process_due_alerts(&guide.app).await.unwrap(), []);
    // An ended alert becomes current again when its end is removed. Pages state a closure without an end for one week
    // only. Before the week is over, `process_due_alerts` adds a change, so that the pages are rendered again.
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let path = format!("{ADMIN_ALERTS_PATH}/{}", alert["id"]);
    assert_eq!(admin.put(&path, json!({ "endsAt": null })).await.is(200).json()["state"], "current");
    assert_eq!(alert_levels_in_record_and_list(&anonymous, en).await, [["closed"], ["closed"]]);
    let newest = async || cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap();
    guide.app.clock.advance(4 * 86_400);
    let before = newest().await;
    for _ in 0..2 {
        assert_eq!(process_due_alerts(&guide.app).await.unwrap(), []);
        assert_eq!(newest().await.0, before.0 + 1, "rendered again once");
    }
}

// R490
#[rstest]
#[tokio::test]
async fn invalid_alert_is_refused_and_its_invalid_field_is_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (_, [en, ..]) = add_caves_and_cafe(&admin).await;
    let too_many_ids: Vec<i64> = (1..=2001).collect();
    for (changes, field) in [
        (json!({ "level": "flooded" }), "level"),
        (json!({ "scope": "region" }), "scope"),
        (json!({ "placeIds": [] }), "placeIds"),
        (json!({ "placeIds": [en, 999] }), "placeIds"),
        (json!({ "placeIds": too_many_ids }), "placeIds"),
        (json!({ "scope": "category" }), "categoryId"),
        (json!({ "scope": "category", "categoryId": 999 }), "categoryId"),
        (json!({ "text": " " }), "text"),
        (json!({ "text": "x".repeat(501) }), "text"),
        (json!({ "source": "x".repeat(201) }), "source"),
        (json!({ "sourceUrl": "javascript:alert(1)" }), "sourceUrl"),
        (json!({ "sourceUrl": "//evil.example" }), "sourceUrl"),
        (json!({ "startsAt": "soon" }), "startsAt"),
        (json!({ "endsAt": "2026-11-21T08:00:00Z" }), "endsAt"),
        (json!({ "endsAt": "2026-02-30T08:00:00Z" }), "endsAt"),
    ] {
        let refused = admin.post(ADMIN_ALERTS_PATH, with_changes(alert_json(&[en]), changes.clone())).await.is(422);
        assert_eq!(refused.fields(), [field], "{changes}");
    }
    let path =
        format!("{ADMIN_ALERTS_PATH}/{}", admin.post(ADMIN_ALERTS_PATH, alert_json(&[en])).await.is(201).json()["id"]);
    let version = |n: i64| [("if-match", format!("\"{n}\""))];
    let put = async |n: i64, body: Value| {
        let [(name, value)] = version(n);
        admin.put_with_headers(&path, &[(name, &value)], body).await
    };
    put(1, json!({ "text": "Closed." })).await.is(200);
    put(1, json!({ "text": "Open?" })).await.is(412);
    put(1, json!({ "text": "Closed." })).await.is(200);
    put(2, json!({ "placeIds": [999] })).await.is(422);
    assert_eq!(admin.put(&path, json!({ "id": 999 })).await.status, 422);
    admin.get(&format!("{ADMIN_ALERTS_PATH}/999")).await.is(404);
    admin.post(&format!("{ADMIN_ALERTS_PATH}/999/end"), json!({})).await.is(404);
    guide.anonymous().get("/api/alerts?state=ended").await.is(400);
}

// R490
#[rstest]
#[tokio::test]
async fn alert_feeds_have_only_what_travelers_see(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (caves, [en, dark, cafe]) = add_caves_and_cafe(&admin).await;
    let hidden = with_changes(place_json("Secret Cave", caves), json!({ "isActive": false }));
    let hidden = id(&admin.add_place(hidden).await);
    let text = json!({ "text": "Mưa to & <b>lũ</b>", "sourceUrl": "/inspiration/7-after-the-flood" });
    admin.post(ADMIN_ALERTS_PATH, with_changes(alert_json(&[en, hidden]), text)).await.is(201);
    admin.post(ADMIN_ALERTS_PATH, with_changes(alert_json(&[hidden]), json!({ "text": "A secret" }))).await.is(201);
    let guide_alert = json!({ "level": "information", "scope": "guide", "text": "Tết: many places close." });
    admin.post(ADMIN_ALERTS_PATH, guide_alert).await.is(201);
    let category = json!({ "level": "danger", "scope": "category", "categoryId": caves, "text": "High water." });
    let later = with_changes(category, json!({ "startsAt": "2026-12-01T00:00:00Z" }));
    admin.post(ADMIN_ALERTS_PATH, later).await.is(201);

    let list = anonymous.get(PUBLIC_ALERTS_PATH).await.is(200).json();
    let texts: Vec<&str> = list.as_array().unwrap().iter().map(|alert| alert["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Tết: many places close.", "Mưa to & <b>lũ</b>", "High water."], "current ones first");
    assert_eq!((&list[1]["placeIds"], &list[1]["accountId"]), (&json!([en]), &json!(null)));
    let guide_alerts = anonymous.get("/api/alerts?scope=guide&state=current").await.is(200).json();
    assert_eq!(guide_alerts.as_array().unwrap().len(), 1);

    let feed = anonymous.get("/api/alerts.geojson").await.is(200);
    assert_eq!(feed.header("content-type"), "application/geo+json");
    let feed = feed.json();
    let feature_at = |at: usize| (&feed["features"][at]["geometry"], &feed["features"][at]["properties"]["placeIds"]);
    assert_eq!(feature_at(0), (&json!(null), &json!([])));
    assert_eq!(feature_at(1), (&json!({ "type": "MultiPoint", "coordinates": [[106.28, 17.58]] }), &json!([en])));
    assert_eq!(feature_at(2).1, &json!([en, dark]), "the public places of the category");

    let atom = anonymous.get("/api/alerts.atom").await.is(200);
    assert_eq!(atom.header("content-type"), "application/atom+xml; charset=utf-8");
    for part in ["<title>Closed · Hang Én</title>", "Mưa to &amp; &lt;b&gt;", "Upcoming · Danger · Caves"] {
        assert!(atom.text.contains(part), "{part}: {}", atom.text);
    }
    assert!(!atom.text.contains("secret") && !atom.text.contains("Secret"), "{}", atom.text);

    // An alert becomes public when its place becomes public. It is no longer public when its place is in the trash.
    admin.put(&format!("/api/businesses/{hidden}"), json!({ "isActive": true })).await.is(200);
    assert_eq!(anonymous.get(PUBLIC_ALERTS_PATH).await.json().as_array().unwrap().len(), 4);
    admin.delete(&format!("/api/businesses/{en}")).await.is(204);
    assert!(!anonymous.get("/api/alerts.atom").await.text.contains("Hang Én"));
    assert_eq!(
        alert_levels_in_record_and_list(&anonymous, cafe).await,
        [Vec::<String>::new(), Vec::new()],
        "the guide's is no place's"
    );
}

// R493
#[rstest]
#[tokio::test]
async fn alert_of_2000_places_is_published_within_two_seconds(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (caves, _) = add_caves_and_cafe(&admin).await;
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            for n in 0..1_997 {
                let insert = "insert into place (slug, name, gallery, latitude, longitude, review_count, reviews, tags,
                        amenities, booking_type, enquiry_form_enabled, is_premium, is_active, is_verified,
                        is_recommended, sources, created_at, updated_at, is_public, rank, rating_key, name_key, search)
                    select $1, $1, gallery, latitude, longitude, review_count, reviews, tags, amenities, booking_type,
                        enquiry_form_enabled, is_premium, is_active, is_verified, is_recommended, sources, created_at,
                        updated_at, is_public, rank, rating_key, $1, $1 from place where id = 1";
                execute!(tx, sqlx::query(insert).bind(format!("copy-{n}")))?;
            }
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    work.await.unwrap();
    let all = "select id from place order by id";
    let ids: Vec<i64> = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(all).fetch_all(engine)).unwrap();
    assert_eq!(ids.len(), 2000);
    let anonymous = guide.anonymous();
    anonymous.get("/api/businesses?limit=1").await.is(200);
    let started = Instant::now();
    let created = admin.post(ADMIN_ALERTS_PATH, alert_json(&ids)).await.is(201).json();
    let last = anonymous.get(&format!("/api/businesses/{}", ids[1999])).await.is(200).json();
    assert_eq!(last["alerts"][0]["level"], "closed");
    let list = anonymous.get("/api/businesses?limit=1").await.is(200).json();
    assert_eq!(list[0]["alerts"][0]["level"], "closed");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!(created["placeNames"].as_array().unwrap().len(), 5);

    // The change feed lists exactly the places of the alert, not the other places of their category.
    crate::change_feed::update_feed(&guide).await;
    let count_changed_places =
        "select count(*) from public_record where kind = 'place' and seq = (select max(seq) from change_log)";
    let changed: i64 =
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count_changed_places).fetch_one(engine)).unwrap();
    assert_eq!(changed, 2000);
    let new = id(&admin.add_place(place_json("Another Cave", caves)).await);
    admin.post(ADMIN_ALERTS_PATH, alert_json(&[ids[0]])).await.is(201);
    crate::change_feed::update_feed(&guide).await;
    let changed: i64 =
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count_changed_places).fetch_one(engine)).unwrap();
    assert_eq!(changed, 1, "{new}");
}

// R490
#[rstest]
#[tokio::test]
async fn alert_is_refused_while_200_others_have_not_ended(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            for n in 0..200 {
                let insert = "insert into alert (uuid, level, scope, text, starts_at, refreshed_at, state, created_at,
                        updated_at) values ($1, 'information', 'guide', 'Rain', 0, 0, 'current', 0, 0)";
                execute!(tx, sqlx::query(insert).bind(n.to_string()))?;
            }
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    work.await.unwrap();
    let guide_alert = json!({ "level": "information", "scope": "guide", "text": "Rain" });
    assert_eq!(admin.post(ADMIN_ALERTS_PATH, guide_alert.clone()).await.is(409).json()["code"], "alerts_full");
    admin.post(&format!("{ADMIN_ALERTS_PATH}/1/end"), json!({})).await.is(200);
    admin.post(ADMIN_ALERTS_PATH, guide_alert).await.is(201);
}

// R490
#[rstest]
#[tokio::test]
async fn alert_call_with_a_token_without_the_scope_or_with_place_limits_is_refused(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (caves, [en, ..]) = add_caves_and_cafe(&admin).await;
    let writes = admin.create_client_with_api_token(&["places:write"], json!({})).await;
    writes.post(ADMIN_ALERTS_PATH, alert_json(&[en])).await.is(201);
    writes.get(ADMIN_ALERTS_PATH).await.is(403);
    let reads = admin.create_client_with_api_token(&["read"], json!({})).await;
    assert_eq!(reads.get(ADMIN_ALERTS_PATH).await.is(200).json().as_array().unwrap().len(), 1);
    reads.post(ADMIN_ALERTS_PATH, alert_json(&[en])).await.is(403);
    let limited = admin.create_client_with_api_token(&["places:write"], json!({ "categoryIds": [caves] })).await;
    assert_eq!(limited.post(ADMIN_ALERTS_PATH, alert_json(&[en])).await.is(403).json()["code"], "token_limited");
}

// R494
#[rstest]
#[tokio::test]
async fn places_are_found_by_the_month_in_which_they_are_good(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (_, [en, dark, _]) = add_caves_and_cafe(&admin).await;
    let path = |place: i64| format!("/api/businesses/{place}");
    let sent = json!({ "goodMonths": [4, 2, 3, 3], "closedMonths": [10] });
    let saved = admin.put(&path(en), sent).await.is(200).json();
    assert_eq!((&saved["goodMonths"], &saved["closedMonths"]), (&json!([2, 3, 4]), &json!([10])));
    admin.put(&path(dark), json!({ "closedMonths": [9, 10] })).await.is(200);
    for (month, names) in
        [(3, vec!["Dark Cave", "Hang Én"]), (5, vec!["Dark Cave"]), (10, vec![]), (12, vec!["Dark Cave"])]
    {
        let found = anonymous.get(&format!("/api/businesses?goodIn={month}&sort=name")).await.is(200);
        assert_eq!(found.names(), names, "{month}");
    }
    let searched = anonymous.get("/api/businesses?goodIn=3&q=hang").await.is(200);
    assert_eq!((searched.names(), searched.header("x-total-count")), (vec!["Hang Én".to_owned()], "1"));
    for (changes, field) in [
        (json!({ "goodMonths": [13] }), "goodMonths.0"),
        (json!({ "goodMonths": [0] }), "goodMonths.0"),
        (json!({ "closedMonths": [3] }), "closedMonths"),
    ] {
        assert_eq!(admin.put(&path(en), changes).await.is(422).fields(), [field]);
    }
    anonymous.get("/api/businesses?goodIn=13").await.is(400);
}
