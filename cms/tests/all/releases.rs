//! Releases: the drafts of a release are published together, all or none. An undo reverts all of its records or none.

use cms::releases::publication::publish_due;
use cms::with_pool;
use futures_util::future::join_all;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

/// The publication time of scheduled releases and drafts, eleven weeks after `START_TIME`.
const PUBLISH_TIME: &str = "2027-02-05T01:00:00Z";
const RELEASES_PATH: &str = "/api/releases";

impl TestClient {
    async fn add_release_and_get_path(&self, name: &str) -> String {
        let release = self.post(RELEASES_PATH, json!({ "name": name })).await.is(201).json();
        format!("{RELEASES_PATH}/{}", release["id"])
    }

    /// Saves a draft of a record and adds the draft to a release. `version` is the base version of the draft.
    async fn add_draft_to_release(&self, release: &str, record: &str, version: &Value, fields: Value) {
        let draft = json!({ "baseVersion": version, "fields": fields });
        self.put(&format!("/api/{record}/draft"), draft).await.is(200);
        self.put(&format!("{release}/drafts/{record}"), json!({})).await.is(204);
    }

    async fn post_release_action(&self, release: &str, action: &str) -> TestResponse {
        self.send(Method::POST, &format!("{release}/{action}"), &[], None).await
    }
}

/// Adds places with these names. Returns their paths below `/api/`, such as `businesses/7`.
async fn add_places(admin: &TestClient, names: &[&str]) -> Vec<String> {
    let cave = admin.add_category("Caves").await;
    let mut records = Vec::new();
    for name in names {
        let place = admin.add_place(place_json(name, cave)).await;
        records.push(format!("businesses/{}", place["id"]));
    }
    records
}

async fn get_record(client: &TestClient, record: &str) -> Value {
    client.get(&format!("/api/{record}")).await.is(200).json()
}

async fn change_log_length(guide: &TestApp) -> i64 {
    with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from change_log").fetch_one(engine)).unwrap()
}

fn without_version_and_live_since(mut record: Value) -> Value {
    record.as_object_mut().unwrap().retain(|field, _| field != "version" && field != "liveSince");
    record
}

// R464
#[rstest]
#[tokio::test]
async fn release_of_sixty_places_is_one_change_and_is_undone_exactly(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let names: Vec<String> = (1..=60).map(|number| format!("Cave {number}")).collect();
    let records = add_places(&admin, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    admin
        .put(&format!("/api/{}", records[0]), json!({ "isVerified": true, "operatingHours": "Mo-Su 08:00-17:00" }))
        .await
        .is(200);
    let mut before = Vec::new();
    for record in &records {
        before.push(get_record(&admin, record).await);
    }
    let release = admin.add_release_and_get_path("Hours during Tết").await;
    guide.app.clock.advance(60);
    for (record, place) in records.iter().zip(&before) {
        let fields = json!({ "operatingHours": "Mo-Su 08:00-12:00", "hours": "Closed for Tết", "isVerified": false });
        admin.add_draft_to_release(&release, record, &place["version"], fields).await;
    }
    let read = admin.get(&release).await.is(200).json();
    assert_eq!((&read["recordCount"], read["drafts"].as_array().map(Vec::len)), (&json!(60), Some(60)));
    assert_eq!(read["drafts"][0]["releaseName"], "Hours during Tết");
    assert_eq!(get_record(&anonymous, &records[0]).await["hours"], json!(null), "nothing is public yet");

    let change_count_before = change_log_length(&guide).await;
    let published = admin.post_release_action(&release, "publish").await.is(200).json();
    assert_eq!(change_log_length(&guide).await, change_count_before + 1, "one entry in the change log");
    assert_eq!((&published["state"], &published["recordCount"]), (&json!("published"), &json!(60)));
    for (record, place) in records.iter().zip(&before) {
        let published_place = get_record(&anonymous, record).await;
        assert_eq!(
            (&published_place["hours"], &published_place["isVerified"]),
            (&json!("Closed for Tết"), &json!(false))
        );
        assert_eq!(published_place["version"].as_i64().unwrap(), place["version"].as_i64().unwrap() + 1);
        admin.get(&format!("/api/{record}/draft")).await.is(404);
    }
    let revision = &admin.get(&format!("/api/{}/revisions", records[7])).await.json()[0];
    assert_eq!((&revision["action"], &revision["accountName"]), (&json!("publishRelease"), &json!("Admin One")));
    admin.post_release_action(&release, "publish").await.is(409);

    guide.app.clock.advance(30 * 60);
    let undone = admin.post_release_action(&release, "undo").await.is(200).json();
    assert_eq!((&undone["state"], change_log_length(&guide).await), (&json!("undone"), change_count_before + 2));
    for (record, place) in records.iter().zip(before) {
        assert_eq!(
            without_version_and_live_since(get_record(&admin, record).await),
            without_version_and_live_since(place),
            "{record}"
        );
    }
    assert_eq!(admin.post_release_action(&release, "undo").await.is(409).json()["code"], "release_not_published");
}

// R464
#[rstest]
#[tokio::test]
async fn release_with_a_conflict_or_invalid_draft_publishes_nothing_and_names_each_refused_record(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let records = add_places(&admin, &["Dark Cave", "Bright Cave", "Wet Cave"]).await;
    let article = admin.add_article(article_json("By boat")).await;
    let article = format!("articles/{}", article["id"]);
    let release = admin.add_release_and_get_path("Spring").await;
    assert_eq!(admin.post_release_action(&release, "publish").await.is(409).json()["code"], "release_empty");
    let fields = [json!({ "phone": "1" }), json!({ "phone": "1" }), json!({ "name": "", "website": "example" })];
    for (record, fields) in records.iter().zip(fields) {
        admin.add_draft_to_release(&release, record, &json!(1), fields).await;
    }
    admin.add_draft_to_release(&release, &article, &json!(1), json!({ "contentHtml": " " })).await;
    admin.put(&format!("/api/{}", records[1]), json!({ "hours": "By day" })).await.is(200);
    let change_count_before = change_log_length(&guide).await;
    let refused = admin.post_release_action(&release, "publish").await.is(409).json();
    assert_eq!(refused["code"], "release_refused");
    let refusals = |one: &Value| (one["kind"].clone(), one["name"].clone(), one["code"].clone());
    let refusals: Vec<_> = refused["records"].as_array().unwrap().iter().map(refusals).collect();
    let expected = [
        ("place", "Bright Cave", "precondition_failed"),
        ("article", "By boat", "validation_failed"),
        ("place", "Wet Cave", "validation_failed"),
    ];
    assert_eq!(refusals, expected.map(|(kind, name, code)| (json!(kind), json!(name), json!(code))));
    assert_eq!(refused["records"][2]["errors"][0]["field"], "name");
    assert_eq!(change_log_length(&guide).await, change_count_before);
    assert_eq!(get_record(&admin, &records[0]).await["phone"], json!(null), "none is published");
    let read = admin.get(&release).await.json();
    assert_eq!((&read["state"], &read["recordCount"]), (&json!("open"), &json!(4)));

    // A draft that conflicts with its record can be published after it is saved again with the current version as its
    // base version.
    let save = async |record: &str, version: i64, fields: Value| {
        let draft = json!({ "baseVersion": version, "fields": fields });
        admin.put(&format!("/api/{record}/draft"), draft).await.is(200);
    };
    save(&records[1], 2, json!({ "phone": "1" })).await;
    save(&records[2], 1, json!({ "phone": "1" })).await;
    save(&article, 1, json!({ "author": "Minh Le" })).await;
    let version = admin.get(&release).await.json()["version"].clone();
    let stale_if_match = [("if-match", "\"1\"")];
    let stale = admin.send(Method::POST, &format!("{release}/publish"), &stale_if_match, None).await.is(412).json();
    assert_eq!(stale["current"]["version"], version);
    admin.post_release_action(&release, "publish").await.is(200);
    for record in &records {
        assert_eq!(get_record(&admin, record).await["phone"], "1");
    }
    assert_eq!(get_record(&admin, &article).await["author"], "Minh Le");
}

// R464
#[rstest]
#[tokio::test]
async fn release_publishes_new_changed_and_unpublished_records_of_every_kind(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let public_places = add_places(&admin, &["Dark Cave", "Bright Cave"]).await;
    let hidden_place = admin.add_place(with_changes(place_json("New Cave", 1), json!({ "isActive": false }))).await;
    let hidden_place = format!("businesses/{}", hidden_place["id"]);
    let article = async |title: &str, is_active: bool| {
        let article = with_changes(article_json(title), json!({ "isActive": is_active }));
        format!("articles/{}", admin.add_article(article).await["id"])
    };
    let (public_article, hidden_article) = (article("By boat", true).await, article("On foot", false).await);
    admin.put("/api/pages/help", standing_page_json("help")).await.is(200);
    let release = admin.add_release_and_get_path("Spring").await;
    let version = admin.get("/api/pages/help").await.json()["version"].clone();
    admin.add_draft_to_release(&release, "pages/help", &version, json!({ "title": "Questions" })).await;
    let version = admin.put("/api/settings", json!({ "tagline": "Up we go" })).await.is(200).json()["version"].clone();
    admin.add_draft_to_release(&release, "settings/1", &version, json!({ "tagline": "Down we go" })).await;
    admin.add_draft_to_release(&release, "categories/1", &json!(1), json!({ "name": "Grottoes" })).await;
    admin.add_draft_to_release(&release, &public_places[0], &json!(1), json!({ "isActive": false })).await;
    // The new name of this place also changes its slug.
    admin.add_draft_to_release(&release, &public_places[1], &json!(1), json!({ "name": "Old Cave" })).await;
    admin.add_draft_to_release(&release, &hidden_place, &json!(1), json!({ "isActive": true })).await;
    admin.add_draft_to_release(&release, &public_article, &json!(1), json!({ "isActive": false })).await;
    admin.add_draft_to_release(&release, &hidden_article, &json!(1), json!({ "isActive": true })).await;
    let change_count_before = change_log_length(&guide).await;
    admin.post_release_action(&release, "publish").await.is(200);
    assert_eq!(change_log_length(&guide).await, change_count_before + 1);
    let public = async |record: &str| anonymous.get(&format!("/api/{record}")).await.status.as_u16();
    let all = [&public_places[0], &hidden_place, &public_article, &hidden_article];
    let statuses = async || [public(all[0]).await, public(all[1]).await, public(all[2]).await, public(all[3]).await];
    assert_eq!(statuses().await, [404, 200, 404, 200]);
    assert_eq!(anonymous.get("/api/pages/help").await.json()["title"], "Questions");
    assert_eq!(anonymous.get("/api/settings").await.json()["tagline"], "Down we go");
    let renamed = get_record(&anonymous, &public_places[1]).await;
    assert_eq!((&renamed["slug"], &renamed["categories"][0]["name"]), (&json!("old-cave"), &json!("Grottoes")));

    admin.post_release_action(&release, "undo").await.is(200);
    assert_eq!(statuses().await, [200, 404, 200, 404]);
    let renamed = get_record(&anonymous, &public_places[1]).await;
    assert_eq!((&renamed["slug"], &renamed["categories"][0]["name"]), (&json!("bright-cave"), &json!("Caves")));
    assert_eq!(anonymous.get("/api/settings").await.json()["tagline"], "Up we go");
    assert_eq!(anonymous.get("/api/pages/help").await.json()["title"], standing_page_json("help")["title"]);
}

// R464
#[rstest]
#[tokio::test]
async fn concurrent_releases_single_changes_and_bulk_changes_never_deadlock(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let records = add_places(&admin, &["One", "Two", "Three", "Four", "Five", "Six"]).await;
    let mut articles = Vec::new();
    for title in ["By boat", "On foot", "By bus", "By air"] {
        articles.push(format!("articles/{}", admin.add_article(article_json(title)).await["id"]));
    }
    let food = admin.add_category("Food").await;
    for round in 0..4 {
        let mut releases = Vec::new();
        for half in 0..2 {
            let release = admin.add_release_and_get_path(&format!("Release {round} {half}")).await;
            let places = records[half * 3..half * 3 + 3].iter().rev();
            for record in places.chain(&articles[half * 2..half * 2 + 2]) {
                let version = get_record(&admin, record).await["version"].clone();
                let is_place = record.starts_with("businesses");
                let fields = match is_place {
                    true => json!({ "categoryIds": if round % 2 == 0 { [food, 1] } else { [1, food] } }),
                    false => json!({ "author": format!("Author {round}") }),
                };
                admin.add_draft_to_release(&release, record, &version, fields).await;
            }
            releases.push(release);
        }
        let publications = releases.iter().map(|release| admin.post_release_action(release, "publish"));
        let place_updates = records.iter().map(async |record| {
            let fields = json!({ "phone": format!("{round}"), "isActive": round % 2 == 0 });
            admin.put(&format!("/api/{record}"), fields).await
        });
        let article_updates = articles.iter().rev().map(async |record| {
            admin.put(&format!("/api/{record}"), json!({ "summary": format!("Summary {round}") })).await
        });
        let ids: Vec<i64> = records.iter().map(|record| record.rsplit('/').next().unwrap().parse().unwrap()).collect();
        let bulk = admin.post("/api/admin/businesses/bulk", json!({ "ids": ids, "isPremium": round % 2 == 0 }));
        let (publications, place_updates, article_updates, bulk) =
            tokio::join!(join_all(publications), join_all(place_updates), join_all(article_updates), bulk);
        bulk.is(200);
        for response in place_updates.into_iter().chain(article_updates) {
            response.is(200);
        }
        for (release, response) in releases.iter().zip(publications) {
            // The release is refused if one of its records was changed first.
            match response.status.as_u16() {
                200 => {}
                409 => {
                    assert_eq!(response.json()["code"], "release_refused", "{}", response.text);
                    admin.delete(release).await.is(204);
                }
                status => panic!("{status}: {}", response.text),
            }
        }
    }
}

// R465
#[rstest]
#[tokio::test]
async fn due_release_is_published_once_by_one_of_two_replicas(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let records = add_places(&admin, &["Dark Cave", "Bright Cave", "Wet Cave"]).await;
    let release = admin.add_release_and_get_path("Spring").await;
    for record in &records {
        admin.add_draft_to_release(&release, record, &json!(1), json!({ "hours": "Closed for Tết" })).await;
    }
    let past = admin.put(&release, json!({ "publishAt": "2020-01-01T00:00:00Z" })).await.is(422);
    assert_eq!(past.errors(), json!([{ "field": "publishAt", "message": "Publish at must be in the future" }]));
    let scheduled = admin.put(&release, json!({ "publishAt": PUBLISH_TIME })).await.is(200).json();
    assert_eq!(scheduled["drafts"][0]["releasePublishAt"], "2027-02-05T01:00:00.000Z");
    assert_eq!(publish_due(&guide.app).await.unwrap(), []);
    guide.app.clock.advance(80 * 24 * 3600);
    // On SQLite, which has no replicas, one server publishes due releases twice at the same time.
    let replica = if engine == Postgres { Some(guide.start_replica(&["--api-only"]).await) } else { None };
    let other = replica.as_ref().map_or(&guide.app, |replica| &replica.app);
    let change_count_before = change_log_length(&guide).await;
    let (one, other) = tokio::join!(publish_due(&guide.app), publish_due(other));
    assert_eq!(one.unwrap().len() + other.unwrap().len(), 1);
    assert_eq!(change_log_length(&guide).await, change_count_before + 1);
    for record in &records {
        assert_eq!(get_record(&guide.anonymous(), record).await["hours"], "Closed for Tết");
    }
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let revision = &admin.get(&format!("/api/{}/revisions", records[0])).await.json()[0];
    assert_eq!((&revision["action"], &revision["accountName"]), (&json!("publishRelease"), &json!("Admin One")));
    assert_eq!(admin.get(&release).await.json()["publishedAt"].as_str().map(|at| &at[..10]), Some("2027-02-09"));
}

// R465
#[rstest]
#[tokio::test]
async fn scheduled_release_that_cannot_be_published_stays_unpublished_with_its_problem(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let other = guide.client_with_role("Admin Two", cms::auth::domain::accounts::Role::Admin).await;
    let records = add_places(&admin, &["Dark Cave", "Bright Cave"]).await;
    let (release_of_demoted_admin, outdated_release) =
        (other.add_release_and_get_path("Demoted").await, admin.add_release_and_get_path("Outdated").await);
    other.add_draft_to_release(&release_of_demoted_admin, &records[0], &json!(1), json!({ "phone": "1" })).await;
    admin.add_draft_to_release(&outdated_release, &records[1], &json!(1), json!({ "phone": "1" })).await;
    other.put(&release_of_demoted_admin, json!({ "publishAt": PUBLISH_TIME })).await.is(200);
    admin.put(&outdated_release, json!({ "publishAt": PUBLISH_TIME })).await.is(200);
    admin.put(&format!("/api/{}", records[1]), json!({ "hours": "By day" })).await.is(200);
    let path = format!("/api/admin/users/{}", other.id.clone().unwrap().0);
    admin.put(&path, json!({ "role": "business_owner" })).await.is(200);
    guide.app.clock.advance(80 * 24 * 3600);
    assert_eq!(publish_due(&guide.app).await.unwrap(), []);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let problem = async |release: &str| admin.get(release).await.is(200).json()["problem"].clone();
    assert_eq!(
        (problem(&release_of_demoted_admin).await, problem(&outdated_release).await),
        (json!("forbidden"), json!("release_refused"))
    );
    for record in &records {
        assert_eq!(get_record(&admin, record).await["phone"], json!(null));
    }
    guide.app.clock.advance(120);
    let draft = json!({ "baseVersion": 2, "fields": { "phone": "1" } });
    admin.put(&format!("/api/{}/draft", records[1]), draft).await.is(200);
    admin.put(&outdated_release, json!({ "name": "Current" })).await.is(200);
    assert_eq!(publish_due(&guide.app).await.unwrap(), [], "it is not tried again without another time");
    assert_eq!(admin.get(&outdated_release).await.json()["drafts"][0]["releasePublishAt"], json!(null));
    admin.put(&release_of_demoted_admin, json!({ "publishAt": "2028-02-05T01:00:00Z" })).await.is(200);
    assert_eq!(problem(&release_of_demoted_admin).await, json!(null));
    admin.post_release_action(&release_of_demoted_admin, "publish").await.is(200);
    assert_eq!(get_record(&admin, &records[0]).await["phone"], "1");
}

// R466
#[rstest]
#[tokio::test]
async fn undo_of_a_release_with_changed_records_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let records = add_places(&admin, &["Dark Cave", "Bright Cave", "Wet Cave", "Deep Cave"]).await;
    let release = admin.add_release_and_get_path("Spring").await;
    for record in &records {
        admin.add_draft_to_release(&release, record, &json!(1), json!({ "phone": "1" })).await;
    }
    admin.post_release_action(&release, "publish").await.is(200);
    admin.put(&format!("/api/{}", records[0]), json!({ "hours": "By day" })).await.is(200);
    admin.delete(&format!("/api/{}", records[1])).await.is(204);
    admin.delete(&format!("/api/{}/revisions/1", records[2])).await.is(204);
    let refused = admin.post_release_action(&release, "undo").await.is(409).json();
    let refusals: Vec<_> =
        refused["records"].as_array().unwrap().iter().map(|one| (&one["name"], &one["code"])).collect();
    let expected = [
        (&json!("Bright Cave"), &json!("precondition_failed")),
        (&json!("Dark Cave"), &json!("precondition_failed")),
        (&json!("Wet Cave"), &json!("not_found")),
    ];
    assert_eq!(refusals, expected);
    assert_eq!(get_record(&admin, &records[3]).await["phone"], "1", "none is changed");
    let read = admin.get(&release).await.json();
    let versions = |record: &Value| (record["version"].clone(), record["recordVersion"].clone());
    let versions: Vec<_> = read["records"].as_array().unwrap().iter().map(versions).collect();
    let [bright, dark, ..] = versions.as_slice() else { panic!("{versions:?}") };
    assert_eq!((bright, dark), (&(json!(2), json!(null)), &(json!(2), json!(3))));
}

// R464
#[rstest]
#[tokio::test]
async fn draft_is_in_at_most_one_release_and_then_has_no_publication_time_of_its_own(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let records = add_places(&admin, &["Dark Cave", "Bright Cave"]).await;
    admin.put(&format!("/api/{}", records[0]), json!({ "ownerId": owner.id })).await.is(200);
    let (spring, summer) =
        (admin.add_release_and_get_path("Spring").await, admin.add_release_and_get_path("Summer").await);
    let draft = json!({ "baseVersion": 2, "fields": { "phone": "1" } });
    let path = format!("/api/{}/draft", records[0]);
    admin.put(&format!("{spring}/drafts/{}", records[0]), json!({})).await.is(404);
    owner.put(&path, draft.clone()).await.is(200);
    admin.put(&format!("{spring}/drafts/{}", records[0]), json!({})).await.is(204);
    admin.put(&format!("{spring}/drafts/{}", records[0]), json!({})).await.is(204);
    let refused = admin.put(&format!("{summer}/drafts/{}", records[0]), json!({})).await.is(409).json();
    assert_eq!((&refused["code"], &refused["params"]), (&json!("draft_in_release"), &json!({ "name": "Spring" })));
    let scheduled_draft = with_changes(draft.clone(), json!({ "publishAt": PUBLISH_TIME }));
    let refused = admin.put(&path, scheduled_draft.clone()).await.is(422);
    assert!(refused.text.contains("“Spring”"), "{}", refused.text);
    let refused = owner.put(&path, scheduled_draft.clone()).await.is(422);
    assert_eq!((refused.fields(), refused.text.contains("Spring")), (vec!["publishAt".to_owned()], false));
    let read = owner.get(&path).await.json();
    assert_eq!((read["releaseId"].is_i64(), &read["releaseName"]), (true, &json!(null)));
    let changed_draft = with_changes(draft, json!({ "fields": { "phone": "2" } }));
    let refused = owner.put(&path, changed_draft.clone()).await.is(409).json();
    assert_eq!(refused["code"], "draft_in_release", "it would be published with the rights of the admin");
    admin.put(&path, changed_draft).await.is(200);
    assert_eq!(admin.get(&spring).await.json()["drafts"][0]["releaseName"], "Spring", "a saved draft stays in it");

    // A draft with its own publication time cannot be added to a release.
    let own_time_draft = json!({ "baseVersion": 1, "fields": {}, "publishAt": PUBLISH_TIME });
    admin.put(&format!("/api/{}/draft", records[1]), own_time_draft).await.is(200);
    let refused = admin.put(&format!("{spring}/drafts/{}", records[1]), json!({})).await.is(409).json();
    assert_eq!(refused["code"], "draft_scheduled");
    admin.delete(&format!("{spring}/drafts/{}", records[0])).await.is(204);
    admin.delete(&format!("{spring}/drafts/{}", records[0])).await.is(404);
    admin.put(&format!("{summer}/drafts/{}", records[0]), json!({})).await.is(204);
    // When a release is canceled, its drafts are kept and are in no release.
    admin.delete(&summer).await.is(204);
    assert_eq!(admin.get(&path).await.json()["releaseId"], json!(null));
    admin.put(&format!("{summer}/drafts/{}", records[0]), json!({})).await.is(409);
    admin.put(&path, scheduled_draft).await.is(200);
    let canceled_releases = admin.get(&format!("{RELEASES_PATH}?state=canceled")).await.is(200);
    assert_eq!(
        (canceled_releases.header("x-total-count"), &canceled_releases.json()[0]["name"]),
        ("1", &json!("Summer"))
    );
    admin.get(&format!("{RELEASES_PATH}?state=closed")).await.is(400);
    let names: Vec<Value> =
        admin.get(RELEASES_PATH).await.json().as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["Spring", "Summer"], "open ones first");

    for (method, path) in [
        (Method::GET, RELEASES_PATH.to_owned()),
        (Method::GET, spring.clone()),
        (Method::DELETE, spring.clone()),
        (Method::POST, format!("{spring}/publish")),
        (Method::PUT, format!("{spring}/drafts/{}", records[0])),
    ] {
        owner.send(method, &path, &[], None).await.is(403);
    }
}

// R464
#[rstest]
#[tokio::test]
async fn release_with_two_hundred_drafts_is_full(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let records = add_places(&admin, &["Dark Cave"]).await;
    let release = admin.add_release_and_get_path("Spring").await;
    let id: i64 = release.rsplit('/').next().unwrap().parse().unwrap();
    let fill = guide.app.db.write(move |tx| {
        Box::pin(async move {
            for number in 0..200 {
                let insert = "insert into draft (kind, record_id, version, base_version, fields, created_at, updated_at, release_id)
                    values ('place', $1, 1, 1, '{}', 0, 0, $2)";
                cms::execute!(tx, sqlx::query(insert).bind((1000 + number).to_string()).bind(id))?;
            }
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    fill.await.unwrap();
    admin.put(&format!("/api/{}/draft", records[0]), json!({ "baseVersion": 1, "fields": {} })).await.is(200);
    let refused = admin.put(&format!("{release}/drafts/{}", records[0]), json!({})).await.is(409).json();
    assert_eq!((&refused["code"], &refused["params"]), (&json!("release_full"), &json!({ "limit": 200 })));
}
