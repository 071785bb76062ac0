//! Guestbook entries of travelers: creation, visibility, limits and deletion.

use std::collections::BTreeSet;

use cms::auth::domain::accounts::Role;
use cms::db::engine::StoreError;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp, open_database};
use crate::test_client::TestClient;

const GUESTBOOK_PATH: &str = "/api/guestbook";

impl TestClient {
    /// Posts an entry with this message and returns the response.
    pub async fn add_entry(&self, message: &str) -> Value {
        self.add_entry_with(json!({ "message": message })).await
    }

    /// Posts this entry and returns the response.
    pub async fn add_entry_with(&self, entry: Value) -> Value {
        self.post(GUESTBOOK_PATH, entry).await.is(201).json()
    }

    /// Sends a decision on an entry and returns the entry.
    pub async fn moderate(&self, entry: i64, decision: &str) -> Value {
        let decision_request = json!({ "status": decision });
        self.post(&format!("/api/admin/guestbook/{entry}/moderate"), decision_request).await.is(200).json()
    }

    /// The messages of the entries in the list at `path`.
    pub async fn entry_messages(&self, path: &str) -> Vec<String> {
        let list = self.get(path).await.is(200).json();
        list.as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
    }
}

pub fn id(entry: &Value) -> i64 {
    entry["id"].as_i64().unwrap()
}

// R113
#[rstest]
#[tokio::test]
async fn entry_is_public_only_after_approval(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let (linh, minh, anonymous) = (guide.viewer("Linh Trần").await, guide.viewer("Minh Le").await, guide.anonymous());
    let entry_request = json!({
        "message": "  The boat slid into the dark.\n", "nationality": " Vietnam ", "location": "Son river",
        "latitude": "17.58", "longitude": 106.28, "rating": 5, "relatedPlaceId": place["id"],
    });
    let response = linh.post(GUESTBOOK_PATH, entry_request).await.is(201);
    let entry = response.json();
    assert_eq!(response.header("location"), format!("/api/guestbook/{}", entry["id"]));
    let expected = json!({
        "id": entry["id"], "authorName": "Linh T.", "message": "The boat slid into the dark.", "nationality": "Vietnam",
        "location": "Son river", "latitude": 17.58, "longitude": 106.28, "rating": 5, "relatedPlaceId": place["id"],
        "relatedPlace": { "id": place["id"], "name": "Dark Cave", "slug": "dark-cave" },
        "createdAt": "2026-11-21T08:00:00.000Z", "status": "pending", "isOwn": true, "commentCount": 0, "comments": [],
        "pictures": [], "ownerReply": null, "canReply": false,
    });
    assert_eq!(entry, expected);
    let entry_path = format!("/api/guestbook/{}", entry["id"]);
    let place_list = format!("/api/businesses/{}/guestbook", place["id"]);
    let lists = [GUESTBOOK_PATH.to_owned(), place_list.clone(), format!("{GUESTBOOK_PATH}?placeId={}", place["id"])];
    // In the public lists, only the author sees the pending entry. Admins read it in the admin lists instead.
    for list in &lists {
        assert_eq!(linh.get(list).await.is(200).json(), json!([expected]), "{list}");
        for reader in [&anonymous, &minh, &admin] {
            let response = reader.get(list).await.is(200);
            assert_eq!((response.text.as_str(), response.header("x-total-count")), ("[]", "0"), "{list}");
        }
    }
    linh.get(&entry_path).await.is(200);
    for reader in [&anonymous, &minh, &admin] {
        reader.get(&entry_path).await.is(404);
    }
    admin.moderate(id(&entry), "approved").await;
    let public = with_changes(expected, json!({ "status": "approved", "isOwn": false }));
    for list in &lists {
        for reader in [&anonymous, &minh, &admin] {
            let response = reader.get(list).await.is(200);
            assert_eq!((response.json(), response.header("x-total-count")), (json!([public]), "1"), "{list}");
        }
        assert_eq!(linh.get(list).await.json()[0]["isOwn"], true);
    }
    assert_eq!(anonymous.get(&entry_path).await.is(200).json(), public);
    // A caller without a session cannot post an entry.
    assert_eq!(
        anonymous.post(GUESTBOOK_PATH, json!({ "message": "Me too" })).await.is(401).json()["title"],
        "Unauthorized"
    );
}

// R319
#[rstest]
#[tokio::test]
async fn entry_that_is_not_approved_is_not_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let (linh, minh, anonymous) = (guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await, guide.anonymous());
    let mut entries = Vec::new();
    for (n, (decision, seen_by_author)) in [("", true), ("rejected", false), ("spam", true)].into_iter().enumerate() {
        let entry_request = json!({ "message": format!("Hush {n}"), "relatedPlaceId": place["id"], "rating": 1 });
        let entry = id(&linh.add_entry_with(entry_request).await);
        if !decision.is_empty() {
            admin.moderate(entry, decision).await;
        }
        entries.push((entry, seen_by_author));
    }
    let public = [
        "/api/guestbook".to_owned(),
        "/api/guestbook?limit=100&offset=0".into(),
        format!("/api/guestbook?placeId={}", place["id"]),
        format!("/api/businesses/{}/guestbook", place["id"]),
        format!("/api/businesses/{}", place["id"]),
        "/api/businesses".into(),
        "/api/businesses?q=hush".into(),
        "/api/businesses.geojson".into(),
    ];
    for path in &public {
        for reader in [&anonymous, &minh] {
            let response = reader.get(path).await.is(200);
            assert!(!response.text.contains("Hush"), "{path}");
            if path.contains("guestbook") {
                assert_eq!(response.header("x-total-count"), "0", "{path}");
            }
        }
    }
    for (entry, seen_by_author) in &entries {
        let entry_path = format!("/api/guestbook/{entry}");
        anonymous.get(&entry_path).await.is(404);
        minh.get(&entry_path).await.is(404);
        minh.post(&format!("{entry_path}/comments"), json!({ "comment": "I know" })).await.is(404);
        // Authors see spam as pending.
        let own = linh.get(&entry_path).await.is(if *seen_by_author { 200 } else { 404 });
        assert!(!seen_by_author || own.json()["status"] == "pending");
        assert!(!own.text.contains("spam") && !own.text.contains("moderat"));
    }
    assert_eq!(linh.get(GUESTBOOK_PATH).await.header("x-total-count"), "2");
    // The list of the site's public pages contains no page of a guestbook entry.
    let addresses = cms::commands::page_resolver::address_resolver(&guide.app);
    for path in (addresses.public_pages)(1000).await.unwrap() {
        assert!(!path.starts_with("/guestbook/"), "{path}");
    }
}

// R111
#[rstest]
#[tokio::test]
async fn entry_fields_and_list_queries_are_validated(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let linh = guide.viewer("Linh Tran").await;
    let (required, long) = ("Message is required", "Message must be less than 1000 characters");
    // "ộ" is one character in NFC and three in NFD.
    for letter in ["\u{1ed9}", "o\u{323}\u{302}"] {
        for (count, sentence) in
            [(0, Some(required)), (1, None), (9, None), (10, None), (1000, None), (1001, Some(long))]
        {
            let response = linh.post(GUESTBOOK_PATH, json!({ "message": letter.repeat(count) })).await;
            match sentence {
                None => assert_eq!(response.is(201).json()["message"], "\u{1ed9}".repeat(count), "stored in NFC"),
                Some(sentence) => {
                    let errors = response.is(422).errors();
                    assert_eq!(errors, json!([{ "field": "message", "message": sentence }]), "{count}");
                }
            }
        }
    }
    let range = "Rating must be between 1 and 5";
    for (rating, outcome) in [
        (json!(0), Err(range)),
        (json!(1), Ok(json!(1))),
        (json!(5), Ok(json!(5))),
        (json!(6), Err(range)),
        (json!(1.5), Err("Rating must be a whole number")),
        (json!("4"), Ok(json!(4))),
        (json!(null), Ok(json!(null))),
        (json!(""), Ok(json!(null))),
    ] {
        let response = linh.post(GUESTBOOK_PATH, json!({ "message": "Mist", "rating": rating })).await;
        match outcome {
            Ok(stored) => assert_eq!(response.is(201).json()["rating"], stored),
            Err(sentence) => {
                assert_eq!(response.is(422).errors(), json!([{ "field": "rating", "message": sentence }]), "{rating}")
            }
        }
    }
    for place in [999, 0] {
        let nowhere = linh.post(GUESTBOOK_PATH, json!({ "message": "Mist", "relatedPlaceId": place })).await.is(422);
        let sentence = json!([{ "field": "relatedPlaceId", "message": "This place does not exist" }]);
        assert_eq!(nowhere.errors(), sentence);
    }
    for path in ["?limit=0", "?limit=101", "?offset=-1", "?placeId=dark", "?status=pending", "?sort=rating"] {
        linh.get(&format!("{GUESTBOOK_PATH}{path}")).await.is(400);
    }
}

// R307
#[rstest]
#[tokio::test]
async fn entry_with_a_privileged_field_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let linh = guide.viewer("Linh Tran").await;
    for (field, value) in [
        ("status", json!("approved")),
        ("spamScore", json!(0)),
        ("authorName", json!("The Mayor")),
        ("authorId", json!("admin")),
        ("notes", json!("Fine")),
        ("createdAt", json!("2020-01-01T00:00:00.000Z")),
        ("isOwn", json!(false)),
    ] {
        let refused = linh.post(GUESTBOOK_PATH, json!({ "message": "Mist", field: value })).await.is(400);
        assert_eq!(refused.fields(), [field]);
    }
    assert_eq!(linh.get(GUESTBOOK_PATH).await.text, "[]");
    let rows: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from guestbook_post_log")
        .fetch_one(engine))
    .unwrap();
    assert_eq!(rows, 0, "refused posts do not count");
}

// R109
#[rstest]
#[tokio::test]
async fn author_name_is_abbreviated_for_the_public_and_whole_for_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for (name, shown) in
        [("Linh Trần", "Linh T."), ("Cher", "Cher"), ("Ho\u{302}\u{300} Thi\u{323} A\u{302}\u{301}n", "Hồ Ấ.")]
    {
        let entry = id(&guide.viewer(name).await.add_entry(&format!("I am {shown}")).await);
        let whole = admin.moderate(entry, "approved").await["authorName"].clone();
        assert_eq!(whole, json!(name), "the name of the account");
        let public = guide.anonymous().get(&format!("/api/guestbook/{entry}")).await.is(200);
        assert_eq!(public.json()["authorName"], shown);
        for secret in ["authorEmail", "authorId", "spamScore", "spamReasons", "notes", "version", "@example.org"] {
            assert!(!public.text.contains(secret), "{secret}: {}", public.text);
        }
    }
}

// R311
#[rstest]
#[tokio::test]
async fn posts_are_limited_by_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let proxy_arguments = ["--api-only", "--trusted-proxies", "127.0.0.0/8"];
    let Some(guide) = TestApp::start_with_arguments(engine, &proxy_arguments).await else { return };
    guide.admin().await;
    let linh = guide.viewer("Linh Tran").await;
    let hoa = guide.viewer("Hoa Pham").await;
    // Access tokens expire after an hour, so accounts sign in again below. A sign-in does not reset the count of posts.
    let sign_in_again = async |email: &str| {
        let session = guide.anonymous().sign_in(email, crate::test_client::PASSWORD).await.is(200);
        guide.anonymous().with_token(session.json()["token"].as_str().unwrap())
    };
    let post_numbered = async |client: &TestClient, n: usize| {
        let from = format!("203.0.113.{n}");
        let headers = [("x-forwarded-for", from.as_str()), ("user-agent", "another")];
        client
            .post_with_headers(&format!("{GUESTBOOK_PATH}?"), &headers, json!({ "message": format!("Mist {n}") }))
            .await
    };
    // A new account may post three times an hour. Invalid posts do not count. Deletions do not lower the count.
    let first = id(&post_numbered(&linh, 0).await.is(201).json());
    guide.app.clock.advance(600);
    linh.post(GUESTBOOK_PATH, json!({ "message": "" })).await.is(422);
    linh.post(GUESTBOOK_PATH, json!({ "message": "x", "rating": 9 })).await.is(422);
    post_numbered(&linh, 1).await.is(201);
    post_numbered(&linh, 2).await.is(201);
    linh.delete(&format!("/api/guestbook/{first}")).await.is(204);
    let refused = post_numbered(&linh, 3).await.is(429);
    assert_eq!(refused.header("retry-after"), "3000", "the seconds until the first is an hour old");
    assert_eq!(refused.header("content-type"), "application/problem+json");
    linh.post(GUESTBOOK_PATH, json!({ "message": "x", "spare": 1 })).await.is(400);
    post_numbered(&linh, 4).await.is(429);
    assert_eq!(linh.entry_messages(GUESTBOOK_PATH).await, ["Mist 2", "Mist 1"]);
    // Other accounts have their own limit. Each post counts for an hour.
    guide.viewer("Minh Le").await.add_entry("Mist, too").await;
    guide.app.clock.advance(3000);
    let (linh, admin) = (sign_in_again("linh-tran@example.org").await, sign_in_again("admin-one@example.org").await);
    let approved_entry = id(&post_numbered(&linh, 5).await.is(201).json());
    assert_eq!(post_numbered(&linh, 6).await.is(429).header("retry-after"), "600");
    // An account with an approved entry may post ten times an hour, including comments.
    admin.moderate(approved_entry, "approved").await;
    for n in 7..13 {
        post_numbered(&linh, n).await.is(201);
    }
    let comment = json!({ "comment": "And another thing" });
    linh.post(&format!("/api/guestbook/{approved_entry}/comments"), comment.clone()).await.is(201);
    assert_eq!(
        linh.post(&format!("/api/guestbook/{approved_entry}/comments"), comment).await.is(429).header("retry-after"),
        "600"
    );
    post_numbered(&linh, 13).await.is(429);
    // An account that is older than a day has the higher limit even without an approved entry.
    hoa.get("/api/auth/account").await.is(401);
    guide.app.clock.advance(24 * 3600);
    let hoa = sign_in_again("hoa-pham@example.org").await;
    for n in 0..10 {
        hoa.add_entry(&format!("Rain {n}")).await;
    }
    hoa.post(GUESTBOOK_PATH, json!({ "message": "Rain" })).await.is(429);
}

// R311
#[rstest]
#[tokio::test]
async fn concurrent_posts_stay_within_the_limit(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let linh = guide.viewer("Linh Tran").await;
    let posts = (0..12).map(|n| linh.post(GUESTBOOK_PATH, json!({ "message": format!("Mist {n}") })));
    let responses = futures_util::future::join_all(posts).await;
    let stored = responses.iter().filter(|response| response.status == 201).count();
    assert_eq!((stored, responses.iter().filter(|response| response.status == 429).count()), (3, 9));
    assert_eq!(linh.entry_messages(GUESTBOOK_PATH).await.len(), 3);
}

// R309, R310
#[rstest]
#[tokio::test]
async fn post_with_an_invalid_token_stores_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let entry = id(&admin.add_entry("Mist over the river").await);
    admin.moderate(entry, "approved").await;
    let comments = format!("{GUESTBOOK_PATH}/{entry}/comments");
    for token_end in ["signs out", "is deactivated", "is deleted", "stays away"] {
        let client = guide.viewer(&format!("Linh {token_end}")).await;
        client.post(&comments, json!({ "comment": "And over the rice" })).await.is(201);
        let account = client.id.as_ref().unwrap().0.clone();
        match token_end {
            "signs out" => drop(client.post("/api/auth/sign-out-everywhere", json!({})).await.is(204)),
            "is deactivated" => {
                admin.put(&format!("/api/admin/users/{account}"), json!({ "isActive": false })).await.is(200);
            }
            "is deleted" => drop(admin.delete(&format!("/api/admin/users/{account}")).await.is(204)),
            _ => {
                let expire_sessions = "update session set expires_at = $2 where account_id = $1";
                let now = guide.app.clock.now();
                let work = guide.app.db.write(move |tx| {
                    Box::pin(async move {
                        execute!(tx, sqlx::query(expire_sessions).bind(account).bind(now))?;
                        Ok::<_, StoreError>(())
                    })
                });
                work.await.unwrap();
            }
        }
        client.post(GUESTBOOK_PATH, json!({ "message": "Mist again" })).await.is(401);
        client.post(&comments, json!({ "comment": "And again" })).await.is(401);
    }
    // The refusal of an invalid token does not reveal that the account has reached its limit.
    let limited_client = guide.viewer("Hoa Pham").await;
    for n in 0..3 {
        limited_client.post(&comments, json!({ "comment": format!("Rain {n}") })).await.is(201);
    }
    limited_client.post(&comments, json!({ "comment": "Rain" })).await.is(429);
    limited_client.post("/api/auth/sign-out-everywhere", json!({})).await.is(204);
    limited_client.post(&comments, json!({ "comment": "Rain" })).await.is(401);
    assert_eq!(admin.entry_messages("/api/admin/guestbook/pending").await, [""; 0]);
    let entry_response = guide.anonymous().get(&format!("{GUESTBOOK_PATH}/{entry}")).await.is(200).json();
    assert_eq!(entry_response["commentCount"], 7);
}

// R306, R421
#[rstest]
#[tokio::test]
async fn author_deletes_only_their_own_entry(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (linh, minh) = (guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await);
    let (approved_entry, pending_entry) = (id(&linh.add_entry("Shown").await), id(&linh.add_entry("Waiting").await));
    admin.moderate(approved_entry, "approved").await;
    assert_eq!(guide.anonymous().entry_messages(GUESTBOOK_PATH).await, ["Shown"]);
    let (approved_entry, pending_entry) =
        (format!("/api/guestbook/{approved_entry}"), format!("/api/guestbook/{pending_entry}"));
    minh.delete(&approved_entry).await.is(403);
    minh.delete(&pending_entry).await.is(404);
    admin.delete(&pending_entry).await.is(404);
    guide.anonymous().delete(&approved_entry).await.is(401);
    assert_eq!(linh.get(GUESTBOOK_PATH).await.header("x-total-count"), "2");
    linh.delete(&pending_entry).await.is(204);
    linh.delete(&approved_entry).await.is(204);
    linh.delete(&approved_entry).await.is(404);
    let list_after_deletion = guide.anonymous().get(GUESTBOOK_PATH).await.is(200);
    assert_eq!(
        (list_after_deletion.text.as_str(), list_after_deletion.header("x-total-count")),
        ("[]", "0"),
        "in the next read"
    );
    // An entry that a moderator deleted can be restored unless its author deleted it too.
    let deleted = id(&linh.add_entry("Deleted").await);
    let (own, address) = (format!("/api/guestbook/{deleted}"), format!("/api/admin/guestbook/{deleted}"));
    admin.moderate(deleted, "approved").await;
    admin.delete(&address).await.is(204);
    minh.delete(&own).await.is(404);
    linh.delete(&own).await.is(204);
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
}

// R401
#[rstest]
#[tokio::test]
async fn entries_of_a_purged_place_stay_without_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Secret Grotto", cave)).await;
    let (linh, anonymous) = (guide.viewer("Linh Tran").await, guide.anonymous());
    let entry = id(&linh.add_entry_with(json!({ "message": "Mist", "relatedPlaceId": place["id"] })).await);
    admin.moderate(entry, "approved").await;
    let path = format!("/api/businesses/{}", place["id"]);
    let related = async || {
        let list = anonymous.get(GUESTBOOK_PATH).await.is(200).json();
        assert_eq!(list[0]["message"], "Mist");
        (list[0]["relatedPlace"]["name"].clone(), list[0]["relatedPlaceId"].clone())
    };
    assert_eq!(related().await, (json!("Secret Grotto"), place["id"].clone()));
    // The entry shows a new name of the place at once. It does not name the place while the place is inactive (R319).
    admin.put(&path, json!({ "name": "Hang Tối" })).await.is(200);
    assert_eq!(related().await.0, json!("Hang Tối"));
    admin.put(&path, json!({ "isActive": false })).await.is(200);
    assert_eq!(related().await, (Value::Null, Value::Null));
    anonymous.get(&format!("{path}/guestbook")).await.is(404);
    assert_eq!(admin.entry_messages(&format!("{path}/guestbook")).await, ["Mist"]);
    admin.put(&path, json!({ "isActive": true })).await.is(200);
    assert_eq!(related().await.0, json!("Hang Tối"));
    // While the place is in the trash, the public entry does not name it, but moderators still see its name.
    admin.delete(&path).await.is(204);
    assert_eq!(related().await, (Value::Null, Value::Null));
    let whole = format!("/api/admin/guestbook/{entry}");
    assert_eq!(admin.get(&whole).await.is(200).json()["relatedPlace"]["name"], "Hang Tối");
    admin.get(&format!("{path}/guestbook")).await.is(404);
    // The place is purged.
    let place_id = place["id"].as_i64().unwrap();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("delete from place where id = $1").bind(place_id))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    assert_eq!(admin.get(&whole).await.is(200).json()["relatedPlace"], Value::Null);
    assert_eq!(anonymous.entry_messages(GUESTBOOK_PATH).await, ["Mist"]);
}

// R426
#[rstest]
#[tokio::test]
async fn deleted_account_leaves_only_public_entries_with_an_abbreviated_name(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(false, true)] is_deleted_by_admin: bool,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let (linh, minh) = (guide.client_with_role("Linh Trần", Role::Viewer).await, guide.viewer("Minh Le").await);
    let entry =
        id(&linh.add_entry_with(json!({ "message": "Mist", "relatedPlaceId": place["id"], "rating": 4 })).await);
    admin.moderate(entry, "approved").await;
    let spam = id(&linh.add_entry("Cheap watches").await);
    admin.moderate(spam, "spam").await;
    let comments = format!("/api/guestbook/{entry}/comments");
    linh.post(&comments, json!({ "comment": "And rain" })).await.is(201);
    for client in [&linh, &minh] {
        client.put(&format!("/api/user/likes/{}", place["id"]), json!({})).await.is(200);
    }
    let export = linh.get("/api/auth/account/export").await.is(200).json();
    assert_eq!(
        export["entries"],
        json!([
            { "id": entry, "message": "Mist", "nationality": null, "location": null, "latitude": null,
              "longitude": null, "rating": 4, "relatedPlaceId": place["id"], "status": "approved",
              "createdAt": "2026-11-21T08:00:00.000Z" },
            { "id": spam, "message": "Cheap watches", "nationality": null, "location": null, "latitude": null,
              "longitude": null, "rating": null, "relatedPlaceId": null, "status": "pending",
              "createdAt": "2026-11-21T08:00:00.000Z" },
        ])
    );
    assert_eq!(export["comments"][0]["comment"], "And rain");
    assert_eq!(export["comments"][0]["entryId"], entry);
    assert_eq!(export["likes"][0]["name"], "Dark Cave");
    let rejected = id(&linh.add_entry("Nothing to see").await);
    admin.moderate(rejected, "rejected").await;
    let pending = id(&linh.add_entry("Rain on the river").await);
    let public = guide.anonymous().get(GUESTBOOK_PATH).await.is(200).json();
    assert_eq!(guide.anonymous().get("/api/businesses").await.json()[0]["likeCount"], 2);

    if is_deleted_by_admin {
        admin.delete(&format!("/api/admin/users/{}", linh.id.as_ref().unwrap().0)).await.is(204);
    } else {
        let password = json!({ "currentPassword": crate::test_client::PASSWORD });
        linh.delete_with_body("/api/auth/account", password).await.is(204);
    }
    // The public entry is unchanged. The place lost the like of the deleted account and kept that of the other account.
    assert_eq!(guide.anonymous().get(GUESTBOOK_PATH).await.json(), public);
    for path in ["/api/businesses".to_owned(), format!("/api/businesses/{}", place["id"])] {
        let read = guide.anonymous().get(&path).await.json();
        let read = if read.is_array() { read[0].clone() } else { read };
        assert_eq!(read["likeCount"], 1, "{path}");
    }
    // The full name is gone, also for moderators.
    let public = admin.get(&format!("/api/admin/guestbook/{entry}")).await.is(200);
    assert_eq!(
        (&public.json()["authorName"], &public.json()["authorId"], &public.json()["authorEmail"]),
        (&json!("Linh T."), &Value::Null, &Value::Null)
    );
    assert!(!public.text.contains("Trần"));
    // Entries that were not public are deleted.
    for private in [spam, rejected, pending] {
        admin.get(&format!("/api/admin/guestbook/{private}")).await.is(404);
        admin.post(&format!("/api/admin/guestbook/{private}/moderate"), json!({ "status": "approved" })).await.is(404);
    }
    let log = Value::from(admin.audit_events("").await).to_string();
    for text in ["Mist", "Cheap watches", "Nothing to see", "Rain on the river", "And rain", "Linh T."] {
        assert!(!log.contains(text), "{text} is still in the audit log: {log}");
    }
    let id = linh.id.as_ref().unwrap().0.clone();
    let events = admin.audit_events(&format!("?account={id}")).await;
    let saved = events.iter().find(|event| event["action"] == "likePlace").unwrap();
    assert_eq!((&saved["subjectId"], &saved["subjectName"]), (&Value::Null, &Value::Null));
    assert!(admin.entry_messages("/api/admin/guestbook/approved?q=tran").await.is_empty());
    assert_eq!(admin.entry_messages("/api/admin/guestbook/approved?q=linh").await, ["Mist"]);
}

#[rstest]
#[tokio::test]
async fn entry_lists_are_newest_first_and_their_pages_have_every_entry_once(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for n in 0..7 {
        let entry_request = json!({ "authorName": "Hoa Pham", "message": format!("Day {n}") });
        admin.post("/api/admin/guestbook", entry_request).await.is(201);
        // Two entries in a row have the same time. Of these two, the one that was added last comes first.
        guide.app.clock.advance(n % 2);
    }
    let anonymous = guide.anonymous();
    let (mut walked, mut next) = (Vec::new(), Some(format!("{GUESTBOOK_PATH}?limit=3")));
    while let Some(path) = next {
        let page = anonymous.get(&path).await.is(200);
        assert_eq!(page.header("x-total-count"), "7");
        let messages = page.json();
        walked.extend(messages.as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap().to_owned()));
        next = page.header("link").strip_prefix('<').map(|link| link.split('>').next().unwrap().to_owned());
    }
    let days: Vec<String> = (0..7).rev().map(|n| format!("Day {n}")).collect();
    assert_eq!(walked, days);
    assert_eq!(anonymous.entry_messages(GUESTBOOK_PATH).await, days);
    // A new pending entry does not change the `ETag` of the public list.
    let etag = anonymous.get(GUESTBOOK_PATH).await.header("etag").to_owned();
    anonymous.get_with_headers(GUESTBOOK_PATH, &[("if-none-match", &etag)]).await.is(304);
    guide.viewer("Linh Tran").await.add_entry("It waits").await;
    anonymous.get_with_headers(GUESTBOOK_PATH, &[("if-none-match", &etag)]).await.is(304);
}

#[rstest]
#[tokio::test]
async fn every_acknowledged_entry_is_stored_once(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(mut guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let mut writers = Vec::new();
    for n in 0..16 {
        let writer = guide.viewer(&format!("Writer Number{n}")).await;
        writers.push(tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            for m in 0..12 {
                let message = format!("Story {m} of {n}");
                // The rating of every third post is invalid. The server refuses these posts and stores nothing of them.
                let rating = if m % 3 == 2 { 9 } else { 3 };
                let response = writer.post(GUESTBOOK_PATH, json!({ "message": message, "rating": rating })).await;
                if response.status == 201 {
                    acknowledged.push((id(&response.json()), message));
                } else {
                    response.is(422);
                }
            }
            acknowledged
        }));
    }
    let mut acknowledged = BTreeSet::new();
    for writer in writers {
        acknowledged.extend(writer.await.unwrap());
    }
    assert_eq!(acknowledged.len(), 16 * 8);
    // A new connection reads exactly the acknowledged entries.
    guide.app.db.close().await;
    let db = open_database(&std::mem::take(&mut guide.database_url)).await;
    let rows: Vec<(i64, String)> =
        with_pool!(&db, |engine| sqlx::query_as("select id, message from guestbook_entry").fetch_all(engine)).unwrap();
    assert_eq!(rows.len(), acknowledged.len());
    assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), acknowledged);
}
