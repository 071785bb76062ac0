//! The versions of records, in `ETag` and `If-Match`.

use rstest::rstest;
use serde_json::json;

use crate::contact::a_message;
use crate::things::{a_place, an_article};
use crate::world::{Engine, Guide, Postgres, Sqlite};

#[rstest]
#[tokio::test]
async fn the_etag_of_a_read_is_what_if_match_takes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let place = admin.adds(a_place("Dark Cave", cave)).await;
    let article = admin.writes(an_article("By boat")).await;
    let entry = json!({ "authorName": "Linh", "message": "The boat slid into the dark." });
    let entry = admin.post("/api/admin/guestbook", entry).await.is(201).json();
    let message = guide.visitor().post("/api/contact", a_message()).await.is(201).json();
    let person = json!({ "email": "minh@example.org", "firstName": "Minh", "lastName": "Le", "role": "viewer" });
    let person = admin.post("/api/admin/users", person).await.is(201).json();
    let records = [
        (format!("/api/businesses/{}", place["id"]), "phone"),
        (format!("/api/articles/{}", article["id"]), "author"),
        (format!("/api/admin/guestbook/{}", entry["id"]), "location"),
        (format!("/api/admin/contact/{}", message["id"]), "note"),
        (format!("/api/admin/users/{}", person["id"].as_str().unwrap()), "firstName"),
    ];
    for (address, field) in records {
        // In whichever encoding it was read.
        for encoding in ["identity", "gzip", "br"] {
            let read = admin.get_with(&address, &[("accept-encoding", encoding)]).await.is(200);
            let etag = read.header("etag").to_owned();
            let reencoded = format!("W/\"{}-gzip\"", etag.trim_matches('"'));
            admin.put_with(&address, &[("if-match", &reencoded)], json!({ field: "weak" })).await.is(200);
            let read = admin.get_with(&address, &[("accept-encoding", encoding)]).await.is(200);
            let etag = read.header("etag").to_owned();
            admin.put_with(&address, &[("if-match", &reencoded)], json!({ field: "late" })).await.is(412);
            let either = format!("\"other\", {etag}");
            admin.put_with(&address, &[("if-match", &either)], json!({ field: encoding })).await.is(200);
            let late = admin.put_with(&address, &[("if-match", &etag)], json!({ field: "late" })).await.is(412);
            assert_eq!(late.json()["current"][field], encoding, "{address}");
        }
    }
    // Whoever read it.
    let address = format!("/api/businesses/{}", place["id"]);
    let etag = guide.visitor().get(&address).await.is(200).header("etag").to_owned();
    admin.put_with(&address, &[("if-match", &etag)], json!({ "phone": "0232" })).await.is(200);
}
