//! Rate limits by mailbox and by client address, and bounds of list queries. Email addresses that differ only in dots,
//! case or a `+tag` are spellings of one mailbox.

use cms::auth::domain::accounts::Role;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::sign_up_request;
use crate::contact::contact_message_json;
use crate::fixtures::with_changes;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestResponse};

/// Arguments of a server that trusts `X-Forwarded-For` of proxies on this machine and in the network 10.0.0.0/8.
pub const TRUSTED_PROXY_ARGUMENTS: [&str; 3] = ["--api-only", "--trusted-proxies", "127.0.0.0/8,10.0.0.0/8"];

impl TestApp {
    /// Sends a POST request without an account. `address` is the value of its `X-Forwarded-For` header.
    pub async fn post_from(&self, address: &str, path: &str, body: Value) -> TestResponse {
        self.anonymous().post_with_headers(path, &[("x-forwarded-for", address)], body).await
    }
}

/// Calls `attempt` with 0, 1, 2 and so on until a response is 429. Returns the number of earlier attempts, and the
/// `Retry-After` of the 429 in seconds. Panics if `max_attempts` attempts and one more get no 429.
pub async fn attempts_until_limited(
    max_attempts: usize,
    mut attempt: impl AsyncFnMut(usize) -> TestResponse,
) -> (usize, i64) {
    for n in 0..=max_attempts {
        let response = attempt(n).await;
        if response.status == 429 {
            assert_eq!(response.header("content-type"), "application/problem+json");
            return (n, response.header("retry-after").parse().unwrap());
        }
    }
    panic!("no 429 after {max_attempts} attempts");
}

// R311
#[rstest]
#[tokio::test]
async fn sign_in_limit_by_client_address_ignores_x_forwarded_for_values_that_the_client_sent(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let (known_email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let guess = async |n: usize| {
        // Each attempt has another email address. The client forges the first entry of `X-Forwarded-For`. A proxy
        // appends the real client address. A second proxy appends the address of the first one.
        let forwarded_for = format!("198.51.100.{n}, 203.0.113.9, 10.0.0.{n}");
        let body = json!({ "email": format!("guest{n}@example.org"), "password": "a guess" });
        guide.post_from(&forwarded_for, "/api/auth/sign-in", body).await
    };
    assert_eq!(attempts_until_limited(60, guess).await, (50, 6));
    // Other client addresses are not limited. A correct password is refused too if it comes from the limited address.
    let credentials = json!({ "email": known_email, "password": PASSWORD });
    guide.post_from("203.0.113.10", "/api/auth/sign-in", credentials.clone()).await.is(200);
    guide.post_from("203.0.113.9", "/api/auth/sign-in", credentials).await.is(429);
}

// R311
#[rstest]
#[tokio::test]
async fn sign_up_is_limited_by_address_and_mailbox(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let sign_up_from_one_address = async |n: usize| {
        guide.post_from("203.0.113.9", "/api/auth/sign-up", sign_up_request(&format!("guest{n}@example.org"))).await
    };
    assert_eq!(attempts_until_limited(30, sign_up_from_one_address).await, (20, 60));
    // All spellings of a mailbox share one limit, even if each request comes from another client address.
    let spellings = ["linh.tran@example.org", "LinhTran@example.org", "linhtran+x@example.org"];
    let sign_up_with_one_mailbox = async |n: usize| {
        guide.post_from(&format!("198.51.100.{n}"), "/api/auth/sign-up", sign_up_request(spellings[n % 3])).await
    };
    assert_eq!(attempts_until_limited(10, sign_up_with_one_mailbox).await, (5, 600));
}

// R311, R312
#[rstest]
#[tokio::test]
async fn password_resets_are_limited_alike_for_known_and_unknown_mailboxes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let (known_email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    for email in [known_email.as_str(), "nobody@example.org"] {
        let reset = async |n: usize| {
            let body = json!({ "email": email });
            guide.post_from(&format!("198.51.100.{n}"), "/api/auth/password-reset", body).await
        };
        assert_eq!(attempts_until_limited(10, reset).await, (5, 600), "{email}");
    }
    let reset_from_one_address = async |n: usize| {
        let body = json!({ "email": format!("guest{n}@example.org") });
        guide.post_from("203.0.113.77", "/api/auth/password-reset", body).await
    };
    assert_eq!(attempts_until_limited(30, reset_from_one_address).await, (20, 60));
    assert_eq!(guide.emails().await.len(), 5);
}

// R311
#[rstest]
#[tokio::test]
async fn contact_messages_are_limited_by_address_and_mailbox(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let message = |email: &str, n: usize| {
        let words = format!("Question number {n}, about a boat.");
        with_changes(contact_message_json(), json!({ "email": email, "message": words }))
    };
    let message_from_one_address = async |n: usize| {
        let forwarded_for = format!("198.51.100.{n}, 203.0.113.9");
        guide.post_from(&forwarded_for, "/api/contact", message(&format!("guest{n}@example.org"), n)).await
    };
    assert_eq!(attempts_until_limited(20, message_from_one_address).await, (10, 300));
    let spellings = ["linh.tran@example.org", "LinhTran@example.org", " linhtran+x@example.org"];
    let message_with_one_mailbox = async |n: usize| {
        guide.post_from(&format!("198.51.100.{n}"), "/api/contact", message(spellings[n % 3], n)).await
    };
    assert_eq!(attempts_until_limited(10, message_with_one_mailbox).await, (5, 1200));
    // Refused messages are not emailed. Invalid messages do not count toward the limit.
    assert_eq!(guide.emails().await.len(), 15);
    for _ in 0..20 {
        guide.post_from("203.0.113.77", "/api/contact", json!({ "email": "minh@example.org" })).await.is(422);
    }
    guide.post_from("203.0.113.77", "/api/contact", message("minh@example.org", 99)).await.is(201);
    // After the time in `Retry-After`, a message with this mailbox is accepted again.
    guide.app.clock.advance(1200);
    guide.post_from("198.51.100.1", "/api/contact", message(spellings[0], 100)).await.is(201);
}

// R311
#[rstest]
#[tokio::test]
async fn forwarded_address_without_a_trusted_proxy_is_ignored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--trusted-proxies", "10.0.0.0/8"]).await
    else {
        return;
    };
    let reset = async |n: usize| {
        let body = json!({ "email": "linh@example.org", "password": null });
        let response_to_extra_field =
            guide.post_from(&format!("198.51.100.{n}"), "/api/auth/password-reset", body).await;
        assert_eq!(response_to_extra_field.status, 400, "an extra field does not change the key of the limit");
        guide
            .post_from(&format!("198.51.100.{n}"), "/api/auth/password-reset", json!({ "email": "linh@example.org" }))
            .await
    };
    assert_eq!(attempts_until_limited(10, reset).await, (5, 600));
}

#[rstest]
#[tokio::test]
async fn sign_in_flood_is_served_or_refused_while_reads_continue(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    let flood = (0..100).map(|n| {
        let anonymous = guide.anonymous();
        async move { anonymous.sign_in(&format!("guest{n}@example.org"), "a guess").await }
    });
    let flood = tokio::spawn(futures_util::future::join_all(flood));
    let mut max_read_duration = std::time::Duration::ZERO;
    while !flood.is_finished() {
        let started_at = std::time::Instant::now();
        anonymous.get("/api/categories").await.is(200);
        max_read_duration = max_read_duration.max(started_at.elapsed());
    }
    let mut counts = std::collections::BTreeMap::new();
    for response in flood.await.unwrap() {
        if response.status == 503 {
            assert_eq!(response.header("retry-after"), "2");
        }
        *counts.entry(response.status.as_u16()).or_insert(0) += 1;
    }
    assert!(counts.keys().all(|status| [401, 503].contains(status)), "{counts:?}");
    assert!(counts[&503] > 0 && counts[&401] > 0, "some sign-ins are served and some refused: {counts:?}");
    assert!(max_read_duration.as_secs() < 2, "a read took {max_read_duration:?}");
}

// R318
#[rstest]
#[tokio::test]
async fn list_query_above_its_bounds_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    let comma_separated_numbers =
        |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (query, field) in [
        ("limit=1001".to_owned(), "limit"),
        ("limit=99999999999999999999".to_owned(), "limit"),
        ("offset=10001".to_owned(), "offset"),
        (format!("q={}", "a".repeat(3001)), "q"),
        (format!("q={}", "a ".repeat(17)), "q"),
        (format!("ids={}", comma_separated_numbers(201)), "ids"),
        (format!("tags={}", comma_separated_numbers(21)), "tags"),
        ("near=17.5,106.3&sort=distance&offset=10001".to_owned(), "offset"),
    ] {
        let query_start: String = query.chars().take(40).collect();
        let response = anonymous.get(&format!("/api/businesses?{query}")).await.is(400);
        assert_eq!(response.fields(), [field], "{query_start}");
    }
    // A query within the bounds is accepted, even if it matches very many places.
    for query in ["q=a", "q=%25%25%25", "q=((((((((((((((((((((", "q=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        for path in [format!("/api/businesses?{query}&limit=1000"), format!("/api/suggestions?{query}")] {
            let response = anonymous.get(&path).await;
            assert_eq!(response.status, 200, "{path}: {}", response.text);
        }
    }
    // Query parameters never change the size in which an image is served.
    let admin = guide.admin().await;
    let image = admin.add_image("A cave's mouth").await;
    let url = image["url"].as_str().unwrap();
    let headers_without_query = anonymous.get(url).await.is(200).headers;
    for query_suffix in ["?w=99999", "?width=1&height=1&format=avif"] {
        let response = anonymous.get(&format!("{url}{query_suffix}")).await;
        assert!(
            response.status != 200 || response.headers["content-length"] == headers_without_query["content-length"],
            "{query_suffix}"
        );
    }
}
