//! Where one is signed in, and signing out there.

use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::json;

use crate::identity::{cookie, token};
use crate::people::PASSWORD;
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

const SESSIONS: &str = "/api/auth/sessions";

#[rstest]
#[tokio::test]
async fn sessions_are_listed_by_device_and_ended_one_by_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Viewer).await;
    let visitor = guide.visitor();
    let form = json!({ "email": email, "password": PASSWORD });
    // The part that names the browser comes last.
    let agent = format!("Mozilla/5.0 (Windows NT 10.0) {} Chrome/140.0 Edg/140.0", "x".repeat(300));
    let phone = visitor.post_with("/api/auth/sign-in", &[("user-agent", agent.as_str())], form.clone()).await.is(200);
    guide.app.clock.advance(60);
    let laptop = visitor.post_with("/api/auth/sign-in", &[("user-agent", "Chromium")], form).await.is(200);
    let here = visitor.with_token(&token(&laptop));
    let list = here.get(SESSIONS).await.is(200).json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(
        (&list[0]["device"], &list[0]["isCurrent"], &list[0]["createdAt"]),
        (&json!("Chromium"), &json!(true), &json!("2026-11-21T08:01:00.000Z"))
    );
    assert_eq!((&list[1]["device"], &list[1]["isCurrent"]), (&json!("Edge on Windows"), &json!(false)));

    // Somebody else's are nobody's business.
    let other = guide.traveller("Minh Le").await;
    let lost = format!("{SESSIONS}/{}", list[1]["id"].as_str().unwrap());
    other.delete(&lost).await.is(404);
    visitor.with_token(&token(&phone)).get(SESSIONS).await.is(200);
    here.delete(&lost).await.is(204);
    assert_eq!(visitor.with_token(&token(&phone)).get(SESSIONS).await.status, 401);
    visitor.refreshes(&cookie(&phone).unwrap()).await.is(401);
    here.delete(&lost).await.is(404);
    here.delete(&format!("{SESSIONS}/a%00b")).await.is(404);
    assert_eq!(here.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 1);
}

// R309
#[rstest]
#[tokio::test]
async fn sign_out_everywhere_ends_every_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let sessions = [visitor.signs_in(&email, PASSWORD).await.is(200), visitor.signs_in(&email, PASSWORD).await.is(200)];
    let other = guide.traveller("Minh Le").await;
    let out = visitor
        .with_token(&token(&sessions[0]))
        .send(Method::POST, "/api/auth/sign-out-everywhere", &[], None)
        .await
        .is(204);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    for session in &sessions {
        assert_eq!(visitor.enters_with(&token(session)).await, 401);
        visitor.refreshes(&cookie(session).unwrap()).await.is(401);
    }
    other.get(SESSIONS).await.is(200);
}

#[rstest]
#[tokio::test]
async fn an_account_has_a_hundred_sessions_at_the_most(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Viewer).await;
    let visitor = guide.visitor();
    let mut newest = None;
    for _ in 0..103 {
        guide.app.clock.advance(1);
        newest = Some(visitor.signs_in(&email, PASSWORD).await.is(200));
    }
    let here = visitor.with_token(&token(&newest.unwrap()));
    assert_eq!(here.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 100);
}

#[rstest]
#[tokio::test]
async fn a_sign_out_that_never_arrived_leaves_one_session_which_its_cookie_alone_can_end(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Viewer).await;
    let visitor = guide.visitor();
    let session = visitor.signs_in(&email, PASSWORD).await.is(200);
    // Signed out without a network: the browser forgot its token, and kept the cookie. Days later it is back.
    guide.app.clock.advance(5 * 24 * 3600);
    let later = visitor.refreshes(&cookie(&session).unwrap()).await.is(200);
    assert_eq!(later.json()["user"]["email"], email, "nobody else's");
    let here = visitor.with_token(&token(&later));
    assert_eq!(here.get(SESSIONS).await.is(200).json().as_array().unwrap().len(), 1, "the one there was");
    let held = cookie(&later).unwrap();
    let out = visitor.send(Method::POST, "/api/auth/sign-out", &[("cookie", &held)], None).await.is(204);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    here.get(SESSIONS).await.is(401);
    // Neither cookie is good for anything now, nor worth keeping.
    for old in [&session, &later] {
        let refused = visitor.refreshes(&cookie(old).unwrap()).await.is(401);
        assert!(refused.header("set-cookie").contains("Max-Age=0"));
    }
}

// R320
#[rstest]
#[tokio::test]
async fn secret_used_for_another_purpose_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    let (person, signed_up) = guide.newcomer("linh@example.org").await;
    let held = cookie(&signed_up).unwrap();
    let of_mailbox = token_in(&guide.link_to("linh@example.org").await);
    visitor.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let of_reset = token_in(&guide.link_to("linh@example.org").await);
    let of_session = held.split_once('=').unwrap().1.split(';').next().unwrap().to_owned();
    let of_account = token(&signed_up);

    for (what, secret) in [("a letter", &of_mailbox), ("a reset", &of_reset), ("a session", &of_session)] {
        assert_eq!(visitor.enters_with(secret).await, 401, "{what}'s secret as a bearer token");
    }
    let name = held.split_once('=').unwrap().0;
    for (what, secret) in [("a letter", &of_mailbox), ("a reset", &of_reset), ("an account", &of_account)] {
        visitor.refreshes(&format!("{name}={secret}")).await.is(401);
        let header = format!("{name}={secret}");
        let answer = visitor.get_with("/api/auth/account", &[("cookie", &header)]).await;
        assert_eq!(answer.status, 401, "{what}'s secret as a cookie");
    }
    // The cookie is for staying signed in: it reads and changes nothing.
    visitor.get_with("/api/auth/account", &[("cookie", &held)]).await.is(401);
    for (what, secret) in [("a letter", &of_mailbox), ("a session", &of_session), ("an account", &of_account)] {
        let form = json!({ "token": secret, "password": "a ferry on the Son" });
        let answer = visitor.post("/api/auth/password-reset/confirm", form).await.is(422);
        assert_eq!(answer.fields(), ["token"], "{what}'s secret for another password");
    }
    for (what, secret) in [("a reset", &of_reset), ("a session", &of_session), ("an account", &of_account)] {
        let answer = person.post("/api/auth/verification/confirm", json!({ "token": secret })).await.is(422);
        assert_eq!(answer.fields(), ["token"], "{what}'s secret for a mailbox");
    }
    // Each is good for its own still.
    visitor.refreshes(&held).await.is(200);
    person.post("/api/auth/verification/confirm", json!({ "token": of_mailbox })).await.is(204);
    let form = json!({ "token": of_reset, "password": "a ferry on the Son" });
    visitor.post("/api/auth/password-reset/confirm", form).await.is(204);
}
