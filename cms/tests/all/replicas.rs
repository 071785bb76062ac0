//! Two replicas on PostgreSQL, or two servers on one SQLite database: a write on one of them applies to the next
//! request on the other.

use cms::auth::domain::accounts::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::sign_up_request;
use crate::contact::contact_message_json;
use crate::fixtures::{png_image, with_changes};
use crate::rate_limits::{TRUSTED_PROXY_ARGUMENTS, attempts_until_limited};
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::PASSWORD;

// R309
#[rstest]
#[tokio::test]
async fn account_changes_apply_to_the_other_replica(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let admin = first_server.admin().await;
    let (email, id) = first_server.add_account("Linh Tran", Role::Admin).await;
    let record = format!("/api/admin/users/{}", id.0);
    let session = second_server.anonymous().sign_in(&email, PASSWORD).await.is(200);
    let client = second_server.anonymous().with_token(&access_token_of(&session));
    let stats_status = async || client.get("/api/admin/stats").await.status.as_u16();
    assert_eq!(stats_status().await, 200);
    admin.put(&record, json!({ "role": "viewer" })).await.is(200);
    assert_eq!(stats_status().await, 403);
    admin.put(&record, json!({ "role": "business_owner" })).await.is(200);
    assert_eq!(stats_status().await, 200);
    admin.put(&record, json!({ "isActive": false })).await.is(200);
    assert_eq!(stats_status().await, 401);
    second_server.anonymous().refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    admin.put(&record, json!({ "isActive": true })).await.is(200);
    assert_eq!(stats_status().await, 401);

    // A password change on one replica ends the sessions that began on the other.
    let session = second_server.anonymous().sign_in(&email, PASSWORD).await.is(200);
    let signed_in = second_server.anonymous().with_token(&access_token_of(&session));
    let body = json!({ "currentPassword": PASSWORD, "newPassword": "a ferry on the Son" });
    let changed_session = signed_in.on_server(&first_server).put("/api/auth/password", body).await.is(200);
    signed_in.get("/api/auth/account").await.is(401);
    second_server.anonymous().refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    second_server.anonymous().with_token(&access_token_of(&changed_session)).get("/api/auth/account").await.is(200);

    // A password reset that is requested on one replica can be confirmed on the other, and only once.
    second_server.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    let link = first_server.emailed_link(&email).await;
    let confirmation = json!({ "token": token_in(&link), "password": "a raft on the Son" });
    first_server.anonymous().post("/api/auth/password-reset/confirm", confirmation.clone()).await.is(204);
    second_server.anonymous().post("/api/auth/password-reset/confirm", confirmation).await.is(422);
    second_server.anonymous().with_token(&access_token_of(&changed_session)).get("/api/auth/account").await.is(401);

    let session = second_server.anonymous().sign_in(&email, "a raft on the Son").await.is(200);
    let client = second_server.anonymous().with_token(&access_token_of(&session));
    admin.delete(&record).await.is(204);
    client.get("/api/auth/account").await.is(401);
}

// R311
#[rstest]
#[tokio::test]
async fn limit_of_failed_sign_ins_is_shared_by_replicas(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let (email, _) = first_server.add_account("Linh Tran", Role::Viewer).await;
    // On PostgreSQL this is a replica. On SQLite it is a second server on the same database.
    let second_server = first_server.start_replica(&["--api-only"]).await;
    for guide in [&first_server, &second_server].into_iter().cycle().take(10) {
        guide.anonymous().sign_in(&email, PASSWORD).await.is(200);
        guide.anonymous().sign_in(&email, "a guess").await.is(401);
    }
    for guide in [&first_server, &second_server] {
        let refused = guide.anonymous().sign_in(&email, PASSWORD).await.is(429);
        assert_eq!(refused.header("retry-after"), "60");
    }
    first_server.app.clock.advance(60);
    second_server.anonymous().sign_in(&email, PASSWORD).await.is(200);
    let db = &first_server.app.db;
    let keys: Vec<String> =
        cms::with_pool!(db, |engine| sqlx::query_scalar("select key from rate_limit").fetch_all(engine)).unwrap();
    assert!(keys.len() == 1 && !keys[0].contains("linh"), "typed values are stored as hashes: {keys:?}");
}

// R311
#[rstest]
#[case::sign_ups("/api/auth/sign-up", |email: &str, _: usize| sign_up_request(email), (20, 60), (5, 600))]
#[case::password_resets("/api/auth/password-reset", |email: &str, _: usize| json!({ "email": email }), (20, 60), (5, 600))]
#[case::contact_messages("/api/contact", numbered_contact_message_json, (10, 300), (5, 1200))]
#[tokio::test]
async fn limits_of_calls_that_send_emails_are_shared_by_replicas(
    #[values(Sqlite, Postgres, PgBouncer)] engine: Engine,
    #[case] path: &str,
    #[case] body_for: fn(&str, usize) -> Value,
    #[case] address_limit: (usize, i64),
    #[case] mailbox_limit: (usize, i64),
) {
    let Some(first_server) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let second_server = first_server.start_replica(&TRUSTED_PROXY_ARGUMENTS).await;
    let servers = [&first_server, &second_server];
    let attempt_from_one_address = async |n: usize| {
        servers[n % 2].post_from("203.0.113.9", path, body_for(&format!("guest{n}@example.org"), n)).await
    };
    assert_eq!(attempts_until_limited(50, attempt_from_one_address).await, address_limit);
    let attempt_with_one_mailbox = async |n: usize| {
        servers[n % 2].post_from(&format!("198.51.100.{n}"), path, body_for("linh.tran@example.org", n)).await
    };
    assert_eq!(attempts_until_limited(20, attempt_with_one_mailbox).await, mailbox_limit);
    for (n, server) in servers.into_iter().enumerate() {
        server.post_from("203.0.113.9", path, body_for("another@example.org", n)).await.is(429);
        server.post_from("203.0.113.10", path, body_for("linhtran@example.org", n)).await.is(429);
    }
    first_server.app.clock.advance(mailbox_limit.1);
    second_server.post_from("203.0.113.10", path, body_for("minh@example.org", 100)).await;
    for (n, server) in servers.into_iter().enumerate() {
        let response = server.post_from("203.0.113.10", path, body_for("linh.tran@example.org", 101)).await;
        assert_eq!(response.status == 429, n == 1, "there is room for one, and not for one on each: {}", response.text);
    }
}

/// A contact message with the number `n` in its text, so that the texts of all attempts differ.
fn numbered_contact_message_json(email: &str, n: usize) -> Value {
    with_changes(
        contact_message_json(),
        json!({ "email": email, "message": format!("Question number {n}, about a boat.") }),
    )
}

// R311, R317
#[rstest]
#[tokio::test]
async fn limits_of_entries_comments_and_photos_are_shared_by_replicas(
    #[values(Sqlite, Postgres, PgBouncer)] engine: Engine,
) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let linh = first_server.viewer("Linh Tran").await;
    let replica_clients = [linh.on_server(&first_server), linh.on_server(&second_server)];
    let mut entries = Vec::new();
    for n in 0..3 {
        entries.push(replica_clients[n % 2].add_entry(&format!("Mist {n}")).await);
    }
    let comments = format!("/api/guestbook/{}/comments", entries[0]["id"]);
    for replica_client in &replica_clients {
        let refused = replica_client.post("/api/guestbook", json!({ "message": "Mist, too" })).await.is(429);
        assert_eq!(refused.header("retry-after"), "3600");
        replica_client.post(&comments, json!({ "comment": "And another thing" })).await.is(429);
    }
    for n in 0..9 {
        replica_clients[n % 2].upload_photo("The boat").await;
    }
    let (file, alt_and_purpose) = (("photo.png", &*png_image(30, 20)), [("purpose", "entry"), ("alt", "The boat")]);
    for replica_client in &replica_clients {
        replica_client.upload(Method::POST, "/api/media", file, &alt_and_purpose).await.is(429);
    }
}

#[rstest]
#[tokio::test]
async fn email_link_works_once_across_replicas(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let (email, _) = first_server.add_account("Linh Tran", Role::Viewer).await;
    for _ in 0..4 {
        first_server.app.clock.advance(600);
        first_server.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
        let body =
            json!({ "token": token_in(&first_server.emailed_link(&email).await), "password": "a raft on the Son" });
        let (first_client, second_client) = (first_server.anonymous(), second_server.anonymous());
        let path = "/api/auth/password-reset/confirm";
        let (first_response, second_response) =
            tokio::join!(first_client.post(path, body.clone()), second_client.post(path, body.clone()));
        let mut statuses = [first_response.status.as_u16(), second_response.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [204, 422]);
    }
}

#[rstest]
#[tokio::test]
async fn concurrent_sign_ups_on_two_replicas_create_one_account(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let body = sign_up_request("linh@example.org");
    let (first_client, second_client) = (first_server.anonymous(), second_server.anonymous());
    let (first_response, second_response) = tokio::join!(
        first_client.post("/api/auth/sign-up", body.clone()),
        second_client.post("/api/auth/sign-up", body)
    );
    let mut statuses = [first_response.status.as_u16(), second_response.status.as_u16()];
    statuses.sort();
    assert_eq!(statuses, [201, 422]);
    assert_eq!(first_server.emails().await.len(), 1, "one email is sent");
}

// R307
#[rstest]
#[tokio::test]
async fn concurrent_profile_update_keeps_a_role_change(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let admin = first_server.admin().await;
    let client = second_server.client_with_role("Linh Tran", Role::Admin).await;
    let record = format!("/api/admin/users/{}", client.id.as_ref().unwrap().0);
    for round in 0..10 {
        admin.put(&record, json!({ "role": "admin" })).await.is(200);
        let saves = (0..6).map(|n| client.put("/api/auth/account", json!({ "firstName": format!("Linh {n}") })));
        let name = format!("Tran {round}");
        let (_, role_change) = tokio::join!(
            futures_util::future::join_all(saves),
            admin.put(&record, json!({ "role": "viewer", "lastName": name }))
        );
        role_change.is(200);
        let after = admin.get(&record).await.is(200).json();
        assert_eq!((&after["role"], &after["lastName"]), (&json!("viewer"), &json!(name)));
    }
}
