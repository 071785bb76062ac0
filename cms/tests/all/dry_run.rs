//! Writes that are only tried (`?dryRun=true`), and the warnings of those that are made.

use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::Person;
use crate::things::{a_place, an_article, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

/// The rows that a write could leave behind.
async fn rows(guide: &Guide) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in ["place", "place_slug", "article", "article_slug", "change_log", "audit", "idempotency_key"] {
        let count = format!("select count(*) from {table}");
        let count = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count.as_str()))
            .fetch_one(engine));
        counts.push(count.unwrap());
    }
    counts
}

/// A warning without its sentence.
fn codes(record: &Value) -> Vec<(&str, &str)> {
    let warnings = record["warnings"].as_array().map(Vec::as_slice).unwrap_or_default();
    warnings.iter().map(|one| (one["field"].as_str().unwrap(), one["code"].as_str().unwrap())).collect()
}

const NIGHT: &str = "Mo-Su 17:00-02:00; We off";

#[rstest]
#[tokio::test]
async fn dry_run_answers_what_a_write_would_and_saves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let place = admin.adds(a_place("Dark Cave", cave)).await;
    let article = admin.writes(an_article("By boat")).await;
    let before = rows(&guide).await;
    let key = [("idempotency-key", "8e03978e-40d5-43dd-bc93-6894a57f9324")];

    let tried = |path: &'static str, body: Value| {
        let admin: &Person = &admin;
        async move { admin.post_with(path, &key, body).await.is(200) }
    };
    let body = with(a_place("Wet Cave", cave), json!({ "operatingHours": NIGHT }));
    let answer = tried("/api/businesses?dryRun=true", body.clone()).await;
    assert_eq!(answer.header("location"), "");
    let new = answer.json();
    assert_eq!((&new["name"], &new["slug"]), (&json!("Wet Cave"), &json!("wet-cave")));
    assert_eq!(codes(&new), [("operatingHours", "night_cut")]);
    let body = with(an_article("On foot"), json!({ "contentHtml": "<p><u>a</u></p><iframe></iframe>" }));
    let new = tried("/api/articles?dryRun=true", body).await.json();
    assert_eq!(new["contentHtml"], "<p>a</p>");
    assert_eq!(codes(&new), [("contentHtml", "element_removed"), ("contentHtml", "element_unwrapped")]);

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
        // What a write refuses a dry run refuses.
        let stale = [("if-match", "\"99\"")];
        admin.put_with(&format!("{address}?dryRun=true"), &stale, change).await.is(412);
        admin.put(&format!("{address}?dryRun=maybe"), json!({})).await.is(400);
        admin.put(&format!("{address}?dryRun=true"), json!({ "latitude": 91 })).await.is(422);
    }
    let slug = json!({ "slug": place["slug"] });
    admin.post("/api/businesses?dryRun=true", with(a_place("Dark Cave", cave), slug)).await.is(422);
    guide.visitor().post("/api/businesses?dryRun=true", a_place("Wet Cave", cave)).await.is(401);
    assert_eq!(rows(&guide).await, before);

    // The key of the dry run is free for the write itself.
    let real = admin.post_with("/api/businesses?dryRun=false", &key, a_place("Wet Cave", cave)).await.is(201).json();
    assert_eq!(real["slug"], "wet-cave");
}

#[rstest]
#[tokio::test]
async fn saving_an_article_lists_what_was_removed_and_stores_no_warning(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.writes(an_article("By boat")).await;
    assert_eq!(codes(&article), []);
    let path = format!("/api/articles/{}", article["id"]);
    let html =
        "<p><u>a</u> <a href=\"//host\">b</a> <a href=\"sms:1\">c</a> <a href=\"geo:1,2\">d</a></p><iframe></iframe>";
    let saved = admin.put(&path, json!({ "contentHtml": html })).await.is(200).json();
    let expected = ["element_removed", "element_unwrapped", "link_removed"].map(|code| ("contentHtml", code));
    assert_eq!(codes(&saved), expected);
    let links = saved["warnings"][2]["message"].as_str().unwrap();
    assert!(["//host", "sms:1", "geo:1,2"].iter().all(|link| links.contains(link)), "{links}");
    // Once told; what is stored is clean.
    let stored = admin.get(&path).await.json();
    assert!(stored.get("warnings").is_none());
    let again =
        admin.put(&path, json!({ "contentHtml": stored["contentHtml"], "author": "Minh" })).await.is(200).json();
    assert_eq!(codes(&again), []);
}
