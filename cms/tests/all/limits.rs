//! How often somebody may try: for each mailbox and for each address that they come from.

use cms::identity::model::Role;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::linh;
use crate::contact::a_message;
use crate::people::{Answer, PASSWORD};
use crate::things::with;
use crate::world::{Engine, Guide, Postgres, Sqlite};

pub const BEHIND_A_PROXY: [&str; 3] = ["--api-only", "--trusted-proxies", "127.0.0.0/8,10.0.0.0/8"];

impl Guide {
    /// A POST by somebody whom a trusted proxy saw at this address.
    pub async fn from(&self, address: &str, path: &str, body: Value) -> Answer {
        self.visitor().post_with(path, &[("x-forwarded-for", address)], body).await
    }
}

/// So many attempts until somebody has to wait; answers the seconds.
pub async fn waits(most: usize, mut attempt: impl AsyncFnMut(usize) -> Answer) -> (usize, i64) {
    for n in 0..=most {
        let answer = attempt(n).await;
        if answer.status == 429 {
            assert_eq!(answer.header("content-type"), "application/problem+json");
            return (n, answer.header("retry-after").parse().unwrap());
        }
    }
    panic!("nobody had to wait after {most}");
}

// R311
#[rstest]
#[tokio::test]
async fn sign_in_limit_by_address_ignores_forwarded_entries_of_the_client(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &BEHIND_A_PROXY).await else { return };
    let (known, _) = guide.account("Linh Tran", Role::Viewer).await;
    let guess = async |n: usize| {
        // A new name each time, and a new tale of where it comes from; the proxy appends what is true.
        let tale = format!("198.51.100.{n}, 203.0.113.9, 10.0.0.{n}");
        let body = json!({ "email": format!("guest{n}@example.org"), "password": "a guess" });
        guide.from(&tale, "/api/auth/sign-in", body).await
    };
    assert_eq!(waits(60, guess).await, (50, 6));
    // Others are let in, also from that address's neighbour.
    let form = json!({ "email": known, "password": PASSWORD });
    guide.from("203.0.113.10", "/api/auth/sign-in", form.clone()).await.is(200);
    guide.from("203.0.113.9", "/api/auth/sign-in", form).await.is(429);
}

// R311
#[rstest]
#[tokio::test]
async fn sign_up_is_limited_by_address_and_mailbox(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &BEHIND_A_PROXY).await else { return };
    let by_address =
        async |n: usize| guide.from("203.0.113.9", "/api/auth/sign-up", linh(&format!("guest{n}@example.org"))).await;
    assert_eq!(waits(30, by_address).await, (20, 60));
    // The same mailbox in many spellings, from everywhere: it is asked after only so often.
    let spellings = ["linh.tran@example.org", "LinhTran@example.org", "linhtran+x@example.org"];
    let by_mailbox =
        async |n: usize| guide.from(&format!("198.51.100.{n}"), "/api/auth/sign-up", linh(spellings[n % 3])).await;
    assert_eq!(waits(10, by_mailbox).await, (5, 600));
}

// R311, R312
#[rstest]
#[tokio::test]
async fn password_resets_are_limited_alike_for_known_and_unknown_addresses(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &BEHIND_A_PROXY).await else { return };
    let (known, _) = guide.account("Linh Tran", Role::Viewer).await;
    for email in [known.as_str(), "nobody@example.org"] {
        let reset = async |n: usize| {
            let body = json!({ "email": email });
            guide.from(&format!("198.51.100.{n}"), "/api/auth/password-reset", body).await
        };
        assert_eq!(waits(10, reset).await, (5, 600), "{email}");
    }
    let by_address = async |n: usize| {
        let body = json!({ "email": format!("guest{n}@example.org") });
        guide.from("203.0.113.77", "/api/auth/password-reset", body).await
    };
    assert_eq!(waits(30, by_address).await, (20, 60));
    assert_eq!(guide.letters().await.len(), 5);
}

// R311
#[rstest]
#[tokio::test]
async fn contact_messages_are_limited_by_address_and_mailbox(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &BEHIND_A_PROXY).await else { return };
    let message = |email: &str, n: usize| {
        let words = format!("Question number {n}, about a boat.");
        with(a_message(), json!({ "email": email, "message": words }))
    };
    let by_address = async |n: usize| {
        let tale = format!("198.51.100.{n}, 203.0.113.9");
        guide.from(&tale, "/api/contact", message(&format!("guest{n}@example.org"), n)).await
    };
    assert_eq!(waits(20, by_address).await, (10, 300));
    let spellings = ["linh.tran@example.org", "LinhTran@example.org", " linhtran+x@example.org"];
    let by_mailbox =
        async |n: usize| guide.from(&format!("198.51.100.{n}"), "/api/contact", message(spellings[n % 3], n)).await;
    assert_eq!(waits(10, by_mailbox).await, (5, 1200));
    // What is refused has changed nothing and sent nothing; a form that breaks a rule is not counted.
    assert_eq!(guide.letters().await.len(), 15);
    for _ in 0..20 {
        guide.from("203.0.113.77", "/api/contact", json!({ "email": "minh@example.org" })).await.is(422);
    }
    guide.from("203.0.113.77", "/api/contact", message("minh@example.org", 99)).await.is(201);
    // The mailbox is free again in its time.
    guide.app.clock.advance(1200);
    guide.from("198.51.100.1", "/api/contact", message(spellings[0], 100)).await.is(201);
}

// R311
#[rstest]
#[tokio::test]
async fn forwarded_address_without_a_trusted_proxy_is_ignored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--trusted-proxies", "10.0.0.0/8"]).await else { return };
    let reset = async |n: usize| {
        let body = json!({ "email": "linh@example.org", "password": null });
        let spare = guide.from(&format!("198.51.100.{n}"), "/api/auth/password-reset", body).await;
        assert_eq!(spare.status, 400, "a spare field is no way to another count");
        guide.from(&format!("198.51.100.{n}"), "/api/auth/password-reset", json!({ "email": "linh@example.org" })).await
    };
    assert_eq!(waits(10, reset).await, (5, 600));
}

#[rstest]
#[tokio::test]
async fn a_flood_of_sign_ins_is_served_or_sent_away_and_reads_go_on(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    let flood = (0..100).map(|n| {
        let visitor = guide.visitor();
        async move { visitor.signs_in(&format!("guest{n}@example.org"), "a guess").await }
    });
    let flood = tokio::spawn(futures_util::future::join_all(flood));
    let mut slowest = std::time::Duration::ZERO;
    while !flood.is_finished() {
        let begun = std::time::Instant::now();
        visitor.get("/api/categories").await.is(200);
        slowest = slowest.max(begun.elapsed());
    }
    let mut counts = std::collections::BTreeMap::new();
    for answer in flood.await.unwrap() {
        if answer.status == 503 {
            assert_eq!(answer.header("retry-after"), "2");
        }
        *counts.entry(answer.status.as_u16()).or_insert(0) += 1;
    }
    assert!(counts.keys().all(|status| [401, 503].contains(status)), "{counts:?}");
    assert!(counts[&503] > 0 && counts[&401] > 0, "the queue is bounded, and worked off: {counts:?}");
    assert!(slowest.as_secs() < 2, "a read took {slowest:?}");
}

// R318
#[rstest]
#[tokio::test]
async fn list_query_above_its_bounds_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let visitor = guide.visitor();
    let many = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (query, field) in [
        ("limit=1001".to_owned(), "limit"),
        ("limit=99999999999999999999".to_owned(), "limit"),
        ("offset=10001".to_owned(), "offset"),
        (format!("q={}", "a".repeat(3001)), "q"),
        (format!("q={}", "a ".repeat(17)), "q"),
        (format!("ids={}", many(201)), "ids"),
        (format!("tags={}", many(21)), "tags"),
        ("near=17.5,106.3&sort=distance&offset=10001".to_owned(), "offset"),
    ] {
        let short: String = query.chars().take(40).collect();
        let answer = visitor.get(&format!("/api/businesses?{query}")).await.is(400);
        assert_eq!(answer.fields(), [field], "{short}");
    }
    // What may be asked for is answered, however much it would find: it ends where the budget does.
    for query in ["q=a", "q=%25%25%25", "q=((((((((((((((((((((", "q=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        for path in [format!("/api/businesses?{query}&limit=1000"), format!("/api/suggestions?{query}")] {
            let answer = visitor.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
    }
    // A picture comes in the widths that were made of it: no address makes others.
    let admin = guide.admin().await;
    let picture = admin.adds_picture("A cave's mouth").await;
    let url = picture["url"].as_str().unwrap();
    let plain = visitor.get(url).await.is(200).headers;
    for more in ["?w=99999", "?width=1&height=1&format=avif"] {
        let answer = visitor.get(&format!("{url}{more}")).await;
        assert!(answer.status != 200 || answer.headers["content-length"] == plain["content-length"], "{more}");
    }
}
