//! The list of an account's sessions, and the calls that end sessions.

use cms::auth::domain::accounts::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::json;

use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::PASSWORD;

const SESSIONS_PATH: &str = "/api/auth/sessions";

#[rstest]
#[tokio::test]
async fn sessions_are_listed_by_device_and_ended_one_by_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let credentials = json!({ "email": email, "password": PASSWORD });
    // The part `Edg/`, which identifies the browser, comes after more than 300 characters of the `User-Agent`.
    let agent = format!("Mozilla/5.0 (Windows NT 10.0) {} Chrome/140.0 Edg/140.0", "x".repeat(300));
    let phone_session = anonymous
        .post_with_headers("/api/auth/sign-in", &[("user-agent", agent.as_str())], credentials.clone())
        .await
        .is(200);
    guide.app.clock.advance(60);
    let laptop_session =
        anonymous.post_with_headers("/api/auth/sign-in", &[("user-agent", "Chromium")], credentials).await.is(200);
    let signed_in_client = anonymous.with_token(&access_token_of(&laptop_session));
    let list = signed_in_client.get(SESSIONS_PATH).await.is(200).json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(
        (&list[0]["device"], &list[0]["isCurrent"], &list[0]["createdAt"]),
        (&json!("Chromium"), &json!(true), &json!("2026-11-21T08:01:00.000Z"))
    );
    assert_eq!((&list[1]["device"], &list[1]["isCurrent"]), (&json!("Edge on Windows"), &json!(false)));

    // An account cannot end a session of another account.
    let other_client = guide.viewer("Minh Le").await;
    let phone_session_path = format!("{SESSIONS_PATH}/{}", list[1]["id"].as_str().unwrap());
    other_client.delete(&phone_session_path).await.is(404);
    anonymous.with_token(&access_token_of(&phone_session)).get(SESSIONS_PATH).await.is(200);
    signed_in_client.delete(&phone_session_path).await.is(204);
    assert_eq!(anonymous.with_token(&access_token_of(&phone_session)).get(SESSIONS_PATH).await.status, 401);
    anonymous.refresh(&received_refresh_cookie(&phone_session).unwrap()).await.is(401);
    signed_in_client.delete(&phone_session_path).await.is(404);
    signed_in_client.delete(&format!("{SESSIONS_PATH}/a%00b")).await.is(404);
    assert_eq!(signed_in_client.get(SESSIONS_PATH).await.is(200).json().as_array().unwrap().len(), 1);
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
    let other_client = guide.viewer("Minh Le").await;
    let sign_out_response = anonymous
        .with_token(&access_token_of(&sessions[0]))
        .send(Method::POST, "/api/auth/sign-out-everywhere", &[], None)
        .await
        .is(204);
    assert!(sign_out_response.header("set-cookie").contains("Max-Age=0"));
    for session in &sessions {
        assert_eq!(anonymous.admin_stats_status(&access_token_of(session)).await, 401);
        anonymous.refresh(&received_refresh_cookie(session).unwrap()).await.is(401);
    }
    other_client.get(SESSIONS_PATH).await.is(200);
}

#[rstest]
#[tokio::test]
async fn account_has_at_most_a_hundred_sessions(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let mut newest_session = None;
    for _ in 0..103 {
        guide.app.clock.advance(1);
        newest_session = Some(anonymous.sign_in(&email, PASSWORD).await.is(200));
    }
    let signed_in_client = anonymous.with_token(&access_token_of(&newest_session.unwrap()));
    assert_eq!(signed_in_client.get(SESSIONS_PATH).await.is(200).json().as_array().unwrap().len(), 100);
}

#[rstest]
#[tokio::test]
async fn sign_out_without_an_access_token_ends_the_session_of_its_refresh_cookie(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    // A browser that signed out offline has deleted its access token. It still has the refresh cookie five days later.
    guide.app.clock.advance(5 * 24 * 3600);
    let refreshed_session = anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(200);
    assert_eq!(refreshed_session.json()["user"]["email"], email, "the same account");
    let signed_in_client = anonymous.with_token(&access_token_of(&refreshed_session));
    assert_eq!(
        signed_in_client.get(SESSIONS_PATH).await.is(200).json().as_array().unwrap().len(),
        1,
        "the same session"
    );
    let refresh_cookie = received_refresh_cookie(&refreshed_session).unwrap();
    let sign_out_response =
        anonymous.send(Method::POST, "/api/auth/sign-out", &[("cookie", &refresh_cookie)], None).await.is(204);
    assert!(sign_out_response.header("set-cookie").contains("Max-Age=0"));
    signed_in_client.get(SESSIONS_PATH).await.is(401);
    // The refresh cookie of the sign-in and that of the refresh are both refused and cleared.
    for ended_session in [&session, &refreshed_session] {
        let refused = anonymous.refresh(&received_refresh_cookie(ended_session).unwrap()).await.is(401);
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
    let refresh_cookie = received_refresh_cookie(&signed_up).unwrap();
    let verification_secret = token_in(&guide.emailed_link("linh@example.org").await);
    anonymous.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let reset_secret = token_in(&guide.emailed_link("linh@example.org").await);
    let refresh_token = refresh_cookie.split_once('=').unwrap().1.split(';').next().unwrap().to_owned();
    let access_token = access_token_of(&signed_up);

    for (purpose, secret) in
        [("a verification email", &verification_secret), ("a reset", &reset_secret), ("a session", &refresh_token)]
    {
        assert_eq!(anonymous.admin_stats_status(secret).await, 401, "{purpose}'s secret as a bearer token");
    }
    let name = refresh_cookie.split_once('=').unwrap().0;
    for (purpose, secret) in
        [("a verification email", &verification_secret), ("a reset", &reset_secret), ("an account", &access_token)]
    {
        anonymous.refresh(&format!("{name}={secret}")).await.is(401);
        let header = format!("{name}={secret}");
        let response = anonymous.get_with_headers("/api/auth/account", &[("cookie", &header)]).await;
        assert_eq!(response.status, 401, "{purpose}'s secret as a cookie");
    }
    // The refresh cookie does not authorize a call that needs an access token.
    anonymous.get_with_headers("/api/auth/account", &[("cookie", &refresh_cookie)]).await.is(401);
    for (purpose, secret) in
        [("a verification email", &verification_secret), ("a session", &refresh_token), ("an account", &access_token)]
    {
        let request_body = json!({ "token": secret, "password": "a ferry on the Son" });
        let response = anonymous.post("/api/auth/password-reset/confirm", request_body).await.is(422);
        assert_eq!(response.fields(), ["token"], "{purpose}'s secret for another password");
    }
    for (purpose, secret) in [("a reset", &reset_secret), ("a session", &refresh_token), ("an account", &access_token)]
    {
        let response = client.post("/api/auth/verification/confirm", json!({ "token": secret })).await.is(422);
        assert_eq!(response.fields(), ["token"], "{purpose}'s secret for a mailbox");
    }
    // Each secret still works for its own purpose.
    anonymous.refresh(&refresh_cookie).await.is(200);
    client.post("/api/auth/verification/confirm", json!({ "token": verification_secret })).await.is(204);
    let request_body = json!({ "token": reset_secret, "password": "a ferry on the Son" });
    anonymous.post("/api/auth/password-reset/confirm", request_body).await.is(204);
}
