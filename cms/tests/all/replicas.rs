//! Two servers of one guide, most of all on PostgreSQL: what one is told, the other knows at the next request.

use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::linh;
use crate::contact::a_message;
use crate::identity::{cookie, token};
use crate::limits::{BEHIND_A_PROXY, waits};
use crate::people::PASSWORD;
use crate::things::{a_picture, with};
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite, token_in};

// R309
#[rstest]
#[tokio::test]
async fn account_changes_act_on_the_other_replica(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let admin = here.admin().await;
    let (email, id) = here.account("Linh Tran", Role::Admin).await;
    let record = format!("/api/admin/users/{}", id.0);
    let session = there.visitor().signs_in(&email, PASSWORD).await.is(200);
    let person = there.visitor().with_token(&token(&session));
    let enters = async || person.get("/api/admin/stats").await.status.as_u16();
    assert_eq!(enters().await, 200);
    admin.put(&record, json!({ "role": "viewer" })).await.is(200);
    assert_eq!(enters().await, 403);
    admin.put(&record, json!({ "role": "business_owner" })).await.is(200);
    assert_eq!(enters().await, 200);
    admin.put(&record, json!({ "isActive": false })).await.is(200);
    assert_eq!(enters().await, 401);
    there.visitor().refreshes(&cookie(&session).unwrap()).await.is(401);
    admin.put(&record, json!({ "isActive": true })).await.is(200);
    assert_eq!(enters().await, 401);

    // A password that is changed here ends what was begun there.
    let session = there.visitor().signs_in(&email, PASSWORD).await.is(200);
    let there_signed_in = there.visitor().with_token(&token(&session));
    let form = json!({ "currentPassword": PASSWORD, "newPassword": "a ferry on the Son" });
    let changed = there_signed_in.at(&here).put("/api/auth/password", form).await.is(200);
    there_signed_in.get("/api/auth/account").await.is(401);
    there.visitor().refreshes(&cookie(&session).unwrap()).await.is(401);
    there.visitor().with_token(&token(&changed)).get("/api/auth/account").await.is(200);

    // Forgotten there, chosen here.
    there.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    let link = here.link_to(&email).await;
    let chosen = json!({ "token": token_in(&link), "password": "a raft on the Son" });
    here.visitor().post("/api/auth/password-reset/confirm", chosen.clone()).await.is(204);
    there.visitor().post("/api/auth/password-reset/confirm", chosen).await.is(422);
    there.visitor().with_token(&token(&changed)).get("/api/auth/account").await.is(401);

    let session = there.visitor().signs_in(&email, "a raft on the Son").await.is(200);
    let person = there.visitor().with_token(&token(&session));
    admin.delete(&record).await.is(204);
    person.get("/api/auth/account").await.is(401);
}

// R311
#[rstest]
#[tokio::test]
async fn failed_sign_ins_count_together_across_replicas(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let (email, _) = here.account("Linh Tran", Role::Viewer).await;
    // On PostgreSQL a second server; on SQLite the same one, started again.
    let there = here.beside(&["--api-only"]).await;
    for guide in [&here, &there].into_iter().cycle().take(10) {
        guide.visitor().signs_in(&email, PASSWORD).await.is(200);
        guide.visitor().signs_in(&email, "a guess").await.is(401);
    }
    for guide in [&here, &there] {
        let refused = guide.visitor().signs_in(&email, PASSWORD).await.is(429);
        assert_eq!(refused.header("retry-after"), "60");
    }
    here.app.clock.advance(60);
    there.visitor().signs_in(&email, PASSWORD).await.is(200);
    let db = &here.app.db;
    let keys: Vec<String> =
        cms::with_pool!(db, |engine| sqlx::query_scalar("select key from rate_limit").fetch_all(engine)).unwrap();
    assert!(keys.len() == 1 && !keys[0].contains("linh"), "what people type is kept as a hash: {keys:?}");
}

// R311
#[rstest]
#[case::sign_ups("/api/auth/sign-up", |email: &str, _: usize| linh(email), (20, 60), (5, 600))]
#[case::passwords("/api/auth/password-reset", |email: &str, _: usize| json!({ "email": email }), (20, 60), (5, 600))]
#[case::messages("/api/contact", message, (10, 300), (5, 1200))]
#[tokio::test]
async fn calls_that_send_emails_count_together_across_replicas(
    #[values(Sqlite, Postgres, PgBouncer)] engine: Engine,
    #[case] path: &str,
    #[case] form: fn(&str, usize) -> Value,
    #[case] by_address: (usize, i64),
    #[case] by_mailbox: (usize, i64),
) {
    let Some(here) = Guide::with(engine, &BEHIND_A_PROXY).await else { return };
    let there = here.beside(&BEHIND_A_PROXY).await;
    let servers = [&here, &there];
    let guests =
        async |n: usize| servers[n % 2].from("203.0.113.9", path, form(&format!("guest{n}@example.org"), n)).await;
    assert_eq!(waits(50, guests).await, by_address);
    let one =
        async |n: usize| servers[n % 2].from(&format!("198.51.100.{n}"), path, form("linh.tran@example.org", n)).await;
    assert_eq!(waits(20, one).await, by_mailbox);
    for (n, server) in servers.into_iter().enumerate() {
        server.from("203.0.113.9", path, form("another@example.org", n)).await.is(429);
        server.from("203.0.113.10", path, form("linhtran@example.org", n)).await.is(429);
    }
    here.app.clock.advance(by_mailbox.1);
    there.from("203.0.113.10", path, form("minh@example.org", 100)).await;
    for (n, server) in servers.into_iter().enumerate() {
        let answer = server.from("203.0.113.10", path, form("linh.tran@example.org", 101)).await;
        assert_eq!(answer.status == 429, n == 1, "there is room for one, and not for one on each: {}", answer.text);
    }
}

/// A message that nobody else sends.
fn message(email: &str, n: usize) -> Value {
    with(a_message(), json!({ "email": email, "message": format!("Question number {n}, about a boat.") }))
}

// R311, R317
#[rstest]
#[tokio::test]
async fn entries_comments_and_photos_count_together_across_replicas(
    #[values(Sqlite, Postgres, PgBouncer)] engine: Engine,
) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let linh = here.traveller("Linh Tran").await;
    let sides = [linh.at(&here), linh.at(&there)];
    let mut entries = Vec::new();
    for n in 0..3 {
        entries.push(sides[n % 2].posts(&format!("Mist {n}")).await);
    }
    let comments = format!("/api/guestbook/{}/comments", entries[0]["id"]);
    for side in &sides {
        let refused = side.post("/api/guestbook", json!({ "message": "Mist, too" })).await.is(429);
        assert_eq!(refused.header("retry-after"), "3600");
        side.post(&comments, json!({ "comment": "And another thing" })).await.is(429);
    }
    for n in 0..9 {
        sides[n % 2].sends_photo("The boat").await;
    }
    let (file, words) = (("photo.png", &*a_picture(30, 20)), [("purpose", "entry"), ("alt", "The boat")]);
    for side in &sides {
        side.sends_file(Method::POST, "/api/media", file, &words).await.is(429);
    }
}

#[rstest]
#[tokio::test]
async fn one_link_is_good_for_one_of_two_servers(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let (email, _) = here.account("Linh Tran", Role::Viewer).await;
    for _ in 0..4 {
        here.app.clock.advance(600);
        here.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
        let form = json!({ "token": token_in(&here.link_to(&email).await), "password": "a raft on the Son" });
        let (one, other) = (here.visitor(), there.visitor());
        let path = "/api/auth/password-reset/confirm";
        let (a, b) = tokio::join!(one.post(path, form.clone()), other.post(path, form.clone()));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [204, 422]);
    }
}

#[rstest]
#[tokio::test]
async fn one_address_is_signed_up_once_by_two_servers(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let form = linh("linh@example.org");
    let (one, other) = (here.visitor(), there.visitor());
    let (a, b) = tokio::join!(one.post("/api/auth/sign-up", form.clone()), other.post("/api/auth/sign-up", form));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort();
    assert_eq!(statuses, [201, 422]);
    assert_eq!(here.letters().await.len(), 1, "and one letter is sent");
}

// R307
#[rstest]
#[tokio::test]
async fn concurrent_profile_update_keeps_a_role_change(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let admin = here.admin().await;
    let person = there.person("Linh Tran", Role::Admin).await;
    let record = format!("/api/admin/users/{}", person.id.as_ref().unwrap().0);
    for round in 0..10 {
        admin.put(&record, json!({ "role": "admin" })).await.is(200);
        let saves = (0..6).map(|n| person.put("/api/auth/account", json!({ "firstName": format!("Linh {n}") })));
        let name = format!("Tran {round}");
        let (_, demoted) = tokio::join!(
            futures_util::future::join_all(saves),
            admin.put(&record, json!({ "role": "viewer", "lastName": name }))
        );
        demoted.is(200);
        let after = admin.get(&record).await.is(200).json();
        assert_eq!((&after["role"], &after["lastName"]), (&json!("viewer"), &json!(name)));
    }
}
