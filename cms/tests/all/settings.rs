//! The region's settings: what another province changes.

use rstest::rstest;
use serde_json::json;

use crate::world::{Engine, Guide, Postgres, Sqlite};

const ADDRESS: &str = "/api/settings";

#[rstest]
#[tokio::test]
async fn an_admin_changes_what_is_sent_and_nothing_else(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    let before = admin.get(ADDRESS).await.is(200);
    let etag = before.header("etag").to_owned();
    let before = before.json();
    let sent = json!({
        "brand": " Ninh Binh Guide ",
        "map": { "latitude": 20.25, "longitude": 105.97, "zoom": 11 },
        "social": { "facebook": "https://facebook.example/ninhbinh" },
    });
    let after = admin.put_with(ADDRESS, &[("if-match", &etag)], sent).await.is(200).json();
    assert_eq!(after["brand"], "Ninh Binh Guide");
    assert_eq!(after["map"]["zoom"], 11.0);
    assert_eq!(after["social"]["facebook"], "https://facebook.example/ninhbinh");
    assert_eq!(after["social"]["youtube"], "");
    assert_eq!(after["version"], before["version"].as_i64().unwrap() + 1);
    for kept in ["tagline", "heroPrompts", "whatIs", "doors", "timeZone"] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_eq!(guide.visitor().get(ADDRESS).await.json(), after, "it acts at once");
    let late = admin.put_with(ADDRESS, &[("if-match", &etag)], json!({ "brand": "Late" })).await.is(412);
    assert_eq!(late.json()["current"]["brand"], "Ninh Binh Guide");
    // A record that was read may be sent back whole.
    assert_eq!(admin.put(ADDRESS, after.clone()).await.is(200).json()["brand"], "Ninh Binh Guide");
}

#[rstest]
#[tokio::test]
async fn each_rule_answers_with_its_field_and_nothing_is_changed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    let before = admin.get(ADDRESS).await.json();
    let cases = [
        (json!({ "brand": " " }), "brand", "Name is required"),
        (json!({ "timeZone": "Asia/Nowhere" }), "timeZone", "Time zone must be a name such as Asia/Ho_Chi_Minh"),
        (json!({ "contactEmail": "nobody" }), "contactEmail", "Valid email is required"),
        (json!({ "analyticsId": "<script>" }), "analyticsId", "Analytics id must look like G-ABC1234567"),
        (
            json!({ "social": { "facebook": "javascript:alert(1)" } }),
            "social.facebook",
            "A page elsewhere must start with http:// or https://",
        ),
        (
            json!({ "map": { "latitude": 91, "longitude": 0, "zoom": 10 } }),
            "map.latitude",
            "Latitude must be between -90 and 90",
        ),
        (
            json!({ "heroPrompts": [{ "text": "Hello", "button": "Go", "href": "//evil.example" }] }),
            "heroPrompts.0.href",
            "A page must be a path starting with /",
        ),
    ];
    for (sent, field, sentence) in cases {
        let refused = admin.put(ADDRESS, sent).await.is(422);
        assert_eq!(refused.json()["errors"], json!([{ "field": field, "message": sentence }]));
    }
    assert_eq!(admin.get(ADDRESS).await.json(), before);
}
