//! Signing in with an account that another provider keeps: the way there and back.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD as BASE64};
use cms::db::error::StoreError;
use cms::execute;
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::abroad::{Abroad, CLIENT, SECRET, onward, told};
use crate::identity::{cookie, token};
use crate::login::encoded;
use crate::people::{Answer, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite};

/// Everybody's calls, to see that the cookie is a session's.
pub async fn refreshed(guide: &Guide, answer: &Answer) -> Value {
    let held = cookie(answer).unwrap_or_else(|| panic!("no cookie: {}", answer.text));
    guide.visitor().refreshes(&held).await.is(200).json()
}

/// Somebody who has just come in this way.
pub async fn person(guide: &Guide, answer: &Answer) -> Person {
    let held = cookie(answer).unwrap_or_else(|| panic!("no cookie: {}", answer.text));
    guide.visitor().with_token(&token(&guide.visitor().refreshes(&held).await.is(200)))
}

async fn count(guide: &Guide) -> i64 {
    let db = &guide.app.db;
    cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from sign_in_flow").fetch_one(engine)).unwrap()
}

// R3, R30
#[rstest]
#[tokio::test]
async fn openid_callback_signs_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    for provider in ["google", "openid"] {
        let there = visitor.sets_out(provider, "/saved?tab=1").await;
        assert!(there.address.starts_with(&format!("{}/authorize?", abroad.origin())), "{}", there.address);
        let sent = |name: &str| there.sent.get(name).map(String::as_str).unwrap_or_default();
        assert_eq!((sent("response_type"), sent("client_id")), ("code", CLIENT));
        assert_eq!(sent("redirect_uri"), guide.url(&format!("/api/auth/federated/{provider}/callback")));
        assert_eq!(sent("scope").split(' ').collect::<BTreeSet<_>>(), BTreeSet::from(["openid", "email", "profile"]));
        assert_eq!((sent("code_challenge_method"), sent("code_challenge").len()), ("S256", 43));
        assert!(sent("state").len() == 43 && sent("nonce").len() == 43 && sent("state") != sent("nonce"));
        // Google shows its account chooser (R30).
        assert_eq!(sent("prompt"), if provider == "google" { "select_account" } else { "" });
        let code = abroad.grants(&there, json!({ "at_hash": "right" }));
        let query = format!("code={code}&state={}&scope=openid&authuser=0&session_state=x", there.state());
        let page = visitor.comes_back(provider, &query, &there.cookie).await.is(200);
        assert_eq!((told(&page), onward(&page)), (String::new(), "/saved?tab=1".into()));
        assert_eq!(
            (page.header("cache-control"), page.header("content-type")),
            ("no-store", "text/html; charset=utf-8")
        );
        let cookies: Vec<&str> = page.headers.get_all("set-cookie").iter().map(|one| one.to_str().unwrap()).collect();
        assert!(cookies[0].ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=2592000"), "{cookies:?}");
        assert_eq!(cookies[1], "karst_federated=; HttpOnly; SameSite=Lax; Path=/api/auth/federated; Max-Age=0");
        let session = refreshed(&guide, &page).await;
        assert_eq!(
            (&session["user"]["email"], &session["user"]["displayName"]),
            (&json!("linh@example.org"), &json!("Linh Tran"))
        );
    }
    assert_eq!(count(&guide).await, 0, "what was used is gone");
}

// R30
#[rstest]
#[tokio::test]
async fn facebook_callback_signs_in_by_plain_oauth(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let there = guide.visitor().sets_out("facebook", "/").await;
    assert!(there.address.starts_with(&format!("{}/v23.0/dialog/oauth?", abroad.origin())), "{}", there.address);
    assert_eq!((there.sent["display"].as_str(), there.sent["scope"].as_str()), ("popup", "email public_profile"));
    assert!(there.sent["code_challenge"].len() == 43 && !there.sent.contains_key("nonce"));
    let picture = json!({ "data": { "url": "https://pictures.example/linh.jpg", "is_silhouette": false } });
    let me = json!({ "email": "linh@example.org", "picture": picture });
    let code = abroad.grants(&there, json!({ "me": me }));
    let query = format!("code={code}&state={}", there.state());
    let page = guide.visitor().comes_back("facebook", &query, &there.cookie).await.is(200);
    let user = refreshed(&guide, &page).await["user"].clone();
    assert_eq!(
        (&user["displayName"], &user["photoURL"]),
        (&json!("Linh Tran"), &json!("https://pictures.example/linh.jpg"))
    );
    // Its word for an address is none: the mailbox itself is asked.
    let profile = person(&guide, &page).await.get("/api/auth/account").await.is(200).json();
    assert_eq!((&profile["isEmailVerified"], &profile["federated"]), (&json!(false), &json!(["facebook"])));
    assert!(guide.link_to("linh@example.org").await.contains("/login/verify?token="));
}

// R166
#[tokio::test]
async fn sign_in_config_offers_only_configured_providers() {
    let abroad = Abroad::open().await;
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    let config = guide.visitor().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "builtin", "federated": ["google", "facebook", "openid"], "openidName": "Quang Tri ID",
        "passwordMinLength": 6, "mail": false,
    });
    assert_eq!(config, expected);
    // Without JavaScript, too.
    let page = guide.visitor().get("/login?return=%2Fsaved").await.is(200).text.replace("&#x2f;", "/");
    for (word, name) in [("google", "Google"), ("facebook", "Facebook"), ("openid", "Quang Tri ID")] {
        let link = format!(r#"href="/api/auth/federated/{word}/start?returnTo=/saved">Continue with {name}</a>"#);
        assert!(page.contains(&link), "{link}: {page}");
    }
    let one =
        Guide::with(Sqlite, &["--api-only", "--google-client-id", "a", "--google-client-secret", "b"]).await.unwrap();
    let config = one.visitor().get("/api/firebase-config").await.is(200).json();
    assert_eq!((&config["federated"], &config["openidName"]), (&json!(["google"]), &Value::Null));
    let none = Guide::open(Sqlite).await.unwrap();
    assert!(!none.visitor().get("/login").await.is(200).text.contains("Continue with"));
    for provider in ["google", "openid", "firebase", "myspace", "Google", "..%2Fx"] {
        none.visitor().get(&format!("/api/auth/federated/{provider}/start")).await.is(404);
        none.visitor().get(&format!("/api/auth/federated/{provider}/callback?state=x&code=y")).await.is(404);
    }
}

#[tokio::test]
async fn a_guide_starts_while_its_provider_is_away_and_says_so_until_it_is_back() {
    let abroad = Abroad::open().await;
    abroad.end().await;
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    let begun = std::time::Instant::now();
    for _ in 0..3 {
        let page = guide.visitor().get("/api/auth/federated/openid/start?returnTo=/saved").await.is(503);
        assert!(page.text.contains("The provider cannot be reached right now."), "{}", page.text);
        assert_eq!((told(&page).as_str(), page.header("retry-after")), ("network-request-failed", "5"));
        assert_eq!(page.header("set-cookie"), "");
    }
    assert!(begun.elapsed().as_secs() < 5, "nobody hangs");
    assert_eq!(count(&guide).await, 0);
    abroad.begin().await;
    // It is left in peace for a moment.
    guide.visitor().get("/api/auth/federated/openid/start").await.is(503);
    guide.app.clock.advance(5);
    let there = guide.visitor().sets_out("openid", "/").await;
    // Away again while somebody is there: they hear it, and what they bring is used up.
    let code = abroad.grants(&there, json!({}));
    abroad.end().await;
    let query = format!("code={code}&state={}", there.state());
    let page = guide.visitor().comes_back("openid", &query, &there.cookie).await.is(503);
    assert_eq!((told(&page).as_str(), cookie(&page)), ("network-request-failed", None));
    // Addresses and keys were read once each.
    assert_eq!(abroad.asked("/.well-known/openid-configuration"), 1);
}

#[tokio::test]
async fn what_a_provider_publishes_is_read_once_and_again_when_it_is_over() {
    let abroad = Abroad::open().await;
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    for _ in 0..3 {
        guide.visitor().arrives_by(&abroad, "openid", json!({})).await.is(200);
    }
    assert_eq!((abroad.asked("/.well-known/openid-configuration"), abroad.asked("/keys")), (1, 1));
    // The keys say ten minutes; the addresses say nothing, which is an hour.
    guide.app.clock.advance(601);
    guide.visitor().arrives_by(&abroad, "openid", json!({})).await.is(200);
    assert_eq!((abroad.asked("/.well-known/openid-configuration"), abroad.asked("/keys")), (1, 2));
    guide.app.clock.advance(3000);
    guide.visitor().arrives_by(&abroad, "openid", json!({ "iat": 1_795_251_600, "exp": 1_795_255_200 })).await.is(200);
    assert_eq!((abroad.asked("/.well-known/openid-configuration"), abroad.asked("/keys")), (2, 3));
}

#[tokio::test]
async fn who_claims_to_be_another_issuer_is_not_believed() {
    let abroad = Abroad::open().await;
    abroad.says_of_itself(json!({ "issuer": "https://accounts.google.com" }));
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    guide.visitor().get("/api/auth/federated/google/start").await.is(503);
    // Nor is one whose addresses are open to everybody on the way.
    abroad.says_of_itself(json!({ "token_endpoint": "http://id.example/token" }));
    guide.app.clock.advance(5);
    let there = guide.visitor().sets_out("google", "/").await;
    let page = guide.visitor().comes_back("google", &format!("code=x&state={}", there.state()), &there.cookie).await;
    assert_eq!(told(&page.is(503)), "network-request-failed");
}

#[tokio::test]
async fn a_provider_is_followed_nowhere_and_heard_only_so_long() {
    let abroad = Abroad::open().await;
    for path in ["/moved", "/endless", "/nowhere"] {
        let guide = abroad.guide(Sqlite, &[]).await.unwrap();
        abroad.says_of_itself(json!({ "jwks_uri": format!("{}{path}", abroad.origin()) }));
        let page = guide.visitor().arrives_by(&abroad, "openid", json!({})).await.is(503);
        assert_eq!((told(&page).as_str(), abroad.asked(path)), ("network-request-failed", 1), "{path}");
    }
    assert_eq!(abroad.asked("/keys"), 0);
}

// R33
#[rstest]
#[tokio::test]
async fn refusal_at_the_provider_returns_an_error_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let nasty = encoded("\"><script>alert(1)</script>");
    for (error, code, status) in [
        ("access_denied", "user-cancelled", 403),
        ("temporarily_unavailable", "network-request-failed", 503),
        ("invalid_scope", "invalid-credential", 403),
        (nasty.as_str(), "invalid-credential", 403),
    ] {
        let there = visitor.sets_out("google", "/saved").await;
        let query = format!("error={error}&error_description={nasty}&state={}", there.state());
        let page = visitor.comes_back("google", &query, &there.cookie).await.is(status);
        assert_eq!(told(&page), code);
        assert!(!page.text.contains("alert(1)") && cookie(&page).is_none(), "{}", page.text);
        assert_eq!(onward(&page), format!("/login?failed={code}&return=/saved"));
        // The server's page has the sentence for those without scripts.
        let login = visitor.get(&onward(&page)).await.is(200).text;
        assert!(login.contains(r#"role="alert""#) && login.contains(r#"name="return" value="&#x2f;saved""#), "{login}");
        // Used up all the same.
        let again = visitor.comes_back("google", &query, &there.cookie).await.is(403);
        assert_eq!(told(&again), "invalid-state");
    }
    let page = visitor.get(&format!("/login?failed={nasty}")).await.is(200).text;
    assert!(!page.contains("alert"), "only our own codes have a sentence: {page}");
}

#[rstest]
#[tokio::test]
async fn a_sign_in_is_ended_once_by_the_browser_that_began_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let there = visitor.sets_out("google", "/").await;
    let other = visitor.sets_out("google", "/").await;
    let code = abroad.grants(&there, json!({}));
    let query = format!("code={code}&state={}", there.state());
    let made_up = "x".repeat(43);
    for (query, cookie_sent, what) in [
        (format!("code={code}&state={made_up}"), there.cookie.as_str(), "a state that never was"),
        (format!("code={code}"), &there.cookie, "no state"),
        (format!("{query}&state={made_up}"), &there.cookie, "two states"),
        (query.clone(), &other.cookie, "another browser"),
        (query.clone(), "", "a browser without a cookie"),
        (query.clone(), "karst_federated=", "a blank cookie"),
        (format!("code={code}&state={}", other.state()), &there.cookie, "somebody else's state"),
    ] {
        let page = visitor.comes_back("google", &query, cookie_sent).await.is(403);
        assert_eq!((told(&page).as_str(), cookie(&page)), ("invalid-state", None), "{what}");
    }
    // Nor by the way of another provider.
    assert_eq!(told(&visitor.comes_back("openid", &query, &there.cookie).await.is(403)), "invalid-state");
    assert_eq!(abroad.asked("/token"), 0, "no code left the guide");
    // All that has not used it up.
    let page = visitor.comes_back("google", &query, &there.cookie).await.is(200);
    assert_eq!(told(&page), "");
    // A replay, of the state and of the code.
    assert_eq!(told(&visitor.comes_back("google", &query, &there.cookie).await.is(403)), "invalid-state");
    let query = format!("code={code}&state={}", other.state());
    assert_eq!(told(&visitor.comes_back("google", &query, &other.cookie).await.is(403)), "invalid-credential");
    // Ten minutes are ten minutes.
    let late = visitor.sets_out("google", "/").await;
    let code = abroad.grants(&late, json!({}));
    guide.app.clock.advance(600);
    let query = format!("code={code}&state={}", late.state());
    assert_eq!(told(&visitor.comes_back("google", &query, &late.cookie).await.is(403)), "invalid-state");
}

#[rstest]
#[tokio::test]
async fn a_code_counts_with_its_verifier_and_its_issuer_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    // Somebody else's code, injected into one's own sign-in: PKCE and the nonce both say no.
    let (mine, theirs) = (visitor.sets_out("google", "/").await, visitor.sets_out("google", "/").await);
    let stolen = abroad.grants(&theirs, json!({ "sub": "victim" }));
    let query = format!("code={stolen}&state={}", mine.state());
    assert_eq!(told(&visitor.comes_back("google", &query, &mine.cookie).await.is(403)), "invalid-credential");
    // RFC 9207: an answer that names another issuer; one that names this one.
    for (issuer, status) in [("https://evil.example", 403), (abroad.origin(), 200)] {
        let there = visitor.sets_out("google", "/").await;
        let code = abroad.grants(&there, json!({}));
        let query = format!("code={code}&state={}&iss={}", there.state(), encoded(issuer));
        visitor.comes_back("google", &query, &there.cookie).await.is(status);
    }
}

#[rstest]
#[tokio::test]
async fn what_lies_in_the_database_opens_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let there = guide.visitor().sets_out("google", "/").await;
    let db = &guide.app.db;
    let row: (String, String, String) = cms::with_pool!(db, |engine| {
        sqlx::query_as("select state_hash, browser_hash, pkce_verifier from sign_in_flow").fetch_one(engine)
    })
    .unwrap();
    let secret = there.cookie.strip_prefix("karst_federated=").unwrap();
    assert_eq!(row.0, BASE64.encode(Sha256::digest(there.state())));
    assert_eq!(row.1, BASE64.encode(Sha256::digest(secret)));
    assert_eq!(there.sent["code_challenge"], BASE64.encode(Sha256::digest(row.2)));
}

#[rstest]
#[tokio::test]
async fn sign_ins_that_nobody_ends_do_not_pile_up(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    for _ in 0..3 {
        guide.visitor().sets_out("openid", "/").await;
    }
    guide.app.clock.advance(601);
    guide.visitor().sets_out("openid", "/").await;
    assert_eq!(count(&guide).await, 1);
    // Ten thousand are under way: those that began first make room.
    let now = guide.app.clock.now();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let fill = "
                with recursive n (n) as (select 1 union all select n + 1 from n where n < 10500)
                insert into sign_in_flow (state_hash, browser_hash, provider, nonce, pkce_verifier, return_to, expires_at)
                select 'made up ' || n, '', 'openid', '', '', '/', $1 + n from n";
            execute!(tx, sqlx::query(fill).bind(now.0))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    let there = guide.visitor().sets_out("openid", "/").await;
    assert_eq!(count(&guide).await, 10_000);
    let code = abroad.grants(&there, json!({ "iat": now.seconds(), "exp": now.seconds() + 60 }));
    let query = format!("code={code}&state={}", there.state());
    guide.visitor().comes_back("openid", &query, &there.cookie).await.is(200);
}

// R311
#[tokio::test]
async fn federated_starts_are_limited_by_address() {
    let abroad = Abroad::open().await;
    let guide = abroad.guide(Sqlite, &["--trusted-proxies", "127.0.0.1"]).await.unwrap();
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let path = "/api/auth/federated/openid/start";
    for _ in 0..50 {
        guide.visitor().get_with(path, &from("203.0.113.9")).await.is(303);
    }
    let page = guide.visitor().get_with(path, &from("203.0.113.9")).await.is(429);
    assert_eq!((told(&page).as_str(), page.header("retry-after")), ("too-many-requests", "6"));
    guide.visitor().get_with(path, &from("203.0.113.10")).await.is(303);
}

// R314
#[rstest]
#[tokio::test]
async fn federated_sign_in_with_a_foreign_return_path_stays_on_this_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    for foreign in [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "/%2Fevil.example",
        "/%5Cevil.example",
        "/%252Fevil.example",
        "/\t/evil.example",
        "//user@evil.example",
        "javascript:alert(1)",
        "/a\r\nset-cookie: x=y",
    ] {
        let there = visitor.sets_out("openid", foreign).await;
        let code = abroad.grants(&there, json!({}));
        let query = format!("code={code}&state={}", there.state());
        let page = visitor.comes_back("openid", &query, &there.cookie).await.is(200);
        assert_eq!(onward(&page), "/", "{foreign:?}");
        assert!(!page.text.contains("evil"), "{foreign:?}: {}", page.text);
    }
    // At the other end too: whatever lies in the database.
    let there = visitor.sets_out("openid", "/saved").await;
    let code = abroad.grants(&there, json!({}));
    let work = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update sign_in_flow set return_to = '//evil.example'"))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    let query = format!("code={code}&state={}", there.state());
    let page = visitor.comes_back("openid", &query, &there.cookie).await.is(200);
    assert_eq!(onward(&page), "/");
}

// R313
#[tokio::test]
async fn federated_callback_url_ignores_request_headers() {
    let abroad = Abroad::open().await;
    let guide =
        abroad.guide(Sqlite, &["--public-url", "https://guide.example/", "--trusted-proxies", "127.0.0.1"]).await;
    let guide = guide.unwrap();
    let foreign = [("host", "evil.example"), ("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "gopher")];
    let answer = guide.visitor().get_with("/api/auth/federated/google/start", &foreign).await.is(303);
    let back = "redirect_uri=https%3A%2F%2Fguide.example%2Fapi%2Fauth%2Ffederated%2Fgoogle%2Fcallback";
    assert!(answer.header("location").contains(back), "{}", answer.header("location"));
    assert!(!answer.header("location").contains("evil"));
    assert!(answer.header("set-cookie").contains("; Secure;"), "{}", answer.header("set-cookie"));
}

// R323
#[tokio::test]
async fn federated_start_from_another_site_is_refused() {
    let abroad = Abroad::open().await;
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    for site in ["cross-site", "same-site"] {
        let answer = guide.visitor().get_with("/api/auth/federated/openid/start", &[("sec-fetch-site", site)]).await;
        assert_eq!((answer.status.as_u16(), answer.header("set-cookie")), (403, ""));
    }
    for site in ["same-origin", "none"] {
        guide.visitor().get_with("/api/auth/federated/openid/start", &[("sec-fetch-site", site)]).await.is(303);
    }
}

// R323
#[tokio::test]
async fn callback_page_allows_only_its_own_script_and_can_close_itself() {
    let abroad = Abroad::open().await;
    let guide = abroad.guide(Sqlite, &[]).await.unwrap();
    let page = guide.visitor().arrives_by(&abroad, "openid", json!({})).await.is(200);
    let script =
        page.text.split_once("<script").unwrap().1.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
    let policy = page.header("content-security-policy");
    let hash = BASE64_STANDARD.encode(Sha256::digest(script));
    assert!(policy.contains(&format!("script-src 'sha256-{hash}'")), "{policy}");
    for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(rule), "{policy}");
    }
    assert!(!policy.split("style-src").next().unwrap().contains("unsafe"), "{policy}");
    assert!(script.contains("BroadcastChannel(\"karst-sign-in\")"), "{script}");
    // Between this page and the one that opened its window stands the provider, which has no such policy.
    assert_eq!(page.header("cross-origin-opener-policy"), "unsafe-none");
    assert_eq!(guide.visitor().get("/login").await.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    // Neither the code nor the guide's secret is on it.
    assert!(!page.text.contains("code-") && !page.text.contains(SECRET));
}

#[rstest]
#[tokio::test]
async fn somebody_may_come_back_to_another_server_of_the_guide(#[values(Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(here) = abroad.guide(engine, &[]).await else { return };
    let origin = abroad.origin();
    let settings =
        ["--api-only", "--openid-issuer", origin, "--openid-client-id", CLIENT, "--openid-client-secret", SECRET];
    let there = here.beside(&settings).await;
    let traveller = here.visitor().sets_out("openid", "/saved").await;
    let code = abroad.grants(&traveller, json!({}));
    let query = format!("code={code}&state={}", traveller.state());
    let (one, other) = (here.visitor(), there.visitor());
    let answers = tokio::join!(
        one.comes_back("openid", &query, &traveller.cookie),
        other.comes_back("openid", &query, &traveller.cookie)
    );
    let mut statuses = [answers.0.status.as_u16(), answers.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403], "of two at once one is let in");
}
