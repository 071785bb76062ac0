//! Drafts of public records. A draft is not public until it is published, by a request or at a scheduled time.

use cms::drafts::service::publish_due;
use cms::revisions::store::RecordKey;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// A word that occurs in drafts only.
const DRAFT_ONLY_WORD: &str = "zzyzxhidden";
/// The time at which scheduled drafts are due: 76 days after the start of the tests, at 2026-11-21T08:00:00Z.
const PUBLISH_AT: &str = "2027-02-05T01:00:00Z";

async fn save_draft(client: &TestClient, address: &str, base: &Value, fields: Value) -> Value {
    client
        .put(&format!("{address}/draft"), json!({ "baseVersion": base["version"], "fields": fields }))
        .await
        .is(200)
        .json()
}

async fn publish_draft(client: &TestClient, address: &str) -> Value {
    client.send(Method::POST, &format!("{address}/draft/publish"), &[], None).await.is(200).json()
}

// R462
#[rstest]
#[tokio::test]
async fn saved_draft_is_readable_until_it_is_published_or_deleted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.get(&format!("{address}/draft")).await.is(404);

    let draft =
        save_draft(&admin, &address, &place, json!({ "name": "Bright Cave", "phone": "1", "opening": null })).await;
    assert_eq!((&draft["baseVersion"], &draft["recordVersion"]), (&json!(1), &json!(1)));
    assert_eq!(draft["fields"], json!({ "name": "Bright Cave", "phone": "1" }), "computed fields are dropped");
    assert_eq!((&draft["accountName"], &draft["name"]), (&json!("Admin One"), &json!("Dark Cave")));
    assert_eq!(guide.anonymous().get(&address).await.json()["name"], "Dark Cave");
    let read = admin.get(&format!("{address}/draft")).await.is(200);
    assert!(read.header("etag").starts_with(&format!("\"{}.", draft["version"])));
    let list = admin.get("/api/drafts").await.is(200);
    assert_eq!((list.header("x-total-count"), &list.json()[0]["recordId"]), ("1", &json!(place["id"].to_string())));
    assert_eq!(list.json()[0].get("fields"), None, "a list has no contents");

    assert_eq!(publish_draft(&admin, &address).await["version"], 2);
    let read = guide.anonymous().get(&address).await.json();
    assert_eq!(
        (&read["name"], &read["slug"], &read["phone"]),
        (&json!("Bright Cave"), &json!("bright-cave"), &json!("1"))
    );
    admin.get(&format!("{address}/draft")).await.is(404);
    assert_eq!(admin.get("/api/drafts").await.json(), json!([]));
    let newest = &admin.get(&format!("{address}/revisions")).await.json()[0];
    assert_eq!((&newest["number"], &newest["action"]), (&json!(2), &json!("publishDraft")), "drafts make no revisions");
    admin.send(Method::POST, &format!("{address}/draft/publish"), &[], None).await.is(404);

    save_draft(&admin, &address, &read, json!({ "phone": "1" })).await;
    assert_eq!(publish_draft(&admin, &address).await["version"], 3, "as a PUT with the same values");
    save_draft(&admin, &address, &json!({ "version": 3 }), json!({ "phone": "2" })).await;
    admin.delete(&format!("{address}/draft")).await.is(204);
    admin.delete(&format!("{address}/draft")).await.is(404);
    assert_eq!(guide.anonymous().get(&address).await.json()["phone"], "1");
}

// R462
#[rstest]
#[tokio::test]
async fn draft_request_with_an_outdated_version_gets_412_and_changes_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let other = guide.client_with_role("Admin Two", cms::auth::domain::accounts::Role::Admin).await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let path = format!("{address}/draft");
    let body = |phone: &str, base: i64| json!({ "baseVersion": base, "fields": { "phone": phone } });
    let first = admin.put_with_headers(&path, &[("if-match", "\"0\"")], body("1", 1)).await.is(200).json();
    let late = other.put_with_headers(&path, &[("if-match", "\"0\"")], body("2", 1)).await.is(412).json();
    assert_eq!((&late["current"]["version"], &late["current"]["fields"]["phone"]), (&first["version"], &json!("1")));
    let version = format!("\"{}\"", first["version"]);
    other.put_with_headers(&path, &[("if-match", &version)], body("2", 1)).await.is(200);
    let stale = [("if-match", version.as_str())];
    admin.send(Method::POST, &format!("{path}/publish"), &stale, None).await.is(412);
    admin.send(Method::DELETE, &path, &stale, None).await.is(412);

    // Another admin changes the record after the draft was saved.
    other.put(&address, json!({ "hours": "By day" })).await.is(200);
    let read = admin.get(&path).await.json();
    assert_eq!((&read["baseVersion"], &read["recordVersion"]), (&json!(1), &json!(2)));
    let refused = admin.send(Method::POST, &format!("{path}/publish"), &[], None).await.is(412).json();
    assert_eq!(refused["current"]["hours"], "By day");
    admin.get(&path).await.is(200);
    admin.put(&path, body("2", 2)).await.is(200);
    publish_draft(&admin, &address).await;
    let read = guide.anonymous().get(&address).await.json();
    assert_eq!((&read["phone"], &read["hours"]), (&json!("2"), &json!("By day")));

    let first = admin.put_with_headers(&path, &[("if-match", "\"0\"")], body("3", 3));
    let second = other.put_with_headers(&path, &[("if-match", "\"0\"")], body("4", 3));
    let (first, second) = tokio::join!(first, second);
    let statuses = std::collections::BTreeSet::from([first.status.as_u16(), second.status.as_u16()]);
    assert_eq!(statuses, [200, 412].into());
}

// R462
#[rstest]
#[tokio::test]
async fn draft_may_break_rules_until_it_is_published(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "ownerId": owner.id }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let path = format!("{address}/draft");
    save_draft(&owner, &address, &place, json!({ "name": "", "website": "example" })).await;
    let refused = owner.send(Method::POST, &format!("{path}/publish"), &[], None).await.is(422);
    assert_eq!(refused.fields(), ["name", "website"]);
    let draft = owner.get(&path).await.is(200).json();
    assert_eq!(draft["fields"]["website"], "example", "nothing is lost");

    let body = |fields: Value| json!({ "baseVersion": 1, "fields": fields });
    let unknown = owner.put(&path, body(json!({ "colour": "red" }))).await.is(400);
    assert_eq!(unknown.fields(), ["fields.colour"]);
    let refused = owner.put(&path, body(json!({ "isPremium": true }))).await.is(403);
    assert_eq!(refused.fields(), ["isPremium"]);
    let refused = owner.put(&path, body(json!({ "name": 7 }))).await.is(422);
    assert_eq!(refused.fields(), ["name"]);
    owner.put(&path, json!({ "fields": {} })).await.is(422);
    let future = owner.put(&path, json!({ "baseVersion": 9, "fields": {} })).await.is(422);
    assert_eq!(future.fields(), ["baseVersion"]);
    for (time, sentence) in [
        ("tomorrow", "Publish at must be a time like 2027-02-05T01:00:00Z"),
        ("2020-01-01T00:00:00Z", "Publish at must be in the future"),
    ] {
        let refused = owner.put(&path, with_changes(body(json!({})), json!({ "publishAt": time }))).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "publishAt", "message": sentence }]));
    }
    let read = admin.get(&path).await.json();
    assert_eq!(read["accountName"], "Minh Le");
    save_draft(&admin, &address, &place, json!({ "isPremium": true })).await;
    let read = owner.get(&path).await.json();
    assert_eq!((&read["accountName"], &read["accountId"]), (&json!(null), &json!(null)));
    // The server checks the permissions of the caller who publishes a draft, not those of the draft's author.
    owner.send(Method::POST, &format!("{path}/publish"), &[], None).await.is(403);
    let other_owner = guide.owner("Hoa Pham").await;
    assert_eq!(other_owner.get("/api/drafts").await.json(), json!([]));
    assert_eq!(owner.get("/api/drafts").await.json().as_array().map(Vec::len), Some(1));
}

#[rstest]
#[tokio::test]
async fn draft_of_a_record_other_than_a_place_is_saved_and_published(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    admin.put("/api/pages/help", standing_page_json("help")).await.is(200);
    let category = admin.add_category("Caves").await;
    let records = [
        (format!("/api/articles/{}", article["id"]), "author", "By boat"),
        (format!("/api/categories/{category}"), "name", "Caves"),
        ("/api/pages/help".to_owned(), "title", "help"),
        ("/api/settings/1".to_owned(), "tagline", "1"),
    ];
    for (address, field, name) in &records {
        let read_path = address.strip_suffix("/1").filter(|_| address.contains("settings")).unwrap_or(address);
        let record = admin.get(read_path).await.is(200).json();
        let draft = save_draft(&admin, address, &record, json!({ *field: "Another" })).await;
        assert_eq!((&draft["name"], &draft["recordVersion"]), (&json!(name), &record["version"]), "{address}");
        publish_draft(&admin, address).await;
        assert_eq!(guide.anonymous().get(read_path).await.json()[*field], "Another", "{address}");
    }
    // Publishing a draft removes scripts from its HTML.
    let (address, ..) = &records[0];
    let record = admin.get(address).await.json();
    save_draft(&admin, address, &record, json!({ "contentHtml": "<p>Up the river</p><script>alert(1)</script>" }))
        .await;
    publish_draft(&admin, address).await;
    assert_eq!(guide.anonymous().get(address).await.json()["contentHtml"], "<p>Up the river</p>");
}

// R463
#[rstest]
#[tokio::test]
async fn scheduled_draft_is_published_once_at_its_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let mut addresses = Vec::new();
    for name in ["Dark Cave", "Bright Cave", "Wet Cave"] {
        let place = admin.add_place(with_changes(place_json(name, cave), json!({ "ownerId": owner.id }))).await;
        addresses.push(format!("/api/businesses/{}", place["id"]));
    }
    let scheduled = json!({ "baseVersion": 1, "fields": { "hours": "Closed for Tết" }, "publishAt": PUBLISH_AT });
    for address in &addresses {
        let client = if *address == addresses[2] { &owner } else { &admin };
        client.put(&format!("{address}/draft"), scheduled.clone()).await.is(200);
    }
    // After the drafts are saved, the second place is changed and the author of the third draft is deactivated.
    admin.put(&addresses[1], json!({ "phone": "1" })).await.is(200);
    let path = format!("/api/admin/users/{}", owner.id.clone().unwrap().0);
    admin.put(&path, json!({ "isActive": false })).await.is(200);
    assert_eq!(publish_due(&guide.app).await.unwrap(), []);

    guide.app.clock.advance(80 * 24 * 3600);
    let (one, other) = tokio::join!(publish_due(&guide.app), publish_due(&guide.app));
    let published: Vec<RecordKey> = one.unwrap().into_iter().chain(other.unwrap()).collect();
    assert_eq!(published.len(), 1, "{published:?}");
    let read = async |address: &str| guide.anonymous().get(address).await.json();
    assert_eq!(read(&addresses[0]).await["hours"], "Closed for Tết");
    for address in &addresses[1..] {
        assert_eq!(read(address).await["hours"], json!(null));
    }
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let revision = &admin.get(&format!("{}/revisions", addresses[0])).await.json()[0];
    assert_eq!((&revision["action"], &revision["accountName"]), (&json!("publishDraft"), &json!("Admin One")));
    let read_problem =
        async |address: &str| admin.get(&format!("{address}/draft")).await.is(200).json()["problem"].clone();
    assert_eq!(read_problem(&addresses[1]).await, "precondition_failed");
    assert_eq!(read_problem(&addresses[2]).await, "account_inactive");
    assert_eq!(publish_due(&guide.app).await.unwrap(), [], "it is not tried again");
    // Saving the draft again clears its problem.
    let again = with_changes(scheduled.clone(), json!({ "baseVersion": 2, "publishAt": "2028-02-05T01:00:00Z" }));
    admin.put(&format!("{}/draft", addresses[1]), again).await.is(200);
    assert_eq!(read_problem(&addresses[1]).await, json!(null));
}

// R462
#[rstest]
#[tokio::test]
async fn draft_that_is_discarded_or_saved_again_is_not_published_by_an_older_request(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let first = save_draft(&admin, &address, &place, json!({ "phone": "1" })).await;
    admin.delete(&format!("{address}/draft")).await.is(204);
    guide.app.clock.advance(1);
    let second = save_draft(&admin, &address, &place, json!({ "phone": "2" })).await;
    assert_ne!(first["version"], second["version"]);
    let old = format!("\"{}\"", first["version"]);
    for (method, path) in
        [(Method::POST, format!("{address}/draft/publish")), (Method::DELETE, format!("{address}/draft"))]
    {
        admin.send(method, &path, &[("if-match", &old)], None).await.is(412);
    }
    // A draft is saved and published at the same time. An acknowledged save is never lost: it is public or still a
    // draft.
    for round in 0..10 {
        let base = admin.get(&address).await.json();
        save_draft(&admin, &address, &base, json!({ "phone": format!("{round} first") })).await;
        guide.app.clock.advance(1);
        let path = format!("{address}/draft");
        let last = json!({ "baseVersion": base["version"], "fields": { "phone": format!("{round} last") } });
        let publish_path = format!("{path}/publish");
        let publication = admin.send(Method::POST, &publish_path, &[], None);
        let (published, saved) = tokio::join!(publication, admin.put(&path, last.clone()));
        assert!([200, 412].contains(&published.status.as_u16()), "{}", published.text);
        if saved.status == 200 {
            let is_public = admin.get(&address).await.json()["phone"] == last["fields"]["phone"];
            let is_draft = admin.get(&path).await.status == 200;
            assert!(is_public || is_draft, "the acknowledged save is lost in round {round}");
        }
        let _ = admin.delete(&path).await;
    }
}

// R460, R462
#[rstest]
#[tokio::test]
async fn new_owner_sees_no_draft_from_before_the_ownership(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner, next) = (guide.admin().await, guide.owner("Minh Le").await, guide.owner("Hoa Pham").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "ownerId": owner.id }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    save_draft(&owner, &address, &place, json!({ "phone": "a private number", "isPremium": false })).await;
    let fields = admin.get(&format!("{address}/draft")).await.json()["fields"].clone();
    assert_eq!(fields, json!({ "phone": "a private number" }), "what only admins set is not in an owner's draft");
    let moved = admin.put(&address, json!({ "ownerId": next.id })).await.is(200).json();
    next.get(&format!("{address}/draft")).await.is(404);
    assert_eq!(next.get("/api/drafts").await.json(), json!([]));
    next.send(Method::POST, &format!("{address}/draft/publish"), &[], None).await.is(404);
    next.delete(&format!("{address}/draft")).await.is(404);
    let owner_draft = next
        .put_with_headers(
            &format!("{address}/draft"),
            &[("if-match", "\"0\"")],
            json!({ "baseVersion": moved["version"], "fields": { "hours": "By day" } }),
        )
        .await
        .is(200)
        .json();
    assert_eq!(owner_draft["fields"], json!({ "hours": "By day" }));
}

// R460, R463
#[rstest]
#[tokio::test]
async fn draft_that_an_admin_scheduled_is_not_replaced_by_a_new_owner(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let path = format!("{address}/draft");
    let scheduled = json!({ "baseVersion": place["version"], "fields": { "hours": "By night" }, "publishAt": "2099-01-01T00:00:00Z" });
    admin.put(&path, scheduled).await.is(200);
    let moved = admin.put(&address, json!({ "ownerId": owner.id })).await.is(200).json();
    let owner_draft = json!({ "baseVersion": moved["version"], "fields": { "hours": "By day" } });
    let refused = owner.put(&path, owner_draft).await.is(409).json();
    assert_eq!(refused["code"], "draft_scheduled");
    assert_eq!(admin.get(&path).await.json()["fields"], json!({ "hours": "By night" }));
}

// R462
#[rstest]
#[tokio::test]
async fn draft_is_published_after_a_restore_and_an_image_replacement(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let image = admin.add_image("A raft").await;
    save_draft(&admin, &address, &place, json!({ "imageUrl": image["url"] })).await;
    admin.delete(&address).await.is(204);
    admin.post(&format!("{address}/restore"), json!({})).await.is(200);
    let file = ("raft.png", &*crate::fixtures::png_image(50, 40));
    let path = format!("/api/media/{}/file", image["id"]);
    let replaced = admin.upload(Method::PUT, &path, file, &[]).await.is(200).json();
    assert_eq!(publish_draft(&admin, &address).await["version"], 4);
    assert_eq!(guide.anonymous().get(&address).await.json()["imageUrl"], replaced["url"]);
}

// R462
#[rstest]
#[tokio::test]
async fn draft_is_published_after_the_replacement_of_an_image_that_its_record_shows(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Rafting piers").await;
    let image = admin.add_image("A raft").await;
    let url = &image["url"];
    let place = admin.add_place(with_changes(place_json("Raft Pier", category), json!({ "imageUrl": url }))).await;
    let article = admin.add_article(with_changes(article_json("By boat"), json!({ "mainImageUrl": url }))).await;
    admin.put("/api/settings", json!({ "imageUrl": url })).await.is(200);
    let settings = admin.get("/api/settings").await.is(200).json();
    let place_path = format!("/api/businesses/{}", place["id"]);
    let article_path = format!("/api/articles/{}", article["id"]);
    let records = [
        (&*place_path, &*place_path, &place, "phone"),
        (&*article_path, &*article_path, &article, "author"),
        ("/api/settings/1", "/api/settings", &settings, "tagline"),
    ];
    for (path, _, record, field) in records {
        save_draft(&admin, path, record, json!({ field: "1" })).await;
    }
    let file = ("raft.png", &*crate::fixtures::png_image(50, 40));
    admin.upload(Method::PUT, &format!("/api/media/{}/file", image["id"]), file, &[]).await.is(200);
    for (path, read_path, _, field) in records {
        publish_draft(&admin, path).await;
        assert_eq!(admin.get(read_path).await.is(200).json()[field], "1", "{path}");
    }
}

// R463
#[rstest]
#[tokio::test]
async fn scheduled_draft_of_an_author_without_permission_is_kept_with_its_problem(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, author) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "ownerId": author.id }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let draft = json!({ "baseVersion": 1, "fields": { "phone": "1" }, "publishAt": PUBLISH_AT });
    author.put(&format!("{address}/draft"), draft).await.is(200);
    let path = format!("/api/admin/users/{}", author.id.clone().unwrap().0);
    admin.put(&path, json!({ "role": "viewer" })).await.is(200);
    guide.app.clock.advance(80 * 24 * 3600);
    assert_eq!(publish_due(&guide.app).await.unwrap(), []);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(admin.get(&format!("{address}/draft")).await.json()["problem"], "forbidden");
}

// R463
#[rstest]
#[tokio::test]
async fn scheduled_draft_of_an_author_without_a_required_second_factor_is_kept_with_its_problem(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let draft = json!({ "baseVersion": 1, "fields": { "phone": "1" }, "publishAt": PUBLISH_AT });
    admin.put(&format!("{address}/draft"), draft).await.is(200);
    let strict = guide.start_replica(&["--api-only", "--second-factor", "required"]).await;
    guide.app.clock.advance(80 * 24 * 3600);
    assert_eq!(publish_due(&strict.app).await.unwrap(), []);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(admin.get(&format!("{address}/draft")).await.json()["problem"], "second_factor_missing");
    assert_eq!(guide.anonymous().get(&address).await.json()["phone"], json!(null));
}

// R462
#[rstest]
#[tokio::test]
async fn drafts_are_filtered_by_kind(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let article = admin.add_article(article_json("By boat")).await;
    save_draft(&admin, &format!("/api/businesses/{}", place["id"]), &place, json!({ "phone": "1" })).await;
    save_draft(&admin, &format!("/api/articles/{}", article["id"]), &article, json!({ "author": "Another" })).await;
    for (kind, names) in [("place", vec!["Dark Cave"]), ("article", vec!["By boat"]), ("settings", Vec::<&str>::new())]
    {
        let found = admin.get(&format!("/api/drafts?kind={kind}")).await.is(200);
        assert_eq!(found.header("x-total-count"), names.len().to_string(), "{kind}");
        assert_eq!(found.names(), names, "{kind}");
    }
    for kind in ["businesses", "entry"] {
        assert_eq!(admin.get(&format!("/api/drafts?kind={kind}")).await.is(400).fields(), ["kind"]);
    }
}

#[rstest]
#[tokio::test]
async fn draft_of_a_record_in_the_trash_is_hidden_until_the_restore(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let draft = json!({ "baseVersion": 1, "fields": { "phone": "1" }, "publishAt": PUBLISH_AT });
    admin.put(&format!("{address}/draft"), draft).await.is(200);
    admin.delete(&address).await.is(204);
    assert_eq!(admin.get("/api/drafts").await.json(), json!([]));
    admin.get(&format!("{address}/draft")).await.is(404);
    admin.post(&format!("{address}/restore"), json!({})).await.is(200);
    admin.get(&format!("{address}/draft")).await.is(200);
    admin.delete(&address).await.is(204);
    guide.app.clock.advance(31 * 24 * 3600);
    cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap();
    guide.app.clock.advance(60 * 24 * 3600);
    assert_eq!(publish_due(&guide.app).await.unwrap(), []);
}

// R462
/// Sends every GET request of the contract, without an account and as a viewer. The parameters would match the drafts.
#[rstest]
#[tokio::test]
async fn no_public_read_shows_a_draft(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, viewer) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let category = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category)).await;
    let article = admin.add_article(article_json("By boat")).await;
    for page in ["getting-here", "about", "help", "privacy"] {
        admin.put(&format!("/api/pages/{page}"), standing_page_json(page)).await.is(200);
    }
    let secret = format!("Cave {DRAFT_ONLY_WORD}");
    for (address, read_path, fields) in [
        (
            format!("/api/businesses/{}", place["id"]),
            None,
            json!({ "name": secret, "tags": [DRAFT_ONLY_WORD], "slug": DRAFT_ONLY_WORD }),
        ),
        (format!("/api/articles/{}", article["id"]), None, json!({ "title": secret, "tags": [DRAFT_ONLY_WORD] })),
        (format!("/api/categories/{category}"), None, json!({ "name": secret, "slug": DRAFT_ONLY_WORD })),
        ("/api/pages/getting-here".to_owned(), None, json!({ "title": secret })),
        ("/api/pages/about".to_owned(), None, json!({ "title": secret })),
        ("/api/pages/help".to_owned(), None, json!({ "title": secret })),
        ("/api/pages/privacy".to_owned(), None, json!({ "title": secret })),
        ("/api/settings/1".to_owned(), Some("/api/settings"), json!({ "brand": secret, "tagline": secret })),
    ] {
        let record = admin.get(read_path.unwrap_or(&address)).await.is(200).json();
        save_draft(&admin, &address, &record, fields).await;
    }
    let contract = cms::api::contract();
    let mut response_count = 0;
    for (path, methods) in contract["paths"].as_object().unwrap() {
        if methods.get("get").is_none() {
            continue;
        }
        for kind in ["businesses", "articles", "categories", "pages", "settings"] {
            for id in [place["id"].to_string(), DRAFT_ONLY_WORD.to_owned(), "about".to_owned()] {
                let request_path = path.replace("{kind}", kind).replace("{number}", "1").replace("{recordId}", &id);
                let request_path = ["{id}", "{provider}", "{businessId}"]
                    .iter()
                    .fold(request_path, |request_path, name| request_path.replace(name, &id));
                for query in ["", "?q=zzyzxhidden", "?q=dark", "?tag=zzyzxhidden", "?category=zzyzxhidden"] {
                    for caller in [&guide.anonymous(), &viewer] {
                        let response = caller.get(&format!("{request_path}{query}")).await;
                        let is_found = response.text.replace("?q=zzyzxhidden", "").contains(DRAFT_ONLY_WORD);
                        let may_quote_query = response.status.is_client_error() || response.status.is_redirection();
                        assert!(!is_found || may_quote_query, "{request_path}{query}: {}", response.text);
                        assert!(
                            !response.text.contains("Cave zzyzxhidden"),
                            "{request_path}{query}: {}",
                            response.text
                        );
                        response_count += 1;
                    }
                }
                if !path.contains("{id}") {
                    break;
                }
            }
            if !path.contains("{kind}") {
                break;
            }
        }
    }
    assert!(response_count > 500, "only {response_count}");
    let found = guide.anonymous().get(&format!("/api/businesses?q={DRAFT_ONLY_WORD}")).await.is(200);
    assert_eq!(found.header("x-total-count"), "0");
}
