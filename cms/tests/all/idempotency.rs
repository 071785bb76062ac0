//! Requests that a client sends again: `POST` with an `Idempotency-Key`, and updates with the same content.

use cms::auth::domain::accounts::Role;
use cms::common::id::AccountId;
use cms::idempotency::{self, IdempotencyKeyState};
use rstest::rstest;
use serde_json::json;

use crate::fixtures::{article_json, place_json, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

const IDEMPOTENCY_HEADERS: [(&str, &str); 1] = [("idempotency-key", "8e03978e-40d5-43dd-bc93-6894a57f9324")];
const DAY_S: i64 = 24 * 3600;

#[rstest]
#[tokio::test]
async fn repeated_create_with_a_key_gets_the_first_response_and_creates_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let entry = json!({ "authorName": "Linh", "message": "The boat slid into the dark." });
    let user = json!({ "email": "minh@example.org", "firstName": "Minh", "lastName": "Le", "role": "viewer" });
    for (index, (path, body)) in [
        ("/api/businesses", place_json("Dark Cave", category_id)),
        ("/api/articles", article_json("By boat")),
        ("/api/categories", json!({ "name": "Food" })),
        ("/api/admin/guestbook", entry.clone()),
        ("/api/admin/users", user),
        ("/api/guestbook", json!({ "message": "We came back with wet shoes.", "rating": 5 })),
    ]
    .into_iter()
    .enumerate()
    {
        let key = format!("0b7d4f0e-{index}");
        let key = [("idempotency-key", key.as_str())];
        let first = admin.post_with_headers(path, &key, body.clone()).await.is(201);
        let again = admin.post_with_headers(path, &key, body).await.is(201);
        assert_eq!(again.json(), first.json(), "{path}");
        assert_eq!(again.header("location"), first.header("location"), "{path}");
        assert_eq!(
            (first.header("idempotency-replayed"), again.header("idempotency-replayed")),
            ("", "true"),
            "{path}"
        );
    }
    assert_eq!(guide.anonymous().get("/api/businesses").await.json().as_array().unwrap().len(), 1);
    assert_eq!(admin.get("/api/articles").await.json().as_array().unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn used_key_is_422_for_another_request_and_accepted_from_another_account(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let (admin, owner) = (guide.sign_in_again(&email).await, guide.owner("Lan Pham").await);
    let category_id = admin.add_category("Caves").await;
    let first = admin
        .post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("Dark Cave", category_id))
        .await
        .is(201)
        .json();
    let refused = admin
        .post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("Wet Cave", category_id))
        .await
        .is(422);
    assert_eq!(refused.fields(), ["Idempotency-Key"]);
    // The same key from another account creates another place.
    let owner_place = owner
        .post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("Dark Cave", category_id))
        .await
        .is(201)
        .json();
    assert_ne!(owner_place["id"], first["id"]);
    let short_key = [("idempotency-key", "short")];
    assert_eq!(
        admin
            .post_with_headers("/api/businesses", &short_key, place_json("Wet Cave", category_id))
            .await
            .is(400)
            .fields(),
        ["Idempotency-Key"]
    );
    // A key expires after a day.
    guide.app.clock.advance(DAY_S + 1);
    let admin = guide.sign_in_again(&email).await;
    let later_place = admin
        .post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("Dark Cave", category_id))
        .await
        .is(201)
        .json();
    assert_ne!(later_place["id"], first["id"]);
}

#[rstest]
#[tokio::test]
async fn refused_create_frees_its_key(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    admin.post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("", category_id)).await.is(422);
    admin
        .post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place_json("Dark Cave", category_id))
        .await
        .is(201);
}

#[rstest]
#[tokio::test]
async fn concurrent_creates_with_one_key_create_one_record(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = place_json("Dark Cave", category_id);
    let creates = (0..8).map(|_| admin.post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place.clone()));
    for response in futures_util::future::join_all(creates).await {
        match response.status.as_u16() {
            201 => {}
            409 => assert_ne!(response.header("retry-after"), ""),
            other => panic!("{other}: {}", response.text),
        }
    }
    assert_eq!(guide.anonymous().get("/api/businesses").await.json().as_array().unwrap().len(), 1);
    admin.post_with_headers("/api/businesses", &IDEMPOTENCY_HEADERS, place).await.is(201);
}

#[rstest]
#[tokio::test]
async fn abandoned_attempt_is_taken_over_and_cannot_write_later(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, account_id) = guide.add_account("Linh Tran", Role::Admin).await;
    let claim = |account_id: AccountId| {
        idempotency::claim_key(&guide.app.db, (account_id, "12345678".into()), "f".into(), guide.app.clock.now())
    };
    let IdempotencyKeyState::Claimed(first_attempt) = claim(account_id.clone()).await.unwrap() else {
        panic!("the key is new")
    };
    assert!(matches!(claim(account_id.clone()).await.unwrap(), IdempotencyKeyState::InProgress));
    guide.app.clock.advance(idempotency::ATTEMPT_TIMEOUT_S + 1);
    let IdempotencyKeyState::Claimed(second_attempt) = claim(account_id.clone()).await.unwrap() else {
        panic!("the first attempt was taken over")
    };
    let late_write =
        guide.app.db.write(move |tx| Box::pin(async move { first_attempt.mark_committed(tx).await })).await;
    assert!(late_write.is_err(), "its write is rolled back");
    guide.app.db.write(move |tx| Box::pin(async move { second_attempt.mark_committed(tx).await })).await.unwrap();
    guide.app.clock.advance(idempotency::ATTEMPT_TIMEOUT_S + 1);
    assert!(
        matches!(claim(account_id).await.unwrap(), IdempotencyKeyState::ResponseLost),
        "the second attempt wrote once"
    );
}

#[rstest]
#[tokio::test]
async fn change_with_equal_content_and_old_version_is_no_conflict(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin
        .add_place(with_changes(place_json("Dark Cave", category_id), json!({ "operatingHours": "Mo-Su 07:00-17:00" })))
        .await;
    let article = admin.add_article(article_json("By boat")).await;
    let category = admin.get(&format!("/api/categories/{category_id}")).await.json();
    let entry = json!({ "authorName": "Linh", "message": "The boat slid into the dark." });
    let entry = admin.post("/api/admin/guestbook", entry).await.is(201).json();
    let new_user = json!({ "email": "minh@example.org", "firstName": "Minh", "lastName": "Le", "role": "viewer" });
    let new_user = admin.post("/api/admin/users", new_user).await.is(201).json();
    let image = admin.add_image("A cave").await;
    let help = admin.put("/api/pages/help", standing_page_json("help")).await.is(200).json();
    let settings = admin.get("/api/settings").await.json();
    for (path, version, changes) in [
        (
            format!("/api/businesses/{}", place["id"]),
            &place["version"],
            json!({ "operatingHours": "24/7", "tags": ["a"] }),
        ),
        (format!("/api/articles/{}", article["id"]), &article["version"], json!({ "contentHtml": "<p>Later.</p>" })),
        (format!("/api/categories/{category_id}"), &category["version"], json!({ "name": "Grottoes" })),
        (
            format!("/api/admin/guestbook/{}", entry["id"]),
            &entry["version"],
            json!({ "message": "It was dark in there." }),
        ),
        (
            format!("/api/admin/users/{}", new_user["id"].as_str().unwrap()),
            &new_user["version"],
            json!({ "lastName": "Ly" }),
        ),
        (format!("/api/media/{}", image["id"]), &image["version"], json!({ "caption": "By boat" })),
        ("/api/pages/help".to_owned(), &help["version"], json!({ "intro": "Ask us." })),
        ("/api/settings".to_owned(), &settings["version"], json!({ "tagline": "Caves" })),
    ] {
        let version = format!("\"{version}\"");
        let if_match = [("if-match", version.as_str())];
        let changed = admin.put_with_headers(&path, &if_match, changes.clone()).await.is(200).json();
        let again = admin.put_with_headers(&path, &if_match, changes.clone()).await.is(200).json();
        assert_eq!(again["version"], changed["version"], "{path}: nothing was written");
        let field = changes.as_object().unwrap().keys().next().unwrap();
        let refused = admin.put_with_headers(&path, &if_match, json!({ field: "Something else" })).await.is(412);
        assert_eq!(refused.json()["current"]["version"], changed["version"], "{path}");
    }
}
