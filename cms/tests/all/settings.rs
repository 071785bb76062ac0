//! The settings of the guide.

use reqwest::Method;
use rstest::rstest;
use serde_json::json;

use crate::fixtures::png_image;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

const SETTINGS_PATH: &str = "/api/settings";

#[rstest]
#[tokio::test]
async fn settings_update_changes_only_sent_fields(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let before = admin.get(SETTINGS_PATH).await.is(200);
    let etag = before.header("etag").to_owned();
    let before = before.json();
    let changes = json!({
        "brand": " Ninh Binh Guide ",
        "map": { "latitude": 20.25, "longitude": 105.97, "zoom": 11 },
        "social": { "facebook": "https://facebook.example/ninhbinh" },
    });
    let after = admin.put_with_headers(SETTINGS_PATH, &[("if-match", &etag)], changes).await.is(200).json();
    assert_eq!(after["brand"], "Ninh Binh Guide");
    assert_eq!(after["map"]["zoom"], 11.0);
    assert_eq!(after["social"]["facebook"], "https://facebook.example/ninhbinh");
    assert_eq!(after["social"]["youtube"], "");
    assert_eq!(after["version"], before["version"].as_i64().unwrap() + 1);
    for unsent_field in ["tagline", "heroPrompts", "whatIs", "doors", "timeZone"] {
        assert_eq!(after[unsent_field], before[unsent_field], "{unsent_field}");
    }
    assert_eq!(guide.anonymous().get(SETTINGS_PATH).await.json(), after, "in force at once");
    let stale_update =
        admin.put_with_headers(SETTINGS_PATH, &[("if-match", &etag)], json!({ "brand": "Late" })).await.is(412);
    assert_eq!(stale_update.json()["current"]["brand"], "Ninh Binh Guide");
    // A client can send the whole record back, including the fields that it did not change.
    assert_eq!(admin.put(SETTINGS_PATH, after.clone()).await.is(200).json()["brand"], "Ninh Binh Guide");
}

#[rstest]
#[tokio::test]
async fn settings_with_invalid_fields_are_refused_by_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let before = admin.get(SETTINGS_PATH).await.json();
    let cases = [
        (json!({ "brand": " " }), "brand", "Name is required"),
        (json!({ "timeZone": "Asia/Nowhere" }), "timeZone", "Time zone must be a name like Asia/Ho_Chi_Minh"),
        (json!({ "contactEmail": "nobody" }), "contactEmail", "Valid email is required"),
        (json!({ "analyticsId": "<script>" }), "analyticsId", "Analytics ID must look like G-ABC1234567"),
        (
            json!({ "social": { "facebook": "javascript:alert(1)" } }),
            "social.facebook",
            "Link must start with http:// or https://",
        ),
        (
            json!({ "map": { "latitude": 91, "longitude": 0, "zoom": 10 } }),
            "map.latitude",
            "Latitude must be between -90 and 90",
        ),
        (
            json!({ "heroPrompts": [{ "text": "Hello", "button": "Go", "href": "//evil.example" }] }),
            "heroPrompts.0.href",
            "Path must start with /",
        ),
    ];
    for (changes, field, message) in cases {
        let refused = admin.put(SETTINGS_PATH, changes).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": field, "message": message }]));
    }
    assert_eq!(admin.get(SETTINGS_PATH).await.json(), before);
}

// R208
#[rstest]
#[tokio::test]
async fn region_image_must_be_a_library_image_with_a_text_alternative(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let upload_response =
        admin.upload(Method::POST, "/api/media", ("valley.png", &png_image(400, 300)), &[]).await.is(201);
    let image = upload_response.json();
    let image_path = format!("/api/media/{}", image["id"]);
    for (image_url, message) in [
        (image["url"].as_str().unwrap(), "Describe what the image shows, or mark it as decorative"),
        ("/media/00000000-0000000000000000.jpg", "This image is not in the library"),
        ("valley.png", "Image URL must be a valid URL or relative path starting with /"),
    ] {
        let refused = admin.put(SETTINGS_PATH, json!({ "imageUrl": image_url })).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "imageUrl", "message": message }]));
    }
    admin.put(&image_path, json!({ "alt": "The valley at dawn" })).await.is(200);
    let after = admin.put(SETTINGS_PATH, json!({ "imageUrl": image["url"] })).await.is(200).json();
    assert_eq!(after["pictures"][0]["alt"], "The valley at dawn");
    assert_eq!(guide.anonymous().get(SETTINGS_PATH).await.json(), after);
    let uses = admin.get(&format!("{image_path}/uses")).await.is(200).json();
    assert_eq!(uses, json!([{ "kind": "settings", "id": 1, "title": "Settings", "isInTrash": false }]));
    assert_eq!(admin.delete(&image_path).await.is(409).json()["detail"], "This image is in use: Settings");

    // The settings contain the URL of the replaced file and the new text alternative.
    let file = ("dusk.png", &*png_image(500, 300));
    let replaced_image = admin.upload(Method::PUT, &format!("{image_path}/file"), file, &[]).await.is(200).json();
    admin.put(&image_path, json!({ "alt": "The valley at dusk" })).await.is(200);
    let public_settings = guide.anonymous().get(SETTINGS_PATH).await.json();
    assert_eq!(
        (&public_settings["imageUrl"], &public_settings["pictures"][0]["alt"]),
        (&replaced_image["url"], &json!("The valley at dusk"))
    );
    assert_ne!(public_settings["imageUrl"], after["imageUrl"]);

    // A new file for an image that the settings do not use leaves their version unchanged.
    let other_image = admin.add_image("A boat").await;
    let path = format!("/api/media/{}/file", other_image["id"]);
    admin.upload(Method::PUT, &path, ("raft.png", &png_image(90, 30)), &[]).await.is(200);
    assert_eq!(guide.anonymous().get(SETTINGS_PATH).await.json()["version"], public_settings["version"]);

    let settings_without_image = admin.put(SETTINGS_PATH, json!({ "imageUrl": null })).await.is(200).json();
    assert_eq!((&settings_without_image["imageUrl"], &settings_without_image["pictures"]), (&json!(null), &json!([])));
    admin.delete(&image_path).await.is(204);
}
