//! Previews of drafts: their tickets, their records, and the pages at `/preview/{ticket}`.

use std::collections::BTreeSet;

use cms::auth::domain::accounts::Role;
use cms::commands::cleanup::delete_expired_records;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, standing_page_json, with_changes};
use crate::server_process::ServerProcess;
use crate::site_proxy::SiteFixture;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

const HOUR_S: i64 = 3600;

/// The ticket in the `url` of the response that created a preview. Responses of the list have no `url`.
pub fn preview_ticket(preview: &Value) -> String {
    preview["url"].as_str().unwrap().strip_prefix("/preview/").unwrap().to_owned()
}

async fn save_draft(client: &TestClient, address: &str, fields: Value) {
    let version = &client.get(record_path(address)).await.is(200).json()["version"];
    client.put(&format!("{address}/draft"), json!({ "baseVersion": version, "fields": fields })).await.is(200);
}

/// The path of the record itself. It differs from `address` only for the settings, whose own path has no id.
fn record_path(address: &str) -> &str {
    if address == "/api/settings/1" { "/api/settings" } else { address }
}

/// Creates a shared preview of the draft of the record at `address`. Returns the preview and the API path that reads it
/// with its ticket.
async fn create_shared_preview(client: &TestClient, address: &str) -> (Value, String) {
    let preview = client.post(&format!("{address}/previews"), json!({ "isShared": true })).await.is(201).json();
    let path = format!("/api/preview/{}", preview_ticket(&preview));
    (preview, path)
}

/// Starts an app with a place whose owner saved a draft. Returns the app, an admin, the owner and the path of the
/// place.
async fn start_with_owner_draft(engine: Engine) -> Option<(TestApp, TestClient, TestClient, String)> {
    let guide = TestApp::start(engine).await?;
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "ownerId": owner.id }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    save_draft(&owner, &address, json!({ "name": "Bright Cave" })).await;
    Some((guide, admin, owner, address))
}

fn assert_neither_cached_nor_indexed(response: &TestResponse) {
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.header("referrer-policy"), "no-referrer");
    assert_eq!(response.header("x-robots-tag"), "noindex, nofollow");
}

// R468
#[rstest]
#[tokio::test]
async fn preview_has_the_record_as_publishing_would_store_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some((guide, admin, owner, address)) = start_with_owner_draft(engine).await else { return };
    let fields = json!({ "name": "Bright Cave", "operatingHours": "Mo-Su 08:00-17:00", "phone": "+84 232 000 111" });
    save_draft(&owner, &address, fields).await;
    let (_, path) = create_shared_preview(&owner, &address).await;
    let anonymous = guide.anonymous();
    let public_record = anonymous.get(&address).await.json();
    let revisions = admin.get(&format!("{address}/revisions")).await.text;
    let events = admin.get("/api/admin/audit").await.text;
    let response = anonymous.get(&path).await.is(200);
    assert_neither_cached_nor_indexed(&response);
    assert_eq!(response.header("access-control-allow-origin"), "", "only this origin reads it");
    let preview = response.json();
    assert_eq!((&preview["kind"], &preview["errors"]), (&json!("place"), &json!([])));
    assert_eq!(anonymous.get(&address).await.json(), public_record, "nothing is stored");
    assert_eq!(admin.get(&format!("{address}/revisions")).await.text, revisions);
    assert_eq!(admin.get("/api/admin/audit").await.text, events);

    // An admin publishes the draft. If the owner published it, the new name would wait for review.
    admin.send(Method::POST, &format!("{address}/draft/publish"), &[], None).await.is(200);
    let published = anonymous.get(&address).await.json();
    for (field, value) in preview["record"].as_object().unwrap() {
        if !["updatedAt", "version"].contains(&field.as_str()) {
            assert_eq!(value, &published[field], "{field}");
        }
    }
    assert_eq!(preview["record"]["slug"], "bright-cave");
    anonymous.get(&path).await.is(404);
}

// R468
#[rstest]
#[tokio::test]
async fn preview_of_a_draft_that_breaks_rules_has_its_valid_values(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some((guide, _, owner, address)) = start_with_owner_draft(engine).await else { return };
    save_draft(&owner, &address, json!({ "name": "", "website": "example", "hours": "By day", "slug": "7" })).await;
    let (_, path) = create_shared_preview(&owner, &address).await;
    let preview = guide.anonymous().get(&path).await.is(200).json();
    let errors = preview["errors"].as_array().unwrap();
    let fields: BTreeSet<&str> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["name", "website", "slug"].into());
    assert_eq!((&preview["record"]["name"], &preview["record"]["hours"]), (&json!("Dark Cave"), &json!("By day")));
}

// R468
#[rstest]
#[tokio::test]
async fn every_kind_of_record_has_previews(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    let category = admin.add_category("Caves").await;
    let mut records = vec![
        (format!("/api/articles/{}", article["id"]), "title"),
        (format!("/api/categories/{category}"), "name"),
        ("/api/settings/1".to_owned(), "tagline"),
    ];
    for page in ["getting-here", "about", "help", "privacy"] {
        admin.put(&format!("/api/pages/{page}"), standing_page_json(page)).await.is(200);
        records.push((format!("/api/pages/{page}"), "title"));
    }
    for (address, field) in &records {
        save_draft(&admin, address, json!({ *field: "Another" })).await;
        let (_, path) = create_shared_preview(&admin, address).await;
        let preview = guide.anonymous().get(&path).await.is(200).json();
        assert_eq!(preview["record"][*field], "Another", "{address}");
        assert_ne!(
            guide.anonymous().get(record_path(address)).await.json()[*field],
            "Another",
            "{address} is unchanged"
        );
    }
    // The HTML in a preview is sanitized, as it would be at publication.
    save_draft(&admin, &records[0].0, json!({ "contentHtml": "<p>Up</p><script>alert(1)</script>" })).await;
    let (_, path) = create_shared_preview(&admin, &records[0].0).await;
    assert_eq!(guide.anonymous().get(&path).await.json()["record"]["contentHtml"], "<p>Up</p>");
}

// R470
#[rstest]
#[tokio::test]
async fn ticket_opens_its_own_draft_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some((guide, admin, owner, address)) = start_with_owner_draft(engine).await else { return };
    let other_place = admin.add_place(place_json("Wet Cave", 1)).await;
    let other_place = format!("/api/businesses/{}", other_place["id"]);
    admin.post(&format!("{other_place}/previews"), json!({})).await.is(404);
    save_draft(&admin, &other_place, json!({ "phone": "1" })).await;
    let (_, path) = create_shared_preview(&owner, &address).await;
    let anonymous = guide.anonymous();
    assert_eq!(anonymous.get(&path).await.is(200).json()["record"]["name"], "Bright Cave");
    // A later save changes the same draft, so the ticket still opens it.
    save_draft(&owner, &address, json!({ "name": "Brighter Cave" })).await;
    assert_eq!(anonymous.get(&path).await.is(200).json()["record"]["name"], "Brighter Cave");
    for unknown_ticket in ["x", "GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA", &"a".repeat(500)] {
        anonymous.get(&format!("/api/preview/{unknown_ticket}")).await.is(404);
    }
    anonymous.get(&format!("{path}?q=1")).await.is(400);

    owner.delete(&format!("{address}/draft")).await.is(204);
    anonymous.get(&path).await.is(404);
    guide.app.clock.advance(1);
    save_draft(&owner, &address, json!({ "name": "Another Cave" })).await;
    anonymous.get(&path).await.is(404);
    assert_eq!(owner.get(&format!("{address}/previews")).await.json(), json!([]), "its previews went with the draft");
    let (_, path) = create_shared_preview(&owner, &address).await;
    anonymous.get(&path).await.is(200);
    admin.delete(&address).await.is(204);
    anonymous.get(&path).await.is(404);
}

// R470
#[rstest]
#[tokio::test]
async fn ticket_is_refused_while_its_creator_may_not_see_the_draft(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some((guide, admin, owner, address)) = start_with_owner_draft(engine).await else { return };
    let (anonymous, user) = (guide.anonymous(), format!("/api/admin/users/{}", owner.id.clone().unwrap().0));
    let (_, path) = create_shared_preview(&owner, &address).await;
    for (refused, allowed) in [
        (json!({ "isActive": false }), json!({ "isActive": true })),
        (json!({ "role": "viewer" }), json!({ "role": "business_owner" })),
    ] {
        admin.put(&user, refused).await.is(200);
        anonymous.get(&path).await.is(404);
        admin.put(&user, allowed).await.is(200);
        anonymous.get(&path).await.is(200);
    }
    let other = guide.owner("Hoa Pham").await;
    admin.put(&address, json!({ "ownerId": other.id })).await.is(200);
    anonymous.get(&path).await.is(404);
    admin.put(&address, json!({ "ownerId": owner.id })).await.is(200);
    anonymous.get(&path).await.is(200);
    admin.delete(&user).await.is(204);
    anonymous.get(&path).await.is(404);

    let second_admin = guide.client_with_role("Admin Two", Role::Admin).await;
    save_draft(&second_admin, &address, json!({ "name": "Bright Cave" })).await;
    let (_, path) = create_shared_preview(&second_admin, &address).await;
    anonymous.get(&path).await.is(200);
    let user = format!("/api/admin/users/{}", second_admin.id.clone().unwrap().0);
    admin.put(&user, json!({ "role": "business_owner" })).await.is(200);
    anonymous.get(&path).await.is(404);
}

// R470
#[rstest]
#[tokio::test]
async fn shared_previews_can_be_listed_and_revoked_and_are_limited_in_number_and_time(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some((guide, admin, owner, address)) = start_with_owner_draft(engine).await else { return };
    let (anonymous, previews_path) = (guide.anonymous(), format!("{address}/previews"));
    let body = json!({ "isShared": true, "validHours": 1, "note": "For the owner" });
    let hour_preview = admin.post(&previews_path, body).await.is(201);
    assert_eq!(hour_preview.header("cache-control"), "no-store");
    let hour_preview = hour_preview.json();
    let (week_preview, path) = create_shared_preview(&owner, &address).await;
    let console_preview = owner.post(&previews_path, json!({ "validHours": 720 })).await.is(201).json();
    let without_url = |preview: &Value| {
        let mut item = preview.clone();
        item.as_object_mut().unwrap().remove("url");
        item
    };
    assert_eq!(
        admin.get(&previews_path).await.is(200).json(),
        json!([without_url(&week_preview), without_url(&hour_preview)]),
        "without tickets"
    );
    assert_eq!(
        owner.get(&previews_path).await.is(200).json(),
        json!([without_url(&week_preview)]),
        "an owner sees their own"
    );
    owner.delete(&format!("{previews_path}/{}", hour_preview["id"])).await.is(404);
    admin.delete(&format!("{previews_path}/{}", console_preview["id"])).await.is(404);
    let other = admin.add_place(place_json("Wet Cave", 1)).await;
    admin.delete(&format!("/api/businesses/{}/previews/{}", other["id"], week_preview["id"])).await.is(404);

    for (field, value) in [("validHours", json!(0)), ("validHours", json!(721)), ("note", json!("x".repeat(201)))] {
        let refused = owner.post(&previews_path, json!({ "isShared": true, field: value })).await.is(422);
        assert_eq!(refused.fields(), [field]);
    }
    let [hour_preview, console_preview] =
        [hour_preview, console_preview].map(|preview| format!("/api/preview/{}", preview_ticket(&preview)));
    guide.app.clock.advance(HOUR_S - 120);
    anonymous.get(&hour_preview).await.is(200);
    anonymous.get(&console_preview).await.is(200);
    guide.app.clock.advance(120);
    anonymous.get(&hour_preview).await.is(404);
    anonymous.get(&console_preview).await.is(404);
    anonymous.get(&path).await.is(200);
    let owner = guide.sign_in_again("minh-le@example.org").await;
    owner.delete(&format!("{previews_path}/{}", week_preview["id"])).await.is(204);
    anonymous.get(&path).await.is(404);
    owner.delete(&format!("{previews_path}/{}", week_preview["id"])).await.is(404);

    for _ in 0..50 {
        create_shared_preview(&owner, &address).await;
        owner.post(&previews_path, json!({})).await.is(201);
    }
    let refused = owner.post(&previews_path, json!({ "isShared": true })).await.is(409).json();
    assert_eq!((&refused["code"], &refused["params"]), (&json!("too_many_previews"), &json!({ "limit": 50 })));
    owner.post(&previews_path, json!({})).await.is(201);
    assert_eq!(
        count_previews(&guide).await,
        50 + 50 + 1,
        "the oldest of the console went, and a shared one has expired"
    );
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 1);
    guide.app.clock.advance(8 * 24 * HOUR_S);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 100);
}

async fn count_previews(guide: &TestApp) -> i64 {
    let count = "select count(*) from preview";
    cms::with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count).fetch_one(engine)).unwrap()
}

// R469
#[tokio::test]
async fn page_of_a_preview_is_private_and_rendered_for_each_request() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let address = "/api/businesses/1";
    save_draft(&site.admin, address, json!({ "name": "Bright Cave" })).await;
    let preview = site.admin.post(&format!("{address}/previews"), json!({ "isShared": true })).await.is(201).json();
    let (path, cached_response_count) = (preview["url"].as_str().unwrap(), site.guide.app.cache.count());
    for name in ["Bright Cave", "Brighter Cave"] {
        save_draft(&site.admin, address, json!({ "name": name })).await;
        let page = site.get(path).await.is(200);
        assert!(page.text.contains(&format!("<h1>{name}")), "{}", page.text);
        assert_neither_cached_nor_indexed(&page);
        let policy = page.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors 'self'") && policy.contains("'sha256-"), "{policy}");
        assert_eq!(page.header("x-frame-options"), "SAMEORIGIN");
    }
    assert_eq!(site.guide.app.cache.count(), cached_response_count, "nothing of it is cached");
    let page = site.get("/places/dark-cave").await.is(200);
    assert!(page.header("content-security-policy").ends_with("frame-ancestors 'none'"));
    assert_eq!((page.header("x-frame-options"), page.header("x-robots-tag")), ("DENY", ""));
    assert!(!site.get("/sitemap.xml").await.text.contains("preview"));
    site.guide.anonymous().get_with_headers(path, &[("rsc", "1")]).await.is(404);

    let earlier_target_count = site.renderer.requested_targets().len();
    for wrong in ["/preview/x", "/preview/GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA", "/preview/a/b", "/%70review/x"]
    {
        let missing = site.get(wrong).await.is(404);
        assert_neither_cached_nor_indexed(&missing);
        assert!(missing.text.contains("lost in the jungle"));
    }
    let missing = site.get("/places/nowhere").await.is(404);
    assert_eq!((missing.header("cache-control"), missing.header("x-robots-tag")), ("no-cache", ""), "as before");
    let targets = site.renderer.requested_targets().split_off(earlier_target_count);
    assert!(targets.iter().all(|target| target == "/404-not-found"), "{targets:?}");
    site.admin.delete(&format!("{address}/draft")).await.is(204);
    assert_neither_cached_nor_indexed(&site.get(path).await.is(404));
    site.stop_renderer().await;
    assert_neither_cached_nor_indexed(&site.get("/preview/x").await.is(404));
}

// R469
#[tokio::test]
async fn render_failure_of_a_preview_is_not_listed() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    save_draft(&site.admin, "/api/businesses/1", json!({ "name": "Bright Cave" })).await;
    let (preview, _) = create_shared_preview(&site.admin, "/api/businesses/1").await;
    site.stop_renderer().await;
    let failed = site.get(preview["url"].as_str().unwrap()).await.is(503);
    assert_neither_cached_nor_indexed(&failed);
    assert!(!site.guide.app.render_failures.may_contain(preview["url"].as_str().unwrap()));
}

// R469
#[tokio::test]
async fn wrong_ticket_is_in_no_line_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path(), &[("RUST_LOG", "trace")]);
    let anonymous = TestClient::new(&server.origin);
    let wrong_ticket = "GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA";
    for path in ["/api/preview", "/preview", "/api/%70review", "//preview"] {
        anonymous.get(&format!("{path}/{wrong_ticket}")).await.is(404);
    }
    let log = server.kill_and_read_log();
    assert!(log.contains("/api/preview/…"), "the log is incomplete");
    let line = log.lines().find(|line| line.contains(wrong_ticket));
    assert_eq!(line, None);
}
