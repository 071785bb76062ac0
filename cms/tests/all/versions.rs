//! The versions of records, in `ETag` and `If-Match`.

use rstest::rstest;
use serde_json::json;

use crate::contact::contact_message_json;
use crate::fixtures::{article_json, place_json};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

#[rstest]
#[tokio::test]
async fn etag_of_a_read_is_accepted_as_if_match(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let article = admin.add_article(article_json("By boat")).await;
    let entry = json!({ "authorName": "Linh", "message": "The boat slid into the dark." });
    let entry = admin.post("/api/admin/guestbook", entry).await.is(201).json();
    let message = guide.anonymous().post("/api/contact", contact_message_json()).await.is(201).json();
    let user = json!({ "email": "minh@example.org", "firstName": "Minh", "lastName": "Le", "role": "viewer" });
    let user = admin.post("/api/admin/users", user).await.is(201).json();
    let records = [
        (format!("/api/businesses/{}", place["id"]), "phone"),
        (format!("/api/articles/{}", article["id"]), "author"),
        (format!("/api/admin/guestbook/{}", entry["id"]), "location"),
        (format!("/api/admin/contact/{}", message["id"]), "note"),
        (format!("/api/admin/users/{}", user["id"].as_str().unwrap()), "firstName"),
    ];
    for (path, field) in records {
        // The ETag of a response in any encoding is accepted, also in the weak form that a compressing proxy sends.
        for encoding in ["identity", "gzip", "br"] {
            let read = admin.get_with_headers(&path, &[("accept-encoding", encoding)]).await.is(200);
            let etag = read.header("etag").to_owned();
            let weak_etag = format!("W/\"{}-gzip\"", etag.trim_matches('"'));
            admin.put_with_headers(&path, &[("if-match", &weak_etag)], json!({ field: "weak" })).await.is(200);
            let read = admin.get_with_headers(&path, &[("accept-encoding", encoding)]).await.is(200);
            let etag = read.header("etag").to_owned();
            admin.put_with_headers(&path, &[("if-match", &weak_etag)], json!({ field: "late" })).await.is(412);
            let etag_list = format!("\"other\", {etag}");
            admin.put_with_headers(&path, &[("if-match", &etag_list)], json!({ field: encoding })).await.is(200);
            let late = admin.put_with_headers(&path, &[("if-match", &etag)], json!({ field: "late" })).await.is(412);
            assert_eq!(late.json()["current"][field], encoding, "{path}");
        }
    }
    // The ETag that a caller without an account reads is accepted too.
    let path = format!("/api/businesses/{}", place["id"]);
    let etag = guide.anonymous().get(&path).await.is(200).header("etag").to_owned();
    admin.put_with_headers(&path, &[("if-match", &etag)], json!({ "phone": "0232" })).await.is(200);
}
