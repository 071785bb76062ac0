//! The list of an account's sessions, and the calls that end sessions.

use cms::auth::domain::accounts::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::json;

use crate::sign_in::{cookie, token};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::PASSWORD;

const SESSIONS: &str = "/api/auth/sessions";

#[rstest]
#[tokio::test]
async fn sessions_are_listed_by_device_and_ended_one_by_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let form = json!({ "email": email, "password": PASSWORD });
    // The part `Edg/`, which identifies the browser, comes after more than 300 characters of the `User-Agent`.
    let agent = format!("Mozilla/5.0 (Windows NT 10.0) {} Chrome/140.0 Edg/140.0", "x".repeat(300));
    let phone = anonymous.post_with("/api/auth/sign-in", &[("user-agent", agent.as_str())], form.clone()).await.is(200);
    guide.app.clock.advance(60);
    let laptop = anonymous.post_with("/api/auth/sign-in", &[("user-agent", "Chromium")], form).await.is(200);
    let signed_in = anonymous.with_token(&token(&laptop));
    let list = signed_in.get(SESSIONS).await.is(200).json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(
        (&list[0]["device"], &list[0]["isCurrent"], &list[0]["createdAt"]),
        (&json!("Chromium"), &json!(true), &json!("2026-11-21T08:01:00.000Z"))
    );
    assert_eq!((&list[1]["device"], &list[1]["isCurrent"]), (&json!("Edge on Windows"), &json!(false)));

    // An account cannot end a session of another account.
    let other = guide.viewer("Minh Le").await;
    let lost = format!("{SESSIONS}/{}", list[1]["id"].as_str().unwrap());
    other.delete(&lost).await.is(404);
    anonymous.with_token(&token(&phone)).get(SESSIONS).await.is(200);
    signed_in.delete(&lost).await.is(204);
    assert_eq!(anonymous.with_token(&token(&phone)).get(SESSIONS).await.status, 401);
    anonymous.refresh(&cookie(&phone).unwrap()).await.is(401);
    signed_in.delete(&lost).await.is(404);
    signed_in.delete(&format!("{SESSIONS}/a%00b")).await.is(404);
    assert_eq!(signed_in.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 1);
}

// R309
#[rstest]
#[tokio::test]
async fn sign_out_everywhere_ends_every_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let sessions =
        [anonymous.sign_in(&email, PASSWORD).await.is(200), anonymous.sign_in(&email, PASSWORD).await.is(200)];
    let other = guide.viewer("Minh Le").await;
    let out = anonymous
        .with_token(&token(&sessions[0]))
        .send(Method::POST, "/api/auth/sign-out-everywhere", &[], None)
        .await
        .is(204);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    for session in &sessions {
        assert_eq!(anonymous.admin_stats_status(&token(session)).await, 401);
        anonymous.refresh(&cookie(session).unwrap()).await.is(401);
    }
    other.get(SESSIONS).await.is(200);
}

#[rstest]
#[tokio::test]
async fn account_has_at_most_a_hundred_sessions(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let mut newest = None;
    for _ in 0..103 {
        guide.app.clock.advance(1);
        newest = Some(anonymous.sign_in(&email, PASSWORD).await.is(200));
    }
    let signed_in = anonymous.with_token(&token(&newest.unwrap()));
    assert_eq!(signed_in.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 100);
}

#[rstest]
#[tokio::test]
async fn session_without_an_access_token_is_ended_by_its_refresh_cookie(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    // A browser that signed out offline has deleted its access token. It still has the refresh cookie five days later.
    guide.app.clock.advance(5 * 24 * 3600);
    let later = anonymous.refresh(&cookie(&session).unwrap()).await.is(200);
    assert_eq!(later.json()["user"]["email"], email, "the same account");
    let signed_in = anonymous.with_token(&token(&later));
    assert_eq!(signed_in.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 1, "the same session");
    let refresh_cookie = cookie(&later).unwrap();
    let out = anonymous.send(Method::POST, "/api/auth/sign-out", &[("cookie", &refresh_cookie)], None).await.is(204);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    signed_in.get(SESSIONS).await.is(401);
    // The refresh cookie of the sign-in and that of the refresh are both refused and cleared.
    for old in [&session, &later] {
        let refused = anonymous.refresh(&cookie(old).unwrap()).await.is(401);
        assert!(refused.header("set-cookie").contains("Max-Age=0"));
    }
}

// R320
#[rstest]
#[tokio::test]
async fn secret_used_for_another_purpose_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    let (client, signed_up) = guide.sign_up("linh@example.org").await;
    let refresh_cookie = cookie(&signed_up).unwrap();
    let of_mailbox = token_in(&guide.emailed_link("linh@example.org").await);
    anonymous.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let of_reset = token_in(&guide.emailed_link("linh@example.org").await);
    let of_session = refresh_cookie.split_once('=').unwrap().1.split(';').next().unwrap().to_owned();
    let of_account = token(&signed_up);

    for (what, secret) in [("a verification email", &of_mailbox), ("a reset", &of_reset), ("a session", &of_session)] {
        assert_eq!(anonymous.admin_stats_status(secret).await, 401, "{what}'s secret as a bearer token");
    }
    let name = refresh_cookie.split_once('=').unwrap().0;
    for (what, secret) in [("a verification email", &of_mailbox), ("a reset", &of_reset), ("an account", &of_account)] {
        anonymous.refresh(&format!("{name}={secret}")).await.is(401);
        let header = format!("{name}={secret}");
        let response = anonymous.get_with("/api/auth/account", &[("cookie", &header)]).await;
        assert_eq!(response.status, 401, "{what}'s secret as a cookie");
    }
    // The refresh cookie does not authorize a call that needs an access token.
    anonymous.get_with("/api/auth/account", &[("cookie", &refresh_cookie)]).await.is(401);
    for (what, secret) in
        [("a verification email", &of_mailbox), ("a session", &of_session), ("an account", &of_account)]
    {
        let form = json!({ "token": secret, "password": "a ferry on the Son" });
        let response = anonymous.post("/api/auth/password-reset/confirm", form).await.is(422);
        assert_eq!(response.fields(), ["token"], "{what}'s secret for another password");
    }
    for (what, secret) in [("a reset", &of_reset), ("a session", &of_session), ("an account", &of_account)] {
        let response = client.post("/api/auth/verification/confirm", json!({ "token": secret })).await.is(422);
        assert_eq!(response.fields(), ["token"], "{what}'s secret for a mailbox");
    }
    // Each secret still works for its own purpose.
    anonymous.refresh(&refresh_cookie).await.is(200);
    client.post("/api/auth/verification/confirm", json!({ "token": of_mailbox })).await.is(204);
    let form = json!({ "token": of_reset, "password": "a ferry on the Son" });
    anonymous.post("/api/auth/password-reset/confirm", form).await.is(204);
}
