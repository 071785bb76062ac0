//! Dry runs (`?dryRun=true`), and the warnings of writes without `dryRun`.

use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// The row counts of the tables that creating or updating a place or an article changes without `dryRun`.
async fn row_counts(guide: &TestApp) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in ["place", "place_slug", "article", "article_slug", "change_log", "audit_event", "idempotency_key"] {
        let count = format!("select count(*) from {table}");
        let count = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count.as_str()))
            .fetch_one(engine));
        counts.push(count.unwrap());
    }
    counts
}

/// The field and code of each warning in the response of a write.
fn warning_fields_and_codes(record: &Value) -> Vec<(&str, &str)> {
    let warnings = record["warnings"].as_array().map(Vec::as_slice).unwrap_or_default();
    warnings.iter().map(|one| (one["field"].as_str().unwrap(), one["code"].as_str().unwrap())).collect()
}

const NIGHT_HOURS: &str = "Mo-Su 17:00-02:00; We off";

#[rstest]
#[tokio::test]
async fn dry_run_returns_the_result_of_the_write_and_saves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let article = admin.add_article(article_json("By boat")).await;
    let before = row_counts(&guide).await;
    let key = [("idempotency-key", "8e03978e-40d5-43dd-bc93-6894a57f9324")];

    let post_dry_run = |path: &'static str, body: Value| {
        let admin: &TestClient = &admin;
        async move { admin.post_with_headers(path, &key, body).await.is(200) }
    };
    let body = with_changes(place_json("Wet Cave", cave), json!({ "operatingHours": NIGHT_HOURS }));
    let response = post_dry_run("/api/businesses?dryRun=true", body.clone()).await;
    assert_eq!(response.header("location"), "");
    let new = response.json();
    assert_eq!((&new["name"], &new["slug"]), (&json!("Wet Cave"), &json!("wet-cave")));
    assert_eq!(warning_fields_and_codes(&new), [("operatingHours", "night_cut")]);
    let body = with_changes(article_json("On foot"), json!({ "contentHtml": "<p><u>a</u></p><iframe></iframe>" }));
    let new = post_dry_run("/api/articles?dryRun=true", body).await.json();
    assert_eq!(new["contentHtml"], "<p>a</p>");
    assert_eq!(
        warning_fields_and_codes(&new),
        [("contentHtml", "element_removed"), ("contentHtml", "element_unwrapped")]
    );

    for (path, record, change) in [
        ("/api/businesses", &place, json!({ "name": "Bright Cave" })),
        ("/api/articles", &article, json!({ "title": "By bus" })),
    ] {
        let address = format!("{path}/{}", record["id"]);
        let changed = admin.put(&format!("{address}?dryRun=true"), change.clone()).await.is(200).json();
        for (field, value) in change.as_object().unwrap() {
            assert_eq!(&changed[field], value);
        }
        assert_ne!(changed["slug"], record["slug"]);
        let stored = admin.get(&address).await.is(200).json();
        assert_eq!((&stored["version"], &stored["slug"]), (&record["version"], &record["slug"]));
        // The server refuses invalid dry runs with the same statuses as invalid writes.
        let stale = [("if-match", "\"99\"")];
        admin.put_with_headers(&format!("{address}?dryRun=true"), &stale, change).await.is(412);
        admin.put(&format!("{address}?dryRun=maybe"), json!({})).await.is(400);
        admin.put(&format!("{address}?dryRun=true"), json!({ "latitude": 91 })).await.is(422);
    }
    let slug = json!({ "slug": place["slug"] });
    admin.post("/api/businesses?dryRun=true", with_changes(place_json("Dark Cave", cave), slug)).await.is(422);
    guide.anonymous().post("/api/businesses?dryRun=true", place_json("Wet Cave", cave)).await.is(401);
    assert_eq!(row_counts(&guide).await, before);

    // A dry run does not use up its idempotency key.
    let real = admin
        .post_with_headers("/api/businesses?dryRun=false", &key, place_json("Wet Cave", cave))
        .await
        .is(201)
        .json();
    assert_eq!(real["slug"], "wet-cave");
}

#[rstest]
#[tokio::test]
async fn article_save_returns_removal_warnings_without_storing_them(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    assert_eq!(warning_fields_and_codes(&article), []);
    let path = format!("/api/articles/{}", article["id"]);
    let html =
        "<p><u>a</u> <a href=\"//host\">b</a> <a href=\"sms:1\">c</a> <a href=\"geo:1,2\">d</a></p><iframe></iframe>";
    let saved = admin.put(&path, json!({ "contentHtml": html })).await.is(200).json();
    let expected = ["element_removed", "element_unwrapped", "link_removed"].map(|code| ("contentHtml", code));
    assert_eq!(warning_fields_and_codes(&saved), expected);
    let links = saved["warnings"][2]["message"].as_str().unwrap();
    assert!(["//host", "sms:1", "geo:1,2"].iter().all(|link| links.contains(link)), "{links}");
    // A later save has no warning, because the stored text is already sanitized.
    let stored = admin.get(&path).await.json();
    assert!(stored.get("warnings").is_none());
    let again =
        admin.put(&path, json!({ "contentHtml": stored["contentHtml"], "author": "Minh" })).await.is(200).json();
    assert_eq!(warning_fields_and_codes(&again), []);
}
