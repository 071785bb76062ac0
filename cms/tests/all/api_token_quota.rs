//! The rate limits in the headers of responses, and the quota of API tokens.

use rstest::rstest;
use serde_json::{Value, json};

use crate::rate_limits::TRUSTED_PROXY_ARGUMENTS;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestResponse;

const QUOTA_ARGUMENTS: [&str; 3] = ["--api-only", "--token-requests-per-minute", "40"];

/// The values of the headers `RateLimit-Policy`, `RateLimit` and `Retry-After`.
fn rate_limit_headers(response: &TestResponse) -> [String; 3] {
    ["ratelimit-policy", "ratelimit", "retry-after"].map(|name| response.header(name).to_owned())
}

// R478
#[rstest]
#[tokio::test]
async fn quota_of_a_token_is_counted_down_and_begins_anew_each_minute(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &QUOTA_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let (program, other) = (
        admin.create_client_with_api_token(&["read"], json!({})).await,
        admin.create_client_with_api_token(&["read"], json!({})).await,
    );
    let policy = r#""token";q=40;w=60"#;
    for minute in 0..2 {
        for remaining in (0..40).rev() {
            let response = program.get("/api/categories").await.is(200);
            assert_eq!(
                rate_limit_headers(&response),
                [policy, &format!("\"token\";r={remaining};t=60"), ""],
                "{minute}"
            );
        }
        guide.app.clock.advance(17);
        for _ in 0..3 {
            let response = program.get("/api/categories").await.is(429);
            assert_eq!(rate_limit_headers(&response), [policy, "\"token\";r=0;t=43", "43"]);
            assert_eq!(response.json()["params"]["retryAfter"], 43);
        }
        // A call that is refused with 403 counts too. Each token has its own quota.
        let response = other.get("/api/auth/account").await.is(403);
        assert_eq!(rate_limit_headers(&response), [policy, "\"token\";r=39;t=60", ""]);
        guide.app.clock.advance(43);
    }
}

// R478
#[rstest]
#[tokio::test]
async fn replicas_share_the_quota_of_a_token(#[values(Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &QUOTA_ARGUMENTS).await else { return };
    let replica = guide.start_replica(&QUOTA_ARGUMENTS).await;
    let first = guide.admin().await.create_client_with_api_token(&["read"], json!({})).await;
    let second = first.on_server(&replica);
    let mut allowed = 0;
    for _ in 0..40 {
        for client in [&first, &second] {
            allowed += usize::from(client.get("/api/categories").await.status == 200);
        }
    }
    assert_eq!(allowed, 40);
}

// R478
#[rstest]
#[tokio::test]
async fn limited_calls_state_what_remains_of_each_limit(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let guess = json!({ "email": "linh@example.org", "password": "a guess" });
    let policies = r#""password";q=10;w=600, "password-address";q=50;w=300"#;
    for n in 1..=10 {
        let response = guide.post_from("203.0.113.9", "/api/auth/sign-in", guess.clone()).await.is(401);
        let state = format!("\"password\";r={};t=60, \"password-address\";r={};t=6", 10 - n, 50 - n);
        assert_eq!(rate_limit_headers(&response), [policies, &state, ""]);
    }
    guide.app.clock.advance(7);
    let response = guide.post_from("203.0.113.9", "/api/auth/sign-in", guess).await.is(429);
    assert_eq!(rate_limit_headers(&response), [policies, "\"password\";r=0;t=53, \"password-address\";r=41;t=5", "53"]);
    // Only failed sign-ins count toward these limits.
    let (email, _) = guide.add_account("Minh Le", cms::auth::domain::accounts::Role::Viewer).await;
    let request_body = json!({ "email": email, "password": crate::test_client::PASSWORD });
    let response = guide.post_from("203.0.113.10", "/api/auth/sign-in", request_body).await.is(200);
    assert_eq!(rate_limit_headers(&response), [policies, "\"password\";r=10;t=0, \"password-address\";r=50;t=0", ""]);

    let linh = guide.viewer("Linh Tran").await;
    for (remaining, reset_s) in [(2, 3600), (1, 3590), (0, 3580)] {
        let response = linh.post("/api/guestbook", json!({ "message": format!("Mist {remaining}") })).await.is(201);
        assert_eq!(
            rate_limit_headers(&response),
            [r#""posts";q=3;w=3600"#, &format!("\"posts\";r={remaining};t={reset_s}"), ""]
        );
        guide.app.clock.advance(10);
    }
    let response = linh.post("/api/guestbook", json!({ "message": "Mist again" })).await.is(429);
    assert_eq!(rate_limit_headers(&response), [r#""posts";q=3;w=3600"#, "\"posts\";r=0;t=3570", "3570"]);
}

// R478
#[rstest]
#[tokio::test]
async fn responses_to_reads_without_an_api_token_have_no_rate_limit_headers(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for client in [&guide.anonymous(), &admin] {
        for path in ["/api/businesses", "/api/settings", "/api/categories"] {
            assert_eq!(rate_limit_headers(&client.get(path).await.is(200)), ["", "", ""], "{path}");
        }
    }
}

// R478
#[rstest]
#[tokio::test]
async fn invalid_tokens_are_limited_by_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let program = admin.create_client_with_api_token(&["read"], json!({})).await;
    let id: Value = admin.get("/api/auth/tokens").await.is(200).json()[0]["id"].clone();
    admin.delete(&format!("/api/auth/tokens/{id}")).await.is(204);
    let revoked = program.with_forwarded_for("203.0.113.9");
    let policy = r#""invalid-token-address";q=50;w=300"#;
    for remaining in (0..50).rev() {
        let response = revoked.get("/api/businesses").await.is(401);
        assert_eq!(
            rate_limit_headers(&response),
            [policy, &format!("\"invalid-token-address\";r={remaining};t=6"), ""]
        );
    }
    let response = revoked.get("/api/businesses").await.is(429);
    assert_eq!(rate_limit_headers(&response), [policy, "\"invalid-token-address\";r=0;t=6", "6"]);
}
